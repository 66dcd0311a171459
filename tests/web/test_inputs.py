"""One model validates the input of pages and JSON, with messages in the user's language."""

import subprocess
import sys

import pytest

from companion.i18n import LANGUAGES, use_language
from companion.web.inputs import InvalidField, JoinInput, MoveInput, UndoInput, read_json

GOOD = {"move": "roll", "version": 4}


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"version": 4}, "move: This field is required."),
        ({**GOOD, "move": "x" * 1001}, "move: This can have at most 1000 characters."),
        ({**GOOD, "version": -1}, "version: This must be at least 0."),
        ({**GOOD, "version": "soon"}, "version: This must be a whole number."),
        ({**GOOD, "version": True}, "version: This must be a whole number."),
        ({**GOOD, "version": 1.5}, "version: This must be a whole number."),
        ({**GOOD, "seat": "mauve"}, "seat: This must be one of: red, blue, green, yellow, purple, orange, teal, pink."),
        ({**GOOD, "nonce": ["a"]}, "nonce: This must be text."),
        ({**GOOD, "nonce": "\ud800"}, "nonce: This must be text."),
        ({**GOOD, "hue": 1}, "hue: There is no such field."),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_says_what_is_wrong_in_every_language(given, sentence):
    said = set()
    for language in LANGUAGES:
        with use_language(language), pytest.raises(InvalidField) as caught:
            read_json(MoveInput, given)
        said.add(caught.value.message)
    assert sentence in said and len(said) == len(LANGUAGES)


def test_names_all_problems_at_once():
    with pytest.raises(InvalidField) as caught:
        read_json(JoinInput, {"name": "a\u202eb", "colour": "mauve", "kind": "robot"})
    assert list(caught.value.problems) == ["name", "colour", "kind"]


@pytest.mark.parametrize("nothing", [None, False, ""])
def test_nothing_counts_as_left_out(nothing):
    given = read_json(MoveInput, {**GOOD, "seat": nothing, "nonce": nothing})
    assert (given.seat, given.nonce) == (None, None)
    assert not read_json(UndoInput, {"version": 0, "turn": nothing}).turn


def test_a_number_may_be_written_as_a_text_and_a_text_as_a_number():
    assert read_json(MoveInput, {"move": "roll", "version": "4"}).version == 4
    assert read_json(JoinInput, {"name": 7}).name == "7"


def test_commands_do_not_load_pydantic_and_the_tools_for_photos():
    """pydantic takes 130 ms to load, as long as a whole `companion --help`; numpy and OpenCV take 300."""
    ask = (
        "import sys, companion.cli, companion.games.game, companion.games.dice_charmers.definition;"
        "sys.exit(not {'pydantic', 'numpy', 'cv2'}.isdisjoint(sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", ask]).returncode == 0
