"""One helpful sentence for every refusal code."""

from collections.abc import Callable, Mapping

from companion.games.dice_charmers.kinds.moves import TASKS
from companion.games.dice_charmers.names import count_good, describe_place, name_die, name_seat, name_thing
from companion.games.dice_charmers.rules.refusals import Code
from companion.i18n import N_, gettext, ngettext
from companion.rules.coded import Detail
from companion.rules.refusal import Refusal, Unreadable

SENTENCES = {
    # Setting up a game
    Code.WRONG_NUMBER_OF_PLAYERS: N_("This game is for %(low)s to %(high)s players, not %(players)s."),
    Code.SEAT_TWICE: N_("Two players have the same colour. Give every player a different colour."),
    Code.BAD_SEAT: N_("“%(seat)s” cannot be the name of a seat. Use a colour such as “red”."),
    Code.UNKNOWN_DICE: N_("“%(dice)s” is not a known kind of dice. Use “virtual” or “real”."),
    Code.UNKNOWN_EDITION: N_("This companion does not know edition %(edition)s of the rulings."),
    # Whose turn it is
    Code.NO_SUCH_SEAT: N_("No player at this table has that colour."),
    Code.GAME_OVER: N_("The game is over; nothing more can be entered."),
    Code.NOT_YOUR_TURN: N_("It is not your turn. %(seat)s is playing."),
    Code.WAITING_FOR_DICE: N_("The dice are still rolling. Wait for them."),
    Code.TOTALS_ASKED: N_("Play is over. Now enter a total of the paper sheet: %(figure)s."),
    Code.NOTHING_TO_UNDO: N_("There is nothing to undo: only your own marks since the last roll can be undone."),
    Code.NOTHING_TO_SKIP: N_("Only the current player’s turn can be skipped."),
    Code.ALREADY_PAPER: N_("This seat already plays on paper."),
    # Rolling
    Code.DICE_NOT_ROLLED: N_("The dice have not been rolled yet. Roll them first."),
    Code.DICE_ALREADY_ROLLED: N_("The dice have already been rolled in this round."),
    Code.REAL_DICE: N_("You are playing with real dice: roll them by hand, then enter what they show."),
    Code.VIRTUAL_DICE: N_("The companion rolls the dice here; their faces are not typed in."),
    Code.NO_ROLL_EXPECTED: N_("Nobody is rolling dice now."),
    Code.AUTOMA_WAITS: N_("The automa removes a die only from a fresh roll of a player who is alone."),
    Code.WRONG_NUMBER_OF_FACES: N_("A face is needed for every rolled die: %(expected)s, not %(given)s."),
    Code.FACE_NOT_ON_DIE: N_("This die has no such face. Look at it again."),
    Code.OTHER_DIE_ASKED: N_("The dice are entered one by one. Next: %(die)s."),
    Code.FACES_MISSING: N_("Not all dice are entered yet. Next: %(die)s."),
    Code.FACES_COMPLETE: N_("All dice are entered. Confirm them, or undo the last one."),
    # Taking a die
    Code.NO_SUCH_DIE: N_("There is no such die in this game."),
    Code.DIE_TAKEN: N_("This die is already taken by %(seat)s."),
    Code.DIE_WITH_AUTOMA: N_("The automa has removed this die for this round."),
    Code.DIE_ON_ELEPHANT: N_("This die is on the elephant; only karma can reach it."),
    Code.NOT_A_REROLLED_DIE: N_("After karma, take one of the two rerolled dice: %(one)s or %(two)s."),
    Code.ONE_DIE_PER_TURN: N_("You have already chosen your die for this turn."),
    Code.TAKE_A_DIE_FIRST: N_("Take a die first; then you can enter something."),
    Code.PURPLE_USELESS: N_("You have already circled all goods that this die shows. Take another die."),
    Code.GREEN_USELESS: N_("There is no space left for this road. Take another die."),
    Code.BLUE_USELESS: N_("There is no river space with this symbol ahead of you. Take another die."),
    Code.ORANGE_USELESS: N_("This person has no free space left on your sheet. Take another die."),
    Code.SUITABLE_DIE_LEFT: N_("You cannot pass while there is a die you can use: %(die)s."),
    Code.KARMA_LEFT: N_("You cannot pass while you have karma: use it to reroll two dice."),
    Code.SHEET_IS_FULL: N_("No sheet has room for that many dice. Declare that your lines have met, or pass."),
    # Karma
    Code.KARMA_ONLY_AT_START: N_("Karma can only be used at the start of a turn, before a die is taken."),
    Code.NO_KARMA: N_("You have no karma left to use."),
    Code.ELEPHANT_EMPTY: N_("There is no die on the elephant yet, so you cannot use karma. Take a die."),
    Code.SAME_DIE_AGAIN: N_("You can only reroll the same two dice. Choose: %(die)s."),
    # Order of things
    Code.ACTION_UNFINISHED: N_("First finish what you started: %(asked)s."),
    Code.OTHER_ACTION_ASKED: N_("You have to do something else now: %(asked)s."),
    Code.NOTHING_ASKED: N_("The action is done. Use your bonuses or end the turn."),
    Code.DIE_MUST_BE_USED: N_("The die you took must be used; only bonuses can be given up."),
    Code.NOT_PENDING: N_("You cannot give this up now."),
    # Bonuses
    Code.NO_SUCH_BONUS: N_("There is no bonus at this place on the sheet."),
    Code.BONUS_NOT_RELEASED: N_("You have not released this bonus yet: %(bonus)s."),
    Code.BONUS_GONE: N_("This bonus is already gone: %(bonus)s."),
    Code.BONUSES_LEFT: N_("A bonus is left: %(bonus)s. Use it or give it up, then end the turn."),
    Code.FAME_FULL: N_("Your fame track is full; more fame has no effect."),
    Code.MONEY_FULL: N_("Your money track is full; more money has no effect."),
    Code.KARMA_FULL: N_("You have already circled all your karma."),
    # Roads
    Code.NO_SUCH_SPACE: N_("The province has no space %(space)s."),
    Code.RESIDENCE_HAS_ITS_ROADS: N_("Your residence already has its roads. Draw on a space around it."),
    Code.RESIDENCE_TAKES_NO_HALF: N_("You cannot add half-roads to your residence. Choose a space that has a road."),
    Code.ROAD_INCOMPLETE: N_("A new road needs at least two open sides."),
    Code.SPACE_OCCUPIED: N_("%(space)s already has a road. A new road needs an empty space."),
    Code.NOT_CONNECTED: N_("This road would not connect to your residence. Continue a road that leads there."),
    Code.WRONG_SHAPE: N_("You have to draw another kind of road: %(asked)s."),
    Code.HALF_ON_EMPTY: N_("A single half-road needs a space that already has a road; %(space)s is empty."),
    Code.SIDE_OPEN: N_("The road on %(space)s is already open to this side. Choose another side."),
    Code.ONE_HALF_LEFT: N_("One half-road is not a complete road. Add it to a space that has a road."),
    Code.NO_PLACE_FOR_ROAD: N_("There is no place for it in your province: %(asked)s."),
    # Goods
    Code.GOOD_ALL_CIRCLED: N_("All goods of this kind are circled already: %(good)s. Choose another kind."),
    Code.NO_GOODS_LEFT: N_("You have already circled all goods."),
    Code.GOODS_NOT_DIFFERENT: N_("The goods must be different; you named one kind twice: %(good)s."),
    Code.NO_GOODS_ON_DICE: N_("The purple dice show only goods that you have already circled."),
    Code.NOT_A_GOODS_DIE: N_("Only purple dice show goods. Choose a purple die."),
    Code.SALE_NOT_SAME: N_("This market buys goods of one kind only."),
    Code.SALE_NOT_DIFFERENT: N_("The goods sold here must be different; you named one kind twice: %(good)s."),
    Code.SALE_MIXED: N_("Sell goods that are all of one kind or all different."),
    Code.NOTHING_TO_SELL: N_("You do not have the goods in stock for this sale."),
    # River
    Code.WRONG_WAY: N_("That is the wrong direction on the river."),
    # Palace and upgrades
    Code.OTHER_PERSON_ASKED: N_("The river space names another person: %(person)s."),
    Code.PERSON_USED_UP: N_("All spaces of this person are crossed out: %(person)s."),
    Code.MOGUL_NEEDS_ANOTHER: N_("The Great Mogul calls another person, but nobody else has a free space left."),
    Code.NOT_THE_MOGUL_AGAIN: N_("The Great Mogul calls one of the other five people."),
    Code.UPGRADED_FULLY: N_("This building already has its highest value: %(building)s. Choose another one."),
    Code.ALL_UPGRADED: N_("All your buildings already have their highest value."),
    # Paper sheets
    Code.NOT_A_PAPER_SEAT: N_("The companion tracks this sheet and knows when the lines meet."),
    Code.MET_ALREADY: N_("You have already declared that these lines have met."),
    Code.NO_TOTALS_YET: N_("Totals are entered after the last turn."),
    Code.OTHER_TOTAL_ASKED: N_("Enter another total first: %(figure)s."),
    Code.SHEET_OF_ANOTHER: N_("This sheet was already entered for another player: %(seat)s. Photograph the right one."),
    Code.TOTAL_OUT_OF_RANGE: N_("%(amount)s cannot be right (%(figure)s). Enter a number from %(low)s to %(high)s."),
}

Details = Mapping[str, int]

COUNTED: Mapping[Code, Callable[[Details], str]] = {
    Code.WRONG_NUMBER_OF_GOODS: lambda of: ngettext(
        "Choose %(num)d good.", "Choose %(num)d different goods.", of["expected"]
    ),
    Code.TOO_FEW_SOLD: lambda of: ngettext(
        "At least %(num)d good must be sold here.", "At least %(num)d goods must be sold here.", of["low"]
    ),
    Code.TOO_MANY_SOLD: lambda of: ngettext(
        "At most %(num)d good can be sold here.", "At most %(num)d goods can be sold here.", of["high"]
    ),
    Code.NOT_THAT_FAR: lambda of: ngettext(
        "That is too far: move %(num)d space.", "That is too far: move at most %(num)d spaces.", of["most"]
    ),
}

# Texts with a separate sentence for zero.
NONE_OR_SOME: Mapping[Code, Callable[[Mapping[str, Detail]], str]] = {
    Code.NOT_IN_STOCK: lambda of: _describe_stock(str(of["good"]), int(of["stock"])),
    Code.RIVER_ENDS: lambda of: _describe_spaces_ahead(int(of["left"])),
    Code.NOTHING_BEHIND: lambda of: _describe_spaces_behind(int(of["left"])),
}


def _describe_stock(good: str, stock: int) -> str:
    if stock == 0:
        return gettext(
            "You have none of this in stock: %(good)s. Only circled, unsold goods can be sold.", good=name_thing(good)
        )
    return gettext("You have only %(goods)s in stock.", goods=count_good(good, stock))


def _describe_spaces_ahead(left: int) -> str:
    if left == 0:
        return gettext("You have reached the end of the river.")
    return ngettext(
        "The river ends there: only %(num)d space is left ahead.",
        "The river ends there: only %(num)d spaces are left ahead.",
        left,
    )


def _describe_spaces_behind(left: int) -> str:
    if left == 0:
        return gettext("There is no unmarked river space behind you.")
    return ngettext(
        "There is only %(num)d unmarked river space behind you.",
        "There are only %(num)d unmarked river spaces behind you.",
        left,
    )


Named = Callable[[str], str]
DETAILS: Mapping[str, Named] = {
    "die": name_die,
    "one": name_die,
    "two": name_die,
    "good": name_thing,
    "person": name_thing,
    "building": name_thing,
    "figure": name_thing,
    "asked": name_thing,
    "bonus": describe_place,
}


def describe_refusal(refusal: Refusal, player: Named = name_seat) -> str:
    """Describe a refusal; `player` names a seat: by its colour, or by the player's name."""
    code, details = Code(refusal.code), refusal.details
    if code in COUNTED:
        return COUNTED[code]({detail: value for detail, value in details.items() if isinstance(value, int)})
    if code in NONE_OR_SOME:
        return NONE_OR_SOME[code](details)
    worded = {detail: _translate_detail(code, detail, value, player) for detail, value in details.items()}
    return gettext(SENTENCES[code], **worded)


def _translate_detail(code: Code, detail: str, value: Detail, player: Named) -> Detail:
    if isinstance(value, int):
        return value
    if code in (Code.ACTION_UNFINISHED, Code.OTHER_ACTION_ASKED) and detail == "asked":
        return gettext(TASKS[value].unfinished)
    if code is Code.BAD_SEAT:
        return value
    return player(value) if detail == "seat" else DETAILS.get(detail, str)(value)


def describe_unreadable(error: Unreadable) -> str:
    """Describe a text that is not a move, with an example if there is one."""
    if error.expected:
        return gettext(
            "“%(text)s” is not a valid entry. Try, for example: %(example)s", text=error.text, example=error.expected
        )
    return gettext("“%(text)s” is not a move in this game.", text=error.text)
