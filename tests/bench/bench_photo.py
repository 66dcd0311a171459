"""How well photos of played sheets are read: python tests/bench/bench_photo.py [--photos 40] [--troubles 16] [--jobs 2]
With --memory 200 it reads that many photos in one process and prints its memory use.

Photos are made of finished games, with habits and pens that training has not seen (HELD_BACK in lab/hand.py): all sheets,
languages, inks and papers, one or two on a page. Prints the tables of docs/photo.md. "After answers" means that every
doubtful cell is answered correctly. All places of a track are one question, as on the page.
"""

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Mapping
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[2]))
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as companion/photo does, which must be imported before numpy

import numpy as np

from companion.games.dice_charmers.definition import load_sheet
from companion.games.dice_charmers.paper.marked import count_totals
from companion.games.dice_charmers.paper.reader import find_definition
from companion.games.dice_charmers.paper.reading import Reading, read_picture
from companion.games.dice_charmers.paper.scan import Print
from companion.lab.games import simulate
from companion.lab.photos import SETTINGS, compress
from companion.photo import Unreadable
from companion.render.palette import INKS
from tests.photo_samples import TROUBLES, make_sample, photograph_two

OWN = Path("/nonexistent")
TWO = "two sheets"
SERIALS = 36**5, 36**5 + 1


class Job(NamedTuple):
    level: str
    trouble: str
    sheet: str
    number: int
    states: Mapping[str, str]
    others: Mapping[str, str]  # of the second sheet
    megapixels: float | None


def read_one(job: Job) -> tuple[Counter[str], list[int]]:
    """Make and read one photo; return what is counted, and the number of questions for each sheet."""
    rng = np.random.default_rng((job.number, len(job.level), 999, len(job.trouble)))
    which = Print(load_sheet(job.sheet), str(rng.choice(["en", "ru"])), str(rng.choice(INKS)))
    if job.trouble == TWO:
        photo = photograph_two(which, [job.states, job.others], job.level, rng, SERIALS, held_back=True)
        data, erased = compress(photo, job.level, rng), ()
    else:
        sample = make_sample(
            which, job.states, job.level, rng, held_back=True, megapixels=job.megapixels, trouble=job.trouble
        )
        data, erased = sample.encode(rng), sample.mistakes.erased
    began = time.process_time()
    counted = Counter(photos=1)
    try:
        readings = read_picture(data, None, lambda name, version: find_definition(name, version, OWN))
    except Unreadable as error:
        print(f"{job.level} {job.trouble} {job.number}: {error.kind}", file=sys.stderr)
        return counted + Counter(refused=1, milliseconds=round((time.process_time() - began) * 1000)), []
    counted["milliseconds"] = round((time.process_time() - began) * 1000)
    wanted = [job.states, job.others] if job.trouble == TWO else [job.states]
    if len(readings) != len(wanted) or (job.trouble == TWO and {each.serial for each in readings} != {*SERIALS}):
        print(f"{job.trouble} {job.number}: {[each.serial for each in readings]}", file=sys.stderr)
        return counted + Counter(silent=1), []
    if job.trouble == TWO:
        readings = tuple(sorted(readings, key=lambda each: each.serial or 0))
    results = [compare(job, reading, states) for reading, states in zip(readings, wanted, strict=True)]
    for name in ("exact", "sheet_exact"):
        counted[name] = int(all(result[name] for result in results))
    for name in ("silent", "false_roads"):
        counted[name] = int(any(result[name] for result in results))
    counted["ghosts"] = sum(readings[0].cells[cell] != "none" for cell in erased)
    counted["erased"] = len(erased)
    return counted, [reading.questions for reading in readings]


def compare(job: Job, reading: Reading, states: Mapping[str, str]) -> dict[str, bool]:
    of = load_sheet(job.sheet).sheet
    wrong = {cell for cell, state in reading.cells.items() if states[cell] != state}
    asked = {doubt.cell for doubt in reading.doubtful}
    exact = count_totals(of, reading.cells)[:2] == count_totals(of, states)[:2]
    if wrong - asked or reading.questions > 6:
        said = f"{job.level} {job.trouble} {job.number} {job.sheet} {reading.ink}: exact {exact}, "
        print(f"{said}missed {sorted(wrong - asked)[:6]}, {reading.questions} questions", file=sys.stderr)
    return {
        "exact": exact,
        "sheet_exact": not wrong - asked,
        "silent": not exact and not any(cell.startswith(("fame", "money")) for cell in asked),
        "false_roads": any(cell.startswith("road") and states[cell] == "none" for cell in wrong),
    }


def measure_memory(photos: int, megapixels: float | None) -> None:
    """Read photos of all sheets again and again; print the resident memory."""
    made = []
    for number, name in enumerate(("sun", "moon") * 4):
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
    parser.add_argument("--photos", type=int, default=40, help="of each level")
    parser.add_argument("--troubles", type=int, default=16, help="photos of each trouble")
    parser.add_argument("--levels", default=",".join(SETTINGS))
    parser.add_argument("--only", default=",".join((*TROUBLES, TWO)), help="these troubles")
    parser.add_argument("--megapixels", type=float)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--memory", type=int)
    given = parser.parse_args()
    if given.memory:
        measure_memory(given.memory, given.megapixels)
        return
    finals: dict[str, list[dict]] = {"sun": [], "moon": []}
    for sheet, played in finals.items():
        simulate(load_sheet(sheet).sheet, ["greedy"] * 3, 14, 5, final=played.append)
    kinds = [(level, "", given.photos) for level in given.levels.split(",")]
    kinds += [("good", trouble, given.troubles) for trouble in given.only.split(",") if trouble]
    jobs = []
    for level, trouble, count in kinds:
        for number in range(given.seed, given.seed + count):
            sheet = ("sun", "moon")[number % 2]
            cells, others = (finals[sheet][each % len(finals[sheet])]["cells"] for each in (number, number + 1))
            jobs.append(Job(level, trouble, sheet, number, cells, others, given.megapixels))
    totals: dict[str, Counter[str]] = {}
    questions: dict[str, list[int]] = {}
    with get_context("spawn").Pool(given.jobs) as pool:
        for job, (counted, asked) in zip(jobs, pool.imap(read_one, jobs), strict=True):
            kind = job.trouble or job.level
            totals.setdefault(kind, Counter()).update(counted)
            questions.setdefault(kind, []).extend(asked)
    print("| photos of | | score exact, unanswered | sheet exact after answers | questions: mean, 95 % | ", end="")
    print("wrong in silence | refused | CPU seconds |")
    print("| --- " * 8 + "|")
    for kind, of in totals.items():
        asked = sorted(questions[kind]) or [0]
        most = asked[min(int(len(asked) * 0.95), len(asked) - 1)]
        print(
            f"| {kind} | {of['photos']} | {of['exact']} | {of['sheet_exact']} | {sum(asked) / len(asked):.1f}, {most} "
            f"| {of['silent']} | {of['refused']} | {of['milliseconds'] / of['photos'] / 1000:.2f} |"
        )
    every = sorted(asked for level in given.levels.split(",") for asked in questions.get(level, []))
    if every:
        print(f"\nall levels: {sum(every) / len(every):.2f} questions, 95 %: {every[int(len(every) * 0.95)]}")
    if "erased" in totals:
        print(f"erased marks read as marks: {totals['erased']['ghosts']} of {totals['erased']['erased']}")
    if "folded" in totals:
        print(
            f"folded sheets with a crease read as a road: {totals['folded']['false_roads']} of {totals['folded']['photos']}"
        )


if __name__ == "__main__":
    main()
