"""Bots and games alone on a phone: the lobby, a game against a bot, human speed, and a whole game solo."""

import random
import re

from playwright.sync_api import expect

from companion.games.table_game import BOT_LEVELS
from tests.browser.accessible import check
from tests.browser.conftest import with_the_tiny_sheet
from tests.browser.player import Gathering, Player

PHONE = {"viewport": {"width": 390, "height": 844}, "reduced_motion": "reduce"}


def begin_alone(phone, url, opponent, sheet="tiny"):
    """Choose on the page for one player; the game begins at once."""
    phone.open(url)
    phone.page.get_by_role("link", name=phone.says("Play alone")).click()
    phone.page.locator(f"input[name=opponent][value={opponent}]").check()
    phone.page.locator(f"input[name=sheet][value={sheet}]").check()
    phone.tap("Begin")
    phone.sees_the_game()
    phone.is_connected()
    return Player(phone, random.Random(7))


def test_the_host_seats_bots_beside_a_paper_sheet(phone, shared_server):
    anna, boris = phone("ru"), phone("en")
    link = anna.open_table(shared_server.url)
    boris.open(link)
    boris.is_connected()
    anna.sit_down("Anna")
    anna.sit_down("Oma", paper=True)
    builder, portuguese = anna.says("Master Builder"), anna.says("Portuguese")
    anna.page.locator("#add-bots-summary").click()
    check(anna, "the bots of the lobby")
    anna.page.locator("#bot-count").select_option("2")
    anna.page.locator("#add-level-3").click()
    anna.sees_seats("Anna", "Oma", builder, f"{builder} 2")
    anna.page.locator("#add-level-1").click()
    for each in (anna, boris):
        each.sees_seats("Anna", "Oma", builder, f"{builder} 2", portuguese)
        expect(each.seat(portuguese)).to_contain_text(each.says("Bot"))
    expect(anna.page.locator("#add-bots")).to_have_count(0)  # the table is full
    expect(boris.page.locator("#add-bots")).to_have_count(0)
    anna.unfold(portuguese)
    anna.tap("Remove from the table")
    boris.sees_seats("Anna", "Oma", builder, f"{builder} 2")
    anna.tap("Start the game")
    anna.sees_the_game()
    expect(anna.page.locator("#players")).to_contain_text(f"{builder} 2")
    boris.open(f"{shared_server.url}/alone")
    check(boris, "the page for one player")


def test_a_game_against_the_strongest_bot_comes_to_its_end(phone, game_server):
    me = begin_alone(phone(**PHONE), game_server.url, BOT_LEVELS[-1])
    Gathering([me]).plays_to_the_end()
    expect(me.page.locator(".podium .step")).to_have_count(2)
    expect(me.page.locator(".podium h1")).to_be_visible()


def test_a_bot_takes_its_time_until_somebody_says_play_on(phone, tmp_path):
    server = with_the_tiny_sheet(tmp_path, bot_pause_ms=60_000)
    server.start()
    try:
        me = begin_alone(phone(**PHONE), server.url, "level-2")
        waiting = me.page.locator("#play-on")
        while not waiting.count():
            me.tap_something()
        me.sees_turn_of("blue")
        waiting.click()
        # The worker process starts with the first thought.
        expect(me.page.locator("#status")).to_have_attribute("data-turn", "red", timeout=60_000)
        expect(me.page.locator(".meanwhile summary")).to_contain_text(re.compile(r": \d+ step"))
        expect(me.page.locator(".meanwhile ol")).to_be_hidden()
    finally:
        server.kill()


def test_a_bot_plays_on_for_somebody_who_left(seated):
    anna, boris = seated(2)
    Gathering([anna, boris]).plays_until(lambda player: player is boris)
    anna.page.locator("#open-menu").click()
    anna.page.locator("[data-level-of=blue]").select_option("level-1")
    anna.page.locator("[data-manage=bot]").click()
    anna.page.locator("#sure-yes").click()
    anna.sees_turn_of("red")
    expect(anna.page.locator("#tab-blue")).to_contain_text("Bot")
    expect(boris.page.locator("#foot")).to_contain_text("You are watching")


def test_a_game_alone_is_played_to_the_end_and_again_with_the_same_dice(phone, game_server):
    mine = phone(**PHONE)
    me = begin_alone(mine, game_server.url, "solo")
    me.tap_something()
    expect(me.page.locator("#tray .shelf [data-about=automa]")).to_be_visible()
    expect(me.page.locator("#tray .elephant .die")).to_have_count(1)
    expect(me.page.locator("#tray .middle .die")).to_have_count(6)
    dice = me.page.locator("#tray .die").evaluate_all(FACES)
    Gathering([me]).plays_to_the_end()
    result = me.page.locator(".solo")
    expect(result).to_contain_text("round")
    expect(me.page.locator("#record")).to_have_text("Your first record on this device.")
    mine.fits()
    check(mine, "the end of a game alone")
    record = me.page.evaluate("localStorage.getItem('solo-records')")
    assert f'"rounds":{result.get_attribute("data-rounds")}' in record

    mine.tap("Again with the same dice")
    mine.sees_the_game()
    mine.is_connected()
    me.tap_something()
    expect(me.page.locator("#tray .middle .die")).to_have_count(6)
    assert me.page.locator("#tray .die").evaluate_all(FACES) == dice
    Gathering([me]).skips_to_the_end()
    mine.sees("You knew these dice, so this game does not count for your record.")
    assert me.page.evaluate("localStorage.getItem('solo-records')") == record
    expect(me.page.locator("#record")).to_be_hidden()

    mine.open(f"{game_server.url}/alone")
    expect(me.page.locator("[data-record='tiny@1']")).to_contain_text("Your record")


FACES = "dice => dice.map(die => [die.dataset.die, die.dataset.face])"
