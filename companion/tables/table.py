"""The state of a table, computed from its log: seats, host, game position.

`fold` is the only way to change a table, so a table rebuilt from its log is the same.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from companion.games.table_game import BOT, PAPER, Player, Position, Seat, TableGame, Visitor
from companion.rules.ranking import Result
from companion.rules.refusal import IllegalMove, Unreadable
from companion.seat_colours import SEAT_COLOURS
from companion.storage import Damaged, Entry, Event
from companion.tables.errors import Refused, Unplayable
from companion.tables.tokens import fingerprint

COLOURS = tuple(SEAT_COLOURS)
KINDS = ("phone", PAPER)  # seats that people can choose
SEAT_KINDS = (*KINDS, BOT)
CREATOR = ""  # the host until the role is passed on: the holder of the table's first token
MOST_EVENTS = 5_000  # the longest games have about 1,500
MOST_IN_LOBBY = 500  # joining, leaving and ordering before the start
RESERVED = 500  # beyond MOST_EVENTS: a seat can still move to another device, and people can play again


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
    rematch: str = ""  # the code of the table of the rematch
    is_offline: bool = False  # a phone has a copy with the secret of the dice

    @property
    def phase(self) -> str:
        if self.position is None:
            return "lobby"
        return "playing" if self.result is None else "over"

    def find_seat(self, seat: str) -> Seat | None:
        return next((found for found in self.seats if found.seat == seat), None)

    def describe_turn(self) -> Mapping[str, Any] | None:
        """Return whose turn it is and what to do, as the game describes it; None before and after the game."""
        return self.game.describe_turn(self.position) if self.phase == "playing" else None

    def list_players(self) -> tuple[Player, ...]:
        return tuple(Player(seat.seat, seat.name, seat.kind == PAPER) for seat in self.seats)

    def filter_keys(self, keys: Iterable[str]) -> set[str]:
        """Return the fingerprints that belong to this table: its seats' and its creator's."""
        return {self.host_key, *(seat.key for seat in self.seats)}.intersection(keys)

    def recognise_visitor(self, tokens: Iterable[str]) -> Visitor:
        """Return which seats the holder of these tokens has, and whether they are the host."""
        keys = {fingerprint(token) for token in tokens}
        seats = tuple(seat.seat for seat in self.seats if seat.key in keys)
        is_host = self.host in seats if self.host else self.host_key in keys
        return Visitor(seats, is_host)


Changes = dict[str, Any]


def fold(table: Table, event: Event) -> Table:
    """Return the table after an event. Raises IllegalMove or Unreadable."""
    change = CHANGES.get(event.kind, fold_game_event)
    return table._replace(version=event.seq, changed_at=event.at, **change(table, event))


# Each of these returns the fields of the table that an event changes, with their new values.


def fold_joined(table: Table, event: Event) -> Changes:
    assert event.seat and event.secret
    body = event.body
    seat = Seat(event.seat, body["name"], body["as"], event.secret["key"], body.get("level", ""))
    return {"seats": (*table.seats, seat)}


def fold_removed(table: Table, event: Event) -> Changes:
    return {"seats": tuple(seat for seat in table.seats if seat.seat != event.seat)}


def fold_ordered(table: Table, event: Event) -> Changes:
    order = event.body["order"]
    return {"seats": tuple(sorted(table.seats, key=lambda seat: order.index(seat.seat)))}


def fold_started(table: Table, event: Event) -> Changes:
    return {"position": table.game.begin(table.settings, table.list_players())}


def fold_host_passed(table: Table, event: Event) -> Changes:
    return {"host": event.body["host"]}


def fold_seat_moved(table: Table, event: Event) -> Changes:
    """Give the seat a new token, which ends the old one; the creator's host right moves with their seat."""
    assert event.secret
    return change_seat(table, event, key=event.secret["key"]) | {
        "host_key": event.secret.get("host_key") or table.host_key
    }


def fold_rematch(table: Table, event: Event) -> Changes:
    return {"rematch": event.body["table"]}


def fold_taken_offline(table: Table, event: Event) -> Changes:
    return {"is_offline": True}


def fold_turned_to_paper(table: Table, event: Event) -> Changes:
    return change_seat(table, event, kind=PAPER) | fold_game_event(table, event)


def fold_turned_to_bot(table: Table, event: Event) -> Changes:
    """Let a bot take over from a player who has left; the player's token ends."""
    assert event.secret
    return change_seat(table, event, kind=BOT, level=event.body["level"], key=event.secret["key"])


def change_seat(table: Table, event: Event, **changes: str) -> Changes:
    return {"seats": tuple(replace(seat, **changes) if seat.seat == event.seat else seat for seat in table.seats)}


def fold_game_event(table: Table, event: Event) -> Changes:
    """Let the game apply any other event."""
    position = table.game.apply(table.position, event)
    return {"position": position, "result": table.game.find_result(position)}


CHANGES: Mapping[str, Callable[[Table, Event], Changes]] = {
    "joined": fold_joined,
    "removed": fold_removed,
    "ordered": fold_ordered,
    "started": fold_started,
    "host-passed": fold_host_passed,
    "seat-moved": fold_seat_moved,
    "turned-to-paper": fold_turned_to_paper,
    "turned-to-bot": fold_turned_to_bot,
    "rematch": fold_rematch,
    "taken-offline": fold_taken_offline,
}


def check_room(table: Table, entries: Sequence[Entry]) -> None:
    """Raise Refused if the log of a table has reached its limit."""
    about_the_table = entries[0].kind in CHANGES
    starting = entries[0].kind == "started"
    most = MOST_IN_LOBBY if table.phase == "lobby" and not starting else MOST_EVENTS + RESERVED * about_the_table
    if table.version >= most:
        raise Refused("log-full")


def open_table(code: str, event: Event, games: Mapping[str, TableGame]) -> Table:
    """Return the table that a log's first event describes. Raises Damaged, or Unplayable without its game or sheet."""
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
    """Return the table after all events of its log. Raises Damaged or Unplayable."""
    first, *rest = events
    table = open_table(code, first, games)
    for event in rest:
        table = fold_again(table, event)
    return table


def fold_again(table: Table, event: Event) -> Table:
    """Fold an event of the log, which was allowed when it was stored. Raises Unplayable if it no longer is."""
    try:
        return fold(table, event)
    except (IllegalMove, Unreadable, AssertionError, LookupError, TypeError, ValueError, AttributeError) as error:
        raise Unplayable("sheet-changed", sheet=table.settings.get("sheet", table.game.name)) from error
