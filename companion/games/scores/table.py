"""A score sheet at a live table: every player fills in a column, and the totals follow.

A table keeps the sheet that it was opened with among its contents.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from companion.games.fair_dice import FairDice
from companion.games.options import Choice, Option
from companion.games.scores.rules.scoring import Entries, Tally, add_up, rank
from companion.games.scores.rules.sheet import (
    LOWEST,
    BadScoreSheet,
    RoundsRow,
    ScoreRow,
    ScoreSheet,
    SectionRow,
    YesRow,
    parse_file,
)
from companion.games.scores.scoring import make_scoring, title_row
from companion.games.scoring import describe_problem
from companion.games.table_game import BroughtGame, Offer, Player, TableGame
from companion.i18n import N_, gettext
from companion.rules.messages import IllegalMove, Message, Refusal, Unreadable
from companion.rules.scoring import BadScoring, Problem, Result, ScoringInput
from companion.seat_colours import SEAT_COLOURS
from companion.storage import Entry, Event

SHEET = "score_sheet"  # name of the sheet among the contents of a table
TOTALS = "totals"
OPEN, AT_THE_END = "open", "end"
SET, DONE, REOPEN, FINISH = "set", "done", "reopen", "finish"  # the first word of a move
NOTHING = "-"
EXAMPLES = "set coins 7, set longest yes, set rounds 5 8, set coins -, done, reopen, finish"

NO_SUCH_ROW = Message("no-such-row-here", "This sheet has no such row to fill in.")
NOT_YES_OR_NO = Message("yes-or-no", "This must be yes or no.")
NOTHING_TO_UNDO = Message("nothing-to-undo-here", "There is nothing to undo.")
ONE_BY_ONE = Message("one-by-one-here", "Here entries can only be undone one at a time.")
CANNOT_SKIP = Message("cannot-skip-here", "Nobody has a turn here, so none can be skipped.")
FORMULA_FAILS = Message("formula-fails", "%(player)s, %(row)s: %(why)s")


class Filled(NamedTuple):
    """An entry in a column, to undo it."""

    number: int  # of the event
    seat: str
    row: str
    before: Any  # None if it was empty


@dataclass(frozen=True)
class Columns:
    """The position of a table: what everybody has filled in."""

    sheet: ScoreSheet
    players: tuple[Player, ...]
    totals: str  # OPEN or AT_THE_END
    filled: Mapping[str, Entries]  # by seat; without the rows that are empty
    done: frozenset[str] = frozenset()  # seats that have finished filling in
    entered: tuple[Filled, ...] = ()
    finished: bool = False

    def complete(self, seat: str) -> Entries:
        """Return what a seat entered, with 0, no and no rounds for what is empty."""
        form = ScoringInput(self.filled[seat])
        return {row.id: row.read_entry(form) for row in self.sheet.rows}

    def add_up(self) -> tuple[dict[str, Tally], list[Problem]]:
        """Return the points of every seat by row, and the formulas that have no value."""
        tallies, problems = add_up(self.sheet, [self.complete(player.seat) for player in self.players])
        return {player.seat: tally for player, tally in zip(self.players, tallies, strict=True)}, problems

    def total(self, tally: Tally) -> int:
        return sum(tally[row.id] for row in self.sheet.rows if row.counts and not isinstance(row, SectionRow))

    def set(self, number: int, seat: str, row: str, value: Any) -> "Columns":
        column = {**self.filled[seat], row: value}
        if value is None:
            del column[row]
        return replace(
            self,
            filled={**self.filled, seat: column},
            done=self.done - {seat},
            entered=(*self.entered, Filled(number, seat, row, self.filled[seat].get(row))),
        )

    def scoring_input(self) -> dict[str, Any]:
        """Return the input of `companion score`."""
        return {"players": [{"name": player.name, **self.filled[player.seat]} for player in self.players]}


class ScoreTable(TableGame):
    """A table with this sheet; without one, what all such tables have in common."""

    name = "scores"
    text = N_("Any game")
    pages = "companion.games.scores.pages"
    opening = "scores.sheets.index"
    seats = range(1, len(SEAT_COLOURS) + 1)
    paper_seats = True
    options: Mapping[str, Option] = {
        TOTALS: Option(
            N_("Totals"),
            (
                Choice(OPEN, N_("Everybody sees them"), N_("The race is visible all the time, also on the TV.")),
                Choice(AT_THE_END, N_("Only at the end"), N_("Until then everybody sees only their own column.")),
            ),
        )
    }
    screen_styles = ("css/games/scores/tv.css",)
    kept_contents = (SHEET,)

    def __init__(self, sheet: ScoreSheet | None = None) -> None:
        self.sheet = sheet
        if sheet:
            self.room = range(sheet.players[0], min(sheet.players[-1], self.seats[-1]) + 1)
            self.brought = BroughtGame(sheet.title, self.room, sheet.best == LOWEST)

    def find_contents(self, settings: Mapping[str, str]) -> Mapping[str, str]:
        if self.sheet is None:
            raise KeyError(SHEET)
        return {SHEET: self.sheet.as_toml()}

    def read_contents(self, contents: Mapping[str, str]) -> "ScoreTable":
        try:
            return ScoreTable(parse_file(contents[SHEET].encode()))
        except BadScoreSheet as error:
            raise ValueError(str(error.problems[0])) from error

    # Rules

    def begin(self, settings: Mapping[str, str], players: Sequence[Player]) -> Columns:
        assert self.sheet
        empty: dict[str, Entries] = {player.seat: {} for player in players}
        return Columns(self.sheet, tuple(players), settings.get(TOTALS, OPEN), empty)

    def submit(self, position: Columns, seat: str, move: str, dice: FairDice) -> Sequence[Entry]:
        text = " ".join(move.split())
        after = self.enter(position, 0, seat, text)
        if (after.filled, after.finished) == (position.filled, position.finished) and text not in (DONE, REOPEN):
            return []  # the box already has this
        return [Entry("move", {"move": text}, seat=seat)]

    def apply(self, position: Columns, event: Event) -> Columns:
        assert event.seat
        match event.kind:
            case "move":
                return self.enter(position, event.seq, event.seat, event.body["move"])
            case "undo":
                return self.take_back(position, event.body["entry"])
            case "turned-to-paper":
                return position
        raise Unreadable(event.kind)

    def enter(self, position: Columns, number: int, seat: str, move: str) -> Columns:
        match move.split():
            case ["set", row, *words]:
                value = read_value(find_row(position.sheet, row), words)
                return position.set(number, seat, row, value)
            case ["done"]:
                return replace(position, done=position.done | {seat})
            case ["reopen"]:
                return replace(position, done=position.done - {seat})
            case ["finish"]:
                _, problems = position.add_up()
                if problems:
                    raise IllegalMove(self.refuse_formula(position, problems[0]))
                return replace(position, finished=True)
        raise Unreadable(move, EXAMPLES)

    def refuse_formula(self, position: Columns, problem: Problem) -> Refusal:
        number, row = problem.field.removeprefix("players[").split("].")
        player, title = position.players[int(number)].name, title_row(position.sheet.find_row(row))
        return Refusal(FORMULA_FAILS, player=player, row=title, why=describe_problem(problem))

    def undo(self, position: Columns, seat: str, whole_turn: bool, entry: int | None = None) -> Sequence[Entry]:
        if whole_turn:
            raise IllegalMove(Refusal(ONE_BY_ONE))
        own = [line.number for line in position.entered if line.seat == seat and entry in (None, line.number)]
        if not own:
            raise IllegalMove(Refusal(NOTHING_TO_UNDO))
        return [Entry("undo", {"turn": False, "entry": own[-1]}, seat=seat)]

    def take_back(self, position: Columns, number: int) -> Columns:
        """Restore what was in a box before an entry."""
        line = next(line for line in position.entered if line.number == number)
        restored = position.set(number, line.seat, line.row, line.before)
        return replace(restored, entered=tuple(other for other in position.entered if other != line))

    def manage(self, position: Columns, action: str, seat: str) -> Sequence[Entry]:
        if action == "paper":
            return [Entry("turned-to-paper", seat=seat)]
        raise IllegalMove(Refusal(CANNOT_SKIP))

    def list_moves(self, position: Columns, seat: str) -> Sequence[Offer]:
        """Offer a simple entry for every empty box of the column, then to be done, then to finish for all."""
        if position.finished:
            return []
        empty = [row for row in position.sheet.rows if row.filled_in and row.id not in position.filled[seat]]
        if empty and seat not in position.done:
            samples = {YesRow: "no", RoundsRow: "0"}
            return [Offer(f"{SET} {row.id} {samples.get(type(row), '0')}", title_row(row)) for row in empty]
        if seat not in position.done:
            return [Offer(DONE, gettext("My column is done"))]
        return [Offer(FINISH, gettext("Show the result"))]

    def describe_turn(self, position: Columns) -> Mapping[str, Any] | None:
        waiting = [player.seat for player in position.players if player.seat not in position.done]
        prompt = gettext("Fill in your column.") if waiting else gettext("All columns are done: show the result.")
        return {"seat": (waiting or [position.players[0].seat])[0], "prompt": prompt}

    def make_view(self, position: Columns) -> Mapping[str, Any]:
        tallies, _ = position.add_up()
        shown = position.totals == OPEN or position.finished
        return {
            "dice": None,
            "elephant": None,
            "sheet": position.sheet.as_data(),
            "sheets": {
                seat: {"done": seat in position.done, "filled": len(position.filled[seat])}
                | (self.show_column(position, seat, tally) if shown else {})
                for seat, tally in tallies.items()
            },
            "undo": sorted({line.seat for line in position.entered}),
        }

    def show_column(self, position: Columns, seat: str, tally: Tally) -> dict[str, Any]:
        return {"entries": dict(position.filled[seat]), "points": tally, "total": position.total(tally)}

    def find_result(self, position: Columns) -> Result | None:
        if not position.finished:
            return None
        return rank(position.sheet, {player.name: position.complete(player.seat) for player in position.players})

    def explain_refusal(self, error: Exception, position: Columns | None = None) -> tuple[str, str]:
        if isinstance(error, IllegalMove):
            code = error.refusal.code
            assert isinstance(code, Message)
            return code.value, gettext(code.text, **error.refusal.details)
        assert isinstance(error, Unreadable)
        words = {"text": error.text, "expected": EXAMPLES}
        return "unreadable", gettext("“%(text)s” cannot be read. Examples: %(expected)s.", **words)

    def summarize(self, position: Columns) -> list[str]:
        result = self.find_result(position)
        return make_scoring(position.sheet).summarize(result) if result else super().summarize(position)


TABLE_GAME = ScoreTable()


def find_row(sheet: ScoreSheet, id: str) -> ScoreRow:
    for row in sheet.rows:
        if row.id == id and row.filled_in:
            return row
    raise IllegalMove(Refusal(NO_SUCH_ROW))


def read_value(row: ScoreRow, words: Sequence[str]) -> Any:
    """Read what is entered into a box; None clears it. Raises IllegalMove with the same sentences as scoring."""
    if not words or list(words) == [NOTHING]:
        return None
    numbers = [read_number(word) for word in words]
    value: object
    if isinstance(row, YesRow):
        if len(words) > 1 or words[0] not in ("yes", "no"):
            raise IllegalMove(Refusal(NOT_YES_OR_NO))
        value = words[0] == "yes"
    elif isinstance(row, RoundsRow):
        value = numbers
    else:
        value = numbers[0] if len(numbers) == 1 else " ".join(words)
    form = ScoringInput({row.id: value})
    entry = row.read_entry(form)
    try:
        form.finish()
    except BadScoring as error:
        problem = error.problems[0]
        raise IllegalMove(Refusal(problem.code, **problem.details)) from error
    return entry


def read_number(word: str) -> int | str:
    plain = word.replace("−", "-").removeprefix("+")
    fits = plain.removeprefix("-").isascii() and plain.removeprefix("-").isdigit() and len(plain) <= 12
    return int(plain) if fits else word
