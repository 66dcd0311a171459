"""Every fact that the rulings settle about our two sheets."""

from collections import Counter
from itertools import pairwise

import pytest

from companion.games.dice_charmers.definition import SheetDefinition, list_sheet_names, load_sheet
from companion.games.dice_charmers.definition.meeting import list_bonuses
from companion.games.dice_charmers.rules.bonuses import BONUS_KINDS
from companion.games.dice_charmers.rules.plan import NOWHERE, make_plan
from companion.games.dice_charmers.rules.sheet import BUILDINGS, GOODS, PEOPLE


@pytest.fixture(params=["sun", "moon", "sun@1", "moon@1"])
def definition(request: pytest.FixtureRequest) -> SheetDefinition:
    return load_sheet(request.param)


@pytest.fixture
def sheet(definition):
    return definition.sheet


def kinds(bonuses):
    return [bonus.kind for bonus in bonuses]


def test_both_sheets_come_with_the_companion():
    assert {"sun", "moon"} <= set(list_sheet_names())


def test_tracks_have_39_places_of_fame_beside_78_of_money(sheet):
    assert (sheet.tracks.fame, sheet.tracks.money) == (39, 78)


def test_both_tracks_carry_bonus_spaces(sheet):
    assert sheet.tracks.fame_bonuses
    assert sheet.tracks.money_bonuses


@pytest.mark.parametrize("kind", ["karma", "half-road"])
def test_money_track_carries(sheet, kind):
    assert kind in kinds(bonus for _, bonus in sheet.tracks.money_bonuses)


def test_province_has_one_residence_with_roads_and_otherwise_buildings_and_markets(sheet):
    counts = Counter(space.kind for space in sheet.province.spaces)
    assert counts.pop("residence") == 1
    assert sheet.province.residence_roads
    assert set(counts) == {*BUILDINGS, "market-same", "market-different"}


def test_bonuses_stand_at_outer_edges(sheet):
    plan = make_plan(sheet)
    for space, side in plan.edges:
        assert plan.neighbours[space][side] == NOWHERE, (plan.spaces[space], side)


def test_market_has_three_rows_of_goods(sheet):
    assert tuple(kind for kind, _ in sheet.market.goods) == GOODS


def test_prices_start_at_1_and_never_fall(sheet):
    assert sheet.market.coins[0] == 1
    assert all(left <= right for left, right in pairwise(sheet.market.coins))


def test_every_good_stands_in_exactly_one_tent(sheet):
    in_rows = sorted((kind, column) for kind, columns in sheet.market.goods for column in columns)
    in_tents = sorted(good for tent in sheet.market.tents for good in tent.goods)
    assert in_tents == in_rows


def test_palace_has_three_spaces_each_and_six_column_bonuses(sheet):
    assert sheet.palace.uses == 3
    assert len(sheet.palace.upper_columns) == len(sheet.palace.lower_columns) == 3


def test_first_column_of_the_lower_palace_gives_the_goods_die(sheet):
    assert sheet.palace.lower_columns[0].kind == "goods-die"


def test_one_palace_column_gives_a_half_road(sheet):
    columns = kinds(sheet.palace.upper_columns + sheet.palace.lower_columns)
    assert columns.count("half-road") == 1


def test_river_has_18_spaces_and_six_symbols_on_three_each(sheet):
    assert len(sheet.river) == 18
    assert sorted(Counter(space.symbol for space in sheet.river).values()) == [3] * 6


def test_every_river_space_earns_something(sheet):
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
    "sell-any 1-3",  # the same as sell-any 3 in the second edition
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


def structure(sheet):
    figures = (sheet.palace.uses, sheet.upgrades.values, sheet.karma.places, sheet.karma.start)
    return sheet.faces, sheet.tracks.fame, figures


def shape(sheet):
    return {space.name for space in sheet.province.spaces}, sheet.province.residence_roads


def test_sun_and_moon_share_the_structure_and_differ_in_province_bonuses_and_river():
    sun, moon = load_sheet("sun").sheet, load_sheet("moon").sheet
    assert structure(sun) == structure(moon)
    assert shape(sun) != shape(moon)
    assert sun.market.tents != moon.market.tents
    assert sun.river != moon.river


def test_an_earlier_version_keeps_its_number_and_its_drawing():
    for name in ("sun", "moon"):
        new, old = load_sheet(name), load_sheet(f"{name}@1")
        assert (new.sheet.version, new.edition, old.sheet.version, old.edition) == (2, 2, 1, 1)


def test_a_photo_tells_sun_from_moon_by_the_corner_markers():
    ids = [marker.id for name in ("sun", "moon") for marker in vars(load_sheet(name).geometry.markers).values()]
    assert len(set(ids)) == 8
