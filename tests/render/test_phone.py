"""On a phone every entry has a target that a thumb can hit and a name that can be heard."""

import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass

import pytest

from companion.render.area import THUMB
from companion.render.sheet import PHONE_WIDTH, arrange_for_phone

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
def shown(request, sheet, marks):
    return targets(arrange_for_phone(sheet, marks, language=request.param))


def test_everything_a_player_enters_can_be_tapped(sheet, shown, places):
    rules = sheet.sheet
    expected = {
        *(f"space {space.name}" for space in rules.province.spaces),
        *(f"good {kind} {n}" for kind, columns in rules.market.goods for n in range(1, len(columns) + 1)),
        *(f"river {number}" for number in range(1, len(rules.river) + 1)),
        *(f"karma {number}" for number in range(1, rules.karma.places + 1)),
        *("person great-mogul", "person maharani", "person trader"),
        *("person raja-man-singh", "person master-builder", "person portuguese"),
        *("building temple", "building palace", "building fort", "building mill"),
        *(f"bonus {place}" for place in places(rules)),
    }
    assert set(shown) == expected


def test_targets_are_at_least_a_thumb_large(shown):
    small = {name: (t.width, t.height) for name, t in shown.items() if min(t.width, t.height) < THUMB - 0.01}
    assert THUMB * 360 / PHONE_WIDTH == 44
    assert not small


def test_targets_lie_inside_the_drawing(shown):
    assert all(t.x >= -0.01 and t.x + t.width <= PHONE_WIDTH + 0.01 for t in shown.values())


def test_no_target_hides_the_middle_of_another(shown):
    for one in shown.values():
        x, y = one.x + one.width / 2, one.y + one.height / 2
        above = list(shown)[list(shown).index(one.name) + 1 :]
        assert not [name for name in above if shown[name].covers(x, y)], one.name


def test_every_target_says_what_it_is(shown):
    assert all(target.title.strip() for target in shown.values())
    assert "{" not in "".join(target.title for target in shown.values())


def test_a_foreign_sheet_has_its_targets_too(tiny):
    shown = targets(arrange_for_phone(tiny))
    assert {"space a1", "river 6", "bonus tent 1", "bonus karma 3"} <= set(shown)
    assert all(min(target.width, target.height) >= THUMB - 0.01 for target in shown.values())


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_drawing_carries_its_own_colours(sheet, dark):
    svg = arrange_for_phone(sheet, dark=dark)
    assert "var(" not in svg
    assert "<style" not in svg


def test_the_same_marks_give_the_same_drawing(sheet, marks):
    assert arrange_for_phone(sheet, marks) == arrange_for_phone(sheet, marks)
