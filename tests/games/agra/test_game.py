"""The table's memory of Agra: turns, orders, influence, contracts, the boat, dice and the end, by the rulebook."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.agra.rules.game import (
    BONUS_STEPS,
    DIE,
    ENTRIES,
    EXAMPLES,
    GUILDS,
    NUMBERS,
    PIERS,
    new_game,
    walk,
)
from companion.games.agra.rules.scoring import BASIC, BUILDINGS, GOODS, LEVELS, NOTABLES, score
from companion.rules.messages import IllegalMove, Unreadable
from companion.rules.text_form import make_parser

parse = make_parser(ENTRIES, EXAMPLES)
NAMES = ("Anna", "Boris", "Chandra", "Daoud")
EVERY_GUILD = tuple(f"{name}:{GUILDS[number % 3]}" for number, name in enumerate(NOTABLES))
BOWLS = tuple(
    f"{side}:{place}:{good}"
    for (side, place), good in zip([(s, p) for s in ("left", "right") for p in range(1, 7)], GOODS[4:], strict=True)
)


def begin(players=4, **facts):
    return new_game(NAMES[:players], {name: tuple(values) for name, values in facts.items()})


def play(game, text):
    """Enter a transcript such as "Anna: order artisans, cover 1; Boris: done"."""
    for line in filter(None, text.split("; ")):
        player, _, entries = line.partition(": ")
        for entry in entries.split(", "):
            game = game.apply(player, parse(entry))
    return game


def news(game):
    return [str(happening.code) for _, happening in game.news]


def refused(game, player, entry):
    refusal = game.check(player, parse(entry))
    with pytest.raises(IllegalMove):
        game.apply(player, parse(entry))
    return refusal.code


# Turns


@pytest.mark.parametrize(
    ("players", "entries", "turn"),
    [
        pytest.param(4, "Anna: done", "Boris", id="one tap where only the turn matters"),
        pytest.param(4, "Anna: order artisans", "Boris", id="an order is the last phase of a turn"),
        pytest.param(4, "Anna: akbar", "Boris", id="so is a good for Akbar"),
        pytest.param(4, "Anna: influence artisans 1; Boris: order artisans", "Chandra", id="the next player orders"),
        pytest.param(4, "Anna: contract sufi; Boris: akbar", "Chandra", id="the next player serves Akbar"),
        pytest.param(4, "Anna: cover 1; Boris: done", "Chandra", id="the next player is done"),
        pytest.param(4, "Anna: order artisans, akbar", "Boris", id="a second order in the same turn"),
        pytest.param(4, "Anna: done, order artisans", "Boris", id="an order entered late"),
        pytest.param(4, "Anna: done; Chandra: order artisans", "Daoud", id="the next one again"),
        pytest.param(4, "Chandra: order artisans", "Anna", id="two seats away: entered late"),
        pytest.param(2, "Anna: order artisans, akbar", "Boris", id="two players: still Anna's turn"),
        pytest.param(2, "Anna: done; Boris: cover 1; Anna: order artisans", "Boris", id="two players: Boris was done"),
        pytest.param(4, "Boris: influence artisans 1", "Anna", id="influence outside the turn, with the Jagirdar"),
        pytest.param(4, "Boris: contract sufi", "Anna", id="a contract is won outside the turn"),
        pytest.param(4, "Boris: build cement", "Anna", id="the Mujtahida builds outside the turn"),
        pytest.param(4, "Boris: boat 2, price oil +1, merchant 2, builder 3", "Anna", id="what everyone shares"),
        pytest.param(
            4, "Boris: set orders artisans 2, set akbar 1, set influence scholars 3", "Anna", id="corrections"
        ),
        pytest.param(4, "Boris: cover 1, meditation complete", "Anna", id="the own board"),
        pytest.param(4, "Chandra: set turn", "Chandra", id="it is Chandra's turn"),
        pytest.param(4, "Anna: boat 4; Boris: contract sadr-us-sudur, akbar", "Anna", id="a good at once, out of turn"),
        pytest.param(4, "Anna: boat 4, contract sadr-us-sudur, akbar", "Anna", id="a good at once, in the turn"),
        pytest.param(
            4, "Anna: boat 4, contract sadr-us-sudur, akbar, akbar", "Boris", id="then one in the order phase"
        ),
    ],
)
def test_whose_turn_it_is(players, entries, turn):
    assert play(begin(players), entries).turn == turn


@pytest.mark.parametrize("players", [2, 3, 4])
def test_done_never_skips_a_player(players):
    game = play(begin(players), "Anna: done")
    assert refused(game, "Anna", "done") == "not-your-turn"
    game = begin(players)
    for number in range(3 * players):
        assert (game.turn, game.round) == (NAMES[number % players], 1 + number // players)
        game = game.apply(game.turn, parse("done"))


def test_the_turn_and_the_round_can_be_set():
    game = play(begin(), "Anna: order artisans; Chandra: set turn round 4")
    assert (game.turn, game.round) == ("Chandra", 4)
    assert play(game, "Chandra: done; Daoud: done").round == 5


# Orders and influence


@pytest.mark.parametrize(
    ("before", "entry", "said", "steps"),
    [
        pytest.param("", "order artisans", ["order-pays"], 1, id="an order needs a step, so it was forgotten"),
        pytest.param("Anna: influence artisans 2", "order artisans", ["order-in-full"], 2, id="highest"),
        pytest.param(
            "Anna: influence artisans 2; Boris: influence artisans 2", "order artisans", ["order-in-full"], 2, id="tied"
        ),
        pytest.param(
            "Anna: influence artisans 1; Boris: influence artisans 2",
            "order artisans",
            ["order-less-one"],
            2,
            id="behind: one less and a step",
        ),
        pytest.param(
            "Anna: influence artisans 2; Boris: influence artisans 4",
            "order artisans",
            ["order-less-one", "step-bonus"],
            3,
            id="the step of an order gives its bonus",
        ),
    ],
)
def test_what_an_order_pays(before, entry, said, steps):
    game = play(play(begin(), before), f"Anna: {entry}")
    assert news(game) == said
    assert game.boards["Anna"].influence["artisans"] == steps
    assert game.boards["Anna"].orders["artisans"] == 1


@pytest.mark.parametrize(
    ("players", "boat", "room"), [(4, 1, 3), (4, 3, 4), (4, 4, 5), (4, 5, 6), (3, 1, 2), (2, 1, 1), (2, 5, 4)]
)
def test_the_order_limit_grows_with_the_boat_and_counts_neutral_markers(players, boat, room):
    game = begin(players) if boat == 1 else play(begin(players), f"Anna: boat {boat}")
    for _ in range(room):
        game = play(game, "Anna: order scholars")
    assert refused(game, "Anna", "order scholars") == "order-limit-reached"


def test_the_order_marker_moves_down_past_covered_orders_and_starts_again_at_the_top():
    game = play(begin(3, orders=["artisans:5:6", "merchants:1:2", "scholars:2:3"]), "Anna: order artisans")
    assert (game.find_order_marker("artisans"), news(game)[-1]) == (1, "order-marker-up")
    assert game.find_order_marker("merchants") == 1
    assert news(play(game, "Boris: order scholars"))[-1] == "order-marker"


@given(st.lists(st.tuples(st.sampled_from(["step", "set"]), st.integers(-4, 12)), max_size=12))
def test_steps_and_settings_agree_and_no_bonus_is_skipped_or_repeated(changes):
    """Every bonus step is announced when it is passed on the way up and withdrawn on the way down."""
    game, height, bonuses = begin(track=["9"]), 0, Counter()
    for kind, number in changes:
        text = f"influence artisans {number}" if kind == "step" else f"set influence artisans {abs(number)}"
        to = height + number if kind == "step" else abs(number)
        if not 0 <= to <= 9:
            assert refused(game, "Anna", text) == "too-much"
            continue
        by_other_way = game.apply("Anna", parse(f"set influence artisans {to}"))
        game, height = game.apply("Anna", parse(text)), to
        assert replace(game, fresh=True) == replace(by_other_way, fresh=True)
        for _, happening in game.news:
            if happening.code in ("step-bonus", "step-lost"):
                bonuses[happening.details["step"]] += 1 if happening.code == "step-bonus" else -1
        assert {step for step, count in bonuses.items() if count} == {step for step in BONUS_STEPS if height >= step}
        assert set(bonuses.values()) <= {0, 1}


@given(st.sampled_from(NUMBERS), st.integers(0, 12))
def test_every_number_can_be_set(what, number):
    game = play(begin(), "Anna: order artisans, akbar, cover 2, influence scholars 4")
    entry = parse(f"set {what} {number}")
    if game.check("Anna", entry):
        return
    after = game.apply("Anna", entry)
    kind, _, guild = what.partition(" ")
    board = after.boards["Anna"]
    counted = {
        "orders": board.orders.get(guild), "influence": board.influence.get(guild), "akbar": len(board.served),
        "cover": board.covers,
    }  # fmt: skip
    assert counted[kind] == number
    assert after.turn == game.turn


# Akbar


@pytest.mark.parametrize(
    ("players", "facts", "before", "entry", "code"),
    [
        pytest.param(4, {}, "Anna: akbar oil", "akbar oil", "akbar-served", id="each good once"),
        pytest.param(4, {}, "Anna: set akbar 12", "akbar", "akbar-full", id="twelve bowls"),
        pytest.param(2, {"akbar": ["left:1", "right:2"]}, "Anna: set akbar 10", "akbar", "akbar-full", id="two covered"),
        pytest.param(4, {"bowls": BOWLS}, "Anna: akbar", "akbar wood", "no-such-bowl", id="no bowl for it"),
        pytest.param(
            3, {"bowls": BOWLS, "akbar": ["left:1"]}, "Anna: akbar", "akbar cement", "no-such-bowl", id="a covered bowl"
        ),
        pytest.param(4, {}, "Anna: set akbar 7", "set akbar 6", "too-much", id="together no more than twelve"),
        pytest.param(4, {}, "Anna: akbar", "set orders artisans 7", "too-much", id="six orders of a guild"),
        pytest.param(4, {}, "Anna: akbar", "cover -1", "too-much", id="no cover tile to put back"),
        pytest.param(4, {}, "Anna: akbar", "set cover 9", "too-much", id="eight cover tiles"),
        pytest.param(4, {}, "Anna: akbar", "meditation incomplete", "not-changed", id="not completed anyway"),
        pytest.param(4, {}, "Anna: contract sufi", "contract sufi", "notable-taken", id="a contract is won once"),
        pytest.param(4, {"notables": ["cook"]}, "", "contract sufi", "not-drawn", id="not along the river"),
        pytest.param(4, {}, "", "contract muezzin", "out-of-reach", id="beyond the boat"),
        pytest.param(
            3, {}, "Anna: contract sufi, contract cook, contract dyer, contract mahout", "contract khatib", "level-empty",
            id="four of level I with three players",
        ),
        pytest.param(4, {}, "Anna: boat 3", "boat 3", "boat-there", id="the boat is there"),
        pytest.param(4, {}, "Anna: contract sufi, contract cook", "boat 1", "boat-needed", id="contracts moved the boat"),
        pytest.param(4, {}, "", "price oil 0", "price-unchanged", id="no token there"),
        pytest.param(
            4, {}, "Anna: price oil +1, price wood -1, price dye +1", "price book +1", "prices-all-laid", id="three tokens"
        ),
        pytest.param(4, {}, "", "build wood", "built-already", id="basic buildings are built"),
        pytest.param(4, {}, "", "unbuild oil", "not-built", id="not built"),
        pytest.param(4, {}, "", "set merchant oil", "not-built", id="the merchant visits finished buildings"),
        pytest.param(4, {}, "", "set builder wood", "built-already", id="the builder visits unbuilt ones"),
        pytest.param(4, {}, "Anna: end", "end", "not-changed", id="the end is triggered once"),
        pytest.param(4, {}, "", "finish", "count-first", id="rupees first"),
    ],
)  # fmt: skip
def test_refusals(players, facts, before, entry, code):
    assert refused(play(begin(players, **facts), before), "Boris", entry) == code


def test_setting_goods_at_akbar_keeps_the_named_ones():
    game = play(begin(), "Anna: akbar oil, set akbar 3, akbar dye")
    assert game.served == ("oil", "", "", "dye")
    assert play(game, "Anna: set akbar 1").served == ("oil",)


# Contracts and the boat


@pytest.mark.parametrize(
    ("contracts", "pier", "limit", "reach"),
    [
        ("", 1, 3, 1),
        ("sufi", 1, 3, 1),
        ("sufi cook", 2, 3, 2),
        ("sufi cook mullah", 3, 4, 2),
        ("sufi cook mullah caliph", 4, 5, 3),
        ("sufi cook mullah caliph painter", 5, 6, 4),
        ("sufi cook mullah caliph painter dewan", 6, 6, 4),
        ("sufi cook dyer mahout", 2, 3, 2),
    ],
)
def test_the_boat_follows_the_contracts(contracts, pier, limit, reach):
    game = play(begin(), "".join(f"Anna: contract {notable}; " for notable in contracts.split()))
    assert (game.pier, game.order_limit, PIERS[game.pier].reach) == (pier, limit, reach)
    assert all(LEVELS[notable] <= reach and notable not in contracts for notable in game.waiting)


def test_the_boat_can_be_entered_without_naming_contracts_and_moved_back():
    game = play(begin(), "Anna: boat 3")
    assert news(game) == ["pier", "builder-due", "pier", "merchant-due", "favour-for-cotton", "order-limit"]
    game = play(game, "Anna: contract mullah")  # the contract that had brought the boat there
    assert (game.pier, news(game)) == (3, ["contract-won", "step-up"])
    game = play(game, "Boris: contract caliph")
    assert game.pier == 4
    back = play(begin(), "Anna: boat 3, boat 2")
    assert (back.pier, news(back)) == (2, ["boat-back"])


def test_every_pier_has_its_events_once():
    game, said = begin(), []
    for notable in ("sufi", "cook", "mullah", "caliph", "painter", "dewan"):
        game = play(game, f"Anna: contract {notable}")
        said += news(game)
    expected = [str(event) for pier in PIERS.values() for event in pier.events]
    assert [code for code in said if code in expected] == expected
    assert [code for code in said if code == "order-limit"] == ["order-limit"] * 3


def test_price_tokens_go_back_at_the_fourth_pier():
    game = play(begin(), "Anna: price oil +1, price wood -1")
    assert game.prices == {"oil": 1, "wood": -1}
    assert play(game, "Anna: boat 4").prices == {}


@pytest.mark.parametrize(
    ("facts", "steps", "said"),
    [
        ({"guilds": EVERY_GUILD}, 1, ["contract-won", "sufi", "step-up"]),
        ({"notables": ["sufi:merchants", "cook"]}, 1, ["contract-won", "sufi", "step-up"]),
        ({}, 0, ["contract-won", "sufi", "step-by-card"]),
    ],
    ids=["guild of our copy", "guild of the set-up", "guild not known"],
)
def test_the_player_at_turn_delivered_and_goes_a_step_up(facts, steps, said):
    game = play(begin(**facts), "Boris: contract sufi")
    assert sum(game.boards["Anna"].influence.values()) == steps
    assert sum(game.boards["Boris"].influence.values()) == 0
    assert news(game) == said


def test_a_guild_can_be_corrected_at_any_time():
    game = play(begin(guilds=["sufi:artisans"]), "Anna: contract sufi")
    assert game.scoring_input()["players"][0]["notables"] == [{"name": "sufi", "guild": "artisans"}]
    corrected = replace(game, facts={"guilds": ("sufi:scholars",)})
    assert corrected.scoring_input()["players"][0]["notables"] == [{"name": "sufi", "guild": "scholars"}]
    unknown = replace(game, facts={})
    assert unknown.scoring_input()["players"][0]["notables"] == [{"name": "sufi"}]


# Merchant, builder, buildings


@pytest.mark.parametrize(
    ("entries", "merchant", "passed"),
    [
        pytest.param("merchant 2", "turmeric", ("wood",), id="over finished buildings"),
        pytest.param("merchant 4", "sandstone", ("wood", "turmeric", "cotton"), id="back to the quarry"),
        pytest.param(
            "merchant 6", "turmeric", ("wood", "turmeric", "cotton", "sandstone", "wood"), id="round and round"
        ),
        pytest.param("build curry, build clothes, merchant 4", "curry", ("wood", "turmeric", "cotton"), id="a new one"),
        pytest.param("set merchant cotton, merchant 1", "sandstone", (), id="set to where he stands"),
    ],
)
def test_where_the_die_leads_the_merchant(entries, merchant, passed):
    game = play(begin(merchant=["1"]), f"Anna: {entries}")
    assert (game.merchant, game.passed) == (merchant, passed)
    assert news(game) == ["merchant-moves"]


@pytest.mark.parametrize(
    ("entries", "builder", "built", "said"),
    [
        pytest.param("builder 1", "planks", "cement", ["builder-builds", "builder-moves"], id="builds and moves"),
        pytest.param("builder 6", "dye", "cement", ["builder-builds", "builder-moves"], id="into the third column"),
        pytest.param("build cement, builder 1", "planks", "cement", ["builder-moves"], id="the architect has built it"),
        pytest.param(
            "build planks, builder 1", "curry", "cement planks", ["builder-builds", "builder-moves"], id="past"
        ),
        pytest.param(
            "set builder clothes, builder 2", "planks", "clothes", ["builder-builds", "builder-moves"], id="top"
        ),
    ],
)
def test_where_the_die_leads_the_builder(entries, builder, built, said):
    game = play(begin(builder=["2", "1"]), f"Anna: {entries}")
    assert game.builder == builder
    assert game.built == {*BASIC, *built.split()}
    assert news(game) == said


def test_the_builder_leaves_when_everything_is_built():
    game = begin(builder=["2", "1"])
    for good in BUILDINGS[5:]:
        game = play(game, f"Anna: build {good}")
    game = play(game, "Anna: builder 3")
    assert (game.builder, news(game)) == (None, ["builder-builds", "builder-leaves"])
    assert refused(game, "Anna", "builder 3") == "builder-gone"


@pytest.mark.parametrize(("entry", "said"), [("merchant 3", "merchant-steps"), ("builder 3", "builder-steps")])
def test_a_die_is_also_rolled_where_nobody_knows_the_place(entry, said):
    assert news(play(begin(), f"Anna: {entry}")) == [said]


def test_the_boat_and_the_architect_call_for_dice():
    game = play(begin(builder=["2", "1"], merchant=["1"]), "Anna: boat 3")
    assert game.dice_due == {"merchant", "builder"}
    assert play(game, "Anna: builder 2, merchant 1").dice_due == frozenset()
    assert play(begin(builder=["2", "1"]), "Anna: build cement").dice_due == {"builder"}


@given(st.sets(st.sampled_from(BUILDINGS[4:])), st.sampled_from(BASIC), st.integers(1, DIE))
def test_the_merchant_only_passes_finished_buildings(built, start, die):
    way = walk(start, {*BASIC, *built}, die)
    assert len(way) == die
    assert set(way) <= {*BASIC, *built}


# The end


@pytest.mark.parametrize(
    ("facts", "entries", "trigger"),
    [
        pytest.param({}, "boat 5, contract dewan", "level-four", id="a contract of level IV"),
        pytest.param({}, "boat 6", "pier", id="the boat at the last pier"),
        pytest.param({"track": ["9"]}, "influence artisans 9", "top-of-influence", id="the top of a track"),
        pytest.param({}, "boat 5, set orders artisans 5, order artisans", "order-column-full", id="a full column"),
        pytest.param({}, "end", "end-entered", id="as people say"),
    ],
)
def test_the_round_is_finished_and_everyone_has_one_more_turn(facts, entries, trigger):
    game = play(begin(**facts), f"Anna: {entries}")
    assert trigger in news(game) and "end-triggered" in news(game)
    assert (game.round, game.last_round) == (1, 2)
    said = []
    while not game.turns_over:
        game = game.apply(game.turn, parse("done"))
        said += news(game)
    assert game.turns == 8
    assert said == ["last-turns", "turns-over"]


def test_without_the_length_of_a_track_its_top_is_entered():
    assert play(begin(), "Anna: influence artisans 12").last_round is None


def test_an_order_at_the_end_of_a_round_belongs_to_that_round():
    game = play(begin(), "Anna: boat 5, set orders artisans 5, done; Boris: done; Chandra: done; Daoud: order artisans")
    assert (game.round, game.last_round, game.turn) == (2, 2, "Anna")
    assert news(game)[-3:] == ["order-column-full", "end-triggered", "last-turns"]


def test_a_correction_withdraws_the_end():
    game = play(begin(track=["9"]), "Anna: influence artisans 9, influence artisans -1")
    assert (game.last_round, news(game)[-1]) == (None, "end-withdrawn")
    assert play(game, "Anna: influence artisans 1").last_round == 2


def test_the_last_round_can_be_set():
    game = play(begin(), "Anna: end, set last 5")
    assert game.last_round == 5
    assert play(game, "Anna: set last 0").last_round == 2


def test_numbers_can_be_corrected_when_the_last_turns_are_over():
    game = play(begin(2), "Anna: end, done; Boris: done; Anna: done; Boris: done")
    assert game.turns_over
    game = play(
        game, "Anna: set influence artisans 4, set orders artisans 2, order scholars, akbar, cover 3; Boris: boat 3"
    )
    assert game.turns_over
    game = play(game, "Anna: final 30; Boris: final 31, final 29, finish")
    assert game.finished
    assert refused(game, "Anna", "final 31") == "game-over"


def test_the_final_score_has_everything_but_the_rupees():
    game = play(
        begin(guilds=EVERY_GUILD),
        "Anna: contract sufi, set influence artisans 4, cover 2, meditation complete, price oil +1, order artisans, akbar",
    )
    filled = game.scoring_input()
    assert filled["price_tokens"] == {"oil": 1}
    assert filled["players"][0] == {
        "name": "Anna",
        "notables": [{"name": "sufi", "guild": "merchants"}],
        "influence": {"artisans": 4, "merchants": 1, "scholars": 0},
        "orders": {"artisans": 1, "merchants": 0, "scholars": 0},
        "meditation_complete": True,
        "cover_tiles": 2,
        "akbar": 1,
    }


def test_goods_left_over_are_asked_only_of_players_who_are_tied():
    game = play(begin(3), "Anna: end, final 30; Boris: final 30; Chandra: final 20; Anna: set last 1")
    game = replace(game, turns=3)
    assert game.tied == ("Anna", "Boris")
    assert game.prompt().code == "tied"
    game = play(game, "Anna: left favour 2 oil 1, price oil +1; Boris: left favour 4")
    assert game.prompt().code == "ready-to-finish"
    assert score(game.scoring_input())["winners"] == ["Anna"]


ANY_ENTRY = st.tuples(
    st.sampled_from(NAMES[:3]),
    st.sampled_from(
        [
            "done", "done", "order artisans", "order merchants", "order scholars", "akbar", "akbar oil", "cover 1", "cover -1",
            "contract sufi", "contract cook", "contract mullah", "contract dewan", "boat 3", "boat 2", "influence artisans 2",
            "influence artisans -1", "set influence scholars 6", "set orders artisans 1", "set akbar 2", "set cover 8",
            "meditation complete", "price oil +1", "price oil 0", "build cement", "unbuild cement", "merchant 3", "builder 5",
            "set merchant wood", "set turn", "set turn round 2", "set last 4", "end", "final 30", "left favour 3 oil 2", "finish",
        ]
    ),
)  # fmt: skip


@given(st.lists(ANY_ENTRY, max_size=40))
def test_whatever_is_entered_can_be_written_replayed_and_scored(entries):
    game, accepted = begin(3, merchant=["2"], builder=["2", "3"], guilds=EVERY_GUILD), []
    for player, text in entries:
        entry = parse(text)
        assert parse(str(entry)) == entry
        if game.check(player, entry) is None:
            before, game = game, game.apply(player, entry)
            accepted.append((player, text))
            assert game.turns - before.turns in (0, 1, 2) or text.startswith("set turn")
    again = begin(3, merchant=["2"], builder=["2", "3"], guilds=EVERY_GUILD)
    for player, text in accepted:
        again = again.apply(player, parse(text))
    assert again == game
    filled = game.scoring_input()
    score({**filled, "players": [{"rupees": 0, **player} for player in filled["players"]]})


@pytest.mark.parametrize(
    "text", ["", "order", "order sufi", "contract", "price oil 2", "set turn round", "left", "boat x y"]
)
def test_text_that_is_not_an_entry_is_refused(text):
    with pytest.raises((Unreadable, IllegalMove)):
        parse(text)
