"""The state of a table, computed from its log: seats, host, game position; its code and its tokens.

`fold` is the only way to change a table, so a table rebuilt from its log is the same.
"""

import hashlib
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from companion.games.table_game import (
    BOT,
    ERASED,
    PAPER,
    RESEEDED,
    THOUGHTLESS,
    FindContents,
    Player,
    Position,
    Seat,
    TableGame,
    Visitor,
)
from companion.rules.messages import IllegalMove, Unreadable
from companion.rules.scoring import Result
from companion.seat_colours import SEAT_COLOURS
from companion.storage import Damaged, Entry, Event
from companion.tables.errors import Outdated, Refused, Unplayable

# Codes that people read to each other, and secret tokens


# No vowels (no accidental words) and no look-alikes: 0 O, 1 I L, 2 Z, 5 S, 8 B, U V.
ALPHABET = "CDFGHJKMNPQRTVWXY34679"
CODE_LENGTH = 6
LOOK_ALIKES = str.maketrans("СНКМРТХУ", "CHKMPTXY")  # typed on a Russian keyboard


def new_code() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


def tidy_code(typed: str) -> str:
    """Normalise a typed code: any case, with spaces or dashes, or in look-alike Cyrillic letters."""
    return "".join(letter for letter in typed.upper().translate(LOOK_ALIKES) if letter.isalnum())


def is_code(text: str) -> bool:
    return len(text) == CODE_LENGTH and all(letter in ALPHABET for letter in text)


def new_token() -> str:
    return secrets.token_urlsafe(24)


def fingerprint(token: str) -> str:
    """Return the hash of a token that the log stores: enough to recognise it, not to use it."""
    return hashlib.sha256(token.encode()).hexdigest()


# The table


COLOURS = tuple(SEAT_COLOURS)
KINDS = ("phone", PAPER)  # seats that people can choose
SEAT_KINDS = (*KINDS, BOT)
CREATOR = ""  # the host until the role is passed on: the holder of the table's first token
MOST_OF_A_SEAT = 2_000  # entries and undos of one seat, so that nobody uses up the room of the others
MOST_EVENTS = 12_000  # more than five seats and their host can fill; the longest games have about 1,500
MOST_IN_LOBBY = 500  # joining, leaving and ordering before the start
RESERVED = 500  # beyond MOST_EVENTS: a seat can still move to another device, and people can play again


NOTHING_ENTERED: Mapping[str, int] = {}
NO_HIDDEN: Mapping[str, str] = {}


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
    stands_in_for: str | None = None  # the absent host, who is host again on return
    seats: tuple[Seat, ...] = ()  # in turn order
    position: Position = None  # None in the lobby
    result: Result | None = None
    rematch: str = ""  # the code of the table of the rematch
    is_offline: bool = False  # a phone has a copy with the secret of the dice
    earlier_seeds: tuple[tuple[str, str], ...] = ()  # with their commitments, which others have replaced
    hidden: Mapping[str, str] = NO_HIDDEN  # settings that nobody sees before the end
    entered: Mapping[str, int] = NOTHING_ENTERED  # how many events each seat has added to the log

    @property
    def phase(self) -> str:
        if self.position is None:
            return "lobby"
        return "playing" if self.result is None else "over"

    @property
    def room(self) -> range:
        """How many players this table can have."""
        if self.game.brought:
            return self.game.brought.players
        return range(1, 2) if self.game.is_solo(self.settings) else self.game.seats

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
        absent = self.stands_in_for
        returns = absent is not None and (absent in seats if absent else self.host_key in keys)
        return Visitor(seats, is_host, returns and not is_host)


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
    return {"position": table.game.begin({**table.settings, **table.hidden}, table.list_players())}


def fold_host_passed(table: Table, event: Event) -> Changes:
    return {"host": event.body["host"], "stands_in_for": event.body.get("absent")}


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


def fold_reseeded(table: Table, event: Event) -> Changes:
    """Roll from another seed from now on, because somebody who plays with others has seen the last one."""
    assert event.secret
    earlier = (*table.earlier_seeds, (table.commitment, table.seed))
    fresh = {"commitment": event.body["commitment"], "seed": event.secret["seed"]}
    return {**fresh, "is_offline": False, "earlier_seeds": earlier}


def fold_note(table: Table, event: Event) -> Changes:
    return {}  # a bot's failure only stands in the journal; a deleted name is replaced where the seat was taken


def fold_turned_to_paper(table: Table, event: Event) -> Changes:
    return change_seat(table, event, kind=PAPER) | fold_game_event(table, event) | restart_counting(table, event)


def fold_turned_to_bot(table: Table, event: Event) -> Changes:
    """Let a bot take over from a player who has left; the player's token ends."""
    assert event.secret
    changed = change_seat(table, event, kind=BOT, level=event.body["level"], key=event.secret["key"])
    return changed | restart_counting(table, event)


def restart_counting(table: Table, event: Event) -> Changes:
    """Give a seat room again when the host takes it from a player who has filled the log."""
    return {"entered": {seat: count for seat, count in table.entered.items() if seat != event.seat}}


def change_seat(table: Table, event: Event, **changes: str) -> Changes:
    return {"seats": tuple(replace(seat, **changes) if seat.seat == event.seat else seat for seat in table.seats)}


def fold_game_event(table: Table, event: Event) -> Changes:
    """Let the game apply any other event."""
    position = table.game.apply(table.position, event)
    changes = {"position": position, "result": table.game.find_result(position)}
    if event.seat and event.kind != "skipped":  # which is the host's entry
        changes["entered"] = {**table.entered, event.seat: table.entered.get(event.seat, 0) + 1}
    return changes


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
    RESEEDED: fold_reseeded,
    THOUGHTLESS: fold_note,
    ERASED: fold_note,
}


def check_room(table: Table, entries: Sequence[Entry]) -> None:
    """Raise Refused if the log of a table has reached its limit, or a seat has used up its share of it.

    A seat that marks and undoes without end stops only itself: the host can skip it, or give it to a bot or paper."""
    first = entries[0]
    about_the_table = first.kind in CHANGES
    starting = first.kind == "started"
    most = MOST_IN_LOBBY if table.phase == "lobby" and not starting else MOST_EVENTS + RESERVED * about_the_table
    if table.version >= most:
        raise Refused("log-full")
    of_a_player = not about_the_table and first.kind != "skipped"
    if of_a_player and table.entered.get(first.seat or "", 0) >= MOST_OF_A_SEAT:
        raise Refused("seat-full")


def find_nothing(hashes: Iterable[str]) -> Mapping[str, str]:
    return {}


def open_table(
    code: str, event: Event, games: Mapping[str, TableGame], find_contents: FindContents = find_nothing
) -> Table:
    """Return the table that a log's first event describes, with the contents it was opened with.

    Raises Damaged, or Unplayable without its game or if this version cannot use its contents."""
    try:
        return read_opening(code, event, games, find_contents)
    except (AssertionError, LookupError, TypeError, AttributeError) as error:
        raise Damaged(code) from error


def read_opening(code: str, event: Event, games: Mapping[str, TableGame], find_contents: FindContents) -> Table:
    assert event.kind == "created" and event.secret
    game, settings = games.get(event.body["game"]), event.body["settings"]
    if game is None:
        raise Unplayable("game-missing", game=event.body["game"])
    if game.assisted and "mode" in settings:  # these had a choice of modes, which is gone
        raise Outdated
    contents = event.body.get("contents", {})
    if set(contents) != set(game.kept_contents):
        raise Outdated
    try:
        game = game.furnish(contents, find_contents)
    except ValueError as error:
        raise Outdated from error
    return Table(
        code=code,
        game=game,
        settings=settings,
        seed=event.secret["seed"],
        commitment=event.body["commitment"],
        host_key=event.secret["host_key"],
        hidden=event.secret.get("settings", {}),
        version=event.seq,
        changed_at=event.at,
    )


def rebuild(
    code: str, events: Iterable[Event], games: Mapping[str, TableGame], find_contents: FindContents = find_nothing
) -> Table:
    """Return the table after all events of its log. Raises Damaged or Unplayable."""
    first, *rest = events
    table = open_table(code, first, games, find_contents)
    for event in rest:
        table = fold_again(table, event)
    return table


def fold_again(table: Table, event: Event) -> Table:
    """Fold an event of the log, which was allowed when it was stored. Raises Outdated if it no longer is, and Damaged
    if it has not the shape of our events."""
    try:
        return fold(table, event)
    except (IllegalMove, Unreadable) as error:
        raise Outdated from error
    except (AssertionError, LookupError, TypeError, ValueError, AttributeError) as error:
        raise Damaged(table.code) from error
