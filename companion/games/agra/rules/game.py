"""An assisted game of Agra: every player's markers, the boat on the river, and the end of the game.

Rupees stay hidden in the players' bags and are counted after the last turns.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Self

from companion.games.agra.rules.goods import (
    GOODS,
    MOST_RUPEES,
    PLAYER_MARKERS,
    PRICE_TOKENS,
    PriceEntry,
    find_price_shifts,
)
from companion.games.agra.rules.moves import (
    COUNTED,
    MOST_AT_ONCE,
    PRICE_STEPS,
    CompleteMeditation,
    CountRupees,
    EndTurn,
    Finish,
    Gain,
    Influence,
    Meditate,
    Move,
    Order,
    ReachTop,
    RemoveCover,
    ServeAkbar,
    SetPrice,
    TakeContract,
    Use,
)
from companion.games.agra.rules.notables import GUILDS, KNOWN_GUILDS, LEVELS, NOTABLES, find_guild
from companion.games.agra.rules.river import Pier, find_end_triggers, find_pier, list_events
from companion.games.agra.rules.scoring import AKBAR_SPACES, COVER_TILES, LAST_INFLUENCE
from companion.games.agra.rules.setup import NEUTRAL_IN_EACH_COLUMN
from companion.rules.boards import Boards
from companion.rules.refusal import Refusal
from companion.rules.tracker import Tracker

FAVOUR_STEPS = (3, 6)  # influence steps that give favour or a favour tile
FIRST_MEDITATION, LAST_MEDITATION = 1, 12  # spaces; the rulebook does not give the length of the track
TWO_FAVOUR_MEDITATION = 4  # from this space on, a worker who is sent home gives 2 favour
PRICES_RETURN = "price-tokens-return"  # event of a pier


class Code(StrEnum):
    """Why an entry is refused."""

    GAME_OVER = "game-over"
    NOT_ENOUGH = "not-enough"  # what, left
    NO_MARKER_LEFT = "no-marker-left"  # all markers are in use as goods, favour, orders or at Akbar
    TRACK_ENDS = "track-ends"  # the influence marker is on the last step
    NOT_HIGHEST = "not-highest"  # another marker is higher, so this is not the last step
    NO_INFLUENCE = "no-influence"  # orders need at least one step on the track
    ORDER_LIMIT = "order-limit"  # high: current limit of the column
    AKBAR_SERVED = "akbar-served"  # this good is already at Akbar
    AKBAR_FULL = "akbar-full"
    NO_COVER_LEFT = "no-cover-left"
    MEDITATION_COMPLETE = "meditation-complete"
    PRICE_UNCHANGED = "price-unchanged"  # the token is already there, or there is none to return
    PRICES_ALL_LAID = "prices-all-laid"  # all three price tokens are on goods
    NOTABLE_TAKEN = "notable-taken"
    OUT_OF_REACH = "out-of-reach"  # level: highest level in reach
    OTHER_GUILD = "other-guild"  # guild: the one the notable belongs to
    NOT_YOUR_TURN = "not-your-turn"  # player: has the turn
    NOT_LAST_ROUND = "not-last-round"  # the end is not triggered, or last turns are missing
    RUPEES_COUNTED = "rupees-counted"  # already counted; undo first
    COUNT_FIRST = "count-first"  # player: has not counted rupees yet


@dataclass(frozen=True)
class Board:
    counted: tuple[tuple[str, int], ...] = tuple((what, 0) for what in COUNTED)  # favour and goods
    influence: tuple[tuple[str, int], ...] = tuple((guild, 0) for guild in GUILDS)
    orders: tuple[str, ...] = ()  # guild of each order
    on_top: tuple[str, ...] = ()  # guilds whose last step is reached
    akbar: tuple[str, ...] = ()
    notables: tuple[tuple[str, str | None], ...] = ()  # (notable, guild if known)
    cover_tiles: int = 0
    meditation: int = FIRST_MEDITATION  # the tracker's space
    meditation_complete: bool = False
    prices: tuple[PriceEntry, ...] = ()  # price tokens moved by this player
    rupees: int | None = None  # counted at the end
    turns: int = 0
    news: tuple[str, ...] = ()  # triggered by the last entry

    def count(self, what: str) -> int:
        return dict(self.counted)[what]

    def steps(self, guild: str) -> int:
        return dict(self.influence)[guild]

    @property
    def markers_left(self) -> int:
        used = sum(count for _, count in self.counted) + len(self.orders) + len(self.akbar)
        return PLAYER_MARKERS - used


@dataclass(frozen=True)
class Game(Tracker[Board, Move]):
    last_round: int | None = None  # the round after the one that triggered the end
    river_news: tuple[str, ...] = ()  # events of piers triggered by the last entry

    @property
    def round(self) -> int:
        return 1 + min(board.turns for board in self.boards)

    @property
    def turn(self) -> str:
        """The next player of this round, in turn order."""
        return next(player for player in self.boards.players if self.boards[player].turns < self.round)

    @property
    def contracts(self) -> Mapping[int, int]:
        return Counter(LEVELS[notable] for board in self.boards for notable, _ in board.notables)

    @property
    def pier(self) -> Pier:
        return find_pier(self.contracts)

    def orders(self, guild: str) -> int:
        """Count the markers in the guild's column, including neutral ones."""
        neutral = NEUTRAL_IN_EACH_COLUMN[len(self.boards.players)]
        return neutral + sum(board.orders.count(guild) for board in self.boards)

    def top_step(self, guild: str) -> int:
        """Return the last step of the guild's track, if a player has reached it."""
        return min((board.steps(guild) for board in self.boards if guild in board.on_top), default=LAST_INFLUENCE)

    @property
    def price_tokens(self) -> dict[str, int]:
        return find_price_shifts(self.price_entries)

    @property
    def price_entries(self) -> tuple[PriceEntry, ...]:
        return tuple(entry for board in self.boards for entry in board.prices)

    @property
    def triggers(self) -> tuple[str, ...]:
        on_top = any(board.on_top for board in self.boards)
        return find_end_triggers(self.contracts, on_top, {guild: self.orders(guild) for guild in GUILDS})

    @property
    def may_finish(self) -> bool:
        return self.last_round is not None and self.round > self.last_round

    def check(self, player: str, move: Move) -> Refusal | None:
        if self.finished:
            return Refusal(Code.GAME_OVER)
        board = self.boards[player]
        match move:
            case Gain(_, amount) if board.markers_left < amount:
                return Refusal(Code.NO_MARKER_LEFT)
            case Use(what, amount) if board.count(what) < amount:
                return Refusal(Code.NOT_ENOUGH, what=what, left=board.count(what))
            case Influence(guild) if board.steps(guild) >= self.top_step(guild):
                return Refusal(Code.TRACK_ENDS)
            case ReachTop(guild):
                return _check_top(self, board, guild)
            case Order(guild):
                return _check_order(self, board, guild)
            case ServeAkbar(good):
                return _check_akbar(self, board, good)
            case RemoveCover() if board.cover_tiles == COVER_TILES:
                return Refusal(Code.NO_COVER_LEFT)
            case Meditate() if board.meditation_complete or board.meditation == LAST_MEDITATION:
                return Refusal(Code.MEDITATION_COMPLETE)
            case CompleteMeditation() if board.meditation_complete:
                return Refusal(Code.MEDITATION_COMPLETE)
            case SetPrice(good, step):
                return _check_price(self.price_tokens, good, step)
            case TakeContract():
                return _check_contract(self, move)
            case EndTurn() if self.may_finish:
                return Refusal(Code.GAME_OVER)
            case EndTurn() if self.turn != player:
                return Refusal(Code.NOT_YOUR_TURN, player=self.turn)
            case CountRupees() | Finish() if not self.may_finish:
                return Refusal(Code.NOT_LAST_ROUND)
            case CountRupees() if board.rupees is not None:
                return Refusal(Code.RUPEES_COUNTED)
            case Finish():
                return _check_finish(self)
        return None

    def all_moves(self, player: str) -> Iterator[Move]:
        amounts = range(1, MOST_AT_ONCE + 1)
        yield from (Gain(what, amount) for what in COUNTED for amount in amounts)
        yield from (Use(what, amount) for what in COUNTED for amount in amounts)
        for guild in GUILDS:
            yield from (Influence(guild), ReachTop(guild), Order(guild))
        yield from (ServeAkbar(good) for good in GOODS)
        yield from (SetPrice(good, step) for good in GOODS for step in PRICE_STEPS.values())
        yield from (TakeContract(notable, guild) for notable in NOTABLES for guild in (None, *GUILDS))
        yield from (CountRupees(rupees) for rupees in range(MOST_RUPEES + 1))
        yield from (RemoveCover(), Meditate(), CompleteMeditation(), EndTurn(), Finish())

    def enter(self, player: str, move: Move) -> Self:
        if isinstance(move, Finish):
            return replace(self, finished=True)
        board = _enter(self, player, move)
        after = replace(self, boards=self.boards.push(player, board))
        river_news = list_events(self.contracts, after.contracts)
        if PRICES_RETURN in river_news:
            after = replace(self, boards=self.boards.push(player, _set_price(self, board, None)))
        return replace(after, river_news=river_news).follow_up()

    def undo(self, player: str) -> Self:
        return replace(super().undo(player), river_news=())

    def follow_up(self) -> Self:
        """Set the last round: the one after the round that triggers the end."""
        if not self.triggers:
            return replace(self, last_round=None)
        return self if self.last_round else replace(self, last_round=self.round + 1)

    def scoring_form(self) -> dict[str, object]:
        """Return the input of the final scoring, without rupees that are not counted yet."""
        players = [{"name": player, **_list_holdings(self.boards[player])} for player in self.boards.players]
        return {"players": players, **({"price_tokens": self.price_tokens} if self.price_tokens else {})}


def new_game(players: Sequence[str]) -> Game:
    """Start a game. `players`: clockwise, the starting player first."""
    return Game(Boards.of({player: Board() for player in players}))


def _list_holdings(board: Board) -> dict[str, object]:
    return {
        **({} if board.rupees is None else {"rupees": board.rupees}),
        "notables": [
            {"name": notable} if guild is None else {"name": notable, "guild": guild}
            for notable, guild in board.notables
        ],
        "influence": dict(board.influence),
        "orders": {guild: board.orders.count(guild) for guild in GUILDS},
        "meditation_complete": board.meditation_complete,
        "cover_tiles": board.cover_tiles,
        "akbar": len(board.akbar),
        "goods": {what: count for what, count in board.counted if count and what in GOODS},
        "favour": board.count("favour"),
    }


def _check_top(game: Game, board: Board, guild: str) -> Refusal | None:
    if guild in board.on_top:
        return Refusal(Code.TRACK_ENDS)
    if not board.steps(guild):
        return Refusal(Code.NO_INFLUENCE)
    highest = max(everyone.steps(guild) for everyone in game.boards)
    return Refusal(Code.NOT_HIGHEST) if board.steps(guild) < highest else None


def _check_order(game: Game, board: Board, guild: str) -> Refusal | None:
    if not board.steps(guild):
        return Refusal(Code.NO_INFLUENCE)
    if game.orders(guild) >= game.pier.order_limit:
        return Refusal(Code.ORDER_LIMIT, high=game.pier.order_limit)
    return None if board.markers_left else Refusal(Code.NO_MARKER_LEFT)


def _check_akbar(game: Game, board: Board, good: str) -> Refusal | None:
    served = [other for everyone in game.boards for other in everyone.akbar]
    if good in served:
        return Refusal(Code.AKBAR_SERVED)
    if len(served) == AKBAR_SPACES:
        return Refusal(Code.AKBAR_FULL)
    return None if board.markers_left else Refusal(Code.NO_MARKER_LEFT)


def _check_price(tokens: Mapping[str, int], good: str, step: int) -> Refusal | None:
    if tokens.get(good, 0) == step:
        return Refusal(Code.PRICE_UNCHANGED)
    if good not in tokens and len(tokens) == PRICE_TOKENS:
        return Refusal(Code.PRICES_ALL_LAID)
    return None


def _check_contract(game: Game, move: TakeContract) -> Refusal | None:
    if any(move.notable == held for board in game.boards for held, _ in board.notables):
        return Refusal(Code.NOTABLE_TAKEN)
    if LEVELS[move.notable] > game.pier.deliver_up_to:
        return Refusal(Code.OUT_OF_REACH, level=game.pier.deliver_up_to)
    known = KNOWN_GUILDS.get(move.notable)
    if known and move.guild not in (None, known):
        return Refusal(Code.OTHER_GUILD, guild=known)
    return None


def _check_finish(game: Game) -> Refusal | None:
    for player in game.boards.players:
        if game.boards[player].rupees is None:
            return Refusal(Code.COUNT_FIRST, player=player)
    return None


def _enter(game: Game, player: str, move: Move) -> Board:
    board = replace(game.boards[player], news=())
    match move:
        case Gain(what, amount):
            return replace(board, counted=_add(board.counted, what, amount))
        case Use(what, amount):
            return replace(board, counted=_add(board.counted, what, -amount))
        case Influence(guild):
            return _step_up(board, guild)
        case ReachTop(guild):
            return replace(board, on_top=(*board.on_top, guild))
        case Order(guild):
            return _fulfil_order(game, board, guild)
        case ServeAkbar(good):
            return replace(board, akbar=(*board.akbar, good))
        case RemoveCover():
            return replace(board, cover_tiles=board.cover_tiles + 1)
        case Meditate():
            return _meditate(board)
        case CompleteMeditation():
            return replace(board, meditation_complete=True)
        case SetPrice(good, step):
            return _set_price(game, board, good, step)
        case CountRupees(rupees):
            return replace(board, rupees=rupees)
        case TakeContract(notable, guild):
            return replace(board, notables=(*board.notables, (notable, find_guild(notable, guild))))
        case _:
            return replace(board, turns=board.turns + 1)


def _add(counts: tuple[tuple[str, int], ...], what: str, amount: int) -> tuple[tuple[str, int], ...]:
    return tuple((name, count + amount if name == what else count) for name, count in counts)


def _step_up(board: Board, guild: str) -> Board:
    """Go a step up; some steps give favour or a favour tile."""
    up = replace(board, influence=_add(board.influence, guild, 1))
    bonus = (f"influence-{up.steps(guild)}",) if up.steps(guild) in FAVOUR_STEPS else ()
    return replace(up, news=(*up.news, *bonus))


def _meditate(board: Board) -> Board:
    up = replace(board, meditation=board.meditation + 1)
    return replace(up, news=("meditation-4",)) if up.meditation == TWO_FAVOUR_MEDITATION else up


def _set_price(game: Game, board: Board, good: str | None, step: int = 0) -> Board:
    number = 1 + max((entry.number for entry in game.price_entries), default=0)
    return replace(board, prices=(*board.prices, PriceEntry(number, good, step)))


def _fulfil_order(game: Game, board: Board, guild: str) -> Board:
    """Fulfil an order; a player who is not highest on the track gets one rupee less and a step."""
    fulfilled = replace(board, orders=(*board.orders, guild))
    if board.steps(guild) == max(everyone.steps(guild) for everyone in game.boards):
        return replace(fulfilled, news=("order-paid-in-full",))
    return _step_up(replace(fulfilled, news=("order-paid-less-one",)), guild)
