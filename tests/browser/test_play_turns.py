"""One turn at a time: what is shown, what a tap does, what is refused and why, and what survives a bad connection."""

import re
import sqlite3
from contextlib import closing

import pytest
from playwright.sync_api import expect

from tests.browser.accessible import check
from tests.browser.line import Line
from tests.browser.phone import enlarge_text, wait_until_drawn
from tests.browser.player import Gathering

ON_TOP = """selector => [...document.querySelectorAll(selector)].every(each => {
  const box = each.getBoundingClientRect();
  return each.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
})"""
WHOLE_WORDS = """element => {
  const text = element.firstChild;
  return element.scrollHeight <= 70 && [...text.data.matchAll(/\\S+/g)].every(word => {
    const range = document.createRange();
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    return range.getClientRects().length === 1;
  });
}"""
EARS = """window.heard = 0;
const make = AudioContext.prototype.createOscillator;
AudioContext.prototype.createOscillator = function () {
  const tone = make.call(this);
  tone.addEventListener("ended", () => (window.heard += 1));
  return tone;
};"""
FINGER = {"pointerType": "touch", "isPrimary": True, "bubbles": True}


def rolled(player):
    """The first player has rolled and is to take a die."""
    player.tap(player.page.locator("#foot [data-kind=roll]"))
    expect(player.page.locator("#status")).to_have_attribute("data-code", "choose")


def take(player, die):
    player.tap(player.page.locator(f"#tray [data-die={die}]"))
    player.tap(player.page.locator("#spot [data-kind=take]"))


def strokes(player) -> int:
    return player.page.locator(".pen-layer path").count()


def test_everyone_sees_whose_turn_it_is_what_a_die_would_do_and_why_something_is_not_allowed(seated):
    anna, boris = seated()
    expect(anna.page.locator("#status")).to_contain_text("Your turn")
    expect(anna.page.locator("#prompt")).to_have_text("Roll the dice")
    expect(boris.page.locator("#prompt")).to_have_text("Anna is playing")
    for each in (anna, boris):
        expect(each.page.locator("#status")).to_contain_text("Round 1")
        expect(each.page.locator("#status .gap")).to_contain_text("−5")
        each.phone.is_connected()

    rolled(anna)
    boris.reaches(anna.version)
    for player in (anna, boris):  # who waits can plan ahead
        player.page.locator("#tray [data-die=green-1]").click()
        spot = player.page.locator("#spot")
        expect(spot).to_contain_text("Gap −5")
        expect(spot.locator(".chain")).to_contain_text("on b1")
        if player is boris:
            expect(spot.locator("[data-kind=take]")).to_have_count(0)
        spot.get_by_role("button", name="Close").click()
    assert anna.status("code") == "choose"

    anna.page.locator("#sheet [data-target='space a1']").click()
    expect(anna.page.locator("#spot .why")).to_contain_text("Take a die first")
    expect(anna.page.locator("#spot h2")).to_have_text("A1: temple")
    boris.page.locator("#sheet [data-target='person trader']").click()
    expect(boris.page.locator("#spot .why")).to_contain_text("It is not your turn. Anna is playing.")
    expect(boris.page.locator("#spot")).to_contain_text("Sell up to 2 goods")


def test_a_tap_enters_one_mark_that_others_see_live_and_undo_takes_it_back_but_never_a_roll(seated):
    anna, boris = seated()
    boris.page.locator("#tab-red").click()
    expect(boris.page.locator("#status")).to_have_attribute("data-shown", "red")
    rolled(anna)
    assert anna.page.locator("#undo").count() == 0
    before = strokes(anna)
    take(anna, "purple-1")
    assert strokes(anna) > before
    boris.reaches(anna.version)
    assert strokes(boris) == strokes(anna)
    boris.page.keyboard.press("ArrowRight")
    expect(boris.page.locator("#status")).to_have_attribute("data-shown", "blue")
    anna.tap(anna.page.locator("#undo"))
    assert strokes(anna) == before
    assert anna.page.locator("#undo").count() == 0
    take(anna, "purple-1")
    anna.tap(anna.page.locator("#reset"))
    anna.tap(anna.page.locator("#sure-yes"))
    assert strokes(anna) == before
    expect(anna.page.locator("#status")).to_have_attribute("data-code", "choose")

    # A double tap
    anna.tap(anna.page.locator("#tray [data-die=purple-1]"))
    version = anna.version
    anna.page.locator("#spot [data-kind=take]").evaluate("button => { button.click(); button.click(); }")
    anna.reaches(version + 1)
    anna.page.wait_for_function("!document.querySelector('.play.busy')")
    assert anna.version == version + 1
    assert not anna.page.locator("#toast").is_visible()

    # A connection that closes just then
    anna.tap(anna.page.locator("#undo"))
    anna.page.route("**/moves", lambda route: route.abort("connectionreset"), times=1)
    version = anna.version
    take(anna, "purple-1")
    assert anna.version == version + 1
    assert not anna.page.locator("#toast").is_visible()
    boris.reaches(anna.version)


def test_two_tabs_of_one_seat_agree_and_a_stale_one_enters_nothing(seated):
    anna, _ = seated()
    rolled(anna)
    tab = anna.phone.context.new_page()
    tab.goto(anna.page.url)
    tab.locator("#status").wait_for()
    take(anna, "purple-1")
    expect(tab.locator("#status")).to_have_attribute("data-version", str(anna.version))
    # A tab that missed an entry, as after a long sleep.
    tab.evaluate("document.getElementById('status').dataset.version -= 1")
    version = anna.version
    marks = tab.locator(".pen-layer path").count()
    tab.locator("#foot [data-kind=end]").click()
    expect(tab.locator("#toast")).to_contain_text("not entered")
    expect(tab.locator(".pencilled")).to_have_count(0)
    assert (anna.version, tab.locator(".pen-layer path").count()) == (version, marks)


SIZES = {"phone": (360, 740), "sideways": (740, 360), "small sideways": (640, 360), "desk": (1024, 768)}


def test_a_die_and_a_road_on_our_own_sheet(seated, phone, capsys):
    """The first load, places that light up, targets for a thumb, room on a phone held sideways, and a choice of roads."""
    anna, _ = seated(sheet="sun")
    rolled(anna)
    is_loaded_quickly(phone(storage_state=anna.phone.context.storage_state()).page, anna.page.url, capsys)

    anna.tap(anna.page.locator("#tray [data-die=purple-1]"))
    expect(anna.page.locator("#sheet .lit").first).to_be_attached()
    anna.page.locator("#spot [data-close]").click()
    expect(anna.page.locator("#sheet .lit")).to_have_count(0)

    for name, (width, height) in SIZES.items():
        anna.page.set_viewport_size({"width": width, "height": height})
        anna.page.reload()  # only then is the hidden part measured again
        small = anna.phone.measure(
            """() => [...document.querySelectorAll("#sheet [data-target] rect, .play button")]
              .map(each => [each.parentNode.dataset.target ?? each.id, each.getBoundingClientRect()])
              .filter(([, box]) => box.width && (box.width < 43.9 || box.height < 43.9))
              .map(([name, box]) => `${name} ${box.width}x${box.height}`)"""
        )
        assert small == [], name

    anna.page.set_viewport_size({"width": 740, "height": 360})
    anna.page.reload()
    expect(anna.page.locator("#hint")).to_be_visible()
    assert anna.phone.measure(ON_TOP, "#tray .die, #foot button, #hint button:not([hidden]), #prompt")
    anna.page.locator("#tray [data-die=orange-2]").click()
    anna.page.locator("#spot[open]").wait_for()
    assert anna.phone.measure(ON_TOP, "#spot .gap-change, #spot [data-kind=take]")
    anna.page.locator("#spot [data-close]").click()
    take(anna, "green-1")
    expect(anna.page.locator("#area-province")).to_be_in_viewport()
    enlarge_text(anna.page, 200)
    expect(anna.page.locator("#undo .icon")).to_be_visible()
    enlarge_text(anna.page, 100)

    anna.page.set_viewport_size({"width": 360, "height": 740})
    anna.page.locator("#area-province .legal").first.click()
    if anna.page.locator("#spot[open]").count():
        choices = anna.page.locator("#spot .move")
        assert choices.count() > 1
        assert anna.page.locator("#spot .road-art").count() == choices.count()
        expect(choices.first.locator(".effects")).to_contain_text("erects")
    else:
        expect(anna.page.locator("#area-province .pen-layer path").first).to_be_attached()


def is_loaded_quickly(fresh, url: str, capsys) -> None:
    """Measured and printed; a fixed bound, because bytes do not depend on the machine."""
    sizes = []
    fresh.on("response", lambda answer: answer.status == 200 and sizes.append(answer))
    fresh.goto(url)
    fresh.locator("#connection[data-state=open]").wait_for()
    total = 0
    for answer in sizes:
        if not re.search(r"/stream", answer.url):
            total += answer.request.sizes()["responseBodySize"]
    with capsys.disabled():
        print(f"\nfirst load of a running game: {total / 1000:.0f} kB in {len(sizes)} answers")
    assert total < 150_000


def test_any_icon_explains_itself_by_a_long_press_or_after_asking(seated):
    anna, _ = seated()
    rolled(anna)
    anna.page.locator("#sheet [data-target='bonus tent 1']").click(button="right")
    expect(anna.page.locator("#spot")).to_contain_text("Released by selling all goods of this tent")
    anna.page.locator("#spot [data-close]").click()
    anna.page.locator("#area-market").click(position={"x": 60, "y": 12})  # its heading
    expect(anna.page.locator("#spot")).to_contain_text("the coin below a column shows the price")
    anna.page.locator("#spot [data-close]").click()
    before = anna.version
    legal = anna.page.locator("#tray .die.legal").first
    legal.dispatch_event("pointerdown", {**FINGER, "clientX": 50, "clientY": 50})
    expect(anna.page.locator("#spot")).to_be_visible()
    legal.dispatch_event("pointerup", FINGER)
    legal.dispatch_event("click", {"detail": 1})  # what some browsers make of lifting the finger
    expect(anna.page.locator("#spot")).to_be_visible()
    assert anna.version == before
    anna.page.locator("#spot [data-close]").click()
    anna.page.locator("#open-menu").click()
    anna.phone.tap("What is this? Tap anything")
    expect(anna.page.locator("#learn-bar")).to_be_visible()
    for die, words in (("blue-1", "Mark the next free river space"), ("green-1", "Draw a road in your province")):
        anna.page.locator(f"#tray [data-die={die}]").click()
        expect(anna.page.locator("#spot")).to_contain_text(words)
        assert not anna.page.locator("#spot .preview-head").count()
        anna.page.locator("#spot [data-close]").click()
    anna.phone.tap("Done")
    expect(anna.page.locator("#learn-bar")).to_be_hidden()
    anna.page.locator("#tray [data-die=blue-1]").click()
    expect(anna.page.locator("#spot .preview-head")).to_be_visible()


def test_a_tap_beside_an_open_explanation_only_closes_it(seated):
    anna, _ = seated()
    sent: list[str] = []
    anna.page.on("request", lambda request: request.method == "POST" and sent.append(request.url))
    for kind in ("roll", "end"):
        anna.page.locator("#tray [data-about=elephant]").click()
        expect(anna.page.locator("#spot")).to_be_visible()
        sent.clear()
        box = anna.phone.box(anna.page.locator(f"#foot [data-kind={kind}]"))
        anna.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        expect(anna.page.locator("#spot")).to_be_hidden()
        anna.page.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done)))")  # behind the tap
        assert sent == []
        if kind == "roll":
            rolled(anna)
            take(anna, "purple-1")
            Gathering([anna]).plays_until(lambda player: player.page.locator("#foot [data-kind=end]").count())
            anna.page.evaluate("scrollTo(0, 0)")


def test_the_last_turn_is_announced_on_every_phone_and_the_large_screen(seated, phone):
    anna, boris = players = seated(lang=("en", "ru"))
    screen = phone("en", viewport={"width": 1280, "height": 720})
    screen.open(f"{anna.page.url}/tv")
    for table, _, _ in Gathering(players).skips(2000):
        if any(sheet["gap"] >= 0 for sheet in table["sheets"].values()):
            break
    for each in players:
        each.reaches(table["version"])
        expect(each.page.locator("#toast")).to_contain_text(each.page.locator("#last-turn").inner_text())
    expect(anna.page.locator("#last-turn")).to_contain_text(" have met! ")
    expect(boris.page.locator("#last-turn")).to_contain_text("стретились")
    expect(screen.page.locator(".tv-last")).to_contain_text(" have met! ")
    for each in (boris.phone, screen):
        check(each, "the last turn")


def test_simple_bonuses_are_used_all_together(seated):
    """Fame, money and karma: one tap for all of them."""
    players = seated(sheet="sun", script="localStorage.setItem('tips-off', 'yes')")

    def are_simple(turn: dict, offers: list[dict]) -> bool:
        uses = [offer for offer in offers if offer["kind"] == "use" and re.search("fame|money|karma", offer["label"])]
        return turn["code"] == "bonuses" and len(uses) > 1

    mover = Gathering(players).skips_until(are_simple)
    button = mover.page.locator("#foot [data-use-all]")
    moves = button.get_attribute("data-use-all").split("|")
    assert len(moves) > 1
    check(mover.phone, "several bonuses")
    before = mover.version
    mover.tap(button)
    mover.reaches(before + len(moves))


def test_giving_something_up_asks_first(seated):
    players = seated()
    mover = Gathering(players).plays_until(lambda player: player.page.locator("#foot .bonus.legal").count())
    version = mover.version
    mover.page.locator("#foot .bonus.legal").first.click(button="right")  # as a long press does
    mover.page.locator("#spot [data-kind=give]").click()
    expect(mover.page.locator("#sure")).to_contain_text("Give this up?")
    mover.page.locator("#sure [data-close]").click()
    assert mover.version == version


def test_a_bonus_that_cannot_be_used_says_why_before_it_is_given_up(seated):
    mover = Gathering(seated(sheet="sun")).skips_until(
        lambda turn, offers: (
            any(offer["kind"] == "give" and offer["targets"] for offer in offers)
            and not any(offer["kind"] == "use" for offer in offers)
        )
    )
    target = mover.page.locator("#moves [data-kind=give][data-targets]").first.get_attribute("data-targets")
    mover.page.locator(f"#sheet [data-target='{target}']").click()
    expect(mover.page.locator("#spot .why")).to_contain_text("Not now:")
    mover.page.locator("#spot [data-kind=give]").click()
    expect(mover.page.locator("#sure")).to_contain_text("Give this up?")
    mover.tap(mover.page.locator("#sure-yes"))


def test_a_page_reloaded_at_any_prompt_is_the_same_page(seated):
    gathering = Gathering(seated(sheet="sun"))
    seen: set[str] = set()
    while len(seen) < 6:
        mover = gathering.skips_until(lambda turn, offers: turn["code"] not in seen, closed=False)
        code = mover.status("code")
        seen.add(code)
        offers = mover.page.locator("#moves button").evaluate_all("buttons => buttons.map(b => b.value)")
        marks = strokes(mover)
        mover.page.reload()
        expect(mover.page.locator("#status")).to_have_attribute("data-code", code)
        assert mover.page.locator("#moves button").evaluate_all("all => all.map(b => b.value)") == offers
        assert strokes(mover) == marks
        mover.page.wait_for_function("!!document.querySelector('.legal, .bar-main button')")


@pytest.fixture
def behind_a_line(seated, game_server):
    """Two players whose line to the companion can be cut."""
    line = Line(game_server.port)
    yield line, seated(home=line.url)
    line.close()


def test_a_move_made_while_offline_is_kept_and_sent(behind_a_line):
    line, (anna, boris) = behind_a_line
    rolled(anna)
    line.cut()
    anna.page.locator("#tray [data-die=purple-1]").click()
    anna.page.locator("#spot [data-kind=take]").click()
    expect(anna.page.locator("#toast")).to_contain_text("your move will be sent")
    expect(anna.page.locator("#tray .pencilled")).to_have_attribute("data-die", "purple-1")
    anna.phone.is_cut_off()
    anna.page.locator("#tray [data-die=green-1]").click()
    anna.page.locator("#spot [data-kind=take]").click()
    expect(anna.page.locator("#toast")).to_contain_text("Not entered")
    expect(anna.page.locator("#tray .pencilled")).to_have_attribute("data-die", "purple-1")
    before = anna.version
    line.mend()
    anna.reaches(before + 1)
    expect(anna.page.locator("#toast:not([hidden])")).to_contain_text("was entered")
    expect(anna.page.locator(".pencilled")).to_have_count(0)
    boris.reaches(before + 1)
    assert anna.version == boris.version == before + 1


def test_what_is_said_lies_in_front_of_an_open_list(seated):
    anna, _ = seated()
    rolled(anna)
    anna.page.locator("#open-list").click()
    anna.phone.context.set_offline(True)
    anna.phone.is_cut_off()
    anna.page.locator("#list .move").first.click()
    expect(anna.page.locator("#toast")).to_be_visible()
    assert anna.phone.measure(ON_TOP, "#toast")
    anna.page.locator("#list [data-close]").click()
    anna.page.wait_for_function(ON_TOP, arg="#toast")
    anna.phone.context.set_offline(False)


def test_a_move_that_cannot_be_written_down_is_kept_and_entered_once(seated, own_game_server, tmp_path):
    """Another program has locked the database; the phone says so and sends the move again until it counts."""
    anna, boris = seated(home=own_game_server.url)
    rolled(anna)
    anna.tap(anna.page.locator("#tray [data-die=purple-1]"))
    before = anna.version
    with closing(sqlite3.connect(tmp_path / "companion.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        anna.page.locator("#spot [data-kind=take]").click()
        expect(anna.page.locator("#toast")).to_contain_text("Your move is kept and sent again")
        assert anna.version == before
        other.execute("ROLLBACK")
    for each in (anna, boris):
        each.reaches(before + 1)
    expect(anna.page.locator("#toast")).to_contain_text("was entered")
    assert anna.version == boris.version == before + 1


def test_a_page_closed_while_offline_sends_its_move_when_it_is_opened_again(behind_a_line):
    line, (anna, _) = behind_a_line
    rolled(anna)
    anna.tap(anna.page.locator("#tray [data-die=purple-1]"))
    before = anna.version
    line.cut()
    anna.page.locator("#spot [data-kind=take]").click()
    expect(anna.page.locator("#toast")).to_be_visible()
    line.mend()
    anna.page.reload()
    anna.reaches(before + 1)
    assert anna.version == before + 1


def test_a_line_that_has_died_without_a_word_is_noticed(seated, own_game_server):
    """The connection stays open without heartbeats; a page that only waits must notice."""
    anna, boris = seated(home=own_game_server.url)
    line = Line(own_game_server.port)
    boris.page.goto(boris.page.url.replace(own_game_server.url, line.url))
    boris.phone.is_connected()
    line.fall_silent()
    rolled(anna)
    boris.reaches(anna.version)
    boris.phone.is_connected()
    line.close()


def test_a_restarted_server_is_found_again_at_the_same_place(seated, own_game_server):
    anna, boris = seated(home=own_game_server.url)
    rolled(anna)
    take(anna, "purple-1")
    before, marks = anna.version, strokes(anna)
    own_game_server.kill()
    anna.phone.is_cut_off()
    own_game_server.start()
    anna.phone.is_connected()
    assert (anna.version, strokes(anna)) == (before, marks)
    mover = Gathering([anna, boris]).mover()
    mover.tap_something()
    assert mover.version >= before


def test_the_host_skips_a_player_who_left_and_turns_the_seat_to_paper(seated):
    anna, boris = seated()
    rolled(anna)
    take(anna, "purple-1")
    Gathering([anna]).plays_until(lambda player: player.page.locator("#foot [data-kind=end]").count())
    anna.tap(anna.page.locator("#foot [data-kind=end]"))
    boris.reaches(anna.version)
    assert boris.may_act
    for action, then in (("paper", "blue"), ("skip", "red")):
        anna.page.locator("#open-menu").click()
        anna.page.locator(f"[data-manage={action}][data-about-seat=blue]").click()
        anna.tap(anna.page.locator("#sure-yes"))
        assert anna.status("turn") == then
    expect(boris.page.locator("#open-menu")).to_be_visible()


def test_a_whole_game_by_keyboard_alone(seated):
    """One phone, two players, and nothing but Tab, Shift and Enter."""
    (anna,) = seated(("Anna+Boris",))
    page = anna.page
    here = "document.activeElement.id || document.activeElement.name"
    for _ in range(600):
        if anna.over:
            break
        before = page.evaluate("document.getElementById('status')?.dataset.version")
        if page.locator("#hand[open]").count():
            page.keyboard.press("Enter")
            continue
        if not page.locator("#list[open]").count():
            for _ in range(40):
                if page.evaluate(here) == "open-list":
                    break
                page.keyboard.press("Shift+Tab")
            page.keyboard.press("Enter")
            page.locator("#list[open]").wait_for()
        for _ in range(10):
            if page.evaluate(here) == "move":
                break
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        page.wait_for_function(
            "before => document.getElementById('status')?.dataset.version !== before "
            "&& !document.querySelector('.play.busy')",
            arg=before,
        )
    assert anna.over
    anna.phone.sees("How the points add up")


def test_the_first_turn_after_a_touch_is_heard(seated):
    anna, boris = seated(script=EARS)
    # Nobody has looked into these tabs: for a browser that would be a touch as well.
    touched, typed_into = (boris.phone.context.new_page() for _ in range(2))
    touched.goto(boris.page.url)
    touched.touchscreen.tap(180, 60)
    typed_into.goto(boris.page.url)
    typed_into.keyboard.press("Shift+Tab")
    typed_into.keyboard.press("Enter")
    rolled(anna)
    Gathering([anna, boris]).plays_until(lambda player: player is boris)
    for tab in (touched, typed_into):
        tab.wait_for_function("() => window.heard === 2")


def test_sound_and_tips_can_be_switched_off_and_stay_off(seated):
    anna, _ = seated()
    expect(anna.page.locator("#hint")).to_be_visible()
    anna.phone.tap("No more tips")
    anna.page.locator("#open-menu").click()
    sound = anna.page.locator("#sound")
    expect(sound).to_have_attribute("aria-pressed", "true")
    sound.click()
    anna.page.reload()
    expect(anna.page.locator("#hint")).to_be_hidden()
    expect(anna.page.locator("#sound")).to_have_attribute("aria-pressed", "false")


def test_the_words_at_the_foot_have_room_in_russian_too(seated):
    """On the narrowest phone, too."""
    anna, _ = seated(dice="real", lang="ru", viewport={"width": 320, "height": 568})
    while anna.status("code") == "face":
        anna.tap_something()
    for shown in ("button", ".bar-hint"):
        wait_until_drawn(anna.page)
        assert anna.page.locator(f"#foot .bar-main {shown}").evaluate(WHOLE_WORDS), shown
        anna.tap_something()


def test_with_many_players_the_chosen_tab_stays_in_view(seated):
    anna, boris = seated(paper=("Chandra", "Dora", "Emil"))
    rolled(anna)
    take(anna, "purple-1")
    Gathering([anna]).plays_until(lambda player: player.page.locator("#foot [data-kind=end]").count())
    anna.tap(anna.page.locator("#foot [data-kind=end]"))
    emil = anna.page.locator("#tab-purple")
    emil.click()
    expect(emil).to_have_attribute("aria-selected", "true")
    expect(emil).to_be_in_viewport(ratio=1)
    boris.reaches(anna.version)
    Gathering([boris]).plays_until(lambda player: player.status("turn") == "green")
    anna.sees_turn_of("green")
    expect(emil).to_be_in_viewport(ratio=1)
