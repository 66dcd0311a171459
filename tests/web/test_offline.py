"""Who may copy a table for offline play, and what the service worker may do."""

import json
import re

import pytest

from companion.games.fair_dice import compute_commitment
from companion.tables.exports import WrongSeed, pack, read_export, unpack, verify


@pytest.fixture
def app(app):
    app.config["WTF_CSRF_ENABLED"] = False  # test_security.py holds it
    return app


def sign(phone, **more) -> dict[str, str]:
    """The headers of an entry: with the token of this browser's forms."""
    return {"X-CSRFToken": re.search(r'csrf-token" content="([^"]+)"', phone.get("/offline").text)[1], **more}


def take_along(phone, table):
    return phone.post(f"{table}/copy", headers=sign(phone, **{"X-Parts": "1"}))


def open_table(host, game="dice-charmers", **options) -> str:
    return host.post("/tables", data={"game": game, **options}).location


def sit_down(phone, table, *names, **more) -> None:
    for name in names:
        assert phone.post(f"{table}/join", data={"name": name, **more}).status_code == 303


def start(host, table) -> None:
    host.post(f"{table}/arrange", data={"do": "start"})


def alone(host, other):
    return host.post("/alone", data={"game": "dice-charmers"}).location


def everybody_on_one_phone(host, other):
    table = open_table(host)
    sit_down(host, table, "Anna", "Boris")
    start(host, table)
    return table


def with_paper(host, other):
    table = open_table(host)
    sit_down(host, table, "Anna")
    sit_down(host, table, "Boris", kind="paper")
    start(host, table)
    return table


def with_another_phone(host, other):
    table = open_table(host)
    sit_down(host, table, "Anna")
    sit_down(other, table, "Boris")
    start(host, table)
    return table


def with_one_who_left(host, other):
    table = with_another_phone(host, other)
    absent = {"action": "paper", "about": "blue"}
    assert host.post(f"{table}/manage", data=absent, headers=sign(host)).status_code == 303
    return table


def with_a_bot(host, other):
    return host.post("/alone", data={"game": "dice-charmers", "opponent": "level-1"}).location


def in_the_lobby(host, other):
    table = open_table(host)
    sit_down(host, table, "Anna", "Boris")
    return table


def host_without_a_seat(host, other):
    table = open_table(host)
    sit_down(other, table, "Anna", "Boris")
    start(host, table)
    return table


@pytest.mark.parametrize("begin", [alone, everybody_on_one_phone])
def test_the_phone_that_all_share_may_take_the_table_along(app, begin):
    host, other = app.test_client(), app.test_client()
    table = begin(host, other)
    assert "data-copy-url" in host.get(table).text
    copy = take_along(host, table).json
    tables = app.extensions["companion"].tables
    assert copy["events"][0]["secret"]["seed"] == tables.get(copy["code"]).seed
    keys = {seat.key for seat in tables.get(copy["code"]).seats} | {tables.get(copy["code"]).host_key}
    assert not any(key in json.dumps(copy) for key in keys)
    assert [event["kind"] for event in copy["events"]].count("taken-offline") == 1
    assert take_along(host, table).json == copy  # noted once


@pytest.mark.parametrize("begin", [alone, everybody_on_one_phone, with_paper, with_another_phone])
def test_nobody_else_gets_the_secret_of_the_dice(app, begin):
    host, other, stranger = (app.test_client() for _ in range(3))
    table = begin(host, other)
    for phone in (other, stranger):
        assert "data-copy-url" not in phone.get(table).text
        refused = take_along(phone, table)
        assert (refused.status_code, "seed" in refused.text) == (403, False)
    seed = app.extensions["companion"].tables.get(table[-6:]).seed
    assert seed not in stranger.get(f"/api/tables/{table[-6:]}").text


@pytest.mark.parametrize(
    ("begin", "status"),
    [
        (with_another_phone, 403),
        (with_paper, 403),
        (with_one_who_left, 403),
        (with_a_bot, 403),
        (host_without_a_seat, 403),
        (in_the_lobby, 422),
    ],
)
def test_where_others_play_too_not_even_the_host_may(app, begin, status):
    host, other = app.test_client(), app.test_client()
    table = begin(host, other)
    assert take_along(host, table).status_code == status
    log = app.extensions["companion"].tables.log.read(table[-6:])
    assert "taken-offline" not in [event.kind for event in log]


def hand_over(app, host, table) -> None:
    """Boris goes on with his own phone."""
    tables, code = app.extensions["companion"].tables, table[-6:]
    tables.move_seat(code, "blue", tables.get(code).find_seat("blue").key)


def turn_to_paper(app, host, table) -> None:
    data = {"action": "paper", "about": "blue"}
    assert host.post(f"{table}/manage", data=data, headers=sign(host)).status_code == 303


def play_to_the_end(tables, code):
    while (found := tables.get(code)).phase == "playing":
        seat = found.describe_turn()["seat"]
        move = str(found.game.list_moves(found.position, seat)[-1].move)
        tables.play_bot(code, seat, move, found.version)


@pytest.mark.parametrize("leave", [hand_over, turn_to_paper])
def test_a_seat_that_leaves_the_phone_gets_dice_that_it_does_not_know(app, leave):
    host = app.test_client()
    table = everybody_on_one_phone(host, host)
    tables, code = app.extensions["companion"].tables, table[-6:]
    known = take_along(host, table).json["events"][0]["secret"]["seed"]
    leave(app, host, table)
    changed = tables.get(code)
    assert changed.seed != known and compute_commitment(changed.seed) == changed.commitment
    assert changed.commitment in host.get(f"/api/tables/{code}").text
    assert {known, changed.seed}.isdisjoint(re.findall("[0-9a-f]{64}", host.get(table).text))
    assert 'class="new-seed"' in host.get(table).text and "all rolls are new" in host.get(table).text
    assert take_along(host, table).status_code == 403


def test_both_seeds_of_such_a_table_are_revealed_and_verified(app):
    host = app.test_client()
    table = everybody_on_one_phone(host, host)
    tables, code = app.extensions["companion"].tables, table[-6:]
    for _ in range(3):
        found = tables.get(code)
        tables.play_bot(code, "red", str(found.game.list_moves(found.position, "red")[0].move), found.version)
    take_along(host, table)
    hand_over(app, host, table)
    play_to_the_end(tables, code)
    data = host.get(f"{table}/log.json").json
    assert verify(read_export(data), tables.games) > 2
    assert len(re.findall("Secret number", host.get(table).text)) == 2
    assert unpack(pack(code, tables.log), tables.games)[0].seed == tables.get(code).seed
    forged = next(event for event in data["events"] if event["kind"] == "reseeded")
    forged["seed"] = data["seed"]
    with pytest.raises(WrongSeed):
        verify(read_export(data), tables.games)


def test_the_dice_of_one_person_stay(app):
    host = app.test_client()
    tables = app.extensions["companion"].tables
    table = alone(host, host)
    take_along(host, table)
    before = tables.get(table[-6:])
    assert tables.move_seat(before.code, "red", before.seats[0].key)[0].seed == before.seed


def test_a_form_without_its_token_takes_nothing_along(app):
    host = app.test_client()
    table = alone(host, host)
    app.config["WTF_CSRF_ENABLED"] = True
    assert host.post(f"{table}/copy").status_code == 400


def test_only_the_worker_may_run_web_assembly(client):
    assert "'wasm-unsafe-eval'" in client.get("/worker.js").headers["Content-Security-Policy"]
    assert "wasm" not in client.get("/").headers["Content-Security-Policy"]
    assert "unsafe-eval'" not in client.get("/worker.js").headers["Content-Security-Policy"].replace("'wasm-unsafe", "")


def test_the_worker_names_files_that_exist(client):
    named = re.search(r"= (\{.*\});", client.get("/worker.js").text)
    told = json.loads(named[1])
    for address in (*told["pyodide"].values(), told["offline"]):
        with client.get(address) as answer:
            assert answer.status_code == 200
    assert client.get(f"{told['bundle']}x").status_code == 404


def test_the_log_says_that_a_phone_knew_the_seed(app):
    host = app.test_client()
    table = alone(host, host)
    take_along(host, table)
    tables = app.extensions["companion"].tables
    code = table[-6:]
    play_to_the_end(tables, code)
    log = read_export(host.get(f"{table}/log.json").json)
    assert verify(log, tables.games) > 0
    assert [event.kind for event in log.events][3] == "taken-offline"
