"""Overload: a limited number of requests run, others are refused early in the user's language."""

import threading
import time
from collections import deque

import pytest
from flask import Flask

from companion.jobs import Kind
from companion.web import admission
from companion.web.admission import Gate
from companion.web.companion import run_job
from tests.live.client import wait_until


@pytest.fixture
def clock() -> list[float]:
    return [0.0]


HOME = "192.0.2.1"


def wait_in_line(gate: Gate, entered: list[str], name: str, address: str = HOME) -> threading.Thread:
    """Start a request that finds no free place; return when it is in the queue."""
    before = len(gate.queues.get(address, ()))

    def ask() -> None:
        entered.append(name if gate.enter(address) else f"{name} refused")

    thread = threading.Thread(target=ask)
    thread.start()
    wait_until(lambda: len(gate.queues.get(address, ())) > before)
    return thread


def test_places_are_given_in_order():
    gate, entered = Gate(places=1, reserved=0, patience_seconds=20), []
    assert gate.enter(HOME)
    threads = [wait_in_line(gate, entered, name) for name in ("first", "second", "third")]
    for count in (1, 2, 3):
        gate.leave(HOME)
        wait_until(lambda count=count: len(entered) == count)
    for thread in threads:
        thread.join()
    assert entered == ["first", "second", "third"]
    gate.leave(HOME)
    assert (gate.free, dict(gate.queues)) == (1, {})


class TestAddresses:
    """One client with many requests keeps itself waiting, not the others."""

    def test_they_take_turns(self):
        gate, entered = Gate(places=1, reserved=0, patience_seconds=20), []
        assert gate.enter("greedy")
        threads = [wait_in_line(gate, entered, f"greedy {n}", "greedy") for n in range(3)]
        threads.append(wait_in_line(gate, entered, "other", "other"))
        for count in range(1, 5):
            gate.leave("greedy" if count != 3 else "other")
            wait_until(lambda count=count: len(entered) == count)
        for thread in threads:
            thread.join()
        assert entered == ["greedy 0", "other", "greedy 1", "greedy 2"]

    def test_one_cannot_take_all_places(self):
        gate = Gate(places=64, patience_seconds=0)
        taken = [gate.enter("greedy") for _ in range(64)]
        assert taken == [True] * 48 + [False] * 16
        assert gate.enter("other")

    def test_the_crowd_of_one_is_not_in_the_way_of_others(self, clock):
        gate = Gate(places=1, reserved=0, clock=lambda: clock[0])
        gate.queues["greedy"] = deque([admission.Waiting(0.0)])
        clock[0] = 1.0
        assert gate.is_crowded("greedy") and not gate.is_crowded("other")

    def test_when_too_many_of_them_wait_no_other_joins(self):
        gate = Gate(places=1)
        gate.queues.update({str(n): deque([admission.Waiting(gate.clock())]) for n in range(150)})
        assert gate.is_crowded("one more") and not gate.is_crowded("3")


def test_who_waits_for_a_worker_process_takes_no_place(app, gate):
    """Seventy phones that wait for an analysis would otherwise keep everybody else out."""
    gate.leave(HOME)
    free = []
    with app.test_request_context():
        assert app.preprocess_request() is None and gate.free == 0
        run_job(Kind("wait"), "key", lambda: free.append(gate.free) or (bytes, ()))
        assert (free, gate.free) == ([1], 0)


def test_nobody_waits_for_long():
    gate, entered = Gate(places=1, reserved=0, patience_seconds=0.05), []
    gate.enter(HOME)
    wait_in_line(gate, entered, "late").join()
    assert entered == ["late refused"]
    gate.leave(HOME)
    assert gate.enter(HOME), "nobody who gave up holds a place"


def test_it_is_crowded_when_the_first_in_the_queue_waits_for_long_and_no_longer_when_the_queue_is_gone(clock):
    gate, entered = Gate(places=1, reserved=0, crowded_seconds=0.5, patience_seconds=20, clock=lambda: clock[0]), []
    gate.enter(HOME)
    assert not gate.is_crowded(HOME)
    waiting = wait_in_line(gate, entered, "first")
    clock[0] = 0.4
    assert not gate.is_crowded(HOME)
    clock[0] = 0.6
    assert gate.is_crowded(HOME)
    gate.leave(HOME)
    waiting.join()
    assert not gate.is_crowded(HOME)


def test_a_request_interrupted_while_waiting_takes_no_place(monkeypatch):
    gate = Gate(places=1, reserved=0)
    gate.enter(HOME)
    monkeypatch.setattr(threading.Event, "wait", interrupted)
    with pytest.raises(KeyboardInterrupt):
        gate.enter(HOME)
    gate.leave(HOME)
    assert gate.free == 1


def interrupted(self: threading.Event, timeout: float) -> bool:
    raise KeyboardInterrupt


@pytest.fixture
def gate(app: Flask, clock) -> Gate:
    """Return the gate of the app, with its only place taken."""
    gate = app.extensions["gate"]
    before = vars(gate).copy()
    gate.__init__(places=1, reserved=0, patience_seconds=0.01, clock=lambda: clock[0])
    gate.enter(HOME)
    yield gate
    vars(gate).update(before)


def test_without_a_place_the_answer_is_503_with_retry_after(app, gate):
    refused = app.test_client().get("/api/tables/CCCCCC")
    assert (refused.status_code, refused.headers["Retry-After"]) == (503, "4")
    assert refused.json["error"]["code"] == "busy"
    gate.leave(HOME)
    assert app.test_client().get("/api/tables/CCCCCC").status_code == 404
    assert gate.free == 1


@pytest.mark.parametrize(
    ("headers", "says"),
    [
        ({}, "The companion is busy"),
        ({"Accept-Language": "ru"}, "Помощник сейчас перегружен"),
        ({"Accept-Language": "en", "Cookie": "lang=ru"}, "Помощник сейчас перегружен"),
        ({"Cookie": 'lang="'}, "The companion is busy"),
    ],
)
@pytest.mark.parametrize("path", ["/", "/api/tables/CCCCCC"])
def test_in_a_crowd_the_answer_comes_at_once_in_the_language_of_the_asker(app, gate, clock, path, headers, says):
    gate.queues["127.0.0.1"] = deque([admission.Waiting(0.0)])
    clock[0] = 1.0
    refused = app.test_client(use_cookies=False).get(path, headers=headers)
    assert (refused.status_code, refused.headers["Retry-After"]) == (503, "4")
    assert refused.headers["Cache-Control"] == "no-store" and "Content-Security-Policy" in refused.headers
    assert says in (refused.json["error"]["message"] if path.startswith("/api/") else refused.text)


@pytest.mark.parametrize("path", ["/healthz", "/metrics", "/static/style.css"])
def test_those_who_watch_over_the_server_are_always_answered(app, gate, clock, path):
    gate.queues["127.0.0.1"] = deque([admission.Waiting(0.0)])
    clock[0] = 1.0
    assert app.test_client().get(path).status_code in (200, 404)


def test_an_error_gives_its_place_back(app, gate):
    gate.leave(HOME)
    for _ in range(3):
        assert app.test_client().get("/no-such-page").status_code == 404
        assert app.test_client().post("/tables").status_code == 400
    assert gate.free == 1


def test_under_overload_every_place_is_used_and_none_is_lost():
    """100 threads ask for two places. How much is done meanwhile is measured by tests/bench/bench_overload.py."""
    gate = Gate(places=2, reserved=0, crowded_seconds=0.05, patience_seconds=0.2)
    running, most, answers = [], [], []

    def ask() -> None:
        for _ in range(3):
            served = not gate.is_crowded(HOME) and gate.enter(HOME)
            if served:
                running.append(1)
                most.append(len(running))
                time.sleep(0.002)
                running.pop()
                gate.leave(HOME)
            answers.append(served)

    threads = [threading.Thread(target=ask) for _ in range(100)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(answers), gate.free, dict(gate.queues)) == (300, 2, {})
    assert max(most) == 2
    assert gate.enter(HOME), "the gate serves again afterwards"
