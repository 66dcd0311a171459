"""An assisted game of Cards & Karma: the players' tokens and displays, rounds of two stages, and the end."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Self

from companion.games.cards_karma.rules.display import (
    Card,
    Resolution,
    add_card,
    all_cards,
    count_goods,
    find_resolutions,
)
from companion.games.cards_karma.rules.moves import (
    MOST_AT_ONCE,
    TOKENS,
    USABLE,
    Choose,
    EndTurn,
    Finish,
    Gain,
    Move,
    PalaceFour,
    Reveal,
    Take,
    Use,
)
from companion.games.cards_karma.rules.scoring import MOST_COINS, MOST_FAME
from companion.games.cards_karma.rules.tokens import (
    SCORING_CARD_OF,
    SCORING_CARDS,
    Tokens,
    gain,
    list_bonuses_left,
    reveal,
    use,
)
from companion.rules.boards import Boards
from companion.rules.refusal import Refusal
from companion.rules.tracker import Tracker

STAGES_IN_A_ROUND = 2


class Code(StrEnum):
    """Why an entry is refused."""

    GAME_OVER = "game-over"
    NOT_YOUR_TURN = "not-your-turn"  # player: has the turn
    CHOOSE_FIRST = "choose-first"  # two sets share a symbol
    REVEAL_FIRST = "reveal-first"  # card: the scoring card just turned
    NOTHING_TO_CHOOSE = "nothing-to-choose"
    NO_SUCH_OPTION = "no-such-option"  # high
    NOTHING_TO_REVEAL = "nothing-to-reveal"
    BONUS_SEEN = "bonus-seen"  # that scoring card was turned before
    NOT_ENOUGH = "not-enough"  # token, left
    SHIP_TAKEN = "ship-taken"  # each ship exists once
    NO_GOODS = "no-goods"  # palace 4 would give nothing
    NOT_LAST_STAGE = "not-last-stage"  # no player has turned six cards, or the stage is not over


@dataclass(frozen=True)
class Board:
    """A player's tokens and display."""

    tokens: Tokens = field(default_factory=Tokens)
    display: tuple[Card, ...] = ()
    choices: tuple[Resolution, ...] = ()  # ways to take sets that share a symbol
    discarded: tuple[Card, ...] = ()  # by the last entry
    turns: int = 0


@dataclass(frozen=True)
class Game(Tracker[Board, Move]):
    start_karma: int = 0  # number of start players who have received their karma
    last_stage: int | None = None  # the stage, from 0, in which a player turned the sixth card

    @property
    def stages_done(self) -> int:
        return min(board.turns for board in self.boards)

    @property
    def round(self) -> int:
        return 1 + self.stages_done // STAGES_IN_A_ROUND

    @property
    def stage(self) -> int:
        return 1 + self.stages_done % STAGES_IN_A_ROUND

    @property
    def start_player(self) -> str:
        return self.turn_order[0]

    @property
    def turn_order(self) -> tuple[str, ...]:
        """The players clockwise from this round's start player."""
        players = self.boards.players
        first = (self.round - 1) % len(players)
        return players[first:] + players[:first]

    @property
    def turn(self) -> str:
        return next(player for player in self.turn_order if self.boards[player].turns == self.stages_done)

    @property
    def may_finish(self) -> bool:
        return self.last_stage is not None and self.stages_done > self.last_stage

    def check(self, player: str, move: Move) -> Refusal | None:
        board = self.boards[player]
        if self.finished:
            return Refusal(Code.GAME_OVER)
        if board.choices and not isinstance(move, Choose):
            return Refusal(Code.CHOOSE_FIRST)
        match move:
            case Use(token, amount) if board.tokens.count(token) < amount:
                return Refusal(Code.NOT_ENOUGH, token=token, left=board.tokens.count(token))
            case Take(card) if card.ship is not None and card.ship in _list_ships(self):
                return Refusal(Code.SHIP_TAKEN)
            case Choose(option):
                return _check_choice(board, option)
            case Reveal(bonus):
                return _check_reveal(board.tokens, bonus)
            case PalaceFour() if not count_goods(board.display):
                return Refusal(Code.NO_GOODS)
            case EndTurn():
                return _check_end(self, player)
            case Finish() if not self.may_finish:
                return Refusal(Code.NOT_LAST_STAGE)
        return None

    def all_moves(self, player: str) -> Iterator[Move]:
        amounts = range(1, MOST_AT_ONCE + 1)
        yield from (Gain(token, amount) for token in TOKENS for amount in amounts)
        yield from (Use(token, amount) for token in USABLE for amount in amounts)
        yield from (Take(card) for card in all_cards())
        yield from (Choose(option + 1) for option in range(len(self.boards[player].choices)))
        yield from (Reveal(bonus) for bonus in SCORING_CARD_OF)
        yield from (PalaceFour(), EndTurn(), Finish())

    def enter(self, player: str, move: Move) -> Self:
        if isinstance(move, Finish):
            return replace(self, finished=True)
        board = _enter(self.boards[player], move)
        return replace(self, boards=self.boards.push(player, board)).follow_up()

    def follow_up(self) -> Self:
        """Give the start player the karma of the second stage, and set the last stage."""
        second_stage = self.stages_done % STAGES_IN_A_ROUND == 1 and not self.may_finish
        if second_stage and self.start_karma < self.round:
            board = _add_gains(self.boards[self.start_player], {"karma": 1})
            self = replace(self, start_karma=self.round, boards=self.boards.seal({self.start_player: board}))
        complete = any(board.tokens.turned == SCORING_CARDS for board in self.boards)
        last_stage = self.stages_done if self.last_stage is None else self.last_stage
        return replace(self, last_stage=last_stage if complete else None)

    def scoring_form(self) -> dict[str, object]:
        return {
            "players": [
                {
                    "name": player,
                    "turned": tokens.turned,
                    "fame": min(tokens.fame, MOST_FAME),
                    "coins": min(tokens.coins, MOST_COINS),
                    "karma": tokens.karma,
                }
                for player in self.boards.players
                for tokens in (self.boards[player].tokens,)
            ]
        }


def new_game(players: Sequence[str]) -> Game:
    """In the order of seats, the first start player first."""
    return Game(Boards.of({player: Board() for player in players}))


def _list_ships(game: Game) -> set[int]:
    return {card.ship for board in game.boards for card in board.display if card.ship is not None}


def _check_choice(board: Board, option: int) -> Refusal | None:
    if not board.choices:
        return Refusal(Code.NOTHING_TO_CHOOSE)
    if not 1 <= option <= len(board.choices):
        return Refusal(Code.NO_SUCH_OPTION, high=len(board.choices))
    return None


def _check_reveal(tokens: Tokens, bonus: str) -> Refusal | None:
    if not tokens.unrevealed:
        return Refusal(Code.NOTHING_TO_REVEAL)
    return None if bonus in list_bonuses_left(tokens) else Refusal(Code.BONUS_SEEN)


def _check_end(game: Game, player: str) -> Refusal | None:
    if game.may_finish:
        return Refusal(Code.GAME_OVER)
    if player != game.turn:
        return Refusal(Code.NOT_YOUR_TURN, player=game.turn)
    unrevealed = game.boards[player].tokens.unrevealed
    return Refusal(Code.REVEAL_FIRST, card=unrevealed[0]) if unrevealed else None


def _enter(before: Board, move: Move) -> Board:
    board = replace(before, discarded=(), tokens=replace(before.tokens, news=()))
    match move:
        case Gain(token, amount):
            return _add_gains(board, {token: amount})
        case Use(token, amount):
            return replace(board, tokens=use(board.tokens, token, amount))
        case Take(card):
            return _take(board, card)
        case Choose(option):
            return _resolve(replace(board, choices=()), board.choices[option - 1], {})
        case Reveal(bonus):
            return replace(board, tokens=reveal(board.tokens, bonus))
        case PalaceFour():
            return _add_gains(board, {"coins": count_goods(board.display)})
        case _:
            return replace(board, turns=board.turns + 1)


def _add_gains(board: Board, gains: Mapping[str, int]) -> Board:
    return replace(board, tokens=gain(board.tokens, gains))


def _take(board: Board, card: Card) -> Board:
    """Add a card: fame for each building, then the sets; if sets share a symbol, the player chooses."""
    fame = {"fame": len(card.buildings)}
    display = add_card(board.display, card)
    board = replace(board, display=display, discarded=tuple(old for old in board.display if old not in display))
    ways = find_resolutions(display)
    if len(ways) == 1:
        return _resolve(board, ways[0], fame)
    return _add_gains(replace(board, choices=ways), fame)


def _resolve(board: Board, way: Resolution, gains: Mapping[str, int]) -> Board:
    kept = replace(board, display=way.kept, discarded=(*board.discarded, *way.discarded))
    return _add_gains(kept, {**gains, "coins": way.coins, "administrators": way.administrators})
