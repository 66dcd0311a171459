"""Hints: always a legal move, with a reason in words."""

import os
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.dice_charmers.analysis import forecast
from companion.games.dice_charmers.analysis.study import study_game
from companion.games.dice_charmers.bots import levels
from companion.games.dice_charmers.bots.levels import PLAYERS, Hint, find_hint
from companion.games.dice_charmers.definition import load_sheet
from companion.games.dice_charmers.names import Namer
from companion.games.dice_charmers.rules import (
    Phase,
    Played,
    Rolled,
    Started,
    State,
    apply,
    check,
    list_dice_to_roll,
    new_game,
    parse_move,
)
from companion.games.dice_charmers.texts.analysis import describe_hint, describe_second
from companion.i18n import use_language
from companion.lab.games import SEATS, run_game

TINY, PAD = (load_sheet(Path(__file__).parent.parent / "definition" / f"{name}.toml") for name in ("tiny", "pad"))
SUN = load_sheet("sun", None)


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


@pytest.mark.parametrize("number", range(100 if os.environ.get("COMPANION_LONG") else 1))
def test_who_follows_every_hint_makes_no_mistake(number, monkeypatch):
    """Hints and the analysis are one search: it finds nothing better by more than 2 % in turns that followed hints."""
    monkeypatch.setattr(levels, "MOST_SECONDS", 600)  # no hint is cut short on a busy machine
    monkeypatch.setattr(forecast, "ROLLS", 6)
    sheet, players = load_sheet(("sun", "moon")[number % 2]).sheet, 2 + number // 2 % 4
    follow = lambda state, seat, rng: find_hint(state, seat, thorough=True).moves[:1]  # noqa: E731
    events = [step.event for step in run_game(sheet, [follow] * players, Random(number))]
    studied = study_game(sheet, Started(SEATS[:players]), events)
    decisions = [(turn, decision) for turn in studied.turns for decision in turn.decisions]
    assert len(decisions) > 20
    for turn, decision in decisions:
        assert decision.measure(SEATS.index(turn.seat)) <= 0.02, (turn.round, decision.played, decision.best)
