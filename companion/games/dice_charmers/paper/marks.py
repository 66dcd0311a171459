"""From a photo to the probability of every state of every cell, without asking the rules."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from companion.games.dice_charmers.paper.printed import Print, find_printed_circles, list_states
from companion.games.dice_charmers.rules.cells import CIRCLED, NONE, STATES
from companion.photo import network
from companion.photo.ink import Ink, find_ink
from companion.photo.page import FoundPage
from companion.photo.patches import FACTS, cut_patches
from companion.photo.pictures import Picture
from companion.photo.straighten import PIXELS, straighten

FILE = Path(__file__).parent / "network.npz"
GROUPS = {
    "track": ("fame", "money"),
    "road": ("road",),
    "ring": ("good", "bonus", "karma"),
    "cross": ("person", "river", "upgrade"),
}  # kinds of cells that share a network
MOST_KINDS = 3
SURE = 0.9  # probability of a state that teaches how a person marks

Array = Any
Chances = dict[str, dict[str, float]]


@dataclass(frozen=True)
class Straightened:
    """A photographed sheet, flat and compared with the blank."""

    which: Print
    picture: Picture  # PIXELS per millimetre
    ink: Ink
    match: float  # with the blank, 0 to 1
    markers: int  # found


def find_group(cell: str) -> str:
    kind = cell.partition(" ")[0]
    return next(group for group, kinds in GROUPS.items() if kind in kinds)


def measure(picture: Picture, page: FoundPage, which: Print) -> Straightened:
    blank = which.draw(PIXELS)
    flat, _, match = straighten(picture, page, blank)
    return Straightened(which, flat, find_ink(flat, blank), match, page.markers)


def cut_cells(seen: Straightened) -> dict[str, tuple[list[str], Array, Array]]:
    """Return cells, patches and facts by the network that reads them."""
    cells = seen.which.list_cells()
    patches, photo = cut_patches(seen.ink, list(cells.values()))
    ids = list(cells)
    groups = {}
    for group in GROUPS:
        chosen = [i for i, id in enumerate(ids) if find_group(id) == group]
        facts = np.stack([np.concatenate((photo, _describe_kind(ids[i]))) for i in chosen])
        groups[group] = ([ids[i] for i in chosen], patches[chosen], facts.astype(np.float32))
    return groups


def _describe_kind(cell: str) -> Array:
    kinds = GROUPS[find_group(cell)]
    return np.eye(MOST_KINDS)[kinds.index(cell.partition(" ")[0])]


COUNT_FACTS = FACTS + MOST_KINDS


class MarkReader:
    """Reads the marks of one sheet, the second time with what the first has shown about the hand that made them."""

    def __init__(self, seen: Straightened) -> None:
        self.printed = find_printed_circles(seen.which.definition)
        self.weights = load_weights()
        self.groups = {
            group: (ids, network.find_features(self.weights[group], patches, facts))
            for group, (ids, patches, facts) in cut_cells(seen).items()
        }

    def read(self) -> Chances:
        """Return the probability of every state of every cell."""
        return self._predict(self.weights)

    def read_again(self, known: Mapping[str, Mapping[str, float]]) -> Chances:
        """Return the probabilities again, learned from cells whose states are known well by now."""
        adapted = {}
        for group, (ids, features) in self.groups.items():
            wanted = np.array([self._find_lesson(id, known[id]) for id in ids], np.float32)
            adapted[group] = network.adapt(self.weights[group], features, wanted)
        return self._predict(adapted)

    def _find_lesson(self, cell: str, known: Mapping[str, float]) -> list[float]:
        """Return what a cell teaches: nothing if it is unsure, or circled in print."""
        chances = [known[state] for state in list_states(cell)]
        return chances if max(chances) > SURE and cell not in self.printed else [0.0] * len(chances)

    def _predict(self, weights: Mapping[str, network.Weights]) -> Chances:
        chances: Chances = {}
        for group, (ids, features) in self.groups.items():
            for id, each in zip(ids, network.predict_from(weights[group], features), strict=True):
                chances[id] = {state: float(chance) for state, chance in zip(list_states(id), each, strict=True)}
        for cell in self.printed:  # counts as circled even if no pen touched it
            states = chances[cell]
            chances[cell] = {**states, NONE: 0.0, CIRCLED: states[NONE] + states[CIRCLED]}
        return chances


@cache
def load_weights() -> dict[str, network.Weights]:
    """Load the trained networks."""
    with np.load(FILE) as file:
        weights: dict[str, network.Weights] = {group: {} for group in GROUPS}
        for name in file.files:
            group, _, layer = name.partition(" ")
            weights[group][layer] = file[name].astype(np.float32)
    return weights


def count_states(group: str) -> int:
    return len(STATES[GROUPS[group][0]])
