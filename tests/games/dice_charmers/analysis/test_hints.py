"""Hints: always a legal move, with a reason in words."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.dice_charmers.analysis.hints import Hint, find_hint
from companion.games.dice_charmers.bots.players import PLAYERS
from companion.games.dice_charmers.definition import load_sheet
from companion.games.dice_charmers.names import Namer
from companion.games.dice_charmers.rules import (
    Phase,
    Played,
    Rolled,
    State,
    apply,
    check,
    list_dice_to_roll,
    new_game,
    parse_move,
)
from companion.games.dice_charmers.texts.hints import describe_hint, describe_second
from companion.i18n import use_language

TINY, PAD = (load_sheet(Path(__file__).parent.parent / "definition" / f"{name}.toml") for name in ("tiny", "pad"))
SUN = load_sheet("sun", None)
SEATS = ("red", "blue", "green", "yellow", "white")


def roll(state: State, chance: Random) -> State:
    faces = state.sheet.faces_by_colour
    return apply(state, Rolled(tuple(chance.choice(faces[die.partition("-")[0]]) for die in list_dice_to_roll(state))))


def play_some(state: State, chance: Random, moves: int) -> State:
    """Play at random; the last state with somebody to move before the end."""
    for _ in range(moves):
        after = apply(
            state, Played(state.players[state.mover], PLAYERS["random"](state, state.players[state.mover], chance))
        )
        if after.phase is Phase.ROLLING:
            after = roll(after, chance)
        if after.phase is Phase.OVER:
            return state
        state = after
    return state


@given(st.integers(0, 10**6), st.integers(2, 5), st.integers(1, 80), st.booleans(), st.sampled_from([TINY, PAD, SUN]))
@settings(max_examples=25)
def test_hints_name_only_legal_moves_and_say_why(seed, players, moves, thorough, definition):
    state = play_some(new_game(definition.sheet, SEATS[:players]), Random(seed), moves)
    seat = state.players[state.mover]
    hint = find_hint(state, seat, thorough)
    assert hint is not None
    assert check(state, seat, hint.moves[0]) is None
    assert hint.second is None or check(state, seat, hint.second) is None
    for language in ("en", "ru"):
        with use_language(language):
            assert describe_hint(state, seat, hint).endswith(".")


def test_who_has_no_turn_gets_no_hint():
    state = roll(apply(new_game(SUN.sheet, ("red", "blue")), Played("red", parse_move("roll"))), Random(1))
    assert find_hint(state, "blue") is None


ROLL = "tea-tea silk-spices straight bend lotus fish trader portuguese"


def begin(*moves: str) -> State:
    """Red takes dice on Sun; blue passes its turns by ending them."""
    state = apply(new_game(SUN.sheet, ("red", "blue")), Played("red", parse_move("roll")))
    state = apply(state, Rolled(tuple(ROLL.split())))
    for move in moves:
        state = apply(state, Played(state.players[state.mover], parse_move(move)))
    return state


@pytest.mark.parametrize(
    ("moves", "words"),
    [
        pytest.param("take purple-1|end turn", "You get 2 goods.", id="goods"),
        pytest.param("take green-1|road c2 NS|end turn", "Erects a fort. Together: +1 fame.", id="a building"),
        pytest.param("karma blue-1", "On average, rolling this die again brings more than any die on the table.", id="karma"),
    ],
)  # fmt: skip
def test_reasons_are_in_words_of_the_game(moves, words):
    hint = Hint(tuple(map(parse_move, moves.split("|"))))
    assert describe_hint(begin(), "red", hint) == words


def test_the_next_best_die_is_named_by_colour_and_face():
    hint = Hint((parse_move("take purple-1"),), parse_move("take blue-1"))
    assert describe_second(Namer(SUN), begin(), hint) == "Next best: blue die (Lotus)."
    assert describe_second(Namer(SUN), begin(), Hint((parse_move("take purple-1"),))) == ""
