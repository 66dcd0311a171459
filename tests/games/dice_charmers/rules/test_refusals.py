"""Every refusal of a move names its own rule, with the details a sentence about it needs."""

from pathlib import Path

import pytest

from companion.games.dice_charmers.rules import Reason, check, new_game
from companion.games.dice_charmers.rules.rounds import TypeFace
from companion.games.dice_charmers.rules.turn import Take, UseKarma
from companion.rules.messages import IllegalMove

TEA = "tea-tea tea-tea straight half-roads flag fish maharani great-mogul"
ALL_BUT_MOGUL = (0, 3, 3, 3, 3, 3)

# the table before, the seat and what it enters, the refusal
CASES = {
    "a colour nobody plays": ({}, "pink: roll", "no-such-seat seat=pink"),
    "out of turn": ({}, "blue: take purple-1", "not-your-turn seat=red"),
    "while the dice roll": ({"roll": None, "first": "roll"}, "red: take purple-1", "waiting-for-dice"),
    "before the roll": ({"roll": None}, "red: take purple-1", "dice-not-rolled"),
    "a second roll": ({}, "red: roll", "dice-already-rolled"),
    "typing in virtual dice": ({"roll": None}, "red: face purple-1 tea-tea", "virtual-dice"),
    "the elephant's die": ({"seat": "blue"}, "blue: take purple-2", "die-on-elephant die=purple-2"),
    "another player's die": ({"seat": "blue"}, "blue: take purple-1", "die-taken die=purple-1 seat=red"),
    "a second die": ({"first": "take purple-1"}, "red: take purple-2", "one-die-per-turn"),
    "passing after taking": ({"first": "take purple-1"}, "red: pass", "one-die-per-turn"),
    "marks before taking": ({}, "red: road b3 NE", "take-a-die-first"),
    "ending before taking": ({}, "red: end turn", "take-a-die-first"),
    "useless goods": (
        {"goods": (6, 6, 0)}, "red: take purple-1", "purple-useless die=purple-1 face=tea-silk"),
    "useless river": ({"river": 1 << 17}, "red: take blue-1", "blue-useless die=blue-1 face=flag"),
    "used-up person": (
        {"people": (0, 0, 3, 0, 0, 0)}, "red: take orange-1", "orange-useless die=orange-1 face=trader"),
    "lonely mogul": (
        {"roll": TEA, "people": ALL_BUT_MOGUL}, "red: take orange-2", "mogul-needs-another"),
    "totals in play": ({}, "red: total fame 3", "no-totals-yet"),
    "unfinished road": (
        {"first": "take green-1"}, "red: end turn", "action-unfinished asked=road source=die"),
    "a sale for a road": (
        {"first": "take green-1"}, "red: sell tea", "other-action-asked asked=road source=die"),
    "nothing asked": ({"first": "take purple-1"}, "red: goods tea", "nothing-asked"),
    "giving up nothing": ({"first": "take purple-1"}, "red: give up tent 1", "not-pending what=tent 1"),
    "giving up something else": ({"first": "take green-1"}, "red: give up tent 1", "not-pending what=tent 1"),
    "giving up a bonus too early": (
        {"circled": ("tent 1",), "first": "take green-1"}, "red: give up tent 1",
        "action-unfinished asked=road source=die"),
    "an unknown bonus": ({"first": "take purple-1"}, "red: use tent 99", "no-such-bonus bonus=tent 99"),
    "a bonus not released": (
        {"first": "take purple-1"}, "red: use tent 1", "bonus-not-released bonus=tent 1"),
    "bonuses left": (
        {"circled": ("tent 1",), "first": "take purple-1"}, "red: end turn", "bonuses-left bonus=tent 1"),
    "no goods left": (
        {"circled": ("edge e5 S",), "goods": (6, 6, 6), "first": "take blue-2"}, "red: use edge e5 S",
        "no-goods-left"),
    "all upgraded": (
        {"circled": ("tent 3",), "upgrades": (2, 2, 2, 2), "first": "take purple-1"}, "red: use tent 3",
        "all-upgraded"),
    "upgraded fully": (
        {"circled": ("tent 3",), "upgrades": (2, 0, 0, 0), "first": "take purple-1, use tent 3"},
        "red: upgrade temple", "upgraded-fully building=temple"),
    "no space ahead": (
        {"circled": ("edge e2 E",), "river": 1 << 17, "first": "take purple-1"}, "red: use edge e2 E",
        "river-ends left=0 step=1"),
    "nothing behind": (
        {"circled": ("edge a2 W",), "first": "take purple-1"}, "red: use edge a2 W",
        "nothing-behind left=0 step=-1"),
}  # fmt: skip


@pytest.mark.parametrize(("before", "entry", "refusal"), CASES.values(), ids=CASES.keys())
def test_an_entry_that_breaks_a_rule_is_told_which(desk, before, entry, refusal):
    before = dict(before)
    first, seat_to_move = before.pop("first", ""), before.pop("seat", "red")
    table = desk(**before)
    if seat_to_move == "blue":
        table.play("red", "take purple-1", "end turn")
    for text in filter(None, first.split(", ")):
        table.play("red", text)
    seat, _, move = entry.partition(": ")
    assert str(table.refusal(seat, move)) == refusal


@pytest.mark.parametrize(
    ("players", "dice", "paper", "code"),
    [
        pytest.param((), "virtual", "", Reason.WRONG_NUMBER_OF_PLAYERS, id="nobody"),
        pytest.param(tuple("abcdef"), "virtual", "", Reason.WRONG_NUMBER_OF_PLAYERS, id="six"),
        pytest.param(("red", "red"), "virtual", "", Reason.SEAT_TWICE, id="one colour twice"),
        pytest.param(("red", "elephant"), "virtual", "", Reason.BAD_SEAT, id="a seat called as a place for dice"),
        pytest.param(("automa",), "virtual", "", Reason.BAD_SEAT, id="a seat called as the automa"),
        pytest.param(("red", "Blue!"), "virtual", "", Reason.BAD_SEAT, id="no plain word"),
        pytest.param(("red", "blue"), "loaded", "", Reason.UNKNOWN_DICE, id="other dice"),
        pytest.param(("red", "blue"), "virtual", "pink", Reason.NO_SUCH_SEAT, id="paper for nobody"),
    ],
)
def test_a_game_that_cannot_be_set_up(garden_sheet, players, dice, paper, code):
    with pytest.raises(IllegalMove) as caught:
        new_game(garden_sheet, players, dice, frozenset(paper.split()))
    assert caught.value.refusal.code is code


def test_nothing_is_entered_after_the_end(desk):
    table = (
        desk(2, fame=39).play("red", "take purple-1", "end turn").play("blue", "take orange-1", "goods tea", "end turn")
    )
    assert table.refused("red", "roll") == "game-over"


def test_while_totals_are_asked_nothing_else_is_entered(desk):
    table = desk(2, paper="blue", fame=39).play("red", "take purple-1", "end turn")
    table.play("blue", "take green-1", "end turn")
    assert str(table.refusal("blue", "roll")) == "totals-asked figure=fame"
    assert table.refused("red", "roll") == "not-your-turn"


def test_a_typed_in_roll_that_is_complete_takes_no_more_faces(desk):
    table = desk(dice="real")
    for _ in range(8):
        table.play("red", table.moves("red")[0])
    assert table.refused("red", "face purple-1 tea-tea") == "faces-complete"


def test_a_paper_sheet_has_room_for_a_limited_number_of_dice(desk):
    table = desk(paper="red")
    state = table.state
    table.history = type(table.history)(state.with_seat(0, state.seats[0]._replace(dice_used=state.plan.most_dice)))
    assert table.refused("red", "take purple-1") == "sheet-is-full"
    assert table.moves("red") == ["pass"]


def test_the_last_die_that_a_paper_sheet_has_room_for(desk):
    table = desk(2, paper="red")
    state = table.state
    nearly_full = state.seats[0]._replace(dice_used=state.plan.most_dice - 1)
    table.history = type(table.history)(state.with_seat(0, nearly_full))
    table.play("red", "take purple-1", "end turn").play("blue", "take orange-2").finish("blue")
    assert table.state.seats[0].dice_used == state.plan.most_dice
    assert table.refused("red", "take green-1") == "sheet-is-full"


@pytest.mark.parametrize("move", [Take("pink-1"), UseKarma("pink-1"), TypeFace("pink-1", "tea-tea")], ids=str)
def test_a_die_that_does_not_exist(desk, move):
    table = desk(dice="real" if isinstance(move, TypeFace) else "virtual")
    assert str(check(table.state, "red", move)) == "no-such-die die=pink-1"


def test_every_refusal_is_shown_by_a_test():
    photographed = Path(__file__).parents[3] / "web" / "test_photo.py"  # sheets are entered at tables only
    tests = "".join(path.read_text() for path in (*Path(__file__).parent.glob("test_*.py"), photographed))
    assert [code for code in Reason if code.value not in tests and f"Reason.{code.name}" not in tests] == []
