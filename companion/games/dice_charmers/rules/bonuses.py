"""What a bonus or a river space gives, and when it is of no use."""

from companion.games.dice_charmers.rules.market import BUYERS, Goods, GoodsDie, Sale, buyer_of, circle, free_kinds
from companion.games.dice_charmers.rules.page import Page
from companion.games.dice_charmers.rules.palace import CallSomeone, UpgradeBuilding, call_person, refuse_person
from companion.games.dice_charmers.rules.refusals import Code, Verdict
from companion.games.dice_charmers.rules.river import (
    ANY_DISTANCE,
    SailAhead,
    SailBack,
    mark,
    position,
    spaces_ahead,
    unmarked_behind,
)
from companion.games.dice_charmers.rules.roads import HalfRoads, Road
from companion.games.dice_charmers.rules.sheet import Bonus, BonusKind
from companion.games.dice_charmers.rules.tasks import Task
from companion.rules.refusal import Refusal

_BACK = {"1": 1, "1-2": 2, "any": ANY_DISTANCE}
ANY_PERSON = "any"


def useless(page: Page, place: str, bonus: Bonus) -> Verdict:
    """Why a bonus would have no effect now, or None."""
    tracks, karma = page.plan.sheet.tracks, page.plan.sheet.karma
    match bonus.kind:
        case BonusKind.FAME:
            return Refusal(Code.FAME_FULL) if page.marks.fame >= tracks.fame else None
        case BonusKind.MONEY:
            return Refusal(Code.MONEY_FULL) if page.marks.money >= tracks.money else None
        case BonusKind.KARMA:
            return Refusal(Code.KARMA_FULL) if page.marks.karma_circled >= karma.places else None
        case BonusKind.PERSON if bonus.argument != ANY_PERSON:
            return refuse_person(page, bonus.argument)
        case _:
            return _task(place, bonus).hopeless(page)


def _task(source: str, bonus: Bonus) -> Task:
    """What the bonus asks of the player."""
    match bonus.kind:
        case BonusKind.PERSON:
            return CallSomeone(source)
        case BonusKind.UPGRADE:
            return UpgradeBuilding(source)
        case BonusKind.GOODS_DIE:
            return GoodsDie(source)
        case BonusKind.GOODS:
            return Goods(source, bonus.amount)
        case BonusKind.SELL_ANY:
            return Sale(source, buyer_of(bonus.argument))
        case BonusKind.SELL_ONE_TO_THREE | BonusKind.SELL_TWO_DIFFERENT:
            return Sale(source, BUYERS[bonus.kind.value])
        case BonusKind.HALF_ROAD:
            return HalfRoads(source, 1)
        case BonusKind.STRAIGHT | BonusKind.FORK | BonusKind.INTERSECTION:
            return Road(source, bonus.kind.value)
        case BonusKind.RIVER_ADVANCE:
            return SailAhead(source, most=1)
        case BonusKind.RIVER_BACK:
            return SailBack(source, _BACK[bonus.argument])
    raise AssertionError(bonus)


def grant(page: Page, source: str, bonus: Bonus) -> Task | None:
    """Enter what leaves no choice at once; otherwise say what is to be asked.

    What cannot be done yet is asked all the same: another earning of the same space may make it possible.
    """
    match bonus.kind:
        case BonusKind.FAME:
            page.earn_fame(bonus.amount)
        case BonusKind.MONEY:
            page.earn_money(bonus.amount)
        case BonusKind.KARMA:
            page.circle_karma()
        case BonusKind.PERSON if bonus.argument != ANY_PERSON:
            if not refuse_person(page, bonus.argument):
                call_person(page, bonus.argument, source)
        case BonusKind.GOODS if len(free_kinds(page)) <= bonus.amount:
            circle(page, free_kinds(page))
        case BonusKind.RIVER_ADVANCE:
            if spaces_ahead(page):
                mark(page, position(page) + 1)
        case BonusKind.RIVER_BACK if bonus.argument == "1":
            for nearest in unmarked_behind(page)[:1]:
                mark(page, nearest)
        case _:
            return _task(source, bonus)
    return None


def settle(page: Page) -> None:
    """Pay out the marked river spaces; drop what nothing can be done about."""
    while True:
        while page.earned:
            source, earnings = page.earned.pop(0)
            asked = [grant(page, source, bonus) for bonus in earnings]
            page.then(*(task for task in asked if task))
        if not page.tasks or any(task.hopeless(page) is None for task in page.tasks[-1]):
            return
        page.tasks = page.tasks[:-1]
