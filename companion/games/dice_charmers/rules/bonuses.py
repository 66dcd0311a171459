"""The kinds of bonuses: their form in a sheet file, what they give, and when they have no effect.

Everything else about a kind (texts, picture, value for bots) is in `kinds/bonuses.py`.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

from companion.games.dice_charmers.rules.market import (
    BUYERS,
    Goods,
    GoodsDie,
    Sale,
    circle,
    list_free_kinds,
    parse_buyer,
)
from companion.games.dice_charmers.rules.page import Page, Task
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
from companion.games.dice_charmers.rules.roads import HALF_ROAD, RIVER, HalfRoads, Road
from companion.games.dice_charmers.rules.sheet import PEOPLE, Bonus
from companion.rules.refusal import Refusal

NO_ARGUMENT = ("",)
AMOUNTS = tuple(str(n) for n in range(1, 21))
ANY_PERSON = "any"
Gain = Literal["", "fame", "money", "karma", "upgrade", "person", "river"]
_BACK = {"1": 1, "1-2": 2, "any": ANY_DISTANCE}


@dataclass(frozen=True, slots=True)
class BonusKind:
    name: str  # as a sheet file spells it
    arguments: tuple[str, ...]  # what may follow the name
    why_useless: Callable[[Page, str, Bonus], Verdict]  # why it would have no effect now, or None
    grant: Callable[[Page, str, Bonus], Task | None]  # enter it immediately, or return a task for the player
    ask: Callable[[Page, str, Bonus], Task] | None = None  # return a task in any case; None if it never needs one
    gains: Gain = ""  # what it gives that is counted on the sheet; the argument is the amount or the person

    @property
    def leads_on(self) -> bool:
        """Whether it can lead to other earnings, so that it matters when it is used."""
        return self.gains in ("person", "river")


def _asking(
    name: str,
    ask: Callable[[Page, str, Bonus], Task],
    arguments: tuple[str, ...] = NO_ARGUMENT,
    enter: Callable[[Page, Bonus], bool] | None = None,
    gains: Gain = "",
) -> BonusKind:
    """Declare a bonus that needs a choice. `enter` enters it if there is no choice, and returns whether it did."""

    def why_useless(page: Page, source: str, bonus: Bonus) -> Verdict:
        return ask(page, source, bonus).why_impossible(page)

    def grant(page: Page, source: str, bonus: Bonus) -> Task | None:
        return None if enter and enter(page, bonus) else ask(page, source, bonus)

    return BonusKind(name, arguments, why_useless, grant, ask, gains)


def _giving(
    name: str,
    gains: Gain,
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

    return BonusKind(name, arguments, why_useless, grant, gains=gains)


def _ask_person(page: Page, source: str, bonus: Bonus) -> Task:
    return CallSomeone(source, named="" if bonus.argument == ANY_PERSON else bonus.argument)


def _refuse_person(page: Page, source: str, bonus: Bonus) -> Verdict:
    return _ask_person(page, source, bonus).why_impossible(page)


def _call_person(page: Page, source: str, bonus: Bonus) -> Task | None:
    if bonus.argument == ANY_PERSON:
        return CallSomeone(source)
    if not refuse_person(page, bonus.argument):
        call_person(page, bonus.argument, source)
    return None


def _ask_sale(page: Page, source: str, bonus: Bonus) -> Task:
    return Sale(source, parse_buyer(bonus.argument, page.plan.edition))


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
        BonusKind("person", (*PEOPLE, ANY_PERSON), _refuse_person, _call_person, _ask_person, "person"),
        _asking("upgrade", lambda page, source, bonus: UpgradeBuilding(source), gains="upgrade"),
        _giving(
            "karma",
            "karma",
            lambda page, bonus: page.circle_karma(),
            lambda page: page.marks.karma_circled >= page.plan.sheet.karma.places,
            Code.KARMA_FULL,
        ),
        _giving(
            "fame",
            "fame",
            lambda page, bonus: page.earn_fame(bonus.amount),
            lambda page: page.marks.fame >= page.plan.sheet.tracks.fame,
            Code.FAME_FULL,
            AMOUNTS,
        ),
        _giving(
            "money",
            "money",
            lambda page, bonus: page.earn_money(bonus.amount),
            lambda page: page.marks.money >= page.plan.sheet.tracks.money,
            Code.MONEY_FULL,
            AMOUNTS,
        ),
        _asking("goods-die", lambda page, source, bonus: GoodsDie(source)),
        _asking("goods", lambda page, source, bonus: Goods(source, bonus.amount), ("1", "2", "3"), _circle_all),
        _asking("sell-any", _ask_sale, ("1", "2", "3", "1-2", "1-3")),
        _asking("sell-1-3", lambda page, source, bonus: Sale(source, BUYERS[str(bonus)]), ("", "same", "different")),
        _asking("sell-2-different", lambda page, source, bonus: Sale(source, BUYERS["sell-2-different"])),
        _asking(HALF_ROAD, lambda page, source, bonus: HalfRoads(source, 1)),
        _asking("straight", lambda page, source, bonus: Road(source, "straight")),
        _asking("fork", lambda page, source, bonus: Road(source, "fork")),
        _asking("intersection", lambda page, source, bonus: Road(source, "intersection")),
        _asking(
            "river-advance",
            lambda page, source, bonus: SailAhead(source, most=1),
            enter=_sail_ahead,
            gains="river",
        ),
        _asking(
            "river-back",
            lambda page, source, bonus: SailBack(source, _BACK[bonus.argument]),
            tuple(_BACK),
            _sail_back,
            gains="river",
        ),
    )
}


def select_by_gain(gain: Gain, bonuses: Iterable[Bonus]) -> list[Bonus]:
    """Return the bonuses that give fame, money, karma, an upgrade, a person or a river space."""
    return [bonus for bonus in bonuses if BONUS_KINDS[bonus.kind].gains == gain]


def sum_gains(gain: Gain, bonuses: Iterable[Bonus]) -> int:
    """Add up the fame, money, karma or upgrades that bonuses give."""
    return sum(int(bonus.argument or 1) for bonus in select_by_gain(gain, bonuses))


def why_useless(page: Page, place: str, bonus: Bonus) -> Verdict:
    """Return why a bonus would have no effect now, or None."""
    return BONUS_KINDS[bonus.kind].why_useless(page, place, bonus)


def grant(page: Page, source: str, bonus: Bonus) -> Task | None:
    """Enter a bonus immediately if it leaves no choice; otherwise return the task for the player.

    A task is returned even if it is impossible now: another earning of the same space may make it possible.
    """
    return BONUS_KINDS[bonus.kind].grant(page, source, bonus)


def find_bonus(page: Page, task: Task) -> Bonus | None:
    """Find the bonus or the earning of the river that asks for a task; None if it only follows from one."""
    plan, source = page.plan, task.source
    given: Iterable[Bonus] = (plan.bonuses[source],) if source in plan.bonuses else ()
    if source.startswith(RIVER):
        given = plan.sheet.river[int(source.removeprefix(RIVER)) - 1].earnings
    asked = ((bonus, BONUS_KINDS[bonus.kind].ask) for bonus in given)
    return next((bonus for bonus, ask in asked if ask and ask(page, source, bonus) == task), None)


def settle(page: Page) -> None:
    """Pay out the marked river spaces and drop impossible tasks; half-roads that can wait join an earlier group."""
    while page.earned:
        _pay_out(page, *page.earned.pop(0))
    while page.tasks:
        *earlier, group = page.tasks
        waiting = tuple(task for task in group if task.can_wait(page))
        must_act = not earlier or len(waiting) < len(group)
        if must_act and any(task.why_impossible(page) is None for task in group):
            return
        if not earlier:
            page.tasks = (waiting,) if waiting and page.marks.circled else ()
            return
        page.tasks = (*earlier[:-1], earlier[-1] + waiting)


def _pay_out(page: Page, source: str, earnings: tuple[Bonus, ...]) -> None:
    """Enter the earnings of a river space that leave no choice, and ask for the others.

    Since the second edition the order of several is a choice too.
    """
    kinds = [BONUS_KINDS[bonus.kind] for bonus in earnings]
    several = page.plan.edition > 1 and sum(kind.ask is not None for kind in kinds) > 1
    asked = [
        kind.ask(page, source, bonus) if several and kind.ask and kind.leads_on else kind.grant(page, source, bonus)
        for kind, bonus in zip(kinds, earnings, strict=True)
    ]
    page.add_tasks(*(task for task in asked if task))
