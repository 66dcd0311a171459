"""Entries of a turn in a tracked game: a worker uses a place, its gains are carried out, and the turn ends.

Every entry books its costs, gains and bonuses together. `act` is the only place that decides what it needs.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any

from companion.games.rajas.rules.board import (
    LAST_LEVEL,
    Board,
    Colour,
    Die,
    add_die,
    flip_side,
    gain_fame,
    gain_money,
    remove_die,
    upgrade,
)
from companion.games.rajas.rules.gains import (
    BOAT,
    COVER,
    DUE_KINDS,
    EARNINGS,
    GANGA,
    LONGEST_RIVER,
    OPTIONAL,
    PEOPLE,
    REROLL,
    RIVER,
    SAIL_ON,
    SAIL_ON_SPACES,
    TILE_PARTS,
    UPGRADE,
    VISIT,
    VISITED,
    WHITE_TILE,
    WHITE_TILES,
    YIELD_TILES,
    River,
    connect_yield_tile,
    gain,
    name_earning,
    sail,
    settle,
)
from companion.games.rajas.rules.province import MOST_ON_A_TILE, Building, ProvinceTile
from companion.games.rajas.rules.refusals import Code
from companion.games.rajas.rules.river import HARBOUR_DICE
from companion.games.rajas.rules.rounds import Rounds
from companion.rules.refusal import IllegalMove, Refusal
from companion.rules.text_form import Between, OneOf, TextForm, Times

Game = Rounds[Board, Any]

QUARRY_MONEY = (1, 4)
HARBOUR_MONEY = (0, 2)
OUTER_TERRACE_MONEY = 2
ASSORTED_PLACES = 2
MOST_TILES = 40
HIGHEST_PRICE = 15  # plausible upper limit of the price of a province tile
DICE_OF_A_COLOUR = 12
MOST_DICE = 10  # of a statue


class Paid(TextForm):
    """A die to give up; turned with one karma, it shows its opposite side."""

    form = "{die} [turned]"
    die: Die
    turned: bool = False

    @property
    def value(self) -> int:
        return flip_side(self.die.value) if self.turned else self.die.value


Dice = Annotated[tuple[Paid, ...], Times(1, MOST_DICE)]
Parts = Annotated[tuple[Annotated[str, OneOf(TILE_PARTS)], ...], Times(1, 8)]
Side = Annotated[int, Between(1, 6)]


# Places


class UseQuarry(TextForm):
    """Buy a province tile. `tile`: what is on it and which yields it connects."""

    form = "use quarry {cost} {dice} tile {tile}"
    cost: Annotated[int, Between(*QUARRY_MONEY)]
    dice: Dice
    tile: Parts


class UseAssortedGoods(TextForm):
    form = "use assorted goods"


class UseOneKind(TextForm):
    form = "use one kind {die}"
    die: Paid


class UseOuterTerrace(TextForm):
    form = "use outer terrace"


class UseTerrace(TextForm):
    """Take a die; its number can be entered immediately."""

    form = "use terrace {colour} [{rolled}]"
    colour: Colour
    rolled: Side | None = None


class UseBalcony(TextForm):
    """Give up a die for two of another colour; the number of the first can be entered immediately."""

    form = "use balcony {die} for {colour} [{rolled}]"
    die: Die
    colour: Colour
    rolled: Side | None = None


class UseChamber(TextForm):
    form = "use {person} {die}"
    person: Annotated[str, OneOf(tuple(PEOPLE))]
    die: Paid


class UseHarbour(TextForm):
    form = "use harbour {cost} {die} {spaces}"
    cost: Annotated[int, Between(*HARBOUR_MONEY)]
    die: Paid
    spaces: Annotated[int, Between(1, max(HARBOUR_DICE))]


# What follows


class ThenUpgrade(TextForm):
    form = "then upgrade {building}"
    building: Building


class ThenDice(TextForm):
    form = "then dice {dice}"
    dice: Annotated[tuple[Die, ...], Times(1, MOST_DICE)]


class ThenSail(TextForm):
    """Move the boat to the next free space; after a river tile up to three spaces."""

    form = "then sail [{spaces}]"
    spaces: Annotated[int, Between(1, SAIL_ON_SPACES)] = 1


class ThenEarn(TextForm):
    """Name what the river space or the connected yield tile shows."""

    form = "then earn {earning}"
    earning: Annotated[str, OneOf(EARNINGS)]


class ThenWhiteTile(TextForm):
    form = "then white tile {gives}"
    gives: Annotated[str, OneOf(tuple(WHITE_TILES))]


class ThenVisit(TextForm):
    form = "then visit {person}"
    person: Annotated[str, OneOf(VISITED)]


class ThenCover(TextForm):
    """Cover a tile, counted from 1 in the order built, with a more expensive one (master builder).

    With the prices printed on both tiles, the payment is checked.
    """

    form = "then cover {covered} {dice} tile {tile} [from {old} to {new}]"
    covered: Annotated[int, Between(1, MOST_TILES)]
    dice: Dice
    tile: Parts
    old: Annotated[int, Between(1, HIGHEST_PRICE)] | None = None
    new: Annotated[int, Between(1, HIGHEST_PRICE)] | None = None


class NameSpace(TextForm):
    """Tell what a river space shows before a boat stops there, such as a river tile of the set-up (Ganga)."""

    form = "river {space} {earning}"
    space: Annotated[int, Between(1, LONGEST_RIVER)]
    earning: Annotated[str, OneOf(tuple(dict.fromkeys((*RIVER, *GANGA))))]


class EndRiver(TextForm):
    """Tell that the boat has reached the last space of the river."""

    form = "river ends"


class Skip(TextForm):
    """Give up something that waits to be carried out."""

    form = "skip {due}"
    due: Annotated[str, OneOf(tuple(DUE_KINDS))]


class EndTurn(TextForm):
    form = "done"


Use = (
    UseQuarry | UseAssortedGoods | UseOneKind | UseOuterTerrace | UseTerrace | UseBalcony | UseChamber | UseHarbour
)  # fmt: skip
Then = (
    ThenUpgrade
    | ThenDice
    | ThenSail
    | ThenEarn
    | ThenWhiteTile
    | ThenVisit
    | ThenCover
    | NameSpace
    | EndRiver
    | Skip
    | EndTurn
)
Action = Use | Then


def act(game: Game, player: str, move: Action, river: River) -> Board:
    """Return the player's board after an entry. Raises IllegalMove."""
    board = game.boards[player]
    if isinstance(move, Use):
        require_turn(game, player)
        place = name_place(move)
        require_free(game, player, place)
        placed = replace(board, acting=True, placed=board.placed + 1, places=(*board.places, place), news=())
        return use(game, placed, move, river)
    return carry_out(game, replace(board, news=()), move, river)


def name_place(move: Use) -> str:
    """Name the action space that a worker occupies."""
    match move:
        case UseTerrace(colour, _):
            return f"terrace-{colour}"
        case UseBalcony(die, colour, _):
            return f"balcony-{die.colour}-{colour}"
        case UseChamber(person, _):
            return person
        case UseQuarry(cost, _, _):
            return f"quarry-{cost}"
        case UseHarbour(cost, _, _):
            return f"harbour-{cost}"
        case UseAssortedGoods():
            return "assorted-goods"
        case UseOneKind():
            return "one-kind"
        case _:
            return "outer-terrace"


ROWS = ("quarry", "harbour", "assorted", "one", "outer")  # with several action spaces


def require_turn(game: Game, player: str) -> None:
    board = game.boards[player]
    if game.may_finish:
        raise IllegalMove(Refusal(Code.LAST_STAGE_DONE))
    if board.acting:
        raise IllegalMove(Refusal(Code.END_TURN_FIRST))
    if not board.workers_left:
        raise IllegalMove(Refusal(Code.NO_WORKER_LEFT))
    if game.turn != player:
        raise IllegalMove(Refusal(Code.NOT_YOUR_TURN, player=game.turn or ""))
    require_nothing_due(board)


def require_nothing_due(board: Board) -> None:
    waiting = [due for due in board.due if due not in OPTIONAL]
    if waiting:
        raise IllegalMove(Refusal(Code.BONUS_FIRST, bonus=waiting[0]))


def require_free(game: Game, player: str, place: str) -> None:
    """Check that an action space is free, and the limit for assorted goods."""
    there = [name for name in game.boards.players if place in game.boards[name].places]
    if place == "assorted-goods":
        if player in there and len(game.boards.players) > 2:
            raise IllegalMove(Refusal(Code.ONE_ASSORTED))
        if sum(board.places.count(place) for board in game.boards) >= ASSORTED_PLACES:
            raise IllegalMove(Refusal(Code.OCCUPIED, player=there[-1]))
    elif there and place.partition("-")[0] not in ROWS:
        raise IllegalMove(Refusal(Code.OCCUPIED, player=there[0]))


def use(game: Game, board: Board, move: Use, river: River) -> Board:
    """Pay for a place and book what it gives."""
    match move:
        case UseQuarry(cost, dice, tile):
            return build(give_dice(pay(board, cost), dice, one_colour=True), tile, river)
        case UseAssortedGoods():
            return gain(board, "assorted-goods", river)
        case UseOneKind(die):
            return gain(give_dice(board, (die,)), f"one-kind-{die.value}", river)
        case UseOuterTerrace():
            return gain_all(board, (f"money-{OUTER_TERRACE_MONEY}", REROLL), river)
        case UseTerrace(colour, rolled):
            return take_rolled(game, gain(board, f"die-{colour}", river), colour, rolled)
        case UseBalcony(die, colour, rolled):
            if die.colour == colour:
                raise IllegalMove(Refusal(Code.OTHER_COLOUR))
            given = give_dice(board, (Paid(die),))
            both = gain(gain(given, f"die-{colour}", river), f"die-{colour}", river)
            return take_rolled(game, both, colour, rolled)
        case UseChamber(person, die):
            number, gains = PEOPLE[person]
            if die.value != number:
                raise IllegalMove(Refusal(Code.WRONG_DIE, number=number))
            return gain_all(give_dice(board, (die,)), gains, river)
        case UseHarbour(cost, die, spaces):
            require_harbour_money(game, cost)
            if die.value not in HARBOUR_DICE or spaces > die.value:
                raise IllegalMove(Refusal(Code.DIE_FOR_HARBOUR))
            return sail(give_dice(pay(board, cost), (die,)), spaces, river)


def carry_out(game: Game, board: Board, move: Then, river: River) -> Board:
    """Carry out what waits, give it up, or end the turn."""
    match move:
        case ThenUpgrade(building):
            if board.find_level(building) == LAST_LEVEL:
                raise IllegalMove(Refusal(Code.BUILDING_COMPLETE))
            return upgrade(settle(board, UPGRADE), building)
        case ThenDice(dice):
            for die in dice:
                board = take_die(game, settle(board, "die", f"die-{die.colour}"), die)
            return board
        case ThenSail(spaces):
            kind = BOAT if spaces == 1 and any(DUE_KINDS[due] == BOAT for due in board.due) else SAIL_ON
            return sail(settle(board, kind), spaces, river)
        case ThenEarn(earning):
            return name_earning(board, earning, river)
        case ThenWhiteTile(gives):
            return gain(settle(board, WHITE_TILE), WHITE_TILES[gives], river)
        case ThenVisit(person):
            return gain_all(settle(board, VISIT), PEOPLE[person][1], river)
        case ThenCover(covered, dice, tile, old, new):
            require_difference(dice, old, new)
            return cover(give_dice(settle(board, COVER), dice, one_colour=True), covered, tile, river)
        case NameSpace(space, earning):
            return replace(board, stops=(*board.stops, (space, earning)))
        case EndRiver():
            if not board.boat:
                raise IllegalMove(Refusal(Code.NOT_DUE))
            return replace(board, river_end=board.boat)
        case Skip(due):
            if due not in board.due:
                raise IllegalMove(Refusal(Code.NOT_DUE))
            position = board.due.index(due)
            return replace(board, due=board.due[:position] + board.due[position + 1 :])
        case EndTurn():
            if not board.acting:
                raise IllegalMove(Refusal(Code.NO_WORKER_PLACED))
            require_nothing_due(board)
            return replace(board, acting=False, due=())


def pay(board: Board, money: int) -> Board:
    if board.money < money:
        raise IllegalMove(Refusal(Code.NOT_ENOUGH_MONEY, left=board.money))
    return replace(board, money=board.money - money)


def give_dice(board: Board, dice: Sequence[Paid], one_colour: bool = False) -> Board:
    """Return dice to the supply and pay karma for the turned ones."""
    if Counter(paid.die for paid in dice) - Counter(board.dice):
        raise IllegalMove(Refusal(Code.NO_SUCH_DIE))
    if one_colour and len({paid.die.colour for paid in dice}) > 1:
        raise IllegalMove(Refusal(Code.ONE_COLOUR))
    turned = sum(paid.turned for paid in dice)
    if turned > board.karma:
        raise IllegalMove(Refusal(Code.NO_KARMA))
    for paid in dice:
        board = remove_die(board, paid.die)
    return replace(board, karma=board.karma - turned)


def take_die(game: Game, board: Board, die: Die) -> Board:
    """Take a die from the supply, if there is one and the statue has room."""
    if len(board.dice) >= board.limits.dice:
        raise IllegalMove(Refusal(Code.STATUE_FULL, high=board.limits.dice))
    taken = sum(other.colour == die.colour for everyone in game.boards for other in everyone.dice)
    if taken >= DICE_OF_A_COLOUR:
        raise IllegalMove(Refusal(Code.NO_DIE_LEFT, colour=die.colour))
    return add_die(board, die)


def take_rolled(game: Game, board: Board, colour: Colour, rolled: int | None) -> Board:
    """Take a die whose number is known already."""
    if rolled is None:
        return board
    return take_die(game, settle(board, "die", f"die-{colour}"), Die(colour, rolled))


def gain_all(board: Board, gains: Sequence[str], river: River) -> Board:
    for word in gains:
        board = gain(board, word, river)
    return board


def require_harbour_money(game: Game, cost: int) -> None:
    """Check the price of a harbour place: only the first one is free."""
    used = find_last_price(game, "harbour")
    if cost and used is None:
        raise IllegalMove(Refusal(Code.FIRST_IS_FREE))
    if used is not None and not cost:
        raise IllegalMove(Refusal(Code.ONLY_FIRST_IS_FREE))


def find_last_price(game: Game, row: str) -> int | None:
    """Return what the last worker in the quarry or harbour paid in this round; None if there is none yet."""
    there = (place.partition("-") for board in game.boards for place in board.places)
    return max((int(money) for name, _, money in there if name == row), default=None)


def build(board: Board, parts: Sequence[str], river: River) -> Board:
    """Add a tile: fame for its buildings, money for its markets, then the yields it connects."""
    tile = check_tile(ProvinceTile(tuple(parts)))
    return score_tile(replace(board, province=(*board.province, tile)), tile, river)


def cover(board: Board, covered: int, parts: Sequence[str], river: River) -> Board:
    """Replace a tile; the new one is scored like any other. A tile is covered only once."""
    if covered > len(board.province):
        raise IllegalMove(Refusal(Code.NO_PROVINCE_TILE))
    if board.province[covered - 1].covers:
        raise IllegalMove(Refusal(Code.COVERED_ALREADY))
    tile = check_tile(ProvinceTile(tuple(parts), covers=True))
    province = (*board.province[: covered - 1], tile, *board.province[covered:])
    return score_tile(replace(board, province=province), tile, river)


def require_difference(dice: Sequence[Paid], old: int | None, new: int | None) -> None:
    """Check that the new tile costs more and that the dice pay the difference, if the prices are known."""
    if old is None or new is None:
        return
    if new <= old:
        raise IllegalMove(Refusal(Code.NOT_DEARER))
    if sum(paid.value for paid in dice) < new - old:
        raise IllegalMove(Refusal(Code.DIFFERENCE_UNPAID, number=new - old))


def check_tile(tile: ProvinceTile) -> ProvinceTile:
    if max(len(tile.buildings), len(tile.markets), len(tile.yields)) > MOST_ON_A_TILE:
        raise IllegalMove(Refusal(Code.TOO_MUCH_ON_A_TILE, high=MOST_ON_A_TILE))
    if not tile.buildings and not tile.markets:
        raise IllegalMove(Refusal(Code.EMPTY_TILE))
    return tile


def score_tile(board: Board, tile: ProvinceTile, river: River) -> Board:
    board = gain_fame(board, sum(board.find_level(building) for building in tile.buildings))
    board = gain_money(board, sum(market.money for market in tile.markets))
    for word in tile.yields:
        board = connect_yield_tile(board, word) if word in YIELD_TILES else gain(board, word, river)
    return board
