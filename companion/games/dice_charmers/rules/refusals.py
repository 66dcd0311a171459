"""Every reason to refuse an entry: one code per rule, with the sentence that explains it.

The sentences are message ids in English; `texts/wording.py` translates them and names their details.
"""

from enum import StrEnum
from typing import NamedTuple

from companion.rules.messages import N_, Refusal


class Plural(NamedTuple):
    """A text with %(num)d in two forms. `make messages` collects both for translators."""

    one: str
    many: str


class Reason(StrEnum):
    """The names in brackets are the details of the refusal."""

    text: str | Plural
    counts: str  # the detail that is the number in the text
    none: str  # another sentence for the number 0

    def __new__(cls, code: str, text: str | Plural, counts: str = "", none: str = "") -> "Reason":
        reason = str.__new__(cls, code)
        reason._value_ = code
        reason.text, reason.counts, reason.none = text, counts, none
        return reason

    # Setting up a game
    WRONG_NUMBER_OF_PLAYERS = (
        "wrong-number-of-players",
        N_("This game is for %(low)s to %(high)s players, not %(players)s."),
    )  # [players, low, high]
    SEAT_TWICE = "seat-twice", N_("Two players have the same colour. Give every player a different colour.")  # [seat]
    BAD_SEAT = "bad-seat", N_("“%(seat)s” cannot be the name of a seat. Use a colour such as “red”.")  # [seat]
    UNKNOWN_DICE = "unknown-dice", N_("“%(dice)s” is not a known kind of dice. Use “virtual” or “real”.")  # [dice]

    # Whose turn it is
    NO_SUCH_SEAT = "no-such-seat", N_("No player at this table has that colour.")  # [seat]
    GAME_OVER = "game-over", N_("The game is over; nothing more can be entered.")
    NOT_YOUR_TURN = "not-your-turn", N_("It is not your turn. %(seat)s is playing.")  # [seat: whose turn it is]
    WAITING_FOR_DICE = "waiting-for-dice", N_("The dice are still rolling. Wait for them.")
    TOTALS_ASKED = "totals-asked", N_("Play is over. Now enter a total of the paper sheet: %(figure)s.")  # [figure]
    NOTHING_TO_UNDO = (
        "nothing-to-undo",
        N_("There is nothing to undo: only your own marks since the last roll can be undone."),
    )  # [seat]
    NOTHING_TO_SKIP = "nothing-to-skip", N_("Only the current player’s turn can be skipped.")  # [seat]
    ALREADY_PAPER = "already-paper", N_("This seat already plays on paper.")  # [seat]

    # Rolling
    DICE_NOT_ROLLED = "dice-not-rolled", N_("The dice have not been rolled yet. Roll them first.")
    DICE_ALREADY_ROLLED = "dice-already-rolled", N_("The dice have already been rolled in this round.")
    REAL_DICE = "real-dice", N_("You are playing with real dice: roll them by hand, then enter what they show.")
    VIRTUAL_DICE = "virtual-dice", N_("The companion rolls the dice here; their faces are not typed in.")
    NO_ROLL_EXPECTED = "no-roll-expected", N_("Nobody is rolling dice now.")
    AUTOMA_WAITS = "automa-waits", N_("The automa removes a die only from a fresh roll of a player who is alone.")
    WRONG_NUMBER_OF_FACES = (
        "wrong-number-of-faces",
        N_("A face is needed for every rolled die: %(expected)s, not %(given)s."),
    )  # [given, expected]
    FACE_NOT_ON_DIE = "face-not-on-die", N_("This die has no such face. Look at it again.")  # [die, face]
    OTHER_DIE_ASKED = "other-die-asked", N_("The dice are entered one by one. Next: %(die)s.")  # [die: the one asked]
    FACES_MISSING = "faces-missing", N_("Not all dice are entered yet. Next: %(die)s.")  # [die: the next]
    FACES_COMPLETE = "faces-complete", N_("All dice are entered. Confirm them, or undo the last one.")

    # Taking a die
    NO_SUCH_DIE = "no-such-die", N_("There is no such die in this game.")  # [die]
    DIE_TAKEN = "die-taken", N_("This die is already taken by %(seat)s.")  # [die, seat]
    DIE_WITH_AUTOMA = "die-with-automa", N_("The automa has removed this die for this round.")  # [die]
    DIE_ON_ELEPHANT = "die-on-elephant", N_("This die is on the elephant; only karma can reach it.")  # [die]
    NOT_A_REROLLED_DIE = (
        "not-a-rerolled-die",
        N_("After karma, take one of the two rerolled dice: %(one)s or %(two)s."),
    )  # [die, one, two]
    ONE_DIE_PER_TURN = "one-die-per-turn", N_("You have already chosen your die for this turn.")
    TAKE_A_DIE_FIRST = "take-a-die-first", N_("Take a die first; then you can enter something.")
    PURPLE_USELESS = (
        "purple-useless",
        N_("You have already circled all goods that this die shows. Take another die."),
    )  # [die, face]
    GREEN_USELESS = "green-useless", N_("There is no space left for this road. Take another die.")  # [die, face]
    BLUE_USELESS = (
        "blue-useless",
        N_("There is no river space with this symbol ahead of you. Take another die."),
    )  # [die, face]
    ORANGE_USELESS = (
        "orange-useless",
        N_("This person has no free space left on your sheet. Take another die."),
    )  # [die, face]
    SUITABLE_DIE_LEFT = "suitable-die-left", N_("You cannot pass while there is a die you can use: %(die)s.")  # [die]
    KARMA_LEFT = "karma-left", N_("You cannot pass while you have karma: use it to reroll two dice.")
    SHEET_IS_FULL = (
        "sheet-is-full",
        N_("No sheet has room for that many dice. Declare that your lines have met, or pass."),
    )

    # Karma
    KARMA_ONLY_AT_START = (
        "karma-only-at-start",
        N_("Karma can only be used at the start of a turn, before a die is taken."),
    )
    NO_KARMA = "no-karma", N_("You have no karma left to use.")
    ELEPHANT_EMPTY = "elephant-empty", N_("There is no die on the elephant yet, so you cannot use karma. Take a die.")
    SAME_DIE_AGAIN = (
        "same-die-again",
        N_("You can only reroll the same two dice. Choose: %(die)s."),
    )  # [die: the named one]

    # Order of things
    ACTION_UNFINISHED = "action-unfinished", N_("First finish what you started: %(asked)s.")  # [asked, source]
    OTHER_ACTION_ASKED = "other-action-asked", N_("You have to do something else now: %(asked)s.")  # [asked, source]
    NOTHING_ASKED = "nothing-asked", N_("The action is done. Use your bonuses or end the turn.")
    DIE_MUST_BE_USED = "die-must-be-used", N_("The die you took must be used; only bonuses can be given up.")
    SEVERAL_EARNINGS = (
        "several-earnings",
        N_("This river space gives several things. Say which one you give up."),
    )  # [what]
    NOT_PENDING = "not-pending", N_("You cannot give this up now.")  # [what]

    # Bonuses
    NO_SUCH_BONUS = "no-such-bonus", N_("There is no bonus at this place on the sheet.")  # [bonus]
    BONUS_NOT_RELEASED = "bonus-not-released", N_("You have not released this bonus yet: %(bonus)s.")  # [bonus]
    BONUS_GONE = "bonus-gone", N_("This bonus is already gone: %(bonus)s.")  # [bonus]
    BONUSES_LEFT = "bonuses-left", N_("A bonus is left: %(bonus)s. Use it or give it up, then end the turn.")  # [bonus]
    FAME_FULL = "fame-full", N_("Your fame track is full; more fame has no effect.")
    MONEY_FULL = "money-full", N_("Your money track is full; more money has no effect.")
    KARMA_FULL = "karma-full", N_("You have already circled all your karma.")

    # Roads
    NO_SUCH_SPACE = "no-such-space", N_("The province has no space %(space)s.")  # [space]
    RESIDENCE_HAS_ITS_ROADS = (
        "residence-has-its-roads",
        N_("Your residence already has its roads. Draw on a space around it."),
    )  # [space]
    RESIDENCE_TAKES_NO_HALF = (
        "residence-takes-no-half",
        N_("You cannot add half-roads to your residence. Choose a space that has a road."),
    )  # [space]
    ROAD_INCOMPLETE = "road-incomplete", N_("A new road needs at least two open sides.")  # [space]
    SPACE_OCCUPIED = "space-occupied", N_("%(space)s already has a road. A new road needs an empty space.")  # [space]
    NOT_CONNECTED = (
        "not-connected",
        N_("This road would not connect to your residence. Continue a road that leads there."),
    )  # [space]
    WRONG_SHAPE = "wrong-shape", N_("You have to draw another kind of road: %(asked)s.")  # [space, asked]
    HALF_ON_EMPTY = (
        "half-on-empty",
        N_("A single half-road needs a space that already has a road; %(space)s is empty."),
    )  # [space]
    SIDE_OPEN = (
        "side-open",
        N_("The road on %(space)s is already open to this side. Choose another side."),
    )  # [space, side]
    ONE_HALF_LEFT = (
        "one-half-left",
        N_("One half-road is not a complete road. Add it to a space that has a road."),
    )  # [space]
    NO_PLACE_FOR_ROAD = "no-place-for-road", N_("There is no place for it in your province: %(asked)s.")  # [asked]

    # Goods
    GOOD_ALL_CIRCLED = (
        "good-all-circled",
        N_("All goods of this kind are circled already: %(good)s. Choose another kind."),
    )  # [good]
    NO_GOODS_LEFT = "no-goods-left", N_("You have already circled all goods.")
    GOODS_NOT_DIFFERENT = (
        "goods-not-different",
        N_("The goods must be different; you named one kind twice: %(good)s."),
    )  # [good]
    WRONG_NUMBER_OF_GOODS = (  # [given, expected]
        "wrong-number-of-goods",
        Plural("Choose %(num)d good.", "Choose %(num)d different goods."),
        "expected",
    )
    NO_GOODS_ON_DICE = "no-goods-on-dice", N_("The purple dice show only goods that you have already circled.")
    NOT_A_GOODS_DIE = "not-a-goods-die", N_("Only purple dice show goods. Choose a purple die.")  # [die]
    NOT_IN_STOCK = (  # [good, stock]
        "not-in-stock",
        N_("You have only %(goods)s in stock."),
        "stock",
        N_("You have none of this in stock: %(good)s. Only circled, unsold goods can be sold."),
    )
    TOO_FEW_SOLD = (  # [given, low]
        "too-few-sold",
        Plural("At least %(num)d good must be sold here.", "At least %(num)d goods must be sold here."),
        "low",
    )
    TOO_MANY_SOLD = (  # [given, high]
        "too-many-sold",
        Plural("At most %(num)d good can be sold here.", "At most %(num)d goods can be sold here."),
        "high",
    )
    SALE_NOT_SAME = "sale-not-same", N_("This market buys goods of one kind only.")
    SALE_NOT_DIFFERENT = (
        "sale-not-different",
        N_("The goods sold here must be different; you named one kind twice: %(good)s."),
    )  # [good]
    SALE_MIXED = "sale-mixed", N_("Sell goods that are all of one kind or all different.")
    NOTHING_TO_SELL = "nothing-to-sell", N_("You do not have the goods in stock for this sale.")

    # River
    NOT_THAT_FAR = (  # [step, most]
        "not-that-far",
        Plural("That is too far: move %(num)d space.", "That is too far: move at most %(num)d spaces."),
        "most",
    )
    WRONG_WAY = "wrong-way", N_("That is the wrong direction on the river.")  # [step]
    RIVER_ENDS = (  # [step, left]
        "river-ends",
        Plural(
            "The river ends there: only %(num)d space is left ahead.",
            "The river ends there: only %(num)d spaces are left ahead.",
        ),
        "left",
        N_("You have reached the end of the river."),
    )
    NOTHING_BEHIND = (  # [step, left]
        "nothing-behind",
        Plural(
            "There is only %(num)d unmarked river space behind you.",
            "There are only %(num)d unmarked river spaces behind you.",
        ),
        "left",
        N_("There is no unmarked river space behind you."),
    )

    # Palace and upgrades
    OTHER_PERSON_ASKED = (
        "other-person-asked",
        N_("The river space names another person: %(person)s."),
    )  # [person: the one named]
    PERSON_USED_UP = "person-used-up", N_("All spaces of this person are crossed out: %(person)s.")  # [person]
    MOGUL_NEEDS_ANOTHER = (
        "mogul-needs-another",
        N_("The Great Mogul calls another person, but nobody else has a free space left."),
    )
    NOT_THE_MOGUL_AGAIN = "not-the-mogul-again", N_("The Great Mogul calls one of the other five people.")
    UPGRADED_FULLY = (
        "upgraded-fully",
        N_("This building already has its highest value: %(building)s. Choose another one."),
    )  # [building]
    ALL_UPGRADED = "all-upgraded", N_("All your buildings already have their highest value.")

    # Paper sheets
    NOT_A_PAPER_SEAT = "not-a-paper-seat", N_("The companion tracks this sheet and knows when the lines meet.")
    MET_ALREADY = "met-already", N_("You have already declared that these lines have met.")
    NO_TOTALS_YET = "no-totals-yet", N_("Totals are entered after the last turn.")
    OTHER_TOTAL_ASKED = "other-total-asked", N_("Enter another total first: %(figure)s.")  # [figure: the one asked]
    SHEET_OF_ANOTHER = (
        "sheet-of-another",
        N_("This sheet was already entered for another player: %(seat)s. Photograph the right one."),
    )  # [seat]
    TOTAL_OUT_OF_RANGE = (
        "total-out-of-range",
        N_("%(amount)s cannot be right (%(figure)s). Enter a number from %(low)s to %(high)s."),
    )  # [figure, amount, low, high]


Verdict = Refusal | None
