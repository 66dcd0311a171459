"""Playing on a small screen: the quick row, gains that fly to the header, a sheet that keeps its place."""

import re
from urllib.parse import unquote_plus

import pytest
from playwright.sync_api import expect

from tests.browser.phone import enlarge_text
from tests.browser.player import Gathering

TOP_OF_SHEET = "document.getElementById('sheet').getBoundingClientRect().top"
SHEET_IN_VIEW = """() => {
  const [tip, sheet, whose] = ["#hint", "#sheet", ".whose"].map(each => document.querySelector(each).getBoundingClientRect());
  return whose.top >= 0 && whose.bottom <= innerHeight ? tip.top - sheet.top : 0;
}"""


def rolled(player):
    player.tap(player.page.locator("#foot [data-kind=roll]"))
    expect(player.page.locator("#status")).to_have_attribute("data-code", "choose")


def looks_at(player, area: str) -> None:
    player.page.locator(f"#area-{area}").evaluate(
        "area => area.scrollIntoView({ block: 'start', behavior: 'instant' })"
    )
    expect(player.page.locator("#quick")).to_be_visible()


def test_the_dice_come_along_and_a_lit_place_takes_the_die(seated):
    anna, _ = seated(sheet="sun", script="localStorage.setItem('tips-off', 'yes')")
    rolled(anna)
    expect(anna.page.locator("#quick")).to_be_hidden()
    looks_at(anna, "karma")
    anna.page.locator("#quick [data-area=market]").click()
    expect(anna.page.locator("#area-market")).to_be_in_viewport(ratio=0.9)
    green = anna.page.locator("#quick [data-target^='die green']").first
    anna.tap(green)
    lit = anna.page.locator("#area-province .lit")
    expect(lit.first).to_be_in_viewport()
    anna.page.locator("#quick [data-target^='die purple']").first.click()  # nothing is dimmed: the next die at once
    expect(anna.page.locator("#area-market .lit").first).to_be_in_viewport()
    expect(lit).to_have_count(0)
    green.click()
    before = anna.version
    lit.first.click()
    anna.reaches(before + 2)  # the die and the road, which can run only one way
    expect(anna.page.locator("#foot [data-kind=end]")).to_be_visible()


def test_a_short_choice_opens_by_itself_and_undo_leads_back_to_it(seated):
    players = seated(sheet="sun", script="localStorage.setItem('tips-off', 'yes')")
    mover = Gathering(players).plays_until(lambda player: player.page.locator("#spot.docked[open]").count())
    asked = mover.page.locator("#prompt").inner_text()
    expect(mover.page.locator("#spot h2")).to_have_text(asked)
    mover.tap(mover.page.locator("#spot [name=move]").first)
    for _ in ("the choice", "the bonus that it was for", "what followed"):
        if mover.page.locator("#prompt").inner_text() != asked:
            mover.tap(mover.page.locator("#undo"))
    expect(mover.page.locator("#prompt")).to_have_text(asked)
    expect(mover.page.locator("#spot")).to_be_hidden()
    expect(mover.page.locator("#sheet .legal, #tray .legal").first).to_be_attached()


def test_a_die_that_leaves_nothing_to_do_ends_the_turn_by_the_same_tap_and_can_be_undone(seated):
    anna, boris = seated(sheet="sun", script="localStorage.setItem('tips-off', 'yes')")
    rolled(anna)
    anna.tap(anna.page.locator("#tray [data-die=purple-1]"))
    anna.page.locator("#spot [data-kind=end]").click()
    boris.sees_turn_of("blue")
    for _ in ("the end of the turn", "the die"):
        anna.tap(anna.page.locator("#undo"))
    expect(anna.page.locator("#status")).to_have_attribute("data-code", "choose")


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_gains_fly_only_where_motion_is_welcome(seated, motion):
    players = seated(reduced_motion=motion, script=WATCH_GAINS)
    gathering = Gathering(players)
    gathering.plays_until(lambda player: int(player.status("fame")) > 0)
    seen = [player.page.evaluate("window.gains") for player in players]
    if motion == "reduce":
        assert seen == [[], []]
    else:
        assert any(re.match(r"\+\d", gain) for each in seen for gain in each)


WATCH_GAINS = """
  localStorage.setItem("tips-off", "yes");
  window.gains = [];
  addEventListener("DOMContentLoaded", () => new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) {
      if (node.classList?.contains("gain")) window.gains.push(node.textContent);
    }
  }).observe(document.body, { childList: true, subtree: true }));
"""


def test_the_sheet_of_a_waiting_phone_stays_where_it_is(seated):
    anna, boris = seated(sheet="sun", script="localStorage.setItem('tips-off', 'yes')")
    rolled(anna)
    boris.reaches(anna.version)
    looks_at(boris, "market")
    before = boris.phone.measure(TOP_OF_SHEET)
    told = boris.page.locator(".meanwhile")
    expect(told).to_have_count(1)
    high = told.bounding_box()["height"]
    while boris.status("turn") == "red":
        anna.tap_something()
        boris.reaches(anna.version)
        if boris.status("turn") == "red":
            assert boris.phone.measure(TOP_OF_SHEET) == pytest.approx(before, abs=1)
            assert told.bounding_box()["height"] == pytest.approx(high, abs=1)


@pytest.mark.parametrize(
    ("viewport", "text"),
    [((320, 568), 100), ((360, 740), 200), ((320, 568), 200), ((740, 360), 100), ((740, 360), 200)],
    ids=["320 px", "200 % text", "320 px, 200 % text", "sideways", "sideways, 200 % text"],
)
def test_sheet_and_turn_stay_in_view_while_a_tip_is_open(seated, viewport, text):
    """In Russian, whose words are longer."""
    size = dict(zip(("width", "height"), viewport, strict=True))
    _, boris = players = seated(sheet="sun", viewport=size, lang="ru")
    for player in players:
        enlarge_text(player.page, text)
        expect(player.page.locator("#hint")).to_be_visible()
        assert player.phone.measure(SHEET_IN_VIEW) >= 50
        player.phone.fits()
    expect(boris.page.locator(".next-mine")).to_be_in_viewport(ratio=1)


def test_a_better_hint_comes_below_and_each_button_plays_its_own_move(seated):
    """What somebody is about to tap stays the move that they have read."""
    anna, _ = seated(sheet="sun", hints="on", script="localStorage.setItem('tips-off', 'yes')")
    rolled(anna)
    page, better = anna.page, {}

    def refine(route):
        first = route.fetch().json()
        moves = page.request.get(page.url.replace("/t/", "/api/tables/").split("?")[0] + "/moves").json()["moves"]
        better.update(next(each for each in moves if each["move"] not in (first["move"], "give up")))
        route.fulfill(json=first | {key: better[key] for key in ("move", "label", "targets")} | {"next_best": None})

    page.route("**/hint?*refined=1*", refine)
    anna.tap(page.locator("#ask-hint"))
    go = page.locator("#advice button")
    read = page.locator("#advice h2").first.inner_text()
    expect(go).to_have_count(2)
    expect(page.locator("#advice h2")).to_have_text([read, better["label"]])
    expect(go.nth(1)).to_be_in_viewport(ratio=1)
    page.wait_for_timeout(600)  # buttons that have just moved ignore taps
    with page.expect_request(lambda request: request.method == "POST") as sent:
        go.nth(1).click()
    assert better["move"] in unquote_plus(sent.value.post_data)
