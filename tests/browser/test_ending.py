"""The end as people see it: who won, a picture to share, the way back from the start page."""

from PIL import Image
from playwright.sync_api import expect

from tests.browser.accessible import check
from tests.browser.player import Gathering

SHARING = """
  navigator.canShare = (data) => Boolean(data.files?.length);
  navigator.share = async ({ files: [file] }) => {
    document.documentElement.dataset.shared = `${file.name} ${file.type} ${file.size > 10000}`;
  };
"""


def test_the_end_is_celebrated_and_its_picture_saved_or_shared(seated, tmp_path):
    anna, boris = players = seated(2, lang=("en", "ru"))
    Gathering(players).skips_to_the_end()
    for each in players:
        expect(each.page.locator("#podium-heading")).to_be_visible()
    won = [each.page.locator("#podium-heading").inner_text() == each.phone.says("You won!") for each in players]
    assert sorted(won) == [False, True]
    code = anna.page.url.rpartition("/")[2]
    for each in players:
        check(each.phone, "the end")
    moves_only_where_motion_is_welcome(boris)

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


def moves_only_where_motion_is_welcome(player) -> None:
    expect(player.page.locator(".confetti")).to_be_hidden()
    player.page.emulate_media(reduced_motion="no-preference")
    expect(player.page.locator(".confetti")).to_be_visible()
    assert player.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "while it falls"
    player.page.emulate_media(reduced_motion="reduce")


def test_the_start_page_leads_back_to_the_game(seated, game_server):
    anna, _ = seated(2, lang="ru")
    table = anna.page.url
    anna.page.goto(game_server.url)
    anna.page.get_by_role(
        "link", name=anna.phone.says("Continue: table %(code)s", code=table.rpartition("/")[2])
    ).click()
    expect(anna.page).to_have_url(table)
    anna.phone.is_connected()
    anna.page.goto(game_server.url)
    check(anna.phone, "a game to continue")
