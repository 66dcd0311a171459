"""Whole games from the lobby to the end, by tapping what the pages offer."""

import statistics

import pytest

from tests.browser.player import Gathering

pytestmark = pytest.mark.timeout(400)  # hundreds of taps, on a machine that may be busy

# Notes when a version of the board is painted, and when the player tapped.
STOPWATCH = """
  window.painted = {};
  const now = () => performance.timeOrigin + performance.now();
  addEventListener("click", () => window.tapped = now(), true);
  addEventListener("DOMContentLoaded", () => {
    const play = document.getElementById("play");
    if (play) new MutationObserver(() => {
      const { version } = document.getElementById("status").dataset;
      if (!(version in window.painted)) {
        window.painted[version] = 0;
        requestAnimationFrame(() => window.painted[version] = now());
      }
    }).observe(play, { childList: true, subtree: true });
  });
"""


@pytest.mark.parametrize("count", [2, 3, 5])
def test_phones_play_to_the_end(seated, count):
    players = seated(count)
    Gathering(players).plays_to_the_end()
    for player in players:
        player.phone.sees("How the points add up")


def test_a_game_on_the_sun_sheet(seated):
    players = seated(2, sheet="sun")
    Gathering(players).plays_to_the_end()
    players[1].phone.sees("How the points add up")


def test_a_game_in_russian(seated):
    players = seated(2, lang="ru")
    Gathering(players).plays_to_the_end()
    players[0].phone.sees("How the points add up")


def test_real_dice_are_tapped_in_and_confirmed(seated):
    players = seated(2, dice="real")
    first = players[0]
    assert first.page.locator("#tray .faces button").count() > 1
    assert players[1].page.locator("#tray .faces").count() == 0
    Gathering(players).plays_to_the_end()
    first.phone.sees("How the points add up")


def test_one_phone_is_handed_around(seated):
    (anna,) = seated(("Anna+Boris",))
    hands = anna.page.locator("#hand")
    hands.get_by_text("Hand the phone to Anna").wait_for()
    handed = []

    def watch() -> None:
        if not anna.over and hands.get_attribute("open") is not None:
            handed.append(anna.page.locator("#hand-words").inner_text())

    Gathering([anna], watch).plays_to_the_end()
    assert {"Hand the phone to Anna", "Hand the phone to Boris"} == set(handed)


def test_anyone_taps_for_a_player_on_paper_and_enters_the_totals(seated):
    players = seated(2, paper=("Paula",))
    for_paula = []

    def watch() -> None:
        for player in players:
            if not player.over and player.status("acting") not in ("", player.status("mine")):
                for_paula.append(player.status("code"))
                met = player.page.locator("#foot [data-kind=met]")
                if for_paula.count("paper") > 5 and met.count():
                    player.tap(met)

    Gathering(players, watch).plays_to_the_end()
    assert {"choose", "paper", "total"} <= set(for_paula)
    players[1].phone.sees("How the points add up")


def test_five_phones_see_every_mark_soon(seated, capsys):
    """Measured, printed, not asserted: the time from a tap to the mark on the own phone and on every other."""
    players = seated(5, sheet="sun", script=STOPWATCH)
    own: list[float] = []
    others: list[float] = []
    gathering = Gathering(players)
    for _ in range(60):
        mover = gathering.mover()
        before = mover.version
        mover.tap_something()
        after = mover.version
        if after == before:
            continue
        tapped = mover.page.evaluate("window.tapped")
        for player in players:
            player.page.wait_for_function("version => window.painted[version] > 0", arg=after)
            took = player.page.evaluate("version => window.painted[version]", after) - tapped
            (own if player is mover else others).append(took)
    assert own
    with capsys.disabled():
        print(f"\ntap to mark, {len(own)} moves, 5 phones: {figures('own phone', own)}; {figures('others', others)}")


def figures(name: str, times: list[float]) -> str:
    cuts = statistics.quantiles(times, n=20)
    return f"{name} p50 {statistics.median(times):.0f} ms, p95 {cuts[-1]:.0f} ms"
