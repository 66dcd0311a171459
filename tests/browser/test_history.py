"""The history on a phone, in Russian: keep a result, look at games and statistics, share, delete; and a lobby that
remembers its player."""

import json
from urllib.parse import unquote

import pytest
from playwright.sync_api import expect

from companion.web.sharing import pack
from tests.browser.accessible import check

NAME = "Анна"
EVENINGS = (
    ("rajas", {"players": [{"name": "Anna", "fame": 30, "money": 65}, {"name": "Boris", "fame": 20, "money": 40}]}),
    ("rajas", {"players": [{"name": "Anna", "fame": 25, "money": 61}, {"name": "Boris", "fame": 31, "money": 66}]}),
    (
        "cards-karma",
        {
            "players": [
                {"name": "Anna", "turned": 6, "fame": 1, "coins": 2, "karma": 0},
                {"name": "Boris", "turned": 6, "fame": 1, "coins": 2, "karma": 0},
                {"name": "Chandra the Magnificent", "turned": 3, "fame": 0, "coins": 1, "karma": 1},
            ]
        },
    ),
)


@pytest.fixture
def anna(phone, shared_server):
    """She has kept three results."""
    anna = phone("ru")
    for game, totals in EVENINGS:
        link = pack(json.loads(json.dumps(totals).replace("Anna", NAME)))
        anna.open(f"{shared_server.url}/score/{game}/r/{link}")
        anna.tap("Keep it in the history")
        expect(anna.page.locator(".ranking")).to_be_visible()
    return anna


def test_a_history_to_look_at(anna, phone, shared_server):
    check(anna, "a game")
    link = anna.page.get_by_role("link", name=anna.says("Send to BG Stats")).get_attribute("href")
    assert '"bggId"' not in unquote(link) and f'"name":"{NAME}"' in unquote(link)
    with anna.page.expect_download() as download:
        anna.page.locator("#picture").click()
    assert download.value.suggested_filename == "cards-karma.png"

    anna.page.get_by_role("link", name=anna.says("All games")).click()
    expect(anna.page.locator(".games > li")).to_have_count(3)
    anna.page.locator(".filter summary").click()
    check(anna, "the history")
    anna.page.locator("#game").select_option("rajas")
    anna.page.locator("#name").fill(NAME.lower())
    anna.tap("Show")
    expect(anna.page.locator(".games > li")).to_have_count(2)

    anna.page.locator(".chip").filter(has_text=NAME).click()
    expect(anna.page.locator("svg[role=img]")).to_have_count(6)
    anna.page.locator(".danger summary").click()
    check(anna, "statistics")

    stranger = phone("en")
    stranger.open(shared_server.url + "/history")
    expect(stranger.page.locator(".games")).to_have_count(0)
    check(stranger, "an empty history")

    anna.tap("Delete the name everywhere")
    expect(anna.page.locator(".games > li")).to_have_count(3)
    expect(anna.page.get_by_text(NAME)).to_have_count(0)
    anna.sees("Somebody")
    anna.page.locator(".game-link").first.click()
    anna.page.locator(".danger summary").click()
    anna.tap("Delete it")
    expect(anna.page.locator(".games > li")).to_have_count(2)


def test_the_lobby_remembers_its_player_only_if_asked_to(phone, shared_server):
    anna = phone()
    anna.open_table(shared_server.url)
    anna.sit_down("Anna", "green")
    anna.open_table(shared_server.url)
    expect(anna.page.locator("#name")).to_have_value("Anna")
    expect(anna.colour("green")).to_be_checked()
    anna.page.get_by_label(anna.says("Remember my name and colour on this device")).uncheck()
    anna.sit_down("Anna", "blue")
    anna.open_table(shared_server.url)
    expect(anna.page.locator("#name")).to_have_value("")
