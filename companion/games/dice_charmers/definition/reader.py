"""Read TOML tables and note every problem instead of stopping at the first.

A `Form` describes and reads one value. A `Table` reads values by key; if one is missing or invalid, it notes a problem
and returns a placeholder, so that reading continues and finds the other problems too.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from types import TracebackType
from typing import Generic, TypeVar

from companion.phrase import Phrase

Value = TypeVar("Value")


@dataclass(frozen=True)
class Problem:
    file: str
    key: str  # "province.rows[2]", counted from 0 as in TOML tools; "line 7" if the file is not TOML
    message: str  # what is wrong and what is expected; a Phrase, to be translated

    def __str__(self) -> str:
        return f"{self.file}: {self.key}: {self.message}"


class SheetProblems(Exception):
    """All problems of one sheet."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


class InvalidValue(Exception):
    """A value does not match its form; `expected` describes valid values."""

    def __init__(self, expected: str) -> None:
        super().__init__(expected)
        self.expected = expected


@dataclass(frozen=True)
class Form(Generic[Value]):
    expected: str  # completes "expected ..."
    read: Callable[[object], Value]


class Notes:
    """The problems of one file so far, and every key that was read."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.problems: list[Problem] = []
        self.keys: set[str] = set()

    def add(self, key: str, message: str) -> None:
        self.problems.append(Problem(self.file, key, message))


class Table:
    """One table of the file. As a context manager it notes unknown keys as problems."""

    def __init__(self, notes: Notes, path: str, content: dict[str, object] | None) -> None:
        self.notes = notes
        self.path = path
        self._content = content  # None: already noted as missing, so missing keys are not noted
        self._known: set[str] = set()

    def __enter__(self) -> "Table":
        return self

    def __exit__(self, error: type[BaseException] | None, *_: BaseException | TracebackType | None) -> None:
        if error is None and self._content is not None:
            missing = self._known - set(self._content)
            known = ", ".join(sorted(self._known))
            for key in self._content:
                if key not in self._known:
                    unknown = add_suggestion(Phrase("unknown key"), key, missing)
                    wrong = Phrase("%(unknown)s; known here: %(known)s", unknown=unknown, known=known)
                    self.add_problem(quote_key(key), wrong)

    def add_problem(self, key: str, message: str) -> None:
        """Note a problem with a key of this table, or with something below it: "rows[2]"."""
        self.notes.add(f"{self.path}.{key}" if self.path else key, message)

    def get(self, key: str, form: Form[Value], stand_in: Value) -> Value:
        """Read the value of a required key; return `stand_in` if it is missing or invalid."""
        if not self._has(key, form.expected):
            return stand_in
        fit = self._read(self._at(key), form, self._value(key))
        return stand_in if fit is None else fit

    def get_optional(self, key: str, form: Form[Value], default: Value) -> Value:
        """Read the value of an optional key; return `default` if it is missing or invalid."""
        if not self.contains(key):
            self._register(key)
            return default
        return self.get(key, form, default)

    def get_list(self, key: str, form: Form[Value], *, least: int = 1, most: int) -> tuple[Value, ...]:
        """Read a required list; return an empty tuple if any of its values is invalid."""
        count = Phrase("%(least)d to %(most)d", least=least, most=most) if most > least else str(least)
        expected = Phrase("a list of %(count)s, each %(form)s", count=count, form=form.expected)
        if not self._has(key, expected):
            return ()
        values = self._value(key)
        if not isinstance(values, list):
            self.add_problem(
                key,
                Phrase("%(shown)s is not a list; expected %(expected)s", shown=format_value(values), expected=expected),
            )
            return ()
        before = len(self.notes.problems)
        if not least <= len(values) <= most:
            wrong = Phrase("has %(count)d entries; expected %(expected)s", count=len(values), expected=expected)
            self.add_problem(key, wrong)
            values = values[:most]
        fits = [self._read(f"{self._at(key)}[{i}]", form, value) for i, value in enumerate(values)]
        if len(self.notes.problems) > before:
            return ()
        return tuple(fit for fit in fits if fit is not None)

    def get_table(self, key: str, expected: str = "") -> "Table":
        """Open a required table below this one."""
        expected = expected or Phrase("a table [%(key)s]", key=self._at(key))
        value = self._value(key) if self._has(key, expected) else None
        if value is not None and not isinstance(value, dict):
            self.add_problem(
                key,
                Phrase("%(shown)s is not a table; expected %(expected)s", shown=format_value(value), expected=expected),
            )
            value = None
        return Table(self.notes, self._at(key), value)

    def read_table(self, key: str, read: Callable[["Table"], Value]) -> Value:
        """Read a required table below this one, and note its unknown keys."""
        with self.get_table(key) as table:
            return read(table)

    def read_entries(self, key_form: Form[str], form: Form[Value]) -> Iterator[tuple[str, Value]]:
        """Read every valid entry of a table whose keys the author of the sheet chooses."""
        self.notes.keys.add(f"{self.path}.*")
        for key, value in (self._content or {}).items():
            self._known.add(key)
            name = self._read(self._at(key), key_form, key)
            fit = self._read(self._at(key), form, value)
            if name is not None and fit is not None:
                yield name, fit

    def contains(self, key: str) -> bool:
        """Check whether the key exists; always true for a missing table, which has already been noted."""
        return self._content is None or key in self._content

    def _has(self, key: str, expected: str) -> bool:
        self._register(key)
        if self._content is not None and key not in self._content:
            self.add_problem(key, Phrase("missing; expected %(expected)s", expected=expected))
        return self._content is not None and key in self._content

    def _register(self, key: str) -> None:
        """Remember that this key is allowed."""
        self._known.add(key)
        self.notes.keys.add(self._at(key))

    def _value(self, key: str) -> object:
        assert self._content is not None
        return self._content[key]

    def _read(self, at: str, form: Form[Value], value: object) -> Value | None:
        try:
            return form.read(value)
        except InvalidValue as unfit:
            wrong = Phrase(
                "%(shown)s does not fit; expected %(expected)s", shown=format_value(value), expected=unfit.expected
            )
            self.notes.add(at, wrong)
            return None

    def _at(self, key: str) -> str:
        return f"{self.path}.{quote_key(key)}" if self.path else quote_key(key)


def quote_key(key: str) -> str:
    """Format a key for a path: bare if TOML allows it, and short."""
    return key if re.fullmatch(r"[A-Za-z0-9_-]{1,40}", key) else format_value(key)


def format_value(value: object) -> str:
    """Format a value of the file for a message: short and on one line."""
    if isinstance(value, dict):
        return Phrase("a table")
    if isinstance(value, list):
        return Phrase("a list of %(count)d", count=len(value))
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > 10**12:
        return Phrase("a huge number")  # formatting it could be slow or fail
    if isinstance(value, str):
        quote = '"' if len(value) <= 48 else '..."'
        return '"' + repr(value[:48])[1:-1] + quote
    return str(value).lower() if isinstance(value, bool) else str(value)


def add_suggestion(text: str, word: str, known: Collection[str]) -> str:
    """Add the known word that is most similar to `word`, if any, to a text."""
    close = get_close_matches(word[:60], sorted(known), n=1)
    return Phrase('%(text)s, did you mean "%(close)s"?', text=text, close=close[0]) if close else text
