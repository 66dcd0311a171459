"""A copy of a table for the one phone that all its players share, so that it can continue without the server.

The copy contains the secret of the dice: the phone rolls what the server would roll. So only a phone that has every
seat and the host role may have it, and the log says so (`taken-offline`).
"""

from collections.abc import Iterable, Sequence
from typing import Any

from companion.games.table_game import PAPER, Visitor
from companion.storage import Event
from companion.tables.table import Table
from companion.tables.tokens import fingerprint

OWNER = "phone"  # the token of the phone for all seats of its copy; it is worth nothing on the server
TURNED = ("turned-to-paper", "turned-to-bot")  # the seat of somebody who played on another phone


def can_go_offline(table: Table, visitor: Visitor) -> bool:
    """Check whether everybody at a running table plays on this phone."""
    return (
        table.phase == "playing"
        and visitor.is_host
        and bool(visitor.seats)
        and all(seat.seat in visitor.seats or seat.kind == PAPER for seat in table.seats)
    )


def has_others(events: Iterable[Event]) -> bool:
    """Check whether somebody played on another phone before."""
    return any(event.kind in TURNED for event in events)


def copy_events(events: Sequence[Event]) -> list[dict[str, Any]]:
    """Return a log as JSON data for the phone: with the dice secret, without the keys of other devices."""
    return [event._asdict() | {"secret": event.secret and replace_keys(event.secret)} for event in events]


def replace_keys(secret: dict[str, Any]) -> dict[str, Any]:
    return {name: value if name == "seed" else fingerprint(OWNER) for name, value in secret.items()}
