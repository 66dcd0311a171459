"""The input of requests, as pydantic models.

Each model validates both JSON bodies and page forms, and describes itself in /api/openapi.json.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Any, Literal, TypeVar

from flask import request
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, create_model
from pydantic_core import ErrorDetails, PydanticCustomError

from companion.games.fair_dice import NONCE_LENGTH
from companion.games.table_game import BOT_LEVELS, SOLO, TableGame
from companion.i18n import N_, gettext
from companion.rules import player_names
from companion.rules.assistant import read_facts
from companion.rules.messages import Unreadable
from companion.tables.errors import BadInput
from companion.tables.table import COLOURS, MOST_EVENTS, RESERVED, SEAT_KINDS

SETUP_LENGTH = 1000  # all facts of a set-up
MOVE_LENGTH = SETUP_LENGTH  # an entry of facts is the longest
FIELD_LENGTH = 40  # of an unknown field's name in a message


class InvalidField(BadInput):
    """An invalid field. Carries the first problem's sentence, and all problems by field."""

    def __init__(self, field: str, message: str, problems: Mapping[str, str] | None = None) -> None:
        super().__init__("invalid-field", field)
        self.message = message
        self.problems = problems or {}


def tidy_name(name: object) -> object:
    return player_names.tidy(name) if isinstance(name, str) else name


def check_readable(name: str) -> str:
    if not player_names.is_readable(name):
        raise PydanticCustomError("unprintable", "invisible characters")
    return name


def refuse_boolean(value: object) -> object:
    """Reject `true`, which pydantic would read as 1. Raises PydanticCustomError."""
    if isinstance(value, bool):
        raise PydanticCustomError("int_type", "not a whole number")
    return value


Colour = Literal[COLOURS]  # type: ignore[valid-type]
Name = Annotated[
    str,
    Field(min_length=1, max_length=player_names.LONGEST),
    BeforeValidator(tidy_name),
    AfterValidator(check_readable),
]
Version = Annotated[
    int,
    Field(ge=0, description="The number of the newest event that the client has seen."),
    BeforeValidator(refuse_boolean),
]
Seat = Annotated[Colour | None, Field(description="The colour of the seat.")]


Level = Annotated[Literal[BOT_LEVELS], Field(description="How well a bot plays.")]  # type: ignore[valid-type]
DEFAULT_LEVEL = BOT_LEVELS[1]


def check_facts(text: str) -> str:
    try:
        read_facts(text)
    except Unreadable:
        raise PydanticCustomError("unreadable_facts", "not a set-up") from None
    return text


SetupFacts = Annotated[
    str | None,
    Field(max_length=SETUP_LENGTH, description="Facts of the set-up, as the set-up page of the game writes them."),
    AfterValidator(lambda text: text and check_facts(text)),
]


class Input(BaseModel):
    model_config = ConfigDict(extra="forbid", coerce_numbers_to_str=True)


class JoinInput(Input):
    name: Name
    colour: Seat = None
    kind: Literal[SEAT_KINDS] = "phone"  # type: ignore[valid-type]
    level: Level = DEFAULT_LEVEL


class MoveInput(Input):
    move: str = Field(min_length=1, max_length=MOVE_LENGTH)
    version: Version
    seat: Seat = None
    nonce: str | None = Field(None, max_length=NONCE_LENGTH, description="The client's contribution to the dice roll.")


class UndoInput(Input):
    version: Version
    seat: Seat = None
    turn: bool = Field(False, description="Undo the whole turn.")
    entry: int | None = Field(None, ge=1, le=MOST_EVENTS + RESERVED, description="Undo this entry of the journal.")


class LevelInput(Input):
    level: Level = DEFAULT_LEVEL


class BotsInput(LevelInput):
    count: int = Field(1, ge=1, le=len(COLOURS))


class AloneInput(Input):
    name: Name | None = None
    opponent: Literal[SOLO, *BOT_LEVELS] = SOLO  # type: ignore[valid-type]


Model = TypeVar("Model", bound=Input)


def make_opening_model(games: Mapping[str, TableGame], game: object, base: type[Input] = Input) -> type[Input]:
    """Build the model for opening a table: the known games, and the options of the requested one."""
    chosen = games.get(game) if isinstance(game, str) else None
    alone = base is AloneInput
    options = tuple(
        (name, tuple(option), option.default_alone if alone else option[0])
        for name, option in (chosen.options.items() if chosen else ())
    )
    usual = tuple(name for name, each in games.items() if not each.opening)
    return build_opening(usual, options, chosen is not None and chosen.assisted, base)


def make_alone_model(games: Mapping[str, TableGame], game: str) -> type[Input]:
    """Build the model for a game alone: like opening a table, with a name and an opponent."""
    return make_opening_model(games, game, AloneInput)


@lru_cache(32)
def build_opening(
    games: tuple[str, ...],
    options: tuple[tuple[str, tuple[str, ...], str], ...],
    has_setup: bool,
    base: type[Input] = Input,
) -> type[Input]:
    fields: dict[str, Any] = {"game": (Literal[games], ...)}
    fields |= {name: (Literal[choices], default) for name, choices, default in options}
    if has_setup:
        fields["setup"] = (SetupFacts, None)
    return create_model("OpenInput", __base__=base, **fields)


def read_json(model: type[Model], body: Mapping[str, Any]) -> Model:
    """Validate a JSON object. Null, false and "" count as omitted. Raises InvalidField or BadInput."""
    given = {name: value for name, value in body.items() if value is not None and value is not False and value != ""}
    return validate(model, given)


def read_form(model: type[Model]) -> Model:
    """Validate the form in this request's body. Empty fields count as omitted. Raises InvalidField."""
    return validate(model, {name: request.form[name] for name in model.model_fields if request.form.get(name)})


def validate(model: type[Model], given: Mapping[str, Any]) -> Model:
    try:
        return model.model_validate(given)
    except ValidationError as error:
        problems: dict[str, str] = {}
        for detail in error.errors(include_url=False, include_input=False):
            if not detail["loc"]:  # the name of a field contains a lone surrogate
                raise BadInput("bad-request") from None
            problems.setdefault(find_field(detail), describe(detail))
        field, sentence = next(iter(problems.items()))
        raise InvalidField(field, f"{field}: {sentence}", problems) from None


def find_field(problem: ErrorDetails) -> str:
    return str(problem["loc"][0])[:FIELD_LENGTH]


SENTENCES = {
    "missing": N_("This field is required."),
    "string_too_short": N_("This field is required."),
    "string_too_long": N_("This can have at most %(max_length)s characters."),
    "string_type": N_("This must be text."),
    "string_unicode": N_("This must be text."),
    "literal_error": N_("This must be one of: %(options)s."),
    "greater_than_equal": N_("This must be at least %(ge)s."),
    "bool_type": N_("This must be true or false."),
    "bool_parsing": N_("This must be true or false."),
    "unprintable": N_("A name cannot contain invisible characters or stacks of accents."),
    "unreadable_facts": N_("This is not a set-up."),
    "extra_forbidden": N_("There is no such field."),
}
NOT_A_NUMBER = N_("This must be a whole number.")  # all of pydantic's int_... errors


def describe(problem: ErrorDetails) -> str:
    """Describe a problem in the user's language."""
    details = {"field": find_field(problem), **problem.get("ctx", {})}
    if problem["type"] == "literal_error":
        details["options"] = ", ".join(re.findall(r"'([^']*)'", details["expected"]))
    return gettext(SENTENCES.get(problem["type"], NOT_A_NUMBER), **details)
