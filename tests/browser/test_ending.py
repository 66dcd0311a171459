"""The end as people see it: who won, a picture to share, the way back from the start page."""

from PIL import Image
from playwright.sync_api import expect

from tests.browser.player import Gathering
from tests.browser.test_accessibility import check

SHARING = """
  navigator.canShare = (data) => Boolean(data.files?.length);
  navigator.share = async ({ files: [file] }) => {
    document.documentElement.dataset.shared = `${file.name} ${file.type} ${file.size > 10000}`;
  };
"""


def test_the_end_is_celebrated_and_its_picture_saved_or_shared(seated, lang, tmp_path):
    anna, boris = players = seated(2, lang=lang)
    Gathering(players).plays_to_the_end()
    headings = [each.page.locator("#podium-heading") for each in players]
    for heading in headings:
        expect(heading).to_be_visible()
    said = [heading.inner_text() for heading in headings]
    assert anna.phone.says("You won!") in said and said[0] != said[1]
    code = anna.page.url.rpartition("/")[2]
    check(anna.phone, "the end")

    with anna.page.expect_download() as download:
        anna.page.locator("#picture").click()
    assert download.value.suggested_filename == f"{code}.png"
    download.value.save_as(tmp_path / "result.png")
    with Image.open(tmp_path / "result.png") as picture:
        assert picture.width == 1080 and len(picture.getcolors(maxcolors=1 << 24)) > 20

    boris.page.add_init_script(SHARING)
    boris.page.reload()
    expect(boris.page.locator("#picture")).to_have_text(boris.phone.says("Share the picture of the result"))
    boris.page.locator("#picture").click()
    expect(boris.page.locator("html")).to_have_attribute("data-shared", f"{code}.png image/png true")


def test_the_celebration_moves_only_where_motion_is_welcome(seated):
    anna, boris = players = seated(2)
    Gathering(players).plays_to_the_end()
    expect(anna.page.locator("#podium-heading")).to_be_visible()
    expect(anna.page.locator(".confetti")).to_be_hidden()
    boris.page.emulate_media(reduced_motion="no-preference")
    expect(boris.page.locator(".confetti")).to_be_visible()
    assert boris.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_start_page_leads_back_to_the_game(seated, game_server, lang):
    anna, _ = seated(2, lang=lang)
    table = anna.page.url
    anna.page.goto(game_server.url)
    anna.page.get_by_role(
        "link", name=anna.phone.says("Continue: table %(code)s", code=table.rpartition("/")[2])
    ).click()
    expect(anna.page).to_have_url(table)
    anna.phone.is_connected()
    anna.page.goto(game_server.url)
    check(anna.phone, "a game to continue")
