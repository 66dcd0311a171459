"""Reminders for Rajas of the Ganges: one entry per turn, and nothing that people forget is missed."""

from functools import partial
from itertools import chain, combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.rajas.reminders import list_additions, list_endings
from companion.games.rajas.rules.reminders import EVENTS, WORKERS, Also, Code, Done, Reached, new_game, parse
from companion.games.rajas.rules.scoring import score
from companion.games.rajas.rules.setup import Variant, find_limits
from companion.games.rajas.rules.tracks import TRACK_BONUSES
from tests.games import assisted

PLAYERS = ("Anna", "Boris", "Chandra")
play = partial(assisted.play, parse)
refused = partial(assisted.refused, parse)


def game_of(variant=Variant.BASIC, players=PLAYERS):
    return new_game(players, players[0], find_limits(players, variant))


def test_done_passes_the_turn_and_the_last_done_begins_the_next_round():
    game, turns = game_of(), []
    for _ in range(10):
        turns.append((game.round, game.stage, game.turn))
        game = play(game, f"{game.turn}: done")
    assert turns[:9] == [(1, stage, name) for stage in (1, 2, 3) for name in PLAYERS]
    assert turns[9] == (2, 1, "Boris")  # the elephant goes clockwise


def test_the_visitor_of_the_great_mogul_begins_the_next_round():
    game = play(game_of(), "Anna: done\nBoris: done\nChandra: done mogul")
    assert refused(game, "Anna", "done mogul").code == Code.GREAT_MOGUL_OCCUPIED
    game = play(game, "Anna: done\nBoris: done\nChandra: done\nAnna: done\nBoris: done\nChandra: done")
    assert (game.round, game.turn) == (2, "Chandra")


@pytest.mark.parametrize(
    ("moves", "news", "workers"),
    [
        pytest.param("done fame-5", ("fame-5",), 3, id="an upgrade"),
        pytest.param("done fame-15", ("fame-5", "fame-15"), 4, id="a forgotten bonus is named too"),
        pytest.param("done money-12 bridge", ("money-12", "bridge"), 4, id="two in one turn"),
        pytest.param(
            "reached bridge, done money-20", ("money-12", "money-20", "third-worker-leaves"), 5, id="sixth leaves"
        ),
        pytest.param("reached bridge, reached fame-15, done money-20", ("money-12",), 5, id="the third has left"),
    ],
)
def test_bonuses_are_reported_in_order(moves, news, workers):
    board = play(game_of(), f"Anna: {moves}").boards["Anna"]
    assert (board.news, board.workers) == (news, workers)


def test_navaratnas_players_get_all_six_workers_and_yield_tiles():
    game = play(game_of(Variant.NAVARATNAS), "Anna: reached bridge, reached fame-15, reached money-20")
    assert game.boards["Anna"].workers == 6
    for _ in range(9):
        game = play(game, f"{game.turn}: done")
    assert (game.turn, game.stage, game.players_without_worker) == ("Anna", 4, ("Boris", "Chandra"))


@pytest.mark.parametrize(
    ("player", "move", "code"),
    [
        ("Boris", "done", Code.NOT_YOUR_TURN),
        ("Anna", "done fame-5", Code.ALREADY_REACHED),
        ("Anna", "reached fame-5", Code.ALREADY_REACHED),
        ("Anna", "totals 3 4", Code.NOT_LAST_STAGE),
        ("Anna", "finish", Code.NOT_LAST_STAGE),
    ],
)
def test_refusals(player, move, code):
    assert refused(play(game_of(), "Anna: reached fame-5"), player, move).code == code


def test_a_player_who_passes_places_no_more_workers_this_round():
    game = play(game_of(), "Anna: pass\nBoris: done\nChandra: done")
    assert game.turn == "Boris"


def test_the_last_stage_is_played_to_its_end_and_then_the_markers_are_entered():
    game = play(game_of(), "Anna: done\nBoris: done met")
    assert (game.last_stage, game.may_finish, game.turn) == (1, False, "Chandra")
    game = play(game, "Chandra: done met")
    assert game.may_finish and game.met_order == ("Boris", "Chandra")
    assert refused(game, "Anna", "done").code == Code.LAST_STAGE_DONE
    assert refused(game, "Anna", "finish").details == {"player": "Anna"}
    assert game.fill_scoring_form() == {
        "players": [{"name": name} for name in PLAYERS],
        "met_order": ["Boris", "Chandra"],
    }
    game = play(game, "Anna: totals 30 30\nBoris: totals 30 65\nChandra: totals 37 52\nAnna: finish")
    assert score(game.fill_scoring_form())["winners"] == ["Boris"]


def test_markers_that_met_in_the_round_before_end_the_game_now():
    game = game_of()
    for _ in range(9):
        game = play(game, f"{game.turn}: done")
    assert play(game, "Anna: reached met").may_finish


def test_what_is_added_to_the_last_turn_of_a_round_is_about_that_round():
    game = play(game_of(), "\n".join(f"{player}: done" for player in PLAYERS * 3))
    assert (game.round, game.turn) == (2, "Boris")
    late = play(game, "Chandra: also mogul")
    assert (late.round, late.turn) == (2, "Chandra")
    late = play(late, "Chandra: also bridge")
    assert (late.round, late.turn, late.boards["Chandra"].workers_left) == (1, "Chandra", 1), "the worker may be placed"
    assert late.boards["Chandra"].news == ("bridge",)
    assert late.undo("Chandra").boards["Chandra"].news == ()


@pytest.mark.parametrize(
    ("before", "player", "move", "code"),
    [
        ("Anna: done", "Boris", "also met", Code.TURN_LONG_OVER),
        ("Anna: done\nBoris: done", "Anna", "also met", Code.TURN_LONG_OVER),
        ("Anna: done fame-15", "Anna", "also fame-5", Code.ALREADY_REACHED),
        ("Anna: done mogul\nBoris: done", "Boris", "also mogul", Code.GREAT_MOGUL_OCCUPIED),
    ],
)
def test_only_the_turn_that_has_just_ended_is_added_to(before, player, move, code):
    assert refused(play(game_of(), before), player, move).code == code


TRACKS = [[bonus.name for bonus in TRACK_BONUSES if bonus.track == track] for track in ("fame", "money")]
PROGRESS = list(product((None, *TRACKS[0]), (None, *TRACKS[1]), (None, "bridge"), (False, True)))


@pytest.mark.parametrize(
    ("variant", "progress"),
    [(Variant.BASIC, PROGRESS), (Variant.NAVARATNAS, [each for each in PROGRESS if each[-1]])],
    ids=["basic", "navaratnas, last workers"],
)
def test_no_turn_needs_more_than_two_taps(variant, progress):
    """Any bonuses of both tracks, the bridge, the Great Mogul and the meeting, whatever was reached before."""
    turns = 0
    for *reached, last_of_round in progress:
        game = game_of(variant, PLAYERS[:2])
        for event in filter(None, reached):
            game = game.apply("Anna", Reached(event))
        while last_of_round and game.boards["Anna"].workers_left > 1:
            game = play(game, f"{game.turn}: {'done' if game.turn == 'Anna' else 'pass'}")
        possible, entered = set(map(describe, list_turns(game))), set(map(describe, list_entered(game)))
        assert possible <= entered
        turns += len(possible)
    assert turns > 2000


def list_turns(game):
    """List the games after everything that Anna's turn can bring.

    Markers meet only if one of them has passed its last bonus: before fame 31 and money 55 they are spaces apart.
    """
    board = game.boards["Anna"]
    jumps = [[(), *((name,) for name in board.ahead if name in track)] for track in TRACKS]
    others = ["mogul", "met", *(["bridge"] if "bridge" in board.ahead else [])]
    for fame, money in product(*jumps):
        meets = {"fame-31", "money-55"} & {*board.reached, *fame, *money}
        for more in chain.from_iterable(combinations(others, count) for count in range(len(others) + 1)):
            if meets or "met" not in more:
                yield game.apply("Anna", Done((*fame, *money, *more)))


def list_entered(game):
    """List the games that one or two taps lead to."""
    for ending in ((), *list_endings(game, "Anna")):
        after = game.apply("Anna", Done(ending))
        yield after
        yield from (after.apply("Anna", Also(events)) for events in list_additions(after, "Anna"))


def describe(game):
    boards = tuple((board.ahead, board.workers, board.at_great_mogul, board.met) for board in game.boards)
    return boards, game.round, game.start_player, game.met_order, game.may_finish


ENTRIES = st.one_of(
    st.just("done"),
    st.builds("done {}".format, st.sampled_from(EVENTS)),
    st.builds("reached {}".format, st.sampled_from(EVENTS)),
    st.builds("also {}".format, st.sampled_from(EVENTS)),
    st.sampled_from(["done fame-15 money-20 bridge", "also bridge mogul met"]),
    st.sampled_from(["pass", "totals 40 40", "finish"]),
)


@given(st.lists(st.tuples(st.sampled_from(PLAYERS), ENTRIES), max_size=40))
def test_undo_restores_exactly_and_no_bonus_is_repeated(transcript):
    before, told = None, {player: [] for player in PLAYERS}
    for game, player in assisted.states(parse, game_of(), transcript):
        if player and not game.finished:
            assert game.undo(player) == before
            told[player] += game.boards[player].news
            for track in ("fame", "money"):
                reached = [bonus.name in game.boards[player].reached for bonus in TRACK_BONUSES if bonus.track == track]
                assert reached == sorted(reached, reverse=True), "none is skipped"
        before = game
    for player, news in told.items():
        assert len(news) == len(set(news))
        board = before.boards[player]
        assert {name for name in board.reached if name not in WORKERS} == set(news) & set(EVENTS) - set(WORKERS)
        assert board.workers == min(5, 3 + len(set(board.reached) & set(WORKERS)))
