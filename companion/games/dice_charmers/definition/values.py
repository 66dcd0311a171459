"""Read values from TOML tables and note every problem instead of stopping at the first.

A `ValueForm` describes and reads one value. A `TomlTable` reads values by key; if one is missing or invalid, it notes a
problem and returns a placeholder, so that reading continues and finds the other problems too.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from types import TracebackType
from typing import Generic, TypeVar

from companion.games.dice_charmers.rules.bonuses import AMOUNTS, BONUS_KINDS, NO_ARGUMENT
from companion.games.dice_charmers.rules.sheet import Bonus
from companion.i18n import DEFAULT, LANGUAGES
from companion.phrase import Phrase

Value = TypeVar("Value")

LONGEST_LABEL = 60
NO_BONUS = "none"  # of a tent


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
class ValueForm(Generic[Value]):
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


class TomlTable:
    """One table of the file. As a context manager it notes unknown keys as problems."""

    def __init__(self, notes: Notes, path: str, content: dict[str, object] | None) -> None:
        self.notes = notes
        self.path = path
        self._is_missing = content is None  # already noted, so missing keys are not noted
        self._content = content or {}
        self._known: set[str] = set()

    def __enter__(self) -> "TomlTable":
        return self

    def __exit__(self, error: type[BaseException] | None, *_: BaseException | TracebackType | None) -> None:
        if error is None:
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

    def get(self, key: str, form: ValueForm[Value], stand_in: Value) -> Value:
        """Read the value of a required key; return `stand_in` if it is missing or invalid."""
        if not self._has(key, form.expected):
            return stand_in
        fit = self._read(self._at(key), form, self._content[key])
        return stand_in if fit is None else fit

    def get_optional(self, key: str, form: ValueForm[Value], default: Value) -> Value:
        """Read the value of an optional key; return `default` if it is missing or invalid."""
        if not self.contains(key):
            self._register(key)
            return default
        return self.get(key, form, default)

    def get_list(self, key: str, form: ValueForm[Value], *, least: int = 1, most: int) -> tuple[Value, ...]:
        """Read a required list; return an empty tuple if any of its values is invalid."""
        count = Phrase("%(least)d to %(most)d", least=least, most=most) if most > least else str(least)
        expected = Phrase("a list of %(count)s, each %(form)s", count=count, form=form.expected)
        if not self._has(key, expected):
            return ()
        values = self._content[key]
        if not isinstance(values, list):
            shown = format_value(values)
            self.add_problem(
                key, Phrase("%(shown)s is not a list; expected %(expected)s", shown=shown, expected=expected)
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

    def get_table(self, key: str, expected: str = "") -> "TomlTable":
        """Open a required table below this one."""
        expected = expected or Phrase("a table [%(key)s]", key=self._at(key))
        value = self._content[key] if self._has(key, expected) else None
        if value is not None and not isinstance(value, dict):
            shown = format_value(value)
            self.add_problem(
                key, Phrase("%(shown)s is not a table; expected %(expected)s", shown=shown, expected=expected)
            )
            value = None
        return TomlTable(self.notes, self._at(key), value)

    def read_table(self, key: str, read: Callable[["TomlTable"], Value]) -> Value:
        """Read a required table below this one, and note its unknown keys."""
        with self.get_table(key) as table:
            return read(table)

    def read_entries(self, key_form: ValueForm[str], form: ValueForm[Value]) -> Iterator[tuple[str, Value]]:
        """Read every valid entry of a table whose keys the author of the sheet chooses."""
        self.notes.keys.add(f"{self.path}.*")
        for key, value in self._content.items():
            self._known.add(key)
            name = self._read(self._at(key), key_form, key)
            fit = self._read(self._at(key), form, value)
            if name is not None and fit is not None:
                yield name, fit

    def contains(self, key: str) -> bool:
        """Check whether the key exists; always true for a missing table, which has already been noted."""
        return self._is_missing or key in self._content

    def _has(self, key: str, expected: str) -> bool:
        self._register(key)
        if not self.contains(key):
            self.add_problem(key, Phrase("missing; expected %(expected)s", expected=expected))
        return key in self._content

    def _register(self, key: str) -> None:
        """Remember that this key is allowed."""
        self._known.add(key)
        self.notes.keys.add(self._at(key))

    def _read(self, at: str, form: ValueForm[Value], value: object) -> Value | None:
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


# The forms of single values


@dataclass(frozen=True)
class LocalizedText:
    """A text in several languages; `text["ru"]` returns the Russian text, or the English one if it is missing."""

    texts: tuple[tuple[str, str], ...]

    def __getitem__(self, language: str) -> str:
        texts = dict(self.texts)
        return texts.get(language, texts[DEFAULT])


def integer(low: int, high: int) -> ValueForm[int]:
    expected = Phrase("a whole number from %(low)d to %(high)d", low=low, high=high)

    def read(value: object) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise InvalidValue(expected)
        return value

    return ValueForm(expected, read)


def integer_key(low: int, high: int) -> ValueForm[str]:
    """Accept an integer as a TOML key, without leading zeros so that no place has two names."""
    expected = Phrase("a whole number from %(low)d to %(high)d", low=low, high=high)

    def read(value: object) -> str:
        if isinstance(value, str) and re.fullmatch(r"[1-9][0-9]{0,3}", value) and low <= int(value) <= high:
            return value
        raise InvalidValue(expected)

    return ValueForm(expected, read)


def one_of(words: Collection[str]) -> ValueForm[str]:
    expected = Phrase("one of %(words)s", words=", ".join(words))

    def read(value: object) -> str:
        if not isinstance(value, str):
            raise InvalidValue(expected)
        if value not in words:
            raise InvalidValue(add_suggestion(expected, value, words))
        return value

    return ValueForm(expected, read)


def matching(pattern: str, expected: str) -> ValueForm[str]:
    compiled = re.compile(pattern, re.ASCII)

    def read(value: object) -> str:
        if not isinstance(value, str) or not compiled.fullmatch(value):
            raise InvalidValue(expected)
        return value

    return ValueForm(expected, read)


PLAIN_NAME = matching(r"[a-z0-9][a-z0-9-]{0,31}", Phrase("a plain name: a-z, 0-9 and hyphens, at most 32"))


def _read_text(value: object) -> LocalizedText:
    if not isinstance(value, dict) or DEFAULT not in value:
        raise InvalidValue(TEXT.expected)
    for language, text in value.items():
        if language not in LANGUAGES:
            known = Phrase("only these languages: %(languages)s", languages=", ".join(LANGUAGES))
            raise InvalidValue(add_suggestion(known, language, LANGUAGES))
        if not isinstance(text, str) or not text.strip() or not text.isprintable() or len(text) > LONGEST_LABEL:
            raise InvalidValue(
                Phrase("in each language a text of one line, 1 to %(most)d characters", most=LONGEST_LABEL)
            )
    return LocalizedText(tuple(value.items()))


TEXT = ValueForm(
    Phrase('a text in English and, if you like, other languages: { en = "Sun", ru = "Солнце" }'), _read_text
)


def _read_bonus(value: object) -> Bonus:
    if not isinstance(value, str):
        raise InvalidValue(BONUS.expected)
    name, _, argument = value.partition(" ")
    if name not in BONUS_KINDS:
        expected = Phrase("a bonus: %(kinds)s", kinds=", ".join(BONUS_KINDS))
        raise InvalidValue(add_suggestion(expected, name, BONUS_KINDS))
    allowed = BONUS_KINDS[name].arguments
    if argument in allowed:
        return Bonus(name, argument)
    words = ", ".join(filter(None, allowed))
    if allowed == NO_ARGUMENT:
        expected = Phrase('"%(kind)s" and nothing after it', kind=name)
    elif allowed == AMOUNTS:
        expected = Phrase('"%(kind)s N" with N from %(low)s to %(high)s', kind=name, low=allowed[0], high=allowed[-1])
    elif "" in allowed:
        expected = Phrase('"%(kind)s" alone, or a space and one of %(words)s after it', kind=name, words=words)
    else:
        expected = Phrase('"%(kind)s", a space and one of %(words)s', kind=name, words=words)
    raise InvalidValue(expected)


BONUS = ValueForm(Phrase('a bonus such as "fame 2"'), _read_bonus)
TENT_BONUS = ValueForm[tuple[Bonus, ...]](  # at most one
    BONUS.expected, lambda value: () if value == NO_BONUS else (_read_bonus(value),)
)
