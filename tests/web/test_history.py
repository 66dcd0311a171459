"""The history as pages: who sees which games, statistics, deleting and merging, files, a shared history."""

import json
import re
import shutil
from io import BytesIO
from pathlib import Path
from random import Random

import pytest
from flask.testing import FlaskClient
from PIL import Image

from companion.app import create_app
from companion.history.passphrase import open_shared
from companion.history.rebuilding import catch_up, rebuild_history
from companion.history.record import make_person
from companion.settings import Settings
from companion.web.identity import make_signer, name_cookie
from companion.web.result_link import pack
from tests.tables.conftest import meet

V0 = Path(__file__).parent.parent / "compat" / "v0"
EXPECTED = json.loads((V0 / "expected.json").read_text(encoding="utf-8"))
PASSPHRASE = "elephants at dusk"
SCORED = {"players": [{"name": "Anna", "fame": 30, "money": 65}, {"name": "Борис", "fame": 20, "money": 40}]}


@pytest.fixture(scope="module")
def old(tmp_path_factory, worker_processes):
    """A companion on the database of an earlier version, with finished games of all four titles."""
    folder = tmp_path_factory.mktemp("old")
    shutil.copytree(V0 / "sheets", folder / "sheets")
    shutil.copyfile(V0 / "companion.db", folder / "companion.db")
    app = create_app(
        Settings(
            data_dir=folder,
            database_url=f"sqlite:///{folder / 'companion.db'}",
            secret_key=EXPECTED["secret_key"],
            tables_per_hour=1000,
        ),
        jobs=worker_processes,
    )
    here = app.extensions["companion"]
    catch_up(here.history, here.tables.log, here.tables.games)
    open_shared(here.history, PASSPHRASE)
    yield app
    here.tables.log.close()


def sit(app, table: str, seat: str) -> FlaskClient:
    """The device of a player at one of the old tables."""
    client, code = app.test_client(), EXPECTED["tables"][table]["code"]
    with app.test_request_context():
        client.set_cookie(name_cookie(code), make_signer("seats").dumps([EXPECTED["tables"][table]["tokens"][seat]]))
    return client


@pytest.fixture
def everybody(old) -> FlaskClient:
    """A device that knows the passphrase."""
    client = old.test_client()
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
    def test_games_that_finished_before_the_update_appear_with_the_passphrase(self, everybody):
        games = export(everybody)["games"]
        assert len(games) == 6 and {game["game"] for game in games} == {"dice-charmers", "rajas", "cards-karma", "agra"}

    def test_and_on_the_devices_that_took_part(self, old):
        leila = sit(old, "sun-finished", "red")
        assert len(list_games(leila)) == 1
        assert "Раджеш" in leila.get(list_games(leila)[0]).text

    def test_a_stranger_sees_nothing(self, old, everybody):
        stranger, game = old.test_client(), list_games(everybody)[0]
        assert list_games(stranger) == [] and export(stranger)["games"] == []
        assert "Leila" not in stranger.get("/history").text
        leila = make_person("Leila")
        for path in (game, f"{game}.png", f"/history/people/{leila}", "/history/games/%00", "/history/people/%00"):
            assert stranger.get(path).status_code == 404, path
        for path in (f"{game}/delete", *(f"/history/people/{leila}/{what}" for what in ("delete", "merge", "split"))):
            assert send(stranger, path).status_code == 404, path
        assert send(stranger, "/history/import").status_code == 404
        assert stranger.get("/history/games.csv").text.count("\n") == 1
        assert len(list_games(everybody)) == 6

    def test_another_device_sees_its_own_games_only(self, old, everybody):
        zoe = sit(old, "cards-karma-finished", "yellow")
        (own,) = list_games(zoe)
        others = [game for game in list_games(everybody) if game != own]
        assert {zoe.get(path).status_code for path in others} == {404}
        assert zoe.get(f"/history/people/{make_person('Раджеш')}").status_code == 404

    def test_a_forged_cookie_is_a_stranger(self, old):
        forger = old.test_client()
        forger.set_cookie("history_device", "IjEi.forged.forged")
        forger.set_cookie("history_shared", "IjEi.forged.forged")
        assert list_games(forger) == []

    def test_a_wrong_passphrase_opens_nothing_and_is_limited(self, old):
        guesser = old.test_client()
        answers = [send(guesser, "/history/unlock", passphrase=f"guess {n}") for n in range(6)]
        assert [answer.status_code for answer in answers] == [303] * 5 + [429]
        assert list_games(guesser) == []
        wrong = old.extensions["companion"].limits.wrong_passphrases
        wrong.clock = lambda: 1e12  # much later

    def test_a_new_passphrase_shuts_everybody_out(self, old, everybody):
        open_shared(old.extensions["companion"].history, PASSPHRASE)
        assert list_games(everybody) == []

    def test_a_device_can_close_the_shared_history(self, everybody):
        assert send(everybody, "/history/lock").status_code == 303
        assert list_games(everybody) == []


@pytest.mark.parametrize("language", ["en", "ru"])
def test_filters_and_statistics(everybody, language):
    everybody.set_cookie("lang", language)
    assert len(list_games(everybody, game="dice-charmers")) == 3
    assert len(list_games(everybody, name="leila", game="agra")) == 1, "in any spelling that looks the same"
    assert list_games(everybody, **{"from": "2030-01-01"}) == [] == list_games(everybody, to="2020-01-01")
    page = everybody.get(f"/history/people/{make_person('Leila')}").text
    charts = re.findall(r'<svg[^>]*role="img" aria-label="([^"]+)"', page)
    assert len(charts) == len({*charts}) == 2 + 4 + 3, "wins, places, four titles, three opponents"
    assert ("4 of 6 games won, 67 %" if language == "en" else "Побед: 4 из 6, 67 %") in charts


class TestChanging:
    @pytest.fixture
    def fresh(self, old, everybody):
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
        assert answer.status_code == 303 and "restored=6" in answer.location
        assert export(everybody)["games"] == before["games"], "export, delete, import: the same history"

    def test_a_game_is_deleted_for_everybody(self, old, fresh):
        leila = sit(old, "sun-finished", "red")
        (game,) = list_games(leila)
        assert send(fresh, f"{game}/delete").status_code == 303
        assert game not in list_games(fresh) and list_games(leila) == []
        here = old.extensions["companion"]
        rebuild_history(here.history, here.tables.log, here.tables.games)
        assert len(list_games(fresh)) == 5

    def test_a_device_deletes_a_game_for_itself(self, old, fresh):
        leila = sit(old, "sun-finished", "red")
        (game,) = list_games(leila)
        assert send(leila, f"{game}/delete").status_code == 303
        assert list_games(leila) == [] and len(list_games(fresh)) == 6

    def test_a_deleted_name_is_nowhere(self, old, fresh):
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
        assert "Leila" not in sit(old, "sun-finished", "blue").get("/history").text

    def test_two_spellings_are_merged_and_separated(self, fresh):
        zoe, leila = make_person("Zoë"), make_person("Leila")
        assert "problem" in send(fresh, f"/history/people/{zoe}/merge", name="Nobody").location
        assert send(fresh, f"/history/people/{zoe}/merge", name="leila").location.endswith(leila)
        assert fresh.get(f"/history/people/{zoe}").status_code == 404 or "Zoë" not in fresh.get("/history").text
        assert len(list_games(fresh, name="Leila")) == 6
        assert send(fresh, f"/history/people/{leila}/split").status_code == 303
        assert "Zoë" in fresh.get("/history").text


class TestScored:
    def test_a_scored_result_is_kept_by_the_device_that_keeps_it(self, old):
        anna, link = old.test_client(), pack(SCORED)
        assert "Keep it in the history" in anna.get(f"/score/rajas/r/{link}").text
        kept = send(anna, "/history/scored", game="rajas", link=link)
        assert kept.status_code == 303 and list_games(anna) == [kept.location]
        assert send(anna, "/history/scored", game="rajas", link=link).location == kept.location, "once"
        assert "Борис" in anna.get(kept.location).text
        assert list_games(old.test_client()) == []
        page = anna.get(kept.location).text
        assert "https://app.bgstatsapp.com/createPlay.html?data=%7B" in page
        boris = old.test_client()
        assert send(boris, "/history/scored", game="rajas", link=link).location == kept.location, "once for all devices"
        assert list_games(boris) == [kept.location]
        everybody = old.test_client()
        send(everybody, "/history/unlock", passphrase=PASSPHRASE)
        send(everybody, f"{kept.location}/delete")

    def test_a_broken_link_is_not_kept(self, old):
        assert send(old.test_client(), "/history/scored", game="rajas", link="1abc").status_code == 400
        assert send(old.test_client(), "/history/scored", game="chess", link="1abc").status_code == 404

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
