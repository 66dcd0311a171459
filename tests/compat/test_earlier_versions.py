"""What earlier versions wrote still opens: their databases, table files, logs, transcripts, links and cookies.

v0/ was written by the version that make_fixtures.py drives. Only what people and programs outside rely on is used here
(create_app and its settings, the JSON contract, addresses of pages, the command), so that modules may move freely.
"""

import io
import json
import os
import re
import runpy
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from itsdangerous import TimestampSigner
from werkzeug.test import TestResponse

from companion.app import create_app
from companion.settings import Settings

V0 = Path(__file__).parent / "v0"
EXPECTED = json.loads((V0 / "expected.json").read_text(encoding="utf-8"))
LINKS = json.loads((V0 / "links.json").read_text(encoding="utf-8"))
TABLES: dict[str, dict[str, Any]] = EXPECTED["tables"]
WORDS = {"label", "prompt", "text", "message"}
DAY = 86400


def in_phase(*phases: str) -> list[str]:
    return [name for name, table in TABLES.items() if table["state"]["phase"] in phases]


PLAYING, LOBBY, OVER = in_phase("playing"), in_phase("lobby"), in_phase("over")
CHARMED = [name for name in OVER if TABLES[name]["state"]["game"] == "dice-charmers"]


def environment(data_dir: Path) -> dict[str, str]:
    return {"COMPANION_DATA_DIR": str(data_dir), "COMPANION_SECRET_KEY": EXPECTED["secret_key"], "COMPANION_LANG": "en"}


@pytest.fixture(scope="module")
def serve(worker_processes) -> Iterator[Callable[[Path], FlaskClient]]:
    """An app on a data folder, as the environment sets it up."""
    apps = []

    def serve(data_dir: Path) -> FlaskClient:
        apps.append(create_app(Settings.load(environment(data_dir), data_dir), jobs=worker_processes))
        return apps[-1].test_client()

    yield serve
    for app in apps:
        app.extensions["companion"].tables.log.close()


@pytest.fixture(scope="module")
def new_folder(tmp_path_factory) -> Callable[[], Path]:
    """A data folder with the sheet that somebody has described."""

    def new_folder() -> Path:
        folder = tmp_path_factory.mktemp("data")
        shutil.copytree(V0 / "sheets", folder / "sheets")
        return folder

    return new_folder


@pytest.fixture(scope="module")
def copied(serve, new_folder) -> Callable[[], FlaskClient]:
    """An app on a copy of the old database."""

    def copied() -> FlaskClient:
        folder = new_folder()
        shutil.copyfile(V0 / "companion.db", folder / "companion.db")
        return serve(folder)

    return copied


@pytest.fixture(scope="module")
def kept(copied) -> FlaskClient:
    """Only looked at."""
    return copied()


@pytest.fixture(scope="module")
def played_on(copied) -> FlaskClient:
    return copied()


@pytest.fixture(scope="module")
def taken_back(copied) -> FlaskClient:
    return copied()


@pytest.fixture(scope="module")
def moved(serve, new_folder) -> FlaskClient:
    """An app into which all table files were imported."""
    folder = new_folder()
    for name, table in TABLES.items():
        assert companion(folder, "import", V0 / "tables" / f"{name}.json") == f"{table['code']}\n"
    return serve(folder)


def companion(data_dir: Path, *arguments: str | Path) -> str:
    """What `python -m companion` prints; in this process, because starting one takes longer than most commands."""
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out):
        for name in [name for name in os.environ if name.startswith("COMPANION_")]:
            patch.delenv(name)
        for name, value in environment(data_dir).items():
            patch.setenv(name, value)
        patch.setattr(sys, "argv", ["companion", *map(str, arguments)])
        patch.chdir(data_dir)
        with pytest.raises(SystemExit) as left:
            runpy.run_module("companion", run_name="__main__")
    assert not left.value.code
    out.seek(0)
    return out.read()


def ask(client: FlaskClient, table: str, path: str = "", token: str = "") -> dict[str, Any]:
    return answered(client.get(f"/api/tables/{TABLES[table]['code']}{path}", headers=bearer(token)))


def send(client: FlaskClient, table: str, path: str, token: str = "", **body: object) -> dict[str, Any]:
    return answered(client.post(f"/api/tables/{TABLES[table]['code']}{path}", headers=bearer(token), json=body))


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"} if token else {}


def answered(answer: TestResponse) -> dict[str, Any]:
    assert answer.status_code in (200, 201), answer.text
    return answer.json


def offered(client: FlaskClient, name: str, seat: str) -> list[str]:
    told = ask(client, name, f"/moves?seat={seat}", TABLES[name]["tokens"][seat])
    return [offer["move"] for offer in told["moves"]]


def state_of(client: FlaskClient, name: str) -> dict[str, Any]:
    """What was said about the table, without its texts; a later version may say more."""
    told = ask(client, name)
    return {part: without_words(told[part]) for part in TABLES[name]["state"]}


def without_words(value: Any) -> Any:
    """Sentences may be said better one day."""
    if isinstance(value, dict):
        return {key: without_words(inner) for key, inner in value.items() if key not in WORDS}
    return [without_words(inner) for inner in value] if isinstance(value, list) else value


def with_undo_as_list(state: dict[str, Any]) -> dict[str, Any]:
    """The seats whose last entry can be undone were one seat or none in some games, a list in others."""
    undo = state.get("undo", [])
    return state | ({"undo": [undo] if undo else []} if not isinstance(undo, list) else {})


def assert_as_it_was(client: FlaskClient, name: str) -> None:
    table = TABLES[name]
    assert state_of(client, name) == with_undo_as_list(table["state"])
    if name in PLAYING:
        assert offered(client, name, table["state"]["turn"]["seat"]) == table["moves"]


# The database


@pytest.mark.parametrize("name", TABLES)
def test_a_table_is_as_it_was(kept, name):
    assert_as_it_was(kept, name)


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("name", TABLES)
def test_the_page_of_a_table_opens(kept, name, language):
    table = TABLES[name]
    page = kept.get(f"/t/{table['code']}", headers={"Accept-Language": language})
    assert page.status_code == 200
    assert f'<html lang="{language}"' in page.text
    assert table["code"] in page.text


@pytest.mark.parametrize("name", TABLES)
def test_tokens_still_open_their_seats(kept, name):
    table = TABLES[name]
    assert ask(kept, name, token=table["host"])["you"]["host"]
    for seat, token in table["tokens"].items():
        assert ask(kept, name, token=token)["you"]["seats"] == [seat]


@pytest.mark.parametrize("name", PLAYING)
def test_a_game_goes_on(played_on, name):
    table = TABLES[name]
    seat, version = table["state"]["turn"]["seat"], table["state"]["version"]
    for _ in range(3):
        move = offered(played_on, name, seat)[0]
        answer = send(played_on, name, "/moves", table["tokens"][seat], move=move, seat=seat, version=version)
        assert answer["version"] > version
        seat, version = answer["turn"]["seat"], answer["version"]
    assert played_on.get(f"/t/{table['code']}").status_code == 200


@pytest.mark.parametrize("name", [name for name in PLAYING if TABLES[name]["undo"]])
def test_the_last_entry_is_taken_back_and_made_again(taken_back, name):
    table = TABLES[name]
    version, last = table["state"]["version"], table["undo"]
    token = table["tokens"][last["seat"]]
    answer = send(taken_back, name, "/undo", token, seat=last["seat"], version=version)
    assert answer["version"] == version + 1
    send(taken_back, name, "/moves", token, **last, version=version + 1)
    again = state_of(taken_back, name)
    assert again["version"] == version + 2
    for told in ("sheets", "dice", "elephant", "turn"):
        assert again[told] == table["state"][told]
    assert offered(taken_back, name, table["state"]["turn"]["seat"]) == table["moves"]


@pytest.mark.parametrize("name", LOBBY)
def test_a_lobby_starts(played_on, name):
    table = TABLES[name]
    seated = len(table["state"]["seats"])
    send(played_on, name, "/seats", name="Late", colour="pink")
    started = send(played_on, name, "/start", table["host"])
    assert started["phase"] == "playing" and len(started["seats"]) == seated + 1


# After the end


@pytest.mark.parametrize("name", OVER)
def test_a_finished_game_gives_the_same_log(kept, name):
    assert ask(kept, name, "/log") == json.loads((V0 / "logs" / f"{name}.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", CHARMED)
def test_a_finished_game_gives_the_same_transcript(kept, name):
    told = kept.get(f"/t/{TABLES[name]['code']}/transcript.txt").text
    assert told == (V0 / "transcripts" / f"{name}.txt").read_text(encoding="utf-8")


def test_the_sheets_of_a_finished_game_are_printed(kept):
    pdf = kept.get(f"/t/{TABLES['sun-finished']['code']}/sheets.pdf")
    assert pdf.status_code == 200 and pdf.data.startswith(b"%PDF-")


def test_a_finished_game_leads_to_the_next(kept):
    old, new = (TABLES[name]["code"] for name in ("sun-finished", "sun-rematch"))
    assert kept.get(f"/t/{old}/rematch/{new}").location == f"/t/{new}"


# Files


@pytest.mark.parametrize("name", TABLES)
def test_a_table_file_is_imported(moved, name):
    assert_as_it_was(moved, name)


@pytest.mark.parametrize("name", OVER)
def test_a_log_is_replayed(new_folder, name):
    said = companion(new_folder(), "replay", V0 / "logs" / f"{name}.json")
    (winner,) = TABLES[name]["state"]["result"]["winners"]
    assert f"1. {winner}: " in said


@pytest.mark.parametrize("name", OVER)
def test_a_log_is_verified(new_folder, name):
    rolls = TABLES[name]["rolls"]
    found = {0: "The companion rolled no dice in this game.", 1: "1 roll follows from it."}
    said = companion(new_folder(), "verify", V0 / "logs" / f"{name}.json").splitlines()
    assert said == [
        "The seed is the one this table had committed to.",
        found.get(rolls, f"All {rolls} rolls follow from it."),
    ]


@pytest.mark.parametrize("name", CHARMED)
def test_a_transcript_is_replayed(new_folder, name):
    state = TABLES[name]["state"]
    (winner,) = (seat["seat"] for seat in state["seats"] if seat["name"] in state["result"]["winners"])
    said = companion(new_folder(), "replay", V0 / "transcripts" / f"{name}.txt")
    assert f"1. {winner}: " in said


def test_a_sheet_of_ones_own_is_still_right(new_folder):
    assert companion(new_folder(), "check-sheet", V0 / "sheets" / "tiny.toml") == "ok\n"


# Links and cookies

RESULTS = [pytest.param(found, id=f"{found['game']}-{n}") for n, found in enumerate(LINKS["results"])]


@pytest.mark.parametrize("found", RESULTS)
def test_a_result_link_opens(kept, found):
    page = kept.get(f"/score/{found['game']}/r/{found['link']}")
    assert page.status_code == 200
    (headline,) = re.findall(r"<h1[^>]*>(.*?)</h1>", page.text, re.DOTALL)
    assert all(winner in unescape(headline) for winner in found["result"]["winners"])


@pytest.mark.parametrize("found", RESULTS)
def test_a_result_link_can_be_corrected(kept, found):
    page = kept.get(f"/score/{found['game']}/r/{found['link']}/edit")
    assert page.status_code == 200
    assert typed_names(page.text) >= {player["name"] for player in found["totals"]["players"]}


@pytest.mark.parametrize("found", RESULTS)
def test_the_totals_are_scored_as_they_were(kept, new_folder, tmp_path, found):
    (tmp_path / "totals.json").write_text(json.dumps(found["totals"]))
    said = json.loads(companion(new_folder(), "score", found["game"], tmp_path / "totals.json"))
    assert said == kept.post(f"/api/score/{found['game']}", json=found["totals"]).json == found["result"]


@pytest.mark.parametrize("found", [pytest.param(found, id=found["table"]) for found in LINKS["fill"]])
def test_a_link_from_a_table_fills_in_the_form(kept, found):
    page = kept.get(found["link"])
    assert page.status_code == 200
    assert typed_names(page.text) >= {player["name"] for player in found["totals"]["players"]}


def typed_names(page: str) -> set[str]:
    return {unescape(value) for value in re.findall(r'value="([^"]*)"', page)}


@pytest.mark.parametrize("cookie", [pytest.param(cookie, id=cookie["table"]) for cookie in EXPECTED["cookies"]])
def test_a_phone_is_recognised_by_its_cookie(kept, monkeypatch, cookie):
    monkeypatch.setattr(TimestampSigner, "get_timestamp", lambda self: EXPECTED["signed_at"] + DAY)
    code = TABLES[cookie["table"]]["code"]
    phone, own = kept.application.test_client(), f"/t/{code}/seats/{cookie['seat']}/move"
    assert own not in phone.get(f"/t/{code}").text
    phone.set_cookie(cookie["name"], cookie["value"])
    assert own in phone.get(f"/t/{code}").text
    assert phone.get(f"/api/tables/{code}").json["you"]["seats"] == [cookie["seat"]]
