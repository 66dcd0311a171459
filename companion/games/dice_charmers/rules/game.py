"""A game as a list of events, including undo, from which its state can be computed."""

from collections.abc import Iterable
from dataclasses import dataclass

from companion.games.dice_charmers.rules.moves import ConfirmDice
from companion.games.dice_charmers.rules.plan import LATEST_RULINGS
from companion.games.dice_charmers.rules.play import Fact, Played, apply
from companion.games.dice_charmers.rules.refusals import Code
from companion.games.dice_charmers.rules.sheet import Sheet
from companion.games.dice_charmers.rules.state import VIRTUAL, Phase, State, new_game
from companion.rules.history import History
from companion.rules.refusal import IllegalMove, Refusal


@dataclass(frozen=True, slots=True)
class Started:
    """The first event: the players in turn order, the kind of dice, the seats on paper, and the edition of the game."""

    players: tuple[str, ...]
    dice: str = VIRTUAL
    paper: frozenset[str] = frozenset()
    edition: int = LATEST_RULINGS  # of the sheets and the rulings


@dataclass(frozen=True, slots=True)
class Undone:
    """A player undoes the last entry."""

    seat: str


@dataclass(frozen=True, slots=True)
class TurnReset:
    """A player undoes everything since the last roll or another player's move."""

    seat: str


Event = Fact | Undone | TurnReset


def start(sheet: Sheet, started: Started) -> History[State]:
    """Start a game. Raises IllegalMove for an invalid setup."""
    return History(new_game(sheet, started.players, started.dice, started.paper, started.edition))


def advance(history: History[State], event: Event) -> History[State]:
    """Return the game after one more event. Raises IllegalMove."""
    if isinstance(event, Undone | TurnReset):
        if not history.can_undo(event.seat):
            raise IllegalMove(Refusal(Code.NOTHING_TO_UNDO, seat=event.seat))
        return history.undo(event.seat) if isinstance(event, Undone) else history.reset(event.seat)
    state = apply(history.state, event)
    if not isinstance(event, Played) or isinstance(event.move, ConfirmDice) or state.phase is Phase.OVER:
        return history.seal(state)
    return history.push(event.seat, state)


def replay(sheet: Sheet, events: Iterable[Started | Event]) -> State:
    """Return the state after these events, of which the first is `Started`. Raises IllegalMove."""
    first, *rest = events
    assert isinstance(first, Started)
    history = start(sheet, first)
    for event in rest:
        assert not isinstance(event, Started)
        history = advance(history, event)
    return history.state
