"""Read the totals of a finished game from untrusted JSON.

Every problem is recorded with its field, and all problems are raised together, so that a form can show each one
next to its field.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum

from companion.rules import player_names
from companion.rules.coded import Coded, Detail

FEWEST_PLAYERS = 2
LONGEST_NAME = 40
LONGEST_FIELD = 40  # characters shown of an unknown field name


class Code(StrEnum):
    """What can be wrong with a field of any game."""

    MISSING = "missing"
    UNKNOWN = "unknown"  # the game has no such field
    NOT_AN_OBJECT = "not-an-object"
    NOT_A_LIST = "not-a-list"
    NOT_A_TEXT = "not-a-text"
    NOT_A_WHOLE_NUMBER = "not-a-whole-number"
    NOT_YES_OR_NO = "not-yes-or-no"
    NOT_ONE_OF = "not-one-of"  # options
    OUT_OF_LIMITS = "out-of-limits"  # low, high
    TOO_FEW_PLAYERS = "too-few-players"  # low
    TOO_MANY_PLAYERS = "too-many-players"  # high
    NAME_EMPTY = "name-empty"
    NAME_TOO_LONG = "name-too-long"  # high
    NAME_UNPRINTABLE = "name-unprintable"  # contains invisible characters
    NAME_TAKEN = "name-taken"  # two players have names that look the same


@dataclass(frozen=True, init=False)
class Problem(Coded):
    """A problem with one field: `Problem("players[1].money", Code.OUT_OF_LIMITS, low=0, high=120)`."""

    code: StrEnum
    field: str

    def __init__(self, field: str, code: StrEnum, **details: Detail) -> None:
        super().__init__(code, **details)
        object.__setattr__(self, "field", field)

    def __str__(self) -> str:
        return f"{self.field}: {super().__str__()}"


class BadScoring(ValueError):
    """The totals cannot be scored; `problems` lists everything that is wrong."""

    def __init__(self, problems: Collection[Problem]) -> None:
        super().__init__("; ".join(str(problem) for problem in problems))
        self.problems = tuple(problems)


class Form:
    """One object of the input. Reading a field always returns a usable value and records what was wrong."""

    def __init__(self, value: object, field: str = "", problems: list[Problem] | None = None) -> None:
        self.field = field
        self.problems = [] if problems is None else problems
        self._values = value if isinstance(value, Mapping) else {}
        self._readable = isinstance(value, Mapping)
        self._known: set[str] = set()
        self._parts: list[Form] = []
        if not self._readable:
            self.refuse("", Code.NOT_AN_OBJECT)

    def join_path(self, key: str) -> str:
        return ".".join(part for part in (self.field, key) if part)

    def refuse(self, key: str, code: StrEnum, **details: Detail) -> None:
        self.problems.append(Problem(self.join_path(key), code, **details))

    def read_number(self, key: str, low: int, high: int, default: int | None = None) -> int:
        value = self._read_value(key, required=default is None)
        if value is None:
            return low if default is None else default
        if not isinstance(value, int) or isinstance(value, bool):
            self.refuse(key, Code.NOT_A_WHOLE_NUMBER)
            return low
        if not low <= value <= high:
            self.refuse(key, Code.OUT_OF_LIMITS, low=low, high=high)
            return low
        return value

    def read_boolean(self, key: str) -> bool:
        """Read a boolean; False when the field is missing."""
        value = self._read_value(key, required=False)
        if value is not None and not isinstance(value, bool):
            self.refuse(key, Code.NOT_YES_OR_NO)
        return value is True

    def read_choice(self, key: str, options: Collection[str], required: bool = True) -> str | None:
        value = self._read_value(key, required)
        if value is None:
            return None
        if not isinstance(value, str):
            self.refuse(key, Code.NOT_A_TEXT)
        elif value not in options:
            self.refuse(key, Code.NOT_ONE_OF, options=", ".join(options))
        else:
            return value
        return None

    def read_name(self, key: str) -> str | None:
        """Read a player's name without surrounding spaces; None when it is not valid."""
        value = self._read_value(key, required=True)
        if value is None:
            return None
        if not isinstance(value, str):
            self.refuse(key, Code.NOT_A_TEXT)
            return None
        name = value.strip()
        if not name:
            self.refuse(key, Code.NAME_EMPTY)
        elif len(name) > LONGEST_NAME:
            self.refuse(key, Code.NAME_TOO_LONG, high=LONGEST_NAME)
        elif not player_names.is_readable(name):
            self.refuse(key, Code.NAME_UNPRINTABLE)
        else:
            return name
        return None

    def read_list(self, key: str, required: bool = False) -> list[object]:
        value = self._read_value(key, required)
        if value is None:
            return []
        if not isinstance(value, list | tuple):
            self.refuse(key, Code.NOT_A_LIST)
            return []
        return [*value]

    def open_part(self, key: str) -> "Form":
        """Open a nested object; an empty one when the field is missing."""
        value = self._read_value(key, required=False)
        return self._open({} if value is None else value, key)

    def open_parts(self, key: str, items: Collection[object]) -> list["Form"]:
        return [self._open(item, f"{key}[{position}]") for position, item in enumerate(items)]

    def read_players(self, most: int) -> list[tuple[str, "Form"]]:
        """Return every player's name and form; no two names may look the same."""
        items = self.read_list("players", required=True)
        if isinstance(self._values.get("players"), list | tuple) and len(items) < FEWEST_PLAYERS:
            self.refuse("players", Code.TOO_FEW_PLAYERS, low=FEWEST_PLAYERS)
        if len(items) > most:
            self.refuse("players", Code.TOO_MANY_PLAYERS, high=most)
        players: list[tuple[str, Form]] = []
        seen: set[str] = set()
        for form in self.open_parts("players", items[:most]):
            name = form.read_name("name")
            if name is not None:
                look = player_names.make_skeleton(name)
                if look in seen:
                    form.refuse("name", Code.NAME_TAKEN)
                seen.add(look)
            players.append((name or "", form))
        return players

    def finish(self) -> None:
        """Raise BadScoring with all problems, including unknown fields. Call it last, on the outermost form."""
        self._note_unknown()
        if self.problems:
            raise BadScoring(self.problems)

    def _read_value(self, key: str, required: bool) -> object:
        self._known.add(key)
        value: object = self._values.get(key)
        if value is None and required and self._readable:
            self.refuse(key, Code.MISSING)
        return value

    def _open(self, value: object, key: str) -> "Form":
        part = Form(value, self.join_path(key), self.problems)
        self._parts.append(part)
        return part

    def _note_unknown(self) -> None:
        for key in self._values:
            if key not in self._known:
                self.refuse(_shorten_name(key), Code.UNKNOWN)
        for part in self._parts:
            part._note_unknown()


def _shorten_name(key: object) -> str:
    """Shorten an unknown field's name and replace unprintable characters."""
    text = key if isinstance(key, str) else "?"
    return "".join(character if character.isprintable() else "?" for character in text[:LONGEST_FIELD])
