"""Tables as files: the public log of a finished game, and a whole table with its secrets, both checked by replay."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeGuard

from companion.games.fair_dice import compute_commitment
from companion.games.game import load_table_games
from companion.games.table_game import BOT, ERASED, RESEEDED, Step, TableGame
from companion.i18n import gettext
from companion.phrase import UserError
from companion.rules.messages import IllegalMove, Unreadable
from companion.rules.player_names import LONGEST, is_readable, is_taken
from companion.storage import Damaged, Event, EventLog, hash_text
from companion.tables.errors import Refused, Unplayable
from companion.tables.table import COLOURS, KINDS, MOST_EVENTS, RESERVED, Table, fold, is_code, open_table

# The public log: exported without secrets, read back, replayed, its dice verified


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
    contents: Mapping[str, str]

    def find_contents(self, hashes: Iterable[str]) -> Mapping[str, str]:
        return self.contents


def export_log(table: Table, log: EventLog) -> dict[str, Any]:
    """Return the whole log with the dice seed as JSON data. Raises Refused before the game is over."""
    if table.phase != "over":
        raise Refused("game-not-over")
    events = log.read(table.code)
    shown = [event.hide_secrets() for event in events]
    shown[0]["settings"] = {**table.settings, **table.hidden}  # nothing is to come any more
    for event, public in zip(events, shown, strict=True):
        if event.kind == RESEEDED and event.secret:
            public["seed"] = event.secret["seed"]
    commitment, seed = (*table.earlier_seeds, (table.commitment, table.seed))[0]
    about = {"code": table.code, "seed": seed, "commitment": commitment}
    return about | {"events": shown, "contents": log.read_contents(list_hashes(events[0]))}


def list_hashes(opening: Event) -> Sequence[str]:
    """List the hashes of the contents that a table was opened with."""
    return tuple(opening.body.get("contents", {}).values())


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
    "created": {
        "game": is_text,
        "settings": are_settings,
        "commitment": is_text,
        "contents": lambda value: value is None or are_settings(value),
    }
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
    RESEEDED: {"seat": is_text, "commitment": is_text},
    ERASED: {"seat": is_text},
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
    "sheet-corrected": {"seat": is_text, "version": is_number, "totals": are_numbers},
}
EVENT_KINDS = {**OPENING, **LOBBY, **ANY_TIME, **PLAY}

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
    if not is_seed(seed):
        raise BadExport("seed")
    if not isinstance(events, list) or not events:
        raise BadExport("events")
    read = tuple(_read_event(f"events[{i}]", i + 1, event, seed) for i, event in enumerate(events))
    if read[0].kind not in OPENING:
        raise BadExport("events[0].kind")
    return Export(data["code"], seed, data["commitment"], read, read_contents(data, read[0]))


def read_contents(data: Mapping[str, Any], opening: Event) -> Mapping[str, str]:
    """Return the texts that a file has for its opening event, by hash. Raises BadExport."""
    contents = data.get("contents", {})
    if not are_settings(contents) or not is_writable(contents):
        raise BadExport("contents")
    for digest in list_hashes(opening):
        if digest not in contents or hash_text(contents[digest]) != digest:
            raise BadExport(f"contents.{digest}")
    return {digest: contents[digest] for digest in list_hashes(opening)}


def _read_event(path: str, seq: int, event: object, seed: str) -> Event:
    if not isinstance(event, dict) or not is_writable(event):
        raise BadExport(path)
    body = dict(event)
    if body.pop("seq", None) != seq:
        raise BadExport(f"{path}.seq")
    at, kind, seat = body.pop("at", None), body.pop("kind", None), event.get("seat")
    if not is_number(at):
        raise BadExport(f"{path}.at")
    if not isinstance(kind, str) or kind not in EVENT_KINDS:
        raise BadExport(f"{path}.kind")
    for field, fits in EVENT_KINDS[kind].items():
        if not fits(event.get(field)):
            raise BadExport(f"{path}.{field}")
    body.pop("seat", None)
    if kind == RESEEDED and not is_seed(seed := body.pop("seed", "")):
        raise BadExport(f"{path}.seed")
    return Event(seq, at, kind, body, seat if isinstance(seat, str) else None, {**NO_SECRETS, "seed": seed})


def is_seed(value: object) -> TypeGuard[str]:
    return isinstance(value, str) and bool(re.fullmatch("[0-9a-f]{64}", value))


def is_writable(value: object) -> bool:
    """Check whether a value can be stored: JSON can contain lone surrogates and endless nesting, which cannot."""
    try:
        to_json(value).encode()
    except (UnicodeEncodeError, RecursionError):
        return False
    return True


# Replaying


def replay_steps(export: Export, games: Mapping[str, TableGame]) -> Iterator[tuple[Table, Event | None]]:
    """Yield the table before each event after the opening, with that event; finally the last table, with None.

    Raises Unplayable if the game is missing here or its contents cannot be used, BadExport and WrongEntry."""
    opening, *rest = export.events
    try:
        table = open_table(export.code, opening, games, export.find_contents)
    except Damaged as error:
        raise BadExport("events[0]") from error
    for option, choices in table.game.options.items():
        if table.settings.get(option) not in choices:
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
    """Check the kind of a seat; a bot has a level."""
    return is_bot(table, body.get("level")) if body["as"] == BOT else body["as"] in KINDS


def is_bot(table: Table, level: object) -> bool:
    return any(bot.name == level for bot in table.game.bots)


def replay(export: Export, games: Mapping[str, TableGame]) -> Table:
    """Return the table at the end of the log. Raises WrongEntry for the first entry that is not allowed."""
    *_, (table, _) = replay_steps(export, games)
    return table


def verify(export: Export, games: Mapping[str, TableGame]) -> int:
    """Check that all rolls follow from the seed, and return their number; rolls that a lesson fixed are not counted.

    Raises WrongSeed, WrongRoll or WrongEntry."""
    if not compute_commitment(export.seed) == export.commitment == export.events[0].body.get("commitment"):
        raise WrongSeed
    rolls = 0
    for table, event in replay_steps(export, games):
        if event is not None and find_forged_seed(event):
            raise WrongSeed
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


def find_new_seeds(export: Export) -> Sequence[int]:
    """Return the numbers of the entries with which the table committed to another seed."""
    return [event.seq for event in export.events if event.kind == RESEEDED]


def find_forged_seed(event: Event) -> str | None:
    """Return the wrong field of an entry whose new seed is not the one it commits to."""
    if event.kind != RESEEDED or compute_commitment((event.secret or {})["seed"]) == event.body["commitment"]:
        return None
    return "commitment"


def follows_from_seed(table: Table, event: Event) -> bool:
    """Check whether a roll is the one that the table's seed gives."""
    try:
        entry = table.game.recompute_roll(table.position, event, table.seed)
    except Exception:  # no roll was expected, or the event cannot be read
        return False
    return (entry.kind, entry.seat, entry.body) == (event.kind, event.seat, event.body)


# What is wrong with a log, in one sentence


class BadFile(UserError):
    """A file that cannot be read as a game, or that the rules do not allow. The message is one translated line."""


def replay_finished_log(data: Any, own_sheets: Path) -> tuple[Table, list[Step]]:
    """Return the table of a log whose game is over, and its steps. Raises BadFile."""
    with describe_log_errors():
        export = read_export(data)
        seen = list(replay_steps(export, load_table_games(own_sheets)))
    table = seen[-1][0]
    if table.phase != "over":
        raise BadFile(gettext("events: the game is not over yet."))
    return table, [Step(before, event, after) for (before, event), (after, _) in pairwise(seen) if event]


@contextmanager
def describe_log_errors() -> Iterator[None]:
    """Turn the errors of a log into BadFile with one translated sentence."""
    try:
        yield
    except Unplayable as error:
        field = "game" if error.code == "game-missing" else "contents"
        raise BadFile(f"events[0].{field}: {error.describe()}") from error
    except BadExport as error:
        wrong = gettext("%(field)s: this is not valid in a log exported by the companion.", field=error.field)
        raise BadFile(wrong) from error
    except WrongSeed as error:
        raise BadFile(gettext("commitment: the seed is not the one this table had committed to.")) from error
    except WrongRoll as error:
        wrong = gettext("entry %(number)d: this roll does not follow from the seed.", number=error.event.seq)
        raise BadFile(wrong) from error
    except WrongEntry as error:
        raise BadFile(describe_wrong_entry(error)) from error


def describe_wrong_entry(error: WrongEntry) -> str:
    sentence = error.game.explain_refusal(error.error)[1] if error.error else gettext("This entry is not allowed here.")
    entry = error.event.body.get("move", error.event.kind)
    return gettext("entry %(number)d (%(entry)s): %(sentence)s", number=error.event.seq, entry=entry, sentence=sentence)


# A whole table with its secrets, to continue on another companion. Unlike the public log, this file lets its owner act
# for every player.


FORMAT = "companion-table-1"
FIELDS = {"seq", "at", "kind", "body", "seat", "secret"}
# Kinds that tables define; the rules of the game check the rest.
OWN_KINDS = {**OPENING, **LOBBY, **ANY_TIME, "turned-to-bot": PLAY["turned-to-bot"]}
LAST_MOMENT = 253_402_300_799_999  # end of the year 9999 in milliseconds, the last that datetime supports
SECRETS = {
    "created": ("seed", "host_key"),
    "joined": ("key",),
    "seat-moved": ("key",),
    "turned-to-bot": ("key",),
    RESEEDED: ("seed",),
}
KEYS = {"key", "host_key"}


def pack(code: str, log: EventLog) -> dict[str, Any]:
    """Return a table as JSON data."""
    events = log.read(code)
    contents = log.read_contents(list_hashes(events[0]))
    return {"format": FORMAT, "code": code, "events": [event._asdict() for event in events], "contents": contents}


def unpack(data: object, games: Mapping[str, TableGame]) -> tuple[Table, Export]:
    """Return the table in JSON data and its parts, after replaying and checking them like moves at a live table.

    Raises BadExport with the wrong field, or Unplayable if its game is missing here or its contents cannot be used."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BadExport("format")
    code, listed = data.get("code"), data.get("events")
    if not isinstance(code, str) or not is_code(code):
        raise BadExport("code")
    if not isinstance(listed, list) or not 0 < len(listed) <= MOST_EVENTS + RESERVED:
        raise BadExport("events")
    events = tuple(read_event(f"events[{i}]", i + 1, entry) for i, entry in enumerate(listed))
    seed, commitment = (events[0].secret or {})["seed"], events[0].body["commitment"]
    export = Export(code, seed, commitment, events, read_contents(data, events[0]))
    return play_through(export, games), export


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


def play_through(export: Export, games: Mapping[str, TableGame]) -> Table:
    """Replay the events and return the table. Raises BadExport or Unplayable."""
    if compute_commitment(export.seed) != export.commitment:
        raise BadExport("events[0].commitment")
    try:
        for table, event in replay_steps(export, games):
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
            return None if len(table.seats) in table.room else "kind"
        case "host-passed":
            return None if event.body["host"] in ("", *(seat.seat for seat in table.seats)) else "host"
        case "seat-moved":
            return None if table.find_seat(event.seat or "") else "seat"
        case "reseeded":
            return find_forged_seed(event)
        case "rematch":
            return None if is_code(event.body["table"]) else "table"
        case "turned-to-bot":
            seat = table.find_seat(event.seat or "")
            return None if seat and seat.kind == KINDS[0] else "seat"
        case "rolled" | "drawn" if table.position is not None:
            return None if follows_from_seed(table, event) else "faces"
    return None


def can_join(table: Table, name: str, kind: str) -> bool:
    free = len(table.seats) < table.room[-1]
    readable = len(name) <= LONGEST and is_readable(name)
    paper = kind != KINDS[-1] or table.game.paper_seats
    return free and readable and paper and not is_taken(name, [seat.name for seat in table.seats])
