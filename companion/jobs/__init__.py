"""Run heavy work in worker processes, with a fair queue and limits on time, memory and result size.

    PRINTING = Kind("press", seconds=60)
    pdf = jobs.run(PRINTING, key, print_pad, order, address="192.0.2.1")

Each kind of work has its own queue and workers, so a long analysis does not delay a PDF. Under gevent a request that
waits for its job does not block others.
"""

import pickle
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

from companion.jobs.fair_queue import FairQueue, QueueFull
from companion.jobs.worker import Worker, WorkerFailed

MEGABYTE = 1024 * 1024
KEPT_FAILURES = 64


@dataclass(frozen=True)
class Kind:
    """A kind of work and its limits."""

    name: str
    workers: int = 1  # processes, that is, parallel jobs
    places: int = 12  # jobs that may wait or run
    places_per_address: int = 3
    seconds: float = 60  # for one job
    memory_bytes: int = 2048 * MEGABYTE  # address space of a worker
    result_bytes: int = 64 * MEGABYTE  # of one result
    kept_bytes: int = 32 * MEGABYTE  # of all cached results


class NotDone(RuntimeError):
    """A job of this kind was not done."""

    def __init__(self, kind: Kind) -> None:
        super().__init__(kind.name)
        self.kind = kind


class Busy(NotDone):
    """Too many jobs are waiting, in total or from this address. Try again later."""


class Failed(NotDone):
    """The worker died, or the job exceeded a limit. The next job gets a new worker."""


class Jobs:
    def __init__(self) -> None:
        self.pools: dict[Kind, Pool] = {}
        self.lock = threading.Lock()

    def run(
        self, kind: Kind, key: Hashable, function: Callable[..., Any], *arguments: Any, address: str = "local"
    ) -> Any:
        """Return what `function(*arguments)` returns in a worker process, or a cached result for the same key.

        Raises what the function raises, Busy or Failed.
        """
        return pickle.loads(self.get_pool(kind).run(key, function, arguments, address))  # noqa: S301 - from our worker

    def poll(
        self, kind: Kind, key: Hashable, function: Callable[..., Any], *arguments: Any, address: str = "local"
    ) -> Any:
        """Return the result if the job is done, else None; the first call starts it. Raises like `run`."""
        result = self.get_pool(kind).poll(key, function, arguments, address)
        return None if result is None else pickle.loads(result)  # noqa: S301 - from our worker

    def count(self, kind: Kind) -> int:
        """Return how many jobs of a kind wait or run."""
        return self.get_pool(kind).queue.count

    def get_pool(self, kind: Kind) -> "Pool":
        with self.lock:
            if kind not in self.pools:
                self.pools[kind] = Pool(kind)
            return self.pools[kind]

    def close(self) -> None:
        for pool in self.pools.values():
            pool.close()


class Results:
    """An LRU cache limited by its size in bytes: the players of a table request the same pad."""

    def __init__(self, most_bytes: int) -> None:
        self.most_bytes = most_bytes
        self.held_bytes = 0
        self.kept: OrderedDict[Hashable, bytes] = OrderedDict()

    def find(self, key: Hashable) -> bytes | None:
        found = self.kept.get(key)
        if found is not None:
            self.kept.move_to_end(key)
        return found

    def keep(self, key: Hashable, result: bytes) -> None:
        self.held_bytes += len(result) - len(self.kept.pop(key, b""))
        self.kept[key] = result
        while self.held_bytes > self.most_bytes:
            _, dropped = self.kept.popitem(last=False)
            self.held_bytes -= len(dropped)

    def clear(self) -> None:
        self.kept.clear()
        self.held_bytes = 0


class Pool:
    """The queue, workers and cached results of one kind."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self.queue = FairQueue(kind.places, kind.places_per_address, kind.workers)
        self.results = Results(kind.kept_bytes)
        self.under_way: dict[Hashable, Future[bytes]] = {}
        self.polled: set[Hashable] = set()  # jobs that a poll has started
        self.failed: dict[Hashable, Exception] = {}  # for the next poll
        self.idle: list[Worker] = []
        self.closed = False
        self.lock = threading.Lock()

    def run(self, key: Hashable, function: Callable[..., Any], arguments: tuple[Any, ...], address: str) -> bytes:
        """Return the pickled result. A request for a running job waits for it without taking a place in the queue."""
        with self.lock:
            kept, other = self.results.find(key), self.under_way.get(key)
            if kept is None and other is None:
                future = self.under_way[key] = Future[bytes]()
        if kept is not None:
            return kept
        if other is not None:
            return other.result()
        try:
            result = self.work(pickle.dumps((function, arguments)), address)
        except BaseException as error:
            with self.lock:
                del self.under_way[key]
            future.set_exception(error)
            raise
        with self.lock:
            self.results.keep(key, result)
            del self.under_way[key]
        future.set_result(result)
        return result

    def poll(
        self, key: Hashable, function: Callable[..., Any], arguments: tuple[Any, ...], address: str
    ) -> bytes | None:
        """Return the pickled result, or None while the job waits or runs. A failure is raised once."""
        with self.lock:
            kept, failed = self.results.find(key), self.failed.pop(key, None)
            if failed is None and kept is None and key not in self.polled:
                self.polled.add(key)
                threading.Thread(target=self.run_polled, args=(key, function, arguments, address), daemon=True).start()
        if failed is not None:
            raise failed
        return kept

    def run_polled(self, key: Hashable, function: Callable[..., Any], arguments: tuple[Any, ...], address: str) -> None:
        try:
            self.run(key, function, arguments, address)
        except Exception as error:  # for the next one who asks
            with self.lock:
                self.failed[key] = error
                while len(self.failed) > KEPT_FAILURES:
                    del self.failed[next(iter(self.failed))]
        finally:
            with self.lock:
                self.polled.discard(key)

    def work(self, job: bytes, address: str) -> bytes:
        try:
            with self.queue.turn(address):
                worker = self.idle.pop() if self.idle else Worker(self.kind.memory_bytes)
                try:
                    return worker.run(job, self.kind.seconds, self.kind.result_bytes)
                finally:
                    self.put_back(worker)
        except QueueFull:
            raise Busy(self.kind) from None
        except WorkerFailed as error:
            raise Failed(self.kind) from error

    def put_back(self, worker: Worker) -> None:
        """Keep a worker for the next job; end it if the pool was closed during its job."""
        with self.lock:
            keep = worker.alive and not self.closed
            if keep:
                self.idle.append(worker)
        if worker.alive and not keep:
            worker.close()

    def close(self) -> None:
        with self.lock:
            self.closed = True
        while self.idle:
            self.idle.pop().close()
