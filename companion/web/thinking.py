"""Bots think in worker processes, so that no table waits for them; so do hints."""

import os
import time
from typing import Any

from companion.games.table_game import Work
from companion.jobs import Busy, Failed, Jobs, Kind, NotDone

MEGABYTE = 1024 * 1024
RETRY_SECONDS = 0.3
# A thought takes at most a second. Tables take turns, each with one thought at a time.
THINKING = Kind(
    "bots",
    workers=max(1, min(4, (os.cpu_count() or 2) // 2)),
    places=64,
    places_per_address=1,
    seconds=30,  # with the start of a worker on a busy machine
    memory_bytes=1024 * MEGABYTE,
    result_bytes=MEGABYTE,
    kept_bytes=0,
)


def think_in_worker(jobs: Jobs, code: str, thought: Work) -> list[str]:
    """Return the moves that a thought comes to; wait while too many others think.

    Raises Failed if two workers crashed on it."""
    has_failed = False
    while True:
        try:
            moves: list[str] = jobs.run(THINKING, object(), thought.run, *thought.arguments, address=code)
            return moves
        except Busy:
            time.sleep(RETRY_SECONDS)
        except Failed:
            if has_failed:
                raise
            has_failed = True


def find_better_hint(jobs: Jobs, code: str, work: Work) -> Any:
    """Return a hint from a worker process; None if it is busy or fails."""
    try:
        return jobs.run(THINKING, object(), work.run, *work.arguments, address=f"hint {code}")
    except NotDone:
        return None
