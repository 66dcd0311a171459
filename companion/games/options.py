"""Options that are chosen when a table is opened."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import overload

from companion.i18n import gettext


@dataclass(frozen=True)
class Choice:
    """One value of an option, with its texts in English."""

    name: str
    text: str
    hint_text: str = ""
    icon: str = ""
    record: str = ""  # key of the device's solo record

    @property
    def title(self) -> str:
        return gettext(self.text)

    @property
    def hint(self) -> str:
        return gettext(self.hint_text) if self.hint_text else ""


@dataclass(frozen=True)
class Option(Sequence[str]):
    """An option with its choices; as a sequence, the names of the choices. The first one is the default."""

    text: str
    choices: tuple[Choice, ...]
    alone: str = ""  # the default when one person plays alone, if it differs

    @property
    def title(self) -> str:
        return gettext(self.text)

    @property
    def default_alone(self) -> str:
        return self.alone or self[0]

    @overload
    def __getitem__(self, index: int) -> str: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[str]: ...

    def __getitem__(self, index: int | slice) -> str | Sequence[str]:
        return tuple(choice.name for choice in self.choices)[index]

    def __len__(self) -> int:
        return len(self.choices)


def list_choice_titles(options: Mapping[str, Option], settings: Mapping[str, str]) -> list[str]:
    """List the titles of the choices in `settings`, in the order of the options."""
    return [
        choice.title
        for name, option in options.items()
        for choice in option.choices
        if choice.name == settings.get(name)
    ]
