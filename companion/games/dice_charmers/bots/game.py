"""Play one game between bots and record it for statistics."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from companion.games.dice_charmers.bots.players import PLAYERS
from companion.games.dice_charmers.rules import Ending, Phase, Played, Rolled, State, apply, dice_to_roll, new_game
from companion.games.dice_charmers.rules.moves import (
    CallPerson,
    DrawRoad,
    EndTurn,
    Move,
    Pass,
    Sail,
    Sell,
    Take,
    UseBonus,
)
from companion.games.dice_charmers.rules.page import Marks
from companion.games.dice_charmers.rules.scoring import outcome
from companion.games.dice_charmers.rules.sheet import Sheet

SEATS = ("red", "blue", "green", "yellow", "white")
_RIVER_KINDS = ("river-advance", "river-back")


@dataclass
class SheetRecord:
    """What one player did and scored."""

    player: str  # the name of the strategy
    marks: Marks  # at the end
    chains: list[int] = field(default_factory=list)  # bonuses released in each turn
    dice: Counter[str] = field(default_factory=Counter)  # taken, by colour
    points: Counter[str] = field(default_factory=Counter)  # half points by source
    half_points: int = 0
    share_of_win: float = 0.0


@dataclass(frozen=True)
class GameRecord:
    ending: Ending
    sheets: list[SheetRecord]  # in turn order

    @property
    def turns(self) -> int:
        """The turns of each player; all have the same number at the end."""
        return len(self.sheets[0].chains)

    @property
    def gap(self) -> int:
        """The difference between the best two players, in half points."""
        best, second, *_ = sorted((record.half_points for record in self.sheets), reverse=True)
        return best - second


def play_game(sheet: Sheet, players: Sequence[str], rng: random.Random) -> GameRecord:
    """Play a whole game; `players` are names of strategies, in turn order."""
    state = new_game(sheet, SEATS[: len(players)])
    records = [SheetRecord(player, seat.marks) for player, seat in zip(players, state.seats, strict=True)]
    while state.phase is not Phase.OVER:
        if state.phase is Phase.ROLLING:
            state = apply(state, Rolled(_roll(state, rng)))
            continue
        i = state.mover
        seat = state.players[i]
        move = PLAYERS[players[i]](state, seat, rng)
        after = apply(state, Played(seat, move))
        _record_move(records[i], state, move, after, i)
        state = after
    return _finish_records(state, records)


def _roll(state: State, rng: random.Random) -> tuple[str, ...]:
    faces = state.sheet.faces_by_colour
    return tuple(rng.choice(faces[die.partition("-")[0]]) for die in dice_to_roll(state))


def _record_move(record: SheetRecord, before: State, move: Move, after: State, i: int) -> None:
    old, new = before.seats[i].marks, after.seats[i].marks
    if isinstance(move, Take | Pass):
        record.chains.append(0)
    if isinstance(move, Take):
        record.dice[move.die.partition("-")[0]] += 1
    if not isinstance(move, EndTurn | Pass) and record.chains:
        record.chains[-1] += _count_released(new) - _count_released(old)
    if earned := 2 * (new.fame - old.fame) + new.money - old.money:
        record.points[_find_source(before, move)] += earned


def _count_released(marks: Marks) -> int:
    return len(marks.circled) + len(marks.crossed) + len(marks.wasted)


def _find_source(state: State, move: Move) -> str:
    """Name the source of a move's points."""
    match move:
        case DrawRoad():
            return "buildings"
        case Sell():
            return "sales"
        case Sail():
            return "river"
        case CallPerson():
            return "palace people"
        case Take(die):
            return "river" if die.startswith("blue") else "palace people"
        case UseBonus(place):
            kind = state.plan.bonuses[place].kind
            if kind in _RIVER_KINDS:
                return "river"
            return "palace people" if kind == "person" else f"bonuses: {find_bonus_area(place)}"
    return move.form.word


def find_bonus_area(place: str) -> str:
    """Return the area of a bonus: edge, tent, fame, money, palace, upgrade or karma."""
    return place.split()[0]


def _finish_records(state: State, records: list[SheetRecord]) -> GameRecord:
    decided = outcome(state)
    assert decided is not None
    for standing in decided.standings:
        i = state.players.index(standing["name"])
        records[i].marks = state.seats[i].marks
        records[i].half_points = int(2 * standing["score"])
        records[i].share_of_win = 1 / len(decided.winners) if standing["rank"] == 1 else 0.0
    return GameRecord(decided.ending, records)
