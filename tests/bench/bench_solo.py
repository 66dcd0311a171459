"""Calibrate the ranks of a game alone: python tests/bench/bench_solo.py [--games 200] [--seed 1] [--write]

Every level of bots plays alone on every sheet of ours, and RANKS says which of their results the ranks take. `--write`
stores the thresholds; those of other sheets stay.
"""

import argparse
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from companion.games.dice_charmers import bots
from companion.games.dice_charmers.bots.levels import LEVELS
from companion.games.dice_charmers.bots.simulation import simulate
from companion.games.dice_charmers.definition import load_sheet

SHEETS = ("sun", "moon")
# What the second to the highest rank take: as few rounds as a level needs in this share of its games
RANKS = (("level-1", "50 %"), ("level-2", "50 %"), ("level-3", "50 %"), ("level-4", "25 %"))
FILE = Path(bots.__file__).parent / "solo.json"


def show(results: dict[str, list[float]]) -> str:
    return " | ".join(f"{rounds:g} / {points:g}" for rounds, points in results.values())


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--games", type=int, default=200)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--write", action="store_true")
    chosen = options.parse_args()
    thresholds = json.loads(FILE.read_text(encoding="utf-8"))
    for name in SHEETS:
        sheet = load_sheet(name).sheet
        reached = {}
        for level in LEVELS:
            figures = simulate(sheet, [level], chosen.games, chosen.seed)
            results = figures["results_alone"]
            mean = figures["turns_per_player"]["mean"]
            print(f"| {name} | {level} | {mean:.1f} | {show(results)} |", flush=True)
            reached[level] = results
        thresholds[f"{sheet.name} {sheet.version}"] = [reached[level][share][0] for level, share in RANKS]
    if chosen.write:
        lines = ",\n".join(f" {json.dumps(sheet)}: {json.dumps(most)}" for sheet, most in thresholds.items())
        FILE.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
