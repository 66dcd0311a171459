"""How long the log of a table may become: far more than any game needs, and little enough to be read at once."""

from collections.abc import Sequence

from companion.storage import Entry
from companion.tables.errors import Refused
from companion.tables.table import CHANGES, Table

MOST_EVENTS = 5_000  # the longest games have about 1,500
MOST_IN_LOBBY = 500  # joining, leaving and ordering before the start
RESERVED = 500  # beyond MOST_EVENTS: a seat can still move to another device, and people can play again


def check_room(table: Table, entries: Sequence[Entry]) -> None:
    """Raise Refused when the log of a table has no room for further entries."""
    about_the_table = entries[0].kind in CHANGES
    starting = entries[0].kind == "started"
    most = MOST_IN_LOBBY if table.phase == "lobby" and not starting else MOST_EVENTS + RESERVED * about_the_table
    if table.version >= most:
        raise Refused("log-full")
