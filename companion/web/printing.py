"""Pads to print: choose, look, take the PDF."""

from flask import Blueprint, Response, render_template, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from companion.render.pad import Order, print_pad
from companion.render.preview import preview
from companion.web.companion import companion
from companion.web.forms import CompanionForm, print_form, validated

printing = Blueprint("printing", __name__, url_prefix="/print")

DAY = 86400


def asked() -> CompanionForm:
    """What the address asks for; what it leaves out is as on the empty form."""
    form_class = print_form(companion().sheets)
    return form_class(request.args) if request.args else form_class(formdata=None)


def order(form: CompanionForm) -> Order:
    sheets = companion().sheets
    names = [form["sheet"].data, *([form["back"].data] if form["back"].data else [])]
    return Order(
        sheets=tuple(sheets[name] for name in names),
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
    chosen = order(form if fits else print_form(companion().sheets)(formdata=None))
    return render_template("print/index.html", form=form, sheets=companion().sheets, sides=sides(chosen))


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
    name = "-".join(sheet.sheet.name for sheet in chosen.sheets)
    headers = {
        "Content-Disposition": f'inline; filename="{name}-{chosen.pages}.pdf"',
        "Cache-Control": f"public, max-age={DAY}",
    }
    return Response(pdf, mimetype="application/pdf", headers=headers)
