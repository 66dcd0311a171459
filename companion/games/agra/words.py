"""Texts of live assist for Agra: entries, what they trigger, refusals."""

from collections.abc import Mapping

from companion.games.agra.names import term
from companion.games.agra.rules import goods
from companion.games.agra.rules.game import Code
from companion.games.agra.rules.moves import (
    CompleteMeditation,
    CountRupees,
    EndTurn,
    Finish,
    Gain,
    Influence,
    Meditate,
    Move,
    Order,
    ReachTop,
    RemoveCover,
    ServeAkbar,
    SetPrice,
    TakeContract,
    Use,
)
from companion.games.assist.words import Words
from companion.i18n import N_, gettext

HAPPENINGS = {
    # Influence and orders
    "influence-3": N_("Third step! Take 1 favour, or one of the open favour tiles."),
    "influence-6": N_("Sixth step! Take 2 favour, or one of the open favour tiles."),
    "order-paid-in-full": N_("You lead this track: take all the rupees shown next to your step."),
    "order-paid-less-one": N_("Others are higher: take one rupee less than shown. Your marker has moved up a step."),
    "meditation-4": N_("Fourth space! From now on you get 2 favour when a worker of yours is sent home."),
    # The river, for everyone
    "pier": N_("The boat reaches pier %(pier)s! The order limit is now %(limit)s."),
    "builder-builds": N_("The building with the builder on it is built for free."),
    "builder-moves": N_("Roll the die and move the builder along the unbuilt buildings."),
    "merchant-moves": N_("Roll the die and move the merchant; leave a rupee on each building he passes."),
    "favour-for-cotton": N_("You have cotton: take %(favour)s favour."),
    "price-tokens-return": N_("All price tokens go back to the trader."),
    "favour-for-everyone": N_("Everyone takes 1 favour."),
    "good-by-cotton": N_("Take a good of value %(value)s, according to your cotton."),
    "clothes-pay-one-more": N_("From now on clothes sell for one rupee more."),
    # The end
    "level-four-contract": N_("A level IV contract is fulfilled: the end is near!"),
    "top-of-influence": N_("A player has reached the top of an influence track: the end is near!"),
    "order-column-full": N_("A guild's column is full of orders: the end is near!"),
    "end-triggered": N_("Finish this round; then everyone has one more turn."),
    "last-turns": N_("Round %(round)s: everyone takes their last turn."),
    "round-begins": N_("Round %(round)s begins."),
    "count-rupees": N_("The last turns are over. Everyone counts the rupees in their bag and enters them."),
    "ready-to-finish": N_("All bags are counted. Finish the game to see the result."),
}
BIG = frozenset(HAPPENINGS) - {"round-begins", "ready-to-finish"}

REFUSALS: Mapping[str, str] = {
    Code.NOT_ENOUGH: N_("You do not have that many (%(what)s): you have %(left)s."),
    Code.NO_MARKER_LEFT: N_("All your markers are in use. Give up goods or favour first."),
    Code.TRACK_ENDS: N_("Your influence marker is already at the end of this track."),
    Code.NOT_HIGHEST: N_("Another marker is higher on this track, so this is not the top."),
    Code.NO_INFLUENCE: N_("This guild gives no orders until you reach the first step on its track."),
    Code.ORDER_LIMIT: N_("This column is full: it holds %(high)s markers at present."),
    Code.AKBAR_SERVED: N_("Akbar has already been served this good."),
    Code.AKBAR_FULL: N_("All of Akbar's bowls are full."),
    Code.NO_COVER_LEFT: N_("You have already removed all your cover tiles."),
    Code.MEDITATION_COMPLETE: N_("Your meditation track is already completed."),
    Code.PRICE_UNCHANGED: N_("That changes nothing: check where the price tokens are."),
    Code.PRICES_ALL_LAID: N_("All three price tokens are on goods. Return one of them first."),
    Code.NOTABLE_TAKEN: N_("A player already has this notable's contract."),
    Code.OUT_OF_REACH: N_("The boat has only reached the notables of level %(level)s."),
    Code.OTHER_GUILD: N_("This notable belongs to another guild: %(guild)s."),
    Code.NOT_LAST_ROUND: N_("The game is not over: the end has not been triggered, or some turns are left."),
    Code.RUPEES_COUNTED: N_("Your rupees are already counted. Take that back first if it is wrong."),
    Code.COUNT_FIRST: N_("%(player)s’s rupees have not been counted yet."),
}


def describe_move(move: Move) -> str:
    match move:
        case Gain(what, amount):
            return f"{term(what)} +{amount}"
        case Use(what, amount):
            return f"{term(what)} −{amount}"
        case Influence(guild):
            return gettext("Influence, one step up: %(guild)s", guild=term(guild))
        case ReachTop(guild):
            return gettext("Top of the track: %(guild)s", guild=term(guild))
        case Order(guild):
            return gettext("Order fulfilled: %(guild)s", guild=term(guild))
        case ServeAkbar(good):
            return gettext("Served to Akbar: %(good)s", good=term(good))
        case TakeContract(notable, str(guild)):
            return gettext("Contract: %(notable)s (%(guild)s)", notable=term(notable), guild=term(guild))
        case TakeContract(notable):
            return gettext("Contract: %(notable)s", notable=term(notable))
        case RemoveCover():
            return gettext("Cover tile removed")
        case Meditate():
            return gettext("Meditation, one step up")
        case CompleteMeditation():
            return gettext("Meditation track completed")
        case SetPrice(good, goods.OFF):
            return gettext("Price token back to the trader: %(good)s", good=term(good))
        case SetPrice(good, step):
            return gettext("Price token: %(good)s %(step)s", good=term(good), step="+1" if step == goods.UP else "−1")
        case CountRupees(rupees):
            return gettext("Rupees in the bag: %(count)s", count=rupees)
        case EndTurn():
            return gettext("End the turn")
        case Finish():
            return gettext("Finish the game")


AGRA = Words(term, describe_move, HAPPENINGS, REFUSALS, BIG)
