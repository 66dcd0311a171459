"""The action of a die, and whether a die is suitable."""

from companion.games.dice_charmers.rules.market import circle, is_free, list_goods
from companion.games.dice_charmers.rules.page import DIE, Page, Task
from companion.games.dice_charmers.rules.palace import call_person, refuse_person
from companion.games.dice_charmers.rules.plan import DICE
from companion.games.dice_charmers.rules.refusals import Code, Verdict
from companion.games.dice_charmers.rules.river import find_next_symbol, mark
from companion.games.dice_charmers.rules.roads import HalfRoads, Road
from companion.rules.refusal import Refusal

COLOUR_OF = {die: die.partition("-")[0] for die in DICE}


def why_unsuitable(page: Page, die: str, face: str) -> Verdict:
    """Return why a die is not suitable, or None. It is suitable if at least one part of it has an effect."""
    match COLOUR_OF[die]:
        case "purple":
            if not any(is_free(page, good) for good in list_goods(face)):
                return Refusal(Code.PURPLE_USELESS, die=die, face=face)
        case "green":
            if _make_road_task(face).why_impossible(page):
                return Refusal(Code.GREEN_USELESS, die=die, face=face)
        case "blue":
            if find_next_symbol(page, face) is None:
                return Refusal(Code.BLUE_USELESS, die=die, face=face)
        case "orange":
            refusal = refuse_person(page, face)
            if refusal and refusal.code is Code.PERSON_USED_UP:
                return Refusal(Code.ORANGE_USELESS, die=die, face=face)
            return refusal
    return None


def use_die(page: Page, die: str, face: str) -> None:
    """Begin the action of a suitable die."""
    match COLOUR_OF[die]:
        case "purple":
            circle(page, list_goods(face))
        case "green":
            page.add_tasks(_make_road_task(face))
        case "blue":
            target = find_next_symbol(page, face)
            assert target is not None
            mark(page, target)
        case "orange":
            call_person(page, face, DIE)


def _make_road_task(face: str) -> Task:
    return HalfRoads(DIE, 2) if face == "half-roads" else Road(DIE, face)


def can_use_any_die(page: Page) -> bool:
    """Check whether any face of any die would be suitable."""
    return any(
        why_unsuitable(page, f"{colour}-1", face) is None
        for colour, faces in page.plan.sheet.faces
        for face in set(faces)
    )
