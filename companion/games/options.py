"""Options of a table: what can be chosen when one is opened."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.i18n import gettext


@dataclass(frozen=True)
class Choice:
    """One value of an option. Texts are English; the catalogue translates them."""

    name: str
    text: str
    hint_text: str = ""
    icon: str = ""

    @property
    def title(self) -> str:
        return gettext(self.text)

    @property
    def hint(self) -> str:
        return gettext(self.hint_text) if self.hint_text else ""


@dataclass(frozen=True)
class Option:
    name: str
    text: str
    choices: tuple[Choice, ...]  # the first is the default

    @property
    def title(self) -> str:
        return gettext(self.text)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(choice.name for choice in self.choices)

    @property
    def default(self) -> str:
        return self.choices[0].name

    def find(self, name: str | None) -> Choice | None:
        return next((choice for choice in self.choices if choice.name == name), None)


def choice_titles(options: tuple[Option, ...], settings: Mapping[str, str]) -> list[str]:
    """Name what was chosen for a table, in the order of its options."""
    chosen = (option.find(settings.get(option.name)) for option in options)
    return [choice.title for choice in chosen if choice]
