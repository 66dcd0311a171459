"""Texts of live assist for Cards & Karma: entries, what they trigger, refusals."""

from collections.abc import Mapping

from companion.games.assist.words import Words
from companion.games.cards_karma.rules import display, reminders
from companion.games.cards_karma.rules import moves as tracking
from companion.games.cards_karma.rules.display import Card, parse_card
from companion.games.cards_karma.rules.game import Code
from companion.games.cards_karma.rules.paying import Paid
from companion.i18n import N_, gettext, ngettext
from companion.rules.coded import Happening

TERMS = {
    "fame": N_("fame tokens"),
    "coins": N_("coins"),
    "karma": N_("karma"),
    "administrators": N_("administrators"),
    "dice": N_("dice cards"),
    "turned": N_("scoring cards turned over"),
    "hand": N_("dice cards in hand"),
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
    "fame": N_("1 fame token"),
    "ship": N_("1 ship"),
    "administrator": N_("1 administrator"),
    "dice": N_("2 dice cards"),
    "turn": N_("another turn"),
}
SCORING_CARDS = BONUSES | {
    "coins-or-palace": N_("2 coins or a palace action"),
    "fame-or-ship": N_("1 fame token or a ship"),
}
REWARDS = {
    "karma": N_("2 karma"),
    "dice": N_("2 dice cards"),
    "coins": N_("3 coins"),
    "coins-fame": N_("2 coins + fame token"),
    "goods": N_("1–2 goods cards"),
    "goods-die": N_("goods card + die"),
    "palace": N_("1 palace action"),
    "die-good": N_("1 dice card"),
    "fame-good": N_("1 fame token"),
    "karma-good": N_("1 karma"),
}
PALACE = {
    2: N_("2 dice cards"),
    3: N_("2 karma + 1 dice card"),
    4: N_("1 coin per good"),
    5: N_("1 karma + ship reward"),
    6: N_("top card of the stack"),
}
FREE = {
    "goods": N_("a goods card from the middle"),
    "ship": N_("a ship from the middle, with its reward"),
    "palace": N_("a palace action from the middle"),
    "top": N_("the top card of the stack, whatever it is"),
}
SETS = {
    "same-buildings": N_("three buildings of a kind"),
    "different-buildings": N_("three different buildings"),
    "same-goods": N_("three goods of a kind"),
    "different-goods": N_("three different goods"),
    "ships": N_("three ships in a row"),
}

ROUNDS = {
    "start-karma": N_("Second stage: %(player)s turns the elephant over and takes a karma."),
    "round-begins": N_("Round %(round)s begins with %(player)s. Refill the middle to %(cards)s cards."),
    "end-triggered": N_("%(player)s has turned over all six scoring cards! This stage is played to its end."),
    "last-turn": N_("%(player)s is playing: the last turn."),
}
HAPPENINGS = ROUNDS | {
    # Exchanges that happen by themselves
    "karma-to-administrator": N_("Three karma! Put them back and take an administrator."),
    "administrators-to-fame": N_("Three administrators! Put them back and take 2 fame tokens."),
    "turned": N_("Turn over scoring card %(card)s, counted from the left, and enter the bonus on its night side."),
    "turned-known": N_("Turn over scoring card %(card)s, counted from the left: %(bonus)s."),
    "bonus-palace": N_("Take a palace action from the middle and carry it out for free."),
    "bonus-ship": N_("Take a ship from the middle for free, and its reward."),
    "bonus-dice": N_("Take two cards from the middle as dice cards; at most eight in hand."),
    "bonus-turn": N_("When your turn ends, take another one."),
    # Cards
    "set": N_("A set: %(sets)s! Coins +%(coins)s, administrators +%(administrators)s. Discard these cards: %(cards)s."),
    "set-coins": N_("A set: %(sets)s! Coins +%(coins)s. Discard these cards: %(cards)s."),
    "set-administrators": N_("A set: %(sets)s! Administrators +%(administrators)s. Discard these cards: %(cards)s."),
    "row-lost": N_("This ship has a lower number than the last one, so discard the row before it: %(cards)s."),
    "choice": N_("Two sets share a symbol. Choose which one to take."),
    "hand-limit": N_("At most eight dice cards in hand. Discard before you take the new ones: %(count)s."),
    "middle-empty": N_("The middle is empty: lay out four cards from the stack."),
    "reshuffle": N_("The stack is used up: shuffle the discard pile into a new one, action side up."),
    "last-stage-done": N_("The last stage is over. Enter what is still missing, then finish the game."),
}
BIG = frozenset(HAPPENINGS) - {"start-karma"}
REMINDERS = ROUNDS | {
    "count-left": N_("A tie! %(player)s counts the fame tokens, coins and karma that are left."),
    "last-stage-done": N_("The last stage is over. Finish the game."),
}

REFUSALS: Mapping[str, str] = {
    Code.CHOOSE_FIRST: N_("First choose between the sets that share a symbol."),
    Code.REVEAL_FIRST: N_("First enter the bonus of scoring card %(card)s, counted from the left."),
    Code.CARRY_OUT_FIRST: N_("You may still take this for free: %(due)s. Enter it or give it up."),
    Code.NOTHING_TO_CHOOSE: N_("There is nothing to choose between."),
    Code.NO_SUCH_OPTION: N_("There are only %(high)s options to choose from."),
    Code.NOTHING_TO_REVEAL: N_("There is no scoring card to turn over."),
    Code.BONUS_SEEN: N_("This is not the bonus of the card just turned over."),
    Code.NOT_ENOUGH: N_("You do not have that many (%(token)s): you have %(left)s."),
    display.Code.NO_SUCH_CARD: N_(
        "There is no such card. A card shows 1 or 2 buildings or a ship, with or without a good, or 1 or 2"
        " different goods."
    ),
    Code.SHIP_TAKEN: N_("That ship is already in a row; each number exists only once."),
    Code.NO_GOODS: N_("There are no goods in your display."),
    Code.NOT_LAST_STAGE: N_("The game is not over: nobody has turned over six cards, or the stage is not over."),
    Code.NO_ACTION_LEFT: N_("You have already taken your action. Return an administrator to take another."),
    Code.NOT_FREE: N_("This card is not free: no bonus or reward allows it now."),
    Code.ONE_CARD_PAYS: N_("A ship or a palace action is paid with exactly one dice card, or with an administrator."),
    Code.KARMA_NEEDS_A_DIE: N_("Karma changes a die; it cannot pay alone."),
    Code.NOT_FOR_SALE: N_("Goods cards are free; enter them as goods."),
    Code.NOT_GOODS: N_("A goods card shows goods only."),
    Code.NEEDS_A_REWARD: N_("Choose the reward of the ship."),
    Code.NO_REWARD: N_("Only ships and palace action 5 give a reward."),
    Code.GOOD_MISSING: N_("Ships with this reward show a good. Choose it first."),
    Code.GOOD_NOT_SHOWN: N_("Ships with this reward show no good."),
    Code.NOT_THE_LAST_SHIP: N_("No row ends with a ship that has this reward."),
    Code.NOT_DUE: N_("There is nothing of this kind to give up."),
    Code.DAY_SIDE_UP: N_("At this table the scoring cards lie day side up; nobody knows their order."),
    Code.LAID_ALREADY: N_("This card already lies in your row, or you have turned over a card."),
}
REMINDERS_REFUSALS: Mapping[str, str] = {
    reminders.Code.CARDS_LEFT: N_("Only %(left)s of your scoring cards are still to be turned over."),
    reminders.Code.TOO_MUCH_LEFT: N_("Enter a whole number from 0 to %(high)s."),
    reminders.Code.NOT_LAST_STAGE: REFUSALS[Code.NOT_LAST_STAGE],
    reminders.Code.COUNT_FIRST: N_("A tie: first enter the fame tokens, coins and karma that %(player)s has left."),
}
_PHRASES = {**SETS, **{f"free-{due}": text for due, text in FREE.items()}}
_PHRASES |= {f"bonus-{bonus}": text for bonus, text in BONUSES.items()}


def term(name: str) -> str:
    """Translate a token, a card such as red+tea3, several cards, kinds of sets, a bonus or something free."""
    parts = name.split(",")
    if all(part in _PHRASES for part in parts):
        return ", ".join(gettext(_PHRASES[part]) for part in parts)
    return ", ".join(gettext(TERMS[part]) if part in TERMS else describe_card(parse_card(part)) for part in parts)


def describe_card(card: Card) -> str:
    ship = [("ship", card.ship)] if card.ship is not None else []
    symbols = [*ship, *((building, "") for building in card.buildings), *card.goods]
    return " + ".join(f"{gettext(TERMS[name])} {number}".rstrip() for name, number in symbols)


def describe_bonus(bonus: str) -> str:
    return gettext(SCORING_CARDS[bonus])


def describe_reward(reward: str) -> str:
    return gettext(REWARDS[reward])


def describe_palace(action: int) -> str:
    return gettext(PALACE[action])


def describe_paid(paid: Paid) -> str:
    dice = ngettext("%(count)s dice card", "%(count)s dice cards", paid.dice, count=paid.dice) if paid.dice else ""
    karma = gettext("karma: %(count)s", count=paid.karma) if paid.karma else ""
    jokers = [gettext("administrator as a joker")] * paid.administrators
    return ", ".join(filter(None, [dice, karma, *jokers])) or gettext("for free")


def describe_bought(move: tracking.Buy) -> str:
    card = describe_card(move.card)
    reward = f" → {describe_reward(move.reward)}" if move.reward else ""
    return f"{card}{reward} ({describe_paid(move.paid)})"


def describe_palace_action(move: tracking.Palace) -> str:
    reward = f" → {describe_reward(move.reward)}" if move.reward else ""
    action = gettext("Palace %(number)s: %(effect)s", number=move.action, effect=describe_palace(move.action))
    return f"{action}{reward} ({describe_paid(move.paid)})"


GAINS = {
    "fame": N_("Fame tokens +%(amount)s"),
    "coins": N_("Coins +%(amount)s"),
    "karma": N_("Karma +%(amount)s"),
    "administrators": N_("Administrators +%(amount)s"),
}
USES = {"karma": N_("Karma −%(amount)s"), "administrators": N_("Administrators −%(amount)s")}
ADMINISTRATOR = {
    "again": N_("Administrator: another action"),
    "dice": N_("Administrator: 2 dice cards from the stack"),
}


def describe_move(move: tracking.Move) -> str:
    match move:
        case tracking.TakeDie():
            return gettext("Dice card taken")
        case tracking.Buy():
            return gettext("Card taken: %(card)s", card=describe_bought(move))
        case tracking.TakeGoods(card, coin):
            shown = " + ".join([describe_card(card), *([gettext("1 coin")] if coin else [])])
            return gettext("Card taken: %(card)s", card=shown)
        case tracking.Palace():
            return describe_palace_action(move)
        case tracking.UseAdministrator(use):
            return gettext(ADMINISTRATOR[use])
        case tracking.Choose(option):
            return gettext("Chosen: option %(option)s", option=option)
        case tracking.Reveal(bonus):
            return gettext("Scoring card turned over: %(bonus)s", bonus=describe_bonus(bonus))
        case tracking.Forgo(due):
            return gettext("Given up: %(what)s", what=gettext(FREE[due]))
        case tracking.EndTurn():
            return gettext("End the turn")
        case tracking.Finish():
            return gettext("Finish the game")
        case tracking.Lay(card):
            return gettext("Next scoring card from the left: %(card)s", card=describe_bonus(card))
        case tracking.Gain(token, amount):
            return gettext(GAINS[token], amount=amount)
        case tracking.Use(token, amount):
            return gettext(USES[token], amount=amount)
        case tracking.Take(card):
            return gettext("Card taken: %(card)s", card=describe_card(card))
        case tracking.PalaceFour():
            return gettext("Palace 4: a coin for every good")
        case tracking.Hand(dice):
            return gettext("Dice cards in hand: %(count)s", count=dice)


LEFT = {
    "fame": N_("Fame tokens left: %(amount)s"),
    "coins": N_("Coins left: %(amount)s"),
    "karma": N_("Karma left: %(amount)s"),
}


def describe_reminder(move: reminders.Move) -> str:
    match move:
        case reminders.Done(0):
            return gettext("End the turn")
        case reminders.Done(cards):
            return gettext("End the turn; scoring cards turned over: %(count)s", count=cards)
        case reminders.Cards(cards):
            return gettext("Scoring cards turned over so far: %(count)s", count=cards)
        case reminders.Count(token, amount):
            return gettext(LEFT[token], amount=amount)
        case reminders.Finish():
            return gettext("Finish the game")


class TrackingWords(Words[tracking.Move]):
    def describe_happening(self, happening: Happening) -> str:
        """Describe what an entry triggered; of a set, only what it gives."""
        if happening.code == "set" and not all(happening.details[token] for token in ("coins", "administrators")):
            token = "coins" if happening.details["coins"] else "administrators"
            happening = Happening(f"set-{token}", **happening.details)
        return super().describe_happening(happening)


TRACKING = TrackingWords(term, describe_move, HAPPENINGS, REFUSALS, BIG)
REMINDING = Words(term, describe_reminder, REMINDERS, REMINDERS_REFUSALS, frozenset(REMINDERS))
