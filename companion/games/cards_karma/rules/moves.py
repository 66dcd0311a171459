"""Entries of full tracking, each with a short text that `parse` reads back."""

from collections.abc import Callable
from typing import Annotated, Literal, get_args

from companion.games.cards_karma.rules.display import Card, parse_card
from companion.games.cards_karma.rules.effects import ADMINISTRATOR, DUE, PALACE, REWARDS
from companion.games.cards_karma.rules.paying import Paid, parse_paid
from companion.games.cards_karma.rules.setup import HAND_LIMIT
from companion.games.cards_karma.rules.tokens import LAYABLE, SCORING_CARD_OF
from companion.rules.text_form import Between, OneOf, ReadBy, TextForm, make_parser

MOST_AT_ONCE = 6
MOST_WAYS = 99  # upper limit for parsing; `check` knows the real number
EXPECTED = (
    "die, buy red+tea3 for 2, buy ship12 for 1 gives coins, goods tea2+silk1 coin, pay 1 for palace 3, "
    "administrator again, reveal karma, choose 1, done, finish; to correct something: fame 2, coins 3, karma 1, "
    "use karma 1, take red+tea3, hand 5"
)
Token = Literal["fame", "coins", "karma", "administrators"]
Usable = Literal["karma", "administrators"]
Amount = Annotated[int, Between(1, MOST_AT_ONCE)]
Payment = Annotated[Paid, ReadBy(parse_paid)]
Reward = Annotated[str, OneOf(tuple(REWARDS))]


# Actions


class TakeDie(TextForm):
    """Take a card from the middle into the hand."""

    form = "die"


class Buy(TextForm):
    """Pay for a building or a ship; a ship has a reward."""

    form = "buy {card} for {paid} [gives {reward}]"
    card: Annotated[Card, ReadBy(parse_card)]
    paid: Payment
    reward: Reward = ""


class TakeGoods(TextForm):
    """Take a goods card, some of which give a coin."""

    form = "goods {card} [coin]"
    card: Annotated[Card, ReadBy(parse_card)]
    coin: bool = False


class Palace(TextForm):
    """Pay for a palace action; the fifth also gives the reward of a ship."""

    form = "pay {paid} for palace {action} [gives {reward}]"
    paid: Payment
    action: Annotated[int, Between(min(PALACE), max(PALACE))]
    reward: Reward = ""


# The rest of a turn


class UseAdministrator(TextForm):
    """Put back an administrator for another action, or for two dice cards from the stack."""

    form = "administrator {use}"
    use: Annotated[str, OneOf(tuple(ADMINISTRATOR))]


class Choose(TextForm):
    """Choose between sets that share a symbol; options are numbered from 1, as in `Board.choices`."""

    form = "choose {option}"
    option: Annotated[int, Between(1, MOST_WAYS)]


class Reveal(TextForm):
    """Enter the bonus of the scoring card just turned."""

    form = "reveal {bonus}"
    bonus: Annotated[str, OneOf(tuple(SCORING_CARD_OF))]


class Forgo(TextForm):
    """Give up something that could be carried out for free."""

    form = "forgo {due}"
    due: Annotated[str, OneOf(DUE)]


class EndTurn(TextForm):
    """End the turn; "end" at tables of an earlier version."""

    form = "{word}"
    word: Literal["done", "end"] = "done"


class Finish(TextForm):
    """End the game after the last stage, when everything is entered."""

    form = "finish"


# Before the first turn


class Lay(TextForm):
    """Lay the next scoring card from the left, night side up."""

    form = "lay {card}"
    card: Annotated[str, OneOf(LAYABLE)]


# Corrections, which cost nothing; the only entries of earlier versions


class Gain(TextForm):
    form = "{token} {amount}"
    token: Token
    amount: Amount


class Use(TextForm):
    """Put back karma or administrators."""

    form = "use {token} {amount}"
    token: Usable
    amount: Amount


class Take(TextForm):
    """Take a building, goods or ship card into the display."""

    form = "take {card}"
    card: Annotated[Card, ReadBy(parse_card)]


class PalaceFour(TextForm):
    form = "palace 4"


class Hand(TextForm):
    """Correct the number of dice cards in the hand."""

    form = "hand {dice}"
    dice: Annotated[int, Between(0, HAND_LIMIT)]


Action = TakeDie | Buy | TakeGoods | Palace
Correction = Gain | Use | Take | PalaceFour | Hand
Move = Action | UseAdministrator | Choose | Reveal | Forgo | EndTurn | Finish | Lay | Correction


parse: Callable[[str], Move] = make_parser(get_args(Move), EXPECTED)
