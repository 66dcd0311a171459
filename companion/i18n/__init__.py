"""Translation with gettext. English texts are the message ids; `ru.po` in this folder translates them.

To add a language, add its catalogue here and a line in LANGUAGES. Catalogues are compiled in memory when first used,
so there are no .mo files to keep up to date.
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

_current: ContextVar[str] = ContextVar("language", default=DEFAULT)


def get_language() -> str:
    """Return the language of the current request or command."""
    return _current.get()


def set_language(chosen: str) -> None:
    """Set the language for the rest of the current context."""
    _current.set(chosen)


@contextmanager
def use_language(chosen: str) -> Iterator[None]:
    """Set the language for a `with` block."""
    before = _current.set(chosen)
    try:
        yield
    finally:
        _current.reset(before)


@cache
def load_translations(chosen: str) -> gettext_module.NullTranslations:
    """Compile the catalogue of a language; without one, return translations that change nothing."""
    path = CATALOGUES / f"{chosen}.po"
    if not path.exists():
        return Translations()
    compiled = io.BytesIO()
    with path.open("rb") as file:
        catalogue = read_po(file, locale=chosen)
    for message in catalogue:
        if isinstance(message.string, str):
            message.string = message.string.replace(" — ", "\u00a0— ")  # no line begins with a dash
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return Translations(compiled)


@lru_cache(8192)
def cached_gettext(chosen: str, message: str) -> str:
    """Translate a message, with a cache: listing the moves of a turn looks up dozens of texts."""
    return load_translations(chosen).gettext(message)


def gettext(message: str, **values: object) -> str:
    """Translate a message to the current language and fill in its values."""
    text = cached_gettext(get_language(), message)
    return text % values if values else text


def ngettext(singular: str, plural: str, number: int, **values: object) -> str:
    """Translate a message with the plural form for `number`, which the text can use as `%(num)d`."""
    text = load_translations(get_language()).ngettext(singular, plural, number)
    return text % {"num": number, **values}


def pgettext(context: str, message: str, **values: object) -> str:
    """Translate a message whose meaning depends on the context."""
    text = load_translations(get_language()).pgettext(context, message)
    return text % values if values else text


def translate_phrase(text: str) -> str:
    """Translate a Phrase and its nested phrases to the current language; return any other text unchanged."""
    if not isinstance(text, Phrase):
        return text
    details = {
        name: translate_phrase(value) if isinstance(value, str) else value for name, value in text.details.items()
    }
    return gettext(text.message, **details)


def translate(text: str) -> str:
    """Translate a message of the catalogue, or a Phrase with its parts."""
    return translate_phrase(text) if isinstance(text, Phrase) else gettext(text)


def translate_to(message: str, language: str, **values: object) -> str:
    """Translate a message of the catalogue to the given language."""
    with use_language(language):
        return gettext(message, **values)


def format_number(number: float, language: str) -> str:
    """Format a number with a minus sign (U+2212) and the decimal sign of the language."""
    return f"{number:g}".replace("-", "−").replace(".", get_decimal_symbol(language))


def format_halves(score: float) -> str:
    """Format a score, which can be a half: "−2½"."""
    whole = int(abs(score))
    half = "½" if abs(score) != whole else ""
    return f"{'−' if score < 0 else ''}{whole if whole or not half else ''}{half}"


def N_(message: str) -> str:
    """Mark a text for the catalogue; it is translated later, where it is shown."""
    return message
