"""A game is a readable text; playing one names the first entry that breaks a rule."""

import contextlib
import random
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.dice_charmers.rules import (
    Played,
    Rolled,
    Skipped,
    Started,
    TurnedToPaper,
    TurnReset,
    Undone,
    UnreadableLine,
    parse_event,
    parse_move,
    parse_transcript,
    play_transcript,
    write_event,
    write_transcript,
)
from companion.games.dice_charmers.rules.play import MOVE_KINDS
from companion.rules.messages import Unreadable

GAME = """
sheet: garden
players: red blue
dice: virtual

red: roll                # all eight
rolled tea-silk spices-spices bend half-roads flag fish trader portuguese
red: take green-1
red: road b3 NE
red: undo
red: road d3 NW
red: reset turn
red: take purple-1
red: end turn
turn blue to paper
blue: take green-1
skip blue
"""


def test_a_transcript_plays(garden_sheet):
    transcript = parse_transcript(GAME)
    assert transcript.sheet == "garden"
    assert transcript.started == Started(("red", "blue"))
    state, fault = play_transcript(garden_sheet, transcript)
    assert fault is None
    assert state.find_seat("red").marks.goods == (1, 1, 0)
    assert state.turn == 2


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        pytest.param("red: road d3 NW", "red: road d3 NE", "11 red: road d3 NE: not-connected space=d3", id="a road"),
        pytest.param("red: end turn", "blue: roll", "14 blue: roll: not-your-turn seat=red", id="out of turn"),
        pytest.param(
            "tea-silk spices",
            "tea-silk bend spices",
            "7 rolled tea-silk bend spices-spices bend half-roads flag fish trader portuguese: "
            "wrong-number-of-faces expected=8 given=9",
            id="nine dice",
        ),
        pytest.param("skip blue", "skip red", "17 skip red: nothing-to-skip seat=red", id="skipping another"),
        pytest.param(
            "players: red blue",
            "players: red blue green yellow white pink",
            "0 : wrong-number-of-players high=5 low=1 players=6",
            id="six",
        ),
    ],
)
def test_the_first_entry_that_breaks_a_rule_is_named(garden_sheet, old, new, fault):
    _, found = play_transcript(garden_sheet, parse_transcript(GAME.replace(old, new)))
    assert f"{found.line} {found.text}: {found.refusal}" == fault


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        pytest.param("red: road d3 NW", "red: raod d3 NW", 11, id="a typing mistake"),
        pytest.param("skip blue", "hello", 17, id="no event"),
        pytest.param("skip blue", "players: red", 17, id="a heading too late"),
        pytest.param("sheet: garden", "", 1, id="no sheet"),
        pytest.param("players: red blue", "players:", 1, id="no players"),
    ],
)
def test_a_line_nobody_can_read_is_named(old, new, line):
    with pytest.raises(UnreadableLine) as caught:
        parse_transcript(GAME.replace(old, new))
    assert caught.value.line == line


@pytest.mark.parametrize(
    "event",
    [
        Played("red", parse_move("sell tea silk")),
        Rolled(("tea-tea", "bend")),
        Skipped("red"),
        TurnedToPaper("red"),
        Undone("red"),
        TurnReset("red"),
    ],
    ids=write_event,
)
def test_an_event_is_written_and_read_back(event):
    assert parse_event(write_event(event)) == event


@pytest.mark.parametrize(("dice", "paper"), [("virtual", ()), ("real", ("blue",))])
def test_a_written_game_reads_and_plays_the_same(random_game, garden_sheet, dice, paper):
    started = Started(("red", "blue", "green"), dice, frozenset(paper))
    played = list(random_game(garden_sheet, started, random.Random(7)))
    text = write_transcript("garden", started, [event for _, event in played])
    transcript = parse_transcript(text)
    assert transcript.started == started
    assert play_transcript(garden_sheet, transcript) == (played[-1][0].state, None)


@given(st.text())
def test_arbitrary_text_is_at_worst_unreadable(text):
    for line in (text, f"sheet: sun\nplayers: red blue\n{text}"):
        with contextlib.suppress(Unreadable):
            parse_transcript(line)


def test_every_move_is_in_the_notation_for_other_programs():
    written = (Path(__file__).parents[4] / "docs" / "notation.md").read_text(encoding="utf-8")
    missing = [kind.form.word for kind in MOVE_KINDS if not re.search(rf"`(?:[^`]*, )?{kind.form.word}\b", written)]
    assert missing == []
