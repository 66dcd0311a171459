"""Set-up of Rajas of the Ganges: the steps for a group, as codes."""

from collections.abc import Collection, Mapping
from enum import StrEnum

from companion.games.rajas.rules.board import ADVANCED_AMONG_BEGINNERS, BASIC, NAVARATNAS, Limits


class Variant(StrEnum):
    BASIC = "basic"
    NAVARATNAS = "navaratnas"
    MIXED = "mixed"  # experienced players among beginners


YIELD_TILES: Mapping[str, int] = {"white": 8, "yellow": 9, "red": 6, "brown": 7}

_BOARD = {
    2: ("board-for-two",),
    3: ("board-for-three-and-four", "cover-tiles"),
    4: ("board-for-three-and-four",),
}
_SUPPLY = ("dice-supply", "province-tiles-in-twelve-stacks")
_YIELDS = {
    Variant.BASIC: ("white-yield-tiles-face-down",),
    Variant.MIXED: ("white-yield-tiles-face-down",),
    Variant.NAVARATNAS: ("brown-yield-tile-for-everyone", "other-yield-tiles-face-up"),
}
_BOARDS = {
    Variant.BASIC: ("province-and-statue-basic-side",),
    Variant.MIXED: ("province-and-statue-by-experience",),
    Variant.NAVARATNAS: ("province-and-statue-navaratnas-side",),
}
_PIECES = (
    "inactive-workers-on-fame-15-money-20-and-bridge",
    "three-workers-below-statue",
    "boat-at-start",
    "karma-at-one",
    "upgrade-cubes-at-two",
    "bonus-marker-on-money-12",
    "fame-marker-at-zero",
)
_START = ("roll-one-die-of-each-colour", "lowest-sum-takes-elephant", "money-markers-in-turn-order")


def list_steps(players: int, variant: Variant, ganga: bool = False) -> tuple[str, ...]:
    """List the steps of the set-up, in order."""
    river = ("river-tiles-by-die",) if ganga else ()
    return (
        *_BOARD[players],
        *_SUPPLY,
        *_BOARDS[variant],
        *_YIELDS[variant],
        *_PIECES,
        *river,
        *_START,
    )


def find_limits(players: Collection[str], variant: Variant, advanced: Collection[str] = ()) -> dict[str, Limits]:
    """Return every player's limits; in a mixed group experienced players have room for fewer dice."""
    if variant is Variant.NAVARATNAS:
        return dict.fromkeys(players, NAVARATNAS)
    handicapped = advanced if variant is Variant.MIXED else ()
    return {player: ADVANCED_AMONG_BEGINNERS if player in handicapped else BASIC for player in players}
