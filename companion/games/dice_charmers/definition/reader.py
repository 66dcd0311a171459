"""Reads TOML tables and notes every problem instead of stopping at the first.

A `Form` says what one value must look like. A `Table` takes values by key; where one is missing or unfit it
notes a problem and hands out a harmless stand-in, so that reading goes on and finds the other problems too.
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
    key: str  # "province.rows[2]", counted from 0 as TOML tools do; "line 7" when the file is no TOML
    message: str  # what is wrong and what would be right; a Phrase, to be said in any language

    def __str__(self) -> str:
        return f"{self.file}: {self.key}: {self.message}"


class SheetProblems(Exception):
    """Everything that is wrong with one sheet, at once."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


class InvalidValue(Exception):
    """Raised by a form; `expected` says what would be right."""

    def __init__(self, expected: str) -> None:
        super().__init__(expected)
        self.expected = expected


@dataclass(frozen=True)
class Form(Generic[Value]):
    expected: str  # completes "expected ..."
    read: Callable[[object], Value]


class Notes:
    """The problems of one file so far, and every key that somebody asked for."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.problems: list[Problem] = []
        self.keys: set[str] = set()

    def add(self, key: str, message: str) -> None:
        self.problems.append(Problem(self.file, key, message))


class Table:
    """One table of the file. As a context manager it notes the keys that nobody asked for."""

    def __init__(self, notes: Notes, path: str, content: dict[str, object] | None) -> None:
        self.notes = notes
        self.path = path
        self._content = content  # None: already noted as missing, so its keys are not worth a note each
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
        """Notes what is wrong with a key of this table, or of something below it: "rows[2]"."""
        self.notes.add(f"{self.path}.{key}" if self.path else key, message)

    def get(self, key: str, form: Form[Value], stand_in: Value) -> Value:
        """The value of a key that must be there."""
        if not self._has(key, form.expected):
            return stand_in
        fit = self._read(self._at(key), form, self._value(key))
        return stand_in if fit is None else fit

    def get_list(self, key: str, form: Form[Value], *, least: int = 1, most: int) -> tuple[Value, ...]:
        """A list. Empty when anything in it is unfit, so that whoever compares lists need not care."""
        count = Phrase("%(least)d to %(most)d", least=least, most=most) if most > least else str(least)
        expected = Phrase("a list of %(count)s, each %(form)s", count=count, form=form.expected)
        if not self._has(key, expected):
            return ()
        values = self._value(key)
        if not isinstance(values, list):
            self.add_problem(
                key,
                Phrase("%(shown)s is no list; expected %(expected)s", shown=format_value(values), expected=expected),
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
        expected = expected or Phrase("a table [%(key)s]", key=self._at(key))
        value = self._value(key) if self._has(key, expected) else None
        if value is not None and not isinstance(value, dict):
            self.add_problem(
                key,
                Phrase("%(shown)s is no table; expected %(expected)s", shown=format_value(value), expected=expected),
            )
            value = None
        return Table(self.notes, self._at(key), value)

    def read_entries(self, key_form: Form[str], form: Form[Value]) -> Iterator[tuple[str, Value]]:
        """Every entry of a table whose keys the owner of the sheet chooses."""
        self.notes.keys.add(f"{self.path}.*")
        for key, value in (self._content or {}).items():
            self._known.add(key)
            name = self._read(self._at(key), key_form, key)
            fit = self._read(self._at(key), form, value)
            if name is not None and fit is not None:
                yield name, fit

    def contains(self, key: str) -> bool:
        """Whether the key is there at all; a missing table has been noted and counts as holding it."""
        return self._content is None or key in self._content

    def _has(self, key: str, expected: str) -> bool:
        self._known.add(key)
        self.notes.keys.add(self._at(key))
        if self._content is not None and key not in self._content:
            self.add_problem(key, Phrase("missing; expected %(expected)s", expected=expected))
        return self._content is not None and key in self._content

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
    """A key of the file as it may stand in a path: bare where TOML allows it, and short."""
    return key if re.fullmatch(r"[A-Za-z0-9_-]{1,40}", key) else format_value(key)


def format_value(value: object) -> str:
    """A value of the file as it may stand in a message: one line, short."""
    if isinstance(value, dict):
        return Phrase("a table")
    if isinstance(value, list):
        return Phrase("a list of %(count)d", count=len(value))
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > 10**12:
        return Phrase("a huge number")  # writing it out could take long, or fail
    if isinstance(value, str):
        quote = '"' if len(value) <= 48 else '..."'
        return '"' + repr(value[:48])[1:-1] + quote
    return str(value).lower() if isinstance(value, bool) else str(value)


def add_suggestion(text: str, word: str, known: Collection[str]) -> str:
    """The text, and what is known that looks like the word."""
    close = get_close_matches(word[:60], sorted(known), n=1)
    return Phrase('%(text)s, did you mean "%(close)s"?', text=text, close=close[0]) if close else text
