"""CPU steal: the share that other virtual machines take while we measure; 0 if the system does not report it."""

import asyncio
from contextlib import suppress
from pathlib import Path

STAT = Path("/proc/stat")
STEAL = 7  # its column
SECONDS = 0.5


def ticks() -> tuple[int, int]:
    """Return the stolen and the total CPU ticks so far."""
    if not STAT.exists():  # not on Linux
        return 0, 1
    all_of_it = [int(each) for each in STAT.read_text().splitlines()[0].split()[1:9]]
    return all_of_it[STEAL], sum(all_of_it)


class Weather:
    """Samples the steal continuously, because an average hides half a second in which half of the CPU is gone."""

    def __init__(self) -> None:
        self.noted = [ticks()]

    async def __aenter__(self) -> "Weather":
        self.noting = asyncio.create_task(self.note())
        return self

    async def __aexit__(self, *_: object) -> None:
        self.noting.cancel()
        with suppress(asyncio.CancelledError):
            await self.noting
        self.noted.append(ticks())

    async def note(self) -> None:
        while True:
            await asyncio.sleep(SECONDS)
            self.noted.append(ticks())

    @property
    def stolen(self) -> float:
        return share(self.noted[0], self.noted[-1])

    @property
    def worst(self) -> float:
        return max(map(share, self.noted, self.noted[1:]))


def share(before: tuple[int, int], after: tuple[int, int]) -> float:
    """Return the steal in percent."""
    return 100 * (after[0] - before[0]) / max(after[1] - before[1], 1)
