"""Cards, exchanges, turns, the end and corrections of Cards & Karma."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.cards_karma.game import are_ships
from companion.games.cards_karma.rules import entries as entering
from companion.games.cards_karma.rules import game as rules
from companion.games.cards_karma.rules.cards import (
    ADMINISTRATOR,
    BONUSES,
    CARDS,
    FREE,
    LAYABLE,
    PALACE,
    REWARDS,
    SCORING_CARD_OF,
    count_goods,
    count_grid_cards,
    score,
)
from companion.games.cards_karma.rules.entries import (
    ENTRIES,
    EXAMPLES,
    Buy,
    Gain,
    Paid,
    Palace,
    TakeGoods,
    UseAdministrator,
    parse_paid,
)
from companion.games.cards_karma.rules.game import COUNTERS, SHARED, TOKENS, new_game
from companion.rules.assistant import GAME_OVER, NOT_YOUR_TURN
from companion.rules.messages import IllegalMove, Unreadable
from companion.rules.text_form import make_parser

PLAYERS = ("Anna", "Boris", "Chandra")
STAGE = "Anna: die\nBoris: die\nChandra: die\n"
parse = make_parser(ENTRIES, EXAMPLES)


def play(game, transcript):
    """Apply a transcript with lines like `Anna: die, administrator again`."""
    for line in transcript.strip().splitlines():
        player, _, moves = line.strip().partition(": ")
        for move in moves.split(", "):
            game = game.apply(player, parse(move))
    return game


def start(transcript="", players=PLAYERS, **chosen):
    return play(new_game(players, **chosen), transcript)


def anna(entries, **chosen):
    return start(f"Anna: {entries}", **chosen).boards["Anna"]


def refused(game, player, move):
    refusal = game.check(player, parse(move))
    with pytest.raises(IllegalMove):
        game.apply(player, parse(move))
    return refusal


def codes(game):
    return [str(happening.code) for _, happening in game.news]


def states(transcript, **chosen):
    """Yield every legal entry with the game before and after it."""
    game = new_game(PLAYERS, **chosen)
    for player, text in transcript:
        entry = parse(text)
        assert parse(str(entry)) == entry
        if game.check(player, entry) is None:
            before, game = game, game.apply(player, entry)
            yield before, player, entry, game


def figures(board):
    """Return what a player can count on the table."""
    counted = {name: getattr(board, name) for name in (*TOKENS, "turned", "hand")}
    return {name: value for name, value in counted.items() if value} | (
        {"due": " ".join(board.due)} if board.due else {}
    )


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
        pytest.param("add tea3, add red+silk2, pay 1 for palace 4", {"hand": 3, "coins": 2},
                     id="palace 4: a coin for every good"),
        pytest.param("pay 1 for palace 5", {"hand": 3, "karma": 1}, id="palace 5 without a ship in any row"),
        pytest.param("pay 1 for palace 6", {"hand": 3, "due": "top"}, id="palace 6: the top card"),
        pytest.param("administrators 1, administrator dice", {"hand": 6}, id="administrator: two dice"),
        pytest.param("gain fame 3, reveal dice", {"hand": 6, "turned": 1}, id="bonus: two dice"),
        pytest.param("gain fame 3, reveal ship", {"hand": 4, "turned": 1, "due": "ship"}, id="bonus: a ship"),
        pytest.param("gain fame 3, reveal palace", {"hand": 4, "turned": 1, "due": "palace"}, id="bonus: a palace action"),
        pytest.param("set hand 8, pay 1 for palace 2", {"hand": 8}, id="at most eight in hand"),
        # What is due is carried out for free
        pytest.param("buy ship12 for 1 gives goods, goods tea2, goods silk1+tea1 coin", {"hand": 3, "coins": 1},
                     id="two goods cards of a ship"),
        pytest.param("buy ship12 for 1 gives palace, pay nothing for palace 3", {"hand": 4, "karma": 2},
                     id="a ship's palace action is free"),
        pytest.param("pay 1 for palace 6, buy red+white for nothing", {"hand": 3, "fame": 2}, id="a building on top"),
        pytest.param("pay 1 for palace 6, buy ship3 for nothing gives coins", {"hand": 3, "coins": 3}, id="a ship on top"),
        pytest.param("pay 1 for palace 6, pay nothing for palace 2", {"hand": 5}, id="a palace action on top"),
        pytest.param("pay 1 for palace 6, goods tea2", {"hand": 3}, id="goods on top"),
        pytest.param("gain fame 3, reveal ship, buy ship3 for nothing gives karma", {"hand": 4, "turned": 1, "karma": 2},
                     id="the ship of a bonus is free"),
        pytest.param("pay 1 for palace 6, forgo top", {"hand": 3}, id="declined"),
    ],
)  # fmt: skip
def test_an_entry_books_everything(entries, expected):
    assert figures(anna(entries)) == expected


def counters(board):
    return tuple(getattr(board, name) for name in (*TOKENS, "left", "right"))


@pytest.mark.parametrize(
    ("entries", "expected"),
    [
        pytest.param("gain fame 2", (2, 0, 0, 0, 0, 0), id="fame is kept"),
        pytest.param("gain fame 2, gain fame 1", (0, 0, 0, 0, 1, 0), id="3 fame turn the leftmost card"),
        pytest.param("gain coins 5, gain coins 2", (0, 1, 0, 0, 0, 1), id="6 coins turn the rightmost card"),
        pytest.param("gain fame 6", (0, 0, 0, 0, 2, 0), id="6 fame turn two"),
        pytest.param("gain karma 2, gain karma 2", (0, 0, 1, 1, 0, 0), id="3 karma become an administrator"),
        pytest.param("gain administrators 2, gain karma 3", (2, 0, 0, 0, 0, 0), id="the third administrator by karma"),
        pytest.param("gain fame 1, gain administrators 3", (0, 0, 0, 0, 1, 0), id="3 administrators become 2 fame"),
        pytest.param("gain fame 2, gain administrators 2, gain karma 2, gain fame 1, reveal karma",
                     (2, 0, 1, 0, 1, 0), id="a chain"),
        pytest.param("gain fame 3, reveal coins", (0, 2, 0, 0, 1, 0), id="a scoring card's coins"),
        pytest.param("gain coins 6, reveal fame", (1, 0, 0, 0, 0, 1), id="a scoring card's fame"),
        pytest.param("gain coins 6, reveal administrator", (0, 0, 0, 1, 0, 1), id="administrator of a card"),
        pytest.param("gain fame 6, gain coins 6, gain coins 6, gain fame 6, gain fame 2, gain coins 6",
                     (2, 6, 0, 0, 4, 2), id="after the sixth card tokens pile up"),
    ],
)  # fmt: skip
def test_tokens_are_exchanged_immediately(entries, expected):
    assert counters(anna(entries)) == expected


def test_what_an_entry_triggers_is_announced_in_order_with_the_tokens_to_put_back():
    game = start("Anna: gain fame 1, gain karma 2, gain administrators 2, gain karma 1")
    assert codes(game) == ["karma-to-administrator", "administrators-to-fame", "turned"]
    assert game.news[-1][1].details == {"card": 1, "tokens": "fame:3"}
    assert codes(play(game, "Anna: gain coins 1")) == []


def test_cards_are_turned_from_both_ends():
    assert anna("gain fame 3, gain coins 6, gain fame 3, gain coins 6").unrevealed == (1, 6, 2, 5)


def test_a_full_hand_is_announced():
    game = start("Anna: set hand 8, pay 1 for palace 2")
    assert [(player, str(news)) for player, news in game.news] == [("Anna", "hand-limit count=1")]


def test_palace_5_gives_the_reward_of_the_last_ship_in_any_row():
    game = start("Anna: buy ship3 for 1 gives karma\nBoris: buy ship12 for 1 gives coins")
    assert game.find_last_rewards() == ("karma", "coins")
    assert refused(game, "Chandra", "pay 1 for palace 5 gives dice").code == entering.NOT_THE_LAST_SHIP
    assert refused(game, "Chandra", "pay 1 for palace 5").code == entering.NEEDS_A_REWARD
    chandra = play(game, "Chandra: pay 1 for palace 5 gives coins").boards["Chandra"]
    assert figures(chandra) == {"hand": 3, "karma": 1, "coins": 3}


def test_the_reward_of_a_ship_is_known_once_it_was_entered():
    game = start("Anna: buy ship12+tea2 for 1 gives karma-good\nBoris: buy ship3 for 1 gives coins")
    assert game.facts == {"ships": ("3:coins", "12:karma-good:tea2")}
    assert refused(game, "Chandra", "pay 1 for ship 4").code == entering.NEEDS_A_REWARD
    assert refused(game, "Chandra", "pay 1 for ship 3").code == entering.SHIP_TAKEN
    later = replace(new_game(PLAYERS), facts=game.facts)
    assert refused(later, "Anna", "pay 2 for ship 3").code == entering.ONE_CARD_PAYS
    later = play(later, "Anna: pay 1 for ship 12")
    assert (later.boards, later.facts) == (start("Anna: buy ship12+tea2 for 1 gives karma-good").boards, game.facts)
    assert [str(happening) for _, happening in later.news] == ["ship-gives number=12 reward=reward-karma-good"]
    relearned = play(replace(new_game(PLAYERS), facts=game.facts), "Anna: buy ship3 for 1 gives karma")
    assert relearned.facts["ships"] == ("3:karma", "12:karma-good:tea2")


@pytest.mark.parametrize(
    "value", ["12", "12:gold", "29:coins", "12:coins:tea2", "12:karma-good", "x:coins", "12:karma-good:tea9"]
)
def test_ships_that_do_not_exist_are_not_remembered(value):
    assert not are_ships(["3:coins", value])


# Sets, by the examples of the rulebook


def test_julian_gets_two_administrators_and_his_fame_for_one_card():
    game = start("Anna: add red+yellow, add red+yellow, buy red+yellow for 1")
    board = game.boards["Anna"]
    assert (board.administrators, board.fame, board.display) == (2, 2, ())
    assert str(game.news[0][1]) == (
        "set cards=red+yellow,red+yellow,red+yellow gains=administrators:2 sets=same-buildings,same-buildings"
    )


def test_anna_sells_tea_and_gets_an_administrator_with_one_card():
    board = anna("add red, add red, add tea2, add tea1, buy red+tea3 for 1")
    assert (board.administrators, board.right, board.display) == (1, 1, ())


def test_simon_has_to_choose_before_he_goes_on():
    game = start("Anna: add yellow, add yellow, add red, add red, buy yellow+white for 1")
    assert str(game.prompt()) == "to-do player=Anna what=to-choose"
    assert refused(game, "Anna", "die").details == {"what": "to-choose"}
    assert refused(game, "Anna", "done").details == {"what": "to-choose"}
    assert refused(game, "Boris", "die").details == {"player": "Anna", "what": "to-choose"}
    assert refused(game, "Anna", "choose 3").details == {"high": 2}
    board = play(game, "Anna: choose 1").boards["Anna"]
    assert [str(card) for card in board.display] == ["yellow", "yellow", "red"]
    assert board.administrators == 1


def test_saras_discarded_ships_are_announced():
    game = start("Anna: add ship3, add ship17, buy ship12 for 1 gives coins")
    assert [str(card) for card in game.boards["Anna"].display] == ["ship12"]
    assert str(game.news[0][1]) == "row-lost cards=ship3,ship17"


def test_a_ship_that_completes_a_set_gives_its_reward_first():
    board = anna("add ship3, add ship12, buy ship20 for 1 gives coins")
    assert figures(board) == {"hand": 3, "coins": 3, "administrators": 1}
    assert board.display == ()


# Turns


def test_a_turn_ends_by_itself_when_nothing_more_is_possible():
    game = start("Anna: die")
    assert (game.turn, game.acted) == ("Boris", False)
    assert refused(game, "Anna", "die").code == NOT_YOUR_TURN
    assert start("Anna: buy ship4 for 1 gives goods, goods tea1").turn == "Anna"  # a second one is due
    assert start("Anna: buy ship4 for 1 gives goods, goods tea1, forgo goods").turn == "Boris"


def test_the_first_entry_of_the_next_player_ends_the_turn():
    game = start("Anna: administrators 1, die")
    assert (game.turn, game.prompt().code) == ("Anna", rules.MAY_CONTINUE)
    assert refused(game, "Anna", "goods tea1").code == entering.NO_ACTION_LEFT
    assert refused(game, "Chandra", "die").details == {"player": "Anna"}
    assert play(game, "Boris: die").turn == "Chandra"
    assert play(game, "Anna: done\nBoris: die").boards == play(game, "Boris: die").boards
    again = play(game, "Anna: administrator again")
    assert refused(again, "Boris", "die").details == {"player": "Anna", "what": "to-act"}
    assert play(again, "Anna: goods tea1").turn == "Boris"
    assert play(again, "Anna: done").turn == "Boris"  # another action is not a duty


def test_done_needs_an_action():
    game = start()
    assert refused(game, "Anna", "done").code == entering.NEEDS_AN_ACTION
    assert refused(game, "Boris", "die").code == rules.NOT_ACTED
    assert refused(start("Anna: administrators 1, administrator dice"), "Anna", "done").code == entering.NEEDS_AN_ACTION
    assert refused(game, "Boris", "done").details == {"player": "Anna"}


def test_an_absent_player_is_skipped():
    game = start("Anna: pay 1 for palace 6, skip")
    assert (game.turn, game.boards["Anna"].due) == ("Boris", ())
    assert refused(game, "Anna", "skip").details == {"player": "Boris"}


def test_at_a_table_of_two_the_next_action_begins_the_next_round():
    game = start("Anna: die\nBoris: die\nAnna: die\nBoris: administrators 1, die", PLAYERS[:2])
    assert (game.turn, game.round) == ("Boris", 1)
    after = play(game, "Boris: goods tea1")
    assert (after.turn, after.round) == ("Boris", 2)
    assert play(game, "Boris: administrator again, goods tea1").round == 2


def test_the_bonus_of_another_turn_is_another_action():
    game = start("Anna: gain fame 3, reveal turn, die")
    assert (game.turn, game.prompt().details["what"]) == ("Anna", "to-act")
    assert play(game, "Anna: die").turn == "Boris"


def test_a_round_has_two_stages_and_the_start_player_gets_a_karma_between_them():
    game = start(STAGE)
    assert (game.round, game.stage, game.turn, game.boards["Anna"].karma) == (1, 2, "Anna", 1)
    assert codes(game) == ["start-karma"]
    game = play(game, STAGE)
    assert (game.round, game.stage, game.turn) == (2, 1, "Boris")
    assert str(game.news[0][1]) == "round-begins cards=16 player=Boris round=2"
    game = play(game, "Boris: die\nChandra: die\nAnna: die")
    assert [game.boards[player].karma for player in PLAYERS] == [1, 1, 0]


def test_the_start_karma_can_pay_for_the_first_card_after_it():
    game = start("Anna: die\nBoris: die\nChandra: administrators 1, die")
    assert game.turn == "Chandra"
    assert play(game, "Anna: buy red for 1+karma").boards["Anna"].karma == 0


def test_the_start_karma_can_complete_an_administrator():
    assert counters(start(f"Anna: karma 2\n{STAGE}").boards["Anna"]) == (0, 0, 0, 1, 0, 0)


@pytest.mark.parametrize(
    ("entries", "move", "code"),
    [
        pytest.param("set hand 1", "buy red for 2", entering.NOT_ENOUGH, id="more dice than in hand"),
        pytest.param("karma 1", "buy red for 1+karma+karma", entering.NOT_ENOUGH, id="more karma than there is"),
        pytest.param("karma 1", "pay joker for palace 2", entering.NOT_ENOUGH, id="no administrator"),
        pytest.param("karma 1", "administrator again", entering.NOT_ENOUGH, id="no administrator to put back"),
        pytest.param("karma 1", "buy red for karma", entering.KARMA_NEEDS_A_DIE, id="karma is not a die"),
        pytest.param("karma 1", "buy ship3 for 2 gives coins", entering.ONE_CARD_PAYS, id="a ship for two dice"),
        pytest.param("karma 1", "pay 1+joker for palace 2", entering.ONE_CARD_PAYS, id="die and joker for a palace"),
        pytest.param("karma 1", "buy red for nothing", entering.NOT_FREE, id="a free building"),
        pytest.param("gain fame 3, reveal palace", "buy ship3 for nothing gives coins", entering.NOT_FREE, id="another free card"),
        pytest.param("karma 1", "buy tea2 for 1", entering.NOT_FOR_SALE, id="goods cost nothing"),
        pytest.param("karma 1", "goods red+tea2", entering.NOT_GOODS, id="a building is not a goods card"),
        pytest.param("karma 1", "buy ship3 for 1", entering.NEEDS_A_REWARD, id="a ship without reward"),
        pytest.param("karma 1", "buy red for 1 gives coins", entering.NO_REWARD, id="a building with a reward"),
        pytest.param("karma 1", "pay 1 for palace 3 gives coins", entering.NO_REWARD, id="palace 3 with a reward"),
        pytest.param("karma 1", "buy ship3 for 1 gives fame-good", entering.GOOD_MISSING, id="the good is missing"),
        pytest.param("karma 1", "buy ship3+tea1 for 1 gives coins", entering.GOOD_NOT_SHOWN, id="a good too many"),
        pytest.param("add ship3", "buy ship3 for 1 gives coins", entering.SHIP_TAKEN, id="each ship once"),
        pytest.param("add ship3", "add ship3+tea2", entering.SHIP_TAKEN, id="each ship once, also as a correction"),
        pytest.param("karma 1", "forgo palace", entering.NOT_DUE, id="nothing to decline"),
        pytest.param("pay 1 for palace 6", "done", entering.TO_DO_FIRST, id="the top card is still to be carried out"),
        pytest.param("gain fame 3, die", "done", entering.TO_DO_FIRST, id="a bonus not entered yet"),
        pytest.param("karma 1", "choose 1", entering.NOTHING_TO_CHOOSE, id="no conflict"),
        pytest.param("karma 1", "reveal dice", entering.NOTHING_TO_REVEAL, id="no card turned"),
        pytest.param("gain fame 6, reveal coins", "reveal palace", entering.BONUS_SEEN, id="each scoring card once"),
        pytest.param("karma 1", "lay dice", entering.DAY_SIDE_UP, id="nobody knows the order of the night sides"),
        pytest.param("karma 1", "finish", entering.NOT_LAST_STAGE, id="nobody has six cards"),
        pytest.param("karma 1", "karma 2", entering.OUT_OF_RANGE, id="three karma never lie on the table"),
        pytest.param("karma 1", "set middle 17", entering.OUT_OF_RANGE, id="more cards in the middle than there are places"),
        pytest.param("set left 4", "set right 3", entering.OUT_OF_RANGE, id="seven scoring cards"),
        pytest.param("add red", "remove red+red", entering.NOT_IN_DISPLAY, id="a card that is not there"),
    ],
)  # fmt: skip
def test_refusals(entries, move, code):
    assert refused(start(f"Anna: {entries}"), "Anna", move).code == code


# The end

SIX_CARDS = "gain fame 6, gain fame 6, gain fame 6"


def test_the_stage_in_which_a_player_turns_the_sixth_card_is_completed():
    game = start(f"Anna: die\nBoris: {SIX_CARDS}")
    assert codes(game)[-1] == "end-triggered"
    assert [notice.details for notice in game.list_notices()] == [{"player": "Chandra"}]
    game = play(
        game, "Boris: " + ", ".join(f"reveal {b}" for b in ("dice", "turn", "karma", "administrator", "coins", "fame"))
    )
    game = play(game, "Boris: die, done")
    assert not game.over
    assert refused(game, "Boris", "finish").code == entering.NOT_LAST_STAGE
    game = play(game, "Chandra: die")
    assert game.over and game.turn is None
    assert game.boards["Anna"].karma == 0  # there is no second stage any more
    assert refused(game, "Anna", "die").code == rules.NO_TURNS_LEFT
    game = play(game, "Chandra: coins 1\nAnna: finish")
    assert refused(game, "Anna", "coins 1").code == GAME_OVER
    assert score(game.scoring_input())["winners"] == ["Boris"]


def test_a_sixth_card_entered_late_belongs_to_the_stage_before():
    game = start(f"{STAGE}Chandra: {SIX_CARDS}")
    assert game.over


def test_the_last_turn_can_end_with_the_game():
    game = start("Anna: die\nBoris: die\nChandra: administrators 1, set left 6, die")
    assert (game.turn, game.prompt().code) == ("Chandra", rules.MAY_FINISH)
    assert play(game, "Anna: finish").finished


# The cards that everybody shares


@pytest.mark.parametrize(("players", "cards"), [(2, 12), (3, 16), (4, 20)])
def test_the_grid_by_number_of_players(players, cards):
    assert count_grid_cards(players) == cards


def test_the_middle_shrinks_and_is_refilled_after_two_stages():
    game = start("Anna: die\nBoris: pay 1 for palace 2\nChandra: goods tea1")
    assert (game.middle, game.stack) == (16 - 5, CARDS - 12 - 16)
    game = play(game, STAGE)
    assert (game.round, game.middle, game.stack) == (2, 16, CARDS - 12 - 16 - 8)


def test_four_cards_are_laid_out_when_the_middle_is_empty():
    dice = "buy ship{} for 1 gives dice"
    game = start(f"Anna: {dice.format(1)}\nBoris: {dice.format(2)}\nAnna: {dice.format(3)}", PLAYERS[:2])
    game = play(game, "Boris: administrators 1, pay 1 for palace 2")
    assert (game.middle, game.stack) == (4, CARDS - 8 - 12 - 4)
    assert codes(game) == ["middle-empty"]


def test_a_used_up_stack_is_shuffled_again():
    game = start("Anna: set stack 2, administrators 1, administrator dice")
    assert game.stack == CARDS - game.middle - sum(board.hand for board in game.boards.values())
    assert codes(game) == ["reshuffle"]


# Night side up

NIGHT = "lay karma, lay dice, lay turn, lay administrator, lay coins-or-palace"


def test_the_sixth_card_follows_from_the_five_others():
    assert anna(NIGHT, night=True).order[-1] == "fame-or-ship"


def test_a_known_bonus_is_booked_when_its_card_is_turned():
    game = start(f"Anna: {NIGHT}, gain fame 6", night=True)
    assert figures(game.boards["Anna"]) == {"hand": 6, "karma": 2, "turned": 2}
    assert codes(game) == ["turned-known", "turned-known", "bonus-dice"]


def test_a_card_with_a_choice_offers_only_its_two_bonuses():
    game = start(f"Anna: {NIGHT}, gain coins 6", night=True)
    assert refused(game, "Anna", "reveal coins").code == entering.BONUS_SEEN
    assert figures(play(game, "Anna: reveal ship").boards["Anna"])["due"] == "ship"


def test_no_card_is_laid_twice_or_after_one_is_turned():
    assert refused(start("Anna: lay dice", night=True), "Anna", "lay dice").code == entering.LAID_ALREADY
    assert refused(start("Anna: gain fame 3", night=True), "Anna", "lay dice").code == entering.LAID_ALREADY


# Corrections


def test_a_correction_sets_exactly_what_is_said():
    game = start("Anna: buy red+yellow for 2\nChandra: set middle 9, set stack 50\nBoris: set fame 2, set coins 5")
    assert (game.turn, game.middle, game.stack, game.news) == ("Boris", 9, 50, ())
    assert figures(game.boards["Boris"]) == {"hand": 4, "fame": 2, "coins": 5}
    assert figures(play(game, "Anna: fame -1, set hand 3").boards["Anna"]) == {"hand": 3, "fame": 1}


def test_a_forgotten_token_is_exchanged_and_its_bonus_announced():
    game = start("Boris: set fame 2, gain fame 1")
    assert codes(game) == ["turned"]
    assert figures(game.boards["Boris"]) == {"hand": 4, "turned": 1}


def test_a_card_turned_by_a_correction_gives_no_bonus_and_one_turned_back_gives_it_again():
    game = start("Boris: set left 1, set right 1")
    board = game.boards["Boris"]
    assert (board.turned, board.unrevealed, game.news) == (2, (), ())
    game = play(game, "Boris: gain coins 6, reveal karma, set right 1")
    assert game.boards["Boris"].bonuses == ()
    game = play(game, "Boris: gain coins 6")
    assert codes(game) == ["turned"]
    assert game.boards["Boris"].unrevealed == (5,)


def test_a_sixth_card_that_was_a_mistake_does_not_end_the_game():
    game = start("Boris: set left 6")
    assert (codes(game), game.last_stage) == (["end-triggered"], 0)
    assert play(game, "Boris: left -1").last_stage is None


def test_a_display_is_corrected_without_effects():
    game = start("Boris: add red, add red, add red")
    assert (figures(game.boards["Boris"]), game.news) == ({"hand": 4}, ())
    game = play(game, "Boris: remove red, remove red")
    assert [str(card) for card in game.boards["Boris"].display] == ["red"]


def test_a_corrected_display_offers_the_sets_that_are_left():
    simon = "Anna: add yellow, add yellow, add red, add red, buy yellow+white for 1"
    game = start(f"{simon}, remove yellow")
    assert [way.kinds for way in game.boards["Anna"].choices] == [("different-buildings",)]
    assert play(start(f"{simon}, remove yellow+white"), "Boris: die").turn == "Chandra"


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


@pytest.mark.parametrize("text", ["", "gold 3", "use fame 1", "take red", "add", "add blue", "reveal gold", "palace 4"])
def test_text_that_is_not_an_entry_is_unreadable(text):
    with pytest.raises(Unreadable):
        parse(text)


# Any evening

payments = st.sampled_from(["nothing", "1", "2", "1+karma", "joker"])
ships = st.builds("buy ship{} for {} gives {}".format, st.integers(1, 28), payments, st.sampled_from(list(REWARDS)))
cards = st.one_of(
    st.sampled_from(["die", "done", "goods tea2", "goods silk1+spices3 coin"]),
    st.sampled_from([f"administrator {use}" for use in ADMINISTRATOR] + [f"forgo {due}" for due in FREE]),
    st.builds("buy {} for {}".format, st.sampled_from(["red", "red+yellow", "white+tea2"]), payments),
    ships,
    st.builds("pay {} for palace {}".format, payments, st.sampled_from(list(PALACE))),
    st.sampled_from([f"reveal {bonus}" for bonus in SCORING_CARD_OF] + ["choose 1"]),
    st.sampled_from([f"lay {card}" for card in LAYABLE]),
    st.sampled_from(["gain fame 2", "gain coins 5", "gain karma 2", "gain administrators 1"]),
)
targets = st.tuples(st.sampled_from(COUNTERS), st.integers(0, 20))
corrections = st.one_of(
    targets.map(lambda target: f"set {target[0]} {target[1]}"),
    st.sampled_from(["fame -1", "coins 1", "right -1", "left 1", "add yellow+white", "add ship7", "remove red"]),
)
transcripts = st.lists(st.tuples(st.sampled_from(PLAYERS), cards), max_size=60)
corrected = st.lists(st.tuples(st.sampled_from(PLAYERS), cards | corrections), max_size=60)


def list_bookings(before, player, entry, after):
    """List what an entry gives and takes: its own effect, then the sets, bonuses and exchanges it announces."""
    match entry:
        case Buy(card, paid, reward):
            yield {"karma": -paid.karma, "administrators": -paid.administrators}
            yield REWARDS[reward] if reward else {"fame": len(card.buildings)}
        case TakeGoods(_, coin):
            yield {"coins": int(coin)}
        case Palace(paid, action, reward):
            yield {"karma": -paid.karma, "administrators": -paid.administrators}
            yield PALACE[action]
            yield REWARDS.get(reward, {})
            yield {"coins": count_goods(before.boards[player].display) if action == 4 else 0}
        case UseAdministrator():
            yield {"administrators": -1}
        case Gain(token, amount):
            yield {token: amount}
    yield from (BONUSES[bonus] for _, bonus in after.boards[player].bonuses[len(before.boards[player].bonuses) :])
    for told, happening in after.news:
        if told != player and happening.details.get("player") != player:
            continue
        match str(happening.code):
            case "set":
                yield {
                    token: int(count) for token, count in (g.split(":") for g in happening.details["gains"].split(","))
                }
            case "karma-to-administrator":
                yield {"karma": -3, "administrators": 1}
            case "administrators-to-fame":
                yield {"administrators": -3, "fame": 2}
            case "turned" | "turned-known":
                token, count = happening.details["tokens"].split(":")
                yield {token: -int(count)}
            case "start-karma":
                yield {"karma": 1}


@given(transcripts)
def test_totals_are_the_sum_of_what_was_booked(transcript):
    for before, player, entry, after in states(transcript, night=True):
        for name in PLAYERS:
            bookings = list(list_bookings(before, name, entry if name == player else None, after))
            for token in TOKENS:
                booked = sum(booking.get(token, 0) for booking in bookings)
                assert after.count(name, token) == before.count(name, token) + booked, (entry, name)


@given(transcripts)
def test_every_exchange_is_made_and_no_bonus_is_skipped_or_repeated(transcript):
    for _, _, _, game in states(transcript, night=True):
        for board in game.boards.values():
            assert board.karma < 3 and board.administrators < 3
            assert board.turned == 6 or (board.fame < 3 and board.coins < 6)
            turned = sorted([*board.unrevealed, *(card for card, _ in board.bonuses)])
            assert turned == [card for card in range(1, 7) if board.is_turned(card)]
            cards = [SCORING_CARD_OF[bonus] for _, bonus in board.bonuses]
            assert len(cards) == len(set(cards))


@given(transcripts)
def test_no_card_is_lost_or_invented(transcript):
    for _, _, _, game in states(transcript):
        in_play = game.middle + sum(board.hand + len(board.display) for board in game.boards.values())
        assert game.middle > 0 and game.stack > 0
        assert in_play + game.stack <= CARDS
        assert all(0 <= board.hand <= 8 and board.actions >= 0 for board in game.boards.values())


@given(corrected)
def test_a_turn_ends_only_after_an_action(transcript):
    for before, player, _, after in states(transcript):
        if after.turns > before.turns:
            assert after.turns - before.turns <= 2
            ended = [before.current] if after.turns - before.turns == 1 else [before.current, player]
            assert all(before.acted or name == player for name in ended)


@given(corrected, st.sampled_from(PLAYERS), targets)
def test_set_to_and_steps_agree_and_change_nothing_else(transcript, player, target):
    counter, value = target
    game = new_game(PLAYERS)
    for _, _, _, after in states(transcript):
        game = after
    step = f"{counter} {value - game.count(player, counter)}"
    refusal = game.check(player, parse(f"set {counter} {value}"))
    assert game.check(player, parse(step)) == refusal
    if refusal:
        return
    after = game.apply(player, parse(f"set {counter} {value}"))
    assert after == game.apply(player, parse(step))
    assert after.count(player, counter) == value
    assert set(codes(after)) <= {"end-triggered"}
    derived = {"bonuses": (), "unrevealed": (), "sixth": None} | ({} if counter in SHARED else {counter: 0})
    assert replace(after.boards[player], **derived) == replace(game.boards[player], **derived)
    assert {**after.boards, player: None} == {**game.boards, player: None}
    assert after.turns == game.turns


@given(corrected)
def test_corrections_never_exchange_anything(transcript):
    told = {"karma-to-administrator", "administrators-to-fame", "turned", "turned-known", "set"}
    for _, _, entry, after in states(transcript):
        if isinstance(entry, (entering.CounterCorrection, entering.AddCard, entering.RemoveCard)):
            assert not told & set(codes(after))
