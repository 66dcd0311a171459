"""The table's memory in a game of Agra: turns, the boat, orders, contracts, influence, dice and the last turns.

Goods, favour, workers and rupees stay on the board. An entry is what people would otherwise forget or have to look for;
every number can also be corrected to what the board shows.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Annotated, Any, NamedTuple, Self

from companion.games.agra.rules.scoring import (
    AKBAR_SPACES,
    BASIC,
    BUILDINGS,
    COVER_TILES,
    GOODS,
    GUILDS,
    LAST_INFLUENCE,
    LEVELS,
    MOST_RUPEES,
    NEUTRAL_IN_EACH_COLUMN,
    NOTABLES,
    NOTABLES_BY_LEVEL,
    ORDERS_IN_A_COLUMN,
    PLAYER_MARKERS,
    PRICE_TOKENS,
    find_free_order,
    find_guild,
    score,
)
from companion.rules.assistant import NOT_YOUR_TURN, Facts, GameEntry, TrackedGame
from companion.rules.messages import N_, Happening, Message, Refusal
from companion.rules.text_form import Between, OneOf, TextForm, Times

MOST_ROUNDS = 99
DIE = 6
FAVOUR = "favour"
BONUS_STEPS = {3: 1, 6: 2}  # favour, or one of the open tiles, on these steps of every influence track

# Refusals
ORDER_LIMIT = Message("order-limit-reached", "This column is full: it holds %(high)s markers at present.")
AKBAR_SERVED = Message("akbar-served", "Akbar has already been served this good.")
AKBAR_FULL = Message("akbar-full", "All of Akbar’s bowls are full.")
NO_SUCH_BOWL = Message("no-such-bowl", "Akbar has no bowl for this good.")
TOO_MUCH = Message("too-much", "Only numbers from %(low)s to %(high)s are possible here.")
BOAT_THERE = Message("boat-there", "The boat is already there.")
BOAT_NEEDED = Message("boat-needed", "The contracts entered so far have brought the boat to pier %(pier)s.")
NOTABLE_TAKEN = Message("notable-taken", "A player already has this notable’s contract.")
NOT_DRAWN = Message("not-drawn", "This notable is not along the river in this game.")
LEVEL_EMPTY = Message(
    "level-empty", "Only %(high)s notables of level %(level)s are along the river, and all their contracts are taken."
)
OUT_OF_REACH = Message("out-of-reach", "The boat has only reached the notables of level %(level)s.")
PRICE_UNCHANGED = Message("price-unchanged", "That changes nothing: check where the price tokens are.")
PRICES_ALL_LAID = Message("prices-all-laid", "All three price tokens are on goods. Return one of them first.")
BUILT_ALREADY = Message("built-already", "This building is already built.")
NOT_BUILT = Message("not-built", "This building is not built yet.")
BUILDER_GONE = Message("builder-gone", "Every building is built: the builder has left the game.")
NOT_CHANGED = Message("not-changed", "It is entered like this already.")
COUNT_FIRST = Message("count-first", "%(player)s’s rupees have not been counted yet.")

# Announcements: a turn
ORDER_IN_FULL = Message("order-in-full", "%(guild)s: all the rupees shown.")
ORDER_LESS_ONE = Message("order-less-one", "%(guild)s: one rupee less than shown, and up to step %(step)s.")
ORDER_PAYS = Message(
    "order-pays", "%(guild)s: all the rupees shown if nobody is higher; otherwise one less and a step up."
)
ORDER_MARKER = Message("order-marker", "%(guild)s: order marker down to %(order)s.")
ORDER_MARKER_UP = Message("order-marker-up", "%(guild)s: order marker up to %(order)s.")
STEP_UP = Message("step-up", "%(guild)s: up to step %(step)s.")
STEP_BONUS = Message("step-bonus", "%(guild)s, step %(step)s! Take %(favour)s favour or an open favour tile.")
STEP_LOST = Message("step-lost", "%(guild)s: below step %(step)s again. Return its favour or tile if you took it.")
# Contracts and the river
CONTRACT_WON = Message("contract-won", "%(player)s: contract of %(notable)s. The others take their markers as favour.")
STEP_BY_CARD = Message("step-by-card", "Delivered: go a step up with the guild on the card, and enter that step.")
IMMEDIATE: Mapping[str, Message] = {
    "sufi": Message("sufi", "Sufi: a meditation step for free."),
    "mosaic-maker": Message("mosaic-maker", "Mosaic Maker: choose any favour tile, open or from the stack."),
    "mujtahida": Message("mujtahida", "Mujtahida: build the first unbuilt building from the upper left for free."),
    "painter": Message("painter", "Painter: up to three workers stand up, and you go a step up on any track."),
    "sadr-us-sudur": Message("sadr-us-sudur", "Sadr us-Sudur: serve Akbar a good, in any free bowl of the same value."),
    **dict.fromkeys(
        ("grand-mufti", "grand-imam", "court-artist", "dewan"), Message("level-four", "Contract of level IV: 3 favour.")
    ),
}
PIER_REACHED = Message("pier", "The boat reaches pier %(pier)s!")
BOAT_BACK = Message("boat-back", "The boat is back at pier %(pier)s; the order limit is %(limit)s.")
LIMIT_RISES = Message("order-limit", "The order limit is now %(limit)s.")
BUILDER_IS_DUE = Message("builder-due", "The builder’s building is built for free. Roll the die for the builder.")
MERCHANT_IS_DUE = Message("merchant-due", "Roll the die for the merchant.")
FAVOUR_FOR_COTTON = Message("favour-for-cotton", "Everyone takes 1 favour for each cotton, at most 3.")
TOKENS_RETURN = Message("price-tokens-return", "All price tokens go back to the trader.")
FAVOUR_FOR_ALL = Message("favour-for-everyone", "Everyone takes 1 favour.")
GOOD_BY_COTTON = Message(
    "good-by-cotton", "Everyone takes a good: of value 1 without cotton, 2 with one cotton, 3 with more."
)
CLOTHES_PAY_MORE = Message("clothes-pay-more", "From now on clothes sell for one rupee more.")
# Buildings and dice
BUILT = Message("built", "%(good)s is built: a bonus tile, a second worker there, process up to three goods.")
BUILDER_BUILDS = Message("builder-builds", "The builder has built it: %(good)s.")
BUILDER_MOVES = Message(
    "builder-moves", "Die %(die)s: the builder goes to %(good)s, column %(column)s, %(row)s from the top."
)
BUILDER_STEPS = Message("builder-steps", "Die %(die)s: the builder goes that many unbuilt buildings on.")
BUILDER_LEAVES = Message("builder-leaves", "Every building is built: take the builder off the board.")
MERCHANT_MOVES = Message(
    "merchant-moves",
    "Die %(die)s: the merchant goes to %(good)s, column %(column)s, %(row)s from the top. A rupee on every building he"
    " passes.",
)
MERCHANT_STEPS = Message(
    "merchant-steps", "Die %(die)s: the merchant goes that many buildings on. A rupee on every building he passes."
)
# The end
LEVEL_FOUR_WON = Message("level-four-contract", "A contract of level IV is fulfilled!")
TOP_REACHED = Message("top-of-influence", "The top of an influence track is reached!")
COLUMN_FULL = Message("order-column-full", "A guild’s column is full of orders!")
END_ENTERED = Message("end-entered", "The end of the game is triggered!")
END_TRIGGERED = Message("end-triggered", "Finish this round; then everyone has one more turn.")
END_WITHDRAWN = Message("end-withdrawn", "The end of the game is not triggered after all.")
LAST_TURNS = Message("last-turns", "Round %(round)s: everyone takes their last turn.")
TURNS_OVER = Message("turns-over", "The last turns are over. Everyone counts their rupees.")
READY = Message("ready-to-finish", "All rupees are counted. Finish the game to see the result.")
TIED = Message("tied", "%(player)s is tied for the lead: enter the goods and favour left over.")
# What to do now
TURN = Message("turn", "%(player)s’s turn")
COUNT_RUPEES = Message("count-rupees", "%(player)s: how many rupees?")


class Pier(NamedTuple):
    level: int  # of the contracts that move the boat here
    contracts: int  # fulfilled contracts of that level needed
    events: tuple[Message, ...]
    order_limit: int  # in each guild's column from here on
    reach: int  # highest level of notables that can be supplied


PIERS: Mapping[int, Pier] = {
    1: Pier(1, 0, (), 3, 1),
    2: Pier(1, 2, (BUILDER_IS_DUE,), 3, 2),
    3: Pier(2, 1, (MERCHANT_IS_DUE, FAVOUR_FOR_COTTON), 4, 2),
    4: Pier(2, 2, (TOKENS_RETURN, FAVOUR_FOR_ALL), 5, 3),
    5: Pier(3, 1, (GOOD_BY_COTTON,), 6, 4),
    6: Pier(4, 1, (CLOTHES_PAY_MORE,), 6, 4),
}
LAST_PIER = max(PIERS)


@dataclass(frozen=True)
class AgraBoard:
    """What is known of one player."""

    orders: Mapping[str, int] = field(default_factory=lambda: dict.fromkeys(GUILDS, 0))
    influence: Mapping[str, int] = field(default_factory=lambda: dict.fromkeys(GUILDS, 0))
    served: tuple[str, ...] = ()  # goods at Akbar; an empty name if the good was not entered
    notables: tuple[str, ...] = ()
    covers: int = 0  # cover tiles removed
    meditation: bool = False  # the track is completed
    rupees: int | None = None  # counted at the end
    left: Mapping[str, int] = field(default_factory=dict)  # goods and favour left over, entered if there is a tie


@dataclass(frozen=True, kw_only=True)
class AgraGame(TrackedGame):
    """`players`: clockwise, the starting player first."""

    boards: Mapping[str, AgraBoard] = field(default_factory=dict)
    turns: int = 0  # finished, of all players together
    fresh: bool = True  # the player at turn has not entered anything yet
    boat: int = 1  # the pier entered; contracts can bring the boat further
    bowl_due: str | None = None  # won the Sadr us-Sudur and serves Akbar at once
    built: frozenset[str] = frozenset(BASIC)  # buildings, by their goods
    merchant: str | None = None
    builder: str | None = None
    passed: tuple[str, ...] = ()  # by the merchant on his last way
    dice_due: frozenset[str] = frozenset()  # "merchant", "builder"
    prices: Mapping[str, int] = field(default_factory=dict)  # price tokens on goods: 1 or -1
    end_entered: bool = False
    triggered_in: int | None = None  # round
    last_entered: int | None = None  # the last round, as people say

    # Turns

    @property
    def turn(self) -> str:
        if self.turns_over:
            return next((player for player in self.players if self.boards[player].rupees is None), self.players[0])
        return self.players[self.turns % len(self.players)]

    @property
    def next_player(self) -> str:
        return self.players[(self.turns + 1) % len(self.players)]

    @property
    def round(self) -> int:
        return 1 + self.turns // len(self.players)

    @property
    def last_round(self) -> int | None:
        return self.last_entered or (None if self.triggered_in is None else self.triggered_in + 1)

    @property
    def turns_over(self) -> bool:
        return self.last_round is not None and self.round > self.last_round

    def begins_turn(self, player: str) -> bool:
        """Check whether an order of this player ends the turn before: only the next player's does.

        Everyone else enters something late. At a table of two, the player who was just at turn is also the next one:
        as long as the other has not entered anything, the entry is late.
        """
        late = len(self.players) == 2 and self.fresh
        return not self.turns_over and player == self.next_player and not late

    def begin_turn(self, player: str) -> Self:
        return self.end_turn() if self.begins_turn(player) else self

    def end_turn(self) -> Self:
        before = self.settle_end()
        after = replace(before, turns=before.turns + 1, fresh=True)
        if after.turns_over:
            return after.announce(None, TURNS_OVER)
        begins = after.round > before.round
        return (
            after.announce(None, LAST_TURNS, round=after.round) if begins and after.round == after.last_round else after
        )

    def apply(self, player: str, entry: GameEntry) -> Self:
        after = super().apply(player, entry)
        if self.turn == player and after.turns == self.turns and not isinstance(entry, AgraCorrection):
            after = replace(after, fresh=False)
        return after.settle_end()

    # The end

    @property
    def triggers(self) -> list[Message]:
        held = (LEVELS[notable] == 4 for board in self.boards.values() for notable in board.notables)
        heights = (step for board in self.boards.values() for step in board.influence.values())
        found = {
            LEVEL_FOUR_WON: self.pier == LAST_PIER or any(held),
            TOP_REACHED: "track" in self.facts and max(heights) >= self.top,
            COLUMN_FULL: any(self.count_orders(guild) >= ORDERS_IN_A_COLUMN for guild in GUILDS),
            END_ENTERED: self.end_entered,
        }
        return [trigger for trigger, holds in found.items() if holds]

    def settle_end(self) -> Self:
        """Announce that the end is triggered, or that a correction has withdrawn it."""
        triggers = self.triggers
        if triggers and self.triggered_in is None:
            after = replace(self, triggered_in=self.round)
            for trigger in triggers:
                if trigger is not LEVEL_FOUR_WON:  # the contract and the boat have said it
                    after = after.announce(None, trigger)
            return after.announce(None, END_TRIGGERED)
        if not triggers and self.triggered_in is not None:
            after = replace(self, triggered_in=None)
            return after if after.last_round else after.announce(None, END_WITHDRAWN)
        return self

    @property
    def tied(self) -> tuple[str, ...]:
        """The players who share the lead once all rupees are counted."""
        if any(board.rupees is None for board in self.boards.values()):
            return ()
        ranked = score(self.scoring_input())["players"]
        best = max(player["score"] for player in ranked)
        leaders = tuple(player["name"] for player in ranked if player["score"] == best)
        return leaders if len(leaders) > 1 else ()

    def prompt(self) -> Happening:
        if not self.turns_over:
            return Happening(TURN, player=self.turn)
        if any(board.rupees is None for board in self.boards.values()):
            return Happening(COUNT_RUPEES, player=self.turn)
        unknown = [player for player in self.tied if not self.boards[player].left]
        return Happening(TIED, player=unknown[0]) if unknown else Happening(READY)

    # What the table shares

    @cached_property
    def pier(self) -> int:
        """The boat's pier, from the contracts or as entered; the boat never skips a pier."""
        return max(self.boat, self.pier_by_contracts)

    @property
    def pier_by_contracts(self) -> int:
        named = Counter(LEVELS[notable] for board in self.boards.values() for notable in board.notables)
        implied = Counter({pier.level: pier.contracts for number, pier in PIERS.items() if number <= self.boat})
        fulfilled = named | implied
        ahead = (number for number, pier in PIERS.items() if fulfilled[pier.level] < pier.contracts)
        return next(ahead, LAST_PIER + 1) - 1

    @property
    def order_limit(self) -> int:
        return PIERS[self.pier].order_limit

    @property
    def waiting(self) -> tuple[str, ...]:
        """The notables in reach whose contracts are still to be won."""
        held = {notable for board in self.boards.values() for notable in board.notables}
        reach = PIERS[self.pier].reach
        return tuple(name for name in self.drawn if LEVELS[name] <= reach and name not in held)

    @property
    def drawn(self) -> tuple[str, ...]:
        """The notables along the river; all of them if nobody has entered which."""
        return tuple(value.partition(":")[0] for value in self.facts.get("notables", ())) or NOTABLES

    def find_guild(self, notable: str) -> str | None:
        """Return a notable's guild: as entered for this copy of the game, else as the rulebook lets one infer."""
        seen = dict(value.split(":") for value in self.facts.get("guilds", ()))
        chosen = dict(value.split(":") for value in self.facts.get("notables", ()) if ":" in value)
        return find_guild(notable, seen.get(notable) or chosen.get(notable))

    @property
    def top(self) -> int:
        return int(self.facts["track"][0]) if "track" in self.facts else LAST_INFLUENCE

    def count_orders(self, guild: str) -> int:
        """Count the markers in a guild's column, with the neutral ones."""
        neutral = NEUTRAL_IN_EACH_COLUMN[len(self.players)]
        return neutral + sum(board.orders[guild] for board in self.boards.values())

    def find_order_marker(self, guild: str) -> int | None:
        """Return the marked order, counted from the top; None if it is not known or the column is full."""
        for value in self.facts.get("orders", ()):
            name, first, *covered = value.split(":")
            if name != guild:
                continue
            taken = list(map(int, covered))
            marked = find_free_order(int(first), taken)
            for _ in range(sum(board.orders[guild] for board in self.boards.values())):
                taken.append(marked or 0)
                marked = find_free_order(marked or 1, taken)
            return marked
        return None

    @property
    def bowls(self) -> Mapping[str, str]:
        """Akbar's bowls as far as this copy's are known: place such as "left:3" to good."""
        return {place: good for place, _, good in (value.rpartition(":") for value in self.facts.get("bowls", ()))}

    @property
    def covered(self) -> tuple[str, ...]:
        """The places of the neutral markers at Akbar."""
        return self.facts.get("akbar", ())

    @property
    def served(self) -> tuple[str, ...]:
        return tuple(good for board in self.boards.values() for good in board.served)

    @property
    def free_bowls(self) -> tuple[str, ...]:
        """The goods that Akbar still wants, as far as they are known."""
        taken = {*self.served, *(self.bowls.get(place) for place in self.covered)}
        return tuple(good for good in self.bowls.values() if good not in taken)

    @property
    def bowls_left(self) -> int:
        return AKBAR_SPACES - len(self.covered) - len(self.served)

    @property
    def unbuilt(self) -> tuple[str, ...]:
        return tuple(good for good in BUILDINGS if good not in self.built)

    # Changes

    def change(self, player: str, **changes: Any) -> Self:
        return replace(self, boards={**self.boards, player: replace(self.boards[player], **changes)})

    def move_influence(self, player: str, guild: str, to: int) -> Self:
        """Move an influence marker. Every bonus step is announced when it is passed, and withdrawn on the way back."""
        before = self.boards[player].influence
        game = self.change(player, influence={**before, guild: to})
        for step, favour in BONUS_STEPS.items():
            if before[guild] < step <= to:
                game = game.announce(player, STEP_BONUS, guild=guild, step=step, favour=favour)
            elif to < step <= before[guild]:
                game = game.announce(player, STEP_LOST, guild=guild, step=step)
        return game

    def follow_boat(self, before: Self) -> Self:
        """Announce the events of every pier that the boat has reached since."""
        game = self
        for number in range(before.pier + 1, self.pier + 1):
            pier = PIERS[number]
            game = game.announce(None, PIER_REACHED, pier=number)
            for event in pier.events:
                game = game.announce(None, event)
            if pier.order_limit > PIERS[number - 1].order_limit:
                game = game.announce(None, LIMIT_RISES, limit=pier.order_limit)
            if BUILDER_IS_DUE in pier.events and game.unbuilt:
                game = replace(game, dice_due=game.dice_due | {"builder"})
            if MERCHANT_IS_DUE in pier.events:
                game = replace(game, dice_due=game.dice_due | {"merchant"})
            if TOKENS_RETURN in pier.events:
                game = replace(game, prices={})
        if self.pier < before.pier:
            game = game.announce(None, BOAT_BACK, pier=self.pier, limit=self.order_limit)
        return game

    def scoring_input(self) -> Mapping[str, object]:
        players = []
        for name in self.players:
            board = self.boards[name]
            guilds = {notable: self.find_guild(notable) for notable in board.notables}
            notables = [{"name": each} | ({"guild": guild} if guild else {}) for each, guild in guilds.items()]
            goods = {good: count for good, count in board.left.items() if good != FAVOUR and count}
            known = {
                "name": name,
                "notables": notables,
                "influence": dict(board.influence),
                "orders": dict(board.orders),
                "meditation_complete": board.meditation,
                "cover_tiles": board.covers,
                "akbar": len(board.served),
            }
            left = {"goods": goods, FAVOUR: board.left.get(FAVOUR, 0)} if board.left else {}
            players.append(known | left | ({} if board.rupees is None else {"rupees": board.rupees}))
        return {"players": players} | ({"price_tokens": dict(self.prices)} if self.prices else {})


def new_game(players: tuple[str, ...], facts: Facts) -> AgraGame:
    """Begin a game. `players`: clockwise, the starting player first."""
    merchant, builder = facts.get("merchant"), facts.get("builder")
    return AgraGame(
        players=players,
        facts=facts,
        boards={player: AgraBoard() for player in players},
        merchant=BUILDINGS[int(merchant[0]) - 1] if merchant else None,
        builder=BUILDINGS[4 * (int(builder[0]) - 1) + int(builder[1]) - 1] if builder else None,
    )


# Entries of a turn

Guild = Annotated[str, OneOf(GUILDS)]
Good = Annotated[str, OneOf(GOODS)]
Building = Annotated[str, OneOf(BUILDINGS)]
DieFace = Annotated[int, Between(1, DIE)]


class AgraCorrection(GameEntry):
    """An entry that sets something to what the board shows; it never ends or begins a turn."""


class Done(GameEntry):
    """End the turn. The next player's `done` also ends the turn before."""

    form = "done"
    label = N_("Done")

    def check(self, game: AgraGame, player: str) -> Refusal | None:
        if not game.turns_over and (player == game.turn or game.begins_turn(player)):
            return None
        return Refusal(NOT_YOUR_TURN, player=game.turn)

    def enter(self, game: AgraGame, player: str) -> AgraGame:
        return game.begin_turn(player).end_turn()


class Order(GameEntry):
    """Fulfil an order of a guild. The order phase is the last of a turn, so this ends the player's own turn."""

    form = "order {guild}"
    label = N_("Order: %(guild)s")
    guild: Guild

    def check(self, game: AgraGame, player: str) -> Refusal | None:
        full = game.count_orders(self.guild) >= game.order_limit
        return Refusal(ORDER_LIMIT, high=game.order_limit) if full else None

    def enter(self, game: AgraGame, player: str) -> AgraGame:
        game = game.begin_turn(player)
        guild, board = self.guild, game.boards[player]
        mine = board.influence[guild]
        highest = max(other.influence[guild] for other in game.boards.values())
        in_turn = game.turn == player and not game.turns_over
        game = game.change(player, orders={**board.orders, guild: board.orders[guild] + 1})
        if not mine:  # an order needs a step, so that step was not entered; what it pays depends on it
            game = game.announce(player, ORDER_PAYS, guild=guild).move_influence(player, guild, 1)
        elif mine == highest:
            game = game.announce(player, ORDER_IN_FULL, guild=guild)
        else:
            game = game.announce(player, ORDER_LESS_ONE, guild=guild, step=mine + 1)
            game = game.move_influence(player, guild, mine + 1)
        marked = game.find_order_marker(guild)
        if marked:
            before = game.change(player, orders=board.orders).find_order_marker(guild) or marked
            code = ORDER_MARKER if marked >= before else ORDER_MARKER_UP
            game = game.announce(None, code, guild=guild, order=marked)
        return game.end_turn() if in_turn else game


class Serve(GameEntry):
    """Serve Akbar a good in the order phase, which ends the turn; the Sadr us-Sudur serves one at once."""

    form = "akbar [{good}]"
    good: Good | None = None

    def check(self, game: AgraGame, player: str) -> Refusal | None:
        if game.bowls_left <= 0:
            return Refusal(AKBAR_FULL)
        if self.good in game.served:
            return Refusal(AKBAR_SERVED)
        known = len(game.bowls) == AKBAR_SPACES
        return Refusal(NO_SUCH_BOWL) if self.good and known and self.good not in game.free_bowls else None

    def enter(self, game: AgraGame, player: str) -> AgraGame:
        at_once = game.bowl_due == player
        game = replace(game, bowl_due=None) if at_once else game.begin_turn(player)
        in_turn = game.turn == player and not game.turns_over
        game = game.change(player, served=(*game.boards[player].served, self.good or ""))
        return game.end_turn() if in_turn and not at_once else game


class Contract(GameEntry):
    """Win a notable's contract. The player at turn has delivered the last good and goes a step up for it."""

    form = "contract {notable}"
    label = N_("Contract: %(notable)s")
    notable: Annotated[str, OneOf(NOTABLES)]

    def check(self, game: AgraGame, player: str) -> Refusal | None:
        level = LEVELS[self.notable]
        held = [notable for board in game.boards.values() for notable in board.notables]
        if self.notable in held:
            return Refusal(NOTABLE_TAKEN)
        if self.notable not in game.drawn:
            return Refusal(NOT_DRAWN)
        if level > PIERS[game.pier].reach:
            return Refusal(OUT_OF_REACH, level=PIERS[game.pier].reach)
        most = NOTABLES_BY_LEVEL[len(game.players)][level - 1]
        full = sum(LEVELS[notable] == level for notable in held) >= most
        return Refusal(LEVEL_EMPTY, level=level, high=most) if full else None

    def enter(self, game: AgraGame, player: str) -> AgraGame:
        before, guild = game, game.find_guild(self.notable)
        game = game.change(player, notables=(*game.boards[player].notables, self.notable))
        game = game.announce(None, CONTRACT_WON, player=player, notable=self.notable)
        if self.notable in IMMEDIATE:
            game = game.announce(player, IMMEDIATE[self.notable])
        if self.notable == "sadr-us-sudur":
            game = replace(game, bowl_due=player)
        game = game.follow_boat(before)
        if game.turns_over:
            return game  # a contract that was entered late; influence is set to what the board shows
        if guild is None:
            return game.announce(game.turn, STEP_BY_CARD)
        step = min(game.top, game.boards[game.turn].influence[guild] + 1)
        return game.announce(game.turn, STEP_UP, guild=guild, step=step).move_influence(game.turn, guild, step)


class Influence(GameEntry):
    """Move the own influence marker up or down; also outside of the own turn, as the Jagirdar allows."""

    form = "influence {guild} {steps}"
    label = N_("%(guild)s: influence %(steps)+d")
    guild: Guild
    steps: Annotated[int, Between(-LAST_INFLUENCE, LAST_INFLUENCE)]

    def check(self, game: AgraGame, player: str) -> Refusal | None:
        possible = 0 <= game.boards[player].influence[self.guild] + self.steps <= game.top
        return None if possible else Refusal(TOO_MUCH, low=0, high=game.top)

    def enter(self, game: AgraGame, player: str) -> AgraGame:
        return game.move_influence(player, self.guild, game.boards[player].influence[self.guild] + self.steps)


class Cover(GameEntry):
    """Remove cover tiles, or put them back."""

    form = "cover {tiles}"
    label = N_("Cover tiles removed: %(tiles)+d")
    tiles: Annotated[int, Between(-COVER_TILES, COVER_TILES)]

    def check(self, game: AgraGame, player: str) -> Refusal | None:
        possible = 0 <= game.boards[player].covers + self.tiles <= COVER_TILES
        return None if possible else Refusal(TOO_MUCH, low=0, high=COVER_TILES)

    def enter(self, game: AgraGame, player: str) -> AgraGame:
        return game.change(player, covers=game.boards[player].covers + self.tiles)


class Meditation(GameEntry):
    """Complete the meditation track, or say that it is not completed after all."""

    form = "meditation {complete}"
    complete: Annotated[bool, OneOf({"complete": True, "incomplete": False})]

    def check(self, game: AgraGame, player: str) -> Refusal | None:
        return Refusal(NOT_CHANGED) if game.boards[player].meditation == self.complete else None

    def enter(self, game: AgraGame, player: str) -> AgraGame:
        return game.change(player, meditation=self.complete)


# The board


class Boat(AgraCorrection):
    """Move the boat to a pier, for contracts that are named later or never; or move it back."""

    form = "boat {pier}"
    label = N_("Boat at pier %(pier)s")
    pier: Annotated[int, Between(1, LAST_PIER)]

    def check(self, game: AgraGame, player: str) -> Refusal | None:
        if self.pier == game.pier:
            return Refusal(BOAT_THERE)
        by_contracts = replace(game, boat=1).pier
        return Refusal(BOAT_NEEDED, pier=by_contracts) if self.pier < by_contracts else None

    def enter(self, game: AgraGame, player: str) -> AgraGame:
        return replace(game, boat=self.pier).follow_boat(game)


class Build(GameEntry):
    """Build with the architect. If the builder stands there, he moves on."""

    form = "build {good}"
    label = N_("Built: %(good)s")
    good: Building

    def check(self, game: AgraGame, player: str) -> Refusal | None:
        return Refusal(BUILT_ALREADY) if self.good in game.built else None

    def enter(self, game: AgraGame, player: str) -> AgraGame:
        game = replace(game, built=game.built | {self.good}).announce(player, BUILT, good=self.good)
        if not game.unbuilt:
            return replace(game, builder=None, dice_due=game.dice_due - {"builder"}).announce(None, BUILDER_LEAVES)
        return replace(game, dice_due=game.dice_due | {"builder"}) if self.good == game.builder else game


class Unbuild(AgraCorrection):
    """Correct that a building is not built."""

    form = "unbuild {good}"
    label = N_("Not built: %(good)s")
    good: Annotated[str, OneOf(BUILDINGS[len(BASIC) :])]

    def check(self, game: AgraGame, player: str) -> Refusal | None:
        return None if self.good in game.built else Refusal(NOT_BUILT)

    def enter(self, game: AgraGame, player: str) -> AgraGame:
        return replace(game, built=game.built - {self.good})


class MoveBuilder(GameEntry):
    """Let the builder build where he stands, if it is not built yet, and move him by a die over unbuilt buildings."""

    form = "builder {die}"
    label = N_("Builder: die %(die)s")
    die: DieFace

    def check(self, game: AgraGame, player: str) -> Refusal | None:
        return None if game.unbuilt else Refusal(BUILDER_GONE)

    def enter(self, game: AgraGame, player: str) -> AgraGame:
        game = replace(game, dice_due=game.dice_due - {"builder"})
        if game.builder is None:
            return game.announce(None, BUILDER_STEPS, die=self.die)
        start = game.builder
        if start not in game.built:
            game = replace(game, built=game.built | {start}).announce(None, BUILDER_BUILDS, good=start)
        if not game.unbuilt:
            return replace(game, builder=None).announce(None, BUILDER_LEAVES)
        to = walk(start, game.unbuilt, self.die)[-1]
        column, row = find_place(to)
        game = replace(game, builder=to)
        return game.announce(None, BUILDER_MOVES, die=self.die, good=to, column=column, row=row)


class MoveMerchant(GameEntry):
    """Move the merchant by a die over the finished buildings."""

    form = "merchant {die}"
    label = N_("Merchant: die %(die)s")
    die: DieFace

    def enter(self, game: AgraGame, player: str) -> AgraGame:
        game = replace(game, dice_due=game.dice_due - {"merchant"})
        if game.merchant is None:
            return replace(game, passed=()).announce(None, MERCHANT_STEPS, die=self.die)
        *passed, to = walk(game.merchant, [good for good in BUILDINGS if good in game.built], self.die)
        column, row = find_place(to)
        game = replace(game, merchant=to, passed=tuple(passed))
        return game.announce(None, MERCHANT_MOVES, die=self.die, good=to, column=column, row=row)


def walk(start: str, open_buildings: Any, steps: int) -> list[str]:
    """List the buildings on the way: down the columns, from left to right, then again from the first one."""
    place = BUILDINGS.index(start)
    ahead = [good for good in BUILDINGS[place + 1 :] + BUILDINGS[: place + 1] if good in open_buildings]
    return [ahead[step % len(ahead)] for step in range(steps)]


def find_place(good: str) -> tuple[int, int]:
    """Return the column, from the left, and the row, from the top, of a building."""
    column, row = divmod(BUILDINGS.index(good), 4)
    return column + 1, row + 1


class Price(GameEntry):
    """Put a price token on a good, turn it over, or take it back to the trader."""

    form = "price {good} {step}"
    label = N_("%(good)s: price token %(step)+d")
    good: Good
    step: Annotated[int, OneOf({"+1": 1, "0": 0, "-1": -1})]

    def check(self, game: AgraGame, player: str) -> Refusal | None:
        if game.prices.get(self.good, 0) == self.step:
            return Refusal(PRICE_UNCHANGED)
        others = [good for good in game.prices if good != self.good]
        return Refusal(PRICES_ALL_LAID) if self.step and len(others) >= PRICE_TOKENS else None

    def enter(self, game: AgraGame, player: str) -> AgraGame:
        others = {good: step for good, step in game.prices.items() if good != self.good}
        return replace(game, prices=others | ({self.good: self.step} if self.step else {}))


# Corrections and the end

NUMBERS = (*(f"orders {guild}" for guild in GUILDS), *(f"influence {guild}" for guild in GUILDS), "akbar", "cover")


class SetNumber(AgraCorrection):
    """Set a number to what the board shows."""

    form = "set {what} {number}"
    what: Annotated[str, OneOf(NUMBERS)]
    number: Annotated[int, Between(0, LAST_INFLUENCE)]

    def find_limit(self, game: AgraGame, player: str) -> int:
        """Return the highest possible number; markers of the others leave less room."""
        kind, _, guild = self.what.partition(" ")
        board = game.boards[player]
        if kind == "orders":
            return ORDERS_IN_A_COLUMN - game.count_orders(guild) + board.orders[guild]
        if kind == "influence":
            return game.top
        return COVER_TILES if kind == "cover" else game.bowls_left + len(board.served)

    def check(self, game: AgraGame, player: str) -> Refusal | None:
        high = self.find_limit(game, player)
        return Refusal(TOO_MUCH, low=0, high=high) if self.number > high else None

    def enter(self, game: AgraGame, player: str) -> AgraGame:
        kind, _, guild = self.what.partition(" ")
        board = game.boards[player]
        if kind == "influence":
            return game.move_influence(player, guild, self.number)
        if kind == "orders":
            return game.change(player, orders={**board.orders, guild: self.number})
        if kind == "cover":
            return game.change(player, covers=self.number)
        return game.change(player, served=(board.served + ("",) * self.number)[: self.number])


class SetPlace(AgraCorrection):
    """Say where the merchant or the builder stands."""

    form = "set {who} {good}"
    label = "%(who)s: %(good)s"
    who: Annotated[str, OneOf(("merchant", "builder"))]
    good: Building

    def check(self, game: AgraGame, player: str) -> Refusal | None:
        if self.who == "builder":
            return Refusal(BUILT_ALREADY) if self.good in game.built else None
        return None if self.good in game.built else Refusal(NOT_BUILT)

    def enter(self, game: AgraGame, player: str) -> AgraGame:
        return replace(game, builder=self.good) if self.who == "builder" else replace(game, merchant=self.good)


class SetTurn(AgraCorrection):
    """Say that it is this player's turn, in this round or another one."""

    form = "set turn [round {round}]"
    round: Annotated[int, Between(1, MOST_ROUNDS)] | None = None

    def enter(self, game: AgraGame, player: str) -> AgraGame:
        turns = len(game.players) * ((self.round or game.round) - 1) + game.players.index(player)
        return replace(game, turns=turns, fresh=True)


class SetLast(AgraCorrection):
    """Say which round is the last one; 0 leaves it to what triggers the end."""

    form = "set last {round}"
    label = N_("Last round: %(round)s")
    round: Annotated[int, Between(0, MOST_ROUNDS)]

    def enter(self, game: AgraGame, player: str) -> AgraGame:
        return replace(game, last_entered=self.round or None)


class End(GameEntry):
    """Say that the end is triggered, such as by the top of an influence track whose length is not known."""

    form = "end"
    label = N_("The end is triggered")

    def check(self, game: AgraGame, player: str) -> Refusal | None:
        return Refusal(NOT_CHANGED) if game.triggers else None

    def enter(self, game: AgraGame, player: str) -> AgraGame:
        return replace(game, end_entered=True)


class Final(AgraCorrection):
    """Count the rupees at the end."""

    form = "final {rupees}"
    label = N_("Rupees: %(rupees)s")
    rupees: Annotated[int, Between(0, MOST_RUPEES)]

    def enter(self, game: AgraGame, player: str) -> AgraGame:
        return game.change(player, rupees=self.rupees)


class LeftOver(TextForm):
    form = "{what} {count}"
    what: Annotated[str, OneOf((FAVOUR, *GOODS))]
    count: Annotated[int, Between(0, PLAYER_MARKERS)]


class Left(AgraCorrection):
    """Enter the goods and the favour that are left over, which decide a tie."""

    form = "left {things}"
    label = N_("Goods and favour left over")
    things: Annotated[tuple[LeftOver, ...], Times(1, 1 + len(GOODS))]

    def enter(self, game: AgraGame, player: str) -> AgraGame:
        return game.change(player, left={each.what: each.count for each in self.things})


class FinishAgra(AgraCorrection):
    """End the game when every player has counted."""

    form = "finish"
    label = N_("Finish the game")

    def check(self, game: AgraGame, player: str) -> Refusal | None:
        uncounted = [name for name in game.players if game.boards[name].rupees is None]
        return Refusal(COUNT_FIRST, player=uncounted[0]) if uncounted else None

    def enter(self, game: AgraGame, player: str) -> AgraGame:
        return replace(game, finished=True)


ENTRIES: tuple[type[GameEntry], ...] = (
    Done, Order, Serve, Contract, Influence, Cover, Meditation, Boat, Build, Unbuild, MoveBuilder, MoveMerchant, Price,
    SetNumber, SetPlace, SetTurn, SetLast, End, Final, Left, FinishAgra,
)  # fmt: skip
EXAMPLES = "done, order artisans, akbar oil, contract sufi, influence scholars 1, set orders artisans 2, boat 3, finish"


def list_offers(game: AgraGame, player: str) -> Iterator[GameEntry]:
    """List what one tap enters; entering only these reaches the end of the game."""
    if game.turns_over:
        if game.boards[player].rupees is None:
            yield Final(30)
        yield FinishAgra()
        return
    yield Done()
    yield from (Order(guild) for guild in GUILDS)
    yield Serve()
    yield from (Contract(notable) for notable in game.waiting)
    if game.turn == player:
        yield from (Influence(guild, 1) for guild in GUILDS)
        yield from (Boat(number) for number in PIERS if number > game.pier)
        yield from (Build(good) for good in game.unbuilt)
        yield End()
