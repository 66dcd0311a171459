"""Reminders for Cards & Karma: one entry per turn, turned cards, stages and rounds, the end."""

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.cards_karma.rules.reminders import Code, new_game, parse
from companion.games.cards_karma.rules.scoring import score
from companion.rules.refusal import Unreadable
from tests.games import assisted

PLAYERS = ("Anna", "Boris", "Chandra")
play = partial(assisted.play, parse)
refused = partial(assisted.refused, parse)
states = partial(assisted.states, parse, new_game(PLAYERS))
STAGE = "Anna: done\nBoris: done\nChandra: done\n"


def start(transcript):
    return play(new_game(PLAYERS), transcript)


@pytest.mark.parametrize(
    ("transcript", "round", "stage", "turn", "start_player"),
    [
        pytest.param("", 1, 1, "Anna", "Anna", id="the start player begins"),
        pytest.param("Anna: done", 1, 1, "Boris", "Anna", id="clockwise"),
        pytest.param(STAGE, 1, 2, "Anna", "Anna", id="second stage"),
        pytest.param(STAGE + STAGE, 2, 1, "Boris", "Boris", id="the elephant moves on after two stages"),
    ],
)
def test_stages_and_rounds(transcript, round, stage, turn, start_player):
    game = start(transcript)
    assert (game.round, game.stage, game.turn, game.start_player) == (round, stage, turn, start_player)


def test_turned_cards_are_entered_together_with_the_end_of_the_turn():
    game = start("Anna: done turned 2\nBoris: done turned 1\nChandra: done\nAnna: done turned 1")
    assert [board.turned for board in game.boards] == [3, 1, 0]


def test_the_stage_of_the_sixth_card_is_played_to_its_end():
    game = start("Anna: done\nBoris: done turned 6")
    assert (game.last_stage, game.may_finish, game.turn) == (0, False, "Chandra")
    game = play(game, "Chandra: done turned 1")
    assert game.may_finish
    game = play(game, "Anna: finish")
    assert score(game.fill_scoring_form())["winners"] == ["Boris"]


def test_a_sixth_card_remembered_too_late_belongs_to_the_stage_before():
    game = start(STAGE + "Chandra: cards 6")
    assert game.may_finish


def test_the_sixth_card_of_the_player_whose_turn_it_is_belongs_to_this_stage():
    game = start(STAGE + "Anna: cards 6")
    assert (game.last_stage, game.may_finish) == (1, False)


def test_a_correction_below_six_calls_the_end_off():
    assert start("Anna: done turned 6\nAnna: cards 5").last_stage is None


def test_only_players_who_tie_count_what_is_left():
    game = start("Anna: done turned 6\nBoris: done turned 6\nChandra: done turned 2")
    assert game.list_uncounted() == ("Anna", "Boris")
    assert refused(game, "Chandra", "finish").details == {"player": "Anna"}
    game = play(game, "Anna: left fame 1, left coins 2, left karma 0\nBoris: left fame 2, left coins 0, left karma 2")
    result = score(play(game, "Anna: finish").fill_scoring_form())
    assert (result["winners"], result["tiebreak"]) == (["Boris"], "karma left over")


@pytest.mark.parametrize(
    ("transcript", "player", "move", "code"),
    [
        pytest.param("", "Boris", "done", Code.NOT_YOUR_TURN, id="another player's turn"),
        pytest.param("", "Anna", "finish", Code.NOT_LAST_STAGE, id="nobody has six cards"),
        pytest.param("", "Anna", "left coins 2", Code.NOT_LAST_STAGE, id="counting before the end"),
        pytest.param("Anna: cards 5", "Anna", "done turned 2", Code.CARDS_LEFT, id="a seventh card"),
        pytest.param("Anna: cards 6\n" + STAGE, "Anna", "done", Code.GAME_OVER, id="after the last stage"),
        pytest.param("Anna: cards 6\n" + STAGE, "Anna", "left karma 3", Code.TOO_MUCH_LEFT, id="a third karma"),
        pytest.param("Anna: cards 6\n" + STAGE, "Anna", "finish", Code.COUNT_FIRST, id="Boris and Chandra tie"),
    ],
)
def test_refusals(transcript, player, move, code):
    assert refused(start(transcript), player, move).code == code


@pytest.mark.parametrize("text", ["", "end", "turned 1", "done 1", "left luck 1", "fame 1"])
def test_text_that_is_not_a_move_is_unreadable(text):
    with pytest.raises(Unreadable):
        parse(text)


entries = st.sampled_from(
    ["done", "done", "done turned 1", "done turned 2", "cards 3", "cards 6", "left fame 1", "left karma 2", "finish"]
)
transcripts = st.lists(st.tuples(st.sampled_from(PLAYERS), entries), max_size=30)


@given(transcripts)
def test_undo_restores_exactly(transcript):
    before = None
    for game, player in states(transcript):
        if player and game.can_undo(player):
            assert game.undo(player).boards[player] == before.boards[player]
            assert (game.undo(player).turn, game.undo(player).last_stage) == (before.turn, before.last_stage)
        before = game


@given(transcripts)
def test_turned_cards_and_turns_are_the_sum_of_the_entries(transcript):
    game = new_game(PLAYERS)
    for player, text in transcript:
        if game.check(player, parse(text)) is not None:
            continue
        old, game = game.boards[player], game.apply(player, parse(text))
        turned = {"done turned 1": 1, "done turned 2": 2, "cards 3": 3 - old.turned, "cards 6": 6 - old.turned}
        assert game.boards[player].turned == old.turned + turned.get(text, 0)
        assert game.boards[player].turns == old.turns + text.startswith("done")
