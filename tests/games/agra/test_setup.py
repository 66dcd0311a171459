"""Set-up of Agra for 2, 3 and 4 players."""

import random
from collections import Counter
from itertools import chain, repeat

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.agra.rules.notables import GUILDS, LEVELS, NOTABLES
from companion.games.agra.rules.setup import draw_notables, find_exchange, find_replacements, list_steps, set_up


def test_two_players_cover_two_orders_of_each_guild_and_up_to_four_goods_at_akbar():
    rolls = iter([6, 5, 3, 2, 3, 5, 1, 1, 1, 4, 6, 2, 2, 5, 6, 1, 3, 3, 4, 2])
    ready = set_up(2, rolls)
    assert ready.merchant == 3  # 6 and 5 are rolled again
    assert ready.builder == (2, 2)
    assert ready.neutral_at_akbar == {"left": (1,), "right": (4, 6)}  # a doubled roll covers nothing more
    assert ready.neutral_orders == {"artisans": (2, 5), "merchants": (1, 6), "scholars": (3, 4)}
    assert ready.order_markers == {"artisans": 3, "merchants": 2 + 3, "scholars": 1}
    assert ready.starting_player == 1
    assert list(rolls) == []


def test_an_order_marker_moves_down_from_a_covered_order():
    rolls = iter([1, 6, 6, 1, 2, 1, 1, 6, 1, 3, 1])
    ready = set_up(3, rolls)
    assert ready.builder == (3, 2)
    assert ready.neutral_orders == {"artisans": (6,), "merchants": (1,), "scholars": (3,)}
    assert ready.order_markers == {"artisans": 1, "merchants": 2, "scholars": 2}


def test_four_players_need_no_neutral_markers():
    ready = set_up(4, iter([4, 1, 3, 5, 1, 6, 2]))
    assert ready.order_markers == dict(zip(GUILDS, (3, 5, 1), strict=True))
    assert set(ready.neutral_orders.values()) == {()}
    assert ready.starting_player == 1  # the 6 is rolled again


@given(st.sampled_from([2, 3, 4]), st.integers())
def test_markers_are_never_on_covered_orders(players, seed):
    dice = random.Random(seed)
    ready = set_up(players, (dice.randint(1, 6) for _ in repeat(None)))
    for guild in GUILDS:
        assert len(ready.neutral_orders[guild]) == {2: 2, 3: 1, 4: 0}[players]
        assert ready.order_markers[guild] not in ready.neutral_orders[guild]
    assert ready.starting_player < players
    assert set(chain(*ready.neutral_at_akbar.values())) <= set(range(1, 7))


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


def test_the_steps_leave_out_neutral_markers_for_four():
    assert "neutral-markers-by-die" in list_steps(2)
    assert "neutral-markers-by-die" not in list_steps(4)
