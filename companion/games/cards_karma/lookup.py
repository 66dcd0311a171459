"""Rules reference of Cards & Karma."""

from companion.games.lookup import Section
from companion.i18n import N_

LOOKUP = (
    Section(
        N_("Your turn: one of five"),
        {
            N_("Dice card"): N_("Any card from the middle into your hand; its corner shows the colour. At most eight."),
            N_("Building card"): N_(
                "Pay with dice of its colour that reach the cost; no change is given. 1 fame for each building on it."
            ),
            N_("Ship card"): N_(
                "Pay with one die that shows exactly its number. Take the reward; ships are placed in ascending"
                " order, and a lower number discards the row before it."
            ),
            N_("Goods card"): N_(
                "Free. A coin on it is yours immediately; the goods wait to be sold in sets of three."
            ),
            N_("Palace action"): N_("Pay with one die that shows exactly its number, carry it out, discard it."),
        },
    ),
    Section(
        N_("Palace actions"),
        {
            N_("Palace 2"): N_("Two cards from the middle into your hand as dice."),
            N_("Palace 3"): N_("2 karma, and one card from the middle as a die."),
            N_("Palace 4"): N_("1 coin for every goods symbol in your display, wherever it is. The cards stay."),
            N_("Palace 5"): N_("1 karma, and the reward of the last ship in any row, yours or another's."),
            N_("Palace 6"): N_("The top card of the stack, carried out for free."),
        },
    ),
    Section(
        N_("Rewards of ships"),
        {
            N_("Ship: karma"): N_("2 karma."),
            N_("Ship: dice"): N_("Two cards from the middle as dice."),
            N_("Ship: coins"): N_("3 coins."),
            N_("Ship: coins and fame"): N_("2 coins and 1 fame."),
            N_("Ship: goods cards"): N_("One or two goods cards from the middle, if there are any."),
            N_("Ship: goods card and die"): N_("A goods card from the middle and any card as a die."),
            N_("Ship with a good"): N_(
                "1 die, 1 fame or 1 karma; and the good printed on it is yours while the ship is in your row."
            ),
            N_("Ship: palace action"): N_("A palace action from the middle for free, if there is one."),
        },
    ),
    Section(
        N_("Three of a kind"),
        {
            N_("Three buildings"): N_("Three alike, or one of each kind: discard their cards, take an administrator."),
            N_("Three goods"): N_(
                "Three alike, or one of each kind: discard their cards, take the coins printed on them."
            ),
            N_("Three ships"): N_("In ascending order: the last reward, then discard them and take an administrator."),
            N_("Three karma"): N_("Immediately put them back and take an administrator."),
            N_("Three administrators"): N_("Immediately put them back and take 2 fame."),
            N_("Two sets at once"): N_(
                "Both count if they share no symbol; otherwise choose one. Used cards are discarded with all their"
                " symbols."
            ),
        },
    ),
    Section(
        N_("Karma and administrators"),
        {
            N_("Karma token"): N_("Changes a die by 1, never below 1 or above 6. Several may be used on one die."),
            N_("Administrator: another turn"): N_("When your turn would end, take one more."),
            N_("Administrator: joker"): N_("Stands for a die of any number and colour, alone or with other dice."),
            N_("Administrator: two dice"): N_(
                "The top two cards of the stack into your hand, in addition to your turn."
            ),
        },
    ),
    Section(
        N_("Scoring cards"),
        {
            N_("Turning over"): N_(
                "3 fame turn the leftmost card, 6 coins the rightmost, immediately and again if you have more."
            ),
            N_("Night side: karma"): N_("2 karma."),
            N_("Night side: coins or palace"): N_("2 coins, or a palace action from the middle for free."),
            N_("Night side: fame or ship"): N_("1 fame, or a ship from the middle for free with its reward."),
            N_("Night side: administrator"): N_("1 administrator."),
            N_("Night side: dice"): N_("Two cards from the middle as dice."),
            N_("Night side: turn"): N_("Another turn when this one ends."),
        },
    ),
    Section(
        N_("Rounds and the end"),
        {
            N_("Stage and round"): N_(
                "Two stages make a round. Before the second one the start player turns the elephant over for a karma."
            ),
            N_("New round"): N_("Refill the middle to 12, 16 or 20 cards; the elephant moves on clockwise."),
            N_("Empty middle"): N_("Lay out four cards from the stack, as often as needed."),
            N_("The end"): N_(
                "When a player turns the sixth card, the stage is played to its end. In a tie, a fame counts 2 and a"
                " coin 1; then karma decides."
            ),
        },
    ),
)
