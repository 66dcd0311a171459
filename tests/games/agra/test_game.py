"""A tracked game of Agra as tables of earlier versions play it: counters, the boat, the end of the game."""

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.agra.rules import game as rules
from companion.games.agra.rules.goods import ADVANCED, BASIC
from companion.games.agra.rules.ledger import Code
from companion.games.agra.rules.moves import parse
from companion.games.agra.rules.river import PIERS
from companion.games.agra.rules.scoring import score
from companion.rules.refusal import Unreadable
from tests.games import assisted

PLAYERS = ("Anna", "Boris", "Chandra", "Dev")
play = partial(assisted.play, parse)
refused = partial(assisted.refused, parse)
new_game = partial(rules.new_game, strict=False)
states = partial(assisted.states, parse, new_game(PLAYERS))

BOAT_AT_FOURTH_PIER = "Anna: contract sufi, contract dyer, contract mullah, contract jagirdar"
BOAT_AT_FIFTH_PIER = BOAT_AT_FOURTH_PIER + ", contract subadar"


def news(game):
    """Return the codes of what the last entry triggered."""
    return [happening.code for _, happening in game.entries[-1].news]


def test_goods_and_favour_are_counted():
    board = play(new_game(PLAYERS), "Anna: wood 3, favour 2, use wood 1").boards["Anna"]
    assert (board.count("wood"), board.count("favour"), board.markers_left) == (2, 2, 18)


def test_the_boat_triggers_events_when_it_moves():
    game = play(new_game(PLAYERS), "Anna: contract sufi")
    assert (game.pier.number, news(game)) == (1, [])
    game = play(game, "Boris: contract cook artisans")
    assert (game.pier.number, news(game)) == (2, ["pier", "builder-builds", "builder-moves"])
    assert news(play(game, "Boris: wood 1")) == []


def test_the_order_limit_grows_with_the_boat():
    start = "Anna: influence artisans, order artisans, order artisans, order artisans"
    game = play(new_game(PLAYERS), start)
    assert refused(game, "Anna", "order artisans").details == {"high": 3}
    game = play(game, BOAT_AT_FOURTH_PIER)
    game = play(game, "Anna: order artisans, order artisans")
    assert refused(game, "Anna", "order artisans").details == {"high": 5}


def test_neutral_markers_of_a_small_group_count_in_the_columns():
    game = play(new_game(PLAYERS[:2]), "Anna: influence artisans, order artisans")
    assert refused(game, "Anna", "order artisans").code == Code.ORDER_LIMIT


def test_a_player_behind_gets_a_step_for_an_order():
    game = play(new_game(PLAYERS), "Anna: influence scholars, influence scholars\nBoris: influence scholars")
    game = play(game, "Anna: order scholars")
    assert (game.boards["Anna"].count_steps("scholars"), news(game)) == (2, ["order-paid-in-full"])
    game = play(game, "Boris: order scholars")
    assert (game.boards["Boris"].count_steps("scholars"), news(game)) == (2, ["order-paid-less-one"])


def test_the_third_and_sixth_step_give_favour():
    game = new_game(PLAYERS)
    told = []
    for _ in range(7):
        game = play(game, "Anna: influence merchants")
        told.append(news(game))
    assert told == [[], [], ["influence-3"], [], [], ["influence-6"], []]


@pytest.mark.parametrize(
    ("before", "move", "code"),
    [
        pytest.param("wood 1", "use wood 2", Code.NOT_ENOUGH, id="goods nobody has"),
        pytest.param("wood 9, oil 9, favour 4", "dye 1", Code.NO_MARKER_LEFT, id="22 markers"),
        pytest.param("wood 1", "order artisans", Code.NO_INFLUENCE, id="no order without influence"),
        pytest.param("wood 1", "top artisans", Code.NO_STEP_YET, id="the top without a step"),
        pytest.param("influence artisans, top artisans", "influence artisans", Code.TRACK_ENDS, id="above the top"),
        pytest.param("akbar wood", "akbar wood", Code.AKBAR_SERVED, id="Akbar has it"),
        pytest.param(", ".join(["cover"] * 8), "cover", Code.NO_COVER_LEFT, id="nine cover tiles"),
        pytest.param("meditation", "meditation", Code.MEDITATION_COMPLETE, id="meditation once"),
        pytest.param("meditation", "meditation step", Code.MEDITATION_COMPLETE, id="no step behind the last"),
        pytest.param("price wood up", "price wood up", Code.PRICE_UNCHANGED, id="two tokens on one good"),
        pytest.param("price wood up", "price oil off", Code.PRICE_UNCHANGED, id="no token there"),
        pytest.param(
            "price wood up, price oil up, price book down", "price dye up", Code.PRICES_ALL_LAID, id="a fourth token"
        ),
        pytest.param("contract sufi", "contract sufi", Code.NOTABLE_TAKEN, id="a notable twice"),
        pytest.param("contract sufi", "contract mullah", Code.OUT_OF_REACH, id="the boat is not there yet"),
        pytest.param(
            "contract sufi, contract dyer",
            "contract mullah artisans",
            Code.OTHER_GUILD,
            id="the Mullah's guild",
        ),
        pytest.param("wood 1", "finish", Code.NOT_LAST_ROUND, id="not the end"),
        pytest.param("wood 1", "rupees 12", Code.NOT_LAST_ROUND, id="bags stay closed"),
    ],
)
def test_refusals(before, move, code):
    assert refused(play(new_game(PLAYERS), f"Anna: {before}"), "Anna", move).code == code


def test_no_player_climbs_above_the_top_another_has_reached():
    game = play(new_game(PLAYERS), "Anna: influence artisans, influence artisans\nBoris: influence artisans")
    assert refused(game, "Boris", "top artisans").code == Code.NOT_HIGHEST
    game = play(game, "Anna: top artisans\nBoris: influence artisans")
    assert refused(game, "Boris", "influence artisans").code == Code.TRACK_ENDS
    assert play(game, "Boris: top artisans").boards["Boris"].list_held("top") == ("artisans",)


def test_the_fourth_meditation_space_is_reported():
    game = new_game(PLAYERS)
    told = []
    for _ in range(4):
        game = play(game, "Anna: meditation step")
        told.append(news(game))
    assert told == [[], [], ["meditation-4"], []]


def test_all_players_share_the_same_three_price_tokens():
    game = play(new_game(PLAYERS), "Anna: price wood up, price oil down\nBoris: price book up, price wood down")
    assert game.price_tokens == {"oil": -1, "book": 1, "wood": -1}
    assert play(game, "Chandra: price oil off, price dye up").price_tokens == {"book": 1, "wood": -1, "dye": 1}
    assert game.undo("Boris").price_tokens == {"wood": 1, "oil": -1, "book": 1}
    assert game.undo("Anna").price_tokens == {"book": 1, "wood": -1}


def test_an_undone_return_never_makes_a_fourth_price_token():
    game = play(new_game(PLAYERS), "Boris: price wood up, price oil up, price book up\nAnna: price wood off")
    game = play(game, "Chandra: price dye up").undo("Anna")
    assert game.price_tokens == {"oil": 1, "book": 1, "dye": 1}


def test_at_the_fourth_pier_all_price_tokens_go_back():
    game = play(new_game(PLAYERS), "Boris: price wood up, price oil down\n" + BOAT_AT_FOURTH_PIER)
    assert game.price_tokens == {}
    assert play(game, "Boris: price oil up").price_tokens == {"oil": 1}
    assert game.undo("Anna").price_tokens == {"wood": 1, "oil": -1}


def test_the_scoring_form_contains_the_price_tokens():
    form = play(new_game(PLAYERS), "Anna: wood 2, price wood up").fill_scoring_form()
    for player in form["players"]:
        player["rupees"] = 10
    assert score(form)["players"][0]["tiebreaks"] == {"goods_and_favour": 4}


def test_akbar_takes_twelve_goods_in_total():
    game = new_game(PLAYERS)
    for good in BASIC + ADVANCED:
        game = play(game, f"Anna: akbar {good}")
    assert refused(game, "Boris", "akbar book").code == Code.AKBAR_FULL


def whole_round(game):
    return play(game, "\n".join(f"{player}: end" for player in PLAYERS))


@pytest.mark.parametrize(
    "trigger",
    [
        pytest.param(BOAT_AT_FIFTH_PIER + ", contract dewan", id="a contract of level IV"),
        pytest.param("Boris: influence artisans, top artisans", id="the top of a track"),
        pytest.param(BOAT_AT_FIFTH_PIER + ", influence artisans" + ", order artisans" * 6, id="six orders in a column"),
    ],
)
def test_the_round_is_finished_and_every_player_has_one_more_turn(trigger):
    game = play(play(new_game(PLAYERS), "Anna: end"), trigger)
    game = play(game, "Boris: end\nChandra: end\nDev: end")
    assert (game.round, game.may_finish) == (2, False)
    game = whole_round(game)
    assert game.may_finish
    assert refused(game, "Anna", "end").code == Code.GAME_OVER
    assert refused(game, "Dev", "finish").details == {"player": "Anna"}
    game = play(game, "\n".join(f"{player}: rupees 30" for player in PLAYERS))
    game = play(game, "Dev: finish")
    assert refused(game, "Dev", "wood 1").code == Code.GAME_OVER
    assert not game.can_undo("Anna")


def test_turns_go_clockwise():
    assert refused(new_game(PLAYERS), "Boris", "end").details == {"player": "Anna"}


def test_the_rupees_are_counted_once_when_the_last_turns_are_over():
    game = whole_round(whole_round(play(new_game(PLAYERS), "Anna: influence artisans, top artisans")))
    game = play(game, "Boris: rupees 0")
    assert refused(game, "Boris", "rupees 7").code == Code.RUPEES_COUNTED
    game = play(game.undo("Boris"), "Boris: rupees 7")
    assert [player.get("rupees") for player in game.fill_scoring_form()["players"]] == [None, 7, None, None]


def test_an_undone_trigger_does_not_end_the_game():
    game = play(new_game(PLAYERS), "Anna: influence artisans, top artisans\nBoris: wood 2")
    assert game.last_round == 2
    game = game.undo("Anna")
    assert game.last_round is None
    assert game.boards["Boris"].count("wood") == 2


def test_the_scoring_form_lacks_only_the_rupees():
    game = play(
        new_game(PLAYERS),
        "Anna: contract sufi scholars, wood 2, favour 1, cover, meditation, akbar oil\n"
        "Anna: influence artisans, order artisans",
    )
    form = game.fill_scoring_form()
    for player in form["players"]:
        player["rupees"] = 10
    anna = score(form)["players"][0]
    assert anna["breakdown"] == {
        "rupees": 10,
        "influence:artisans": 2,
        "influence:merchants": 0,
        "influence:scholars": 0,
        "meditation": 5,
        "cover_tiles": 1,
        "akbar": 1,
    }
    assert anna["tiebreaks"] == {"goods_and_favour": 3}


entries = st.sampled_from(
    ["wood 2", "favour 3", "use wood 1", "influence artisans", "influence scholars", "order artisans",
     "akbar oil", "top scholars", "cover", "meditation", "contract sufi", "contract dyer", "contract mullah",
     "contract caliph", "contract subadar", "contract dewan", "end", "finish", "meditation step", "price wood up",
     "price wood off", "price oil down", "price book up", "price dye up"]
)  # fmt: skip
transcripts = st.lists(st.tuples(st.sampled_from(PLAYERS), entries), max_size=40)


@given(transcripts)
def test_an_assisted_game_can_always_be_scored(transcript):
    *_, (game, _) = states(transcript)
    form = game.fill_scoring_form()
    score({**form, "players": [player | {"rupees": 5} for player in form["players"]]})


@given(transcripts)
def test_undo_restores_exactly(transcript):
    before = None
    for game, player in states(transcript):
        if player and game.can_undo(player):
            undone = game.undo(player)
            assert undone.boards[player] == before.boards[player]
            assert undone.price_tokens == before.price_tokens
        before = game


@given(transcripts)
def test_every_river_event_is_reported_once(transcript):
    *_, (game, _) = states(transcript)
    events = {event for pier in PIERS for event in pier.events} - {"favour-for-cotton", "good-by-cotton"}
    told = [happening.code for entry in game.entries for _, happening in entry.news if happening.code in events]
    assert len(told) == len(set(told))


@pytest.mark.parametrize(
    "text", ["", "gold 1", "influence traders", "akbar favour", "meditation 2", "price wood", "price favour up",
             "price wood 1", "contract", "contract Sufi", "contract sufi traders", "end x"],
)  # fmt: skip
def test_text_that_is_not_a_move_is_unreadable(text):
    with pytest.raises(Unreadable):
        parse(text)
