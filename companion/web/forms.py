"""HTML forms. A game's scoring form is in its package (scoring.py).

Input that can also be sent as JSON is checked by the models in inputs.py.
"""

from collections.abc import Collection
from typing import TypeVar

from flask import request
from wtforms import IntegerField, SelectField
from wtforms.validators import NumberRange

from companion.forms import CompanionForm
from companion.i18n import LANGUAGES, current_language
from companion.render.geometry import PAPERS
from companion.render.pad import MOST_PAGES
from companion.render.palette import INKS
from companion.web.inputs import InvalidField

SomeForm = TypeVar("SomeForm", bound=CompanionForm)


def fill_from_request(form_class: type[SomeForm]) -> SomeForm:
    """Create a form filled in from the body of this request."""
    return form_class(request.form)


def print_form(sheets: Collection[str]) -> type[CompanionForm]:
    """Build the print form; it has the options of `companion print`."""

    class PrintForm(CompanionForm):
        sheet = SelectField(choices=list(sheets), default=next(iter(sheets)))
        back = SelectField(choices=["", *sheets], default="")
        pages = IntegerField(default=1, validators=[NumberRange(1, MOST_PAGES)])
        paper = SelectField(choices=list(PAPERS), default="a4")
        up = SelectField(choices=["1", "2"], default="1")
        lang = SelectField(choices=list(LANGUAGES), default=current_language)
        ink = SelectField(choices=list(INKS), default="full")

    return PrintForm


def validate(form: SomeForm) -> SomeForm:
    """Return the form itself. Raises InvalidField for the first problem."""
    if not form.validate():
        name, problems = next(iter(form.errors.items()))
        raise InvalidField(name, f"{name}: {problems[0]}")
    return form
