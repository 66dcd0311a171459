"""Pads to print: choose, look, take the PDF."""

from flask import Blueprint, Response, render_template, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from companion.forms import CompanionForm
from companion.i18n import current_language, gettext
from companion.render.geometry import PAPERS
from companion.render.pad import MOST_PAGES, Order, draw_preview, print_pad
from companion.web.companion import companion
from companion.web.forms import print_form, validated
from companion.web.print_jobs import print_pdf

printing = Blueprint("printing", __name__, url_prefix="/print")

DAY = 86400


@printing.app_template_global()
def paper_titles() -> dict[str, str]:
    return {name: gettext(paper.title) for name, paper in PAPERS.items()}


def read_form() -> CompanionForm:
    """Read what the address asks for; what it leaves out is as on the empty form."""
    form_class = print_form(companion().printables)
    return form_class(request.args) if request.args else form_class()


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
    titles = {name: printable.title(current_language()) for name, printable in printables.items()}
    return render_template(
        "print/index.html",
        form=form,
        titles=titles,
        most_pages=MOST_PAGES,
        sides=draw_sides(order),
    )


@printing.get("/preview")
def look() -> ResponseReturnValue:
    """Draw the page, for the live update."""
    return render_template("print/_preview.html", sides=draw_sides(make_order(validated(read_form()))))


def draw_sides(order: Order) -> list[Markup]:
    return [Markup(draw_preview(sheet, order)) for sheet in order.sheets]  # noqa: S704 - our own drawing of a checked sheet


@printing.get("/pad.pdf")
def pad() -> ResponseReturnValue:
    order = make_order(validated(read_form()))
    pdf = print_pdf(order, print_pad, order)
    name = "-".join(sheet.name for sheet in order.sheets)
    headers = {
        "Content-Disposition": f'inline; filename="{name}-{order.pages}.pdf"',
        "Cache-Control": f"public, max-age={DAY}",
        "Vary": "Cookie, Accept-Language",  # an address without a language means the asker's
    }
    return Response(pdf, mimetype="application/pdf", headers=headers)
