"""A table as its log tells it: who sits there, who is the host, how far the game is.

`fold` is the only way a table changes, so a table rebuilt from its log is the same table.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from companion.games.table_game import BOT, PAPER, Player, Position, Seat, TableGame, Visitor
from companion.rules.ranking import Result
from companion.rules.refusal import IllegalMove, Unreadable
from companion.seat_colours import SEAT_COLOURS
from companion.storage import Damaged, Event
from companion.tables.errors import Unplayable
from companion.tables.tokens import fingerprint

COLOURS = tuple(SEAT_COLOURS)
KINDS = ("phone", PAPER)  # as people sit down
SEAT_KINDS = (*KINDS, BOT)
CREATOR = ""  # the host while nobody has been handed the role: whoever holds the table's own token


class Table(NamedTuple):
    code: str
    game: TableGame
    settings: Mapping[str, str]
    seed: str
    commitment: str
    host_key: str
    version: int = 0
    changed_at: int = 0
    host: str = CREATOR
    seats: tuple[Seat, ...] = ()  # in turn order
    position: Position = None  # None in the lobby
    result: Result | None = None
    rematch: str = ""  # the code of the table where the same people play again

    @property
    def phase(self) -> str:
        if self.position is None:
            return "lobby"
        return "playing" if self.result is None else "over"

    def seat(self, seat: str) -> Seat | None:
        return next((found for found in self.seats if found.seat == seat), None)

    def players(self) -> tuple[Player, ...]:
        return tuple(Player(seat.seat, seat.name, seat.kind == PAPER) for seat in self.seats)

    def keys_among(self, keys: Iterable[str]) -> set[str]:
        """Those fingerprints that belong to this table: its seats' and its creator's."""
        return {self.host_key, *(seat.key for seat in self.seats)}.intersection(keys)

    def visitor(self, tokens: Iterable[str]) -> Visitor:
        """Who somebody with these tokens is here."""
        keys = {fingerprint(token) for token in tokens}
        seats = tuple(seat.seat for seat in self.seats if seat.key in keys)
        is_host = self.host in seats if self.host else self.host_key in keys
        return Visitor(seats, is_host)


Changed = dict[str, Any]


def fold(table: Table, event: Event) -> Table:
    change = CHANGES.get(event.kind, played)
    return table._replace(version=event.seq, changed_at=event.at, **change(table, event))


# What an event changes: the fields of the table with their new values.


def joined(table: Table, event: Event) -> Changed:
    assert event.seat and event.secret
    seat = Seat(event.seat, event.body["name"], event.body["as"], event.secret["key"])
    return {"seats": (*table.seats, seat)}


def removed(table: Table, event: Event) -> Changed:
    return {"seats": tuple(seat for seat in table.seats if seat.seat != event.seat)}


def ordered(table: Table, event: Event) -> Changed:
    order = event.body["order"]
    return {"seats": tuple(sorted(table.seats, key=lambda seat: order.index(seat.seat)))}


def started(table: Table, event: Event) -> Changed:
    return {"position": table.game.begin(table.settings, table.players())}


def host_passed(table: Table, event: Event) -> Changed:
    return {"host": event.body["host"]}


def seat_moved(table: Table, event: Event) -> Changed:
    """The seat continues on another device; the old token ends, and the creator's right goes along with their seat."""
    assert event.secret
    return seat_changed(table, event, key=event.secret["key"]) | {
        "host_key": event.secret.get("host_key") or table.host_key
    }


def rematch_opened(table: Table, event: Event) -> Changed:
    return {"rematch": event.body["table"]}


def turned_to_paper(table: Table, event: Event) -> Changed:
    return seat_changed(table, event, kind=PAPER) | played(table, event)


def seat_changed(table: Table, event: Event, **changes: str) -> Changed:
    return {"seats": tuple(replace(seat, **changes) if seat.seat == event.seat else seat for seat in table.seats)}


def played(table: Table, event: Event) -> Changed:
    """Everything else is the game's own."""
    position = table.game.apply(table.position, event)
    return {"position": position, "result": table.game.result(position)}


CHANGES: Mapping[str, Callable[[Table, Event], Changed]] = {
    "joined": joined,
    "removed": removed,
    "ordered": ordered,
    "started": started,
    "host-passed": host_passed,
    "seat-moved": seat_moved,
    "turned-to-paper": turned_to_paper,
    "rematch": rematch_opened,
}


def open_table(code: str, event: Event, games: Mapping[str, TableGame]) -> Table:
    """The table that a log's first event describes. Raises Damaged, or Unplayable when its game or sheet is gone."""
    try:
        return read_opening(code, event, games)
    except (AssertionError, LookupError, TypeError, AttributeError) as error:
        raise Damaged(code) from error


def read_opening(code: str, event: Event, games: Mapping[str, TableGame]) -> Table:
    assert event.kind == "created" and event.secret
    game, settings = games.get(event.body["game"]), event.body["settings"]
    if game is None:
        raise Unplayable("game-missing", game=event.body["game"])
    if settings.get("sheet") not in game.options.get("sheet", (None,)):
        raise Unplayable("sheet-missing", sheet=settings.get("sheet", ""))
    return Table(
        code=code,
        game=game,
        settings=settings,
        seed=event.secret["seed"],
        commitment=event.body["commitment"],
        host_key=event.secret["host_key"],
        version=event.seq,
        changed_at=event.at,
    )


def rebuild(code: str, events: Iterable[Event], games: Mapping[str, TableGame]) -> Table:
    first, *rest = events
    table = open_table(code, first, games)
    for event in rest:
        table = fold_again(table, event)
    return table


def fold_again(table: Table, event: Event) -> Table:
    """Fold an event of the log, which was allowed when it was written. Raises Unplayable when it no longer is."""
    try:
        return fold(table, event)
    except (IllegalMove, Unreadable, AssertionError, LookupError, TypeError, ValueError, AttributeError) as error:
        raise Unplayable("sheet-changed", sheet=table.settings.get("sheet", table.game.name)) from error
