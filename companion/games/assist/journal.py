"""The journal of an assisted table: one line per entry, with what the entry triggered."""

from collections.abc import Sequence
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


def strike_out_last(journal: Sequence[Line], player: str, kind: str = "") -> tuple[Line, ...]:
    """Mark the player's last entry of this kind as undone; the line stays visible."""
    for index in range(len(journal) - 1, -1, -1):
        line = journal[index]
        if line.player == player and line.move.startswith(kind) and not line.taken_back:
            return (*journal[:index], replace(line, taken_back=True), *journal[index + 1 :])
    return tuple(journal)
