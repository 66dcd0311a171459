"""Whole games from the lobby to the end, by tapping what the pages offer."""

import os
import statistics
import time
from collections import defaultdict

import pytest
from playwright.sync_api import expect

from tests.bench.load.weather import share, ticks
from tests.browser.accessible import check
from tests.browser.player import BUSY, GLANCE_MS, Gathering

pytestmark = pytest.mark.timeout(400)  # hundreds of taps, on a machine that may be busy

LONG = pytest.mark.skipif(not os.environ.get("COMPANION_LONG"), reason="a minute and a half; COMPANION_LONG=1 plays it")

# Notes when something has been painted (behind the frame, not before it): the pencil of a tap, strokes on the sheet in
# view, a version of the board.
STOPWATCH = """
  window.painted = {};
  const now = () => performance.timeOrigin + performance.now();
  const behindTheFrame = (then) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = then;
    port2.postMessage("");
  });
  addEventListener("click", () => window.tapped = now(), true);
  addEventListener("click", () => {
    window.pencilled = 0;
    if (document.querySelector(".pencilled")) behindTheFrame(() => window.pencilled = now());
  });
  const note = (what) => {
    if (what in window.painted) return;
    window.painted[what] = 0;
    behindTheFrame(() => window.painted[what] = now());
  };
  addEventListener("DOMContentLoaded", () => {
    const play = document.getElementById("play");
    if (play) new MutationObserver((changes) => {
      if (changes.some(({ addedNodes }) => addedNodes[0]?.matches?.(".pen-layer"))) note("strokes");
      note(document.getElementById("status").dataset.version);
    }).observe(play, { childList: true, subtree: true });
  });
"""
HANDS_OFF_SECONDS = 0.5  # this test shares the processor with what it measures
ALL_PAINTED = "version => version in window.painted && Object.values(window.painted).every(at => at > 0)"


def test_a_game_begins_at_the_front_door(phone, game_server):
    """From the home page through the lobby: what the other tests send without looking at it."""
    anna, boris = phones = [phone(), phone()]
    anna.open(game_server.url)
    anna.page.locator("a.tile[href$='/start/dice-charmers']").click()
    anna.page.locator("input[value=tiny]").check()
    anna.tap("Open the table")
    boris.open(anna.page.url)
    for each, name in zip(phones, ("Anna", "Boris"), strict=True):
        each.sit_down(name)
    anna.sees_seats("Anna", "Boris")
    anna.tap("Start the game")
    for each in phones:
        expect(each.page.locator("#status")).to_have_attribute("data-turn", "red")


@LONG
@pytest.mark.parametrize(("count", "options"), [(3, {}), (5, {}), (2, {"sheet": "sun"})], ids=["three", "five", "sun"])
def test_phones_play_to_the_podium(seated, count, options):
    players = seated(count, **options)
    Gathering(players).plays_to_the_end()
    for player in players:
        player.phone.sees("How the points add up")


def test_real_dice_are_tapped_in_by_the_first_player(seated):
    anna, boris = seated(2, dice="real")
    assert anna.page.locator("#tray .faces button").count() > 1
    assert boris.page.locator("#tray .faces").count() == 0
    while anna.status("code") == "face":
        anna.tap_something()
    expect(anna.page.locator("#status")).to_have_attribute("data-code", "confirm-dice")


def test_one_phone_is_handed_around_while_the_screen_in_the_room_goes_along(seated, phone):
    (anna,) = seated(("Anna+Boris",))
    room = phone(viewport={"width": 1280, "height": 720})
    room.open(f"{anna.page.url}/tv")
    hands = anna.page.locator("#hand")
    hands.get_by_text("Hand the phone to Anna").wait_for()
    handed = []

    def watch() -> None:
        if not anna.over and hands.get_attribute("open") is not None:
            handed.append(anna.page.locator("#hand-words").inner_text())

    Gathering([anna], watch).plays_to_the_end()
    assert {"Hand the phone to Anna", "Hand the phone to Boris"} == set(handed)
    expect(room.page.locator(".podium .step-name")).to_have_count(2)
    check(room, "the podium")
    unfolding = anna.page.locator(".ending summary").all()
    assert len(unfolding) == 4
    assert all(anna.phone.box(each)["height"] >= 44 for each in unfolding)
    looks_closer_at_a_sheet(anna)
    anna.phone.tap("Play again with the same people")
    anna.phone.sees_seats("Boris", "Anna")
    room.page.wait_for_url(f"{anna.page.url}/tv")
    expect(room.page.locator(".tv-seats li")).to_have_text(["Boris", "Anna"], use_inner_text=True)
    check(anna.phone, "the rematch")


def looks_closer_at_a_sheet(player) -> None:
    """By the button, and back by a tap on the sheet."""
    sheet = player.page.locator(".final-sheet[open] .paper > svg").first
    wide = player.phone.box(sheet)["width"]
    player.page.locator(".final-sheet[open] .closer").first.click()
    assert player.phone.box(sheet)["width"] > 2 * wide
    player.phone.fits()
    sheet.click(position={"x": 60, "y": 60})
    assert player.phone.box(sheet)["width"] == wide


def test_the_screen_in_the_room_shows_everybody_and_says_when_it_has_lost_the_table(seated, phone):
    (anna,) = seated(("Anna+Boris+Chandra+Dora+Emil",), sheet="sun")
    room = phone(viewport={"width": 1280, "height": 720})
    room.open(f"{anna.page.url}/tv")
    lines = room.page.locator(".tv-line .tv-name, .tv-track")
    expect(lines).to_have_count(10)
    for line in lines.all():
        expect(line).to_be_in_viewport(ratio=1)
    expect(room.page.locator(".tv-lost")).to_be_hidden()
    room.page.route("**/stream*", lambda route: route.abort())
    room.page.reload()
    expect(room.page.locator(".tv-lost")).to_be_visible()


def test_with_real_dice_anyone_taps_for_a_player_on_paper_and_enters_the_totals(seated):
    players = seated(2, paper=("Paula",), dice="real", lang="ru")
    gathering = Gathering(players)
    for_paula = []

    def watch() -> None:
        mover = gathering.mover()
        now = mover.glance() if mover else {}
        if now.get("acting") != now.get("mine"):
            for_paula.append(now["code"])
            met = mover.page.locator("#foot [data-kind=met]")
            if for_paula.count("paper") > 5 and met.count():
                mover.tap(met)

    gathering.watch = watch
    gathering.plays_to_the_end()
    assert {"choose", "paper", "total"} <= set(for_paula)
    for player in players:
        player.phone.sees("How the points add up")


@LONG
def test_five_phones_see_every_mark_soon(seated, capsys):
    """Print, but do not assert, the time from a tap to the mark on the player's own phone, and on the four others,
    which all have that player's sheet in view; and until every phone shows everything that has changed."""
    players = seated(5, sheet="sun", script=STOPWATCH, reduced_motion="no-preference")
    gathering, begun = Gathering(players), ticks()
    measured: defaultdict[str, list[float]] = defaultdict(list)
    for _ in range(100):
        mover = gathering.mover()
        before = mover.version
        for player in players:
            look_over_the_shoulder(player, mover)
        mover.touch_something()
        time.sleep(HANDS_OFF_SECONDS)
        mover.page.wait_for_function(f"() => !{BUSY}", polling=GLANCE_MS)  # the second of two entries may be under way
        after = mover.version
        if after == before:
            continue
        tapped, pencilled = mover.page.evaluate("[window.tapped, window.pencilled]")
        if pencilled:  # rolling and ending a turn have no place on the sheet
            measured["pencil"].append(pencilled - tapped)
        marked = mover.page.evaluate("'strokes' in window.painted")
        for player in players:
            player.page.wait_for_function(ALL_PAINTED, arg=after, polling=GLANCE_MS)
            painted = player.page.evaluate("window.painted")
            whose = "own" if player is mover else "others'"
            measured[f"{whose} board"].append(painted[str(after)] - tapped)
            if marked:
                measured[f"{whose} mark"].append(painted["strokes"] - tapped)
    with capsys.disabled():
        print("\ntap to mark, 5 phones:", "; ".join(map(figures, measured, measured.values())))
        print(f"other guests of this machine took {share(begun, ticks()):.0f} % of its processors meanwhile")


def look_over_the_shoulder(player, mover) -> None:
    """Show the mover's sheet and the area in question, and start recording again."""
    seat = mover.status("mine")
    if player.status("shown") != seat:
        player.page.locator(f"#tab-{seat}").click()
        expect(player.page.locator("#status")).to_have_attribute("data-shown", seat)
    area = mover.page.evaluate("document.querySelector('#sheet .legal')?.closest('.area').id")
    if area and player is not mover:
        player.page.locator(f"#{area}").scroll_into_view_if_needed()
    player.page.evaluate("window.painted = {}")


def figures(name: str, times: list[float]) -> str:
    cuts = statistics.quantiles(times, n=20, method="inclusive")
    return f"{name} p50 {statistics.median(times):.0f} ms, p95 {cuts[-1]:.0f} ms ({len(times)})"
