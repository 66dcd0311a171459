"""Photographed sheets: read in a worker, corrected on a page that holds everything, entered for paper seats."""

import json
import re
import struct
import zlib
from dataclasses import replace
from functools import partial
from html import unescape
from io import BytesIO

import pikepdf
import pytest
from PIL import Image

from companion.games.dice_charmers.copies import number_copy
from companion.games.dice_charmers.definition import load_sheet
from companion.games.dice_charmers.pages import api as photo_api
from companion.games.dice_charmers.pages import photo
from companion.games.dice_charmers.paper.marked import complete_cells
from companion.games.dice_charmers.paper.reader import SheetReader
from companion.games.dice_charmers.paper.reading import Doubt, Reading, Strip, TrackDoubt
from companion.history.index import Scope
from companion.jobs import Busy, Failed
from companion.photo import PhotoUnavailable, Unreadable, Why
from companion.render.svg import Box
from companion.tables.exports import read_export, replay
from companion.web import admission
from companion.web.identity import make_signer, name_cookie
from tests.conftest import served
from tests.tables.conftest import Party, meet, same_seed

SUN = load_sheet("sun").sheet
JPEG = b"\xff\xd8\xff some picture"


def mark(row: str, places: int, state: str = "marked") -> dict[str, str]:
    return {f"{row} {place}": state for place in range(1, places + 1)}


# Two teas are sold for 1 and 3 coins; the line says 5.
MARKED = {"karma 1": "circled", **mark("good tea", 2, "crossed"), **mark("money", 5)}
READ = Reading(
    sheet="sun",
    version=SUN.version,
    serial=7,
    lang="en",
    ink="full",
    cells=complete_cells(SUN, MARKED),
    doubtful=(
        Doubt("money 5", "marked", {"marked": 0.6, "none": 0.4}, b"\xff\xd8 crop"),
        Doubt("river 5", "none", {"none": 0.9, "crossed": 0.1}, b"\xff\xd8 crop"),
    ),
    picture=b"\xff\xd8 straightened",
    tracks=(TrackDoubt("money", 5, ("money 5",), (Strip(b"\xff\xd8 strip", 90, 60, {5: Box(10, 20, 30, 32)}),)),),
)


class Reader(SheetReader):
    """Reads the same in every picture, or refuses it."""

    def __init__(self) -> None:
        self.answer: Reading | tuple[Reading, ...] | Exception = READ
        self.pictures: list[bytes] = []

    def read(self, picture, sheet, own, kept=None):
        self.pictures.append(picture)
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer if isinstance(self.answer, tuple) else (self.answer,)


class Here:
    """Does the work of the worker processes in this one."""

    def run_prepared(self, kind, key, prepare, address):
        function, arguments = prepare()
        return function(*arguments)


@pytest.fixture
def reader(monkeypatch) -> Reader:
    reader = Reader()
    monkeypatch.setattr(photo, "READER", reader)
    monkeypatch.setattr(photo_api, "READER", reader)
    return reader


@pytest.fixture
def app(pages, settings, reader):
    with same_seed(), served(pages, settings, jobs=Here()) as app:
        app.config["WTF_CSRF_ENABLED"] = False  # test_security.py holds it
        yield app


@pytest.fixture
def client(app):
    return app.test_client()


# The JSON API


@pytest.mark.parametrize(
    "sent",
    [
        pytest.param({"data": JPEG, "content_type": "image/jpeg"}, id="as the body"),
        pytest.param({"data": {"picture": (BytesIO(JPEG), "sheet.jpg")}}, id="as a file of a form"),
    ],
)
def test_a_picture_is_read_as_by_the_command(client, reader, sent):
    found = client.post("/api/read", **sent).json
    assert reader.pictures == [JPEG]
    assert found.pop("seconds") >= 0
    assert found.pop("cells") == READ.cells
    assert found == {
        "sheet": "sun",
        "version": SUN.version,
        "serial": 7,
        "doubtful": [
            {"cell": "money 5", "read": "marked", "alternatives": {"marked": 0.6, "none": 0.4}},
            {"cell": "river 5", "read": "none", "alternatives": {"none": 0.9, "crossed": 0.1}},
        ],
        "totals": {"fame": 0, "money": 5, "karma_circled": 1, "karma_used": 0},
        "score": -36.5,
        "conflicts": [
            {
                "rule": "money",
                "cells": ["money 5"],
                "message": "Money is marked up to 5. Sales, bonuses, river spaces and Raja Man Singh pay 4.",
            },
            {
                "rule": "bonus-not-used",
                "cells": ["bonus tent 1"],
                "message": "This bonus was released, but it is not crossed out: tent 1. Wasted bonuses are crossed out too.",
            },
        ],
    }


@pytest.mark.parametrize("why", Why)
def test_a_photo_that_cannot_be_read_is_refused_with_advice(client, reader, why):
    reader.answer = Unreadable(why)
    refused = client.post("/api/read", data=JPEG, content_type="image/jpeg")
    assert (refused.status_code, refused.json["error"]["code"]) == (422, f"photo-{why}")
    russian = client.post("/api/read", data=JPEG, headers={"Accept-Language": "ru"})
    assert re.search("[а-я]", russian.json["error"]["message"])


@pytest.mark.parametrize(
    ("error", "status", "code", "retry"),
    [
        pytest.param(Busy(admission.READING), 503, "photo-busy", True, id="the queue is full"),
        pytest.param(Failed(admission.READING), 422, "photo-failed", False, id="the worker dies of the picture"),
        pytest.param(PhotoUnavailable(), 503, "no-photo", False, id="without the libraries"),
    ],
)
def test_what_goes_wrong_in_the_worker_is_told(client, reader, error, status, code, retry):
    reader.answer = error
    answer = client.post("/api/read", data=JPEG)
    assert (answer.status_code, answer.json["error"]["code"]) == (status, code)
    assert ("Retry-After" in answer.headers) == retry


def test_only_pictures_may_be_large_and_only_a_few_at_once(client, reader, app):
    large = b"\xff\xd8" + bytes(100_000)
    assert client.post("/api/read", data=large).status_code == 200
    assert client.post("/api/score/dice-charmers", data=large).status_code == 413
    assert client.post("/api/read", data=bytes(admission.PICTURE_BYTES + 1)).status_code == 413
    assert client.post("/api/read").json["error"]["code"] == "photo-missing"
    room = app.extensions["pictures"]
    assert room.held.total() == 0, "every picture was let go"
    taken = [address for address in ["127.0.0.1"] * 9 + ["other"] * 9 if room.take(address)]
    assert taken == ["127.0.0.1"] * admission.PICTURES_PER_ADDRESS + ["other"] * 3
    busy = client.post("/api/read", data=JPEG)
    assert (busy.status_code, busy.json["error"]["code"]) == (503, "photo-busy")
    assert client.get("/score").status_code == 200
    room.held.clear()


# A table with two paper seats, which is asked for its totals


def play_to_totals(app, **more):
    """Return a table of two: blue and red play on paper, and red's lines have met."""
    table = meet(app, 2, paper=("red", "blue"), **more)
    table.play("roll")
    for moves in (["met", "end turn"], ["end turn"]):
        table.play(table.offers(table.mover)[0]["move"])
        for move in moves:
            assert table.play(move).status_code == 200
    assert table.show()["turn"]["code"] == "total"
    return table


def enter(table, seat: str, token: str | None, **body):
    return table.call("POST", f"/sheets/{seat}", token, **body)


def test_readings_enter_the_totals_of_paper_seats_in_any_order_and_once(app):
    table = play_to_totals(app)
    found = table.client.post("/api/read", data=JPEG).json
    entered = enter(table, "blue", table.tokens["blue"], **found)
    assert (entered.status_code, entered.json["phase"]) == (200, "playing"), entered.json
    assert entered.json["totals"] == found["totals"]
    assert table.show()["sheets"]["blue"]["money"] is None, "red is asked first"
    assert enter(table, "blue", table.tokens["blue"], **found).json["version"] == entered.json["version"]
    for _ in range(2):  # the second one is sent again, because the answer was lost
        done = enter(table, "red", table.host, cells={**MARKED, **mark("fame", 39)})
        assert (done.status_code, done.json["phase"]) == (200, "over"), done.json
    seen = table.show()
    assert [(player["name"], player["score"]) for player in seen["result"]["players"]] == [
        ("Player red", 2.5),
        ("Player blue", -36.5),
    ]
    assert replay(read_export(table.export()), app.extensions["companion"].tables.games).result == seen["result"]


def test_a_copy_is_entered_for_one_seat_only(app):
    """The serial number tells copies apart; other marks on the same copy are a new photo of it."""
    table = play_to_totals(app)
    photo, better = {"cells": MARKED, "serial": 7}, {"cells": {**MARKED, **mark("fame", 3)}, "serial": 7}
    version = enter(table, "blue", table.host, **photo).json["version"]
    refused = enter(table, "red", table.host, **better)
    assert (refused.status_code, refused.json["error"]["code"]) == (422, "sheet-of-another")
    assert "Player blue" in refused.json["error"]["message"]
    assert table.show()["version"] == version, "nothing has changed"
    assert enter(table, "blue", table.host, **better).status_code == 200
    assert enter(table, "blue", table.host, cells=MARKED, serial=8).status_code == 200, "it was the wrong sheet"
    done = enter(table, "red", table.host, **better)
    assert (done.status_code, done.json["phase"]) == (200, "over")
    assert [each["serial"] for each in table.export()["events"] if each["kind"] == "sheet-read"] == [7, 7, 8, 7]


def test_the_marks_are_drawn_on_the_result_and_printed(app):
    table = play_to_totals(app)
    for seat in ("red", "blue"):
        enter(table, seat, table.host, cells=MARKED)
    page = table.client.get(f"/t/{table.code}").text
    assert page.count("final-sheet") == 2
    sheet = table.client.get(f"/t/{table.code}/sheets/red")
    assert sheet.status_code == 200 and sheet.text.count('class="pen"') >= 2


def test_typed_totals_are_still_possible_and_show_no_marks(app):
    table = play_to_totals(app)
    enter(table, "blue", table.host, cells=MARKED)
    for figure, amount in (("fame", 20), ("money", 40), ("karma-circled", 1), ("karma-used", 0)):
        assert table.play(f"total {figure} {amount}").status_code == 200
    assert table.show()["phase"] == "over", "the totals of blue were waiting"
    assert table.client.get(f"/t/{table.code}").text.count("final-sheet") == 1


@pytest.mark.parametrize(
    ("who", "seat", "body", "status", "code"),
    [
        ("nobody", "red", {"cells": MARKED}, 403, "not-your-seat"),
        ("blue", "red", {"cells": MARKED}, 403, "not-your-seat"),
        ("host", "green", {"cells": MARKED}, 422, "no-such-seat"),
        ("host", "red", {}, 400, "bad-marks"),
        ("host", "red", {"cells": {"fame 40": "marked"}}, 400, "bad-marks"),
        ("host", "red", {"cells": {"fame 1": "circled"}}, 400, "bad-marks"),
        ("host", "red", {"cells": {"fame 1": ["marked"]}}, 400, "bad-marks"),
        ("host", "red", {"cells": [1, 2]}, 400, "bad-marks"),
        ("host", "red", {"cells": MARKED, "sheet": "../sun"}, 400, "bad-marks"),
        ("host", "red", {"cells": MARKED, "version": True}, 400, "bad-marks"),
        ("host", "red", {"cells": MARKED, "serial": "7"}, 400, "bad-marks"),
        ("host", "red", {"cells": MARKED, "serial": -1}, 400, "bad-marks"),
        ("host", "red", {"cells": {}, "sheet": "moon"}, 422, "other-sheet"),
    ],
)
def test_who_may_enter_what(app, who, seat, body, status, code):
    table = play_to_totals(app)
    token = {"nobody": None, "host": table.host, **table.tokens}[who]
    refused = enter(table, seat, token, **body)
    assert (refused.status_code, refused.json["error"]["code"]) == (status, code)


def test_a_sheet_is_entered_at_the_end_only_and_for_paper_only(app):
    table = meet(app, 2, paper="blue")
    assert enter(table, "red", table.host, cells=MARKED).json["error"]["code"] == "not-on-paper"
    early = enter(table, "blue", table.host, cells=MARKED)
    assert (early.status_code, early.json["error"]["code"]) == (422, "no-totals-yet")


def test_karma_that_was_used_at_the_table_must_be_crossed_out_on_the_sheet(app):
    table = meet(app, 2, paper=("red", "blue"))
    table.play("roll")
    table.play(table.offers("red")[0]["move"]), table.play("met"), table.play("end turn")
    karma = next(offer["move"] for offer in table.offers("blue") if offer["kind"] == "karma")
    table.play(karma), table.play(table.offers("blue")[0]["move"]), table.play("end turn")
    refused = enter(table, "blue", table.host, cells=MARKED)
    assert (refused.status_code, refused.json["error"]["code"]) == (422, "total-out-of-range")
    assert enter(table, "blue", table.host, cells={**MARKED, "karma 1": "crossed"}).status_code == 200


# Pages


def elements(page: str, name: str) -> list[dict[str, str]]:
    """Return the attributes of all elements with this name."""
    tags = re.findall(rf"<{name}\b([^>]*)>", page)
    return [{key: unescape(value) for key, value in re.findall(r'([\w-]+)(?:="([^"]*)")?', tag)} for tag in tags]


def fields(page: str) -> dict[str, str]:
    """Return what a browser without JavaScript would send of the photographed sheets on a page."""
    sheets = page[max(page.find('<div class="photo"'), 0) :]
    sent = [each for each in elements(sheets, "input") if each.get("type") == "hidden" or "checked" in each]
    return {each["name"]: each["value"] for each in sent}


def typed_in(page: str) -> dict[str, str]:
    """Return the values of the fields to type in, by name."""
    return {each["name"]: each["value"] for each in elements(page, "input") if "type" not in each}


def as_host(app, table, token: str = ""):
    """Make the client the browser of the host, or of the holder of a token; return a function that sends forms."""
    with app.test_request_context():
        table.client.set_cookie(name_cookie(table.code), make_signer("seats").dumps([token or table.host]))
    token = next(each for each in elements(table.client.get("/score").text, "meta") if each.get("name") == "csrf-token")
    return partial(table.client.post, headers={"X-CSRFToken": token["content"]})


def test_a_paper_seat_is_photographed_without_javascript(app, reader):
    table = play_to_totals(app)
    post = as_host(app, table)
    page = table.client.get(f"/t/{table.code}/photo").text
    assert 'accept="image/*"' in page and "Player red" in page

    reader.answer = Unreadable(Why.BLURRED)
    blurred = post(f"/t/{table.code}/photo", data={"picture": (BytesIO(JPEG), "a.jpg")})
    assert blurred.status_code == 422 and "This photo is blurred" in blurred.text

    reader.answer = READ
    page = post(f"/t/{table.code}/photo", data={"picture": (BytesIO(JPEG), "a.jpg")}).text
    assert "What do you see here?" in page and "Money is marked up to 5" in page
    assert "data:image/jpeg;base64," in page
    answered = fields(page) | {"sheet-end money": "4"}
    page = post(f"/t/{table.code}/photo", data=answered).text
    assert "Money is marked" not in page and "tent 1" in page
    fix = unescape(re.search(r'name="sheet-fix" value="([^"]*)"', page)[1])
    assert json.loads(fix) == {"bonus tent 1": "crossed"}
    page = post(f"/t/{table.code}/photo", data=fields(page) | {"sheet-fix": fix}).text
    assert 'class="conflict"' not in page

    unknown = post(f"/t/{table.code}/sheets", data=fields(page))
    assert unknown.status_code == 422 and "Tap the player whose sheet this is." in unknown.text
    entered = post(f"/t/{table.code}/sheets", data=fields(page) | {"sheet-seat": "red"})
    assert entered.headers["Location"].endswith(f"/t/{table.code}/photo"), "the other sheets"
    wrong = post(f"/t/{table.code}/sheets", data=fields(page) | {"sheet-seat": "blue"})
    assert wrong.status_code == 422 and "already entered for another player: Player red" in wrong.text
    done = post(f"/t/{table.code}/sheets", data=fields(wrong.text) | {"sheet-serial": "8"})
    assert done.headers["Location"].endswith(f"/t/{table.code}")
    assert "final-sheet" in table.client.get(f"/t/{table.code}").text


def test_a_sheet_that_the_table_refuses_stays_on_the_page(app):
    table = play_to_totals(app, sheet="moon")
    post = as_host(app, table)
    page = post(f"/t/{table.code}/photo", data={"picture": (BytesIO(JPEG), "a.jpg")}).text
    refused = post(f"/t/{table.code}/sheets", data=fields(page) | {"sheet-seat": "red"})
    assert refused.status_code == 422 and "different sheet (Sun)" in refused.text
    assert fields(refused.text)["sheet-sheet"] == f"sun {SUN.version}"


def test_strangers_and_neighbours_cannot_open_the_photo_page(app):
    table = play_to_totals(app)
    stranger = app.test_client()
    for path in ("/photo", "/sheets", "/photo/owners"):
        assert stranger.post(f"/t/{table.code}{path}", data={}).status_code == 403
    assert stranger.get(f"/t/{table.code}/photo").status_code == 403


# One page for all paper seats of a table


def owners(page: str) -> dict[str, str | None]:
    """Return the seats that are suggested on a page, by the key of the sheet; None where the player is asked."""
    keys = re.findall(r'<fieldset class="owner[^"]*" id="([\w-]+)-owner"', page)
    chosen = {each["name"]: each["value"] for each in elements(page, "input") if "checked" in each}
    return {key: chosen.get(f"{key}-seat") for key in keys}


def photograph(post, table, key: str, reading: Reading, reader: Reader, page: str = "") -> str:
    """Choose a picture in a browser without JavaScript, beside the sheets that are on the page already."""
    reader.answer = reading
    sent = (fields(page) if page else {}) | {"photo": key, f"{key}-picture": (BytesIO(JPEG), "a.jpg")}
    return post(f"/t/{table.code}/photo", data=sent).text


def test_photos_find_their_seats_without_javascript(app, reader):
    table = play_to_totals(app)
    post = as_host(app, table)
    assert f'href="/t/{table.code}/photo"' in table.client.get(f"/t/{table.code}").text
    page = table.client.get(f"/t/{table.code}/photo").text
    assert "Player red" in page and "Player blue" in page and owners(page) == {}
    page = photograph(post, table, "sheet", READ, reader)
    assert owners(page) == {"sheet": None}, "a copy from a pad can be anybody's"
    printed = replace(READ, serial=number_copy(table.code, "red"))
    page = photograph(post, table, "sheet-2", printed, reader, page)
    assert owners(page) == {"sheet": "blue", "sheet-2": "red"}
    assert (
        "This sheet was printed for Player red." in page and "Only the sheet of Player blue was still missing." in page
    )
    done = post(f"/t/{table.code}/sheets", data=fields(page))
    assert done.headers["Location"].endswith(f"/t/{table.code}")
    read = [each for each in table.export()["events"] if each["kind"] == "sheet-read"]
    assert {each["seat"]: each["serial"] for each in read} == {"blue": 7, "red": printed.serial}


def test_two_sheets_in_one_photo_find_their_seats_by_their_numbers(app, reader):
    table = play_to_totals(app)
    post = as_host(app, table)
    both = tuple(replace(READ, serial=number_copy(table.code, seat)) for seat in ("blue", "red"))
    page = photograph(post, table, "sheet", both, reader)
    assert owners(page) == {"sheet": "blue", "sheet-2": "red"}
    post(f"/t/{table.code}/sheets", data=fields(page))
    stranger = replace(READ, serial=5)
    found = post(f"/photo?key=sheet&more=sheet-2&table={table.code}", data=JPEG, content_type="image/jpeg")
    assert found.text.count('class="review"') == 2 and stranger.serial != both[0].serial


def test_lines_that_were_declared_to_have_met_but_do_not_meet_are_asked_about(app, reader):
    table = play_to_totals(app)
    post = as_host(app, table)
    for seat, claimed in (("blue", False), ("red", True)):
        page = photograph(post, table, "sheet", replace(READ, serial=number_copy(table.code, seat)), reader)
        assert ("these lines have met" in page) == claimed


@pytest.mark.parametrize("how", ["a sheet", "typed"])
def test_a_sheet_on_paper_is_corrected_after_the_end_with_result_and_history(app, reader, how):
    table = play_to_totals(app)
    post = as_host(app, table)
    both = tuple(replace(READ, serial=number_copy(table.code, seat)) for seat in ("blue", "red"))
    page = photograph(post, table, "sheet", both, reader)
    post(f"/t/{table.code}/sheets", data=fields(page))
    before = {
        each["name"]: each["score"] for each in table.client.get(f"/api/tables/{table.code}").json["result"]["players"]
    }
    assert f'href="/t/{table.code}/photo"' in table.client.get(f"/t/{table.code}").text
    page = table.client.get(f"/t/{table.code}/photo").text
    assert owners(page) == {"sheet": "red", "sheet-2": "blue"} or owners(page) == {"sheet": "blue", "sheet-2": "red"}
    if how == "typed":
        totals = {"fame": "20", "money": "30", "karma-circled": "3", "karma-used": "1"}
        done = post(f"/t/{table.code}/totals/red", data=totals)
    else:
        key = next(key for key, seat in owners(page).items() if seat == "red")
        marks = json.dumps({**mark("fame", 20), **mark("money", 30), "karma 1": "circled"})
        done = post(f"/t/{table.code}/sheets", data=fields(page) | {f"{key}-cells": marks})
    assert done.headers["Location"].endswith(f"/t/{table.code}")
    after = {
        each["name"]: each["score"] for each in table.client.get(f"/api/tables/{table.code}").json["result"]["players"]
    }
    assert after == before | {"Player red": -4}
    (record,) = app.extensions["companion"].history.find_all(Scope("", is_shared=True))
    assert {player.name: player.score for player in record.players} == after
    corrected = [each for each in table.export()["events"] if each["kind"] == "sheet-corrected"]
    assert [each["seat"] for each in corrected] == ["red"]
    assert replay(read_export(table.export()), app.extensions["companion"].tables.games)


@pytest.mark.parametrize(
    ("seat", "who", "totals", "status"),
    [("red", "stranger", (1, 1, 1, 0), 403), ("red", "host", (99, 1, 1, 0), 422), ("red", "host", ("x", 1, 1, 0), 400)],
    ids=["somebody else", "more than the track has", "not a number"],
)
def test_a_correction_is_refused(app, reader, seat, who, totals, status):
    table = play_to_totals(app)
    post = as_host(app, table)
    both = tuple(replace(READ, serial=number_copy(table.code, each)) for each in ("blue", "red"))
    post(f"/t/{table.code}/sheets", data=fields(photograph(post, table, "sheet", both, reader)))
    asker = app.test_client().post if who == "stranger" else post
    given = dict(zip(("fame", "money", "karma-circled", "karma-used"), totals, strict=True))
    assert asker(f"/t/{table.code}/totals/{seat}", data=given).status_code == status


def test_a_suggestion_is_given_up_when_its_reason_is(app, reader):
    table = play_to_totals(app)
    post = as_host(app, table)
    page = photograph(post, table, "sheet", READ, reader)
    printed = replace(READ, serial=number_copy(table.code, "red"))
    page = photograph(post, table, "sheet-2", printed, reader, page)
    page = photograph(post, table, "sheet-2", replace(READ, serial=8), reader, page)
    assert owners(page) == {"sheet": None, "sheet-2": None}
    chosen = fields(page) | {"sheet-2-seat": "blue"}
    page = post(f"/t/{table.code}/photo", data=chosen).text
    assert owners(page) == {"sheet": "red", "sheet-2": "blue"}
    page = photograph(post, table, "sheet-2", replace(READ, serial=9), reader, page)
    assert owners(page) == {"sheet": None, "sheet-2": None}, "a choice is about one photo"


def test_sheets_that_cannot_be_entered_stay_on_the_page_with_the_reason(app, reader):
    table = play_to_totals(app)
    post = as_host(app, table)
    page = photograph(post, table, "sheet", READ, reader)
    page = photograph(post, table, "sheet-2", replace(READ, serial=8), reader, page)
    refused = post(f"/t/{table.code}/sheets", data=fields(page))
    assert refused.status_code == 422 and refused.text.count("Tap the player whose sheet this is.") == 2
    both = fields(page) | {"sheet-seat": "red", "sheet-2-seat": "red"}
    refused = post(f"/t/{table.code}/sheets", data=both)
    assert refused.status_code == 422 and owners(refused.text) == {"sheet-2": "blue"}, "the first one is entered"
    assert "Player red" not in refused.text.split("<form", 1)[1]
    page = photograph(post, table, "sheet", READ, reader)
    assert owners(page) == {"sheet": ""} and "This sheet was already entered for Player red." in page
    left_out = post(f"/t/{table.code}/sheets", data=fields(page))
    assert left_out.headers["Location"].endswith("/photo"), "a sheet is still missing"
    elsewhere = replace(READ, serial=number_copy("CCCCCC", "blue"))
    page = photograph(post, table, "sheet", elsewhere, reader)
    assert owners(page) == {"sheet": None} and "This sheet was printed for another table." in page
    assert post(f"/t/{table.code}/sheets", data={}).status_code == 422, "nothing was photographed"
    done = post(f"/t/{table.code}/sheets", data=fields(page) | {"sheet-seat": "blue"})
    assert done.headers["Location"].endswith(f"/t/{table.code}")


def test_a_player_cannot_enter_the_sheet_of_another(app, reader):
    table = play_to_totals(app)
    post = as_host(app, table, table.tokens["blue"])
    page = table.client.get(f"/t/{table.code}/photo").text
    assert "The sheet of Player blue" in page and "Player red" not in page
    page = photograph(post, table, "sheet", replace(READ, serial=number_copy(table.code, "red")), reader)
    assert owners(page) == {"sheet": None} and "This sheet was printed for Player red" in page
    forged = fields(page) | {"sheet-seat": "red"}
    assert post(f"/t/{table.code}/sheets", data=forged).status_code == 422
    assert not table.client.get(f"/api/tables/{table.code}").json["sheets"]["red"].get("money")


def test_a_page_with_javascript_asks_whose_sheets_it_has(app, reader):
    table = play_to_totals(app)
    post = as_host(app, table)
    reader.answer = replace(READ, serial=number_copy(table.code, "blue"))
    read = [fields(post(f"/photo?key={key}", data=JPEG).text) for key in ("sheet", "sheet-2")]
    read[0]["sheet-serial"] = "7"
    parts = post(f"/t/{table.code}/photo/owners", data=read[0] | read[1]).text
    assert "<html" not in parts and owners(parts) == {"sheet": "red", "sheet-2": "blue"}


def test_there_is_nothing_to_photograph_before_the_last_turn(app, reader):
    client = app.test_client()
    opened = client.post("/api/tables", json={"game": "dice-charmers", "sheet": "sun"}).json
    post = as_host(app, Party(client, opened["code"], opened["host_token"]))
    sheet = fields(post("/photo", data=JPEG).text)
    for path in ("/photo", "/photo/owners", "/sheets"):
        assert "has not started" in post(f"/t/{opened['code']}{path}", data=sheet).text
    table = meet(app, 2, paper="blue")
    post = as_host(app, table)
    reader.pictures.clear()
    assert table.client.get(f"/t/{table.code}/photo").headers["Location"].endswith(f"/t/{table.code}")
    early = post(f"/t/{table.code}/photo", data={"sheet-picture": (BytesIO(JPEG), "a.jpg")})
    assert early.status_code == 303 and reader.pictures == []


# Sheets printed for a table


def test_the_sheets_of_paper_seats_are_printed_before_and_during_the_game(app):
    table = meet(app, 3, paper=("red", "green"))
    for client in (table.client, app.test_client()):  # anybody who knows the code: the printer may be elsewhere
        answer = client.get(f"/print/t/{table.code}.pdf?paper=letter&ink=saver", headers={"Accept-Language": "ru"})
        assert (answer.mimetype, answer.headers["Cache-Control"]) == ("application/pdf", "no-store")
        with pikepdf.open(BytesIO(answer.data)) as pdf:
            assert len(pdf.pages) == 2
            assert "Солнце" in str(pdf.docinfo["/Title"])
            assert float(pdf.pages[0].mediabox[3]) == pytest.approx(279.4 * 72 / 25.4, abs=1)
    assert f'action="/print/t/{table.code}.pdf"' in table.client.get(f"/t/{table.code}").text


def test_the_lobby_offers_sheets_as_soon_as_somebody_plays_on_paper(app):
    client = app.test_client()
    code = client.post("/api/tables", json={"game": "dice-charmers", "sheet": "moon"}).json["code"]
    link = f'action="/print/t/{code}.pdf"'
    client.post(f"/api/tables/{code}/seats", json={"name": "Anna", "colour": "red", "kind": "phone"})
    assert link not in client.get(f"/t/{code}").text
    refused = client.get(f"/print/t/{code}.pdf")
    assert refused.status_code == 422 and "Nobody at this table plays on paper." in refused.text
    client.post(f"/api/tables/{code}/seats", json={"name": "Boris", "colour": "blue", "kind": "paper"})
    assert link in client.get(f"/t/{code}/seats").text
    assert client.get(f"/print/t/{code}.pdf").status_code == 200


def test_an_assisted_game_has_no_sheets_to_print_or_photograph(app):
    client = app.test_client()
    opened = client.post("/api/tables", json={"game": "agra"}).json
    code, host = opened["code"], {"Authorization": f"Bearer {opened['host_token']}"}
    for name, colour in (("Boris", "blue"), ("Anna", "red")):
        client.post(f"/api/tables/{code}/seats", json={"name": name, "colour": colour, "kind": "paper"}, headers=host)
    assert "/print/t/" not in client.get(f"/t/{code}").text
    assert client.get(f"/print/t/{code}.pdf").status_code == 422
    assert client.post(f"/api/tables/{code}/start", headers=host).status_code == 200
    assert client.get(f"/t/{code}/photo", headers=host).status_code == 404
    assert client.post(f"/t/{code}/sheets", headers=host).status_code == 404


def test_scoring_a_finished_game_fills_in_the_totals_without_javascript(client):
    page = client.get("/score/dice-charmers").text
    assert page.count('name="players-0-picture"') == 1 and 'formaction="/score/dice-charmers/photo"' in page
    typed = {"players-0-name": "Anna", "players-1-name": "Boris", "players-1-fame": "22", "photo": "players-0"}
    page = client.post("/score/dice-charmers/photo", data=typed | {"players-0-picture": (BytesIO(JPEG), "a.jpg")}).text
    assert {"players-0-name": "Anna", "players-0-money": "5", "players-1-fame": "22"}.items() <= typed_in(page).items()
    sent = {**typed, **fields(page), "players-0-doubt money 5": "none"}
    del sent["photo"]
    assert typed_in(client.post("/score/dice-charmers/photo", data=sent).text)["players-0-money"] == "4"
    missing = client.post("/score/dice-charmers/photo", data=typed)
    assert missing.status_code == 422 and "Take or choose a photo first." in missing.text
    assert client.post("/score/agra/photo", data=typed).status_code == 404
    assert "data-photo" not in client.get("/score/agra").text


def test_a_page_with_javascript_gets_the_parts_it_needs(client, reader):
    read = client.post("/photo?key=players-0", data=JPEG, content_type="image/jpeg", headers={"X-Parts": "1"})
    assert "<html" not in read.text and 'data-cell="road c2 N"' in read.text
    checked = client.post(
        "/photo/check?key=players-0", data=fields(read.text) | {"players-0-fix": '{"fame 1": "marked"}'}
    )
    score = next(part for part in elements(checked.text, "section") if part["id"] == "players-0-score")
    assert json.loads(score["data-totals"])["fame"] == 1
    assert "fame 1" in json.loads(score["data-disputed"])
    by_rules = next(button for button in elements(checked.text, "button") if "fame 1" in button.get("value", ""))
    assert json.loads(by_rules["value"]) == {"fame 1": "none", "money 5": "none"}
    reader.answer = Unreadable(Why.TOO_DARK)
    dark = client.post("/photo", data=JPEG, headers={"X-Parts": "1"})
    assert (dark.status_code, dark.mimetype) == (422, "text/plain") and dark.text.startswith("This photo is too dark.")
    for nonsense in ({}, {"sheet-sheet": "sun 1", "sheet-cells": "["}, {"sheet-sheet": "sun 1", "sheet-cells": "[]"}):
        assert client.post("/photo/check", data=nonsense).status_code == 400


# In a real worker process


def make_png(width: int, height: int) -> bytes:
    """Return a PNG that claims a size; its data, all one colour, end after 10 MB."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress(bytes(min((width + 1) * height, 10_000_000)), level=1)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def make_jpeg() -> bytes:
    picture = BytesIO()
    Image.effect_noise((900, 1200), 90).save(picture, "JPEG")
    return picture.getvalue()


def test_hostile_pictures_are_refused_with_a_sentence_and_harm_nothing(pages, settings, jobs):
    hostile = {
        "text": b"<svg onload=alert(1)>" * 50,
        "a PDF": b"%PDF-1.7\n" + bytes(5000),
        "a truncated photo": make_jpeg()[:5000],
        "a photo of something else": make_jpeg(),
        "a decompression bomb": make_png(60_000, 60_000),
        "an endless row": make_png(2_000_000_000, 1),
        "one pixel": make_png(1, 1),
        "wild EXIF data": b"\xff\xd8\xff\xe1\xff\xffExif\0\0MM\0*\xff\xff\xff\xff" + bytes(70_000),
    }
    with served(pages, settings, jobs=jobs) as app:
        client = app.test_client()
        for name, picture in hostile.items():
            answer = client.post("/api/read", data=picture, content_type="image/jpeg")
            assert answer.status_code == 422, (name, answer.json)
            assert answer.json["error"]["code"].startswith("photo-"), name
        (worker,) = jobs.get_pool(admission.READING).idle
        assert worker.alive, "none of them has killed the worker"
