"""The entries of Cards & Karma: cards, the rest of a turn, and corrections."""

from dataclasses import dataclass, replace
from typing import Annotated, Literal

from companion.games.cards_karma.rules.cards import (
    ADMINISTRATOR,
    CARDS,
    COIN_PER_GOOD,
    FREE,
    HAND_LIMIT,
    LAYABLE,
    PALACE,
    REWARDS,
    SCORING_CARD_OF,
    SHIP_REWARD,
    SHIPS,
    Card,
    add_up,
    count_goods,
    parse_card,
    shows_good,
)
from companion.games.cards_karma.rules.game import COUNTERS, NO_TURNS_LEFT, SHIP_GIVES, Board, CardsKarmaGame
from companion.rules.assistant import NOT_YOUR_TURN, GameEntry
from companion.rules.messages import N_, Message, Refusal, Unreadable
from companion.rules.text_form import Between, OneOf, ReadBy, parse_number

NEEDS_AN_ACTION = Message("needs-an-action", "A turn needs an action: first take a card.")
NO_ACTION_LEFT = Message(
    "no-action-left", "You have already taken your action. Return an administrator to take another."
)
TO_DO_FIRST = Message("to-do-first", "First: %(what)s.")
NOTHING_TO_CHOOSE = Message("nothing-to-choose", "There is nothing to choose between.")
NO_SUCH_OPTION = Message("no-such-option", "There are only %(high)s options to choose from.")
NOTHING_TO_REVEAL = Message("nothing-to-reveal", "There is no scoring card to turn over.")
BONUS_SEEN = Message("bonus-seen", "This is not the bonus of the card just turned over.")
NOT_ENOUGH = Message("not-enough", "You do not have that many (%(token)s): you have %(left)s.")
SHIP_TAKEN = Message("ship-taken", "That ship is already in a row; each number exists only once.")
NOT_LAST_STAGE = Message(
    "not-last-stage", "The game is not over: nobody has turned over six cards, or the stage is not over."
)
NOT_FREE = Message("not-free", "This card is not free: no bonus or reward allows it now.")
ONE_CARD_PAYS = Message(
    "one-card-pays", "A ship or a palace action is paid with exactly one dice card, or with an administrator."
)
KARMA_NEEDS_A_DIE = Message("karma-needs-a-die", "Karma changes a die; it cannot pay alone.")
NOT_FOR_SALE = Message("not-for-sale", "Goods cards are free; enter them as goods.")
NOT_GOODS = Message("not-goods", "A goods card shows goods only.")
NEEDS_A_REWARD = Message("needs-a-reward", "Choose the reward of the ship.")
NO_REWARD = Message("no-reward", "Only ships and palace action 5 give a reward.")
GOOD_MISSING = Message("good-missing", "Ships with this reward show a good. Choose it first.")
GOOD_NOT_SHOWN = Message("good-not-shown", "Ships with this reward show no good.")
NOT_THE_LAST_SHIP = Message("not-the-last-ship", "No row ends with a ship that has this reward.")
NOT_DUE = Message("not-due", "There is nothing of this kind to forgo.")
DAY_SIDE_UP = Message("day-side-up", "At this table the scoring cards lie day side up; nobody knows their order.")
LAID_ALREADY = Message("laid-already", "This card already lies in your row, or you have turned over a card.")
OUT_OF_RANGE = Message(
    "out-of-range", "%(counter)s: from %(low)s to %(high)s. Enter tokens that are exchanged as forgotten ones."
)
NOT_IN_DISPLAY = Message("not-in-display", "This card is not in the display.")

NOTHING = "nothing"
EXPECTED_PAID = "2, 1+karma, joker, 2+joker, nothing"


@dataclass(frozen=True)
class Paid:
    """What a card was paid with, in counts; its text is the parts joined by +."""

    dice: int = 0
    karma: int = 0
    administrators: int = 0  # as jokers

    @property
    def cards(self) -> int:
        return self.dice + self.administrators

    @property
    def free(self) -> bool:
        return not self.cards and not self.karma

    def __str__(self) -> str:
        dice = [str(self.dice)] if self.dice else []
        return "+".join([*dice, *["karma"] * self.karma, *["joker"] * self.administrators]) or NOTHING


def parse_paid(text: str) -> Paid:
    """Parse a payment. Raises Unreadable, or IllegalMove for an impossible number of dice cards."""
    parts = [] if text == NOTHING else text.split("+")
    dice = [part for part in parts if part not in ("karma", "joker")]
    if len(dice) > 1 or (dice and not dice[0].isdigit()):
        raise Unreadable(text, EXPECTED_PAID)
    return Paid(parse_number(dice, 1, HAND_LIMIT) if dice else 0, parts.count("karma"), parts.count("joker"))


Payment = Annotated[Paid, ReadBy(parse_paid)]
Reward = Annotated[str, OneOf(tuple(REWARDS))]
AnyCard = Annotated[Card, ReadBy(parse_card)]


def check_paid(board: Board, paid: Paid) -> Refusal | None:
    if paid.karma and not paid.dice:
        return Refusal(KARMA_NEEDS_A_DIE)
    owned = (
        ("dice", board.hand, paid.dice),
        ("karma", board.karma, paid.karma),
        ("administrators", board.administrators, paid.administrators),
    )
    short = next(((token, left) for token, left, needed in owned if left < needed), None)
    return Refusal(NOT_ENOUGH, token=short[0], left=short[1]) if short else None


# The card of a turn


class Action(GameEntry):
    """Something a player takes from the middle: the action of the turn, or free because of a reward or a bonus."""

    @property
    def payment(self) -> Paid:
        return Paid()

    @property
    def kind(self) -> str:
        """What it counts as when it is free."""
        return ""

    def find_source(self, board: Board) -> str:
        """Return what allows it: something due that makes it free, or the action of the turn."""
        kinds = (self.kind, "top") if self.kind and self.payment.free else ()
        return next((kind for kind in kinds if kind in board.due), "action")

    def check(self, game: CardsKarmaGame, player: str) -> Refusal | None:
        board = game.boards[player]
        if board.choices:
            return Refusal(TO_DO_FIRST, what="to-choose")
        if self.find_source(board) == "action":
            begun = game.begin_turn(player, to_act=True)
            if isinstance(begun, Refusal):
                return begun
            game, board = begun, begun.boards[player]
            if not board.actions:
                return Refusal(NO_ACTION_LEFT)
        return self.check_card(game, board)

    def check_card(self, game: CardsKarmaGame, board: Board) -> Refusal | None:
        return None

    def check_price(self, board: Board, one_card: bool) -> Refusal | None:
        if self.payment.free:
            return Refusal(NOT_FREE) if self.find_source(board) == "action" else None
        if one_card and self.payment.cards != 1:
            return Refusal(ONE_CARD_PAYS)
        return check_paid(board, self.payment)

    def enter(self, game: CardsKarmaGame, player: str) -> CardsKarmaGame:
        source = self.find_source(game.boards[player])
        if source == "action":
            begun = game.begin_turn(player, to_act=True)
            assert isinstance(begun, CardsKarmaGame)
            game = replace(begun.change(player, actions=begun.boards[player].actions - 1), acted=True)
        else:
            due = list(game.boards[player].due)
            due.remove(source)
            game = game.change(player, due=tuple(due))
        board, paid = game.boards[player], self.payment
        game = game.change(
            player,
            hand=board.hand - paid.dice,
            karma=board.karma - paid.karma,
            administrators=board.administrators - paid.administrators,
        )
        return self.carry_out(game, player, source).go_on(player)

    def carry_out(self, game: CardsKarmaGame, player: str, source: str) -> CardsKarmaGame:
        raise NotImplementedError


class TakeDie(Action):
    """Take a card from the middle into the hand."""

    form = "die"
    label = N_("Dice card taken")

    def carry_out(self, game: CardsKarmaGame, player: str, source: str) -> CardsKarmaGame:
        return game.gain(player, {"dice": 1})


class Buy(Action):
    """Pay for a building or a ship; a ship has a reward."""

    form = "buy {card} for {paid} [gives {reward}]"
    label = N_("Card taken: %(card)s")
    card: AnyCard
    paid: Payment
    reward: Reward = ""

    @property
    def kind(self) -> str:
        return self.card.kind

    @property
    def payment(self) -> Paid:
        return self.paid

    def check_card(self, game: CardsKarmaGame, board: Board) -> Refusal | None:
        ship = self.card.ship
        if self.card.kind == "goods":
            return Refusal(NOT_FOR_SALE)
        if game.has_ship(ship):
            return Refusal(SHIP_TAKEN)
        if ship is None and self.reward:
            return Refusal(NO_REWARD)
        if ship is not None and not self.reward:
            return Refusal(NEEDS_A_REWARD)
        if shows_good(self.reward) != bool(self.card.goods) and ship is not None:
            return Refusal(GOOD_NOT_SHOWN if self.card.goods else GOOD_MISSING)
        return self.check_price(board, one_card=ship is not None)

    def carry_out(self, game: CardsKarmaGame, player: str, source: str) -> CardsKarmaGame:
        card = replace(self.card, reward=self.reward)
        if card.ship is None:
            return game.place(player, card, {"fame": len(card.buildings)}, source)
        return game.learn_ship(card).place(player, card, REWARDS[self.reward], source)


class BuyKnownShip(Action):
    """Pay for a ship whose reward was entered before."""

    form = "pay {paid} for ship {number}"
    label = N_("Ship %(number)s (%(paid)s)")
    paid: Payment
    number: Annotated[int, Between(SHIPS[0], SHIPS[-1])]

    @property
    def kind(self) -> str:
        return "ship"

    @property
    def payment(self) -> Paid:
        return self.paid

    def find_ship(self, game: CardsKarmaGame) -> Buy:
        ship = game.known_ships[self.number]
        return Buy(replace(ship, reward=""), self.paid, ship.reward)

    def check_card(self, game: CardsKarmaGame, board: Board) -> Refusal | None:
        known = self.number in game.known_ships
        return self.find_ship(game).check_card(game, board) if known else Refusal(NEEDS_A_REWARD)

    def carry_out(self, game: CardsKarmaGame, player: str, source: str) -> CardsKarmaGame:
        ship = self.find_ship(game)
        told = game.announce(player, SHIP_GIVES, number=self.number, reward=f"reward-{ship.reward}")
        return ship.carry_out(told, player, source)


class TakeGoods(Action):
    """Take a goods card, some of which give a coin."""

    form = "goods {card} [coin]"
    label = N_("Card taken: %(card)s")
    card: AnyCard
    coin: bool = False

    @property
    def kind(self) -> str:
        return "goods"

    def check_card(self, game: CardsKarmaGame, board: Board) -> Refusal | None:
        return None if self.card.kind == "goods" else Refusal(NOT_GOODS)

    def carry_out(self, game: CardsKarmaGame, player: str, source: str) -> CardsKarmaGame:
        return game.place(player, self.card, {"coins": int(self.coin)}, source)


class Palace(Action):
    """Pay for a palace action; the fifth also gives the reward of a ship."""

    form = "pay {paid} for palace {action} [gives {reward}]"
    label = N_("Palace %(action)s: %(effect)s")
    paid: Payment
    action: Annotated[int, Between(min(PALACE), max(PALACE))]
    reward: Reward = ""

    @property
    def kind(self) -> str:
        return "palace"

    @property
    def payment(self) -> Paid:
        return self.paid

    def check_card(self, game: CardsKarmaGame, board: Board) -> Refusal | None:
        rewards = game.find_last_rewards()
        if self.action != SHIP_REWARD and self.reward:
            return Refusal(NO_REWARD)
        if self.action == SHIP_REWARD and self.reward and self.reward not in rewards:
            return Refusal(NOT_THE_LAST_SHIP)
        if self.action == SHIP_REWARD and not self.reward and rewards and "" not in rewards:
            return Refusal(NEEDS_A_REWARD)
        return self.check_price(board, one_card=True)

    def carry_out(self, game: CardsKarmaGame, player: str, source: str) -> CardsKarmaGame:
        coins = count_goods(game.boards[player].display) if self.action == COIN_PER_GOOD else 0
        gains = add_up({"coins": coins}, PALACE[self.action], REWARDS[self.reward] if self.reward else {})
        return game.take_card(source).gain(player, gains)


# The rest of a turn


class UseAdministrator(GameEntry):
    """Put back an administrator for another action, or for two dice cards from the stack."""

    form = "administrator {use}"
    label = N_("Administrator: %(use)s")
    use: Annotated[str, OneOf(tuple(ADMINISTRATOR))]

    def check(self, game: CardsKarmaGame, player: str) -> Refusal | None:
        begun = game.begin_turn(player)
        if isinstance(begun, Refusal):
            return begun
        if begun.boards[player].choices:
            return Refusal(TO_DO_FIRST, what="to-choose")
        return check_paid(begun.boards[player], Paid(administrators=1))

    def enter(self, game: CardsKarmaGame, player: str) -> CardsKarmaGame:
        begun = game.begin_turn(player)
        assert isinstance(begun, CardsKarmaGame)
        returned = begun.change(player, administrators=begun.boards[player].administrators - 1)
        return returned.gain(player, ADMINISTRATOR[self.use]).go_on(player)


class Choose(GameEntry):
    """Choose between sets that share a symbol; options are numbered from 1, as in `Board.choices`."""

    form = "choose {option}"
    label = N_("Chosen: option %(option)s")
    option: Annotated[int, Between(1, 99)]

    def check(self, game: CardsKarmaGame, player: str) -> Refusal | None:
        options = len(game.boards[player].choices)
        if not options:
            return Refusal(NOTHING_TO_CHOOSE)
        return None if self.option <= options else Refusal(NO_SUCH_OPTION, high=options)

    def enter(self, game: CardsKarmaGame, player: str) -> CardsKarmaGame:
        return game.resolve(player, game.boards[player].choices[self.option - 1], {}).go_on(player)


class Reveal(GameEntry):
    """Enter the bonus of the scoring card just turned."""

    form = "reveal {bonus}"
    label = N_("Bonus of the scoring card: %(bonus)s")
    bonus: Annotated[str, OneOf(tuple(SCORING_CARD_OF))]

    def check(self, game: CardsKarmaGame, player: str) -> Refusal | None:
        board = game.boards[player]
        if not board.unrevealed:
            return Refusal(NOTHING_TO_REVEAL)
        return None if self.bonus in board.list_bonuses_left() else Refusal(BONUS_SEEN)

    def enter(self, game: CardsKarmaGame, player: str) -> CardsKarmaGame:
        card, *rest = game.boards[player].unrevealed
        return game.change(player, unrevealed=tuple(rest)).book_bonus(player, card, self.bonus).go_on(player)


class Forgo(GameEntry):
    """Decline something that could be carried out for free."""

    form = "forgo {due}"
    label = N_("Declined: %(due)s")
    due: Annotated[str, OneOf(FREE)]

    def check(self, game: CardsKarmaGame, player: str) -> Refusal | None:
        return None if self.due in game.boards[player].due else Refusal(NOT_DUE)

    def enter(self, game: CardsKarmaGame, player: str) -> CardsKarmaGame:
        due = list(game.boards[player].due)
        due.remove(self.due)
        return game.change(player, due=tuple(due)).go_on(player)


class EndTurn(GameEntry):
    """End the turn of a player who could still use an administrator or has another action."""

    form = "done"
    label = N_("Turn ended")

    def check(self, game: CardsKarmaGame, player: str) -> Refusal | None:
        if game.over:
            return Refusal(NO_TURNS_LEFT)
        if player != game.current:
            return Refusal(NOT_YOUR_TURN, player=game.current)
        if not game.acted:
            return Refusal(NEEDS_AN_ACTION)
        to_do = game.boards[player].to_do
        return Refusal(TO_DO_FIRST, what=to_do) if to_do else None

    def enter(self, game: CardsKarmaGame, player: str) -> CardsKarmaGame:
        return game.end_turn()


class SkipTurn(GameEntry):
    """End the turn of a player who is away; sets to choose and bonuses to enter wait for them."""

    form = "skip"
    label = N_("Turn skipped")

    def check(self, game: CardsKarmaGame, player: str) -> Refusal | None:
        if game.over:
            return Refusal(NO_TURNS_LEFT)
        return None if player == game.current else Refusal(NOT_YOUR_TURN, player=game.current)

    def enter(self, game: CardsKarmaGame, player: str) -> CardsKarmaGame:
        return game.change(player, due=()).end_turn()


class FinishCardsKarma(GameEntry):
    """End the game after the last stage, when everything is entered."""

    form = "finish"
    label = N_("Game finished")

    def check(self, game: CardsKarmaGame, player: str) -> Refusal | None:
        if game.over:
            return None
        ended = EndTurn().check(game, game.current) is None and game.end_turn().over
        return None if ended else Refusal(NOT_LAST_STAGE)

    def enter(self, game: CardsKarmaGame, player: str) -> CardsKarmaGame:
        return replace(game, finished=True)


class LayScoringCard(GameEntry):
    """Lay the next scoring card from the left, night side up; the sixth follows from the others."""

    form = "lay {card}"
    label = N_("Next scoring card from the left: %(card)s")
    card: Annotated[str, OneOf(LAYABLE)]

    def check(self, game: CardsKarmaGame, player: str) -> Refusal | None:
        board = game.boards[player]
        if not game.night:
            return Refusal(DAY_SIDE_UP)
        return Refusal(LAID_ALREADY) if self.card in board.order or board.turned else None

    def enter(self, game: CardsKarmaGame, player: str) -> CardsKarmaGame:
        order = (*game.boards[player].order, self.card)
        rest = [other for other in LAYABLE if other not in order]
        return game.change(player, order=(*order, *rest) if len(rest) == 1 else order)


# Corrections, which anybody can make at any time until the game is finished


class CounterCorrection(GameEntry):
    """Set a counter to what lies on the table; nothing follows from it."""

    def find_target(self, game: CardsKarmaGame, player: str) -> tuple[str, int]:
        """Return the counter and its new value."""
        raise NotImplementedError

    def check(self, game: CardsKarmaGame, player: str) -> Refusal | None:
        counter, value = self.find_target(game, player)
        low, high = game.find_limits(player, counter)
        return None if low <= value <= high else Refusal(OUT_OF_RANGE, counter=f"counter-{counter}", low=low, high=high)

    def enter(self, game: CardsKarmaGame, player: str) -> CardsKarmaGame:
        return game.set_counter(player, *self.find_target(game, player))


class SetCounter(CounterCorrection):
    form = "set {counter} {value}"
    label = N_("Corrected: %(counter)s = %(value)s")
    counter: Annotated[str, OneOf(COUNTERS)]
    value: Annotated[int, Between(0, CARDS)]

    def find_target(self, game: CardsKarmaGame, player: str) -> tuple[str, int]:
        return self.counter, self.value


class CounterStep(CounterCorrection):
    form = "{counter} {steps}"
    label = N_("Corrected: %(counter)s %(steps)s")
    counter: Annotated[str, OneOf(COUNTERS)]
    steps: Annotated[int, Between(-CARDS, CARDS)]

    def find_target(self, game: CardsKarmaGame, player: str) -> tuple[str, int]:
        return self.counter, game.count(player, self.counter) + self.steps


class Gain(GameEntry):
    """Enter tokens that were forgotten, with the exchanges that they trigger."""

    form = "gain {token} {amount}"
    label = N_("Forgotten: %(gains)s")
    token: Literal["fame", "coins", "karma", "administrators"]
    amount: Annotated[int, Between(1, 9)]

    def enter(self, game: CardsKarmaGame, player: str) -> CardsKarmaGame:
        return game.gain(player, {self.token: self.amount})


class AddCard(GameEntry):
    """Add a card that is missing in the display, without what it costs and gives."""

    form = "add {card}"
    label = N_("Corrected: added to the display: %(card)s")
    card: AnyCard

    def check(self, game: CardsKarmaGame, player: str) -> Refusal | None:
        return Refusal(SHIP_TAKEN) if game.has_ship(self.card.ship) else None

    def enter(self, game: CardsKarmaGame, player: str) -> CardsKarmaGame:
        return game.set_display(player, (*game.boards[player].display, self.card))


class RemoveCard(GameEntry):
    """Remove a card that does not lie in the display."""

    form = "remove {card}"
    label = N_("Corrected: removed from the display: %(card)s")
    card: AnyCard

    def check(self, game: CardsKarmaGame, player: str) -> Refusal | None:
        shown = map(str, game.boards[player].display)
        return None if str(self.card) in shown else Refusal(NOT_IN_DISPLAY)

    def enter(self, game: CardsKarmaGame, player: str) -> CardsKarmaGame:
        display = list(game.boards[player].display)
        display.remove(next(card for card in reversed(display) if str(card) == str(self.card)))
        return game.set_display(player, tuple(display))


ENTRIES: tuple[type[GameEntry], ...] = (
    *(TakeDie, Buy, BuyKnownShip, TakeGoods, Palace, UseAdministrator, Choose, Reveal, Forgo),
    *(EndTurn, SkipTurn, FinishCardsKarma, LayScoringCard, SetCounter, CounterStep, Gain, AddCard, RemoveCard),
)
EXAMPLES = (
    "die, buy red+tea3 for 2, buy ship12 for 1 gives coins, pay 1 for ship 12, goods tea2+silk1 coin, "
    "pay 1 for palace 3, administrator again, reveal karma, choose 1, forgo goods, done, finish; "
    "to correct something: set fame 2, coins -1, gain fame 1, add red+tea3, remove ship12"
)
