"""An entry that is sent again after its response was lost counts once, in every game, on pages and in the JSON API."""

from collections.abc import Callable

import pytest

from tests.tally import served_with_tally
from tests.web.conftest import ApiTable

Send = Callable[..., int]  # a move or an undo, about a version; returns the status

# game: what leads to the first entry, then entries of red: as they are sent first, and as they are sent again
ENTRIES = {
    "dice-charmers": ([], [("roll", " roll "), ("take purple-1", "take  purple-1")]),
    "tally": (
        ["red setup box=1"],
        [
            ("roll setup", " roll  setup"),  # becomes "setup first=2"
            ("first red", "first  red"),
            ("points 3", "points  03"),
            ("roll points", "roll points "),  # becomes "points 4"
        ],
    ),
}


@pytest.fixture
def app(pages, settings, jobs):
    with served_with_tally(pages, settings, jobs=jobs) as app:
        yield app


@pytest.fixture
def seated(client) -> Callable[[str], ApiTable]:
    def seat(game: str) -> ApiTable:
        answer = client.post("/api/tables", json={"game": game})
        table = ApiTable(client, answer.json["code"], answer.json["host_token"])
        table.join("Leila", colour="red")
        table.join("Rajesh", colour="blue")
        assert table.start().status_code == 200
        return table

    return seat


@pytest.fixture(params=["api", "page", "page without scripts"])
def sending(request, client) -> Callable[[ApiTable, str], Send]:
    """Send entries like a player."""
    client.application.config["WTF_CSRF_ENABLED"] = False

    def by(table: ApiTable, seat: str) -> Send:
        def send(version: int, move: str | None = None, **more: str) -> int:
            path = "/undo" if move is None else "/moves"
            body = {"version": version, "seat": seat, **more} | ({} if move is None else {"move": move})
            if request.param == "api":
                return table.call("POST", path, table.tokens[seat], **body).status_code
            headers = {"Authorization": f"Bearer {table.tokens[seat]}"}
            if request.param == "page":
                headers["X-Parts"] = "1"
            answer = client.post(f"/t/{table.code}{path}", data=body, headers=headers)
            return 200 if answer.status_code == 303 else answer.status_code

        return send

    return by


def events(client, table: ApiTable) -> list:
    return client.application.extensions["companion"].tables.log.read(table.code)


@pytest.mark.parametrize("game", ENTRIES)
def test_an_entry_sent_again_counts_once(client, seated, sending, game):
    before, entries = ENTRIES[game]
    table = seated(game)
    for entry in before:
        seat, _, move = entry.partition(" ")
        assert table.play(seat, move).status_code == 200
    send = sending(table, "red")
    for first, again in entries:
        version = table.show()["version"]
        assert send(version, first) == 200, first
        written = events(client, table)
        assert [send(version, again), send(version, first)] == [200, 200], again
        assert events(client, table) == written


@pytest.mark.parametrize("game", ENTRIES)
def test_another_entry_about_an_old_version_is_not_entered(client, seated, sending, game):
    before, ((first, _), *_) = ENTRIES[game]
    table = seated(game)
    for entry in before:
        seat, _, move = entry.partition(" ")
        table.play(seat, move)
    version = table.show()["version"]
    assert sending(table, "red")(version, first) == 200
    written = events(client, table)
    assert sending(table, "red")(version, "finish") == 409
    assert sending(table, "red")(version, "nonsense") == 409
    assert sending(table, "blue")(version, first) == 409, "somebody else's"
    assert sending(table, "red")(version) == 409, "an undo is another entry"
    assert events(client, table) == written


@pytest.mark.parametrize("game", ENTRIES)
def test_an_undo_sent_again_takes_back_one_entry(client, seated, sending, game):
    table = seated(game)
    begin = {
        "dice-charmers": ["red roll", "red take purple-1"],
        "tally": ["red first red", "red points 1", "red points 2"],
    }
    for entry in begin[game]:
        seat, _, move = entry.partition(" ")
        assert table.play(seat, move).status_code == 200, entry
    version, send = table.show()["version"], sending(table, "red")
    assert [send(version) for _ in range(3)] == [200] * 3
    assert events(client, table)[-1].kind == "undo" and table.show()["version"] == version + 1
    assert send(version, turn="true") == 409, "the whole turn is another entry"


def test_the_entry_that_ends_the_game_can_be_sent_again(seated, sending):
    table = seated("tally")
    for move in ("first red", "points 10"):
        assert table.play("red", move).status_code == 200, move
    version, send = table.show()["version"], sending(table, "red")
    assert [send(version, "finish") for _ in range(2)] == [200, 200]
    assert table.show()["phase"] == "over"


def test_a_repeated_entry_reads_nothing_while_nothing_is_repeated(client, seated, monkeypatch):
    """Only a stale entry is compared with the log."""
    table = seated("tally")
    log, asked = client.application.extensions["companion"].tables.log, []
    read = log.read
    monkeypatch.setattr(log, "read", lambda code, after=0: asked.append(after) or read(code, after))
    version = table.show()["version"]
    asked.clear()
    assert table.play("red", "first red", version).status_code == 200
    assert asked == []
