"""How a game's look-up is written down: sections of names, each with what it does in our own words."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.i18n import gettext


@dataclass(frozen=True)
class Section:
    title: str
    entries: Mapping[str, str]  # English name and text; the catalogue has the Russian ones

    def search(self, wanted: str) -> list[tuple[str, str]]:
        """Entries in the spoken language with every word that is looked for, in name, text or title."""
        title = gettext(self.title)
        spoken = [(gettext(name), gettext(text)) for name, text in self.entries.items()]
        words = wanted.casefold().split()
        return [
            (name, text) for name, text in spoken if all(word in f"{title} {name} {text}".casefold() for word in words)
        ]
