"""Set-up of Agra for 2, 3 and 4 players."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.agra.rules.scoring import (
    GUILDS,
    LEVELS,
    NOTABLES,
    balance,
    draw_notables,
    find_exchange,
    find_free_order,
    find_replacements,
)
from companion.games.agra.setup import SETUP, describe_steps, list_kinds
from companion.games.setup import Group
from companion.i18n import use_language


@given(st.randoms(use_true_random=False), st.sampled_from([2, 3, 4]))
def test_whatever_is_rolled_is_possible_and_markers_are_never_on_covered_orders(luck, players):
    group = Group(("Anna", "Boris", "Chandra", "Daoud")[:players], {}, {})
    drawn = SETUP.draw_missing(group, lambda sides: luck.randint(1, sides))
    assert SETUP.keep_possible(replace(group, facts=drawn)) == drawn
    assert len(drawn.get("akbar", ())) <= {2: 4, 3: 2, 4: 0}[players]
    for value in drawn["orders"]:
        _, marker, *neutral = value.split(":")
        assert marker not in neutral
        assert len(neutral) == {2: 2, 3: 1, 4: 0}[players]


@pytest.mark.parametrize(
    ("order", "covered", "free"), [(3, [], 3), (3, [3, 4], 5), (6, [6, 1], 2), (1, [1, 2, 3, 4, 5, 6], None)]
)
def test_an_order_marker_moves_down_from_a_covered_order_and_starts_again_at_the_top(order, covered, free):
    assert find_free_order(order, covered) == free


@pytest.mark.parametrize(("players", "levels"), [(2, [4, 3, 2, 1]), (3, [4, 3, 2, 1]), (4, [5, 4, 3, 2])])
def test_notables_along_the_river(players, levels):
    drawn = draw_notables(players, NOTABLES)
    counted = Counter(LEVELS[name] for name in drawn)
    assert [counted[level] for level in (1, 2, 3, 4)] == levels
    assert len(set(drawn)) == len(drawn)


def seen(*guilds):
    return dict(zip(draw_notables(4 if len(guilds) == 14 else 2, NOTABLES), guilds, strict=True))


A, M, S = GUILDS


@pytest.mark.parametrize(
    "guilds",
    [[A] * 5 + [M] * 5 + [S] * 4, [A] * 3 + [M] * 4 + [S] * 3],
    ids=["5/5/4", "4/3/3"],
)
def test_balanced_guilds_stay(guilds):
    assert find_exchange(seen(*guilds)) is None


def test_too_many_of_a_guild_are_exchanged_from_level_one_on():
    drawn = seen(*[S] * 2, *[A] * 6, *[M] * 6)
    change = find_exchange(drawn)
    assert change.missing == (S,)
    assert [LEVELS[name] for name in change.notables] == sorted(LEVELS[name] for name in change.notables)
    assert LEVELS[change.notables[0]] == 1
    new = find_replacements(change.notables[0], drawn, NOTABLES)
    assert new
    assert all(LEVELS[name] == 1 and name not in drawn for name in new)


@given(st.randoms(use_true_random=False), st.sampled_from([2, 3, 4]))
def test_known_guilds_are_balanced_at_once(luck, players):
    guilds = {name: GUILDS[number % 3] for number, name in enumerate(NOTABLES)}
    shuffled = luck.sample(NOTABLES, len(NOTABLES))
    drawn = draw_notables(players, shuffled)
    river = balance(drawn, guilds, shuffled)
    assert find_exchange({name: guilds[name] for name in river}) is None
    assert Counter(map(LEVELS.get, river)) == Counter(map(LEVELS.get, drawn))


def steps(players, facts):
    with use_language("en"):
        return describe_steps(Group(("Anna", "Boris", "Chandra", "Daoud")[:players], {}, facts))


@pytest.mark.parametrize(
    ("players", "text", "listed"),
    [
        pytest.param(2, "2 in each guild’s column, 2 on each side of Akbar", True, id="two players"),
        pytest.param(3, "1 in each guild’s column, 1 on each side of Akbar", True, id="three players"),
        pytest.param(4, "Neutral markers", False, id="four players need none"),
        pytest.param(4, "5 / 4 / 3 / 2 of levels I to IV", True, id="14 notables for four"),
        pytest.param(3, "4 / 3 / 2 / 1 of levels I to IV", True, id="10 notables for three"),
    ],
)
def test_the_checklist_depends_on_the_number_of_players(players, text, listed):
    assert any(text in step for step in steps(players, {})) == listed


def test_the_checklist_shows_what_is_known():
    known = {"merchant": ("3",), "builder": ("2", "4"), "first": ("2",), "notables": ("sufi:scholars", "cook")}
    text = " ".join(steps(4, known))
    assert "building 3 from the top, first column" in text
    assert "column 2, building 4" in text
    assert "Boris begins" in text
    assert "Notables along the river: Sufi, Cook" in text


@pytest.mark.parametrize(
    ("name", "values", "possible"),
    [
        pytest.param("track", "9", True, id="steps of a track"),
        pytest.param("track", "5", False, id="no bonus on the sixth step"),
        pytest.param("guilds", "sufi:scholars,cook:artisans", True, id="some guilds"),
        pytest.param("guilds", "mullah:artisans", False, id="known from the rulebook"),
        pytest.param("guilds", "sufi:scholars,sufi:artisans", False, id="one guild each"),
        pytest.param("meditation", "1,2,2,3", True, id="a part of the track"),
        pytest.param("meditation", "1,x", False, id="no number"),
        pytest.param("bowls", "left:1:oil,right:6:paper", True, id="some bowls"),
        pytest.param("bowls", "left:1:oil,right:6:oil", False, id="one bowl for a good"),
        pytest.param("bowls", "left:7:oil", False, id="no such bowl"),
    ],
)
def test_what_is_printed_on_our_copy(name, values, possible):
    kinds = {kind.name: kind for kind in list_kinds(Group(("Anna", "Boris"), {}, {}))}
    assert kinds[name].printed
    assert kinds[name].is_possible(values.split(",")) == possible
    if possible:
        with use_language("en"):
            assert kinds[name].describe(values.split(","), Group(("Anna", "Boris"), {}, {}))


def test_our_copy_is_asked_with_what_is_known():
    facts = {"guilds": ("sufi:scholars",), "bowls": ("left:3:oil",), "meditation": ("1", "2"), "track": ("9",)}
    questions = [
        question
        for kind in list_kinds(Group(("Anna", "Boris"), {}, facts))
        if kind.printed
        for question in kind.questions
    ]
    chosen = {question.field: question.chosen for question in questions if question.chosen}
    assert chosen == {
        "guilds.sufi": "scholars", "guilds.court-artist": "artisans", "guilds.dewan": "merchants",
        "bowls.left:3": "oil", "meditation.1": "1", "meditation.2": "2", "track": "9",
    }  # fmt: skip
