"""The cards that explain a game: swiped, with arrows, keys and dots, and without a script."""

import time

from playwright.sync_api import expect

from tests.browser.accessible import check

PAGE = "/learn/dice-charmers"


def in_view(page, number: int) -> None:
    expect(page.locator(f"#card-{number}")).to_be_in_viewport(ratio=0.6)


def test_the_cards_are_leafed_through(phone, shared_server):
    guest = phone("ru", reduced_motion="reduce", color_scheme="dark")
    page = guest.page
    guest.open(shared_server.url)
    page.get_by_role("link", name=guest.says("How to play, in a minute")).click()
    in_view(page, 1)
    check(guest, "first card")
    page.get_by_role("button", name=guest.says("Next card")).click()
    in_view(page, 2)
    page.keyboard.press("ArrowRight")
    in_view(page, 3)
    page.locator(".dot").last.click()
    in_view(page, 5)
    expect(page.locator("#on")).to_be_disabled()
    check(guest, "last card")
    page.keyboard.press("ArrowLeft")
    in_view(page, 4)


def test_without_a_script_the_dots_lead_to_the_cards(phone, shared_server):
    guest = phone("en", java_script_enabled=False, reduced_motion="reduce")
    guest.page.goto(shared_server.url + PAGE)
    in_view(guest.page, 1)
    guest.page.locator(".dot").nth(2).click()
    in_view(guest.page, 3)


def test_everybody_learns_the_goal_at_the_start_and_that_a_tap_explains(seated):
    for player in seated(2, sheet="sun"):
        hint = player.page.locator("#hint")
        expect(hint).to_be_visible()
        expect(hint.locator("svg.scene")).to_be_visible()
        goal = player.page.locator("#hint-words").inner_text()
        player.phone.tap("Got it")
        expect(player.page.locator("#hint-words")).not_to_have_text(goal)
        player.phone.tap("Got it")
        expect(hint).to_be_hidden()


def test_the_first_player_learns_the_goal_after_typing_real_dice(seated):
    player, _ = seated(2, sheet="sun", dice="real")
    while player.status("code") != "confirm-dice":
        player.tap_something()
    expect(player.page.locator("#hint svg.scene")).to_be_visible()


def test_everybody_on_a_shared_phone_learns_the_goal(seated):
    (player,) = seated(("Anna+Boris",), sheet="sun")
    scene = player.page.locator("#hint svg.scene")
    player.page.locator("#hand-ready").click()
    expect(scene).to_be_visible()
    player.phone.tap("Got it")
    expect(scene).to_be_hidden()
    while player.status("turn") == "red":
        player.tap_something()
    player.page.locator("#hand-ready").click()
    expect(scene).to_be_visible()
    player.page.clock.set_fixed_time((time.time() + 60) * 1000)
    before = player.version
    while player.version == before:
        player.tap_something()
    expect(scene).to_be_hidden()


def test_a_tip_that_was_in_view_for_a_while_does_not_come_again(seated):
    player, _ = seated(2, sheet="sun")
    hint = player.page.locator("#hint-words")
    goal = hint.inner_text()
    player.page.clock.set_fixed_time((time.time() + 60) * 1000)
    player.phone.page.locator("#foot [data-kind=roll]").click()
    expect(hint).not_to_have_text(goal)
    assert "goal" in player.read("localStorage.getItem('tips-seen')")
