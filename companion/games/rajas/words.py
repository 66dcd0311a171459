"""Texts of live assist for Rajas of the Ganges: entries, what they trigger, refusals."""

from collections.abc import Mapping

from companion.games.assist.words import Words
from companion.games.rajas.rules.board import Die, opposite_side
from companion.games.rajas.rules.game import Code
from companion.games.rajas.rules.moves import (
    ConnectTile,
    CrossBridge,
    Done,
    Finish,
    Gain,
    GiveDie,
    Move,
    NextRound,
    Pass,
    Pay,
    Place,
    Reroll,
    TakeDie,
    TakeTile,
    Upgrade,
)
from companion.i18n import N_, gettext

BROWN = {  # the brown yield tiles: name and yield
    "markets": (N_("Brown: markets"), N_("1 fame for each of your tiles with a market.")),
    "bends": (N_("Brown: bends"), N_("2 fame for each bend in a road of your province.")),
    "buildings": (N_("Brown: buildings"), N_("1 money for each building in your province.")),
    "yield-tiles": (N_("Brown: yields"), N_("2 money for each yield tile you have connected, including this one.")),
    "workers": (N_("Brown: workers"), N_("1 fame for each of your workers.")),
    "river": (
        N_("Brown: river"),
        N_("1 fame for every three spaces your boat has moved; the start does not count."),
    ),
    "upgrades": (N_("Brown: upgrades"), N_("2 money for each upgrade you have made.")),
}

TERMS = {
    "orange": N_("orange"),
    "green": N_("green"),
    "purple": N_("purple"),
    "blue": N_("blue"),
    "temple": N_("temple"),
    "palace": N_("palace"),
    "fort": N_("fort"),
    "mill": N_("mill"),
    "silk": N_("silk"),
    "tea": N_("tea"),
    "spices": N_("spices"),
    "fame": N_("fame"),
    "money": N_("money"),
    "karma": N_("karma"),
    "dice": N_("dice"),
    "upgrade": N_("upgrade"),
    "boat": N_("boat"),
    "fame-5": N_("fame 5: upgrade a building"),
    "fame-15": N_("fame 15: a worker"),
    "fame-24": N_("fame 24: 2 karma"),
    "fame-31": N_("fame 31: boat to the next free space"),
    "money-12": N_("money 12: boat to the next free space"),
    "money-20": N_("money 20: a worker"),
    "money-33": N_("money 33: two dice"),
    "money-44": N_("money 44: boat to the next free space"),
    "money-55": N_("money 55: two dice"),
    "white": N_("white yield tile"),
    "yellow": N_("yellow yield tile"),
    "red": N_("red yield tile"),
    **{f"brown {counts}": name for counts, (name, _) in BROWN.items()},
    **{f"about brown {counts}": gives for counts, (_, gives) in BROWN.items()},
}

HAPPENINGS = {
    # Bonuses, each once
    "fame-5": N_("Fame 5! Upgrade a building of your choice. It counts from your next turn on."),
    "fame-15": N_("Fame 15! Your worker from the fame track joins you and may be placed this round."),
    "fame-24": N_("Fame 24! Your karma has risen by 2, up to the maximum of 3."),
    "fame-31": N_("Fame 31! Your boat goes to the next free river space, and you take what is shown there."),
    "money-12": N_("Money 12! Your boat goes to the next free river space. Then move your bonus marker to 33."),
    "money-20": N_("Money 20! Your worker from the money track joins you and may be placed this round."),
    "money-33": N_("Money 33! Take any two dice and roll them. Then move your bonus marker to 44."),
    "money-44": N_("Money 44! Your boat goes to the next free river space. Then move your bonus marker to 55."),
    "money-55": N_("Money 55! Take any two dice and roll them. Your bonus marker leaves the game."),
    "bridge": N_("Under the bridge! Your worker from the river joins you and may be placed this round."),
    "third-worker-leaves": N_("You now have five workers: take your sixth one off the board for good."),
    "tile-connected": N_("Take what the tile shows, and enter it."),
    "tile-fame": N_("Counted automatically: fame +%(amount)s."),
    "tile-money": N_("Counted automatically: money +%(amount)s."),
    # The round
    "elephant": N_("%(player)s visits the Great Mogul and will begin the next round."),
    "yield-tile": N_("%(player)s has fewer workers and takes a yield tile in this stage."),
    "round-over": N_("All workers are placed. Take them back; %(player)s begins the next round."),
    "round-begins": N_("Round %(round)s begins with %(player)s."),
    # The end
    "met": N_("%(player)s’s markers have met! Stage %(stage)s is played to its end."),
    "met-too": N_("%(player)s’s markers have met as well."),
    "last-stage-done": N_("The last stage is over. Enter what is still missing, then finish the game."),
    # What is asked now
    "roll-starting-dice": N_("%(player)s rolls one die of each colour."),
    "lowest-begins": N_("%(player)s has the lowest sum and takes the elephant."),
    "lowest-agree": N_("Several players have the lowest sum: agree on who takes the elephant."),
    "place": N_("Stage %(stage)s: %(player)s places a worker."),
}
BIG = frozenset(
    {"fame-5", "fame-15", "fame-24", "fame-31", "money-12", "money-20", "money-33", "money-44", "money-55", "bridge",
     "third-worker-leaves", "yield-tile", "round-over", "met", "last-stage-done"}
)  # fmt: skip

REFUSALS: Mapping[str, str] = {
    Code.FAME_FULL: N_("Your fame marker is already on the last space."),
    Code.MONEY_FULL: N_("Your money marker is already on the last space."),
    Code.KARMA_FULL: N_("Your karma is already at its highest level."),
    Code.NOT_ENOUGH_MONEY: N_("You cannot pay that: your money is %(left)s."),
    Code.NO_KARMA: N_("You have no karma left to turn a die."),
    Code.NO_SUCH_DIE: N_("There is no such die on your statue."),
    Code.STATUE_FULL: N_("Your statue holds at most %(high)s dice. Give one back first, or take none."),
    Code.NO_DIE_LEFT: N_("The players already have all twelve dice of this colour: %(colour)s."),
    Code.BUILDING_COMPLETE: N_("This building has reached its last level."),
    Code.BRIDGE_CROSSED: N_("Your boat has already passed the bridge."),
    Code.NOT_DUE: N_("This bonus is not available: you have not reached it yet, or it is already done."),
    Code.BONUS_FIRST: N_("First carry out your bonus (%(bonus)s), or give it up."),
    Code.NO_YIELD_TILES: N_("Yield tiles are kept only in the Navaratnas version."),
    Code.TILE_TAKEN: N_("The players already have all yield tiles of this kind."),
    Code.NO_BROWN_PLACE: N_("Your province has only %(high)s places for brown yield tiles."),
    Code.NO_SUCH_TILE: N_("There is no such unconnected yield tile in your province."),
    Code.NO_WORKER_LEFT: N_("You have no worker left to place this round."),
    Code.GREAT_MOGUL_OCCUPIED: N_("Someone is already with the Great Mogul."),
    Code.ROUND_GOES_ON: N_("The round is not over: %(player)s places a worker."),
    Code.LAST_STAGE_DONE: N_("The last stage is over: no more workers are placed. Finish the game."),
    Code.NOT_LAST_STAGE: N_("The game is not over: nobody's markers have met, or the stage is not over."),
}


def term(name: str) -> str:
    return gettext(TERMS[name])


def describe_die(die: Die) -> str:
    return f"{term(die.colour)} {die.value}"


def describe_move(move: Move) -> str:
    match move:
        case Gain("fame", amount):
            return gettext("Fame +%(amount)s", amount=amount)
        case Gain("money", amount):
            return gettext("Money +%(amount)s", amount=amount)
        case Gain(_, amount):
            return gettext("Karma +%(amount)s", amount=amount)
        case Pay(amount):
            return gettext("Money −%(amount)s", amount=amount)
        case TakeDie(die):
            return gettext("New die: %(die)s", die=describe_die(die))
        case GiveDie(die, turned=False):
            return gettext("Die given up: %(die)s", die=describe_die(die))
        case GiveDie(die):
            side = opposite_side(die.value)
            return gettext("Die given up: %(die)s, turned to %(side)s with karma", die=describe_die(die), side=side)
        case Reroll(die, rolled):
            return gettext("Rolled again: %(die)s", die=f"{describe_die(die)} → {rolled}")
        case Upgrade(building):
            return gettext("Upgrade: %(building)s", building=term(building))
        case CrossBridge():
            return gettext("The boat passes the bridge")
        case Done(bonus):
            return gettext("Carried out: %(bonus)s", bonus=term(bonus))
        case TakeTile(tile):
            return gettext("Yield tile taken: %(tile)s", tile=term(str(tile)))
        case ConnectTile(tile, None):
            return gettext("Yield tile connected: %(tile)s", tile=term(str(tile)))
        case ConnectTile(tile, seen):
            return gettext("Yield tile connected: %(tile)s", tile=f"{term(str(tile))} × {seen}")
        case Place(great_mogul=True):
            return gettext("Worker to the Great Mogul")
        case Place():
            return gettext("Place a worker")
        case Pass():
            return gettext("No more workers this round")
        case NextRound():
            return gettext("Next round")
        case Finish():
            return gettext("Finish the game")


RAJAS = Words(term, describe_move, HAPPENINGS, REFUSALS, BIG)
