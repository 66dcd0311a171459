"""Time a replay on a phone: python tests/bench/bench_replay.py [--events 400] [--slower 4]

A game of that many events is opened from its log in Chromium, whose processor is slowed down to that of a phone. Measured
are the first opening, when the film is made, another opening, and every step; the server runs on the same machine.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[2]))

from load.report import percentile
from playwright.sync_api import Page, sync_playwright

from companion.games.dice_charmers.bots import STRATEGIES
from companion.games.dice_charmers.bots.game import run_game
from companion.games.dice_charmers.definition import load_sheet
from companion.games.dice_charmers.rules import Started, write_transcript
from tests.browser.conftest import FLAGS, installed_browser
from tests.conftest import new_server

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 3}
SHOWN = "() => document.getElementById('bar')?.hidden === false"
STEP = """() => new Promise((resolve) => {
  const begun = performance.now();
  document.getElementById("forward").click();
  requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - begun)));
})"""


def write_game(events: int) -> str:
    """Write the shortest of some games of five that has this many events."""
    sheet = load_sheet("sun").sheet
    found = []
    for seed in range(40):
        steps = list(run_game(sheet, [STRATEGIES["greedy"]] * 5, Random(seed)))
        if len(steps) >= events:
            found.append(steps)
    steps = min(found, key=len)
    print(f"{len(steps)} events")
    return write_transcript("sun", Started(steps[0].after.players), [step.event for step in steps])


def open_file(page: Page, url: str, file: Path) -> float:
    page.goto(url + "/replay")
    begun = time.perf_counter()
    page.locator("#file").set_input_files(file)
    page.wait_for_function(SHOWN)
    return time.perf_counter() - begun


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--events", type=int, default=400)
    options.add_argument("--slower", type=float, default=4)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        file = Path(folder) / "game.txt"
        file.write_text(write_game(chosen.events), encoding="utf-8")
        server = new_server(Path(folder))
        server.start()
        browser = playwright.chromium.launch(executable_path=installed_browser(), args=FLAGS)
        page = browser.new_context(**PHONE).new_page()
        session = page.context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": chosen.slower})
        first, again = (open_file(page, server.url, file) for _ in range(2))
        steps = [page.evaluate(STEP) for _ in range(int(page.locator("#seek").get_attribute("max")))]
        print(f"opened in {first:.2f} s, again in {again:.2f} s")
        print(
            f"step p50 {percentile(steps, 50):.0f} ms, p95 {percentile(steps, 95):.0f} ms, longest {max(steps):.0f} ms"
        )
        browser.close()
        server.kill()


if __name__ == "__main__":
    main()
