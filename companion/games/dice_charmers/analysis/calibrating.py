"""Fit the slope that turns ratings into win probabilities, from games of bots."""

import json
import random
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from math import log
from typing import NamedTuple

from companion.games.dice_charmers.analysis.chances import (
    FILE,
    Chances,
    Judge,
    RatedRound,
    Slope,
    find_shares,
    load_calibration,
    name_sheet,
    to_chances,
)
from companion.games.dice_charmers.bots.game import STRATEGIES, run_game
from companion.games.dice_charmers.processes import map_in_processes
from companion.games.dice_charmers.rules.plan import make_plan
from companion.games.dice_charmers.rules.sheet import Sheet
from companion.games.dice_charmers.rules.state import MOST_PLAYERS, Phase

STRATEGY = "level-3"  # fast, and near to the best
_UNLIKELY = 1e-6
_SMALLEST_STEP = 0.02


class Sample(NamedTuple):
    """A position at the end of a round, and who won that game."""

    rated: RatedRound
    shares: Chances


def play_samples(sheet: Sheet, players: int, seed: int, number: int) -> list[Sample]:
    """Play a game and return its positions at the ends of rounds."""
    rng = random.Random(f"calibrate {seed} {players} {number}")  # noqa: S311 - not for secrets
    judge = Judge(make_plan(sheet), players, Slope(1, 1))
    rounds = []
    for step in run_game(sheet, [STRATEGIES[STRATEGY]] * players, rng):
        state = step.after
        if state.round > step.before.round and state.phase is not Phase.OVER:
            rounds.append(judge.rate([seat.marks for seat in state.seats]))
    return [Sample(rated, find_shares(state)) for rated in rounds]


def fit_slope(samples: Sequence[Sample]) -> Slope:
    """Find the slope that makes the victories most likely, by trying smaller and smaller steps."""
    best, step = Slope(1.0, 1.0), 0.64
    loss = measure_loss(samples, best)
    while step >= _SMALLEST_STEP:
        around = [
            Slope(max(best.early + early * step, 0), max(best.late + late * step, 0))
            for early in (-1, 0, 1)
            for late in (-1, 0, 1)
        ]
        losses = [measure_loss(samples, slope) for slope in around]
        if min(losses) < loss:
            loss = min(losses)
            best = around[losses.index(loss)]
        else:
            step /= 2
    return Slope(round(best.early, 3), round(best.late, 3))


def measure_loss(samples: Iterable[Sample], slope: Slope) -> float:
    """Return how surprising the victories were, on average in nats."""
    found = [
        -sum(share * log(max(chance, _UNLIKELY)) for share, chance in zip(sample.shares, chances, strict=True))
        for sample in samples
        for chances in [to_chances(sample.rated, slope)]
    ]
    return sum(found) / len(found)


def calibrate(sheet: Sheet, games: int, seed: int, jobs: int = 1) -> Iterator[tuple[int, int, str]]:
    """Play and fit for 2 to 5 players; yield the games played, their total and, at the end, the new file."""
    numbers = range(2, MOST_PLAYERS + 1)
    total, slopes = games * len(numbers), {}
    for players in numbers:
        samples: list[Sample] = []
        done = games * (players - 2)
        for played in map_in_processes(partial(play_samples, sheet, players, seed), range(games), jobs, chunk=4):
            samples += played
            done += 1
            yield done, total, ""
        slopes[str(players)] = fit_slope(samples)
    yield total, total, dump_calibration({**load_calibration(), name_sheet(sheet): slopes})


def dump_calibration(calibration: dict[str, object]) -> str:
    sheets = [f' "{sheet}": {json.dumps(slopes)}' for sheet, slopes in sorted(calibration.items())]
    return "{\n" + ",\n".join(sheets) + "\n}\n"


__all__ = ["FILE", "calibrate", "fit_slope", "measure_loss", "play_samples"]
