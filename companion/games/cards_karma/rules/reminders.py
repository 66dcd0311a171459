"""Reminders for Cards & Karma: whose turn it is, stages and rounds, turned scoring cards, and the end.

A turn is one entry: `done`, or `done turned 1` after turning over a scoring card.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated, Literal, Self, get_args

from companion.games.cards_karma.rules.rounds import Rounds
from companion.games.cards_karma.rules.scoring import MOST_COINS, MOST_FAME, MOST_KARMA
from companion.games.cards_karma.rules.tokens import SCORING_CARDS
from companion.rules.boards import Boards
from companion.rules.refusal import Refusal
from companion.rules.text_form import Between, TextForm, make_parser

MOST_LEFT = {"fame": MOST_FAME, "coins": MOST_COINS, "karma": MOST_KARMA}
EXPECTED = "done, done turned 1, cards 3, left coins 4, finish"
Left = Literal["fame", "coins", "karma"]


class Code(StrEnum):
    """Why an entry is refused."""

    GAME_OVER = "game-over"
    NOT_YOUR_TURN = "not-your-turn"  # player: has the turn
    CARDS_LEFT = "cards-left"  # left: scoring cards that are not turned over
    TOO_MUCH_LEFT = "too-much-left"  # high
    NOT_LAST_STAGE = "not-last-stage"  # no player has turned six cards, or the stage is not over
    COUNT_FIRST = "count-first"  # player: ties with another, but has not counted fame, coins and karma


class Done(TextForm):
    """End the turn, with the number of scoring cards turned over in it."""

    form = "done [turned {cards}]"
    cards: Annotated[int, Between(1, SCORING_CARDS)] = 0


class Cards(TextForm):
    """Correct the number of one's turned scoring cards."""

    form = "cards {cards}"
    cards: Annotated[int, Between(0, SCORING_CARDS)]


class Count(TextForm):
    """Count what is left at the end, for ties."""

    form = "left {token} {amount}"
    token: Left
    amount: Annotated[int, Between(0, MOST_COINS)]


class Finish(TextForm):
    """End the game after the last stage."""

    form = "finish"


Move = Done | Cards | Count | Finish
parse: Callable[[str], Move] = make_parser(get_args(Move), EXPECTED)


@dataclass(frozen=True)
class Board:
    turns: int = 0
    turned: int = 0  # scoring cards
    sixth: int | None = None  # the stage in which the sixth was turned
    left: tuple[tuple[str, int], ...] = ()  # counted at the end


@dataclass(frozen=True)
class Game(Rounds[Board, Move]):
    def check(self, player: str, move: Move) -> Refusal | None:
        if self.finished:
            return Refusal(Code.GAME_OVER)
        match move:
            case Done(cards):
                return self._check_done(player, cards)
            case Count(token, amount) if amount > MOST_LEFT[token]:
                return Refusal(Code.TOO_MUCH_LEFT, high=MOST_LEFT[token])
            case Count() if not self.may_finish:
                return Refusal(Code.NOT_LAST_STAGE)
            case Finish():
                return self._check_finish()
        return None

    def list_uncounted(self) -> tuple[str, ...]:
        """List the players who tie with another one and have not counted everything that is left."""
        turned = [board.turned for board in self.boards]
        return tuple(
            player
            for player in self.boards.players
            if turned.count(self.boards[player].turned) > 1 and len(self.boards[player].left) < len(MOST_LEFT)
        )

    def enter(self, player: str, move: Move) -> Self:
        board = self.boards[player]
        match move:
            case Done(cards):
                board = replace(self._turn_cards(player, board.turned + cards), turns=board.turns + 1)
            case Cards(cards):
                board = self._turn_cards(player, cards)
            case Count(token, amount):
                board = replace(board, left=tuple(sorted({**dict(board.left), token: amount}.items())))
            case Finish():
                return replace(self, finished=True)
        return replace(self, boards=self.boards.push(player, board)).follow_up()

    def follow_up(self) -> Self:
        return self

    def fill_scoring_form(self) -> dict[str, object]:
        return {
            "players": [
                {"name": player, "turned": board.turned, **dict.fromkeys(MOST_LEFT, 0), **dict(board.left)}
                for player in self.boards.players
                for board in (self.boards[player],)
            ]
        }

    def _check_done(self, player: str, cards: int) -> Refusal | None:
        if self.may_finish:
            return Refusal(Code.GAME_OVER)
        if player != self.turn:
            return Refusal(Code.NOT_YOUR_TURN, player=self.turn)
        left = SCORING_CARDS - self.boards[player].turned
        return Refusal(Code.CARDS_LEFT, left=left) if cards > left else None

    def _check_finish(self) -> Refusal | None:
        if not self.may_finish:
            return Refusal(Code.NOT_LAST_STAGE)
        uncounted = self.list_uncounted()
        return Refusal(Code.COUNT_FIRST, player=uncounted[0]) if uncounted else None

    def _turn_cards(self, player: str, turned: int) -> Board:
        board = self.boards[player]
        if turned < SCORING_CARDS:
            return replace(board, turned=turned, sixth=None)
        return replace(board, turned=turned, sixth=self.find_stage(player) if board.sixth is None else board.sixth)


def new_game(players: Sequence[str]) -> Game:
    """Begin a game; the players are in the order of seats, the first start player first."""
    return Game(Boards.of({player: Board() for player in players}))
