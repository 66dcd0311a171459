"""Watch a finished game again: from its table, or from a file."""

import json
import re
import time
from dataclasses import replace
from html import unescape
from io import BytesIO
from pathlib import Path
from random import Random

import pytest

from companion.games.dice_charmers.definition import load_sheet
from companion.games.dice_charmers.drawing.phone import list_strokes
from companion.games.dice_charmers.pages import replay
from companion.games.dice_charmers.rules import describe_marks
from tests.tables.conftest import Party, meet, opened

TRANSCRIPTS = Path(__file__).parents[1] / "games" / "dice_charmers" / "transcripts"
RECORDED = [file for file in sorted(TRANSCRIPTS.glob("*.txt")) if "sheet: pad" not in file.read_text()]
NASTY = "</script><!--<script>"


@pytest.fixture(scope="module")
def evening(tmp_path_factory, worker_processes):
    """An app with one finished game of three, one of them on paper."""
    from companion.settings import Settings

    folder = tmp_path_factory.mktemp("evening")
    settings = Settings(data_dir=folder, database_url=f"sqlite:///{folder / 'c.db'}", secret_key="for tests only")
    with opened(settings, worker_processes) as app:
        table = meet(app, 3, paper="green")
        table.play_on(Random(3))
        yield app, table


def read_reel(page: str) -> dict:
    (text,) = re.findall(r'<script type="application/json" id="reel">(.*?)</script>', page, re.DOTALL)
    return json.loads(text)


def send_file(app, content: bytes, language: str = "en"):
    client = app.test_client()
    token = re.search(r'name="csrf-token" content="([^"]+)"', client.get("/replay").text)[1]
    form = {"csrf_token": token, "file": (BytesIO(content), "game.txt")}
    return client.post("/replay", data=form, headers={"Accept-Language": language})


@pytest.mark.parametrize(("language", "begins"), [("en", "The game begins."), ("ru", "Игра начинается.")])
def test_the_replay_leads_from_the_empty_sheets_to_the_result(evening, language, begins):
    app, table = evening
    page = app.test_client().get(f"/t/{table.code}/replay", headers={"Accept-Language": language})
    reel, result = read_reel(page.text), table.show()
    assert reel["frames"][0]["text"] == begins
    assert reel["frames"][-1]["text"].count(result["result"]["winners"][0])
    figures: dict = {}
    for frame in reel["frames"]:
        figures |= frame.get("figures", {})
    for seat, sheet in result["sheets"].items():
        shown = figures[seat]
        assert shown[:2] == ([] if sheet["paper"] else [sheet["fame"], sheet["money"]])
    first = [turn["first"] for turn in reel["turns"]]
    assert first == sorted(set(first)) and all(reel["frames"][at]["seat"] for at in first)


def test_strokes_are_those_of_the_finished_sheet(evening):
    app, table = evening
    reel = read_reel(app.test_client().get(f"/t/{table.code}/replay").text)
    last: dict = {}
    for frame in reel["frames"]:
        last |= frame.get("strokes", {}).get("red", {})
    assert len(reel["strokes"]) == len(set(reel["strokes"]))
    game = app.extensions["companion"].tables.get(table.code)
    drawn = list_strokes(load_sheet("sun"), describe_marks(game.position.state, "red"))
    assert {area: tuple(reel["strokes"][number] for number in numbers) for area, numbers in last.items()} == {
        area: strokes for area, strokes in drawn.items() if strokes
    }


def find_pictures(page: str) -> list[str]:
    return re.findall(r'(?:src|srcset)="(/sheets/[^"]+)"', unescape(page))


def test_the_print_is_pictures_that_need_neither_fonts_nor_styles(evening):
    app, table = evening
    client = app.test_client()
    asked = [
        address
        for lang in ("en", "ru")
        for address in find_pictures(client.get(f"/t/{table.code}/replay", headers={"Accept-Language": lang}).text)
    ]
    pictures = [client.get(address) for address in asked]
    assert {picture.mimetype for picture in pictures} == {"image/svg+xml"}
    drawn = {picture.text for picture in pictures}
    assert len(asked) == len(drawn) == 28, "seven areas by day and by night, in two languages"
    assert not [picture for picture in drawn if "<text" in picture or "var(" in picture or "data-target" in picture]
    again = client.get(asked[0], headers={"If-None-Match": pictures[0].headers["ETag"]})
    assert again.status_code == 304


@pytest.mark.parametrize(("file", "sheet"), [("two-players-sun.txt", "sun"), ("five-players-moon.txt", "moon")])
def test_a_game_is_shown_on_its_sheet(evening, file, sheet):
    page = send_file(evening[0], (TRANSCRIPTS / file).read_bytes()).text
    assert {address.split("/")[2] for address in find_pictures(page)} == {sheet} and f"/sheets/{sheet}.css" in page


@pytest.mark.parametrize("path", ["mars/tracks.svg", "sun/moon.svg", "sun/tracks.svg?lang=xx", "sun/tracks.svg?lang="])
def test_there_are_no_other_pictures(evening, path):
    assert evening[0].test_client().get(f"/sheets/{path}").status_code == 404


def test_the_analysis_tells_about_turns_of_the_replay(evening):
    app, table = evening
    client = app.test_client()
    keys = {turn["key"] for turn in read_reel(client.get(f"/t/{table.code}/replay").text)["turns"]}
    deadline = time.monotonic() + 120
    while (answer := client.get(f"/t/{table.code}/replay/analysis")).status_code == 202:
        assert time.monotonic() < deadline and int(answer.headers["Retry-After"]) > 0
        time.sleep(0.2)
    told = answer.json
    assert len(told.pop("start")) == 3
    assert set(told) <= keys and len(told) > 10
    assert any(turn["better"] for turn in told.values())


def test_only_finished_games_can_be_watched(evening):
    app, _ = evening
    running = meet(app, 2)
    assert app.test_client().get(f"/t/{running.code}/replay").status_code == 422
    assert app.test_client().get("/t/AAAAAA/replay").status_code == 404


@pytest.mark.parametrize("file", RECORDED, ids=lambda file: file.stem)
def test_a_transcript_can_be_watched(evening, file):
    answer = send_file(evening[0], file.read_bytes())
    assert answer.status_code == 200
    reel = read_reel(answer.text)
    assert len(reel["frames"]) > 20 and reel["frames"][-1]["text"].startswith("The game is over.")


def test_a_log_can_be_watched_and_says_the_same_as_its_table(evening):
    app, table = evening
    log = app.test_client().get(f"/t/{table.code}/log.json").data
    assert read_reel(send_file(app, log).text) == read_reel(app.test_client().get(f"/t/{table.code}/replay").text)


def change_log(evening, change) -> bytes:
    app, table = evening
    data = app.test_client().get(f"/t/{table.code}/log.json").json
    change(data)
    return json.dumps(data).encode()


@pytest.mark.parametrize(
    ("content", "named"),
    [
        pytest.param(b"", "Choose a file first.", id="nothing"),
        pytest.param(b"\xff\xfe", "not UTF-8", id="a picture"),
        pytest.param(b"{", "not JSON", id="broken JSON"),
        pytest.param(b'{"events": []}', "code", id="other JSON"),
        pytest.param(b"sheet: sun\nplayers: red blue\n\nred: fly\n", "line 4", id="an unknown move"),
        pytest.param(b"sheet: sun\nplayers: red blue\n\nred: end\n", "line 4", id="a move that is not allowed"),
        pytest.param(b"sheet: mars\nplayers: red blue\n", "sheet", id="an unknown sheet"),
    ],
)
def test_other_files_are_refused_with_a_sentence(evening, content, named):
    answer = send_file(evening[0], content)
    assert answer.status_code == 422
    (problem,) = re.findall(r'<p class="problem" role="alert">(.*?)</p>', unescape(answer.text))
    assert named in problem


def test_a_forged_log_names_its_entry(evening):
    def cheat(data):
        roll = next(event for event in data["events"] if event["kind"] == "rolled")
        roll["faces"][0] = "nothing"

    answer = send_file(evening[0], change_log(evening, cheat))
    assert answer.status_code == 422 and "entry" in answer.text


def test_when_no_worker_is_free_the_answer_says_when_to_try_again(evening, monkeypatch):
    app, table = evening
    monkeypatch.setattr(replay, "FILMING", replace(replay.FILMING, places=0))
    answers = [app.test_client().get(f"/t/{table.code}/replay"), send_file(app, RECORDED[0].read_bytes())]
    for answer in answers:
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "10")
        assert "The replay cannot be prepared right now." in answer.text


def test_a_file_can_be_larger_than_other_forms_but_not_any_size(evening):
    assert send_file(evening[0], b"#" * 300_000 + b"\nsheet: mars\nplayers: red\n").status_code == 422
    form = {"data": b"#" * 1_100_000, "content_type": "multipart/form-data; boundary=x"}
    assert evening[0].test_client().post("/replay", **form).status_code == 413


def test_names_cannot_end_the_script(evening):
    client = evening[0].test_client()
    fresh = client.post("/api/tables", json={"game": "dice-charmers"}).json
    party = Party(client, fresh["code"], fresh["host_token"])
    for colour, name in (("red", NASTY), ("blue", "Boris")):
        party.tokens[colour] = party.call("POST", "/seats", name=name, colour=colour).json["token"]
    party.call("POST", "/start", party.host)
    party.play_on(Random(4))
    page = client.get(f"/t/{party.code}/replay").text
    assert NASTY not in page
    assert read_reel(page)["frames"]
