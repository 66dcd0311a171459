"""The print page: choose a pad, preview it, download the PDF."""

from collections.abc import Collection
from dataclasses import replace

from flask import Blueprint, Response, render_template, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup
from wtforms import IntegerField, SelectField
from wtforms.validators import NumberRange

from companion.forms import CompanionForm
from companion.i18n import LANGUAGES, get_language, gettext
from companion.jobs import Kind
from companion.render.pad import (
    DEFAULT_PAPER,
    MOST_PAGES,
    PAPERS,
    USUAL_PAPERS,
    Order,
    choose_serial,
    draw_previews,
    print_pad,
)
from companion.render.palette import INKS
from companion.web.companion import companion, print_pdf, run_job
from companion.web.inputs import InvalidField

printing = Blueprint("printing", __name__, url_prefix="/print")

DAY = 86400
PREVIEWS = Kind("preview", places=24, places_per_address=6, seconds=30, kept_bytes=8 * 1024 * 1024)


@printing.app_template_global()
def paper_titles(of_documents: bool = False) -> dict[str, str]:
    return {name: gettext(PAPERS[name].title) for name in (USUAL_PAPERS if of_documents else PAPERS)}


def print_form(sheets: Collection[str]) -> type[CompanionForm]:
    """Build the print form; it has the options of `companion print`."""

    class PrintForm(CompanionForm):
        sheet = SelectField(choices=list(sheets), default=next(iter(sheets)))
        back = SelectField(choices=["", *sheets], default="")
        pages = IntegerField(default=1, validators=[NumberRange(1, MOST_PAGES)])
        paper = SelectField(choices=list(PAPERS), default=DEFAULT_PAPER)
        up = SelectField(choices=["1", "2"], default="1")
        lang = SelectField(choices=list(LANGUAGES), default=get_language)
        ink = SelectField(choices=list(INKS), default="full")

    return PrintForm


def read_form() -> CompanionForm:
    """Read the form from the URL; omitted fields get their defaults."""
    form_class = print_form(companion().printables)
    return form_class(request.args) if request.args else form_class()


def read_order() -> Order:
    """Read a valid order from the URL. Raises InvalidField for the first problem."""
    form = read_form()
    if not form.validate():
        name, problems = next(iter(form.errors.items()))
        raise InvalidField(name, f"{name}: {problems[0]}")
    return make_order(form)


def make_order(form: CompanionForm) -> Order:
    names = [form["sheet"].data, *([form["back"].data] if form["back"].data else [])]
    return Order(
        sheets=tuple(companion().printables[name] for name in names),
        pages=form["pages"].data,
        paper=form["paper"].data,
        up=int(form["up"].data),
        language=form["lang"].data,
        ink=form["ink"].data,
    )


@printing.get("")
def index() -> ResponseReturnValue:
    form, printables = read_form(), companion().printables
    fits = form.validate() if request.args else True
    order = make_order(form if fits else print_form(printables)())
    titles = {name: printable.title(get_language()) for name, printable in printables.items()}
    return render_template(
        "printing/index.html",
        form=form,
        titles=titles,
        most_pages=MOST_PAGES,
        sides=draw_sides(order),
    )


@printing.get("/preview")
def look() -> ResponseReturnValue:
    """Send the preview, for live updates."""
    return render_template("printing/_preview.html", sides=draw_sides(read_order()))


def draw_sides(order: Order) -> list[Markup]:
    """Draw the preview in a worker process: two sides take 30 ms. Raises NotDone."""
    shown = replace(order, pages=1)
    return [Markup(side) for side in run_job(PREVIEWS, shown, lambda: (draw_previews, (shown,)))]  # noqa: S704 - our drawing


@printing.get("/pad.pdf")
def send_pad() -> ResponseReturnValue:
    order = choose_serial(read_order())
    pdf = print_pdf(order, print_pad, order)
    name = "-".join(sheet.name for sheet in order.sheets)
    headers = {
        "Content-Disposition": f'inline; filename="{name}-{order.pages}.pdf"',
        # A pad with serial numbers is never printed twice.
        "Cache-Control": f"public, max-age={DAY}" if order.first_serial is None else "no-store",
        "Vary": "Cookie, Accept-Language",  # a URL without a language depends on these
    }
    return Response(pdf, mimetype="application/pdf", headers=headers)
