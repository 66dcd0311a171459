"""Moves have a short text form that parses back; whatever else is typed is unreadable, and only that."""

import contextlib
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.dice_charmers.definition import load_sheet
from companion.games.dice_charmers.rules import Played, Started, State, apply, check, parse_move
from companion.rules.messages import IllegalMove, Unreadable

TEXTS = """
roll
face purple-1 tea-silk
confirm dice
take purple-1
karma green-2
pass
road c3 NE
road c3 NESW
half c3 N
sell tea silk
sell tea tea tea
goods tea spices
goods-die purple-2
river +1
river -12
upgrade temple
person raja-man-singh
use edge c3 N
use tent 4
use fame 12
use money 40
use palace lower 1
use upgrade 2
use karma 3
give up market d3
give up river 7
give up river 3 sell-any 1-2
give up half-road
give up edge a1 W
end turn
met
total fame 21
total karma-used 0
""".strip().splitlines()


@pytest.mark.parametrize("text", TEXTS)
def test_the_text_of_a_move_parses_back(text):
    assert str(parse_move(text)) == text
    assert parse_move(str(parse_move(text))) == parse_move(text)


@pytest.mark.parametrize(
    ("text", "same"),
    [("road c3 EN", "road c3 NE"), ("sell silk tea", "sell tea silk"), ("  end   turn ", "end turn")],
)
def test_the_order_of_sides_and_goods_and_spaces_between_words_do_not_matter(text, same):
    assert parse_move(text) == parse_move(same)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "rol",
        "roll 8",
        "take",
        "take pink-1",
        "take purple-3",
        "road c3",
        "road c3 NN",
        "road c3 ne",
        "road 3c NE",
        "half c3 NE",
        "sell",
        "sell salt",
        "goods tea,silk",
        "river 1",
        "river +0",
        "river +٣",
        "upgrade hut",
        "person akbar",
        "use",
        "use tent 0",
        "use tent ４",
        "give tent 4",
        "give up",
        "end",
        "total fame",
        "total fame -1",
        "total fame 1e3",
        "total fame 007",
        "total luck 3",
        "road c3 NE\x00",
        "take purple-1 green-1",
        "x" * 10_000,
        "total fame " + "9" * 5000,
    ],
)
def test_anything_else_is_unreadable(text):
    with pytest.raises(Unreadable):
        parse_move(text)


@given(st.text(max_size=60))
def test_arbitrary_text_is_at_worst_unreadable(text):
    with contextlib.suppress(Unreadable):
        assert parse_move(str(parse_move(text))) == parse_move(text)


POSITIONS: list[State] = []


@pytest.fixture(autouse=True, scope="module")
def _positions(random_game):
    """Some states of a game, from its first roll to its last turn."""
    sheet = load_sheet("sun").sheet
    states = [history.state for history, _ in random_game(sheet, Started(("red", "blue")), random.Random(3))]
    POSITIONS[:] = states[::25]


WORDS = sorted({word for text in TEXTS for word in text.split()} | {"z9", "c33", "99", "-99", "+99", "tent", "NEW"})


@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=4).map(" ".join))
def test_words_of_moves_in_any_order_are_read_or_not_and_allowed_or_not(text):
    """Nothing but the two documented errors comes out, at the start of a game as in the middle of a turn."""
    try:
        move = parse_move(text)
    except Unreadable:
        return
    assert parse_move(str(move)) == move
    for state in POSITIONS:
        refusal = check(state, "red", move)
        if refusal is None:
            apply(state, Played("red", move))
        else:
            with pytest.raises(IllegalMove) as caught:
                apply(state, Played("red", move))
            assert caught.value.refusal == refusal
