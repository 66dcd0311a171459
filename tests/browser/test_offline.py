"""A prepared phone works offline: it scores, calculates, and continues games alone or with one phone for all.

One test, because preparing takes seconds: everything happens on the same evening, with one server and one phone."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest
from playwright.sync_api import CDPSession, Page, expect

from companion.commands.logs import verify_log
from companion.games.game import list_games, load_table_games
from companion.games.scoring import describe_winners
from companion.storage import open_log
from companion.tables.service import Tables
from tests.browser.accessible import check
from tests.browser.phone import Phone
from tests.browser.player import Player
from tests.browser.test_app import home, open_until_updated, pull_the_plug, server, trusting
from tests.conftest import RunningServer
from tests.live.client import wait_until
from tests.web.test_scoring import GAMES, RULEBOOK, score, typed

__all__ = ["server", "trusting"]
PATIENCE_MS = 120_000  # Python starts within a second or two; on a busy machine it may take many
PREPARED = "() => ['ready', 'failed'].includes(document.getElementById('take-along').dataset.state)"
OFFERED = "() => [...document.querySelectorAll('#moves button[name=move]')].map((button) => button.value)"
ENTER = (
    "(move) => import('/static/js/games/dice_charmers/play/entries.js').then(({ enterAll }) => void enterAll([move]))"
)
CHANGED = "(version) => document.getElementById('status')?.dataset.version !== version"
SCORE = (
    "([url, body]) => fetch(url, { method: 'POST', body: new URLSearchParams(body) }).then((answer) => answer.text())"
)
SEND = """([url, fields]) => fetch(url, { method: "POST", body: new URLSearchParams({
  ...fields, csrf_token: document.querySelector("meta[name=csrf-token]").content }) }).then((answer) => answer.url)"""
BUILDING = "calculate/agra?calc=build&cost=3&wood=1&cement=1"


@pytest.fixture
def phone(trusting, server) -> Iterator[Phone]:
    context = trusting.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, locale="en", reduced_motion="reduce"
    )
    context.set_default_timeout(PATIENCE_MS)
    context.set_default_navigation_timeout(PATIENCE_MS)
    yield Phone(context, "en")
    context.close()


@pytest.mark.timeout(600)
def test_a_prepared_phone_does_without_a_connection(phone, server):
    page = phone.page
    prepare(phone, server)
    solo, lost, shared = begin_alone(phone, server), begin_alone(phone, server), begin_together(phone, server)
    page.goto(solo)
    pull_the_plug(server)
    phone.is_cut_off()

    # A game alone: by taps, then killed, then to its end.
    phone.sees("No connection: playing on this phone.")
    expect(page.locator("#offline")).to_be_hidden()  # the foot is needed
    player = Player(phone, random.Random(7))
    for _ in range(6):
        player.tap_something()
    before = player.version
    page.evaluate(ENTER, page.evaluate(OFFERED)[0])
    page = phone.page = kill_app(page)  # before there is an answer
    page.goto(solo)
    page.wait_for_function("(before) => Number(document.getElementById('status').dataset.version) > before", arg=before)
    play_on(page)
    expect(page.locator("#ending")).to_be_visible()

    # The same answers as from the server.
    page.goto(home(server) + BUILDING)
    check(phone, "a calculator without a connection")
    calculated = page.locator(".answers").inner_text()
    for game in GAMES:
        shown = page.evaluate(SCORE, [f"{home(server)}score/{game}", urlencode(typed(game, RULEBOOK[game]))])
        assert describe_winners(score(game, RULEBOOK[game])) in shown
    page.goto(home(server) + "rules/agra")
    expect(page.locator("h1")).to_have_text(list_games()["agra"].title)
    page.goto(home(server) + "print")
    phone.sees("This phone works without a connection. You can:")

    # One phone for all, and a game that goes another way on the server meanwhile.
    page.goto(shared)
    play_on(page, 8)
    reached = page.locator("#status").get_attribute("data-version")
    page.goto(lost)
    play_on(page, 2, FirstChoice())
    play_differently(server, lost[-6:])
    server.start()
    expect(page.locator("#not-taken")).to_be_visible(timeout=60_000)
    expect(page.locator("#not-taken")).to_contain_text(phone.says("The table has changed. Look again, then decide."))
    page.locator("#not-taken button").click()
    page.reload()
    expect(page.locator("#not-taken")).to_be_hidden()

    # Everything else was sent.
    page.goto(shared)
    phone.is_connected()
    expect(page.locator("#status")).to_have_attribute("data-version", reached)
    assert "taken-offline" not in page.content()
    log = json.loads(wait_for_log(phone, solo))
    assert verify_log(log, own_sheets(server))[-1].startswith("From entry 4 on")
    page.goto(home(server) + BUILDING)
    assert page.locator(".answers").inner_text() == calculated

    # After an update only the new version is on the phone, and it answers.
    pull_the_plug(server)
    server.environ["PAGES_VERSION"] = "new"
    server.start()
    open_until_updated(page, home(server), ["companion-new", "companion-new-phone"])
    pull_the_plug(server)
    page.goto(home(server) + BUILDING)
    assert page.locator(".answers").inner_text() == calculated
    del server.environ["PAGES_VERSION"]
    server.start()


def prepare(phone: Phone, server: RunningServer) -> None:
    page = phone.page
    page.goto(home(server))
    card = page.locator("#take-along")
    expect(card).to_have_attribute("data-state", "plain", timeout=60_000)
    card.locator("button").click()
    page.wait_for_function(PREPARED, timeout=300_000)
    expect(card).to_have_attribute("data-state", "ready")


def begin_alone(phone: Phone, server: RunningServer) -> str:
    page = phone.page
    page.goto(home(server) + "alone")
    page.locator("input[name=sheet][value=tiny]").check()
    phone.tap("Begin")
    return wait_until_copied(phone)


def begin_together(phone: Phone, server: RunningServer) -> str:
    page = phone.page
    page.goto(home(server))
    table = page.evaluate(SEND, ["/tables", {"game": "dice-charmers", "sheet": "tiny"}])
    for name in ("Anna", "Boris"):
        page.evaluate(SEND, [f"{table}/join", {"name": name}])
    page.evaluate(SEND, [f"{table}/arrange", {"do": "start"}])
    page.goto(table)
    return wait_until_copied(phone)


def wait_until_copied(phone: Phone) -> str:
    phone.sees_the_game()
    expect(phone.page.locator("html")).to_have_attribute("data-copied", "", timeout=60_000)
    return phone.page.url


class FirstChoice(random.Random):
    def choice(self, offered):
        return offered[0]


def play_on(page: Page, most: int = 1000, chance: random.Random | None = None) -> None:
    """Enter offered moves, until the game is over or as many were entered."""
    chance = chance or random.Random(3)
    for _ in range(most):
        version = page.evaluate("() => document.getElementById('status')?.dataset.version")
        if version is None:
            return
        moves = page.evaluate(OFFERED)
        page.evaluate(ENTER, chance.choice([move for move in moves if not move.startswith("give")] or moves))
        page.wait_for_function(CHANGED, arg=version, polling=20)


def kill_app(page: Page) -> Page:
    """Close the page and stop its service worker, as a phone does that needs the memory; return a new page."""
    session: CDPSession = page.context.new_cdp_session(page)
    session.send("ServiceWorker.enable")
    session.send("ServiceWorker.stopAllWorkers")
    page.close()
    return page.context.new_page()


def play_differently(server: RunningServer, code: str) -> None:
    """Roll as the phone did, then take another die: the last that is offered."""
    log = open_log(f"sqlite:///{own_sheets(server).parent / 'companion.db'}")
    tables = Tables(log, load_table_games(own_sheets(server)))
    for which in (0, -1):
        table = tables.get(code)
        tables.play_bot(code, "red", str(table.game.list_moves(table.position, "red")[which].move), table.version)
    log.close()


def own_sheets(server: RunningServer) -> Path:
    return Path(server.environ["COMPANION_DATA_DIR"]) / "sheets"


def wait_for_log(phone: Phone, table: str) -> str:
    """The log of a finished game, as soon as the server has all of it."""
    fetch = "(url) => fetch(url).then((answer) => (answer.ok ? answer.text() : ''))"
    wait_until(lambda: phone.page.evaluate(fetch, f"{table}/log.json"), 60)
    return phone.page.evaluate(fetch, f"{table}/log.json")
