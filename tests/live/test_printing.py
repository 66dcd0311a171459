"""Printing runs in a separate process, so no move waits for a PDF; it ends with the server."""

import http.client
import os
import signal
import threading
from pathlib import Path

import pytest

from companion.web.companion import PRINTING
from tests.conftest import RunningServer, children
from tests.live.client import LiveTable, Phone, wait_until


def ask(server: RunningServer, pages: int, address: str = "127.0.0.1") -> http.client.HTTPResponse:
    """Return the URL of a pad that is not cached yet."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=120, source_address=(address, 0))
    connection.request("GET", f"/print/pad.pdf?sheet=dice-charmers&pages={pages}&paper=a4&up=1&lang=ru&ink=full")
    answer = connection.getresponse()
    answer.body = answer.read()
    connection.close()
    return answer


def printing_processes(server: RunningServer) -> list[int]:
    workers = children(server.process.pid)
    return [pid for worker in workers for pid in children(worker) if b"companion.jobs.worker" in command_of(pid)]


def command_of(pid: int) -> bytes:
    return Path(f"/proc/{pid}/cmdline").read_bytes()


def is_alive(pid: int) -> bool:
    try:
        return b"companion.jobs.worker" in command_of(pid)
    except FileNotFoundError:
        return False


@pytest.fixture
def orders(live_server):
    """Send more requests than may wait; yield the responses as they arrive."""
    answers: list[http.client.HTTPResponse] = []
    asking = [
        threading.Thread(target=lambda pages=pages: answers.append(ask(live_server, pages)))
        for pages in range(1, PRINTING.places + 7)
    ]
    for each in asking:
        each.start()
    yield answers, asking
    for each in asking:
        each.join()


def test_a_table_plays_on_while_pads_are_printed(live_server):
    table = LiveTable.open(live_server.url)
    phone = Phone(live_server.url, table.code)
    printed: list[http.client.HTTPResponse] = []
    printing = threading.Thread(target=lambda: printed.extend(ask(live_server, pages) for pages in (1, 2)))
    printing.start()
    moves_meanwhile = 0
    while printing.is_alive():
        version = table.play_on()
        moves_meanwhile += not printed  # answered although not even the first pad was
    phone.wait_for(version)
    phone.stop()
    assert [answer.status for answer in printed] == [200] * 2
    assert moves_meanwhile > 1
    assert phone.seen == list(range(1, version + 1))


def test_more_than_may_wait_are_told_to_come_back(orders):
    answers, asking = orders
    for each in asking:
        each.join()
    done = [answer for answer in answers if answer.status == 200]
    busy = [answer for answer in answers if answer.status == 503]
    assert len(done) >= PRINTING.places_per_address
    assert len(done) + len(busy) == len(asking)
    assert busy
    for answer in busy:
        assert int(answer.headers["Retry-After"]) > 0
        assert "Many sheets are being printed" in answer.body.decode()
    assert all(answer.body.startswith(b"%PDF-") for answer in done)


def test_one_address_cannot_keep_others_from_printing(live_server):
    """One client always requests more than may wait; others still get their pads."""
    greedy_answers: list[int] = []
    stop = threading.Event()

    def ask_all_the_time(first: int) -> None:
        pages = first
        while not stop.is_set():
            greedy_answers.append(ask(live_server, pages).status)
            pages = pages % 150 + 7

    greedy = [threading.Thread(target=ask_all_the_time, args=(number,)) for number in range(1, 8)]
    for each in greedy:
        each.start()
    wait_until(lambda: 503 in greedy_answers)
    others = [ask(live_server, 150 + number, f"127.0.0.{number}").status for number in range(2, 6)]
    stop.set()
    for each in greedy:
        each.join()
    assert others == [200] * 4


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL], ids=["stopped", "killed"])
def test_the_printing_process_ends_with_the_server(live_server, how):
    assert ask(live_server, 1).status == 200
    (printing,) = printing_processes(live_server)
    if how is signal.SIGKILL:
        live_server.kill()
    else:
        os.kill(live_server.process.pid, how)
        live_server.process.wait(timeout=20)
    wait_until(lambda: not is_alive(printing))


def test_a_killed_server_leaves_no_process_behind_even_while_it_prints(live_server):
    def ask_in_vain() -> None:
        with pytest.raises((OSError, http.client.HTTPException)):
            ask(live_server, 7)

    waiting = threading.Thread(target=ask_in_vain)
    waiting.start()
    wait_until(lambda: printing_processes(live_server))
    (printing,) = printing_processes(live_server)
    live_server.kill()
    waiting.join()
    wait_until(lambda: not is_alive(printing), seconds=5)
