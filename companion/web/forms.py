"""The forms. One form validates the page, the JSON and, where there is one, the command."""

import unicodedata
from collections.abc import Collection, Mapping
from functools import lru_cache
from threading import Lock
from typing import Any, TypeVar

from flask import request
from werkzeug.datastructures import MultiDict
from wtforms import Form, IntegerField, SelectField, StringField
from wtforms.validators import AnyOf, InputRequired, Length, NumberRange, Optional, StopValidation

from companion.forms import CompanionForm
from companion.games.fair_dice import NONCE_LENGTH
from companion.games.table_game import TableGame
from companion.i18n import LANGUAGES, gettext, language
from companion.render.pad import MOST_PAGES
from companion.render.palette import INKS
from companion.render.paper import PAPERS
from companion.tables.errors import BadInput
from companion.tables.public_log import writable
from companion.tables.table import COLOURS, KINDS

Filled = TypeVar("Filled", bound=CompanionForm)

NAME_LENGTH = 24
MOVE_LENGTH = 200

# Characters that turn the direction of the text around them: a name must not rearrange the page.
DIRECTION_MARKS = {chr(code) for code in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))}


class InvalidField(BadInput):
    """A form's first problem, already worded in the asker's language."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__("invalid-field", field)
        self.message = message


def submitted(form_class: type[Filled]) -> Filled:
    """Fill a form in with the body of this request."""
    return form_class(request.form)


def tidy_name(value: str | None) -> str | None:
    return None if value is None else " ".join(unicodedata.normalize("NFC", value).split())


def printable(form: Form, field: StringField) -> None:
    name = field.data or ""
    if any(unicodedata.category(letter) in ("Cc", "Cs", "Zl", "Zp") or letter in DIRECTION_MARKS for letter in name):
        raise StopValidation(gettext("A name cannot contain invisible control characters."))


class JoinForm(CompanionForm):
    name = StringField(filters=[tidy_name], validators=[InputRequired(), printable, Length(min=1, max=NAME_LENGTH)])
    colour = SelectField(choices=list(COLOURS), validators=[Optional()])
    kind = SelectField(choices=list(KINDS), default="phone", validators=[Optional()])


class MoveForm(CompanionForm):
    move = StringField(validators=[InputRequired(), Length(max=MOVE_LENGTH)])
    version = IntegerField(validators=[InputRequired(), NumberRange(min=0)])
    seat = StringField(validators=[Optional(), AnyOf(COLOURS)])
    nonce = StringField(validators=[Optional(), Length(max=NONCE_LENGTH)])


class UndoForm(CompanionForm):
    version = IntegerField(validators=[InputRequired(), NumberRange(min=0)])
    seat = StringField(validators=[Optional(), AnyOf(COLOURS)])
    turn = SelectField(choices=["true"], validators=[Optional()])  # the whole turn


def print_form(sheets: Collection[str]) -> type[CompanionForm]:
    """What to print: the fields are those of `companion print`."""

    class PrintForm(CompanionForm):
        sheet = SelectField(choices=list(sheets), default=next(iter(sheets)))
        back = SelectField(choices=["", *sheets], default="")
        pages = IntegerField(default=1, validators=[NumberRange(1, MOST_PAGES)])
        paper = SelectField(choices=list(PAPERS), default="a4")
        up = SelectField(choices=["1", "2"], default="1")
        lang = SelectField(choices=list(LANGUAGES), default=language)
        ink = SelectField(choices=list(INKS), default="full")

    return PrintForm


def create_form(games: Mapping[str, TableGame], game: str | None) -> type[CompanionForm]:
    """A form for opening a table: the games there are, and the options of the one that is meant."""
    fields: dict[str, Any] = {"game": SelectField(choices=list(games), validators=[InputRequired()])}
    for option, choices in games[game].options.items() if game and game in games else ():
        fields[option] = SelectField(choices=list(choices), default=choices[0], validators=[Optional()])
    return type("CreateForm", (CompanionForm,), fields)


def chosen_options(given: Mapping[str, Any], game: TableGame) -> dict[str, str]:
    """What was chosen for the table; what was left open is the game's default."""
    return {option: given[option] or choices[0] for option, choices in game.options.items()}


def from_json(form_class: type[CompanionForm], body: Mapping[str, Any]) -> Mapping[str, Any]:
    """The valid values of a JSON object, one for each field. Raises InvalidField for the first thing that is wrong."""
    values: MultiDict[str, str] = MultiDict()
    for name, value in body.items():
        if value is None or value is False:
            continue
        if not isinstance(value, str | int) or not writable(str(value)):
            raise InvalidField(name, gettext("%(field)s must be a text or a whole number.", field=name))
        values[name] = "true" if value is True else str(value)
    form, left_open = put_together(form_class, language(), frozenset(body))  # type: ignore[arg-type] # can be looked up
    for name in body:
        if name not in form:
            raise InvalidField(str(name)[:40], gettext("There is no field %(field)s here.", field=str(name)[:40]))
    with one_at_a_time:
        form.process(values)
        return {**left_open, **validated(form).data}


@lru_cache(32)
def put_together(
    form_class: type[CompanionForm], spoken: str, given: frozenset[str]
) -> tuple[CompanionForm, Mapping[str, Any]]:
    """An empty form, to be filled in again and again: putting one together takes longer than all of its checks.
    Beside it the values of what may be left open and was: to check these takes as long as to check the others."""
    form = form_class()
    left_open = {field.name: field.data for field in form if field.flags.optional and field.name not in given}
    for name in left_open:
        del form[name]
    return form, left_open


one_at_a_time = Lock()


def validated(form: CompanionForm) -> CompanionForm:
    """The form itself, or InvalidField for the first thing that is wrong."""
    if not form.validate():
        name, problems = next(iter(form.errors.items()))
        raise InvalidField(name, f"{name}: {problems[0]}")
    return form


def filled(form: CompanionForm, name: str) -> str | None:
    """A field's value, or None when it was left empty."""
    return form[name].data or None
