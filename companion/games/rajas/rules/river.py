"""Boats on the river. Spaces count from 0, the start; only there and on the last one several boats may rest.

How many spaces the river has is printed on the board and not told by the rulebook, so it is always given.
"""

from collections.abc import Collection, Iterable

HARBOUR_DICE = (1, 2, 3)
PORTUGUESE_SPACES = 6
RIVER_TILES = 8


def find_free_spaces(boat: int, others: Collection[int], last: int) -> tuple[int, ...]:
    """Spaces where this boat could stop: those of other boats are skipped and not counted."""
    return tuple(space for space in range(boat + 1, last + 1) if space == last or space not in others)


def find_harbour_moves(boat: int, die: int, others: Collection[int], last: int) -> tuple[int, ...]:
    """With a 1, 2 or 3: up to so many free spaces ahead."""
    return find_free_spaces(boat, others, last)[:die] if die in HARBOUR_DICE else ()


def find_portuguese_move(boat: int, others: Collection[int], last: int) -> int | None:
    """Exactly six free spaces ahead, or not at all."""
    ahead = find_free_spaces(boat, others, last)
    return ahead[PORTUGUESE_SPACES - 1] if len(ahead) >= PORTUGUESE_SPACES else None


def find_next_free(boat: int, others: Collection[int], last: int) -> int | None:
    """Where the boat of a track bonus goes; nowhere when it has arrived."""
    return next(iter(find_free_spaces(boat, others, last)), None)


def place_river_tiles(rolls: Iterable[int], last: int) -> tuple[int, ...]:
    """The Ganga module: each roll counts on from the tile before; the last space is never covered."""
    spaces: list[int] = []
    position = 0
    for roll in rolls:
        position += roll
        if position >= last or len(spaces) == RIVER_TILES:
            break
        spaces.append(position)
    return tuple(spaces)
