"""Tokens, sets, stages and the end of Cards & Karma, with the entries of earlier versions, which count no hands."""

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.cards_karma.rules import game as rules
from companion.games.cards_karma.rules import setup
from companion.games.cards_karma.rules.game import Code
from companion.games.cards_karma.rules.moves import parse
from companion.games.cards_karma.rules.scoring import score
from companion.games.cards_karma.rules.tokens import SCORING_CARD_OF
from companion.rules.refusal import Unreadable
from tests.games import assisted

PLAYERS = ("Anna", "Boris", "Chandra")
new_game = partial(rules.new_game, count_hands=False)
play = partial(assisted.play, parse)
refused = partial(assisted.refused, parse)
states = partial(assisted.states, parse, new_game(PLAYERS))


def anna(transcript, game=None):
    return play(game or new_game(PLAYERS), f"Anna: {transcript}").boards["Anna"]


def counters(board):
    tokens = board.tokens
    return (
        tokens.fame,
        tokens.coins,
        tokens.karma,
        tokens.administrators,
        tokens.turned_left,
        tokens.turned_right,
    )


@pytest.mark.parametrize(
    ("entries", "expected"),
    [
        pytest.param("fame 2", (2, 0, 0, 0, 0, 0), id="fame is kept"),
        pytest.param("fame 2, fame 1", (0, 0, 0, 0, 1, 0), id="3 fame turn the leftmost card"),
        pytest.param("coins 5, coins 2", (0, 1, 0, 0, 0, 1), id="6 coins turn the rightmost card"),
        pytest.param("fame 6", (0, 0, 0, 0, 2, 0), id="6 fame turn two"),
        pytest.param("karma 2, karma 2", (0, 0, 1, 1, 0, 0), id="3 karma become an administrator"),
        pytest.param("administrators 2, karma 3", (2, 0, 0, 0, 0, 0), id="the third administrator by karma"),
        pytest.param("fame 1, administrators 3", (0, 0, 0, 0, 1, 0), id="3 administrators become 2 fame"),
        pytest.param(
            "fame 2, administrators 2, karma 2, fame 1, reveal karma", (2, 0, 1, 0, 1, 0), id="a chain"
        ),
        pytest.param("fame 3, reveal coins", (0, 2, 0, 0, 1, 0), id="a scoring card's coins"),
        pytest.param("fame 3, reveal palace", (0, 0, 0, 0, 1, 0), id="the palace action instead of coins"),
        pytest.param("coins 6, reveal fame", (1, 0, 0, 0, 0, 1), id="a scoring card's fame"),
        pytest.param("coins 6, reveal administrator", (0, 0, 0, 1, 0, 1), id="administrator of a card"),
        pytest.param("fame 6, coins 6, coins 6, fame 6, fame 2, coins 6", (2, 6, 0, 0, 4, 2),
                     id="after the sixth card tokens pile up"),
        pytest.param("karma 2, use karma 1", (0, 0, 1, 0, 0, 0), id="karma is used"),
        pytest.param("take red+yellow", (2, 0, 0, 0, 0, 0), id="a fame token for each building"),
        pytest.param("take red, take red, take red", (0, 0, 0, 1, 1, 0), id="three buildings"),
        pytest.param("take tea3, take tea2, take tea1", (0, 0, 0, 0, 0, 1), id="sold goods turn a card"),
        pytest.param("take tea3, take red+silk2, palace 4", (1, 2, 0, 0, 0, 0), id="palace 4 pays per good"),
    ],
)  # fmt: skip
def test_tokens_are_exchanged_immediately(entries, expected):
    assert counters(anna(entries)) == expected


def test_what_an_entry_triggers_is_reported_in_order():
    board = anna("fame 1, karma 2, administrators 2, karma 1")
    assert board.tokens.news == ("karma-to-administrator", "administrators-to-fame", "turned-1")
    assert anna("fame 1, karma 2, administrators 2, karma 1, coins 1").tokens.news == ()


def test_cards_are_turned_from_both_ends():
    assert anna("fame 3, coins 6, fame 3, coins 6").tokens.unrevealed == (1, 6, 2, 5)


def test_julian_gets_two_administrators_and_his_fame_for_one_card():
    board = anna("take red+yellow, take red+yellow, take red+yellow")
    assert board.tokens.administrators == 2
    assert board.display == ()
    assert len(board.discarded) == 3


def test_anna_sells_tea_and_gets_an_administrator_with_one_card():
    board = anna("take red, take red, take tea2, take tea1, take red+tea3")
    assert (board.tokens.administrators, board.tokens.turned_right, board.display) == (1, 1, ())


SIMON = ["yellow", "yellow", "red", "red", "yellow+white"]


def test_simon_has_to_choose_before_anything_else():
    game = play(new_game(PLAYERS), "\n".join(f"Anna: take {c}" for c in SIMON))
    assert refused(game, "Anna", "coins 1").code == Code.CHOOSE_FIRST
    assert refused(game, "Anna", "choose 3").details == {"high": 2}
    board = play(game, "Anna: choose 1").boards["Anna"]
    assert [str(card) for card in board.display] == ["yellow", "yellow", "red"]
    assert board.tokens.administrators == 1


def test_saras_discarded_ships_are_reported():
    board = anna("take ship3, take ship17, take ship12")
    assert [str(card) for card in board.display] == ["ship12"]
    assert [str(card) for card in board.discarded] == ["ship3", "ship17"]


@pytest.mark.parametrize(
    ("entries", "move", "code"),
    [
        pytest.param("karma 1", "use karma 2", Code.NOT_ENOUGH, id="karma nobody has"),
        pytest.param("karma 1", "use administrators 1", Code.NOT_ENOUGH, id="administrator nobody has"),
        pytest.param("karma 1", "choose 1", Code.NOTHING_TO_CHOOSE, id="no conflict"),
        pytest.param("karma 1", "reveal dice", Code.NOTHING_TO_REVEAL, id="no card turned"),
        pytest.param("fame 6, reveal coins", "reveal palace", Code.BONUS_SEEN, id="each scoring card once"),
        pytest.param("take ship3", "take ship3", Code.SHIP_TAKEN, id="each ship once"),
        pytest.param("take red", "palace 4", Code.NO_GOODS, id="palace 4 without goods"),
        pytest.param("fame 3", "end", Code.REVEAL_FIRST, id="a bonus not entered yet"),
        pytest.param("fame 1", "finish", Code.NOT_LAST_STAGE, id="nobody has six cards"),
    ],
)
def test_refusals(entries, move, code):
    game = play(new_game(PLAYERS), "\n".join(f"Anna: {entry.strip()}" for entry in entries.split(",")))
    assert refused(game, "Anna", move).code == code


def test_each_ship_belongs_to_only_one_player():
    game = play(new_game(PLAYERS), "Anna: take ship3")
    assert refused(game, "Boris", "take ship3").code == Code.SHIP_TAKEN


def test_a_round_has_two_stages_and_the_start_player_gets_a_karma_between_them():
    game = new_game(PLAYERS)
    assert refused(game, "Boris", "end").details == {"player": "Anna"}
    game = play(game, "Anna: end\nBoris: end\nChandra: end")
    assert (game.round, game.stage, game.turn, game.boards["Anna"].tokens.karma) == (1, 2, "Anna", 1)
    game = play(game, "Anna: end\nBoris: end\nChandra: end")
    assert (game.round, game.stage, game.turn) == (2, 1, "Boris")
    game = play(game, "Boris: end\nChandra: end\nAnna: end")
    assert [board.tokens.karma for board in game.boards] == [1, 1, 0]


def test_the_start_karma_is_given_once_even_if_a_turn_is_undone():
    game = play(new_game(PLAYERS), "Anna: end\nBoris: end\nChandra: end")
    game = game.undo("Chandra")
    assert game.turn == "Chandra"
    game = play(game, "Chandra: end")
    assert game.boards["Anna"].tokens.karma == 1


def test_the_start_karma_can_complete_an_administrator():
    game = play(new_game(PLAYERS), "Anna: karma 2\nAnna: end\nBoris: end\nChandra: end")
    assert counters(game.boards["Anna"]) == (0, 0, 0, 1, 0, 0)


SIX_CARDS = "\n".join(
    f"Boris: {move}" for move in ["fame 6", "fame 6", "fame 6", *(f"reveal {b}" for b in
    ("dice", "turn", "karma", "administrator", "coins", "ship"))]
)  # fmt: skip


def test_the_stage_in_which_a_player_turns_the_sixth_card_is_completed():
    game = play(new_game(PLAYERS), "Anna: end\n" + SIX_CARDS)
    assert refused(game, "Boris", "finish").code == Code.NOT_LAST_STAGE
    game = play(game, "Boris: end")
    assert not game.may_finish
    game = play(game, "Chandra: end")
    assert game.may_finish
    assert game.boards["Anna"].tokens.karma == 0  # there is no second stage any more
    assert refused(game, "Anna", "end").code == Code.GAME_OVER
    game = play(game, "Chandra: coins 1\nAnna: finish")
    assert refused(game, "Anna", "coins 1").code == Code.GAME_OVER
    assert not game.can_undo("Chandra")
    outcome = score(game.fill_scoring_form())
    assert outcome["winners"] == ["Boris"]


def test_turning_the_sixth_card_before_ending_the_first_turn_of_a_stage_does_not_end_the_last_one():
    game = play(new_game(PLAYERS), SIX_CARDS)
    assert not game.may_finish


def test_an_undone_sixth_card_does_not_end_the_game():
    game = play(new_game(PLAYERS), "Boris: fame 6\nBoris: fame 6\nBoris: fame 6")
    assert game.last_stage == 0
    assert game.undo("Boris").last_stage is None


def test_players_undo_their_entries_after_others_have_entered():
    game = play(new_game(PLAYERS), "Anna: fame 1\nAnna: fame 2\nBoris: coins 2")
    game = game.undo("Anna")
    assert counters(game.boards["Anna"]) == (1, 0, 0, 0, 0, 0)
    assert counters(game.boards["Boris"]) == (0, 2, 0, 0, 0, 0)


entries = st.one_of(
    st.sampled_from(["fame 1", "fame 3", "coins 2", "coins 5", "karma 1", "karma 2", "administrators 1"]),
    st.sampled_from(["take red", "take yellow+white", "take tea2+silk1", "take ship5", "take ship9+tea1"]),
    st.sampled_from([f"reveal {bonus}" for bonus in SCORING_CARD_OF]),
    st.sampled_from(["use karma 1", "use administrators 1", "choose 1", "palace 4", "end", "finish"]),
)
transcripts = st.lists(st.tuples(st.sampled_from(PLAYERS), entries), max_size=40)


@given(transcripts)
def test_every_exchange_is_made_exactly_once(transcript):
    for game, _ in states(transcript):
        for board in game.boards:
            tokens = board.tokens
            assert tokens.karma < 3
            assert tokens.administrators < 3
            assert tokens.turned <= 6
            assert tokens.turned == 6 or (tokens.fame < 3 and tokens.coins < 6)
            assert tokens.turned == len(tokens.unrevealed) + len(tokens.bonuses)


@given(transcripts)
def test_undo_restores_exactly(transcript):
    before = None
    for game, player in states(transcript):
        if player and game.can_undo(player):
            assert game.undo(player).boards[player] == before.boards[player]
        before = game


@pytest.mark.parametrize(
    "text", ["", "gold 3", "use fame 1", "take", "take blue", "reveal gold", "palace 5"],
)  # fmt: skip
def test_text_that_is_not_a_move_is_unreadable(text):
    with pytest.raises(Unreadable):
        parse(text)


@pytest.mark.parametrize(("players", "cards"), [(2, 12), (3, 16), (4, 20)])
def test_the_grid_by_number_of_players(players, cards):
    assert setup.count_grid_cards(players) == cards
