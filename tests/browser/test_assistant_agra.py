"""The assistant of Agra in a browser: one phone for everybody, two phones and the TV, in both languages."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.phone import start_table

PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "reduced_motion": "reduce"}
SEATS = ("red", "blue", "green", "yellow")
NAMES = ("Anna", "Boris", "Chandra", "Daoud")
SETUP = (
    "notables=sufi,cook,mahout,khatib,dyer,mullah,caliph,jagirdar,muezzin,subadar,painter,dutch-trader,dewan,grand-imam "
    "orders=artisans:3,merchants:6,scholars:2 merchant=4 builder=2,3 first=1"
)
COPY = (
    " guilds=sufi:artisans,cook:scholars,mahout:merchants,khatib:artisans,dyer:merchants,caliph:artisans,"
    "muezzin:scholars,subadar:artisans,painter:merchants,dutch-trader:merchants track=9"
)
# A whole game of four. Every line is a round, every part between bars a turn: what its player taps. An order or a good
# for Akbar ends the turn; a turn without either is ended by "done", or by the next player's order. Contracts enter the
# deliverer's step; ↑ are the other steps of influence. Every second turn has an order or a good for Akbar.
EVENING = """
done | done | done | done
done | akbar | akbar | akbar
↑artisans done | done | ↑scholars | akbar
contract-sufi-red | order-artisans | done | done
order-artisans | done | order-scholars | ↑merchants done
done | contract-cook-green due-builder | order-scholars | akbar
order-artisans | ↑artisans done | ↑merchants | order-merchants
contract-mullah-blue due-merchant | order-merchants | done | akbar
order-artisans | building-oil done | ↑scholars akbar | akbar
contract-caliph-red order-merchants | order-artisans | done | order-scholars
↑merchants done | roll-merchant | order-merchants | akbar
akbar | contract-subadar-yellow | order-scholars | ↑scholars done
order-merchants | ↑merchants done | contract-dewan-green | order-scholars
akbar | order-scholars | done | akbar
"""
LOWER = ("building", "roll", "contract")  # below the fold; people scroll there


def open_table(phone, server, lang="en", players=NAMES, setup=SETUP + COPY):
    """Open a table on one phone for everybody and begin it; return the phone and the table's address."""
    one = phone(lang, **PHONE)
    one.open(one.send(server.url, "/tables", game="agra", setup=setup))
    one.share(*players)
    one.words_fit()
    one.page.locator("#first-red").click()
    expect(one.page.locator("#done")).to_be_visible()
    return one, one.page.url.split("?")[0]


def in_view(page, id):
    """Check that a button is on the screen, above the bar at the bottom, without scrolling."""
    return page.evaluate(
        """id => { const box = document.getElementById(id).getBoundingClientRect();
        const bar = document.querySelector('.action-bar').getBoundingClientRect().top;
        return box.top >= 0 && box.bottom <= (id === 'done' ? innerHeight : bar) + 1; }""",
        id,
    )


def tap(page, id):
    """Tap a button and wait until its entry is on the page."""
    before = page.locator("#live-board").get_attribute("data-version")
    page.locator(f"#{id}").click()
    expect(page.locator("#live-board")).not_to_have_attribute("data-version", before)


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_an_evening_takes_at_most_1_2_taps_per_turn(phone, shared_server, lang):
    one, _ = open_table(phone, shared_server, lang)
    page, taps, turns, out_of_view = one.page, 0, 0, []
    for line in EVENING.strip().splitlines():
        for seat, entries in zip(SEATS, line.split(" | "), strict=True):
            turns += 1
            for entry in entries.split():
                own = entry.startswith(("order", "akbar", "↑"))
                id = f"{entry.replace('↑', 'rise-')}-{seat}" if own else entry
                page.evaluate("scrollTo(0, 0)")
                page.wait_for_timeout(
                    1000 if entry == "done" else 0
                )  # a second tap on “done” within a second is ignored
                if not in_view(page, id):
                    out_of_view.append(entry)
                tap(page, id)
                taps += 1
    assert (taps, turns) == (67, 56)  # as docs/assist.md says
    assert taps / turns <= 1.2
    # Orders, steps and “done” need no scrolling, except in the lower rows while long announcements fill the screen.
    scrolled = [entry for entry in out_of_view if not entry.startswith(LOWER)]
    assert len(scrolled) <= 3, scrolled
    expect(page.locator("#rupees-red")).to_be_visible()  # the last turns are over
    for seat, rupees in zip(SEATS, (31, 28, 30, 22), strict=True):
        page.locator(f"#rupees-{seat}").fill(str(rupees))
        tap(page, f"final-{seat}")
        expect(page.locator(f"#rupees-{seat}")).to_have_value(str(rupees))
    one.words_fit()
    page.locator("#finish").click()
    expect(page.locator(".result")).to_contain_text(one.says("The game is over"))


def test_pier_events_and_the_last_round_are_in_large_print_in_view(phone, shared_server):
    one, _ = open_table(phone, shared_server)
    page = one.page
    tap(page, "contract-sufi-red")
    tap(page, "contract-cook-blue")
    newest = page.locator(".announced.newest")
    expect(newest).to_contain_text("The boat reaches pier 2!")  # seen at once, also by those who had scrolled down
    assert newest.evaluate("box => box.getBoundingClientRect().top") >= 0
    assert newest.evaluate("box => parseFloat(getComputedStyle(box).fontSize)") >= 18
    assert newest.evaluate("box => box.getBoundingClientRect().bottom") < 844
    assert in_view(page, "due-builder")
    expect(page.locator(".pier.here")).to_have_text("2")
    tap(page, "due-builder")
    expect(page.locator(".announced.newest")).to_contain_text(re.compile(r"Die \d: the builder goes to \w+, column \d"))
    expect(page.locator(".building.built")).to_have_count(5)
    page.locator("#end").click()
    expect(page.locator(".notice")).to_contain_text("round 2 is the last one")


def test_a_slip_made_three_rounds_ago_is_corrected(phone, shared_server):
    one, address = open_table(phone, shared_server)
    one.enter(address, ("red", "influence artisans 2"), ("red", "order artisans"))
    one.enter(address, *[(SEATS[(1 + number) % 4], "done") for number in range(12)])
    page = one.page
    page.goto(f"{address}?journal=all")
    slip = page.locator(".line", has_text="Anna: Order: Artisans")
    expect(slip).to_have_count(1)
    expect(page.locator("#order-artisans-red")).to_have_text("1")
    slip.locator(".undo-line").click()
    expect(slip).to_have_class(re.compile("taken-back"))
    expect(page.locator("#order-artisans-red")).to_have_text("0")
    expect(page.locator("#done")).to_contain_text("Boris")  # the turns of the others stay as they were
    page.locator("#show-red").click()
    expect(page.locator("#show-red")).to_have_attribute("aria-current", "true")
    tap(page, "more-orders-artisans")
    expect(page.locator("#order-artisans-red")).to_have_text("1")
    tap(page, "less-orders-artisans")
    expect(page.locator("#order-artisans-red")).to_have_text("0")
    page.locator("#set-influence-artisans").fill("5")
    tap(page, "enter-influence-artisans")
    expect(page.locator("#rise-artisans-red")).to_contain_text("5")
    expect(page.locator(".announced.newest")).to_contain_text("step 3! Take 1 favour")


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_two_phones_and_the_tv(phone, shared_server, lang):
    host, guest = phone(lang, **PHONE), phone(lang, **PHONE)
    setup = "merchant=4 builder=2,3 first=2" + COPY
    start_table([host, guest], shared_server.url, ("Анна", "Борис"), game="agra", setup=setup)
    address = host.page.url.split("?")[0]
    guest.page.locator("#first-blue").click()
    tv = host.context.new_page()
    tv.goto(f"{address}/tv")
    expect(tv.locator(".tv-turn")).to_contain_text("Борис")
    expect(host.page.locator("#order-artisans-blue")).to_have_count(0)  # Anna enters only for herself
    tap(guest.page, "contract-sufi-blue")
    expect(host.page.locator(".announced.newest")).to_contain_text("Борис")
    tap(host.page, "order-scholars-red")  # the first entry of the next player ends the turn of Boris, and her own
    expect(tv.locator(".tv-turn")).to_contain_text("Борис")
    tap(guest.page, "order-artisans-blue")
    tap(host.page, "end")
    for page in (host.page, guest.page, tv):
        expect(page.locator(".notice")).to_have_text(
            host.says("The end is near: round %(round)s is the last one.", round=3)
        )
    tap(host.page, "done")
    tap(guest.page, "done")
    expect(tv.locator(".notice")).to_have_text(host.says("Last round: everyone has one last turn."))


def test_what_is_printed_on_our_copy_is_asked_once_and_remembered(phone, live_server):
    one, _ = open_table(phone, live_server, setup=SETUP)
    page = one.page
    tap(page, "contract-sufi-red")
    tap(page, "guild-sufi-scholars")  # asked when it matters
    expect(page.locator("#guild-sufi-scholars")).to_have_count(0)
    page.locator("#our-copy summary").click()
    page.locator("label", has=page.locator("#track-9")).click()
    page.locator("label", has=page.locator("#meditation-1-2")).click()
    page.locator("label", has=page.locator("#bowls-left:1-oil".replace(":", "\\:"))).click()
    tap(page, "printed-enter")
    expect(page.locator("#meditation-points")).to_be_visible()
    other, _ = open_table(phone, live_server, setup=SETUP)
    other.page.locator("#our-copy summary").click()
    expect(other.page.locator("#guilds-sufi-scholars")).to_be_checked()
    expect(other.page.locator("#track-9")).to_be_checked()
    tap(other.page, "contract-sufi-blue")
    expect(other.page.locator("#rise-scholars-red")).to_contain_text("1")
