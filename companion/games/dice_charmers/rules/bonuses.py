"""The kinds of bonuses: how a sheet file spells them, what they give, when they are useless, how they are named and
drawn, and what they are worth to bots."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

from companion.games.dice_charmers.rules.market import BUYERS, Buyer, Goods, GoodsDie, Sale, circle, list_free_kinds
from companion.games.dice_charmers.rules.palace import CallSomeone, UpgradeBuilding, call_person, refuse_person
from companion.games.dice_charmers.rules.province import HALF_ROAD, RIVER, HalfRoads, Road
from companion.games.dice_charmers.rules.refusals import Plural, Reason, Verdict
from companion.games.dice_charmers.rules.river import (
    ANY_DISTANCE,
    SailAhead,
    SailBack,
    count_spaces_ahead,
    find_position,
    list_unmarked_behind,
    mark,
)
from companion.games.dice_charmers.rules.sheet import PEOPLE, Bonus
from companion.games.dice_charmers.rules.state import Page, Task, Words
from companion.rules.messages import N_, Refusal

NO_ARGUMENT = ("",)
AMOUNTS = tuple(str(n) for n in range(1, 21))
ANY_PERSON = "any"
Gain = Literal["", "fame", "money", "karma", "upgrade", "person", "river"]
AskTask = Callable[[str, Bonus], Task]


@dataclass(frozen=True)
class Look:
    """An icon and the place of its caption."""

    icon: str
    hue: str
    x: float = 12.0  # middle of the caption on the icon's 24-unit grid
    y: float = 12.0
    room: float = 13.0
    solid: bool = True  # the caption is on a filled area


@dataclass(frozen=True, kw_only=True)
class BonusKind:
    name: str  # as a sheet file spells it
    title: str  # in the look-up; also in sentences, unless `words` is given
    about: str  # what it does, in one or two sentences
    look: Look
    value: float  # for bots, in half points: fame counts two, money one
    use: int  # bots use bonuses with low numbers first: they make the later ones more valuable
    arguments: tuple[str, ...] = NO_ARGUMENT  # what may follow the name
    gains: Gain = ""  # what it gives that is counted on the sheet; the argument is the amount or the person
    words: Callable[[Bonus], Words] | None = None  # the title with its argument
    caption: str | Callable[[Bonus], str] | None = None  # on the icon; None means the argument
    icon: Callable[[Bonus], str] | None = None  # if it depends on the argument
    value_per_unit: bool = False  # multiply the value by the amount
    sample: str = ""  # the argument that the quick reference shows
    # A bonus that needs a choice makes a task; `enter` enters one that leaves no choice, and returns whether it did.
    ask: AskTask | None = None
    enter: Callable[[Page, str, Bonus], bool] = lambda page, source, bonus: False
    why_full: Callable[[Page], Reason | None] = lambda page: None  # of a bonus that makes no task

    @property
    def leads_on(self) -> bool:
        """Whether it can lead to other earnings, so that it matters when it is used."""
        return self.gains in ("person", "river")

    def why_useless(self, page: Page, source: str, bonus: Bonus) -> Verdict:
        """Return why it would have no effect now, or None."""
        if self.ask:
            return self.ask(source, bonus).why_impossible(page)
        full = self.why_full(page)
        return Refusal(full) if full else None

    def grant(self, page: Page, source: str, bonus: Bonus) -> Task | None:
        """Enter it immediately if it leaves no choice; otherwise return the task for the player.

        A task is returned even if it is impossible now: another earning of the same space may make it possible.
        """
        return None if self.enter(page, source, bonus) or not self.ask else self.ask(source, bonus)


def _call(page: Page, source: str, bonus: Bonus) -> bool:
    """Call the person named, if that is possible; a person of choice makes a task."""
    if bonus.argument == ANY_PERSON:
        return False
    if not refuse_person(page, bonus.argument):
        call_person(page, bonus.argument, source)
    return True


def _earn_fame(page: Page, source: str, bonus: Bonus) -> bool:
    page.earn_fame(bonus.amount)
    return True


def _earn_money(page: Page, source: str, bonus: Bonus) -> bool:
    page.earn_money(bonus.amount)
    return True


def _circle_karma(page: Page, source: str, bonus: Bonus) -> bool:
    page.circle_karma()
    return True


def _circle_all(page: Page, source: str, bonus: Bonus) -> bool:
    """Circle one good of each kind that is left, if the bonus gives at least that many."""
    free = list_free_kinds(page)
    if len(free) > bonus.amount:
        return False
    circle(page, free)
    return True


def _sail_ahead(page: Page, source: str, bonus: Bonus) -> bool:
    if count_spaces_ahead(page):
        mark(page, find_position(page) + 1)
    return True


def _sail_back(page: Page, source: str, bonus: Bonus) -> bool:
    if bonus.argument != "1":
        return False
    for nearest in list_unmarked_behind(page)[:1]:
        mark(page, nearest)
    return True


def _count_sold(bonus: Bonus) -> int:
    """Return how many goods a bonus sells at most: both "2" and "1-2" mean up to two."""
    return int(bonus.argument.rpartition("-")[2])


BACK = {"1": 1, "1-2": 2, "any": ANY_DISTANCE}
BACK_WORDS = {
    "1": N_("1 space back on the river"),
    "1-2": N_("1 or 2 spaces back on the river"),
    "any": N_("back on the river to any free space"),
}
SALE_WORDS = {
    "": N_("sell 1–3 goods, all of one kind or all different"),
    "same": N_("sell 1–3 goods of one kind"),
    "different": N_("sell 1–3 different goods"),
}

_KINDS = (
    BonusKind(
        name="person",
        title=N_("person"),
        about=N_("Cross out a space of this person and do what the person does."),
        look=Look("person-any", "orange"),
        value=5.0,
        use=60,
        arguments=(*PEOPLE, ANY_PERSON),
        gains="person",
        words=lambda bonus: (
            Words(N_("a person of your choice"))
            if bonus.argument == ANY_PERSON
            else Words("%(person)s", person=bonus.argument)
        ),
        caption="",
        icon=lambda bonus: "person-any" if bonus.argument == ANY_PERSON else bonus.argument,
        sample="any",
        ask=lambda source, bonus: CallSomeone(source, named="" if bonus.argument == ANY_PERSON else bonus.argument),
        enter=_call,
    ),
    BonusKind(
        name="upgrade",
        title=N_("upgrade"),
        about=N_("One kind of building gives more fame from now on; buildings already erected do not change."),
        look=Look("upgrade", "accent"),
        value=4.0,
        use=10,
        gains="upgrade",
        ask=lambda source, bonus: UpgradeBuilding(source),
    ),
    BonusKind(
        name="karma",
        title=N_("karma"),
        about=N_("Circle one more karma. Use it at the start of a turn to reroll two dice."),
        look=Look("karma", "karma"),
        value=4.0,
        use=70,
        gains="karma",
        enter=_circle_karma,
        why_full=lambda page: Reason.KARMA_FULL if page.marks.karma_circled >= page.plan.sheet.karma.places else None,
    ),
    BonusKind(
        name="fame",
        title=N_("fame"),
        about=N_("You get this much fame immediately."),
        look=Look("fame", "fame"),
        value=2.0,
        value_per_unit=True,
        use=120,
        arguments=AMOUNTS,
        gains="fame",
        words=lambda bonus: Words(Plural("%(num)d fame", "%(num)d fame"), bonus.amount),
        sample="3",
        enter=_earn_fame,
        why_full=lambda page: Reason.FAME_FULL if page.marks.fame >= page.plan.sheet.tracks.fame else None,
    ),
    BonusKind(
        name="money",
        title=N_("money"),
        about=N_("You get this much money immediately."),
        look=Look("money", "money"),
        value=1.0,
        value_per_unit=True,
        use=130,
        arguments=AMOUNTS,
        gains="money",
        words=lambda bonus: Words(Plural("%(num)d money", "%(num)d money"), bonus.amount),
        sample="4",
        enter=_earn_money,
        why_full=lambda page: Reason.MONEY_FULL if page.marks.money >= page.plan.sheet.tracks.money else None,
    ),
    BonusKind(
        name="goods-die",
        title=N_("goods of a purple die"),
        about=N_("Choose a purple die, wherever it is: you get both of its goods."),
        look=Look("goods-die", "purple"),
        value=3.5,
        use=20,
        ask=lambda source, bonus: GoodsDie(source),
    ),
    BonusKind(
        name="goods",
        title=N_("goods"),
        about=N_("You get this many goods, all different."),
        look=Look("goods", "purple", y=15.2),
        value=2.0,
        use=30,
        arguments=("1", "2", "3"),
        words=lambda bonus: Words(Plural("%(num)d good", "%(num)d different goods"), bonus.amount),
        sample="2",
        ask=lambda source, bonus: Goods(source, bonus.amount),
        enter=_circle_all,
    ),
    BonusKind(
        name="sell-any",
        title=N_("sell goods"),
        about=N_("Sell up to this many goods of any kind from your stock."),
        look=Look("sell", "purple", x=14.6),
        value=2.5,
        use=150,
        arguments=("1", "2", "3", "1-2", "1-3"),
        words=lambda bonus: Words(
            Plural("sell %(num)d good of any kind", "sell up to %(num)d goods of any kind"), _count_sold(bonus)
        ),
        caption=lambda bonus: f"1–{_count_sold(bonus)}" if _count_sold(bonus) > 1 else "1",
        sample="2",
        ask=lambda source, bonus: Sale(source, Buyer(1, _count_sold(bonus))),
    ),
    BonusKind(
        name="sell-1-3",
        title=N_("sell 1–3 goods, all of one kind or all different"),
        about=N_("Sell 1 to 3 goods from your stock: all of one kind, or all different."),
        look=Look("stall", "purple", y=15.3, room=15.0, solid=False),
        value=3.0,
        use=140,
        arguments=("", "same", "different"),
        words=lambda bonus: Words(SALE_WORDS[bonus.argument]),
        caption=lambda bonus: "" if bonus.argument else "1–3",
        icon=lambda bonus: f"market-{bonus.argument}" if bonus.argument else "stall",
        ask=lambda source, bonus: Sale(source, BUYERS[str(bonus)]),
    ),
    BonusKind(
        name="sell-2-different",
        title=N_("sell 2 different goods"),
        about=N_("Sell two goods of different kinds from your stock."),
        look=Look("sell-different", "purple"),
        value=2.5,
        use=160,
        ask=lambda source, bonus: Sale(source, BUYERS["sell-2-different"]),
    ),
    BonusKind(
        name=HALF_ROAD,
        title=N_("half-road"),
        about=N_("Add one more branch to a road. Together, two half-roads can make a new straight or bend."),
        look=Look("half-road", "green"),
        value=1.5,
        use=110,
        ask=lambda source, bonus: HalfRoads(source, 1),
    ),
    BonusKind(
        name="straight",
        title=N_("straight"),
        about=N_("Draw a straight on an empty space."),
        look=Look("straight", "green"),
        value=4.0,
        use=100,
        ask=lambda source, bonus: Road(source, "straight"),
    ),
    BonusKind(
        name="fork",
        title=N_("fork"),
        about=N_("Draw a road with three branches on an empty space."),
        look=Look("fork", "green"),
        value=4.5,
        use=90,
        ask=lambda source, bonus: Road(source, "fork"),
    ),
    BonusKind(
        name="intersection",
        title=N_("intersection"),
        about=N_("Draw a road with four branches on an empty space."),
        look=Look("intersection", "green"),
        value=5.0,
        use=80,
        ask=lambda source, bonus: Road(source, "intersection"),
    ),
    BonusKind(
        name="river-advance",
        title=N_("1 space ahead on the river"),
        about=N_("Your boat sails one space ahead; you get what that space shows."),
        look=Look("river-advance", "blue", y=16.4),
        value=4.0,
        use=40,
        gains="river",
        caption="1",
        ask=lambda source, bonus: SailAhead(source, most=1),
        enter=_sail_ahead,
    ),
    BonusKind(
        name="river-back",
        title=N_("back on the river"),
        about=N_("Mark a free space behind your boat and get what it shows. The boat itself stays where it is."),
        look=Look("river-back", "blue", y=16.4),
        value=4.0,
        use=50,
        arguments=tuple(BACK),
        gains="river",
        words=lambda bonus: Words(BACK_WORDS[bonus.argument]),
        sample="1-2",
        ask=lambda source, bonus: SailBack(source, BACK[bonus.argument]),
        enter=_sail_back,
    ),
)
BONUS_KINDS = {kind.name: kind for kind in _KINDS}


def find_icon(bonus: Bonus) -> str:
    kind = BONUS_KINDS[bonus.kind]
    return kind.icon(bonus) if kind.icon else kind.look.icon


def format_caption(bonus: Bonus) -> str:
    """Format the caption of the icon: the amount, or a question mark if the player chooses."""
    caption = BONUS_KINDS[bonus.kind].caption
    if caption is None:
        return "?" if bonus.argument == "any" else bonus.argument.replace("-", "–")
    return caption if isinstance(caption, str) else caption(bonus)


def estimate_value(bonus: Bonus) -> float:
    """Estimate the value of a bonus for bots, in half points."""
    kind = BONUS_KINDS[bonus.kind]
    return kind.value * bonus.amount if kind.value_per_unit else kind.value


def select_by_gain(gain: Gain, bonuses: Iterable[Bonus]) -> list[Bonus]:
    """Return the bonuses that give fame, money, karma, an upgrade, a person or a river space."""
    return [bonus for bonus in bonuses if BONUS_KINDS[bonus.kind].gains == gain]


def sum_gains(gain: Gain, bonuses: Iterable[Bonus]) -> int:
    """Add up the fame, money, karma or upgrades that bonuses give."""
    return sum(int(bonus.argument or 1) for bonus in select_by_gain(gain, bonuses))


def why_useless(page: Page, place: str, bonus: Bonus) -> Verdict:
    """Return why a bonus would have no effect now, or None."""
    return BONUS_KINDS[bonus.kind].why_useless(page, place, bonus)


def find_bonus(page: Page, task: Task) -> Bonus | None:
    """Find the bonus or the earning of the river that asks for a task; None if it only follows from one."""
    plan, source = page.plan, task.source
    given: Iterable[Bonus] = (plan.bonuses[source],) if source in plan.bonuses else ()
    if source.startswith(RIVER):
        given = plan.sheet.river[int(source.removeprefix(RIVER)) - 1].earnings
    asked = ((bonus, BONUS_KINDS[bonus.kind].ask) for bonus in given)
    return next((bonus for bonus, ask in asked if ask and ask(source, bonus) == task), None)


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

    The order of several that ask is a choice too.
    """
    kinds = [BONUS_KINDS[bonus.kind] for bonus in earnings]
    several = sum(kind.ask is not None for kind in kinds) > 1
    asked = [
        kind.ask(source, bonus) if several and kind.ask and kind.leads_on else kind.grant(page, source, bonus)
        for kind, bonus in zip(kinds, earnings, strict=True)
    ]
    page.add_tasks(*(task for task in asked if task))
