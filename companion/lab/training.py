"""Learn the weights of a sheet from games between bots.

Every generation plays against itself, learns from the games of all generations, and replaces the best one only if it
beats it. The first one has to beat the hand-written evaluation. All games are kept as text in the folder of the
training, so an interrupted training resumes where it stopped. The same seed gives the same weights.
"""

import json
import random
from collections.abc import Generator, Iterator, Sequence
from functools import lru_cache, partial
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

from companion.games.dice_charmers.bots.evaluation import Evaluation, rate_by_hand
from companion.games.dice_charmers.bots.learned import Learned, dump_weights, parse_weights
from companion.games.dice_charmers.bots.levels import Level, choose_moves
from companion.games.dice_charmers.bots.search import Skill
from companion.games.dice_charmers.rules import outcome, write_event
from companion.games.dice_charmers.rules.sheet import Sheet, make_plan
from companion.lab.fitting import Fitted, fit, read_game
from companion.lab.games import SEATS, Strategy, map_in_processes, run_game

PLAYERS = (2, 3, 4, 5, 2)  # in the games of a generation, in turn
_SKILL = Skill(width=3, quick=2, contenders=2, second_pick=False)  # fast, and near to the best
_MISTAKES = 2.0  # so that the games differ in more than the dice
_ENOUGH = 0.5  # share of the games to win against the best generation so far


class TrainingOrder(NamedTuple):
    """What to train, and how long."""

    sheet: Sheet
    folder: Path  # for games and weights
    generations: int
    games: int  # of each generation; a quarter as many against the best one
    seed: int
    jobs: int = 1

    @property
    def best(self) -> Path:
        """The file of the best weights so far."""
        return self.folder / "best.json"

    @property
    def played(self) -> Path:
        """The file of all games, one per line."""
        return self.folder / "games.jsonl"


class TrainingStep(NamedTuple):
    """One more game of a generation, played against itself or against the best."""

    generation: int
    against_best: bool
    done: int
    total: int


class GenerationReport(NamedTuple):
    """What a generation has learned."""

    generation: int
    samples: int
    loss: float  # on games that were not used for learning; 0.69 is guessing
    share: float  # of the games won against the best generation before
    accepted: bool


def train(order: TrainingOrder) -> Iterator[TrainingStep | GenerationReport]:
    """Train the missing generations; report every game and every generation."""
    order.folder.mkdir(parents=True, exist_ok=True)
    for generation in range(1, order.generations + 1):
        report = order.folder / f"generation-{generation}.json"
        if not report.exists():
            yield from _play_missing_games(order, generation)
            best = _read_best(order)
            games = [read_game(order.sheet, *game) for game in _read_games(order)]
            fitted = fit(games, order.seed, parse_weights(best) if best else None)
            found = yield from _compare(order, generation, fitted)
            if found.accepted:
                order.best.write_text(dump_weights(order.sheet, fitted.weights), encoding="utf-8")
            report.write_text(json.dumps(found._asdict()), encoding="utf-8")
            yield found


def _play_missing_games(order: TrainingOrder, generation: int) -> Iterator[TrainingStep]:
    """Play the games of a generation that are not in the file yet."""
    before = (generation - 1) * order.games
    there = _drop_unfinished_line(order.played)
    play = partial(_play_alone, order.sheet, _read_best(order), order.seed)
    with order.played.open("a", encoding="utf-8") as file:
        numbers = range(there, before + order.games)
        for number, events in zip(numbers, map_in_processes(play, numbers, order.jobs), strict=True):
            file.write(json.dumps(events) + "\n")
            file.flush()
            yield TrainingStep(generation, False, number - before + 1, order.games)


def _drop_unfinished_line(file: Path) -> int:
    """Remove what an interrupted training has left of its last line; return the number of lines."""
    content = file.read_bytes() if file.exists() else b""
    complete = content[: content.rfind(b"\n") + 1]
    if complete != content:
        file.write_bytes(complete)
    return complete.count(b"\n")


def _read_best(order: TrainingOrder) -> str:
    """Read the best weights so far as text; "" before the first generation."""
    return order.best.read_text(encoding="utf-8") if order.best.exists() else ""


def _read_games(order: TrainingOrder) -> Iterator[tuple[Sequence[str], Sequence[str]]]:
    """Read all games: the seats and the events."""
    with order.played.open(encoding="utf-8") as file:
        for number, line in enumerate(file):
            yield SEATS[: PLAYERS[number % len(PLAYERS)]], json.loads(line)


def _compare(order: TrainingOrder, generation: int, fitted: Fitted) -> Generator[TrainingStep, None, GenerationReport]:
    """Play against the best weights so far, or else the hand-written evaluation; return the report."""
    weights = dump_weights(order.sheet, fitted.weights)
    duel = partial(_play_duel, order.sheet, (weights, _read_best(order)), order.seed + generation)
    shares: list[float] = []
    duels = range(order.games // 4)
    for share in map_in_processes(duel, duels, order.jobs):
        shares.append(share)
        yield TrainingStep(generation, True, len(shares), len(duels))
    return GenerationReport(generation, fitted.samples, round(fitted.loss, 4), fmean(shares), fmean(shares) > _ENOUGH)


@lru_cache(4)
def _make_evaluation(sheet: Sheet, weights: str) -> Evaluation:
    plan = make_plan(sheet)
    return Learned(plan, parse_weights(weights)) if weights else rate_by_hand(plan)


def _make_strategy(sheet: Sheet, weights: str, mistakes: float) -> Strategy:
    evaluation = _make_evaluation(sheet, weights)
    return partial(choose_moves, Level(_SKILL._replace(evaluate=lambda plan: evaluation), mistakes))


def _play_alone(sheet: Sheet, weights: str, seed: int, number: int) -> list[str]:
    """Play a game in which all players use the same weights; return its events as text."""
    rng = random.Random(f"{seed} {number}")  # noqa: S311 - not for secrets
    strategies = [_make_strategy(sheet, weights, _MISTAKES)] * PLAYERS[number % len(PLAYERS)]
    return [write_event(step.event) for step in run_game(sheet, strategies, rng)]


def _play_duel(sheet: Sheet, weights: tuple[str, str], seed: int, number: int) -> float:
    """Play a game of two; return the share of the victory of the first weights. Both play both seats."""
    rng = random.Random(f"duel {seed} {number // 2}")  # noqa: S311 - not for secrets
    first = number % 2
    strategies = [_make_strategy(sheet, weights[i], 0.0) for i in (first, 1 - first)]
    for step in run_game(sheet, strategies, rng):
        state = step.after
    decided = outcome(state)
    assert decided is not None
    return (SEATS[first] in decided.winners) / len(decided.winners)
