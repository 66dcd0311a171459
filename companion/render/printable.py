"""What a pad can be made of: a sheet to play on, the score pad of a game, or anything else that draws itself."""

from typing import Protocol

from companion.render.geometry import Box


class Printable(Protocol):
    """Hashable and picklable: it is a key of the print cache and travels to the printing process."""

    @property
    def name(self) -> str:
        """The name by which a command or a page asks for it."""

    @property
    def page(self) -> Box: ...

    def title(self, language: str) -> str: ...

    def full_title(self, language: str) -> str:
        """The title with the game's name, for where nothing around it tells."""

    def describe(self, language: str) -> str:
        """The text alternative of the drawing."""

    def draw(self, language: str, ink: str) -> str:
        """Draw it as an `<svg>`, 1 unit to the millimetre."""
