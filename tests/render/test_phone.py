"""On a phone every entry has a target that a thumb can hit and a name that can be heard."""

import re
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass

import pytest

from companion.games.dice_charmers.drawing.area import NO_MARKS, THUMB
from companion.games.dice_charmers.drawing.phone import (
    BONUSES,
    ENTRIES,
    WIDTH,
    draw_printed_areas,
    draw_strokes,
    write_stylesheet,
)
from companion.games.dice_charmers.rules.sheet import BUILDINGS, DESCRIBED, PEOPLE, make_plan

SVG = "{http://www.w3.org/2000/svg}"


@dataclass(frozen=True)
class Target:
    name: str
    title: str
    x: float
    y: float
    width: float
    height: float

    def covers(self, x, y):
        return self.x <= x <= self.x + self.width and self.y <= y <= self.y + self.height


def targets(svg):
    found = {}
    for area in ElementTree.fromstring(svg).findall(f"{SVG}g"):
        left, top = map(float, area.get("transform")[len("translate(") : -1].split())
        for group in area.iter(f"{SVG}g"):
            if "data-target" in group.attrib:
                box = group.find(f"{SVG}rect").attrib
                name, title = group.get("data-target"), group.find(f"{SVG}title").text
                x, y, width, height = (float(box[key]) for key in ("x", "y", "width", "height"))
                assert name not in found, f"{name} is there twice"
                found[name] = Target(name, title, left + x, top + y, width, height)
    return found


@pytest.fixture(scope="module", params=["en", "ru"])
def shown(request, sheet, marks, on_a_phone):
    return targets(on_a_phone(sheet, marks, request.param))


def test_everything_a_player_enters_can_be_tapped(sheet, shown):
    rules = sheet.sheet
    expected = {
        *(f"space {space.name}" for space in rules.province.spaces),
        *(f"good {kind} {n}" for kind, columns in rules.market.goods for n in range(1, len(columns) + 1)),
        *(f"river {number}" for number in range(1, len(rules.river) + 1)),
        *(f"karma {number}" for number in range(1, rules.karma.places + 1)),
        *(f"person {person}" for person in PEOPLE),
        *(f"building {building}" for building in BUILDINGS),
        *(f"bonus {place}" for place in make_plan(rules).bonuses),
    }
    assert set(shown) == expected


def test_targets_are_at_least_a_thumb_large(shown):
    small = {name: (t.width, t.height) for name, t in shown.items() if min(t.width, t.height) < THUMB - 0.01}
    assert THUMB * 360 / WIDTH == 44
    assert not small


def test_targets_lie_inside_the_drawing(shown):
    assert all(t.x >= -0.01 and t.x + t.width <= WIDTH + 0.01 for t in shown.values())


def test_no_target_hides_the_middle_of_another(shown):
    for one in shown.values():
        x, y = one.x + one.width / 2, one.y + one.height / 2
        above = list(shown)[list(shown).index(one.name) + 1 :]
        assert not [name for name in above if shown[name].covers(x, y)], one.name


def test_every_target_says_what_it_is(shown):
    assert all(target.title.strip() for target in shown.values())
    assert "{" not in "".join(target.title for target in shown.values())


def test_a_foreign_sheet_has_its_targets_too(tiny, on_a_phone):
    shown = targets(on_a_phone(tiny))
    assert {"space a1", "river 6", "bonus tent 1", "bonus karma 3"} <= set(shown)
    assert all(min(target.width, target.height) >= THUMB - 0.01 for target in shown.values())


def test_every_colour_has_a_value_by_day_and_by_night(sheet, marks):
    drawn = "".join(area.printed for area in draw_printed_areas(sheet, "en")) + "".join(
        draw_strokes(sheet, marks).values()
    )
    used = set(re.findall(r"var\((--[a-z-]+)\)", drawn))
    day, night = (set(re.findall(r"(--[a-z-]+):#", part)) for part in write_stylesheet(sheet).split("@media"))
    assert used
    assert used <= day == night
    assert not set(re.findall(r'(?:fill|stroke|color)="(#[0-9a-f]+)"', drawn)) - {"#000000"}  # unseen targets


def test_the_pen_draws_only_where_something_was_entered(sheet, marks):
    assert not "".join(draw_strokes(sheet, NO_MARKS).values())
    for area, (fields, _) in ENTRIES.items():
        only = {name: marks[name] for name in fields}
        assert {name for name, strokes in draw_strokes(sheet, only).items() if strokes} == {area}


def test_every_mark_that_the_rules_describe_is_drawn_in_one_area(sheet):
    drawn = [*BONUSES, *(name for names, _ in ENTRIES.values() for name in names)]
    assert sorted(drawn) == sorted(described.name for described in DESCRIBED.values())
    for place in make_plan(sheet.sheet).bonuses:
        assert sum(place.startswith(begin) for _, begin in ENTRIES.values()) == 1, place


def test_an_area_drawn_before_is_drawn_the_same_again(sheet, marks, everything):
    once = draw_strokes(sheet, marks)
    assert draw_strokes(sheet, everything) != once
    assert draw_strokes(sheet, marks) == once
