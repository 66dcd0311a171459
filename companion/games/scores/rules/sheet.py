"""A score sheet: its rows, how they are read from data, and its TOML file. docs/any-game.md describes the format.

The same data come from a TOML file, from a link and from the editor of the page; all are untrusted. Reading reports
every problem at once, each with its key, and raises nothing but BadScoreSheet.
"""

import json
import re
import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Any, ClassVar

from companion.games.scores.rules.formula import Formula, FormulaError, parse_formula
from companion.rules.messages import Coded, Detail, Message
from companion.rules.player_names import is_readable
from companion.rules.scoring import NOT_A_WHOLE_NUMBER, OUT_OF_LIMITS, ScoringInput

KIND = "scores"
LARGEST_FILE = 64 * 1024  # bytes; our examples have about 2 kB
LONGEST_LINE = 2000  # the time tomllib needs is quadratic in the dots of one key
MOST_PLAYERS = 12
MOST_ROWS = 60
MOST_VALUES = 40  # of a table
MOST_ROUNDS = 50
LONGEST_ID = 32
LONGEST_TITLE = 60
LONGEST_NOTE = 160
LARGEST_VALUE = 100_000  # of a count, a table or a place
LARGEST_ENTRY = 10**9
NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,31}", re.ASCII)
ID = re.compile(r"[a-z][a-z0-9_]{0,31}", re.ASCII)
LANGUAGE = re.compile(r"[a-z]{2,3}", re.ASCII)
RESERVED = {"name", "min", "max", "if"}  # the field with a player's name, and the words of formulas
HIGHEST, LOWEST = "highest", "lowest"
SHARE, FULL, LOWER = "share", "full", "lower"

UNREADABLE = Message("unreadable", "This is not a text file in UTF-8.")
TOO_LARGE = Message("file-too-large", "The file is larger than %(most)s kB.")
LINE_TOO_LONG = Message("line-too-long", "This line is longer than %(most)s characters.")
NOT_TOML = Message("not-toml", "This is not TOML: %(why)s.")
NO_SHEET = Message("no-sheet", "This is not a score sheet.")
MISSING = Message("key-missing", "This is missing.")
UNKNOWN = Message("key-unknown", "There is no such key.")
UNKNOWN_LIKE = Message("key-unknown-like", "There is no such key; did you mean “%(close)s”?")
NOT_ONE_OF = Message("not-one-of", "This must be one of: %(options)s.")
NOT_A_NUMBER = Message("not-a-number", "This must be a whole number from %(low)s to %(high)s.")
NOT_NUMBERS = Message("not-numbers", "This must be a list of 1 to %(most)s whole numbers.")
NOT_YES_OR_NO = Message("not-yes-or-no", "This must be true or false.")
NOT_A_NAME = Message("not-a-name", "A name has 1 to 32 small letters, digits and hyphens: a-z, 0-9, -.")
NOT_AN_ID = Message("not-an-id", "An id begins with a letter and has up to 32 small letters, digits and _.")
RESERVED_ID = Message("reserved-id", "“%(id)s” has another meaning; choose a different id.")
ID_TAKEN = Message("id-taken", "Another row has this id already.")
NOT_A_TITLE = Message("not-a-title", "This must be a text of 1 to %(most)s characters, or one for each language.")
NOT_PLAYERS = Message("not-players", "This must be the least and the greatest number of players, from 1 to %(most)s.")
NOT_ROWS = Message("not-rows", "A sheet has 1 to %(most)s rows.")
NOT_A_ROW = Message("not-a-row", "A row is a table with id and kind.")
NOTHING_TO_ENTER = Message("nothing-to-enter", "The sheet needs at least one row to fill in.")
NOT_A_LIST_OF_IDS = Message("not-ids", "This must be a list of ids of rows.")
NO_SUCH_ROW = Message("no-such-row", "There is no row “%(row)s”.")
TWICE = Message("named-twice", "“%(row)s” is named twice.")
WRONG_FORMULA = Message("wrong-formula", "Row “%(row)s”:")
LATER_ROW = Message("later-row", "Row “%(row)s”: “%(other)s” is not above this row; a formula uses only earlier rows.")
UNKNOWN_ROW = Message("unknown-row", "Row “%(row)s”: there is no row “%(other)s”.")
TOO_MANY_ROUNDS = Message("too-many-rounds", "At most %(high)s rounds fit on a sheet.")
NOT_A_FORMULA = Message("not-a-formula", "Row “%(row)s”: the formula must be a text.")

Text = Mapping[str, str]  # by language; "" if the text is the same in all


@dataclass(frozen=True, init=False)
class SheetProblem(Coded):
    """What is wrong at a key of the sheet: `row[2].each`; "line 7" if the file is not TOML, "" is the whole sheet.

    `inner` is the problem of a formula, a sentence of its own.
    """

    code: Message
    key: str
    inner: Coded | None

    def __init__(self, key: str, code: Message, inner: Coded | None = None, **details: Detail) -> None:
        super().__init__(code, **details)
        object.__setattr__(self, "key", key)
        object.__setattr__(self, "inner", inner)


class BadScoreSheet(ValueError):
    """The sheet cannot be used; `problems` lists everything that is wrong."""

    def __init__(self, problems: Sequence[SheetProblem]) -> None:
        super().__init__("; ".join(f"{problem.key}: {problem}" for problem in problems))
        self.problems = tuple(problems)


# Rows


@dataclass(frozen=True)
class ScoreRow:
    """A row of the sheet. A kind of row is one subclass: its keys, what a player enters, and the points."""

    id: str
    title: Text
    note: Text
    counts: bool  # False: the row only breaks ties or serves formulas

    kind: ClassVar[str]
    filled_in: ClassVar[bool] = True  # people enter something

    @classmethod
    def read_keys(cls, keys: "Keys") -> Mapping[str, Any]:
        """Read the keys that only this kind has."""
        return {}

    def own_data(self) -> Mapping[str, Any]:
        """Return the keys that only this kind has."""
        return {}

    def read_entry(self, player: ScoringInput) -> Any:
        """Read what a player entered; what is missing counts 0."""
        return player.read_number(self.id, 0, LARGEST_VALUE, default=0)

    def points(self, entries: Sequence[Any], earlier: Sequence[Mapping[str, int]]) -> list[int | Coded]:
        """Return every player's points, or the problem of the formula.

        `entries` are all players' entries of this row, `earlier` their points in the rows above."""
        raise NotImplementedError


@dataclass(frozen=True)
class NumberRow(ScoreRow):
    """Points as they are, also negative."""

    kind = "number"

    def read_entry(self, player: ScoringInput) -> int:
        return player.read_number(self.id, -LARGEST_ENTRY, LARGEST_ENTRY, default=0)

    def points(self, entries: Sequence[int], earlier: Sequence[Mapping[str, int]]) -> list[int | Coded]:
        return [*entries]


@dataclass(frozen=True)
class CountRow(ScoreRow):
    """So many things, each worth the same."""

    each: int

    kind = "count"

    @classmethod
    def read_keys(cls, keys: "Keys") -> Mapping[str, Any]:
        return {"each": keys.read_number("each")}

    def own_data(self) -> Mapping[str, Any]:
        return {"each": self.each}

    def points(self, entries: Sequence[int], earlier: Sequence[Mapping[str, int]]) -> list[int | Coded]:
        return [entry * self.each for entry in entries]


@dataclass(frozen=True)
class TableRow(ScoreRow):
    """So many things, with points from a table: values[0] for one; more than the table has count as its last."""

    values: tuple[int, ...]

    kind = "table"

    @classmethod
    def read_keys(cls, keys: "Keys") -> Mapping[str, Any]:
        return {"values": keys.read_numbers("values", MOST_VALUES)}

    def own_data(self) -> Mapping[str, Any]:
        return {"values": [*self.values]}

    def points(self, entries: Sequence[int], earlier: Sequence[Mapping[str, int]]) -> list[int | Coded]:
        return [self.values[min(entry, len(self.values)) - 1] if entry else 0 for entry in entries]


@dataclass(frozen=True)
class MajorityRow(ScoreRow):
    """The players are compared: who has most takes the first place, if it is more than nothing."""

    places: tuple[int, ...]
    tie: str

    kind = "majority"

    @classmethod
    def read_keys(cls, keys: "Keys") -> Mapping[str, Any]:
        return {
            "places": keys.read_numbers("places", MOST_PLAYERS),
            "tie": keys.read_choice("tie", (SHARE, FULL, LOWER), default=SHARE),
        }

    def own_data(self) -> Mapping[str, Any]:
        return {"places": [*self.places], "tie": self.tie}

    def points(self, entries: Sequence[int], earlier: Sequence[Mapping[str, int]]) -> list[int | Coded]:
        return [self.find_place(entry, entries) if entry > 0 else 0 for entry in entries]

    def find_place(self, entry: int, entries: Sequence[int]) -> int:
        """Return the points for an entry. Tied players take as many places as they are, so nobody takes the others."""
        first, tied = sum(other > entry for other in entries), entries.count(entry)
        places = [*self.places, *[0] * (first + tied + 1)]
        if tied > 1 and self.tie == SHARE:
            return sum(places[first : first + tied]) // tied
        return places[first + 1] if tied > 1 and self.tie == LOWER else places[first]


@dataclass(frozen=True)
class YesRow(ScoreRow):
    """Yes or no, with points for yes."""

    yes: int

    kind = "yes"

    @classmethod
    def read_keys(cls, keys: "Keys") -> Mapping[str, Any]:
        return {"yes": keys.read_number("points")}

    def own_data(self) -> Mapping[str, Any]:
        return {"points": self.yes}

    def read_entry(self, player: ScoringInput) -> bool:
        return player.read_boolean(self.id)

    def points(self, entries: Sequence[bool], earlier: Sequence[Mapping[str, int]]) -> list[int | Coded]:
        return [self.yes if entry else 0 for entry in entries]


@dataclass(frozen=True)
class RoundsRow(ScoreRow):
    """Points of as many rounds as are played."""

    kind = "rounds"

    def read_entry(self, player: ScoringInput) -> list[int]:
        rounds = player.read_list(self.id)
        if len(rounds) > MOST_ROUNDS:
            player.refuse(self.id, TOO_MANY_ROUNDS, high=MOST_ROUNDS)
        fitting = [number for number in rounds if isinstance(number, int) and not isinstance(number, bool)]
        if len(fitting) < len(rounds):
            player.refuse(self.id, NOT_A_WHOLE_NUMBER)
        elif any(abs(number) > LARGEST_ENTRY for number in fitting):
            player.refuse(self.id, OUT_OF_LIMITS, low=-LARGEST_ENTRY, high=LARGEST_ENTRY)
        return fitting[:MOST_ROUNDS]

    def points(self, entries: Sequence[Sequence[int]], earlier: Sequence[Mapping[str, int]]) -> list[int | Coded]:
        return [sum(rounds) for rounds in entries]


@dataclass(frozen=True)
class FormulaRow(ScoreRow):
    """Points computed from the rows above."""

    formula: Formula

    kind = "formula"
    filled_in = False

    @classmethod
    def read_keys(cls, keys: "Keys") -> Mapping[str, Any]:
        return {"formula": keys.read_formula("formula")}

    def own_data(self) -> Mapping[str, Any]:
        return {"formula": self.formula.text}

    def read_entry(self, player: ScoringInput) -> None:
        return None

    def points(self, entries: Sequence[None], earlier: Sequence[Mapping[str, int]]) -> list[int | Coded]:
        return [self.evaluate(points) for points in earlier]

    def evaluate(self, points: Mapping[str, int]) -> int | Coded:
        try:
            return self.formula.evaluate(points)
        except FormulaError as error:
            return error.problem


@dataclass(frozen=True)
class SectionRow(ScoreRow):
    """A heading. The rows below it, up to the next heading, have a subtotal, which formulas and ties can use."""

    kind = "section"
    filled_in = False

    def read_entry(self, player: ScoringInput) -> None:
        return None

    def points(self, entries: Sequence[None], earlier: Sequence[Mapping[str, int]]) -> list[int | Coded]:
        return [0] * len(earlier)


KINDS: Mapping[str, type[ScoreRow]] = {
    row.kind: row for row in (NumberRow, CountRow, TableRow, MajorityRow, YesRow, RoundsRow, FormulaRow, SectionRow)
}


@dataclass(frozen=True)
class ScoreSheet:
    name: str
    title: Text
    players: range
    best: str  # HIGHEST or LOWEST
    tiebreak: tuple[str, ...]  # ids of rows
    rows: tuple[ScoreRow, ...]

    def find_row(self, id: str) -> ScoreRow:
        return next(row for row in self.rows if row.id == id)

    def renamed(self, name: str) -> "ScoreSheet":
        return replace(self, name=name)

    def in_language(self, language: str) -> "ScoreSheet":
        """Return the sheet with its texts in one language only."""

        def choose(text: Text) -> Text:
            return {"": choose_text(text, language)} if text else {}

        rows = tuple(replace(row, title=choose(row.title), note=choose(row.note)) for row in self.rows)
        return replace(self, title=choose(self.title), rows=rows)

    def as_data(self) -> dict[str, Any]:
        """Return the sheet as data: what its file has, without keys at their default."""
        return {
            "kind": KIND,
            "name": self.name,
            "title": write_text(self.title),
            "players": [self.players[0], self.players[-1]],
            "best": self.best,
            **({"tiebreak": [*self.tiebreak]} if self.tiebreak else {}),
            "row": [
                {
                    "id": row.id,
                    "kind": row.kind,
                    **({"title": write_text(row.title)} if row.title else {}),
                    **({"note": write_text(row.note)} if row.note else {}),
                    **row.own_data(),
                    **({} if row.counts else {"counts": False}),
                }
                for row in self.rows
            ],
        }

    def as_toml(self) -> str:
        """Return the sheet as the text of its file."""
        data = self.as_data()
        lines = [f"{key} = {write_value(value)}" for key, value in data.items() if key != "row"]
        for row in data["row"]:
            lines += ["", "[[row]]", *(f"{key} = {write_value(value)}" for key, value in row.items())]
        return "\n".join(lines) + "\n"


def choose_text(text: Text, language: str) -> str:
    """Return a text in a language, or else in English, or else in any; "" if there is none."""
    return text.get(language) or text.get("") or text.get("en") or next(iter(text.values()), "")


def name_row(row: ScoreRow, language: str) -> str:
    """Return the title of a row; without one, its id as words."""
    return choose_text(row.title, language) or row.id.replace("_", " ").capitalize()


def write_text(text: Text) -> str | dict[str, str]:
    return text[""] if "" in text else dict(text)


def write_value(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {write_value(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(write_value, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


# Reading


def parse_file(raw: bytes) -> ScoreSheet:
    """Read a sheet from the bytes of a TOML file. Raises BadScoreSheet with every problem."""
    if len(raw) > LARGEST_FILE:
        raise BadScoreSheet([SheetProblem("file", TOO_LARGE, most=LARGEST_FILE // 1024)])
    try:
        text = raw.decode("utf-8-sig")  # some editors write a byte order mark
    except UnicodeDecodeError as error:
        raise BadScoreSheet([SheetProblem("file", UNREADABLE)]) from error
    for number, line in enumerate(text.split("\n"), start=1):
        if len(line) > LONGEST_LINE:
            raise BadScoreSheet([SheetProblem(f"line {number}", LINE_TOO_LONG, most=LONGEST_LINE)])
    try:
        return read_sheet(tomllib.loads(text))
    except RecursionError as error:
        raise BadScoreSheet([SheetProblem("file", NO_SHEET)]) from error
    except ValueError as error:  # TOMLDecodeError, or a number with too many digits
        if isinstance(error, BadScoreSheet):
            raise
        why, _, where = str(error).partition(" (at ")
        place = re.match(r"line \d+", where)
        key = place[0] if place else "file"
        raise BadScoreSheet([SheetProblem(key, NOT_TOML, why=repr(why)[1:-1][:120])]) from error


def read_sheet(data: object) -> ScoreSheet:
    """Read a sheet from data. Raises BadScoreSheet with every problem."""
    problems: list[SheetProblem] = []
    if not isinstance(data, dict):
        raise BadScoreSheet([SheetProblem("", NO_SHEET)])
    keys = Keys(data, "", problems)
    keys.read_choice("kind", (KIND,))
    name = keys.read_matching("name", NAME, NOT_A_NAME)
    title = keys.read_text("title", LONGEST_TITLE, required=True)
    players = keys.read_players()
    best = keys.read_choice("best", (HIGHEST, LOWEST), default=HIGHEST)
    rows = [*read_rows(keys)]
    ids = [id for id, _ in rows]
    tiebreak = keys.read_ids("tiebreak", [id for id in ids if id])
    keys.finish()
    found = tuple(row for _, row in rows if row is not None)
    if len(found) == len(rows) and rows and not any(row.filled_in for row in found):
        problems.append(SheetProblem("row", NOTHING_TO_ENTER))
    if problems:
        raise BadScoreSheet(problems)
    return ScoreSheet(name, title, players, best, tiebreak, found)


def read_rows(sheet: "Keys") -> Iterator[tuple[str, ScoreRow | None]]:
    """Yield the id of every row, and the row itself if nothing is wrong with it."""
    items = sheet.take("row")
    if not isinstance(items, list) or not 1 <= len(items) <= MOST_ROWS:
        sheet.refuse("row", NOT_ROWS, most=MOST_ROWS)
        return
    named = [item.get("id") if isinstance(item, dict) else None for item in items]
    ids = [id if isinstance(id, str) else "" for id in named]
    for index, item in enumerate(items):
        key = f"row[{index}]"
        if not isinstance(item, dict):
            sheet.refuse(key, NOT_A_ROW)
            yield "", None
            continue
        before = len(sheet.problems)
        row = Keys(item, key, sheet.problems, ids[:index], ids[index:])
        id = row.read_matching("id", ID, NOT_AN_ID)
        if id in RESERVED:
            row.refuse("id", RESERVED_ID, id=id)
        elif id and id in ids[:index]:
            row.refuse("id", ID_TAKEN)
        title = row.read_text("title", LONGEST_TITLE)
        note = row.read_text("note", LONGEST_NOTE)
        counts = row.read_boolean("counts", default=True)
        kind = KINDS.get(row.read_choice("kind", tuple(KINDS)))
        if kind is None:  # without a kind nobody knows the other keys
            yield id, None
            continue
        own = kind.read_keys(row)
        row.finish()
        fits = len(sheet.problems) == before
        yield id, kind(id=id, title=title, note=note, counts=counts, **own) if fits else None


class Keys:
    """The keys of one table. Reading a key always returns a usable value and records what was wrong."""

    def __init__(
        self,
        values: Mapping[str, object],
        path: str,
        problems: list[SheetProblem],
        earlier: Sequence[str] = (),
        later: Sequence[str] = (),
    ) -> None:
        self.values = values
        self.path = path
        self.problems = problems
        self.earlier = earlier  # ids of the rows above
        self.later = later  # ids of this row and those below
        self.known: set[str] = set()

    def refuse(self, key: str, code: Message, inner: Coded | None = None, **details: Detail) -> None:
        self.problems.append(SheetProblem(f"{self.path}.{key}" if self.path else key, code, inner, **details))

    def take(self, key: str) -> object:
        """Return the value of a key; None if it is missing. TOML has no null, and in JSON null means missing."""
        self.known.add(key)
        return self.values.get(key)

    def read_matching(self, key: str, pattern: re.Pattern[str], expected: Message) -> str:
        value = self.take(key)
        if value is None:
            self.refuse(key, MISSING)
        elif isinstance(value, str) and pattern.fullmatch(value):
            return value
        else:
            self.refuse(key, expected)
        return ""

    def read_choice(self, key: str, options: Collection[str], default: str = "") -> str:
        value = self.take(key)
        if value is None and default:
            return default
        if value is None:
            self.refuse(key, MISSING)
        elif isinstance(value, str) and value in options:
            return value
        else:
            self.refuse(key, NOT_ONE_OF, options=", ".join(options))
        return default

    def read_number(self, key: str) -> int:
        value = self.take(key)
        if value is None:
            self.refuse(key, MISSING)
        elif is_number(value, LARGEST_VALUE):
            assert isinstance(value, int)
            return value
        else:
            self.refuse(key, NOT_A_NUMBER, low=-LARGEST_VALUE, high=LARGEST_VALUE)
        return 0

    def read_numbers(self, key: str, most: int) -> tuple[int, ...]:
        value = self.take(key)
        if value is None:
            self.refuse(key, MISSING)
        elif not isinstance(value, list) or not 1 <= len(value) <= most:
            self.refuse(key, NOT_NUMBERS, most=most)
        else:
            wrong = [index for index, number in enumerate(value) if not is_number(number, LARGEST_VALUE)]
            for index in wrong:
                self.refuse(f"{key}[{index}]", NOT_A_NUMBER, low=-LARGEST_VALUE, high=LARGEST_VALUE)
            if not wrong:
                return tuple(value)
        return ()

    def read_boolean(self, key: str, default: bool) -> bool:
        value = self.take(key)
        if value is not None and not isinstance(value, bool):
            self.refuse(key, NOT_YES_OR_NO)
        return value if isinstance(value, bool) else default

    def read_text(self, key: str, most: int, required: bool = False) -> Text:
        value = self.take(key)
        if value is None:
            if required:
                self.refuse(key, MISSING)
            return {}
        texts: dict[str, Any] = value if isinstance(value, dict) else {"": value}
        for language, text in texts.items():
            fits = isinstance(text, str) and len(text) <= most and is_readable(text)
            if not fits or (language and not LANGUAGE.fullmatch(language)):
                self.refuse(f"{key}.{shorten(language)}" if language else key, NOT_A_TITLE, most=most)
        if not texts:
            self.refuse(key, NOT_A_TITLE, most=most)
        return texts

    def read_players(self) -> range:
        value = self.take("players")
        match value:
            case None:
                self.refuse("players", MISSING)
            case [int(least), int(most)] if (
                is_number(least, MOST_PLAYERS) and is_number(most, MOST_PLAYERS) and 1 <= least <= most
            ):
                return range(least, most + 1)
            case _:
                self.refuse("players", NOT_PLAYERS, most=MOST_PLAYERS)
        return range(0)

    def read_ids(self, key: str, ids: Collection[str]) -> tuple[str, ...]:
        value = self.take(key)
        if value is None:
            return ()
        if not isinstance(value, list) or not all(isinstance(id, str) for id in value) or len(value) > MOST_ROWS:
            self.refuse(key, NOT_A_LIST_OF_IDS)
            return ()
        for index, id in enumerate(value):
            if id not in ids:
                self.refuse(f"{key}[{index}]", NO_SUCH_ROW, row=shorten(id))
            elif id in value[:index]:
                self.refuse(f"{key}[{index}]", TWICE, row=id)
        return tuple(value)

    def read_formula(self, key: str) -> Formula | None:
        """Read a formula that uses only the rows above."""
        text, row = self.take(key), shorten(self.later[0])
        if text is None:
            self.refuse(key, MISSING)
        elif not isinstance(text, str):
            self.refuse(key, NOT_A_FORMULA, row=row)
        else:
            try:
                formula = parse_formula(text)
            except FormulaError as error:
                self.refuse(key, WRONG_FORMULA, error.problem, row=row)
                return None
            for other in dict.fromkeys(formula.rows()):
                if other not in self.earlier:
                    self.refuse(key, LATER_ROW if other in self.later else UNKNOWN_ROW, row=row, other=shorten(other))
            return formula
        return None

    def finish(self) -> None:
        """Record the keys that nobody read."""
        for key in self.values:
            if key not in self.known:
                close = get_close_matches(key[:60], sorted(self.known), n=1)
                if close:
                    self.refuse(shorten(key), UNKNOWN_LIKE, close=close[0])
                else:
                    self.refuse(shorten(key), UNKNOWN)


def is_number(value: object, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= most


def shorten(text: str) -> str:
    """Shorten a foreign text for a message, and replace what cannot be printed."""
    return "".join(letter if letter.isprintable() else "?" for letter in text[:40])
