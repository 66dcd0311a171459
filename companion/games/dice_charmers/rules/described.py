"""A seat's marks in the words of the sheet, for whoever draws or sends them."""

from companion.games.dice_charmers.rules.plan import ROAD_SIDES
from companion.games.dice_charmers.rules.sheet import BUILDINGS, GOODS, PEOPLE
from companion.games.dice_charmers.rules.state import State


def describe_marks(state: State, player: str) -> dict[str, object]:
    """Plain values under plain names; spaces and places are counted from 1, goods from the left."""
    marks, plan = state.seat(player).marks, state.plan
    return {
        "fame": marks.fame,
        "money": marks.money,
        "roads": {
            space: ROAD_SIDES[road]
            for i, (space, road) in enumerate(zip(plan.spaces, marks.roads, strict=True))
            if road and i != plan.residence
        },
        "circled_goods": dict(zip(GOODS, marks.goods, strict=True)),
        "sold_goods": dict(zip(GOODS, marks.sold, strict=True)),
        "palace": dict(zip(PEOPLE, marks.people, strict=True)),
        "river": [i + 1 for i in range(len(state.sheet.river)) if marks.river >> i & 1],
        "upgrades": dict(zip(BUILDINGS, marks.upgrades, strict=True)),
        "karma_circled": marks.karma_circled,
        "karma_used": marks.karma_used,
        "circled_bonuses": list(marks.circled),
        "used_bonuses": list(marks.crossed),
        "wasted_bonuses": list(marks.wasted),
    }
