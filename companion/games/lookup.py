"""The rules reference of a game: sections of entries, each with a name and a short explanation."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.i18n import gettext


@dataclass(frozen=True)
class Section:
    title: str
    entries: Mapping[str, str]  # name and explanation in English; translated by the catalogue

    def search(self, wanted: str) -> list[tuple[str, str]]:
        """Return the translated entries that contain every searched word in name, text or section title."""
        title = gettext(self.title)
        spoken = [(gettext(name), gettext(text)) for name, text in self.entries.items()]
        words = wanted.casefold().split()
        return [
            (name, text) for name, text in spoken if all(word in f"{title} {name} {text}".casefold() for word in words)
        ]
