"""The history as pages: who sees which games, statistics, deleting and merging, files, a shared history."""

import json
import re
import shutil
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from random import Random

import pytest
from flask.testing import FlaskClient
from PIL import Image

from companion.history import bgstats, files
from companion.history.index import open_shared, rebuild_history
from companion.history.record import make_person
from companion.settings import Settings
from companion.tables import exports
from companion.web.identity import make_signer, name_cookie
from companion.web.sharing import pack
from tests.tables.conftest import meet, opened

PASSPHRASE = "elephants at dusk"
SCORED = {"players": [{"name": "Anna", "fame": 30, "money": 65}, {"name": "Борис", "fame": 20, "money": 40}]}
TINY = Path(__file__).parents[1] / "games" / "dice_charmers" / "definition" / "tiny.toml"
EVENINGS = (("Leila", "Раджеш"), ("Leila", "Zoë"), ("Leila", "Раджеш", "Zoë"))  # who played


@pytest.fixture(scope="module")
def played(tmp_path_factory, worker_processes):
    """A companion with finished games, in the order of EVENINGS."""
    folder = tmp_path_factory.mktemp("played")
    (folder / "sheets").mkdir()
    shutil.copyfile(TINY, folder / "sheets" / "tiny.toml")
    url = f"sqlite:///{folder / 'companion.db'}"
    settings = Settings(data_dir=folder, database_url=url, secret_key="for tests only", tables_per_hour=1000)
    with opened(settings, worker_processes) as app:
        tables = [meet(app, len(names), "tiny", names=names) for names in EVENINGS]
        for number, table in enumerate(tables):
            table.play_on(Random(number))
        open_shared(app.extensions["companion"].history, PASSPHRASE)
        yield app, tables


@pytest.fixture
def app(played):
    return played[0]


@pytest.fixture
def sit(played) -> Callable[[int, str], FlaskClient]:
    """sit(evening, seat): the device of a player."""
    app, tables = played

    def sit(evening: int, seat: str) -> FlaskClient:
        client, table = app.test_client(), tables[evening]
        with app.test_request_context():
            client.set_cookie(name_cookie(table.code), make_signer("seats").dumps([table.tokens[seat]]))
        return client

    return sit


@pytest.fixture
def everybody(app) -> FlaskClient:
    """A device that knows the passphrase."""
    client = app.test_client()
    assert send(client, "/history/unlock", passphrase=PASSPHRASE).status_code == 303
    return client


def send(client: FlaskClient, path: str, **fields: object):
    token = re.search(r'name="csrf-token" content="([^"]+)"', client.get("/history").text)[1]
    return client.post(path, data={"csrf_token": token, **fields})


def list_games(client: FlaskClient, **query: str) -> list[str]:
    return re.findall(r'href="(/history/games/[0-9a-f]+)"', client.get("/history", query_string=query).text)


def export(client: FlaskClient) -> dict:
    return json.loads(client.get("/history/history.json").data)


class TestWhoSeesWhat:
    def test_with_the_passphrase_everybody_sees_all_games(self, everybody):
        games = export(everybody)["games"]
        assert [tuple(player["name"] for player in game["players"]) for game in games] == [*reversed(EVENINGS)]

    def test_a_device_sees_the_games_that_it_took_part_in(self, sit):
        leila = sit(0, "red")
        assert len(list_games(leila)) == 1
        assert "Раджеш" in leila.get(list_games(leila)[0]).text

    def test_a_stranger_sees_nothing(self, app, everybody):
        stranger, game = app.test_client(), list_games(everybody)[0]
        assert list_games(stranger) == [] and export(stranger)["games"] == []
        assert "Leila" not in stranger.get("/history").text
        leila = make_person("Leila")
        for path in (game, f"{game}.png", f"/history/people/{leila}", "/history/games/%00", "/history/people/%00"):
            assert stranger.get(path).status_code == 404, path
        for path in (f"{game}/delete", *(f"/history/people/{leila}/{what}" for what in ("delete", "merge", "split"))):
            assert send(stranger, path).status_code == 404, path
        assert send(stranger, "/history/import").status_code == 404
        assert stranger.get("/history/games.csv").text.count("\n") == 1
        assert len(list_games(everybody)) == 3

    def test_another_device_sees_its_own_games_only(self, sit, everybody):
        zoe = sit(1, "blue")
        (own,) = list_games(zoe)
        others = [game for game in list_games(everybody) if game != own]
        assert {zoe.get(path).status_code for path in others} == {404}
        assert zoe.get(f"/history/people/{make_person('Раджеш')}").status_code == 404

    def test_a_forged_cookie_is_a_stranger(self, app):
        forger = app.test_client()
        forger.set_cookie("history_device", "IjEi.forged.forged")
        forger.set_cookie("history_shared", "IjEi.forged.forged")
        assert list_games(forger) == []

    def test_a_wrong_passphrase_opens_nothing_and_is_limited(self, app):
        guesser = app.test_client()
        answers = [send(guesser, "/history/unlock", passphrase=f"guess {n}") for n in range(6)]
        assert [answer.status_code for answer in answers] == [303] * 5 + [429]
        assert list_games(guesser) == []
        wrong = app.extensions["companion"].limits.wrong_passphrases
        wrong.clock = lambda: 1e12  # much later

    def test_a_new_passphrase_shuts_everybody_out(self, app, everybody):
        open_shared(app.extensions["companion"].history, PASSPHRASE)
        assert list_games(everybody) == []

    def test_a_device_can_close_the_shared_history(self, everybody):
        assert send(everybody, "/history/lock").status_code == 303
        assert list_games(everybody) == []


@pytest.mark.parametrize("language", ["en", "ru"])
def test_filters_and_statistics(everybody, language):
    everybody.set_cookie("lang", language)
    assert len(list_games(everybody, game="dice-charmers")) == 3
    assert len(list_games(everybody, name="zoë", game="dice-charmers")) == 2, "in any spelling that looks the same"
    assert list_games(everybody, **{"from": "2030-01-01"}) == [] == list_games(everybody, to="2020-01-01")
    page = everybody.get(f"/history/people/{make_person('Leila')}").text
    charts = re.findall(r'<svg[^>]*role="img" aria-label="([^"]+)"', page)
    assert len(charts) == len({*charts}) == 2 + 1 + 2, "wins, places, one title, two opponents"
    assert ("2 of 3 games won, 67 %" if language == "en" else "Побед: 2 из 3, 67 %") in charts


class TestChanging:
    @pytest.fixture
    def fresh(self, everybody):
        """The history as it was; every test leaves it so."""
        before = export(everybody)
        yield everybody
        answer = everybody.post(
            "/history/import",
            data={
                "csrf_token": re.search(r'csrf-token" content="([^"]+)"', everybody.get("/history").text)[1],
                "file": (BytesIO(json.dumps(before).encode()), "history.json"),
            },
        )
        assert answer.status_code == 303 and "restored=3" in answer.location
        assert export(everybody)["games"] == before["games"], "export, delete, import: the same history"

    def test_a_game_is_deleted_for_everybody(self, app, sit, fresh):
        leila = sit(0, "red")
        (game,) = list_games(leila)
        assert send(fresh, f"{game}/delete").status_code == 303
        assert game not in list_games(fresh) and list_games(leila) == []
        here = app.extensions["companion"]
        rebuild_history(here.history, here.tables.log, here.tables.games)
        assert len(list_games(fresh)) == 2

    def test_a_device_deletes_a_game_for_itself(self, sit, fresh):
        leila = sit(0, "red")
        (game,) = list_games(leila)
        assert send(leila, f"{game}/delete").status_code == 303
        assert list_games(leila) == [] and len(list_games(fresh)) == 3

    def test_a_deleted_name_is_nowhere(self, sit, fresh):
        leila = make_person("Leila")
        assert send(fresh, f"/history/people/{leila}/delete").status_code == 303
        assert fresh.get(f"/history/people/{leila}").status_code == 404
        for path in (
            "/history",
            "/history/games.csv",
            "/history/games.bgsplay",
            "/history/history.json",
            *list_games(fresh),
        ):
            assert "Leila" not in fresh.get(path).data.decode(), path
        assert "Somebody" in fresh.get("/history").text
        assert "Leila" not in sit(0, "blue").get("/history").text

    def test_two_spellings_are_merged_and_separated(self, fresh):
        zoe, leila = make_person("Zoë"), make_person("Leila")
        assert "problem" in send(fresh, f"/history/people/{zoe}/merge", name="Nobody").location
        assert send(fresh, f"/history/people/{zoe}/merge", name="leila").location.endswith(leila)
        assert fresh.get(f"/history/people/{zoe}").status_code == 404 or "Zoë" not in fresh.get("/history").text
        assert len(list_games(fresh, name="Leila")) == 3
        assert send(fresh, f"/history/people/{leila}/split").status_code == 303
        assert "Zoë" in fresh.get("/history").text


def count_won(page: str) -> str:
    return re.search(r"of (\d+) games won", page)[0]


class TestScored:
    def test_a_scored_result_is_kept_by_the_device_that_keeps_it(self, app):
        anna, link = app.test_client(), pack(SCORED)
        assert "Keep it in the history" in anna.get(f"/score/rajas/r/{link}").text
        kept = send(anna, "/history/scored", game="rajas", link=link)
        assert kept.status_code == 303 and list_games(anna) == [kept.location]
        assert send(anna, "/history/scored", game="rajas", link=link).location == kept.location, "once"
        assert "Борис" in anna.get(kept.location).text
        assert list_games(app.test_client()) == []
        page = anna.get(kept.location).text
        assert "https://app.bgstatsapp.com/createPlay.html?data=%7B" in page
        boris = app.test_client()
        assert send(boris, "/history/scored", game="rajas", link=link).location == kept.location, "once for all devices"
        assert list_games(boris) == [kept.location]
        everybody = app.test_client()
        send(everybody, "/history/unlock", passphrase=PASSPHRASE)
        send(everybody, f"{kept.location}/delete")

    def test_a_stranger_cannot_add_to_the_statistics_of_the_shared_history(self, app, everybody):
        stranger, leila = app.test_client(), f"/history/people/{make_person('Leila')}"
        invented = {"players": [{"name": "Leila", "fame": 30, "money": 20}, {"name": "Zoë", "fame": 5, "money": 5}]}
        before = everybody.get(leila).text
        kept = send(stranger, "/history/scored", game="rajas", link=pack(invented)).location
        assert (
            'id="unconfirmed"' not in stranger.get(kept).text and send(stranger, f"{kept}/confirm").status_code == 404
        )
        assert 'id="unconfirmed"' in everybody.get(kept).text
        assert count_won(everybody.get(leila).text) == count_won(before)
        assert send(everybody, f"{kept}/confirm").status_code == 303
        assert 'id="unconfirmed"' not in everybody.get(kept).text
        assert count_won(everybody.get(leila).text) != count_won(before)
        send(everybody, f"{kept}/delete")

    def test_a_broken_link_is_not_kept(self, app):
        assert send(app.test_client(), "/history/scored", game="rajas", link="1abc").status_code == 400
        assert send(app.test_client(), "/history/scored", game="chess", link="1abc").status_code == 404

    def test_the_game_of_a_table_is_not_kept_twice(self, app, client):
        table = meet(app, 2, names=("Anna", "Boris"))
        table.play_on(Random(3))
        with app.test_request_context():
            client.set_cookie(name_cookie(table.code), make_signer("seats").dumps([table.tokens["red"]]))
        figures = table.show()["sheets"]
        totals = [
            {"name": name, **{key: figures[seat][key] for key in ("fame", "money", "karma_circled", "karma_used")}}
            for seat, name in (("red", "Anna"), ("blue", "Boris"))
        ]
        kept = send(client, "/history/scored", game="dice-charmers", link=pack({"players": totals}))
        assert list_games(client) == [kept.location]
        assert client.get(f"/t/{table.code}/history").location == kept.location


def test_the_picture_of_a_result_is_a_png(everybody):
    answer = everybody.get(f"{list_games(everybody)[0]}.png")
    assert answer.mimetype == "image/png"
    with Image.open(BytesIO(answer.data)) as picture:
        assert picture.width == 1080 and len(picture.getcolors(1 << 16)) > 20


@pytest.mark.parametrize(
    "file",
    [b"", b"no json", b"[]", b'{"format": "companion-history-1", "games": [1], "spellings": []}', b"[" * 100_000],
)
def test_another_file_brings_nothing_back(everybody, file):
    token = re.search(r'csrf-token" content="([^"]+)"', everybody.get("/history").text)[1]
    answer = everybody.post("/history/import", data={"csrf_token": token, "file": (BytesIO(file), "history.json")})
    assert "restored=no" in answer.location


def test_a_file_is_read_by_a_worker_process(everybody, monkeypatch):
    """A file of 8 MB takes seconds, in which no table would be answered."""
    known = export(everybody)
    file, count = json.dumps(known).encode(), len(known["games"])
    monkeypatch.setattr(files, "read_json", None)
    monkeypatch.setattr(bgstats, "write_file", None)
    token = re.search(r'csrf-token" content="([^"]+)"', everybody.get("/history").text)[1]
    answer = everybody.post("/history/import", data={"csrf_token": token, "file": (BytesIO(file), "history.json")})
    assert f"restored={count}" in answer.location
    assert len(json.loads(everybody.get("/history/games.bgsplay").data)["plays"]) == count


def test_a_deleted_name_is_gone_from_everything_that_can_be_shown_or_exported(app, everybody):
    """A table's page and files, the index, its exports; the log can still be replayed and verified."""
    here = app.extensions["companion"]
    table = meet(app, 2, "tiny", names=("Ophelia", "Player 1"))
    table.play_on(Random(5))
    link = pack({"players": [{"name": "Ophelia", "fame": 3, "money": 4}, {"name": "Zoë", "fame": 2, "money": 1}]})
    assert send(everybody, "/history/scored", game="rajas", link=link).status_code == 303
    paths = [
        f"/t/{table.code}",
        *(f"/t/{table.code}/{part}" for part in ("log.json", "transcript.txt", "replay", "analysis")),
    ]
    paths += [
        f"/api/tables/{table.code}",
        "/history",
        "/history/history.json",
        "/history/games.csv",
        "/history/games.bgsplay",
    ]
    knowing = [path for path in paths if "Ophelia" in everybody.get(path).get_data(as_text=True)]
    assert len(knowing) >= 8, "a page that never had the name proves nothing"
    kept = make_person("Ophelia")
    hers = {game["id"] for game in kept_games(everybody) if "Ophelia" in json.dumps(game)}
    assert send(everybody, f"/history/people/{kept}/delete").status_code == 303
    games = list_games(everybody)
    assert [path for path in paths + games if "Ophelia" in everybody.get(path).get_data(as_text=True)] == []
    assert link not in "".join(everybody.get(path).text for path in games)
    assert "Ophelia" not in json.dumps(exports.pack(table.code, here.tables.log))
    verified = exports.read_export(everybody.get(f"/t/{table.code}/log.json").json)
    assert exports.verify(verified, here.tables.games) > 0
    names = [seat.name for seat in here.tables.get(table.code).seats]
    assert sorted(names) == ["Player 1", "Player 2"], "neutral, and not somebody else's"
    ended = [game for game in kept_games(everybody) if game["id"] in hers]
    rebuild_history(here.history, here.tables.log, here.tables.games)
    assert [game for game in kept_games(everybody) if game["id"] in hers] == ended, (
        "rebuilding does not invent a person"
    )


def kept_games(browser):
    return browser.get("/history/history.json").json["games"]
