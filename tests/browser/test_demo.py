"""The demo: one tap on the start page, a lesson for the first two rounds, a bot as opponent."""

import random

import pytest
from playwright.sync_api import expect

from tests.browser.accessible import check
from tests.browser.player import Gathering, Player

STEPS = 14
FAREWELL = "Now you know the colours, chains, karma and the elephant. From here on the dice are fair. Good luck!"
# The moves that the instructions ask for, where a marked place may mean several
CHOICES = {
    2: "take purple-1",
    4: "take orange-1",
    5: "sell tea tea",
    7: "goods silk spices",
    9: "take green-1",
    12: "karma blue-1",
    13: "take blue-1",
}
NOTE_OTHER_TIPS = """() => {
    window.otherTips = [];
    const words = document.getElementById("hint-words");
    new MutationObserver(() => {
        if (!document.getElementById("hint").hidden && !words.querySelector(".lesson-count"))
            window.otherTips.push(words.textContent.trim());
    }).observe(words, { childList: true });
}"""
ANSWERED = """before => document.querySelector("#spot[open] button[name=move]")
    || document.getElementById("status").dataset.version !== before"""


@pytest.fixture
def guest(phone, shared_server):
    """In Russian, whose words are longer."""
    guest = phone("ru", reduced_motion="reduce", color_scheme="dark")
    guest.open(shared_server.url)
    guest.tap("Try it now")
    guest.is_connected()
    return guest


def follow(page, number: int) -> None:
    """Do what the instruction says: choose, tap a marked place and choose, or tap the button at the foot."""
    before = page.locator("#status").get_attribute("data-version")
    choice = page.locator(f"#spot[open] button[name=move][value='{CHOICES.get(number)}']")
    marked = page.locator("#foot .lesson-spot" if number == 6 else "#tray .lesson-spot, #sheet .lesson-spot")
    if not marked.count():
        page.locator("#foot .bar-main button[name=move]").click()
    elif not choice.count():
        marked.first.click()
        page.wait_for_function(ANSWERED, arg=before)
    if choice.count():
        choice.click()
    expect(page.locator("#status")).not_to_have_attribute("data-version", before)


def test_a_visitor_is_guided_through_two_rounds_and_then_plays_freely(guest):
    page = guest.page
    page.evaluate(NOTE_OTHER_TIPS)
    for number in range(1, STEPS + 1):
        expect(page.locator("#hint .lesson-count")).to_have_text(f"{number}/{STEPS}")
        expect(page.locator("#hint-words")).to_be_in_viewport()
        if number in (1, 6):
            check(guest, f"step {number}")
        follow(page, number)
    expect(page.locator("#hint-words")).to_have_text(guest.says(FAREWELL))
    assert set(page.evaluate("window.otherTips")) == {guest.says(FAREWELL)}
    expect(page.locator("#status .pill").first).to_have_text(guest.says("Round %(number)s", number=3))
    guest.tap("Got it")
    expect(page.locator("#hint .lesson-count")).to_have_count(0)
    page.locator("#foot [data-kind=roll]").click()
    expect(page.locator("#status")).to_have_attribute("data-code", "choose")


def test_the_lesson_can_be_skipped_and_undo_leads_back_to_it(guest):
    page, player = guest.page, Player(guest, random.Random(1))
    follow(page, 1)
    page.locator("#tray-blue-1").click()
    page.locator("#spot[open] [data-kind=take]").click()
    expect(page.locator("#hint-words")).to_have_text(
        guest.says("You have left the lesson, which is fine. Undo leads back to it, or just continue.")
    )
    page.locator("#undo").click()
    expect(page.locator("#hint .lesson-count")).to_have_text(f"2/{STEPS}")
    guest.tap("Skip the lesson")
    expect(page.locator("#hint .lesson-count")).to_have_count(0)
    expect(page.locator(".lesson-spot")).to_have_count(0)
    Gathering([player]).plays_until(lambda player: page.locator(".meanwhile").count())
    bot = guest.says("Tara")
    expect(page.locator(".meanwhile summary")).to_contain_text(f"{bot}: ")
    expect(page.locator("#tab-blue")).to_contain_text(guest.says("Bot"))
    expect(page.locator("#status")).to_have_attribute("data-acting", "red")
    check(guest, "after the bot's turn")
    guest.tap("No more tips")
    expect(page.locator("#hint")).to_be_hidden()
