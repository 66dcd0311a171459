"""A fully tracked game of Cards & Karma: the players' tokens, displays and hands, the cards in the middle, and the end.

Tables of earlier versions do not count hands.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Self

from companion.games.cards_karma.rules.board import Board, book, clear_news, find_source, gain_effect
from companion.games.cards_karma.rules.display import (
    count_goods,
    find_last_ship,
)
from companion.games.cards_karma.rules.effects import (
    SHIP_REWARD,
    shows_good,
)
from companion.games.cards_karma.rules.moves import (
    Action,
    Buy,
    Choose,
    EndTurn,
    Finish,
    Forgo,
    Lay,
    Move,
    Palace,
    PalaceFour,
    Reveal,
    Take,
    TakeDie,
    TakeGoods,
    Use,
    UseAdministrator,
)
from companion.games.cards_karma.rules.paying import Paid
from companion.games.cards_karma.rules.rounds import STAGES_IN_A_ROUND, Rounds
from companion.games.cards_karma.rules.scoring import MOST_COINS, MOST_FAME
from companion.games.cards_karma.rules.setup import CARDS, STARTING_DICE_CARDS, count_grid_cards
from companion.games.cards_karma.rules.tokens import (
    Tokens,
    list_bonuses_left,
)
from companion.rules.boards import Boards
from companion.rules.history import History
from companion.rules.refusal import Refusal

LAID_OUT_AGAIN = 4  # cards, when the middle is empty


class Code(StrEnum):
    """Why an entry is refused."""

    GAME_OVER = "game-over"
    NOT_YOUR_TURN = "not-your-turn"  # player: has the turn
    CHOOSE_FIRST = "choose-first"  # two sets share a symbol
    REVEAL_FIRST = "reveal-first"  # card: the scoring card just turned
    CARRY_OUT_FIRST = "carry-out-first"  # due
    NOTHING_TO_CHOOSE = "nothing-to-choose"
    NO_SUCH_OPTION = "no-such-option"  # high
    NOTHING_TO_REVEAL = "nothing-to-reveal"
    BONUS_SEEN = "bonus-seen"  # that scoring card was turned before
    NOT_ENOUGH = "not-enough"  # token, left
    SHIP_TAKEN = "ship-taken"  # each ship exists once
    NO_GOODS = "no-goods"  # palace 4 would give nothing
    NOT_LAST_STAGE = "not-last-stage"  # no player has turned six cards, or the stage is not over
    NO_ACTION_LEFT = "no-action-left"  # one action in a turn
    NOT_FREE = "not-free"  # nothing allows this card for free
    ONE_CARD_PAYS = "one-card-pays"  # a ship or palace action: one dice card or one administrator
    KARMA_NEEDS_A_DIE = "karma-needs-a-die"
    NOT_FOR_SALE = "not-for-sale"  # goods are free
    NOT_GOODS = "not-goods"  # the card shows a building or a ship
    NEEDS_A_REWARD = "needs-a-reward"  # a ship, or palace 5 when there is a ship
    NO_REWARD = "no-reward"  # a building, or another palace action
    GOOD_MISSING = "good-missing"  # ships with this reward show a good
    GOOD_NOT_SHOWN = "good-not-shown"  # ships with this reward show none
    NOT_THE_LAST_SHIP = "not-the-last-ship"  # no row ends with a ship that has this reward
    NOT_DUE = "not-due"
    DAY_SIDE_UP = "day-side-up"  # the bonuses are not known
    LAID_ALREADY = "laid-already"


@dataclass(frozen=True)
class Game(Rounds[Board, Move]):
    night: bool = False  # the scoring cards lie night side up
    start_karma: int = 0  # number of start players who have received their karma
    without_karma: tuple[History[Board], Board] | None = (
        None  # of the last of them: the history before, the board after
    )
    piles: tuple[int, ...] = (CARDS,)  # after how many drawn cards each stack is used up

    # The cards that all players share

    @property
    def middle(self) -> int:
        """The number of cards in the middle; four more are laid out whenever it is empty."""
        return self._grid - self._taken_now + self.laid_out_again

    @property
    def stack(self) -> int:
        return self.piles[-1] - self.drawn

    @property
    def drawn(self) -> int:
        """The number of cards drawn from the stacks so far, refills of the middle included."""
        players = len(self.boards.players)
        earlier = sum(len(board.taken) for board in self.boards) - self._taken_now
        by_players = STARTING_DICE_CARDS * players + sum(board.drawn for board in self.boards)
        return by_players + self._grid + earlier + self.laid_out_again

    @property
    def _grid(self) -> int:
        return count_grid_cards(len(self.boards.players))

    @property
    def _taken_now(self) -> int:
        return sum(board.taken.count(self.round) for board in self.boards)

    @property
    def laid_out_again(self) -> int:
        missing = self._taken_now - self._grid
        return 0 if missing < 0 else LAID_OUT_AGAIN * (missing // LAID_OUT_AGAIN + 1)

    # Entries

    def check(self, player: str, move: Move) -> Refusal | None:
        board = self.boards[player]
        if self.finished:
            return Refusal(Code.GAME_OVER)
        if board.choices and not isinstance(move, Choose):
            return Refusal(Code.CHOOSE_FIRST)
        match move:
            case TakeDie() | Buy() | TakeGoods() | Palace():
                return self._check_action(player, move)
            case UseAdministrator():
                return self._check_turn(player) or _check_paid(board, Paid(administrators=1))
            case Choose(option):
                return _check_choice(board, option)
            case Reveal(bonus):
                return _check_reveal(board.tokens, bonus)
            case Forgo(due) if due not in board.due:
                return Refusal(Code.NOT_DUE)
            case EndTurn():
                return self._check_turn(player) or _check_end(board)
            case Finish() if not self.may_finish:
                return Refusal(Code.NOT_LAST_STAGE)
            case Lay(card):
                return self._check_lay(board.tokens, card)
            case Use(token, amount) if board.tokens.count(token) < amount:
                return Refusal(Code.NOT_ENOUGH, token=token, left=board.tokens.count(token))
            case Take(card) if card.ship is not None and card.ship in list_ships(self):
                return Refusal(Code.SHIP_TAKEN)
            case PalaceFour() if not count_goods(board.display):
                return Refusal(Code.NO_GOODS)
        return None

    def _check_turn(self, player: str) -> Refusal | None:
        if self.may_finish:
            return Refusal(Code.GAME_OVER)
        return None if player == self.turn else Refusal(Code.NOT_YOUR_TURN, player=self.turn)

    def _check_action(self, player: str, move: Action) -> Refusal | None:
        board = self.boards[player]
        if find_source(board, move) == "action":
            refusal = self._check_turn(player)
            if refusal or not board.actions:
                return refusal or Refusal(Code.NO_ACTION_LEFT)
        match move:
            case TakeGoods(card) if card.kind != "goods":
                return Refusal(Code.NOT_GOODS)
            case Buy(card) if card.ship is not None and card.ship in list_ships(self):
                return Refusal(Code.SHIP_TAKEN)
            case Buy():
                return _check_card(move) or _check_price(board, move)
            case Palace(_, action, reward):
                return self._check_reward(action, reward) or _check_price(board, move)
        return None

    def _check_reward(self, action: int, reward: str) -> Refusal | None:
        """Check the reward that goes with a palace action: only the fifth has one, if there is a ship in any row."""
        if action != SHIP_REWARD:
            return Refusal(Code.NO_REWARD) if reward else None
        rewards = self.list_last_rewards()
        if reward not in rewards and "" not in rewards and (reward or rewards):
            return Refusal(Code.NOT_THE_LAST_SHIP if reward else Code.NEEDS_A_REWARD)
        return None

    def list_last_rewards(self) -> tuple[str, ...]:
        """List the rewards of the last ships of all rows; an empty one for a ship whose reward is not known."""
        ships = (find_last_ship(board.display) for board in self.boards)
        return tuple(dict.fromkeys(ship.reward for ship in ships if ship))

    def _check_lay(self, tokens: Tokens, card: str) -> Refusal | None:
        if not self.night:
            return Refusal(Code.DAY_SIDE_UP)
        return Refusal(Code.LAID_ALREADY) if card in tokens.order or tokens.turned else None

    def enter(self, player: str, move: Move) -> Self:
        if isinstance(move, Finish):
            return replace(self, finished=True)
        board = self._note_sixth(player, book(self.boards[player], move))
        return replace(self, boards=self.boards.push(player, board)).follow_up()

    def _note_sixth(self, player: str, board: Board) -> Board:
        """Note the stage in which the sixth card was turned. Without hands, players enter before it is their turn."""
        if not board.complete or board.sixth is not None:
            return board
        return replace(board, sixth=self.stages_done if board.hand is None else self.find_stage(player))

    def follow_up(self) -> Self:
        """Give the start player the karma of the second stage, and count the stacks that are used up."""
        game = self._follow_start_karma()
        return replace(game, piles=game._count_piles())

    def _follow_start_karma(self) -> Self:
        """Give the karma when the second stage begins, and take it back if that is undone before it is used."""
        player = self.start_player
        if self.stage == STAGES_IN_A_ROUND and self.start_karma < self.round and not self.may_finish:
            board = self._note_sixth(player, gain_effect(clear_news(self.boards[player]), {"karma": 1}))
            without = None if board.hand is None else (dict(self.boards.histories)[player], board)
            boards = self.boards.seal({player: board})
            return replace(self, start_karma=self.round, without_karma=without, boards=boards)
        if self.stage < STAGES_IN_A_ROUND and self.start_karma == self.round and self.without_karma:
            history, given = self.without_karma
            if self.boards[player] == given:
                boards = self._restore(player, history)
                return replace(self, start_karma=self.round - 1, without_karma=None, boards=boards)
        return self

    def _restore(self, player: str, history: History[Board]) -> Boards[Board]:
        return Boards(tuple((name, history if name == player else old) for name, old in self.boards.histories))

    def _count_piles(self) -> tuple[int, ...]:
        piles, drawn = self.piles, self.drawn
        while len(piles) > 1 and drawn < piles[-2]:
            piles = piles[:-1]
        if drawn < piles[-1]:
            return piles
        in_play = self.middle + sum((board.hand or 0) + len(board.display) for board in self.boards)
        return (*piles, drawn + max(1, CARDS - in_play))

    def fill_scoring_form(self) -> dict[str, object]:
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


def new_game(players: Sequence[str], count_hands: bool = True, night: bool = False) -> Game:
    """Begin a game; the players are in the order of seats, the first start player first."""
    board = Board() if count_hands else Board(hand=None)
    return Game(Boards.of(dict.fromkeys(players, board)), night=night)


def list_ships(game: Game) -> set[int]:
    return {card.ship for board in game.boards for card in board.display if card.ship is not None}


# Checks


def _check_card(move: Buy) -> Refusal | None:
    """Check that a building has no reward, and that a ship has one that goes with the good it shows."""
    match move.card.kind, move.reward:
        case "goods", _:
            return Refusal(Code.NOT_FOR_SALE)
        case "building", reward:
            return Refusal(Code.NO_REWARD) if reward else None
        case _, "":
            return Refusal(Code.NEEDS_A_REWARD)
    if shows_good(move.reward) == bool(move.card.goods):
        return None
    return Refusal(Code.GOOD_NOT_SHOWN if move.card.goods else Code.GOOD_MISSING)


def _check_price(board: Board, move: Buy | Palace) -> Refusal | None:
    if move.paid.free:
        return Refusal(Code.NOT_FREE) if find_source(board, move) == "action" else None
    building = isinstance(move, Buy) and move.card.kind == "building"
    if not building and move.paid.cards != 1:
        return Refusal(Code.ONE_CARD_PAYS)
    return _check_paid(board, move.paid)


def _check_paid(board: Board, paid: Paid) -> Refusal | None:
    if paid.karma and not paid.dice:
        return Refusal(Code.KARMA_NEEDS_A_DIE)
    tokens = board.tokens
    dice = board.hand if board.hand is not None else paid.dice
    owned = (
        ("dice", dice, paid.dice),
        ("karma", tokens.karma, paid.karma),
        ("administrators", tokens.administrators, paid.administrators),
    )
    short = next(((token, left) for token, left, needed in owned if left < needed), None)
    return Refusal(Code.NOT_ENOUGH, token=short[0], left=short[1]) if short else None


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


def _check_end(board: Board) -> Refusal | None:
    if board.tokens.unrevealed:
        return Refusal(Code.REVEAL_FIRST, card=board.tokens.unrevealed[0])
    return Refusal(Code.CARRY_OUT_FIRST, due=f"free-{board.due[0]}") if board.due else None
