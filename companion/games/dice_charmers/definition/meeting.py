"""Whether a sheet holds enough fame and money for the two lines to meet at all."""

from collections.abc import Iterator

from companion.games.dice_charmers.rules.sheet import BUILDINGS, Bonus, Sheet

MONEY_OF_A_RAJA = 1  # Raja Man Singh gives it with each of his upgrades


def count_most_points(sheet: Sheet) -> float:
    """Fame plus half the money of a player who got everything there is, which nobody does."""
    bonuses = list(list_bonuses(sheet))
    buildings = sum(space.kind in BUILDINGS for space in sheet.province.spaces)
    fame = buildings * max(sheet.upgrades.values) + _sum_amounts(bonuses, "fame")
    goods = sum(sheet.market.coins[column] for _, columns in sheet.market.goods for column in columns)
    money = goods + sheet.palace.uses * MONEY_OF_A_RAJA + _sum_amounts(bonuses, "money")
    return fame + money / 2


def _sum_amounts(bonuses: list[Bonus], kind: str) -> int:
    return sum(bonus.amount for bonus in bonuses if bonus.kind == kind)


def list_bonuses(sheet: Sheet) -> Iterator[Bonus]:
    for _, bonus in (*sheet.tracks.fame_bonuses, *sheet.tracks.money_bonuses, *sheet.karma.bonuses):
        yield bonus
    for _, _, bonus in sheet.province.edge_bonuses:
        yield bonus
    for tent in sheet.market.tents:
        yield tent.bonus
    for space in sheet.river:
        yield from space.earnings
    yield from (*sheet.palace.upper_columns, *sheet.palace.lower_columns, *sheet.upgrades.column_bonuses)
