"""Full tracking of Rajas of the Ganges: each place as one entry with its costs, gains and bonuses."""

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.rajas.rules.board import COLOURS
from companion.games.rajas.rules.game import new_game
from companion.games.rajas.rules.moves import parse
from companion.games.rajas.rules.province import BUILDINGS
from companion.games.rajas.rules.refusals import Code
from companion.games.rajas.rules.scoring import score
from companion.games.rajas.rules.setup import Variant, find_limits
from companion.games.rajas.rules.tracks import TRACK_BONUSES
from companion.rules.refusal import IllegalMove, Unreadable
from tests.games import assisted

DICE = {"Rajesh": (3, 2, 3, 4), "Leila": (6, 5, 6, 1), "Anna": (2, 2, 2, 5)}
play = partial(assisted.play, parse)
refused = partial(assisted.refused, parse)


def game_of(variant=Variant.BASIC, players=3, **known):
    dice = dict(list(DICE.items())[:players])
    return new_game(dice, "Rajesh", find_limits(dice, variant), **known)


def rajesh(moves, variant=Variant.BASIC, **known):
    return play(game_of(variant, **known), f"Rajesh: {moves}").boards["Rajesh"]


def dice_of(board):
    return sorted(map(str, board.dice))


# The examples of the rulebook


def test_rajesh_buys_the_orange_9_with_1_money_and_two_orange_dice():
    board = rajesh("die orange 6, use quarry 1 orange 3 orange 6 tile temple mill")
    assert (board.money, board.fame) == (2, 4)
    assert dice_of(board) == ["blue 4", "green 2", "purple 3"]


def test_leila_gets_5_fame_for_a_temple_and_an_upgraded_mill():
    board = rajesh("upgrade mill, use quarry 1 orange 3 tile temple mill +die-any +upgrade")
    assert board.fame == 5
    assert board.due == ("fame-5", "die-any", "upgrade")


def test_leila_connects_a_die_and_5_money_with_one_bend():
    board = rajesh("use quarry 1 orange 3 tile tea-2 bend +die-any +money-5")
    assert (board.money, board.due) == (3 - 1 + 2 + 5, ("die-any",))


MARKETS = "use quarry 1 orange 3 tile tea-2 tea-3, done"


def with_markets():
    """Rajesh has three tea markets (2, 3, 2) and one silk market (2)."""
    game = play(game_of(), "Rajesh: use quarry 1 orange 3 tile tea-2 tea-3, done")
    game = play(game, "Leila: use outer terrace, done\nAnna: use terrace blue 1, done")
    return play(
        game,
        "Rajesh: die green 6, use quarry 1 green 2 tile tea-2 silk-2, done\nLeila: use terrace orange 2, done"
        "\nAnna: use terrace green 1, done",
    )


def test_assorted_goods_score_one_market_of_each_kind():
    before = with_markets().boards["Rajesh"].money
    assert play(with_markets(), "Rajesh: use assorted goods").boards["Rajesh"].money == before + 5


def test_goods_of_one_kind_score_as_many_markets_as_the_die_shows():
    before = with_markets().boards["Rajesh"].money
    board = play(with_markets(), "Rajesh: use one kind blue 4").boards["Rajesh"]
    assert board.money == before + 7
    assert play(with_markets(), "Rajesh: use one kind blue 4 turned").boards["Rajesh"].money == before + 7
    assert "blue 4" not in dice_of(board)


@pytest.mark.parametrize(
    ("moves", "fame", "money", "karma", "due"),
    [
        pytest.param("use outer terrace", 0, 5, 1, ("reroll",), id="outer terrace: 2 money and rerolls"),
        pytest.param("use terrace orange", 0, 3, 1, ("die-orange",), id="terrace: a die of the colour"),
        pytest.param("use terrace orange 6", 0, 3, 1, (), id="terrace with the number rolled"),
        pytest.param("use balcony blue 4 for orange", 0, 3, 1, ("die-orange",) * 2, id="balcony: two for one"),
        pytest.param("use balcony blue 4 for orange 2", 0, 3, 1, ("die-orange",), id="balcony, first number known"),
        pytest.param("die blue 1, use mogul blue 1", 2, 3, 1, (), id="Great Mogul: 2 fame and the elephant"),
        pytest.param("use dancer green 2", 0, 3, 1, ("die-any", "die-any", "white-tile"), id="dancer"),
        pytest.param("use yogi purple 3", 0, 3, 3, ("die-any",), id="yogi: 2 karma and a die"),
        pytest.param("use yogi blue 4 turned", 0, 3, 2, ("die-any",), id="yogi with karma: 1 - 1 + 2"),
        pytest.param("use raja blue 4", 0, 6, 1, ("upgrade",), id="raja: an upgrade and 3 money"),
        pytest.param("use builder green 2 turned", 0, 3, 0, ("cover",), id="master builder"),
        pytest.param("die blue 6, use portuguese blue 6", 0, 3, 1, ("earning",), id="Portuguese: six spaces"),
        pytest.param("use harbour 0 green 2 2", 0, 3, 1, ("earning",), id="harbour"),
        pytest.param("use dancer green 2, then white tile money", 0, 6, 1, ("die-any",) * 2, id="white tile: money"),
        pytest.param("use dancer green 2, then white tile karma", 0, 3, 2, ("die-any",) * 2, id="white tile: karma"),
    ],
)
def test_each_place_books_what_it_gives(moves, fame, money, karma, due):
    board = rajesh(moves)
    assert (board.fame, board.money, board.karma, board.due) == (fame, money, karma, due)


@pytest.mark.parametrize(
    ("earning", "fame", "money", "due"),
    [
        ("dice", 0, 0, ("die-any", "die-any")),
        ("karma-2", 0, 0, ()),
        ("money-4", 0, 4, ()),
        ("fame-3", 3, 0, ()),
        ("visit", 0, 0, ("visit",)),
        ("upgrade", 0, 0, ("upgrade",)),
        ("blue-dice-by-karma", 0, 0, ("die-blue",)),
        ("money-by-markets", 0, 4, ()),
        ("assorted-goods", 0, 5, ()),
        ("one-kind-2", 0, 5, ()),
        ("fame-by-upgrades", 2, 0, ()),
        ("money-by-upgrades", 0, 4, ()),
        ("fame-by-karma", 2, 0, ()),
        ("any-dice-by-karma", 0, 0, ("die-any",)),
        ("dice-but-blue", 0, 0, ("die-orange", "die-green", "die-purple")),
        ("see-raja", 0, 3, ("upgrade",)),
        ("sail-on", 0, 0, ("sail-on",)),
    ],
)
def test_each_river_space_gives_what_it_shows(earning, fame, money, due):
    before = play(with_markets(), "Rajesh: pay 5, upgrade mill, upgrade fort, use harbour 0 purple 3 3")
    after = play(before, f"Rajesh: then earn {earning}")
    old, new = before.boards["Rajesh"], after.boards["Rajesh"]
    assert (new.fame - old.fame, new.money - old.money, new.due) == (fame, money, due)
    assert new.karma - old.karma == (2 if earning == "karma-2" else 0)


# The river remembers


def test_a_river_space_that_someone_has_named_is_known_to_everyone():
    game = play(game_of(), "Rajesh: use harbour 0 green 2 2, then earn money-4, done\nLeila: use outer terrace, done")
    game = play(game, "Anna: die blue 2, use harbour 1 blue 2 1, then earn karma-2, done")
    game = play(game, "Rajesh: use outer terrace, done\nLeila: die green 2, use harbour 1 green 2 1")
    assert game.boards["Leila"].boat == 3  # over both other boats
    assert game.boards["Leila"].due == ("earning",)


def test_the_second_boat_on_a_space_needs_no_symbol():
    game = play(game_of(), "Rajesh: use harbour 0 green 2 2, then earn money-4, done\nLeila: use outer terrace, done")
    game = play(game, "Anna: use terrace blue 1, done\nRajesh: use harbour 1 purple 3 3, then earn karma-2, done")
    game = play(game, "Leila: die green 2, use harbour 1 green 2 2")
    assert (game.boards["Leila"].boat, game.boards["Leila"].money) == (2, 4 + 2 - 1 + 4)


def test_ganga_tiles_are_known_from_the_set_up():
    board = rajesh("river 2 any-dice-by-karma, use harbour 0 green 2 2", river_tiles=(2, 5))
    assert board.due == ("die-any",)


def test_the_bridge_is_known_from_the_set_up_or_from_the_first_boat():
    assert rajesh("use harbour 0 green 2 2", bridge_after=1).workers == 4
    assert rajesh("use harbour 0 green 2 2", bridge_after=2).workers == 3
    game = play(game_of(), "Rajesh: use harbour 0 green 2 2, then earn karma-2, bridge, done")
    game = play(game, "Leila: use outer terrace, done\nAnna: die blue 3, use harbour 1 blue 3 3")
    assert (game.boards["Anna"].boat, game.boards["Anna"].workers) == (4, 4)


def test_the_portuguese_cannot_be_used_on_the_last_six_spaces():
    game = play(game_of(last_space=5), "Rajesh: die blue 6")
    assert refused(game, "Rajesh", "use portuguese blue 6").details == {"left": 5}


def test_several_boats_may_be_on_the_last_space():
    game = play(game_of(), "Rajesh: use harbour 0 green 2 2, then earn karma-2, river ends, done")
    game = play(game, "Leila: die blue 3, use harbour 1 blue 3 2")
    assert game.boards["Leila"].boat == 2
    assert refused(play(game_of(last_space=2), "Rajesh: die blue 3"), "Rajesh", "use harbour 0 blue 3 3").code


def test_sailing_on_goes_up_to_three_spaces_further():
    board = rajesh("use harbour 0 green 2 2, then earn sail-on, then sail 3, then earn fame-2")
    assert (board.boat, board.fame, board.due) == (5, 2, ())


# The province


def test_the_master_builder_replaces_a_tile_which_can_be_covered_once():
    built = "use quarry 1 orange 3 tile temple tea-2, done"
    game = play(game_of(), f"Rajesh: {built}\nLeila: use outer terrace, done\nAnna: use terrace blue 1, done")
    game = play(game, "Rajesh: die blue 5, use builder blue 5")
    assert refused(game, "Rajesh", "then cover 2 purple 3 tile fort").code == Code.NO_PROVINCE_TILE
    assert refused(game, "Rajesh", "then cover 1 purple 3 tile fort mill from 6 to 6").code == Code.NOT_DEARER
    assert refused(game, "Rajesh", "then cover 1 purple 3 tile fort mill from 4 to 8").details == {"number": 4}
    game = play(game, "Rajesh: then cover 1 purple 3 tile fort mill from 4 to 6, then upgrade fort")
    board = game.boards["Rajesh"]
    assert board.fame == 2 + 4
    assert ([tile.parts for tile in board.province], board.markets) == ([("fort", "mill")], ())
    covered = play(game, "Rajesh: fame 1")
    assert covered.boards["Rajesh"].province[0].covers


@pytest.mark.parametrize(
    ("counts", "fame", "money"),
    [
        ("markets", 1, 0),
        ("river", 1, 0),
        ("buildings", 0, 2),
        ("yield-tiles", 0, 2),
        ("bends", 2, 0),
        ("upgrades", 0, 2),
        ("workers", 3, 0),
    ],
)
def test_brown_yield_tiles_need_no_typing(counts, fame, money):
    game = game_of(Variant.NAVARATNAS, brown_tiles={"Rajesh": counts})
    game = play(game, "Rajesh: river 3 karma-2, use harbour 0 purple 3 3, done\nLeila: use outer terrace, done")
    game = play(game, "Anna: use outer terrace, done\nRajesh: upgrade mill")
    tile = "tile temple tea-1 bend"
    plain = play(game, f"Rajesh: use quarry 1 orange 3 {tile}").boards["Rajesh"]
    board = play(game, f"Rajesh: use quarry 1 orange 3 {tile} fort +brown-{counts}").boards["Rajesh"]
    assert (board.fame - plain.fame - 2, board.money - plain.money) == (fame, money)
    assert board.tiles[0].connected


def test_the_yield_of_a_white_tile_is_named_when_it_is_connected():
    game = play(game_of(Variant.NAVARATNAS), "Rajesh: use dancer green 2")
    assert game.boards["Rajesh"].due == ("die-any", "die-any", "yield-tile")
    game = play(game, "Rajesh: tile white, then dice blue 1 blue 1, done")
    game = play(game, "Leila: use outer terrace, done\nAnna: use outer terrace, done")
    board = play(game, "Rajesh: use quarry 1 orange 3 tile temple +white, then earn money-3").boards["Rajesh"]
    assert (board.money, board.stops) == (3 - 1 + 3, ())


# What cannot be paid, and closed places


@pytest.mark.parametrize(
    ("before", "move", "code"),
    [
        ("pay 3", "use quarry 1 orange 3 tile temple", Code.NOT_ENOUGH_MONEY),
        ("karma 1", "use quarry 1 orange 4 tile temple", Code.NO_SUCH_DIE),
        ("karma 1", "use quarry 1 orange 3 orange 3 tile temple", Code.NO_SUCH_DIE),
        ("karma 1", "use quarry 1 orange 3 blue 4 tile temple", Code.ONE_COLOUR),
        ("karma 1", "use quarry 1 orange 3 tile bend", Code.EMPTY_TILE),
        ("karma 1", "use quarry 1 orange 3 tile temple temple mill", Code.TOO_MUCH_ON_A_TILE),
        ("karma 1", "use quarry 1 orange 3 tile temple +white", Code.NO_SUCH_TILE),
        ("give blue 4 turned", "use yogi orange 3 turned", Code.WRONG_DIE),
        ("give blue 4 turned", "use raja orange 3 turned", Code.NO_KARMA),
        ("karma 1", "use yogi blue 4", Code.WRONG_DIE),
        ("karma 1", "use harbour 0 blue 4 1", Code.DIE_FOR_HARBOUR),
        ("karma 1", "use harbour 0 green 2 3", Code.DIE_FOR_HARBOUR),
        ("karma 1", "use harbour 1 green 2 2", Code.FIRST_IS_FREE),
        ("karma 1", "use balcony blue 4 for blue", Code.OTHER_COLOUR),
        ("karma 1", "then upgrade mill", Code.NOT_DUE),
        ("karma 1", "then dice blue 3", Code.NOT_DUE),
        ("karma 1", "done", Code.NO_WORKER_PLACED),
        ("karma 1", "skip upgrade", Code.NOT_DUE),
        ("karma 1", "place", Code.TURNS_END_WITH_DONE),
        ("use terrace blue", "then dice green 3", Code.NOT_DUE),
        ("use terrace blue", "done", Code.BONUS_FIRST),
        ("use terrace blue 3", "use terrace green", Code.END_TURN_FIRST),
        ("use harbour 0 green 2 2", "then earn karma-1", Code.NOT_HERE),
        ("fame 5", "use outer terrace", Code.BONUS_FIRST),
    ],
)
def test_refusals(before, move, code):
    assert refused(play(game_of(), f"Rajesh: {before}"), "Rajesh", move).code == code


def next_turns(game):
    return play(game, "Leila: use outer terrace, done\nAnna: use outer terrace, done")


@pytest.mark.parametrize(
    ("first", "second", "code"),
    [
        ("use terrace blue 1", "use terrace blue 1", Code.OCCUPIED),
        ("use balcony blue 4 for green, then dice green 1 green 1", "use balcony blue 1 for green", Code.OCCUPIED),
        ("use yogi purple 3, then dice blue 1", "use yogi green 3", Code.OCCUPIED),
        ("die blue 1, use mogul blue 1", "use mogul blue 1", Code.OCCUPIED),
        ("use harbour 0 green 2 1, then earn karma-2", "use harbour 0 green 2 1", Code.ONLY_FIRST_IS_FREE),
    ],
)
def test_a_closed_place_tells_why(first, second, code):
    game = play(game_of(), f"Rajesh: {first}, done\nLeila: die green 2, die green 3, die blue 1")
    assert refused(game, "Leila", second).code == code


def test_with_three_players_only_one_worker_of_each_is_with_the_assorted_goods():
    game = next_turns(play(game_of(), "Rajesh: use assorted goods, done"))
    assert refused(game, "Rajesh", "use assorted goods").code == Code.ONE_ASSORTED
    two = play(game_of(players=2), "Rajesh: use assorted goods, done\nLeila: use outer terrace, done")
    assert play(two, "Rajesh: use assorted goods").boards["Rajesh"].placed == 2


def test_dice_over_the_limit_are_given_up():
    game = play(game_of(), "Rajesh: " + ", ".join(["die blue 6"] * 6) + ", use terrace blue")
    assert refused(game, "Rajesh", "then dice blue 1").code == Code.STATUE_FULL
    assert len(play(game, "Rajesh: skip die-blue, done").boards["Rajesh"].dice) == 10
    assert len(play(game, "Rajesh: give green 2, then dice blue 1, done").boards["Rajesh"].dice) == 10


# Turns end with "done"


def last_worker_of_the_round():
    game = game_of(players=2)
    for place in ("outer terrace", "outer terrace"):
        game = play(game, f"Rajesh: use {place}, done\nLeila: use {place}, done")
    return play(game, "Rajesh: use outer terrace, done\nLeila: use outer terrace")


def test_the_round_goes_on_until_the_last_worker_is_done():
    game = last_worker_of_the_round()
    assert (game.turn, game.stage) == ("Leila", 3)
    assert refused(game, "Rajesh", "next round").details == {"player": "Leila"}
    assert play(game, "Leila: done").turn is None


def test_a_worker_won_with_the_last_worker_is_placed_in_the_same_round():
    game = play(last_worker_of_the_round(), "Leila: fame 15, skip fame-5, done")
    assert (game.turn, game.stage, game.round) == ("Leila", 4, 1)


def test_a_round_begun_too_early_is_undone_until_somebody_enters_something():
    ended = play(last_worker_of_the_round(), "Leila: done")
    game = play(ended, "Rajesh: next round")
    assert game.undo("Rajesh") == ended and not game.can_undo("Leila")
    late = play(game.undo("Rajesh"), "Leila: fame 15, skip fame-5")
    assert (late.round, late.turn) == (1, "Leila")
    assert not play(game, "Leila: fame 1").can_undo("Rajesh")


def test_markers_that_met_in_an_earlier_stage_do_not_shift_the_last_stage():
    game = play(game_of(players=2), "Rajesh: use outer terrace, done\nLeila: use outer terrace, done")
    game = play(game, "Rajesh: use outer terrace")
    late = play(game, "Leila: fame 30, fame 30")
    assert (late.last_stage, late.may_finish) == (1, True)


def test_a_bonus_disappears_when_it_is_carried_out():
    board = rajesh("fame 5, money 9, then upgrade temple, then sail, then earn karma-2")
    assert (board.due, board.find_level("temple"), board.boat) == ((), 3, 1)


def test_two_dice_of_a_track_bonus_are_entered_one_by_one():
    game = play(game_of(), "Rajesh: money 30, skip money-12")
    board = play(game, "Rajesh: then dice blue 3").boards["Rajesh"]
    assert board.due == ("die-any",)
    assert play(game, "Rajesh: then dice blue 3, then dice orange 1").boards["Rajesh"].due == ()


def test_an_entry_is_undone_as_a_whole():
    game = game_of()
    after = play(game, "Rajesh: use quarry 1 orange 3 tile temple mill")
    assert after.undo("Rajesh").boards["Rajesh"] == game.boards["Rajesh"]


# Properties


ENTRIES = st.one_of(
    st.builds("use quarry {} {} {} tile {}".format, st.integers(1, 4), st.sampled_from(COLOURS), st.integers(1, 6),
              st.sampled_from(["temple mill", "tea-3 silk-4", "fort tea-2 +die-any", "palace +boat", "mill +money-5"])),
    st.builds("use terrace {} {}".format, st.sampled_from(COLOURS), st.integers(1, 6)),
    st.builds("use balcony {} {} for {}".format, st.sampled_from(COLOURS), st.integers(1, 6), st.sampled_from(COLOURS)),
    st.builds("use {} {} {}".format, st.sampled_from(["mogul", "dancer", "yogi", "raja", "builder", "portuguese"]),
              st.sampled_from(COLOURS), st.integers(1, 6)),
    st.builds("use harbour {} {} {} 1".format, st.integers(0, 2), st.sampled_from(COLOURS), st.integers(1, 3)),
    st.builds("then dice {} {}".format, st.sampled_from(COLOURS), st.integers(1, 6)),
    st.builds("then upgrade {}".format, st.sampled_from(["temple", "palace", "fort", "mill"])),
    st.sampled_from(["use assorted goods", "use outer terrace", "then sail", "then earn fame-9", "then earn money-9",
                     "then visit raja", "then white tile karma", "skip cover", "skip die-any", "skip money-33"]),
    st.just("done"), st.just("done"), st.sampled_from(["next round", "pass", "fame 20", "money 20", "finish"]),
)  # fmt: skip
TRANSCRIPTS = st.lists(st.tuples(st.sampled_from(list(DICE)), ENTRIES), max_size=60)


@given(TRANSCRIPTS)
def test_state_equals_replay_and_undo_restores_exactly(transcript):
    before, replayed = None, game_of()
    for game, player in assisted.states(parse, game_of(), transcript):
        if player and game.can_undo(player):
            assert game.undo(player).boards[player] == before.boards[player]
        before = game
    for player, text in transcript:
        move = parse(str(parse(text)))
        if replayed.check(player, move) is None:
            replayed = replayed.apply(player, move)
    assert replayed == before


@given(TRANSCRIPTS)
def test_no_bonus_is_skipped_or_repeated_and_nothing_is_paid_twice(transcript):
    highest = {player: [0, 0] for player in DICE}
    before = None
    for game, player in assisted.states(parse, game_of(), transcript):
        for name in DICE:
            board = game.boards[name]
            reached = [max(highest[name][0], board.fame), max(highest[name][1], board.money)]
            highest[name] = reached
            spaces = {bonus.name for bonus in TRACK_BONUSES if reached[bonus.track == "money"] >= bonus.space}
            # money can pass a space and be spent in the same entry, never the other way round
            assert spaces <= set(board.reached) and len(board.reached) == len(set(board.reached))
            assert board.money >= 0 and 0 <= board.karma <= 3 and len(board.dice) <= board.limits.dice
            if name != player and before and game.round == before.round:
                assert board == before.boards[name]
        if before and player and (moved := game.boards[player]).placed == before.boards[player].placed + 1:
            old = before.boards[player]
            assert len(moved.places) == len(old.places) + 1
        before = game


def list_bookings(board, words, named):
    """List the fame and money that an entry gives or takes, worked out from its words and the board before it."""
    match words:
        case ["use", "quarry", cost, _, _, "tile", *parts]:
            yield -int(cost), 0
            for part in parts:
                good, _, amount = part.partition("-")
                if part in BUILDINGS:
                    yield 0, board.find_level(part)
                elif good in ("tea", "silk", "+money"):
                    yield int(amount), 0
        case ["use", "harbour", cost, *_]:
            yield -int(cost), 0
        case ["use", "outer", "terrace"]:
            yield 2, 0
        case ["use", "assorted", "goods"]:
            for good in ("tea", "silk"):
                yield max((market.money for market in board.markets if market.good == good), default=0), 0
        case ["use", "mogul", *_]:
            yield 0, 2
        case ["use" | "then", "raja", *_] | ["then", "visit", "raja"]:
            yield 3, 0
        case ["then", "earn", earning] | ["money" | "fame" as earning, _]:
            track, _, amount = (earning if "-" in earning else "-".join(words)).partition("-")
            yield (int(amount), 0) if track == "money" else (0, int(amount))
    if named:  # the boat has come to a space that somebody has named before
        yield (9, 0) if named == "money-9" else (0, 9)


@given(TRANSCRIPTS)
def test_totals_are_the_sum_of_what_was_booked(transcript):
    game = game_of()
    for player, text in transcript:
        move, before = parse(text), game.boards[player]
        if game.check(player, move) is not None:
            continue
        river, game = game.get_river(player), game.apply(player, move)
        after = game.boards[player]
        named = river.earnings.get(after.boat) if after.boat != before.boat else None
        booked = list(list_bookings(before, text.split(), named))
        assert after.money == min(120, before.money + sum(money for money, _ in booked)), text
        assert after.fame == min(60, before.fame + sum(fame for _, fame in booked)), text


@pytest.mark.parametrize(
    "text", ["use", "use quarry", "use quarry 1 orange 3 tile", "use quarry 1 tile temple", "use moon blue 1",
             "use harbour 0 green 2", "then", "then upgrade hut", "then earn gold-3", "skip fun", "use dancer"],
)  # fmt: skip
def test_text_that_is_not_an_entry(text):
    with pytest.raises((Unreadable, IllegalMove)):
        parse(text)


def test_the_order_of_meeting_goes_into_the_scoring():
    game = play(game_of(players=2), "Rajesh: use outer terrace, done\nLeila: use outer terrace, fame 30, fame 30")
    for due in game.boards["Leila"].due:
        game = play(game, f"Leila: skip {due}")
    game = play(game, "Leila: done\nLeila: finish")
    assert score(game.fill_scoring_form())["winners"] == ["Leila"]
