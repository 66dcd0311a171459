"""`companion export`, `import` and `links`: a table continues on another companion, completely or not at all."""

import json
import stat
from copy import deepcopy
from dataclasses import replace
from random import Random

import pytest

from companion.app import create_app
from companion.settings import Settings
from tests.tables.conftest import meet


@pytest.fixture(scope="module")
def old(tmp_path_factory) -> Settings:
    folder = tmp_path_factory.mktemp("old")
    return Settings(data_dir=folder, database_url=f"sqlite:///{folder}/companion.db", secret_key="the old one's")


@pytest.fixture(scope="module")
def party(old):
    """Start a game of two players on the old companion."""
    app = create_app(old)
    party = meet(app, 2, names=("Leila", "Раджеш"))
    party.play("roll")
    for _ in range(5):
        party.play(party.offers(party.mover)[0]["move"])
    yield party
    app.extensions["companion"].tables.log.close()


@pytest.fixture
def at(monkeypatch):
    """Run the following commands on this companion."""

    def at(settings: Settings) -> None:
        monkeypatch.setenv("COMPANION_DATA_DIR", str(settings.data_dir))
        monkeypatch.setenv("COMPANION_SECRET_KEY", settings.secret_key)

    return at


@pytest.fixture
def file(run, at, old, party, tmp_path):
    at(old)
    assert run("export", party.code.lower(), "-o", "table.json") == (0, "", "")
    return tmp_path / "table.json"


@pytest.fixture
def new(at, file, tmp_path) -> Settings:
    """Return another companion, with another key and no tables."""
    folder = tmp_path / "new"
    settings = Settings(data_dir=folder, database_url=f"sqlite:///{folder}/companion.db", secret_key="the new one's")
    at(settings)
    return settings


@pytest.fixture
def opened(new):
    apps = []

    def opened():
        apps.append(create_app(new))
        return apps[-1].test_client()

    yield opened
    for app in apps:
        app.extensions["companion"].tables.log.close()


def test_the_game_goes_on_at_the_other_companion(run, file, party, new, opened):
    assert run("import", file) == (0, f"{party.code}\n", "")
    moved = replace(party, client=opened())
    assert moved.show() == party.show()
    moved.play_on(Random(2))
    assert moved.show()["phase"] == "over"


def test_the_dice_still_follow_from_the_seed(run, file, party, new, opened, tmp_path):
    run("import", file)
    moved = replace(party, client=opened())
    moved.play_on(Random(2))
    (tmp_path / "log.json").write_text(json.dumps(moved.export()))
    assert "follow from it" in run("verify", "log.json").out


@pytest.mark.parametrize(
    ("game", "chosen"), [("rajas", {"variant": "mixed", "river": "plain"}), ("cards-karma", {}), ("agra", {})]
)
def test_a_table_of_every_game_moves(run, at, old, party, new, opened, game, chosen):
    table = party.client.post("/api/tables", json={"game": game, **chosen}).json
    table = replace(party, code=table["code"], host=table["host_token"], tokens={})
    for seat in ("red", "blue"):
        table.tokens[seat] = table.call("POST", "/seats", name=seat.title(), colour=seat).json["token"]
    table.call("POST", "/start", table.host)
    table.play(table.offers("red")[0]["move"], "red")
    at(old)
    run("export", table.code, "-o", "board.json")
    at(new)
    assert run("import", "board.json") == (0, f"{table.code}\n", "")
    assert replace(table, client=opened()).show() == table.show()


def test_a_lesson_goes_on_at_the_other_companion(run, at, old, party, new, opened):
    tables = party.client.application.extensions["companion"].tables
    game = tables.games["dice-charmers"]
    settings = {"dice": "virtual", "hints": "on", **game.demo_settings}
    demo, token = tables.create_alone(game.name, settings, "Leila", {"Tara": "level-2"})
    for move in ("roll", "take purple-1"):
        demo = tables.submit(demo.code, [token], move, demo.version, "red")
    at(old)
    run("export", demo.code, "-o", "lesson.json")
    at(new)
    assert run("import", "lesson.json") == (0, f"{demo.code}\n", "")
    moved, stayed = opened().application.extensions["companion"].tables.get(demo.code).position, demo.position
    assert moved.history == stayed.history
    assert moved.lesson.find_step(moved.history) == stayed.lesson.find_step(stayed.history)
    assert moved.lesson.find_step(moved.history).number == 3


def test_the_file_is_for_its_owner_only(file):
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_the_links_let_the_players_in(run, file, party, new, opened):
    run("import", file)
    answer = run("links", party.code)
    lines = answer.out.splitlines()
    assert [line.partition(": ")[0] for line in lines] == ["Leila", "Раджеш"]
    assert answer.err == ""
    page = opened().get("/t/" + lines[0].rpartition("/t/")[2])
    assert page.status_code == 200 and "Leila" in page.text


@pytest.mark.parametrize(
    ("shown", "chosen", "begin"),
    [
        ("http://192.0.2.7:54321", {}, "http://192.0.2.7:54321/t/"),
        ("http://192.0.2.7:54321", {"public_url": "https://play.example"}, "https://play.example/t/"),
        ("", {"host": "192.0.2.8", "port": 9000}, "http://192.0.2.8:9000/t/"),
    ],
    ids=["the address that the server showed", "the public one", "never started"],
)
def test_the_links_lead_to_the_server(run, at, old, party, shown, chosen, begin):
    at(old)
    file = old.data_dir / "address"
    file.write_text(shown) if shown else file.unlink(missing_ok=True)
    links = [line.partition(": ")[2] for line in run("links", party.code, **chosen).out.splitlines()]
    assert len(links) == 2 and all(link.startswith(begin) for link in links)


def test_the_links_steer_no_terminal(run, at, old, party):
    """Only the web side rejects such names."""
    at(old)
    tables = party.client.application.extensions["companion"].tables
    table, _ = tables.create("dice-charmers", {"sheet": "sun", "dice": "virtual"})
    tables.join(table.code, "Leila\x1b[2J\nRajesh: http://evil.example")
    (line,) = run("links", table.code).out.splitlines()
    assert line.startswith("Leila?[2J?Rajesh: ")


def test_a_bot_needs_no_link(run, at, old, party):
    at(old)
    tables = party.client.application.extensions["companion"].tables
    demo, _ = tables.create_alone("dice-charmers", {"sheet": "sun", "dice": "virtual"}, "Leila", {"Tara": "level-2"})
    (line,) = run("links", demo.code).out.splitlines()
    assert line.startswith("Leila: ")


def test_a_table_that_is_already_here_is_left_as_it_is(run, refused, file, party, new, opened):
    run("import", file)
    moved = replace(party, client=opened())
    moved.play(moved.offers(moved.mover)[0]["move"])
    after = moved.show()
    assert refused("import", file) == f"code: there is already a table {party.code} here."
    assert moved.show() == after


def test_there_is_nothing_to_export_under_an_unknown_code(refused, at, old, party):
    at(old)
    assert refused("export", "CCCCCC", "-o", "x.json") == "CODE: there is no table CCCCCC here."
    assert refused("links", "CCCCCC") == "CODE: there is no table CCCCCC here."


def test_a_file_that_cannot_be_written_is_named(refused, at, old, party):
    at(old)
    assert refused("export", party.code, "-o", "no/such/folder.json").startswith("--output: no/such/folder.json cannot")


def change(table: dict, path: str, value: object) -> dict:
    changed = deepcopy(table)
    *above, last = [int(part) if part.isdecimal() else part for part in path.split(".")]
    inner = changed
    for part in above:
        inner = inner[part]
    if value is ...:
        del inner[last]
    else:
        inner[last] = value
    return changed


BROKEN = [
    ("format", "companion-table-99", "format"),
    ("format", ..., "format"),
    ("code", "../../x", "code"),
    ("code", 5, "code"),
    ("events", [], "events"),
    ("events", {}, "events"),
    ("events.0", ..., "events[0].seq"),
    ("events.2", ..., "events[2].seq"),
    ("events.1", "x", "events[1]"),
    ("events.1.extra", 1, "events[1]"),
    ("events.1.at", "now", "events[1].at"),
    ("events.1.at", -1, "events[1].at"),
    ("events.1.kind", "created", "events[1].kind"),
    ("events.1.kind", "danced", "events[1]"),
    ("events.1.seat", "mauve", "events[1].seat"),
    ("events.1.seat", ["red"], "events[1].seat"),
    ("events.1.secret", None, "events[1].secret.key"),
    ("events.1.secret.key", "short", "events[1].secret.key"),
    ("events.1.body.name", 7, "events[1].name"),
    ("events.1.body.name", "\ud800", "events[1].text"),
    ("events.1.body.as", "robot", "events[1]"),
    ("events.2.seat", "red", "events[2]"),
    ("events.0.secret.seed", "0" * 64, "events[0].commitment"),
    ("events.0.body.settings", {"sheet": "sun"}, "events[0].settings.dice"),
    ("events.3.kind", "move", "events[3]"),
    ("events.4.body", {}, "events[4]"),
    ("events.4.seat", "blue", "events[4]"),
    ("events.4.body.move", "road c3 NE", "events[4]"),
    ("events.5.body.faces", ["tea"], "events[5].faces"),
    ("events.5.body.counter", 4, "events[5].faces"),
    ("events.5.body.counter", -1, "events[5].faces"),
    ("events.5.body.nonce", "another", "events[5].faces"),
    ("events.1.body.name", "", "events[1].name"),
    ("events.1.body.name", " ", "events[1].name"),
    ("events.1.body.name", "x" * 25, "events[1].name"),
    ("events.1.body.name", "Leila\x1b[31m", "events[1].name"),
    ("events.1.body.name", "Lei\u200bla", "events[1].name"),
    ("events.1.body.name", "\u3164", "events[1].name"),
    ("events.2.body.name", "Leila", "events[2].name"),
    ("events.2.body.name", "LEILА", "events[2].name"),
    ("events.1.at", 253_402_300_800_000, "events[1].at"),
    ("events.1.at", 2**61, "events[1].at"),
]


@pytest.mark.parametrize(
    ("path", "value", "field"), BROKEN, ids=[f"{path} {ascii(value)[:20]}" for path, value, _ in BROKEN]
)
def test_a_file_that_cannot_be_right_is_refused_by_field_and_nothing_is_taken_over(
    refused, file, new, opened, party, path, value, field
):
    file.write_text(json.dumps(change(json.loads(file.read_text(encoding="utf-8")), path, value)))
    assert refused("import", file) == f"{field}: this is not valid in a table exported by the companion."
    assert opened().get(f"/api/tables/{party.code}").status_code == 404


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        ("events.0.body.settings.sheet", "venus", "events[0].settings.sheet: "),
        ("events.0.body.contents", {}, "FILE: This table was opened with an earlier version of the companion"),
        ("events.0.body.contents.sheet", "0" * 64, f"contents.{'0' * 64}: "),
        ("contents", {}, "contents."),
        ("events.0.body.game", "chess", "FILE: This companion does not know the game of this table: chess."),
    ],
)
def test_a_table_that_cannot_be_played_here_is_refused(refused, file, new, path, value, says):
    file.write_text(json.dumps(change(json.loads(file.read_text(encoding="utf-8")), path, value)))
    assert refused("import", file).startswith(says)


@pytest.mark.parametrize("text", ["", "{", "[" * 50_000, "null", "[]", '"x"'])
def test_a_file_that_is_not_a_table_is_refused(refused, new, text):
    assert refused("import", "-", stdin=text)
