"""A whole table as a file with its secrets, to continue on another companion.

Unlike the public log of a finished game (public_log.py), this file lets its owner act for every player.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.fair_dice import compute_commitment
from companion.games.table_game import TableGame
from companion.rules.player_names import LONGEST, is_readable, is_taken
from companion.storage import Event
from companion.tables.public_log import (
    ANY_TIME,
    LOBBY,
    OPENING,
    PLAY,
    BadExport,
    WrongEntry,
    follows_from_seed,
    is_number,
    is_text,
    is_writable,
    replay_steps,
)
from companion.tables.table import COLOURS, KINDS, MOST_EVENTS, RESERVED, Table
from companion.tables.tokens import is_code

FORMAT = "companion-table-1"
FIELDS = {"seq", "at", "kind", "body", "seat", "secret"}
# Kinds that tables define; the rules of the game check the rest.
OWN_KINDS = {**OPENING, **LOBBY, **ANY_TIME, "turned-to-bot": PLAY["turned-to-bot"]}
LAST_MOMENT = 253_402_300_799_999  # end of the year 9999 in milliseconds, the last that datetime supports
SECRETS = {"created": ("seed", "host_key"), "joined": ("key",), "seat-moved": ("key",), "turned-to-bot": ("key",)}
KEYS = {"key", "host_key"}


def pack(code: str, events: Sequence[Event]) -> dict[str, Any]:
    """Return a table as JSON data."""
    return {"format": FORMAT, "code": code, "events": [event._asdict() for event in events]}


def unpack(data: object, games: Mapping[str, TableGame]) -> tuple[Table, list[Event]]:
    """Return the table in JSON data and its events, after replaying and checking them like moves at a live table.

    Raises BadExport with the wrong field, or Unplayable if its game or sheet is missing here."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BadExport("format")
    code, listed = data.get("code"), data.get("events")
    if not isinstance(code, str) or not is_code(code):
        raise BadExport("code")
    if not isinstance(listed, list) or not 0 < len(listed) <= MOST_EVENTS + RESERVED:
        raise BadExport("events")
    events = [read_event(f"events[{i}]", i + 1, entry) for i, entry in enumerate(listed)]
    return play_through(code, events, games), events


def read_event(path: str, seq: int, entry: object) -> Event:
    if not isinstance(entry, dict) or set(entry) != FIELDS:
        raise BadExport(path)
    fits = {
        "seq": entry["seq"] == seq,
        "at": is_number(entry["at"]) and 0 <= entry["at"] <= LAST_MOMENT,
        "kind": is_text(entry["kind"]) and (entry["kind"] == "created") == (seq == 1),
        "body": isinstance(entry["body"], dict),
        "seat": entry["seat"] is None or entry["seat"] in COLOURS,
        "secret": entry["secret"] is None or isinstance(entry["secret"], dict),
        "text": is_writable(entry),
    }
    for field, right in fits.items():
        if not right:
            raise BadExport(f"{path}.{field}")
    event = Event(**entry)
    for field, shape in OWN_KINDS.get(event.kind, {}).items():
        if not shape(event.seat if field == "seat" else event.body.get(field)):
            raise BadExport(f"{path}.{field}")
    for field in {*SECRETS.get(event.kind, ()), *KEYS.intersection(event.secret or ())}:
        if not re.fullmatch("[0-9a-f]{64}", str((event.secret or {}).get(field))):
            raise BadExport(f"{path}.secret.{field}")
    return event


def play_through(code: str, events: Sequence[Event], games: Mapping[str, TableGame]) -> Table:
    """Replay the events and return the table. Raises BadExport or Unplayable."""
    opening = events[0]
    assert opening.secret
    if compute_commitment(opening.secret["seed"]) != opening.body["commitment"]:
        raise BadExport("events[0].commitment")
    try:
        for table, event in replay_steps(code, events, games):
            if event is not None and (field := find_forged_field(table, event)):
                raise BadExport(f"events[{event.seq - 1}].{field}")
    except WrongEntry as error:
        raise BadExport(f"events[{error.event.seq - 1}]") from error
    return table


def find_forged_field(table: Table, event: Event) -> str | None:
    """Return the field of an event that no live table would have stored, or None."""
    match event.kind:
        case "joined":
            return None if can_join(table, event.body["name"], event.body["as"]) else "name"
        case "started":
            return None if len(table.seats) in table.game.count_players(table.settings) else "kind"
        case "host-passed":
            return None if event.body["host"] in ("", *(seat.seat for seat in table.seats)) else "host"
        case "seat-moved":
            return None if table.find_seat(event.seat or "") else "seat"
        case "rematch":
            return None if is_code(event.body["table"]) else "table"
        case "turned-to-bot":
            seat = table.find_seat(event.seat or "")
            return None if seat and seat.kind == KINDS[0] else "seat"
        case "rolled" | "drawn" if table.position is not None:
            return None if follows_from_seed(table, event) else "faces"
    return None


def can_join(table: Table, name: str, kind: str) -> bool:
    free = len(table.seats) < table.game.seats[-1]
    readable = len(name) <= LONGEST and is_readable(name)
    paper = kind != KINDS[-1] or table.game.paper_seats
    return free and readable and paper and not is_taken(name, [seat.name for seat in table.seats])
