"""Undo: own entries back to the last roll or another player's move; and the whole turn at once."""

import pytest

from companion.games.dice_charmers.rules import TurnReset, Undone, replay
from companion.rules.messages import IllegalMove


def cannot_undo(table, seat):
    for event in (Undone(seat), TurnReset(seat)):
        with pytest.raises(IllegalMove) as caught:
            table.happens(event)
        assert str(caught.value.refusal) == f"nothing-to-undo seat={seat}"
    return True


def test_undo_takes_back_one_entry_after_the_other(desk):
    table = desk()
    states = [table.state]
    for text in ("take green-1", "road b3 NE", "end turn"):
        table.play("red", text)
        states.append(table.state)
    for earlier in reversed(states[:-1]):
        table.happens(Undone("red"))
        assert table.state == earlier


def test_reset_takes_back_the_whole_turn(desk):
    table = desk()
    before = table.state
    table.play("red", "take green-1", "road b3 NE").happens(TurnReset("red"))
    assert table.state == before
    assert cannot_undo(table, "red")


def test_undo_never_reaches_behind_a_roll(desk):
    assert cannot_undo(desk(), "red")


def test_undo_never_reaches_behind_a_reroll(desk):
    table = desk().play("red", "take purple-1", "end turn").play("blue", "karma green-1").rolled("bend tea-tea")
    assert cannot_undo(table, "blue")
    table.play("blue", "take purple-2").happens(Undone("blue"))
    assert cannot_undo(table, "blue")


def test_undo_never_reaches_behind_another_players_move(desk):
    table = desk().play("red", "take purple-1", "end turn")
    assert cannot_undo(table, "blue")
    table.play("blue", "take green-1")
    assert cannot_undo(table, "red")


def test_a_mistyped_face_can_be_taken_back_until_the_roll_is_confirmed(desk):
    table = desk(dice="real")
    for _ in range(8):
        table.play("red", table.moves("red")[0])
    table.happens(Undone("red"))
    assert table.moves("red")[0].startswith("face orange-2")
    table.play("red", "face orange-2 trader", "confirm dice")
    assert cannot_undo(table, "red")


def test_the_end_of_the_game_is_final(desk):
    table = desk(2, fame=39).play("red", "take purple-1", "end turn").play("blue", "take orange-1", "goods tea")
    table.play("blue", "end turn")
    assert cannot_undo(table, "blue")


def test_an_undone_game_replays_to_the_same_state(desk, garden_sheet):
    table = desk().play("red", "take green-1", "road b3 NE").happens(Undone("red")).play("red", "road d3 NW")
    table.happens(TurnReset("red")).play("red", "take purple-1", "end turn")
    assert replay(garden_sheet, table.events) == table.state
