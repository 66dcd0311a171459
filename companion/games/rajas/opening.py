"""The opening of a table of Rajas of the Ganges, in both modes: starting dice, experienced players, who begins."""

from collections.abc import Iterable
from typing import Any, TypeVar

from companion.games.assist.mode import Mode
from companion.games.assist.position import Position
from companion.games.assist.rolls import Kinds, RollSetUp
from companion.games.rajas.rolls import RollStartingDice
from companion.games.rajas.rules.board import Limits
from companion.games.rajas.rules.rounds import Rounds, find_starting_players
from companion.games.rajas.rules.setup import Variant, find_limits
from companion.rules.coded import Happening
from companion.rules.opening import Code, Experienced, Opening, StartingDice
from companion.rules.refusal import IllegalMove, Refusal

Game = TypeVar("Game", bound=Rounds[Any, Any])
Move = TypeVar("Move")


class RajasMode(Mode[Game, Move]):
    """What both modes share. The lowest sum of the starting dice begins."""

    start_marker = "elephant"
    asks_dice = True  # before the game can begin
    rolls: Kinds = (RollSetUp, RollStartingDice)

    def enter_opening(self, position: Position[Game], player: str, move: StartingDice | Experienced) -> Opening:
        opening = position.opening
        if isinstance(move, Experienced):
            if position.settings["variant"] != Variant.MIXED:
                raise IllegalMove(Refusal(Code.EVERYONE_ALIKE))
            return opening.toggle_experienced(player)
        if player in opening.dice:
            raise IllegalMove(Refusal(Code.HAS_ROLLED))
        return opening.add_roll(player, move.values)

    def list_opening_moves(self, position: Position[Game], seat: str) -> Iterable[str]:
        if self.asks_dice and position.name(seat) not in position.opening.dice:
            return ["roll"]
        return [f"first {position.find_seat(player)}" for player in self.find_firsts(position)]

    def find_firsts(self, position: Position[Game]) -> tuple[str, ...]:
        """Find the players who may begin; none until every player has rolled, if the dice are needed."""
        dice = position.opening.dice
        if len(dice) < len(position.players):
            return () if self.asks_dice else position.names
        return find_starting_players({player: sum(dice[player]) for player in position.names})

    def find_limits(self, position: Position[Game]) -> dict[str, Limits]:
        return find_limits(position.names, Variant(position.settings["variant"]), position.opening.experienced)

    def require_first(self, position: Position[Game], first: str) -> None:
        """Check that this player may begin. Raises IllegalMove."""
        for player in position.names if self.asks_dice else ():
            if player not in position.opening.dice:
                raise IllegalMove(Refusal(Code.DICE_FIRST, player=player))
        if first not in self.find_firsts(position):
            raise IllegalMove(Refusal(Code.NOT_LOWEST))

    def describe_opening(self, position: Position[Game]) -> tuple[str, Happening]:
        for player in position.names if self.asks_dice else ():
            if player not in position.opening.dice:
                return player, Happening("roll-starting-dice", player=player)
        firsts = self.find_firsts(position)
        if len(firsts) == 1:
            return firsts[0], Happening("lowest-begins", player=firsts[0])
        return firsts[0], Happening("lowest-agree" if position.opening.dice else "choose-first")

    def describe_rounds(self, position: Position[Game]) -> dict[str, Any]:
        game = position.running
        return {
            "elephant": {
                "holder": position.find_seat(game.start_player),
                "next": position.find_seat(game.next_start_player),
            },
            "round": game.round,
            "stage": game.stage,
            "great_mogul_free": not any(board.at_great_mogul for board in game.boards),
            "last_stage": game.last_stage,
            "may_finish": game.may_finish,
            "met": [position.find_seat(player) for player in game.met_order],
        }
