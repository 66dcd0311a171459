"""Turn recorded games into samples for learning: pairs of sheets and which one did better."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb, exp
from typing import NamedTuple

from companion.games.dice_charmers.bots.features import Features, list_features
from companion.games.dice_charmers.bots.outlook import find_result, find_stage
from companion.games.dice_charmers.rules import State, apply, new_game, parse_event
from companion.games.dice_charmers.rules.page import Marks
from companion.games.dice_charmers.rules.scoring import have_met
from companion.games.dice_charmers.rules.sheet import Sheet
from companion.games.dice_charmers.rules.state import Phase

_WIN = 0.3  # share of the victory in what is learned; the rest is how clear it was
_CLEAR = 15.0  # half points that make a difference clear


class Side(NamedTuple):
    """One of two compared players."""

    sheet: int  # index of the sheets of the game
    to_come: bool  # has a turn to come that others have had already


class Comparison(NamedTuple):
    """Two players in one position."""

    one: Side
    two: Side
    stage: float | None  # from 0 to 1; None when the last turns are played
    target: float  # how much better the first was in the end, from 0 to 1
    won: float  # 1 if the first was ahead in the end, 0.5 if both were equal


class GameSamples(NamedTuple):
    sheets: list[Features]
    points: list[int]  # of the sheets, in half points
    comparisons: list[Comparison]  # after the first turn, then after the second …
    pairs: int  # of players, compared after each turn


def read_game(sheet: Sheet, players: Sequence[str], events: Sequence[str]) -> GameSamples:
    """Replay a game and compare all players with each other after every turn."""
    states = list(_list_positions(new_game(sheet, tuple(players)), events))
    *positions, final = states
    results = [find_result(seat.marks) for seat in final.seats]
    numbers: dict[tuple[int, Marks], int] = {}
    found = GameSamples([], [], [], comb(len(players), 2))
    for state in positions:
        for i, seat in enumerate(state.seats):
            if (i, seat.marks) not in numbers:
                numbers[i, seat.marks] = len(found.sheets)
                found.sheets.append(list_features(state.plan, seat.marks))
                found.points.append(find_result(seat.marks)[0])
        now = [numbers[i, seat.marks] for i, seat in enumerate(state.seats)]
        found.comparisons.extend(_compare(state, now, results))
    return found


def _list_positions(state: State, events: Sequence[str]) -> Iterator[State]:
    """Replay a game; yield the state after every turn, and the final one."""
    for event in events:
        before, state = state, apply(state, parse_event(event))  # type: ignore[arg-type]
        if (before.round, before.turn) != (state.round, state.turn) or state.phase is Phase.OVER:
            yield state


def _compare(state: State, sheets: Sequence[int], results: Sequence[tuple[int, int, int]]) -> Iterator[Comparison]:
    """Compare every player with every other one."""
    players = len(sheets)
    moved = state.turn % players
    stage = None if have_met(state) else find_stage(state)
    sides = [Side(sheets[i], bool(moved) and (i - state.starter) % players >= moved) for i in range(players)]
    for i, j in combinations(range(players), 2):
        won = 1.0 if results[i] > results[j] else 0.0 if results[i] < results[j] else 0.5
        clear = 1 / (1 + exp(-(results[i][0] - results[j][0]) / _CLEAR))
        yield Comparison(sides[i], sides[j], stage, _WIN * won + (1 - _WIN) * clear, won)
