"""An entry that is sent again after its response was lost counts once, in every game, on pages and in the JSON API."""

from collections.abc import Callable

import pytest

from tests.web.conftest import ApiTable

Send = Callable[..., int]  # a move or an undo, about a version; returns the status

# game: what leads to the first entry, then entries of red: as they are sent first, and as they are sent again
ENTRIES = {
    "dice-charmers": ([], [("roll", " roll "), ("take purple-1", "take  purple-1")]),
    "rajas": (
        ["blue starting dice 6 6 6 6"],
        [
            ("roll", "roll"),  # becomes "starting dice 3 5 2 6"
            ("first red", "first  red"),
            ("fame 3", "fame  3"),
            ("roll blue", " roll  blue"),  # becomes "die blue 4"
            ("die blue 4", "die blue  04"),
            ("roll blue 4", "roll blue 4"),  # becomes "reroll blue 4 6"
        ],
    ),
    "cards-karma": ([], [("first red", "first red"), ("coins 2", "coins  2"), ("take tea2+red", "take red+tea2")]),
    "agra": ([], [("roll", "roll "), ("wood 2", "wood  2"), ("contract sufi scholars", "contract  sufi scholars")]),
}


@pytest.fixture
def seated(client) -> Callable[[str], ApiTable]:
    def seat(game: str) -> ApiTable:
        answer = client.post(
            "/api/tables", json={"game": game, **({} if game == "dice-charmers" else {"mode": "full"})}
        )
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
        "rajas": [
            "red starting dice 1 1 1 1",
            "blue starting dice 2 2 2 2",
            "red first red",
            "red fame 1",
            "red fame 2",
        ],
    }
    for entry in begin.get(game, ["red first red", "red karma 1" if game == "cards-karma" else "red wood 1"]):
        seat, _, move = entry.partition(" ")
        assert table.play(seat, move).status_code == 200, entry
    version, send = table.show()["version"], sending(table, "red")
    assert [send(version) for _ in range(3)] == [200] * 3
    assert events(client, table)[-1].kind == "undo" and table.show()["version"] == version + 1
    assert send(version, turn="true") == 409, "the whole turn is another entry"


def test_the_entry_that_ends_the_game_can_be_sent_again(seated, sending):
    table = seated("agra")
    for entry in ("red first red", "red influence artisans", "red top artisans", *("red end", "blue end") * 2):
        seat, _, move = entry.partition(" ")
        assert table.play(seat, move).status_code == 200, entry
    for seat in ("red", "blue"):
        table.play(seat, "rupees 7")
    version, send = table.show()["version"], sending(table, "red")
    assert [send(version, "finish") for _ in range(2)] == [200, 200]
    assert table.show()["phase"] == "over"


def test_a_repeated_entry_reads_nothing_while_nothing_is_repeated(client, seated, monkeypatch):
    """Only a stale entry is compared with the log."""
    table = seated("rajas")
    log, asked = client.application.extensions["companion"].tables.log, []
    read = log.read
    monkeypatch.setattr(log, "read", lambda code, after=0: asked.append(after) or read(code, after))
    version = table.show()["version"]
    asked.clear()
    assert table.play("red", "starting dice 1 1 1 1", version).status_code == 200
    assert asked == []
