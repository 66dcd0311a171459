"""What both modes of assisted Agra track: turns, contracts, orders, the boat and the end of the game.

The state is a ledger. Every entry books amounts on the players' boards, and undoing it removes exactly these bookings,
from all boards, whatever was entered since.
"""

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from typing import Generic, Self, TypeVar

from companion.games.agra.rules.goods import GOODS, PLAYER_MARKERS
from companion.games.agra.rules.notables import GUILDS, KNOWN_GUILDS, LEVELS, NOTABLES, find_guild
from companion.games.agra.rules.river import PIERS, Pier, find_end_triggers, find_pier
from companion.games.agra.rules.scoring import AKBAR_SPACES
from companion.games.agra.rules.setup import NEUTRAL_IN_EACH_COLUMN, NOTABLES_BY_LEVEL, Facts, find_free_order
from companion.rules.boards import Boards
from companion.rules.coded import Detail, Happening
from companion.rules.refusal import Refusal
from companion.rules.tracker import Tracker

ON_MARKERS = frozenset({"favour", *GOODS, "order", "akbar", "at"})  # first words of what a player marker stands for
TRIGGER = "end-is-triggered"  # event of the sixth pier; reported with its reason instead

Move = TypeVar("Move")
News = tuple[str | None, Happening]  # for one player, or for everyone


class Code(StrEnum):
    """Why an entry is refused."""

    GAME_OVER = "game-over"
    NOT_ENOUGH = "not-enough"  # what, left
    OTHERS_LACK = "others-lack"  # player, what: a player who should process along does not have it
    NO_MARKER_LEFT = "no-marker-left"  # all markers are in use
    TRACK_ENDS = "track-ends"  # the influence marker is on the last step
    NOT_HIGHEST = "not-highest"  # another marker is higher, so this is not the last step
    NO_INFLUENCE = "no-influence"  # orders need at least one step on the track
    STEP_REACHED = "step-reached"  # this step is already entered
    NO_STEP_YET = "no-step-yet"  # the influence marker has not left the start, so this is not the last step
    ORDER_LIMIT = "order-limit"  # high: current limit of the column
    AKBAR_SERVED = "akbar-served"  # this good is already at Akbar
    AKBAR_FULL = "akbar-full"
    NO_COVER_LEFT = "no-cover-left"
    MEDITATION_COMPLETE = "meditation-complete"
    PRICE_UNCHANGED = "price-unchanged"  # the token is already there, or there is none to return
    PRICES_ALL_LAID = "prices-all-laid"  # all three price tokens are on goods
    BOAT_PASSED = "boat-passed"  # the boat is already at this pier or further
    NOTABLE_TAKEN = "notable-taken"
    NOT_DRAWN = "not-drawn"  # this notable is not along the river
    LEVEL_EMPTY = "level-empty"  # level, high: all notables of this level are taken
    OUT_OF_REACH = "out-of-reach"  # level: highest level in reach
    OTHER_GUILD = "other-guild"  # guild: the one the notable belongs to
    NOT_YOUR_TURN = "not-your-turn"  # player: has the turn
    NOT_LAST_ROUND = "not-last-round"  # the end is not triggered, or last turns are missing
    RUPEES_COUNTED = "rupees-counted"  # already counted; undo first
    COUNT_FIRST = "count-first"  # player: has not counted rupees yet
    # Entries with costs
    NAME_THE_GOODS = "name-the-goods"  # an order needs its two goods
    OTHER_VALUE = "other-value"  # the bowl or the exchanged good has another value
    NO_ARROW = "no-arrow"  # goods are processed into goods of the next value
    ONE_AT_A_TIME = "one-at-a-time"  # only a processing building processes several goods
    OTHER_GOOD = "other-good"  # good: not possible for this action
    WRONG_EXCHANGE = "wrong-value"  # value: required total value of the new goods
    PAYS_ONE_GOOD = "pays-one-good"  # only the Portuguese Trader allows several goods
    PAYS_TOO_MUCH = "pays-too-much"  # high: maximum total value
    WHICH_GUILDS = "which-guilds"  # the painting needs two different guilds
    FAVOUR_NEEDED = "favour-needed"  # own, left
    USED_ALREADY = "used-already"  # what: once per turn
    NOT_OWNED = "not-owned"  # what: a tile or notable that the player does not have
    BLOCKED = "blocked"  # what: the meditation marker covers this action
    NOTHING_DUE = "nothing-due"
    TILES_FULL = "tiles-full"  # high
    NO_DELIVERY_LEFT = "no-delivery-left"
    NOT_COMPLETE = "not-complete"  # a notable orders at least two goods
    NO_FIRST_MARKER = "no-first-marker"  # a double delivery needs the player's first marker
    TIED = "tied"  # the topmost good decides; name the winner
    NOT_A_WINNER = "not-a-winner"  # this player does not have the most markers there
    NO_SUCH_PLAYER = "no-such-player"  # no other player has this colour
    OTHER_COLOUR = "other-colour"  # the Dyer gives goods of the same colour, worth at most high
    NOT_PRODUCED = "not-produced"  # high: this many of the good have to be produced first
    COOK_FULL = "cook-full"  # high: workers on the card
    NO_WORKER_KEPT = "no-worker-kept"  # left: workers on the card
    BUILT_ALREADY = "built-already"
    TRACK_UNKNOWN = "track-unknown"  # a value of the meditation track is not known yet
    POINTS_NEEDED = "points-needed"  # points, left: meditation points
    NO_STANDING_WORKER = "no-standing-worker"  # none of the player's stands there
    OTHERS_WORKER = "others-worker"  # player: whose worker is there
    WORKER_UNCHANGED = "worker-unchanged"


@dataclass(frozen=True)
class Board:
    """A player's holdings: how many of each thing, such as "wood", "favour", "influence artisans", "akbar oil"."""

    amounts: Mapping[str, int] = field(default_factory=dict)  # without zeros

    def count(self, what: str) -> int:
        return self.amounts.get(what, 0)

    def list_held(self, kind: str) -> tuple[str, ...]:
        """List what is held of a kind: the guilds of all orders, the goods at Akbar."""
        found = ((what.partition(" "), amount) for what, amount in self.amounts.items())
        return tuple(name for (first, _, name), amount in found if first == kind for _ in range(amount))

    def count_steps(self, guild: str) -> int:
        return self.count(f"influence {guild}")

    @property
    def turns(self) -> int:
        return self.count("turn")

    @property
    def orders(self) -> Mapping[str, int]:
        return {guild: self.count(f"order {guild}") for guild in GUILDS}

    @cached_property
    def notables(self) -> tuple[tuple[str, str | None], ...]:
        """List (notable, guild if known), in the order of the contracts."""
        held = (name.partition(" ") for name in self.list_held("contract"))
        return tuple((notable, guild or None) for notable, _, guild in held)

    def has(self, notable: str) -> bool:
        return any(notable == held for held, _ in self.notables)

    @cached_property
    def markers_left(self) -> int:
        used = sum(amount for what, amount in self.amounts.items() if what.partition(" ")[0] in ON_MARKERS)
        return PLAYER_MARKERS - used


@dataclass(frozen=True)
class Booking:
    player: str
    what: str
    amount: int


@dataclass(frozen=True)
class Entry(Generic[Move]):
    player: str
    move: Move
    bookings: tuple[Booking, ...] = ()
    news: tuple[News, ...] = ()


class Draft:
    """The bookings and news of an entry, collected while its effects are worked out."""

    def __init__(self, boards: Boards[Board]) -> None:
        self.boards = {player: boards[player] for player in boards.players}
        self.bookings: list[Booking] = []
        self.news: list[News] = []

    def add(self, player: str, what: str, amount: int = 1) -> None:
        self.bookings.append(Booking(player, what, amount))
        self.boards[player] = add_amount(self.boards[player], what, amount)

    def give_favour(self, player: str, amount: int, code: str = "favour-booked") -> None:
        """Book favour, at most as much as the player has markers, and announce it; without a code, silently."""
        booked = min(amount, max(0, self.boards[player].markers_left))
        if booked:
            self.add(player, "favour", booked)
            if code:
                self.tell(player, code, favour=booked)

    def tell(self, player: str | None, code: str, /, **details: Detail) -> None:
        self.news.append((player, Happening(code, **details)))

    def find_problem(self, entering: str) -> Refusal | None:
        """Return what is missing: goods, favour or markers."""
        for player in dict.fromkeys(booking.player for booking in self.bookings):
            for what, amount in self.boards[player].amounts.items():
                if amount < 0 and player != entering:
                    return Refusal(Code.OTHERS_LACK, player=player, what=what)
                if amount < 0:
                    return Refusal(Code.NOT_ENOUGH, what=what, left=self.count_before(player, what))
            if self.boards[player].markers_left < 0:
                return Refusal(Code.NO_MARKER_LEFT)
        return None

    def count_before(self, player: str, what: str) -> int:
        booked = sum(each.amount for each in self.bookings if (each.player, each.what) == (player, what))
        return self.boards[player].count(what) - booked


def add_amount(board: Board, what: str, amount: int) -> Board:
    total = board.count(what) + amount
    if total and what in board.amounts:
        return Board({**board.amounts, what: total})
    others = {name: count for name, count in board.amounts.items() if name != what}
    return Board({**others, what: total} if total else others)


@dataclass(frozen=True)
class Ledger(Tracker[Board, Move]):
    """A game of Agra as a ledger."""

    facts: Facts = Facts()  # noqa: RUF009 (frozen)
    entries: tuple[Entry[Move], ...] = ()
    last_round: int | None = None  # the round after the one that triggered the end

    @abstractmethod
    def book(self, draft: Draft, player: str, move: Move) -> None:
        """Book everything that an entry costs, gives and triggers."""

    @cached_property
    def round(self) -> int:
        return 1 + min(board.turns for board in self.boards)

    @cached_property
    def turn(self) -> str:
        """The next player of this round, in turn order."""
        return next(player for player in self.boards.players if self.boards[player].turns < self.round)

    @cached_property
    def contracts(self) -> Mapping[int, int]:
        return Counter(LEVELS[notable] for board in self.boards for notable, _ in board.notables)

    @cached_property
    def fulfilled(self) -> Mapping[int, int]:
        """Count the fulfilled contracts of each level, whether their owners are known or not."""
        return self.contracts

    @cached_property
    def pier(self) -> Pier:
        return find_pier(self.fulfilled)

    @cached_property
    def waiting(self) -> tuple[tuple[str, str | None], ...]:
        """List (notable, guild if known): those along the river and in reach."""
        held = {notable for board in self.boards for notable, _ in board.notables}
        drawn = [notable for notable, _ in self.facts.notables] or NOTABLES
        reached = (notable for notable in drawn if LEVELS[notable] <= self.pier.deliver_up_to)
        return tuple((notable, self.find_guild_of(notable)) for notable in reached if notable not in held)

    def find_guild_of(self, notable: str) -> str | None:
        """Return the guild of a notable, if it is known from the set-up or the rulebook."""
        return find_guild(notable, dict(self.facts.notables).get(notable))

    def count_orders(self, guild: str) -> int:
        """Count the markers in the guild's column, including neutral ones."""
        neutral = NEUTRAL_IN_EACH_COLUMN[len(self.boards.players)]
        return neutral + sum(board.orders[guild] for board in self.boards)

    def find_order_marker(self, guild: str) -> int | None:
        """Return the marked order, counted from the top; None if it is not known or the column is full."""
        if not self.facts.order_markers:
            return None
        covered = list(self.facts.neutral_orders.get(guild, ()))
        marked = find_free_order(self.facts.order_markers[guild], covered)
        for _ in range(sum(board.orders[guild] for board in self.boards)):
            covered.append(marked or 0)
            marked = find_free_order(marked or 1, covered)
        return marked

    @cached_property
    def served(self) -> tuple[str, ...]:
        """List the goods at Akbar."""
        return tuple(good for board in self.boards for good in board.list_held("akbar"))

    @property
    def bowls_left(self) -> int:
        return AKBAR_SPACES - len(self.facts.covered_bowls) - len(self.served)

    @cached_property
    def triggers(self) -> tuple[str, ...]:
        on_top = any(board.list_held("top") for board in self.boards)
        return find_end_triggers(self.fulfilled, on_top, {guild: self.count_orders(guild) for guild in GUILDS})

    @cached_property
    def may_finish(self) -> bool:
        return self.last_round is not None and self.round > self.last_round

    def enter(self, player: str, move: Move) -> Self:
        draft = self.draft(player, move)
        entry = Entry(player, move, tuple(draft.bookings), tuple(draft.news))
        boards = self.boards.seal(draft.boards)
        after = replace(self, boards=boards, entries=(*self.entries, entry))
        return after.follow_up(self.round).tell_of_the_end(self)

    def draft(self, player: str, move: Move) -> Draft:
        draft = Draft(self.boards)
        self.book(draft, player, move)
        return draft

    def tell_of_the_end(self, before: Self) -> Self:
        """Add news about the round and the end of the game to the last entry."""
        news = [(None, happening) for happening in find_turning_points(before, self)]
        *others, last = self.entries
        return replace(self, entries=(*others, replace(last, news=(*last.news, *news)))) if news else self

    def follow_up(self, triggered_in: int | None = None) -> Self:
        """Set the last round to the one after `triggered_in` (default: this round), or to none without a trigger.

        An entry that ends a turn belongs to the round of that turn.
        """
        if not self.triggers:
            return replace(self, last_round=None)
        return self if self.last_round else replace(self, last_round=(triggered_in or self.round) + 1)

    def list_others(self, player: str) -> tuple[Entry[Move], ...]:
        """List all entries without the player's last one."""
        own = [number for number, entry in enumerate(self.entries) if entry.player == player]
        return self.entries[: own[-1]] + self.entries[own[-1] + 1 :] if own else self.entries

    def can_undo(self, player: str) -> bool:
        """Check that the player's last entry can be removed without leaving anything below zero."""
        others = self.list_others(player)
        if self.finished or len(others) == len(self.entries):
            return False
        return all(amount > 0 for board in self.sum_up(others).values() for amount in board.amounts.values())

    def undo(self, player: str) -> Self:
        others = self.list_others(player)
        return replace(self, boards=self.boards.seal(self.sum_up(others)), entries=others).follow_up()

    def sum_up(self, entries: Sequence[Entry[Move]]) -> dict[str, Board]:
        """Add up the bookings of these entries; what is held stays in the order in which it came."""
        amounts: dict[str, dict[str, int]] = {player: {} for player in self.boards.players}
        for booking in (booking for entry in entries for booking in entry.bookings):
            held = amounts[booking.player]
            held[booking.what] = held.get(booking.what, 0) + booking.amount
            if not held[booking.what]:
                del held[booking.what]
        return {player: Board(held) for player, held in amounts.items()}

    # Rules of both modes

    def check_contract(self, notable: str, guild: str | None) -> Refusal | None:
        if any(board.has(notable) for board in self.boards):
            return Refusal(Code.NOTABLE_TAKEN)
        level = LEVELS[notable]
        if level > self.pier.deliver_up_to:
            return Refusal(Code.OUT_OF_REACH, level=self.pier.deliver_up_to)
        known = KNOWN_GUILDS.get(notable)
        if known and guild not in (None, known):
            return Refusal(Code.OTHER_GUILD, guild=known)
        return self.check_drawn(notable)

    def check_drawn(self, notable: str) -> Refusal | None:
        """Check that the notable can be along the river."""
        if self.facts.notables and notable not in dict(self.facts.notables):
            return Refusal(Code.NOT_DRAWN)
        most = NOTABLES_BY_LEVEL[len(self.boards.players)][LEVELS[notable] - 1]
        if self.contracts.get(LEVELS[notable], 0) >= most:
            return Refusal(Code.LEVEL_EMPTY, level=LEVELS[notable], high=most)
        return None

    def check_order(self, guild: str, number: int = 1) -> Refusal | None:
        """Check that the guild's column has room for this number of orders."""
        if self.count_orders(guild) + number > self.pier.order_limit:
            return Refusal(Code.ORDER_LIMIT, high=self.pier.order_limit)
        return None

    def find_player(self, seat: str) -> str | None:
        return dict(self.facts.seats).get(seat)

    def book_contract(self, draft: Draft, player: str, notable: str, seen: str | None) -> tuple[Pier, ...]:
        """Book a contract; return the piers that the boat reaches."""
        guild = seen or self.find_guild_of(notable)
        draft.add(player, f"contract {notable} {guild or ''}".strip())
        return self.find_new_piers(draft)

    def find_new_piers(self, draft: Draft) -> tuple[Pier, ...]:
        """Find the piers that the boat reaches with a draft."""
        after = replace(self, boards=self.boards.seal(draft.boards))
        return PIERS[self.pier.number : after.pier.number]

    def tell_of_pier(self, draft: Draft, pier: Pier) -> None:
        draft.tell(None, "pier", pier=pier.number)
        if pier.order_limit > PIERS[pier.number - 2].order_limit:
            draft.tell(None, "order-limit", limit=pier.order_limit)

    def tell_of_order(self, draft: Draft, guild: str) -> None:
        """Announce where the guild's order marker goes, if it is known."""
        after = replace(self, boards=self.boards.seal(draft.boards))
        marked = after.find_order_marker(guild)
        if marked:
            draft.tell(None, "order-marker", guild=guild, order=marked)


def find_turning_points(before: Ledger[Move], after: Ledger[Move]) -> Iterator[Happening]:
    """Announce the end of the game, its last turns, and every new round."""
    if after.last_round and not before.last_round:
        yield from (Happening(trigger) for trigger in after.triggers)
        yield Happening("end-triggered")
    if after.may_finish and not before.may_finish:
        yield Happening("count-rupees")
    elif after.round > before.round:
        yield Happening("last-turns" if after.round == after.last_round else "round-begins", round=after.round)


def make_boards(players: Sequence[str]) -> Boards[Board]:
    return Boards.of({player: Board() for player in players})
