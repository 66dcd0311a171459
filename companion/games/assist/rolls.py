"""Requests for a roll: moves that the companion answers with dice and with the entry that follows from them."""

from collections.abc import Callable
from functools import cache
from typing import Any, Self

from companion.games.assist.position import Position
from companion.games.fair_dice import Roller
from companion.i18n import gettext
from companion.rules.opening import SetUp
from companion.rules.refusal import Unreadable
from companion.rules.text_form import TextForm, make_parser


class Roll(TextForm):
    """A kind of request; every form begins with the word `roll`."""

    def make_entry(self, position: Position[Any], roll: Roller) -> object:
        """Roll the dice and return the entry; None if the request is not possible now."""
        raise NotImplementedError

    def describe(self) -> str:
        raise NotImplementedError

    @classmethod
    def find_request(cls, entry: object) -> Self | None:
        """Return the request that this entry answers; None if it answers another kind."""
        raise NotImplementedError


class RollSetUp(Roll):
    """Roll everything of the set-up that is missing. The game makes the entry, because it knows its set-up."""

    form = "roll setup"

    def describe(self) -> str:
        return gettext("Roll everything that is missing")

    @classmethod
    def find_request(cls, entry: object) -> Self | None:
        return cls() if isinstance(entry, SetUp) else None


Kinds = tuple[type[Roll], ...]


def parse_roll(kinds: Kinds, text: str) -> Roll | None:
    """Parse a request of one of these kinds; return None for any other text. Raises IllegalMove."""
    if text.split()[:1] != ["roll"]:
        return None
    try:
        return _make_parser(kinds)(text)
    except Unreadable:
        return None


@cache
def _make_parser(kinds: Kinds) -> Callable[[str], Roll]:
    return make_parser(kinds, "roll")
