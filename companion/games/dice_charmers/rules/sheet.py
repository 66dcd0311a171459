"""The part of a sheet that the rules need: areas, spaces and bonuses, without geometry.

Frozen and hashable, so that everything derived from a sheet can be cached. The values are read and checked by
`companion.games.dice_charmers.definition`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

SIDES = "NESW"  # clockwise, so that side i and side (i + 2) % 4 face each other
GOODS = ("tea", "silk", "spices")
BUILDINGS = ("temple", "palace", "fort", "mill")
MARKETS = ("market-same", "market-different")
UPPER_PALACE = ("great-mogul", "maharani", "trader")
LOWER_PALACE = ("raja-man-singh", "master-builder", "portuguese")  # both: unless a sheet says otherwise
PEOPLE = UPPER_PALACE + LOWER_PALACE
DICE_COLOURS = ("purple", "green", "blue", "orange")


@dataclass(frozen=True)
class Bonus:
    """What a bonus space or a river space gives: "fame 2". The kinds are in `rules/bonuses.py`."""

    kind: str  # as a sheet file spells it
    argument: str = ""  # a person, a number or a range, depending on the kind

    @property
    def amount(self) -> int:
        return int(self.argument)

    def __str__(self) -> str:
        return f"{self.kind} {self.argument}".strip()


@dataclass(frozen=True)
class Space:
    """One square of the province."""

    name: str  # column letter and row number from the top left: "c3"
    kind: str  # "residence", a building, "market-same", "market-different" or "blank"


@dataclass(frozen=True)
class Province:
    columns: int
    rows: int
    spaces: tuple[Space, ...]  # row by row, without those that are missing
    residence_roads: str  # the sides it leaves by, such as "NESW"
    edge_bonuses: tuple[tuple[str, str, Bonus], ...]  # space, side, bonus


@dataclass(frozen=True)
class Tent:
    """A group of goods; selling the last of them releases the bonus, if it has one."""

    goods: tuple[tuple[str, int], ...]  # kind, column from 0
    bonus: Bonus | None


@dataclass(frozen=True)
class Market:
    coins: tuple[int, ...]  # the price of each column, never falling
    goods: tuple[tuple[str, tuple[int, ...]], ...]  # kind, its columns from left to right
    tents: tuple[Tent, ...]


@dataclass(frozen=True)
class RiverSpace:
    symbol: str
    earnings: tuple[Bonus, ...]


@dataclass(frozen=True)
class Palace:
    uses: int  # spaces per person
    upper_columns: tuple[Bonus, ...]
    lower_columns: tuple[Bonus, ...]
    upper: tuple[str, ...] = UPPER_PALACE  # the people of the area
    lower: tuple[str, ...] = LOWER_PALACE


@dataclass(frozen=True)
class Upgrades:
    values: tuple[int, ...]  # fame for a building before and after each upgrade
    column_bonuses: tuple[Bonus, ...]  # for upgrading every building of a column once, twice
    once: tuple[str, ...] = ()  # buildings that can be upgraded only once

    def count_upgrades(self, building: str) -> int:
        """Count how often a building can be upgraded."""
        return 1 if building in self.once else len(self.values) - 1


@dataclass(frozen=True)
class Karma:
    places: int
    start: int
    bonuses: tuple[tuple[int, Bonus], ...]  # place from 1, bonus


@dataclass(frozen=True)
class Tracks:
    fame: int  # places; two places of money are next to one of fame
    money: int
    fame_bonuses: tuple[tuple[int, Bonus], ...]  # place from 1, bonus
    money_bonuses: tuple[tuple[int, Bonus], ...]


@dataclass(frozen=True)
class Sheet:
    name: str  # "sun"
    version: int
    faces: tuple[tuple[str, tuple[str, ...]], ...]  # dice colour, its faces; two dice of each colour
    tracks: Tracks
    province: Province
    market: Market
    palace: Palace
    river: tuple[RiverSpace, ...]
    upgrades: Upgrades
    karma: Karma

    @property
    def faces_by_colour(self) -> Mapping[str, tuple[str, ...]]:
        return MappingProxyType(dict(self.faces))
