"""How to play a game, on a few cards that take about a minute to read."""

from dataclasses import dataclass

from companion.i18n import gettext


@dataclass(frozen=True)
class Card:
    """One step of the explanation, with its texts in English."""

    title_text: str
    text: str
    picture: str  # a template with an SVG drawing

    @property
    def title(self) -> str:
        return gettext(self.title_text)

    @property
    def words(self) -> str:
        return gettext(self.text)


@dataclass(frozen=True)
class HowToPlay:
    cards: tuple[Card, ...]
    advice_text: str  # one line of strategy, on the last card
    alone: Card | None = None  # what is different for one player, on the page where such a game is begun

    @property
    def advice(self) -> str:
        return gettext(self.advice_text)
