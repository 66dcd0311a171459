"""Convert entries of a table's log to events of the rules and back."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.games.dice_charmers.rules import (
    Event,
    Played,
    Removed,
    Rolled,
    Skipped,
    Started,
    State,
    TurnedToPaper,
    TurnReset,
    Undone,
    list_dice_to_roll,
    parse_move,
)
from companion.games.dice_charmers.rules.plan import DICE, EDITIONS
from companion.games.fair_dice import FairDice
from companion.games.table_game import Player, SeenTable, Step
from companion.rules.refusal import Unreadable
from companion.storage import Entry

SIDES = 6
GAME_KINDS = ("rolled", "drawn", "move", "undo", "skipped", "turned-to-paper")  # kinds of log entries for the rules


def make_started_event(settings: Mapping[str, str], players: Sequence[Player]) -> Started:
    """Return the rules' first event for a table with these settings. Raises Unreadable."""
    edition = settings.get("edition", "1")
    if edition not in map(str, EDITIONS):
        raise Unreadable(edition)
    return Started(
        players=tuple(player.seat for player in players),
        dice=settings["dice"],
        paper=frozenset(player.seat for player in players if player.paper),
        edition=int(edition),
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


def read_game(steps: Iterable[Step[SeenTable]]) -> tuple[Started | None, tuple[Event, ...]]:
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
    indexes = dice.roll(SIDES, len(rolling)) if fixed is None else find_indexes(state, rolling, fixed)
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
    return [of_colour[die.partition("-")[0]][index] for die, index in zip(dice, indexes, strict=True)]


def find_indexes(state: State, dice: Sequence[str], faces: Sequence[str]) -> list[int]:
    """Return where the sheet's dice have these faces."""
    of_colour = state.sheet.faces_by_colour
    return [of_colour[die.partition("-")[0]].index(face) for die, face in zip(dice, faces, strict=True)]
