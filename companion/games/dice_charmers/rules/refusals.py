"""Every reason to refuse an entry, one code per rule."""

from enum import StrEnum

from companion.rules.refusal import Refusal


class Code(StrEnum):
    """The comment states the rule; the names in brackets are the parameters of its sentence."""

    # Setting up a game
    WRONG_NUMBER_OF_PLAYERS = "wrong-number-of-players"  # 2 to 5 play, or one alone [players, low, high]
    SEAT_TWICE = "seat-twice"  # every player has a different colour [seat]
    BAD_SEAT = "bad-seat"  # a seat id is a plain word and not a place of dice [seat]
    UNKNOWN_DICE = "unknown-dice"  # dice are virtual or real [dice]
    UNKNOWN_EDITION = "unknown-edition"  # the rulings have two editions [edition]

    # Whose turn it is
    NO_SUCH_SEAT = "no-such-seat"  # no player has this colour [seat]
    GAME_OVER = "game-over"  # nothing can be entered after the end
    NOT_YOUR_TURN = "not-your-turn"  # another seat has the turn [seat: whose turn it is]
    WAITING_FOR_DICE = "waiting-for-dice"  # the dice are rolling
    TOTALS_ASKED = "totals-asked"  # play is over, a total of a paper sheet is needed [figure]
    NOTHING_TO_UNDO = "nothing-to-undo"  # only one's entries since the last roll or another player's move [seat]
    NOTHING_TO_SKIP = "nothing-to-skip"  # only the seat that has the turn can be skipped, during play [seat]
    ALREADY_PAPER = "already-paper"  # that seat already writes on paper [seat]

    # Rolling
    DICE_NOT_ROLLED = "dice-not-rolled"  # the round begins with a roll
    DICE_ALREADY_ROLLED = "dice-already-rolled"  # one roll per round
    REAL_DICE = "real-dice"  # real dice are rolled by hand and typed in
    VIRTUAL_DICE = "virtual-dice"  # the companion rolls, faces are not typed in
    NO_ROLL_EXPECTED = "no-roll-expected"  # faces without a roll
    AUTOMA_WAITS = "automa-waits"  # the automa removes a die only alone, after a roll
    WRONG_NUMBER_OF_FACES = "wrong-number-of-faces"  # one face per rolled die [given, expected]
    FACE_NOT_ON_DIE = "face-not-on-die"  # that colour has no such face [die, face]
    OTHER_DIE_ASKED = "other-die-asked"  # real dice are typed in one by one [die: the one asked]
    FACES_MISSING = "faces-missing"  # a roll is confirmed when every die is typed in [die: the next]
    FACES_COMPLETE = "faces-complete"  # all dice are typed in and have to be confirmed

    # Taking a die
    NO_SUCH_DIE = "no-such-die"  # [die]
    DIE_TAKEN = "die-taken"  # it is in a depot [die, seat]
    DIE_WITH_AUTOMA = "die-with-automa"  # alone: the automa has removed it [die]
    DIE_ON_ELEPHANT = "die-on-elephant"  # only karma reaches the elephant's die [die]
    NOT_A_REROLLED_DIE = "not-a-rerolled-die"  # after karma only its two dice count [die, one, two]
    ONE_DIE_PER_TURN = "one-die-per-turn"  # the die of this turn is already chosen
    TAKE_A_DIE_FIRST = "take-a-die-first"  # nothing is entered before a die is taken
    PURPLE_USELESS = "purple-useless"  # all goods on the die are circled already [die, face]
    GREEN_USELESS = "green-useless"  # there is no place to draw it [die, face]
    BLUE_USELESS = "blue-useless"  # no free river space with the symbol is ahead [die, face]
    ORANGE_USELESS = "orange-useless"  # that person has no free space left [die, face]
    SUITABLE_DIE_LEFT = "suitable-die-left"  # no passing with a suitable die [die]
    KARMA_LEFT = "karma-left"  # no passing with usable karma
    SHEET_IS_FULL = "sheet-is-full"  # a paper sheet has no room for that many dice

    # Karma
    KARMA_ONLY_AT_START = "karma-only-at-start"  # karma comes before taking a die
    NO_KARMA = "no-karma"  # every circled karma is crossed out
    ELEPHANT_EMPTY = "elephant-empty"  # no die is on the elephant
    SAME_DIE_AGAIN = "same-die-again"  # a repeated reroll takes the same two dice [die: the named one]

    # Order of things
    ACTION_UNFINISHED = "action-unfinished"  # the current action comes first [asked, source]
    OTHER_ACTION_ASKED = "other-action-asked"  # the entry does not match the task [asked, source]
    NOTHING_ASKED = "nothing-asked"  # the action is done; bonuses or the end of the turn are left
    DIE_MUST_BE_USED = "die-must-be-used"  # the action of the taken die cannot be given up
    NOT_PENDING = "not-pending"  # there is no such thing to give up [what]

    # Bonuses
    NO_SUCH_BONUS = "no-such-bonus"  # the sheet has no such bonus [bonus]
    BONUS_NOT_RELEASED = "bonus-not-released"  # [bonus]
    BONUS_GONE = "bonus-gone"  # it was used, given up or wasted already [bonus]
    BONUSES_LEFT = "bonuses-left"  # a usable bonus must be used or given up first [bonus]
    FAME_FULL = "fame-full"  # the fame track takes no more
    MONEY_FULL = "money-full"  # the money track takes no more
    KARMA_FULL = "karma-full"  # every karma is circled

    # Roads
    NO_SUCH_SPACE = "no-such-space"  # [space]
    RESIDENCE_HAS_ITS_ROADS = "residence-has-its-roads"  # no road is drawn on the residence [space]
    RESIDENCE_TAKES_NO_HALF = "residence-takes-no-half"  # nor a half-road [space]
    ROAD_INCOMPLETE = "road-incomplete"  # a new road has at least two open sides [space]
    SPACE_OCCUPIED = "space-occupied"  # a new road needs an empty space [space]
    NOT_CONNECTED = "not-connected"  # the road would not reach the residence [space]
    WRONG_SHAPE = "wrong-shape"  # another kind of road is asked for [space, asked]
    HALF_ON_EMPTY = "half-on-empty"  # a single half-road needs a space with a road [space]
    SIDE_OPEN = "side-open"  # the space's road already opens to that side [space, side]
    ONE_HALF_LEFT = "one-half-left"  # one half-road is not a complete road [space]
    NO_PLACE_FOR_ROAD = "no-place-for-road"  # it cannot be drawn anywhere in the province [asked]

    # Goods
    GOOD_ALL_CIRCLED = "good-all-circled"  # every good of the kind is circled [good]
    NO_GOODS_LEFT = "no-goods-left"  # every good of every kind is circled
    GOODS_NOT_DIFFERENT = "goods-not-different"  # no kind twice [good]
    WRONG_NUMBER_OF_GOODS = "wrong-number-of-goods"  # [given, expected]
    NO_GOODS_ON_DICE = "no-goods-on-dice"  # the purple dice show only circled goods
    NOT_A_GOODS_DIE = "not-a-goods-die"  # only purple dice show goods [die]
    NOT_IN_STOCK = "not-in-stock"  # only circled, unsold goods can be sold [good, stock]
    TOO_FEW_SOLD = "too-few-sold"  # [given, low]
    TOO_MANY_SOLD = "too-many-sold"  # [given, high]
    SALE_NOT_SAME = "sale-not-same"  # this market buys one kind only
    SALE_NOT_DIFFERENT = "sale-not-different"  # this market buys no kind twice [good]
    SALE_MIXED = "sale-mixed"  # all of one kind or all different, nothing in between
    NOTHING_TO_SELL = "nothing-to-sell"  # the stock does not allow this sale

    # River
    NOT_THAT_FAR = "not-that-far"  # more steps than the action allows [step, most]
    WRONG_WAY = "wrong-way"  # the action goes in the other direction [step]
    RIVER_ENDS = "river-ends"  # not enough spaces are left ahead [step, left]
    NOTHING_BEHIND = "nothing-behind"  # not enough unmarked spaces are left behind [step, left]

    # Palace and upgrades
    OTHER_PERSON_ASKED = "other-person-asked"  # the river space names a person [person: the one named]
    PERSON_USED_UP = "person-used-up"  # every space of the person is crossed out [person]
    MOGUL_NEEDS_ANOTHER = "mogul-needs-another"  # the Great Mogul uses another person's action
    NOT_THE_MOGUL_AGAIN = "not-the-mogul-again"  # he calls one of the other five
    UPGRADED_FULLY = "upgraded-fully"  # the building has its highest value [building]
    ALL_UPGRADED = "all-upgraded"  # every building has its highest value

    # Paper sheets
    NOT_A_PAPER_SEAT = "not-a-paper-seat"  # the companion tracks the sheet of this seat
    MET_ALREADY = "met-already"  # the meeting is already declared
    NO_TOTALS_YET = "no-totals-yet"  # totals are asked after the last turn
    OTHER_TOTAL_ASKED = "other-total-asked"  # [figure: the one asked]
    SHEET_OF_ANOTHER = "sheet-of-another"  # this copy was already entered for another seat [seat]
    TOTAL_OUT_OF_RANGE = "total-out-of-range"  # [figure, amount, low, high]


Verdict = Refusal | None
