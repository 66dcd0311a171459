"""Takes the place of `companion/web/inputs.py` on a phone, which has no pydantic.

Only our own pages send these entries, and the server checks each again when it gets it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from flask import request

from companion.games.table_game import BOT_LEVELS
from companion.tables.errors import BadInput


class InvalidField(BadInput):
    """An invalid field. Carries the first problem's sentence, and all problems by field."""

    def __init__(self, field: str, message: str, problems: Mapping[str, str] | None = None) -> None:
        super().__init__("invalid-field", field)
        self.message = message
        self.problems = problems or {}


@dataclass
class MoveInput:
    move: str
    version: int
    seat: str | None = None
    nonce: str | None = None


@dataclass
class UndoInput:
    version: int
    seat: str | None = None
    turn: bool = False


@dataclass
class LevelInput:
    level: str = BOT_LEVELS[1]


Model = TypeVar("Model", MoveInput, UndoInput, LevelInput)


def read_form(model: type[Model]) -> Model:
    """Read the form in this request's body."""
    return validate(model, {name: request.form[name] for name in model.__annotations__ if request.form.get(name)})


def validate(model: type[Model], given: Mapping[str, Any]) -> Model:
    """Read fields from their texts. Raises BadInput."""
    try:
        fields: dict[str, Any] = {name: int(value) if name == "version" else value for name, value in given.items()}
        return model(**fields)
    except (TypeError, ValueError):
        raise BadInput("bad-request") from None
