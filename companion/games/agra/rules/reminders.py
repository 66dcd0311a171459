"""Reminders for a game of Agra: whose turn it is, orders, contracts, the boat and the last turns.

Goods, favour and rupees stay on the board. The usual entry is `done`, which can name the orders of the turn. `boat`
enters several contracts at once; their owners can be named later.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Annotated, Self, get_args

from companion.games.agra.rules.goods import MOST_RUPEES
from companion.games.agra.rules.ledger import TRIGGER, Code, Draft, Ledger, make_boards
from companion.games.agra.rules.notables import GUILDS, IMMEDIATE, NOTABLES
from companion.games.agra.rules.river import PIERS, count_contracts
from companion.games.agra.rules.scoring import COVER_TILES, LAST_INFLUENCE
from companion.games.agra.rules.setup import Facts
from companion.rules.refusal import Refusal
from companion.rules.text_form import Between, OneOf, ReadBy, TextForm, make_parser

AKBAR = "akbar"
MOST_LEFT = 99  # more than 22 markers on goods can be worth
STEPS = ("3", "6", "top")  # of an influence track, in this order; the last one triggers the end
EXPECTED = (
    "done, done artisans, done akbar and scholars, done artisans end, boat 3, order artisans, contract sufi, "
    "contract sufi scholars to blue, final 36 influence 5 3 1 covers 4, "
    "final 36 influence 5 3 1 covers 4 left 7 meditation, finish"
)
Guild = Annotated[str, OneOf(GUILDS)]
Served = Annotated[str, OneOf((AKBAR, *GUILDS))]
Step = Annotated[int, Between(0, LAST_INFLUENCE)]


class Done(TextForm):
    """End the turn; the order phase was used for an order of this guild, for Akbar, or not at all.

    `second`: the guild of another order, fulfilled with the sailor or a favour tile.
    `end`: the end was triggered on an influence track, or by orders that are not entered.
    `reached`: in entries of earlier versions, the guild on whose track the player reached the next special step.
    """

    form = "done [{served}] [and {second}] [end] [reaching {reached}]"
    served: Served | None = None
    reached: Guild | None = None
    second: Guild | None = None
    end: bool = False


class Order(TextForm):
    """Add an order, or a good served to Akbar, that was not entered with its turn."""

    form = "order {served}"
    served: Served


class Boat(TextForm):
    """Move the boat to a pier, for contracts that are named later or never."""

    form = "boat {pier}"
    pier: Annotated[int, Between(PIERS[1].number, PIERS[-1].number)]


class Contract(TextForm):
    """Give a notable's contract to a player, without a seat to the one who enters it."""

    form = "contract {notable} [{guild}] [to {seat}]"
    notable: Annotated[str, OneOf(NOTABLES)]
    guild: Guild | None = None
    seat: Annotated[str, ReadBy(str, "[a-z]+")] | None = None


class Reach(TextForm):
    """Reach a special step of an influence track; pages no longer offer it, tables of earlier versions have it."""

    form = "reach {guild} {step}"
    guild: Guild
    step: Annotated[str, OneOf(STEPS)]


class Count(TextForm):
    """Count what only the player knows, after the last turns; `left` is the value of goods and favour, for ties."""

    form = "final {rupees} influence {artisans} {merchants} {scholars} covers {covers} [left {left}] [meditation]"
    rupees: Annotated[int, Between(0, MOST_RUPEES)]
    artisans: Step
    merchants: Step
    scholars: Step
    covers: Annotated[int, Between(0, COVER_TILES)]
    left: Annotated[int, Between(0, MOST_LEFT)] = 0
    meditation: bool = False


class Finish(TextForm):
    """End the game when every player has counted."""

    form = "finish"


Move = Done | Order | Boat | Contract | Reach | Count | Finish
parse: Callable[[str], Move] = make_parser(get_args(Move), EXPECTED)


@dataclass(frozen=True)
class Reminders(Ledger[Move]):
    def check(self, player: str, move: Move) -> Refusal | None:
        if self.finished:
            return Refusal(Code.GAME_OVER)
        match move:
            case Done() if self.may_finish:
                return Refusal(Code.GAME_OVER)
            case Done() if self.turn != player:
                return Refusal(Code.NOT_YOUR_TURN, player=self.turn)
            case Done(_, str(guild)) if not self.find_next_step(player, guild):
                return Refusal(Code.STEP_REACHED)
            case Done(served, _, second):
                return self.check_orders([each for each in (served, second) if each])
            case Order(served):
                return self.check_orders([served])
            case Boat(pier) if pier <= self.pier.number:
                return Refusal(Code.BOAT_PASSED)
            case Contract(notable, guild, seat):
                if seat and not self.find_player(seat):
                    return Refusal(Code.NO_SUCH_PLAYER)
                return self.check_contract(notable, guild)
            case Reach(guild, step) if step in self.list_steps(player, guild):
                return Refusal(Code.STEP_REACHED)
            case Count() | Finish() if not self.may_finish:
                return Refusal(Code.NOT_LAST_ROUND)
            case Count() if self.boards[player].count("bag"):
                return Refusal(Code.RUPEES_COUNTED)
            case Finish() if self.uncounted:
                return Refusal(Code.COUNT_FIRST, player=self.uncounted[0])
        return None

    def check_orders(self, served: Sequence[str]) -> Refusal | None:
        if AKBAR in served and not self.bowls_left:
            return Refusal(Code.AKBAR_FULL)
        refusals = (self.check_order(guild, served.count(guild)) for guild in served if guild != AKBAR)
        return next(filter(None, refusals), None)

    @cached_property
    def fulfilled(self) -> Mapping[int, int]:
        """Count the contracts that were named, or that must be fulfilled because the boat is where it is."""
        pier = max((int(pier) for board in self.boards for pier in board.list_held("boat")), default=1)
        implied = count_contracts(pier)
        return Counter(implied) | Counter(self.contracts)

    @property
    def unnamed(self) -> int:
        """Count the fulfilled contracts whose owners are not named yet."""
        return sum(self.fulfilled.values()) - sum(self.contracts.values())

    @cached_property
    def triggers(self) -> tuple[str, ...]:
        entered = any(board.count("end") for board in self.boards)
        return super().triggers or (("end-entered",) if entered else ())

    @property
    def uncounted(self) -> tuple[str, ...]:
        return tuple(player for player in self.boards.players if not self.boards[player].count("bag"))

    def list_steps(self, player: str, guild: str) -> tuple[str, ...]:
        """List the special steps that the player has reached on a track."""
        return tuple(step for step in STEPS if self.boards[player].count(name_step(guild, step)))

    def find_next_step(self, player: str, guild: str) -> str | None:
        return next((step for step in STEPS if step not in self.list_steps(player, guild)), None)

    def enter(self, player: str, move: Move) -> Self:
        return replace(self, finished=True) if isinstance(move, Finish) else super().enter(player, move)

    def book(self, draft: Draft, player: str, move: Move) -> None:
        match move:
            case Done(served, reached, second, end):
                if reached:
                    self.book_steps(draft, player, reached, self.find_next_step(player, reached) or STEPS[-1])
                self.book_orders(draft, player, [each for each in (served, second) if each])
                if end:
                    draft.add(player, "end")
                draft.add(player, "turn")
            case Order(served):
                self.book_orders(draft, player, [served])
            case Boat(pier):
                draft.add(player, f"boat {pier}")
                self.announce_piers(draft)
            case Contract(notable, guild, seat):
                self.win_contract(draft, self.find_player(seat or "") or player, notable, guild)
            case Reach(guild, step):
                self.book_steps(draft, player, guild, step)
            case Count():
                self.book_count(draft, player, move)

    def win_contract(self, draft: Draft, player: str, notable: str, guild: str | None) -> None:
        draft.tell(None, "contract-won", player=player, notable=notable)
        if notable in IMMEDIATE:
            draft.tell(player, f"contract-{IMMEDIATE[notable]}")
        self.book_contract(draft, player, notable, guild)
        self.announce_piers(draft)

    def book_steps(self, draft: Draft, player: str, guild: str, upto: str) -> None:
        """Book a step with those below it that were forgotten, and announce what they give."""
        reached = self.list_steps(player, guild)
        for step in STEPS[: STEPS.index(upto) + 1]:
            if step not in reached:
                draft.add(player, name_step(guild, step))
                if step != "top":
                    draft.tell(player, f"influence-{step}")

    def book_orders(self, draft: Draft, player: str, served: Sequence[str]) -> None:
        if AKBAR in served:
            draft.add(player, f"akbar {1 + len(self.served)}")
        guilds = [guild for guild in served if guild != AKBAR]
        for guild in guilds:
            draft.add(player, f"order {guild}")
        if guilds:
            draft.tell(player, "order-pays")
        for guild in dict.fromkeys(guilds):
            self.tell_of_order(draft, guild)

    def announce_piers(self, draft: Draft) -> None:
        for pier in self.find_new_piers(draft):
            self.tell_of_pier(draft, pier)
            for event in pier.events:
                if event != TRIGGER:
                    draft.tell(None, f"everyone-{event}" if event.endswith("cotton") else event)

    def book_count(self, draft: Draft, player: str, count: Count) -> None:
        draft.add(player, "bag")
        draft.add(player, "rupees", count.rupees)
        for guild in GUILDS:
            draft.add(player, f"influence {guild}", getattr(count, guild))
        draft.add(player, "cover", count.covers)
        draft.add(player, "favour", count.left)
        draft.add(player, "meditation", int(count.meditation))
        if self.uncounted == (player,):
            draft.tell(None, "ready-to-finish")

    def fill_scoring_form(self) -> dict[str, object]:
        """Return the input of the final scoring, filled in with what is known."""
        return {"players": [{"name": player, **self.list_holdings(player)} for player in self.boards.players]}

    def list_holdings(self, player: str) -> Mapping[str, object]:
        board = self.boards[player]
        known = {
            "notables": [{"name": notable} | ({"guild": guild} if guild else {}) for notable, guild in board.notables],
            "orders": dict(board.orders),
            "akbar": len(board.list_held("akbar")),
        }
        if not board.count("bag"):
            return known
        return known | {
            "rupees": board.count("rupees"),
            "influence": {guild: board.count_steps(guild) for guild in GUILDS},
            "meditation_complete": bool(board.count("meditation")),
            "cover_tiles": board.count("cover"),
            **({"favour": board.count("favour")} if board.count("favour") else {}),
        }


def name_step(guild: str, step: str) -> str:
    return f"top {guild}" if step == "top" else f"step {guild} {step}"


def new_reminders(players: Sequence[str], facts: Facts = Facts()) -> Reminders:  # noqa: B008 (frozen)
    """Start a game. `players`: clockwise, the starting player first."""
    return Reminders(make_boards(players), facts)
