"""Full tracking of Agra: every action books its cost and its gain, and says why it is not possible."""

from collections import Counter
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.agra.rules.game import new_game
from companion.games.agra.rules.goods import ADVANCED, BASIC, LUXURY
from companion.games.agra.rules.ledger import Code
from companion.games.agra.rules.moves import parse
from companion.games.agra.rules.scoring import score
from companion.games.agra.rules.setup import Facts
from companion.games.agra.rules.workers import Worker
from tests.games import assisted
from tests.games.agra.test_reminders import PLAYERS, RIVER, SEATS

START = new_game(
    PLAYERS, Facts(seats=SEATS, notables=RIVER, order_markers={"artisans": 3, "merchants": 6, "scholars": 1})
)
play = partial(assisted.play, parse)
refused = partial(assisted.refused, parse)
TWO_CONTRACTS = "contract sufi, contract dyer"
FOUR_PIERS = TWO_CONTRACTS + ", contract mullah, contract caliph"


def holds(game, player, text):
    """Check amounts written as `wood 2, favour 1`."""
    wanted = dict(part.rsplit(" ", 1) for part in text.split(", "))
    found = {what: game.boards[player].count(what) for what in wanted}
    return found == {what: int(amount) for what, amount in wanted.items()} or found


def news(game, player=None):
    """Return what the last entry announced to a player, or to everyone: code and numbers."""
    told = [happening for name, happening in game.entries[-1].news if name == player]
    return [str(happening) for happening in told]


# Goods


def test_processing_moves_up_to_three_goods_and_one_of_each_follower():
    game = play(START, "Anna: wood 4\nBoris: wood 1\nAnna: with blue process 3 wood paper")
    assert holds(game, "Anna", "wood 1, paper 3, favour 1") is True
    assert holds(game, "Boris", "wood 0, paper 1, favour 0") is True


def test_the_merchant_gives_two_favour_and_a_worker_sent_home_one():
    game = play(START, "Anna: kicks blue merchant produce cotton 2")
    assert holds(game, "Anna", "cotton 2, favour 2") is True
    assert holds(game, "Boris", "favour 1") is True
    assert "merchant-moves" in news(game, "Anna")


def test_from_the_fourth_meditation_space_on_a_worker_sent_home_gives_two():
    game = play(START, "Boris: meditation step, meditation step, meditation step\nAnna: kicks blue produce wood 1")
    assert holds(game, "Boris", "favour 2") is True


def test_the_mahout_produces_one_more():
    assert holds(play(START, "Anna: contract mahout, produce wood 3"), "Anna", "wood 4") is True


def test_the_rulebooks_trade():
    game = play(START, "Anna: wood 2, price wood up, trade wood wood for statue")
    assert holds(game, "Anna", "wood 0, statue 1") is True
    assert refused(play(START, "Anna: wood 2"), "Anna", "trade wood wood for statue").details == {"value": 1}


def test_oil_and_curry_once_per_turn():
    game = play(START, "Anna: oil 2, curry 1, stand up oil curry")
    assert news(game, "Anna") == ["workers-stand-up workers=3"]
    assert refused(game, "Anna", "stand up oil").code == Code.USED_ALREADY
    game = play(game, "Anna: done\nBoris: done\nChandra: done\nDev: done\nAnna: stand up oil")
    assert holds(game, "Anna", "oil 0") is True


# Orders and Akbar


def test_an_order_takes_its_two_goods():
    game = play(START, "Anna: influence artisans, wood 1, painting 1, order artisans wood painting")
    assert holds(game, "Anna", "wood 0, painting 0, order artisans 1") is True
    assert news(game, "Anna") == ["order-paid-in-full"]
    assert news(game) == ["order-marker guild=artisans order=4"]


def test_a_player_behind_gets_a_step_for_an_order():
    game = play(START, "Anna: influence scholars, influence scholars\nBoris: influence scholars, oil 1, dye 1")
    game = play(game, "Boris: order scholars oil dye")
    assert holds(game, "Boris", "influence scholars 2") is True
    assert news(game, "Boris") == ["order-paid-less-one"]


def test_akbar_takes_the_good_although_all_markers_are_in_use():
    game = play(START, "Anna: wood 9, oil 9, favour 4")
    assert game.boards["Anna"].markers_left == 0
    game = play(game, "Anna: akbar oil")
    assert holds(game, "Anna", "oil 8, akbar oil 1") is True
    assert game.boards["Anna"].markers_left == 0


def test_the_order_phase_is_for_one_order_or_one_good_for_akbar():
    game = play(START, "Anna: oil 2, wood 1, influence artisans, akbar oil")
    assert refused(game, "Anna", "akbar wood").details == {"what": "order-phase"}
    assert refused(game, "Anna", "order artisans oil wood").details == {"what": "order-phase"}
    game = play(game, "Anna: sail wood, oil 1")
    assert holds(play(game, "Anna: sailor order artisans oil oil"), "Anna", "order artisans 1") is True


def test_notables_pay_for_what_is_delivered_anywhere():
    game = play(START, "Anna: contract sufi, curry 2, wood 1, influence artisans, akbar curry")
    assert news(game, "Anna") == ["generous rupees=1"]


# Notables


def test_the_rulebooks_delivery():
    """Yellow delivers oil to the Cook and receives 1 rupee, Teal delivers wood and receives 2."""
    game = play(START, "Anna: oil 1, deliver cook oil")
    assert news(game, "Anna") == ["delivery-pays rupees=1"]
    game = play(game, "Boris: wood 1, deliver cook wood")
    assert news(game, "Boris") == ["delivery-pays rupees=2"]
    assert holds(game, "Boris", "wood 0, at cook 1, influence scholars 1") is True


def test_markers_on_notables_count():
    game = play(START, "Anna: wood 9, oil 9, favour 4, deliver cook oil")
    assert refused(game, "Anna", "dye 1").code == Code.NO_MARKER_LEFT


def test_a_double_delivery_pays_one_rupee_and_wins_the_contract():
    """Magenta has delivered to the top spot; Teal wins with two markers, Magenta gets favour."""
    game = play(START, "Anna: cement 1, deliver cook cement\nBoris: cement 3, sail cement, deliver cook cement")
    game = play(game, "Boris: second deliver cook cement")
    assert news(game, "Boris") == ["delivery-pays rupees=1"]
    assert holds(game, "Boris", "influence scholars 1") is True
    game = play(game, "Boris: complete cook")
    assert holds(game, "Boris", "at cook 0, contract cook scholars 1") is True
    assert holds(game, "Anna", "at cook 0, favour 2") is True, "for the marker, and for the worker at the sailor"


def test_in_a_tie_the_topmost_good_decides():
    game = play(START, "Anna: oil 1, deliver cook oil\nBoris: wood 1, deliver cook wood")
    assert refused(game, "Boris", "complete cook").code == Code.TIED
    assert refused(game, "Boris", "complete cook for green").code == Code.NOT_A_WINNER
    assert play(game, "Boris: complete cook for red").boards["Anna"].has("cook")


def test_the_sailor_pays_back_unused_deliveries():
    game = play(START, "Anna: painting 1, oil 2, sail painting, deliver cook oil, deliver sufi oil")
    assert refused(game, "Anna", "deliver cook wood").details == {"what": "wood", "left": 0}
    assert news(play(game, "Anna: done"), "Anna") == ["unused-deliveries rupees=2"]


def test_a_delivery_with_the_sailor_has_to_be_paid_for():
    game = play(START, "Anna: oil 3, deliver cook oil")
    assert refused(game, "Anna", "deliver sufi oil").code == Code.NO_DELIVERY_LEFT
    assert holds(play(game, "Anna: sail oil, deliver sufi oil"), "Anna", "oil 0, at sufi 1") is True


def test_a_step_without_a_known_guild_is_due():
    game = new_game(PLAYERS, Facts(seats=SEATS))
    game = play(game, "Anna: oil 1, deliver cook oil")
    assert game.boards["Anna"].list_held("due") == ("step cook",)
    game = play(game, "Anna: bonus influence artisans")
    assert holds(game, "Anna", "influence artisans 1, due step cook 0") is True


def test_the_guild_that_a_player_names_is_known_from_then_on():
    game = new_game(PLAYERS, Facts(seats=SEATS))
    game = play(game, "Anna: oil 1, deliver cook oil, bonus influence artisans\nBoris: oil 2, deliver cook oil")
    assert holds(game, "Boris", "influence artisans 1") is True
    assert play(game, "Boris: complete cook for red").boards["Anna"].notables == (("cook", "artisans"),)


@pytest.mark.parametrize(
    ("contracts", "notable", "effect"),
    [
        pytest.param("", "sufi", "meditation-step 1", id="Sufi: a meditation step"),
        pytest.param(FOUR_PIERS, "painter", "due step 1", id="Painter: a step of choice"),
        pytest.param(FOUR_PIERS + ", contract subadar", "dewan", "favour 3", id="level IV: three favour"),
    ],
)
def test_the_immediate_effect_of_a_contract_is_booked(contracts, notable, effect):
    game = play(START, f"Anna: {contracts}") if contracts else START
    before = game.boards["Boris"].count(effect.rsplit(" ", 1)[0])
    what, amount = effect.rsplit(" ", 1)
    assert play(game, f"Boris: contract {notable}").boards["Boris"].count(what) == before + int(amount)


# The river


def test_favour_at_the_third_and_fourth_pier_is_booked():
    game = play(START, f"Boris: cotton 2\nChandra: cotton 5\nAnna: {TWO_CONTRACTS}, contract mullah")
    assert [game.boards[player].count("favour") for player in PLAYERS] == [0, 2, 3, 0]
    game = play(game, "Anna: contract caliph")
    assert [game.boards[player].count("favour") for player in PLAYERS] == [1, 3, 4, 1]


def test_a_new_order_limit_is_announced_only_when_it_changes():
    game = play(START, f"Anna: {TWO_CONTRACTS}")
    assert news(game) == ["pier pier=2", "builder-builds", "builder-moves"]
    assert news(play(game, "Anna: contract mullah"))[:2] == ["pier pier=3", "order-limit limit=4"]


def test_the_good_of_the_fifth_pier_is_due_to_everyone():
    game = play(START, f"Boris: cotton 1\nAnna: {FOUR_PIERS}, contract subadar")
    assert [game.boards[player].list_held("due") for player in PLAYERS[:2]] == [("good 1",), ("good 2",)]
    assert refused(game, "Boris", "bonus receive wood").code == Code.NOTHING_DUE
    assert holds(play(game, "Boris: bonus receive oil"), "Boris", "oil 1, due good 2 0") is True


# Influence and favour


def test_the_third_step_gives_favour_or_a_tile_once():
    game = play(START, "Anna: influence artisans, influence artisans, influence artisans")
    assert game.boards["Anna"].list_held("due") == ("favour 1",)
    assert holds(play(game, "Anna: take favour"), "Anna", "favour 1") is True
    game = play(game, "Anna: take tile sell")
    assert holds(game, "Anna", "favour 0, tile sell 1") is True
    assert refused(game, "Anna", "take favour").code == Code.NOTHING_DUE


@pytest.mark.parametrize(
    ("action", "favour", "after"),
    [
        pytest.param("favour-good receive wood", 2, "favour 0, wood 1", id="a basic good"),
        pytest.param("favour-process process 1 oil clothes", 3, "favour 0, clothes 1", id="process"),
        pytest.param("favour-influence influence scholars", 4, "favour 1, influence scholars 1", id="influence"),
        pytest.param("spend sell oil", 3, "favour 1, oil 0", id="sell"),
        pytest.param("cover-tile cover", 3, "favour 1, cover 1", id="cover tile"),
        pytest.param("deliver-tile deliver cook oil", 4, "favour 2, oil 0, at cook 1", id="deliver"),
        pytest.param("akbar-or-order akbar oil", 4, "favour 2, oil 0, akbar oil 1", id="Akbar"),
        pytest.param("exchange-tile exchange oil dye", 2, "favour 0, oil 0, dye 1", id="exchange"),
        pytest.param("good-of-value-2 receive dye", 4, "favour 1, dye 1", id="good of value 2"),
        pytest.param("spend meditation-step", 4, "favour 0, meditation-step 1", id="meditation step"),
        pytest.param("spend peon", 3, "favour 0", id="peon"),
    ],
)
def test_a_favour_action_costs_what_it_shows_and_is_used_once_per_turn(action, favour, after):
    tile = action.split()[1] if action.startswith("spend") else action.split()[0]
    game = play(START, "Anna: oil 1, influence artisans, influence artisans, influence artisans")
    if not tile.startswith("favour"):
        assert refused(game, "Anna", action).details == {"what": tile}
        game = play(game, f"Anna: take tile {tile}")
    if favour > 1:
        less = play(game, f"Anna: favour {favour - 1}")
        assert refused(less, "Anna", action).details == {"own": favour, "left": favour - 1}
    game = play(game, f"Anna: favour {favour}, {action}")
    assert holds(game, "Anna", after) is True
    assert refused(play(game, "Anna: favour 4"), "Anna", action).code == Code.USED_ALREADY


def test_the_mullah_saves_one_favour_per_turn():
    game = play(START, f"Anna: {TWO_CONTRACTS}, contract mullah, favour 6, favour-good receive wood")
    assert holds(game, "Anna", "favour 5") is True
    assert holds(play(game, "Anna: favour-process process 1 wood paper"), "Anna", "favour 2") is True


def test_luxury_goods():
    game = play(START, "Anna: book 2, painting 1, clothes 1, luxury book")
    assert holds(game, "Anna", "book 1, favour 1") is True
    assert refused(game, "Anna", "luxury book").code == Code.USED_ALREADY
    assert refused(game, "Anna", "luxury painting artisans artisans").code == Code.WHICH_GUILDS
    game = play(game, "Anna: luxury painting artisans scholars")
    assert holds(game, "Anna", "influence artisans 1, influence scholars 1") is True
    assert news(play(game, "Anna: luxury clothes"), "Anna") == ["take-rupees rupees=3"]


def test_the_meditation_marker_blocks_the_action_used_last():
    game = play(START, "Anna: oil 1, wood 1")
    assert refused(game, "Anna", "meditation deliver cook oil").details == {"what": "deliver"}
    game = play(game, "Anna: meditation process 1 wood paper, meditation cover, done")
    assert (game.blocked, news(game)) == ("cover", ["meditation-marker what=cover"])
    assert refused(game, "Boris", "meditation cover").details == {"what": "cover"}


def test_the_merchant_is_known_until_he_moves():
    game = new_game(PLAYERS, Facts(seats=SEATS, merchant="cotton"))
    assert game.merchant == "cotton"
    game = play(game, "Anna: merchant produce cotton 1")
    assert game.merchant is None
    assert play(game, "Anna: merchant at oil").merchant == "oil"


def test_building_pays_with_materials():
    game = play(START, "Anna: wood 1, cement 1, build paper for wood cement bonus favour")
    assert holds(game, "Anna", "wood 0, cement 0, favour 1") is True


# Abilities of notables, workers and buildings

ANYBODY = new_game(PLAYERS, Facts(seats=SEATS, merchant="cotton", builder="paper"))
ROUND = "Anna: done\nBoris: done\nChandra: done\nDev: done"


def test_the_french_trader_pays_for_the_third_good_and_returns_the_markers():
    game = play(ANYBODY, "Anna: contract french-trader, contract sufi, wood 2, curry 2, french-trader wood")
    assert holds(game, "Anna", "wood 1, at french-trader 1") is True
    assert refused(game, "Anna", "french-trader wood").details == {"what": "french-trader"}
    game = play(play(game, ROUND), "Anna: french-trader curry")
    assert news(game, "Anna") == ["generous rupees=1"]
    game = play(play(game, ROUND), "Anna: french-trader wood")
    assert holds(game, "Anna", "wood 0, at french-trader 0") is True
    assert news(game, "Anna") == ["take-rupees rupees=5"]


def test_the_mosaic_maker_gives_favour_for_meditation_points_once_per_turn():
    game = play(ANYBODY, f"Anna: {TWO_CONTRACTS}, contract mosaic-maker, mosaic-maker 2")
    assert holds(game, "Anna", "favour 2, due tile 1") is True
    assert news(game, "Anna") == ["meditation-points points=3", "favour-booked favour=2"]
    assert refused(game, "Anna", "mosaic-maker 1").code == Code.USED_ALREADY


def test_the_dyer_exchanges_two_produced_goods_for_one_of_their_colour():
    game = play(ANYBODY, "Anna: contract dyer, wood 3")
    assert refused(game, "Anna", "dyer wood paper").details == {"high": 2}
    game = play(game, "Anna: produce wood 2")
    assert refused(game, "Anna", "dyer wood oil").code == Code.OTHER_COLOUR
    assert refused(game, "Anna", "dyer wood book").code == Code.OTHER_COLOUR
    game = play(game, "Anna: dyer wood paper")
    assert holds(game, "Anna", "wood 3, paper 1") is True
    assert refused(game, "Anna", "dyer wood paper").code == Code.NOT_PRODUCED


def test_the_cook_keeps_two_workers_who_were_sent_home():
    game = play(ANYBODY, "Anna: contract cook\nBoris: kicks red produce wood 1")
    assert news(game, "Anna") == ["worker-sent-home favour=1", "cook"]
    game = play(game, "Anna: cook keeps, cook keeps")
    assert refused(game, "Anna", "cook keeps").details == {"high": 2}
    assert news(play(game, "Anna: cook returns 2"), "Anna") == ["workers-as-if-laid-down workers=2"]
    assert refused(play(game, "Anna: cook returns 1"), "Anna", "cook returns 2").details == {"left": 1}


def test_a_lying_worker_is_sent_home_without_favour():
    game = play(START, "Anna: produce wood 1\nBoris: lying kicks red produce wood 1")
    assert holds(game, "Anna", "favour 0") is True
    assert game.workers["wood"] == Worker("Boris")


def test_a_worker_sent_home_gives_favour_only_if_he_stands_and_nobody_has_to_say_so():
    game = play(START, "Anna: produce wood 1, done\nBoris: produce wood 1")
    assert holds(game, "Anna", "favour 1") is True
    assert holds(play(game, "Boris: produce wood 1"), "Anna", "favour 1") is True, "once"
    game = play(START, "Anna: produce wood 1, lay down wood, done\nBoris: produce wood 1")
    assert holds(game, "Anna", "favour 0") is True


PLACED = "Anna: produce wood 1, produce cotton 1, produce turmeric 1, meditation step, "


@pytest.mark.parametrize(
    ("entered", "track"),
    [
        pytest.param("lay down wood for 2", {2: 2}, id="one worker tells the value of the space"),
        pytest.param(
            "lay down wood for 2, lay down cotton for 1", {2: 2, 1: 1}, id="a second one that of the space before"
        ),
        pytest.param("lay down wood cotton for 3", {}, id="two unknown values cannot be told apart"),
        pytest.param(
            "lay down wood for 2, lay down cotton turmeric for 3", {2: 2, 1: 2}, id="before the start it is 1"
        ),
        pytest.param("lay down wood", {}, id="points that nobody entered"),
        pytest.param(
            "lay down wood for 3, done\nAnna: worker wood stands, lay down wood for 2", {2: 2}, id="corrected"
        ),
    ],
)
def test_the_meditation_track_is_learned_from_the_points_entered(entered, track):
    skip = "\nBoris: done\nChandra: done\nDev: done\n"
    game = play(START, (PLACED + entered).replace("done\n", f"done{skip}"))
    assert game.track == {4: 3, **track}


def test_known_values_of_the_meditation_track_count_the_points():
    game = play(START, PLACED + "lay down wood for 2, lay down cotton for 1, done")
    game = play(game, "Boris: produce wood 1, produce cotton 1, meditation step")
    assert (game.count_track_points("Boris", 1), game.count_track_points("Boris", 3)) == (2, 4)
    game = play(game, "Boris: lay down wood cotton by-track")
    assert news(game, "Boris") == ["points-made points=3"]
    assert refused(game, "Boris", "meditation deliver cook cotton").code == Code.BLOCKED
    assert holds(game, "Boris", "used points 3, used workers 2") is True
    game = play(game, "Boris: worker wood stands, lay down wood by-track")
    assert holds(game, "Boris", "used points 4") is True, "the third worker of a turn gives 1"
    game = play(game, "Boris: meditation step, done\nChandra: produce wood 1, meditation step, meditation step")
    assert refused(game, "Chandra", "lay down wood by-track").code == Code.TRACK_UNKNOWN
    game = play(game, "Chandra: meditation step, lay down wood by-track")
    assert news(game, "Chandra") == ["points-made points=3"], "the rulebook tells the value of the fourth space"


def test_the_cook_gives_points_by_the_track_too():
    game = play(ANYBODY, "Anna: contract cook, cook keeps, produce wood 1, lay down wood for 1")
    assert news(play(game, "Anna: cook returns 1 by-track"), "Anna") == ["points-made points=1"]


def test_named_bowls_are_refused():
    game = new_game(PLAYERS[:2], Facts(seats=SEATS[:2], covered_bowls=("oil", "paper")))
    game = play(game, "Anna: oil 1, cloth 1")
    assert refused(game, "Anna", "akbar oil").code == Code.AKBAR_SERVED
    assert play(game, "Anna: akbar cloth").bowls_left == 9


def test_laying_workers_down_gives_meditation_points_for_this_turn():
    game = play(START, "Anna: wood 9, produce wood 1, produce cotton 1, lay down wood cotton for 3")
    assert game.list_workers("Anna", lying=True) == ["wood", "cotton"]
    assert refused(game, "Anna", "lay down wood").code == Code.NO_STANDING_WORKER
    assert refused(game, "Boris", "lay down wood").code == Code.NO_STANDING_WORKER
    game = play(game, "Anna: meditation process 1 wood paper")
    assert news(game, "Anna") == ["points-left left=1 points=2"]
    assert refused(game, "Anna", "meditation cover").details == {"points": 2, "left": 1}
    game = play(game, "Anna: meditation farmer")
    assert refused(game, "Anna", "meditation farmer").details == {"points": 1, "left": 0}
    game = play(game, "Anna: done")
    assert news(play(game, "Anna: meditation farmer"), "Anna") == ["meditation-points points=1"], "not counted"


def test_meditation_points_from_the_muezzin_the_cook_and_a_favour_tile():
    game = play(ANYBODY, f"Anna: {TWO_CONTRACTS}, contract muezzin, contract cook, cook keeps, produce wood 1")
    game = play(game, "Anna: lay down wood for 2")
    assert (news(game, "Anna"), holds(game, "Anna", "used points 3")) == (["muezzin"], True)
    game = play(game, "Anna: cook returns 1 for 1")
    assert holds(game, "Anna", "used points 4, worker cook 0") is True
    game = play(game, "Anna: influence artisans, influence artisans, influence artisans, take tile meditation-point")
    assert holds(play(game, "Anna: favour 2, spend meditation-point"), "Anna", "used points 5") is True


STANDING_UP = [
    pytest.param("oil 1", "stand up oil", 1, id="oil"),
    pytest.param("oil 1, curry 1", "stand up oil curry", 3, id="oil and curry"),
    pytest.param("book 1", "luxury book", 3, id="a book"),
    pytest.param(FOUR_PIERS, "contract painter", 3, id="the Painter"),
]


@pytest.mark.parametrize(("before", "move", "workers"), STANDING_UP)
def test_workers_stand_up_and_the_player_chooses_if_more_are_lying(before, move, workers):
    places = BASIC[:workers]
    placed = ", ".join(f"produce {place} 1" for place in BASIC)
    game = play(START, f"Anna: {before}, {placed}, lay down {' '.join(places)}, {move}")
    assert game.list_workers("Anna", lying=True) == []
    game = play(START, f"Anna: {before}, {placed}, lay down {' '.join(BASIC)}, {move}")
    assert holds(game, "Anna", f"due stand {workers}") is True
    game = play(game, ", ".join([f"Anna: worker {places[0]} stands", "done"]))
    assert game.list_workers("Anna", lying=True) == list(BASIC[1:])
    assert holds(game, "Anna", "due stand 0") is True


def test_the_peon_lets_ones_own_worker_stand_up():
    game = play(play(START, "Anna: produce wood 1, lay down wood"), ROUND)
    assert play(game, "Anna: produce wood 1").list_workers("Anna", lying=False) == ["wood"]


def test_the_last_worker_is_announced():
    game = START
    for place in (*BASIC, "paper", "curry", "oil", "cloth", "dye"):
        game = play(game, f"Anna: worker {place} stands")
    assert game.count_workers_left("Anna") == 1
    game = play(game, "Anna: wood 1, cement 1, build bricks for wood cement")
    assert "no-free-worker" in news(game, "Anna"), "the architect takes two"
    assert refused(game, "Boris", "worker wood leaves").details == {"player": "Anna"}
    assert play(game, "Anna: worker wood leaves").count_workers_left("Anna") == 0
    assert play(game, "Anna: worker wood leaves, worker oil leaves").count_workers_left("Anna") == 1


def test_the_mujtahida_builds_the_first_unbuilt_building():
    game = new_game(PLAYERS, Facts(seats=SEATS, builder="cement"))
    game = play(game, f"Anna: {TWO_CONTRACTS}, contract mullah, contract caliph, contract mujtahida")
    assert (game.first_unbuilt, holds(game, "Anna", "due building 1")) == ("planks", True), "pier 2 built the cement"
    assert refused(game, "Anna", "mujtahida builds cement").code == Code.BUILT_ALREADY
    game = play(game, "Anna: mujtahida builds planks bonus favour")
    assert (game.first_unbuilt, holds(game, "Anna", "due building 0, favour 2")) == ("curry", True), "one at pier 4"
    assert refused(game, "Anna", "mujtahida builds curry").code == Code.NOTHING_DUE


def test_merchant_and_builder_come_to_the_building_that_the_die_shows():
    game = new_game(PLAYERS, Facts(seats=SEATS, merchant="cotton", builder="dye"))
    assert game.find_moves_of_merchant() == game.find_moves_of_builder() == {}
    game = play(game, "Anna: turmeric 1, process 1 turmeric dye, produce cotton 1")
    assert holds(game, "Anna", "favour 2") is True
    merchant = game.find_moves_of_merchant()
    assert [merchant[rolled] for rolled in range(1, 7)] == ["dye", "sandstone", "wood", "turmeric", "cotton", "dye"]
    builder = game.find_moves_of_builder()
    assert [builder[rolled] for rolled in range(1, 7)] == ["cloth", "statue", "book", "painting", "clothes", "cement"]
    game = play(game, "Anna: builder at cloth, wood 1, cement 1, build cloth for wood cement")
    assert "builder-moves" in news(game, "Anna"), "he leaves the building that another pays for"


def test_circumstances_come_in_any_order():
    assert str(parse("merchant lying kicks red with blue process 1 wood paper")) == (
        "with blue kicks red lying merchant process 1 wood paper"
    )
    assert str(parse("merchant at oil")) == "merchant at oil"


def test_ones_own_worker_is_used_again_for_the_peon():
    game = play(START, "Anna: cotton 2, produce wood 1, trade cotton cotton for wood")
    assert news(game, "Anna") == []
    game = play(play(game, ROUND), "Anna: produce wood 1")
    assert news(game, "Anna") == ["peon rupees=2"]
    assert news(play(game, "Anna: produce wood 1"), "Anna") == ["peon rupees=2"]
    game = play(game, "Anna: done\nBoris: kicks red produce wood 1, done\nChandra: done\nDev: done")
    assert news(play(game, "Anna: kicks blue produce wood 1"), "Anna") == []


def test_the_builder_and_what_is_built_are_known():
    game = play(ANYBODY, "Anna: wood 3, cement 1, builder process 1 wood paper")
    assert (game.builder, game.built) == (None, {"paper"})
    assert refused(game, "Anna", "builder at paper").code == Code.BUILT_ALREADY
    game = play(game, f"Anna: builder at dye, build bricks for wood cement\nBoris: {TWO_CONTRACTS}")
    assert (game.builder, game.built) == (None, {"paper", "bricks", "dye"})


# Refusals


@pytest.mark.parametrize(
    ("before", "move", "code"),
    [
        pytest.param("influence artisans", "order artisans wood oil", Code.NOT_ENOUGH, id="an order without the goods"),
        pytest.param("influence artisans, wood 1, oil 1", "order artisans", Code.NAME_THE_GOODS, id="which goods?"),
        pytest.param("wood 1, oil 1", "order artisans wood oil", Code.NO_INFLUENCE, id="no order without influence"),
        pytest.param("wood 1", "akbar oil", Code.NOT_ENOUGH, id="Akbar without the good"),
        pytest.param("wood 1", "process 2 wood paper", Code.NOT_ENOUGH, id="more than there are"),
        pytest.param("wood 1", "with blue process 1 wood paper", Code.OTHERS_LACK, id="a follower without the good"),
        pytest.param("wood 1", "with red process 1 wood paper", Code.NO_SUCH_PLAYER, id="following oneself"),
        pytest.param("wood 1", "process 1 wood statue", Code.NO_ARROW, id="two steps at once"),
        pytest.param("wood 2, favour 3", "favour-process process 2 wood paper", Code.ONE_AT_A_TIME, id="two by favour"),
        pytest.param("wood 9, oil 9, favour 4", "produce cotton 1", Code.NO_MARKER_LEFT, id="22 markers"),
        pytest.param("wood 1", "deliver takshaka wood", Code.NOT_DRAWN, id="a notable in the box"),
        pytest.param("wood 1", "deliver mullah wood", Code.OUT_OF_REACH, id="the boat is not there yet"),
        pytest.param("wood 1", "second deliver cook wood", Code.NO_FIRST_MARKER, id="a second marker first"),
        pytest.param("wood 1, deliver cook wood", "complete cook", Code.NOT_COMPLETE, id="one good is not enough"),
        pytest.param("wood 2", "sail wood wood", Code.PAYS_ONE_GOOD, id="two goods for the sailor"),
        pytest.param("wood 1", "top scholars", Code.NO_STEP_YET, id="the top without a step"),
        pytest.param("oil 1", "favour-good receive oil", Code.FAVOUR_NEEDED, id="no favour"),
        pytest.param("favour 2", "favour-good receive oil", Code.OTHER_GOOD, id="a basic good only"),
        pytest.param("oil 1", "build paper for oil", Code.OTHER_GOOD, id="oil builds nothing"),
        pytest.param("cotton 1", "stand up cotton", Code.NOT_OWNED, id="no Caliph"),
        pytest.param("wood 1", "english-trader exchange wood cotton", Code.NOT_OWNED, id="no English Trader"),
        pytest.param("oil 1", "meditation exchange oil wood", Code.OTHER_VALUE, id="another value"),
    ],
)
def test_refusals(before, move, code):
    assert refused(play(START, f"Anna: {before}"), "Anna", move).code == code


def test_only_as_many_contracts_of_a_level_as_there_are_notables():
    game = new_game(PLAYERS, Facts(seats=SEATS))
    level_one = ("sufi", "dyer", "cook", "khatib", "mahout")
    game = play(game, "Anna: " + ", ".join(f"contract {notable}" for notable in level_one))
    assert refused(game, "Anna", "contract takshaka").details == {"level": 1, "high": 5}


def test_covered_bowls_take_no_good():
    game = play(new_game(PLAYERS[:2], Facts(covered_bowls=("oil", "left-2"))), "Anna: oil 1")
    assert refused(game, "Anna", "akbar oil").code == Code.AKBAR_SERVED
    assert game.bowls_left == 10


# Undo


def test_undo_takes_everything_back_that_an_entry_booked():
    game = play(START, "Boris: cotton 3, wood 1\nAnna: wood 3, with blue process 3 wood paper")
    assert game.undo("Anna").boards["Boris"].amounts == {"cotton": 3, "wood": 1}


def test_an_entry_that_others_have_built_on_cannot_be_undone():
    game = play(START, "Boris: cotton 2\nAnna: kicks blue produce wood 1\nBoris: use favour 1")
    assert not game.can_undo("Anna")
    assert game.undo("Boris").can_undo("Anna")


def test_undo_keeps_the_order_of_what_is_due():
    game = new_game(PLAYERS, Facts(seats=SEATS))
    game = play(game, "Anna: oil 1, deliver cook oil, influence artisans, influence artisans, influence artisans")
    due = game.boards["Anna"].list_held("due")
    assert play(game, "Anna: bonus influence scholars").undo("Anna").boards["Anna"].list_held("due") == due


# Properties

goods = st.sampled_from((*BASIC[:2], *ADVANCED[:2], LUXURY[0]))
entries = st.one_of(
    st.builds("{} {}".format, goods, st.integers(1, 3)),
    st.builds("produce {} {}".format, st.sampled_from(BASIC), st.integers(1, 8)),
    st.builds("{}process {} {} {}".format, st.sampled_from(["", "with blue ", "kicks green ", "meditation "]),
              st.integers(1, 3), goods, goods),
    st.builds("deliver {} {}".format, st.sampled_from(["sufi", "cook", "dyer", "mullah"]), goods),
    st.builds("complete {}{}".format, st.sampled_from(["sufi", "cook", "dyer", "mullah"]), st.sampled_from(["", " for red"])),
    st.builds("order artisans {} {}".format, goods, goods),
    st.builds("akbar {}".format, goods),
    st.sampled_from(["influence artisans", "influence artisans", "influence scholars", "top scholars", "take favour",
                     "take tile sell", "favour-good receive wood", "spend sell wood", "sail wood", "cover",
                     "contract sufi", "contract dyer", "contract mullah", "contract caliph", "contract subadar",
                     "contract dewan", "bonus receive wood", "bonus influence artisans", "luxury statue", "favour 3",
                     "price wood up", "merchant produce wood 1", "dyer wood planks", "lying kicks blue produce wood 2",
                     "builder process 1 wood paper", "builder at oil", "lay down wood for 3", "worker wood stands", "stand up oil",
                     "meditation cover", "contract painter", "contract mujtahida", "mujtahida builds cement bonus favour",
                      "architect influence artisans", "done", "done", "done", "rupees 3", "finish"]),
)  # fmt: skip
transcripts = st.lists(st.tuples(st.sampled_from(PLAYERS), entries), max_size=50)
states = partial(assisted.states, parse, START)


@given(transcripts)
def test_undo_restores_exactly(transcript):
    before = None
    for game, player in states(transcript):
        if player and not game.finished:
            assert game.can_undo(player)
            undone = game.undo(player)
            assert (undone.boards, undone.entries) == (before.boards, before.entries)
            assert [list(board.amounts) for board in undone.boards] == [list(board.amounts) for board in before.boards]
            assert (undone.price_tokens, undone.blocked) == (before.price_tokens, before.blocked)
        before = game


@given(transcripts)
def test_totals_are_the_sum_of_the_bookings_and_nothing_is_paid_that_is_not_there(transcript):
    *_, (game, _) = states(transcript)
    for player in PLAYERS:
        booked = Counter()
        for entry in game.entries:
            for booking in entry.bookings:
                if booking.player == player:
                    booked[booking.what] += booking.amount
        assert {what: amount for what, amount in booked.items() if amount} == game.boards[player].amounts
        assert all(amount > 0 for amount in game.boards[player].amounts.values())
        assert game.boards[player].markers_left >= 0


@given(transcripts)
def test_no_bonus_is_skipped_or_repeated(transcript):
    """Every third and sixth step is due once, until it is taken."""
    *_, (game, _) = states(transcript)
    for player in PLAYERS:
        board = game.boards[player]
        reached = sum(
            (board.count_steps(guild) >= 3) + (board.count_steps(guild) >= 6)
            for guild in ("artisans", "merchants", "scholars")
        )
        taken = sum(entry.player == player and str(entry.move).startswith("take") for entry in game.entries)
        assert reached == taken + sum(due.startswith("favour") for due in board.list_held("due"))


@given(transcripts)
def test_a_replay_of_all_entries_is_the_game(transcript):
    *_, (game, _) = states(transcript)
    again = START
    for entry in game.entries:
        again = again.apply(entry.player, parse(str(entry.move)))
    assert (again.boards, again.entries, again.last_round) == (game.boards, game.entries, game.last_round)


@settings(max_examples=20)
@given(transcripts)
def test_a_tracked_game_can_always_be_scored(transcript):
    *_, (game, _) = states(transcript)
    form = game.fill_scoring_form()
    score({**form, "players": [player | {"rupees": 5} for player in form["players"]]})
