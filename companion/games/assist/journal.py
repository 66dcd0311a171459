"""The journal of an assisted table: one line per entry, with what the entry triggered."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from companion.rules.coded import Happening

LONGEST_JOURNAL = 80  # lines kept here; the table's log has them all


@dataclass(frozen=True)
class Line:
    number: int  # of the event in the table's log
    player: str
    move: str
    rolled: bool = False  # by the companion
    news: tuple["News", ...] = ()
    taken_back: bool = False


News = tuple[str | None, Happening]  # for one player, or for everyone


def add_line(journal: Sequence[Line], line: Line) -> tuple[Line, ...]:
    """Append a line and drop the oldest ones."""
    return (*journal, line)[-LONGEST_JOURNAL:]


def list_entries(journal: Sequence[Line], player: str) -> Iterator[Line]:
    """List the player's entries that are not undone, the last one first."""
    return (line for line in reversed(journal) if line.player == player and not line.taken_back)


def strike_out(journal: Sequence[Line], undone: Line) -> tuple[Line, ...]:
    """Mark an entry as undone; the line stays visible."""
    return tuple(replace(line, taken_back=True) if line is undone else line for line in journal)
