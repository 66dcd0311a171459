"""The public log of a finished game: export it without secrets, read it back, replay it and verify its dice."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.games.fair_dice import compute_commitment
from companion.games.table_game import TableGame
from companion.rules.refusal import IllegalMove, Unreadable
from companion.storage import Event, EventLog
from companion.tables.errors import Refused
from companion.tables.table import SEAT_KINDS, Table, fold, open_table

to_json = json.JSONEncoder(ensure_ascii=False).encode


class BadExport(ValueError):
    """This is not an exported log; names the wrong field."""

    def __init__(self, field: str) -> None:
        super().__init__(field)
        self.field = field


class WrongEntry(Exception):
    """An entry that the rules do not allow, or that is in the wrong place."""

    def __init__(self, game: TableGame, event: Event, error: IllegalMove | Unreadable | None = None) -> None:
        super().__init__(event.seq)
        self.game = game
        self.event = event
        self.error = error


class WrongRoll(Exception):
    """A roll that does not follow from the seed."""

    def __init__(self, event: Event) -> None:
        super().__init__(event.seq)
        self.event = event


class WrongSeed(Exception):
    """The seed is not the one that the table had committed to."""


@dataclass(frozen=True)
class Export:
    code: str
    seed: str
    commitment: str
    events: tuple[Event, ...]


def export_log(table: Table, log: EventLog) -> dict[str, Any]:
    """Return the whole log with the dice seed as JSON data. Raises Refused before the game is over."""
    if table.phase != "over":
        raise Refused("game-not-over")
    events = [event.hide_secrets() for event in log.read(table.code)]
    return {"code": table.code, "seed": table.seed, "commitment": table.commitment, "events": events}


# Reading

Shape = Callable[[object], bool]


def is_text(value: object) -> bool:
    return isinstance(value, str)


def is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def is_boolean(value: object) -> bool:
    return isinstance(value, bool)


def are_texts(value: object) -> bool:
    return isinstance(value, list) and all(map(is_text, value))


def are_numbers(value: object) -> bool:
    return isinstance(value, list) and all(map(is_number, value))


def are_settings(value: object) -> bool:
    return isinstance(value, dict) and all(map(is_text, value.values()))


OPENING: Mapping[str, Mapping[str, Shape]] = {
    "created": {"game": is_text, "settings": are_settings, "commitment": is_text}
}
LOBBY: Mapping[str, Mapping[str, Shape]] = {
    "joined": {"seat": is_text, "name": is_text, "as": is_text},
    "removed": {"seat": is_text},
    "ordered": {"order": are_texts},
    "started": {},
}
ANY_TIME: Mapping[str, Mapping[str, Shape]] = {
    "host-passed": {"host": is_text},
    "seat-moved": {"seat": is_text},
    "rematch": {"table": is_text},
    "taken-offline": {},
}
PLAY: Mapping[str, Mapping[str, Shape]] = {  # fields that every game has; the rules check the rest
    "move": {"seat": is_text, "move": is_text},
    "rolled": {"seat": is_text, "nonce": is_text, "counter": is_number},
    "undo": {"seat": is_text, "turn": is_boolean},
    "skipped": {"seat": is_text},
    "turned-to-paper": {"seat": is_text},
    "turned-to-bot": {"seat": is_text, "level": is_text},
    "drawn": {"seat": is_text, "nonce": is_text, "counter": is_number},
    "sheet-read": {"seat": is_text, "version": is_number, "cells": are_settings, "totals": are_numbers},
}
KINDS = {**OPENING, **LOBBY, **ANY_TIME, **PLAY}

BY_CHANCE = ("rolled", "drawn")  # entries that follow from the seed

NO_SECRETS = {"host_key": "", "key": ""}  # an export never contains them


def read_export(data: object) -> Export:
    """Read the JSON data that `export_log` returns. Raises BadExport."""
    if not isinstance(data, dict):
        raise BadExport("events")
    for field in ("code", "commitment"):
        if not is_text(data.get(field)):
            raise BadExport(field)
    seed, events = data.get("seed"), data.get("events")
    if not isinstance(seed, str) or not re.fullmatch("[0-9a-f]{64}", seed):
        raise BadExport("seed")
    if not isinstance(events, list) or not events:
        raise BadExport("events")
    read = tuple(_read_event(f"events[{i}]", i + 1, event, seed) for i, event in enumerate(events))
    if read[0].kind not in OPENING:
        raise BadExport("events[0].kind")
    return Export(data["code"], seed, data["commitment"], read)


def _read_event(path: str, seq: int, event: object, seed: str) -> Event:
    if not isinstance(event, dict) or not is_writable(event):
        raise BadExport(path)
    body = dict(event)
    if body.pop("seq", None) != seq:
        raise BadExport(f"{path}.seq")
    at, kind, seat = body.pop("at", None), body.pop("kind", None), event.get("seat")
    if not is_number(at):
        raise BadExport(f"{path}.at")
    if not isinstance(kind, str) or kind not in KINDS:
        raise BadExport(f"{path}.kind")
    for field, fits in KINDS[kind].items():
        if not fits(event.get(field)):
            raise BadExport(f"{path}.{field}")
    body.pop("seat", None)
    return Event(seq, at, kind, body, seat if isinstance(seat, str) else None, {**NO_SECRETS, "seed": seed})


def is_writable(value: object) -> bool:
    """Check whether a value can be stored: JSON can contain lone surrogates and endless nesting, which cannot."""
    try:
        to_json(value).encode()
    except (UnicodeEncodeError, RecursionError):
        return False
    return True


# Replaying


def replay_steps(
    code: str, events: Sequence[Event], games: Mapping[str, TableGame]
) -> Iterator[tuple[Table, Event | None]]:
    """Yield the table before each event after the opening, with that event; finally the last table, with None.

    Raises Unplayable if the game or its sheet is missing here, BadExport and WrongEntry."""
    opening, *rest = events
    table = open_table(code, opening, games)
    for option, choices in table.game.options.items():
        if table.settings.get(option, choices.earlier) not in choices:
            raise BadExport(f"events[0].settings.{option}")
    for event in rest:
        yield table, event
        if not is_expected(table, event):
            raise WrongEntry(table.game, event)
        try:
            table = fold(table, event)
        except (IllegalMove, Unreadable) as error:
            raise WrongEntry(table.game, event, error) from error
        except Exception as error:  # a forged file can make the rules fail in any way
            raise WrongEntry(table.game, event) from error
    yield table, None


def is_expected(table: Table, event: Event) -> bool:
    """Check whether an event of this kind is possible in the table's phase."""
    if event.kind in ANY_TIME:
        return True
    if event.kind == "turned-to-bot" and not is_bot(table, event.body["level"]):
        return False
    if event.kind not in {**OPENING, **LOBBY}:
        return table.position is not None
    if event.kind == "joined" and (table.find_seat(event.seat or "") or not is_seat(table, event.body)):
        return False
    if event.kind == "ordered" and sorted(event.body["order"]) != sorted(seat.seat for seat in table.seats):
        return False
    return event.kind in LOBBY and table.position is None


def is_seat(table: Table, body: Mapping[str, Any]) -> bool:
    """Check the kind of a seat, and the level of a bot; bots of earlier versions have none."""
    return body["as"] in SEAT_KINDS and ("level" not in body or is_bot(table, body["level"]))


def is_bot(table: Table, level: object) -> bool:
    return any(bot.name == level for bot in table.game.bots)


def replay(export: Export, games: Mapping[str, TableGame]) -> Table:
    """Return the table at the end of the log. Raises WrongEntry for the first entry that is not allowed."""
    *_, (table, _) = replay_steps(export.code, export.events, games)
    return table


def verify(export: Export, games: Mapping[str, TableGame]) -> int:
    """Check that all rolls follow from the seed, and return their number; rolls that a lesson fixed are not counted.

    Raises WrongSeed, WrongRoll or WrongEntry."""
    if not compute_commitment(export.seed) == export.commitment == export.events[0].body.get("commitment"):
        raise WrongSeed
    rolls = 0
    for table, event in replay_steps(export.code, export.events, games):
        if event is not None and event.kind in BY_CHANCE and table.position is not None:
            if not follows_from_seed(table, event):
                raise WrongRoll(event)
            rolls += event.kind == "rolled" and not event.body.get("fixed")
    return rolls


def count_fixed_rolls(export: Export) -> int:
    """Count the rolls that a lesson fixed; `verify` has checked that the table's settings say so."""
    return sum(event.kind == "rolled" and bool(event.body.get("fixed")) for event in export.events)


def find_taken_offline(export: Export) -> int | None:
    """Return the number of the entry from which on a player's phone knew the seed; None if it never did."""
    return next((event.seq for event in export.events if event.kind == "taken-offline"), None)


def follows_from_seed(table: Table, event: Event) -> bool:
    """Check whether a roll is the one that the table's seed gives."""
    try:
        entry = table.game.recompute_roll(table.position, event, table.seed)
    except Exception:  # no roll was expected, or the event cannot be read
        return False
    return (entry.kind, entry.seat, entry.body) == (event.kind, event.seat, event.body)
