"""Live assist for Rajas of the Ganges."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from companion.games.assist.journal import News
from companion.games.assist.position import Position
from companion.games.assist.table import AssistedGame
from companion.games.fair_dice import FairDice
from companion.games.rajas.options import OPTIONS
from companion.games.rajas.rules.board import BUILDINGS, COLOURS, LAST_LEVEL, NAVARATNAS, SIDES, Board
from companion.games.rajas.rules.game import Game, find_players_without_worker, find_starting_players, new_game
from companion.games.rajas.rules.moves import DUE_BONUSES, ConnectTile, Finish, Move, NextRound, TakeTile, parse
from companion.games.rajas.rules.setup import Variant, find_limits
from companion.games.rajas.rules.tracks import TRACK_BONUSES
from companion.games.rajas.rules.yield_tiles import BROWN, MOST_COUNTED, SEEN, all_tiles, count_brown_yield
from companion.games.rajas.scoring import SCORING
from companion.games.rajas.words import RAJAS, term
from companion.i18n import gettext
from companion.rules.coded import Happening
from companion.rules.opening import DICE, Code, Experienced, Opening, StartingDice
from companion.rules.refusal import IllegalMove, Refusal

TYPICAL_FAME = (1, 2, 3, 4, 6)
TYPICAL_MONEY = (1, 2, 3, 5, 8)


class Rajas(AssistedGame[Game, Move]):
    name = "rajas"
    options = OPTIONS
    parse = staticmethod(parse)
    scoring = SCORING
    words = RAJAS
    skipping = "pass"

    # Opening: every player rolls the starting dice, the lowest sum begins

    def enter_opening(self, position: Position[Game], player: str, move: StartingDice | Experienced) -> Opening:
        opening = position.opening
        if isinstance(move, Experienced):
            if position.settings["variant"] != Variant.MIXED:
                raise IllegalMove(Refusal(Code.EVERYONE_ALIKE))
            return opening.toggle_experienced(player)
        if player in opening.dice:
            raise IllegalMove(Refusal(Code.HAS_ROLLED))
        return opening.add_roll(player, move.values)

    def new_game(self, position: Position[Game], first: str) -> Game:
        dice = position.opening.dice
        for player in position.names:
            if player not in dice:
                raise IllegalMove(Refusal(Code.DICE_FIRST, player=player))
        if first not in find_lowest(position):
            raise IllegalMove(Refusal(Code.NOT_LOWEST))
        variant = Variant(position.settings["variant"])
        return new_game(
            {player: dice[player] for player in position.names},
            first,
            find_limits(position.names, variant, position.opening.experienced),
        )

    def opening_moves(self, position: Position[Game], seat: str) -> Iterable[str]:
        if position.name(seat) not in position.opening.dice:
            return ["roll"]
        return [f"first {position.seat(player)}" for player in find_lowest(position)]

    def make_roll(self, position: Position[Game], move: str, dice: FairDice) -> tuple[str, tuple[int, ...]] | None:
        match move.split():
            case ["roll"] if position.game is None:
                values = tuple(1 + face for face in dice.roll(SIDES, DICE))
                return str(StartingDice(values)), values
            case ["roll", colour] if colour in COLOURS:
                (value,) = (1 + face for face in dice.roll(SIDES))
                return f"die {colour} {value}", (value,)
            case ["roll", colour, old] if colour in COLOURS:
                (value,) = (1 + face for face in dice.roll(SIDES))
                return f"reroll {colour} {old} {value}", (value,)
        return None

    def find_roll_request(self, entry: str) -> str:
        match entry.split():
            case ["die", colour, _]:
                return f"roll {colour}"
            case ["reroll", colour, old, _]:
                return f"roll {colour} {old}"
        return "roll"

    def describe_roll(self, words: list[str]) -> str | None:
        match words:
            case ["roll"]:
                return gettext("Roll the starting dice")
            case ["roll", colour] if colour in COLOURS:
                return gettext("Roll a die: %(colour)s", colour=term(colour))
            case ["roll", colour, value] if colour in COLOURS:
                return gettext("Roll again: %(die)s", die=f"{term(colour)} {value}")
        return None

    # The game

    def typical_moves(self, position: Position[Game], player: str) -> Iterator[str]:
        game = position.running
        yield "finish"
        if game.may_finish:
            return  # late entries can still be typed
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

    def find_happenings(self, before: Game, after: Game, player: str, move: Move) -> Iterator[News]:
        if not isinstance(move, NextRound | Finish):
            yield from find_tile_yield(before.boards[player], player, move)
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
        return game.turn, Happening("place", stage=game.stage, player=game.turn)

    def describe_opening(self, position: Position[Game]) -> tuple[str, Happening]:
        for player in position.names:
            if player not in position.opening.dice:
                return player, Happening("roll-starting-dice", player=player)
        lowest_players = find_lowest(position)
        if len(lowest_players) > 1:
            return lowest_players[0], Happening("lowest-agree")
        return lowest_players[0], Happening("lowest-begins", player=lowest_players[0])

    def describe_board(self, position: Position[Game], player: str) -> Mapping[str, Any]:
        game = position.running
        board = game.boards[player]
        return {
            "fame": board.fame,
            "money": board.money,
            "beyond_meeting": board.beyond_meeting,
            "karma": board.karma,
            "workers": board.workers,
            "most_workers": board.limits.workers,
            "placed": board.placed,
            "passed": board.passed,
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
            "next_bonus": {track: find_next_bonus(board, track) for track in ("fame", "money")},
        }

    def describe_shared(self, position: Position[Game]) -> Mapping[str, Any]:
        game = position.running
        return {
            "elephant": {"holder": position.seat(game.start_player), "next": position.seat(game.next_start_player)},
            "round": game.round,
            "stage": game.stage,
            "great_mogul_free": not any(board.at_great_mogul for board in game.boards),
            "round_over": game.turn is None,
            "last_stage": game.last_stage,
            "may_finish": game.may_finish,
            "met": [position.seat(player) for player in game.met_order],
            "yield_tiles": [str(tile) for tile in all_tiles()] if gives_yield_tiles(game) else [],
            "most_counted": MOST_COUNTED,
        }


def find_lowest(position: Position[Game]) -> tuple[str, ...]:
    """Find the players who may begin; none until every player has rolled."""
    dice = position.opening.dice
    if len(dice) < len(position.players):
        return ()
    return find_starting_players({player: sum(dice[player]) for player in position.names})


def find_next_bonus(board: Board, track: str) -> Mapping[str, Any] | None:
    """Return the next bonus on a track: its space, what it gives, and the distance."""
    position = board.fame if track == "fame" else board.money
    for bonus in TRACK_BONUSES:
        if bonus.track == track and bonus.name not in board.reached:
            return {"space": bonus.space, "gives": bonus.gives, "away": bonus.space - position}
    return None


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
        yield from (Happening("yield-tile", player=player) for player in find_players_without_worker(after))


def gives_yield_tiles(game: Game) -> bool:
    """Check whether the game has yield tiles (Navaratnas)."""
    return all(board.limits == NAVARATNAS for board in game.boards)
