"""The log that everyone may have when the game is over: written without secrets, read back, played again by the rules,
its dice recomputed."""

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

in_json = json.JSONEncoder(ensure_ascii=False).encode


class BadExport(ValueError):
    """This is no exported log; names the field."""

    def __init__(self, field: str) -> None:
        super().__init__(field)
        self.field = field


class WrongEntry(Exception):
    """An entry that the rules do not allow, or that has no place where it stands."""

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


def exported(table: Table, log: EventLog) -> dict[str, Any]:
    """The whole log and the dice seed, once nothing can be gained by knowing it."""
    if table.phase != "over":
        raise Refused("game-not-over")
    events = [event.public() for event in log.read(table.code)]
    return {"code": table.code, "seed": table.seed, "commitment": table.commitment, "events": events}


# Reading

Shape = Callable[[object], bool]


def text(value: object) -> bool:
    return isinstance(value, str)


def number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def yes_or_no(value: object) -> bool:
    return isinstance(value, bool)


def texts(value: object) -> bool:
    return isinstance(value, list) and all(map(text, value))


def settings(value: object) -> bool:
    return isinstance(value, dict) and all(map(text, value.values()))


OPENING: Mapping[str, Mapping[str, Shape]] = {"created": {"game": text, "settings": settings, "commitment": text}}
LOBBY: Mapping[str, Mapping[str, Shape]] = {
    "joined": {"seat": text, "name": text, "as": text},
    "removed": {"seat": text},
    "ordered": {"order": texts},
    "started": {},
}
ANY_TIME: Mapping[str, Mapping[str, Shape]] = {
    "host-passed": {"host": text},
    "seat-moved": {"seat": text},
    "rematch": {"table": text},
}
PLAY: Mapping[str, Mapping[str, Shape]] = {  # what is the same in every game; the rest is for its rules to read
    "move": {"seat": text, "move": text},
    "rolled": {"seat": text, "nonce": text, "counter": number},
    "undo": {"seat": text, "turn": yes_or_no},
    "skipped": {"seat": text},
    "turned-to-paper": {"seat": text},
}
KINDS = {**OPENING, **LOBBY, **ANY_TIME, **PLAY}

NO_SECRETS = {"host_key": "", "key": ""}  # an export never holds them


def read_export(data: object) -> Export:
    """A log as `exported` has written it. Raises BadExport."""
    if not isinstance(data, dict):
        raise BadExport("events")
    for field in ("code", "commitment"):
        if not text(data.get(field)):
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
    if not isinstance(event, dict) or not writable(event):
        raise BadExport(path)
    body = dict(event)
    if body.pop("seq", None) != seq:
        raise BadExport(f"{path}.seq")
    at, kind, seat = body.pop("at", None), body.pop("kind", None), event.get("seat")
    if not number(at):
        raise BadExport(f"{path}.at")
    if not isinstance(kind, str) or kind not in KINDS:
        raise BadExport(f"{path}.kind")
    for field, fits in KINDS[kind].items():
        if not fits(event.get(field)):
            raise BadExport(f"{path}.{field}")
    body.pop("seat", None)
    return Event(seq, at, kind, body, seat if isinstance(seat, str) else None, {**NO_SECRETS, "seed": seed})


def writable(value: object) -> bool:
    """Whether it can be written down; half a surrogate pair, which JSON can spell, and endless nesting cannot."""
    try:
        in_json(value).encode()
    except (UnicodeEncodeError, RecursionError):
        return False
    return True


# Playing again


def play_again(
    code: str, events: Sequence[Event], games: Mapping[str, TableGame]
) -> Iterator[tuple[Table, Event | None]]:
    """The table before each event behind the opening, with that event; last, the table after all of them and None.

    Raises Unplayable when the game or its sheet is missing here, BadExport and WrongEntry."""
    opening, *rest = events
    table = open_table(code, opening, games)
    for option, choices in table.game.options.items():
        if table.settings.get(option) not in choices:
            raise BadExport(f"events[0].settings.{option}")
    for event in rest:
        yield table, event
        if not has_its_place(table, event):
            raise WrongEntry(table.game, event)
        try:
            table = fold(table, event)
        except (IllegalMove, Unreadable) as error:
            raise WrongEntry(table.game, event, error) from error
        except Exception as error:  # whatever a file holds, the rules may stumble over it in any way
            raise WrongEntry(table.game, event) from error
    yield table, None


def has_its_place(table: Table, event: Event) -> bool:
    if event.kind in ANY_TIME:
        return True
    if event.kind not in {**OPENING, **LOBBY}:
        return table.position is not None
    if event.kind == "joined" and (table.seat(event.seat or "") or event.body["as"] not in SEAT_KINDS):
        return False
    if event.kind == "ordered" and sorted(event.body["order"]) != sorted(seat.seat for seat in table.seats):
        return False
    return event.kind in LOBBY and table.position is None


def replay(export: Export, games: Mapping[str, TableGame]) -> Table:
    """The table at the end of the log. Raises WrongEntry for the first entry that is not allowed."""
    *_, (table, _) = play_again(export.code, export.events, games)
    return table


def verify(export: Export, games: Mapping[str, TableGame]) -> int:
    """How many rolls there were, all of which follow from the seed; those that the game had fixed are not counted.

    Raises WrongSeed, WrongRoll or WrongEntry."""
    if not compute_commitment(export.seed) == export.commitment == export.events[0].body.get("commitment"):
        raise WrongSeed
    rolls = 0
    for table, event in play_again(export.code, export.events, games):
        if event is not None and event.kind == "rolled" and table.position is not None:
            if not follows_from_seed(table, event):
                raise WrongRoll(event)
            rolls += not event.body.get("fixed")
    return rolls


def count_fixed_rolls(export: Export) -> int:
    """How many rolls were fixed for a lesson; `verify` has checked that the table's settings say so."""
    return sum(event.kind == "rolled" and bool(event.body.get("fixed")) for event in export.events)


def follows_from_seed(table: Table, event: Event) -> bool:
    try:
        entry = table.game.recompute_roll(table.position, event, table.seed)
    except Exception:  # there was nothing to roll, or nobody can say what
        return False
    return (entry.kind, entry.seat, entry.body) == (event.kind, event.seat, event.body)
