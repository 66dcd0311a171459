"""Reminders on one phone for everybody and on a phone each, in both languages."""

import pytest
from playwright.sync_api import expect

from tests.browser.accessible import check
from tests.browser.phone import start_table, wait_until_drawn
from tests.browser.test_assist import Player


def find_height_of_prompt(player: Player) -> float:
    return player.phone.box(player.page.locator(".prompt"))["height"]


def is_shown(player: Player, seat: str) -> None:
    expect(player.page.locator("#live-board")).to_have_attribute("data-shown", seat)


def test_one_phone_enters_for_everybody_and_follows_the_turn(phone, shared_server):
    host = phone("ru")
    table = Player(host)
    host.open(host.send(shared_server.url, "/tables", game="agra", mode="reminders"))
    check(table, "the lobby")
    host.share("Anna", "Boris", "Vera")
    table.tap("roll-setup")
    check(table, "the set-up")
    table.page.locator("[id^=first-]").first.click()
    table.page.wait_for_selector("#done")
    order = [table.page.locator("#live-board").get_attribute("data-shown")]
    heights = [find_height_of_prompt(table)]
    with host.stays():
        for _ in range(3):
            table.tap("done")
            order.append(table.page.locator("#live-board").get_attribute("data-shown"))
            heights.append(find_height_of_prompt(table))
    assert heights == sorted(heights), "what is below the prompt never moves up under a finger"
    assert len(set(order[:3])) == 3 and order[3] == order[0], "the page follows the turn"
    table.tap("done-artisans")
    is_shown(table, order[1])
    expect(table.page.locator("#undo")).to_contain_text(host.says("Undo: %(entry)s", entry=""))
    table.tap("undo")
    is_shown(table, order[0])
    table.looks_at(order[2])
    table.page.reload()
    is_shown(table, order[0])
    check(table, "a turn")


def test_with_a_phone_each_everyone_ends_their_own_turn(phone, shared_server):
    phones = phone("ru"), phone("en")
    start_table(phones, shared_server.url, ("Anna", "Boris"), game="cards-karma", mode="reminders")
    anna, boris = map(Player, phones)
    anna.tap("first-red")
    expect(boris.page.locator("#done")).to_have_count(0)
    with boris.phone.stays():
        anna.tap("done-1")
        expect(boris.page.locator("#done")).to_be_visible()
        is_shown(boris, "blue")
        is_shown(anna, "red")
        expect(anna.page.locator("#done")).to_have_count(0)
    anna.tap("undo")
    expect(boris.page.locator("#done")).to_have_count(0)
    check(anna, "a turn")


OPENINGS = {
    "rajas": ["red: setup dice-1=1,1,1,1 dice-2=2,2,2,2", "red: first red"],
    "cards-karma": ["red: first red"],
    "agra": ["red: roll setup", "red: setup first=1", "red: first red"],
}
STOCK = ["red: wood 3", "red: oil 1", "red: cement 2", "blue: produce wood 2", "blue: produce turmeric 1"]
BROKEN_WORDS = """() => {
  const texts = document.createTreeWalker(document.querySelector("#live-board"), NodeFilter.SHOW_TEXT);
  const broken = [];
  while (texts.nextNode()) {
    const node = texts.currentNode;
    if (node.parentElement.closest(".unseen, option")) continue;
    for (const { 0: word, index } of node.data.matchAll(/[\\p{L}\\d]+/gu)) {
      const range = new Range();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      if (new Set([...range.getClientRects()].map((line) => line.top)).size > 1) broken.push(word);
    }
  }
  return broken;
}"""


@pytest.mark.parametrize("game", OPENINGS)
@pytest.mark.parametrize("mode", ["reminders", "full"])
def test_words_stay_whole_and_nothing_sticks_out_on_the_narrowest_phone(phone, shared_server, game, mode):
    size = {"width": 320, "height": 640}
    narrow = phone(viewport=size)
    link = narrow.send(shared_server.url, "/tables", game=game, mode=mode)
    for name, kind in (("Anna", "phone"), ("Boris", "paper")):
        narrow.send(link, "/join", name=name, kind=kind)
    narrow.send(link, "/arrange", do="start")
    for entry in [*OPENINGS[game], *(STOCK if (game, mode) == ("agra", "full") else [])]:
        seat, _, move = entry.partition(": ")
        narrow.send(link, "/moves", seat=seat, move=move)
    for each in (narrow, phone("ru", viewport=size, storage_state=narrow.context.storage_state())):
        each.open(link)
        assert each.measure(BROKEN_WORDS) == []
        each.fits()
    for panel in each.page.locator(".act > summary").all():  # in Russian, whose words are longer
        panel.click()
        assert each.measure(BROKEN_WORDS) == []
        each.fits()
        panel.click()


def test_the_large_screen_keeps_dice_coloured_and_news_with_their_entry(phone, shared_server):
    screen = phone("en", viewport={"width": 1280, "height": 720})
    link = screen.send(shared_server.url, "/tables", game="rajas", mode="full")
    for name in ("Anna", "Boris"):
        screen.send(link, "/join", name=name)
    screen.send(link, "/arrange", do="start")
    for entry in [*OPENINGS["rajas"], "red: fame 5"]:
        screen.send(link, "/moves", seat="red", move=entry.removeprefix("red: "))
    screen.open(f"{link}/tv")
    wait_until_drawn(screen.page)
    dice = screen.page.locator(".tv-board").first.locator(".tv-small-dice svg")
    colours = dice.evaluate_all("icons => icons.map(icon => getComputedStyle(icon).color)")
    assert len(set(colours)) == len(colours) == 4
    entry, news = (
        screen.page.locator(f".tv-news {part}").first.bounding_box() for part in (".tv-entry", ".tv-effects")
    )
    assert news["x"] == entry["x"] and 0 <= news["y"] - (entry["y"] + entry["height"]) < 10
