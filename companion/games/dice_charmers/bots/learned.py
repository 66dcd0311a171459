"""Describe a sheet in numbers, and rate it by weights that `companion train` has learned from games between bots.

Each area has its own features, which depend on the marks of that area only, so that their value can be cached. Features
called "expected" are what the hand-written evaluation expects of an area; the others correct it. The weights of a sheet
are in `weights/NAME-VERSION.json`: for each stage of the game one number per feature.
"""

import json
from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from pathlib import Path
from typing import NamedTuple

from companion.games.dice_charmers.bots.evaluation import (
    HandWeights,
    Rating,
    value_palace,
    value_province,
    value_stock,
    value_tents,
    value_upgrades,
)
from companion.games.dice_charmers.rules.sheet import BUILDINGS, GOODS, PEOPLE, Marks, Plan, Sheet

Features = dict[str, float]
Counts = tuple[int, ...]

_NEAR = 8  # places on a track; a bonus further ahead does not count
_MOST_WAYS = 6  # more empty spaces to choose from do not help
_MOST_SOLD = 3  # goods on one market
HAND = HandWeights(stock=0.6)  # the weights of the sheets were learned with it
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
    expected = HAND.stock * value_stock(plan, goods, sold) + HAND.unfinished * value_tents(plan, sold)
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
        "expected palace": HAND.unfinished * value_palace(plan, people) / _SCALE,
        "expected river": HAND.river_left * (len(plan.sheet.river) - river.bit_length()) / _SCALE,
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
    expected = value_province(plan, roads, entrances, upgrades, HAND) + HAND.unfinished * value_upgrades(plan, upgrades)
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
        "expected karma": HAND.karma * (circled - used) / _SCALE,
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


# Weights

FOLDER = Path(__file__).parent / "weights"
_CACHED = 1 << 15  # positions of one area


class Weights(NamedTuple):
    """Weights per feature and stage, and the weights that belong to no feature."""

    early: Mapping[str, float]
    late: Mapping[str, float]
    last: Mapping[str, float]
    others: Mapping[str, float]


# The numbers that are not about a feature
TURN_EARLY, TURN_LATE = "turn to come, early", "turn to come, late"
LAST_TURN = "last turn to come"
FINAL_POINTS = "ten points at the end"
OTHERS = (TURN_EARLY, TURN_LATE, LAST_TURN, FINAL_POINTS)
SHARPNESS = "sharpness"  # the factor that made all weights fit to the chances to win


def find_weights(sheet: Sheet) -> Weights | None:
    """Load the weights of a sheet; None if no bot has been trained on this version of it."""
    file = find_weights_file(sheet)
    return parse_weights(file.read_text(encoding="utf-8")) if file.is_file() else None


def find_weights_file(sheet: Sheet) -> Path:
    """Return where the weights of a sheet belong."""
    return FOLDER / f"{sheet.name}-{sheet.version}.json"


def parse_weights(text: str) -> Weights:
    content = json.loads(text)
    return Weights(*(content[stage] for stage in Weights._fields))


def dump_weights(sheet: Sheet, weights: Weights) -> str:
    """Write weights as JSON, in the form of `parse_weights`."""
    rounded = {
        stage: {name: round(weight, 4) for name, weight in of_stage.items()}
        for stage, of_stage in weights._asdict().items()
    }
    return json.dumps({"sheet": sheet.name, "version": sheet.version, **rounded}, indent=1) + "\n"


class Sum(NamedTuple):
    """A part of a rating: what the marks of one area add in each stage."""

    early: float
    late: float
    last: float


class Learned:
    """Rate sheets by learned weights."""

    def __init__(self, plan: Plan, weights: Weights) -> None:
        self.plan = plan
        self.weights = weights
        self._final = weights.others[FINAL_POINTS] / 20
        early, late, last = (stage.get("points", 0.0) / 20 for stage in (weights.early, weights.late, weights.last))
        self.half_point = Rating(early, late, last, self._final)
        self._last_turn = weights.others[LAST_TURN]
        self._turn = weights.others[TURN_EARLY], weights.others[TURN_LATE]
        self._tracks = self._cache(partial(describe_tracks, plan))
        self._market = self._cache(partial(describe_market, plan))
        self._palace = self._cache(partial(describe_palace_and_river, plan))
        self._province = lru_cache(_CACHED)(self._describe_province)
        self._karma = self._cache(describe_karma)
        self._sales = self._cache(describe_sales)
        self._stock = lru_cache(_CACHED)(count_stock)

    def _cache(self, describe: Callable[..., Features]) -> Callable[..., Sum]:
        """Return a function that describes an area and adds up the weights of its features, with a cache."""
        return lru_cache(_CACHED)(lambda *marks: self._add_up(describe(*marks)))

    def _describe_province(self, *marks: Counts) -> tuple[Sum, Counts]:
        """Return what the province adds, and its markets: one look into the cache, as its marks take long to hash."""
        roads, entrances, _ = marks
        found = describe_province(self.plan, *marks)
        return self._add_up(found), count_markets(self.plan, roads, entrances)

    def _add_up(self, found: Features) -> Sum:
        stages = self.weights.early, self.weights.late, self.weights.last
        return Sum(*(sum(weights.get(name, 0.0) * amount for name, amount in found.items()) for weights in stages))

    def rate_sheet(self, marks: Marks) -> Rating:
        goods, sold = marks.goods, marks.sold
        province, markets = self._province(marks.roads, marks.entrances, marks.upgrades)
        early = late = 0.0
        last = self._last_turn
        for area in (
            self._tracks(marks.fame, marks.money),
            self._market(goods, sold),
            self._palace(marks.people, marks.river),
            province,
            self._karma(marks.karma_circled, marks.karma_used),
            self._sales(markets, self._stock(goods, sold)),
        ):
            early += area[0]
            late += area[1]
            last += area[2]
        return Rating(early, late, last, (2 * marks.fame + marks.money) * self._final)

    def rate_turn_to_come(self, stage: float) -> float:
        early, late = self._turn
        return early + stage * (late - early)
