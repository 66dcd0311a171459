"""Yield tiles of the Navaratnas version: placed at the edge of the province and connected later."""

from collections.abc import Iterator
from dataclasses import replace

from companion.games.rajas.rules.board import Board, YieldTile, gain_fame, gain_money
from companion.games.rajas.rules.province import BROWN_YIELDS, Progress, Yield
from companion.games.rajas.rules.setup import YIELD_TILES

BROWN = "brown"
BROWN_PLACES = 2  # per province
MOST_COUNTED = 40
# Brown tiles whose count only the player can see; the companion knows the count of the others.
SEEN = {
    "markets": "tiles_with_market",
    "river": "river_spaces",
    "buildings": "buildings",
    "bends": "bends",
}


def all_tiles() -> Iterator[YieldTile]:
    """List every kind of yield tile."""
    yield from (YieldTile(colour) for colour in YIELD_TILES if colour != BROWN)
    yield from (YieldTile(BROWN, counts) for counts in BROWN_YIELDS)


def count_copies(tile: YieldTile) -> int:
    """Return how many tiles of this kind are in the box; every brown tile is unique."""
    return 1 if tile.colour == BROWN else YIELD_TILES[tile.colour]


def list_unconnected(board: Board) -> tuple[YieldTile, ...]:
    """List the tiles that are not connected yet."""
    return tuple(tile for tile in board.tiles if not tile.connected)


def count_brown_yield(board: Board, counts: str, seen: int | None) -> Yield:
    """Count the yield of a brown tile when it is connected; it counts itself as connected."""
    known = Progress(
        upgrades=board.upgrades,
        workers=board.workers,
        yield_tiles_connected=1 + sum(tile.connected for tile in board.tiles),
    )
    return BROWN_YIELDS[counts](replace(known, **({SEEN[counts]: seen or 0} if counts in SEEN else {})))


def connect_tile(board: Board, tile: YieldTile, seen: int | None) -> Board:
    """Connect a tile. Brown tiles are counted immediately; the yield of other tiles is entered by the player."""
    tiles = list(board.tiles)
    tiles[tiles.index(tile)] = replace(tile, connected=True)
    after = replace(board, tiles=tuple(tiles))
    if tile.colour != BROWN:
        return replace(after, news=("tile-connected",))
    given = count_brown_yield(board, tile.counts, seen)
    return gain_fame(after, given.amount) if given.gives == "fame" else gain_money(after, given.amount)
