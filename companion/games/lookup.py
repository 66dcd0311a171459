"""The rules reference of a game: sections of entries, each with a name, a short answer and perhaps a picture."""

import re
from typing import NamedTuple

from companion.i18n import gettext


class Icon(NamedTuple):
    name: str  # in static/icons/icons.svg
    tone: str = "accent"  # a colour of static/css/pictures.css


class Entry(NamedTuple):
    """Name, answer and search words are English here and translated by the catalogue.

    The search words are what players may type besides the name: everyday words, other spellings and the terms of the
    rulebook. Plurals, Russian cases and -our for -or need no words of their own (see static/js/lookup.js).
    """

    name: str
    text: str
    words: str = ""
    icons: tuple[Icon, ...] = ()

    @property
    def anchor(self) -> str:
        return make_anchor(self.name)

    @property
    def search_words(self) -> str:
        return gettext(self.words) if self.words else ""


class Section(NamedTuple):
    title: str
    icon: Icon
    entries: tuple[Entry, ...]

    @property
    def anchor(self) -> str:
        return make_anchor(self.title)


def make_anchor(english: str) -> str:
    """Return what links end with, the same in all languages."""
    return re.sub(r"[^a-z0-9]+", "-", english.lower()).strip("-")
