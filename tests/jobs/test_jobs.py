"""Worker processes: fair between addresses, limited, and replaced when they fail."""

import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from companion.jobs import WAITING_PER_ADDRESS, Busy, CannotStart, Failed, FairQueue, Jobs, Kind

MEGABYTE = 1024 * 1024
ROOT = Path(__file__).parents[2]
PADS = Kind("pads", places=4, places_per_address=2, kept_bytes=150)
QUICK = Kind("quick", seconds=3)  # a worker also starts within this time
SMALL = Kind("small", memory_bytes=256 * MEGABYTE, result_bytes=1000)


class Odd(Exception):
    """An error that cannot be pickled and read back."""

    def __init__(self, one, two):
        super().__init__(f"{one} and {two}")


def raise_odd() -> None:
    raise Odd(1, 2)


def use_memory(count: int) -> None:
    """Use memory, and hold it for as long as it takes to be noticed."""
    used = bytes(count).replace(b"\0", b"x")
    time.sleep(60)
    assert used


def wait_for_file(path: str) -> None:
    """Keep a worker busy for exactly as long as a test needs it, however slow the machine is."""
    while not os.path.exists(path):
        time.sleep(0.005)


@pytest.fixture(scope="module")
def kept_jobs():
    jobs = Jobs()
    yield jobs
    jobs.close()


@pytest.fixture
def jobs(kept_jobs):
    for pool in kept_jobs.pools.values():
        pool.results.clear()
    return kept_jobs


def wait_for(condition) -> None:
    deadline = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.005)


class TestResults:
    def test_are_kept(self, jobs):
        first = jobs.run(PADS, "time", time.time)
        assert jobs.run(PADS, "time", time.time) == first

    def test_no_more_than_fit(self, jobs):
        for number in range(5):
            jobs.run(PADS, number, bytes, bytes(40))
        assert list(jobs.get_pool(PADS).results.kept) == [3, 4]
        assert jobs.get_pool(PADS).results.held_bytes <= PADS.kept_bytes

    def test_many_who_ask_for_the_same_share_one_place(self, jobs):
        with ThreadPoolExecutor(8) as phones:
            asked = [phones.submit(jobs.run, PADS, "same", os.getpid, address="a home") for _ in range(8)]
            assert len({each.result() for each in asked}) == 1

    def test_errors_come_back(self, jobs):
        with pytest.raises(ValueError, match="invalid literal"):
            jobs.run(PADS, "key", int, "x")
        with pytest.raises(RuntimeError, match="Odd: 1 and 2"):
            jobs.run(PADS, "key", raise_odd)
        assert jobs.run(PADS, "key", bytes, b"pad") == b"pad"


class TestLimits:
    def test_a_worker_that_dies_is_replaced(self, jobs):
        with pytest.raises(Failed):
            jobs.run(PADS, "key", os._exit, 1)
        assert jobs.run(PADS, "key", bytes, b"pad") == b"pad"

    def test_time(self, jobs):
        with pytest.raises(Failed):
            jobs.run(QUICK, "long", time.sleep, 60)
        assert jobs.run(QUICK, "short", bytes, b"pad") == b"pad"

    def test_memory(self, jobs):
        with pytest.raises(Failed):
            jobs.run(SMALL, "huge", bytes, 512 * MEGABYTE)
        assert jobs.run(SMALL, "small", bytes, b"pad") == b"pad"

    def test_size_of_the_result(self, jobs):
        with pytest.raises(Failed):
            jobs.run(SMALL, "long", bytes, 2000)
        assert jobs.run(SMALL, "short", bytes, b"pad") == b"pad"

    def test_kinds_do_not_wait_for_each_other(self, jobs, tmp_path):
        gate = tmp_path / "open"
        long = threading.Thread(target=jobs.run, args=(PADS, "long", wait_for_file, str(gate)))
        long.start()
        wait_for(lambda: jobs.count(PADS))
        jobs.run(SMALL, "short", bytes, b"pad")
        assert jobs.count(PADS)
        gate.touch()
        long.join()
        assert not jobs.count(PADS)


class TestOtherSystems:
    """What macOS and Windows lack, taken away from a worker before it starts."""

    MACOS = "import resource\ndef refuse(*_): raise ValueError('current limit exceeds maximum limit')\nresource.setrlimit = refuse"
    WINDOWS = "import os, sys\nsys.modules['resource'] = None\ndel os.nice"
    BROKEN = "import sys\nsys.modules['pickle'] = None"

    @pytest.fixture
    def jobs(self, tmp_path, monkeypatch, request):
        (tmp_path / "sitecustomize.py").write_text(request.param)
        monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), str(ROOT)]))
        jobs = Jobs()
        yield jobs
        jobs.close()

    @pytest.mark.parametrize("jobs", [MACOS, WINDOWS], ids=["macOS", "Windows"], indirect=True)
    def test_a_worker_runs_without_the_systems_limits(self, jobs):
        assert jobs.run(PADS, "key", bytes, b"pad") == b"pad"

    @pytest.mark.parametrize("jobs", [MACOS], ids=["macOS"], indirect=True)
    def test_memory_is_bounded_where_the_system_does_not_do_it(self, jobs):
        with pytest.raises(Failed):
            jobs.run(SMALL, "huge", use_memory, 512 * MEGABYTE)
        assert jobs.run(SMALL, "small", bytes, b"pad") == b"pad"

    @pytest.mark.parametrize("jobs", [BROKEN], ids=["no start"], indirect=True)
    def test_a_worker_that_cannot_start_is_reported_as_that(self, jobs):
        with pytest.raises(CannotStart) as error:
            jobs.run(PADS, "key", bytes, b"pad")
        assert "exit code 1" in str(error.value.__cause__)

    def test_a_program_that_is_not_there_is_reported_as_that(self, monkeypatch):
        monkeypatch.setattr("sys.executable", "/nowhere/python")
        with pytest.raises(CannotStart):
            Jobs().run(PADS, "key", bytes, b"pad")


class TestFairness:
    def test_one_address_cannot_take_all_places(self, jobs, tmp_path):
        gates = [tmp_path / "first", tmp_path / "second"]
        taken = []
        with ThreadPoolExecutor(3) as phones:
            for gate in gates:
                taken.append(phones.submit(jobs.run, PADS, gate.name, wait_for_file, str(gate), address="greedy"))
                wait_for(lambda: jobs.count(PADS) == len(taken))
            with pytest.raises(Busy):
                jobs.run(PADS, "one more", bytes, b"", address="greedy")
            other = phones.submit(jobs.run, PADS, "other", bytes, b"pad", address="somebody else")
            wait_for(lambda: jobs.count(PADS) == 3)
            gates[0].touch()
            assert other.result(60) == b"pad"
            assert not taken[1].done(), "the other address was next, not the greedy one's second job"
            gates[1].touch()

    def test_one_address_cannot_wait_for_a_job_without_end(self, jobs, tmp_path):
        gate, same = tmp_path / "gate", (PADS, "same", wait_for_file, str(tmp_path / "gate"))
        with ThreadPoolExecutor(20) as phones:
            asked = [phones.submit(jobs.run, *same, address="greedy") for _ in range(20)]
            wait_for(lambda: sum(each.done() for each in asked) == 20 - 1 - WAITING_PER_ADDRESS)
            gate.touch()
        assert sum(isinstance(each.exception(), Busy) for each in asked) == 20 - 1 - WAITING_PER_ADDRESS

    def test_all_places_together_are_bounded(self):
        queue = FairQueue(places=4, places_per_address=2)
        for address in ("a", "a", "b", "b"):
            queue.enter(address)
        with pytest.raises(RuntimeError):
            queue.enter("c")

    def test_addresses_take_turns(self):
        queue = FairQueue(places=9, places_per_address=5)
        order = ("a", "a", "a", "a", "b", "b", "c")
        tickets = [(address, queue.enter(address)) for address in order]
        ran = []
        while queue.count:
            (position,) = [i for i, (_, ticket) in enumerate(tickets) if ticket.is_set() and i not in ran]
            ran.append(position)
            queue.leave(tickets[position][0])
        assert [order[position] for position in ran] == ["a", "b", "c", "a", "b", "a", "a"]


# Asking again


def poll_until_done(jobs, kind, key, function, *arguments):
    for _ in range(1000):
        if (found := jobs.poll(kind, key, lambda: (function, arguments))) is not None:
            return found
        time.sleep(0.02)
    raise AssertionError("never done")


def test_who_polls_is_not_kept_waiting_and_gets_the_result_later(jobs):
    assert jobs.poll(PADS, "polled", lambda: (sorted, ("ba",))) is None
    assert poll_until_done(jobs, PADS, "polled", sorted, "ba") == ["a", "b"]


def test_a_job_that_is_under_way_or_kept_is_not_prepared_again(jobs, tmp_path):
    """To prepare one may mean to replay a whole game."""
    prepared, gate = [], tmp_path / "gate"

    def prepare():
        prepared.append(1)
        return wait_for_file, (str(gate),)

    for _ in range(5):
        assert jobs.poll(PADS, "slow", prepare) is None
    gate.touch()
    wait_for(lambda: jobs.count(PADS) == 0)
    jobs.run_prepared(PADS, "slow", prepare)
    assert prepared == [1]


def test_who_polls_a_job_that_failed_is_told_once(jobs):
    with pytest.raises(ZeroDivisionError):
        poll_until_done(jobs, PADS, "failing", divmod, 1, 0)
    assert jobs.poll(PADS, "failing", lambda: (sorted, ("ba",))) is None, "the next one who asks starts it again"
    assert poll_until_done(jobs, PADS, "failing", sorted, "ba") == ["a", "b"]


def test_a_worker_that_is_busy_while_everything_closes_ends_after_its_job():
    jobs = Jobs()
    with ThreadPoolExecutor() as threads:
        running = threads.submit(jobs.run, PADS, "sleep", time.sleep, 0.5)
        wait_for(lambda: jobs.count(PADS) == 1)
        jobs.close()
        assert running.result() is None
    assert jobs.get_pool(PADS).idle == []
