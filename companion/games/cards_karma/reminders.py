"""Reminders for Cards & Karma."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from companion.games.assist.journal import News
from companion.games.assist.mode import Mode
from companion.games.assist.position import Position
from companion.games.cards_karma.rules.reminders import MOST_LEFT, Game, Move, new_game, parse
from companion.games.cards_karma.rules.rounds import Rounds
from companion.games.cards_karma.rules.setup import count_grid_cards
from companion.games.cards_karma.rules.tokens import SCORING_CARDS
from companion.games.cards_karma.words import REMINDING
from companion.rules.coded import Happening

SHOWN_AMOUNTS = {"fame": 4, "coins": 9, "karma": 2}  # to tap at the end; the scoring form takes more


class Reminding(Mode[Game, Move]):
    folder = "games/cards_karma/reminders"
    parse = staticmethod(parse)
    words = REMINDING
    skipping = "done"
    news_card = False
    start_marker = "elephant"
    amounts = {token: range(most + 1) for token, most in SHOWN_AMOUNTS.items()}  # noqa: RUF012

    def new_game(self, position: Position[Game], first: str) -> Game:
        return new_game(position.list_clockwise(first))

    def list_opening_moves(self, position: Position[Game], seat: str) -> Iterable[str]:
        return [f"first {player.seat}" for player in position.players]

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
        return (uncounted[0], Happening("count-left", player=uncounted[0])) if uncounted else describe_turn(position)

    def describe_board(self, position: Position[Game], player: str) -> Mapping[str, Any]:
        board = position.running.boards[player]
        return {
            "turned": board.turned,
            "left": dict(board.left),
            "cards": [place < board.turned for place in range(SCORING_CARDS)],
        }

    def describe_shared(self, position: Position[Game]) -> Mapping[str, Any]:
        uncounted = position.running.list_uncounted() if position.running.may_finish else ()
        return {**describe_rounds(position), "uncounted": [position.find_seat(player) for player in uncounted]}


# Shared with full tracking


def describe_turn(position: Position[Any]) -> tuple[str, Happening]:
    game = position.game
    if game is None:
        return position.names[0], Happening("choose-first")
    if game.may_finish:
        return game.start_player, Happening("last-stage-done")
    return game.turn, Happening("turn" if game.last_stage is None else "last-turn", player=game.turn)


def describe_rounds(position: Position[Any]) -> dict[str, Any]:
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
