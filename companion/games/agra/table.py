"""Live assist for Agra."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from companion.games.agra.rules.game import Game, new_game
from companion.games.agra.rules.goods import BASIC, GOODS
from companion.games.agra.rules.moves import CountRupees, Move, parse
from companion.games.agra.rules.notables import GUILDS, LEVELS, NOTABLES, find_guild
from companion.games.agra.rules.river import favour_for_cotton, good_by_cotton
from companion.games.agra.rules.scoring import AKBAR_SPACES, COVER_TILES
from companion.games.agra.scoring import SCORING
from companion.games.agra.words import AGRA
from companion.games.assist.journal import News
from companion.games.assist.position import Position
from companion.games.assist.table import AssistedGame
from companion.games.fair_dice import FairDice
from companion.i18n import gettext
from companion.rules.coded import Happening

TYPICAL_RUPEES = range(20, 61, 10)
TRIGGER = "end-is-triggered"  # event of the sixth pier; reported with its reason instead


class Agra(AssistedGame[Game, Move]):
    name = "agra"
    parse = staticmethod(parse)
    scoring = SCORING
    words = AGRA
    skipping = "end"

    def new_game(self, position: Position[Game], first: str) -> Game:
        return new_game(position.clockwise_from(first))

    def opening_moves(self, position: Position[Game], seat: str) -> Iterable[str]:
        return ["roll", *(f"first {player.seat}" for player in position.players)]

    def make_roll(self, position: Position[Game], move: str, dice: FairDice) -> tuple[str, tuple[int, ...]] | None:
        if position.game is not None or move.split() != ["roll"]:
            return None
        (seat,) = dice.roll(len(position.players))
        return f"first {position.players[seat].seat}", (seat + 1,)

    def describe_roll(self, words: list[str]) -> str | None:
        return gettext("Roll to decide who begins") if words == ["roll"] else None

    def typical_moves(self, position: Position[Game], player: str) -> Iterator[str]:
        game = position.running
        yield "finish"
        if game.may_finish:
            yield from (f"rupees {rupees}" for rupees in TYPICAL_RUPEES)
            return  # late entries can still be typed
        yield "end"
        yield from (f"{what} 1" for what in ("favour", *BASIC))
        for guild in GUILDS:
            yield from (f"influence {guild}", f"order {guild}")
            if game.boards[player].steps(guild) >= 6:
                yield f"top {guild}"
        yield from (f"akbar {good}" for good in GOODS if game.boards[player].count(good))
        for notable in NOTABLES:
            known = find_guild(notable, None)
            yield from (f"contract {notable} {guild}" for guild in ((known,) if known else GUILDS))
        yield from ("cover", "meditation step", "meditation")

    def find_happenings(self, before: Game, after: Game, player: str, move: Move) -> Iterator[News]:
        if not after.finished:
            yield from ((player, Happening(code)) for code in after.boards[player].news)
            yield from describe_piers(before, after)
        yield from ((None, happening) for happening in find_shared_happenings(before, after, move))

    def describe_turn(self, position: Position[Game]) -> tuple[str, Happening]:
        game = position.game
        if game is None:
            return position.names[0], Happening("choose-first")
        if not game.may_finish:
            return game.turn, Happening("turn", player=game.turn)
        uncounted = [player for player in game.boards.players if game.boards[player].rupees is None]
        if uncounted:
            return uncounted[0], Happening("count-rupees")
        return game.boards.players[0], Happening("ready-to-finish")

    def describe_board(self, position: Position[Game], player: str) -> Mapping[str, Any]:
        board = position.running.boards[player]
        return {
            "favour": board.count("favour"),
            "goods": {what: count for what, count in board.counted if what in GOODS},
            "markers_left": board.markers_left,
            "influence": dict(board.influence),
            "on_top": list(board.on_top),
            "orders": {guild: board.orders.count(guild) for guild in GUILDS},
            "akbar": list(board.akbar),
            "notables": [{"notable": notable, "guild": guild} for notable, guild in board.notables],
            "cover_tiles": board.cover_tiles,
            "most_cover_tiles": COVER_TILES,
            "meditation": board.meditation,
            "meditation_complete": board.meditation_complete,
            "rupees": board.rupees,
        }

    def describe_shared(self, position: Position[Game]) -> Mapping[str, Any]:
        game = position.running
        served = [good for board in game.boards for good in board.akbar]
        held = [notable for board in game.boards for notable, _ in board.notables]
        return {
            "round": game.round,
            "elephant": {"holder": position.seat(game.boards.players[0])},
            "pier": game.pier.number,
            "order_limit": game.pier.order_limit,
            "reach": game.pier.deliver_up_to,
            "columns": {guild: game.orders(guild) for guild in GUILDS},
            "price_tokens": game.price_tokens,
            "akbar": {"served": served, "spaces": AKBAR_SPACES},
            "waiting": [name for name in NOTABLES if name not in held and LEVELS[name] <= game.pier.deliver_up_to],
            "last_round": game.last_round,
            "may_finish": game.may_finish,
        }


def describe_piers(before: Game, after: Game) -> Iterator[News]:
    """List the events of every pier the boat has reached, with what each player gets."""
    if after.pier.number > before.pier.number:
        yield None, Happening("pier", pier=after.pier.number, limit=after.pier.order_limit)
    for event in after.river_news:
        match event:
            case "favour-for-cotton":
                for player in after.boards.players:
                    favour = favour_for_cotton(after.boards[player].count("cotton"))
                    if favour:
                        yield player, Happening(event, favour=favour)
            case "good-by-cotton":
                for player in after.boards.players:
                    value = good_by_cotton(after.boards[player].count("cotton"))
                    yield player, Happening(event, value=value)
            case _ if event != TRIGGER:
                yield None, Happening(event)


def find_shared_happenings(before: Game, after: Game, move: Move) -> Iterator[Happening]:
    if after.last_round and not before.last_round:
        yield from (Happening(trigger) for trigger in after.triggers)
        yield Happening("end-triggered")
    if after.may_finish and not before.may_finish:
        yield Happening("count-rupees")
    elif after.round > before.round:
        yield Happening("last-turns" if after.round == after.last_round else "round-begins", round=after.round)
    if isinstance(move, CountRupees) and all(board.rupees is not None for board in after.boards):
        yield Happening("ready-to-finish")
