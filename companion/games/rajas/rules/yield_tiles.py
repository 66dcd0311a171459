"""The yield tiles of the Navaratnas version: taken, laid at the edge of the province, connected later."""

from collections.abc import Iterator
from dataclasses import replace

from companion.games.rajas.rules.board import Board, YieldTile, gain_fame, gain_money
from companion.games.rajas.rules.province import BROWN_YIELDS, Progress, Yield
from companion.games.rajas.rules.setup import YIELD_TILES

BROWN = "brown"
BROWN_PLACES = 2  # of one province
MOST_COUNTED = 40
# What a brown tile counts and only the player can see; the other three the companion knows.
SEEN = {
    "markets": "tiles_with_market",
    "river": "river_spaces",
    "buildings": "buildings",
    "bends": "bends",
}


def all_tiles() -> Iterator[YieldTile]:
    """Every sort there is."""
    yield from (YieldTile(colour) for colour in YIELD_TILES if colour != BROWN)
    yield from (YieldTile(BROWN, counts) for counts in BROWN_YIELDS)


def count_copies(tile: YieldTile) -> int:
    """How many of this sort are in the box: every brown one is different."""
    return 1 if tile.colour == BROWN else YIELD_TILES[tile.colour]


def list_unconnected(board: Board) -> tuple[YieldTile, ...]:
    """Laid, and not connected yet."""
    return tuple(tile for tile in board.tiles if not tile.connected)


def count_brown_yield(board: Board, counts: str, seen: int | None) -> Yield:
    """What a brown tile gives at the moment it is connected; it is then one of the connected ones itself."""
    known = Progress(
        upgrades=board.upgrades,
        workers=board.workers,
        yield_tiles_connected=1 + sum(tile.connected for tile in board.tiles),
    )
    return BROWN_YIELDS[counts](replace(known, **({SEEN[counts]: seen or 0} if counts in SEEN else {})))


def connect_tile(board: Board, tile: YieldTile, seen: int | None) -> Board:
    """Brown tiles are counted at once; what the others show is entered by the player."""
    tiles = list(board.tiles)
    tiles[tiles.index(tile)] = replace(tile, connected=True)
    after = replace(board, tiles=tuple(tiles))
    if tile.colour != BROWN:
        return replace(after, news=("tile-connected",))
    given = count_brown_yield(board, tile.counts, seen)
    return gain_fame(after, given.amount) if given.gives == "fame" else gain_money(after, given.amount)
