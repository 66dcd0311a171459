"""The pages of score sheets over HTTP: the editor, the shelf, links and files, printing, tables, fuzzed input."""

import io
import re
from urllib.parse import urlsplit

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

from companion.games.game import load_table_games
from companion.games.scores.files import EXAMPLES, load_examples
from companion.games.scores.pages.editor import Draft, apply_button, make_sheet, open_draft, read_draft
from companion.games.scores.rules.link import pack
from companion.games.scores.rules.sheet import read_sheet
from companion.i18n import use_language
from tests.conftest import served

CASTLES = [
    ("title", "Castles"), ("least", "2"), ("most", "5"), ("best", "highest"), ("tiebreak", "0"), ("tiebreak", ""),
    ("row-0-kind", "number"), ("row-0-title", "Gold coins"),
    ("row-3-kind", "count"), ("row-3-title", "Замки"), ("row-3-each", "3"),
    ("row-1-kind", "table"), ("row-1-title", "Sets"), ("row-1-values", "1, 3; 6 10"),
    ("row-2-kind", "formula"), ("row-2-title", "Bonus"), ("row-2-formula", "min([gold coins] / 5, Замки)"),
]  # fmt: skip


@pytest.fixture
def app(pages, settings, jobs):
    with served(pages, settings, load_table_games(), jobs=jobs) as app:
        app.config["WTF_CSRF_ENABLED"] = False
        yield app


@pytest.fixture
def client(app):
    """A browser that sends the token of its session with everything."""
    client = app.test_client()
    token = re.search(r'name="csrf-token" content="([^"]+)"', client.get("/scores").text)[1]
    client.environ_base["HTTP_X_CSRFTOKEN"] = token
    return client


def press(client, button, *fields):
    """Press a button of the editor."""
    return client.post("/scores/edit", data=MultiDict([*fields, ("do", button)]))


def save(client, fields=CASTLES):
    return press(client, "save", *fields)


def titled(title):
    return [(name, title if name == "title" else value) for name, value in CASTLES]


# The editor


def test_a_draft_becomes_a_sheet():
    sheet, checked = make_sheet(read_draft(CASTLES))
    assert checked.problems == {}
    assert sheet.as_data() == {
        "kind": "scores",
        "name": "castles",
        "title": "Castles",
        "players": [2, 5],
        "best": "highest",
        "tiebreak": ["gold_coins"],
        "row": [
            {"id": "gold_coins", "kind": "number", "title": "Gold coins"},
            {"id": "zamki", "kind": "count", "title": "Замки", "each": 3},
            {"id": "sets", "kind": "table", "title": "Sets", "values": [1, 3, 6, 10]},
            {"id": "bonus", "kind": "formula", "title": "Bonus", "formula": "min(gold_coins / 5, zamki)"},
        ],
    }


@pytest.mark.parametrize("name", load_examples())
@pytest.mark.parametrize("language", ["en", "ru"])
def test_opening_and_saving_an_example_changes_nothing(name, language):
    with use_language(language):
        example = load_examples()[name]
        sheet, checked = make_sheet(open_draft(example, example.name))
        assert (sheet, checked.problems) == (example, {})


def test_a_new_title_keeps_ids_and_formulas_and_other_languages():
    draft = open_draft(load_examples()["regions"])
    fields = [*form_of(draft)]
    renamed = [(name, "Ducats" if name == f"row-{draft.rows[4].key}-title" else value) for name, value in fields]
    sheet, _ = make_sheet(read_draft(renamed))
    assert sheet.rows[4].title == {"en": "Ducats", "ru": "Монеты"}
    assert (sheet.rows[4].id, sheet.rows[5].formula.text, sheet.tiebreak) == ("coins", "coins / 5", ("coins",))


def form_of(draft: Draft):
    """Return what a browser sends for a draft."""
    yield from (
        (name, getattr(draft, name)) for name in ("title", "least", "most", "best", "name", "revision", "texts")
    )
    for row in draft.rows:
        for name in (
            "kind",
            "id",
            "title",
            "was",
            "note",
            "each",
            "values",
            "places",
            "tie",
            "points",
            "formula",
            "texts",
        ):
            yield f"row-{row.key}-{name}", getattr(row, name)
        if not row.counts:
            yield f"row-{row.key}-counts", "no"
    yield from (("tiebreak", key) for key in draft.tiebreak)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"title": ""}, "title"),
        ({"least": "9"}, "most"),
        ({"row-0-title": ""}, "row-0-title"),
        ({"row-3-each": "x"}, "row-3-each"),
        ({"row-1-values": "1, two"}, "row-1-values"),
        ({"row-2-formula": "[Gold coins] / 0"}, "row-2-formula"),
        ({"row-2-formula": "[Nobody]"}, "row-2-formula"),
        ({"row-2-formula": "[Bonus] + 1"}, "row-2-formula"),
    ],
)
def test_a_problem_is_shown_at_its_field_and_nothing_is_lost(client, changes, field):
    answer = save(client, [(name, changes.get(name, value)) for name, value in CASTLES])
    assert answer.status_code == 422
    assert f'id="{field}-problem"' in answer.text
    for name, value in CASTLES:
        if name.startswith("row-") and name.endswith("-title") and name not in changes:
            assert f'value="{value}"' in answer.text


@pytest.mark.parametrize(
    ("action", "titles", "shown"),
    [
        ("add yes", ["Gold coins", "Замки", "Sets", "Bonus", ""], "4"),
        ("up 1", ["Gold coins", "Sets", "Замки", "Bonus"], "1"),
        ("up 0", ["Gold coins", "Замки", "Sets", "Bonus"], "0"),
        ("down 0", ["Замки", "Gold coins", "Sets", "Bonus"], "0"),
        ("copy 1", ["Gold coins", "Замки", "Sets", "Sets", "Bonus"], "4"),
        ("remove 0", ["Замки", "Sets", "Bonus"], ""),
        ("remove 99", ["Gold coins", "Замки", "Sets", "Bonus"], ""),
        ("fly 1", ["Gold coins", "Замки", "Sets", "Bonus"], "1"),
    ],
)
def test_a_button_changes_the_rows(action, titles, shown):
    draft, about = apply_button(read_draft(CASTLES), action)
    assert ([row.title for row in draft.rows], about) == (titles, shown)
    assert draft.tiebreak == (() if action == "remove 0" else ("0",))


def test_the_preview_follows_what_is_typed(client):
    answer = client.post("/scores/edit", data=MultiDict(CASTLES), headers={"X-Parts": "1"})
    assert answer.text.startswith('<section class="card preview"') and "min(Gold coins / 5, Замки)" in answer.text


# The shelf


def test_who_made_a_sheet_can_change_and_delete_it_and_nobody_else(app, client):
    address = save(client).location
    assert address == "/scores/castles"
    page = client.get(address).text
    revision = re.search(r'name="revision" value="(\w+)"', client.get(f"{address}/edit").text)[1]
    assert 'id="edit"' in page and 'id="delete"' in page
    stranger = app.test_client()
    assert 'id="edit"' not in stranger.get(address).text
    mine = [("name", "castles"), ("revision", revision)]
    taken = press(stranger, "save", *CASTLES, *mine)
    assert taken.status_code == 409 and "Only the device that made this sheet" in taken.text
    assert stranger.post(f"{address}/delete").status_code == 403
    assert press(client, "save", *titled("Forts"), *mine).status_code == 303
    assert "<h1>Forts</h1>" in client.get(address).text
    assert client.post(f"{address}/delete").status_code == 303
    assert client.get(address).status_code == 404
    gone = press(client, "save", *CASTLES, *mine)
    assert gone.status_code == 409 and "deleted meanwhile" in gone.text


def test_two_windows_lose_nothing(client):
    save(client)
    revision = re.search(r'name="revision" value="(\w+)"', client.get("/scores/castles/edit").text)[1]
    mine = [("name", "castles"), ("revision", revision)]
    first, second = titled("First"), titled("Second")
    assert press(client, "save", *first, *mine).status_code == 303
    late = press(client, "save", *second, *mine)
    assert late.status_code == 409 and 'value="Second"' in late.text and "save-copy" in late.text
    assert press(client, "save-copy", *second, *mine).location == "/scores/second"
    assert "<h1>First</h1>" in client.get("/scores/castles").text


def test_a_title_that_is_taken_gets_a_number(client):
    assert [save(client).location for _ in range(3)] == ["/scores/castles", "/scores/castles-2", "/scores/castles-3"]
    assert save(client, titled("Sums")).location == "/scores/sums-2"  # an example has this name


def test_a_table_keeps_the_sheet_it_was_opened_with(app, client):
    save(client)
    table = client.post("/scores/castles/start", data={"player": ["Anna", "Boris"]}).location
    revision = re.search(r'name="revision" value="(\w+)"', client.get("/scores/castles/edit").text)[1]
    changed = [(name, "5" if name == "row-3-each" else value) for name, value in CASTLES]
    press(client, "save", *changed, ("name", "castles"), ("revision", revision))
    assert "5 each" in client.get("/scores/castles").text
    client.post(f"{table}/moves", data={"move": "set zamki 2", "seat": "red"})
    assert '<output class="points" id="points-red-zamki">6</output>' in client.get(table).text


# Links, files, print


@pytest.mark.parametrize("name", load_examples())
def test_a_sheet_can_be_seen_printed_and_saved_by_name_and_as_a_link(client, name):
    for ref in (name, pack(load_examples()[name])):
        assert "<h1>" in client.get(f"/scores/{ref}").text
        assert client.get(f"/scores/{ref}.toml").text == load_examples()[name].as_toml()


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("ink", ["full", "saver"])
def test_a_pad_is_printed_with_names(client, paper, ink):
    answer = client.get(f"/scores/city/pad.pdf?paper={paper}&ink={ink}&name=Anna&name=Лейла&pages=2")
    assert (answer.status_code, answer.mimetype, answer.data[:5]) == (200, "application/pdf", b"%PDF-")


def test_a_file_is_imported_or_all_its_problems_are_told(client):
    good = client.post("/scores/import", data={"file": (EXAMPLES / "sums.toml").open("rb")})
    assert good.location == f"/scores/{pack(load_examples()['sums'])}"
    wrong = (EXAMPLES / "sums.toml").read_bytes().replace(b"each = -1", b"each = 'x'").replace(b"[2, 6]", b"2")
    bad = client.post("/scores/import", data={"file": (io.BytesIO(wrong), "sums.toml")})
    assert bad.status_code == 422 and "players: " in bad.text and "row[3].each: " in bad.text
    assert client.post("/scores/import", data={}).status_code == 422
    link = f"http://elsewhere/scores/{pack(load_examples()['city'])}"
    assert client.post("/scores/import", data={"link": link}).location == urlsplit(link).path


def test_a_link_can_be_kept(client):
    kept = client.post(f"/scores/{pack(load_examples()['city'])}/keep").location
    assert kept == "/scores/city-2" and 'id="edit"' in client.get(kept).text


# Tables


def open_table(client, name="regions", people=("Anna", "Boris"), **chosen):
    answer = client.post(f"/scores/{name}/start", data={"player": list(people), **chosen})
    assert answer.status_code == 303
    return answer.location


def enter(client, table, *moves):
    for seat, move in moves:
        answer = client.post(f"{table}/moves", data={"seat": seat, "move": move}, headers={"X-Parts": "1"})
        assert answer.status_code == 200, answer.text
    return answer.text


def test_a_game_ends_in_the_history_with_its_own_title(client):
    table = open_table(client)
    enter(
        client, table, ("red", "set north 3"), ("blue", "set longest yes"), ("blue", "set coins 7"), ("red", "finish")
    )
    page = client.get(table).text
    assert "Anna wins" in page and 'class="podium"' in page
    game = client.get(f"{table}/history", follow_redirects=True)
    assert "Regions" in game.text and "bgstatsapp" in game.text
    history = client.get("/history").text
    assert "Regions" in history
    person = re.search(r"/history/people/\w+", game.text)[0]
    assert "Regions" in client.get(person).text
    assert client.post(f"{table}/rematch").status_code == 303


def test_the_lowest_score_is_the_record_of_a_game_where_it_wins(client):
    for points in (30, 12, 25):
        table = open_table(client, "five-rounds")
        enter(client, table, ("red", f"set rounds {points}"), ("blue", "set rounds 50"), ("red", "finish"))
        client.get(table)
    game = client.get(f"{table}/history", follow_redirects=True).text
    assert "highestWins%22%3Afalse" in game
    person = client.get(re.search(r"/history/people/\w+", game)[0]).text
    assert re.search(r"<dt>Record</dt><dd><a[^>]*>12</a>", person)


@pytest.mark.parametrize(
    ("move", "status"),
    [
        ("set coins 7", 200), ("set coins -", 200), ("set longest yes", 200), ("set coins  -7 ", 200), ("done", 200),
        ("set coins 1.5", 422), ("set coins 1 2", 422), ("set north -1", 422), ("set longest maybe", 422),
        ("set treasury 5", 422), ("set gold 5", 422), ("set coins 99999999999", 422), ("coins 7", 400), ("done now", 400),
        ("set", 400),
    ],
)  # fmt: skip
def test_an_entry_is_taken_or_refused_with_a_sentence(client, move, status):
    table = open_table(client)
    answer = client.post(f"{table}/moves", data={"seat": "red", "move": move}, headers={"X-Parts": "1"})
    assert answer.status_code == status
    assert status == 200 or (answer.mimetype == "text/plain" and answer.text.endswith("."))


def test_an_entry_can_be_undone(client):
    table = open_table(client)
    enter(client, table, ("red", "set coins 7"), ("red", "set coins 9"))
    undone = client.post(f"{table}/undo", data={"seat": "red"}, headers={"X-Parts": "1"})
    assert 'id="box-red-coins" value="7"' in undone.text
    client.post(f"{table}/undo", data={"seat": "red"})
    assert 'id="box-red-coins" value=""' in client.get(table).text
    assert client.post(f"{table}/undo", data={"seat": "red"}, headers={"X-Parts": "1"}).status_code == 422


def test_a_formula_without_a_value_is_marked_and_stops_only_the_end(client):
    data = {
        **load_examples()["sums"].as_data(),
        "row": [{"id": "a", "kind": "number"}, {"id": "b", "kind": "formula", "formula": "10 / a"}],
        "tiebreak": [],
    }
    table = open_table(client, pack(read_sheet(data)))
    assert "The formula divides by zero." in client.get(table).text
    refused = client.post(f"{table}/moves", data={"seat": "red", "move": "finish"}, headers={"X-Parts": "1"})
    assert refused.status_code == 422 and refused.text == "Anna, B: The formula divides by zero."
    enter(client, table, ("red", "set a 5"), ("blue", "set a 2"), ("red", "finish"))


def test_names_are_checked_before_a_table_opens(client):
    for people, said in (
        ((), "This game is for 2 to 5 players."),
        (("Anna", "anna"), "already called"),
        (("x" * 30, "y"), ""),
    ):
        answer = client.post("/scores/regions/start", data={"player": list(people)})
        assert answer.status_code == 422 and said in answer.text


def test_totals_at_the_end_stay_hidden_in_the_state_too(app, client):
    table = client.post("/scores/regions/start", data={"phones": "own", "totals": "end"}).location
    for name in ("Anna", "Boris"):
        client.post(f"{table}/join", data={"name": name})
    client.post(f"{table}/arrange", data={"do": "start"})
    enter(client, table, ("red", "set coins 7"))
    code = table.rpartition("/")[2]
    shown = app.test_client().get(f"/api/tables/{code}").json
    assert shown["sheets"]["red"] == {"done": False, "filled": 1}
    enter(client, table, ("red", "finish"))
    assert app.test_client().get(f"/api/tables/{code}").json["sheets"]["red"]["total"] == 1


def test_the_log_of_a_game_contains_its_sheet_once(app, client):
    """Two tables with one sheet keep its text once, and the public log of a finished game brings it along."""
    before = load_examples()["sums"].as_toml()
    for names in (["Anna", "Boris"], ["Clara", "Dan"]):
        table = client.post("/scores/sums/start", data={"player": names}).location
        enter(client, table, ("red", "finish"))
    log = client.get(f"{urlsplit(table).path}/log.json").json
    opening = log["events"][0]
    assert opening["settings"] == {"totals": "open"}
    assert log["contents"] == {opening["contents"]["score_sheet"]: before}


def test_tables_of_score_sheets_are_opened_on_their_own_page(client):
    assert client.get("/start/scores").location == "/scores"
    assert 'href="/scores"' in client.get("/").text
    assert client.post("/api/tables", json={"game": "scores"}).status_code in (400, 422)


# Whatever is sent, there is a sentence and no 5xx.


FUZZED = settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])


@FUZZED
@given(
    st.lists(
        st.tuples(
            st.sampled_from(["title", "least", "best", "tiebreak", "texts", "name", "revision", "do"])
            | st.builds("row-{}-{}".format, st.integers(0, 3), st.sampled_from(["kind", "title", "values", "formula", "texts"])),
            st.text(max_size=12) | st.sampled_from(["formula", "table", "[a]", '{"title": 3}', "0", "add yes", "save", "up 0"]),
        ),
        max_size=12,
    )
)  # fmt: skip
def test_a_fuzzed_form_never_fails(client, fields):
    assert client.post("/scores/edit", data=MultiDict(fields)).status_code < 500


@FUZZED
@given(st.text(max_size=40), st.binary(max_size=60), st.integers(0), st.integers(0, 9))
def test_fuzzed_links_and_files_never_fail(client, text, inserted, place, removed):
    link = pack(load_examples()["sums"])
    cut = link[: place % len(link)] + text[:3] + link[place % len(link) + removed :]
    for ref in (cut, text.replace("/", "")):
        for ending in ("", ".toml", "/edit", "/pad.pdf"):
            assert client.get(f"/scores/{ref}{ending}").status_code < 500
    raw = (EXAMPLES / "sums.toml").read_bytes()
    broken = raw[: place % len(raw)] + inserted + raw[place % len(raw) + removed :]
    assert client.post("/scores/import", data={"file": (io.BytesIO(broken), "x.toml")}).status_code < 500
    assert client.post("/scores/import", data={"link": text}).status_code < 500
