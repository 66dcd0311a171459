"""Reminders for a game of Agra: one tap per turn, and nobody forgets an order limit, a pier or the last turn."""

from functools import partial
from itertools import combinations_with_replacement, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.agra.reminders import list_earlier, list_endings
from companion.games.agra.rules.ledger import Code
from companion.games.agra.rules.notables import GUILDS, LEVELS
from companion.games.agra.rules.reminders import Contract, Done, Order, new_reminders, parse
from companion.games.agra.rules.scoring import score
from companion.games.agra.rules.setup import Facts
from companion.rules.refusal import Unreadable
from tests.games import assisted

PLAYERS = ("Anna", "Boris", "Chandra", "Dev")
SEATS = tuple(zip(("red", "blue", "green", "yellow"), PLAYERS, strict=True))
RIVER = (
    ("sufi", "artisans"), ("dyer", "merchants"), ("cook", "scholars"), ("khatib", "artisans"), ("mahout", "merchants"),
    ("mullah", "scholars"), ("jagirdar", "merchants"), ("caliph", "artisans"), ("muezzin", "scholars"),
    ("subadar", "artisans"), ("painter", "merchants"), ("dutch-trader", "scholars"),
    ("grand-mufti", "artisans"), ("dewan", "merchants"),
)  # fmt: skip
FACTS = Facts(
    seats=SEATS, notables=RIVER, order_markers={"artisans": 3, "merchants": 6, "scholars": 1}, covered_bowls=("oil",)
)
START = new_reminders(PLAYERS, FACTS)
play = partial(assisted.play, parse)
refused = partial(assisted.refused, parse)


def news(game):
    return [(player, happening.code) for player, happening in game.entries[-1].news]


def whole_round(game):
    return play(game, "\n".join(f"{player}: done" for player in PLAYERS))


def test_done_passes_the_turn_and_counts_rounds():
    game = play(START, "Anna: done\nBoris: done")
    assert (game.turn, game.round) == ("Chandra", 1)
    game = play(game, "Chandra: done\nDev: done")
    assert (game.turn, game.round, news(game)) == ("Anna", 2, [(None, "round-begins")])


def test_the_order_phase_needs_no_second_tap():
    game = play(START, "Anna: done artisans\nBoris: done akbar")
    assert (game.count_orders("artisans"), game.boards["Anna"].orders["artisans"]) == (1, 1)
    assert (len(game.boards["Boris"].list_held("akbar")), game.bowls_left) == (1, 10)
    assert game.turn == "Chandra"


def test_two_orders_and_the_end_need_no_second_tap_either():
    game = play(START, "Anna: contract sufi, done artisans and artisans\nBoris: done akbar and scholars")
    assert [game.count_orders(guild) for guild in GUILDS] == [2, 0, 1]
    assert (game.boards["Boris"].orders["scholars"], game.bowls_left, game.turn) == (1, 10, "Chandra")
    assert refused(game, "Chandra", "done artisans and artisans").details == {"high": 3}
    game = play(game, "Chandra: done artisans end")
    assert news(game)[-2:] == [(None, "end-entered"), (None, "end-triggered")] and game.last_round == 2


def test_entries_of_earlier_versions_name_steps_of_influence():
    game = play(START, "Anna: contract sufi, done reaching scholars\nBoris: done artisans reaching artisans")
    assert game.list_steps("Anna", "scholars") == game.list_steps("Boris", "artisans") == ("3",)
    assert ("Boris", "influence-3") in news(game) and game.turn == "Chandra"
    game = play(game, "Chandra: reach artisans top")
    assert refused(game, "Chandra", "done reaching artisans").code == Code.STEP_REACHED


CONTRACTS_TO_PIER = (0, 0, 2, 3, 4, 5, 6)  # of those in FOUR_PIERS and the dewan
CONTRACT_SETS = list(product(range(6), range(5), range(4), range(3)))  # of each level, at most those along the river
ORDERS = [
    (*guilds, *served)
    for count in range(5)
    for guilds in combinations_with_replacement(GUILDS, count)
    for served in ((), ("akbar",))
]  # the order phase, the sailor, the sailor again with a statue, a favour tile


@pytest.mark.parametrize("pier", range(1, 7))
def test_no_turn_needs_more_than_two_taps(pier):
    """What reminders need is known after two taps: compare with a game in which all of the turn was entered.

    Any contracts take one tap; any orders with the end take one more, which counts two orders, or one and the end.
    """
    earlier = f"{FOUR_PIERS}, contract dewan".split(", ")[: CONTRACTS_TO_PIER[pier]]
    before = play(START, "\n".join(f"Dev: {contract}" for contract in earlier))
    tapped = {see_turn(game) for game in (before, *(before.apply("Anna", move) for move in list_earlier(before)))}
    reached = {}
    for contracts in CONTRACT_SETS:
        after = win_contracts(before, contracts)
        if after is not None:
            reached.setdefault(after.pier, after)
            assert see_turn(after) in tapped
    assert len(reached) == 7 - pier
    for game in reached.values():
        tapped = [game.apply("Anna", move) for move in list_endings() if not game.check("Anna", move)]
        for orders, end in product(ORDERS, (False, True)):
            whole = play_out(game, orders, end)
            if whole is not None:
                assert see_turn(whole) in map(see_turn, tapped)
                assert len(orders) + end > 2 or see_orders(whole) in map(see_orders, tapped)


def win_contracts(game, counts):
    """Win this number of contracts of each level; None if there are not that many in reach."""
    for level, count in enumerate(counts, start=1):
        waiting = [name for name, _ in RIVER if LEVELS[name] == level and not game.check("Anna", Contract(name))]
        if len(waiting) < count:
            return None
        for notable in waiting[:count]:
            game = game.apply("Anna", Contract(notable))
    return game


def play_out(game, orders, end):
    """Enter all orders of Anna's turn; return None if a column is full."""
    for order in orders:
        if game.check("Anna", Order(order)):
            return None
        game = game.apply("Anna", Order(order))
    return game.apply("Anna", Done(end=end))


def see_turn(game):
    return game.turn, game.round, game.pier.number, game.last_round, game.may_finish


def see_orders(game):
    return *see_turn(game), *map(game.count_orders, GUILDS), game.bowls_left


def test_the_order_marker_moves_to_the_next_free_order():
    game = play(START, "Anna: done merchants")
    assert game.find_order_marker("merchants") == 1
    assert news(game)[:2] == [("Anna", "order-pays"), (None, "order-marker")]


def test_three_orders_in_a_column_until_the_boat_moves_on():
    game = play(START, "Anna: order artisans, done artisans\nBoris: done artisans")
    assert refused(game, "Chandra", "done artisans").details == {"high": 3}
    game = play(game, "Chandra: contract sufi, contract dyer, contract mullah")
    assert (game.pier.number, game.pier.order_limit) == (3, 4)
    assert play(game, "Chandra: done artisans").count_orders("artisans") == 4


def test_the_boat_moves_for_contracts_that_are_named_later():
    game = play(START, "Anna: boat 3")
    assert [code for _, code in news(game)] == [
        "pier", "builder-builds", "builder-moves", "pier", "order-limit", "merchant-moves", "everyone-favour-for-cotton",
    ]  # fmt: skip
    assert (game.pier.number, game.unnamed, game.undo("Anna").pier.number) == (3, 3, 1)
    assert refused(game, "Boris", "boat 3").code == Code.BOAT_PASSED
    game = play(game, "Boris: contract mullah to red, contract sufi, contract dyer to green")
    assert (game.pier.number, game.unnamed, game.boards["Anna"].notables) == (3, 0, (("mullah", "scholars"),))
    assert play(game, "Boris: contract caliph").pier.number == 4
    game = play(game, "Anna: boat 6")
    assert (None, "level-four-contract") in news(game) and game.last_round == 2


def test_the_boat_tells_everyone_about_the_pier():
    game = play(START, "Anna: contract sufi, contract dyer to blue")
    assert news(game) == [(None, "contract-won"), (None, "pier"), (None, "builder-builds"), (None, "builder-moves")]
    assert game.boards["Boris"].notables == (("dyer", "merchants"),)
    game = play(game, "Anna: contract mullah")
    assert news(game)[1:] == [
        (None, "pier"), (None, "order-limit"), (None, "merchant-moves"), (None, "everyone-favour-for-cotton"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("before", "notable", "effect"),
    [
        pytest.param("", "sufi", "contract-meditation-step", id="Sufi"),
        pytest.param("contract sufi, contract dyer, contract mullah, contract caliph", "painter",
                     "contract-workers-and-step", id="Painter"),
    ],
)  # fmt: skip
def test_the_immediate_effect_of_a_contract_is_named(before, notable, effect):
    game = play(START, f"Anna: {before}") if before else START
    assert ("Boris", effect) in news(play(game, f"Boris: contract {notable}"))


def test_third_and_sixth_step_once_each_and_a_forgotten_one_too():
    game = play(START, "Anna: reach scholars 3")
    assert news(game) == [("Anna", "influence-3")]
    assert refused(game, "Anna", "reach scholars 3").code == Code.STEP_REACHED
    assert news(play(game, "Anna: reach scholars 6")) == [("Anna", "influence-6")]
    assert news(play(game, "Anna: reach artisans 6")) == [("Anna", "influence-3"), ("Anna", "influence-6")]


FOUR_PIERS = "contract sufi, contract dyer, contract mullah, contract caliph, contract subadar"


@pytest.mark.parametrize(
    "trigger",
    [
        pytest.param("Boris: reach artisans top", id="the top of a track"),
        pytest.param(f"Anna: {FOUR_PIERS}, contract dewan", id="a contract of level IV"),
        pytest.param(f"Anna: {FOUR_PIERS}" + ", order artisans" * 6, id="six orders in a column"),
    ],
)
def test_the_round_is_finished_and_everyone_has_one_more_turn(trigger):
    game = play(play(START, "Anna: done"), trigger)
    assert (None, "end-triggered") in news(game)
    game = play(game, "Boris: done\nChandra: done\nDev: done")
    assert news(game) == [(None, "last-turns")]
    game = whole_round(game)
    assert news(game) == [(None, "count-rupees")]
    assert refused(game, "Anna", "done").code == Code.GAME_OVER
    assert refused(game, "Anna", "finish").details == {"player": "Anna"}


@pytest.mark.parametrize(
    ("before", "last"),
    [
        pytest.param("Dev: reach artisans 6", "done reaching artisans", id="the top of a track"),
        pytest.param(f"Anna: {FOUR_PIERS}" + ", order artisans" * 5, "done artisans", id="six orders in a column"),
    ],
)
def test_the_last_turn_of_a_round_can_trigger_the_end_of_that_round(before, last):
    game = play(START, f"{before}\nAnna: done\nBoris: done\nChandra: done\nDev: {last}")
    assert (None, "last-turns") in news(game) and game.last_round == 2
    assert whole_round(game).may_finish
    game = game.undo("Dev")
    assert (game.round, game.last_round) == (1, None)


def test_everyone_counts_what_the_companion_does_not_know():
    game = whole_round(whole_round(play(START, "Anna: contract sufi, reach artisans top, order artisans")))
    game = play(game, "Anna: final 30 influence 9 1 0 covers 2 meditation")
    assert refused(game, "Anna", "final 1 influence 1 1 1 covers 1").code == Code.RUPEES_COUNTED
    for player in PLAYERS[1:]:
        game = play(game, f"{player}: final 30 influence 1 0 2 covers 0")
    assert news(game) == [(None, "ready-to-finish")]
    game = play(game, "Dev: finish")
    result = score(game.fill_scoring_form())
    assert result["winners"] == ["Anna"]
    assert result["players"][0]["score"] == 30 + 2 + 5 + 2


def test_goods_and_favour_left_break_a_tie():
    game = whole_round(whole_round(play(START, "Anna: reach artisans top")))
    for player, left in zip(PLAYERS, (0, 7, 3, 0), strict=True):
        game = play(game, f"{player}: final 30 influence 0 0 0 covers 0 left {left}")
    result = score(play(game, "Dev: finish").fill_scoring_form())
    assert (result["winners"], [player["rank"] for player in result["players"]]) == (["Boris"], [3, 1, 2, 3])
    assert result["tiebreak"]


def test_the_scoring_form_knows_notables_orders_and_akbar():
    form = play(START, "Anna: contract sufi, order artisans, done akbar").fill_scoring_form()["players"][0]
    assert form == {
        "name": "Anna",
        "notables": [{"name": "sufi", "guild": "artisans"}],
        "orders": {"artisans": 1, "merchants": 0, "scholars": 0},
        "akbar": 1,
    }


@pytest.mark.parametrize(
    ("before", "move", "code"),
    [
        pytest.param("", "contract takshaka", Code.NOT_DRAWN, id="a notable in the box"),
        pytest.param("", "contract mullah", Code.OUT_OF_REACH, id="the boat is not there yet"),
        pytest.param("contract sufi", "contract sufi", Code.NOTABLE_TAKEN, id="a contract twice"),
        pytest.param("", "contract sufi to pink", Code.NO_SUCH_PLAYER, id="nobody's contract"),
        pytest.param("done", "done", Code.NOT_YOUR_TURN, id="out of turn"),
        pytest.param("", "final 30 influence 1 0 2 covers 0", Code.NOT_LAST_ROUND, id="bags stay closed"),
        pytest.param("", "finish", Code.NOT_LAST_ROUND, id="not the end"),
    ],
)
def test_refusals(before, move, code):
    game = play(START, f"Anna: {before}") if before else START
    assert refused(game, "Anna", move).code == code


def test_akbar_has_twelve_bowls_less_the_covered_ones():
    game = new_reminders(PLAYERS[:2], Facts(covered_bowls=("left-1", "right-2")))
    for turn in range(10):
        game = play(game, f"{PLAYERS[turn % 2]}: done akbar")
    assert refused(game, "Anna", "done akbar").code == Code.AKBAR_FULL


entries = st.sampled_from(
    ["done", "done", "done artisans", "done akbar", "done reaching artisans", "done akbar and artisans", "done end", "boat 2", "boat 4", "order scholars", "contract sufi", "contract dyer to blue",
     "contract mullah", "contract caliph to green", "contract subadar", "contract dewan", "reach artisans 3",
     "reach artisans 6", "reach scholars top", "final 20 influence 1 2 3 covers 4", "finish"]
)  # fmt: skip
transcripts = st.lists(st.tuples(st.sampled_from(PLAYERS), entries), max_size=40)


@given(transcripts)
def test_undo_restores_exactly_and_bookings_add_up(transcript):
    before = None
    for game, player in assisted.states(parse, START, transcript):
        if player and game.can_undo(player):
            undone = game.undo(player)
            assert (undone.boards, undone.turn, undone.last_round) == (
                before.boards,
                before.turn,
                before.last_round,
            )
        for name in PLAYERS:
            booked = {}
            for entry in game.entries:
                for booking in entry.bookings:
                    if booking.player == name:
                        booked[booking.what] = booked.get(booking.what, 0) + booking.amount
            assert {what: amount for what, amount in booked.items() if amount} == game.boards[name].amounts
        before = game


@given(transcripts)
def test_no_bonus_is_skipped_or_announced_twice(transcript):
    *_, (game, _) = assisted.states(parse, START, transcript)
    told = [(player, happening) for entry in game.entries for player, happening in entry.news]
    for player in PLAYERS:
        for step in ("3", "6"):
            reached = sum(game.boards[player].count(f"step {guild} {step}") for guild in GUILDS)
            assert reached == sum(each == player and what.code == f"influence-{step}" for each, what in told)
    once = [each for each in told if each[1].code in ("pier", "end-triggered", "order-limit", "last-turns")]
    assert len(once) == len(set(once))


@pytest.mark.parametrize("text", ["", "done x", "contract", "reach artisans 4", "order", "wood 3", "final 3"])
def test_text_that_is_not_an_entry_is_unreadable(text):
    with pytest.raises(Unreadable):
        parse(text)
