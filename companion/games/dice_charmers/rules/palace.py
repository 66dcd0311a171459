"""The six people of the palace, and upgrades."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from companion.games.dice_charmers.rules.market import BUYERS, Goods, Sale
from companion.games.dice_charmers.rules.moves import CallPerson, GetGoods, Move, Sail, Sell, Upgrade
from companion.games.dice_charmers.rules.page import Details, OneOf, Page, Task, add_one
from companion.games.dice_charmers.rules.refusals import Code, Verdict
from companion.games.dice_charmers.rules.river import SailAhead, SailBack
from companion.games.dice_charmers.rules.roads import HalfRoads
from companion.games.dice_charmers.rules.sheet import BUILDINGS, PEOPLE
from companion.rules.refusal import Refusal

GREAT_MOGUL = "great-mogul"
RAJA_MAN_SINGH = "raja-man-singh"
RAJAS_MONEY = 1  # for each use
PERSON_INDEX = {person: i for i, person in enumerate(PEOPLE)}


def refuse_person(page: Page, person: str) -> Verdict:
    """Return why a person cannot be called, or None. A free space is enough, even if the action has no effect."""
    if not _has_space(page, person):
        return Refusal(Code.PERSON_USED_UP, person=person)
    if person == GREAT_MOGUL and not any(_has_space(page, other) for other in PEOPLE if other != GREAT_MOGUL):
        return Refusal(Code.MOGUL_NEEDS_ANOTHER)
    return None


def _has_space(page: Page, person: str) -> bool:
    return page.marks.people[PERSON_INDEX[person]] < page.plan.sheet.palace.uses


def call_person(page: Page, person: str, source: str) -> None:
    """Cross out the person's leftmost free space and begin the action."""
    _cross_out(page, PERSON_INDEX[person])
    if person == RAJA_MAN_SINGH:
        page.earn_money(RAJAS_MONEY)
    page.add_tasks(make_task(person, source))


def _cross_out(page: Page, person: int) -> None:
    people = add_one(page.marks.people, person)
    page.marks = page.marks._replace(people=people)
    column = people[person]
    for bonus_places, wing in page.plan.columns:
        if person in wing and all(people[other] >= column for other in wing):
            page.release(bonus_places[column - 1])


def make_task(person: str, source: str) -> Task:
    """Return the action of a person."""
    match person:
        case "great-mogul":
            return CallSomeone(source, called_by_mogul=True)
        case "maharani":
            return SailAhead(source, most=2)
        case "trader":
            return Trade(source, (Sale(source, BUYERS["trader"]), Goods(source, 1)))
        case "raja-man-singh":
            return UpgradeBuilding(source)
        case "master-builder":
            return HalfRoads(source, 2)
        case "portuguese":
            return SailBackOrGoods(source, (SailBack(source, most=2), Goods(source, 1)))
    raise AssertionError(person)


@dataclass(frozen=True, slots=True)
class Trade(OneOf):
    """Sell up to two goods, or get one."""

    asks: ClassVar[str] = "trade"
    answers: ClassVar[tuple[type, ...]] = (Sell, GetGoods)


@dataclass(frozen=True, slots=True)
class SailBackOrGoods(OneOf):
    """Go back on the river, or get one good."""

    asks: ClassVar[str] = "river-back-or-goods"
    answers: ClassVar[tuple[type, ...]] = (Sail, GetGoods)


@dataclass(frozen=True, slots=True)
class CallSomeone(Task):
    """Call a person of the palace: any, or the one named."""

    called_by_mogul: bool = False
    named: str = ""

    asks: ClassVar[str] = "person"
    answers: ClassVar[tuple[type, ...]] = (CallPerson,)

    def details(self) -> Details:
        return {"person": self.named} if self.named else {}

    def why_impossible(self, page: Page) -> Verdict:
        reasons = [self.refuse(page, move) for move in self.list_candidates(page)]
        return None if None in reasons else reasons[-1]

    def list_candidates(self, page: Page) -> Iterable[Move]:
        return [CallPerson(person) for person in ((self.named,) if self.named else PEOPLE)]

    def refuse(self, page: Page, move: Move) -> Verdict:
        assert isinstance(move, CallPerson)
        if self.named and move.person != self.named:
            return Refusal(Code.OTHER_PERSON_ASKED, person=self.named)
        if self.called_by_mogul and move.person == GREAT_MOGUL:
            return Refusal(Code.NOT_THE_MOGUL_AGAIN)
        return refuse_person(page, move.person)

    def write(self, page: Page, move: Move) -> None:
        assert isinstance(move, CallPerson)
        call_person(page, move.person, self.source)


@dataclass(frozen=True, slots=True)
class UpgradeBuilding(Task):
    """Raise the value of one type of building."""

    asks: ClassVar[str] = "upgrade"
    answers: ClassVar[tuple[type, ...]] = (Upgrade,)

    def why_impossible(self, page: Page) -> Verdict:
        return Refusal(Code.ALL_UPGRADED) if page.marks.upgrades == page.plan.most_upgrades else None

    def list_candidates(self, page: Page) -> Iterable[Move]:
        return [Upgrade(building) for building in BUILDINGS]

    def refuse(self, page: Page, move: Move) -> Verdict:
        assert isinstance(move, Upgrade)
        building = BUILDINGS.index(move.building)
        if page.marks.upgrades[building] >= page.plan.most_upgrades[building]:
            return Refusal(Code.UPGRADED_FULLY, building=move.building)
        return None

    def write(self, page: Page, move: Move) -> None:
        assert isinstance(move, Upgrade)
        building = BUILDINGS.index(move.building)
        upgrades = add_one(page.marks.upgrades, building)
        page.marks = page.marks._replace(upgrades=upgrades)
        step = upgrades[building]
        place, buildings = page.plan.upgrade_columns[step - 1]
        if all(upgrades[each] >= step for each in buildings):
            page.release(place)
