"""The rules reference of a game: sections of entries, each with a name, a short explanation and perhaps a picture."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from companion.i18n import gettext


class Icon(NamedTuple):
    name: str  # in static/icons/icons.svg
    tone: str = "accent"  # a colour of static/css/pictures.css


class Entry(NamedTuple):
    """An entry in the current language."""

    name: str
    text: str
    icons: tuple[Icon, ...] = ()


@dataclass(frozen=True)
class Section:
    title: str
    entries: Mapping[str, str]  # name and explanation in English; translated by the catalogue
    icons: Mapping[str, tuple[Icon, ...]] = field(default_factory=dict)  # by the name of the entry

    def search(self, wanted: str) -> list[Entry]:
        """Return the translated entries that contain every searched word in name, text or section title."""
        title = gettext(self.title)
        spoken = [Entry(gettext(name), gettext(text), self.icons.get(name, ())) for name, text in self.entries.items()]
        words = wanted.casefold().split()
        return [
            entry for entry in spoken if all(word in f"{title} {entry.name} {entry.text}".casefold() for word in words)
        ]
