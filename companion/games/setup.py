"""Set-up of a cardboard game: a checklist, and the facts that chance decides.

A game lists its kinds of facts: starting dice, drawn tiles, who begins. Whatever is not known yet is drawn, by the dice
of the set-up page or by the fair dice of a table. Checklist and table use the same facts, so nothing is rolled twice.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol, TypeVar

from companion.i18n import gettext
from companion.rules.assistant import Facts

Item = TypeVar("Item")
Roll = Callable[[int], int]  # returns a number from 1 to the given number of sides


class Query(Protocol):
    """The query of a URL."""

    def get(self, name: str) -> str | None: ...

    def getlist(self, name: str) -> list[str]: ...


@dataclass(frozen=True)
class Group:
    """The players for whom a game is set up, clockwise, and what is known already."""

    names: tuple[str, ...]
    options: Mapping[str, str]
    facts: Facts

    @property
    def players(self) -> int:
        return len(self.names)


@dataclass(frozen=True)
class Question:
    """A choice on a page that enters a fact drawn by hand.

    `field` is the name of the fact. After a dot comes the part that the choice belongs to: a number, or a word that is
    written before the values, as in `orders.red`.
    """

    field: str
    title: str
    options: Sequence[tuple[str, str]]  # (value, label)
    several: bool = False  # more than one option can be chosen
    chosen: str = ""


@dataclass(frozen=True)
class FactKind:
    """Something that chance decides: its name, how to draw it, and which values are possible."""

    name: str
    draw: Callable[[Roll, Facts], Sequence[object]]  # (roll, facts known so far) -> values
    is_possible: Callable[[Sequence[str]], bool]
    describe: Callable[[Sequence[str], Group], str]
    questions: Sequence[Question] = ()
    printed: bool = False  # on the owners' copy only: asked once, remembered by the installation, never drawn


def never_draw(roll: Roll, known: Facts) -> Sequence[object]:
    raise AssertionError("only the owners of the game can see it")


class Step(str):
    """A sentence of the checklist, and dice that the page draws after it: (colour, its name, number)."""

    dice: Sequence[tuple[str, str, str]] = ()


@dataclass(frozen=True)
class Setup:
    steps: Callable[[Group], list[str]]  # sentences, some of them a Step; what is not known yet stays open in them
    kinds: Callable[[Group], Sequence[FactKind]] = lambda group: ()  # the facts that this group needs, in order
    template: str = ""  # included below the steps
    context: Callable[[Group, str, Query], Mapping[str, Any]] | None = None  # (group, roll, query)

    def list_missing(self, group: Group) -> list[FactKind]:
        """List the facts that have to be drawn and are not known yet."""
        return [kind for kind in self.kinds(group) if not kind.printed and kind.name not in group.facts]

    def draw_missing(self, group: Group, roll: Roll) -> Facts:
        """Draw every fact that is not known yet."""
        drawn: dict[str, tuple[str, ...]] = {}
        for kind in self.list_missing(group):
            drawn[kind.name] = tuple(map(str, kind.draw(roll, {**group.facts, **drawn})))
        return drawn

    def keep_possible(self, group: Group) -> Facts:
        """Keep the facts that this group needs and that are possible."""
        kinds = {kind.name: kind for kind in self.kinds(group)}
        return {
            name: values for name, values in group.facts.items() if name in kinds and kinds[name].is_possible(values)
        }


def number_players(players: int) -> tuple[str, ...]:
    """Return names for players who are not known yet: player 1, player 2 …"""
    return tuple(gettext("player %(number)s", number=number) for number in range(1, players + 1))


def roll_with(luck: Random) -> Roll:
    return lambda sides: luck.randint(1, sides)


def draw_from(roll: Roll, items: Sequence[Item], count: int) -> list[Item]:
    """Draw different items, each with the same chance."""
    left = list(items)
    return [left.pop(roll(len(left)) - 1) for _ in range(count)]


def are_numbers(low: int, high: int, count: int) -> Callable[[Sequence[str]], bool]:
    """Return a check that there are `count` numbers from low to high."""
    possible = [str(number) for number in range(low, high + 1)]
    return lambda values: len(values) == count and all(value in possible for value in values)


def make_first_kind(group: Group) -> FactKind:
    """Return the kind of fact that says which player begins."""
    return FactKind(
        "first",
        draw=lambda roll, known: [roll(group.players)],
        is_possible=are_numbers(1, group.players, 1),
        describe=lambda values, group: gettext("%(name)s begins", name=group.names[int(values[0]) - 1]),
    )
