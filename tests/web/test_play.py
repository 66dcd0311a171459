"""The parts of the play page over HTTP: responses, refusals with their messages, nothing sent twice."""

import gzip
import itertools
import json
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

import companion
from companion.i18n import use_language
from companion.storage import Unavailable
from tests.conftest import served
from tests.web.conftest import ApiTable


@pytest.fixture
def app(pages, settings):
    with served(pages, settings) as app:
        yield app


@pytest.fixture
def game(client) -> ApiTable:
    """The Dice Charmers: red and blue, started; red is to roll."""
    answer = client.post("/api/tables", json={"game": "dice-charmers"})
    table = ApiTable(client, answer.json["code"], answer.json["host_token"])
    table.join("Leila", colour="red")
    table.join("Rajesh", colour="blue")
    assert table.start().status_code == 200
    return table


def bearer(game: ApiTable, seat: str | None) -> dict[str, str]:
    return {"Authorization": f"Bearer {game.tokens[seat]}"} if seat else {}


def get(game: ApiTable, path: str, seat: str | None = "red", **query):
    return game.client.get(f"/t/{game.code}{path}", headers=bearer(game, seat), query_string=query)


def attribute(html: str, name: str) -> str:
    return re.search(rf'data-{name}="([^"]*)"', html)[1]


def moves(html: str) -> list[str]:
    return re.findall(r'name="move" value="([^"]*)"', html.partition('id="moves"')[2])


@pytest.fixture
def rolled(game) -> ApiTable:
    assert game.play("red", "roll").status_code == 200
    return game


# The board


def test_the_table_shows_the_game_once_it_is_on(game):
    page = get(game, "").text
    assert 'id="play"' in page
    assert 'href="/rules/dice-charmers"' in page  # for those who cannot tap an icon
    assert attribute(page, "acting") == "red"
    assert attribute(get(game, "", "blue").text, "acting") == ""
    assert get(game, "/seats").status_code == 422, "a lobby that has missed the start is told to look for another page"


def test_the_tip_about_goods_says_when_a_tent_releases_its_bonus(game):
    assert "when all of its goods are sold" in get(game, "").text


def test_the_tip_follows_what_is_possible(client):
    """The Portuguese with no free space behind the boat gives a good: the tip is not about the river."""
    answer = client.post("/api/tables", json={"game": "dice-charmers", "dice": "real"})
    table = ApiTable(client, answer.json["code"], answer.json["host_token"])
    for name in ("Leila", "Rajesh"):
        table.join(name)
    table.start()
    seat = table.show()["turn"]["seat"]
    while (turn := table.show()["turn"])["code"] == "face":
        die = turn["details"]["die"]
        faces = {offer.split()[2] for offer in table.moves(seat)}
        table.play(seat, f"face {die} {'portuguese' if 'portuguese' in faces else min(faces)}")
    table.play(seat, "confirm dice")
    table.play(seat, "take orange-1")
    page = get(table, "/board", seat).text
    assert attribute(page, "code") == "river-back-or-goods" and attribute(page, "tip") == "goods"
    assert 'data-kind="goods" data-answers="list"' in page
    assert "Choose 1 good" in page and "back on the river" not in page.partition('id="prompt"')[2].partition("</p>")[0]


def test_the_head_shows_both_lines_and_how_far_they_are_beyond(game, app):
    head = get(game, "/board").text.partition('id="prompt"')[0]
    assert 'class="lines-art"' in head and "Gap <strong>−39</strong>" in head
    words = app.jinja_env.get_template("games/dice_charmers/_art.html").module.gap_words
    assert [words(gap) for gap in (7.5, 0, -2)] == [
        "<strong>+7½</strong> beyond",
        "Gap <strong>0</strong>",
        "Gap <strong>−2</strong>",
    ]
    with use_language("ru"):
        assert words(7.5) == "<strong>+7½</strong> сверх"


def test_the_parts_offer_exactly_the_moves_of_the_contract(rolled):
    assert moves(get(rolled, "/board").text) == rolled.moves("red")
    assert moves(get(rolled, "/board", "blue").text) == []


def test_a_button_says_whether_its_move_answers_a_task(rolled):
    """The script enters the only answer, and opens a short list of answers."""
    assert "data-answers" not in get(rolled, "/board").text
    rolled.play("red", "take green-1")
    assert 'data-kind="road" data-answers="map"' in get(rolled, "/board").text


def test_a_spectator_sees_the_board_and_no_moves(rolled):
    parts = get(rolled, "/board", None).text
    assert attribute(parts, "mine") == "" and moves(parts) == []
    assert attribute(get(rolled, "/board", None, show="blue").text, "shown") == "blue"


def test_strokes_that_a_phone_has_are_not_sent_again(rolled):
    first = get(rolled, "/board").text
    assert 'id="pen-market"' in first
    assert 'id="pen-market"' not in get(rolled, "/board", drawn=attribute(first, "drawn")).text
    rolled.play("red", "take purple-1")
    assert 'id="pen-market"' in get(rolled, "/board", drawn=attribute(first, "drawn")).text


def test_dice_that_a_phone_has_are_not_sent_again(rolled):
    first = get(rolled, "/board", "blue").text
    assert 'id="tray"' in first
    assert 'id="tray"' not in get(rolled, "/board", "blue", laid=attribute(first, "laid")).text
    rolled.play("red", "take purple-1")
    assert 'id="tray"' in get(rolled, "/board", "blue", laid=attribute(first, "laid")).text


# The stream


@pytest.fixture
def told(rolled) -> Iterator[Callable[[], list[str]]]:
    """Return the next frames of a stream at a table where red has rolled."""
    answer = rolled.client.get(f"/t/{rolled.code}/stream", query_string={"after": rolled.show()["version"]})
    frames = answer.iter_encoded()
    assert next(frames).startswith(b"retry:")
    yield lambda: next(frames).decode().split("\n\n")[:-1]
    answer.close()


def ink(frame: str) -> dict:
    kind, data = frame.split("\n")
    assert kind == "event: ink"
    return json.loads(data.removeprefix("data: "))


def drawn_for(game: ApiTable, seat: str) -> tuple[str, dict[str, str]]:
    """Return the short name of a sheet's strokes, and the strokes by area."""
    parts = get(game, "/board", None, show=seat).text
    return attribute(parts, "drawn"), dict(re.findall(r'id="pen-(\w+)"[^>]*>(.*?)</svg>', parts, re.DOTALL))


def test_strokes_travel_with_the_news_of_their_mark(rolled, told):
    before, strokes_before = drawn_for(rolled, "red")
    rolled.play("red", "take purple-1")
    after, strokes = drawn_for(rolled, "red")
    changed = {area: strokes[area] for area in strokes if strokes[area] != strokes_before[area]}
    brought, event = told()
    version = rolled.show()["version"]
    assert ink(brought) == {
        "version": version,
        "sheets": {"red": {"before": before, "drawn": after, "areas": changed}},
    }
    assert set(changed) == {"market"}
    with rolled.client.get(f"/api/tables/{rolled.code}/stream", query_string={"after": version - 1}) as answer:
        assert b"".join(itertools.islice(answer.iter_encoded(), 2)).decode() == f"retry: 1000\n\n{event}\n\n"


def test_strokes_that_were_taken_back_go_the_same_way(rolled, told):
    rolled.play("red", "take purple-1")
    there = ink(told()[0])["sheets"]["red"]
    rolled.call("POST", "/undo", rolled.tokens["red"], version=rolled.show()["version"])
    back = ink(told()[0])["sheets"]["red"]
    assert (back["before"], back["drawn"]) == (there["drawn"], there["before"])


def test_an_event_that_marks_nothing_comes_alone(rolled, told):
    assert rolled.play("red", "take green-1").status_code == 200  # the road is still to come
    (event,) = told()
    assert event.startswith("id: ")


def test_a_lobby_has_no_board(client):
    code = client.post("/api/tables", json={"game": "dice-charmers"}).json["code"]
    assert client.get(f"/t/{code}/board").status_code == 404


# Entries


@pytest.fixture
def enter(rolled):
    """Enter something as the page does."""
    rolled.client.application.config["WTF_CSRF_ENABLED"] = False

    def enter(move="take purple-1", seat="red", version=None, path="/moves", scripts=True, **more):
        version = rolled.show()["version"] if version is None else version
        body = {"move": move, "seat": seat, "version": version, **more}
        headers = {**bearer(rolled, seat), **({"X-Parts": "1"} if scripts else {})}
        return rolled.client.post(f"/t/{rolled.code}{path}", data=body, headers=headers)

    return enter


def test_an_entry_answers_with_the_board_after_it(rolled, enter):
    version = rolled.show()["version"]
    answer = enter()
    assert answer.status_code == 200
    assert int(attribute(answer.text, "version")) == version + 1


def test_the_same_entry_sent_twice_is_entered_once(rolled, enter):
    version = rolled.show()["version"]
    assert enter(version=version).status_code == 200
    again = enter(version=version)
    assert again.status_code == 200
    assert int(attribute(again.text, "version")) == version + 1


@pytest.mark.parametrize("written", [True, False], ids=["it was written", "it was not"])
def test_an_entry_whose_fate_nobody_knows_is_sent_again_and_counts_once(rolled, enter, app, monkeypatch, written):
    """The connection to the database breaks during the commit."""
    log, version = app.extensions["companion"].tables.log, rolled.show()["version"]
    append = log.append

    def breaks(code, events):
        if written:
            append(code, events)
        raise Unavailable("the line broke")

    monkeypatch.setattr(log, "append", breaks)
    first = enter(version=version)
    assert first.status_code == 503 and int(first.headers["Retry-After"]) > 0
    monkeypatch.setattr(log, "append", append)
    again = enter(version=version)
    assert again.status_code == 200
    assert rolled.show()["version"] == version + 1


def test_another_entry_for_an_old_version_is_not_entered(rolled, enter):
    version = rolled.show()["version"]
    enter(version=version)
    assert enter("take blue-1", version=version).status_code == 409
    assert rolled.show()["version"] == version + 1


def test_a_refusal_is_one_sentence(enter):
    answer = enter("person trader")
    assert (answer.status_code, answer.mimetype) == (422, "text/plain")
    assert answer.text == "Take a die first; then you can enter something."


def test_a_refusal_calls_players_by_their_names(rolled, enter):
    assert enter("take blue-1", seat="blue").text == "It is not your turn. Leila is playing."


@pytest.mark.parametrize(
    ("entry", "status"),
    [
        ({"move": "nonsense"}, 400),
        ({"move": ""}, 400),
        ({"version": "x"}, 400),
        ({"version": 10**30}, 409),
        ({"path": "/undo"}, 422),
    ],
    ids=["unreadable", "empty", "no version", "a version no database can read", "nothing to undo"],
)
def test_a_bad_entry_changes_nothing(rolled, enter, entry, status):
    version = rolled.show()["version"]
    assert enter(**entry).status_code == status
    assert rolled.show()["version"] == version


def test_undo_takes_back_the_mark(rolled, enter):
    enter()
    answer = enter(path="/undo")
    assert attribute(answer.text, "code") == "choose"


def test_an_undo_sent_twice_takes_back_one_mark(rolled, enter):
    enter()
    version = rolled.show()["version"]
    for _ in range(2):
        assert enter(path="/undo", version=version).status_code == 200
    assert rolled.show()["version"] == version + 1
    assert enter(path="/undo", version=version, turn="true").status_code == 409


def test_only_the_host_manages(rolled, enter):
    assert enter(path="/manage", action="skip", about="red").status_code == 403


def test_without_scripts_an_entry_leads_back_to_the_page(rolled, enter):
    answer = enter(scripts=False)
    assert (answer.status_code, answer.location) == (303, f"/t/{rolled.code}")


@pytest.mark.parametrize(
    ("entry", "status", "sentence"),
    [
        ({"move": "person trader"}, 422, "Take a die first; then you can enter something."),
        ({"version": 1}, 409, "The table has changed."),
        ({"move": ""}, 400, "The companion could not understand this request."),
        ({"path": "/manage", "action": "skip", "about": "red"}, 403, "Only the host of the table can do this."),
        ({"path": "/join", "name": "Mira"}, 422, "The game has already started."),
    ],
    ids=["refused", "too late", "unreadable", "of the host", "sitting down after the start"],
)
def test_without_scripts_a_refusal_stands_on_the_page_itself(rolled, enter, entry, status, sentence):
    answer = enter(**entry, scripts=False)
    assert (answer.status_code, answer.mimetype) == (status, "text/html")
    assert 'id="entry"' in answer.text and sentence in re.search(r'role="alert">([^<]*)', answer.text)[1]


def test_without_scripts_a_refusal_about_a_table_that_is_gone_says_so(rolled, enter, app):
    app.extensions["companion"].tables.log.delete([rolled.code])
    assert enter(version="x", scripts=False).status_code == 404


def test_without_scripts_a_refusal_while_the_database_is_away_says_so(enter, app, monkeypatch):
    def away(*_):
        raise Unavailable

    monkeypatch.setattr(app.extensions["companion"].tables.log.log, "read", away)
    answer = enter(version="x", scripts=False)
    assert answer.status_code == 503 and answer.headers["Retry-After"]


def test_without_scripts_an_entry_after_the_end_leads_to_the_result(game, enter):
    game.play_on(Random(3))
    answer = enter(version=1, scripts=False)
    assert answer.status_code == 409 and 'id="ending"' in answer.text


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_who_has_guessed_too_often_is_told_when_to_try_again(rolled, enter, app, scripts):
    app.extensions["companion"].limits.wrong_codes.most = 0
    answer = enter(seat=None, version=1, scripts=scripts)
    assert answer.status_code == 429 and int(answer.headers["Retry-After"]) > 0
    assert "Too many wrong codes." in answer.text


def test_an_entry_needs_the_pages_token(rolled):
    body = {"move": "take purple-1", "version": rolled.show()["version"], "seat": "red"}
    assert rolled.client.post(f"/t/{rolled.code}/moves", data=body, headers=bearer(rolled, "red")).status_code == 400


# Looking ahead, and rules at hand


@pytest.mark.parametrize("seat", ["red", "blue", None], ids=["who has the turn", "who waits", "who watches"])
def test_every_die_can_be_looked_at_by_everyone(rolled, seat):
    for die in (f"{colour}-{number}" for colour in ("purple", "green", "blue", "orange") for number in (1, 2)):
        answer = get(rolled, "/preview", seat, die=die)
        assert answer.status_code == 200
        assert "Gap" in answer.text
        assert ("Take this die" in answer.text) == (seat == "red")


def test_a_die_that_cannot_be_taken_says_why(rolled):
    rolled.play("red", "take purple-1")
    assert "already chosen your die" in get(rolled, "/preview", die="blue-1").text
    assert "already taken" in get(rolled, "/preview", "blue", die="purple-1").text
    assert "only karma can reach it" in get(rolled, "/preview", "blue", die="purple-2").text
    assert "your die" not in get(rolled, "/preview", None, die="blue-1").text  # somebody who watches has none


def test_everything_on_the_sheet_explains_itself_in_both_languages(rolled):
    page = get(rolled, "").text
    targets = re.findall(r'data-(?:target|about)="([^"]+)"', page)
    assert len(targets) > 90
    assert {"gap", "elephant", "area tracks", "area market", "area karma"} <= set(targets)
    for target in {*targets, "depot"}:
        english = get(rolled, "/about", target=target)
        assert english.status_code == 200, target
        rolled.client.set_cookie("lang", "ru")
        russian = get(rolled, "/about", target=target)
        rolled.client.delete_cookie("lang")
        assert re.search("[а-я]", russian.text) and russian.text != english.text


@pytest.mark.parametrize(
    ("moves", "target", "sentence"),
    [
        ((), "space c4", "Take a die first"),
        ((), "karma 2", "There is no die on the elephant yet"),
        ((), "bonus edge c1 E", "Take a die first"),
        (("take purple-1",), "person trader", "The action is done"),
        (("take purple-1",), "bonus edge c1 E", "not released this bonus yet"),
    ],
    ids=[
        "road too early",
        "karma without elephant",
        "bonus too early",
        "person after the action",
        "bonus not released",
    ],
)
def test_a_tap_on_what_is_not_allowed_is_answered_with_the_rule(rolled, moves, target, sentence):
    for move in moves:
        assert rolled.play("red", move).status_code == 200
    assert sentence in get(rolled, "/about", target=target).text


def test_a_bonus_that_can_only_be_given_up_says_why(client):
    answer = client.post("/api/tables", json={"game": "dice-charmers", "dice": "real"})
    table = ApiTable(client, answer.json["code"], answer.json["host_token"])
    seats, luck = [table.join(name) for name in ("Leila", "Rajesh")], Random(1)
    table.start()
    while True:
        mover = table.show()["turn"]["seat"]
        offers = table.call("GET", "/moves", table.tokens[mover]).json["moves"]
        lost = [offer for offer in offers if offer["kind"] == "give" and offer["targets"]]
        if lost and not any(offer["kind"] == "use" for offer in offers):
            break
        table.play(mover, luck.choice([offer["move"] for offer in offers if offer["kind"] != "give"] or ["pass"]))
    target = lost[0]["targets"][0]
    told = get(table, "/about", mover, target=target).text
    assert 'class="why"' in told and f'value="{lost[0]["move"]}"' in told
    (other,) = {*seats} - {mover}
    assert "give" not in get(table, "/about", mover, target=target, show=other).text
    assert "give" not in get(table, "/about", other, target=target, show=mover).text


@pytest.mark.parametrize("target", ["", "space zz", "river 99", "river x", "person nobody", "good tea 99", "nonsense"])
def test_what_is_not_on_the_sheet_is_bad_input(rolled, target):
    assert get(rolled, "/about", target=target).status_code == 400


def test_an_unknown_die_is_bad_input(rolled):
    assert get(rolled, "/preview", die="pink-1").status_code == 400


# Files and compression


def test_a_sheet_brings_its_colours_by_day_and_by_night(client):
    colours = client.get("/sheets/moon.css")
    assert colours.mimetype == "text/css"
    assert colours.text.count("--sheet-pen:") == 2
    assert client.get("/sheets/none.css").status_code == 404


def test_a_sheets_colours_are_asked_for_again_and_sent_once(client):
    asks = {"Accept-Encoding": "gzip"}
    first = client.get("/sheets/moon.css", headers=asks)
    assert first.headers["Cache-Control"] == "no-cache"
    again = client.get("/sheets/moon.css", headers={**asks, "If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def test_texts_are_compressed_for_those_who_understand_it(game):
    address, asks = f"/t/{game.code}", {"Accept-Encoding": "gzip"}
    plain = game.client.get(address)
    small = game.client.get(address, headers=asks)
    assert "Content-Encoding" not in plain.headers
    assert small.headers["Content-Encoding"] == "gzip"
    assert len(gzip.decompress(small.data)) == len(plain.data) > 5 * len(small.data)
    assert "Accept-Encoding" in small.headers["Vary"]


def test_a_compressed_file_is_sent_once(client):
    asks = {"Accept-Encoding": "gzip"}
    with client.get("/static/css/games/dice_charmers/play.css", headers=asks) as first:
        assert first.headers["Content-Encoding"] == "gzip"
    with client.get(
        "/static/css/games/dice_charmers/play.css", headers={**asks, "If-None-Match": first.headers["ETag"]}
    ) as again:
        assert (again.status_code, again.data) == (304, b"")


def test_a_stream_is_never_compressed(game):
    for place in ("api/tables", "t"):
        answer = game.client.get(f"/{place}/{game.code}/stream", headers={"Accept-Encoding": "gzip"})
        assert "Content-Encoding" not in answer.headers
        answer.close()


def test_other_addresses_of_a_table_are_not_found(game):
    answer = get(game, "/nonsense")
    assert (answer.status_code, answer.mimetype) == (404, "text/html")


# The way of a tap through the code


MOST_FILES = 60  # of companion/, that are executed for a tap: a reader has to open them to follow it


def test_a_tap_runs_through_few_files(rolled, enter):
    package, executed, version = str(Path(companion.__file__).parent), set(), rolled.show()["version"]
    get(rolled, "")  # what is drawn once for all taps

    def note(frame, event, argument):
        if frame.f_code.co_filename.startswith(package):
            executed.add(frame.f_code.co_filename.removeprefix(f"{package}/"))

    sys.setprofile(note)
    try:
        answer = enter(version=version)
    finally:
        sys.setprofile(None)
    assert answer.status_code == 200
    assert len(executed) <= MOST_FILES, "\n".join(sorted(executed))
