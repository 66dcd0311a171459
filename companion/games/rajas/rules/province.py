"""Yields of a province: new tiles, special yields at the edge, and the two market actions."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

Building = Literal["temple", "palace", "fort", "mill"]
BUILDINGS: tuple[Building, ...] = get_args(Building)
GOODS = ("silk", "tea", "spices")
SPECIAL_YIELDS = ("fame", "money", "dice", "karma", "upgrade", "boat")  # printed at the edge, or on a yield tile there
MOST_ON_A_TILE = 2  # buildings, markets, and special yields connected at a corner


@dataclass(frozen=True)
class Market:
    good: str
    money: int


BEND = "bend"
MOST_MONEY = 9  # of one market


@dataclass(frozen=True)
class ProvinceTile:
    """A tile in a province as words: `temple`, `silk-3`, `bend`, and `+money-5` for a yield it connected."""

    parts: tuple[str, ...]
    covers: bool = False  # lies on another tile and cannot be covered again

    @property
    def buildings(self) -> tuple[Building, ...]:
        return tuple(building for building in BUILDINGS for part in self.parts if part == building)

    @property
    def markets(self) -> tuple[Market, ...]:
        words = (part.split("-") for part in self.parts if part.partition("-")[0] in GOODS)
        return tuple(Market(good, int(money)) for good, money in words)

    @property
    def yields(self) -> tuple[str, ...]:
        return tuple(part[1:] for part in self.parts if part.startswith("+"))

    @property
    def bends(self) -> int:
        return self.parts.count(BEND)


@dataclass(frozen=True)
class Yield:
    """A yield in addition to the tile itself."""

    gives: str  # one of SPECIAL_YIELDS
    amount: int = 1


@dataclass(frozen=True)
class TileYield:
    fame: int
    money: int
    then: tuple[Yield, ...] = ()  # special yields, given after the tile itself


def count_tile_yield(
    buildings: Sequence[str],
    markets: Sequence[Market],
    levels: Mapping[str, int],
    special: Sequence[Yield] = (),
) -> TileYield:
    """Add up fame for each building at its level and money for each market; special yields follow."""
    fame = sum(levels[building] for building in buildings)
    return TileYield(fame, sum(market.money for market in markets), tuple(special))


@dataclass(frozen=True)
class MarketAction:
    markets: tuple[Market, ...]

    @property
    def money(self) -> int:
        return sum(market.money for market in self.markets)


def sell_different_goods(markets: Sequence[Market]) -> MarketAction:
    """Choose the best market of each kind of good."""
    best = (max((m for m in markets if m.good == good), key=_sum_money, default=None) for good in GOODS)
    return MarketAction(tuple(market for market in best if market))


def sell_goods_of_one_kind(markets: Sequence[Market], most: int) -> MarketAction:
    """Choose up to `most` markets of the good that pays best; a die or the river sets `most`."""
    return max((_find_best(markets, good, most) for good in GOODS), key=lambda action: action.money)


def _find_best(markets: Sequence[Market], good: str, most: int) -> MarketAction:
    richest = sorted((market for market in markets if market.good == good), key=_sum_money, reverse=True)
    return MarketAction(tuple(richest[:most]))


def _sum_money(market: Market) -> int:
    return market.money


@dataclass(frozen=True)
class Progress:
    """The things that brown yield tiles (Navaratnas) count when they are connected."""

    tiles_with_market: int = 0
    river_spaces: int = 0  # from the starting space
    buildings: int = 0
    yield_tiles_connected: int = 0
    bends: int = 0
    upgrades: int = 0
    workers: int = 3


BROWN_YIELDS: Mapping[str, Callable[[Progress], Yield]] = {
    "markets": lambda progress: Yield("fame", progress.tiles_with_market),
    "river": lambda progress: Yield("fame", progress.river_spaces // 3),
    "buildings": lambda progress: Yield("money", progress.buildings),
    "yield-tiles": lambda progress: Yield("money", 2 * progress.yield_tiles_connected),
    "bends": lambda progress: Yield("fame", 2 * progress.bends),
    "upgrades": lambda progress: Yield("money", 2 * progress.upgrades),
    "workers": lambda progress: Yield("fame", progress.workers),
}
