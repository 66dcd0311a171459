"""/metrics: correct numbers in the Prometheus format, without personal data."""

import os
import re
import signal
from mmap import PAGESIZE
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from companion.storage import Unavailable
from companion.web.companion import PRINTING
from tests.conftest import children
from tests.live.client import wait_until

SAMPLE = re.compile(r'([a-z_]+)(?:\{([a-z]+)="([^"]*)"\})? ([0-9.e+-]+)')


@pytest.fixture
def read(client):
    """Return every sample by its name and label; check the format of each line."""

    def read() -> dict[str, float]:
        answer = client.get("/metrics")
        assert answer.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
        samples = {}
        for line in answer.text.splitlines():
            if line.startswith("#"):
                assert re.fullmatch(r"# (HELP [a-z_]+ .+|TYPE [a-z_]+ (counter|gauge|histogram))", line)
                continue
            name, _, label, value = SAMPLE.fullmatch(line).groups()
            key = f"{name} {label}" if label else name
            assert key not in samples
            samples[key] = float(value)
        return samples

    return read


def test_entries_are_counted_by_kind(game, read):
    before = read()
    game.play("red", "roll"), game.play("red", "add")
    after = read()
    assert before["companion_events_total joined"] == 2
    assert after["companion_events_total rolled"] == 1
    assert after["companion_events_total move"] == 1
    assert after["companion_append_seconds_count"] == before["companion_append_seconds_count"] + 2
    assert after["companion_append_seconds_sum"] > before["companion_append_seconds_sum"]


def test_answers_are_counted_by_status(game, read):
    before = read()
    game.play("red", "add"), game.play("red", "dance"), game.call("POST", "/start", "forged")
    after = read()
    for status in (422, 400, 403):
        name = f"companion_answers_total {status}"
        assert after[name] == before.get(name, 0) + 1


def test_buckets_of_the_histogram_grow_up_to_the_count(game, read):
    samples = read()
    buckets = [value for name, value in samples.items() if name.startswith("companion_append_seconds_bucket")]
    assert buckets == sorted(buckets)
    assert buckets[-1] == samples["companion_append_seconds_bucket +Inf"] == samples["companion_append_seconds_count"]


def test_an_entry_that_was_not_written_is_counted_as_a_failure(app, game, read, monkeypatch):
    def full(code, events, contents):
        raise Unavailable("full")

    before = read()
    monkeypatch.setattr(app.extensions["companion"].tables.log.log, "append", full)
    assert game.play("red", "roll").status_code == 503
    after = read()
    assert after["companion_append_failures_total Unavailable"] == 1
    assert after["companion_append_seconds_count"] == before["companion_append_seconds_count"]


def test_tables_streams_and_printing_are_looked_up(app, game, read):
    here = app.extensions["companion"]
    with (
        here.limits.stream("somebody"),
        here.limits.stream("somebody else"),
        here.jobs.get_pool(PRINTING).queue.turn("somebody"),
    ):
        busy = read()
    assert busy["companion_tables_cached"] == 1
    assert busy["companion_streams_open"] == 2
    assert busy["companion_press_jobs"] == 1
    idle = read()
    assert idle["companion_streams_open"] == idle["companion_press_jobs"] == 0
    assert idle["process_resident_memory_bytes"] > 10**6


def test_it_tells_nothing_about_anybody(game, client):
    game.play("red", "roll")
    text = client.get("/metrics").text
    for secret in (game.code, "Leila", "Rajesh", "127.0.0.1", game.host, *game.tokens.values()):
        assert secret not in text


def test_health_is_whether_the_log_can_be_read(client, app, monkeypatch):
    assert client.get("/healthz").json == {"status": "ok"}

    def away(*_):
        raise Unavailable

    monkeypatch.setattr(app.extensions["companion"].tables.log.log, "read", away)
    answer = client.get("/healthz")
    assert answer.status_code == 503 and answer.headers["Retry-After"]


@pytest.mark.postgres
def test_one_scrape_gives_the_numbers_of_all_processes(start_server, postgres_url):
    server = start_server(database_url=postgres_url, workers=2)

    def scrape() -> dict[str, float]:
        with urlopen(f"{server.url}/metrics", timeout=20) as answer:
            lines = answer.read().decode().splitlines()
        return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines if line[0] != "#")}

    before = scrape().get('companion_answers_total{status="404"}', 0)
    for _ in range(40):  # each on a line of its own: both processes get some
        with pytest.raises(HTTPError):
            urlopen(f"{server.url}/nowhere", timeout=20)
    assert {scrape()['companion_answers_total{status="404"}'] for _ in range(8)} == {before + 40}
    one, two = children(server.process.pid)
    both = sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGESIZE for pid in (one, two))
    assert scrape()["process_resident_memory_bytes"] == pytest.approx(both, rel=0.2)
    os.kill(one, signal.SIGKILL)
    wait_until(lambda: one not in children(server.process.pid) and len(children(server.process.pid)) == 2)
    assert scrape()['companion_answers_total{status="404"}'] == before + 40, "what a process counted is not lost"
