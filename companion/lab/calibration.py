"""Fit how ratings and points become chances to win, from games of bots of every strength, and check the result.

The model is a logistic regression between the players of a game. How much a lead counts depends on how far the game is
and on the pace so far, by which weak and strong players differ: docs/bots.md has the reliability for each of them.
"""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from statistics import fmean
from typing import NamedTuple

import numpy as np

from companion.games.dice_charmers.analysis.forecast import (
    Chances,
    Judge,
    RatedRound,
    Slope,
    find_slope,
    list_terms,
    load_calibration,
    name_sheet,
    to_chances,
)
from companion.games.dice_charmers.rules.rounds import count_turns
from companion.games.dice_charmers.rules.sheet import Sheet
from companion.games.dice_charmers.rules.state import MOST_PLAYERS
from companion.lab.fast import Engine

# Players of every strength, but equal ones at each table: where they differ, the better ones hold a lead more often.
STRENGTHS = ("level-2", "level-3", "level-4", "greedy")
CHECKED = ("level-2", "level-3", "level-4")
BINS = 10
_RIDGE = 3.0  # holds back weights that the games say little about
_STEPS = 12  # of Newton's method, which needs fewer


class RatedPosition(NamedTuple):
    """A position at the end of a round, and who won that game."""

    rated: RatedRound
    shares: Chances


def play_positions(
    engine: Engine, strategies: Sequence[str], games: int, seed: int, jobs: int = 1
) -> Iterator[list[RatedPosition]]:
    """Play games; yield the positions of each at the ends of rounds."""
    players = len(strategies)
    judge = Judge(engine.plan, players, Slope())
    for game in engine.play(strategies, range(games), seed, jobs, rounds=True):
        shares = tuple(sheet["share"] for sheet in game["sheets"])
        found = []
        for number, rows in enumerate(game["rounds"], start=1):
            points = tuple(row[2] for row in rows)
            situation = judge.describe_points(points, number * count_turns(players) // players)
            ratings = tuple(early + situation.stage * (late - early) for early, late, _ in rows)
            found.append(RatedPosition(RatedRound(ratings, points, situation), shares))
        yield found


def fit_slope(samples: Sequence[RatedPosition]) -> Slope:
    """Find the slope that makes the victories most likely: a convex problem, solved by Newton's method."""
    terms = np.array([list_terms(sample.rated.situation) for sample in samples])
    ratings = np.array([sample.rated.ratings for sample in samples])
    points = np.array([sample.rated.points for sample in samples]) / 10
    shares = np.array([sample.shares for sample in samples])
    features = np.concatenate(
        [ratings[:, :, None] * terms[:, None, :], points[:, :, None] * terms[:, None, :]], axis=2
    )  # position, player, weight
    start = np.array([*Slope().ratings, *Slope().points])
    weights = start.copy()
    for _ in range(_STEPS):
        logits = features @ weights
        odds = np.exp(logits - logits.max(axis=1, keepdims=True))
        chances = odds / odds.sum(axis=1, keepdims=True)
        gradient = np.einsum("ijk,ij->k", features, chances - shares) + _RIDGE * (weights - start)
        mean = np.einsum("ijk,ij->ik", features, chances)
        hessian = np.einsum("ijk,ij,ijl->kl", features, chances, features) - mean.T @ mean
        weights = weights - np.linalg.solve(hessian + _RIDGE * np.eye(len(weights)), gradient)
    found = [round(float(weight), 3) for weight in weights]
    return Slope(tuple(found[:4]), tuple(found[4:]))


def calibrate(sheet: Sheet, games: int, seed: int, jobs: int = 1) -> Iterator[tuple[int, int, str]]:
    """Let 2 to 5 players of every strength play, and fit; yield the games played, their total and, last, the file."""
    numbers = range(2, MOST_PLAYERS + 1)
    engine = Engine(sheet)
    done, total, slopes = 0, games * len(STRENGTHS) * len(numbers), {}
    for players in numbers:
        samples: list[RatedPosition] = []
        for strategy in STRENGTHS:
            for played in play_positions(engine, [strategy] * players, games, seed, jobs):
                samples += played
                done += 1
                yield done, total, ""
        slope = fit_slope(samples)
        slopes[str(players)] = [*slope.ratings, *slope.points]
    yield total, total, dump_calibration({**load_calibration(), name_sheet(sheet): slopes})


def dump_calibration(calibration: Mapping[str, object]) -> str:
    sheets = [f' "{sheet}": {json.dumps(slopes)}' for sheet, slopes in sorted(calibration.items())]
    return "{\n" + ",\n".join(sheets) + "\n}\n"


# Reliability


class Bin(NamedTuple):
    """Forecasts of about the same chance, and how often they came true."""

    forecasts: int
    games: int
    predicted: float
    won: float
    error: float  # one standard error of `won`; by game, because positions of one game depend on each other


def measure_reliability(sheet: Sheet, strategy: str, games: int, seed: int, jobs: int = 1) -> list[Bin | None]:
    """Compare chances with victories in games of 2 to 5 equal players, this many each; None for an empty bin."""
    engine = Engine(sheet)
    bins: list[defaultdict[tuple[int, int], list[tuple[float, float]]]] = [defaultdict(list) for _ in range(BINS)]
    for players in range(2, MOST_PLAYERS + 1):
        slope = find_slope(sheet, players)
        for number, game in enumerate(play_positions(engine, [strategy] * players, games, seed, jobs)):
            for position in game:
                for pair in zip(to_chances(position.rated, slope), position.shares, strict=True):
                    bins[min(int(pair[0] * BINS), BINS - 1)][players, number].append(pair)
    return [_summarise_bin(list(by_game.values())) if by_game else None for by_game in bins]


def _summarise_bin(games: Sequence[Sequence[tuple[float, float]]]) -> Bin:
    found = [pair for game in games for pair in game]
    won = fmean(own for _, own in found)
    error = sqrt(sum(sum(own - won for _, own in game) ** 2 for game in games)) / len(found)
    return Bin(len(found), len(games), fmean(predicted for predicted, _ in found), won, error)
