"""Rajas of the Ganges at the table: one phone for everybody, a phone each with the TV, and how many taps it takes."""

from contextlib import suppress

import pytest
from playwright.sync_api import expect

from companion.games.rajas.game import Rajas
from tests.browser.accessible import check
from tests.browser.phone import Phone, start_table, wait_until_drawn
from tests.games.rajas.test_game import list_turns

SCREEN = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "reduced_motion": "reduce"}
PEOPLE = ("Leila", "Rajesh", "Maya", "Anil")
TAPS_PER_TURN = 2.0
IN_REACH = """(element) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  const found = document.elementFromPoint(left + width / 2, top + height / 2);
  return found !== null && element.contains(found);
}"""


class ScoreBoard:
    """One phone for everybody. `taps` counts what people touch; everything has to be in view without scrolling."""

    def __init__(self, phone: Phone, home: str, people=PEOPLE, **chosen: str) -> None:
        self.phone, self.page, self.taps = phone, phone.page, 0
        self.link = phone.send(home, "/tables", game="rajas", **chosen)
        for number, name in enumerate(people):
            phone.send(self.link, "/join", name=name, kind="paper" if number else "phone")
        phone.send(self.link, "/arrange", do="start")
        phone.open(self.link)
        phone.is_connected()
        self.live, self.players = self.page.locator("#live-board"), len(people)

    def begin(self, first: str) -> "ScoreBoard":
        self.page.get_by_role("button", name=self.phone.says("%(name)s begins", name=first)).click()
        expect(self.page.locator(".raja")).to_have_count(self.players)
        return self

    def seats(self) -> dict[str, str]:
        """Return the seats by name, in the order of the table."""
        cards = self.page.locator(".raja").evaluate_all(
            "cards => cards.map(card => [card.querySelector('h3').textContent, card.id.replace('raja-', '')])"
        )
        return dict(cards)

    def tap(self, target: str, enters: bool = True) -> None:
        place = self.page.locator(target)
        version = self.live.get_attribute("data-version")
        wait_until_drawn(self.page)
        # Playwright scrolls to a target that is still moving; a person would not have.
        self.page.evaluate("scrollTo(0, 0)")
        self.page.wait_for_function(IN_REACH, arg=place.element_handle())
        place.tap()
        self.taps += 1
        if enters:
            expect(self.live).not_to_have_attribute("data-version", version)

    def enter(self, name: str, entry: str) -> None:
        """Tap what enters this: a step on the card, or one behind the number."""
        seat = self.seats()[name]
        match entry.split():
            case ["fame" | "money" as counter, amount]:
                button = f"#{seat}-{counter}{amount}"
                if int(amount) not in Rajas.steps[counter]:
                    self.tap(f"#pad-{seat}-{counter} > summary", enters=False)
                self.tap(button)
            case ["mogul"]:
                self.tap(f"#{seat}-mogul")
            case ["round", _]:
                self.tap("#next-round")
            case ["finish"]:
                self.tap("#finish")

    def number(self, name: str, counter: str):
        return self.page.locator(f"#{self.seats()[name]}-{counter}")

    def announced(self):
        return self.page.locator(".announced.newest")


@pytest.fixture
def board(phone, shared_server):
    def open_board(lang="en", people=PEOPLE, **chosen: str) -> ScoreBoard:
        return ScoreBoard(phone(lang, **SCREEN), shared_server.url, people, **chosen)

    return open_board


def test_an_evening_takes_at_most_two_taps_per_turn(board):
    table = board().begin("Maya")
    turns = [
        (player, entries) for player, entries in list_turns() if entries != ["finish"] and "round" not in str(entries)
    ]
    for player, entries in list_turns():
        for entry in entries:
            table.enter(player, entry)
    expect(table.page.locator(".result .waiting")).to_contain_text("Leila")
    made = [entries for _, entries in turns if entries]
    assert (table.taps, len(turns)) == (119, 73)  # as docs/assist.md says
    assert table.taps / len(turns) <= TAPS_PER_TURN
    assert table.taps / len(made) <= TAPS_PER_TURN  # also without the turns that change neither track
    table.page.locator("#explained").tap()
    expect(table.page.locator("main")).to_contain_text("Rajesh")


def test_everything_of_four_players_is_in_view_and_in_order(board, lang):
    people = {"en": PEOPLE, "ru": ("Александра", "Раджеш", "Мария", "Григорий")}[lang]
    table = board(lang, people, karma="phone", variant="navaratnas")
    table.phone.words_fit()
    table.begin(people[3]).enter(people[0], "fame 5")
    for target in table.page.locator(".raja :is(button:enabled, summary):not(.sheet *)").all():
        assert target.evaluate(IN_REACH), target.evaluate("element => element.id || element.className")
    table.phone.words_fit()
    check(table.phone, "score board")
    table.tap(f"#pad-{table.seats()[people[3]]}-money > summary", enters=False)
    for target in table.page.locator("details[open] .sheet button:enabled").all():
        assert target.evaluate(IN_REACH)
    check(table.phone, "number pad")
    table.page.keyboard.press("Escape")
    seat = table.seats()[people[3]]
    for counter, number in (("money", 60), ("fame", 40)):  # all bonuses at once, with the long announcement
        table.page.locator(f"#pad-{seat}-{counter} > summary").tap()
        table.page.locator(f"#{seat}-{counter}-now").fill(str(number))
        table.tap(f"#{seat}-{counter}-set")
    table.phone.words_fit()
    table.page.set_viewport_size({"width": 320, "height": 568})
    table.phone.fits()


def test_a_bonus_is_announced_in_view_and_the_steps_stay_where_they_are(board, lang):
    table = board(lang).begin("Leila")
    seat = table.seats()["Rajesh"]
    before = table.page.locator(f"#{seat}-fame4").bounding_box()
    table.enter("Rajesh", "fame 5")
    told = table.announced()
    expect(told).to_contain_text("0 → 5")
    box = told.bounding_box()
    assert box["y"] >= 0 and box["y"] + box["height"] <= SCREEN["viewport"]["height"]
    assert abs(table.page.locator(f"#{seat}-fame4").bounding_box()["y"] - before["y"]) < 12
    table.enter("Rajesh", "money 8")
    expect(told).to_contain_text("4 → 12")
    expect(told).to_contain_text("33")


def test_a_slip_of_round_one_is_corrected_in_round_four(board):
    table = board().begin("Leila")
    table.enter("Maya", "fame 5")  # it was Anil
    slip = table.page.locator(".line").first.get_attribute("id").removeprefix("line-")
    for number in (2, 3, 4):
        table.enter("Leila", "money 2")
        table.enter("Leila", f"round {number}")
    table.page.locator(f"#undo-{slip}").tap()
    expect(table.number("Maya", "fame")).to_have_text("0")
    expect(table.number("Leila", "money")).to_have_text("9")
    table.enter("Anil", "fame 5")
    expect(table.announced()).to_contain_text("Anil")
    expect(table.page.locator("#next-round")).to_contain_text("Round 5")


def test_what_the_board_shows_can_be_set_and_bonuses_follow(board):
    table = board().begin("Leila")
    seat = table.seats()["Leila"]
    table.tap(f"#pad-{seat}-fame > summary", enters=False)
    table.page.locator(f"#{seat}-fame-now").fill("17")
    table.tap(f"#{seat}-fame-set")
    expect(table.number("Leila", "fame")).to_have_text("17")
    expect(table.announced()).to_contain_text("take your worker from fame 15")
    table.tap(f"#pad-{seat}-fame > summary", enters=False)
    table.tap(f"#{seat}-fame-3")
    expect(table.announced()).to_contain_text("put it back on the table: fame 15: a worker")
    table.enter("Leila", "money 10")
    table.tap(f"#pad-{seat}-money > summary", enters=False)
    table.page.locator(f"#{seat}-money-now").fill("9")
    table.tap(f"#{seat}-money-set")
    expect(table.announced()).to_contain_text("stay, as after paying: 12")
    table.tap(f"#pad-{seat}-money > summary", enters=False)
    table.tap(f"#{seat}-money-12")
    expect(table.announced()).to_contain_text("money 12: boat to the next free space")


@pytest.mark.parametrize("pause_ms", [0, 200, 400])
def test_a_double_tap_does_not_begin_two_rounds(board, pause_ms):
    table = board().begin("Leila")
    table.enter("Rajesh", "mogul")
    version = table.live.get_attribute("data-version")
    table.page.locator("#next-round").tap()
    table.page.wait_for_timeout(pause_ms)
    with suppress(Exception):
        table.page.locator("#next-round").tap(timeout=500)
    expect(table.live).not_to_have_attribute("data-version", version)
    expect(table.page.locator("#next-round")).to_contain_text("Round 3: Maya begins")


def test_rolled_dice_decide_who_begins_and_real_dice_need_only_a_tap(board, lang):
    people = PEOPLE[:3]
    table = board(lang, people)
    expect(table.page.locator(".begins button")).to_have_count(3)  # real dice: the table says who has the lowest sum
    table.page.locator("#roll-setup").tap()
    expect(table.page.locator(".starting .die")).to_have_count(12)
    sums = table.page.locator(".starting").evaluate_all("lines => lines.map(line => +line.textContent.split('=')[1])")
    firsts = 1 if sums.count(min(sums)) == 1 else 3
    expect(table.page.locator(".begins button")).to_have_count(firsts)
    table.page.goto(f"{table.link.partition('/t/')[0]}/setup/rajas?table={table.link.rpartition('/')[2]}")
    expect(table.page.locator("main")).to_contain_text(people[2])
    expect(table.page.locator(".steps li").last).not_to_contain_text("6")  # the start money of a fourth player
    expect(table.page.locator(".steps .die-purple")).to_have_count(3)
    assert table.page.locator(".steps .die-purple").first.evaluate("die => getComputedStyle(die).backgroundColor") == (
        "rgb(118, 57, 154)"
    )
    lefts = {step.bounding_box()["x"] for step in table.page.locator(".steps li").all()}
    assert len(lefts) == 1  # one below the other
    table.page.locator("#step-1").check()
    table.page.reload()
    expect(table.page.locator("#step-1")).to_be_checked()
    later = board(lang, people)
    table.page.goto(f"{table.page.url.partition('=')[0]}={later.link.rpartition('/')[2]}")
    expect(table.page.locator("#step-1")).not_to_be_checked()  # another evening


def test_two_phones_and_the_tv_follow_each_other(phone, shared_server, lang):
    leila, rajesh, tv = (
        phone(lang, **SCREEN),
        phone(lang, **SCREEN),
        phone(lang, viewport={"width": 1280, "height": 720}),
    )
    start_table([leila, rajesh], shared_server.url, ["Leila", "Rajesh"], paper=["Maya"], game="rajas")
    leila.page.get_by_role("button", name=leila.says("%(name)s begins", name="Leila")).tap()
    tv.open(leila.page.url + "/tv")
    for someone in (leila, rajesh):
        expect(someone.page.locator(".raja:not(.watched)")).to_have_count(2)  # one's own, and who has no phone
        expect(someone.page.locator(".raja.watched")).to_have_count(1)
    own = rajesh.page.locator(".raja:not(.watched)").filter(has=rajesh.page.get_by_role("heading", name="Rajesh"))
    seat = own.get_attribute("id").removeprefix("raja-")
    rajesh.page.locator(f"#{seat}-fame7").tap()
    for someone in (leila, rajesh):
        expect(someone.page.locator(f"#{seat}-fame")).to_have_text("7")
        expect(someone.page.locator(".announced.newest")).to_contain_text("0 → 7")
    expect(tv.page.locator(".announced.newest")).to_contain_text("0 → 7")
    with rajesh.stays():
        rajesh.page.locator(f"#pad-{seat}-money > summary").tap()
        rajesh.page.locator(f"#{seat}-money-now").fill("120")
        rajesh.page.locator(f"#{seat}-money-set").tap()
        for someone in (leila, rajesh, tv):
            expect(someone.page.locator(".notice")).to_contain_text("Maya")
    check(rajesh, "own phone")
    assert tv.measure("document.documentElement.scrollHeight - innerHeight") <= 0
    leila.page.locator("#finish").tap()
    for someone in (leila, rajesh):
        expect(someone.page.locator(".result")).to_contain_text("Rajesh")
    expect(tv.page.locator(".tv-result")).to_contain_text("Rajesh")
