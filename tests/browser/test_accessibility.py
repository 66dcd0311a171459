"""axe-core finds nothing on any page, in both languages, by day and by night; and nothing is wider than the phone."""

import pytest
from axe_playwright_python.sync_playwright import Axe

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


@pytest.fixture(params=["light", "dark"])
def scheme(request) -> str:
    return request.param


def check(someone, state: str) -> None:
    # Colours are judged when nothing moves any more.
    someone.page.evaluate("Promise.all(document.getAnimations().map(animation => animation.finished))")
    found = Axe().run(someone.page, options={"runOnly": TAGS, "resultTypes": ["violations"]})
    assert found.violations_count == 0, f"{state}: {found.generate_report()}"
    too_wide = someone.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert too_wide <= 0, f"{state}: {too_wide} px wider than the phone"


def test_axe_finds_nothing_from_the_front_door_to_the_game(phone, live_server, lang, scheme):
    anna, boris = phone(lang, color_scheme=scheme), phone(lang, color_scheme=scheme)
    anna.open(live_server.url)
    check(anna, "home")
    boris.open(live_server.url + "/join?code=abc+123")
    check(boris, "home, wrong code")
    link = anna.open_table(live_server.url)
    check(anna, "lobby of a host who stands")
    boris.open(link)
    check(boris, "lobby of a guest")
    anna.sit_down("Anna")
    boris.sit_down("Anna")
    check(boris, "lobby with a problem")
    boris.sit_down("Boris von Rabenstein")
    boris.sit_down("W" * 24, paper=True)
    anna.sees_seats("Anna", "Boris von Rabenstein", "W" * 24)
    anna.unfold("Anna")
    check(anna, "lobby of a host with an unfolded menu")
    boris.page.locator("#join summary").click()
    check(boris, "lobby of a guest with a seat")
    anna.page.get_by_role("link", name=anna.says("Continue on another device")).click()
    check(anna, "personal code")
    boris.open(anna.page.locator(".link a").get_attribute("href"))
    check(boris, "continue on this device")
    boris.open(live_server.url + "/nowhere")
    check(boris, "error")
    anna.open(link)
    anna.tap("Start the game")
    anna.sees("The game is on")
    check(anna, "game")
