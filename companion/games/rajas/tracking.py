"""Full tracking of Rajas of the Ganges at a table."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from companion.games.assist.journal import News
from companion.games.assist.position import Position
from companion.games.assist.rolls import RollSetUp
from companion.games.rajas import options
from companion.games.rajas.opening import RajasMode
from companion.games.rajas.rolls import RollAgain, RollDice, RollDie, RollOnTerrace, RollStartingDice
from companion.games.rajas.rules.actions import QUARRY_MONEY, Paid, find_last_price, require_free
from companion.games.rajas.rules.board import COLOURS, LAST_LEVEL, MOST_KARMA, NAVARATNAS, SIDES, Board
from companion.games.rajas.rules.gains import AMOUNTS, DUE_KINDS, GANGA, LONGEST_RIVER, ONE_KIND, PEOPLE, RIVER, YIELDS
from companion.games.rajas.rules.game import Game, new_game
from companion.games.rajas.rules.moves import DUE_BONUSES, ConnectTile, Finish, Move, NextRound, TakeTile, parse
from companion.games.rajas.rules.paying import Payment, list_ways_to_show
from companion.games.rajas.rules.province import BUILDINGS, sell_different_goods, sell_goods_of_one_kind
from companion.games.rajas.rules.river import HARBOUR_DICE, find_free_spaces, place_river_tiles
from companion.games.rajas.rules.tracks import TRACK_BONUSES
from companion.games.rajas.rules.yield_tiles import BROWN, MOST_COUNTED, SEEN, all_tiles, count_brown_yield
from companion.games.rajas.words import (
    EARLIER_BIG,
    RAJAS,
    describe_gain,
    describe_paid,
    describe_part,
    describe_person,
)
from companion.i18n import gettext
from companion.rules.coded import Happening
from companion.rules.refusal import IllegalMove

TYPICAL_FAME = (1, 2, 3, 4, 6)
TYPICAL_MONEY = (1, 2, 3, 5, 8)
TYPICAL_ANSWERS = {  # to what waits, by kind
    "die": [f"then dice {colour} {value}" for colour in COLOURS for value in (1, SIDES)],
    "upgrade": [f"then upgrade {building}" for building in BUILDINGS],
    "boat": ["then sail"],
    "sail-on": ["then sail 3"],
    "earning": ["then earn fame-3", "then earn money-3"],
    "visit": ["then visit raja"],
    "white-tile": ["then white tile money"],
}


class Tracking(RajasMode[Game, Move]):
    folder = "games/rajas/full"
    parse = staticmethod(parse)
    words = RAJAS
    rolls = (RollSetUp, RollStartingDice, RollDice, RollOnTerrace, RollDie, RollAgain)
    skipping = "pass"
    placing_ends_turn = False
    describe_gain = staticmethod(describe_gain)
    describe_person = staticmethod(describe_person)
    describe_space = staticmethod(str)

    @staticmethod
    def list_symbols(kind: str) -> tuple[str, ...]:
        """List what a yield tile, a river tile or a river space may show, without the amounts of fame and money."""
        shown = {"yield": YIELDS, "river-tile": GANGA}.get(kind, RIVER)
        rows = AMOUNTS if kind != "river" else (*AMOUNTS, *ONE_KIND)  # which have a row of numbers
        return tuple(word for word in shown if word not in rows)

    def new_game(self, position: Position[Game], first: str) -> Game:
        self.require_first(position, first)
        dice, facts = position.opening.dice, position.opening.facts
        return new_game(
            {player: dice[player] for player in position.names},
            first,
            self.find_limits(position),
            dict(zip(position.names, facts.get("tiles", ()), strict=False)),
            river_tiles=place_river_tiles(map(int, facts.get("river", ())), LONGEST_RIVER),
            placing_ends_turn=self.placing_ends_turn,
        )

    def suggest_moves(self, position: Position[Game], player: str) -> Iterator[str]:
        game = position.running
        yield "finish"
        if game.may_finish:
            return  # late entries can still be typed
        yield from list_typical_actions(game, player)
        yield from ("pass", "next round")
        yield from (f"fame {amount}" for amount in TYPICAL_FAME)
        yield from (f"money {amount}" for amount in TYPICAL_MONEY)
        yield from ("karma 1", "bridge")
        if gives_yield_tiles(game):
            yield from (f"tile {tile}" for tile in all_tiles())
            yield from (f"connect {tile}{' 3' if tile.counts in SEEN else ''}" for tile in all_tiles())

    def find_happenings(self, before: Game, after: Game, player: str, move: Move) -> Iterator[News]:
        if not isinstance(move, NextRound | Finish):
            yield from find_tile_yield(before.boards[player], player, move)
            yield from ((player, booked) for booked in find_bookings(before.boards[player], after.boards[player], move))
            yield from ((player, Happening(code)) for code in after.boards[player].news)
        yield from ((None, happening) for happening in find_shared_happenings(before, after))

    def describe_turn(self, position: Position[Game]) -> tuple[str, Happening]:
        game = position.game
        if game is None:
            return self.describe_opening(position)
        if game.may_finish:
            return game.start_player, Happening("last-stage-done")
        if game.turn is None:
            return game.next_start_player, Happening("round-over", player=game.next_start_player)
        acting = game.boards[game.turn].acting
        return game.turn, Happening("act" if acting else "place", stage=game.stage, player=game.turn)

    def describe_board(self, position: Position[Game], player: str) -> Mapping[str, Any]:
        game = position.running
        board = game.boards[player]
        return {
            "fame": board.fame,
            "money": board.money,
            "beyond_meeting": board.beyond_meeting,
            "karma": board.karma,
            "most_karma": MOST_KARMA,
            "workers": board.workers,
            "most_workers": board.limits.workers,
            "placed": board.placed,
            "passed": board.passed,
            "acting": board.acting,
            "at_great_mogul": board.at_great_mogul,
            "over_bridge": board.over_bridge,
            "levels": dict(zip(BUILDINGS, board.levels, strict=True)),
            "last_level": LAST_LEVEL,
            "dice": [{"colour": die.colour, "value": die.value} for die in board.dice],
            "most_dice": board.limits.dice,
            "tiles": [
                {"tile": str(tile), "counts": tile.counts, "asks": tile.counts in SEEN, "connected": tile.connected}
                for tile in board.tiles
            ],
            "tiles_left": [str(tile) for tile in all_tiles() if not game.check(player, TakeTile(tile))],
            "due": list(board.due),
            "waiting": list(dict.fromkeys(DUE_KINDS[due] for due in board.due)),
            "next_bonus": {track: find_next_bonus(board, track) for track in ("fame", "money")},
            "boat": board.boat,
            "province": [
                {"parts": list(tile.parts), "text": ", ".join(map(describe_part, tile.parts)), "covers": tile.covers}
                for tile in board.province
            ],
            "places": describe_places(game, player),
        }

    def describe_shared(self, position: Position[Game]) -> Mapping[str, Any]:
        game = position.running
        return {
            **self.describe_rounds(position),
            "round_over": game.turn is None,
            "yield_tiles": [str(tile) for tile in all_tiles()] if gives_yield_tiles(game) else [],
            "most_counted": MOST_COUNTED,
            "placing_ends_turn": game.placing_ends_turn,
            "river_tiles": list(game.river_tiles),
            "tiles_unknown": position.settings.get("river") == options.GANGA and not game.river_tiles,
            "river_known": {
                str(space): describe_gain(gain) for space, gain in sorted(game.get_river("").earnings.items())
            },
            "bridge_known": game.find_bridge() is not None,
        }


class EarlierTracking(Tracking):
    """Tables of earlier versions, which counted what players typed; placing a worker ended the turn."""

    words = replace(RAJAS, big=EARLIER_BIG)
    placing_ends_turn = True

    def suggest_moves(self, position: Position[Game], player: str) -> Iterator[str]:
        yield "finish"
        if position.running.may_finish:
            return
        yield from (f"done {bonus}" for bonus in DUE_BONUSES)
        yield from ("place", "place mogul", "pass", "next round")
        yield from (f"fame {amount}" for amount in TYPICAL_FAME)
        yield from (f"money {amount}" for amount in TYPICAL_MONEY)
        yield "karma 1"
        yield from (f"die {colour} {value}" for colour in COLOURS for value in (1, SIDES))
        yield from (f"upgrade {building}" for building in BUILDINGS)
        yield "bridge"
        yield from (f"tile {tile}" for tile in all_tiles())
        yield from (f"connect {tile}{' 3' if tile.counts in SEEN else ''}" for tile in all_tiles())

    def describe_board(self, position: Position[Game], player: str) -> Mapping[str, Any]:
        board = super().describe_board(position, player)
        return {name: value for name, value in board.items() if name not in ADDED}


ADDED = ("most_karma", "acting", "waiting", "boat", "province", "places")  # to the board since then


def describe_places(game: Game, player: str) -> Mapping[str, Any]:
    """Describe every place: what it costs and gives this player, the dice that pay it, and why it is closed."""
    board = game.boards[player]
    return {
        "quarry": describe_quarry(game, board),
        "assorted-goods": {
            "closed": why_occupied(game, player, "assorted-goods") or why_no_markets(board),
            "money": sell_different_goods(board.markets).money,
        },
        "one-kind": describe_one_kind(board),
        "harbour": describe_harbour(game, player),
        "terraces": {colour: why_occupied(game, player, f"terrace-{colour}") for colour in COLOURS},
        "balconies": {
            f"{given}-{taken}": why_occupied(game, player, f"balcony-{given}-{taken}")
            for given in COLOURS
            for taken in COLOURS
        },
        "people": {person: describe_chamber(game, player, person) for person in PEOPLE},
    }


def describe_quarry(game: Game, board: Board) -> Mapping[str, Any]:
    cheapest, dearest = QUARRY_MONEY
    return {
        "closed": why_no_dice(board) or why_no_money(board),
        "price": min(find_last_price(game, "quarry") or cheapest, max(board.money, 1)),
        "prices": [price for price in range(cheapest, dearest + 1) if price <= board.money],
    }


def describe_one_kind(board: Board) -> Mapping[str, Any]:
    ways = [paid for paid in list_ways(board, *range(1, SIDES + 1)) if not paid.turned]
    return {
        "closed": why_no_dice(board) or why_no_markets(board),
        "ways": [
            {**describe_way(paid), "money": sell_goods_of_one_kind(board.markets, paid.value).money} for paid in ways
        ],
    }


def describe_harbour(game: Game, player: str) -> Mapping[str, Any]:
    board, ahead = game.boards[player], find_free_stops(game, player)
    is_first = find_last_price(game, "harbour") is None
    prices = [0] if is_first else [price for price in (1, 2) if price <= board.money]
    ways = list_ways(board, *HARBOUR_DICE)
    no_die = "" if ways else gettext("no die that shows %(number)s", number="1, 2, 3")
    no_money = "" if prices else why_no_money(board)
    no_river = "" if ahead else gettext("the river ends here")
    return {
        "closed": no_die or no_money or no_river,
        "price": prices[0] if prices else 0,
        "prices": prices,
        "ways": [describe_way(paid) for paid in ways],
        "stops": ahead,
    }


def describe_chamber(game: Game, player: str, person: str) -> Mapping[str, Any]:
    number, _ = PEOPLE[person]
    ways = list_ways(game.boards[player], number)
    no_die = "" if ways else gettext("no die that shows %(number)s", number=number)
    return {
        "number": number,
        "ways": [describe_way(paid) for paid in ways],
        "closed": why_occupied(game, player, person) or no_die,
    }


def why_occupied(game: Game, player: str, place: str) -> str:
    """Describe why a place is not free for the player; empty if it is."""
    try:
        require_free(game, player, place)
    except IllegalMove as error:
        return RAJAS.describe_refusal(error.refusal)
    return ""


def why_no_dice(board: Board) -> str:
    return "" if board.dice else gettext("no dice")


def why_no_markets(board: Board) -> str:
    return "" if board.markets else gettext("no markets")


def why_no_money(board: Board) -> str:
    return "" if board.money >= QUARRY_MONEY[0] else gettext("no money")


def list_ways(board: Board, *numbers: int) -> list[Paid]:
    """List the dice that show one of these numbers, turned with karma or not."""
    return [make_paid(way) for way in list_ways_to_show(board.dice, numbers, board.karma)]


def make_paid(way: Payment) -> Paid:
    (die,) = way.given
    return Paid(die, turned=bool(way.turned))


def describe_way(paid: Paid) -> dict[str, Any]:
    """Describe a die to give up, for a button."""
    die = paid.die
    return {
        "move": str(paid),
        "colour": die.colour,
        "value": paid.value,
        "turned": paid.turned,
        "text": describe_paid(paid),
    }


def find_free_stops(game: Game, player: str) -> list[dict[str, Any]]:
    """Find the next free river spaces with what is known about them."""
    river = game.get_river(player)
    ahead = find_free_spaces(game.boards[player].boat, river.others, river.last)
    return [
        {
            "spaces": number,
            "space": space,
            "gain": describe_gain(river.earnings[space]) if space in river.earnings else "",
        }
        for number, space in enumerate(ahead[: max(HARBOUR_DICE)], start=1)
    ]


def list_typical_actions(game: Game, player: str) -> Iterator[str]:
    """List entries of a turn that are often used: every place with the player's dice, and what waits."""
    board = game.boards[player]
    if board.due:
        yield from TYPICAL_ANSWERS.get(DUE_KINDS[board.due[0]], ())
        yield f"skip {board.due[0]}"
    yield "done"
    if board.due or game.turn != player or board.acting:
        return
    price = find_last_price(game, "quarry") or QUARRY_MONEY[0]
    for die in dict.fromkeys(board.dice):
        yield from (f"use quarry {price} {die} tile {part}" for part in ("temple", "fort mill", "tea-3"))
        yield f"use one kind {die}"
        yield from (f"use {person} {die}" for person, (number, _) in PEOPLE.items() if number == die.value)
    yield from (f"use terrace {colour} 3" for colour in COLOURS)
    yield from ("use assorted goods", "use outer terrace")


def find_next_bonus(board: Board, track: str) -> Mapping[str, Any] | None:
    """Return the next bonus on a track: its space, what it gives, and the distance."""
    position = board.fame if track == "fame" else board.money
    for bonus in TRACK_BONUSES:
        if bonus.track == track and bonus.name not in board.reached:
            return {"space": bonus.space, "gives": bonus.gives, "away": bonus.space - position}
    return None


def find_bookings(before: Board, after: Board, move: Move) -> Iterator[Happening]:
    """Report what an entry of a turn has booked."""
    if not str(move).startswith(("use ", "then ")):
        return
    for counter in ("fame", "money", "karma"):
        change = getattr(after, counter) - getattr(before, counter)
        if change:
            yield Happening(f"{'booked' if change > 0 else 'paid'}-{counter}", amount=abs(change))


def find_tile_yield(before: Board, player: str, move: Move) -> Iterator[News]:
    """Report the yield of a brown tile that was just connected."""
    if isinstance(move, ConnectTile) and move.tile.colour == BROWN:
        given = count_brown_yield(before, move.tile.counts, move.seen)
        yield player, Happening(f"tile-{given.gives}", amount=given.amount)


def find_shared_happenings(before: Game, after: Game) -> Iterator[Happening]:
    for player in after.boards.players:
        if after.boards[player].at_great_mogul and not before.boards[player].at_great_mogul:
            yield Happening("elephant", player=player)
    for number, player in enumerate(after.met_order):
        if player not in before.met_order:
            yield Happening("met-too" if number else "met", player=player, stage=after.last_stage or 0)
    if after.round != before.round:
        yield Happening("round-begins", round=after.round, player=after.start_player)
    if after.may_finish and not before.may_finish:
        yield Happening("last-stage-done")
    elif after.turn is None and before.turn is not None:
        yield Happening("round-over", player=after.next_start_player)
    elif gives_yield_tiles(after) and after.stage > before.stage:
        yield from (Happening("yield-tile", player=player) for player in after.players_without_worker)


def gives_yield_tiles(game: Game) -> bool:
    """Check whether the game has yield tiles (Navaratnas)."""
    return all(board.limits == NAVARATNAS for board in game.boards)
