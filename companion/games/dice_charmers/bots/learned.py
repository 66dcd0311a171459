"""Rate sheets by weights that `companion train` has learned from games between bots.

The weights of a sheet are in `weights/NAME-VERSION.json`: for each stage of the game one number per feature.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path
from typing import NamedTuple

from companion.games.dice_charmers.bots import features
from companion.games.dice_charmers.bots.features import Counts, Features
from companion.games.dice_charmers.bots.rating import Rating
from companion.games.dice_charmers.rules.page import Marks
from companion.games.dice_charmers.rules.plan import Plan
from companion.games.dice_charmers.rules.sheet import Sheet

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


def find_earlier_weights(sheet: Sheet) -> Weights | None:
    """Load the weights of the version before, with which a training begins; None if there are none."""
    return find_weights(replace(sheet, version=sheet.version - 1))


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
        self._last_turn = weights.others[LAST_TURN]
        self._turn = weights.others[TURN_EARLY], weights.others[TURN_LATE]
        self._tracks = self._cache(partial(features.describe_tracks, plan))
        self._market = self._cache(partial(features.describe_market, plan))
        self._palace = self._cache(partial(features.describe_palace_and_river, plan))
        self._province = lru_cache(_CACHED)(self._describe_province)
        self._karma = self._cache(features.describe_karma)
        self._sales = self._cache(features.describe_sales)
        self._stock = lru_cache(_CACHED)(features.count_stock)

    def _cache(self, describe: Callable[..., Features]) -> Callable[..., Sum]:
        """Return a function that describes an area and adds up the weights of its features, with a cache."""
        return lru_cache(_CACHED)(lambda *marks: self._add_up(describe(*marks)))

    def _describe_province(self, *marks: Counts) -> tuple[Sum, Counts]:
        """Return what the province adds, and its markets: one look into the cache, as its marks take long to hash."""
        roads, entrances, _ = marks
        found = features.describe_province(self.plan, *marks)
        return self._add_up(found), features.count_markets(self.plan, roads, entrances)

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
