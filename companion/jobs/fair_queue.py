"""A bounded queue in which the addresses take turns."""

import threading
from collections import Counter, OrderedDict, deque
from collections.abc import Iterator
from contextlib import contextmanager


class QueueFull(RuntimeError):
    """No place is free: in the whole queue, or for this address."""


class FairQueue:
    def __init__(self, places: int, places_per_address: int, parallel: int = 1) -> None:
        self.places = places
        self.places_per_address = places_per_address
        self.free = parallel  # further jobs that may start now
        self.taken: Counter[str] = Counter()  # places by address, waiting or running
        self.waiting: OrderedDict[str, deque[threading.Event]] = OrderedDict()  # next address first
        self.lock = threading.Lock()

    @property
    def count(self) -> int:
        return self.taken.total()

    @contextmanager
    def turn(self, address: str) -> Iterator[None]:
        """Wait for this job's turn; leaving the context starts the next job. Raises QueueFull."""
        my_turn = self.enter(address)
        try:
            my_turn.wait()
            yield
        finally:
            self.leave(address)

    def enter(self, address: str) -> threading.Event:
        my_turn = threading.Event()
        with self.lock:
            if self.count >= self.places or self.taken[address] >= self.places_per_address:
                raise QueueFull
            self.taken[address] += 1
            if self.free:
                self.free -= 1
                my_turn.set()
            else:
                self.waiting.setdefault(address, deque()).append(my_turn)
        return my_turn

    def leave(self, address: str) -> None:
        with self.lock:
            self.taken[address] -= 1
            if not self.taken[address]:
                del self.taken[address]
            if not self.waiting:
                self.free += 1
                return
            if address in self.waiting:
                self.waiting.move_to_end(address)
            next_address, its_jobs = self.waiting.popitem(last=False)
            its_jobs.popleft().set()
            if its_jobs:
                self.waiting[next_address] = its_jobs  # last in line
