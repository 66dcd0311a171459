"""The six people of the palace, and upgrades."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from companion.games.dice_charmers.rules.effects import EffectKind
from companion.games.dice_charmers.rules.market import BUYERS, GetGoods, Goods, Sale, Sell
from companion.games.dice_charmers.rules.province import HalfRoads
from companion.games.dice_charmers.rules.refusals import Reason, Verdict
from companion.games.dice_charmers.rules.river import Sail, SailAhead, SailBack
from companion.games.dice_charmers.rules.sheet import BUILDINGS, PEOPLE
from companion.games.dice_charmers.rules.state import (
    Meanings,
    MoveForm,
    OneOf,
    Page,
    State,
    Task,
    TaskDetails,
    TaskMove,
    Words,
    add_one,
)
from companion.rules.messages import N_, Refusal

GREAT_MOGUL = "great-mogul"
RAJA_MAN_SINGH = "raja-man-singh"
RAJAS_MONEY = 1  # for each use
PERSON_INDEX = {person: i for i, person in enumerate(PEOPLE)}

# What is given up of a person who was called
ACTIONS_GIVEN_UP = {
    "great-mogul": N_("Give up the Great Mogul’s action"),
    "maharani": N_("Give up the Maharani’s action"),
    "trader": N_("Give up the Trader’s action"),
    "raja-man-singh": N_("Give up Raja Man Singh’s upgrade"),
    "master-builder": N_("Give up the Master Builder’s half-roads"),
    "portuguese": N_("Give up the Portuguese’s action"),
}


@dataclass(frozen=True, slots=True)
class CallPerson(TaskMove):
    person: str

    form = MoveForm("person {0.person}", "|".join(PEOPLE), "person trader")
    named_effect = EffectKind.PERSON_USED
    meanings: ClassVar[Meanings] = {"person": lambda state, seat, person: (f"person {person}",)}

    def label(self, state: State) -> Words:
        return Words(N_("Call: %(person)s"), person=self.person)

    def targets(self, state: State) -> tuple[str, ...]:
        return (f"person {self.person}",)

    def picture(self, state: State) -> dict[str, Any]:
        return {"icons": [self.person], "hue": "orange"}


@dataclass(frozen=True, slots=True)
class Upgrade(TaskMove):
    building: str

    form = MoveForm("upgrade {0.building}", "|".join(BUILDINGS), "upgrade temple")
    meanings: ClassVar[Meanings] = {"building": lambda state, seat, building: (f"upgrade {building}",)}

    def label(self, state: State) -> Words:
        return Words(N_("Upgrade: %(building)s"), building=self.building)

    def targets(self, state: State) -> tuple[str, ...]:
        return (f"building {self.building}",)

    def picture(self, state: State) -> dict[str, Any]:
        return {"icons": [self.building], "hue": self.building}


def refuse_person(page: Page, person: str) -> Verdict:
    """Return why a person cannot be called, or None. A free space is enough, even if the action has no effect."""
    if not _has_space(page, person):
        return Refusal(Reason.PERSON_USED_UP, person=person)
    if person == GREAT_MOGUL and not any(_has_space(page, other) for other in PEOPLE if other != GREAT_MOGUL):
        return Refusal(Reason.MOGUL_NEEDS_ANOTHER)
    return None


def _has_space(page: Page, person: str) -> bool:
    return page.marks.people[PERSON_INDEX[person]] < page.plan.sheet.palace.uses


def call_person(page: Page, person: str, source: str) -> None:
    """Cross out the person's leftmost free space and begin the action."""
    i = PERSON_INDEX[person]
    people = add_one(page.marks.people, i)
    page.marks = page.marks._replace(people=people)
    column = people[i]
    for bonus_places, wing in page.plan.columns:
        if i in wing and all(people[other] >= column for other in wing):
            page.release(bonus_places[column - 1])
    if person == RAJA_MAN_SINGH:
        page.earn_money(RAJAS_MONEY)
    page.add_tasks(make_task(person, source))


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

    asks = "trade"
    answers = (Sell, GetGoods)
    unfinished = N_("choose one of the two options")
    value = 3.0

    @staticmethod
    def prompt(of: Mapping[str, Any]) -> Words:
        return Words(N_("Sell up to 2 goods, or get one"))


@dataclass(frozen=True, slots=True)
class SailBackOrGoods(OneOf):
    """Go back on the river, or get one good."""

    asks = "river-back-or-goods"
    answers = (Sail, GetGoods)
    unfinished = N_("choose one of the two options")
    value = 3.0

    @staticmethod
    def prompt(of: Mapping[str, Any]) -> Words:
        return Words(N_("Mark a free space 1 or 2 back on the river, or get one good"))


@dataclass(frozen=True, slots=True)
class CallSomeone(Task):
    """Call a person of the palace: any, or the one named."""

    called_by_mogul: bool = False
    named: str = ""

    asks = "person"
    answers = (CallPerson,)
    unfinished = N_("choose a person")
    value = 5.0

    def details(self) -> TaskDetails:
        return {"person": self.named} if self.named else {}

    @staticmethod
    def prompt(of: Mapping[str, Any]) -> Words:
        if of.get("person"):
            return Words(N_("Call: %(person)s"), person=of["person"])
        if of.get("called_by_mogul"):
            return Words(N_("The Great Mogul calls: choose another person"))
        return Words(N_("Choose a person of the palace"))

    def why_impossible(self, page: Page) -> Verdict:
        reasons = [self.refuse(page, move) for move in self.list_candidates(page)]
        return None if None in reasons else reasons[-1]

    def list_candidates(self, page: Page) -> Iterable[CallPerson]:
        return [CallPerson(person) for person in ((self.named,) if self.named else PEOPLE)]

    def refuse(self, page: Page, move: CallPerson) -> Verdict:
        if self.named and move.person != self.named:
            return Refusal(Reason.OTHER_PERSON_ASKED, person=self.named)
        if self.called_by_mogul and move.person == GREAT_MOGUL:
            return Refusal(Reason.NOT_THE_MOGUL_AGAIN)
        return refuse_person(page, move.person)

    def write(self, page: Page, move: CallPerson) -> None:
        call_person(page, move.person, self.source)


@dataclass(frozen=True, slots=True)
class UpgradeBuilding(Task):
    """Raise the value of one type of building."""

    asks = "upgrade"
    answers = (Upgrade,)
    unfinished = N_("choose a building to upgrade")
    value = 4.0

    @staticmethod
    def prompt(of: Mapping[str, Any]) -> Words:
        return Words(N_("Choose a building to upgrade"))

    def why_impossible(self, page: Page) -> Verdict:
        return Refusal(Reason.ALL_UPGRADED) if page.marks.upgrades == page.plan.most_upgrades else None

    def list_candidates(self, page: Page) -> Iterable[Upgrade]:
        return [Upgrade(building) for building in BUILDINGS]

    def refuse(self, page: Page, move: Upgrade) -> Verdict:
        building = BUILDINGS.index(move.building)
        if page.marks.upgrades[building] >= page.plan.most_upgrades[building]:
            return Refusal(Reason.UPGRADED_FULLY, building=move.building)
        return None

    def write(self, page: Page, move: Upgrade) -> None:
        building = BUILDINGS.index(move.building)
        upgrades = add_one(page.marks.upgrades, building)
        page.marks = page.marks._replace(upgrades=upgrades)
        step = upgrades[building]
        place, buildings = page.plan.upgrade_columns[step - 1]
        if all(upgrades[each] >= step for each in buildings):
            page.release(place)
