"""Load, check, print and simulate sheets: the bundled ones and the user's own."""

import json
import logging
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.games.dice_charmers.definition import (
    Problem,
    SheetDefinition,
    SheetProblems,
    check_sheet,
    list_earlier_versions,
    list_sheet_names,
    load_edition,
    load_sheet,
)
from companion.games.dice_charmers.drawing.layout import describe_layout
from companion.games.dice_charmers.drawing.sheet import PrintableSheet
from companion.games.dice_charmers.names import name_seat
from companion.games.dice_charmers.pages.film import make_film
from companion.games.dice_charmers.rules import State, Transcript, UnreadableLine, parse_transcript, play_transcript
from companion.games.dice_charmers.texts import describe_refusal, describe_summary, describe_unreadable
from companion.games.game import BadSheet, BadTranscript
from companion.games.progress import Progress
from companion.games.table_game import Work
from companion.i18n import get_language, gettext, translate_phrase
from companion.render import pad
from companion.render.pad import Printable

# Everything that plays or trains bots is imported by the methods that need it: the server and its workers do not.
if TYPE_CHECKING:
    from companion.games.dice_charmers.bots.training import Report, TrainingStep

FIRST_SHEET = "sun"  # listed first, for new players

logger = logging.getLogger(__name__)


def load_sheets(own: Path | None = None) -> dict[str, SheetDefinition]:
    """Load all valid sheets by name. A sheet with mistakes is logged and skipped."""
    return _load_usable(sorted(list_sheet_names(own), key=lambda name: name != FIRST_SHEET), own)


def load_earlier_versions(own: Path | None = None) -> dict[str, SheetDefinition]:
    """Load the earlier versions of sheets by name and version ("sun@1"), for tables that were opened with them."""
    return _load_usable(list_earlier_versions(own), own)


def _load_usable(names: Iterable[str], own: Path | None) -> dict[str, SheetDefinition]:
    usable: dict[str, SheetDefinition] = {}
    for name in names:
        try:
            usable[name] = load_sheet(name, own)
        except SheetProblems as error:
            logger.warning("Skipping the sheet %s: %s", name, error.problems[0])
    return usable


class SheetLibrary:
    """The sheets for commands and pages that print, check, simulate and replay."""

    @property
    def strategies(self) -> Collection[str]:
        from companion.games.dice_charmers.bots import STRATEGIES

        return tuple(STRATEGIES)

    def load(self, own: Path) -> Mapping[str, Printable]:
        return {name: PrintableSheet(definition) for name, definition in load_sheets(own).items()}

    def find(self, name: str, own: Path) -> PrintableSheet:
        """Load a sheet by its name, or by the path of a TOML file. Raises BadSheet."""
        try:
            return PrintableSheet(load_sheet(Path(name) if name.endswith(".toml") else name, own))
        except SheetProblems as error:
            raise BadSheet([describe_problem(problem) for problem in error.problems]) from error

    def check(self, file: Path) -> list[str]:
        """Describe every problem of a sheet file."""
        return [describe_problem(problem) for problem in check_sheet(file)]

    def describe_layout(self, sheet: Printable, order: pad.Order) -> dict[str, Any]:
        assert isinstance(sheet, PrintableSheet)
        return describe_layout(sheet, order)

    def simulate(
        self,
        sheet: Printable,
        strategies: Sequence[str],
        games: int,
        seed: int,
        jobs: int,
        final: Callable[[dict[str, Any]], None] | None = None,
    ) -> Any:
        from companion.games.dice_charmers.bots import simulate

        assert isinstance(sheet, PrintableSheet)
        return simulate(sheet.definition.sheet, strategies, games, seed, jobs, final)

    def train(
        self, sheet: Printable, folder: Path, generations: int, games: int, seed: int, jobs: int
    ) -> Iterator[Progress]:
        """Train bots on a sheet, and return their weights at the end."""
        from companion.games.dice_charmers.bots.learned import find_weights_file
        from companion.games.dice_charmers.bots.training import Order, Report, train

        assert isinstance(sheet, PrintableSheet)
        of = sheet.definition.sheet
        order = Order(of, folder / f"{of.name}-{of.version}", generations, games, seed, jobs)
        for news in train(order):
            if isinstance(news, Report):
                yield Progress(_describe_report(news))
            else:
                yield Progress(_describe_step(news), news.done, news.total)
        if order.best.exists():
            best = order.best.read_text(encoding="utf-8")
            yield Progress(gettext("Training is finished."), weights=best, file=find_weights_file(of))

    def calibrate(self, sheet: Printable, games: int, seed: int, jobs: int) -> Iterator[Progress]:
        from companion.games.dice_charmers.analysis.calibrating import FILE, calibrate

        assert isinstance(sheet, PrintableSheet)
        for done, total, calibration in calibrate(sheet.definition.sheet, games, seed, jobs):
            if calibration:
                yield Progress(gettext("The calibration is finished."), weights=calibration, file=FILE)
            else:
                yield Progress(gettext("Games between bots"), done, total)

    def measure_balance(
        self, sheet: Printable, players: Sequence[int], strategy: str, games: int, seed: int, jobs: int
    ) -> Iterator[Progress]:
        from companion.games.dice_charmers.bots.balance import measure_balance
        from companion.games.dice_charmers.texts.balance import describe_balance

        assert isinstance(sheet, PrintableSheet)
        title = gettext("Games between bots")
        for step in measure_balance(sheet.definition.sheet, players, strategy, games, seed, jobs):
            if step.balance is None:
                yield Progress(title, step.done, step.total)
            else:
                found = json.dumps(step.balance.as_json(), indent=2)
                yield Progress(title, weights=found, table=describe_balance(step.balance))

    def replay(self, transcript: str, own: Path) -> list[str]:
        """Replay a transcript and describe the final position. Raises BadTranscript."""
        _, _, state = play_text(transcript, own)
        return describe_summary(state, {seat: seat for seat in state.players})

    def make_film(self, transcript: str, own: Path) -> Work:
        """Return the work that makes the film of a transcript. Raises BadTranscript."""
        definition, parsed, state = play_text(transcript, own)
        names = {seat: name_seat(seat) for seat in state.players}
        events = tuple(entry.event for entry in parsed.entries)
        return Work(make_film, (definition, names, parsed.started, events, get_language()))


def play_text(transcript: str, own: Path) -> tuple[SheetDefinition, Transcript, State]:
    """Play a transcript to its end. Raises BadTranscript."""
    try:
        parsed = parse_transcript(transcript)
        definition = load_edition(parsed.sheet, parsed.started.edition, own)
    except UnreadableLine as error:
        raise BadTranscript(describe_line(error.line, describe_unreadable(error))) from error
    except SheetProblems as error:
        raise BadTranscript(f"sheet: {describe_problem(error.problems[0])}") from error
    state, fault = play_transcript(definition.sheet, parsed)
    if fault:
        raise BadTranscript(describe_line(fault.line, describe_refusal(fault.refusal), fault.text))
    assert state is not None
    return definition, parsed, state


def _describe_step(step: "TrainingStep") -> str:
    if step.against_best:
        return gettext("Generation %(num)d against the best", num=step.generation)
    return gettext("Generation %(num)d against itself", num=step.generation)


def _describe_report(report: "Report") -> str:
    share = f"{report.share:.1%}"
    if report.accepted:
        return gettext("Generation %(num)d is better: it won %(share)s.", num=report.generation, share=share)
    return gettext("Generation %(num)d is not better: it won %(share)s.", num=report.generation, share=share)


def describe_problem(problem: Problem) -> str:
    return f"{problem.file}: {problem.key}: {translate_phrase(problem.message)}"


def describe_line(line: int, sentence: str, entry: str = "") -> str:
    """Describe where a transcript is wrong; line 0 stands for the heading."""
    if line == 0:
        return f"players: {sentence}"
    if not entry:
        return gettext("line %(line)d: %(sentence)s", line=line, sentence=sentence)
    return gettext("line %(line)d (%(entry)s): %(sentence)s", line=line, entry=entry, sentence=sentence)


SHEETS = SheetLibrary()
