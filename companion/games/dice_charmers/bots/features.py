"""Describe a sheet in numbers, from which bots learn what it is worth.

Each area has its own features, which depend on the marks of that area only, so that their value can be cached. Features
called "expected" are what the hand-written evaluation expects of an area; the others correct it.
"""

from companion.games.dice_charmers.bots.evaluation import (
    Weights,
    value_palace,
    value_province,
    value_stock,
    value_tents,
    value_upgrades,
)
from companion.games.dice_charmers.rules.page import Marks
from companion.games.dice_charmers.rules.plan import Plan
from companion.games.dice_charmers.rules.sheet import BUILDINGS, GOODS, PEOPLE

Features = dict[str, float]
Counts = tuple[int, ...]

_NEAR = 8  # places on a track; a bonus further ahead does not count
_MOST_WAYS = 6  # more empty spaces to choose from do not help
_MOST_SOLD = 3  # goods on one market
_HAND = Weights(stock=0.6)  # the weights of version 1 of the sheets were learned with it
_SCALE = 15.0  # half points of one unit of expectations


def list_features(plan: Plan, marks: Marks) -> Features:
    """Describe a whole sheet between two turns; features that are missing are 0."""
    markets, stock = count_markets(plan, marks.roads, marks.entrances), count_stock(marks.goods, marks.sold)
    return {
        **describe_tracks(plan, marks.fame, marks.money),
        **describe_market(plan, marks.goods, marks.sold),
        **describe_palace_and_river(plan, marks.people, marks.river),
        **describe_province(plan, marks.roads, marks.entrances, marks.upgrades),
        **describe_karma(marks.karma_circled, marks.karma_used),
        **describe_sales(markets, stock),
    }


def describe_tracks(plan: Plan, fame: int, money: int) -> Features:
    """Describe the points, and how near the next bonuses are."""
    tracks = plan.sheet.tracks
    return {
        "points": (2 * fame + money) / 20,
        **_describe_track("fame", fame, [place for place, _ in tracks.fame_bonuses]),
        **_describe_track("money", money, [place for place, _ in tracks.money_bonuses]),
    }


def _describe_track(name: str, reached: int, places: list[int]) -> Features:
    return {f"{name} {place}": 1 - (place - reached) / _NEAR for place in places if 0 < place - reached < _NEAR}


def describe_market(plan: Plan, goods: Counts, sold: Counts) -> Features:
    """Describe goods in stock and how far the tents are sold out."""
    expected = _HAND.stock * value_stock(plan, goods, sold) + _HAND.unfinished * value_tents(plan, sold)
    found: Features = {"expected market": expected / _SCALE, "stock": 0.0}
    for kind, good in enumerate(GOODS):
        found["stock"] += sum(plan.prices[kind][sold[kind] : goods[kind]]) / 10
        found[f"{good} circled"] = goods[kind] / 4
        found[f"{good} sold"] = sold[kind] / 4
    for place, needed in plan.tents:
        if any(map(_exceeds, needed, sold)):
            found[place] = (sum(map(min, needed, sold)) / sum(needed)) ** 2
            found[f"{place} in stock"] = float(not any(map(_exceeds, needed, goods)))
    return found


def _exceeds(needed: int, there: int) -> bool:
    return needed > there


def describe_palace_and_river(plan: Plan, people: Counts, river: int) -> Features:
    return {
        "expected palace": _HAND.unfinished * value_palace(plan, people) / _SCALE,
        "expected river": _HAND.river_left * (len(plan.sheet.river) - river.bit_length()) / _SCALE,
        **_describe_palace(plan, people),
        **_describe_river(river),
    }


def _describe_palace(plan: Plan, people: Counts) -> Features:
    """Describe who has been called how often, and how far the columns are."""
    found = {f"{person} {use}": 1.0 for person, used in zip(PEOPLE, people, strict=True) for use in range(1, used + 1)}
    for places, wing in plan.columns:
        for column, place in enumerate(places, start=1):
            done = sum(people[person] >= column for person in wing)
            if done < len(wing):
                found[place] = (done / len(wing)) ** 2
    return found


def _describe_river(river: int) -> Features:
    """Describe how far the boat is, and the spaces it has left out."""
    position = river.bit_length()
    found = {f"river {space}": 1.0 for space in range(1, position + 1)}
    for space in range(position):
        if not river >> space & 1:
            found[f"left out {space + 1}"] = 1.0
    return found


def describe_province(plan: Plan, roads: Counts, entrances: Counts, upgrades: Counts) -> Features:
    """Describe upgrades, the spaces where roads can go next, and the bonuses at their edges."""
    expected = value_province(plan, roads, entrances, upgrades, _HAND) + _HAND.unfinished * value_upgrades(
        plan, upgrades
    )
    found: Features = {
        "expected province": expected / _SCALE,
        "roads": sum(map(bool, roads)) / 5,
        "next fame": 0.0,
        "later fame": 0.0,
    }
    values, steps = plan.sheet.upgrades.values, dict(zip(BUILDINGS, upgrades, strict=True))
    ways = 0
    for kind, road, arriving in zip(plan.kinds, roads, entrances, strict=True):
        if not road:
            ways += bool(arriving)
            if kind in steps:
                found["next fame" if arriving else "later fame"] += values[steps[kind]] / 5
    for count in range(1, min(ways, _MOST_WAYS) + 1):
        found[f"ways {count}"] = 1.0
    for (space, side), place in plan.edges.items():
        if roads[space]:
            if not roads[space] >> side & 1:
                found[f"{place} beside"] = 1.0
        elif entrances[space]:
            found[place] = 1.0
    for building, step in steps.items():
        for value in range(1, step + 1):
            found[f"{building} {value}"] = 1.0
    for column, (place, buildings) in enumerate(plan.upgrade_columns, start=1):
        done = sum(upgrades[building] >= column for building in buildings)
        if done < len(buildings):
            found[place] = (done / len(buildings)) ** 2
    return found


def describe_karma(circled: int, used: int) -> Features:
    return {
        "expected karma": _HAND.karma * (circled - used) / _SCALE,
        **{f"karma {place}": 1.0 for place in range(1, circled + 1)},
        **{f"karma left {left}": 1.0 for left in range(1, circled - used + 1)},
    }


def count_markets(plan: Plan, roads: Counts, entrances: Counts) -> tuple[int, int]:
    """Count the markets of both kinds that the next road can open."""
    next_kinds = [kind for kind, road, way in zip(plan.kinds, roads, entrances, strict=True) if way and not road]
    return next_kinds.count("market-same"), next_kinds.count("market-different")


def count_stock(goods: Counts, sold: Counts) -> tuple[int, int]:
    """Count the goods that each kind of market would buy."""
    stock = [there - gone for there, gone in zip(goods, sold, strict=True)]
    return min(max(stock), _MOST_SOLD), sum(map(bool, stock))


def describe_sales(markets: tuple[int, int], stock: tuple[int, int]) -> Features:
    """Describe what could be sold if the next road opened a market."""
    (same, different), (of_one_kind, of_each_kind) = markets, stock
    return {
        "sale of one kind": of_one_kind * bool(same) / 3,
        "sale of each kind": of_each_kind * bool(different) / 3,
    }
