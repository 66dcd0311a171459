"""A cardboard game on two phones: counters, the card with news, undo, and the link to the scoring form."""

import re
from io import BytesIO
from urllib.parse import urljoin

import pikepdf
import pytest
from playwright.sync_api import expect

from tests.browser.accessible import check
from tests.browser.phone import start_table


class Player:
    """A phone at an assisted table."""

    def __init__(self, phone) -> None:
        self.phone, self.page = phone, phone.page
        self.card = self.page.locator("#news-card")

    def tap(self, *ids: str) -> None:
        """One after the other; each tap is an entry that has arrived when the next one comes."""
        for name in ids:
            version = self.page.locator("#live-board").get_attribute("data-version")
            self.page.locator(f"#{name}").click()
            expect(self.page.locator("#live-board")).not_to_have_attribute("data-version", version)

    def corrects(self, counter: str, amount: str) -> None:
        """Type an amount into the corrections below the board."""
        box = self.page.locator("#corrections")
        if box.get_attribute("open") is None:
            box.locator("summary").click()
        version = self.page.locator("#live-board").get_attribute("data-version")
        self.page.locator(f"#{counter}-typed").fill(amount)
        self.page.locator(f"#{counter}-enter").click()
        expect(self.page.locator("#live-board")).not_to_have_attribute("data-version", version)

    def shows(self, counter: str, value: int) -> None:
        expect(self.page.locator(f"#{counter}")).to_have_text(str(value))

    def is_told(self, text: str) -> None:
        """A card with these words, which goes away when it is read."""
        expect(self.card).to_be_visible()
        expect(self.card).to_contain_text(text)
        self.card.get_by_role("button").click()
        expect(self.card).to_be_hidden()

    def reads_whatever_comes(self) -> None:
        """From now on every card is read and put away as soon as it lies in the way."""
        self.page.add_locator_handler(self.card, lambda card: card.get_by_role("button").click())

    def notices(self, text: str) -> None:
        """The news of the last entry, beside the buttons that come next."""
        expect(self.page.locator(".notices")).to_contain_text(text)

    def takes(self, kind: str, *chosen: str) -> None:
        """Choose what a card shows in the panel of its kind; the last tap enters it."""
        self.chooses(f"kind-{kind}", *chosen[:-1]).tap(chosen[-1])

    def looks_at(self, seat: str) -> None:
        self.page.locator(f"#show-{seat}").click()
        expect(self.page.locator("#live-board")).to_have_attribute("data-shown", seat)

    @property
    def version(self) -> str:
        return self.page.locator("#live-board").get_attribute("data-version")

    def chooses(self, *ids: str) -> "Player":
        """Tap the labels of choices that enter nothing yet."""
        for name in ids:
            self.page.locator(f"label:has(#{name})").click()
        return self

    def opens(self, panel: str) -> "Player":
        self.page.locator(f"#{panel} > summary").click()
        return self

    def taps_in(self, box: str, button: str) -> None:
        """Tap a button in a box that may have to be unfolded first."""
        if self.page.locator(f"#{box}").get_attribute("open") is None:
            self.opens(box)
        self.tap(button)


@pytest.fixture
def at_the_table(phone, shared_server):
    """Anna (red) and Boris (blue) on their own phones; the game is started."""

    def sit_down(
        game: str, lang: str = "en", home: str = "", script: str = "", mode: str = "full"
    ) -> tuple[Player, Player]:
        anna, boris = phones = phone(lang), phone(lang)
        start_table(phones, home or shared_server.url, ("Anna", "Boris"), script=script, game=game, mode=mode)
        return Player(anna), Player(boris)

    return sit_down


FORM_ADDRESS = "form => `${form.action}?${new URLSearchParams(new FormData(form))}`"


def prints(player: Player, address: str) -> None:
    """Check that the page prints as one sheet of paper."""
    answer = player.page.context.request.get(urljoin(player.page.url, address))
    assert answer.headers["content-type"] == "application/pdf"
    with pikepdf.open(BytesIO(answer.body())) as document:
        assert len(document.pages) == 1


def prints_everything(player: Player, game: str) -> None:
    """The result in view, and the blank pad from the page where games are scored."""
    prints(player, player.page.locator(f'a[href^="/score/{game}/r/"][href*=".pdf"]').first.get_attribute("href"))
    player.page.goto(urljoin(player.page.url, f"/score/{game}"))
    player.page.locator(".blank-pads a").click()
    prints(player, player.page.locator("#print-form").evaluate(FORM_ADDRESS))


def test_rajas_on_two_phones(at_the_table):
    anna, boris = at_the_table("rajas")
    anna.opens("tap-dice")
    for colour in ("orange", "green", "purple", "blue"):
        anna.chooses(f"start-{colour}-1")
    anna.tap("start-enter")
    boris.tap("roll")
    anna.tap("first-red")
    check(anna, "the board")

    with boris.phone.stays():
        anna.chooses("pay-1", "tile-temple-mill")
        boris.corrects("money", "5")
        expect(anna.page.locator("#live-board")).to_have_attribute("data-version", boris.version)
        anna.tap("build")  # what Anna has chosen stays chosen
        anna.shows("fame", 4)
        boris.looks_at("red")
        boris.shows("fame", 4)
        boris.looks_at("blue")
        boris.shows("money", 9)
    anna.tap("undo")
    anna.shows("fame", 0)
    anna.chooses("to-terrace")
    anna.tap("take-orange-6", "done")

    boris.chooses("to-palace")
    boris.tap("outer-terrace")
    for track, amount in (("fame", "30"), ("fame", "30")):
        boris.corrects(track, amount)
    for player in (anna, boris):
        player.is_told("Boris’s markers have met!")
    boris.tap("then-mill", "then-sail", "earn-karma-2", "done")
    boris.is_told("The last stage is over.")
    boris.page.locator("#finish").click()
    expect(anna.page.locator(".result .seat-name").first).to_have_text("Boris")
    boris.page.locator("#explained").click()
    expect(boris.page).to_have_url(re.compile("/score/rajas/r/"))
    expect(boris.page.locator("main")).to_contain_text("Anna")


def test_cards_and_karma_on_two_phones_in_russian(at_the_table, phone):
    anna, boris = at_the_table("cards-karma", lang="ru")
    screen = Player(phone("ru", viewport={"width": 1280, "height": 720}))
    screen.phone.open(f"{anna.page.url}/tv")
    anna.tap("first-red")
    check(anna, "the board")
    anna.opens("correct")
    anna.tap("karma-2", "karma-1")
    anna.notices("Три кармы!")
    anna.shows("administrators", 1)
    expect(screen.page.locator(".tv-board").first.locator("li")).to_contain_text(["1"])
    check(screen, "the TV page")

    anna.takes("building", "building-red-red", "building-paid-2")
    anna.shows("fame", 2)
    anna.shows("hand", 2)
    anna.tap("undo")
    anna.shows("hand", 4)
    anna.takes("building", "building-red-red", "building-paid-2")
    anna.tap("administrator-again")
    anna.chooses("kind-building")
    check(anna, "the panel of a building")
    anna.takes("building", "building-red", "building-tea2", "building-paid-1")
    anna.notices("Набор: три одинаковых здания!")
    anna.tap("reveal-dice")
    anna.notices("Возьмите две карты")
    anna.shows("hand", 3)
    expect(anna.page.locator(".display li.soft")).to_be_visible()

    anna.tap("done")
    boris.takes("ship", "ship-12", "ship-gives-coins")
    expect(boris.page.locator("#take-die")).to_have_count(0)
    boris.opens("correct")
    for bonus in ("karma", "coins", "fame", "administrator", "turn", "dice"):
        boris.tap("coins-3", "coins-3") if bonus != "karma" else boris.tap("coins-3")
        boris.notices("Переверните карту очков")
        boris.tap(f"reveal-{bonus}")
        if bonus in ("turn", "dice"):
            boris.notices("сделайте ещё один" if bonus == "turn" else "Возьмите две карты")
    boris.tap("done")
    expect(anna.page.locator(".prompt")).to_contain_text("Последний этап окончен.")
    anna.page.locator("#finish").click()
    expect(boris.page.locator(".result .seat-name").first).to_have_text("Boris")
    expect(screen.page.locator(".tv-result .tv-who").first).to_have_text("Boris")
    anna.page.locator("#explained").click()
    expect(anna.page).to_have_url(re.compile("/score/cards-karma/r/"))


def test_cards_and_karma_with_reminders_is_one_tap_per_turn(phone, shared_server):
    anna, boris = phones = phone("ru"), phone("en")
    start_table(phones, shared_server.url, ("Anna", "Boris"), game="cards-karma", mode="reminders")
    anna, boris = Player(anna), Player(boris)
    anna.tap("first-red")
    check(anna, "the board")
    anna.tap("done-1")
    boris.tap("done")
    anna.notices(anna.phone.says("Second stage: %(player)s turns the elephant over and takes a karma.", player="Anna"))
    expect(boris.page.locator("#done")).to_have_count(0)
    for player, button in ((anna, "done"), (boris, "done-3"), (boris, "done"), (anna, "done"), (boris, "done-3")):
        player.tap(button)
    expect(anna.page.locator(".prompt")).to_contain_text(anna.phone.says("last stage"))
    anna.tap("done")
    anna.page.locator("#finish").click()
    expect(boris.page.locator(".result .seat-name").first).to_have_text("Boris")


def test_agra_on_two_phones(at_the_table):
    anna, boris = at_the_table("agra")
    anna.tap("first-red")
    check(anna, "the board")
    anna.opens("act-produce").tap("produce-wood-4")
    anna.opens("act-process").tap("process-wood-paper-3")  # two taps for three goods
    anna.shows("count-paper", 3)
    anna.opens("act-order-artisans").tap("step-artisans")
    anna.opens("act-order-artisans").tap("order-artisans-wood-paper")  # two taps for an order
    expect(anna.page.locator(".latest")).to_contain_text("You lead this track")
    anna.shows("orders-artisans", 1)
    anna.shows("count-wood", 0)
    anna.opens("act-sailor").page.locator("input[value=cook]").check()
    anna.tap("deliver-paper")
    expect(anna.page.locator(".latest")).to_contain_text("Rupees for this delivery: 1.")
    anna.opens("act-sailor")
    anna.tap("due-scholars")
    anna.opens("act-trader").chooses("give-paper-1", "take-wood-1").tap("trade")
    anna.shows("count-wood", 1)
    boris.opens("act-produce").tap("produce-cotton-2")
    boris.opens("act-akbar").tap("akbar-cotton")  # two taps for Akbar
    boris.shows("count-cotton", 1)
    check(boris, "a panel")
    for _ in range(3):
        boris.opens("act-order-scholars").tap("step-scholars")
    boris.tap("take-favour")
    boris.shows("count-favour", 1)
    anna.taps_in("contract", "contract-sufi-artisans")
    anna.is_told("a meditation step for free")
    anna.taps_in("contract", "contract-dyer-artisans")
    anna.is_told("The boat reaches pier 2!")
    boris.is_told("The boat reaches pier 2!")
    anna.taps_in("contract", "contract-mullah")
    anna.is_told("The order limit is now 4.")
    boris.is_told("favour +1")
    boris.shows("count-favour", 2)

    anna.opens("act-order-artisans").tap("top-artisans")
    anna.is_told("one more turn")
    boris.is_told("one more turn")
    anna.tap("undo")
    expect(boris.page.locator(".prompt")).not_to_contain_text("last turns")
    anna.opens("act-order-artisans").tap("top-artisans")
    anna.is_told("one more turn")
    boris.is_told("one more turn")
    for player in (anna, boris):
        player.reads_whatever_comes()
    for player in (anna, boris, anna, boris):
        player.page.locator("#done").click()
        expect(player.page.locator("#done")).to_have_count(0)
    for player, rupees in ((anna, "31"), (boris, "12")):
        player.page.locator("#rupees").fill(rupees)
        player.page.locator(".count-rupees button").click()
        expect(player.page.locator("#rupees")).to_have_count(0)
    boris.page.locator("#finish").click()
    expect(anna.page.locator(".result .seat-name").first).to_have_text("Anna")
    anna.page.locator("#explained").click()
    expect(anna.page.locator("main")).to_contain_text("31")
    prints_everything(anna, "agra")


def test_agra_with_reminders_in_russian(at_the_table):
    """One tap ends a turn, also with an order; a contract is one tap more. No card has to be put away."""
    anna, boris = at_the_table("agra", lang="ru", mode="reminders")
    river = "sufi,dyer,cook,khatib,mullah,caliph,jagirdar,subadar,painter,dewan"
    anna.phone.send(anna.page.url, "/moves", seat="red", move=f"setup notables={river}")
    anna.page.reload()  # a tap that meets the news of another entry is refused
    anna.tap("first-red")
    check(anna, "the board")
    anna.tap("contract-sufi-blue", "done-artisans")
    expect(boris.page.locator(".latest")).to_contain_text("бесплатный шаг медитации")
    expect(boris.page.locator("#done")).to_be_visible()  # a contract is refused if another entry arrives meanwhile
    boris.tap("contract-dyer-blue", "done-akbar")
    expect(anna.page.locator(".latest")).to_contain_text("Лодка у причала 2!")
    anna.tap("boat-3", "done-end")
    expect(boris.page.locator(".prompt")).to_contain_text("последние ходы в раунде 3")
    boris.tap("done")
    anna.tap("done")
    boris.tap("done")
    check(boris, "the count")
    boris.page.locator(".board .more > summary").click()
    boris.tap("order-akbar")  # forgotten in an earlier turn
    expect(boris.page.locator(".board .display")).to_contain_text("Акбар: 2")
    for player, rupees in ((anna, "30"), (boris, "41")):
        for field, value in (("rupees", rupees), ("covers", "2")):
            player.page.locator(f"#{field}").fill(value)
        for guild in ("artisans", "merchants", "scholars"):
            player.page.locator(f"#influence-{guild}").fill("3")
        player.page.locator("#final-enter").click()
        expect(player.page.locator("#final-enter")).to_have_count(0)
    boris.page.locator("#finish").click()
    expect(anna.page.locator(".result .seat-name").first).to_have_text("Boris")


def test_what_is_half_typed_outlives_others_a_reload_and_a_lost_connection(at_the_table, line):
    anna, boris = at_the_table("rajas", home=line.url)
    anna.tap("roll")
    boris.tap("roll")
    anna.page.locator("[id^=first-]").first.click()
    amount = anna.page.locator("#fame-typed")
    anna.opens("corrections")
    amount.fill("4")
    lines = anna.page.locator(".line").count()
    boris.opens("corrections").page.locator("#fame-1").click()
    expect(anna.page.locator(".line")).to_have_count(lines + 1)
    expect(amount).to_have_value("4")
    anna.page.reload()
    expect(amount).to_have_value("4")
    expect(amount).to_be_visible()

    line.cut()
    anna.page.locator("#fame-enter").click()
    expect(anna.page.locator("#problem")).to_be_visible()
    expect(amount).to_have_value("4")
    line.mend()
    anna.shows("fame", 4)
    expect(anna.page.locator("#problem")).to_be_hidden()
    expect(amount).to_have_value("")


TAP_FIVE_TIMES = """() => {
  let left = 5;
  const tap = () => {
    const button = document.querySelector("#fame-1:enabled");
    if (button) { left -= 1; button.click(); }
    if (left) setTimeout(tap, 50);
  };
  tap();
}"""


SLOW_BOARD = """
  const before = window.fetch;
  window.fetch = async (address, options) => {
    const answer = await before(address, options);
    if (`${address}`.includes("/board")) await new Promise((go_on) => setTimeout(go_on, 150));
    return answer;
  };
"""


@pytest.mark.parametrize("script", ["", SLOW_BOARD], ids=["fast", "what is shown is older than the table"])
def test_entries_at_the_same_moment_all_arrive_and_none_twice(at_the_table, script):
    """The table's version changes before an entry arrives: a player's own counters are sent again automatically."""
    anna, boris = at_the_table("cards-karma", script=script)
    anna.tap("first-red")
    for player in (anna, boris):
        player.opens("correct")
    for player in (anna, boris):
        player.page.evaluate(TAP_FIVE_TIMES)
    for player in (anna, boris):  # five fame: three of them have turned a card
        player.shows("fame", 2)
        expect(player.page.locator(".scoring-row .night")).to_have_count(1)
        expect(player.page.locator("#problem")).to_be_hidden()


def test_an_entry_whose_answer_got_lost_counts_once(at_the_table):
    anna, boris = at_the_table("cards-karma")
    anna.tap("first-red")
    for player in (anna, boris):
        player.opens("correct")
    attempts = []

    def lose(route) -> None:
        """The first attempt arrives and its answer is lost; the second one is lost on its way."""
        attempts.append(route.request.post_data)
        if len(attempts) == 1:
            route.fetch()
        route.abort() if len(attempts) <= 2 else route.continue_()

    anna.page.route("**/moves", lose)
    anna.page.locator("#coins-2").click()
    boris.shows("coins", 0)
    boris.page.locator("#coins-1").click()
    boris.shows("coins", 1)
    anna.shows("coins", 2)
    expect(anna.page.locator("#problem")).to_be_hidden()
    assert attempts == attempts[:1] * 3, "the same about the same version"
    anna.tap("coins-1")
    anna.shows("coins", 3)


def test_an_entry_that_never_arrived_is_sent_about_the_newest_table(at_the_table):
    anna, boris = at_the_table("cards-karma")
    anna.tap("first-red")
    for player in (anna, boris):
        player.opens("correct")
    attempts = []

    def lose(route) -> None:
        attempts.append(route.request.post_data)
        route.abort() if len(attempts) <= 2 else route.continue_()

    anna.page.route("**/moves", lose)
    anna.page.locator("#coins-2").click()
    boris.tap("coins-1")
    anna.shows("coins", 2)
    expect(anna.page.locator("#problem")).to_be_hidden()
    boris.looks_at("red")
    boris.shows("coins", 2)


def test_what_waits_to_be_sent_outlives_a_reload(at_the_table):
    anna, _ = at_the_table("agra")
    anna.tap("first-red")
    anna.page.route("**/moves", lambda route: route.abort())
    anna.opens("correct").page.locator("#gain-wood").click()
    anna.page.locator("#gain-cotton").click()
    expect(anna.page.locator("#problem")).to_be_visible()
    anna.page.unroute("**/moves")
    anna.page.reload()
    anna.shows("count-wood", 1)
    anna.shows("count-cotton", 1)


def test_help_pages_are_accessible(phone, shared_server):
    """In Russian, whose words are longer."""
    someone = Player(phone("ru"))
    for address in (
        "/rules",
        "/rules/dice-charmers",
        "/rules/agra",
        "/setup/agra?players=2",
        "/setup/rajas?river=ganga",
        "/calculate/rajas",
    ):
        someone.phone.open(shared_server.url + address)
        check(someone, address)
    someone.phone.open(shared_server.url + "/rules/rajas")
    someone.page.locator("#q").fill("карма")
    expect(someone.page.locator("[data-entry]:visible").first).to_be_visible()
    assert someone.page.locator("[data-entry]:visible").count() < someone.page.locator("[data-entry]").count()
