"""Time a replay on a phone: python tests/bench/bench_replay.py [--events 600] [--slower 4] [--steps 200]

A finished game of that many events is opened in Chromium, whose processor is slowed down to that of a phone: from its
table, then from its transcript. The server runs on the same machine, so the bench waits until it has analysed the game,
which would take a core from the phone. A step is what the browser itself reports for a tap: from the touch until the
next picture is painted (Event Timing). A loaded machine makes all of these longer, so CPU times without the slow-down
are printed too: of the process that makes the replay, and of the page.
"""

import argparse
import json
import random
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from load.report import percentile
from load.servers import cpu_seconds
from playwright.sync_api import Page, sync_playwright

from companion.app import create_app
from companion.settings import Settings
from companion.storage import Entry
from companion.tables.service import Tables, make_seat_entry
from companion.tables.table import COLOURS, fingerprint
from tests.browser.conftest import FLAGS, installed_browser
from tests.conftest import RunningServer, children, new_server

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 3}
SHOWN = "() => document.getElementById('bar')?.hidden === false"
ANALYSED = "() => document.querySelector('.player-chance').textContent"
ANALYSIS_SECONDS = 300
TRIES = 30
SHORTEST_REPORTED = 16  # ms: browsers do not report faster taps
WATCH_TAPS = f"""() => {{
  window.taps = [];
  new PerformanceObserver((list) => {{
    for (const entry of list.getEntries()) if (entry.name === "click") taps.push(entry.duration);
  }}).observe({{ type: "event", durationThreshold: {SHORTEST_REPORTED} }});
}}"""
STEP = """() => new Promise((resolve) => {
  document.getElementById("forward").click();
  requestAnimationFrame(() => setTimeout(resolve, 20));
})"""


def play_game(folder: Path, events: int) -> tuple[str, str]:
    """Play random games of five until one has this many events; return its code and its transcript."""
    app = create_app(Settings(data_dir=folder, database_url=f"sqlite:///{folder / 'companion.db'}"))
    tables: Tables = app.extensions["companion"].tables
    for number in range(TRIES):
        rng, token = random.Random(number), f"token {number}"
        seats = [make_seat_entry(seat, seat.title(), "phone", fingerprint(token)) for seat in COLOURS[:5]]
        seed = rng.randbytes(32).hex()
        settings = {"sheet": "sun", "dice": "virtual"}
        table = tables.open("dice-charmers", settings, fingerprint(token), [*seats, Entry("started")], seed)
        while turn := table.game.describe_turn(table.position):
            move = rng.choice(table.game.list_moves(table.position, turn["seat"])).move
            table = tables.submit(table.code, [token], move, table.version, turn["seat"], f"{rng.random()}")
        if table.version >= events:
            print(f"{table.version} events")
            transcript = app.test_client().get(f"/t/{table.code}/transcript.txt").text
            tables.log.close()
            return table.code, transcript
    raise SystemExit(f"none of {TRIES} games has {events} events")


def open_table(page: Page, url: str) -> float:
    begun = time.perf_counter()
    page.goto(url, wait_until="commit")
    page.wait_for_function(SHOWN)
    return time.perf_counter() - begun


def open_file(page: Page, url: str, file: Path) -> float:
    page.goto(url)
    begun = time.perf_counter()
    page.locator("#file").set_input_files(file)
    page.wait_for_function(SHOWN)
    return time.perf_counter() - begun


def tap_steps(page: Page, steps: int) -> list[float]:
    """Tap "forward"; return how long the browser says each tap took until it was painted."""
    page.evaluate(WATCH_TAPS)
    box = page.locator("#forward").bounding_box()
    for _ in range(steps):
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.wait_for_timeout(100)
    page.wait_for_timeout(500)
    taken = page.evaluate("taps")
    return taken + [SHORTEST_REPORTED] * (steps - len(taken))


def measure_work(page: Page, act: Callable[[], object]) -> float:
    """Return the CPU time of the page's thread while something is done, in ms."""
    browser = page.context.browser
    browser.start_tracing(page=page, categories=["disabled-by-default-devtools.timeline"])
    act()
    events = json.loads(browser.stop_tracing())["traceEvents"]
    threads = {(it["pid"], it["tid"]) for it in events if it["args"].get("name") == "CrRendererMain"}
    tasks = [it for it in events if it["name"] == "RunTask" and (it["pid"], it["tid"]) in threads]
    return sum(it.get("tdur", 0) for it in tasks) / 1000


def measure_workers(server: RunningServer) -> float:
    """Return the CPU time of all worker processes of a server, in seconds."""
    started_by = [f"run_jobs({pid},".encode() for pid in children(server.process.pid)]
    spent = 0.0
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has ended
            command = (process / "cmdline").read_bytes()
            if any(it in command for it in started_by):
                spent += cpu_seconds(int(process.name))
    return spent


def start_server(folder: Path) -> RunningServer:
    server = new_server(folder)
    server.start()
    return server


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--events", type=int, default=600)
    options.add_argument("--slower", type=float, default=4)
    options.add_argument("--steps", type=int, default=200)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        code, transcript = play_game(Path(folder), chosen.events)
        file = Path(folder) / "game.txt"
        file.write_text(transcript, encoding="utf-8")
        browser = playwright.chromium.launch(executable_path=installed_browser(), args=FLAGS)
        page = browser.new_context(**PHONE).new_page()
        session = page.context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": chosen.slower})
        for what, open_it in (
            ("table", lambda url: open_table(page, f"{url}/t/{code}/replay")),
            ("file", lambda url: open_file(page, f"{url}/replay", file)),
        ):
            server = start_server(Path(folder))
            page.goto(server.url)
            first = open_it(server.url)
            if what == "table":
                page.wait_for_function(ANALYSED, timeout=ANALYSIS_SECONDS * 1000)
            again = open_it(server.url)
            print(f"{what}: opened in {first:.2f} s on a fresh server, again in {again:.2f} s")
            print(f"  the film took {measure_workers(server):.2f} s of the processor")
            if what == "table":
                steps = tap_steps(page, chosen.steps)
                print(f"  step p50 {percentile(steps, 50):.0f} ms, p95 {percentile(steps, 95):.0f} ms")
                session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
                opening = measure_work(page, partial(open_it, server.url))
                stepping = measure_work(page, lambda: [page.evaluate(STEP) for _ in range(chosen.steps)])
                print(f"  the page's thread: {opening:.0f} ms to open, {stepping / chosen.steps:.1f} ms for a step")
                session.send("Emulation.setCPUThrottlingRate", {"rate": chosen.slower})
            server.kill()
        browser.close()


if __name__ == "__main__":
    main()
