"""axe-core reports no problem in any state of play, in both themes and languages; nothing is too wide."""

import pytest

from tests.browser.accessible import check
from tests.browser.player import Gathering

pytestmark = pytest.mark.timeout(400)


WANTED = {"roll", "choose", "die", "asked", "paper", "total"}


def test_axe_finds_nothing_while_a_game_is_played(seated):
    players = anna, boris = seated(2, paper=("Paula",), lang=("en", "ru"))
    seen: set[str] = set()

    def look(player, state: str) -> None:
        if state not in seen:
            seen.add(state)
            check(player.phone, state)

    look(boris, "waiting")
    boris.page.locator("#sheet [data-target='space a1']").click()
    look(boris, "why not")
    boris.page.locator("#spot [data-close]").click()
    boris.page.locator("#tray [data-about=elephant]").click()
    look(boris, "the elephant")
    boris.page.locator("#spot [data-close]").click()
    anna.page.locator("#open-menu").click()
    look(anna, "menu")
    anna.page.locator("#menu [data-close]").click()
    gathering = Gathering(players)
    while not seen >= WANTED:
        mover = gathering.mover()
        state = what_is_shown(mover)
        if state in WANTED:
            look(mover, state)
        if state == "choose" and "list" not in seen:
            mover.page.locator("#open-list").click()
            look(mover, "list")
            mover.page.locator("#list [data-close]").click()
            mover.page.locator("#area-karma").evaluate("area => area.scrollIntoView({ behavior: 'instant' })")
            mover.page.locator("#quick").wait_for()
            look(mover, "dice at hand")
        met = mover.page.locator("#foot [data-kind=met]")
        if "asked" in seen and state == "paper" and met.count():
            mover.tap(met)  # so that the totals are asked soon
        else:
            mover.tap_something()


def what_is_shown(player) -> str:
    if player.page.locator("#spot[open] .preview-head").count():
        return "die"
    if player.page.locator("#spot.docked[open]").count():
        return "asked"
    return "dialog" if player.page.locator("dialog[open]").count() else player.status("code")


def test_axe_finds_nothing_where_one_phone_is_handed_around_and_dice_are_real(seated, phone):
    (anna,) = seated(("Anna+Boris",), dice="real", lang="ru")
    room = phone("en", reduced_motion="reduce", viewport={"width": 1920, "height": 1080})
    room.open(f"{anna.page.url}/tv")
    check(room, "the screen for the room")
    check(anna.phone, "hand the phone over")
    anna.tap(anna.page.locator("#hand-ready"))
    check(anna.phone, "which face")
    while anna.status("code") == "face":
        anna.tap_something()
    check(anna.phone, "confirm the dice")
