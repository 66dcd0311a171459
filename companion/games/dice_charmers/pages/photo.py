"""What a page shows of a photographed sheet: the marks as read, questions, conflicts and the score.

A page holds the whole reading and sends it back with every correction, so the server keeps neither pictures nor
readings.
"""

import base64
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from companion.games.dice_charmers.definition import SheetDefinition
from companion.games.dice_charmers.drawing.correctable import CorrectableArea, draw_correctable_areas, draw_icons
from companion.games.dice_charmers.drawing.summary import format_sum
from companion.games.dice_charmers.paper.conflicts import Conflict, change_totals, find_conflicts, score_by_rules
from companion.games.dice_charmers.paper.marked import Cells, count_totals, select_marked
from companion.games.dice_charmers.paper.reading import Doubt
from companion.games.dice_charmers.paper.report import compute_score
from companion.games.dice_charmers.rules.cells import STATES
from companion.games.dice_charmers.rules.scoring import Figures
from companion.games.dice_charmers.rules.sheet import Sheet
from companion.games.dice_charmers.texts.conflicts import describe_conflict, name_cell, name_state
from companion.games.table_game import Page
from companion.i18n import get_language

FOLDER = "games/dice_charmers/photo"
AREA_OF = {
    "fame": "tracks",
    "money": "tracks",
    "road": "province",
    "edge": "province",
    "good": "market",
    "tent": "market",
    "person": "palace",
    "palace": "palace",
    "river": "river",
    "upgrade": "upgrades",
    "karma": "karma",
}  # by the first word of a cell or of the place of a bonus


@dataclass(frozen=True)
class Question:
    """A doubtful cell: the part of the photo that shows it, and its possible states."""

    cell: str
    title: str
    read: str
    states: tuple[tuple[str, str], ...]  # state and its name, the likeliest first
    crop: str  # data: URL; empty if there is no picture


@dataclass(frozen=True)
class Review:
    """A sheet as read, with the corrections made so far."""

    definition: SheetDefinition
    cells: Cells
    key: str  # distinguishes several sheets on one page
    doubts: tuple[Doubt, ...] = ()
    picture: bytes = b""
    serial: int | None = None  # of this copy

    @property
    def sheet(self) -> Sheet:
        return self.definition.sheet

    @property
    def name(self) -> str:
        return self.sheet.name

    @property
    def version(self) -> int:
        return self.sheet.version

    @property
    def title(self) -> str:
        return self.definition.title[get_language()]

    @cached_property
    def areas(self) -> tuple[CorrectableArea, ...]:
        return draw_correctable_areas(self.definition, get_language())

    @property
    def icons(self) -> str:
        return draw_icons(self.areas)

    @property
    def marked(self) -> str:
        """The cells that are not empty, as JSON for a form."""
        return json.dumps(select_marked(self.cells), separators=(",", ":"))

    @property
    def questions(self) -> list[Question]:
        return [make_question(doubt) for doubt in self.doubts]

    @property
    def picture_url(self) -> str:
        return make_data_url(self.picture)

    @cached_property
    def totals(self) -> Figures:
        return count_totals(self.sheet, self.cells)

    @property
    def figures(self) -> dict[str, int]:
        return self.totals._asdict()

    @property
    def score(self) -> float:
        return compute_score(self.sheet, self.totals)

    @property
    def sum(self) -> str:
        return format_sum(self.totals.fame, self.totals.money, self.sheet.tracks.fame, self.score)

    @cached_property
    def conflicts(self) -> tuple[Conflict, ...]:
        return find_conflicts(self.sheet, self.cells)

    def list_conflicts(self, area: str) -> list[Conflict]:
        return [conflict for conflict in self.conflicts if find_area(conflict.cells[0]) == area]

    @property
    def disputed(self) -> list[str]:
        """The cells that take part in a conflict."""
        return sorted({cell for conflict in self.conflicts for cell in conflict.cells})

    @cached_property
    def by_rules(self) -> Figures:
        return score_by_rules(self.sheet, self.cells)

    @property
    def score_by_rules(self) -> float:
        return compute_score(self.sheet, self.by_rules)

    @property
    def fix_by_rules(self) -> str:
        """The changes that mark the totals which the rules give, as JSON."""
        return format_fix(self.cells, change_totals(self.sheet, self.by_rules))

    def format_fix(self, conflict: Conflict) -> str:
        return format_fix(self.cells, conflict.fix)

    def describe_conflict(self, conflict: Conflict) -> str:
        return describe_conflict(conflict)

    def name_cell(self, cell: str) -> str:
        return name_cell(cell)

    def make_page(self) -> Page:
        """Return the sheet with its marks, to correct them."""
        return Page(f"{FOLDER}/review.html", {"review": self, "state_names": name_states()})

    def make_verdict(self) -> Page:
        """Return the parts that depend on the marks: score and conflicts."""
        return Page(f"{FOLDER}/_verdict.html", {"review": self})


def name_states() -> dict[str, str]:
    return {state: name_state(state) for states in STATES.values() for state in states}


def make_question(doubt: Doubt) -> Question:
    likely = sorted(doubt.alternatives, key=lambda state: -doubt.alternatives[state])
    states = [*likely, *(state for state in STATES[doubt.cell.partition(" ")[0]] if state not in likely)]
    title = name_cell(doubt.cell)
    return Question(
        doubt.cell,
        title[:1].upper() + title[1:],
        doubt.read,
        tuple((state, name_state(state)) for state in states),
        make_data_url(doubt.crop),
    )


def make_data_url(picture: bytes) -> str:
    if not picture:
        return ""
    kind = "png" if picture.startswith(b"\x89PNG") else "jpeg"
    return f"data:image/{kind};base64,{base64.b64encode(picture).decode()}"


def find_area(cell: str) -> str:
    words = cell.split()
    return AREA_OF[words[1] if words[0] == "bonus" else words[0]]


def format_fix(cells: Cells, fix: Mapping[str, str]) -> str:
    """Return the part of a fix that changes something, as JSON; empty if nothing changes."""
    changes: dict[str, Any] = {cell: state for cell, state in fix.items() if cells.get(cell) != state}
    return json.dumps(changes, separators=(",", ":")) if changes else ""
