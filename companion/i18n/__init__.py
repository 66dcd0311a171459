"""Languages. The English text is the key; a catalogue such as `ru.po` beside this file translates it.

A new language is a catalogue here and a line in LANGUAGES. Catalogues are read as they are written: there is no
compiled copy that could be out of date.
"""

import gettext as gettext_module
import io
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import get_decimal_symbol
from babel.support import Translations

from companion.phrase import Phrase

LANGUAGES = {"en": "English", "ru": "Русский"}
DEFAULT = "en"
CATALOGUES = Path(__file__).parent

_spoken: ContextVar[str] = ContextVar("language", default=DEFAULT)


def language() -> str:
    """The language that is spoken now: of the request, or of the command."""
    return _spoken.get()


def speak(chosen: str) -> None:
    _spoken.set(chosen)


@contextmanager
def speaking(chosen: str) -> Iterator[None]:
    before = _spoken.set(chosen)
    try:
        yield
    finally:
        _spoken.reset(before)


@cache
def translations(chosen: str) -> gettext_module.NullTranslations:
    path = CATALOGUES / f"{chosen}.po"
    if not path.exists():
        return Translations()
    compiled = io.BytesIO()
    with path.open("rb") as file:
        write_mo(compiled, read_po(file, locale=chosen))
    compiled.seek(0)
    return Translations(compiled)


@lru_cache(8192)
def in_words(chosen: str, message: str) -> str:
    """Every text is asked for again and again: 4 % of a request for moves (tests/bench/bench_tricks.py)."""
    return translations(chosen).gettext(message)


def gettext(message: str, **values: object) -> str:
    text = in_words(language(), message)
    return text % values if values else text


def ngettext(singular: str, plural: str, number: int, **values: object) -> str:
    text = translations(language()).ngettext(singular, plural, number)
    return text % {"num": number, **values}


def pgettext(context: str, message: str, **values: object) -> str:
    text = translations(language()).pgettext(context, message)
    return text % values if values else text


def said(text: str) -> str:
    """A phrase in the language that is spoken; any other text as it is."""
    if not isinstance(text, Phrase):
        return text
    details = {name: said(value) if isinstance(value, str) else value for name, value in text.details.items()}
    return gettext(text.message, **details)


def translate(text: str) -> str:
    """Translate a message of the catalogue, or a Phrase with its parts."""
    return said(text) if isinstance(text, Phrase) else gettext(text)


def format_number(number: float, language: str) -> str:
    """Write a number, which can be a half, with a real minus and the language's decimal sign."""
    return f"{number:g}".replace("-", "−").replace(".", get_decimal_symbol(language))


def N_(message: str) -> str:
    """Marks a text for the catalogue where it is defined; it is translated where it is shown."""
    return message
