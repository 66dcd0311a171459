"""Every kind has a symbol, and no two different bonuses look the same."""

import re
from itertools import combinations, product

import pytest

from companion.games.dice_charmers.kinds.bonuses import find_icon, format_caption
from companion.games.dice_charmers.rules.bonuses import BONUS_KINDS
from companion.games.dice_charmers.rules.sheet import BUILDINGS, DICE_COLOURS, GOODS, PEOPLE, Bonus
from companion.paths import STATIC
from companion.render.icons import load_symbols
from companion.seat_colours import SEAT_COLOURS

SPRITE = (STATIC / "icons" / "icons.svg").read_text(encoding="utf-8")
ALL_BONUSES = [Bonus(kind.name, argument) for kind in BONUS_KINDS.values() for argument in kind.arguments]


def test_everything_has_an_icon():
    needed = {
        *BUILDINGS,
        *GOODS,
        *PEOPLE,
        *(f"die-{colour}" for colour in DICE_COLOURS),
        *(f"seat-{colour}" for colour in SEAT_COLOURS),
        *("residence", "market-same", "market-different", "person-any", "elephant", "depot"),
        *("straight", "bend", "half-roads", "fame", "money", "karma"),
        *map(find_icon, ALL_BONUSES),
    }
    assert needed - load_symbols().keys() == set()


SAME_SALES = [("sell-any 2", "sell-any 1-2"), ("sell-any 3", "sell-any 1-3")]  # since the second edition


@pytest.mark.parametrize(("edition", "same"), [(1, []), (2, SAME_SALES)])
def test_no_two_bonuses_look_the_same_unless_they_are(edition, same):
    looks = {str(bonus): (find_icon(bonus), format_caption(bonus, edition)) for bonus in ALL_BONUSES}
    assert [pair for pair in combinations(looks, 2) if looks[pair[0]] == looks[pair[1]]] == same


def test_every_face_of_the_dice_has_an_icon(sheet):
    for colour, faces in sheet.sheet.faces:
        for face in faces:
            parts = face.split("-") if colour == "purple" else [face]
            assert set(parts) <= set(load_symbols()), face


def test_every_icon_is_one_ink_on_the_grid_of_24():
    for name, symbol in load_symbols().items():
        assert 'viewBox="0 0 24 24"' in symbol, name
        assert set(re.findall(r'(?:fill|stroke)="([^"]*)"', symbol)) == {"currentColor"}, name


def test_icon_names_are_unique():
    names = re.findall(r'id="([^"]+)"', SPRITE)
    assert len(names) == len(set(names))
    assert set(load_symbols()) == {*names, *(f"seat-{colour}" for colour in SEAT_COLOURS)}


def test_colours_are_never_the_only_sign():
    """Dice and seats of different colours have different shapes."""
    for family, other in product(("die-", "seat-"), repeat=2):
        shapes = [
            re.sub(r' id="[^"]+"', "", s) for name, s in load_symbols().items() if name.startswith((family, other))
        ]
        assert len(shapes) == len(set(shapes))
