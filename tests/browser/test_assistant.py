"""Bad connections at the table of a cardboard game: nothing people entered gets lost or counts twice. Any game would do."""

import pytest
from playwright.sync_api import expect

from tests.browser.accessible import check
from tests.browser.phone import Phone, start_table


class AtTheTable:
    """A phone at a table of Rajas of the Ganges, and the seat it enters for."""

    def __init__(self, phone: Phone, name: str) -> None:
        self.phone, self.page = phone, phone.page
        card = self.page.locator(".raja").filter(has=self.page.get_by_role("heading", name=name))
        self.seat = card.get_attribute("id").removeprefix("raja-")

    def tap(self, button: str) -> None:
        self.page.locator(f"#{self.seat}-{button}").click()

    def shows(self, number: str, value: int) -> None:
        expect(self.page.locator(f"#{self.seat}-{number}")).to_have_text(str(value))

    def has_no_problem(self) -> None:
        expect(self.page.locator("#problem")).to_be_hidden()


@pytest.fixture
def at_the_table(phone, shared_server):
    def sit_down(home: str = "", script: str = "") -> tuple[AtTheTable, AtTheTable]:
        phones, names = (phone(), phone()), ("Anna", "Boris")
        start_table(phones, home or shared_server.url, names, script=script, game="rajas")
        phones[0].page.get_by_role("button", name="Anna begins").click()
        return tuple(AtTheTable(each, name) for each, name in zip(phones, names, strict=True))

    return sit_down


def test_what_is_half_typed_outlives_others_a_reload_and_a_lost_connection(at_the_table, line):
    anna, boris = at_the_table(home=line.url)
    pad, amount = anna.page.locator(f"#pad-{anna.seat}-fame"), anna.page.locator(f"#{anna.seat}-fame-gain")
    pad.locator("summary").click()
    amount.fill("4")
    boris.tap("fame3")
    expect(anna.page.locator(f"#{boris.seat}-fame")).to_have_text("3")
    expect(amount).to_have_value("4")
    anna.page.reload()
    pad.locator("summary").click()
    expect(amount).to_have_value("4")

    line.cut()
    anna.tap("fame-gain-enter")
    expect(anna.page.locator("#problem")).to_be_visible()
    line.mend()
    anna.shows("fame", 4)
    anna.has_no_problem()


# Not one button five times: a second tap on a button that has just changed the turn is taken for an accident.
TAP_FIVE_STEPS = """(seat) => [1, 2, 3, 4, 5].forEach((step, at) => setTimeout(() => document.getElementById(`${seat}-fame${step}`).click(), 50 * at))"""

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
    players = at_the_table(script=script)
    for player in players:
        player.page.evaluate(TAP_FIVE_STEPS, player.seat)
    for player in players:
        player.shows("fame", 15)
        player.has_no_problem()


@pytest.mark.parametrize("arrives", [True, False], ids=["its answer is lost", "it is lost on its way"])
def test_an_entry_counts_once(at_the_table, arrives):
    anna, boris = at_the_table()
    attempts = []

    def lose(route) -> None:
        attempts.append(route.request.post_data)
        if len(attempts) == 1 and arrives:
            route.fetch()
        route.abort() if len(attempts) <= 2 else route.continue_()

    anna.page.route("**/moves", lose)
    anna.tap("fame2")
    boris.tap("fame3")
    boris.shows("fame", 3)
    anna.shows("fame", 2)
    anna.has_no_problem()
    expect(boris.page.locator(f"#{anna.seat}-fame")).to_have_text("2")
    assert len(attempts) >= 3
    if arrives:
        assert attempts == attempts[:1] * 3, "the same about the same version"
    anna.tap("fame3")
    anna.shows("fame", 5)


def test_what_waits_to_be_sent_outlives_a_reload(at_the_table):
    anna, _ = at_the_table()
    anna.page.route("**/moves", lambda route: route.abort())
    anna.tap("fame2")
    anna.tap("money3")
    expect(anna.page.locator("#problem")).to_be_visible()
    anna.page.unroute("**/moves")
    anna.page.reload()
    anna.shows("fame", 2)
    anna.shows("money", 6)


def test_help_pages_are_accessible(phone, shared_server):
    """In Russian, whose words are longer."""
    someone = phone("ru")
    pages = ["/rules", "/rules/agra", "/setup/agra?players=2", "/setup/rajas?river=ganga", "/calculate/agra"]
    for address in pages:
        someone.open(shared_server.url + address)
        check(someone, address)
