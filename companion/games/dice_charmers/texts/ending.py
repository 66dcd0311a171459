"""How a game went and ended: why, how a tie was broken, the current position, its story, and ranks of playing alone."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import pairwise

from companion.games.dice_charmers.names import Namer
from companion.games.dice_charmers.rules import Ending, Outcome, Phase, State, Tiebreak, measure_gap, outcome, to_move
from companion.games.dice_charmers.rules.scoring import have_met, lines_meet
from companion.games.dice_charmers.rules.sheet import Sheet
from companion.i18n import N_, gettext, ngettext

# Playing alone. Its dice are in `table/log.py`.

SOLO_SETTINGS: Mapping[str, str] = {"solo": "1"}  # of a table for one
RANKS = (  # the lowest first
    N_("Guest of the palace"),
    N_("Courtier"),
    N_("Steward"),
    N_("Vizier"),
    N_("Maharaja"),
)


@dataclass(frozen=True)
class SoloResult:
    """The result of a game alone. Fewer rounds are better; with equal rounds, more points."""

    rounds: int
    points: float  # beyond the meeting point
    has_met: bool  # else no die was of use any more
    thresholds: tuple[int, ...]  # the most rounds for the second to the highest rank; empty for a sheet without ranks

    @property
    def rank(self) -> int:
        """The rank, from 1; 0 if there is none."""
        if not self.has_met or not self.thresholds:
            return 0
        return 1 + sum(self.rounds <= threshold for threshold in self.thresholds)

    @property
    def title(self) -> str:
        return gettext(RANKS[self.rank - 1]) if self.rank else ""

    @property
    def ranks(self) -> list[tuple[str, int | None]]:
        """All ranks with the most rounds for them, the highest first; the lowest takes any number."""
        if not self.thresholds:
            return []
        return list(zip(map(gettext, reversed(RANKS)), (*reversed(self.thresholds), None), strict=True))


def rate_game(state: State) -> SoloResult | None:
    """Rate a finished game; None unless its player was alone."""
    if not state.is_solo or state.phase is not Phase.OVER:
        return None
    points = measure_gap(state, state.players[0]) or 0
    return SoloResult(state.round, points, state.ending is Ending.LINES_MET, find_thresholds(state.sheet))


def find_thresholds(sheet: Sheet) -> tuple[int, ...]:
    """Return the most rounds for the second to the highest rank; none for a sheet without figures (docs/solo.md)."""
    return tuple(load_thresholds().get(f"{sheet.name} {sheet.version}", ()))


@cache
def load_thresholds() -> Mapping[str, list[int]]:
    text = (files("companion.games.dice_charmers.bots") / "solo.json").read_text(encoding="utf-8")
    thresholds: Mapping[str, list[int]] = json.loads(text)
    return thresholds


# The end

ENDINGS = {
    Ending.LINES_MET: N_("Fame and money have met, and everyone has had the same number of turns."),
    Ending.NOBODY_CAN_GO_ON: N_("No die can help any player any more."),
    Ending.NOBODY_WENT_ON: N_("Nobody has taken a die for thirty rounds."),
}

TIEBREAKS = {
    Tiebreak.KARMA_CIRCLED: N_("Equal points: the player with more circled karma wins."),
    Tiebreak.KARMA_USED: N_("Equal points and circled karma: the player who crossed out more karma wins."),
    Tiebreak.SHARED: N_("Equal in points and karma: the victory is shared."),
}

# Reason a game ended whose player was alone
ENDINGS_ALONE = {
    Ending.LINES_MET: N_("Your fame and money have met."),
    Ending.NOBODY_CAN_GO_ON: N_("No die can help you any more, and your lines have not met."),
    Ending.NOBODY_WENT_ON: N_("You have not taken a die for thirty rounds."),
}


def describe_ending(ending: Ending, alone: bool = False) -> str:
    """Describe why the game ended."""
    return gettext((ENDINGS_ALONE if alone else ENDINGS)[ending])


def describe_solo(result: SoloResult) -> str:
    """Say in one line how well a player did alone."""
    rounds = ngettext("%(num)d round", "%(num)d rounds", result.rounds)
    if not result.has_met:
        return gettext("The lines have not met")
    return f"{result.title}: {rounds}" if result.title else rounds


def describe_last_turns(namer: Namer, state: State, mine: str | None = None) -> str:
    """Say whose lines have met and who still has a turn; empty before that. `mine` is the player who reads it."""
    met = [player for player in state.players if lines_meet(state.sheet, state.find_seat(player))]
    if not met or state.ending:
        return ""
    names = {player: namer.name_player(player) for player in state.players}
    told = (
        gettext("Your lines have met!")
        if met == [mine]
        else gettext("The lines of %(names)s have met!", names=", ".join(names[player] for player in met))
    )
    left = [gettext("you") if player == mine else names[player] for player in _list_last_turns(state, met)]
    then = gettext("Last turn: %(names)s.", names=", ".join(left)) if left else gettext("This turn is the last.")
    return f"{told} {then}"


def _list_last_turns(state: State, met: Sequence[str]) -> list[str]:
    """List the seats that still have a turn before the game ends, without the one whose lines have just met."""
    players = len(state.players)
    left = players - state.turn % players
    order = [state.players[(state.mover + step) % players] for step in range(left)]
    return order[1:] if order[0] in met else order


def describe_tiebreak(tiebreak: str) -> str:
    """Describe what broke a tie; `tiebreak` is the value in a result."""
    return gettext(TIEBREAKS[Tiebreak(tiebreak)])


def describe_summary(state: State, players: Mapping[str, str]) -> list[str]:
    """Describe the position of a game in a few lines; `players` are their names by seat."""
    decided = outcome(state)
    if decided:
        return _describe_outcome(state, decided, players)
    seat = to_move(state)
    now = [gettext("%(player)s is playing.", player=players[seat])] if seat else []
    gaps = [f"{players[player]}: {_format_points(measure_gap(state, player))}" for player in state.players]
    return [gettext("Round %(round)d.", round=state.round), *now, *gaps]


def _describe_outcome(state: State, decided: Outcome, players: Mapping[str, str]) -> list[str]:
    ranking = [
        f"{standing['rank']}. {players[standing['name']]}: {_format_points(standing['score'])}"
        for standing in decided.standings
    ]
    tie = [describe_tiebreak(decided.tiebreak)] if decided.tiebreak else []
    return [
        gettext("The game ended in round %(round)d.", round=state.round),
        describe_ending(decided.ending, state.is_solo),
        *ranking,
        *tie,
    ]


def _format_points(points: float | None) -> str:
    return "?" if points is None else f"{points:g}"


# The story of a finished game: the gaps round by round, and the best turns

BEST_TURNS = 3


@dataclass(frozen=True)
class StoryTurn:
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
    best_turns: tuple[StoryTurn, ...]
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


def find_turns(states: Iterable[State]) -> Iterator[StoryTurn]:
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


def find_gains(before: State, after: State) -> Iterator[StoryTurn]:
    """Yield the gains of one turn; nothing for a seat on paper."""
    seat = before.players[before.mover] if before.phase is not Phase.TOTALS else None
    if seat is None or before.find_seat(seat).paper:
        return
    old, new = before.find_seat(seat).marks, after.find_seat(seat).marks
    yield StoryTurn(seat, before.round, new.fame - old.fame, new.money - old.money)
