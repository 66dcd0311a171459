"""The cells of a sheet: everything that can be marked, with its state, as a photo of the sheet would show it."""

from collections.abc import Iterator

from companion.games.dice_charmers.rules.page import Marks
from companion.games.dice_charmers.rules.plan import Plan
from companion.games.dice_charmers.rules.sheet import BUILDINGS, GOODS, PEOPLE, SIDES

NONE, MARKED, CIRCLED, CROSSED = "none", "marked", "circled", "crossed"
STATES = {
    "fame": (NONE, MARKED),
    "money": (NONE, MARKED),
    "road": (NONE, MARKED),
    "good": (NONE, CIRCLED, CROSSED),
    "bonus": (NONE, CIRCLED, CROSSED),
    "person": (NONE, CROSSED),
    "river": (NONE, CROSSED),
    "upgrade": (NONE, CROSSED),
    "karma": (NONE, CIRCLED, CROSSED),
}  # by kind, the first word of a cell's id


def describe_cells(plan: Plan, marks: Marks) -> dict[str, str]:
    """Return the state of every cell by its id: `fame 7`, `road c3 N`, `good tea 3`, `bonus tent 4` …"""
    return {
        **_describe_row("fame", plan.sheet.tracks.fame, marks.fame, MARKED),
        **_describe_row("money", plan.sheet.tracks.money, marks.money, MARKED),
        **dict(_describe_roads(plan, marks)),
        **dict(_describe_goods(plan, marks)),
        **{f"bonus {place}": _find_bonus_state(marks, place) for place in plan.bonuses},
        **dict(_describe_people(plan, marks)),
        **{f"river {i + 1}": CROSSED if marks.river >> i & 1 else NONE for i in range(len(plan.sheet.river))},
        **dict(_describe_upgrades(plan, marks)),
        **_describe_twice("karma", plan.sheet.karma.places, marks.karma_circled, marks.karma_used),
    }


def _describe_row(name: str, places: int, reached: int, state: str) -> dict[str, str]:
    """Describe places that are marked from the first one on."""
    return {f"{name} {place}": state if place <= reached else NONE for place in range(1, places + 1)}


def _describe_twice(name: str, places: int, circled: int, crossed: int) -> dict[str, str]:
    """Describe places that are circled from the first one on, and crossed out in the same order."""
    row = _describe_row(name, places, circled, CIRCLED)
    return {**row, **_describe_row(name, crossed, crossed, CROSSED)}


def _describe_roads(plan: Plan, marks: Marks) -> Iterator[tuple[str, str]]:
    """Describe the sides of all spaces but the residence, whose roads are printed."""
    for i, (space, road) in enumerate(zip(plan.spaces, marks.roads, strict=True)):
        if i != plan.residence:
            for bit, side in enumerate(SIDES):
                yield f"road {space} {side}", MARKED if road >> bit & 1 else NONE


def _describe_goods(plan: Plan, marks: Marks) -> Iterator[tuple[str, str]]:
    for kind, good in enumerate(GOODS):
        yield from _describe_twice(f"good {good}", len(plan.prices[kind]), marks.goods[kind], marks.sold[kind]).items()


def _find_bonus_state(marks: Marks, place: str) -> str:
    """Find the state of a bonus; one that is wasted is crossed out too, like on a printed sheet."""
    if place in marks.crossed or place in marks.wasted:
        return CROSSED
    return CIRCLED if place in marks.circled else NONE


def _describe_people(plan: Plan, marks: Marks) -> Iterator[tuple[str, str]]:
    for person, used in zip(PEOPLE, marks.people, strict=True):
        yield from _describe_row(f"person {person}", plan.sheet.palace.uses, used, CROSSED).items()


def _describe_upgrades(plan: Plan, marks: Marks) -> Iterator[tuple[str, str]]:
    for building, most, done in zip(BUILDINGS, plan.most_upgrades, marks.upgrades, strict=True):
        yield from _describe_row(f"upgrade {building}", most, done, CROSSED).items()
