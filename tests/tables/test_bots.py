"""A table with a bot: it moves as soon as it has the turn, and its moves are in the log."""

import random

import pytest

from companion.storage import open_log
from companion.tables import service
from companion.tables.errors import NotAllowed
from companion.tables.public_log import export_log, read_export, verify
from companion.tables.service import Tables
from companion.tables.table import rebuild

SETTINGS = {"sheet": "sun", "dice": "virtual"}


@pytest.fixture
def tables(log, game):
    """On both databases."""
    return Tables(log, {game.name: game})


def create_with_bots(tables, *bots):
    table, token = tables.create_with_bots("dice-charmers", SETTINGS, "Guest", bots)
    return table.code, [token]


def play(tables, code, tokens, chance):
    table = tables.get(code)
    offers = service.list_moves(table, tokens)
    return tables.submit(code, tokens, chance.choice(offers).move, table.version)


def mover(table):
    return table.game.turn(table.position)["seat"]


def test_a_person_alone_plays_a_whole_game_against_two_bots(tables, game):
    code, tokens = create_with_bots(tables, "Tara", "Kiran")
    chance, table = random.Random(5), tables.get(code)
    while table.phase == "playing":
        assert mover(table) == "red", "nobody ever waits for a bot"
        table = play(tables, code, tokens, chance)
    events = tables.log.read(code)
    movers = {event.seat for event in events if event.kind == "move"}
    assert movers == {"red", "blue", "green"}
    assert rebuild(code, events, tables.games) == table
    assert table.result["winners"]


def ends_a_turn(tables, code, tokens):
    """Return the table before and after a player's last entry of a turn."""
    chance, after = random.Random(2), tables.get(code)
    while True:
        before, after = after, play(tables, code, tokens, chance)
        if after.version > before.version + 2:
            return before, after


def test_a_bots_turn_is_written_together_with_the_move_that_gave_it(tables, monkeypatch):
    """There is one append, so a crash cannot separate the entries."""
    code, tokens = create_with_bots(tables, "Tara")
    before, after = ends_a_turn(tables, code, tokens)
    fresh = Tables(tables.log, tables.games)
    assert fresh.get(code) == after and mover(after) == "red"

    written = [event.seat for event in tables.log.read(code, before.version)]
    assert written[0] == "red" and "blue" in written


def test_another_process_goes_on_where_the_first_was_stopped(database_url, tables, game):
    code, tokens = create_with_bots(tables, "Tara")
    _, after = ends_a_turn(tables, code, tokens)
    other_log = open_log(database_url)
    other = Tables(other_log, {game.name: game})
    _, later = ends_a_turn(other, code, tokens)
    assert tables.get(code) == later and later.version > after.version
    other_log.close()


def test_nobody_moves_for_a_bot(tables):
    code, tokens = create_with_bots(tables, "Tara")
    with pytest.raises(NotAllowed):
        tables.submit(code, tokens, "roll", tables.get(code).version, seat="blue")


def test_a_bot_that_begins_a_rematch_has_begun_when_the_game_is_on(tables):
    code, tokens = create_with_bots(tables, "Tara")
    chance = random.Random(3)
    while tables.get(code).phase == "playing":
        play(tables, code, tokens, chance)
    fresh = tables.rematch(code, tokens)
    assert [(seat.seat, seat.kind) for seat in fresh.seats] == [("blue", "bot"), ("red", "phone")]
    started = tables.start(fresh.code, tokens)
    assert mover(started) == "red"
    assert [event.seat for event in tables.log.read(fresh.code, fresh.version) if event.kind == "rolled"] == ["blue"]


def test_the_bots_rolls_can_be_verified(app, games):
    tables = app.extensions["companion"].tables
    code, tokens = create_with_bots(tables, "Tara")
    chance = random.Random(4)
    while (table := tables.get(code)).phase == "playing":
        play(tables, code, tokens, chance)
    assert verify(read_export(export_log(table, tables.log)), games) > 3
