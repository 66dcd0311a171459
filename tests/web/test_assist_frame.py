"""An assisted game without its own templates gets a page and a TV page from the shared frame."""

import pytest

from companion.games.assist.mode import FULL
from companion.games.cards_karma.game import CardsKarma
from companion.games.cards_karma.tracking import Tracking
from tests.conftest import served
from tests.testgame import games
from tests.web.conftest import ApiTable


class PlainTracking(Tracking):
    folder = "games/nowhere"

    def describe_board(self, position, player):
        tokens = position.running.boards[player].tokens
        names = ("fame", "coins", "karma", "administrators")
        return {name: getattr(tokens, name) for name in names}


class Plain(CardsKarma):
    modes = {FULL: PlainTracking()}  # noqa: RUF012


@pytest.fixture
def app(pages, settings):
    with served(pages, settings, {**games(), "cards-karma": Plain()}) as app:
        app.config["WTF_CSRF_ENABLED"] = False
        yield app


@pytest.mark.parametrize("language", ["en", "ru"])
def test_counters_and_offers_make_a_board(client, language):
    opened = client.post("/api/tables", json={"game": "cards-karma", "mode": FULL}).json
    table = ApiTable(client, opened["code"], opened["host_token"])
    table.join("Leila", colour="red")
    table.join("Rajesh", colour="blue")
    table.start()
    seat, spoken = {"Authorization": f"Bearer {table.tokens['red']}"}, {"Accept-Language": language}
    address = f"/t/{table.code}"
    assert 'value="first red"' in client.get(address, headers=seat | spoken).text
    table.play("red", "first red")
    page = client.get(address, headers=seat | spoken).text
    assert 'value="die"' in page and 'id="coins">0<' in page
    body = {"move": "coins 2", "seat": "red", "version": table.show()["version"]}
    assert 'id="coins">2<' in client.post(f"{address}/moves", data=body, headers=seat | {"X-Parts": "1"}).text
    assert client.get(f"{address}/tv", headers=spoken).text.count('<article class="tv-board') == 2
