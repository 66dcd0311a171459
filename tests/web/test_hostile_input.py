"""Whatever is sent, typed or put into an address: text stays text, and the answer is a clear one.

Hostile sheet files: tests/games/dice_charmers/definition/test_files.py and test_any_file.py. Too many streams from one address:
tests/live/test_streams.py. Any request at all: test_openapi.py.
"""

import json
import re
import subprocess
from html.parser import HTMLParser
from itertools import product
from random import Random

import pytest

from companion.web.admission import PICTURE_BYTES
from companion.web.companion import build_public_url
from companion.web.openapi import PATHS
from tests.tables.conftest import meet, opened

# What a POST of the API takes, as a path to a table in play.
POSTS = [path for path, item in PATHS.items() if "requestBody" in item.get("post", {})]


def address(path: str, code: str) -> str:
    return path.format(code=code, game="rajas", seat="red")


BODIES = {
    "nothing": b"",
    "half an object": b'{"move": ',
    "a list": b"[]",
    "no UTF-8": b'{"move": "\xff\xfe"}',
    "deep lists": b'{"move": ' + b"[" * 30_000 + b"]" * 30_000 + b"}",
    "deep objects": b'{"a":' * 10_000 + b"1" + b"}" * 10_000,
    "a number of many digits": b'{"version": ' + b"9" * 20_000 + b"}",
    "a number of hundreds of digits": b'{"move": "roll", "version": ' + b"9" * 400 + b"}",
    "not a number": b'{"version": NaN}',
    "infinity": b'{"version": 1e999}',
    "half a letter": rb'{"name": "\ud800", "move": "\ud800", "seat": "\udfff", "version": 1, "nonce": "\ud800"}',
    "half a letter in a field's name": rb'{"\ud800": 1}',
    "half a letter in a field's name, and no text": rb'{"\ud800": {}}',
    "zeros": rb'{"name": "a\u0000b", "move": "roll\u0000", "seat": "\u0000", "version": 4, "nonce": "\u0000"}',
    "a field twice": b'{"move": "roll", "move": {}, "version": 1, "version": []}',
    "many fields": json.dumps({f"field{n}": n for n in range(3000)}).encode(),
    "a field without a name": b'{"": 1}',
    "markup in a field's name": b'{"<img src=x>%(a)s": 1}',
    "wrong types": b'{"move": {"a": []}, "version": true, "seat": [], "name": 1.5, "order": {}, "action": null}',
}


class TestBodies:
    @pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
    def test_one_that_cannot_be_meant_is_refused_and_changes_nothing(self, game, body):
        before = game.show()
        for path, token in product(POSTS, (game.host, game.tokens["red"])):
            headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
            answer = game.client.post(address(path, game.code), data=body, headers=headers)
            assert answer.status_code in (400, 403, 409, 422), path
            assert answer.json["error"]["message"]
        assert game.show() == before

    def test_one_beyond_the_bound_is_not_read(self, game):
        for path in POSTS:
            most = PICTURE_BYTES if path == "/api/read" else 70_000
            body = json.dumps({"name": "x" * most}).encode()
            answer = game.client.post(address(path, game.code), data=body, content_type="application/json")
            assert (answer.status_code, answer.json["error"]["code"]) == (413, "too-large"), path

    def test_nor_a_form_beyond_it(self, client):
        for path in ("/tables", "/t/CCCCCC/join", "/score/rajas", "/language/ru"):
            assert client.post(path, data={"name": "x" * 70_000}).status_code == 413, path

    def test_nor_a_number_in_an_address(self, client):
        assert client.get("/print/preview", query_string={"sheet": "sun", "pages": "9" * 400}).status_code == 400

    def test_a_nonce_that_cannot_be_written_down_names_its_field(self, game):
        body = rb'{"move": "roll", "version": 4, "nonce": "\ud800"}'
        headers = {"Authorization": f"Bearer {game.tokens['red']}", "Content-Type": "application/json"}
        answer = game.client.post(f"/api/tables/{game.code}/moves", data=body, headers=headers)
        assert (answer.status_code, answer.json["error"]["field"]) == (422, "nonce")

    def test_an_action_that_cannot_be_written_down_is_not_quoted(self, game):
        headers = {"Authorization": f"Bearer {game.host}", "Content-Type": "application/json"}
        body = rb'{"action": "\ud800", "seat": "red"}'
        answer = game.client.post(f"/api/tables/{game.code}/manage", data=body, headers=headers)
        assert (answer.status_code, answer.json["error"]["field"]) == (400, "action")


@pytest.mark.parametrize("named", ["9" * 5000, "9" * 19, "-1", "1e3", "٣", "\x00", "0" * 4000 + "1"])
def test_a_resume_point_is_any_text(app, game, named):
    from companion.web.streaming import find_resume_point

    with app.test_request_context(query_string={"after": named}):
        assert 0 <= find_resume_point(app.extensions["companion"].tables.get(game.code)) <= 4


class Tags(HTMLParser):
    """Collect every tag and attribute of a page, as a browser would read them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.attributes: list[tuple[str, str, str | None]] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        self.attributes += [(tag, name, value) for name, value in attributes]

    def handle_data(self, data):
        self.text += data

    @property
    def harm(self) -> list[tuple[str, str, str | None]]:
        return [each for each in self.attributes if each[1].startswith("on")]


# Each would break out of another place: text, an attribute, a drawing, a template.
NAMES = ("</svg><img src=x on=1>", "\" onfocus='x()' x=\"", "]]><script>x()</script>", "{{7*7}} %(a)s &lt;b&gt;")


@pytest.fixture(scope="module")
def evening(tmp_path_factory, worker_processes):
    """Return a game in its lobby, a running one, a finished one, and the app."""
    from companion.settings import Settings

    folder = tmp_path_factory.mktemp("names")
    chosen = Settings(data_dir=folder, database_url=f"sqlite:///{folder / 'c.db'}", secret_key="for tests only")
    with opened(chosen, worker_processes) as app:
        lobby = app.test_client().post("/api/tables", json={"game": "dice-charmers"}).json["code"]
        for name in NAMES:
            assert app.test_client().post(f"/api/tables/{lobby}/seats", json={"name": name}).status_code == 201
        playing = meet(app, 4, names=NAMES)
        playing.play("roll")
        for _ in range(6):
            playing.play(playing.offers(playing.mover)[0]["move"])
        over = meet(app, 4, names=NAMES, paper="yellow")  # who soon declares a meeting
        over.play_on(Random(5))
        yield app, {"lobby": lobby, "playing": playing.code, "over": over.code}


class TestMarkupInNames:
    PAGES = (
        ("lobby", "", "lobby"),
        ("lobby", "/seats", "the lobby's seats"),
        ("lobby", "/tv", "TV page before the game"),
        ("playing", "", "play"),
        ("playing", "/board", "the board"),
        ("playing", "/tv", "TV page"),
        ("playing", "/tv/live", "TV page, live"),
        ("over", "", "the ending, with the drawings"),
        ("over", "/tv", "the podium"),
    )

    @pytest.mark.parametrize("lang", ["en", "ru"])
    @pytest.mark.parametrize(("phase", "path"), [page[:2] for page in PAGES], ids=[page[2] for page in PAGES])
    def test_is_text_on_every_page(self, evening, phase, path, lang):
        app, codes = evening
        page = app.test_client().get(f"/t/{codes[phase]}{path}", headers={"Accept-Language": lang}).text
        tags = Tags(page)
        assert not tags.harm
        assert ("img", "src", "x") not in tags.attributes
        assert not re.search(r"<script(?![^>]*\bsrc=)", page)
        for name in NAMES:
            assert name in tags.text, "it is shown as it was typed"

    def test_is_text_in_the_drawings(self, evening):
        import xml.etree.ElementTree as ElementTree

        app, codes = evening
        drawings = re.findall(r"<svg.*?</svg>", app.test_client().get(f"/t/{codes['over']}").text, re.S)
        for drawing in drawings:
            assert not [
                each.tag for each in ElementTree.fromstring(drawing).iter() if each.tag.endswith(("img", "script"))
            ]
        assert any("&lt;/svg&gt;" in drawing for drawing in drawings), "the chart names the players"

    def test_is_text_in_the_pdf(self, evening, tmp_path):
        app, codes = evening
        file = tmp_path / "report.pdf"
        file.write_bytes(app.test_client().get(f"/t/{codes['over']}/report.pdf").data)
        text = subprocess.run(["pdftotext", "-layout", file, "-"], capture_output=True, text=True, check=True).stdout
        squeezed = re.sub(r"\s", "", text)
        for name in NAMES:
            assert re.sub(r"\s", "", name) in squeezed

    def test_is_text_in_a_scored_result(self, app):
        players = [{"name": name, "fame": 30, "money": 60} for name in NAMES]
        from companion.web.sharing import pack

        tags = Tags(app.test_client().get(f"/score/rajas/r/{pack({'players': players})}").text)
        assert not tags.harm and ("img", "src", "x") not in tags.attributes
        assert all(name in tags.text for name in NAMES)


class TestHeaders:
    @pytest.mark.parametrize("breaking", ["\r\n", "\n", "\r", "%0d%0a", "\u2028"], ids=ascii)
    def test_nothing_typed_ends_a_header(self, app, breaking):
        client = app.test_client()
        token = re.search(r'name="csrf-token" content="([^"]+)"', client.get("/").text)[1]
        text = f"/{breaking}Set-Cookie: stolen=1"
        answers = [
            client.post("/language/ru", data={"next": text, "csrf_token": token}),
            client.post("/tables", data={"game": "race", "sheet": text, "csrf_token": token}),
            client.get("/join", query_string={"code": text}),
            client.get("/print/pad.pdf", query_string={"sheet": text}),
            client.get(f"/t/CCCCCC/continue/{text}"),
        ]
        for answer in answers:
            assert answer.status_code < 500
            assert "stolen" not in str([value for name, value in answer.headers if name == "Set-Cookie"])
            assert not any("\n" in value or "\r" in value for _, value in answer.headers)

    @pytest.mark.parametrize(
        "host",
        ["a" * 64, "a..b", "..", "a." * 1500 + "a", "a" * 7000],
        ids=["long label", "empty label", "only dots", "too long for a QR code", "one long label"],
    )
    def test_a_host_that_none_can_be_is_refused(self, client, table, host):
        for path in ("/", f"/t/{table.code}", f"/t/{table.code}/tv", f"/api/tables/{table.code}"):
            assert client.get(path, headers={"Host": host}).status_code == 400, path
        answer = client.post("/api/tables", json={"game": "race"}, headers={"Host": host})
        assert (answer.status_code, answer.json["error"]["code"]) == (400, "bad-request")

    def test_a_host_that_only_looks_like_one_in_other_letters_is_shown_as_it_is(self, app):
        with app.test_request_context(headers={"Host": "xn--"}):
            assert build_public_url("home.index") == "http://xn--/"

    def test_a_date_that_no_calendar_has_is_refused(self, client):
        headers = {"If-Modified-Since": "Thu, 01 Jan 99999999999 00:00:00 GMT"}
        assert client.get("/sheets/sun.css", headers=headers).status_code == 400


class TestPaths:
    CLIMBS = (
        "../../pyproject",
        "..%2f..%2fpyproject",
        "%2e%2e/%2e%2e/pyproject",
        "/etc/passwd",
        "sun%00",
        "..\\..\\x",
        "....//x",
    )

    @pytest.mark.parametrize(
        "path",
        [
            "/static/{}",
            "/static/css/{}.toml",
            "/sheets/{}.css",
            "/t/{}",
            "/t/{}/sheets.pdf",
            "/api/tables/{}/log",
            "/score/{}",
        ],
    )
    def test_none_leads_out_of_its_folder(self, client, path):
        for climb in self.CLIMBS:
            with client.get(path.format(climb), follow_redirects=True) as answer:
                assert answer.status_code in (404, 405), climb
                assert "root:" not in answer.text and "[project]" not in answer.text

    def test_a_sheet_is_chosen_from_those_there_are(self, client):
        for climb in (*self.CLIMBS, "sun\x00", "sun.toml"):
            assert client.post("/api/tables", json={"game": "dice-charmers", "sheet": climb}).status_code == 422
            query = {"sheet": climb, "pages": 1, "paper": "a4", "up": 1, "lang": "en", "ink": "full"}
            assert client.get("/print/pad.pdf", query_string=query).status_code == 422


class TestNamesThatLookTheSame:
    @pytest.mark.parametrize("name", ["Аnna", "An\u200dna", "ANNA", "Ａｎｎａ"], ids=ascii)
    def test_cannot_sit_at_one_table(self, table, name):
        table.join("Anna")
        answer = table.call("POST", "/seats", name=name)
        assert (answer.status_code, answer.json["error"]["code"]) == (422, "name-taken")

    @pytest.mark.parametrize("name", ["\u3164", "An\u200bna", "\u202eannA", "A" + "\u0301" * 9, "\u2800"], ids=ascii)
    def test_invisible_ones_are_refused_everywhere(self, client, table, name):
        assert table.call("POST", "/seats", name=name).json["error"]["field"] == "name"
        players = [{"name": name, "fame": 1, "money": 1}, {"name": "Boris", "fame": 1, "money": 1}]
        answer = client.post("/api/score/rajas", json={"players": players})
        assert (answer.status_code, answer.json["error"]["field"]) == (422, "players[0].name")

    def test_cannot_be_scored_side_by_side(self, client):
        players = [{"name": name, "fame": 1, "money": 1} for name in ("Anna", "Аnna")]
        answer = client.post("/api/score/rajas", json={"players": players})
        assert (answer.status_code, answer.json["error"]["field"]) == (422, "players[1].name")
