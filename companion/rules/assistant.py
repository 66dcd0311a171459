"""The base of every assistant for a cardboard game: what it knows of the game, and the entries that change it.

An entry is one class with its text form, its label, its check and its effect. The state of a game is what its entries
make of it, in order; undo replays them without one (`companion/games/assistant.py`).
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, ClassVar, Self

from companion.rules.messages import Happening, IllegalMove, Message, News, Refusal, Unreadable
from companion.rules.text_form import ReadBy, TextForm, make_parser

GAME_OVER = Message("game-over", "The game is over; nothing more can be entered.")
NOT_YOUR_TURN = Message("not-your-turn", "It is %(player)s’s turn.")


class GameEntry(TextForm):
    """Something that people enter: `str(entry)` is its text, which parses back."""

    label: ClassVar[str] = ""  # in English, for buttons and the journal; the fields fill it in

    def check(self, game: Any, player: str) -> Refusal | None:
        """Return why the entry is refused, or None; the only place that decides it."""
        return None

    def enter(self, game: Any, player: str) -> Any:
        """Return the game after the entry, which `check` allows. Announcements go into its `news`."""
        raise NotImplementedError


SETUP = "setup"  # the table setting with the facts that a table was opened with; the first word of their entry
Facts = Mapping[str, tuple[str, ...]]  # what chance decided, or what is printed on the owners' copy, by name


@dataclass(frozen=True)
class TrackedGame(ABC):
    """The state of a game as far as its assistant knows it. Players are identified by name."""

    players: tuple[str, ...]  # clockwise
    facts: Facts = field(default_factory=dict, kw_only=True)  # of the set-up; also corrected during the game
    finished: bool = field(default=False, kw_only=True)
    news: tuple[News, ...] = field(default=(), kw_only=True)  # what the last entry triggered

    @property
    @abstractmethod
    def turn(self) -> str | None:
        """The player who has the turn, if that is known."""

    @abstractmethod
    def prompt(self) -> Happening:
        """Return what to do now, in a short sentence."""

    @abstractmethod
    def scoring_input(self) -> Mapping[str, object]:
        """Return the input of the final scoring, filled in with what is known."""

    def check(self, player: str, entry: GameEntry) -> Refusal | None:
        return Refusal(GAME_OVER) if self.finished else entry.check(self, player)

    def apply(self, player: str, entry: GameEntry) -> Self:
        """Return the game after an entry. Raises IllegalMove."""
        refusal = self.check(player, entry)
        if refusal:
            raise IllegalMove(refusal)
        after: Self = entry.enter(replace(self, news=()), player)
        return after

    def announce(self, player: str | None, code: Message, /, **details: str | int) -> Self:
        """Return the game with one more announcement of this entry, for one player or for everyone (None)."""
        return replace(self, news=(*self.news, (player, Happening(code, **details))))


# Before the first turn


@dataclass(frozen=True)
class Fact:
    """Something that chance decided at set-up, or that is printed on the owners' copy, written `name=value,value`."""

    name: str
    values: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.name}={','.join(self.values)}"


def parse_fact(text: str) -> Fact:
    name, _, values = text.partition("=")
    return Fact(name, tuple(values.split(",")))


class SetUp(TextForm):
    """Enter facts, whether rolled in the companion or drawn at the table; new values replace old ones."""

    form = "setup {facts}"
    facts: tuple[Annotated[Fact, ReadBy(parse_fact, "[a-z0-9-]+=[a-z0-9:-]+(?:,[a-z0-9:-]+)*")], ...]


class First(TextForm):
    """Begin the game with this seat."""

    form = "first {seat}"
    seat: Annotated[str, ReadBy(str, "[A-Za-z]+")]


parse_opening: Callable[[str], SetUp | First] = make_parser((SetUp, First), "setup first=2, first red")


def read_facts(text: str) -> Facts:
    """Read facts separated by spaces, as in an entry of them. Raises Unreadable."""
    if not text:
        return {}
    entry = parse_opening(f"setup {text}")
    if not isinstance(entry, SetUp):
        raise Unreadable(text, "first=2")
    return {fact.name: fact.values for fact in entry.facts}


def write_facts(facts: Facts) -> str:
    return " ".join(str(Fact(name, values)) for name, values in facts.items())


def make_setup(facts: Facts) -> SetUp:
    return SetUp(tuple(Fact(name, values) for name, values in facts.items()))


def clockwise(players: Iterable[str], first: str) -> tuple[str, ...]:
    """Return the players with this one first."""
    names = tuple(players)
    return names[names.index(first) :] + names[: names.index(first)]
