"""Train the networks that read marks, on photos that we make ourselves."""

import io
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import cv2
import numpy as np

from companion.games.dice_charmers.definition import SheetDefinition
from companion.games.dice_charmers.paper.scan import (
    COUNT_FACTS,
    GROUPS,
    Print,
    compare,
    count_states,
    cut_cells,
    find_drawn_state,
    find_group,
    find_printed_circles,
    list_markers,
    list_states,
    load_weights,
)
from companion.i18n import LANGUAGES
from companion.lab.games import map_in_processes, simulate
from companion.lab.hand import choose_hand
from companion.lab.photos import (
    EXPOSURES,
    choose_mistakes,
    compress,
    expose,
    fold,
    lay_out,
    mark_sheet,
    photograph,
    print_sheet,
)
from companion.lab.photos import PIXELS as SAMPLE_PIXELS
from companion.photo import network
from companion.photo.ink import CHANNELS, SIDE, find_ink
from companion.photo.page import PIXELS, find_markers, find_pages, straighten
from companion.photo.pictures import open_picture
from companion.render.pad import USUAL_PAPERS
from companion.render.palette import INKS

LEVELS = {"scan": 0.15, "good": 0.2, "normal": 0.35, "poor": 0.3}  # how often each is photographed
MEGAPIXELS = (2.0, 5.0)
MARKINGS = (
    12  # of every photo: marks are drawn on the straightened photo of a blank sheet, which costs less than photos
)
HANDS = 24  # people who mark one sheet, so that training learns more from it
MOVED = 0.12  # millimetres by which straightening may be wrong
PHOTOS = "photos"  # the first step
TESTED = 10  # one in ten photos is kept back, to show how well the networks read

Array = Any
Cut = dict[str, tuple[Array, Array, Array]]  # by network: patches, facts, states


@dataclass(frozen=True)
class ReaderOrder:
    definitions: tuple[SheetDefinition, ...]
    photos: int
    epochs: int
    seed: int
    jobs: int
    folder: Path | None  # where photos that were cut into cells are kept for the next training
    start: bool = False  # with the shipped networks, instead of random ones


@dataclass(frozen=True)
class ReaderNews:
    step: str  # PHOTOS, or the name of a network
    done: int
    total: int
    accuracy: float = 0.0
    weights: bytes = b""


def train_reader(order: ReaderOrder) -> Iterator[ReaderNews]:
    """Make photos, train a network for each group of cells; the last news has the weights as an npz file."""
    with ExitStack() as stack:
        folder = order.folder or Path(stack.enter_context(TemporaryDirectory()))
        finals = [_play(definition, order.seed) for definition in order.definitions]
        files = []
        for file in map_in_processes(partial(_make_cut, order, folder, finals), range(order.photos), order.jobs):
            files.append(file)
            yield ReaderNews(PHOTOS, len(files), order.photos)
        stored: dict[str, Array] = {}
        usable = [file for file in files if file]
        for group, weights, accuracy in map_in_processes(partial(_train_network, order, usable), GROUPS, order.jobs):
            stored |= {f"{group} {name}": each.astype(np.float16) for name, each in weights.items()}
            yield ReaderNews(group, 1, 1, accuracy)
    written = io.BytesIO()
    np.savez(written, **stored)
    yield ReaderNews("weights", 1, 1, weights=written.getvalue())


def _train_network(order: ReaderOrder, files: Sequence[Path], group: str) -> tuple[str, network.Weights, float]:
    """Train the network of a group of cells; return it and how many states of unseen photos it gets right."""
    rng = np.random.default_rng(order.seed)
    weights = network.make_weights(CHANNELS, SIDE, COUNT_FACTS, count_states(group), rng)
    if order.start:
        weights = {name: each.copy() for name, each in load_weights()[group].items()}
    samples = _gather([file for i, file in enumerate(files) if i % TESTED], group)
    for _ in network.train(weights, samples, order.epochs, rng):
        pass
    test = _gather(files[::TESTED], group)
    chances = network.predict(weights, test.patches.astype(np.float32), test.facts)
    return group, weights, float((chances.argmax(axis=1) == test.states).mean())


def _gather(files: Sequence[Path], group: str) -> network.Samples:
    cuts = [_load(file, group) for file in files]
    patches, facts, states = (np.concatenate([cut[part] for cut in cuts]) for part in range(3))
    share = np.bincount(states) / len(states)
    importance = (1 / np.sqrt(share))[states].astype(np.float32)
    return network.Samples(patches, facts.astype(np.float32), states, importance)


def _load(file: Path, group: str) -> list[Array]:
    with np.load(file) as cut:
        return [cut[f"{group} {part}"] for part in range(3)]


def _play(definition: SheetDefinition, seed: int) -> list[Mapping[str, str]]:
    """Return the cells of sheets at the end of games between simple players."""
    sheets: list[Any] = []
    simulate(definition.sheet, ["greedy"] * 4, 15, seed, final=sheets.append)
    return [sheet["cells"] for sheet in sheets]


def _make_cut(order: ReaderOrder, folder: Path, finals: Sequence[list[Mapping[str, str]]], number: int) -> Path | None:
    """Make one photo, mark it in several ways and cut it into cells; return the file, None if no sheet is found."""
    file = folder / f"photo-{order.seed}-{number}.npz"
    if file.exists():
        return file
    rng = np.random.default_rng((order.seed, number))
    chosen = int(rng.integers(len(order.definitions)))
    definition, played = order.definitions[chosen], finals[chosen]
    which = Print(definition, str(rng.choice(list(LANGUAGES))), str(rng.choice(list(INKS))))
    level = str(rng.choice(list(LEVELS), p=list(LEVELS.values())))
    paper = lay_out(which, print_sheet(which, rng), 1, str(rng.choice(list(USUAL_PAPERS))), rng)
    photo = photograph(paper, SAMPLE_PIXELS, level, rng, rng.uniform(*MEGAPIXELS))
    picture = open_picture(compress(photo, level, rng))
    pages = find_pages(find_markers(picture), list_markers(definition))
    if not pages:
        return None
    blank = which.draw(PIXELS)
    flat, _, match = straighten(picture, pages[0], blank)
    blur = find_ink(flat, blank).blur * PIXELS
    cuts = []
    for _ in range(MARKINGS):
        states = played[int(rng.integers(len(played)))] if rng.random() < 0.2 else _invent_states(which, rng)
        page = _mark(flat, which, states, blur, rng)
        seen = compare(which, page, match, pages[0].markers)
        cuts.append(_label(cut_cells(seen), states, find_printed_circles(definition)))
    parts = {
        f"{group} {part}": np.concatenate([cut[group][part] for cut in cuts]) for group in GROUPS for part in range(3)
    }
    folder.mkdir(parents=True, exist_ok=True)
    np.savez(file, **parts)
    return file


def _mark(flat: Array, which: Print, states: Mapping[str, str], blur: float, rng: np.random.Generator) -> Array:
    """Draw marks on the straightened photo of a blank sheet."""
    size = flat.shape[1], flat.shape[0]
    wrong = rng.normal(0, MOVED * PIXELS)
    moved = np.array(((1, 0, wrong), (0, 1, wrong)))
    page = cv2.warpAffine(flat, moved, size, borderMode=cv2.BORDER_REPLICATE)
    few = cv2.resize(page, None, fx=1 / PIXELS, fy=1 / PIXELS, interpolation=cv2.INTER_AREA)
    white = cv2.GaussianBlur(cv2.dilate(few, np.ones((9, 9), np.uint8)), (0, 0), 3)
    white = cv2.resize(white, size, interpolation=cv2.INTER_LINEAR)
    first = choose_hand(rng, held_back=False)
    if rng.random() < 0.3:  # the hardest to read, most of all beside a dark pen
        first = replace(first, pen="faint pencil")
    second = choose_hand(rng, held_back=False) if rng.random() < 0.5 else first
    hands = [first] + [
        replace(choose_hand(rng, held_back=False), pen=(first, second)[int(rng.random() < 0.4)].pen)
        for _ in range(HANDS - 1)
    ]
    mistakes = choose_mistakes(states, first.pen, rng)
    mark_sheet(page, which, states, hands, rng, PIXELS, mistakes, white=white, blur=blur)
    if rng.random() < 0.25:
        page = fold(page, rng, PIXELS)
    if rng.random() < 0.25:
        page = expose(page, str(rng.choice(EXPOSURES)), PIXELS, rng)
    if rng.random() < 0.5:
        coded = cv2.imencode(".jpg", page, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(50, 95))])[1]
        page = cv2.imdecode(coded, cv2.IMREAD_COLOR)
    return page


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
    """Mark cells at random, in orders that no game leads to; tracks in runs of places."""
    most = 0.9 if rng.random() < 0.8 else 0.03  # a fifth of these sheets are almost blank
    density = {kind: rng.uniform(0, most) for kinds in GROUPS.values() for kind in kinds}
    printed = find_printed_circles(which.definition)
    states: dict[str, str] = {}
    used = False
    for cell in which.list_cells():
        kind = cell.partition(" ")[0]
        none, *marked = list_states(cell)
        changes = find_group(cell) != "track" or rng.random() < 0.15
        used = rng.random() < density[kind] if changes else used
        states[cell] = str(rng.choice(marked)) if used else ("circled" if cell in printed else none)
    return states
