"""Waiting phones show the last turn of everyone else, and who is next."""

import re

import pytest

from companion.games.dice_charmers.pages.board import drop_undone, find_next, make_board
from companion.games.table_game import Visitor
from companion.web.identity import make_signer, name_cookie
from tests.tables.conftest import meet


def seen_by(app, table, seat: str, lang: str = "en") -> str:
    """Return what the page of a seat says about the others' turns."""
    return strip(
        open_page(app, table, seat, lang).partition('<div id="meanwhile">')[2].partition('<div class="play-main">')[0]
    )


def strip(markup: str) -> str:
    """Return the text of markup as it is read out: without the line that repeats the latest move."""
    markup = re.sub(r'<span class="latest".*?</span>', "", markup)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", markup)).strip()


def open_page(app, table, seat: str, lang: str = "en") -> str:
    client = app.test_client()
    with app.test_request_context():
        client.set_cookie(name_cookie(table.code), make_signer("seats").dumps([table.tokens[seat]]))
    return client.get(f"/t/{table.code}", headers={"Accept-Language": lang}).text


def play_turn(table, undo: bool = False) -> str:
    """Play the first of what is offered until the turn passes on; return whose turn it was."""
    seat, ended = table.mover, False
    while not ended:
        offers = [offer["move"] for offer in table.offers(seat)]
        useful = [move for move in offers if move.split()[0] not in ("karma", "pass", "give")] or offers
        table.play(useful[0])
        ended = useful[0] in ("end turn", "pass")
        if undo and useful[0].startswith("take"):
            table.undo(seat)
            undo = False
            table.play(useful[1])
    return seat


def test_two_turns_in_a_row_are_both_told(app):
    table, played = meet(app, 2), [""]
    while played[-1] != (latest := play_turn(table)):
        played.append(latest)
    other = "blue" if latest == "red" else "red"
    assert seen_by(app, table, other).count("Take the ") == 2
    status = open_page(app, table, other).partition('id="status"')[2].partition('id="quick"')[0]
    assert table.mover == other or f"away-{table.mover}" in status, "who waits sees that the phone is away"


def test_everyone_who_waits_reads_what_the_others_did(app):
    table = meet(app, 3)
    assert play_turn(table) == "red"
    for seat, told in ((seat, seen_by(app, table, seat)) for seat in ("blue", "green")):
        assert re.search(r"Player red: \d+ steps?\b.* Take the", told), seat
        assert "Roll the dice" not in told
    assert " step" not in seen_by(app, table, "red"), "nobody else has had a turn"
    assert play_turn(table) == "blue"
    told = seen_by(app, table, "green")
    assert told.index("Player red: ") < told.index("Player blue: "), "as they were played"
    assert "Последний ход" not in told and "Player red: 1 действие" in seen_by(app, table, "green", "ru")


def test_only_the_last_turn_of_each_is_told_and_a_divider_separates_rounds(app):
    table = meet(app, 3)
    for _ in range(4):
        play_turn(table)  # red, blue, green; in the second round blue begins
    told = seen_by(app, table, "red")
    assert told.count("Player green: ") == told.count("Player blue: ") == 1
    assert told.index("Player green: ") < told.index("Round 2") < told.index("Player blue: ")


def test_it_ends_with_the_first_entry_of_ones_own(app):
    table = meet(app, 2)
    play_turn(table)
    assert "Player red: " in seen_by(app, table, "blue")
    take = next(offer["move"] for offer in table.offers("blue") if offer["move"].startswith("take"))
    table.play(take)
    assert seen_by(app, table, "blue") == ""
    assert "Player blue is playing Take the" in seen_by(app, table, "red")


def test_what_was_undone_is_not_told(app):
    table = meet(app, 2)
    play_turn(table, undo=True)
    assert seen_by(app, table, "blue").count("Take the") == 1


def test_undoing_a_whole_turn_leaves_the_roll(app):
    table = meet(app, 2)
    table.play("roll")
    for _ in range(2):
        table.play(table.offers("red")[0]["move"])
    table.undo("red", turn=True)
    tables = app.extensions["companion"].tables
    kept = drop_undone(tables.trails.get_steps(tables.get(table.code)))
    assert [step.event.kind for step in kept][-2:] == ["move", "rolled"]
    assert [step.event.body["move"] for step in kept if step.event.kind == "move"] == ["roll"]


@pytest.mark.parametrize("players", [2, 3])
def test_who_is_next_comes_next(app, players):
    table = meet(app, players)
    tables = app.extensions["companion"].tables
    for _ in range(9):
        following = find_next(make_board(tables.get(table.code), Visitor()))
        mover = table.mover
        others = {seat for seat in table.tokens if seat != mover}
        for seat in others:
            said = "You are next" if seat == following else f"Next: Player {following}"
            asked = open_page(app, table, seat).partition('<p class="next')[2].partition("</p>")[0]
            assert strip(f"<p {asked}") == said, (mover, following)
        play_turn(table)
        assert table.mover == following
