"""What holds in every game, whatever is played."""

import os
import random
from itertools import combinations, combinations_with_replacement
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.games.dice_charmers.definition import load_sheet
from companion.games.dice_charmers.rules import (
    Played,
    Started,
    TurnReset,
    Undone,
    advance,
    apply,
    check,
    compare_states,
    legal_moves,
    make_prompt,
    outcome,
    parse_move,
    replay,
    start,
    to_move,
)
from companion.games.dice_charmers.rules.sheet import BUILDINGS, DICE, GOODS, PEOPLE, SIDES

COLOURS = ("red", "blue", "green", "yellow", "white")
TINY, PAD = (Path(__file__).parents[1] / "definition" / f"{name}.toml" for name in ("tiny", "pad"))
SHEETS = {
    name: load_sheet(sheet).sheet for name, sheet in {"sun": "sun", "moon": "moon", "tiny": TINY, "pad": PAD}.items()
}
GAMES = int(os.environ.get("COMPANION_RANDOM_GAMES", "1"))  # of each kind; `make games` plays thousands

relaxed = settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
seeds = st.integers(0, 2**32)
tables = st.builds(
    lambda players, dice, paper: Started(COLOURS[:players], dice, frozenset(COLOURS[i] for i in paper if i < players)),
    st.integers(1, 5),
    st.sampled_from(["virtual", "real"]),
    st.sampled_from([(), (), (), (1,), (0, 2)]),
)
names = st.sampled_from(sorted(SHEETS))


def every_move(sheet):
    """Every readable move that this sheet could know, and some it does not."""
    spaces = [space.name for space in sheet.province.spaces] + ["l12"]
    roads = ["".join(sides) for count in range(1, 5) for sides in combinations(SIDES, count)]
    baskets = [" ".join(goods) for n in range(1, 5) for goods in combinations_with_replacement(GOODS, n)]
    places = [
        *(f"edge {space} {side}" for space in spaces for side in SIDES),
        *(f"{kind} {n}" for kind in ("tent", "upgrade", "karma") for n in range(1, 13)),
        *(f"{kind} {n}" for kind in ("fame", "money") for n in range(1, 79)),
        *(f"palace {area} {n}" for area in ("upper", "lower") for n in range(1, 5)),
    ]
    sources = [
        *places,
        "die",
        "half-road",
        *(f"market {space}" for space in spaces),
        *(f"river {n}" for n in range(1, 20)),
        *(f"river {n} {earning}" for n, space in enumerate(sheet.river, 1) for earning in space.earnings),
    ]
    texts = [
        "roll",
        "confirm dice",
        "pass",
        "end turn",
        "met",
        *(f"face {die} {face}" for die in DICE for _, faces in sheet.faces for face in faces),
        *(f"{verb} {die}" for verb in ("take", "karma", "goods-die") for die in DICE),
        *(f"road {space} {sides}" for space in spaces for sides in roads),
        *(f"half {space} {side}" for space in spaces for side in SIDES),
        *(f"{verb} {basket}" for verb in ("sell", "goods") for basket in baskets),
        *(f"river {step:+d}" for step in range(-19, 20) if step),
        *(f"upgrade {building}" for building in BUILDINGS),
        *(f"person {person}" for person in PEOPLE),
        *(f"use {place}" for place in places),
        *(f"give up {source}" for source in sources),
        *(f"total {figure} {n}" for figure in ("fame", "money", "karma-circled", "karma-used") for n in range(80)),
    ]
    return [parse_move(text) for text in dict.fromkeys(texts)]


EVERY_MOVE = {name: every_move(sheet) for name, sheet in SHEETS.items()}


@settings(relaxed, max_examples=5)
@given(name=names, started=tables, seed=seeds)
def test_check_allows_exactly_the_listed_moves(random_game, name, started, seed):
    rng = random.Random(seed)
    for history, _ in random_game(SHEETS[name], started, rng):
        if rng.random() > 0.03:
            continue
        state = history.state
        for seat in started.players:
            listed = legal_moves(state, seat)
            assert len(set(listed)) == len(listed)
            allowed = {move for move in EVERY_MOVE[name] if check(state, seat, move) is None}
            assert allowed == set(listed), str(make_prompt(state))


def released_by(marks, sheet, plan):
    """The bonuses that these marks must have released."""
    opened = {
        f"edge {space} {side}"
        for space, road in zip(plan.spaces, marks.roads, strict=True)
        for i, side in enumerate(SIDES)
        if road >> i & 1
    }
    rows = dict(sheet.market.goods)
    gone = {(kind, column) for kind, n in zip(GOODS, marks.sold, strict=True) for column in rows[kind][:n]}
    uses = dict(zip(PEOPLE, marks.people, strict=True))
    upper, lower = (min(uses[person] for person in wing) for wing in (sheet.palace.upper, sheet.palace.lower))
    upgrades = zip(BUILDINGS, marks.upgrades, strict=True)
    twice = [level for building, level in upgrades if building not in sheet.upgrades.once]
    reached = {
        *opened,
        *(f"tent {i}" for i, tent in enumerate(sheet.market.tents, 1) if set(tent.goods) <= gone),
        *(f"fame {place}" for place in range(1, marks.fame + 1)),
        *(f"money {place}" for place in range(1, marks.money + 1)),
        *(f"palace upper {column}" for column in range(1, upper + 1)),
        *(f"palace lower {column}" for column in range(1, lower + 1)),
        *(f"upgrade {column}" for column in range(1, min(marks.upgrades) + 1)),
        *(f"upgrade {column}" for column in range(2, min(twice) + 1)),
        *(f"karma {place}" for place in range(1, marks.karma_circled + 1)),
    }
    return reached & set(plan.bonuses)


def check_roads(marks, plan):
    """Connected to the residence, complete, and entered where a neighbour's road arrives."""
    reached, frontier = {plan.residence}, [plan.residence]
    while frontier:
        space = frontier.pop()
        for side, neighbour in enumerate(plan.neighbours[space]):
            meets = neighbour >= 0 and marks.roads[space] >> side & 1 and marks.roads[neighbour] >> (side + 2) % 4 & 1
            if meets and neighbour not in reached:
                reached.add(neighbour)
                frontier.append(neighbour)
    drawn = {space for space, road in enumerate(marks.roads) if road}
    assert drawn <= reached
    assert all(marks.roads[space].bit_count() >= 2 for space in drawn - {plan.residence})
    assert marks.roads[plan.residence] == plan.first_roads[plan.residence]


def check_marks(before, marks, plan):
    sheet = plan.sheet
    check_roads(marks, plan)
    released = [*marks.circled, *marks.crossed, *marks.wasted]
    assert len(released) == len(set(released)), "each bonus once"
    assert set(released) == released_by(marks, sheet, plan)
    rows = dict(sheet.market.goods)
    for kind, circled, sold in zip(GOODS, marks.goods, marks.sold, strict=True):
        assert 0 <= sold <= circled <= len(rows[kind]), "the stock is never negative"
    assert all(uses <= sheet.palace.uses for uses in marks.people)
    assert all(level < len(sheet.upgrades.values) for level in marks.upgrades)
    assert all(marks.upgrades[BUILDINGS.index(building)] <= 1 for building in sheet.upgrades.once)
    assert marks.karma_used <= marks.karma_circled <= sheet.karma.places
    assert before.fame <= marks.fame <= sheet.tracks.fame
    assert before.money <= marks.money <= sheet.tracks.money
    assert before.river & ~marks.river == 0
    assert all(old & ~new == 0 for old, new in zip(before.roads, marks.roads, strict=True))


@settings(relaxed, max_examples=20)
@given(name=names, players=st.integers(2, 5), seed=seeds)
def test_marks_keep_their_rules_in_every_game(random_game, name, players, seed):
    sheet = SHEETS[name]
    started = Started(COLOURS[:players])
    before = start(sheet, started).state
    for history, _ in random_game(sheet, started, random.Random(seed)):
        for old, new in zip(before.seats, history.state.seats, strict=True):
            if old is not new:
                check_marks(old.marks, new.marks, history.state.plan)
        before = history.state


@settings(relaxed, max_examples=20)
@given(name=names, started=tables, seed=seeds)
def test_a_replayed_log_gives_the_same_state_undo_included(random_game, name, started, seed):
    sheet = SHEETS[name]
    events = [started]
    for history, event in random_game(sheet, started, random.Random(seed)):
        events.append(event)
        seat = history.mover
        if seat:
            undone = advance(history, Undone(seat))
            assert undone.state == history.past[-1]
            reset = advance(history, TurnReset(seat))
            assert reset.state == history.past[0]
            assert advance(undone, event).state == history.state
            events += [Undone(seat), event]
    assert replay(sheet, events) == history.state


@settings(relaxed, max_examples=10)
@given(name=names, started=tables, seed=seeds)
def test_every_listed_move_can_tell_its_effects_and_be_written(random_game, name, started, seed):
    rng = random.Random(seed)
    for history, _ in random_game(SHEETS[name], started, rng):
        state = history.state
        seat = to_move(state)
        assert (make_prompt(state).code in ("rolling", "over")) == (seat is None)
        if seat and rng.random() < 0.2:
            for move in legal_moves(state, seat):
                assert parse_move(str(move)) == move
                compare_states(state, apply(state, Played(seat, move)), seat)


@pytest.mark.parametrize("name", sorted(SHEETS))
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize(
    ("dice", "paper"),
    [("virtual", ()), ("real", ()), ("virtual", ("blue",))],
    ids=["virtual", "real", "paper"],
)
def test_playing_any_listed_move_ends_the_game(random_game, name, players, dice, paper):
    rng = random.Random(f"{name} {players} {dice} {paper}")
    for _ in range(GAMES):
        *_, (history, _) = random_game(SHEETS[name], Started(COLOURS[:players], dice, frozenset(paper)), rng)
        assert outcome(history.state).winners


@pytest.mark.parametrize("pick", [0, -1], ids=["the first", "the last"])
@pytest.mark.parametrize("paper", [(), ("blue",), ("red", "blue")], ids=["no paper", "one on paper", "all on paper"])
@pytest.mark.parametrize("dice", ["virtual", "real"])
def test_always_playing_the_same_listed_move_ends_the_game_too(random_game, pick, paper, dice):
    for name, sheet in SHEETS.items():
        started = Started(("red", "blue"), dice, frozenset(paper))
        *_, (history, _) = random_game(sheet, started, random.Random(name), lambda moves: moves[pick])
        assert outcome(history.state)
