"""Tell the story of a finished game: the gaps round by round, and the best turns."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from companion.games.dice_charmers.rules import Phase, State, measure_gap
from companion.games.dice_charmers.rules.scoring import have_met, lines_meet

BEST_TURNS = 3


@dataclass(frozen=True)
class Turn:
    seat: str
    round: int
    fame: int
    money: int

    @property
    def points(self) -> float:
        return self.fame + self.money / 2


@dataclass(frozen=True)
class Meeting:
    """The moment at which lines met for the first time."""

    seat: str
    round: int


@dataclass(frozen=True)
class Story:
    gaps: dict[str, tuple[float, ...]]  # by seat: the gap after each round; seats on paper are missing
    best_turns: tuple[Turn, ...]
    meeting: Meeting | None = None  # None if no lines met


def tell_story(states: Sequence[State]) -> Story:
    """Tell the story from the states of a game, one after each event."""
    ends = tuple(find_round_ends(states))
    players = states[0].players
    kept = [player for player in players if not states[-1].find_seat(player).paper]
    gaps = {player: tuple(float(measure_gap(state, player) or 0) for state in ends) for player in kept}
    by_points = sorted(find_turns(states), key=lambda turn: turn.points, reverse=True)
    return Story(gaps, tuple(by_points[:BEST_TURNS]), find_meeting(states))


def find_meeting(states: Sequence[State]) -> Meeting | None:
    """Find when lines met and whose; a meeting that was undone does not count."""
    if not have_met(states[-1]):
        return None
    apart = max(index for index, state in enumerate(states) if not have_met(state))
    met = states[apart + 1]
    seat = next(player for player in met.players if lines_meet(met.sheet, met.find_seat(player)))
    return Meeting(seat, states[apart].round)


def find_round_ends(states: Sequence[State]) -> Iterator[State]:
    """Yield the last state of every round."""
    for state, following in pairwise(states):
        if following.round > state.round:
            yield state
    if states[-1].phase in (Phase.OVER, Phase.TOTALS):
        yield states[-1]


def find_turns(states: Iterable[State]) -> Iterator[Turn]:
    """Yield what every turn gained. A turn lasts while round and turn number stay the same."""
    whose: tuple[int, int] | None = None
    before = now = None
    for state in states:
        current = state.round, state.turn
        if current != whose:
            if before and now:
                yield from find_gains(before, now)
            whose, before = current, state
        now = state
    if before and now:
        yield from find_gains(before, now)


def find_gains(before: State, after: State) -> Iterator[Turn]:
    """Yield the gains of one turn; nothing for a seat on paper."""
    seat = before.players[before.mover] if before.phase is not Phase.TOTALS else None
    if seat is None or before.find_seat(seat).paper:
        return
    old, new = before.find_seat(seat).marks, after.find_seat(seat).marks
    yield Turn(seat, before.round, new.fame - old.fame, new.money - old.money)
