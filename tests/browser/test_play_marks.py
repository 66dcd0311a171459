"""What is marked is what answers the question, and it comes into view."""

from playwright.sync_api import expect

from tests.browser.player import Gathering


def test_a_waiting_bonus_is_not_marked_while_something_else_is_asked(seated):
    players = seated()
    gathering = Gathering(players)
    for _ in range(400):
        mover = gathering.mover()
        page = mover.page
        waits = page.locator("#foot .bonus").count() and mover.status("code") != "bonuses"
        if waits and page.locator("#sheet .legal").count() and not page.locator("dialog[open]").count():
            break
        mover.tap_something()
    else:
        raise AssertionError("no bonus ever waited")
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
