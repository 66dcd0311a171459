"""Texts of live assist for Agra: entries of both modes, what they trigger, refusals."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from companion.games.agra.names import term
from companion.games.agra.rules import goods, moves, reminders
from companion.games.agra.rules.ledger import Code
from companion.games.assist.words import Words
from companion.i18n import N_, gettext

HAPPENINGS = {
    # Influence and orders
    "influence-3": N_("Third step! Take 1 favour, or one of the open favour tiles."),
    "influence-6": N_("Sixth step! Take 2 favour, or one of the open favour tiles."),
    "step-bonus": N_("Step %(step)s: take favour or a favour tile."),
    "step-due": N_("A step with the guild of %(notable)s: choose it."),
    "order-paid-in-full": N_("You lead this track: take all the rupees shown next to your step."),
    "order-paid-less-one": N_("Others are higher: take one rupee less than shown. Your marker has moved up a step."),
    "order-pays": N_("Order: all the rupees shown if you are highest, otherwise one less and a step up."),
    "order-marker": N_("%(guild)s: the order marker moves to order %(order)s from the top."),
    "generous": N_("Your notables pay for this delivery. Rupees to take: %(rupees)s."),
    "meditation-4": N_("Fourth space! From now on you get 2 favour when a worker of yours is sent home."),
    "meditation-marker": N_("Meditation marker: it covers “%(what)s” now."),
    # Goods and favour
    "favour-booked": N_("Favour +%(favour)s (already counted)."),
    "followers": N_("Others joined the processing: favour +%(favour)s."),
    "processed-along": N_("Joined the processing: %(good)s → %(into)s."),
    "worker-sent-home": N_("Your worker was sent home: favour +%(favour)s."),
    "merchant-favour": N_("Merchant: favour +%(favour)s."),
    "mullah": N_("The Mullah saves you 1 favour."),
    "mahout": N_("The Mahout adds one: %(good)s."),
    "khatib": N_("The Khatib adds one: %(good)s."),
    "dyer": N_("Dyer: you may exchange two of these for one of the same colour worth at most 2."),
    "peon": N_("Your own worker is there: pay %(rupees)s rupees for the peon, and he stands up."),
    "cook": N_("Cook: you may keep this worker on the card."),
    "meditation-points": N_("Meditation points to pay: %(points)s."),
    "points-made": N_("Meditation points made: %(points)s."),
    "points-left": N_("Meditation points paid: %(points)s, left: %(left)s."),
    "muezzin": N_("The Muezzin adds a meditation point."),
    "no-free-worker": N_("All your workers are on the board: only a place with one of them is left, for the peon."),
    "workers-as-if-laid-down": N_("Meditation points as for laying down workers: %(workers)s."),
    "statue": N_("Statue: carry out another main action."),
    "workers-stand-up": N_("Workers who stand up: %(workers)s."),
    "take-rupees": N_("Rupees to take: %(rupees)s."),
    "built": N_("%(building)s is built: place a second worker there and process up to three goods."),
    "takshaka": N_("Takshaka: building value +1, and take 1 rupee."),
    # Deliveries and contracts
    "deliveries": N_("Deliveries possible: %(deliveries)s."),
    "delivery-pays": N_("Rupees for this delivery: %(rupees)s."),
    "unused-deliveries": N_("Rupees for deliveries paid for but not used: %(rupees)s."),
    "contract-won": N_("%(player)s wins the contract: %(notable)s."),
    "contract-meditation-step": N_("Sufi: a meditation step for free."),
    "contract-favour-tile": N_("Mosaic Maker: choose any favour tile, open or from the stack."),
    "contract-building": N_("Mujtahida: build the first unbuilt building from the upper left for free."),
    "contract-workers-and-step": N_("Painter: up to three workers stand up, and you go a step up on any track."),
    "contract-bowl": N_("Sadr us-Sudur: serve Akbar a good, in any free bowl of the same value."),
    "contract-favour": N_("Contract of level IV: 3 favour."),
    # The river, for everyone
    "pier": N_("The boat reaches pier %(pier)s!"),
    "order-limit": N_("The order limit is now %(limit)s."),
    "builder-builds": N_("The building with the builder on it is built for free."),
    "builder-moves": N_("Roll the die and move the builder along the unbuilt buildings."),
    "merchant-moves": N_("Roll the die and move the merchant; leave a rupee on each building he passes."),
    "favour-for-cotton": N_("You have cotton: favour +%(favour)s."),
    "everyone-favour-for-cotton": N_("Everyone takes 1 favour for each cotton, at most 3."),
    "price-tokens-return": N_("All price tokens go back to the trader."),
    "favour-for-everyone": N_("Everyone takes 1 favour."),
    "good-by-cotton": N_("Take a good of value %(value)s, according to your cotton."),
    "everyone-good-by-cotton": N_("Everyone takes a good: of value 1 without cotton, 2 with one cotton, 3 with more."),
    "clothes-pay-one-more": N_("From now on clothes sell for one rupee more."),
    # The end
    "level-four-contract": N_("A level IV contract is fulfilled: the end is near!"),
    "top-of-influence": N_("A player has reached the top of an influence track: the end is near!"),
    "order-column-full": N_("A guild’s column is full of orders: the end is near!"),
    "end-entered": N_("The end of the game is triggered!"),
    "end-triggered": N_("Finish this round; then everyone has one more turn."),
    "last-turns": N_("Round %(round)s: everyone takes their last turn."),
    "round-begins": N_("Round %(round)s begins."),
    "count-rupees": N_("The last turns are over. Everyone counts the rupees in their bag and enters them."),
    "ready-to-finish": N_("All bags are counted. Finish the game to see the result."),
}
BIG = frozenset(
    {
        "influence-3", "influence-6", "meditation-4", "pier",
        "order-limit", "favour-for-cotton", "price-tokens-return", "favour-for-everyone", "good-by-cotton",
        "clothes-pay-one-more", "level-four-contract", "top-of-influence", "order-column-full", "end-triggered",
        "last-turns", "count-rupees",
        *(code for code in HAPPENINGS if code.startswith("contract-")),
    }
)  # fmt: skip

EARLIER_BIG = BIG | {"builder-builds", "builder-moves", "merchant-moves", "order-paid-in-full", "order-paid-less-one"}

REFUSALS: Mapping[str, str] = {
    Code.NOT_ENOUGH: N_("You do not have that many (%(what)s): you have %(left)s."),
    Code.OTHERS_LACK: N_("%(player)s does not have this: %(what)s."),
    Code.NO_MARKER_LEFT: N_("All your markers are in use. Give up goods or favour first."),
    Code.TRACK_ENDS: N_("Your influence marker is already at the end of this track."),
    Code.NOT_HIGHEST: N_("Another marker is higher on this track, so this is not the top."),
    Code.NO_INFLUENCE: N_("This guild gives no orders until you reach the first step on its track."),
    Code.STEP_REACHED: N_("This step is already entered."),
    Code.NO_STEP_YET: N_("Your influence marker has not left the start of this track, so this is not the top."),
    Code.ORDER_LIMIT: N_("This column is full: it holds %(high)s markers at present."),
    Code.AKBAR_SERVED: N_("Akbar has already been served this good."),
    Code.AKBAR_FULL: N_("All of Akbar’s bowls are full."),
    Code.NO_COVER_LEFT: N_("You have already removed all your cover tiles."),
    Code.MEDITATION_COMPLETE: N_("Your meditation track is already completed."),
    Code.PRICE_UNCHANGED: N_("That changes nothing: check where the price tokens are."),
    Code.PRICES_ALL_LAID: N_("All three price tokens are on goods. Return one of them first."),
    Code.BOAT_PASSED: N_("The boat is already there."),
    Code.NOTABLE_TAKEN: N_("A player already has this notable’s contract."),
    Code.NOT_DRAWN: N_("This notable is not along the river in this game."),
    Code.LEVEL_EMPTY: N_(
        "Only %(high)s notables of level %(level)s are along the river, and all their contracts are taken."
    ),
    Code.OUT_OF_REACH: N_("The boat has only reached the notables of level %(level)s."),
    Code.OTHER_GUILD: N_("This notable belongs to another guild: %(guild)s."),
    Code.NOT_LAST_ROUND: N_("The game is not over: the end has not been triggered, or some turns are left."),
    Code.RUPEES_COUNTED: N_("Your rupees are already entered. Undo that first if it is wrong."),
    Code.COUNT_FIRST: N_("%(player)s’s rupees have not been counted yet."),
    Code.NAME_THE_GOODS: N_("Choose the goods that you give."),
    Code.OTHER_VALUE: N_("Both must have the same value."),
    Code.NO_ARROW: N_("Goods are processed into goods that are worth one more."),
    Code.ONE_AT_A_TIME: N_("Only a processing building processes several goods, and only there others can join in."),
    Code.OTHER_GOOD: N_("This is not possible with this good: %(good)s."),
    Code.WRONG_EXCHANGE: N_("The new goods must be worth %(value)s in total."),
    Code.PAYS_ONE_GOOD: N_("Only the Portuguese Trader lets you pay with several goods."),
    Code.PAYS_TOO_MUCH: N_("The goods you pay with may be worth at most %(high)s in total."),
    Code.WHICH_GUILDS: N_("A painting needs two different guilds, the other luxury goods none."),
    Code.FAVOUR_NEEDED: N_("This takes %(own)s favour: you have %(left)s."),
    Code.USED_ALREADY: N_("Only once per turn, and you have used it: %(what)s."),
    Code.NOT_OWNED: N_("You do not have this: %(what)s."),
    Code.BLOCKED: N_("The meditation marker covers this action: %(what)s."),
    Code.NOTHING_DUE: N_("You cannot take such a bonus now."),
    Code.TILES_FULL: N_("You have %(high)s favour tiles. Choose the one that the new tile replaces."),
    Code.NO_DELIVERY_LEFT: N_("You have not paid for that many deliveries. Pay the sailor with a good first."),
    Code.NOT_COMPLETE: N_("A notable orders at least two goods; not all of them are delivered."),
    Code.NO_FIRST_MARKER: N_("The second marker goes next to your first one, and only with the sailor."),
    Code.TIED: N_("Equal numbers of markers: choose the player who delivered the topmost good."),
    Code.NOT_A_WINNER: N_("Another player has more markers on this notable."),
    Code.NO_SUCH_PLAYER: N_("Choose another player at this table."),
    Code.OTHER_COLOUR: N_("The Dyer gives a good of the same colour that is worth at most %(high)s."),
    Code.NOT_PRODUCED: N_("Produce at least %(high)s of this good first; then the Dyer exchanges them."),
    Code.COOK_FULL: N_("The Cook keeps at most %(high)s workers."),
    Code.NO_WORKER_KEPT: N_("Workers with the Cook: %(left)s."),
    Code.BUILT_ALREADY: N_("This building is already built."),
    Code.TRACK_UNKNOWN: N_("Your meditation track has a value that is not known here yet. Tap the points."),
    Code.POINTS_NEEDED: N_("This takes %(points)s meditation points: you have %(left)s left."),
    Code.NO_STANDING_WORKER: N_("No worker of yours stands there."),
    Code.OTHERS_WORKER: N_("A worker of %(player)s is there."),
    Code.WORKER_UNCHANGED: N_("Nothing would change: your workers already stand like that."),
}


def join_goods(names: Iterable[str]) -> str:
    counted = Counter(names).items()
    return ", ".join(f"{count} × {term(good)}" if count > 1 else term(good) for good, count in counted)


def describe_tracked(move: moves.Move) -> str:
    """Describe an entry of full tracking, with the means it used."""
    text = DESCRIBED[type(move)](move)
    means = getattr(move, "means", None)
    return f"{text} ({term(means)})" if means and means != "bonus" else text


def _describe_order(move: moves.Order) -> str:
    text = gettext("Order fulfilled: %(guild)s", guild=term(move.guild))
    return f"{text} ({join_goods([move.first, move.second])})" if move.first and move.second else text


def _describe_price(move: moves.SetPrice) -> str:
    if move.step == goods.OFF:
        return gettext("Price token back to the trader: %(good)s", good=term(move.good))
    step = "+1" if move.step == goods.UP else "−1"
    return gettext("Price token: %(good)s %(step)s", good=term(move.good), step=step)


def _describe_contract(move: moves.TakeContract | reminders.Contract) -> str:
    if move.guild is None:
        return gettext("Contract: %(notable)s", notable=term(move.notable))
    return gettext("Contract: %(notable)s (%(guild)s)", notable=term(move.notable), guild=term(move.guild))


def _describe_laid_down(move: moves.LayDown) -> str:
    places = ", ".join(map(term, move.places))
    if move.points is None:
        return gettext("Laid down: %(places)s", places=places)
    return gettext("Laid down: %(places)s. Meditation points: %(points)s", places=places, points=move.points)


WORKER_STATES: Mapping[str, Callable[[], str]] = {
    "stands": lambda: gettext("Worker stands"),
    "lies": lambda: gettext("Worker lies"),
    "leaves": lambda: gettext("No worker here"),
}
DESCRIBED: Mapping[type, Callable[[Any], str]] = {
    moves.Gain: lambda move: f"{term(move.what)} +{move.amount}",
    moves.Use: lambda move: f"{term(move.what)} −{move.amount}",
    moves.Produce: lambda move: gettext("Production: %(goods)s", goods=f"{term(move.good)} +{move.amount}"),
    moves.Process: lambda move: gettext(
        "Processing: %(goods)s → %(into)s", goods=join_goods([move.good] * move.amount), into=term(move.into)
    ),
    moves.Exchange: lambda move: gettext(
        "Exchange: %(goods)s → %(into)s", goods=term(move.good), into=term(move.other)
    ),
    moves.Trade: lambda move: gettext(
        "Trader: %(goods)s → %(into)s", goods=join_goods(move.given), into=join_goods(move.taken)
    ),
    moves.Sail: lambda move: gettext("Sailor, paid: %(goods)s", goods=join_goods(move.paid) or "–"),
    moves.Deliver: lambda move: gettext(
        "Delivery: %(good)s → %(notable)s", good=term(move.good), notable=term(move.notable)
    ),
    moves.Complete: lambda move: gettext("All goods delivered: %(notable)s", notable=term(move.notable)),
    moves.Order: _describe_order,
    moves.ServeAkbar: lambda move: gettext("Served to Akbar: %(good)s", good=term(move.good)),
    moves.Receive: lambda move: gettext("Received: %(good)s", good=term(move.good)),
    moves.Influence: lambda move: gettext("Influence, one step up: %(guild)s", guild=term(move.guild)),
    moves.ReachTop: lambda move: gettext("Top of the track: %(guild)s", guild=term(move.guild)),
    moves.Build: lambda move: gettext("Built: %(building)s", building=term(move.building)),
    moves.BuildForFree: lambda move: f"{term('mujtahida')}: {term(move.building)}",
    moves.LayDown: _describe_laid_down,
    moves.TurnWorker: lambda move: f"{WORKER_STATES[move.state]()}: {term(move.place)}",
    moves.MoveFarmer: lambda move: gettext("Meditation: a farmer moves"),
    moves.StandUp: lambda move: gettext("Workers stand up for: %(goods)s", goods=join_goods(move.goods)),
    moves.Luxury: lambda move: gettext("Luxury good: %(good)s", good=term(move.good)),
    moves.Spend: lambda move: gettext("Favour action: %(action)s", action=term(move.action)),
    moves.TakeFavour: lambda move: gettext("Favour for the step"),
    moves.TakeTile: lambda move: gettext("Favour tile: %(tile)s", tile=term(move.tile)),
    moves.RemoveCover: lambda move: gettext("Cover tile removed"),
    moves.Meditate: lambda move: gettext("Meditation, one step up"),
    moves.CompleteMeditation: lambda move: gettext("Meditation track completed"),
    moves.SetPrice: _describe_price,
    moves.TakeContract: _describe_contract,
    moves.MoveMerchant: lambda move: gettext("The merchant is here: %(good)s", good=term(move.good)),
    moves.MoveBuilder: lambda move: gettext("The builder is here: %(good)s", good=term(move.good)),
    moves.PlaceOnTrader: lambda move: f"{term('french-trader')}: {term(move.good)}",
    moves.Inspire: lambda move: f"{term('mosaic-maker')}: {term('favour')} +{move.favour}",
    moves.DyeGoods: lambda move: f"{term('dyer')}: 2 × {term(move.good)} → {term(move.into)}",
    moves.KeepWorker: lambda move: gettext("The Cook keeps a worker"),
    moves.TakeWorkersBack: lambda move: gettext("Workers back from the Cook: %(count)s", count=move.workers),
    moves.Done: lambda move: gettext("Done"),
    moves.EndTurn: lambda move: gettext("End the turn"),
    moves.CountRupees: lambda move: gettext("Rupees in the bag: %(count)s", count=move.rupees),
    moves.Finish: lambda move: gettext("Finish the game"),
}


def describe_reminder(move: reminders.Move) -> str:
    """Describe an entry of the reminders."""
    match move:
        case reminders.Done():
            return "; ".join(describe_turn(move))
        case reminders.Order(reminders.AKBAR):
            return gettext("One good to Akbar")
        case reminders.Order(guild):
            return gettext("Order fulfilled: %(guild)s", guild=term(guild))
        case reminders.Boat(pier):
            return gettext("Boat at pier %(pier)s", pier=pier)
        case reminders.Contract():
            return _describe_contract(move)
        case reminders.Reach(guild, "top"):
            return gettext("Top of the track: %(guild)s", guild=term(guild))
        case reminders.Reach(guild, step):
            return gettext("Step %(step)s: %(guild)s", step=step, guild=term(guild))
        case reminders.Count(rupees):
            return gettext("Rupees in the bag: %(count)s", count=rupees)
        case _:
            return gettext("Finish the game")


def describe_turn(turn: reminders.Done) -> Iterator[str]:
    """Describe the end of a turn and what was entered with it."""
    if turn.served == reminders.AKBAR:
        yield gettext("Done, one good to Akbar")
    elif turn.served:
        yield gettext("Done, order fulfilled: %(guild)s", guild=term(turn.served))
    else:
        yield gettext("Done")
    if turn.second:
        yield gettext("another order: %(guild)s", guild=term(turn.second))
    if turn.end:
        yield gettext("the end is triggered")
    if turn.reached:
        yield gettext("influence reached: %(guild)s", guild=term(turn.reached))


TRACKED = Words(term, describe_tracked, HAPPENINGS, REFUSALS, BIG)
REMINDED = Words(term, describe_reminder, HAPPENINGS, REFUSALS)  # the page shows the latest news without a card
