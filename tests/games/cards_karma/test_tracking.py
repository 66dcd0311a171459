"""Full tracking of Cards & Karma: every card is one entry that books its price and what it gives."""

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.cards_karma.rules.display import count_goods
from companion.games.cards_karma.rules.effects import ADMINISTRATOR, BONUSES, DUE, PALACE, REWARDS
from companion.games.cards_karma.rules.game import Code, new_game
from companion.games.cards_karma.rules.moves import Buy, Gain, Palace, Take, TakeGoods, UseAdministrator, parse
from companion.games.cards_karma.rules.paying import Paid, parse_paid
from companion.games.cards_karma.rules.setup import CARDS
from companion.games.cards_karma.rules.tokens import LAYABLE, SCORING_CARD_OF
from companion.games.cards_karma.tracking import find_shared_happenings
from companion.rules.refusal import IllegalMove, Unreadable
from tests.games import assisted

PLAYERS = ("Anna", "Boris", "Chandra")
play = partial(assisted.play, parse)
refused = partial(assisted.refused, parse)
states = partial(assisted.states, parse, new_game(PLAYERS, night=True))
STAGE = "Anna: die, done\nBoris: die, done\nChandra: die, done\n"


def start(transcript="", **chosen):
    return play(new_game(PLAYERS, **chosen), transcript)


def anna(entries, **chosen):
    return start(f"Anna: {entries}", **chosen).boards["Anna"]


def figures(board):
    """Return what a player can count on the table."""
    tokens = board.tokens
    counted = {"fame": tokens.fame, "coins": tokens.coins, "karma": tokens.karma, "turned": tokens.turned}
    counted |= {"administrators": tokens.administrators, "hand": board.hand, "due": " ".join(board.due)}
    return {name: value for name, value in counted.items() if value}


# One entry per card. Everybody begins with four dice cards.


@pytest.mark.parametrize(
    ("entries", "expected"),
    [
        pytest.param("die", {"hand": 5}, id="a dice card from the middle"),
        pytest.param("buy red for 2", {"hand": 2, "fame": 1}, id="a building for two dice"),
        pytest.param("buy red+yellow for 3", {"hand": 1, "fame": 2}, id="two buildings"),
        pytest.param("karma 1, buy red for 1+karma", {"hand": 3, "fame": 1}, id="karma raises a die"),
        pytest.param("administrators 1, buy red for 1+joker", {"hand": 3, "fame": 1}, id="an administrator as a joker"),
        pytest.param("administrators 1, buy red for joker", {"hand": 4, "fame": 1}, id="a joker alone"),
        pytest.param("goods tea3", {"hand": 4}, id="goods are free"),
        pytest.param("goods tea3+silk1 coin", {"hand": 4, "coins": 1}, id="a coin on the goods card"),
        pytest.param("buy ship12 for 1 gives karma", {"hand": 3, "karma": 2}, id="ship: two karma"),
        pytest.param("buy ship12 for 1 gives dice", {"hand": 5}, id="ship: two dice"),
        pytest.param("buy ship12 for 1 gives coins", {"hand": 3, "coins": 3}, id="ship: three coins"),
        pytest.param("buy ship12 for 1 gives coins-fame", {"hand": 3, "coins": 2, "fame": 1}, id="ship: coins and fame"),
        pytest.param("buy ship12 for 1 gives goods", {"hand": 3, "due": "goods goods"}, id="ship: goods cards"),
        pytest.param("buy ship12 for 1 gives goods-die", {"hand": 4, "due": "goods"}, id="ship: goods card and die"),
        pytest.param("buy ship12 for 1 gives palace", {"hand": 3, "due": "palace"}, id="ship: palace action"),
        pytest.param("buy ship12+tea2 for 1 gives die-good", {"hand": 4}, id="ship: die and good"),
        pytest.param("buy ship12+tea2 for 1 gives fame-good", {"hand": 3, "fame": 1}, id="ship: fame and good"),
        pytest.param("buy ship12+tea2 for 1 gives karma-good", {"hand": 3, "karma": 1}, id="ship: karma and good"),
        pytest.param("pay 1 for palace 2", {"hand": 5}, id="palace 2: two dice"),
        pytest.param("pay 1 for palace 3", {"hand": 4, "karma": 2}, id="palace 3: two karma and a die"),
        pytest.param("take tea3, take red+silk2, pay 1 for palace 4", {"hand": 3, "fame": 1, "coins": 2},
                     id="palace 4: a coin for every good"),
        pytest.param("pay 1 for palace 5", {"hand": 3, "karma": 1}, id="palace 5 without a ship in any row"),
        pytest.param("pay 1 for palace 6", {"hand": 3, "due": "top"}, id="palace 6: the top card"),
        pytest.param("administrators 1, administrator dice", {"hand": 6}, id="administrator: two dice"),
        pytest.param("fame 3, reveal dice", {"hand": 6, "turned": 1}, id="bonus: two dice"),
        pytest.param("fame 3, reveal ship", {"hand": 4, "turned": 1, "due": "ship"}, id="bonus: a ship"),
        pytest.param("fame 3, reveal palace", {"hand": 4, "turned": 1, "due": "palace"}, id="bonus: a palace action"),
        pytest.param("hand 8, pay 1 for palace 2", {"hand": 8}, id="at most eight in hand"),
    ],
)  # fmt: skip
def test_an_entry_books_everything(entries, expected):
    assert figures(anna(entries)) == expected


@pytest.mark.parametrize(
    ("entries", "expected"),
    [
        pytest.param("buy ship12 for 1 gives goods, goods tea2, goods silk1+tea1 coin", {"hand": 3, "coins": 1},
                     id="two goods cards of a ship"),
        pytest.param("buy ship12 for 1 gives palace, pay nothing for palace 3", {"hand": 4, "karma": 2},
                     id="a ship's palace action is free"),
        pytest.param("pay 1 for palace 6, buy red+white for nothing", {"hand": 3, "fame": 2}, id="a building on top"),
        pytest.param("pay 1 for palace 6, buy ship3 for nothing gives coins", {"hand": 3, "coins": 3}, id="a ship on top"),
        pytest.param("pay 1 for palace 6, pay nothing for palace 2", {"hand": 5}, id="a palace action on top"),
        pytest.param("pay 1 for palace 6, goods tea2", {"hand": 3}, id="goods on top"),
        pytest.param("fame 3, reveal ship, buy ship3 for nothing gives karma", {"hand": 4, "turned": 1, "karma": 2},
                     id="the ship of a bonus is free"),
        pytest.param("pay 1 for palace 6, forgo top", {"hand": 3}, id="given up"),
    ],
)  # fmt: skip
def test_what_is_due_is_carried_out_for_free_and_leaves_the_list(entries, expected):
    board = anna(entries)
    assert figures(board) == expected
    assert not board.actions or "reveal" in entries


def test_a_hand_that_is_full_is_reported():
    board = anna("hand 8, pay 1 for palace 2")
    assert [(str(news.code), news.details) for news in board.news] == [("hand-limit", {"count": 1})]


def test_palace_5_gives_the_reward_of_the_last_ship_in_any_row():
    game = start("Anna: buy ship3 for 1 gives karma, done\nBoris: buy ship5 for 1 gives coins, done")
    assert game.list_last_rewards() == ("karma", "coins")
    assert refused(game, "Chandra", "pay 1 for palace 5 gives dice").code == Code.NOT_THE_LAST_SHIP
    assert refused(game, "Chandra", "pay 1 for palace 5").code == Code.NEEDS_A_REWARD
    chandra = play(game, "Chandra: pay 1 for palace 5 gives coins").boards["Chandra"]
    assert figures(chandra) == {"hand": 3, "karma": 1, "coins": 3}


def test_a_ship_that_completes_a_set_gives_its_reward_first():
    board = anna("take ship3, take ship12, buy ship20 for 1 gives coins")
    assert figures(board) == {"hand": 3, "coins": 3, "administrators": 1}
    assert board.display == ()


# The turn


def test_one_action_in_a_turn_and_another_for_an_administrator():
    game = start("Anna: die")
    assert refused(game, "Anna", "goods tea1").code == Code.NO_ACTION_LEFT
    game = play(game, "Anna: administrators 1, administrator again, goods tea1")
    assert refused(game, "Anna", "die").code == Code.NO_ACTION_LEFT
    assert play(game, "Anna: done\nBoris: die").turn == "Boris"


def test_the_bonus_of_another_turn_is_another_action():
    assert anna("die, fame 3, reveal turn, die").hand == 6


def test_a_turn_ends_with_done_not_with_its_action():
    game = start("Anna: die")
    assert game.turn == "Anna"
    assert refused(game, "Boris", "die").details == {"player": "Anna"}
    assert play(game, "Anna: done").turn == "Boris"


@pytest.mark.parametrize(
    ("entries", "move", "code"),
    [
        pytest.param("hand 1", "buy red for 2", Code.NOT_ENOUGH, id="more dice than in hand"),
        pytest.param("karma 1", "buy red for 1+karma+karma", Code.NOT_ENOUGH, id="more karma than there is"),
        pytest.param("karma 1", "pay joker for palace 2", Code.NOT_ENOUGH, id="no administrator"),
        pytest.param("karma 1", "buy red for karma", Code.KARMA_NEEDS_A_DIE, id="karma is not a die"),
        pytest.param("karma 1", "buy ship3 for 2 gives coins", Code.ONE_CARD_PAYS, id="a ship for two dice"),
        pytest.param("karma 1", "pay 1+joker for palace 2", Code.ONE_CARD_PAYS, id="die and joker for a palace action"),
        pytest.param("karma 1", "buy red for nothing", Code.NOT_FREE, id="a free building"),
        pytest.param(
            "fame 3, reveal palace", "buy ship3 for nothing gives coins", Code.NOT_FREE, id="another free card"
        ),
        pytest.param("karma 1", "buy tea2 for 1", Code.NOT_FOR_SALE, id="goods cost nothing"),
        pytest.param("karma 1", "goods red+tea2", Code.NOT_GOODS, id="a building is not a goods card"),
        pytest.param("karma 1", "buy ship3 for 1", Code.NEEDS_A_REWARD, id="a ship without reward"),
        pytest.param("karma 1", "buy red for 1 gives coins", Code.NO_REWARD, id="a building with a reward"),
        pytest.param("karma 1", "pay 1 for palace 3 gives coins", Code.NO_REWARD, id="palace 3 with a reward"),
        pytest.param("karma 1", "buy ship3 for 1 gives fame-good", Code.GOOD_MISSING, id="the good is missing"),
        pytest.param("karma 1", "buy ship3+tea1 for 1 gives coins", Code.GOOD_NOT_SHOWN, id="a good too many"),
        pytest.param("take ship3", "buy ship3 for 1 gives coins", Code.SHIP_TAKEN, id="each ship once"),
        pytest.param("karma 1", "administrator again", Code.NOT_ENOUGH, id="no administrator to put back"),
        pytest.param("karma 1", "forgo palace", Code.NOT_DUE, id="nothing to give up"),
        pytest.param("pay 1 for palace 6", "done", Code.CARRY_OUT_FIRST, id="the top card is still to be carried out"),
        pytest.param("fame 3", "done", Code.REVEAL_FIRST, id="a bonus not entered yet"),
        pytest.param("karma 1", "lay dice", Code.DAY_SIDE_UP, id="nobody knows the order of the night sides"),
    ],
)
def test_refusals(entries, move, code):
    assert refused(start(f"Anna: {entries}"), "Anna", move).code == code


def test_the_start_karma_is_taken_back_when_the_end_of_the_stage_is_undone():
    game = start(STAGE)
    before = start(STAGE.removesuffix(", done\n"))
    assert game.boards["Anna"].tokens.karma == 1
    assert game.undo("Chandra") == before
    assert play(game.undo("Chandra"), "Chandra: done") == game


def test_a_start_karma_that_was_used_stays():
    game = play(start(STAGE), "Anna: buy red for 1+karma").undo("Chandra")
    assert (game.turn, game.start_karma) == ("Chandra", 1)


# The cards that everybody shares


def test_the_middle_shrinks_and_is_refilled_after_two_stages():
    game = start("Anna: die, done\nBoris: pay 1 for palace 2, done\nChandra: goods tea1")
    assert (game.middle, game.stack) == (16 - 5, 144 - 12 - 16)
    game = play(game, "Chandra: done\n" + STAGE)
    assert (game.round, game.middle, game.stack) == (2, 16, 144 - 12 - 16 - 8)


def test_four_cards_are_laid_out_when_the_middle_is_empty():
    dice = "buy ship{} for 1 gives dice"
    game = play(new_game(PLAYERS[:2]), f"Anna: {dice.format(1)}, done\nBoris: {dice.format(2)}, done\n"
                f"Anna: {dice.format(3)}, done\nBoris: pay 1 for palace 2")  # fmt: skip
    assert (game.middle, game.stack) == (4, 144 - 8 - 12 - 4)


def test_a_used_up_stack_is_shuffled_again_and_undo_knows_the_old_one():
    game = start()
    while len(game.piles) == 1:
        before = play(game, "Anna: hand 0, administrators 1")
        game = play(before, "Anna: administrator dice")
    assert game.stack == CARDS - game.middle - sum(board.hand + len(board.display) for board in game.boards)
    assert game.undo("Anna").piles == before.piles
    assert "reshuffle" in {happening.code for happening in find_shared_happenings(before, game)}


def test_hands_are_not_counted_at_tables_of_an_earlier_version():
    board = anna("buy red for 4", count_hands=False)
    assert (board.hand, board.tokens.fame, board.taken) == (None, 1, ())


# Night side up


NIGHT = "lay karma, lay dice, lay turn, lay administrator, lay coins-or-palace"


def test_the_sixth_card_follows_from_the_five_others():
    assert anna(NIGHT, night=True).tokens.order[-1] == "fame-or-ship"


def test_a_known_bonus_is_booked_when_its_card_is_turned():
    board = anna(f"{NIGHT}, fame 6", night=True)
    assert figures(board) == {"hand": 6, "karma": 2, "turned": 2}
    assert board.tokens.news == ("turned-1-karma", "turned-2-dice")


def test_a_card_with_a_choice_offers_only_its_two_bonuses():
    game = start(f"Anna: {NIGHT}, coins 6", night=True)
    assert refused(game, "Anna", "reveal coins").code == Code.BONUS_SEEN
    assert figures(play(game, "Anna: reveal ship").boards["Anna"])["due"] == "ship"


def test_no_card_is_laid_twice_or_after_one_is_turned():
    assert refused(start("Anna: lay dice", night=True), "Anna", "lay dice").code == Code.LAID_ALREADY
    assert refused(start("Anna: fame 3", night=True), "Anna", "lay dice").code == Code.LAID_ALREADY


# Texts


@pytest.mark.parametrize(
    ("text", "paid"),
    [
        ("nothing", Paid()),
        ("3", Paid(3)),
        ("1+karma+karma", Paid(1, 2)),
        ("joker+karma+2", Paid(2, 1, 1)),
    ],
)
def test_payments(text, paid):
    assert parse_paid(text) == paid == parse_paid(str(paid))


@pytest.mark.parametrize(
    ("text", "error"),
    [("", Unreadable), ("1+2", Unreadable), ("gold", Unreadable), ("0", IllegalMove), ("9", IllegalMove)],
)
def test_no_payments(text, error):
    with pytest.raises(error):
        parse_paid(text)


# Any evening


payments = st.sampled_from(["nothing", "1", "2", "1+karma", "joker"])
ships = st.builds("buy ship{} for {} gives {}".format, st.integers(1, 28), payments, st.sampled_from(list(REWARDS)))
entries = st.one_of(
    st.sampled_from(["die", "done", "done", "goods tea2", "goods silk1+spices3 coin", "administrator again"]),
    st.sampled_from([f"administrator {use}" for use in ADMINISTRATOR] + [f"forgo {due}" for due in DUE]),
    st.builds("buy {} for {}".format, st.sampled_from(["red", "red+yellow", "white+tea2"]), payments),
    ships,
    st.builds("pay {} for palace {}".format, payments, st.sampled_from(list(PALACE))),
    st.sampled_from([f"reveal {bonus}" for bonus in SCORING_CARD_OF] + ["choose 1"]),
    st.sampled_from([f"lay {card}" for card in LAYABLE]),
    st.sampled_from(["fame 2", "coins 3", "karma 1", "hand 6", "take yellow+white"]),
)
transcripts = st.lists(st.tuples(st.sampled_from(PLAYERS), entries), max_size=60)


@given(transcripts)
def test_no_card_is_lost_or_invented(transcript):
    for game, _ in states(transcript):
        assert game.middle > 0
        assert game.stack > 0 or any(isinstance(parse(text), Take) for _, text in transcript)
        for board in game.boards:
            assert 0 <= board.hand <= 8
            assert board.actions >= 0


@given(transcripts)
def test_undo_restores_exactly(transcript):
    before = None
    for game, player in states(transcript):
        if player and game.can_undo(player):
            undone = game.undo(player)
            assert undone.boards[player] == before.boards[player]
            assert (undone.turn, undone.middle, undone.piles) == (before.turn, before.middle, before.piles)
        before = game


EXCHANGES = {
    "karma-to-administrator": {"karma": -3, "administrators": 1},
    "administrators-to-fame": {"administrators": -3, "fame": 2},
}


def list_bookings(before, move, board):
    """List what an entry gives and takes: its own effect, then the sets, bonuses and exchanges that it triggers."""
    match move:
        case Buy(card, paid, reward):
            yield {"karma": -paid.karma, "administrators": -paid.administrators}
            yield REWARDS[reward] if reward else {"fame": len(card.buildings)}
        case TakeGoods(_, coin):
            yield {"coins": int(coin)}
        case Palace(paid, action, reward):
            yield {"karma": -paid.karma, "administrators": -paid.administrators}
            yield PALACE[action]
            yield REWARDS.get(reward, {})
            yield {"coins": count_goods(before.display) if action == 4 else 0}
        case UseAdministrator():
            yield {"administrators": -1}
        case Take(card):
            yield {"fame": len(card.buildings)}
        case Gain(token, amount):
            yield {token: amount}
    yield from (news.details for news in board.news if news.code == "set")
    yield from (BONUSES[bonus] for bonus in board.tokens.bonuses[len(before.tokens.bonuses) :])
    yield from (EXCHANGES[news] for news in board.tokens.news if news in EXCHANGES)
    yield {"fame": 3 * (before.tokens.turned_left - board.tokens.turned_left)}
    yield {"coins": 6 * (before.tokens.turned_right - board.tokens.turned_right)}


@given(transcripts)
def test_totals_are_the_sum_of_what_was_booked(transcript):
    game = new_game(PLAYERS, night=True)
    for player, text in transcript:
        move, before = parse(text), game.boards[player]
        if game.check(player, move) is not None:
            continue
        given_karma, game = game.start_karma, game.apply(player, move)
        if game.start_karma == given_karma:
            bookings = list(list_bookings(before, move, game.boards[player]))
            for token in ("fame", "coins", "karma", "administrators"):
                booked = sum(booking.get(token, 0) for booking in bookings)
                assert game.boards[player].tokens.count(token) == before.tokens.count(token) + booked


@given(transcripts)
def test_no_bonus_is_skipped_or_entered_twice(transcript):
    for game, _ in states(transcript):
        for board in game.boards:
            tokens = board.tokens
            assert len(tokens.bonuses) + len(tokens.unrevealed) == tokens.turned
            cards = [SCORING_CARD_OF[bonus] for bonus in tokens.bonuses]
            assert len(cards) == len(set(cards))
