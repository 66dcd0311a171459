"""Points beyond the meeting point, ranking and tie-breaks; of a game at a table, or of typed-in totals.

Money counts half, so points are counted in halves; `to_points` converts them.
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import NamedTuple

from companion.games.dice_charmers.rules.sheet import Sheet
from companion.games.dice_charmers.rules.state import MOST_PLAYERS, Ending, Phase, Seat, State
from companion.rules import scoring as ranking
from companion.rules.messages import Message
from companion.rules.scoring import PlayerResult, Result, ScoringInput, Standing


class Tiebreak(StrEnum):
    """What decided between the players with the most points."""

    KARMA_CIRCLED = "karma circled"
    KARMA_USED = "karma crossed out"
    SHARED = "shared victory"


TIEBREAKS = {"karma_circled": Tiebreak.KARMA_CIRCLED, "karma_used": Tiebreak.KARMA_USED}  # in the order compared


class Figures(NamedTuple):
    fame: int
    money: int
    karma_circled: int
    karma_used: int


class Outcome(NamedTuple):
    ending: Ending
    standings: tuple[PlayerResult, ...]  # the best first; their names are the seats
    winners: tuple[str, ...]
    tiebreak: Tiebreak | None


def to_points(halves: int) -> float:
    """Convert half points to points; whole points stay integers."""
    return halves // 2 if halves % 2 == 0 else halves / 2


def find_figures(seat: Seat) -> Figures | None:
    """Return the figures a seat scores with; None while the totals of a paper sheet are missing."""
    if not seat.paper:
        marks = seat.marks
        return Figures(marks.fame, marks.money, marks.karma_circled, marks.karma_used)
    return Figures(*seat.totals) if len(seat.totals) == len(Figures._fields) else None


def measure_gap(state: State, player: str) -> float | None:
    """Measure how far the lines overlap; negative while they have not met, None for an unknown paper sheet."""
    figures = find_figures(state.find_seat(player))
    return None if figures is None else to_points(2 * figures.fame + figures.money - 2 * state.sheet.tracks.fame)


def lines_meet(sheet: Sheet, seat: Seat) -> bool:
    """Check whether the lines of a seat have met; on paper, whether it has declared so."""
    if seat.paper:
        return seat.met
    return 2 * seat.marks.fame + seat.marks.money >= 2 * sheet.tracks.fame


def have_met(state: State) -> bool:
    return any(lines_meet(state.sheet, seat) for seat in state.seats)


def outcome(state: State) -> Outcome | None:
    """Return why the game ended and who won; None before the end or while totals are missing."""
    found = score_game(state, {player: player for player in state.players})
    if found is None:
        return None
    assert state.ending is not None
    decided_by = Tiebreak(found["tiebreak"]) if found["tiebreak"] else None
    return Outcome(state.ending, tuple(found["players"]), tuple(found["winners"]), decided_by)


def score_game(state: State, names: Mapping[str, str]) -> Result | None:
    """Score a finished game, the best player first; `names` are the players' names by seat."""
    if state.phase is not Phase.OVER:
        return None
    figures = [(names[player], find_figures(seat)) for player, seat in zip(state.players, state.seats, strict=True)]
    known = [make_standing(name, found, state.sheet.tracks.fame) for name, found in figures if found is not None]
    return rank(ranking.sort_best_first(known))


def make_standing(name: str, figures: Figures, meeting_point: int) -> Standing:
    fame, money, karma_circled, karma_used = figures
    breakdown = {"fame": fame, "money": to_points(money), "meeting_point": -meeting_point}
    return Standing(name, breakdown, dict(zip(TIEBREAKS, (karma_circled, karma_used), strict=True)))


def rank(standings: Iterable[Standing]) -> Result:
    """Rank by points, then karma circled, then karma crossed out; players keep their order."""
    standings = list(standings)
    decided_by = find_tiebreak(standings)
    return {
        **ranking.rank_players("dice-charmers", standings, TIEBREAKS),
        "tiebreak": decided_by.value if decided_by else None,
    }


def find_tiebreak(standings: Iterable[Standing]) -> Tiebreak | None:
    """Return what decided between the best two players if their points are equal, else None."""
    best = ranking.sort_best_first(standings)[:2]
    if len({standing.score for standing in best}) == len(best):
        return None
    decided_by = ranking.find_difference(*best)
    return TIEBREAKS[decided_by] if decided_by else Tiebreak.SHARED


# Typed-in totals

FAME_PLACES, MONEY_PLACES, KARMA_PLACES = 39, 78, 5  # of the published sheet


MORE_USED_THAN_CIRCLED = Message(
    "more-used-than-circled", "More karma is crossed out (%(used)s) than was circled (%(circled)s)."
)


def score_totals(data: Mapping[str, object]) -> Result:
    """Score the totals of a game that was played on paper only. Players keep their order."""
    form = ScoringInput(data)
    figures = [(name, _read_figures(player)) for name, player in form.read_players(MOST_PLAYERS)]
    form.finish()
    return rank(make_standing(name, entered, FAME_PLACES) for name, entered in figures)


def _read_figures(player: ScoringInput) -> Figures:
    figures = Figures(
        fame=player.read_number("fame", 0, FAME_PLACES),
        money=player.read_number("money", 0, MONEY_PLACES),
        karma_circled=player.read_number("karma_circled", 0, KARMA_PLACES),
        karma_used=player.read_number("karma_used", 0, KARMA_PLACES),
    )
    used, circled = figures.karma_used, figures.karma_circled
    if used > circled:
        player.refuse("karma_used", MORE_USED_THAN_CIRCLED, used=used, circled=circled)
    return figures
