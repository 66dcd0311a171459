"""A player's tokens, display and hand. An entry books what a card costs and what it gives together."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from companion.games.cards_karma.rules.display import Card, Resolution, add_card, count_goods, find_resolutions
from companion.games.cards_karma.rules.effects import (
    ADMINISTRATOR,
    BONUSES,
    COIN_PER_GOOD,
    DUE,
    PALACE,
    REWARDS,
    Effect,
)
from companion.games.cards_karma.rules.moves import (
    Action,
    Buy,
    Choose,
    Forgo,
    Gain,
    Hand,
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
from companion.games.cards_karma.rules.rounds import STAGES_IN_A_ROUND
from companion.games.cards_karma.rules.setup import HAND_LIMIT, STARTING_DICE_CARDS
from companion.games.cards_karma.rules.tokens import SCORING_CARDS, Tokens, gain, lay, reveal, use
from companion.rules.coded import Happening

TO_CARRY_OUT = ("palace", "ship", "dice", "turn")  # bonuses that are actions, not tokens


@dataclass(frozen=True)
class Board:
    """A player's tokens, display and hand."""

    tokens: Tokens = field(default_factory=Tokens)
    display: tuple[Card, ...] = ()
    choices: tuple[Resolution, ...] = ()  # ways to take sets that share a symbol
    discarded: tuple[Card, ...] = ()  # by the last entry
    turns: int = 0
    hand: int | None = STARTING_DICE_CARDS  # dice cards; None if they are not counted
    actions: int = 1  # left in this turn
    due: tuple[str, ...] = ()  # to carry out for free
    taken: tuple[int, ...] = ()  # the round of every card taken from the middle
    drawn: int = 0  # cards from the stack
    sixth: int | None = None  # the stage in which the sixth scoring card was turned
    news: tuple[Happening, ...] = ()  # of the last entry, except about tokens

    @property
    def complete(self) -> bool:
        return self.tokens.turned == SCORING_CARDS


def find_source(board: Board, move: Action) -> str:
    """Return what allows a card: something due that makes it free, or the action of the turn."""
    kinds: tuple[str, ...] = ()
    match move:
        case Buy(card, paid) if paid.free:
            kinds = (card.kind, "top")
        case TakeGoods():
            kinds = ("goods", "top")
        case Palace(paid) if paid.free:
            kinds = ("palace", "top")
    return next((kind for kind in kinds if kind in board.due), "action")


def clear_news(board: Board) -> Board:
    return replace(board, discarded=(), news=(), tokens=replace(board.tokens, news=()))


def book(before: Board, move: Move) -> Board:
    board = clear_news(before)
    match move:
        case TakeDie():
            return gain_effect(replace(board, actions=board.actions - 1), {"dice": 1})
        case Buy(card, paid, reward):
            gains = REWARDS[reward] if reward else {"fame": len(card.buildings)}
            return _take(_pay(_start_action(board, move), paid), replace(card, reward=reward), gains)
        case TakeGoods(card, coin):
            return _take(_start_action(board, move), card, {"coins": int(coin)})
        case Palace(paid, action, reward):
            coins = count_goods(board.display) if action == COIN_PER_GOOD else 0
            gains = _add_up({"coins": coins}, PALACE[action], REWARDS[reward] if reward else {})
            return gain_effect(_pay(_start_action(board, move), paid), gains)
        case UseAdministrator(purpose):
            return gain_effect(_pay(board, Paid(administrators=1)), ADMINISTRATOR[purpose])
        case Choose(option):
            return _resolve(replace(board, choices=()), board.choices[option - 1], {})
        case Reveal(bonus):
            return _carry_out_bonuses(board, reveal(board.tokens, bonus))
        case Forgo(due):
            return _settle(board, due)
        case Lay(card):
            return replace(board, tokens=lay(board.tokens, card))
        case Gain(token, amount):
            return gain_effect(board, {token: amount})
        case Use(token, amount):
            return replace(board, tokens=use(board.tokens, token, amount))
        case Take(card):
            return _take(board, card, {"fame": len(card.buildings)})
        case PalaceFour():
            return gain_effect(board, {"coins": count_goods(board.display)})
        case Hand(dice):
            return board if board.hand is None else replace(board, hand=dice)
        case _:
            return replace(board, turns=board.turns + 1, actions=1)


def _start_action(board: Board, move: Buy | TakeGoods | Palace) -> Board:
    """Take the card: from the stack for palace 6, otherwise from the middle, and use up what allows it."""
    source = find_source(board, move)
    if source == "top":
        return replace(_settle(board, source), drawn=board.drawn + 1)
    board = replace(board, actions=board.actions - 1) if source == "action" else _settle(board, source)
    return _take_from_middle(board, 1)


def _take_from_middle(board: Board, cards: int) -> Board:
    if board.hand is None:
        return board
    this_round = 1 + board.turns // STAGES_IN_A_ROUND
    return replace(board, taken=board.taken + (this_round,) * cards)


def _settle(board: Board, due: str) -> Board:
    index = board.due.index(due)
    return replace(board, due=board.due[:index] + board.due[index + 1 :])


def _pay(board: Board, paid: Paid) -> Board:
    tokens = use(use(board.tokens, "karma", paid.karma), "administrators", paid.administrators)
    return replace(board, tokens=tokens, hand=None if board.hand is None else board.hand - paid.dice)


def _take(board: Board, card: Card, gains: Effect) -> Board:
    """Add a card: first what it gives, then the sets; if sets share a symbol, the player chooses."""
    display = add_card(board.display, card)
    lost = tuple(old for old in board.display if old not in display)
    news = (Happening("row-lost", cards=_join(lost)),) if lost else ()
    board = replace(board, display=display, discarded=lost, news=(*board.news, *news))
    ways = find_resolutions(display)
    if len(ways) == 1:
        return _resolve(board, ways[0], gains)
    choice = (Happening("choice"),) if ways else ()
    return gain_effect(replace(board, choices=ways, news=(*board.news, *choice)), gains)


def _resolve(board: Board, way: Resolution, gains: Effect) -> Board:
    given = {"coins": way.coins, "administrators": way.administrators}
    news = Happening("set", sets=",".join(way.kinds), cards=_join(way.discarded), **given)
    discarded = (*board.discarded, *way.discarded)
    kept = replace(board, display=way.kept, discarded=discarded, news=(*board.news, news))
    return gain_effect(kept, _add_up(gains, given))


def gain_effect(board: Board, gains: Effect) -> Board:
    """Book what an effect gives: tokens with their exchanges, cards for the hand, actions, and what is due."""
    return _carry_out_bonuses(_gain_cards(board, gains), gain(board.tokens, gains))


def _carry_out_bonuses(board: Board, tokens: Tokens) -> Board:
    """Book everything but the tokens of the bonuses that have become known."""
    known = tokens.bonuses[len(board.tokens.bonuses) :]
    board = replace(board, tokens=tokens)
    for bonus in known:
        news = (Happening(f"bonus-{bonus}"),) if bonus in TO_CARRY_OUT else ()
        board = _gain_cards(replace(board, news=(*board.news, *news)), BONUSES[bonus])
    return board


def _gain_cards(board: Board, gains: Effect) -> Board:
    board = replace(board, actions=board.actions + gains.get("turns", 0))
    if board.hand is None:
        return board
    from_middle, drawn = gains.get("dice", 0), gains.get("drawn", 0)
    hand = board.hand + from_middle + drawn
    too_many = (Happening("hand-limit", count=hand - HAND_LIMIT),) if hand > HAND_LIMIT else ()
    due = tuple(name for name in DUE for _ in range(gains.get(name, 0)))
    board = replace(board, hand=min(hand, HAND_LIMIT), drawn=board.drawn + drawn, due=(*board.due, *due))
    return _take_from_middle(replace(board, news=(*board.news, *too_many)), from_middle)


def _add_up(*gains: Effect) -> dict[str, int]:
    names = dict.fromkeys(name for each in gains for name in each)
    return {name: sum(each.get(name, 0) for each in gains) for name in names}


def _join(cards: Sequence[Card]) -> str:
    return ",".join(str(card) for card in cards)
