"""Kill a phone in the middle of a bonus chain, again and again: python tests/bench/bench_return.py [--times 100]

Each time the browser of the player who acts is closed without notice while circled bonuses wait. A new one with the same
cookies opens the table. Measured is the time until it shows the same move to make, live, with the same bonuses.
"""

import argparse
import random
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from playwright.sync_api import Browser, sync_playwright

from tests.browser.conftest import FLAGS, NAMES, installed_browser, with_the_tiny_sheet
from tests.browser.phone import Phone, start_table
from tests.browser.player import Gathering, Player

SETTINGS = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "locale": "en", "reduced_motion": "reduce"}
PLACE = """() => JSON.stringify([document.getElementById("status").dataset.version, document.getElementById("status").dataset.code,
  [...document.querySelectorAll("#foot .bonus")].map((bonus) => bonus.id + bonus.textContent.trim())])"""
BACK = f"(before) => document.getElementById('connection')?.dataset.state === 'open' && ({PLACE})() === before"


def in_a_chain(player: Player) -> bool:
    return player.status("code") == "bonuses"


def kill_and_return(browser: Browser, player: Player) -> float:
    """Close the player's browser and open another one; return the seconds until the page is as before."""
    before, url = player.page.evaluate(PLACE), player.page.url
    cookies = player.phone.context.storage_state()
    player.phone.context.close()
    player.phone = Phone(browser.new_context(**SETTINGS, storage_state=cookies), "en")
    player.page = player.phone.page
    begun = time.perf_counter()
    player.page.goto(url, wait_until="commit")
    player.page.wait_for_function(BACK, arg=before, polling=10)
    return time.perf_counter() - begun


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--times", type=int, default=100)
    chosen = options.parse_args()
    took: list[float] = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = with_the_tiny_sheet(Path(folder))
        server.start()
        browser = playwright.chromium.launch(executable_path=installed_browser(), args=FLAGS)
        chance = random.Random(7)
        while len(took) < chosen.times:
            phones = [Phone(browser.new_context(**SETTINGS), "en") for _ in range(2)]
            start_table(phones, server.url, NAMES[:2], game="dice-charmers", sheet="sun", dice="virtual")
            players = [Player(phone, chance) for phone in phones]
            while len(took) < chosen.times:
                try:
                    mover = Gathering(players).plays_until(in_a_chain)
                except AssertionError:
                    break  # this game is over
                took.append(kill_and_return(browser, mover))
                mover.tap_something()
            for player in players:
                player.phone.context.close()
        browser.close()
        server.kill()
    took.sort()
    within = sum(seconds <= 2 for seconds in took)
    print(f"{within} of {len(took)} within 2 s; median {took[len(took) // 2]:.2f} s, longest {took[-1]:.2f} s")


if __name__ == "__main__":
    main()
