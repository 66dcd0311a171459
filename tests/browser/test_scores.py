"""Score sheets in a browser: made from nothing, filled in on one phone and on three, printed, shared, changed."""

import pytest
from playwright.sync_api import expect

from companion.games.scores.rules.sheet import parse_file
from tests.browser import accessible


def add_row(page, kind: str, title: str, **fields: str) -> str:
    """Add a row in the editor, and return its key."""
    number = page.locator(".draft-row").count()
    page.locator(f"#add-{kind}").click()
    expect(page.locator(".draft-row")).to_have_count(number + 1)
    key = page.locator(".draft-row").last.get_attribute("data-key")
    page.locator(f"#row-{key}-title").fill(title)
    for name, value in fields.items():
        page.locator(f"#row-{key}-{name}").fill(value)
    return key


def make_castles(someone, url: str) -> None:
    """Make a sheet from nothing."""
    page = someone.page
    someone.open(f"{url}/scores")
    page.locator("#make").click()
    page.locator("#title").fill("Castles")
    page.locator("#most").select_option("5")
    add_row(page, "number", "Coins")
    add_row(page, "count", "Castles", each="3")
    add_row(page, "majority", "Fields", places="5, 2")
    add_row(page, "rounds", "Hands")
    key = add_row(page, "formula", "Bonus")
    page.locator(f"#row-{key}-formula").press("End")
    page.locator("[data-insert='[Coins]']").click()
    page.locator("[data-insert=' / ']").last.click()
    page.locator(f"#row-{key}-formula").press("5")
    expect(page.locator(f"#row-{key}-formula")).to_have_value("[Coins] / 5")
    expect(page.locator("#preview .blank")).to_contain_text("Bonus")


def fill(page, box: str, value: str) -> None:
    page.locator(f"#box-{box}").fill(value)
    page.locator(f"#box-{box}").press("Tab")


def points(page, box: str, value: str) -> None:
    expect(page.locator(f"#points-{box}")).to_have_text(value)


def test_a_sheet_is_made_from_nothing_played_with_three_phones_printed_and_exported(phone, shared_server):
    anna, boris, chandra = phone("ru"), phone("en"), phone("ru")
    tv = phone("en", viewport={"width": 1280, "height": 720})
    make_castles(anna, shared_server.url)
    accessible.check(anna, "the editor")
    anna.page.locator("#tiebreak-0").select_option(label="Coins")
    anna.page.locator("#save").click()
    expect(anna.page.locator("h1")).to_have_text("Castles")
    accessible.check(anna, "a sheet")
    sheet = anna.page.url

    pad = anna.context.request.get(f"{sheet}/pad.pdf?paper=letter&ink=saver&name=Anna")
    assert (pad.status, pad.body()[:5]) == (200, b"%PDF-")
    with anna.page.expect_download() as download:
        anna.page.locator("#file").click()
    exported = parse_file(download.value.path().read_bytes())
    assert [row.id for row in exported.rows] == ["coins", "castles", "fields", "hands", "bonus"]
    assert (exported.players, exported.tiebreak, exported.rows[4].formula.text) == (
        range(2, 6),
        ("coins",),
        "coins / 5",
    )

    anna.page.locator("#open-table").click()
    link = anna.page.locator(".invite .link a").inner_text()
    expect(anna.page.locator(".lobby-head")).to_contain_text("Castles")
    anna.sit_down("Anna")
    for someone, name in ((boris, "Boris"), (chandra, "Chandra")):
        someone.open(link)
        someone.sit_down(name)
    anna.tap("Start the game")
    tv.open(f"{link}/tv")
    everybody = (anna, boris, chandra)
    for someone in everybody:
        someone.is_connected()

    with anna.stays(), boris.stays(), chandra.stays():
        fill(anna.page, "red-coins", "12")
        fill(boris.page, "blue-coins", "−4")
        fill(anna.page, "red-fields", "3")
        points(anna.page, "red-fields", "5")
        fill(boris.page, "blue-fields", "3")
        points(anna.page, "red-fields", "3")  # now they share: 7 / 2
        points(anna.page, "red-bonus", "2")
        chandra.page.locator("#box-green-castles").press("ArrowUp")
        chandra.page.locator("#box-green-castles").press("ArrowUp")
        points(chandra.page, "green-castles", "6")
        for number, hand in enumerate(("5", "-2", "8")):
            fill(chandra.page, f"green-hands-{number}", hand)
            expect(chandra.page.locator(f"#box-green-hands-{number + 1}")).to_be_visible()
        points(chandra.page, "green-hands", "11")
        for someone in everybody:
            expect(someone.page.locator(".runner-total")).to_have_text(["17", "−2", "17"])
        expect(tv.page.locator(".runner-total")).to_have_text(["17", "−2", "17"])
    accessible.check(chandra, "a column")
    for someone in everybody:
        someone.page.locator("#done").click()
        expect(someone.page.locator("#reopen")).to_be_visible()
    accessible.check(anna, "all columns are done")
    anna.page.locator("#finish").click()
    for someone in everybody:
        expect(someone.page.locator(".place-score")).to_have_text(["17", "17", "−2"])
        expect(someone.page.locator(".tie")).to_contain_text(
            someone.says("more in “%(row)s”", row="Coins") + " (12 : 0)"
        )
    expect(tv.page.locator(".tv-result li").first).to_contain_text("Anna")
    accessible.check(boris, "the result")
    anna.page.locator("#history").click()
    expect(anna.page.locator(".verdict-game")).to_have_text("Castles")
    boris.page.locator("#rematch").click()
    boris.sees_seats("Boris", "Chandra", "Anna")
    expect(boris.page.locator(".lobby-head")).to_contain_text("Castles")


def test_one_phone_fills_in_for_everybody_with_the_keyboard(phone, shared_server, lang):
    anna = phone(lang, viewport={"width": 320, "height": 640})
    page = anna.page
    anna.open(f"{shared_server.url}/scores/five-rounds")
    for number, name in enumerate(("Anna", "Boris", "Chandra"), start=1):
        page.locator(f"#player-{number}").fill(name)
    page.locator("#begin").click()
    anna.is_connected()
    page.locator("#box-red-rounds-0").focus()
    for key in ("7", "Enter"):
        page.keyboard.press(key)
    points(page, "red-rounds", "7")
    for seat, value in (("blue", "12"), ("green", "3")):
        fill(page, f"{seat}-rounds-0", value)
    expect(page.locator("#total-green")).to_have_text("3")
    accessible.check(anna, "columns for everybody")
    page.locator("#ask-finish summary").click()
    page.locator("#finish").click()
    expect(page.locator(".place-name")).to_have_text(["Chandra", "Anna", "Boris"])  # the lowest wins
    page.reload()
    expect(page.locator(".place-score")).to_have_text(["3", "7", "12"])


def test_totals_are_hidden_until_the_end_if_that_was_chosen(phone, shared_server):
    anna, boris = phone("en"), phone("en")
    anna.open(f"{shared_server.url}/scores/regions")
    anna.page.locator("input[name=totals][value=end]").check()
    anna.page.locator("#open-table").click()
    link = anna.page.locator(".invite .link a").inner_text()
    anna.sit_down("Anna")
    boris.open(link)
    boris.sit_down("Boris")
    anna.tap("Start the game")
    for someone in (anna, boris):
        someone.is_connected()
    fill(anna.page, "red-coins", "15")
    fill(anna.page, "red-north", "2")
    points(anna.page, "red-treasury", "3")
    points(anna.page, "red-north", "–")  # it would tell what Boris has
    expect(boris.page.locator(".runner .soft").first).to_contain_text("2 of 5")
    expect(boris.page.locator(".runner-total")).to_have_text(["", ""])
    boris.page.locator("#ask-finish summary").click()
    boris.page.locator("#finish").click()
    expect(anna.page.locator(".place-score")).to_have_text(["11", "0"])


def test_a_draft_survives_closing_the_page_and_two_windows_lose_nothing(phone, shared_server):
    anna = phone("en")
    make_castles(anna, shared_server.url)
    anna.page.goto("about:blank")
    anna.open(f"{shared_server.url}/scores/new")
    expect(anna.page.locator(".draft-row")).to_have_count(5)
    anna.page.locator("#title").fill("Castles twice")
    anna.page.locator("#save").click()
    anna.page.locator("#edit").click()
    other = anna.context.new_page()
    other.goto(anna.page.url)
    anna.page.locator("#title").fill("Castles here")
    anna.page.locator("#save").click()
    expect(anna.page.locator("h1")).to_have_text("Castles here")
    other.locator("#title").fill("Castles there")
    other.locator("#save").click()
    expect(other.locator("#refused")).to_contain_text("changed meanwhile")
    expect(other.locator("#title")).to_have_value("Castles there")
    other.locator("#save-copy").click()
    expect(other.locator("h1")).to_have_text("Castles there")
    assert other.url != anna.page.url


def test_a_sheet_travels_as_a_link_and_as_a_file(phone, shared_server, tmp_path):
    anna, boris = phone("en"), phone("ru")
    anna.open(f"{shared_server.url}/scores/sums")
    link = anna.page.locator("#share").get_attribute("data-link")
    boris.open(link)
    expect(boris.page.locator("h1")).to_have_text("Сумма очков")
    boris.page.locator("#keep").click()
    expect(boris.page.locator("#edit")).to_be_visible()
    boris.open(link[:-9])
    expect(boris.page.locator("#problems")).to_contain_text(
        boris.says("This link is incomplete or was changed. Ask for it again.")
    )

    wrong = tmp_path / "wrong.toml"
    wrong.write_text(
        'kind = "scores"\nname = "Wrong"\ntitle = "Wrong"\nplayers = [2]\n[[row]]\nid = "a"\nkind = "sum"\n'
    )
    anna.open(f"{shared_server.url}/scores")
    anna.page.locator("#file").set_input_files(wrong)
    anna.page.locator(".import button").click()
    expect(anna.page.locator("#problems li")).to_have_count(3)


@pytest.mark.parametrize("path", ["/scores", "/scores/city", "/scores/new?from=dice-63"])
def test_the_pages_fit_a_small_phone_and_are_accessible(phone, shared_server, path):
    someone = phone("ru", viewport={"width": 320, "height": 640})
    someone.open(shared_server.url + path)
    accessible.check(someone, path)
