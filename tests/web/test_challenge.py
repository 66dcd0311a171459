"""The same dice again: the challenge of the week, the dice of a word, and those of a finished game."""

import json
import re
from datetime import date
from random import Random

import pytest

from companion.games.dice_charmers.pages.alone import Week, make_seed
from companion.storage import Entry
from companion.tables.exports import read_export, verify
from tests.tables.conftest import Party, meet, opened


@pytest.fixture(scope="module")
def app(tmp_path_factory, worker_processes):
    from companion.settings import Settings

    folder = tmp_path_factory.mktemp("challenges")
    settings = Settings(data_dir=folder, database_url=f"sqlite:///{folder / 'c.db'}", secret_key="for tests only")
    with opened(settings, worker_processes) as app:
        yield app


def begin(client, **form: str) -> str:
    """Begin a challenge and return the code of its table."""
    token = re.search(r'name="csrf-token" content="([^"]+)"', client.get("/challenge").text)[1]
    answer = client.post("/challenge", data={"csrf_token": token, "game": "dice-charmers", **form})
    assert answer.status_code == 303, answer.text
    return answer.location.rpartition("/")[2]


def roll(client, code: str, nonce: str) -> list[str]:
    """Roll the first dice and return their faces."""
    page = client.get(f"/t/{code}").text
    token = re.search(r'name="csrf-token" content="([^"]+)"', page)[1]
    version = client.get(f"/api/tables/{code}").json["version"]
    form = {"csrf_token": token, "move": "roll", "version": version, "seat": "red", "nonce": nonce}
    assert client.post(f"/t/{code}/moves", data=form).status_code in (200, 303)
    return [die["face"] for die in client.get(f"/api/tables/{code}").json["dice"]]


@pytest.mark.parametrize(
    ("day", "name"),
    [
        (date(2026, 11, 16), "2026-W47"),
        (date(2026, 11, 22), "2026-W47"),
        (date(2026, 11, 23), "2026-W48"),
        (date(2027, 1, 3), "2026-W53"),
    ],
)
def test_a_week_begins_on_monday(day, name):
    assert Week.of(day).name == name


def test_the_seed_of_a_week_is_the_same_on_every_installation():
    assert make_seed("2026-W47") == "40208107fe6bc98b2c6e92313be046db1bebcfee839b8249b760f2f1dcc1a922"


@pytest.mark.parametrize("opponent", ["solo", "level-1"])
def test_everybody_has_the_same_dice_in_a_week(app, opponent):
    faces = []
    for nonce in ("a", "b"):
        client = app.test_client()
        faces.append(roll(client, begin(client, opponent=opponent), nonce))
    assert faces[0] == faces[1]


def test_a_word_gives_its_own_dice(app):
    faces = {}
    for word in ("Lotus", " lotus", "river"):
        client = app.test_client()
        faces[word] = roll(client, begin(client, dice_of="word", word=word, sheet="moon"), word)
    assert faces["Lotus"] == faces[" lotus"] != faces["river"]


def test_an_empty_word_is_asked_for(app):
    client = app.test_client()
    token = re.search(r'name="csrf-token" content="([^"]+)"', client.get("/challenge").text)[1]
    answer = client.post("/challenge", data={"csrf_token": token, "game": "dice-charmers", "dice_of": "word"})
    assert answer.status_code == 422 and "Type a word first." in answer.text


@pytest.fixture(scope="module", params=["virtual", "real"])
def finished(app, request):
    table = meet(app, 2, dice=request.param)
    table.play_on(Random(3))
    return table


def list_rolls(client, code: str) -> list[list[str]]:
    """List the faces at the start of every round that a log has."""
    events = client.get(f"/api/tables/{code}/log").json["events"]
    return [event["faces"] for event in events if event["kind"] == "rolled" and len(event["faces"]) == 8]


def test_the_dice_of_a_finished_game_fall_again(app, finished):
    host = app.test_client()
    token = re.search(r'name="csrf-token" content="([^"]+)"', host.get("/challenge").text)[1]
    opened = host.post(f"/t/{finished.code}/challenge", data={"csrf_token": token})
    code = opened.location.rpartition("/")[2]
    assert host.get(f"/api/tables/{code}").json["settings"]["challenge"] == finished.code
    best = min(app.extensions["companion"].tables.get(finished.code).result["players"], key=lambda each: each["rank"])
    assert f"To beat: {best['name']} with " in host.get(f"/t/{code}").text
    client = app.test_client()
    again = Party(client, code, "")
    for colour in ("red", "blue", "green"):
        seat = client.post(f"/api/tables/{code}/seats", json={"name": colour, "colour": colour}).json
        again.tokens[colour] = seat["token"]
    started = host.post(f"/t/{code}/arrange", data={"csrf_token": token, "do": "start"})
    assert started.status_code in (200, 303), started.text
    again.play_on(Random(5))
    rolls, wanted = list_rolls(client, code), app.extensions["companion"].tables.get(code).hidden["rolls"].split()
    assert len(wanted) > 5
    before = list_rolls(client, finished.code)
    if before:
        known = min(len(rolls), len(before))
        assert rolls[:known] == before[:known]
    page = app.test_client().get(f"/t/{code}/same-dice").text
    assert page.count('class="ranking"') == 2  # this game and the one it repeats


def test_a_running_game_is_no_challenge_yet(app):
    table, client = meet(app, 2), app.test_client()
    token = re.search(r'name="csrf-token" content="([^"]+)"', client.get("/challenge").text)[1]
    assert client.post(f"/t/{table.code}/challenge", data={"csrf_token": token}).status_code == 422
    assert client.get(f"/t/{table.code}/same-dice").status_code == 422


def test_the_coming_rolls_of_a_repeated_game_are_in_no_answer(app):
    """Somebody opens a table with the dice of a finished game: nobody can look them up before they are rolled."""
    app.config["WTF_CSRF_ENABLED"] = False
    over = meet(app, 2)
    over.play_on(Random(3))
    client = app.test_client()
    code = client.post(f"/t/{over.code}/challenge").location.rpartition("/")[2]
    tables = app.extensions["companion"].tables
    coming = tables.get(code).hidden["rolls"].split()
    assert len(coming) > 3
    guest = app.test_client()
    assert 'id="challenge"' in guest.get(f"/t/{code}").text, "everybody is told what kind of table this is"
    joined = [guest.post(f"/api/tables/{code}/seats", json={"name": name}).json for name in ("Anna", "Ben")]
    tables.change(code, lambda table: [Entry("started")])
    stream = json.dumps([event.hide_secrets() for event in tables.log.read(code)])  # what every stream sends
    headers = {"Authorization": f"Bearer {joined[0]['token']}"}
    pages = [
        guest.get(address, headers=headers).text
        for address in (f"/t/{code}", f"/t/{code}/board", f"/api/tables/{code}", f"/api/tables/{code}/moves")
    ]
    assert not any(word in page for word in coming for page in (*pages, stream))
    party = Party(guest, code, "", {each["seat"]: each["token"] for each in joined})
    party.play_on(Random(5))
    log = party.export()
    assert log["events"][0]["settings"]["rolls"].split() == coming, "afterwards anybody can check them"
    assert verify(read_export(log), tables.games) >= 0
