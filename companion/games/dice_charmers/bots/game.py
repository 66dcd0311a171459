"""Play one game between bots and record it for statistics."""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from companion.games.dice_charmers.bots.levels import LEVELS, choose
from companion.games.dice_charmers.bots.players import PLAYERS, Player
from companion.games.dice_charmers.rules import (
    Ending,
    Phase,
    Played,
    Removed,
    Rolled,
    State,
    apply,
    list_dice_to_roll,
    new_game,
)
from companion.games.dice_charmers.rules.bonuses import BONUS_KINDS
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
from companion.games.dice_charmers.rules.plan import DICE
from companion.games.dice_charmers.rules.scoring import outcome
from companion.games.dice_charmers.rules.sheet import Sheet
from companion.games.dice_charmers.rules.steps import Step

SEATS = ("red", "blue", "green", "yellow", "white")
_GAINED = {"river": "river", "person": "palace people"}  # what a bonus gives → the source of its points


@dataclass
class SheetRecord:
    """What one player did and scored."""

    player: str  # the name of the strategy
    marks: Marks  # at the end
    chains: list[int] = field(default_factory=list)  # bonuses released in each turn
    turns: list[int] = field(default_factory=list)  # half points earned in each turn
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
    def best_turn(self) -> int:
        """The most half points that anyone has earned in one turn."""
        return max(max(record.turns) for record in self.sheets)

    @property
    def gap(self) -> int:
        """The difference between the best two players, in half points."""
        best, second, *_ = sorted((record.half_points for record in self.sheets), reverse=True)
        return best - second


Strategy = Callable[[State, str, random.Random], Sequence[Move]]  # returns the next moves, at least one


def _repeat(player: Player) -> Strategy:
    """Turn a player who chooses one move at a time into a strategy."""
    return lambda state, seat, rng: [player(state, seat, rng)]


STRATEGIES: Mapping[str, Strategy] = {
    **{name: _repeat(player) for name, player in PLAYERS.items()},
    **{level: partial(choose, level) for level in LEVELS},
}


def run_game(sheet: Sheet, strategies: Sequence[Strategy], rng: random.Random) -> Iterator[Step]:
    """Play a whole game, one strategy for each player in turn order. Raises IllegalMove if a strategy errs."""
    state = new_game(sheet, SEATS[: len(strategies)])
    queue: list[Move] = []
    while state.phase is not Phase.OVER:
        event: Played | Rolled | Removed
        if state.phase is Phase.ROLLING:
            event = Rolled(_roll(state, rng))
        elif state.phase is Phase.AUTOMA:
            event = Removed(rng.choice(DICE))
        else:
            seat = state.players[state.mover]
            queue = queue or list(strategies[state.mover](state, seat, rng))
            event = Played(seat, queue.pop(0))
        after = apply(state, event)
        yield Step(state, event, after)
        state = after


def play_game(sheet: Sheet, players: Sequence[str], rng: random.Random) -> GameRecord:
    """Play a whole game and record it; `players` are names of strategies, in turn order."""
    blank = new_game(sheet, SEATS[: len(players)]).seats[0].marks
    records = [SheetRecord(player, blank) for player in players]
    for before, event, after in run_game(sheet, [STRATEGIES[player] for player in players], rng):
        if isinstance(event, Played):
            _record_move(records[before.mover], before, event.move, after, before.mover)
    return _finish_records(after, records)


def _roll(state: State, rng: random.Random) -> tuple[str, ...]:
    faces = state.sheet.faces_by_colour
    return tuple(rng.choice(faces[die.partition("-")[0]]) for die in list_dice_to_roll(state))


def _record_move(record: SheetRecord, before: State, move: Move, after: State, i: int) -> None:
    old, new = before.seats[i].marks, after.seats[i].marks
    if isinstance(move, Take | Pass):
        record.chains.append(0)
        record.turns.append(0)
    if isinstance(move, Take):
        record.dice[move.die.partition("-")[0]] += 1
    if not isinstance(move, EndTurn | Pass) and record.chains:
        record.chains[-1] += _count_released(new) - _count_released(old)
    if earned := 2 * (new.fame - old.fame) + new.money - old.money:
        record.points[_find_source(before, move)] += earned
        record.turns[-1] += earned


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
            gains = BONUS_KINDS[state.plan.bonuses[place].kind].gains
            return _GAINED.get(gains) or f"bonuses: {find_bonus_area(place)}"
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
