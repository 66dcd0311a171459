"""The set-up of Rajas of the Ganges: the checklist says what is known, and the dice say who begins."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.assistant import Known, Position
from companion.games.rajas.game import Rajas
from companion.games.rajas.setup import BROWN, RIVER_TILES, SETUP, find_lowest, find_spaces
from companion.games.setup import Group, roll_with
from companion.games.table_game import Player
from companion.rules.assistant import read_facts

NAMES = ("Leila", "Rajesh", "Maya", "Anil")
OPTIONS = {option: choices[0] for option, choices in Rajas.options.items()}
DICE = "dice-1=3,5,2,6 dice-2=1,4,2,3 dice-3=6,2,5,5 dice-4=6,6,6,6"


def group(players=4, facts="", **options):
    known = {name: values for name, values in read_facts(facts).items() if not name.endswith(str(players + 1))}
    return Group(NAMES[:players], OPTIONS | options, known)


@pytest.mark.parametrize(
    ("players", "facts", "money"),
    [
        pytest.param(2, "", "the first player on 3, then clockwise 4.", id="two, real dice"),
        pytest.param(3, "", "the first player on 3, then clockwise 4 and 5.", id="three, real dice"),
        pytest.param(4, "", "the first player on 3, then clockwise 4, 5 and 6.", id="four, real dice"),
        pytest.param(4, DICE, "Rajesh → 3, Maya → 4, Anil → 5, Leila → 6.", id="four, rolled"),
        pytest.param(2, "dice-1=3,5,2,6 dice-2=1,4,2,3", "Rajesh → 3, Leila → 4.", id="two, rolled"),
    ],
)
def test_start_money_is_for_as_many_players_as_there_are(players, facts, money):
    assert SETUP.steps(group(players, facts))[-1] == f"Money markers: {money}"


def test_rolled_dice_come_with_their_colours():
    steps = SETUP.steps(group(4, DICE))
    step = steps[steps.index("Leila puts these dice on the statue:")]
    assert [(name, value) for _, name, value in step.dice] == [
        ("orange", "3"), ("green", "5"), ("purple", "2"), ("blue", "6"),
    ]  # fmt: skip
    assert "The lowest sum takes the elephant: Rajesh." in steps


@pytest.mark.parametrize(
    ("facts", "lowest"),
    [
        (DICE, ["Rajesh"]),
        ("dice-1=1,1,1,1 dice-2=2,2,2,2 dice-3=6,6,6,6", []),
        ("dice-1=1,1,1,1 dice-2=2,2,2,2 dice-3=1,1,1,1 dice-4=6,6,6,6", ["Leila", "Maya"]),
    ],
    ids=["one", "one is missing", "tied"],
)
def test_the_lowest_sum_begins_as_soon_as_all_have_rolled(facts, lowest):
    assert find_lowest(group(4, facts)) == lowest
    players = tuple(Player(name.lower(), name, False) for name in NAMES)
    position = Position(players, OPTIONS, Known(facts=read_facts(facts)))
    firsts = [offer.move for offer in Rajas().list_moves(position, "leila") if offer.move.startswith("first")]
    assert firsts == [f"first {name.lower()}" for name in (lowest if len(lowest) == 1 else NAMES)]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("variant", ["basic", "navaratnas", "mixed"])
@pytest.mark.parametrize("river", ["plain", "ganga"])
@pytest.mark.parametrize("rolled", [False, True], ids=["open", "rolled"])
def test_every_checklist_is_complete_and_names_nobody_else(players, variant, river, rolled):
    made = group(players, variant=variant, river=river)
    if rolled:
        made = Group(made.names, made.options, SETUP.draw_missing(made, roll_with(Random(3))))
        assert SETUP.keep_possible(made) == made.facts
        assert SETUP.list_missing(made) == []
    text = "\n".join(SETUP.steps(made))
    assert "%(" not in text and not any(name in text for name in NAMES[players:])
    assert ("cover tiles" in text) == (players == 3)
    assert ("Ganga" in text) == (river == "ganga")


def test_experienced_players_are_named():
    assert "Experienced players: Leila, Maya" in SETUP.steps(group(3, "experienced=1,3", variant="mixed"))
    (kind,) = (kind for kind in SETUP.kinds(group(3, variant="mixed")) if kind.name == "experienced")
    assert [kind.is_possible(values) for values in (["1", "3"], ["nobody"], ["4"], ["1", "1"])] == [
        True,
        True,
        False,
        False,
    ]


def test_the_river_tiles_of_the_box_are_asked_once_and_then_placed():
    tiles = "three-dice,any-dice,dancer,yogi,raja,builder,markets,sail-on"
    asked = {kind.name: kind for kind in SETUP.kinds(group(river="ganga"))}
    assert asked["river-tiles"].printed and len(asked["river-tiles"].questions) == 8
    assert "river-order" not in asked
    facts = f"river=2,3,1,1,1,1,1,6 river-tiles={tiles} river-order=2,1,3,4,5,6,7,8"
    (line,) = (step for step in SETUP.steps(group(2, facts, river="ganga")) if step.startswith("Ganga"))
    assert "2: any dice by karma; 5: three dice; 6: Dancer" in line


@given(st.lists(st.integers(1, 6), min_size=8, max_size=8))
def test_every_die_counts_on_from_the_river_tile_before(rolls):
    spaces = find_spaces(list(map(str, rolls)))
    assert [after - before for before, after in zip([0, *spaces], spaces, strict=False)] == rolls


def test_all_tiles_of_the_rulebook_are_known():
    assert len(BROWN) == 7
    assert len(RIVER_TILES) == 9  # four kinds, and five people of the palace
