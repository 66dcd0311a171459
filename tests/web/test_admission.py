"""Overload: a limited number of requests run, others are refused early in the user's language."""

import threading
import time

import pytest
from flask import Flask

from companion.web import admission
from companion.web.admission import Gate
from tests.live.client import wait_until


@pytest.fixture
def clock() -> list[float]:
    return [0.0]


def wait_in_line(gate: Gate, entered: list[str], name: str) -> threading.Thread:
    """Start a request that finds no free place; return when it is in the queue."""
    before = len(gate.queue)

    def ask() -> None:
        entered.append(name if gate.enter() else f"{name} refused")

    thread = threading.Thread(target=ask)
    thread.start()
    wait_until(lambda: len(gate.queue) > before)
    return thread


def test_places_are_given_in_order():
    gate, entered = Gate(places=1, patience_seconds=20), []
    assert gate.enter()
    threads = [wait_in_line(gate, entered, name) for name in ("first", "second", "third")]
    for count in (1, 2, 3):
        gate.leave()
        wait_until(lambda count=count: len(entered) == count)
    for thread in threads:
        thread.join()
    assert entered == ["first", "second", "third"]
    gate.leave()
    assert (gate.free, list(gate.queue)) == (1, [])


def test_nobody_waits_for_long():
    gate, entered = Gate(places=1, patience_seconds=0.05), []
    gate.enter()
    wait_in_line(gate, entered, "late").join()
    assert entered == ["late refused"]
    gate.leave()
    assert gate.enter(), "nobody who gave up holds a place"


def test_it_is_crowded_when_the_first_in_the_queue_waits_for_long_and_no_longer_when_the_queue_is_gone(clock):
    gate, entered = Gate(places=1, crowded_seconds=0.5, patience_seconds=20, clock=lambda: clock[0]), []
    gate.enter()
    assert not gate.is_crowded()
    waiting = wait_in_line(gate, entered, "first")
    clock[0] = 0.4
    assert not gate.is_crowded()
    clock[0] = 0.6
    assert gate.is_crowded()
    gate.leave()
    waiting.join()
    assert not gate.is_crowded()


def test_a_request_interrupted_while_waiting_takes_no_place(monkeypatch):
    gate = Gate(places=1)
    gate.enter()
    monkeypatch.setattr(threading.Event, "wait", interrupted)
    with pytest.raises(KeyboardInterrupt):
        gate.enter()
    gate.leave()
    assert gate.free == 1


def interrupted(self: threading.Event, timeout: float) -> bool:
    raise KeyboardInterrupt


@pytest.fixture
def gate(app: Flask, clock) -> Gate:
    """Return the gate of the app, with its only place taken."""
    gate = app.extensions["gate"]
    before = vars(gate).copy()
    gate.__init__(places=1, patience_seconds=0.01, clock=lambda: clock[0])
    gate.enter()
    yield gate
    vars(gate).update(before)


def test_without_a_place_the_answer_is_503_with_retry_after(app, gate):
    refused = app.test_client().get("/api/tables/CCCCCC")
    assert (refused.status_code, refused.headers["Retry-After"]) == (503, "4")
    assert refused.json["error"]["code"] == "busy"
    gate.leave()
    assert app.test_client().get("/api/tables/CCCCCC").status_code == 404
    assert gate.free == 1


@pytest.mark.parametrize(
    ("headers", "says"),
    [
        ({}, "The companion is busy"),
        ({"Accept-Language": "ru"}, "Компаньон сейчас перегружен"),
        ({"Accept-Language": "en", "Cookie": "lang=ru"}, "Компаньон сейчас перегружен"),
        ({"Cookie": 'lang="'}, "The companion is busy"),
    ],
)
@pytest.mark.parametrize("path", ["/", "/api/tables/CCCCCC"])
def test_in_a_crowd_the_answer_comes_at_once_in_the_language_of_the_asker(app, gate, clock, path, headers, says):
    gate.queue.append(admission.Waiting(0.0))
    clock[0] = 1.0
    refused = app.test_client(use_cookies=False).get(path, headers=headers)
    assert (refused.status_code, refused.headers["Retry-After"]) == (503, "4")
    assert refused.headers["Cache-Control"] == "no-store" and "Content-Security-Policy" in refused.headers
    assert says in (refused.json["error"]["message"] if path.startswith("/api/") else refused.text)


@pytest.mark.parametrize("path", ["/healthz", "/metrics", "/static/style.css"])
def test_those_who_watch_over_the_server_are_always_answered(app, gate, clock, path):
    gate.queue.append(admission.Waiting(0.0))
    clock[0] = 1.0
    assert app.test_client().get(path).status_code in (200, 404)


def test_an_error_gives_its_place_back(app, gate):
    gate.leave()
    for _ in range(3):
        assert app.test_client().get("/no-such-page").status_code == 404
        assert app.test_client().post("/tables").status_code == 400
    assert gate.free == 1


def test_under_overload_every_place_is_used_and_none_is_lost():
    """100 threads ask for two places. How much is done meanwhile is measured by tests/bench/bench_overload.py."""
    gate = Gate(places=2, crowded_seconds=0.05, patience_seconds=0.2)
    running, most, answers = [], [], []

    def ask() -> None:
        for _ in range(3):
            served = not gate.is_crowded() and gate.enter()
            if served:
                running.append(1)
                most.append(len(running))
                time.sleep(0.002)
                running.pop()
                gate.leave()
            answers.append(served)

    threads = [threading.Thread(target=ask) for _ in range(100)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(answers), gate.free, list(gate.queue)) == (300, 2, [])
    assert max(most) == 2
    assert gate.enter(), "the gate serves again afterwards"
