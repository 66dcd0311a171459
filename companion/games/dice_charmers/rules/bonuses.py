"""The kinds of bonuses: their form in a sheet file, what they give, and when they have no effect.

Everything else about a kind (texts, picture, value for bots) is in `kinds/bonuses.py`.
"""

from collections.abc import Callable
from dataclasses import dataclass

from companion.games.dice_charmers.rules.market import (
    BUYERS,
    Goods,
    GoodsDie,
    Sale,
    circle,
    list_free_kinds,
    parse_buyer,
)
from companion.games.dice_charmers.rules.page import Page
from companion.games.dice_charmers.rules.palace import CallSomeone, UpgradeBuilding, call_person, refuse_person
from companion.games.dice_charmers.rules.refusals import Code, Verdict
from companion.games.dice_charmers.rules.river import (
    ANY_DISTANCE,
    SailAhead,
    SailBack,
    count_spaces_ahead,
    find_position,
    list_unmarked_behind,
    mark,
)
from companion.games.dice_charmers.rules.roads import HALF_ROAD, HalfRoads, Road
from companion.games.dice_charmers.rules.sheet import PEOPLE, Bonus
from companion.games.dice_charmers.rules.tasks import Task
from companion.rules.refusal import Refusal

NO_ARGUMENT = ("",)
AMOUNTS = tuple(str(n) for n in range(1, 21))
ANY_PERSON = "any"
_BACK = {"1": 1, "1-2": 2, "any": ANY_DISTANCE}


@dataclass(frozen=True, slots=True)
class BonusKind:
    name: str  # as a sheet file spells it
    arguments: tuple[str, ...]  # what may follow the name
    why_useless: Callable[[Page, str, Bonus], Verdict]  # why it would have no effect now, or None
    grant: Callable[[Page, str, Bonus], Task | None]  # enter it immediately, or return a task for the player


def _asking(
    name: str,
    task: Callable[[str, Bonus], Task],
    arguments: tuple[str, ...] = NO_ARGUMENT,
    enter: Callable[[Page, Bonus], bool] | None = None,
) -> BonusKind:
    """Declare a bonus that needs a choice. `enter` enters it if there is no choice, and returns whether it did."""

    def why_useless(page: Page, source: str, bonus: Bonus) -> Verdict:
        return task(source, bonus).why_impossible(page)

    def grant(page: Page, source: str, bonus: Bonus) -> Task | None:
        return None if enter and enter(page, bonus) else task(source, bonus)

    return BonusKind(name, arguments, why_useless, grant)


def _giving(
    name: str,
    enter: Callable[[Page, Bonus], None],
    full: Callable[[Page], bool],
    refusal: Code,
    arguments: tuple[str, ...] = NO_ARGUMENT,
) -> BonusKind:
    """Declare a bonus that is entered immediately, unless there is no room for it."""

    def why_useless(page: Page, source: str, bonus: Bonus) -> Verdict:
        return Refusal(refusal) if full(page) else None

    def grant(page: Page, source: str, bonus: Bonus) -> None:
        enter(page, bonus)

    return BonusKind(name, arguments, why_useless, grant)


def _refuse_person(page: Page, source: str, bonus: Bonus) -> Verdict:
    if bonus.argument == ANY_PERSON:
        return CallSomeone(source).why_impossible(page)
    return refuse_person(page, bonus.argument)


def _call_person(page: Page, source: str, bonus: Bonus) -> Task | None:
    if bonus.argument == ANY_PERSON:
        return CallSomeone(source)
    if not refuse_person(page, bonus.argument):
        call_person(page, bonus.argument, source)
    return None


def _circle_all(page: Page, bonus: Bonus) -> bool:
    """Circle one good of each kind that is left, if the bonus gives at least that many."""
    free = list_free_kinds(page)
    if len(free) <= bonus.amount:
        circle(page, free)
        return True
    return False


def _sail_ahead(page: Page, bonus: Bonus) -> bool:
    if count_spaces_ahead(page):
        mark(page, find_position(page) + 1)
    return True


def _sail_back(page: Page, bonus: Bonus) -> bool:
    if bonus.argument != "1":
        return False
    for nearest in list_unmarked_behind(page)[:1]:
        mark(page, nearest)
    return True


BONUS_KINDS = {
    kind.name: kind
    for kind in (
        BonusKind("person", (*PEOPLE, ANY_PERSON), _refuse_person, _call_person),
        _asking("upgrade", lambda source, bonus: UpgradeBuilding(source)),
        _giving(
            "karma",
            lambda page, bonus: page.circle_karma(),
            lambda page: page.marks.karma_circled >= page.plan.sheet.karma.places,
            Code.KARMA_FULL,
        ),
        _giving(
            "fame",
            lambda page, bonus: page.earn_fame(bonus.amount),
            lambda page: page.marks.fame >= page.plan.sheet.tracks.fame,
            Code.FAME_FULL,
            AMOUNTS,
        ),
        _giving(
            "money",
            lambda page, bonus: page.earn_money(bonus.amount),
            lambda page: page.marks.money >= page.plan.sheet.tracks.money,
            Code.MONEY_FULL,
            AMOUNTS,
        ),
        _asking("goods-die", lambda source, bonus: GoodsDie(source)),
        _asking("goods", lambda source, bonus: Goods(source, bonus.amount), ("1", "2", "3"), _circle_all),
        _asking("sell-any", lambda source, bonus: Sale(source, parse_buyer(bonus.argument)), ("1", "2", "3", "1-2")),
        _asking("sell-1-3", lambda source, bonus: Sale(source, BUYERS["sell-1-3"])),
        _asking("sell-2-different", lambda source, bonus: Sale(source, BUYERS["sell-2-different"])),
        _asking(HALF_ROAD, lambda source, bonus: HalfRoads(source, 1)),
        _asking("straight", lambda source, bonus: Road(source, "straight")),
        _asking("fork", lambda source, bonus: Road(source, "fork")),
        _asking("intersection", lambda source, bonus: Road(source, "intersection")),
        _asking("river-advance", lambda source, bonus: SailAhead(source, most=1), enter=_sail_ahead),
        _asking("river-back", lambda source, bonus: SailBack(source, _BACK[bonus.argument]), tuple(_BACK), _sail_back),
    )
}


def why_useless(page: Page, place: str, bonus: Bonus) -> Verdict:
    """Return why a bonus would have no effect now, or None."""
    return BONUS_KINDS[bonus.kind].why_useless(page, place, bonus)


def grant(page: Page, source: str, bonus: Bonus) -> Task | None:
    """Enter a bonus immediately if it leaves no choice; otherwise return the task for the player.

    A task is returned even if it is impossible now: another earning of the same space may make it possible.
    """
    return BONUS_KINDS[bonus.kind].grant(page, source, bonus)


def settle(page: Page) -> None:
    """Pay out the marked river spaces and drop impossible tasks."""
    while True:
        while page.earned:
            source, earnings = page.earned.pop(0)
            asked = [grant(page, source, bonus) for bonus in earnings]
            page.add_tasks(*(task for task in asked if task))
        if not page.tasks or any(task.why_impossible(page) is None for task in page.tasks[-1]):
            return
        page.tasks = page.tasks[:-1]
