"""A visitor alone: one tap from the front door, a tip for every step, a bot on the other side."""

import random

from playwright.sync_api import expect

from tests.browser.player import Player
from tests.browser.test_accessibility import check

SCHEMES = {"en": "light", "ru": "dark"}


def test_a_visitor_takes_a_guided_first_turn_against_a_bot(phone, shared_server, lang):
    guest = phone(lang, reduced_motion="reduce", color_scheme=SCHEMES[lang])
    page, player = guest.page, Player(guest, random.Random(1))
    guest.open(shared_server.url)
    guest.tap("Try it now")
    guest.is_connected()
    expect(page.locator("#hint-words")).to_be_in_viewport()
    first_tip = page.locator("#hint-words").inner_text()
    player.tap(page.locator("#foot [data-kind=roll]"))
    expect(page.locator("#hint-words")).not_to_have_text(first_tip)
    for _ in range(60):
        if page.locator(".meanwhile").count():
            break
        player.tap_something()
    bot = guest.says("Tara")
    expect(page.locator(".meanwhile summary")).to_have_text(guest.says("%(name)s (bot) has played", name=bot))
    expect(page.locator("#tab-blue")).to_contain_text(guest.says("Bot"))
    expect(page.locator("#status")).to_have_attribute("data-acting", "red")
    check(guest, "after the bot's turn")
    guest.tap("No more tips")
    expect(page.locator("#hint")).to_be_hidden()
