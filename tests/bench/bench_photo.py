"""How well photos of played sheets are read: python tests/bench/bench_photo.py [--photos 25] [--levels scan,good,…] [--jobs 2]
With --memory 200 it reads that many photos in one process and prints its memory use.

Photos are made of finished games, with habits and pens that training has not seen (HELD_BACK in paper/hand.py): all sheets,
languages, inks and papers, one or two on a page. Prints a table for docs/photo.md: score exact without questions, sheet exact
after questions (each answered correctly), questions per sheet, scores wrong without any question, photos refused, CPU seconds.
"""

import argparse
import os
import sys
import time
from collections import Counter
from multiprocessing import get_context
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as companion/photo does, which must be imported before numpy

import numpy as np

from companion.games.dice_charmers.bots.simulation import simulate
from companion.games.dice_charmers.definition import load_sheet
from companion.games.dice_charmers.paper.marked import count_totals
from companion.games.dice_charmers.paper.printed import Print
from companion.games.dice_charmers.paper.reader import find_definition
from companion.games.dice_charmers.paper.reading import Unreadable, read_picture
from companion.photo.camera import SETTINGS
from companion.render.palette import INKS
from tests.photo_samples import make_sample

OWN = Path("/nonexistent")


def read_one(job: tuple[str, str, int, dict[str, str], float | None]) -> Counter[str]:
    """Make and read one photo; return what is counted."""
    level, sheet, number, states, megapixels = job
    rng = np.random.default_rng((number, len(level), 999))
    which = Print(load_sheet(sheet), str(rng.choice(["en", "ru"])), str(rng.choice(INKS)))
    sample = make_sample(which, states, level, rng, held_back=True, megapixels=megapixels)
    data = sample.encode(rng)
    began = time.process_time()
    counted = Counter(photos=1)
    try:
        reading = read_picture(data, None, lambda name, version: find_definition(name, version, OWN))
    except Unreadable as error:
        print(f"{level} {number}: {error.kind}", file=sys.stderr)
        return counted + Counter(refused=1, milliseconds=round((time.process_time() - began) * 1000))
    counted["milliseconds"] = round((time.process_time() - began) * 1000)
    of = which.definition.sheet
    wrong = {cell for cell, state in reading.cells.items() if states[cell] != state}
    asked = {doubt.cell for doubt in reading.doubtful}
    exact = count_totals(of, reading.cells)[:2] == count_totals(of, states)[:2]
    counted += Counter(exact=exact, sheet_exact=not wrong - asked, questions=len(asked), cells_wrong=len(wrong))
    if not exact and not asked:
        counted["silent"] = 1
    if wrong - asked or len(asked) > 6:
        hand, ink = sample.hand, which.ink
        print(
            f"{level} {number} {sheet} {ink} missed {sorted(wrong - asked)[:6]}, asked {len(asked)}: {hand}",
            file=sys.stderr,
        )
    return counted


def measure_memory(photos: int, megapixels: float | None) -> None:
    """Read photos of all sheets again and again; print the resident memory."""
    made = []
    for number, name in enumerate(("sun", "moon", "sun@1", "moon@1") * 2):
        finals: list[dict] = []
        simulate(load_sheet(name).sheet, ["greedy"] * 3, 1, number, final=finals.append)
        rng, ink = np.random.default_rng(number), INKS[number // 4]
        which = Print(load_sheet(name), ("en", "ru")[number % 2], ink)
        made.append(make_sample(which, finals[0]["cells"], "normal", rng, megapixels=megapixels).encode(rng))
    for number in range(photos + 1):
        if number % (photos // 10) == 0:
            pages = int(Path("/proc/self/statm").read_text().split()[1])
            print(f"{number} photos: {pages * os.sysconf('SC_PAGE_SIZE') / 2**20:.0f} MiB", flush=True)
        read_picture(made[number % len(made)], None, lambda name, version: find_definition(name, version, OWN))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=int, default=25)
    parser.add_argument("--levels", default=",".join(SETTINGS))
    parser.add_argument("--sheets", default="sun,moon,sun@1,moon@1")
    parser.add_argument("--megapixels", type=float)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--memory", type=int)
    given = parser.parse_args()
    if given.memory:
        measure_memory(given.memory, given.megapixels)
        return
    jobs = []
    for sheet in given.sheets.split(","):
        finals: list[dict] = []
        simulate(load_sheet(sheet).sheet, ["greedy"] * 3, given.photos, 5, final=finals.append)
        for level in given.levels.split(","):
            for number in range(given.seed, given.seed + given.photos):
                if number % len(given.sheets.split(",")) == given.sheets.split(",").index(sheet):
                    cells = finals[number % len(finals)]["cells"]
                    jobs.append((level, sheet, number, cells, given.megapixels))
    totals: dict[str, Counter[str]] = {level: Counter() for level in given.levels.split(",")}
    with get_context("spawn").Pool(given.jobs) as pool:
        for job, counted in zip(jobs, pool.imap(read_one, jobs), strict=True):
            totals[job[0]] += counted
    print(
        "| level | photos | score exact without questions | sheet exact after questions | questions per sheet |", end=""
    )
    print(" wrong without a question | refused | CPU seconds |")
    print("| --- " * 8 + "|")
    for level, of in totals.items():
        read = max(of["photos"] - of["refused"], 1)
        print(
            f"| {level} | {of['photos']} | {of['exact']} | {of['sheet_exact']} | {of['questions'] / read:.1f} "
            f"| {of['silent']} | {of['refused']} | {of['milliseconds'] / max(of['photos'], 1) / 1000:.2f} |"
        )


if __name__ == "__main__":
    main()
