"""Corrections in a tracked game of Rajas of the Ganges, and tables of earlier versions, where placing ends a turn."""

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.rajas.rules.board import COLOURS, NAVARATNAS
from companion.games.rajas.rules.game import new_game
from companion.games.rajas.rules.moves import parse
from companion.games.rajas.rules.refusals import Code
from companion.games.rajas.rules.rounds import find_starting_players
from companion.games.rajas.rules.scoring import score
from companion.games.rajas.rules.setup import Variant, find_limits, list_steps
from companion.games.rajas.rules.tracks import TRACK_BONUSES
from companion.rules.refusal import IllegalMove, Unreadable
from tests.games import assisted

DICE = {"Anna": (1, 2, 3, 4), "Boris": (6, 6, 6, 6), "Chandra": (2, 2, 2, 5)}
play = partial(assisted.play, parse)
refused = partial(assisted.refused, parse)


def game_of(variant=Variant.BASIC, start="Anna"):
    return new_game(DICE, start, find_limits(DICE, variant), placing_ends_turn=True)


def anna(moves, variant=Variant.BASIC):
    return play(game_of(variant), f"Anna: {moves}").boards["Anna"]


def test_the_lowest_sum_of_the_four_starting_dice_begins():
    assert find_starting_players({"Anna": 10, "Boris": 24, "Chandra": 11}) == ("Anna",)
    assert find_starting_players({"Anna": 10, "Boris": 24, "Chandra": 10}) == ("Anna", "Chandra")


def test_money_at_the_start_grows_in_turn_order():
    assert [board.money for board in game_of(start="Boris").boards] == [5, 3, 4]


def test_every_player_starts_with_three_workers_one_karma_and_four_dice():
    board = game_of().boards["Anna"]
    assert (board.workers, board.karma, board.fame, board.upgrades) == (3, 1, 0, 0)
    assert sorted(map(str, board.dice)) == ["blue 4", "green 2", "orange 1", "purple 3"]


@pytest.mark.parametrize(
    ("moves", "news"),
    [
        pytest.param("fame 4", (), id="nothing before fame 5"),
        pytest.param("fame 5", ("fame-5",), id="fame 5: upgrade"),
        pytest.param("fame 10, fame 5", ("fame-15",), id="fame 15: worker"),
        pytest.param("fame 14, fame 12", ("fame-15", "fame-24"), id="two bonuses crossed at once"),
        pytest.param("fame 30, fame 1", ("fame-31",), id="fame 31: boat"),
        pytest.param("fame 30", ("fame-5", "fame-15", "fame-24"), id="all crossed, in order"),
        pytest.param("money 9", ("money-12",), id="money 12: boat"),
        pytest.param("money 30", ("money-12", "money-20", "money-33"), id="money bonuses in order"),
        pytest.param("money 9, pay 5, money 7", (), id="money 12 only once though the marker fell back"),
        pytest.param("money 18, pay 10, money 20", (), id="20 worker once: fell back and came again"),
        pytest.param("money 29, pay 9, money 11", ("money-33",), id="reached after falling back"),
        pytest.param("fame 15, money 17", ("money-12", "money-20", "third-worker-leaves"), id="second extra worker"),
        pytest.param("fame 15, bridge", ("bridge", "third-worker-leaves"), id="the worker on the bridge"),
        pytest.param("fame 15, money 17, bridge", (), id="the third one has left the game"),
    ],
)
def test_each_bonus_is_reported_once_at_the_right_moment(moves, news):
    assert anna(moves).news == news


def test_navaratnas_players_get_all_six_workers():
    board = anna("fame 15, money 17, bridge", Variant.NAVARATNAS)
    assert (board.workers, board.news) == (6, ("bridge",))
    assert anna("fame 15, money 17, bridge").workers == 5


def test_fame_24_gives_two_karma_but_never_more_than_three():
    assert anna("fame 24").karma == 3
    assert anna("karma 1, fame 24").karma == 3


def test_bonuses_to_carry_out_wait_until_done():
    board = anna("fame 15, money 9")
    assert board.due == ("fame-5", "money-12")
    assert anna("fame 15, money 9, upgrade temple, done fame-5").due == ("money-12",)


@pytest.mark.parametrize(
    ("moves", "fame", "money"),
    [
        pytest.param("fame 30, fame 30, fame 1" , None, None, id="refused on the last space"),
        pytest.param("fame 30, fame 29, fame 5", 60, 3, id="fame ends at 60"),
        pytest.param("money 30, money 30, money 30, money 25, money 9", 0, 120, id="money ends at 120"),
        pytest.param("pay 3", 0, 0, id="down to nothing"),
    ],
)  # fmt: skip
def test_the_tracks_have_ends(moves, fame, money):
    if fame is None:
        with pytest.raises(IllegalMove):
            anna(moves)
    else:
        board = anna(moves)
        assert (board.fame, board.money) == (fame, money)


@pytest.mark.parametrize(
    ("moves", "move", "code"),
    [
        pytest.param("fame 1", "pay 4", Code.NOT_ENOUGH_MONEY, id="money"),
        pytest.param("karma 2", "karma 1", Code.KARMA_FULL, id="karma is full"),
        pytest.param("fame 1", "give blue 5", Code.NO_SUCH_DIE, id="no such die"),
        pytest.param("fame 1", "reroll blue 5 1", Code.NO_SUCH_DIE, id="no such die to reroll"),
        pytest.param("give blue 4 turned", "give green 2 turned", Code.NO_KARMA, id="no karma left"),
        pytest.param("upgrade mill, upgrade mill", "upgrade mill", Code.BUILDING_COMPLETE, id="level 4"),
        pytest.param("bridge", "bridge", Code.BRIDGE_CROSSED, id="the bridge once"),
        pytest.param("fame 1", "done fame-5", Code.NOT_DUE, id="bonus not reached"),
        pytest.param("fame 5, done fame-5", "done fame-5", Code.NOT_DUE, id="bonus carried out"),
        pytest.param("fame 5", "place", Code.BONUS_FIRST, id="a bonus forgotten"),
        pytest.param("fame 1", "next round", Code.ROUND_GOES_ON, id="round goes on"),
        pytest.param("fame 1", "finish", Code.NOT_LAST_STAGE, id="nobody has met"),
        pytest.param("pass", "place", Code.NO_WORKER_LEFT, id="passed"),
    ],
)
def test_refusals(moves, move, code):
    assert refused(play(game_of(), f"Anna: {moves}"), "Anna", move).code == code


@pytest.mark.parametrize(("variant", "room"), [(Variant.BASIC, 10), (Variant.NAVARATNAS, 8)])
def test_the_statue_has_limited_room_for_dice(variant, room):
    game = game_of(variant)
    for _ in range(room - 4):
        game = play(game, "Anna: die blue 6")
    assert refused(game, "Anna", "die green 1").details == {"high": room}


def test_there_are_twelve_dice_of_a_colour():
    game = play(game_of(), "Anna: " + ", ".join(["die blue 6"] * 6))
    game = play(game, "Boris: " + ", ".join(["die blue 6"] * 3))
    assert refused(game, "Boris", "die blue 1").details == {"colour": "blue"}


def test_karma_turns_a_die_when_it_is_given():
    board = anna("give blue 4 turned")
    assert board.karma == 0
    assert "blue 4" not in map(str, board.dice)


def test_rerolling_on_the_terrace_changes_the_number():
    assert "blue 6" in map(str, anna("reroll blue 4 6").dice)


def test_stages_continue_until_no_player_can_place():
    game = game_of(start="Boris")
    turns = []
    while game.turn:
        turns.append((game.stage, game.turn))
        game = game.apply(game.turn, parse("place"))
    assert turns == [(stage, name) for stage in (1, 2, 3) for name in ("Boris", "Chandra", "Anna")]


def test_a_worker_won_in_this_round_is_placed_in_this_round():
    game = play(game_of(), "Anna: place, bridge\nBoris: place\nChandra: place")
    game = play(game, "Anna: place\nBoris: place\nChandra: place\nAnna: place\nBoris: place\nChandra: place")
    assert (game.turn, game.stage) == ("Anna", 4)


def test_no_player_places_out_of_turn():
    assert refused(game_of(), "Boris", "place").details == {"player": "Anna"}


ROUND = "Anna: place\nBoris: place{}\nChandra: place\n" + "Anna: place\nBoris: place\nChandra: place\n" * 2


def test_the_elephant_goes_to_the_visitor_of_the_great_mogul():
    game = play(play(game_of(), ROUND.format(" mogul")), "Chandra: next round")
    assert (game.start_player, game.round, game.turn) == ("Boris", 2, "Boris")
    assert game.boards["Boris"].fame == 2
    assert not game.boards["Boris"].at_great_mogul


def test_the_elephant_goes_clockwise_when_nobody_visits_the_great_mogul():
    game = play(play(game_of(), ROUND.format("")), "Anna: next round")
    assert game.start_player == "Boris"


def test_only_one_visits_the_great_mogul():
    game = play(game_of(), "Anna: place mogul")
    assert refused(game, "Boris", "place mogul").code == Code.GREAT_MOGUL_OCCUPIED


def done(game, player):
    for bonus in game.boards[player].due:
        game = game.apply(player, parse(f"done {bonus}"))
    return game


def test_the_stage_in_which_markers_meet_is_completed():
    game = play(game_of(), "Anna: place\nBoris: place, fame 30, fame 30")
    assert game.met_order == ("Boris",)
    assert not game.may_finish
    assert refused(game, "Boris", "finish").code == Code.NOT_LAST_STAGE
    game = play(game, "Chandra: place, fame 30, fame 29, money 2")
    assert game.may_finish
    game = done(game, "Anna")
    assert refused(game, "Anna", "place").code == Code.LAST_STAGE_DONE
    game = play(game, "Chandra: fame 1\nAnna: finish")
    assert refused(game, "Anna", "fame 1").code == Code.GAME_OVER
    assert not game.can_undo("Chandra")
    outcome = score(game.fill_scoring_form())
    assert outcome["winners"] == ["Chandra"]
    assert [player["rank"] for player in outcome["players"]] == [3, 2, 1]


def test_the_order_of_meeting_is_kept_for_the_ranking():
    game = play(game_of(), "Anna: place\nBoris: place, fame 30, fame 30\nChandra: place, fame 30, fame 30")
    game = play(game, "Chandra: pay 2\nBoris: money 1")
    assert game.met_order == ("Boris", "Chandra")
    assert score(game.fill_scoring_form())["winners"] == ["Boris"]


def test_an_undone_meeting_triggers_nothing():
    game = play(game_of(), "Anna: place\nBoris: place, fame 30, fame 30")
    game = game.undo("Boris")
    assert (game.met_order, game.last_stage) == ((), None)


def test_players_undo_their_entries_after_others_have_moved():
    game = play(game_of(), "Anna: place, money 9\nBoris: place, fame 3")
    game = game.undo("Anna")
    assert (game.boards["Anna"].money, game.boards["Anna"].reached) == (3, ())
    assert game.boards["Boris"].fame == 3
    game = game.undo("Anna")
    assert game.turn == "Anna"
    assert not game.can_undo("Anna")


def test_players_with_fewer_workers_get_a_yield_tile():
    dice = {"Anna": (1, 1, 1, 1), "Boris": (2, 2, 2, 2)}
    game = new_game(dice, "Anna", dict.fromkeys(dice, NAVARATNAS), placing_ends_turn=True)
    game = play(game, "Boris: bridge, fame 15, done fame-5")
    for _ in range(3):
        assert game.players_without_worker == ()
        game = play(game, "Anna: place\nBoris: place")
    assert (game.stage, game.players_without_worker) == (4, ("Anna",))
    game = play(game, "Boris: place")
    assert (game.stage, game.players_without_worker) == (5, ("Anna",))
    game = play(game, "Boris: place")
    assert game.players_without_worker == ()


@pytest.mark.parametrize(
    ("before", "connect", "fame", "money"),
    [
        pytest.param("tile brown markets", "connect brown markets 5", 5, 3, id="1 fame for each tile with a market"),
        pytest.param("tile brown river", "connect brown river 8", 2, 3, id="1 fame for every three river spaces"),
        pytest.param("tile brown buildings", "connect brown buildings 7", 0, 10, id="1 money for each building"),
        pytest.param("tile brown bends", "connect brown bends 4", 8, 3, id="2 fame for each bend"),
        pytest.param("tile brown bends", "connect brown bends 0", 0, 3, id="no bend at all"),
        pytest.param(
            "tile brown upgrades, upgrade mill, upgrade fort", "connect brown upgrades", 0, 7, id="2 money per upgrade"
        ),
        pytest.param("tile brown workers, bridge", "connect brown workers", 4, 3, id="1 fame for each worker"),
        pytest.param(
            "tile brown yield-tiles, tile white, connect white, tile red",
            "connect brown yield-tiles",
            0,
            7,
            id="2 money for each connected yield tile, itself included",
        ),
        pytest.param("tile yellow", "connect yellow", 0, 3, id="what the others show is entered by the player"),
    ],
)
def test_brown_yield_tiles_are_counted_when_they_are_connected(before, connect, fame, money):
    board = anna(f"{before}, {connect}", Variant.NAVARATNAS)
    assert (board.fame, board.money) == (fame, money)


def test_a_counted_yield_tile_gives_the_track_bonus_it_reaches():
    assert anna("fame 4, tile brown bends, connect brown bends 1", Variant.NAVARATNAS).news == ("fame-5",)


def test_each_brown_yield_tile_exists_once_and_two_fit_into_a_province():
    game = play(game_of(Variant.NAVARATNAS), "Anna: tile brown bends, tile brown river\nBoris: tile brown markets")
    assert refused(game, "Chandra", "tile brown bends").code == Code.TILE_TAKEN
    assert refused(game, "Anna", "tile brown workers").details == {"high": 2}
    game = play(game, "Anna: connect brown bends 3")
    assert refused(game, "Chandra", "tile brown bends").code == Code.TILE_TAKEN
    assert refused(game, "Anna", "connect brown bends 3").code == Code.NO_SUCH_TILE


def test_there_are_six_red_yield_tiles():
    game = play(game_of(Variant.NAVARATNAS), "Anna: " + ", ".join(["tile red"] * 6))
    assert refused(game, "Boris", "tile red").code == Code.TILE_TAKEN


@pytest.mark.parametrize("variant", [Variant.BASIC, Variant.MIXED])
def test_yield_tiles_are_kept_only_with_the_navaratnas(variant):
    assert refused(game_of(variant), "Anna", "tile white").code == Code.NO_YIELD_TILES


def test_advanced_players_among_beginners_have_room_for_eight_dice():
    mixed = find_limits(DICE, Variant.MIXED, advanced=["Boris"])
    assert [mixed[name].dice for name in DICE] == [10, 8, 10]
    assert {limit.workers for limit in mixed.values()} == {5}


@pytest.mark.parametrize(
    ("players", "variant", "ganga", "has", "lacks"),
    [
        (2, Variant.BASIC, False, "board-for-two", "cover-tiles"),
        (3, Variant.BASIC, False, "cover-tiles", "board-for-two"),
        (4, Variant.BASIC, True, "river-tiles-by-die", "cover-tiles"),
        (4, Variant.NAVARATNAS, False, "brown-yield-tile-for-everyone", "river-tiles-by-die"),
        (2, Variant.MIXED, False, "province-and-statue-by-experience", "brown-yield-tile-for-everyone"),
    ],
    ids=["two", "three", "four with Ganga", "Navaratnas", "mixed"],
)
def test_set_up_for_the_group(players, variant, ganga, has, lacks):
    todo = list_steps(players, variant, ganga)
    assert has in todo
    assert lacks not in todo
    assert len(set(todo)) == len(todo)


amounts = st.integers(1, 30)
entries = st.one_of(
    st.builds("fame {}".format, amounts),
    st.builds("money {}".format, amounts),
    st.builds("pay {}".format, amounts),
    st.builds("die {} {}".format, st.sampled_from(COLOURS), st.integers(1, 6)),
    st.builds("give {} {}".format, st.sampled_from(COLOURS), st.integers(1, 6)),
    st.sampled_from(["karma 1", "bridge", "place", "place mogul", "pass", "next round", "finish"]),
    st.sampled_from(["tile red", "tile brown bends", "connect red", "connect brown bends 3", "connect brown workers"]),
    st.sampled_from(["upgrade fort", "give orange 1 turned", "reroll blue 4 2", "done fame-5", "done money-12"]),
)
transcripts = st.lists(st.tuples(st.sampled_from(list(DICE)), entries), max_size=40)


def states(transcript, variant=Variant.BASIC):
    return assisted.states(parse, game_of(variant), transcript)


@given(transcripts, st.sampled_from([Variant.BASIC, Variant.NAVARATNAS]))
def test_no_bonus_is_ever_skipped_or_repeated(transcript, variant):
    highest = dict.fromkeys(DICE, (0, 0))
    told = {player: [] for player in DICE}
    for game, mover in states(transcript, variant):
        for player in DICE:
            board = game.boards[player]
            highest[player] = tuple(map(max, highest[player], (board.fame, board.money)))
            assert set(board.reached) == {
                bonus.name for bonus in TRACK_BONUSES if highest[player][bonus.track == "money"] >= bonus.space
            }
            assert len(board.reached) == len(set(board.reached))
            extra = ["fame-15" in board.reached, "money-20" in board.reached, board.over_bridge]
            assert board.workers == min(board.limits.workers, 3 + sum(extra))
            assert 0 <= board.karma <= 3
            assert len(board.dice) <= board.limits.dice
        if mover and not game.finished:
            told[mover] += (code for code in game.boards[mover].news if code != "tile-connected")
    for player in DICE:
        assert len(told[player]) == len(set(told[player]))
        money = [name for name in told[player] if name.startswith("money") and name != "money-20"]
        assert money == [name for name in ("money-12", "money-33", "money-44", "money-55") if name in money]


@given(transcripts, st.sampled_from([Variant.BASIC, Variant.NAVARATNAS]))
def test_undo_restores_exactly(transcript, variant):
    before = None
    for game, player in states(transcript, variant):
        if player and game.can_undo(player):
            undone = game.undo(player)
            assert undone.boards[player] == before.boards[player]
            assert set(undone.met_order) == set(before.met_order)
        before = game


@pytest.mark.parametrize(
    "text", ["", "gold 3", "die red 3", "give", "reroll blue", "place x", "upgrade hut", "done fame-15", "tile brown",
             "tile blue", "connect red 2", "connect brown workers 2"],
)  # fmt: skip
def test_text_that_is_not_a_move_is_unreadable(text):
    with pytest.raises(Unreadable):
        parse(text)
