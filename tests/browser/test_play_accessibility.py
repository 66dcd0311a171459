"""axe-core finds nothing in any state of play, in both languages, by day and by night; nothing is wider than the phone."""

import pytest

from tests.browser.player import Gathering
from tests.browser.test_accessibility import check

pytestmark = pytest.mark.timeout(400)


@pytest.fixture(params=["light", "dark"])
def scheme(request) -> str:
    return request.param


def test_axe_finds_nothing_while_a_game_is_played(seated, lang, scheme):
    players = seated(2, paper=("Paula",), lang=lang, color_scheme=scheme)
    seen: set[str] = set()
    gathering = Gathering(players)

    def look(player, state: str) -> None:
        if state not in seen:
            seen.add(state)
            check(player.phone, state)

    look(players[1], "waiting")
    players[0].page.locator("#open-menu").click()
    look(players[0], "menu")
    players[0].page.locator("#menu [data-close]").click()
    players[1].page.locator("#sheet [data-target='space a1']").click()
    look(players[1], "why not")
    players[1].page.locator("#spot [data-close]").click()
    while not players[0].over:
        mover = gathering.mover()
        met = mover.page.locator("#foot [data-kind=met]")
        if met.count() and len(seen) > 8:
            mover.tap(met)
        code = mover.status("code")
        if code not in seen and not mover.page.locator("dialog[open]").count():
            look(mover, code)
            if mover.page.locator("#open-list").count():
                mover.page.locator("#open-list").click()
                check(mover.phone, f"list of moves, {code}")
                mover.page.locator("#list [data-close]").click()
        if mover.page.locator("#spot[open] .move").count():
            look(mover, "chooser")
        elif mover.page.locator("#spot[open] .preview-head").count():
            look(mover, "die")
        mover.tap_something()
        if mover.over:
            break
        if mover.page.locator("#sure[open]").count():
            look(mover, "sure?")
    assert {"roll", "choose", "paper", "total", "die", "bonuses"} <= seen


def test_axe_finds_nothing_where_one_phone_is_handed_around_and_dice_are_real(seated, lang, scheme):
    (anna,) = seated(("Anna+Boris",), dice="real", lang=lang, color_scheme=scheme)
    check(anna.phone, "hand the phone over")
    anna.tap(anna.page.locator("#hand-ready"))
    check(anna.phone, "which face")
    while anna.status("code") == "face":
        anna.tap_something()
    check(anna.phone, "confirm the dice")
