"""Texts of live assist for Rajas of the Ganges: entries, what they trigger, refusals."""

from collections.abc import Mapping

from companion.games.assist.words import Words
from companion.games.rajas.rules import actions, moves, reminders
from companion.games.rajas.rules.actions import Action, Paid
from companion.games.rajas.rules.board import COLOURS, SIDES, Die, flip_side
from companion.games.rajas.rules.gains import MOST_SHOWN, TILE_PARTS, WHITE_TILES
from companion.games.rajas.rules.moves import Move
from companion.games.rajas.rules.refusals import Code
from companion.i18n import N_, gettext, translate
from companion.phrase import Phrase

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
    # Places
    "quarry": N_("Quarry"),
    "market": N_("Market"),
    "assorted-goods": N_("Assorted goods"),
    "one-kind": N_("Goods of one kind"),
    "harbour": N_("Harbour"),
    "outer-terrace": N_("Outer terrace"),
    "terrace": N_("Terrace"),
    "balcony": N_("Balcony"),
    "mogul": N_("Great Mogul"),
    "dancer": N_("Dancer"),
    "yogi": N_("Yogi"),
    "raja": N_("Raja Man Singh"),
    "builder": N_("Master builder"),
    "portuguese": N_("Portuguese"),
    # What waits to be carried out
    "die-any": N_("a die of any colour"),
    "die-orange": N_("an orange die"),
    "die-green": N_("a green die"),
    "die-purple": N_("a purple die"),
    "die-blue": N_("a blue die"),
    "sail-on": N_("sail on, up to three spaces"),
    "visit": N_("a visit to one of the people 2 to 6"),
    "cover": N_("cover a tile"),
    "earning": N_("what the river space shows"),
    "yield": N_("what the yield tile shows"),
    "white-tile": N_("a white yield tile"),
    "yield-tile": N_("a yield tile"),
    "reroll": N_("roll dice again"),
    # What people reach
    "bridge": N_("bridge: a worker"),
    "met": N_("the markers have met"),
}

PEOPLE_GIVE = {
    "mogul": N_("2 fame, elephant"),
    "dancer": N_("2 dice, yield tile"),
    "yogi": N_("2 karma, 1 die"),
    "raja": N_("upgrade, 3 money"),
    "builder": N_("cover a tile"),
    "portuguese": N_("sail 6 spaces"),
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
    "take-back": N_("The round is over: take your workers back. %(player)s begins round %(round)s."),
    "round-begins": N_("Round %(round)s begins with %(player)s."),
    # The end
    "met": N_("%(player)s’s markers have met! Stage %(stage)s is played to its end."),
    "met-too": N_("%(player)s’s markers have met as well."),
    "last-stage-done": N_("The last stage is over. Enter what is still missing, then finish the game."),
    "enter-totals": N_("The last stage is over. %(player)s: where are your markers?"),
    "last-turn-done": N_("The last stage is over. Everyone enters where their markers are."),
    "all-entered": N_("The last stage is over, and all markers are entered. Finish the game."),
    # Booked with an entry
    "booked-fame": N_("Fame +%(amount)s"),
    "booked-money": N_("Money +%(amount)s"),
    "paid-money": N_("Money −%(amount)s"),
    "booked-karma": N_("Karma +%(amount)s"),
    "paid-karma": N_("Karma −%(amount)s"),
    # What is asked now
    "roll-starting-dice": N_("%(player)s rolls one die of each colour."),
    "lowest-begins": N_("%(player)s has the lowest sum and takes the elephant."),
    "lowest-agree": N_("Several players have the lowest sum: agree on who takes the elephant."),
    "place": N_("%(player)s places a worker."),
    "act": N_("%(player)s carries out the action."),
}
# What river spaces, yields and yield tiles show; without those that TERMS names as briefly
GAINS: Mapping[str, tuple[str, ...]] = {
    "dice": (N_("two dice"),),
    "die-any": (N_("any die"),),
    "boat": (N_("boat +1"),),
    "visit": (N_("a person (2 to 6)"),),
    "money-by-markets": (N_("1 money × markets"),),
    "assorted-goods": (N_("assorted goods"),),
    "fame-by-upgrades": (N_("1 fame × upgrades"),),
    "money-by-upgrades": (N_("2 money × upgrades"),),
    "fame-by-karma": (N_("2 fame × karma"),),
    "any-dice-by-karma": (N_("any dice × karma"),),
    "orange-dice-by-karma": (N_("orange dice × karma"),),
    "green-dice-by-karma": (N_("green dice × karma"),),
    "purple-dice-by-karma": (N_("purple dice × karma"),),
    "blue-dice-by-karma": (N_("blue dice × karma"),),
    "sail-on": (N_("sail on"),),
    **{f"one-kind-{most}": (Phrase(N_("one kind, up to %(most)s"), most=most),) for most in range(1, SIDES + 1)},
    **{f"dice-but-{left_out}": tuple(TERMS[each] for each in COLOURS if each != left_out) for left_out in COLOURS},
    **{f"see-{person}": (TERMS[person],) for person in PEOPLE_GIVE},
    **{f"brown-{counts}": (name,) for counts, (name, _) in BROWN.items()},
    **{
        f"{counter}-{amount}": (Phrase(HAPPENINGS[f"booked-{counter}"], amount=amount),)
        for counter in ("fame", "money", "karma")
        for amount in range(1, MOST_SHOWN + 1)
    },
}
BIG = frozenset({"yield-tile", "met", "last-stage-done"})  # everything else is shown where it is carried out
EARLIER_BIG = BIG | {*reminders.BONUSES, "bridge", "third-worker-leaves", "round-over"}

REFUSALS: Mapping[str, str] = {
    Code.FAME_FULL: N_("Your fame marker is already on the last space."),
    Code.MONEY_FULL: N_("Your money marker is already on the last space."),
    Code.KARMA_FULL: N_("Your karma is already at its highest level."),
    Code.NOT_ENOUGH_MONEY: N_("You cannot pay that: your money is %(left)s."),
    Code.NO_KARMA: N_("You have no karma left to turn a die."),
    Code.NO_SUCH_DIE: N_("There is no such die on your statue."),
    Code.WRONG_DIE: N_("This needs a die that shows %(number)s. One karma turns a die to its opposite side."),
    Code.ONE_COLOUR: N_("Pay for a tile with dice of one colour."),
    Code.DIE_FOR_HARBOUR: N_("Give up a 1, 2 or 3; you sail at most as many spaces as it shows."),
    Code.OTHER_COLOUR: N_("A balcony gives two dice of another colour."),
    Code.STATUE_FULL: N_("Your statue holds at most %(high)s dice. Give one back first, or take none."),
    Code.NO_DIE_LEFT: N_("The players already have all twelve dice of this colour: %(colour)s."),
    Code.BUILDING_COMPLETE: N_("This building has reached its last level."),
    Code.RIVER_ENDS: N_("Your boat cannot sail that far: free spaces ahead: %(left)s."),
    Code.BRIDGE_CROSSED: N_("Your boat has already passed the bridge."),
    Code.NOT_DUE: N_("You have not reached this bonus yet, or you have already used it."),
    Code.BONUS_FIRST: N_("First carry out your bonus (%(bonus)s), or give it up."),
    Code.NOT_HERE: N_("This is not shown on a space or tile of this kind."),
    Code.TOO_MUCH_ON_A_TILE: N_(
        "A tile has at most %(high)s buildings and %(high)s markets, and connects at most %(high)s yields."
    ),
    Code.EMPTY_TILE: N_("Choose what is on the tile: buildings or markets."),
    Code.NO_PROVINCE_TILE: N_("Your province has no such tile to cover."),
    Code.COVERED_ALREADY: N_("This tile covers another one; a tile is covered only once."),
    Code.NOT_DEARER: N_("The new tile must be more expensive than the one it covers."),
    Code.DIFFERENCE_UNPAID: N_("These dice do not pay the difference: it is %(number)s."),
    Code.END_TURN_FIRST: N_("You have placed your worker for this turn. Tap “Done” when everything is entered."),
    Code.NO_WORKER_PLACED: N_("Place a worker first."),
    Code.OCCUPIED: N_("Occupied by %(player)s."),
    Code.ONE_ASSORTED: N_("With 3 or 4 players, only one of your workers may be here each round."),
    Code.FIRST_IS_FREE: N_("The first place of the harbour is free."),
    Code.ONLY_FIRST_IS_FREE: N_("Only the first place of the harbour is free; this one costs 1 or 2 money."),
    Code.TURNS_END_WITH_DONE: N_("Tap the place you use. The turn ends with “Done”."),
    Code.NO_YIELD_TILES: N_("Yield tiles are kept only in the Navaratnas version."),
    Code.TILE_TAKEN: N_("The players already have all yield tiles of this kind."),
    Code.NO_BROWN_PLACE: N_("Your province has only %(high)s places for brown yield tiles."),
    Code.NO_SUCH_TILE: N_("There is no such unconnected yield tile in your province."),
    Code.NO_WORKER_LEFT: N_("You have no worker left to place this round."),
    Code.GREAT_MOGUL_OCCUPIED: N_("Someone is already with the Great Mogul."),
    Code.ROUND_GOES_ON: N_("The round is not over: %(player)s places a worker."),
    Code.LAST_STAGE_DONE: N_("The last stage is over: no more workers are placed. Finish the game."),
    Code.NOT_LAST_STAGE: N_("The game is not over: nobody’s markers have met, or the stage is not over."),
}


REMINDER_REFUSALS: Mapping[str, str] = {
    reminders.Code.ALREADY_REACHED: N_("You have this already: %(event)s."),
    reminders.Code.TURN_LONG_OVER: N_("Something else was entered after your turn. Add it on your board."),
    reminders.Code.TOTALS_FIRST: N_("%(player)s has not entered fame and money yet."),
    **{
        code: REFUSALS[code]
        for code in (Code.NO_WORKER_LEFT, Code.GREAT_MOGUL_OCCUPIED, Code.LAST_STAGE_DONE, Code.NOT_LAST_STAGE)
    },
}


def term(name: str) -> str:
    return gettext(TERMS[name])


def describe_amount(counter: str, amount: int) -> str:
    return gettext(HAPPENINGS[f"booked-{counter}"], amount=amount)


def describe_gain(word: str) -> str:
    """Describe what a river space or a yield shows, as short as a button."""
    return " + ".join(map(translate, GAINS.get(word) or (TERMS[word],)))


def describe_person(person: str) -> str:
    return gettext(PEOPLE_GIVE[person])


def describe_part(part: str) -> str:
    """Describe a part of a province tile: a building, a market, a bend, or a yield it connects."""
    if part.startswith("+"):
        return f"+ {describe_gain(part[1:])}"
    name, _, money = part.partition("-")
    return f"{term(name)} {money}".strip() if name in TERMS else gettext("bend of a road")


def describe_paid(paid: Paid) -> str:
    return f"{describe_die(paid.die)} → {paid.value}" if paid.turned else describe_die(paid.die)


def describe_die(die: Die) -> str:
    return f"{term(die.colour)} {die.value}"


def describe_action(move: Action) -> str:
    """Describe an entry of a turn: the place or what follows, then the costs and choices."""
    match move:
        case actions.UseQuarry(cost, dice, tile):
            return describe_entry(
                "quarry", gettext("%(count)s money", count=cost), *map(describe_paid, dice), "→", *tile
            )
        case actions.UseAssortedGoods():
            return term("assorted-goods")
        case actions.UseOneKind(die):
            return describe_entry("one-kind", describe_paid(die))
        case actions.UseOuterTerrace():
            return term("outer-terrace")
        case actions.UseTerrace(colour, rolled):
            return describe_entry("terrace", f"{term(colour)} {rolled or ''}".strip())
        case actions.UseBalcony(die, colour, rolled):
            return describe_entry("balcony", describe_die(die), "→", f"{term(colour)} {rolled or ''}".strip())
        case actions.UseChamber(person, die):
            return describe_entry(person, describe_paid(die))
        case actions.UseHarbour(cost, die, spaces):
            money = [gettext("%(count)s money", count=cost)] if cost else []
            return describe_entry("harbour", *money, describe_paid(die), f"→ {spaces}")
        case actions.ThenUpgrade(building):
            return gettext("Upgrade: %(building)s", building=term(building))
        case actions.ThenDice(dice):
            return gettext("New die: %(die)s", die=", ".join(map(describe_die, dice)))
        case actions.ThenSail(spaces):
            return gettext("The boat sails on: %(spaces)s", spaces=spaces)
        case actions.ThenEarn(earning):
            return gettext("Shown there: %(gain)s", gain=describe_gain(earning))
        case actions.ThenWhiteTile(gives):
            return gettext("White yield tile: %(gain)s", gain=describe_gain(WHITE_TILES[gives]))
        case actions.ThenVisit(person):
            return gettext("Visit: %(person)s", person=term(person))
        case actions.ThenCover(covered, dice, tile):
            return describe_entry("builder", f"{covered}.", *map(describe_paid, dice), "→", *tile)
        case actions.NameSpace(space, earning):
            return gettext("River space %(space)s: %(gain)s", space=space, gain=describe_gain(earning))
        case actions.EndRiver():
            return gettext("Last space of the river")
        case actions.Skip(due):
            return gettext("Given up: %(bonus)s", bonus=term(due))
        case actions.EndTurn():
            return gettext("Turn ended")


def describe_entry(place: str, *details: str) -> str:
    """Describe a place with its costs and gains; parts of a tile are translated."""
    words = (describe_part(detail) if detail in TILE_PARTS else detail for detail in details)
    return f"{term(place)}: {', '.join(words)}".replace(", →, ", " → ").replace(", → ", " → ")


def describe_reminder(move: reminders.Move) -> str:
    match move:
        case reminders.Done(()):
            return gettext("Turn ended")
        case reminders.Done(events):
            return gettext("Turn ended; %(events)s", events=", ".join(map(term, events)))
        case reminders.Also(events):
            return gettext("Also: %(events)s", events=", ".join(map(term, events)))
        case reminders.Reached(event):
            return gettext("Reached: %(event)s", event=term(event))
        case reminders.Pass():
            return gettext("No more workers this round")
        case reminders.Totals(fame, money):
            return gettext("Final markers: fame %(fame)s, money %(money)s", fame=fame, money=money)
        case reminders.Finish():
            return gettext("Finish the game")


def describe_move(move: Move) -> str:
    if isinstance(move, Action):
        return describe_action(move)
    match move:
        case moves.Gain("fame", amount):
            return gettext("Fame +%(amount)s", amount=amount)
        case moves.Gain("money", amount):
            return gettext("Money +%(amount)s", amount=amount)
        case moves.Gain(_, amount):
            return gettext("Karma +%(amount)s", amount=amount)
        case moves.Pay(amount):
            return gettext("Money −%(amount)s", amount=amount)
        case moves.TakeDie(die):
            return gettext("New die: %(die)s", die=describe_die(die))
        case moves.GiveDie(die, turned=False):
            return gettext("Die given up: %(die)s", die=describe_die(die))
        case moves.GiveDie(die):
            side = flip_side(die.value)
            return gettext("Die given up: %(die)s, turned to %(side)s with karma", die=describe_die(die), side=side)
        case moves.Reroll(die, rolled):
            return gettext("Rolled again: %(die)s", die=f"{describe_die(die)} → {rolled}")
        case moves.Upgrade(building):
            return gettext("Upgrade: %(building)s", building=term(building))
        case moves.CrossBridge():
            return gettext("The boat passes the bridge")
        case moves.Done(bonus):
            return gettext("Carried out: %(bonus)s", bonus=term(bonus))
        case moves.TakeTile(tile):
            return gettext("Yield tile taken: %(tile)s", tile=term(str(tile)))
        case moves.ConnectTile(tile, None):
            return gettext("Yield tile connected: %(tile)s", tile=term(str(tile)))
        case moves.ConnectTile(tile, seen):
            return gettext("Yield tile connected: %(tile)s", tile=f"{term(str(tile))} × {seen}")
        case moves.Place(mogul=True):
            return gettext("Worker to the Great Mogul")
        case moves.Place():
            return gettext("Place a worker")
        case moves.Pass():
            return gettext("No more workers this round")
        case moves.NextRound():
            return gettext("Next round")
        case moves.Finish():
            return gettext("Finish the game")


RAJAS = Words(term, describe_move, HAPPENINGS, REFUSALS, BIG)
REMINDERS = Words(term, describe_reminder, HAPPENINGS, REMINDER_REFUSALS, BIG)
