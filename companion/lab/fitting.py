"""Turn recorded games into samples, pairs of sheets and which one did better, and fit weights to them.

The fit is a logistic regression by stochastic gradient descent, one step per game. Pure Python is fast enough: learning
takes a small part of the time that playing the games takes.
"""

import random
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb, exp, log, sqrt
from statistics import fmean
from typing import NamedTuple

from companion.games.dice_charmers.bots.learned import (
    FINAL_POINTS,
    LAST_TURN,
    OTHERS,
    SHARPNESS,
    TURN_EARLY,
    TURN_LATE,
    Features,
    Weights,
    list_features,
)
from companion.games.dice_charmers.bots.search import find_result, find_stage
from companion.games.dice_charmers.rules import State, apply, new_game, parse_event
from companion.games.dice_charmers.rules.scoring import have_met
from companion.games.dice_charmers.rules.sheet import Marks, Sheet
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


# The fit

_EPOCHS = 8
_RATE = 0.05  # of the first steps; later ones are smaller (Adagrad)
_DECAY = 100.0  # L2 penalty towards the old weights, divided by the number of games
_DECAY_OF_DETAILS = 300.0  # the same for features of a single place, which luck would dominate
_PATIENCE = 0.7  # how much the end of the game counts, against the position one turn later
_STEP = 0.5  # share of the step to the fitted weights; a full step lost to the old weights
_HELD_OUT = 10  # every tenth game is kept for testing
_SHARPEST = 4.0  # upper limit of the factor
_EARLY, _LATE, _LAST = range(3)  # stages

# Weights before learning: those of the hand-written evaluation, scaled to what they say about the end of the game
_EXPECTED = ("expected market", "expected palace", "expected river", "expected province", "expected karma")
_EXPECTED_IN_STAGES = (0.7, 0.42, 0.4)
_POINTS = "points"
_POINTS_IN_STAGES = (0.93, 1.13, 1.6)
_BESIDES = {TURN_EARLY: 0.3, TURN_LATE: 0.5, LAST_TURN: 0.5, FINAL_POINTS: 1.6}
_GENERAL = {*_EXPECTED, _POINTS, "stock", "next fame", "later fame", "sale of one kind", "sale of each kind"}


class Fitted(NamedTuple):
    weights: Weights
    samples: int
    loss: float  # on held-out games; 0.69 = guessing


def fit(games: Sequence[GameSamples], seed: int, before: Weights | None = None) -> Fitted:
    """Learn the weights of all features that appear in the games, starting with the weights before."""
    model = _Model(sorted({name for game in games for sheet in game.sheets for name in sheet}), len(games), before)
    encoded = [model.encode(game) for game in games]
    held_out = encoded[_HELD_OUT - 1 :: _HELD_OUT]
    used = [game for i, game in enumerate(encoded) if i % _HELD_OUT != _HELD_OUT - 1]
    rng = random.Random(seed)  # noqa: S311 - not for secrets
    for epoch in range(_EPOCHS):
        rng.shuffle(used)
        for game in used:
            model.learn(game)
        if epoch >= _EPOCHS // 2:
            model.remember()
    model.average()
    sharpness = _find_sharpness(model, used)
    loss = _measure_loss(model, held_out or used, sharpness)
    return Fitted(model.make_weights(sharpness), sum(len(game.cases) for game in encoded), loss)


class _Case(NamedTuple):
    """A comparison as a linear form: coefficients of (stage, sheet) ratings and of the extra weights."""

    sheets: list[tuple[int, int, float]]  # stage, sheet, share
    others: list[tuple[int, float]]  # weight, share
    target: float
    won: float


class _Game(NamedTuple):
    sheets: list[list[tuple[int, float]]]  # numbers and amounts of features
    cases: list[_Case]
    pairs: int


class _Model:
    """All weights in one list: the features early, late and in the last turn, then the others."""

    def __init__(self, names: Sequence[str], games: int, before: Weights | None = None) -> None:
        self.names = names
        decays = [(_DECAY if name in _GENERAL else _DECAY_OF_DETAILS) / games for name in names]
        self.decays = [*decays * 3, *[_DECAY / games] * len(OTHERS)]
        self.numbers = {name: i for i, name in enumerate(names)}
        self.others = {name: 3 * len(names) + i for i, name in enumerate(OTHERS)}
        self.before = self._read_weights(before) if before else self._make_first_weights()
        self.weights = list(self.before)
        self.squares = [1.0] * len(self.weights)  # of all slopes so far
        self.sums = [0.0] * len(self.weights)
        self.remembered = 0

    def _make_first_weights(self) -> list[float]:
        features = [
            {**dict.fromkeys(_EXPECTED, expected), _POINTS: points}.get(name, 0.0)
            for expected, points in zip(_EXPECTED_IN_STAGES, _POINTS_IN_STAGES, strict=True)
            for name in self.names
        ]
        return [*features, *(_BESIDES[name] for name in OTHERS)]

    def _read_weights(self, weights: Weights) -> list[float]:
        stages = (weights.early, weights.late, weights.last)
        known = [*(stage.get(name, 0.0) for stage in stages for name in self.names), *map(weights.others.get, OTHERS)]
        return [(weight or 0.0) / weights.others[SHARPNESS] for weight in known]

    def encode(self, game: GameSamples) -> _Game:
        """Number the features and write comparisons as sums."""
        sheets = [[(self.numbers[name], amount) for name, amount in sheet.items() if amount] for sheet in game.sheets]
        cases = [self._make_case(comparison, game.points) for comparison in game.comparisons]
        return _Game(sheets, cases, game.pairs)

    def _make_case(self, comparison: Comparison, points: Sequence[int]) -> _Case:
        case = _Case([], [], comparison.target, comparison.won)
        for side, sign in ((comparison.one, 1.0), (comparison.two, -1.0)):
            if comparison.stage is not None:
                self._add_going_on(case, side, comparison.stage, sign)
            elif side.to_come:
                case.sheets.append((_LAST, side.sheet, sign))
                case.others.append((self.others[LAST_TURN], sign))
            else:
                case.others.append((self.others[FINAL_POINTS], sign * points[side.sheet] / 20))
        return case

    def _add_going_on(self, case: _Case, side: Side, stage: float, sign: float) -> None:
        case.sheets.append((_EARLY, side.sheet, sign * (1 - stage)))
        case.sheets.append((_LATE, side.sheet, sign * stage))
        if side.to_come:
            case.others.append((self.others[TURN_EARLY], sign * (1 - stage)))
            case.others.append((self.others[TURN_LATE], sign * stage))

    def learn(self, game: _Game) -> None:
        """Take one step against the gradient of a game's loss."""
        weights, squares, before, decays = self.weights, self.squares, self.before, self.decays
        for i, slope in self._find_gradient(game).items():
            slope += decays[i] * (weights[i] - before[i])
            squares[i] += slope * slope
            weights[i] -= _RATE * slope / sqrt(squares[i])

    def _find_gradient(self, game: _Game) -> dict[int, float]:
        by_sheet: dict[tuple[int, int], float] = {}
        gradient: dict[int, float] = {}
        chances = [_to_chance(rating) for rating in self.rate(game)]
        for case, chance, target in zip(game.cases, chances, _find_targets(game, chances), strict=True):
            error = chance - target
            for stage, sheet, share in case.sheets:
                by_sheet[stage, sheet] = by_sheet.get((stage, sheet), 0.0) + error * share
            for i, share in case.others:
                gradient[i] = gradient.get(i, 0.0) + error * share
        for (stage, sheet), slope in by_sheet.items():
            first = stage * len(self.names)
            for feature, amount in game.sheets[sheet]:
                i = first + feature
                gradient[i] = gradient.get(i, 0.0) + slope * amount
        return gradient

    def rate(self, game: _Game) -> Iterator[float]:
        """Rate the first player against the second in every comparison."""
        weights, size = self.weights, len(self.names)
        rated: dict[tuple[int, int], float] = {}
        for case in game.cases:
            rating = sum(share * weights[i] for i, share in case.others)
            for stage, sheet, share in case.sheets:
                if (stage, sheet) not in rated:
                    first = stage * size
                    rated[stage, sheet] = sum(weights[first + i] * amount for i, amount in game.sheets[sheet])
                rating += share * rated[stage, sheet]
            yield rating

    def remember(self) -> None:
        """Remember the weights for `average`."""
        self.sums = [total + weight for total, weight in zip(self.sums, self.weights, strict=True)]
        self.remembered += 1

    def average(self) -> None:
        """Set the weights half-way between the old ones and the average of the remembered ones."""
        average = [total / self.remembered for total in self.sums]
        self.weights = [before + _STEP * (found - before) for before, found in zip(self.before, average, strict=True)]

    def make_weights(self, sharpness: float) -> Weights:
        size = len(self.names)
        scaled = [sharpness * weight for weight in self.weights]
        early, late, last = (
            dict(zip(self.names, scaled[stage * size : (stage + 1) * size], strict=True)) for stage in range(3)
        )
        return Weights(early, late, last, {**dict(zip(OTHERS, scaled[3 * size :], strict=True)), SHARPNESS: sharpness})


def _find_targets(game: _Game, chances: Sequence[float]) -> list[float]:
    """Find what each chance should have been: a mixture of the chance a turn later and what came out in the end.

    The result alone is too noisy, because luck decides most games (temporal difference learning).
    """
    targets = [case.target for case in game.cases]
    for i in reversed(range(len(targets) - game.pairs)):
        later = i + game.pairs
        targets[i] = _PATIENCE * targets[later] + (1 - _PATIENCE) * chances[later]
    return targets


def _to_chance(rating: float) -> float:
    return 1 / (1 + exp(-max(-30.0, min(30.0, rating))))


def _find_sharpness(model: _Model, games: Sequence[_Game]) -> float:
    """Find the factor that turns ratings into the logarithm of the odds to win.

    Weights are fitted to victories and margins together, which makes ratings too small.
    """
    low, high = 0.25, _SHARPEST
    while high - low > 0.02:
        one, two = low + (high - low) / 3, high - (high - low) / 3
        if _measure_loss(model, games, one) < _measure_loss(model, games, two):
            high = two
        else:
            low = one
    return (low + high) / 2


def _measure_loss(model: _Model, games: Sequence[_Game], sharpness: float) -> float:
    """Average the loss of predicted victories."""
    return fmean(
        -log(chance if case.won > 0.5 else 1 - chance)
        for game in games
        for case, rating in zip(game.cases, model.rate(game), strict=True)
        if case.won != 0.5
        for chance in [_to_chance(sharpness * rating)]
    )
