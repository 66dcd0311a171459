"""Play many games between bots, on one or several processors, record them, and summarise them in figures for JSON."""

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context
from statistics import fmean, median
from typing import TypeVar

from companion.games.dice_charmers.bots.levels import LEVELS, PLAYERS, Player, choose
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
from companion.games.dice_charmers.rules.game import GameStep
from companion.games.dice_charmers.rules.market import Sell
from companion.games.dice_charmers.rules.palace import CallPerson
from companion.games.dice_charmers.rules.province import DrawRoad
from companion.games.dice_charmers.rules.river import Sail
from companion.games.dice_charmers.rules.scoring import outcome
from companion.games.dice_charmers.rules.sheet import (
    DICE,
    DICE_COLOURS,
    PEOPLE,
    Marks,
    Plan,
    Sheet,
    describe_cells,
    make_plan,
)
from companion.games.dice_charmers.rules.state import Move
from companion.games.dice_charmers.rules.turn import EndTurn, Pass, Take, UseBonus

Item = TypeVar("Item")
Result = TypeVar("Result")


def map_in_processes(
    function: Callable[[Item], Result], items: Iterable[Item], jobs: int, chunk: int = 1
) -> Iterator[Result]:
    """Apply a function to all items in this many processes; yield the results in order as they come."""
    if jobs == 1:
        yield from map(function, items)
        return
    with get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap(function, items, chunksize=chunk)


# One game

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


def run_game(sheet: Sheet, strategies: Sequence[Strategy], rng: random.Random) -> Iterator[GameStep]:
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
        yield GameStep(state, event, after)
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


# Statistics of many games

Figures = dict[str, object]
_SHARES = (0, 10, 25, 50, 75, 90, 100)  # per cent
LONG_CHAIN = 3  # bonuses released in one turn
_TOTALS = ("fame", "money", "karma_circled", "karma_used")


def simulate(
    sheet: Sheet,
    strategies: Sequence[str],
    games: int,
    seed: int,
    jobs: int = 1,
    final: Callable[[Figures], None] | None = None,
) -> Figures:
    """Return statistics of games between these strategies, one per player; the starting player rotates.

    The same seed gives the same statistics, whatever the number of jobs. `final` is called with every sheet at the end
    of its game.
    """
    return summarise_games(sheet, _report_sheets(sheet, play_games(sheet, strategies, games, seed, jobs), final))


def play_games(sheet: Sheet, strategies: Sequence[str], games: int, seed: int, jobs: int = 1) -> Iterator[GameRecord]:
    """Play games between these strategies; the same seed gives the same games, whatever the number of jobs."""
    play = partial(_play_numbered_game, sheet, tuple(strategies), seed)
    return map_in_processes(play, range(games), min(jobs, games), chunk=min(8, -(-games // jobs)))


def _report_sheets(
    sheet: Sheet, games: Iterable[GameRecord], final: Callable[[Figures], None] | None
) -> Iterator[GameRecord]:
    """Pass on the games, after calling `final` for each of their sheets."""
    plan = make_plan(sheet)
    for number, game in enumerate(games, start=1):
        for seat, record in zip(SEATS, game.sheets, strict=False):
            if final:
                totals = {figure: getattr(record.marks, figure) for figure in _TOTALS}
                cells = describe_cells(plan, record.marks)
                final({"game": number, "seat": seat, "cells": cells, "totals": totals})
        yield game


def _play_numbered_game(sheet: Sheet, strategies: tuple[str, ...], seed: int, number: int) -> GameRecord:
    first = number % len(strategies)
    return play_game(sheet, strategies[first:] + strategies[:first], random.Random(f"{seed} {number}"))  # noqa: S311 - not for secrets


def summarise_games(sheet: Sheet, played: Iterable[GameRecord]) -> Figures:
    """Summarise games on a sheet, ready for JSON."""
    games = list(played)
    sheets = [record for game in games for record in game.sheets]
    plan = make_plan(sheet)
    return {
        "sheet": sheet.name,
        "version": sheet.version,
        "games": len(games),
        "players": len(games[0].sheets),
        "turns_per_player": _summarise([game.turns for game in games]),
        "winning_points": _summarise([max(record.half_points for record in game.sheets) / 2 for game in games]),
        **(_summarise_alone(games) if len(games[0].sheets) == 1 else _summarise_winning(games)),
        "endings": dict(Counter(game.ending.value for game in games)),
        "wins_by_seat": [
            _mean(game.sheets[seat].share_of_win for game in games) for seat in range(len(games[0].sheets))
        ],
        "wins_by_strategy": _count_wins(sheets),
        "dice_per_sheet": {colour: _mean(record.dice[colour] for record in sheets) for colour in DICE_COLOURS},
        "areas": _average_marks([record.marks for record in sheets]),
        "points_by_source": _average_points(sheets),
        "bonuses_in_a_turn": _summarise_chains(sheets),
        "bonus_places": _count_bonus_places(plan, games),
        "bonus_kinds": _count_bonus_kinds(plan, sheets),
    }


def _summarise_winning(games: Sequence[GameRecord]) -> Figures:
    return {"winning_gap": _summarise([game.gap / 2 for game in games])}


def _summarise_alone(games: Sequence[GameRecord]) -> Figures:
    """List results of games of one player, rounds and points, by the share of games that are at least as good."""
    results = [[game.turns, game.sheets[0].half_points / 2] for game in games]
    results.sort(key=lambda result: (result[0], -result[1]))
    return {"results_alone": {f"{share} %": results[(len(results) - 1) * share // 100] for share in _SHARES}}


def _mean(figures: Iterable[float]) -> float:
    return round(fmean(figures), 4)


def _summarise(figures: Sequence[float]) -> Figures:
    counted = sorted(Counter(figures).items())
    return {
        "min": min(figures),
        "median": median(figures),
        "mean": _mean(figures),
        "max": max(figures),
        "distribution": {f"{figure:g}": count for figure, count in counted},
    }


def _count_wins(sheets: Sequence[SheetRecord]) -> dict[str, float]:
    """Compute the share of games that each strategy wins; a shared victory counts as a fraction."""
    shares: defaultdict[str, list[float]] = defaultdict(list)
    for record in sheets:
        shares[record.player].append(record.share_of_win)
    return {player: _mean(of_player) for player, of_player in sorted(shares.items())}


def _average_marks(marks: Sequence[Marks]) -> dict[str, float]:
    """Count the marks of every area on an average sheet."""
    return {
        "roads": _mean(sum(map(bool, own.roads)) - 1 for own in marks),
        "goods circled": _mean(sum(own.goods) for own in marks),
        "goods sold": _mean(sum(own.sold) for own in marks),
        "river spaces": _mean(own.river.bit_count() for own in marks),
        **{person: _mean(own.people[i] for own in marks) for i, person in enumerate(PEOPLE)},
        "upgrades": _mean(sum(own.upgrades) for own in marks),
        "karma circled": _mean(own.karma_circled for own in marks),
        "karma used": _mean(own.karma_used for own in marks),
    }


def _average_points(sheets: Sequence[SheetRecord]) -> dict[str, float]:
    """Average the points per sheet by source; money counts half."""
    total: Counter[str] = sum((record.points for record in sheets), Counter())
    return {source: round(halves / 2 / len(sheets), 4) for source, halves in total.most_common()}


def _summarise_chains(sheets: Sequence[SheetRecord]) -> Figures:
    """Summarise the bonuses released in one turn; the last third of a player's turns counts as late."""
    late = [chain for record in sheets for chain in find_late(record.chains)]
    return {
        "all_turns": _summarise([chain for record in sheets for chain in record.chains]),
        "late_turns": _summarise(late),
        "late_turns_with_three_or_more": _mean(chain >= LONG_CHAIN for chain in late),
        "sheets_with_a_turn_of_three_or_more": _mean(max(record.chains) >= LONG_CHAIN for record in sheets),
    }


def find_late(turns: Sequence[int]) -> Sequence[int]:
    """Return the last third of a player's turns."""
    return turns[2 * len(turns) // 3 :]


def _count_bonus_places(plan: Plan, games: Sequence[GameRecord]) -> Mapping[str, Figures]:
    """Compute how often each bonus is used: its share of games and of sheets."""
    in_games: Counter[str] = Counter()
    on_sheets: Counter[str] = Counter()
    for game in games:
        used = [place for record in game.sheets for place in record.marks.crossed]
        on_sheets.update(used)
        in_games.update(set(used))
    sheets = len(games) * len(games[0].sheets)
    return {
        place: {
            "bonus": str(bonus),
            "games": round(in_games[place] / len(games), 4),
            "sheets": round(on_sheets[place] / sheets, 4),
        }
        for place, bonus in plan.bonuses.items()
    }


def _count_bonus_kinds(plan: Plan, sheets: Sequence[SheetRecord]) -> dict[str, float]:
    """Count the bonuses of each kind used on an average sheet."""
    used = Counter(plan.bonuses[place].kind for record in sheets for place in record.marks.crossed)
    return {kind: round(count / len(sheets), 4) for kind, count in used.most_common()}
