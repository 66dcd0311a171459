"""How strong and how fast the bots are: python tests/bench/bench_bots.py [--games 400] [--sheet sun] [--match 2]

One against one and one against three greedy players; the seats rotate. Prints shares of victories with standard errors, and
the processor time of the strongest bot per decision. The tables of docs/bots.md come from here.
"""

import argparse
import random
import sys
from math import sqrt
from pathlib import Path
from statistics import fmean
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[2]))

from companion.games.dice_charmers.bots.game import SEATS, STRATEGIES, Strategy, run_game
from companion.games.dice_charmers.definition import load_sheet
from companion.games.dice_charmers.rules import Phase, State, outcome
from companion.games.dice_charmers.rules.sheet import Sheet

# one player, the others, how many play, the target for the first
MATCHES = [
    ("level-4", "greedy", 2, "≥ 95 %"),
    ("level-4", "greedy", 4, "≥ 90 %"),
    ("level-4", "level-3", 2, "≥ 65 %"),
    ("level-3", "level-2", 2, "≥ 65 %"),
    ("level-2", "level-1", 2, "≥ 65 %"),
    ("level-1", "greedy", 2, "≤ 30 %"),
]


def take_time(strategy: Strategy, times: list[float]) -> Strategy:
    """Note the time of every decision about a die, a karma or a step."""

    def choose(state: State, seat: str, rng: random.Random):
        begin = process_time()
        moves = strategy(state, seat, rng)
        if state.phase in (Phase.CHOOSE, Phase.REROLLED, Phase.PLAY):
            times.append(1000 * (process_time() - begin))
        return moves

    return choose


def play_match(sheet: Sheet, one: str, others: str, players: int, games: int, seed: str) -> tuple[float, list[float]]:
    """Return the share of games that `one` wins against the others, and the times of its decisions."""
    times: list[float] = []
    won = 0.0
    for number in range(games):
        seat = number % players
        strategies = [STRATEGIES[others]] * players
        strategies[seat] = take_time(STRATEGIES[one], times)
        *_, last = run_game(sheet, strategies, random.Random(f"{seed} {number // players}"))
        winners = outcome(last.after).winners
        won += (SEATS[seat] in winners) / len(winners)
    return won / games, times


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--sheet", action="append", choices=["sun", "moon"])
    parser.add_argument("--match", action="append", type=int, choices=range(1, len(MATCHES) + 1))
    parser.add_argument("--seed", default="fresh")
    options = parser.parse_args()
    print("| sheet | match | players | target | won | games | ms per decision: mean, p95, worst |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for name in options.sheet or ["sun", "moon"]:
        for number, (one, others, players, target) in enumerate(MATCHES, start=1):
            if number not in (options.match or range(1, len(MATCHES) + 1)):
                continue
            seed = f"{options.seed} {number}"
            share, times = play_match(load_sheet(name).sheet, one, others, players, options.games, seed)
            error = sqrt(share * (1 - share) / options.games)
            slow = sorted(times)[int(0.95 * len(times))]
            print(
                f"| {name} | {one} against {others} | {players} | {target} | {share:.1%} ± {error:.1%} "
                f"| {options.games} | {fmean(times):.0f}, {slow:.0f}, {max(times):.0f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
