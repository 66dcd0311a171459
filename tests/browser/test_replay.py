"""Watching a finished game again, on a phone and on a wide screen."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.accessible import check

TRANSCRIPT = Path(__file__).parents[1] / "games" / "dice_charmers" / "transcripts" / "two-players-sun.txt"
STROKES = "document.querySelectorAll('.pen-layer path').length"


@pytest.fixture
def viewer(phone, shared_server):
    """A phone that watches a transcript."""

    def watch(lang: str, **settings):
        someone = phone(lang, **settings)
        someone.open(shared_server.url + "/replay")
        with someone.page.expect_event("load"):
            someone.page.locator("#file").set_input_files(TRANSCRIPT)
        expect(someone.page.locator("#stage")).to_be_visible()
        return someone

    return watch


def step_of(someone) -> int:
    return int(someone.page.locator("#seek").input_value())


def test_a_game_is_watched_step_by_step(viewer):
    anna = viewer("ru", viewport={"width": 390, "height": 844})
    page = anna.page
    expect(page.locator("#text")).to_have_text(anna.says("The game begins."))
    page.wait_for_function("() => document.querySelector('#area-tracks .printed').naturalWidth > 0")
    assert page.evaluate(STROKES) == 0
    for _ in range(4):
        page.locator("#forward").click()
    assert step_of(anna) == 4
    page.locator("#back").click()
    assert step_of(anna) == 3
    check(anna, "a step")
    page.locator("#turn-forward").click()
    expect(page.locator("#mover")).not_to_be_empty()
    page.locator("#seek").fill(page.locator("#seek").get_attribute("max"))
    expect(page.locator("#text")).to_contain_text(anna.says("The game is over. First place: %(names)s.", names="")[:12])
    assert page.evaluate(STROKES) > 20
    page.locator("#turns summary").click()
    page.locator("#turns a").nth(5).click()
    page.wait_for_function(
        "() => { const step = Number(document.querySelector('#seek').value); return 0 < step && step < 12; }"
    )
    check(anna, "all turns")


def test_it_plays_by_itself_and_stops(viewer):
    page = viewer("en").page
    page.locator("#play").click()
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "true")
    page.wait_for_function("() => Number(location.hash.slice(1)) >= 2")
    page.locator("#play").click()
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "false")


def test_a_large_screen_shows_the_whole_sheet_of_a_chosen_player(viewer):
    page = viewer("en", viewport={"width": 1600, "height": 1000}).page
    page.locator("#players [role=tab]").nth(1).click()
    expect(page.locator("#follow")).not_to_be_checked()
    page.locator("#forward").click()
    expect(page.locator("#players [role=tab]").nth(1)).to_have_attribute("aria-selected", "true")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
