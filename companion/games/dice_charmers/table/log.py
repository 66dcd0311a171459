"""The log of a table: entries for events of the rules, rolls, challenges, and sheets that were read from a photo."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from companion.games.dice_charmers.paper.marked import BadCell, Cells, MarkedSheet, complete_cells, select_marked
from companion.games.dice_charmers.rules import (
    Event,
    Phase,
    Played,
    Reason,
    Removed,
    Rolled,
    Skipped,
    Started,
    State,
    TurnedToPaper,
    TurnReset,
    Undone,
    apply,
    list_dice_to_roll,
    parse_move,
)
from companion.games.dice_charmers.rules.refusals import Verdict
from companion.games.dice_charmers.rules.rounds import ConfirmDice, EnterTotal, find_bounds, find_next_figure
from companion.games.dice_charmers.rules.sheet import COLOUR_OF, DICE
from companion.games.dice_charmers.rules.state import FIGURES, Seat, lacks_totals
from companion.games.fair_dice import FairDice
from companion.games.table_game import CHALLENGE, Player, Step
from companion.rules.messages import IllegalMove, Refusal, Unreadable
from companion.storage import Entry

SIDES_OF_A_DIE = 6
GAME_KINDS = ("rolled", "drawn", "move", "undo", "skipped", "turned-to-paper")  # kinds of log entries for the rules


def make_started_event(settings: Mapping[str, str], players: Sequence[Player]) -> Started:
    """Return the rules' first event for a table with these settings."""
    return Started(
        players=tuple(player.seat for player in players),
        dice=settings["dice"],
        paper=frozenset(player.seat for player in players if player.paper),
    )


def read_entry(kind: str, seat: str | None, body: Mapping[str, Any]) -> Event:
    """Convert a log entry to an event of the rules. Raises Unreadable."""
    match kind:
        case "rolled" | "drawn":
            return read_chance(kind, body)
        case "move" if seat:
            return Played(seat, parse_move(body["move"]))
        case "undo" if seat:
            return TurnReset(seat) if body["turn"] else Undone(seat)
        case "skipped" if seat:
            return Skipped(seat)
        case "turned-to-paper" if seat:
            return TurnedToPaper(seat)
    raise Unreadable(kind)


def read_game(steps: Iterable[Step]) -> tuple[Started | None, tuple[Event, ...]]:
    """Return the events of a table as the rules know them: the first one, if the game has begun, and the others."""
    events: list[Event] = []
    started: Started | None = None
    for step in steps:
        if step.event.kind == "started":
            started = make_started_event(step.after.settings, step.after.list_players())
        elif step.event.kind in GAME_KINDS:
            events.append(read_entry(step.event.kind, step.event.seat, step.event.body))
    return started, tuple(events)


def read_chance(kind: str, body: Mapping[str, Any]) -> Rolled | Removed:
    """Convert a log entry that was left to chance."""
    return Rolled(tuple(body["faces"])) if kind == "rolled" else Removed(body["die"])


def make_roll_entry(state: State, dice: FairDice, fixed: Sequence[str] | None = None) -> Entry:
    """Roll the dice that the state waits for, and return the log entry. The entry says when faces are fixed.

    The counter is the number of the log entry directly before it, the move that asked for the roll.
    """
    rolling = list_dice_to_roll(state)
    indexes = dice.roll(SIDES_OF_A_DIE, len(rolling)) if fixed is None else find_indexes(state, rolling, fixed)
    body = {
        "faces": pick_faces(state, rolling, indexes),
        "indexes": list(indexes),
        "nonce": dice.nonce,
        "counter": dice.counter,
    }
    if fixed is not None:
        body["fixed"] = True
    return Entry("rolled", body, seat=state.players[state.mover])


def make_draw_entry(state: State, dice: FairDice) -> Entry:
    """Draw the die that the automa removes, and return the log entry."""
    (index,) = dice.roll(len(DICE))
    body = {"die": DICE[index], "nonce": dice.nonce, "counter": dice.counter}
    return Entry("drawn", body, seat=state.players[state.mover])


def pick_faces(state: State, dice: Sequence[str], indexes: Sequence[int]) -> list[str]:
    """Return the faces of dice by their indexes on the sheet's dice."""
    of_colour = state.sheet.faces_by_colour
    return [of_colour[COLOUR_OF[die]][index] for die, index in zip(dice, indexes, strict=True)]


def find_indexes(state: State, dice: Sequence[str], faces: Sequence[str]) -> list[int]:
    """Return where the sheet's dice have these faces."""
    of_colour = state.sheet.faces_by_colour
    return [of_colour[COLOUR_OF[die]].index(face) for die, face in zip(dice, faces, strict=True)]


# The same dice again: what a table with the setting `challenge` rolls. The dice depend on the seed, the round and the
# karma used, not on what else was entered. A challenge that repeats a finished game also knows its rolls: one word for
# each round, with the place of each face on its die.

CHALLENGE_ROLLS = "rolls"
MOST_ROUNDS = 60
WEEKLY_SHEETS = ("sun", "moon")  # of the weekly challenges, in turn


@dataclass(frozen=True)
class Challenge:
    """The known rolls, round by round; after them, the seed decides."""

    rolls: tuple[tuple[int, ...], ...] = ()

    def fix_faces(self, state: State) -> list[str] | None:
        """Return the faces of a roll that is known."""
        if len(state.rolling) != len(DICE) or state.round > len(self.rolls):
            return None
        return pick_faces(state, DICE, self.rolls[state.round - 1])


def read_challenge(settings: Mapping[str, str]) -> Challenge | None:
    """Return the challenge of a table with these settings. Raises Unreadable."""
    if CHALLENGE not in settings:
        return None
    words = settings.get(CHALLENGE_ROLLS, "").split()
    if len(words) > MOST_ROUNDS or not all(re.fullmatch(rf"[0-5]{{{len(DICE)}}}", word) for word in words):
        raise Unreadable(settings[CHALLENGE_ROLLS])
    return Challenge(tuple(tuple(map(int, word)) for word in words))


def write_rolls(steps: Iterable[Step]) -> str:
    """Write the rolls at the start of each round, by the companion or typed in."""
    rolls: dict[int, str] = {}
    for step in steps:
        if step.before.position is None or not is_roll(step):
            continue
        state: State = step.after.position.state
        rolls[state.round] = "".join(map(str, find_indexes(state, DICE, state.faces)))
    return " ".join(list(rolls.values())[:MOST_ROUNDS])


def is_roll(step: Step) -> bool:
    """Check whether all dice have just been rolled, or typed in and confirmed."""
    rolled = step.event.kind == "rolled" or step.event.body.get("move") == str(ConfirmDice())
    return rolled and len(step.before.position.state.rolling) == len(DICE)


def choose_dice(state: State, dice: FairDice) -> FairDice:
    """Return the dice for the roll or draw that a state waits for."""
    if state.phase is Phase.AUTOMA:
        return FairDice(dice.seed, state.round, "automa")
    if len(state.rolling) == len(DICE):
        return FairDice(dice.seed, state.round, "roll")
    used = state.seats[state.mover].marks.karma_used
    return FairDice(dice.seed, state.round, f"karma {used}" if state.is_solo else f"karma {state.mover} {used}")


# Sheets of paper seats that were read from a photo: the log keeps their marks for the result only; the rules know the
# totals. Sheets may be read in any order: the totals of each are entered as soon as the rules ask for them.

SHEET_READ = "sheet-read"
SHEET_CORRECTED = "sheet-corrected"  # after the end: other totals, and marks unless they were typed in
Sheets = Mapping[str, Mapping[str, Any]]  # seat → body of the entry


class ReadSheet(NamedTuple):
    """A played sheet, as read from a photo or after corrections."""

    version: int
    serial: int | None  # of this copy, if its code has one
    cells: Cells
    figures: Mapping[str, int]  # the totals, as final scoring names them


def make_sheet_entry(seat: str, sheet: ReadSheet) -> Entry:
    """Return the log entry for a sheet: its version, its marks, its totals in the order of FIGURES, and its serial
    number if it has one."""
    totals = [sheet.figures[figure.replace("-", "_")] for figure in FIGURES]
    body = {"version": sheet.version, "cells": select_marked(sheet.cells), "totals": totals}
    if sheet.serial is not None:
        body["serial"] = sheet.serial
    return Entry(SHEET_READ, body, seat)


def enter_sheet(state: State, sheets: Sheets, seat: str, sheet: ReadSheet) -> Sequence[Entry]:
    """Return the entries for the sheet of a paper seat and for the totals that are due; none if it is known already.
    After the end, the sheet corrects the one that was entered before.

    Raises IllegalMove.
    """
    entry = make_sheet_entry(seat, sheet)
    if state.phase is Phase.OVER:
        return correct_totals(state, seat, entry.body)
    if sheets.get(seat) == entry.body:
        return []
    refusal = _refuse_sheet(state, sheets, seat, entry.body)
    if refusal is not None:
        raise IllegalMove(refusal)
    return [entry, *list_due_totals(state, {**sheets, seat: entry.body})]


def _refuse_sheet(state: State, sheets: Sheets, seat: str, body: Mapping[str, Any]) -> Verdict:
    own = state.find_seat(seat)
    if not own.paper:
        return Refusal(Reason.NOT_A_PAPER_SEAT)
    if state.phase is not Phase.TOTALS:
        return Refusal(Reason.NO_TOTALS_YET)
    if not lacks_totals(own):
        return Refusal(Reason.NOT_YOUR_TURN, seat=state.players[state.mover])
    owner = find_entered(state, sheets, body["version"], body.get("serial"))
    if owner not in (None, seat):
        return Refusal(Reason.SHEET_OF_ANOTHER, seat=owner)
    return _refuse_totals(state, own, body["totals"])


def correct_totals(state: State, seat: str, body: Mapping[str, Any]) -> Sequence[Entry]:
    """Return the entry that corrects the totals of a paper seat after the end; none if they are the same.

    Raises IllegalMove.
    """
    own = state.find_seat(seat)
    if not own.paper:
        raise IllegalMove(Refusal(Reason.NOT_A_PAPER_SEAT))
    if own.totals == tuple(body["totals"]):
        return []
    refusal = _refuse_totals(state, own._replace(totals=()), body["totals"])
    if refusal is not None:
        raise IllegalMove(refusal)
    return [Entry(SHEET_CORRECTED, dict(body), seat)]


def _refuse_totals(state: State, own: Seat, totals: Sequence[int]) -> Verdict:
    for amount in totals[len(own.totals) :]:
        low, high = find_bounds(state, own)
        if not low <= amount <= high:
            figure = find_next_figure(own)
            return Refusal(Reason.TOTAL_OUT_OF_RANGE, figure=figure, amount=amount, low=low, high=high)
        own = own._replace(totals=(*own.totals, amount))
    return None


def find_entered(state: State, sheets: Sheets, version: int, serial: int | None) -> str | None:
    """Find the seat for which this copy was read, unless different totals were typed in for that seat."""
    for seat, known in sheets.items():
        is_same = serial is not None and serial == known.get("serial") and version == known["version"]
        totals = state.find_seat(seat).totals
        if is_same and totals == tuple(known["totals"][: len(totals)]):
            return seat
    return None


def awaits_sheet(state: State, sheets: Sheets, seat: str) -> bool:
    """Check whether a seat's totals are missing and its sheet was not read yet."""
    return state.phase is Phase.TOTALS and lacks_totals(state.find_seat(seat)) and seat not in sheets


def list_due_totals(state: State, sheets: Sheets) -> list[Entry]:
    """List the entries for the totals of sheets that were read, as long as the rules ask for one of them."""
    entries: list[Entry] = []
    while state.phase is Phase.TOTALS and (seat := state.players[state.mover]) in sheets:
        own = state.seats[state.mover]
        move = EnterTotal(find_next_figure(own), sheets[seat]["totals"][len(own.totals)])
        state = apply(state, Played(seat, move))
        entries.append(Entry("move", {"move": str(move)}, seat=seat))
    return entries


def describe_read_marks(state: State, sheets: Sheets, seat: str) -> dict[str, Any] | None:
    """Describe the marks of a paper sheet for drawing; None if it was not read, or other totals were entered."""
    body = sheets.get(seat)
    if body is None or body["version"] != state.sheet.version or tuple(body["totals"]) != state.find_seat(seat).totals:
        return None
    try:
        return MarkedSheet(state.plan, complete_cells(state.sheet, body["cells"])).describe()
    except BadCell:  # an imported table
        return None
