"""A game of Cards & Karma as its assistant follows it: tokens, displays, hands, cards in the middle, turns, the end.

An entry books what a card costs and what it gives together, with all sets and exchanges that follow. A turn ends by
itself when nothing more is possible in it, with *Done*, or with the first entry of the next player.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from companion.games.cards_karma.rules.cards import (
    BONUSES,
    CARDS,
    FREE,
    HAND_LIMIT,
    KNOWN_SHIPS,
    LAYABLE,
    MOST_COINS,
    MOST_FAME,
    MOST_KARMA,
    SCORING_CARD_OF,
    SCORING_CARDS,
    STARTING_DICE_CARDS,
    Card,
    Effect,
    Resolution,
    add_card,
    add_up,
    count_grid_cards,
    find_last_ship,
    find_resolutions,
    read_ships,
    write_ships,
)
from companion.rules.assistant import NOT_YOUR_TURN, TrackedGame
from companion.rules.messages import Happening, Message, Refusal

FAME_FOR_A_CARD = 3  # turns over the leftmost face-down scoring card
COINS_FOR_A_CARD = 6  # the rightmost
KARMA_FOR_AN_ADMINISTRATOR = 3
ADMINISTRATORS_FOR_FAME = 3
FAME_FOR_ADMINISTRATORS = 2
STAGES_IN_A_ROUND = 2
LAID_OUT_AGAIN = 4  # cards, when the middle is empty

TOKENS = ("fame", "coins", "karma", "administrators")
SHARED = ("middle", "stack")
COUNTERS = (*TOKENS, "hand", "left", "right", *SHARED)

# What to do now
TAKE_A_CARD = Message("take-a-card", "%(player)s takes a card.")
LAST_TURN = Message("last-turn", "%(player)s takes a card: the last turn.")
TO_DO = Message("to-do", "%(player)s: %(what)s.")
MAY_CONTINUE = Message("may-continue", "%(player)s can still use an administrator; otherwise the next player goes on.")
MAY_FINISH = Message("may-finish", "%(player)s can still use an administrator; otherwise finish the game.")
STAGE_OVER = Message("last-stage-done", "The last stage is over. Correct what is missing, then finish the game.")

# Announcements
START_KARMA = Message("start-karma", "Second stage: %(player)s turns the elephant over and takes a karma.")
ROUND_BEGINS = Message(
    "round-begins", "Round %(round)s: the elephant goes to %(player)s. Refill the middle to %(cards)s cards."
)
END_TRIGGERED = Message(
    "end-triggered", "%(player)s has turned over all six scoring cards! This stage is played to its end."
)
LAST_STAGE = Message("last-stage", "The last stage: the game ends after %(player)s’s turn.")
KARMA_EXCHANGED = Message("karma-to-administrator", "Three karma! Put them back and take an administrator.")
ADMINISTRATORS_EXCHANGED = Message(
    "administrators-to-fame", "Three administrators! Put them back and take 2 fame tokens."
)
TURNED = Message(
    "turned", "Put back %(tokens)s and turn over scoring card %(card)s, counted from the left. Which bonus is on it?"
)
TURNED_KNOWN = Message(
    "turned-known",
    "Put back %(tokens)s and turn over scoring card %(card)s, counted from the left. You get: %(bonus)s.",
)
SHIP_GIVES = Message("ship-gives", "Ship %(number)s: %(reward)s.")
FREE_PALACE = Message("bonus-palace", "Take a palace action from the middle and carry it out for free.")
FREE_SHIP = Message("bonus-ship", "Take a ship from the middle for free, and its reward.")
TWO_DICE = Message("bonus-dice", "Take two cards from the middle as dice cards; at most eight in hand.")
ANOTHER_TURN = Message("bonus-turn", "Take another turn after this one.")
SET = Message("set", "A set: %(sets)s! Take %(gains)s. Discard these cards: %(cards)s.")
ROW_LOST = Message(
    "row-lost", "This ship has a lower number than the last one, so discard the row before it: %(cards)s."
)
TOO_MANY_CARDS = Message(
    "hand-limit", "At most eight dice cards in hand. Discard before you take the new ones: %(count)s."
)
MIDDLE_EMPTY = Message("middle-empty", "The middle is empty: lay out four cards from the stack.")
RESHUFFLE = Message("reshuffle", "The stack is used up: shuffle the discard pile into a new one, action side up.")

TO_CARRY_OUT = {"palace": FREE_PALACE, "ship": FREE_SHIP, "dice": TWO_DICE, "turn": ANOTHER_TURN}  # more than tokens

# Refusals
NOT_ACTED = Message(
    "not-acted",
    "It is %(player)s’s turn, and no card has been entered yet. If %(player)s is away, the host can skip the turn.",
)
WAIT_FOR = Message("wait-for", "First %(player)s: %(what)s.")
NO_TURNS_LEFT = Message("no-turns-left", "The last stage is over: there are no more turns. Corrections are possible.")


@dataclass(frozen=True)
class Board:
    """A player's tokens, scoring cards, display and hand."""

    fame: int = 0
    coins: int = 0
    karma: int = 0
    administrators: int = 0
    hand: int = STARTING_DICE_CARDS  # dice cards
    left: int = 0  # scoring cards turned over from the left, with fame
    right: int = 0  # from the right, with coins
    bonuses: tuple[tuple[int, str], ...] = ()  # of turned cards (1 to 6 from the left), as far as they are known
    unrevealed: tuple[int, ...] = ()  # turned cards whose bonus is still to be entered
    order: tuple[str, ...] = ()  # scoring cards from the left, if the night side lies up
    sixth: int | None = None  # the stage, from 0, in which the sixth scoring card was turned
    display: tuple[Card, ...] = ()
    choices: tuple[Resolution, ...] = ()  # ways to take sets that share a symbol
    actions: int = 1  # left in this turn, or in the next one
    due: tuple[str, ...] = ()  # to carry out for free

    @property
    def turned(self) -> int:
        return self.left + self.right

    @property
    def to_do(self) -> str:
        """What the player must decide before the turn can end, as a term; empty if nothing is left."""
        if self.choices:
            return "to-choose"
        if self.unrevealed:
            return "to-reveal"
        return f"to-take-{self.due[0]}" if self.due else ""

    def is_turned(self, card: int) -> bool:
        return card <= self.left or card > SCORING_CARDS - self.right

    def list_bonuses_left(self) -> tuple[str, ...]:
        """List the bonuses that the first turned card without one can have; each card exists once."""
        seen = {SCORING_CARD_OF[bonus] for _, bonus in self.bonuses}
        if self.unrevealed and len(self.order) == SCORING_CARDS:
            seen = {*LAYABLE} - {self.order[self.unrevealed[0] - 1]}
        return tuple(bonus for bonus, card in SCORING_CARD_OF.items() if card not in seen)


@dataclass(frozen=True)
class CardsKarmaGame(TrackedGame):
    """The players are in the order of seats, the first start player first."""

    boards: Mapping[str, Board]
    middle: int  # cards
    stack: int
    night: bool = False  # the scoring cards lie night side up
    turns: int = 0  # that are over
    acted: bool = False  # the current player has taken a card

    # Turns

    @property
    def stages_done(self) -> int:
        return self.turns // len(self.players)

    @property
    def round(self) -> int:
        return 1 + self.stages_done // STAGES_IN_A_ROUND

    @property
    def stage(self) -> int:
        return 1 + self.stages_done % STAGES_IN_A_ROUND

    @property
    def turn_order(self) -> tuple[str, ...]:
        """The players clockwise from this round's start player."""
        first = (self.round - 1) % len(self.players)
        return self.players[first:] + self.players[:first]

    @property
    def current(self) -> str:
        return self.turn_order[self.turns % len(self.players)]

    @property
    def last_stage(self) -> int | None:
        """The stage, from 0, in which a player turned the sixth card."""
        return min((board.sixth for board in self.boards.values() if board.sixth is not None), default=None)

    @property
    def over(self) -> bool:
        """Whether the last stage is over; only corrections and the end of the game are left to enter."""
        return self.last_stage is not None and self.stages_done > self.last_stage

    @property
    def turn(self) -> str | None:
        return None if self.over else self.current

    def list_notices(self) -> list[Happening]:
        """List what everybody should keep in mind: the last stage."""
        if self.last_stage is None or self.over:
            return []
        return [Happening(LAST_STAGE, player=self.turn_order[-1])]

    def prompt(self) -> Happening:
        if self.over:
            return Happening(STAGE_OVER)
        player, board = self.current, self.boards[self.current]
        if board.to_do:
            return Happening(TO_DO, player=player, what=board.to_do)
        if self.acted and board.actions:
            return Happening(TO_DO, player=player, what="to-act")
        if self.acted:
            return Happening(MAY_FINISH if self.end_turn().over else MAY_CONTINUE, player=player)
        return Happening(TAKE_A_CARD if self.last_stage is None else LAST_TURN, player=player)

    def begin_turn(self, player: str, to_act: bool = False) -> "CardsKarmaGame | Refusal":
        """Return the game in which it is this player's turn; their first entry ends the turn before.

        At a table of two, whoever ends a round also begins the next one: with the next action (`to_act`).
        """
        if self.over:
            return Refusal(NO_TURNS_LEFT)
        board = self.boards[self.current]
        if player == self.current and not (to_act and self.acted and not board.actions):
            return self
        following = self.end_turn()
        if player == self.current and (board.to_do or following.over or following.current != player):
            return self
        if following.over or following.current != player:
            return Refusal(NOT_YOUR_TURN, player=self.current)
        if not self.acted:
            return Refusal(NOT_ACTED, player=self.current)
        what = board.to_do or ("to-act" if board.actions else "")
        return Refusal(WAIT_FOR, player=self.current, what=what) if what else following

    def end_turn(self) -> Self:
        """End the turn, and the stage and the round with it: refill the middle, give the start player a karma."""
        game = replace(self.change(self.current, actions=1), turns=self.turns + 1, acted=False)
        if game.over or game.turns % len(game.players):
            return game
        if game.stage == STAGES_IN_A_ROUND:
            game = game.announce(None, START_KARMA, player=game.current)
            return game.gain(game.current, {"karma": 1})
        grid = count_grid_cards(len(game.players))
        missing = max(0, grid - game.middle)
        game = game.announce(None, ROUND_BEGINS, round=game.round, player=game.current, cards=grid)
        return replace(game, middle=game.middle + missing)._draw(missing)

    def go_on(self, player: str) -> Self:
        """End the turn if nothing more is possible in it."""
        board = self.boards[player]
        if player != self.current or self.over or not self.acted or board.to_do:
            return self
        return self if board.actions or board.administrators else self.end_turn()

    # What cards and tokens do

    def change(self, player: str, **changes: Any) -> Self:
        return replace(self, boards={**self.boards, player: replace(self.boards[player], **changes)})

    def gain(self, player: str, gains: Effect) -> Self:
        """Book what an effect gives: cards for the hand, tokens with their exchanges, actions, and what is free."""
        board, from_middle, drawn = self.boards[player], gains.get("dice", 0), gains.get("drawn", 0)
        tokens = {token: getattr(board, token) + gains.get(token, 0) for token in TOKENS}
        due = (*board.due, *(name for name in FREE for _ in range(gains.get(name, 0))))
        hand = board.hand + from_middle + drawn
        game = self.change(
            player, due=due, actions=board.actions + gains.get("turns", 0), hand=min(hand, HAND_LIMIT), **tokens
        )
        if hand > HAND_LIMIT:
            game = game.announce(player, TOO_MANY_CARDS, count=hand - HAND_LIMIT)
        return game.take_from_middle(from_middle)._draw(drawn)._exchange(player)

    def take_from_middle(self, cards: int) -> Self:
        game = self
        for _ in range(cards):
            game = replace(game, middle=game.middle - 1)
            if game.middle <= 0:
                game = replace(game.announce(None, MIDDLE_EMPTY), middle=LAID_OUT_AGAIN)._draw(LAID_OUT_AGAIN)
        return game

    def _draw(self, cards: int) -> Self:
        """Take cards that are already counted elsewhere from the stack; a used-up one is made of the discard pile."""
        if not cards or self.stack > cards:
            return replace(self, stack=self.stack - cards)
        in_play = self.middle + sum(board.hand + len(board.display) for board in self.boards.values())
        return replace(self.announce(None, RESHUFFLE), stack=max(1, CARDS - in_play))

    def _exchange(self, player: str) -> Self:
        """Exchange tokens as often as possible. After the sixth card, fame and coins are no longer exchanged."""
        board = self.boards[player]
        face_down = board.turned < SCORING_CARDS
        if board.karma >= KARMA_FOR_AN_ADMINISTRATOR:
            game = self.announce(player, KARMA_EXCHANGED)
            return game.change(
                player, karma=board.karma - KARMA_FOR_AN_ADMINISTRATOR, administrators=board.administrators + 1
            )._exchange(player)
        if board.administrators >= ADMINISTRATORS_FOR_FAME:
            game = self.announce(player, ADMINISTRATORS_EXCHANGED)
            return game.change(
                player,
                administrators=board.administrators - ADMINISTRATORS_FOR_FAME,
                fame=board.fame + FAME_FOR_ADMINISTRATORS,
            )._exchange(player)
        if face_down and board.fame >= FAME_FOR_A_CARD:
            game = self.change(player, fame=board.fame - FAME_FOR_A_CARD, left=board.left + 1)
            return game._turn_card(player, board.left + 1, f"fame:{FAME_FOR_A_CARD}")
        if face_down and board.coins >= COINS_FOR_A_CARD:
            game = self.change(player, coins=board.coins - COINS_FOR_A_CARD, right=board.right + 1)
            return game._turn_card(player, SCORING_CARDS - board.right, f"coins:{COINS_FOR_A_CARD}")
        return self

    def _turn_card(self, player: str, card: int, tokens: str) -> Self:
        """Turn a card over; a bonus that is known and leaves no choice is booked at once."""
        board = self.boards[player]
        known = board.order[card - 1] if len(board.order) == SCORING_CARDS else ""
        if known in BONUSES:
            game = self.announce(player, TURNED_KNOWN, tokens=tokens, card=card, bonus=f"bonus-{known}")
            return game.note_sixth(player).book_bonus(player, card, known)
        game = self.announce(player, TURNED, tokens=tokens, card=card).note_sixth(player)
        return game.change(player, unrevealed=(*board.unrevealed, card))._exchange(player)

    def book_bonus(self, player: str, card: int, bonus: str) -> Self:
        game = self.change(player, bonuses=(*self.boards[player].bonuses, (card, bonus)))
        if bonus in TO_CARRY_OUT:
            game = game.announce(player, TO_CARRY_OUT[bonus])
        return game.gain(player, BONUSES[bonus])

    def note_sixth(self, player: str) -> Self:
        """Note the stage in which the sixth card was turned: the stage before for a player who has yet to play in this
        one, because then something of their last turn is entered late."""
        board = self.boards[player]
        if board.turned < SCORING_CARDS:
            return self.change(player, sixth=None)
        if board.sixth is not None:
            return self
        waiting = self.turn_order.index(player) > self.turns % len(self.players)
        return self.change(player, sixth=max(0, self.stages_done - waiting)).announce(
            None, END_TRIGGERED, player=player
        )

    def place(self, player: str, card: Card, gains: Effect, source: str) -> Self:
        """Add a card to the display: first what it gives, then the sets; if sets share a symbol, the player chooses."""
        board = self.boards[player]
        display = add_card(board.display, card)
        lost = tuple(old for old in board.display if old not in display)
        game = self.change(player, display=display).take_card(source)
        if lost:
            game = game.announce(player, ROW_LOST, cards=",".join(map(str, lost)))
        ways = find_resolutions(display)
        if len(ways) == 1:
            return game.resolve(player, ways[0], gains)
        if ways:
            game = game.change(player, choices=ways)
        return game.gain(player, gains)

    def take_card(self, source: str) -> Self:
        return self._draw(1) if source == "top" else self.take_from_middle(1)

    def resolve(self, player: str, way: Resolution, gains: Effect) -> Self:
        """Take the sets of a resolution, together with what else the card gives."""
        sets, cards = ",".join(way.kinds), ",".join(map(str, way.discarded))
        game = self.change(player, display=way.kept, choices=())
        game = game.announce(player, SET, sets=sets, gains=way.gains, cards=cards)
        return game.gain(player, add_up(gains, {"coins": way.coins, "administrators": way.administrators}))

    # Corrections

    def count(self, player: str, counter: str) -> int:
        value: int = getattr(self if counter in SHARED else self.boards[player], counter)
        return value

    def find_limits(self, player: str, counter: str) -> tuple[int, int]:
        """Return the lowest and the highest number that can lie on the table."""
        board = self.boards[player]
        complete = board.turned == SCORING_CARDS
        return {
            "fame": (0, MOST_FAME if complete else FAME_FOR_A_CARD - 1),
            "coins": (0, MOST_COINS if complete else COINS_FOR_A_CARD - 1),
            "karma": (0, MOST_KARMA),
            "administrators": (0, ADMINISTRATORS_FOR_FAME - 1),
            "hand": (0, HAND_LIMIT),
            "left": (0, SCORING_CARDS - board.right),
            "right": (0, SCORING_CARDS - board.left),
            "middle": (1, count_grid_cards(len(self.players))),
            "stack": (1, CARDS),
        }[counter]

    def set_counter(self, player: str, counter: str, value: int) -> Self:
        """Set exactly this counter: nothing is exchanged, no bonus is given."""
        if counter in SHARED:
            return replace(self, **{counter: value})  # type: ignore[arg-type]
        game = self.change(player, **{counter: value})
        board = game.boards[player]
        bonuses = tuple((card, bonus) for card, bonus in board.bonuses if board.is_turned(card))
        unrevealed = tuple(card for card in board.unrevealed if board.is_turned(card))
        return game.change(player, bonuses=bonuses, unrevealed=unrevealed).note_sixth(player)

    def set_display(self, player: str, display: tuple[Card, ...]) -> Self:
        choices = find_resolutions(display) if self.boards[player].choices else ()
        return self.change(player, display=display, choices=choices)

    def find_last_rewards(self) -> tuple[str, ...]:
        """Return the rewards of the last ships of all rows; an empty one for a ship whose reward is not known."""
        ships = (find_last_ship(board.display) for board in self.boards.values())
        return tuple(dict.fromkeys(ship.reward for ship in ships if ship))

    @property
    def known_ships(self) -> Mapping[int, Card]:
        """The ships whose reward was entered before, at this table or an earlier one."""
        return read_ships(self.facts.get(KNOWN_SHIPS, ()))

    def learn_ship(self, ship: Card) -> Self:
        assert ship.ship is not None
        ships = write_ships({**self.known_ships, ship.ship: ship})
        return replace(self, facts={**self.facts, KNOWN_SHIPS: ships})

    def has_ship(self, number: int | None) -> bool:
        cards = (card for board in self.boards.values() for card in board.display)
        return number is not None and any(card.ship == number for card in cards)

    def scoring_input(self) -> Mapping[str, object]:
        boards = ((player, self.boards[player]) for player in self.players)
        return {
            "players": [
                {
                    "name": player,
                    "turned": board.turned,
                    "fame": min(board.fame, MOST_FAME),
                    "coins": min(board.coins, MOST_COINS),
                    "karma": board.karma,
                }
                for player, board in boards
            ]
        }


def new_game(players: Sequence[str], night: bool = False) -> CardsKarmaGame:
    """Begin a game; the players are in the order of seats, the first start player first."""
    grid = count_grid_cards(len(players))
    stack = CARDS - grid - STARTING_DICE_CARDS * len(players)
    return CardsKarmaGame(tuple(players), dict.fromkeys(players, Board()), grid, stack, night)
