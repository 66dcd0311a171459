"""Train the networks that read marks, on photos that we make ourselves."""

import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

from companion.games.dice_charmers.bots.simulation import simulate
from companion.games.dice_charmers.definition import SheetDefinition
from companion.games.dice_charmers.paper.marks import (
    COUNT_FACTS,
    GROUPS,
    count_states,
    cut_cells,
    measure,
)
from companion.games.dice_charmers.paper.printed import (
    Print,
    find_drawn_state,
    find_printed_circles,
    list_markers,
    list_states,
)
from companion.games.dice_charmers.paper.sample import make_sample
from companion.i18n import LANGUAGES
from companion.photo import network
from companion.photo.page import find_markers, find_pages
from companion.photo.patches import CHANNELS, SIDE
from companion.photo.pictures import open_picture
from companion.render.palette import INKS

LEVELS = {"scan": 0.1, "good": 0.2, "normal": 0.35, "poor": 0.35}  # how often each is photographed
MEGAPIXELS = (2.0, 4.5)
HANDS = 8  # people who mark one sheet
PHOTOS = "photos"  # the first step
TESTED = 10  # every so many photos are kept back, to show how well the networks read

Array = Any
Cut = dict[str, tuple[Array, Array, Array]]  # by network: patches, facts, states


@dataclass(frozen=True)
class Order:
    definitions: tuple[SheetDefinition, ...]
    photos: int
    epochs: int
    seed: int
    jobs: int
    folder: Path | None  # where photos that were cut into cells are kept for the next training


@dataclass(frozen=True)
class News:
    step: str  # PHOTOS, or the name of a network
    done: int
    total: int
    loss: float = 0.0
    accuracy: float = 0.0
    weights: bytes = b""


def train_reader(order: Order) -> Iterator[News]:
    """Make photos, train a network for each group of cells; the last news has the weights as an npz file."""
    cuts = []
    for cut in _make_cuts(order):
        cuts.append(cut)
        yield News(PHOTOS, len(cuts), order.photos)
    usable = [cut for cut in cuts if cut]
    learned = [cut for i, cut in enumerate(usable) if i % TESTED]
    tested = usable[::TESTED]
    stored: dict[str, Array] = {}
    for group in GROUPS:
        rng = np.random.default_rng(order.seed)
        weights = network.make_weights(CHANNELS, SIDE, COUNT_FACTS, count_states(group), rng)
        samples, test = _gather(learned, group), _gather(tested, group)
        for epoch, loss in enumerate(network.train(weights, samples, order.epochs, rng), 1):
            chances = network.predict(weights, test.patches, test.facts)
            accuracy = float((chances.argmax(axis=1) == test.states).mean())
            yield News(group, epoch, order.epochs, loss, accuracy)
        stored |= {f"{group} {name}": each.astype(np.float16) for name, each in weights.items()}
    file = io.BytesIO()
    np.savez(file, **stored)
    yield News("weights", 1, 1, weights=file.getvalue())


def _gather(cuts: Sequence[Cut], group: str) -> network.Samples:
    patches, facts, states = (np.concatenate([cut[group][part] for cut in cuts]) for part in range(3))
    share = np.bincount(states) / len(states)
    importance = (1 / np.sqrt(share))[states].astype(np.float32)
    return network.Samples(patches.astype(np.float32), facts.astype(np.float32), states, importance)


def _make_cuts(order: Order) -> Iterator[Cut]:
    finals = [_play(definition, order.seed) for definition in order.definitions]
    make = partial(_make_cut, order, finals)
    if order.jobs == 1:
        yield from map(make, range(order.photos))
    else:
        with get_context("spawn").Pool(order.jobs) as pool:
            yield from pool.imap(make, range(order.photos), chunksize=4)


def _play(definition: SheetDefinition, seed: int) -> list[Mapping[str, str]]:
    """Return the cells of sheets at the end of games between simple players."""
    sheets: list[Any] = []
    simulate(definition.sheet, ["greedy"] * 4, 15, seed, final=sheets.append)
    return [sheet["cells"] for sheet in sheets]


def _make_cut(order: Order, finals: Sequence[list[Mapping[str, str]]], number: int) -> Cut:
    """Make one photo and cut it into cells; empty if its sheet is not found."""
    file = order.folder / f"photo-{order.seed}-{number}.npz" if order.folder else None
    if file and file.exists():
        with np.load(file) as kept:
            return {group: tuple(kept[f"{group} {part}"] for part in range(3)) for group in GROUPS}
    rng = np.random.default_rng((order.seed, number))
    chosen = int(rng.integers(len(order.definitions)))
    definition, played = order.definitions[chosen], finals[chosen]
    which = Print(definition, str(rng.choice(list(LANGUAGES))), str(rng.choice(list(INKS))))
    states = played[int(rng.integers(len(played)))] if rng.random() < 0.5 else _invent_states(which, rng)
    level = str(rng.choice(list(LEVELS), p=list(LEVELS.values())))
    sample = make_sample(which, states, level, rng, up=1, megapixels=rng.uniform(*MEGAPIXELS), hands=HANDS)
    picture = open_picture(sample.encode(rng))
    pages = find_pages(find_markers(picture), list_markers(definition))
    if not pages:
        return {}
    cut = _label(cut_cells(measure(picture, pages[0], which)), states, find_printed_circles(definition))
    if file:
        file.parent.mkdir(parents=True, exist_ok=True)
        parts = {f"{group} {part}": each for group, parts in cut.items() for part, each in enumerate(parts)}
        np.savez(file, **parts)
    return cut


def _label(cells: Mapping[str, Any], states: Mapping[str, str], printed: frozenset[str]) -> Cut:
    return {
        group: (
            patches.astype(np.float16),
            facts.astype(np.float16),
            np.array([list_states(id).index(find_drawn_state(id, states[id], printed)) for id in ids], np.int8),
        )
        for group, (ids, patches, facts) in cells.items()
    }


def _invent_states(which: Print, rng: np.random.Generator) -> dict[str, str]:
    """Mark cells at random, in orders that no game leads to."""
    most = 0.9 if rng.random() < 0.75 else 0.05  # a quarter of these sheets are almost blank
    density = {kind: rng.uniform(0, most) for kinds in GROUPS.values() for kind in kinds}
    printed = find_printed_circles(which.definition)
    states = {}
    for cell in which.list_cells():
        none, *marked = list_states(cell)
        used = rng.random() < density[cell.partition(" ")[0]]
        states[cell] = str(rng.choice(marked)) if used else ("circled" if cell in printed else none)
    return states
