"""The pages that all assistants share: announcements, journal with undo, opening, watching devices, TV."""

import re

import pytest

from companion.storage import Entry
from tests.tally import served_with_tally
from tests.web.conftest import ApiTable


@pytest.fixture
def app(pages, settings):
    with served_with_tally(pages, settings) as app:
        yield app


@pytest.fixture
def table(client):
    opened = client.post("/api/tables", json={"game": "tally"}).json
    table = ApiTable(client, opened["code"], opened["host_token"])
    table.join("Anna", colour="red")
    table.join("Bela", colour="blue")
    table.start()
    return table


@pytest.fixture
def begun(table):
    table.play("red", "first red")
    return table


def open_page(client, table, seat=None, language="en", **query):
    headers = {"Accept-Language": language} | ({"Authorization": f"Bearer {table.tokens[seat]}"} if seat else {})
    return client.get(f"/t/{table.code}", headers=headers, query_string=query).text


def undo(client, table, seat, **fields):
    token = re.search(r'name="csrf-token" content="([^"]+)"', client.get("/").text)[1]
    headers = {"Authorization": f"Bearer {table.tokens[seat]}", "X-Parts": "1"}
    return client.post(f"/t/{table.code}/undo", data={"csrf_token": token, "seat": seat, **fields}, headers=headers)


@pytest.mark.parametrize("language", ["en", "ru"])
def test_what_an_entry_triggers_is_announced_on_every_phone_and_the_tv(client, begun, language):
    begun.play("red", "points 11")
    for page in (
        open_page(client, begun, "red", language),
        open_page(client, begun, "blue", language),
        client.get(f"/t/{begun.code}/tv", headers={"Accept-Language": language}).text,
    ):
        announced = page.partition('class="announced newest"')[2]
        assert "Anna" in announced and "take the cup" in announced


def test_announcements_give_way_to_those_of_later_entries(client, begun):
    begun.play("red", "points 11")
    for _ in range(3):
        begun.play("blue", "points 1")
    page = open_page(client, begun, "red")
    assert 'class="announced' not in page and "take the cup" in page  # still in the journal


def test_every_own_entry_can_be_undone_from_the_journal(client, begun):
    begun.play("red", "points 7")
    slip = begun.show()["version"]
    begun.play("blue", "points 2")
    begun.play("red", "points 1")
    page = open_page(client, begun, "red")
    assert re.findall(r'id="undo-(\d+)"', page) == [str(slip + 2), str(slip), str(slip - 1)]
    answer = undo(client, begun, "red", entry=slip)
    assert answer.status_code == 200 and 'class="line taken-back"' in answer.text
    assert begun.show()["sheets"]["red"]["points"] == 1


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        pytest.param({"entry": "x"}, 400, id="not-a-number"),
        pytest.param({"entry": "0"}, 400, id="zero"),
        pytest.param({"entry": "99"}, 422, id="no-such-entry"),
        pytest.param({"turn": "1"}, 422, id="whole-turn"),
    ],
)
def test_a_wrong_undo_is_refused(client, begun, fields, status):
    begun.play("red", "points 7")
    assert undo(client, begun, "red", **fields).status_code == status
    assert begun.show()["sheets"]["red"]["points"] == 7


def test_the_undo_button_names_what_it_undoes(client, begun):
    begun.play("red", "points 7")
    assert "Undo: 7 points" in open_page(client, begun, "red")
    assert "Undo: 7 points" not in open_page(client, begun, "blue")


def test_the_journal_shows_the_latest_entries_and_on_request_all(client, begun):
    for _ in range(15):
        begun.play("red", "points 1")
    assert open_page(client, begun, "red").count('<li class="line') == 12
    assert open_page(client, begun, "red", journal="all").count('<li class="line') == 16


def test_what_is_printed_on_the_copy_is_asked_before_and_during_the_game(client, table):
    for begun in (False, True):
        if begun:
            table.play("red", "first red")
        page = open_page(client, table, "red")
        assert "Which box?" in page and 'name="fact.box"' in page
    assert 'name="fact.first"' not in page


def test_a_device_without_a_seat_says_how_to_take_one(client, begun):
    assert 'id="no-seat"' in open_page(client, begun)
    assert 'id="no-seat"' not in open_page(client, begun, "red")


class TestOnePhone:
    def start(self, client, names, colours):
        self.token = re.search(r'name="csrf-token" content="([^"]+)"', client.get("/").text)[1]
        opened = client.post("/tables", data={"csrf_token": self.token, "game": "tally"})
        code = opened.headers["Location"].rsplit("/", 1)[-1]
        sent = {"csrf_token": self.token, "player": names, "colour": colours}
        return code, client.post(f"/t/{code}/together", data=sent)

    def test_everybody_is_seated_in_the_colours_of_their_pieces(self, client):
        code, answer = self.start(client, ["Anna", "Bela", ""], ["teal", "pink", "red"])
        assert answer.status_code == 303
        seats = client.get(f"/api/tables/{code}").json["seats"]
        assert [(seat["name"], seat["colour"]) for seat in seats] == [("Anna", "teal"), ("Bela", "pink")]

    @pytest.mark.parametrize(
        ("names", "colours", "said"),
        [
            pytest.param(["Anna", "Bela"], ["teal", "teal"], "This colour is already taken.", id="same-colour"),
            pytest.param(["Anna", "anna"], ["teal", "red"], "already called", id="same-name"),
            pytest.param(["Anna", ""], ["teal", "red"], "2 to 4 players", id="too-few"),
            pytest.param(["Anna", "Bela"], ["mauve", "red"], "", id="no-such-colour"),
        ],
    )
    def test_a_mistake_is_explained_and_what_was_typed_stays(self, client, names, colours, said):
        code, answer = self.start(client, names, colours)
        assert answer.status_code in (409, 422) and said in answer.text and 'value="Anna"' in answer.text
        assert client.get(f"/api/tables/{code}").json["seats"] == []

    def test_the_page_follows_the_turn_and_undoes_for_everybody(self, client):
        code, _ = self.start(client, ["Anna", "Bela"], ["red", "blue"])
        for seat, move in (("red", "first red"), ("red", "points 3"), ("blue", "points 4")):
            client.post(f"/t/{code}/moves", data={"csrf_token": self.token, "seat": seat, "move": move})
        page = client.get(f"/t/{code}").text
        assert 'data-shown="blue"' in page and "Undo: 4 points" in page and len(re.findall('id="undo-', page)) == 3


def test_a_table_with_a_former_mode_answers_with_a_sentence(client, app):
    tables = app.extensions["companion"].tables
    code = "QQQQQQ"
    body = {"game": "tally", "settings": {"mode": "full"}, "commitment": ""}
    events = tables.number_entries(0, [Entry("created", body, secret={"seed": "", "host_key": ""})])
    tables.log.append(code, events)
    for address in (f"/t/{code}", f"/api/tables/{code}", f"/t/{code}/tv"):
        answer = client.get(address)
        assert answer.status_code == 410 and "earlier version" in answer.text, address
