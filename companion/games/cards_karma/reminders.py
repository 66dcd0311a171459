"""Reminders for Cards & Karma."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.games.assist.journal import News
from companion.games.assist.position import Position
from companion.games.cards_karma.mode import CardsKarmaMode, find_round_happenings
from companion.games.cards_karma.rules.reminders import MOST_LEFT, Game, Move, new_game, parse
from companion.games.cards_karma.rules.tokens import SCORING_CARDS
from companion.games.cards_karma.words import REMINDING
from companion.rules.coded import Happening

SHOWN_AMOUNTS = {"fame": 4, "coins": 9, "karma": 2}  # to tap at the end; the scoring form takes more


class Reminding(CardsKarmaMode[Game, Move]):
    folder = "games/cards_karma/reminders"
    parse = staticmethod(parse)
    words = REMINDING
    skipping = "done"
    amounts = {token: range(most + 1) for token, most in SHOWN_AMOUNTS.items()}  # noqa: RUF012

    def new_game(self, position: Position[Game], first: str) -> Game:
        return new_game(position.list_clockwise(first))

    def suggest_moves(self, position: Position[Game], player: str) -> Iterator[str]:
        game = position.running
        yield from ("finish", "done", *(f"done turned {cards}" for cards in range(1, SCORING_CARDS + 1)))
        if player in game.list_uncounted():
            missing = next(token for token in MOST_LEFT if token not in dict(game.boards[player].left))
            yield from (f"left {missing} {amount}" for amount in self.amounts[missing])

    def find_happenings(self, before: Game, after: Game, player: str, move: Move) -> Iterator[News]:
        if after.stage > before.stage and not after.may_finish:
            yield None, Happening("start-karma", player=after.start_player)
        yield from ((None, happening) for happening in find_round_happenings(before, after))

    def describe_turn(self, position: Position[Game]) -> tuple[str, Happening]:
        game = position.game
        uncounted = game.list_uncounted() if game and game.may_finish else ()
        if uncounted:
            return uncounted[0], Happening("count-left", player=uncounted[0])
        return super().describe_turn(position)

    def describe_board(self, position: Position[Game], player: str) -> Mapping[str, Any]:
        board = position.running.boards[player]
        return {
            "turned": board.turned,
            "left": dict(board.left),
            "cards": [place < board.turned for place in range(SCORING_CARDS)],
        }

    def describe_shared(self, position: Position[Game]) -> Mapping[str, Any]:
        uncounted = position.running.list_uncounted() if position.running.may_finish else ()
        return {**super().describe_shared(position), "uncounted": [position.find_seat(player) for player in uncounted]}
