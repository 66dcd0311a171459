"""Pads to print: choose, look, take the PDF."""

from collections.abc import Mapping

from flask import Blueprint, Response, render_template, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from companion.forms import CompanionForm
from companion.i18n import language
from companion.render.pad import Order, print_pad
from companion.render.preview import preview
from companion.render.printable import Printable, name_of, title_of
from companion.render.score_pad import SCORE_PADS
from companion.web.companion import companion
from companion.web.forms import print_form, validated

printing = Blueprint("printing", __name__, url_prefix="/print")

DAY = 86400


def printables() -> Mapping[str, Printable]:
    return {**companion().sheets, **SCORE_PADS}


def asked() -> CompanionForm:
    """What the address asks for; what it leaves out is as on the empty form."""
    form_class = print_form(printables())
    return form_class(request.args)


def order(form: CompanionForm) -> Order:
    there = printables()
    names = [form["sheet"].data, *([form["back"].data] if form["back"].data else [])]
    return Order(
        sheets=tuple(there[name] for name in names),
        pages=form["pages"].data,
        paper=form["paper"].data,
        up=int(form["up"].data),
        language=form["lang"].data,
        ink=form["ink"].data,
    )


@printing.get("")
def index() -> ResponseReturnValue:
    form = asked()
    fits = form.validate() if request.args else True
    chosen = order(form if fits else print_form(printables())())
    titles = {name: title_of(printable, language()) for name, printable in printables().items()}
    return render_template("print/index.html", form=form, titles=titles, sides=sides(chosen))


@printing.get("/preview")
def look() -> ResponseReturnValue:
    """The drawing on the page, for the live update."""
    return render_template("print/_preview.html", sides=sides(order(validated(asked()))))


def sides(chosen: Order) -> list[Markup]:
    return [Markup(preview(sheet, chosen)) for sheet in chosen.sheets]  # noqa: S704 - our own drawing of a checked sheet


@printing.get("/pad.pdf")
def pad() -> ResponseReturnValue:
    chosen = order(validated(asked()))
    pdf = companion().press.printed(chosen, print_pad, chosen)
    name = "-".join(name_of(sheet) for sheet in chosen.sheets)
    headers = {
        "Content-Disposition": f'inline; filename="{name}-{chosen.pages}.pdf"',
        "Cache-Control": f"public, max-age={DAY}",
        "Vary": "Cookie, Accept-Language",  # an address without a language means the asker's
    }
    return Response(pdf, mimetype="application/pdf", headers=headers)
