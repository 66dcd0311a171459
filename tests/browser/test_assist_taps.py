"""How many taps assistance takes, on one phone for the whole table. Each target is a row of the table in docs/assist.md.

A tap is anything a player touches; a drop-down counts as two. Whatever is tapped must be in view without scrolling.
"""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import TimeoutError, expect

from companion.games.agra.rules.goods import GOODS
from tests.browser.phone import PATIENCE_MS, Phone, wait_until_drawn

SCREEN = {"width": 390, "height": 844}
FIGURES = (Path(__file__).parents[2] / "docs" / "assist.md").read_text(encoding="utf-8")
PEOPLE = ("Anna", "Boris", "Vera", "Grigori")
TITLES = {"rajas": "Rajas", "cards-karma": "Cards & Karma", "agra": "Agra"}
REACHED_BY_TOUCH = """(target) => {
  const element = document.querySelector(target);
  if (!element) return false;
  const { left, top, width, height } = element.getBoundingClientRect();
  const found = document.elementFromPoint(left + width / 2, top + height / 2);
  return found !== null && (element.contains(found) || found.contains(element) || found.closest("label") === element);
}"""


class SharedPhone:
    """One phone for everybody at a table. `taps` counts what they touch."""

    def __init__(self, phone: Phone, home: str, people: tuple[str, ...], **chosen: str) -> None:
        self.phone, self.page, self.taps = phone, phone.page, 0
        self.link = phone.send(home, "/tables", **chosen)
        for number, name in enumerate(people):  # as the button "Start on this phone" does
            phone.send(self.link, "/join", name=name, kind="paper" if number else "phone")
        phone.send(self.link, "/arrange", do="start")
        self.board = self.page.locator("#live-board")

    def prepare(self, *entries: str) -> None:
        """Enter what came before, without counting it, and open the page."""
        self.phone.enter(self.link, *(tuple(entry.split(": ")) for entry in entries))
        self.phone.open(self.link)
        self.phone.is_connected()

    def choose(self, *ids: str) -> "SharedPhone":
        """Tap things that enter nothing yet."""
        for name in ids:
            self.touch(name)
        return self

    def tap(self, *ids: str) -> "SharedPhone":
        """Tap buttons that each make an entry."""
        for name in ids:
            version = self.board.get_attribute("data-version")
            self.touch(name)
            expect(self.board).not_to_have_attribute("data-version", version)
        return self

    def touch(self, name: str) -> None:
        wait_until_drawn(self.page)
        self.put_card_away()
        target = f"#{name}"
        if self.page.locator(target).evaluate("element => element.matches('input')"):
            target = f"label:has(#{name})"
        try:
            self.page.wait_for_function(REACHED_BY_TOUCH, arg=target, timeout=PATIENCE_MS)
        except TimeoutError:
            pytest.fail(f"{name} is out of view")
        box = self.page.locator(target).bounding_box()
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.taps += 1

    def put_card_away(self) -> None:
        """A card with news lies in the way: that is a tap as well."""
        if self.page.locator("#news-card[open]").count():
            self.page.locator("#news-card button").click()
            self.taps += 1

    def sees(self, name: str) -> bool:
        return self.page.locator(f"#{name}").count() > 0


def find_figure(row: str) -> str:
    """Return the taps that docs/assist.md states for a row of its table."""
    (line,) = (line for line in FIGURES.splitlines() if line.startswith(f"| {row} |"))
    return line.split("|")[3].strip()


@pytest.fixture
def at_one_phone(phone, shared_server) -> Callable[..., SharedPhone]:
    def sit_down(game: str, mode: str) -> SharedPhone:
        return SharedPhone(phone(viewport=SCREEN), shared_server.url, PEOPLE[:2], game=game, mode=mode)

    return sit_down


def build_in_the_quarry(table: SharedPhone) -> None:
    """One money, two dice, a tile with two buildings for five fame, and the upgrade at fame 5."""
    opening = ("red: setup dice-1=1,1,1,1 dice-2=2,2,2,2", "red: first red", "red: upgrade palace")
    table.prepare(*opening, "red: die blue 3")
    table.choose("pay-1", "pay-2", "tile-temple-palace").tap("build", "then-fort")


def take_a_die(table: SharedPhone) -> None:
    table.prepare("red: setup dice-1=1,1,1,1 dice-2=2,2,2,2", "red: first red")
    table.choose("to-terrace").tap("take-blue-4")


def use_a_balcony(table: SharedPhone) -> None:
    table.prepare("red: setup dice-1=1,1,1,1 dice-2=2,2,2,2", "red: first red")
    table.choose("to-terrace", "give-1").tap("take-orange-4", "dice-orange-6")


def take_two_buildings(table: SharedPhone) -> None:
    table.prepare("red: first red")
    table.choose("kind-building", "building-red-yellow").tap("building-paid-2")


def take_a_ship(table: SharedPhone) -> None:
    table.prepare("red: first red")
    table.choose("kind-ship", "ship-12").tap("ship-gives-coins")


def fulfil_an_order(table: SharedPhone) -> None:
    opening = ("red: roll setup", "red: setup first=1", "red: first red", "red: influence artisans")
    table.prepare(*opening, "red: wood 1", "red: paper 1")
    table.choose("act-order-artisans").tap("order-artisans-wood-paper")


def serve_akbar(table: SharedPhone) -> None:
    table.prepare("red: roll setup", "red: setup first=1", "red: first red", "red: wood 1")
    table.choose("act-akbar").tap("akbar-wood")


def process_three_goods(table: SharedPhone) -> None:
    table.prepare("red: roll setup", "red: setup first=1", "red: first red", "red: wood 3")
    table.choose("act-process").tap("process-wood-paper-3")


OPERATIONS = [
    ("rajas", "Rajas: quarry, 1 money, 2 dice, 5 fame, track bonus included", build_in_the_quarry, 5),
    ("rajas", "Rajas: take one physical die", take_a_die, 2),
    ("rajas", "Rajas: use a balcony with physical dice", use_a_balcony, 4),
    ("cards-karma", "Cards & Karma: card with two buildings", take_two_buildings, 4),
    ("cards-karma", "Cards & Karma: ship with reward", take_a_ship, 4),
    ("agra", "Agra: fulfil an order", fulfil_an_order, 2),
    ("agra", "Agra: serve Akbar", serve_akbar, 2),
    ("agra", "Agra: process 3 goods", process_three_goods, 3),
]


@pytest.mark.parametrize(("game", "operation", "play", "target"), OPERATIONS, ids=[each[1] for each in OPERATIONS])
def test_full_tracking_takes_few_taps(at_one_phone, game, operation, play, target):
    table = at_one_phone(game, "full")
    play(table)
    assert table.taps <= target
    assert find_figure(operation) == str(table.taps)


# Whatever the next tap may be is in view

SEATS = ("red", "blue", "green", "yellow")
RIVER = (
    "french-trader,portuguese-trader,cook,khatib,sufi,english-trader,mosaic-maker,mullah,caliph,dutch-trader,"
    "sadr-us-sudur,mujtahida,court-artist,grand-mufti"
)
SETUPS = {
    "rajas": "setup " + " ".join(f"dice-{number}={number},1,1,1" for number in range(1, 5)),
    "agra": f"setup notables={RIVER} merchant=4 builder=2,1 first=1",
}
MANY_DICE = [f"die {die}" for die in ("blue 6", "green 6", "orange 6", "purple 5", "purple 1", "blue 2")]
TILES = [f"use quarry 1 {die} tile {tile}" for die, tile in (("green 6", "temple fort"), ("orange 6", "silk-3 tea-2"))]
CONTRACTS = [f"contract {each} artisans" for each in ("french-trader", "cook", "english-trader", "mosaic-maker")]
ALL_GOODS = [f"{good} 1" for good in GOODS]
WORKERS = [
    f"worker {place} stands" for place in ("wood", "cotton", "cement", "trader", "architect", "sailor", "botanist")
]
# Mode, entries of the first player ("pass others": everyone else passes), and what opens, one after the other.
STAGES = {
    "rajas: reminders": ("reminders", ["done fame-5"], ""),
    "rajas: ten dice, every place": ("full", MANY_DICE, ".area-tabs label"),
    "rajas: a yield is connected": ("full", MANY_DICE, "#tile-more > summary"),
    "rajas: what the river shows": ("full", ["die green 2", "use harbour 0 green 2 2"], ""),
    "rajas: a visit": ("full", ["die green 2", "use harbour 0 green 2 2", "then earn visit"], ""),
    "rajas: new dice on a full statue": ("full", [*MANY_DICE, "use dancer blue 2", "then dice blue 5"], ""),
    "rajas: two bonuses at once": ("full", ["use outer terrace", "money 12", "fame 5"], ""),
    "rajas: a covering tile": ("full", [*MANY_DICE, TILES[0], "done", "pass others", "use builder purple 5"], "#cover-tile-more > summary"),
    "rajas: the turn is over": ("full", ["use outer terrace", "skip reroll"], ""),
    "rajas: the round is over": ("full", ["pass", "pass others"], ""),
    "rajas: the game is over": ("full", ["use outer terrace", "skip reroll", "done", "pass others"], ""),
    "cards-karma: reminders": ("reminders", ["done turned 1"], ""),
    "cards-karma: every card": ("full", ["karma 2", "administrators 2", "hand 8"], ".kinds label"),
    "cards-karma: bonus of a card": ("full", ["fame 3"], ""),
    "cards-karma: two sets": ("full", ["take red+red", "take red+yellow", "take white"], ""),
    "cards-karma: something for free": ("full", ["buy ship4 for 1 gives goods-die"], ".kinds label"),
    "agra: reminders at the fifth pier": (
        "reminders", [*(f"contract {each}" for each in ("sufi", "cook", "mullah", "english-trader", "dutch-trader")), "done artisans"], "",
    ),
    "agra: reminders, the count": ("reminders", ["contract sufi", "done end", "done others", "done", "done others"], ""),
    "agra: a full shelf": ("full", [*ALL_GOODS, *["influence artisans"] * 2], ".act > summary"),
    "agra: many workers, contracts and dues": (
        "full", [*ALL_GOODS[:9], "favour 4", *WORKERS, *CONTRACTS, "lay down wood for 3", *["influence artisans"] * 3], ".act > summary",
    ),
    "agra: favour tiles": ("full", [*["influence artisans"] * 3], "#take-tile > summary"),
    "agra: goods at the fifth pier": ("full", [*CONTRACTS, "contract dutch-trader"], ""),
    "agra: the count": ("full", ["influence artisans", "top artisans", "done", "done others", "done", "done others"], ""),
}  # fmt: skip
CONTROLS = ".prompt :is(button, summary, label, .latest, .just-now), .action-bar :is(button, summary, label)"
OUT_OF_REACH = f"""(targets) => {{
  const isReached = {REACHED_BY_TOUCH.replace("document.querySelector(target)", "target")};
  const shown = [...document.querySelectorAll(targets)].filter((each) => each.checkVisibility() && each.offsetWidth > 1);
  return [shown.length, shown.filter((each) => !isReached(each)).map((each) => each.id || each.textContent.trim())];
}}"""


def tell_seats(move: str) -> list[str]:
    """Return a move of the first player; "pass others" and "done others" are moves of everyone else."""
    verb = move.removesuffix(" others")
    return [f"{seat}: {verb}" for seat in (SEATS[1:] if verb != move else SEATS[:1])]


@pytest.mark.parametrize("game", TITLES)
def test_whatever_the_next_tap_may_be_is_in_view(phone, shared_server, game):
    """On one phone for four, in Russian, whose words are longer: all buttons of every stage, with every panel opened in
    turn."""
    people = phone("ru", viewport=SCREEN)
    for stage, (mode, entries, openers) in STAGES.items():
        if not stage.startswith(game):
            continue
        table = SharedPhone(people, shared_server.url, PEOPLE, game=game, mode=mode)
        moves = [*([SETUPS[game]] if game in SETUPS else []), "first red", *entries]
        table.prepare(*(entry for move in moves for entry in tell_seats(move)))
        table.put_card_away()
        for opener in [None, *(table.page.locator(openers).all() if openers else [])]:
            if opener:
                opener.click()
            found, out_of_reach = people.measure(OUT_OF_REACH, CONTROLS)
            assert found >= 1, stage
            assert out_of_reach == [], (stage, opener and opener.inner_text())
            if opener and openers == ".act > summary":
                opener.click()


# A whole evening with reminders, ended by the players


def play_rajas(table: SharedPhone) -> int:
    """Each player reaches something in every third turn; the markers of one meet at last."""
    table.prepare("red: setup dice-1=1,1,1,1 dice-2=2,2,2,2", "red: first red")
    turns = 0
    while not table.sees("totals"):
        turns += 1
        events = [
            event for event in ("fame-5", "money-12", "bridge", "money-20", "fame-15") if table.sees(f"done-{event}")
        ]
        if turns > 40:
            table.tap("done-met" if table.sees("done-met") else "done")
        elif turns % 8 == 5 and table.sees("done-mogul"):
            table.tap("done-mogul")
        else:
            table.tap(f"done-{events[0]}" if turns % 3 == 0 and events else "done")
    return turns


def play_cards_karma(table: SharedPhone) -> int:
    """A scoring card is turned over in every fourth turn."""
    table.prepare("red: first red")
    turns = 0
    while not table.sees("finish"):
        turns += 1
        table.tap("done-1" if turns % 4 == 1 and table.sees("done-1") else "done")
    return turns


def play_agra(table: SharedPhone) -> int:
    """An order in every other turn while there is room, now and then a contract; a marker reaches the top."""
    table.prepare("red: roll setup", "red: setup first=1", "red: first red")
    turns = 0
    while not table.sees("final-enter"):
        turns += 1
        contract = table.page.locator("button[id^=contract-]").first
        if turns in (12, 21) and contract.count():
            table.tap(contract.get_attribute("id"))
        orders = [guild for guild in ("artisans", "merchants") if table.page.locator(f"#done-{guild}:enabled").count()]
        if turns == 26:
            table.tap("done-end")
        else:
            table.tap(f"done-{orders[0]}" if turns % 2 and orders else "done")
    return turns


EVENINGS = {"rajas": play_rajas, "cards-karma": play_cards_karma, "agra": play_agra}
MOST_TAPS_PER_TURN = 1.2


@pytest.mark.parametrize("game", EVENINGS)
def test_reminders_take_about_one_tap_per_turn(at_one_phone, game):
    table = at_one_phone(game, "reminders")
    turns = EVENINGS[game](table)
    assert turns > 20
    assert table.taps / turns <= MOST_TAPS_PER_TURN
    assert find_figure(f"{TITLES[game]}: an evening with reminders") == f"{table.taps} in {turns} turns"
