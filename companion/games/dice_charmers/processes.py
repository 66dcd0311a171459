"""Spread long work over several processes."""

from collections.abc import Callable, Iterable, Iterator
from multiprocessing import get_context
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


def map_in_processes(
    function: Callable[[Item], Result], items: Iterable[Item], jobs: int, chunk: int = 1
) -> Iterator[Result]:
    """Apply a function to all items in this many processes; yield the results in order as they come."""
    if jobs == 1:
        yield from map(function, items)
        return
    with get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap(function, items, chunksize=chunk)
