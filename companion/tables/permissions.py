"""Who may do what at a table, and when. Every check raises Refused, NotAllowed or Stale."""

from collections.abc import Iterable, Sequence
from typing import Any

from companion.games.table_game import BOT, PAPER, Offer, Seat, Visitor
from companion.rules.player_names import is_taken
from companion.storage import Event
from companion.tables.errors import NotAllowed, Refused, Stale
from companion.tables.table import COLOURS, KINDS, Table, fingerprint


def require_person(seats: Iterable[Seat]) -> None:
    if all(seat.kind == BOT for seat in seats):
        raise Refused("only-bots")


def require_host(table: Table, tokens: Iterable[str]) -> None:
    if not table.recognise_visitor(tokens).is_host:
        raise NotAllowed("only-the-host")


def require_version(table: Table, version: int) -> None:
    if version != table.version:
        raise Stale(table.version)


def require_lobby(table: Table) -> None:
    if table.phase != "lobby":
        raise Refused("already-started")


def require_playing(table: Table) -> None:
    if table.phase == "lobby":
        raise Refused("not-started")
    if table.phase == "over":
        raise Refused("game-over")


def require_seat(table: Table, seat: str) -> Seat:
    found = table.find_seat(seat)
    if found is None:
        raise Refused("no-such-seat", field="seat")
    return found


def require_paper_seat(table: Table, who: Visitor, seat: str) -> Seat:
    """Return a paper seat of a started table that a device may enter a sheet for. Raises NotAllowed or Refused."""
    if not who.is_host and seat not in who.seats:
        raise NotAllowed("not-your-seat")
    found = require_seat(table, seat)
    if table.phase == "lobby":
        raise Refused("not-started")
    if found.kind != PAPER:
        raise Refused("not-on-paper", field="seat")
    return found


def find_acting_seat(table: Table, tokens: Iterable[str], seat: str | None) -> str:
    """Return the seat to act for: the given one, or the only one of this device. Raises NotAllowed or Refused."""
    who = table.recognise_visitor(tokens)
    if not who.seats:
        raise NotAllowed("not-your-seat")
    if seat is None:
        if len(who.seats) > 1:
            raise Refused("which-seat", field="seat")
        return who.seats[0]
    helps = table.phase == "playing" and table.game.needs_people(table.position)
    if not who.enters_for(require_seat(table, seat), helps):
        raise NotAllowed("not-your-seat")
    return seat


def list_moves(table: Table, tokens: Iterable[str], seat: str | None = None) -> Sequence[Offer]:
    """Return the moves that the holder of these tokens may play now. Raises NotAllowed or Refused."""
    mover = find_acting_seat(table, tokens, seat)
    return table.game.list_moves(table.position, mover) if table.phase == "playing" else ()


def find_free_seat(table: Table, name: str, colour: str | None, kind: str) -> str:
    """Return the chosen or the first free colour. Raises Refused if the player cannot take a seat."""
    require_lobby(table)
    if len(table.seats) >= table.room[-1]:
        raise Refused("table-full", most=table.room[-1])
    if is_taken(name, [seat.name for seat in table.seats]):
        raise Refused("name-taken", field="name", name=name)
    if kind == "paper" and not table.game.paper_seats:
        raise Refused("no-paper-seats", field="kind")
    taken = {seat.seat for seat in table.seats}
    if colour is None:
        return next(free for free in COLOURS if free not in taken)
    if colour in taken:
        raise Refused("colour-taken", field="colour", colour=colour)
    return colour


def find_creators_token(table: Table, tokens: Iterable[str], kind: str) -> str | None:
    """Return the creator's token for the first phone seat of the creator's device, else None: when that seat moves to
    another device, the host right can move with it."""
    if kind not in KINDS[:1] or any(seat.key == table.host_key for seat in table.seats):
        return None
    return next((token for token in tokens if fingerprint(token) == table.host_key), None)


# A copy of a table for the one phone that all its players share, so that it can continue without the server. The copy
# contains the secret of the dice: the phone rolls what the server would roll. So only a phone that has every seat and
# the host role may have it, and the log says so (`taken-offline`). A paper seat is somebody else's: they do not see
# what this phone knows. If a seat leaves the phone later, the table commits to a new seed (`reseeded`).


KEYS = ("key", "host_key")
OWNER = "phone"  # the token of the phone for all seats of its copy; it is worth nothing on the server
TURNED = ("turned-to-paper", "turned-to-bot")  # the seat of somebody who played on another phone


def can_go_offline(table: Table, visitor: Visitor) -> bool:
    """Check whether everybody at a running table plays on this phone."""
    return (
        table.phase == "playing"
        and visitor.is_host
        and bool(visitor.seats)
        and all(seat.seat in visitor.seats and seat.kind == KINDS[0] for seat in table.seats)
    )


def has_others(events: Iterable[Event]) -> bool:
    """Check whether somebody played on another phone before."""
    return any(event.kind in TURNED for event in events)


def copy_events(events: Sequence[Event]) -> list[dict[str, Any]]:
    """Return a log as JSON data for the phone: with the dice secret, without the keys of other devices."""
    return [event._asdict() | {"secret": event.secret and replace_keys(event.secret)} for event in events]


def replace_keys(secret: dict[str, Any]) -> dict[str, Any]:
    return {name: value if name not in KEYS else fingerprint(OWNER) for name, value in secret.items()}
