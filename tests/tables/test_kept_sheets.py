"""A table keeps the sheet it was opened with: an edited, deleted or updated file changes nothing."""

import json
import re
import shutil
from pathlib import Path
from random import Random

import pytest

from companion.app import create_app
from companion.commands.stored import import_table
from companion.files import SHEETS
from companion.games.dice_charmers import definition
from companion.games.dice_charmers.pages.film import prepare_film
from companion.games.game import load_table_games
from companion.history.index import read_game
from companion.settings import Settings
from companion.storage import open_log
from companion.tables import exports
from companion.tables.exports import read_export, replay, verify
from tests.games.dice_charmers.definition.conftest import TINY
from tests.tables.conftest import meet, opened

SHIPPED = sorted(file.stem for file in SHEETS.glob("*.toml"))
OWN = "tiny"


def make_dearer(file: Path) -> None:
    """Change what the market pays, and the colours, as an update of a sheet might."""
    text = file.read_text(encoding="utf-8")
    changed = re.sub(r"(coins = \[.*?)(\d+)\]", lambda found: f"{found[1]}{int(found[2]) + 1}]", text)
    changed = re.sub(r'paper = "#......"', 'paper = "#ffffff"', changed)
    changed = re.sub(r"version = (\d+)", lambda found: f"version = {int(found[1]) + 1}", changed)
    file.write_text(changed, encoding="utf-8")
    definition.load_sheet(file)


def break_file(file: Path) -> None:
    file.write_text("name = 3", encoding="utf-8")


@pytest.fixture
def folders(settings, monkeypatch, tmp_path) -> list[Path]:
    """Copies of the shipped sheets, and a folder with a sheet of the user's own."""
    shipped = tmp_path / "shipped"
    shipped.mkdir()
    for name in SHIPPED:
        shutil.copy(SHEETS / f"{name}.toml", shipped)
    monkeypatch.setattr(definition, "SHEETS", shipped)
    settings.own_sheets.mkdir(parents=True, exist_ok=True)
    shutil.copy(TINY, settings.own_sheets / f"{OWN}.toml")
    yield [shipped, settings.own_sheets]
    definition._read_bundled.cache_clear()


def look_at(app, party) -> dict:
    """Collect what a table shows of its game, wherever the sheet has a say in it."""
    party.client = app.test_client()
    tables = app.extensions["companion"].tables
    table = tables.get(party.code)
    seen = {"state": party.show(), "summary": table.game.summarize(table.position)}
    with app.test_request_context():
        make, arguments = prepare_film(table, tables.steps(party.code))
        seen["film"] = make(*arguments)
    styles = re.search(r'href="(/sheets/[^"]+)"', party.client.get(f"/t/{party.code}/replay").text)
    if table.phase == "over":
        seen["log"] = party.export()
        seen["record"] = read_game(tables.log, tables.games, party.code)
        log = read_export(seen["log"])
        seen["replayed"] = replay(log, load_table_games()).result, verify(log, load_table_games())
    else:
        seat = party.mover
        seen["offers"] = party.offers(seat)
        page = party.client.get(f"/t/{party.code}").text
        styles = re.search(r'href="(/sheets/[^"]+)"', page)
    seen["style"] = styles and party.client.get(styles[1].replace("&amp;", "&")).text
    return seen


def restart(settings):
    definition._read_bundled.cache_clear()
    return create_app(settings)


@pytest.mark.parametrize(
    ("name", "change"),
    [("sun", make_dearer), ("moon", Path.unlink), (OWN, break_file)],
    ids=["shipped, edited", "shipped, deleted", "own, broken"],
)
def test_tables_keep_their_sheet(settings, folders, name, change):
    with opened(settings) as app:
        running, over = meet(app, 2, sheet=name), meet(app, 2, sheet=name)
        running.play("roll", nonce="n")
        for _ in range(6):
            running.play(running.offers(running.mover)[-1]["move"], nonce="n")
        over.play_on(Random(3))
        before = [look_at(app, party) for party in (running, over)]
    for folder in folders:
        for file in folder.glob(f"{name}.toml"):
            change(file)
    app = restart(settings)
    assert [look_at(app, party) for party in (running, over)] == before
    assert all(seen["style"] for seen in before)
    running.play_on(Random(4))
    assert running.show()["phase"] == "over", "the game goes on to its end"
    app.extensions["companion"].tables.log.close()


def test_a_rematch_works_without_the_file(settings, folders):
    with opened(settings) as app:
        party = meet(app, 2, sheet=OWN)
        party.play_on(Random(3))
    (settings.own_sheets / f"{OWN}.toml").unlink()
    app = restart(settings)
    tables = app.extensions["companion"].tables
    fresh = tables.rematch(party.code, [party.host])
    assert fresh.settings["sheet"] == OWN and tables.start(fresh.code, [party.host]).phase == "playing"
    tables.log.close()


def test_a_rematch_plays_todays_sheet(settings, folders):
    with opened(settings) as app:
        party = meet(app, 2, sheet=OWN)
        party.play_on(Random(3))
    make_dearer(settings.own_sheets / f"{OWN}.toml")
    app = restart(settings)
    tables = app.extensions["companion"].tables
    old, fresh = tables.get(party.code), tables.rematch(party.code, [party.host])
    assert fresh.game.definitions[OWN].sheet.version == old.game.definitions[OWN].sheet.version + 1
    tables.log.close()


def test_a_table_moves_to_a_companion_without_its_sheet(settings, folders, tmp_path):
    with opened(settings) as app:
        party = meet(app, 2, sheet=OWN)
        party.play("roll", nonce="n")
        before = party.show()
        packed = json.loads(json.dumps(exports.pack(party.code, app.extensions["companion"].tables.log)))
    other = Settings(
        tmp_path / "other", database_url=f"sqlite:///{tmp_path / 'other' / 'companion.db'}", secret_key="for tests only"
    )
    import_table(other, packed)
    with opened(other) as app:
        party.client = app.test_client()
        assert party.show() == before
    log = open_log(other.database_url)
    assert log.read_contents(packed["contents"]) == packed["contents"]
    log.close()
