"""Entries of a fully tracked game, each with a short text that `parse` reads back.

Circumstances and means stand before the verb: `with blue merchant process 3 wood paper`, `meditation deliver sufi oil`.
Circumstances can be given in any order.
"""

from collections.abc import Callable
from typing import Annotated, Literal, get_args

from companion.games.agra.rules.favour import (
    COVER_MEANS,
    DELIVER_MEANS,
    EXCHANGE_MEANS,
    INFLUENCE_MEANS,
    ORDER_MEANS,
    PROCESS_MEANS,
    RECEIVE_MEANS,
    SERVE_MEANS,
    SPENT_ON,
    TILES,
)
from companion.games.agra.rules.goods import BASIC, DOWN, GOODS, LUXURY, MOST_RUPEES, OFF, PROCESSED, UP
from companion.games.agra.rules.notables import GUILDS, MOSAIC_POINTS, MOST_AT_THE_COOK, NOTABLES
from companion.games.agra.rules.workers import PLACES, WORKERS
from companion.rules.text_form import Between, OneOf, ReadBy, TextForm, Times, make_parser

MOST_AT_ONCE = 9
MOST_POINTS = 20  # plausible upper limit of the meditation points of a turn
COUNTED = ("favour", *GOODS)
PRICE_STEPS = {"up": UP, "down": DOWN, "off": OFF}
BONUSES = (*GUILDS, "favour", "cover", "rupees")  # what building bonus tiles give besides or instead of rupees
EXPECTED = (
    "done, produce wood 3, process 3 wood paper, with blue process 2 wood paper, favour-process process 1 wood paper, "
    "order artisans wood painting, akbar oil, sail painting, deliver sufi oil, complete sufi, complete sufi for blue, "
    "trade wood wood for oil, stand up oil curry, luxury book, luxury painting artisans scholars, spend stand-up, "
    "favour-good receive wood, take favour, take tile sell, build paper for wood cement bonus favour, "
    "influence artisans, top artisans, cover, meditation step wood oil, meditation, price wood up, price wood off, "
    "contract sufi scholars, merchant at oil, builder at paper, french-trader oil, mosaic-maker 2, dyer wood paper, "
    "cook keeps, cook returns 2 for 3, lay down wood sailor for 3, lay down wood by-track, worker wood stands, "
    "meditation farmer, mujtahida builds cement bonus favour, favour 2, wood 3, use wood 1, rupees 36, finish"
)

Amount = Annotated[int, Between(1, MOST_AT_ONCE)]
Counted = Annotated[str, OneOf(COUNTED)]  # favour or a good
Good = Annotated[str, OneOf(GOODS)]
Guild = Annotated[str, OneOf(GUILDS)]
Notable = Annotated[str, OneOf(NOTABLES)]
Seat = Annotated[str, ReadBy(str, "[a-z]+")]
Place = Annotated[str, OneOf(PLACES)]
Points = Annotated[int, Between(1, MOST_POINTS)]  # of meditation


class Gain(TextForm):
    """Correct what the companion did not see: a good or favour more."""

    form = "{what} {amount}"
    what: Counted
    amount: Amount


class Use(TextForm):
    form = "use {what} {amount}"
    what: Counted
    amount: Amount


class Produce(TextForm):
    """Use a production building.

    `kicks` names the owner of a worker who is sent home, `lying` says that he lies; both only if the companion does not
    know it. The same holds for `merchant` and `builder`.
    """

    form = "[kicks {kicks}] [lying] [merchant] produce {good} {amount}"
    good: Annotated[str, OneOf(BASIC)]
    amount: Annotated[int, Between(1, 8)]
    kicks: Seat | None = None
    lying: bool = False
    merchant: bool = False


class Follower(TextForm):
    """Another player who processes one good along the same arrow."""

    form = "with {seat}"
    seat: Seat


class Process(TextForm):
    """Process goods along an arrow, in a processing building or by other means."""

    form = "{followers} [kicks {kicks}] [lying] [merchant] [builder] [{means}] process {amount} {good} {into}"
    amount: Annotated[int, Between(1, 3)]
    good: Good
    into: Good
    followers: Annotated[tuple[Follower, ...], Times(0, 3)] = ()
    kicks: Seat | None = None
    lying: bool = False
    merchant: bool = False
    builder: bool = False
    means: Annotated[str, OneOf(PROCESS_MEANS)] | None = None


class Exchange(TextForm):
    """Exchange a good for another one of the same value."""

    form = "{means} exchange {good} {other}"
    good: Good
    other: Good
    means: Annotated[str, OneOf(EXCHANGE_MEANS)]


class Trade(TextForm):
    """Use the trader."""

    form = "[kicks {kicks}] [lying] trade {given} for {taken}"
    given: Annotated[tuple[Good, ...], Times(1, 3)]
    taken: Annotated[tuple[Good, ...], Times(1, 11)]
    kicks: Seat | None = None
    lying: bool = False


class Sail(TextForm):
    """Use the sailor: the goods paid buy deliveries."""

    form = "[kicks {kicks}] [lying] sail {paid}"
    paid: Annotated[tuple[Good, ...], Times(0, 4)] = ()
    kicks: Seat | None = None
    lying: bool = False


class Deliver(TextForm):
    """Deliver a good to a notable, with the sailor or by other means; `second` is the marker of a double delivery."""

    form = "[{means}] [second] deliver {notable} {good}"
    notable: Notable
    good: Good
    means: Annotated[str, OneOf(DELIVER_MEANS)] | None = None
    second: bool = False


class Complete(TextForm):
    """Evaluate a notable whose goods are all delivered; a tie needs the seat with the topmost good."""

    form = "complete {notable} [for {seat}]"
    notable: Notable
    seat: Seat | None = None


class Order(TextForm):
    """Fulfil an order with its two goods, in the order phase or by other means."""

    form = "[{means}] order {guild} [{first} {second}]"
    guild: Guild
    first: Good | None = None
    second: Good | None = None
    means: Annotated[str, OneOf(ORDER_MEANS)] | None = None


class ServeAkbar(TextForm):
    """Serve a good to Akbar; the Sadr us-Sudur allows another bowl of the same value."""

    form = "[{means}] akbar {good} [in {bowl}]"
    good: Good
    bowl: Good | None = None
    means: Annotated[str, OneOf(SERVE_MEANS)] | None = None


class Receive(TextForm):
    """Receive a good from a favour action or at the fifth pier."""

    form = "{means} receive {good}"
    good: Good
    means: Annotated[str, OneOf(RECEIVE_MEANS)]


class Influence(TextForm):
    """Go one step up on a guild's track."""

    form = "[kicks {kicks}] [lying] [{means}] influence {guild}"
    guild: Guild
    kicks: Seat | None = None
    means: Annotated[str, OneOf(INFLUENCE_MEANS)] | None = None
    lying: bool = False


class ReachTop(TextForm):
    """Mark the player's step as the last one of the track."""

    form = "top {guild}"
    guild: Guild


class Build(TextForm):
    """Use the architect to build a building; `bonus` is what its bonus tile gives."""

    form = "[kicks {kicks}] [lying] build {building} for {materials} [bonus {bonus}]"
    building: Good
    materials: Annotated[tuple[Good, ...], Times(1, 8)]
    bonus: Annotated[str, OneOf(BONUSES)] = "rupees"
    kicks: Seat | None = None
    lying: bool = False


class BuildForFree(TextForm):
    """Build a building with the Mujtahida's contract."""

    form = "mujtahida builds {building} [bonus {bonus}]"
    building: Annotated[str, OneOf(PROCESSED)]
    bonus: Annotated[str, OneOf(BONUSES)] = "rupees"


class LayDown(TextForm):
    """Lay down workers who stand at these places, for meditation points as given or by the known track."""

    form = "lay down {places} [for {points}] [by-track]"
    places: Annotated[tuple[Place, ...], Times(1, WORKERS)]
    points: Points | None = None
    by_track: bool = False


class TurnWorker(TextForm):
    """Say whether one's worker at a place stands or lies, or that there is none."""

    form = "worker {place} {state}"
    place: Place
    state: Literal["stands", "lies", "leaves"]


class MoveFarmer(TextForm):
    """Pay a meditation point to move a farmer."""

    form = "meditation farmer"


class StandUp(TextForm):
    """Pay oil, curry or both to stand workers up; cotton with the Caliph."""

    form = "stand up {goods}"
    goods: Annotated[tuple[Annotated[str, OneOf(("oil", "curry", "cotton"))], ...], Times(1, 2)]


class Luxury(TextForm):
    """Use a luxury good; a painting names two guilds."""

    form = "luxury {good} [{guild} {other}]"
    good: Annotated[str, OneOf(LUXURY)]
    guild: Guild | None = None
    other: Guild | None = None


class Spend(TextForm):
    """Use a favour tile that changes nothing else the companion knows, or sells a good."""

    form = "spend {action} [{good}]"
    action: Annotated[str, OneOf(SPENT_ON)]
    good: Good | None = None


class TakeFavour(TextForm):
    """Take favour for the third or sixth step of a track."""

    form = "take favour"


class TakeTile(TextForm):
    """Take a favour tile instead; a fourth one replaces another."""

    form = "take tile {tile} [instead of {other}]"
    tile: Annotated[str, OneOf(tuple(TILES))]
    other: Annotated[str, OneOf(tuple(TILES))] | None = None


class RemoveCover(TextForm):
    form = "[{means}] cover"
    means: Annotated[str, OneOf(COVER_MEANS)] | None = None


class Meditate(TextForm):
    """Go one step up on the meditation track, for goods."""

    form = "meditation step {goods}"
    goods: Annotated[tuple[Good, ...], Times(0, 6)] = ()


class CompleteMeditation(TextForm):
    """Reach the last space of the meditation track."""

    form = "meditation"


class SetPrice(TextForm):
    """Place a price token on a good, turn it over, or return it to the trader."""

    form = "price {good} {step}"
    good: Good
    step: Annotated[int, OneOf(PRICE_STEPS)]


class TakeContract(TextForm):
    """Correct a contract: take it without counting markers."""

    form = "contract {notable} [{guild}]"
    notable: Notable
    guild: Guild | None = None


class MoveMerchant(TextForm):
    """Name the building, by its good, where the merchant is now."""

    form = "merchant at {good}"
    good: Good


class MoveBuilder(TextForm):
    """Name the building, by its good, where the builder is now."""

    form = "builder at {good}"
    good: Annotated[str, OneOf(PROCESSED)]


class PlaceOnTrader(TextForm):
    """Place a good on the French Trader; the third one pays."""

    form = "french-trader {good}"
    good: Good


class Inspire(TextForm):
    """Spend meditation points on favour with the Mosaic Maker."""

    form = "mosaic-maker {favour}"
    favour: Annotated[int, OneOf({str(favour): favour for favour in MOSAIC_POINTS})]


class DyeGoods(TextForm):
    """Exchange two goods that were just produced for one of their colour, with the Dyer."""

    form = "dyer {good} {into}"
    good: Annotated[str, OneOf(BASIC)]
    into: Good


class KeepWorker(TextForm):
    """Keep a standing worker who was sent home on the Cook."""

    form = "cook keeps"


class TakeWorkersBack(TextForm):
    """Take workers back from the Cook for meditation points."""

    form = "cook returns {workers} [for {points}] [by-track]"
    workers: Annotated[int, Between(1, MOST_AT_THE_COOK)]
    points: Points | None = None
    by_track: bool = False


class Done(TextForm):
    form = "done"


class EndTurn(TextForm):
    """End the turn at a table of an earlier version."""

    form = "end"


class CountRupees(TextForm):
    """Enter the rupees in the bag at the end of the game."""

    form = "rupees {rupees}"
    rupees: Annotated[int, Between(0, MOST_RUPEES)]


class Finish(TextForm):
    """End the game after the last turns, when everything is entered."""

    form = "finish"


Move = (
    Gain
    | Use
    | Produce
    | Process
    | Exchange
    | Trade
    | Sail
    | Deliver
    | Complete
    | Order
    | ServeAkbar
    | Receive
    | Influence
    | ReachTop
    | Build
    | BuildForFree
    | LayDown
    | TurnWorker
    | MoveFarmer
    | StandUp
    | Luxury
    | Spend
    | TakeFavour
    | TakeTile
    | RemoveCover
    | Meditate
    | CompleteMeditation
    | SetPrice
    | TakeContract
    | MoveMerchant
    | MoveBuilder
    | PlaceOnTrader
    | Inspire
    | DyeGoods
    | KeepWorker
    | TakeWorkersBack
    | Done
    | EndTurn
    | CountRupees
    | Finish
)
CIRCUMSTANCES = ("with", "kicks", "lying", "merchant", "builder")  # in the order of the forms
FOLLOWED_BY_A_SEAT = ("with", "kicks")
_parse: Callable[[str], Move] = make_parser(get_args(Move), EXPECTED)


def parse(text: str) -> Move:
    """Parse an entry. Raises Unreadable or IllegalMove."""
    return _parse(order_circumstances(text))


def order_circumstances(text: str) -> str:
    """Put the circumstances before the verb into the order of the forms."""
    words, given = text.split(), []
    while words and words[0] in CIRCUMSTANCES and words[1:2] != ["at"]:
        length = 2 if words[0] in FOLLOWED_BY_A_SEAT else 1
        given.append(words[:length])
        words = words[length:]
    given.sort(key=lambda circumstance: CIRCUMSTANCES.index(circumstance[0]))
    return " ".join([*(word for circumstance in given for word in circumstance), *words])
