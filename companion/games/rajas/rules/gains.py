"""What places, people, river spaces and yields give, as words: `fame-3`, `die-any`, `money-by-markets`.

Fame, money and karma are booked immediately. Whatever needs a choice or a roll waits in `Board.due`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from companion.games.rajas.rules.board import (
    COLOURS,
    NAVARATNAS,
    Board,
    YieldTile,
    cross_bridge,
    gain_fame,
    gain_karma,
    gain_money,
)
from companion.games.rajas.rules.province import (
    BEND,
    BROWN_YIELDS,
    BUILDINGS,
    GOODS,
    MOST_MONEY,
    Progress,
    sell_different_goods,
    sell_goods_of_one_kind,
)
from companion.games.rajas.rules.refusals import Code
from companion.games.rajas.rules.river import PORTUGUESE_SPACES, find_free_spaces
from companion.games.rajas.rules.tracks import TRACK_BONUSES
from companion.rules.refusal import IllegalMove, Refusal

UPGRADE, BOAT, SAIL_ON, DIE_ANY, VISIT, COVER = "upgrade", "boat", "sail-on", "die-any", "visit", "cover"
EARNING, YIELD = "earning", "yield"  # named by the player: what a new river space or a connected yield tile shows
WHITE_TILE, YIELD_TILE, REROLL = "white-tile", "yield-tile", "reroll"
OPTIONAL = (YIELD_TILE, REROLL)  # dropped at the end of the turn
LONGEST_RIVER = 60
SAIL_ON_SPACES = 3
MOST_SHOWN = 9  # fame or money on a river space or a yield

# The chambers of the palace: the number of the die, and what the person gives
PEOPLE: Mapping[str, tuple[int, tuple[str, ...]]] = {
    "mogul": (1, ("fame-2", "elephant")),
    "dancer": (2, (DIE_ANY, DIE_ANY, "drawn-tile")),
    "yogi": (3, ("karma-2", DIE_ANY)),
    "raja": (4, (UPGRADE, "money-3")),
    "builder": (5, (COVER,)),
    "portuguese": (6, (f"sail-{PORTUGUESE_SPACES}",)),
}
VISITED = tuple(person for person in PEOPLE if person != "mogul")  # by a river space
WHITE_TILES = {"die": DIE_ANY, "money": "money-3", "upgrade": UPGRADE, "karma": "karma-1"}  # drawn at the dancer

AMOUNTS = tuple(f"{track}-{amount}" for track in ("money", "fame") for amount in range(1, MOST_SHOWN + 1))
ONE_KIND = tuple(f"one-kind-{most}" for most in range(2, 7))
RIVER = (
    "dice", "karma-2", UPGRADE, VISIT, "money-by-markets", "assorted-goods",
    *ONE_KIND, "fame-by-upgrades", "money-by-upgrades", "fame-by-karma",
    *(f"{colour}-dice-by-karma" for colour in COLOURS), *AMOUNTS,
)  # fmt: skip
GANGA = (
    "any-dice-by-karma", "one-kind-3", SAIL_ON, *(f"dice-but-{colour}" for colour in COLOURS),
    *(f"see-{person}" for person in PEOPLE),
)  # fmt: skip
DICE = (DIE_ANY, *(f"die-{colour}" for colour in COLOURS))
YIELDS = (*DICE, "dice", UPGRADE, "karma-1", "karma-2", BOAT, *AMOUNTS)
EARNINGS = tuple(dict.fromkeys((*RIVER, *GANGA, *YIELDS)))
YIELD_TILES = ("white", "yellow", "red", *(f"brown-{counts}" for counts in BROWN_YIELDS))
TILE_PARTS = (
    *BUILDINGS,
    *(f"{good}-{money}" for good in GOODS for money in range(1, MOST_MONEY + 1)),
    BEND,
    *(f"+{gives}" for gives in (*YIELDS, *YIELD_TILES)),
)

# What each waiting gain or track bonus lets the player do
DUE_KINDS = {bonus.name: "die" if bonus.gives == "dice" else bonus.gives for bonus in TRACK_BONUSES} | {
    **dict.fromkeys(DICE, "die"),
    UPGRADE: UPGRADE,
    BOAT: BOAT,
    SAIL_ON: SAIL_ON,
    VISIT: VISIT,
    COVER: COVER,
    EARNING: EARNING,
    YIELD: EARNING,
    WHITE_TILE: WHITE_TILE,
    YIELD_TILE: YIELD_TILE,
    REROLL: REROLL,
}


@dataclass(frozen=True)
class River:
    """What a sailing boat has to know: the other boats, the bridge, the end, and the earnings named so far."""

    others: frozenset[int] = frozenset()
    last: int = LONGEST_RIVER
    bridge: tuple[int, int] | None = None  # two spaces that the bridge is known to be between
    earnings: Mapping[int, str] = field(default_factory=dict)


def count_gains(board: Board, word: str) -> tuple[str, ...] | None:
    """Return the plain gains of a word that depends on the board or stands for several; None for plain gains."""
    match word.split("-"):
        case ["dice"]:
            return (DIE_ANY, DIE_ANY)
        case ["money", "by", "markets"]:
            return (f"money-{len(board.markets)}",)
        case ["assorted", "goods"]:
            return (f"money-{sell_different_goods(board.markets).money}",)
        case ["one", "kind", most]:
            return (f"money-{sell_goods_of_one_kind(board.markets, int(most)).money}",)
        case ["fame", "by", "upgrades"]:
            return (f"fame-{board.upgrades}",)
        case ["money", "by", "upgrades"]:
            return (f"money-{2 * board.upgrades}",)
        case ["fame", "by", "karma"]:
            return (f"fame-{2 * board.karma}",)
        case [colour, "dice", "by", "karma"]:
            return (f"die-{colour}",) * board.karma
        case ["dice", "but", left_out]:
            return tuple(f"die-{colour}" for colour in COLOURS if colour != left_out)
        case ["drawn", "tile"]:
            return (YIELD_TILE if board.limits == NAVARATNAS else WHITE_TILE,)
        case ["see", person]:
            return PEOPLE[person][1]
    return None


def gain(board: Board, word: str, river: River) -> Board:
    """Book a gain, or let it wait. Raises IllegalMove when a boat cannot sail that far."""
    counted = count_gains(board, word)
    if counted is not None:
        for each in counted:
            board = gain(board, each, river)
        return board
    match word.split("-"):
        case ["fame", amount]:
            return gain_fame(board, int(amount))
        case ["money", amount]:
            return gain_money(board, int(amount))
        case ["karma", amount]:
            return gain_karma(board, int(amount))
        case ["sail", spaces] if spaces.isdigit():
            return sail(board, int(spaces), river)
        case ["elephant"]:
            return replace(board, at_great_mogul=True)
    return replace(board, due=(*board.due, word))


def settle(board: Board, kind: str, wanted: str = "") -> Board:
    """Remove the first waiting gain of a kind, `wanted` before others. Raises IllegalMove."""
    waiting = [due for due in board.due if DUE_KINDS[due] == kind and due in (wanted or due, DIE_ANY, *_BONUSES)]
    if not waiting:
        raise IllegalMove(Refusal(Code.NOT_DUE))
    due = wanted if wanted in waiting else waiting[0]
    position = board.due.index(due)
    rest = (DIE_ANY,) if kind == "die" and due in _BONUSES else ()  # a track bonus gives two dice
    return replace(board, due=board.due[:position] + rest + board.due[position + 1 :])


_BONUSES = tuple(bonus.name for bonus in TRACK_BONUSES)


def sail(board: Board, spaces: int, river: River) -> Board:
    """Move the boat over free spaces; take the worker of the bridge and the earning, if they are known."""
    ahead = find_free_spaces(board.boat, river.others, river.last)
    if len(ahead) < spaces:
        raise IllegalMove(Refusal(Code.RIVER_ENDS, left=len(ahead)))
    moved = replace(board, came_from=board.boat, boat=ahead[spaces - 1])
    if river.bridge and not board.over_bridge and board.boat <= river.bridge[0] < river.bridge[1] <= moved.boat:
        moved = cross_bridge(moved)
    return gain(moved, river.earnings.get(moved.boat, EARNING), river)


def name_earning(board: Board, word: str, river: River) -> Board:
    """Book what the player sees on a new river space, which is remembered, or on a connected yield tile."""
    first = next((due for due in board.due if DUE_KINDS[due] == EARNING), None)
    after = settle(board, EARNING)
    if word not in (YIELDS if first == YIELD else (*RIVER, *GANGA)):
        raise IllegalMove(Refusal(Code.NOT_HERE))
    if first == EARNING:
        after = replace(after, stops=(*after.stops, (after.boat, word)))
    return gain(after, word, river)


def connect_yield_tile(board: Board, word: str) -> Board:
    """Connect a yield tile (Navaratnas). A brown one is counted; another's yield is named next. Raises IllegalMove."""
    colour, _, counts = word.partition("-")
    tile = YieldTile(colour, counts)
    if tile not in board.tiles:
        raise IllegalMove(Refusal(Code.NO_SUCH_TILE))
    tiles = list(board.tiles)
    tiles[tiles.index(tile)] = replace(tile, connected=True)
    after = replace(board, tiles=tuple(tiles))
    if not counts:
        return replace(after, due=(*after.due, YIELD))
    given = BROWN_YIELDS[counts](count_progress(after))
    return gain(after, f"{given.gives}-{given.amount}", River())


def count_progress(board: Board) -> Progress:
    """Count what brown yield tiles count."""
    return Progress(
        tiles_with_market=sum(bool(tile.markets) for tile in board.province),
        river_spaces=board.boat,
        buildings=sum(len(tile.buildings) for tile in board.province),
        yield_tiles_connected=sum(tile.connected for tile in board.tiles),
        bends=sum(tile.bends for tile in board.province),
        upgrades=board.upgrades,
        workers=board.workers,
    )
