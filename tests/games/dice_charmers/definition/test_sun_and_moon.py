"""Every fact that the rulings settle about our two sheets."""

from collections import Counter
from itertools import pairwise

import pytest

from companion.games.dice_charmers.definition import SheetDefinition, list_bonuses, list_sheet_names, load_sheet
from companion.games.dice_charmers.rules.bonuses import BONUS_KINDS
from companion.games.dice_charmers.rules.sheet import BUILDINGS, GOODS, NOWHERE, PEOPLE, make_plan


@pytest.fixture(params=["sun", "moon"])
def definition(request: pytest.FixtureRequest) -> SheetDefinition:
    return load_sheet(request.param)


@pytest.fixture
def sheet(definition):
    return definition.sheet


def kinds(bonuses):
    return [bonus.kind for bonus in bonuses]


def test_both_sheets_come_with_the_companion():
    assert {"sun", "moon"} <= set(list_sheet_names())


def test_tracks_have_39_places_of_fame_beside_78_of_money_with_bonuses(sheet):
    assert (sheet.tracks.fame, sheet.tracks.money) == (39, 78)
    assert sheet.tracks.fame_bonuses
    assert {"karma", "half-road"} <= set(kinds(bonus for _, bonus in sheet.tracks.money_bonuses))


def test_province_has_one_residence_with_roads_and_otherwise_buildings_and_markets(sheet):
    counts = Counter(space.kind for space in sheet.province.spaces)
    assert counts.pop("residence") == 1
    assert sheet.province.residence_roads
    assert set(counts) == {*BUILDINGS, "market-same", "market-different"}


def test_bonuses_stand_at_outer_edges(sheet):
    plan = make_plan(sheet)
    for space, side in plan.edges:
        assert plan.neighbours[space][side] == NOWHERE, (plan.spaces[space], side)


def test_market_has_three_rows_of_goods_at_prices_that_start_at_1_and_never_fall(sheet):
    assert tuple(kind for kind, _ in sheet.market.goods) == GOODS
    assert sheet.market.coins[0] == 1
    assert all(left <= right for left, right in pairwise(sheet.market.coins))


def test_every_good_stands_in_exactly_one_tent(sheet):
    in_rows = sorted((kind, column) for kind, columns in sheet.market.goods for column in columns)
    in_tents = sorted(good for tent in sheet.market.tents for good in tent.goods)
    assert in_tents == in_rows


def test_palace_has_three_spaces_each_and_six_column_bonuses(sheet):
    assert sheet.palace.uses == 3
    assert len(sheet.palace.upper_columns) == len(sheet.palace.lower_columns) == 3


def test_the_first_lower_palace_column_gives_the_goods_die_and_one_column_a_half_road(sheet):
    assert sheet.palace.lower_columns[0].kind == "goods-die"
    assert kinds(sheet.palace.upper_columns + sheet.palace.lower_columns).count("half-road") == 1


def test_river_has_18_spaces_that_earn_something_with_six_symbols_on_three_each(sheet):
    assert sorted(Counter(space.symbol for space in sheet.river).values()) == [3] * 6
    assert all(space.earnings for space in sheet.river)


def test_upgrades_raise_buildings_from_1_to_3_with_two_column_bonuses(sheet):
    assert sheet.upgrades.values == (1, 2, 3)
    assert len(sheet.upgrades.column_bonuses) == 2


def test_there_are_enough_upgrades_for_the_last_column(sheet):
    upgrades = kinds(list_bonuses(sheet)).count("upgrade") + sheet.palace.uses  # of Raja Man Singh
    assert upgrades >= len(BUILDINGS) * len(sheet.upgrades.column_bonuses)


def test_karma_has_five_places_the_first_circled_and_the_last_three_with_a_bonus(sheet):
    assert (sheet.karma.places, sheet.karma.start) == (5, 1)
    assert [place for place, _ in sheet.karma.bonuses] == [3, 4, 5]


def test_dice_show_what_the_rules_say(sheet):
    faces = {colour: Counter(of_die) for colour, of_die in sheet.faces}
    pairs = ["tea-tea", "silk-silk", "spices-spices", "tea-silk", "tea-spices", "silk-spices"]
    assert faces == {
        "purple": Counter(pairs),
        "green": Counter(["straight", "bend", "half-roads"] * 2),
        "blue": Counter({space.symbol for space in sheet.river}),
        "orange": Counter(PEOPLE),
    }


RARE = {
    "person great-mogul",  # person any is nearly the same
    "sell-any 1-3",  # the same as sell-any 3
    "sell-1-3 same",  # like a market
    "sell-1-3 different",
}
EVERY_BONUS = [
    f"{kind.name} {argument}".strip()
    for kind in BONUS_KINDS.values()
    if kind.name not in ("fame", "money")
    for argument in kind.arguments
] + ["fame", "money"]


def test_sheet_uses_every_bonus(sheet):
    written = {str(found) for found in list_bonuses(sheet)}
    assert set(EVERY_BONUS) - RARE - written - {text.split()[0] for text in written} == set()


def test_titles_and_labels_differ_between_the_languages(definition):
    for words in (definition.title, definition.labels.fame, *(words for _, words in definition.symbols)):
        assert words["en"] != words["ru"]


def test_sun_and_moon_share_the_structure_and_differ_in_province_bonuses_and_river():
    sun, moon = load_sheet("sun").sheet, load_sheet("moon").sheet
    assert sun.faces == moon.faces
    assert {space.name for space in sun.province.spaces} != {space.name for space in moon.province.spaces}
    assert sun.market.tents != moon.market.tents
    assert sun.river != moon.river


def test_a_photo_tells_sun_from_moon_by_the_corner_markers():
    ids = [marker.id for name in ("sun", "moon") for marker in load_sheet(name).geometry.markers]
    assert len(set(ids)) == 8
