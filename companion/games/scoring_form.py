"""The scoring form of a page, and its conversion to the totals that the rules score.

Fields keep whatever was typed; only the rules validate it. So the page, the JSON API and the command reject the same
input with the same sentences.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from wtforms import BooleanField, Field, FieldList, Form, FormField, RadioField, StringField

from companion.forms import CompanionForm
from companion.rules.ranking import Result
from companion.rules.scoring_input import FEWEST_PLAYERS

WHOLE_NUMBER = re.compile(r"[+-]?[0-9]{1,9}")
STEP = re.compile(r"(\w[\w-]*)|\[(\d+)\]")
Entry = tuple[str, Field, object]  # path in the totals, field, value


class Count(StringField):
    """A number, entered with a stepper or the keyboard."""

    def __init__(self, high: int, low: int = 0, default: str = "", **more: Any) -> None:
        super().__init__(default=default, filters=[strip_text], **more)
        self.low, self.high = low, high

    def read_entries(self, path: str) -> Iterator[Entry]:
        typed = (self.data or "").replace("−", "-")
        if typed:
            yield path, self, int(typed) if WHOLE_NUMBER.fullmatch(typed) else typed


class Name(StringField):
    def __init__(self, **more: Any) -> None:
        super().__init__(default="", filters=[strip_text], **more)

    def read_entries(self, path: str) -> Iterator[Entry]:
        yield path, self, self.data or ""


class Yes(BooleanField):
    def read_entries(self, path: str) -> Iterator[Entry]:
        if self.data:
            yield path, self, True


class Tap(RadioField):
    """A choice of one value or none."""

    def __init__(self, choices: Iterable[str], **more: Any) -> None:
        super().__init__(choices=[*choices], default="", validate_choice=False, **more)

    def read_entries(self, path: str) -> Iterator[Entry]:
        if self.data:
            yield path, self, self.data


class Part(FormField):
    """A nested object of the totals."""

    def read_entries(self, path: str) -> Iterator[Entry]:
        for field in self.form:
            yield from field.read_entries(f"{path}.{field.short_name}")


def strip_text(typed: object) -> str:
    return "" if typed is None else str(typed).strip()


def make_part(fields: Mapping[str, Field]) -> type[Form]:
    """Build the form class of a nested object."""
    return type("PartForm", (Form,), dict(fields))


def make_counts(things: Iterable[str], high: int) -> type[Form]:
    return make_part({thing: Count(high) for thing in things})


def repeat(field: Field, times: int) -> FieldList:
    return FieldList(field, min_entries=times, max_entries=times)


class ScoringForm(CompanionForm):
    """The form of one game. Subclasses declare `players` and the fields shared by all players."""

    players: FieldList

    @classmethod
    def from_totals(cls, totals: Mapping[str, Any]) -> "ScoringForm":
        """Create a form filled in with valid totals."""
        return cls(data=totals)

    @classmethod
    def from_names(cls, names: Sequence[str]) -> "ScoringForm":
        form = cls()
        for player, name in zip(form.players, names, strict=False):
            player.form["name"].data = name
        return form

    @property
    def seated(self) -> list[FormField]:
        """The players in the game: the first two, and every other one with something filled in."""
        return [
            player
            for position, player in enumerate(self.players)
            if position < FEWEST_PLAYERS or any(_was_touched(field) for field in player.form)
        ]

    def read_totals(self) -> dict[str, Any]:
        totals: dict[str, Any] = {"players": [{} for _ in self.seated]}
        for path, _, value in self.read_entries():
            set_value(totals, path, value)
        return totals

    def read_entries(self) -> Iterator[Entry]:
        for position, player in enumerate(self.seated):
            for field in player.form:
                yield from field.read_entries(f"players[{position}].{field.short_name}")

    def ask(self, result: Result) -> str:
        """Return a question that has to be answered before the result is shown, or nothing."""
        return ""

    def place_problems(self, problems: Iterable[tuple[str, str]]) -> dict[str, str]:
        """Return the first problem of every field by field id; "" is the form as a whole."""
        places = {path: field.id for path, field, _ in self.read_entries()}
        for position, player in enumerate(self.seated):
            places |= {f"players[{position}].{field.short_name}": field.id for field in player.form}
        places |= {field.short_name: field.id for field in self if isinstance(field, FormField)}
        found: dict[str, str] = {}
        for path, sentence in problems:
            found.setdefault(places.get(path, ""), sentence)
        return found


def _was_touched(field: Field) -> bool:
    if isinstance(field, FormField):
        return any(_was_touched(inner) for inner in field.form)
    return (field.data or "") != (field.default or "")


def set_value(totals: dict[str, Any], path: str, value: object) -> None:
    """Set a value by path, such as `players[0].goods.wood`, creating missing objects and lists."""
    steps: list[str | int] = [name or int(position) for name, position in STEP.findall(path)]
    here: Any = totals
    for step, following in pairwise(steps):
        empty: Any = [] if isinstance(following, int) else {}
        if isinstance(step, int) and step == len(here):
            here.append(empty)
        here = here[step] if isinstance(step, int) else here.setdefault(step, empty)
    if isinstance(steps[-1], int):
        here.append(value)
    else:
        here[steps[-1]] = value
