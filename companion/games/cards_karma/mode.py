"""What both modes of Cards & Karma show and announce."""

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

from companion.games.assist.mode import Mode
from companion.games.assist.position import Position
from companion.games.cards_karma.rules.rounds import Rounds
from companion.games.cards_karma.rules.setup import count_grid_cards
from companion.rules.coded import Happening

Game = TypeVar("Game", bound=Rounds[Any, Any])
Move = TypeVar("Move")


class CardsKarmaMode(Mode[Game, Move]):
    news_card = False
    start_marker = "elephant"

    def describe_turn(self, position: Position[Game]) -> tuple[str, Happening]:
        game = position.game
        if game is None:
            return position.names[0], Happening("choose-first")
        if game.may_finish:
            return game.start_player, Happening("last-stage-done")
        return game.turn, Happening("turn" if game.last_stage is None else "last-turn", player=game.turn)

    def describe_shared(self, position: Position[Game]) -> Mapping[str, Any]:
        game = position.running
        return {
            "elephant": {"holder": position.find_seat(game.start_player)},
            "round": game.round,
            "stage": game.stage,
            "grid": count_grid_cards(len(position.players)),
            "ending": game.last_stage is not None,
            "may_finish": game.may_finish,
        }


def find_round_happenings(before: Rounds[Any, Any], after: Rounds[Any, Any]) -> Iterator[Happening]:
    for player in after.boards.players:
        if after.boards[player].sixth is not None and before.boards[player].sixth is None:
            yield Happening("end-triggered", player=player)
    if after.may_finish and not before.may_finish:
        yield Happening("last-stage-done")
    elif after.round > before.round:
        cards = count_grid_cards(len(after.boards.players))
        yield Happening("round-begins", round=after.round, player=after.start_player, cards=cards)
