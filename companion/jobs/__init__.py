"""Run heavy work in worker processes, with a fair queue and limits on time, memory and result size.

    PRINTING = Kind("press", seconds=60)
    pdf = jobs.run(PRINTING, key, print_pad, order, address="192.0.2.1")

Each kind of work has its own queue and workers, so a long analysis does not delay a PDF. Under gevent a request that
waits for its job does not block others.
"""

import pickle
import threading
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Hashable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from companion.jobs.worker import Worker, WorkerFailed, WorkerNotStarted

MEGABYTE = 1024 * 1024
KEPT_FAILURES = 64
WAITING_PER_ADDRESS = 12  # requests for jobs under way: the phones of a table may share an address
KINDS: dict[str, "Kind"] = {}  # every kind by its name, for `companion doctor`


@dataclass(frozen=True)
class Kind:
    """A kind of work and its limits."""

    name: str
    workers: int = 1  # processes, that is, parallel jobs
    places: int = 12  # jobs that may wait or run
    places_per_address: int = 3
    seconds: float = 60  # for one job
    memory_bytes: int = 2048 * MEGABYTE  # address space of a worker; elsewhere than on Linux, what it uses
    result_bytes: int = 64 * MEGABYTE  # of one result
    kept_bytes: int = 32 * MEGABYTE  # of all cached results

    def __post_init__(self) -> None:
        KINDS[self.name] = self


class NotDone(RuntimeError):
    """A job of this kind was not done."""

    def __init__(self, kind: Kind) -> None:
        super().__init__(kind.name)
        self.kind = kind


class Busy(NotDone):
    """Too many jobs are waiting, in total or from this address. Try again later."""


class Failed(NotDone):
    """The worker died, or the job exceeded a limit. The next job gets a new worker."""


class CannotStart(NotDone):
    """No worker process can be started on this machine; `companion doctor` says why."""


# Returns the function and its arguments. It is called only if the job has to be done.
Prepare = Callable[[], tuple[Callable[..., Any], tuple[Any, ...]]]


class Jobs:
    def __init__(self) -> None:
        self.pools: dict[Kind, Pool] = {}
        self.lock = threading.Lock()

    def run(
        self, kind: Kind, key: Hashable, function: Callable[..., Any], *arguments: Any, address: str = "local"
    ) -> Any:
        """Return what `function(*arguments)` returns in a worker process, or a cached result for the same key.

        Raises what the function raises, Busy, Failed or CannotStart.
        """
        return self.run_prepared(kind, key, lambda: (function, arguments), address)

    def run_prepared(self, kind: Kind, key: Hashable, prepare: Prepare, address: str = "local") -> Any:
        """Like `run`, for arguments that take time to find."""
        return pickle.loads(self.get_pool(kind).run(key, prepare, address))  # noqa: S301 - from our worker

    def poll(self, kind: Kind, key: Hashable, prepare: Prepare, address: str = "local") -> Any:
        """Return the result if the job is done, else None; the first call starts it. Raises like `run`."""
        result = self.get_pool(kind).poll(key, prepare, address)
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


class QueueFull(RuntimeError):
    """No place is free: in the whole queue, or for this address."""


class FairQueue:
    """A bounded queue in which the addresses take turns."""

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
        self.waiting: Counter[str] = Counter()  # by address: requests for jobs under way
        self.polled: set[Hashable] = set()  # jobs that a poll has started
        self.failed: dict[Hashable, Exception] = {}  # for the next poll
        self.idle: list[Worker] = []
        self.closed = False
        self.lock = threading.Lock()

    def run(self, key: Hashable, prepare: Prepare, address: str) -> bytes:
        """Return the pickled result. A request for a running job waits for it without taking a place in the queue."""
        with self.lock:
            kept, other = self.results.find(key), self.under_way.get(key)
            if kept is None and other is None:
                future = self.under_way[key] = Future[bytes]()
        if kept is not None:
            return kept
        if other is not None:
            return self.wait_for(other, address)
        try:
            result = self.work(prepare, address)
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

    def wait_for(self, job: Future[bytes], address: str) -> bytes:
        with self.lock:
            if self.waiting[address] >= WAITING_PER_ADDRESS:
                raise Busy(self.kind)
            self.waiting[address] += 1
        try:
            return job.result()
        finally:
            with self.lock:
                self.waiting -= Counter([address])

    def poll(self, key: Hashable, prepare: Prepare, address: str) -> bytes | None:
        """Return the pickled result, or None while the job waits or runs. A failure is raised once."""
        with self.lock:
            kept, failed = self.results.find(key), self.failed.pop(key, None)
            if failed is None and kept is None and key not in self.polled:
                self.polled.add(key)
                threading.Thread(target=self.run_polled, args=(key, prepare, address), daemon=True).start()
        if failed is not None:
            raise failed
        return kept

    def run_polled(self, key: Hashable, prepare: Prepare, address: str) -> None:
        try:
            self.run(key, prepare, address)
        except Exception as error:  # for the next one who asks
            with self.lock:
                self.failed[key] = error
                while len(self.failed) > KEPT_FAILURES:
                    del self.failed[next(iter(self.failed))]
        finally:
            with self.lock:
                self.polled.discard(key)

    def work(self, prepare: Prepare, address: str) -> bytes:
        """Prepare and do a job in its turn; preparing takes time of the server, so the addresses take turns at it."""
        try:
            with self.queue.turn(address):
                job = pickle.dumps(prepare())
                worker = self.idle.pop() if self.idle else Worker(self.kind.memory_bytes)
                try:
                    return worker.run(job, self.kind.seconds, self.kind.result_bytes)
                finally:
                    self.put_back(worker)
        except QueueFull:
            raise Busy(self.kind) from None
        except WorkerNotStarted as error:
            raise CannotStart(self.kind) from error
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
