"""Legal targets are marked and scrolled into view; a new mark appears on every phone that shows its sheet."""

import pytest
from playwright.sync_api import expect

from tests.browser.line import Held
from tests.browser.phone import wait_until_drawn
from tests.browser.player import Gathering

UNCOVERED = """place => {
  const { x, y, width, height } = place.querySelector("rect").getBoundingClientRect();
  return place.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""


def a_bonus_waits(player) -> bool:
    """While something else on the sheet is asked."""
    page = player.page
    waits = page.locator("#foot .bonus").count() and player.status("code") != "bonuses"
    return waits and page.locator("#sheet .legal").count() and not page.locator("dialog[open]").count()


def test_a_waiting_bonus_is_not_marked_while_something_else_is_asked(seated):
    page = Gathering(seated()).plays_until(a_bonus_waits).page
    expect(page.locator("#foot .bonus.legal")).to_have_count(0)
    expect(page.locator("#sheet .legal[data-target^=bonus]")).to_have_count(0)
    expect(page.locator("#sheet .legal").first).to_be_in_viewport()


def test_what_is_asked_or_has_just_been_marked_comes_into_view(seated):
    """For Boris the dice, although karma, which is far down the sheet, could be used as well."""
    anna, boris = seated(sheet="sun")
    anna.tap(anna.page.locator("#foot [data-kind=roll]"))
    anna.tap(anna.page.locator("#tray [data-die=purple-1]"))
    anna.tap(anna.page.locator("#spot [data-kind=take]"))
    expect(anna.page.locator("#pen-market .fresh").first).to_be_in_viewport()
    boris.page.locator("#area-karma").scroll_into_view_if_needed()
    anna.tap(anna.page.locator("#foot [data-kind=end]"))
    boris.reaches(anna.version)
    expect(boris.page.locator("#area-karma .legal")).not_to_have_count(0)
    expect(boris.page.locator("#tray .die.legal").first).to_be_in_viewport()


def test_what_is_asked_is_not_behind_the_tip_on_a_phone_held_sideways(seated):
    """There an area is taller than the room that it has."""

    def draws(player) -> bool:
        return player.status("code") in ("road", "half-roads") and not player.page.locator("dialog[open]").count()

    gathering = Gathering(seated(sheet="sun", viewport={"width": 740, "height": 360}))
    for _ in range(3):
        mover = gathering.plays_until(draws)
        expect(mover.page.locator("#hint")).to_be_visible()
        wait_until_drawn(mover.page)
        assert mover.page.locator("#sheet .legal").first.evaluate(UNCOVERED)
        mover.tap_something()


def strokes(player):
    return player.page.locator("#pen-market path")


@pytest.fixture
def watched(seated):
    """Anna is to take a die, and Boris looks at her sheet."""
    anna, boris = seated(sheet="sun")
    anna.tap(anna.page.locator("#foot [data-kind=roll]"))
    boris.reaches(anna.version)
    boris.page.locator("#tab-red").click()
    expect(boris.page.locator("#status")).to_have_attribute("data-shown", "red")
    return anna, boris


def take_purple(anna):
    anna.tap(anna.page.locator("#tray [data-die=purple-1]"))
    anna.tap(anna.page.locator("#spot [data-kind=take]"))


def test_a_mark_is_on_the_other_phones_before_they_ask_for_it_and_goes_as_it_came(watched):
    anna, boris = watched
    before, held = boris.version, Held(boris.page, "**/board?*")
    expect(strokes(boris)).to_have_count(0)
    take_purple(anna)
    expect(strokes(boris)).to_have_count(strokes(anna).count())
    expect(boris.page.locator("#pen-market .fresh")).to_have_count(strokes(anna).count())
    anna.tap(anna.page.locator("#undo"))
    expect(strokes(boris)).to_have_count(0)
    take_purple(anna)
    expect(strokes(boris)).to_have_count(strokes(anna).count())
    assert boris.version == before
    held.let_go()
    boris.reaches(anna.version)
    expect(boris.page.locator("#pen-market .fresh")).to_have_count(strokes(anna).count())


def test_a_mark_that_comes_while_the_sheet_is_turned_stays_on_its_own_sheet(watched):
    """The answer leaves out strokes that both sheets had in common when it was asked for."""
    anna, boris = watched
    held = Held(boris.page, "**/board?*")
    boris.page.locator("#tab-blue").click()
    take_purple(anna)
    expect(strokes(boris)).to_have_count(strokes(anna).count())
    held.let_go()
    expect(boris.page.locator("#status")).to_have_attribute("data-shown", "blue")
    expect(strokes(boris)).to_have_count(0)
    boris.page.locator("#tab-red").click()
    expect(strokes(boris)).to_have_count(strokes(anna).count())
