"""Text forms of entries, declared once: writing and parsing both follow from the form and the fields.

    class GiveDie(TextForm):
        form = "give {die} [turned]"
        die: Die  # a TextForm of its own: "{colour} {value}"
        turned: bool = False

    str(GiveDie(Die("blue", 4), turned=True))  # "give blue 4 turned"
    parse = make_parser((GiveDie, …), "give blue 4, give blue 4 turned")

A form consists of words, of fields in braces, and of optional parts in brackets. An optional part with fields gives
them their defaults when it is missing; one without fields is a bool field of that name. The annotation of a field says
how it is written: `Literal` words, `Annotated` with Between, OneOf or ReadBy, another TextForm, or a tuple of these.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from functools import cache, lru_cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Literal,
    NamedTuple,
    Protocol,
    TypeVar,
    Union,
    dataclass_transform,
    get_args,
    get_origin,
)
from typing import get_type_hints as find_annotations

from companion.rules.messages import IllegalMove, Message, Refusal, Unreadable

MOST_DIGITS = 4  # int() raises ValueError for very long numbers
OUT_OF_LIMITS = Message("out-of-limits", "Enter a whole number from %(low)s to %(high)s.")


def parse_number(words: Sequence[str], low: int, high: int) -> int:
    """Parse the remaining words of an entry as one number from low to high. Raises IllegalMove."""
    match words:
        case [text] if text.isascii() and text.removeprefix("-").isdigit() and len(text) <= MOST_DIGITS:
            if low <= int(text) <= high:
                return int(text)
    raise IllegalMove(Refusal(OUT_OF_LIMITS, low=low, high=high))


REMEMBERED = 4096  # parsed texts of a game: a page checks hundreds of offers, the same ones after every entry
_ANYTHING = r"(?: \S+)*"  # where the last number of a loose form is expected
_PART = re.compile(r"\[(?P<optional>[^\]]+)\]|\{(?P<field>\w+)\}|(?P<word>[^\s\[\]{}]+)")


@dataclass_transform(frozen_default=True)
class TextForm:
    """A value with a text that can be parsed back. Subclasses become frozen dataclasses."""

    form: ClassVar[str]

    def __init_subclass__(cls, order: bool = False) -> None:
        dataclass(frozen=True, order=order)(cls)

    def __str__(self) -> str:
        made: Any = type(self)
        return _compile(made).write(self)

    def check_fields(self) -> None:
        """Check what the form cannot express, such as limits that depend on another field.

        Raises IllegalMove or Unreadable.
        """


class Kind(Protocol):
    """How a field is written. Patterns match a leading space before every word."""

    def make_pattern(self, loose: bool) -> str:
        """Return a regular expression; a loose one also matches wrong and missing numbers."""

    def read(self, text: str) -> Any:
        """Return the value. Raises IllegalMove for a number out of range."""

    def write(self, value: Any) -> str: ...


@dataclass(frozen=True)
class Between:
    """A number with limits."""

    low: int
    high: int

    def make_pattern(self, loose: bool) -> str:
        return _ANYTHING if loose else " -?[0-9]+"

    def read(self, text: str) -> int:
        return parse_number(text.split(), self.low, self.high)

    def write(self, value: int) -> str:
        return str(value)


class OneOf:
    """One of a few values: words, values with a text of their own, or a mapping from words to values."""

    def __init__(self, values: Iterable[Any] | Mapping[str, Any]) -> None:
        self.values = dict(values) if isinstance(values, Mapping) else {str(value): value for value in values}

    def make_pattern(self, loose: bool) -> str:
        return f" (?:{'|'.join(map(re.escape, sorted(self.values, key=len, reverse=True)))})"

    def read(self, text: str) -> Any:
        return self.values[text.strip()]

    def write(self, value: Any) -> str:
        return next(text for text, known in self.values.items() if known == value)


@dataclass(frozen=True)
class ReadBy:
    """A single word that a function parses; it may raise Unreadable or IllegalMove."""

    function: Callable[[str], Any]
    pattern: str = r"\S+"

    def make_pattern(self, loose: bool) -> str:
        return f" {self.pattern}"

    def read(self, text: str) -> Any:
        return self.function(text.strip())

    def write(self, value: Any) -> str:
        return str(value)


@dataclass(frozen=True)
class Times:
    """How often a value of a tuple is repeated."""

    low: int
    high: int


@dataclass(frozen=True)
class Repeated:
    item: Kind
    times: Times

    def make_pattern(self, loose: bool) -> str:
        return f"(?:{self.make_item_pattern(loose)}){{{self.times.low},{self.times.high}}}"

    def make_item_pattern(self, loose: bool) -> str:
        return r" \S+" if loose and isinstance(self.item, Between) else self.item.make_pattern(loose=False)

    def read(self, text: str) -> tuple[Any, ...]:
        return tuple(self.item.read(found) for found in re.findall(self.make_item_pattern(loose=True), text))

    def write(self, value: tuple[Any, ...]) -> str:
        return " ".join(map(self.item.write, value))


class Part(NamedTuple):
    """A word, a field, or an optional part with parts of its own."""

    word: str = ""
    field: str = ""
    kind: Kind | None = None
    optional: tuple["Part", ...] = ()


@dataclass(frozen=True)
class CompiledForm:
    """The compiled form of a class."""

    made: Any  # the class
    parts: tuple[Part, ...]
    defaults: Mapping[str, Any]

    def make_pattern(self, loose: bool, named: bool = False) -> str:
        """Join the patterns of all parts. Only the last number of a loose form can be missing."""
        before, anything, after = _join_patterns(self.parts, loose, named).rpartition(_ANYTHING)
        return before.replace(_ANYTHING, r" \S+") + anything + after

    def match(self, text: str, loose: bool = False) -> Any:
        """Return the value for a text with single spaces, or None. Raises Unreadable or IllegalMove."""
        found = _compile_pattern(self.made, loose).fullmatch(f" {text}")
        if not found:
            return None
        kinds = {part.field: part.kind for part in _list_fields(self.parts)}
        groups = {name: written for name, written in found.groupdict().items() if written is not None}
        given = {name: kind.read(groups[name]) if kind else True for name, kind in kinds.items() if name in groups}
        value = self.made(**given)
        value.check_fields()
        return value

    def read(self, text: str) -> Any:
        value = self.match(text.strip())
        return self.match(text.strip(), loose=True) if value is None else value

    def write(self, value: Any) -> str:
        return " ".join(filter(None, self._write_parts(self.parts, value)))

    def _write_parts(self, parts: Iterable[Part], value: Any) -> Iterator[str]:
        for part in parts:
            if part.optional:
                inside = [field.field for field in _list_fields(part.optional)]
                if any(getattr(value, name) != self.defaults[name] for name in inside):
                    yield from self._write_parts(part.optional, value)
            else:
                yield part.kind.write(getattr(value, part.field)) if part.kind else part.word


Made = TypeVar("Made")


def make_parser(classes: Iterable[type[Made]], expected: str) -> Callable[[str], Made]:
    """Return a function that parses a text as a value of the first class with a matching form.

    The function raises Unreadable with examples of what is expected, or IllegalMove for a number out of range.
    """
    known: tuple[Any, ...] = tuple(classes)

    @lru_cache(REMEMBERED)
    def parse(text: str) -> Made:
        words = " ".join(text.split())
        for loose in (False, True):
            for made in known:
                value: Made | None = _compile(made).match(words, loose)
                if value is not None:
                    return value
        raise Unreadable(text, expected)

    return parse


@cache
def _compile(made: Any) -> CompiledForm:
    parts = tuple(_read_parts(made.form, find_annotations(made, include_extras=True)))
    return CompiledForm(
        made, parts, {field.name: field.default for field in fields(made) if field.default is not MISSING}
    )


@cache
def _compile_pattern(made: Any, loose: bool) -> re.Pattern[str]:
    return re.compile(_compile(made).make_pattern(loose, named=True))


def _read_parts(form: str, annotations: Mapping[str, Any]) -> Iterator[Part]:
    for found in _PART.finditer(form):
        optional, field, word = found["optional"], found["field"], found["word"]
        if field:
            yield Part(field=field, kind=_find_kind(annotations[field]))
        elif word:
            yield Part(word)
        elif "{" in optional:
            yield Part(optional=tuple(_read_parts(optional, annotations)))
        else:
            yield Part(optional=(Part(optional, field=optional.replace("-", "_")),))


def _find_kind(annotation: Any) -> Kind:
    """Find how a field with this annotation is written."""
    origin, inside = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        for note in inside[1:]:
            if isinstance(note, Between | OneOf | ReadBy):
                return note
            if isinstance(note, Times):
                return Repeated(_find_kind(get_args(inside[0])[0]), note)
    if origin is Literal:
        return OneOf(inside)
    if origin is tuple:
        return Repeated(_find_kind(inside[0]), Times(1, 99))
    if origin in (UnionType, Union):
        (given,) = (option for option in inside if option is not NoneType)
        return _find_kind(given)
    assert issubclass(annotation, TextForm), annotation
    return _Nested(annotation)


@dataclass(frozen=True)
class _Nested:
    """A value with a form of its own."""

    made: Any

    def make_pattern(self, loose: bool) -> str:
        return _compile(self.made).make_pattern(loose)

    def read(self, text: str) -> Any:
        return _compile(self.made).read(text)

    def write(self, value: Any) -> str:
        return str(value)


def _join_patterns(parts: Iterable[Part], loose: bool, named: bool) -> str:
    return "".join(_make_part_pattern(part, loose, named) for part in parts)


def _make_part_pattern(part: Part, loose: bool, named: bool) -> str:
    if part.optional:
        return f"(?:{_join_patterns(part.optional, loose, named)})?"
    pattern = part.kind.make_pattern(loose) if part.kind else f" {re.escape(part.word)}"
    return f"(?P<{part.field}>{pattern})" if named and part.field else pattern


def _list_fields(parts: Iterable[Part]) -> Iterator[Part]:
    for part in parts:
        if part.field:
            yield part
        yield from _list_fields(part.optional)
