"""How good the analysis is: python tests/bench/bench_analysis.py [reliability|luck|time] [--games 20] [--sheet sun] [--players 2]

reliability  chances to win at the ends of rounds, in ten bins, and the share of games that were won; level-3 plays
luck         the mean luck of every seat with its standard error, in one roll of each game; greedy players, least effort
time         processor time for the analysis of a whole game; level-2 plays

`--games` are played for every sheet and number of players, with dice that `companion calibrate` has not seen.
The tables of docs/bots.md come from here.
"""

import argparse
import random
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[2]))

from companion.games.dice_charmers.analysis.calibrating import play_samples
from companion.games.dice_charmers.analysis.chances import Chances, Judge, find_slope, to_chances
from companion.games.dice_charmers.analysis.forecast import Effort, Forecast
from companion.games.dice_charmers.analysis.study import study_game, subtract
from companion.games.dice_charmers.bots.game import SEATS, STRATEGIES, run_game
from companion.games.dice_charmers.definition import load_sheet
from companion.games.dice_charmers.rules import Rolled, Started
from companion.games.dice_charmers.rules.plan import DICE
from companion.games.dice_charmers.rules.sheet import Sheet

BINS = 10
Forecasts = list[tuple[float, float]]  # of one game: predicted chance, share of the victory


def predict_game(sheet: Sheet, players: int, seed: int, number: int) -> Forecasts:
    """Play a game; return everyone's chances at the ends of its rounds, each with what came out."""
    slope = find_slope(sheet, players)
    return [
        pair
        for sample in play_samples(sheet, players, seed, number)
        for pair in zip(to_chances(sample.rated, slope), sample.shares, strict=True)
    ]


def tabulate(games: Iterable[Forecasts]) -> Iterator[str]:
    """Compare predicted with observed victories. Positions of one game depend on each other, so errors are by game."""
    bins: list[defaultdict[int, Forecasts]] = [defaultdict(list) for _ in range(BINS)]
    for number, forecasts in enumerate(games):
        for predicted, won in forecasts:
            bins[min(int(predicted * BINS), BINS - 1)][number].append((predicted, won))
    yield "| chance to win | forecasts | games | predicted | won |"
    yield "| --- | --- | --- | --- | --- |"
    for i, by_game in enumerate(bins):
        found = [pair for forecasts in by_game.values() for pair in forecasts]
        if found:
            won = fmean(won for _, won in found)
            error = sqrt(sum(sum(own - won for _, own in game) ** 2 for game in by_game.values())) / len(found)
            predicted = fmean(predicted for predicted, _ in found)
            yield (
                f"| {100 * i // BINS} to {100 * (i + 1) // BINS} % | {len(found)} | {len(by_game)} "
                f"| {predicted:.1%} | {won:.1%} ± {error:.1%} |"
            )


def find_luck(sheet: Sheet, players: int, seed: str) -> Chances:
    """Play a game and return everyone's luck with one of its rolls, as `study_game` computes it."""
    chance = random.Random(seed)
    steps = run_game(sheet, [STRATEGIES["greedy"]] * players, chance)
    rolls = [step.after for step in steps if isinstance(step.event, Rolled) and len(step.before.rolling) == len(DICE)]
    rolled = chance.choice(rolls)
    forecast = Forecast(rolled, Judge(rolled.plan, players), seed)
    return subtract(forecast.estimate(rolled), forecast.average_roll(rolled))


def measure_luck(sheet: Sheet, players: int, games: int, seed: int) -> str:
    luck = [find_luck(sheet, players, f"luck {seed} {players} {number}") for number in range(games)]
    by_seat = [f"{fmean(own):+.2%} ± {stdev(own) / sqrt(games):.2%}" for own in zip(*luck, strict=True)]
    spread = stdev([own for of_game in luck for own in of_game])
    return f"| {sheet.name} {sheet.version} | {players} | {games} | {', '.join(by_seat)} | {spread:.1%} |"


def measure_time(sheet: Sheet, players: int, games: int, seed: int) -> str:
    times = []
    for number in range(games):
        key = f"time {seed} {players} {number}"
        steps = list(run_game(sheet, [STRATEGIES["level-2"]] * players, random.Random(key)))
        begin = process_time()
        study_game(sheet, Started(SEATS[:players]), [step.event for step in steps], key)
        times.append(process_time() - begin)
    return f"| {sheet.name} {sheet.version} | {players} | {games} | {fmean(times):.1f} s | {max(times):.1f} s |"


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["reliability", "luck", "time"], nargs="?", default="reliability")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--sheet", action="append")
    parser.add_argument("--players", action="append", type=int, choices=range(2, 6))
    parser.add_argument("--seed", type=int, default=2026)
    options = parser.parse_args(arguments)
    sheets = [load_sheet(name).sheet for name in options.sheet or ["sun", "moon"]]
    counts = options.players or [2, 3, 4, 5]
    if options.what == "reliability":
        games = (
            predict_game(sheet, players, options.seed, number)
            for sheet in sheets
            for players in counts
            for number in range(options.games)
        )
        print(*tabulate(games), sep="\n")
        return
    if options.what == "luck":
        Effort.WIDTHS = ()  # one line of play, few rolls
    measure = measure_luck if options.what == "luck" else measure_time
    for sheet in sheets:
        for players in counts:
            print(measure(sheet, players, options.games, options.seed), flush=True)


if __name__ == "__main__":
    main()
