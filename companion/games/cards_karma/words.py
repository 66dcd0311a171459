"""Texts of live assist for Cards & Karma: entries, what they trigger, refusals."""

import re
from collections.abc import Mapping

from companion.games.assist.words import Words
from companion.games.cards_karma.rules import display
from companion.games.cards_karma.rules.game import Code
from companion.games.cards_karma.rules.moves import Choose, EndTurn, Finish, Gain, Move, PalaceFour, Reveal, Take, Use
from companion.i18n import N_, gettext

TERMS = {
    "fame": N_("fame"),
    "coins": N_("coins"),
    "karma": N_("karma"),
    "administrators": N_("administrators"),
    "red": N_("red building"),
    "yellow": N_("yellow building"),
    "white": N_("white building"),
    "silk": N_("silk"),
    "tea": N_("tea"),
    "spices": N_("spices"),
    "ship": N_("ship"),
}
BONUSES = {
    "karma": N_("2 karma"),
    "coins": N_("2 coins"),
    "palace": N_("1 palace action"),
    "fame": N_("1 fame"),
    "ship": N_("1 ship"),
    "administrator": N_("1 administrator"),
    "dice": N_("2 dice cards"),
    "turn": N_("another turn"),
}
SETS = {
    "same-buildings": N_("three buildings of a kind"),
    "different-buildings": N_("three different buildings"),
    "same-goods": N_("three goods of a kind"),
    "different-goods": N_("three different goods"),
    "ships": N_("three ships in a row"),
}

HAPPENINGS = {
    # Exchanges that happen by themselves
    "karma-to-administrator": N_("Three karma! Put them back and take an administrator."),
    "administrators-to-fame": N_("Three administrators! Put them back and take 2 fame."),
    "turned": N_("Turn over scoring card %(card)s, counted from the left, and enter the bonus on its night side."),
    "bonus-palace": N_("Take a palace action from the middle and carry it out for free."),
    "bonus-ship": N_("Take a ship from the middle for free, and its reward."),
    "bonus-dice": N_("Take two cards from the middle as dice cards; at most eight in hand."),
    "bonus-turn": N_("When your turn ends, take another one."),
    # The display
    "set": N_("A set: %(sets)s! Coins +%(coins)s, administrators +%(administrators)s. Discard these cards: %(cards)s."),
    "row-lost": N_("This ship has a lower number than the last one, so discard the row before it: %(cards)s."),
    "choice": N_("Two sets share a symbol. Choose which one to take."),
    # The round
    "start-karma": N_("Second stage: %(player)s turns the elephant over and takes a karma."),
    "round-begins": N_("Round %(round)s begins with %(player)s. Refill the middle to %(cards)s cards."),
    # The end
    "end-triggered": N_("%(player)s has turned over all six scoring cards! This stage is played to its end."),
    "last-stage-done": N_("The last stage is over. Enter what is still missing, then finish the game."),
}
BIG = frozenset(HAPPENINGS) - {"start-karma"}

REFUSALS: Mapping[str, str] = {
    Code.CHOOSE_FIRST: N_("First choose between the sets that share a symbol."),
    Code.REVEAL_FIRST: N_("First enter the bonus of scoring card %(card)s, counted from the left."),
    Code.NOTHING_TO_CHOOSE: N_("There is nothing to choose between."),
    Code.NO_SUCH_OPTION: N_("There are only %(high)s options to choose from."),
    Code.NOTHING_TO_REVEAL: N_("There is no scoring card to turn over."),
    Code.BONUS_SEEN: N_("You have already turned over the card with this bonus."),
    Code.NOT_ENOUGH: N_("You do not have that many (%(token)s): you have %(left)s."),
    display.Code.NO_SUCH_CARD: N_(
        "There is no such card. A card shows 1 or 2 buildings or a ship, with or without a good, or 1 or 2"
        " different goods."
    ),
    Code.SHIP_TAKEN: N_("That ship is already in a row; each number exists only once."),
    Code.NO_GOODS: N_("There are no goods in your display."),
    Code.NOT_LAST_STAGE: N_("The game is not over: nobody has turned over six cards, or the stage is not over."),
}
_SYMBOL = re.compile(r"([a-z]+)([0-9]*)", re.ASCII)


def term(name: str) -> str:
    """Translate a token, a card such as red+tea3, several cards, or kinds of sets."""
    parts = name.split(",")
    if all(part in SETS for part in parts):
        return ", ".join(gettext(SETS[part]) for part in parts)
    return ", ".join(describe_card(part) for part in parts)


def describe_card(card: str) -> str:
    return " + ".join(_describe_symbol(symbol) for symbol in card.split("+"))


def _describe_symbol(symbol: str) -> str:
    found = _SYMBOL.fullmatch(symbol)
    assert found
    return " ".join(filter(None, [gettext(TERMS[found[1]]), found[2]]))


def describe_bonus(bonus: str) -> str:
    return gettext(BONUSES[bonus])


def describe_move(move: Move) -> str:
    match move:
        case Gain("fame", amount):
            return gettext("Fame +%(amount)s", amount=amount)
        case Gain("coins", amount):
            return gettext("Coins +%(amount)s", amount=amount)
        case Gain("karma", amount):
            return gettext("Karma +%(amount)s", amount=amount)
        case Gain(_, amount):
            return gettext("Administrators +%(amount)s", amount=amount)
        case Use("karma", amount):
            return gettext("Karma −%(amount)s", amount=amount)
        case Use(_, amount):
            return gettext("Administrators −%(amount)s", amount=amount)
        case Take(card):
            return gettext("Card taken: %(card)s", card=describe_card(str(card)))
        case Choose(option):
            return gettext("Chosen: option %(option)s", option=option)
        case Reveal(bonus):
            return gettext("Scoring card turned over: %(bonus)s", bonus=describe_bonus(bonus))
        case PalaceFour():
            return gettext("Palace 4: a coin for every good")
        case EndTurn():
            return gettext("End the turn")
        case Finish():
            return gettext("Finish the game")


CARDS_KARMA = Words(term, describe_move, HAPPENINGS, REFUSALS, BIG)
