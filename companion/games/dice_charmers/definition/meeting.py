"""Count the points of a sheet, to check that its fame and money lines can meet at all."""

from collections.abc import Iterator

from companion.games.dice_charmers.rules.bonuses import sum_gains
from companion.games.dice_charmers.rules.palace import RAJAS_MONEY
from companion.games.dice_charmers.rules.sheet import BUILDINGS, Bonus, Sheet


def count_most_points(sheet: Sheet) -> float:
    """Sum all fame and half the money on a sheet: more than any player can get."""
    bonuses = list(list_bonuses(sheet))
    buildings = sum(
        sheet.upgrades.values[sheet.upgrades.count_upgrades(space.kind)]
        for space in sheet.province.spaces
        if space.kind in BUILDINGS
    )
    fame = buildings + sum_gains("fame", bonuses)
    goods = sum(sheet.market.coins[column] for _, columns in sheet.market.goods for column in columns)
    money = goods + sheet.palace.uses * RAJAS_MONEY + sum_gains("money", bonuses)
    return fame + money / 2


def list_bonuses(sheet: Sheet) -> Iterator[Bonus]:
    for _, bonus in (*sheet.tracks.fame_bonuses, *sheet.tracks.money_bonuses, *sheet.karma.bonuses):
        yield bonus
    for _, _, bonus in sheet.province.edge_bonuses:
        yield bonus
    for tent in sheet.market.tents:
        if tent.bonus:
            yield tent.bonus
    for space in sheet.river:
        yield from space.earnings
    yield from (*sheet.palace.upper_columns, *sheet.palace.lower_columns, *sheet.upgrades.column_bonuses)
