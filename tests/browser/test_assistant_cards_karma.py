"""The assistant of Cards & Karma in a browser, at 390 × 844: one phone for the table, two phones and the TV."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import TimeoutError, expect

from companion.games.cards_karma.game import CardsKarma
from companion.games.cards_karma.rules.cards import write_ships
from companion.games.cards_karma.rules.entries import (
    Buy,
    Choose,
    EndTurn,
    FinishCardsKarma,
    Forgo,
    Palace,
    Reveal,
    TakeDie,
    TakeGoods,
    UseAdministrator,
)
from companion.games.cards_karma.rules.game import new_game
from tests.browser.phone import PATIENCE_MS, Phone, wait_until_drawn
from tests.conftest import new_server

SCREEN = {"width": 390, "height": 844}
PEOPLE = ("Anna", "Boris", "Chandra", "Dora")
SEATS = ("red", "blue", "green", "yellow")
EVENING = Path(__file__).parents[1] / "games" / "cards_karma" / "evening.txt"
MOST_TAPS_PER_TURN = 3.0
SECOND_TAP_MS = 1000  # in which the same button enters nothing for the next player
REACHED_BY_TOUCH = """(target) => {
  const element = typeof target === "string" ? document.querySelector(target) : target;
  if (!element?.checkVisibility()) return false;
  const { left, top, width, height } = element.getBoundingClientRect();
  const found = document.elementFromPoint(left + width / 2, top + height / 2);
  return found !== null && (element.contains(found) || found.contains(element) || found.closest("label") === element);
}"""
OUT_OF_REACH = f"""(targets) => {{
  const isReached = {REACHED_BY_TOUCH};
  const shown = [...document.querySelectorAll(targets)].filter((each) => each.checkVisibility() && each.offsetWidth > 1);
  return [shown.length, shown.filter((each) => !isReached(each)).map((each) => each.id || each.textContent.trim())];
}}"""


class SharedPhone:
    """One phone for everybody at a table. `taps` counts what they touch; all of it must be in view."""

    def __init__(self, phone: Phone, home: str, players: int, **chosen: str) -> None:
        self.phone, self.page, self.taps = phone, phone.page, 0
        self.ended_a_turn = ""  # the latest button that did
        self.link = phone.send(home, "/tables", game="cards-karma", **chosen)
        for number, name in enumerate(PEOPLE[:players]):  # as the button "Start on this phone" does
            phone.send(self.link, "/join", name=name, kind="paper" if number else "phone")
        phone.send(self.link, "/arrange", do="start")
        self.board = self.page.locator("#live-board")

    def prepare(self, *entries: str) -> "SharedPhone":
        """Enter what came before, without counting it, and open the page."""
        self.phone.enter(self.link, *(tuple(entry.split(": ")) for entry in entries))
        self.phone.open(self.link)
        self.phone.is_connected()
        return self

    def tap(self, *names: str) -> None:
        """Tap things one after the other; the last one makes an entry."""
        version, turn = (self.board.get_attribute(f"data-{name}") for name in ("version", "turn"))
        if names[-1] == self.ended_a_turn:
            self.page.wait_for_timeout(SECOND_TAP_MS)
        for name in names:
            self.touch(name)
        expect(self.board).not_to_have_attribute("data-version", version)
        if self.board.get_attribute("data-turn") != turn:
            self.ended_a_turn = names[-1]

    def touch(self, name: str) -> None:
        wait_until_drawn(self.page)
        target = f"#{name}"
        if self.page.locator(target).evaluate("element => element.matches('input')"):
            target = f"label:has(#{name})"
        try:
            self.page.wait_for_function(REACHED_BY_TOUCH, arg=target, timeout=PATIENCE_MS)
        except TimeoutError:
            pytest.fail(f"{name} is out of view")
        box = self.page.locator(target).bounding_box()
        self.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.taps += 1


@pytest.fixture
def at_one_phone(phone, shared_server):
    def sit_down(players: int = 2, lang: str = "en", home: str = "", **chosen: str) -> SharedPhone:
        settings = {"viewport": SCREEN, "is_mobile": True, "reduced_motion": "reduce"}
        return SharedPhone(phone(lang, **settings), home or shared_server.url, players, **chosen)

    return sit_down


@pytest.fixture
def new_home(tmp_path):
    """A server of its own, which knows no ships yet."""
    server = new_server(tmp_path)
    server.start()
    yield server.url
    server.kill()


# Taps


@pytest.mark.parametrize(
    ("taps", "count"),
    [
        pytest.param(["take-die"], 1, id="a dice card"),
        pytest.param(["building-red-yellow", "building-paid-2"], 2, id="a card with two buildings"),
        pytest.param(["ship-12", "ship-gives-coins"], 2, id="a ship with its reward"),
        pytest.param(["goods-tea2", "goods-coin"], 2, id="a goods card with a coin"),
        pytest.param(["palace-3"], 1, id="a palace action"),
    ],
)
def test_a_turn_is_over_after_few_taps(at_one_phone, taps, count):
    table = at_one_phone().prepare("red: first red")
    table.tap(*taps)
    assert table.taps == count
    expect(table.board).to_have_attribute("data-turn", "blue")
    expect(table.board).to_have_attribute("data-shown", "blue")


def find_taps(table: SharedPhone, entry) -> list[str]:
    """Return what people touch to make an entry."""

    def one_card(form: str, paid) -> list[str]:
        chip = table.page.locator(f"input[name='move.{form}-pay'][value='{paid}']")
        return [] if chip.is_checked() else [chip.get_attribute("id")]

    match entry:
        case TakeDie():
            return ["take-die"]
        case Buy(card, paid) if card.kind == "building":
            goods = [f"building-{good}{coins}" for good, coins in card.goods]
            karma = [f"building-karma-{count + 1}" for count in range(paid.karma)]
            jokers = [f"building-joker-{count + 1}" for count in range(paid.administrators)]
            last = "building-free" if paid.free else f"building-paid-{paid.dice}"
            return [f"building-{'-'.join(card.buildings)}", *goods, *karma, *jokers, last]
        case Buy(card, paid) if table.page.locator(f"#known-{card.ship}").count():
            return [*one_card("one", paid), f"known-{card.ship}"]
        case Buy(card, paid, reward):
            goods = [f"ship-{good}{coins}" for good, coins in card.goods]
            return [f"ship-{card.ship}", *one_card("ship", paid), *goods, f"ship-gives-{reward}"]
        case TakeGoods(card, coin) if len(card.goods) == 1:
            return [f"goods-{card}", "goods-coin" if coin else "goods-enter"]
        case TakeGoods(card, coin):
            first, second = str(card).split("+")
            return [f"goods-{first}", *(["second-coin"] if coin else []), f"second-{second}"]
        case Palace(paid, action, reward):
            value = f"palace {action} gives {reward}" if reward else f"palace {action}"
            button = table.page.locator(f"#one-card button[value='{value}']").first.get_attribute("id")
            opened = [] if button == f"palace-{action}" else [f"palace-{action}"]
            return [*one_card("one", paid), *opened, button]
        case UseAdministrator(use):
            return [f"administrator-{use}"]
        case Choose(option):
            return [f"choose-{option}"]
        case Reveal(bonus):
            return [f"reveal-{bonus}"]
        case Forgo(due):
            return [f"forgo-{due}"]
        case EndTurn():
            return ["done"]
        case FinishCardsKarma():
            return ["finish"]
    raise AssertionError(entry)


def test_an_evening_on_one_phone_takes_at_most_three_taps_per_turn(at_one_phone, new_home):
    """The evening of the transcript without its slips, all bonuses, choices and administrators included.

    The rewards of the ships are known from earlier evenings. On the first one a ship takes a tap more, or two with a
    good on it.
    """
    parse, game, entries = CardsKarma().parse, new_game(PEOPLE[:3]), []
    for player, move in re.findall(r"^(\w+): (.+)$", EVENING.read_text(encoding="utf-8"), re.MULTILINE):
        if move.split()[0] not in ("first", "undo", "set"):
            entries.append(parse(move))
            game = game.apply(player, entries[-1])
        if game.finished:
            break
    ships = {e.card.ship: replace(e.card, reward=e.reward) for e in entries if isinstance(e, Buy) and e.reward}
    table = at_one_phone(3, home=new_home).prepare(f"red: setup ships={','.join(write_ships(ships))}", "red: first red")
    for entry in entries:
        table.tap(*find_taps(table, entry))
    expect(table.board).to_have_attribute("data-phase", "over")  # nothing had to be typed
    expect(table.page.locator(".result .seat-name")).to_have_text(["Boris", "Anna", "Chandra"])
    turns = game.turns + game.acted
    assert (table.taps, turns) == (145, 51)  # as docs/assist.md says
    assert table.taps / turns <= MOST_TAPS_PER_TURN


def test_a_ship_is_remembered_for_later_evenings(at_one_phone, new_home):
    """Its number is the only tap then; another reward can still be entered, and is remembered instead."""
    table = at_one_phone(home=new_home).prepare("red: first red")
    table.tap("ship-26", "ship-tea2", "ship-gives-karma-good")
    later = at_one_phone(home=new_home).prepare("red: first red")
    later.tap("known-26")
    expect(later.page.locator("#announcements")).to_contain_text(later.phone.says("1 karma"))
    expect(later.page.locator("#show-red .figure")).to_have_count(3)
    again = at_one_phone(home=new_home).prepare("red: first red")
    again.touch("ship-other")
    again.tap("ship-26", "ship-gives-coins")
    last = at_one_phone(home=new_home).prepare("red: first red")
    last.tap("known-26")
    expect(last.page.locator("#announcements")).to_contain_text(last.phone.says("3 coins"))


# Whatever the next tap may be is in view

BUSY = ["set karma 2", "set administrators 2", "set hand 8", "add red+tea3", "add ship4", "add yellow"]
STAGES = {
    "every card": (BUSY, "#building-red, #ship-13, #goods-tea2, #palace-5[type=checkbox]"),
    "bonus of a card": (["set fame 2", "buy red for 1"], ""),
    "two sets": (["add red+red", "add red+yellow", "buy white for 1"], ""),
    "many ways to take sets": ([f"add {c}" for c in ("red+tea3", "yellow", "ship17+silk2", "silk1", "spices2")] + ["buy white+spices3 for 1"], ""),
    "a free goods card": (["buy ship4 for 1 gives goods-die"], "#building-red, #ship-13, #goods-tea2, #palace-5[type=checkbox]"),
    "the top card": (["pay 1 for palace 6"], "#building-red, #ship-13, #goods-tea2, #palace-5[type=checkbox]"),
    "an administrator left, the next player may begin": (["set administrators 2", "die"], "#building-red, #ship-13, #goods-tea2, #palace-5[type=checkbox]"),
    "another action": (["set administrators 1", "die", "administrator again"], "#building-red, #ship-13, #goods-tea2, #palace-5[type=checkbox]"),
    "the last stage": (["set left 5", "set fame 2", "buy red for 1"], ""),
}  # fmt: skip
CONTROLS = ".announced.newest, .notice, .prompt-words, .action-bar :is(button, summary, label)"


def test_whatever_the_next_tap_may_be_is_in_view(at_one_phone):
    """On one phone for four, in Russian, whose words are longer; every panel is opened in turn."""
    for stage, (entries, openers) in STAGES.items():
        table = at_one_phone(4, "ru").prepare("red: first red", *(f"red: {entry}" for entry in entries))
        for opener in [None, *(table.page.locator(openers).all() if openers else [])]:
            if opener:
                opener.locator("xpath=..").click()
            wait_until_drawn(table.page)
            targets = CONTROLS if opener is None else ".action-bar :is(button, summary, label)"
            found, out_of_reach = table.page.evaluate(OUT_OF_REACH, targets)
            assert found >= 2, stage
            assert out_of_reach == [], (stage, opener)
            if opener:
                opener.evaluate("input => input.form.reset()")


def test_a_second_tap_does_not_enter_for_the_next_player(at_one_phone):
    table = at_one_phone().prepare("red: first red")
    table.tap("take-die")
    expect(table.board).to_have_attribute("data-turn", "blue")
    table.touch("take-die")
    table.page.wait_for_timeout(300)
    expect(table.board).to_have_attribute("data-turn", "blue")


# Slips


def test_a_slip_made_three_rounds_ago_is_corrected(at_one_phone, lang):
    """A card with one building was entered with two. Later turns depend on it, so the board is set to what is there."""
    table = at_one_phone(2, lang)
    stage, back = ["red: die", "blue: die"], ["blue: die", "red: die"]
    slips = ["red: buy red+yellow for 1", "blue: set coins 4", "blue: die"]
    table.prepare("red: first red", *slips, *stage, *back, *back, *stage, *stage)
    page, says = table.page, table.phone.says
    page.locator("#whole-journal").click()
    page.locator(".line", has_text=says("Card taken: %(card)s", card="")).locator(".undo-line").click()
    expect(page.locator("#problem")).to_contain_text(says("Dice card taken"))  # says what depends on it
    page.locator(".line", has_text="= 4").locator(".undo-line").click()
    expect(page.locator(".taken-back", has_text="= 4")).to_have_count(1)
    page.locator("#show-red").click()
    expect(table.board).to_have_attribute("data-shown", "red")
    page.locator("#correct > summary").click()
    page.locator("#set-fame-1").click()
    expect(page.locator("#fame")).to_have_text("1")
    page.locator("#remove-1").click()
    expect(page.locator(".display .building")).to_have_count(0)
    page.locator("#add-card > summary").click()
    page.locator("#take-building-red").check()
    page.locator("#add-enter").click()
    expect(page.locator(".display .building-red")).to_have_count(1)
    page.locator("#set-stack").fill("77")
    page.locator("#set-stack-enter").click()
    expect(page.locator("#now-stack")).to_have_text("77")
    page.locator("#stack-less").click()
    expect(page.locator("#now-stack")).to_have_text("76")
    page.locator("#show-blue").click()
    expect(page.locator("#coins")).to_have_text("0")


# Two phones and the TV


def test_two_phones_and_the_tv(phone, shared_server, lang):
    settings = {"viewport": SCREEN, "is_mobile": True, "reduced_motion": "reduce"}
    anna, boris = phone(lang, **settings), phone(lang, **settings)
    screen = phone(lang, viewport={"width": 1280, "height": 720}, reduced_motion="reduce")
    link = anna.send(shared_server.url, "/tables", game="cards-karma")
    anna.send(link, "/join", name="Anna")
    boris.send(link, "/join", name="Boris")
    anna.send(link, "/arrange", do="start")
    anna.enter(
        link, ("red", "first red"), ("red", "set administrators 1"), ("red", "set left 5"), ("red", "set fame 2")
    )
    for each in (anna, boris):
        each.open(link)
        each.is_connected()
    screen.open(f"{link}/tv")
    expect(boris.page.locator("#take-die")).to_have_count(0)
    anna.page.locator("label:has(#building-red)").click()
    anna.page.locator("#building-paid-1").click()
    last = anna.says("The last stage: the game ends after %(player)s’s turn.", player="Boris")
    for each in (anna, boris, screen):
        expect(each.page.locator(".notice")).to_have_text(last)
        expect(each.page.locator(".announced.newest")).to_contain_text("Anna")
    anna.page.locator("#reveal-karma").click()
    expect(anna.page.locator("#done")).to_be_visible()  # an administrator is left; nobody needs to tap it
    boris.page.locator("#take-die").click()
    for each in (anna, boris):
        expect(each.page.locator("#finish")).to_be_visible()
    boris.page.locator("#finish").click()
    for each in (anna, boris):
        expect(each.page.locator(".result .seat-name").first).to_have_text("Anna")
    expect(screen.page.locator(".tv-result")).to_contain_text("Anna")
