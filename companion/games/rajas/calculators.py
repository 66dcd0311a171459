"""Calculators for Rajas of the Ganges: tiles, markets, dice, the river, the master builder."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.forms import CompanionForm
from companion.games.calculator import Calculator, Choice, Numbers, checkbox, number
from companion.games.rajas.rules.board import BASIC, COLOURS, FIRST_LEVEL, LAST_LEVEL, MOST_KARMA, Die
from companion.games.rajas.rules.paying import Overbuilding, Payment, list_ways_to_overbuild, list_ways_to_pay
from companion.games.rajas.rules.province import (
    BEND,
    BROWN_YIELDS,
    BUILDINGS,
    GOODS,
    MOST_ON_A_TILE,
    SPECIAL_YIELDS,
    Market,
    Progress,
    Yield,
    count_tile_yield,
    sell_different_goods,
    sell_goods_of_one_kind,
)
from companion.games.rajas.rules.river import find_harbour_moves, find_next_free, find_portuguese_move
from companion.games.rajas.words import TERMS, describe_amount, term
from companion.i18n import N_, gettext

SHOWN_WAYS = 4
DEAREST_TILE = 30
MOST_MONEY = 9  # of one market
LONGEST_RIVER = 60


class DiceForm(CompanionForm):
    orange = Numbers(N_("Orange dice"), 1, 6, most=BASIC.dice)
    green = Numbers(N_("Green dice"), 1, 6, most=BASIC.dice)
    purple = Numbers(N_("Purple dice"), 1, 6, most=BASIC.dice)
    blue = Numbers(N_("Blue dice"), 1, 6, most=BASIC.dice)
    karma = number(N_("Karma"), 0, MOST_KARMA, 1)

    def read_dice(self) -> list[Die]:
        return [Die(colour, value) for colour in COLOURS for value in self[colour].values]


class PayForm(DiceForm):
    colour = Choice(N_("Colour of the tile"), {colour: TERMS[colour] for colour in COLOURS})
    cost = number(N_("Number on the tile"), 1, DEAREST_TILE)


def answer_pay(form: PayForm) -> Sequence[str]:
    ways = list_ways_to_pay(form.read_dice(), form.colour.data, form.cost.data, form.karma.data)
    return [describe_payment(way) for way in ways[:SHOWN_WAYS]] or [gettext("Your dice are not enough for this tile.")]


def describe_payment(way: Payment) -> str:
    parts = [str(die.value) for die in way.dice] + [f"{die.value} → {7 - die.value}" for die in way.turned]
    waste = gettext("%(count)s too many", count=way.overpaid) if way.overpaid else gettext("exactly")
    karma = ", " + gettext("karma: %(count)s", count=len(way.turned)) if way.turned else ""
    return f"{' + '.join(parts)} ({waste}{karma})"


class OverbuildForm(DiceForm):
    old_cost = number(N_("Number on the tile to cover"), 1, DEAREST_TILE)
    colour = Choice(N_("Colour of the new tile"), {colour: TERMS[colour] for colour in COLOURS})
    new_cost = number(N_("Number on the new tile"), 1, DEAREST_TILE)
    for_free = checkbox(N_("The river sends me to the master builder: no 5 is needed"))


def answer_overbuild(form: OverbuildForm) -> Sequence[str]:
    old, new = form.old_cost.data, form.new_cost.data
    if new <= old:
        return [gettext("The new tile must cost more than the old one.")]
    ways = list_ways_to_overbuild(form.read_dice(), form.colour.data, old, new, form.karma.data, form.for_free.data)
    difference = gettext("Difference to pay: %(count)s", count=new - old)
    if not ways:
        return [difference, gettext("Your dice are not enough for this.")]
    return [difference, *(describe_overbuilding(way) for way in ways[:SHOWN_WAYS])]


def describe_overbuilding(way: Overbuilding) -> str:
    difference = describe_payment(way.difference)
    if way.five is None:
        return difference
    (die,) = way.five.given
    five = f"{term(die.colour)} {die.value}" + (" → 5" if way.five.turned else "")
    return gettext("For the master builder %(five)s; for the tile %(difference)s", five=five, difference=difference)


class TileForm(CompanionForm):
    temple = number(N_("Temples on the tile"), 0, 2, 0)
    palace = number(N_("Palaces on the tile"), 0, 2, 0)
    fort = number(N_("Forts on the tile"), 0, 2, 0)
    mill = number(N_("Mills on the tile"), 0, 2, 0)
    temple_level = number(N_("Temple level"), FIRST_LEVEL, LAST_LEVEL, FIRST_LEVEL)
    palace_level = number(N_("Palace level"), FIRST_LEVEL, LAST_LEVEL, FIRST_LEVEL)
    fort_level = number(N_("Fort level"), FIRST_LEVEL, LAST_LEVEL, FIRST_LEVEL)
    mill_level = number(N_("Mill level"), FIRST_LEVEL, LAST_LEVEL, FIRST_LEVEL)
    markets = Numbers(N_("Money of the markets on the tile"), 1, MOST_MONEY, most=MOST_ON_A_TILE)
    special_fame = number(N_("Special yields connected: fame"), 0, 30, 0)
    special_money = number(N_("Special yields connected: money"), 0, 30, 0)
    special_dice = number(N_("Special yields connected: dice"), 0, 2 * MOST_ON_A_TILE, 0)
    special_karma = number(N_("Special yields connected: karma"), 0, 2 * MOST_ON_A_TILE, 0)
    special_upgrade = number(N_("Special yields connected: upgrades"), 0, MOST_ON_A_TILE, 0)
    special_boat = number(N_("Special yields connected: boat moves"), 0, MOST_ON_A_TILE, 0)


SPECIAL = {
    "fame": N_("Then the special yields: fame +%(amount)s."),
    "money": N_("Then the special yields: money +%(amount)s."),
    "dice": N_("Then the special yields: new dice, rolled immediately: %(amount)s."),
    "karma": N_("Then the special yields: karma +%(amount)s, up to level 3."),
    "upgrade": N_("Then the special yields: upgrades of your choice, for later tiles only: %(amount)s."),
    "boat": N_("Then the special yields: boat moves, each to the next free space: %(amount)s."),
}


def answer_tile(form: TileForm) -> Sequence[str]:
    buildings = [building for building in BUILDINGS for _ in range(form[building].data)]
    if len(buildings) > MOST_ON_A_TILE:
        return [gettext("A tile has at most %(most)s buildings.", most=MOST_ON_A_TILE)]
    levels: dict[str, int] = {building: form[f"{building}_level"].data for building in BUILDINGS}
    markets = [Market("tea", money) for money in form.markets.values]
    special = [Yield(gives, form[f"special_{gives}"].data) for gives in SPECIAL_YIELDS]
    result = count_tile_yield(buildings, markets, levels, [each for each in special if each.amount])
    gained = gettext("The tile gives: fame +%(fame)s, money +%(money)s.", fame=result.fame, money=result.money)
    return [gained, *(gettext(SPECIAL[each.gives], amount=each.amount) for each in result.then)]


class BrownForm(CompanionForm):
    tiles_with_market = number(N_("Tiles with a market"), 0, 30, 0)
    river_spaces = number(N_("Spaces your boat has moved from the start"), 0, LONGEST_RIVER, 0)
    buildings = number(N_("Buildings in the province"), 0, 40, 0)
    yield_tiles_connected = number(N_("Yield tiles connected, including the brown one"), 0, 30, 1)
    bends = number(N_("Bends in roads"), 0, 40, 0)
    upgrades = number(N_("Upgrades made"), 0, 8, 0)
    workers = number(N_("Workers"), 3, 6, 3)


def answer_brown(form: BrownForm) -> Sequence[str]:
    progress = Progress(**{name: form[name].data for name in Progress.__dataclass_fields__})
    given = {name: gives(progress) for name, gives in BROWN_YIELDS.items()}
    return [f"{term(f'brown {name}')}: {describe_amount(each.gives, each.amount)}" for name, each in given.items()]


class MarketForm(CompanionForm):
    silk = Numbers(N_("Money of your silk markets"), 1, MOST_MONEY)
    tea = Numbers(N_("Money of your tea markets"), 1, MOST_MONEY)
    spices = Numbers(N_("Money of your spice markets"), 1, MOST_MONEY)
    die = number(N_("Die to give up"), 1, 6, 6)


def answer_market(form: MarketForm) -> Sequence[str]:
    markets = [Market(good, money) for good in ("silk", "tea", "spices") for money in form[good].values]
    different, same = sell_different_goods(markets), sell_goods_of_one_kind(markets, form.die.data)
    kind = f" ({term(same.markets[0].good)})" if same.markets else ""
    return [
        gettext("Assorted goods: money +%(money)s.", money=different.money),
        gettext("Goods of one kind%(kind)s: money +%(money)s.", kind=kind, money=same.money),
    ]


class RiverForm(CompanionForm):
    boat = number(N_("Spaces your boat has moved from the start"), 0, LONGEST_RIVER, 0)
    others = Numbers(N_("Spaces of the other boats"), 0, LONGEST_RIVER, most=3)
    last = number(N_("Total number of river spaces"), 6, LONGEST_RIVER)
    die = number(N_("Die for the harbour"), 1, 3, 3)


def answer_river(form: RiverForm) -> Sequence[str]:
    boat, others, last = form.boat.data, form.others.values, form.last.data
    if max(boat, *others, 0) > last:
        return [gettext("No boat can be beyond the last space, %(last)s.", last=last)]
    far, near = find_portuguese_move(boat, others, last), find_next_free(boat, others, last)
    return [
        describe_course(gettext("Harbour"), find_harbour_moves(boat, form.die.data, others, last)),
        describe_course(gettext("Portuguese"), () if far is None else (far,)),
        describe_course(gettext("Boat bonus"), () if near is None else (near,)),
    ]


def describe_course(by: str, spaces: Sequence[int]) -> str:
    if not spaces:
        return gettext("%(by)s: no move possible.", by=by)
    return gettext("%(by)s: to space %(spaces)s.", by=by, spaces=", ".join(map(str, spaces)))


CALCULATORS = (
    Calculator(
        "pay", N_("Pay for a tile"), N_("Which dice pay with the least waste, including karma."), PayForm, answer_pay
    ),
    Calculator(
        "tile",
        N_("What a new tile gives"),
        N_("Fame by your levels, money from its markets, then the special yields."),
        TileForm,
        answer_tile,
    ),
    Calculator("markets", N_("Market actions"), N_("What each of the two would give now."), MarketForm, answer_market),
    Calculator(
        "river", N_("Where the boat can go"), N_("Spaces with other boats are not counted."), RiverForm, answer_river
    ),
    Calculator(
        "overbuild",
        N_("Master builder"),
        N_("Cover a tile with a more expensive one: pay only the difference."),
        OverbuildForm,
        answer_overbuild,
    ),
    Calculator(
        "brown",
        N_("Brown yield tiles (Navaratnas)"),
        N_("What each would give right now."),
        BrownForm,
        answer_brown,
    ),
)


def fill_in(sheet: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of form fields that are known from a player's board at a table."""
    if "levels" not in sheet:  # only reminders
        return {"workers": sheet["workers"]}
    dice = {colour: [die["value"] for die in sheet["dice"] if die["colour"] == colour] for colour in COLOURS}
    levels = {f"{building}_level": level for building, level in sheet["levels"].items()}
    upgrades = sum(level - FIRST_LEVEL for level in sheet["levels"].values())
    shown: dict[str, Any] = {colour: " ".join(map(str, values)) for colour, values in dice.items()}
    connected = 1 + sum(tile["connected"] for tile in sheet["tiles"])
    tiles = [tile["parts"] for tile in sheet.get("province", ())]
    markets = {good: [part[-1] for parts in tiles for part in parts if part.startswith(good)] for good in GOODS}
    progress = {
        "workers": sheet["workers"],
        "upgrades": upgrades,
        "yield_tiles_connected": connected,
        "river_spaces": sheet.get("boat", 0),
        "boat": sheet.get("boat", 0),
        "buildings": sum(part in BUILDINGS for parts in tiles for part in parts),
        "bends": sum(part == BEND for parts in tiles for part in parts),
        "tiles_with_market": sum(any(part.startswith(GOODS) for part in parts) for parts in tiles),
        **{good: " ".join(money) for good, money in markets.items()},
    }
    return {**shown, **levels, **progress, "karma": sheet["karma"]}
