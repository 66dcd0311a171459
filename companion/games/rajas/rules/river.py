"""Boats on the river. Spaces are numbered from 0, the start; only the first and the last one hold several boats.

The rulebook does not give the length of the river, so it is always passed in.
"""

from collections.abc import Collection, Iterable

HARBOUR_DICE = (1, 2, 3)
PORTUGUESE_SPACES = 6
RIVER_TILES = 8


def find_free_spaces(boat: int, others: Collection[int], last: int) -> tuple[int, ...]:
    """Find the spaces where this boat can stop; spaces with other boats are skipped and not counted."""
    return tuple(space for space in range(boat + 1, last + 1) if space == last or space not in others)


def find_harbour_moves(boat: int, die: int, others: Collection[int], last: int) -> tuple[int, ...]:
    """Find the targets in the harbour: a die of 1, 2 or 3 moves up to that many free spaces."""
    return find_free_spaces(boat, others, last)[:die] if die in HARBOUR_DICE else ()


def find_portuguese_move(boat: int, others: Collection[int], last: int) -> int | None:
    """Find the space exactly six free spaces ahead; None if there are fewer."""
    ahead = find_free_spaces(boat, others, last)
    return ahead[PORTUGUESE_SPACES - 1] if len(ahead) >= PORTUGUESE_SPACES else None


def find_next_free(boat: int, others: Collection[int], last: int) -> int | None:
    """Find the next free space, for a boat bonus; None on the last space."""
    return next(iter(find_free_spaces(boat, others, last)), None)


def place_river_tiles(rolls: Iterable[int], last: int) -> tuple[int, ...]:
    """Place the river tiles (Ganga module): each roll counts from the tile before; the last space stays free."""
    spaces: list[int] = []
    position = 0
    for roll in rolls:
        position += roll
        if position >= last or len(spaces) == RIVER_TILES:
            break
        spaces.append(position)
    return tuple(spaces)
