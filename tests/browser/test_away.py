"""A phone that is gone for more than a few seconds is shown as away, on the other phones and the TV page."""

from playwright.sync_api import expect

from tests.browser.accessible import check

GRACE_MS = 5_000  # longer than a phone may be gone without being shown as away
LISTEN = """
  const listen = EventSource.prototype.addEventListener;
  EventSource.prototype.addEventListener = function (kind, hear) {
    listen.call(this, kind, kind === "away" ? (message) => {
      document.documentElement.dataset.told = message.data;
      hear(message);
    } : hear);
  };
"""


def test_a_phone_that_is_gone_is_shown_as_away_until_it_is_back(seated, phone):
    anna, boris = seated(2)
    table = anna.page.url
    screen = phone("ru", viewport={"width": 1280, "height": 720})
    screen.open(f"{table}/tv")
    screen.is_connected()
    shown = {anna.phone: anna.page.locator("#tab-blue .away"), screen: screen.page.locator(".tv-line .away-blue")}
    for place in shown.values():
        expect(place).to_be_hidden()
    boris.page.goto("about:blank")
    for someone, place in shown.items():
        expect(place).to_be_visible()
        expect(place).to_have_text(someone.says("away"))
        check(someone, "somebody is away")
    boris.page.goto(table)
    for place in shown.values():
        expect(place).to_be_hidden()
    expect(anna.page.locator("#tab-red .away")).to_have_count(0)


def test_in_the_lobby_and_at_a_cardboard_game_too(phone, shared_server):
    """One round for both: who left before the start is away, comes back, and leaves again in the game."""
    anna, boris = phone("en"), phone("en")
    screen = phone("ru", viewport={"width": 1280, "height": 720})
    table = anna.send(shared_server.url, "/tables", game="cards-karma")
    for each, name in ((anna, "Anna"), (boris, "Boris")):
        each.send(table, "/join", name=name)
        each.open(table)
        each.is_connected()
    screen.open(f"{table}/tv")
    screen.is_connected()
    boris.page.goto("about:blank")
    expect(anna.page.locator("#seat-blue .away")).to_be_visible()
    expect(screen.page.locator(".tv-seats .away-blue")).to_be_visible()
    expect(anna.page.locator("#seat-red .away")).to_have_count(0)
    check(anna, "somebody has left the lobby")
    boris.open(table)
    expect(anna.page.locator("#seat-blue .away")).to_be_hidden()
    anna.send(table, "/arrange", do="start")
    boris.page.locator("#first-red").click()
    expect(boris.page.locator("#show-blue")).to_be_visible()
    boris.page.goto("about:blank")
    expect(anna.page.locator("#show-blue .away")).to_be_visible()
    expect(screen.page.locator(".tv-board .away-blue")).to_be_visible()
    check(anna, "somebody has left the game")


def test_a_phone_that_reloads_is_not_away(seated):
    """However long it takes: Anna's clock stands still meanwhile."""
    anna, boris = seated(2, script=LISTEN)
    anna.page.clock.install(time=0)
    anna.page.clock.pause_at(1_000)
    boris.page.reload()
    boris.phone.is_connected()
    expect(anna.page.locator("html")).not_to_have_attribute("data-told", "blue")
    anna.page.clock.run_for(GRACE_MS)
    expect(anna.page.locator("#tab-blue .away")).to_be_hidden()
