"""Full tracking of Agra."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import combinations, takewhile
from typing import Any

from companion.games.agra.mode import AgraMode
from companion.games.agra.rules.actions import BUILDING_VALUES
from companion.games.agra.rules.checks import FIRST_MEDITATION, KEPT_WORKER, MEDITATED, POINTS, find_most
from companion.games.agra.rules.favour import FAVOUR_ACTIONS, PRICES, SPENT_ON, TILES
from companion.games.agra.rules.game import Game, list_arrows, new_game
from companion.games.agra.rules.goods import ARROWS, BASIC, GOODS, LINES, LUXURY, PROCESSED, value
from companion.games.agra.rules.moves import BONUSES, Move, parse
from companion.games.agra.rules.notables import (
    DYER_GOODS,
    DYER_VALUE,
    GUILDS,
    MOSAIC_POINTS,
    NOTABLES,
    find_guild,
)
from companion.games.agra.rules.scoring import COVER_TILES
from companion.games.agra.rules.workers import PLACES, WORKERS
from companion.games.agra.words import EARLIER_BIG, TRACKED
from companion.games.assist.position import Position

TYPICAL_RUPEES = range(20, 61, 10)


class Tracking(AgraMode[Game, Move]):
    folder = "games/agra/full"
    parse = staticmethod(parse)
    words = TRACKED
    skipping = "end"
    strict = True

    def new_game(self, position: Position[Game], first: str) -> Game:
        return new_game(position.list_clockwise(first), self.find_facts(position), strict=self.strict)

    def suggest_moves(self, position: Position[Game], player: str) -> Iterator[str]:
        game = position.running
        yield "finish"
        if game.may_finish:
            yield from (f"rupees {rupees}" for rupees in TYPICAL_RUPEES)
            return  # late entries can still be typed
        yield from list_actions(game, player) if game.strict else list_counters(game, player)

    def describe_board(self, position: Position[Game], player: str) -> Mapping[str, Any]:
        game = position.running
        board = game.boards[player]
        counters = {
            "favour": board.count("favour"),
            "goods": {good: board.count(good) for good in GOODS},
            "markers_left": board.markers_left,
            "influence": {guild: board.count_steps(guild) for guild in GUILDS},
            "on_top": list(board.list_held("top")),
            "orders": dict(board.orders),
            "akbar": list(board.list_held("akbar")),
            "notables": [{"notable": notable, "guild": guild} for notable, guild in board.notables],
            "cover_tiles": board.count("cover"),
            "most_cover_tiles": COVER_TILES,
            "meditation": FIRST_MEDITATION + board.count("meditation-step"),
            "meditation_complete": bool(board.count("meditation")),
            "rupees": board.count("rupees") if board.count("bag") else None,
        }
        return {**counters, **(self.describe_turn_of(game, player) if game.strict else {})}

    def describe_turn_of(self, game: Game, player: str) -> Mapping[str, Any]:
        """Return what is due to the player, and what can still be used in this turn."""
        board = game.boards[player]
        return {
            "due": list(board.list_held("due")),
            "tiles": list(board.list_held("tile")),
            "used": sorted(set(board.list_held("used"))),
            "deliveries_left": game.count_deliveries_left(player),
            "on_trader": board.count("at french-trader") if board.has("french-trader") else 0,
            "kept_workers": board.count(KEPT_WORKER),
            "track_points": list(takewhile(bool, (game.count_track_points(player, 1 + n) for n in range(WORKERS)))),
            "points_left": board.count(POINTS) if board.count(MEDITATED) else None,
            "standing": game.list_workers(player, lying=False),
            "lying": game.list_workers(player, lying=True),
            "workers_left": game.count_workers_left(player),
            "produced": [good for good in BASIC if board.count(f"used produced {good}") >= DYER_GOODS],
        }

    def describe_shared(self, position: Position[Game]) -> Mapping[str, Any]:
        game, shared = position.running, super().describe_shared(position)
        return {
            **shared,
            "price_tokens": game.price_tokens,
            "values": {good: value(good, game.price_tokens) for good in GOODS},
            "blocked": game.blocked,
            "merchant": game.merchant,
            "builder": game.builder,
            "built": sorted(game.built, key=GOODS.index),
            "first_unbuilt": game.first_unbuilt,
            "workers": {
                place: {"seat": position.find_seat(worker.owner), "lying": worker.lying}
                for place, worker in game.workers.items()
            },
            "landings": {"merchant": game.find_moves_of_merchant(), "builder": game.find_moves_of_builder()},
            "river": [each | self.describe_markers(position, each["notable"]) for each in shared["river"]],
        }

    def describe_markers(self, position: Position[Game], notable: str) -> Mapping[str, Any]:
        """Return the markers on a notable, and who can win the contract: several if they are tied."""
        markers = {player: count for player, count in position.running.count_at(notable).items() if count}
        complete = sum(markers.values()) > 1
        return {
            "markers": {position.find_seat(player): count for player, count in markers.items()},
            "winners": [position.find_seat(player) for player in find_most(markers)] if complete else [],
        }

    # For the templates

    arrows, basic, luxury, processed, mosaic_points = ARROWS, BASIC, LUXURY, PROCESSED, MOSAIC_POINTS
    shelf = tuple(good for line in LINES for good in line)
    materials, bonuses, spent_on, tiles, places = tuple(BUILDING_VALUES), BONUSES, SPENT_ON, tuple(TILES), PLACES

    def list_pairs(self, sheet: Mapping[str, Any]) -> list[tuple[str, str]]:
        """List the pairs of goods that a player can give for an order, different goods first."""
        held = [good for good, count in sheet["goods"].items() if count]
        return [*combinations(held, 2), *((good, good) for good in held if sheet["goods"][good] > 1)]

    def list_other_arrows(self, good: str) -> list[str]:
        """List what a good could be processed into besides the usual arrows."""
        return [into for held, into in list_arrows([good]) if into not in ARROWS.get(held, ())]

    def list_dyed(self, good: str, values: Mapping[str, int]) -> list[str]:
        """List what the Dyer gives for two goods that were produced."""
        line = next(line for line in LINES if good in line)
        return [into for into in line if into != good and values[into] <= DYER_VALUE]

    def list_favour_actions(self, sheet: Mapping[str, Any]) -> list[tuple[str, int, int, bool]]:
        """List (action, favour to own, favour to pay, possible) for everything the player has."""
        return [
            (action, *PRICES[action], PRICES[action].own <= sheet["favour"] and action not in sheet.get("used", ()))
            for action in (*FAVOUR_ACTIONS, *sheet.get("tiles", ()))
        ]


class EarlierTracking(Tracking):
    """Tables of earlier versions, where orders, Akbar and piers book no goods or favour."""

    words = replace(TRACKED, big=EARLIER_BIG)
    strict = False


def list_counters(game: Game, player: str) -> Iterator[str]:
    """List the entries at a table of an earlier version."""
    yield "end"
    yield from (f"{what} 1" for what in ("favour", *BASIC))
    for guild in GUILDS:
        yield from (f"influence {guild}", f"order {guild}")
        if game.boards[player].count_steps(guild) >= 6:
            yield f"top {guild}"
    yield from (f"akbar {good}" for good in GOODS if game.boards[player].count(good))
    for notable in NOTABLES:
        known = find_guild(notable, None)
        yield from (f"contract {notable} {guild}" for guild in ((known,) if known else GUILDS))
    yield from ("cover", "meditation step", "meditation")


def list_actions(game: Game, player: str) -> Iterator[str]:
    board = game.boards[player]
    held = [good for good in GOODS if board.count(good)]
    yield "done"
    yield from list_due(game, player)
    yield from (f"lay down {place} for 1" for place in game.list_workers(player, lying=False))
    yield from (f"produce {good} 2" for good in BASIC)
    yield from (f"process 1 {good} {into}" for good in held for into in ARROWS.get(good, ()))
    for guild in GUILDS:
        yield f"influence {guild}"
        yield from (f"order {guild} {first} {second}" for first, second in combinations(held, 2))
        if board.count_steps(guild) >= 6:
            yield f"top {guild}"
    yield from (f"akbar {good}" for good in held)
    for notable, _ in game.waiting:
        yield from (f"deliver {notable} {good}" for good in held)
        seats = [seat for seat, name in game.facts.seats if name in find_most(game.count_at(notable))]
        yield from (f"complete {notable} for {seat}" for seat in seats)
    yield from ("cover", "meditation step", "meditation")


def list_due(game: Game, player: str) -> Iterator[str]:
    """List the entries that take what is due to the player."""
    for due in game.boards[player].list_held("due"):
        kind, _, worth = due.partition(" ")
        match kind:
            case "favour":
                yield "take favour"
            case "step":
                yield from (f"bonus influence {guild}" for guild in GUILDS)
            case "good":
                yield from (f"bonus receive {good}" for good in GOODS if value(good) == int(worth))
            case "building":
                yield f"mujtahida builds {game.first_unbuilt}"
            case "stand":
                yield from (f"worker {place} stands" for place in game.list_workers(player, lying=True))
