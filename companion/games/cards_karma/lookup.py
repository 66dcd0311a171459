"""Rules reference of Cards & Karma."""

from companion.games.lookup import Section
from companion.i18n import N_

LOOKUP = (
    Section(
        N_("Your turn: one of five"),
        {
            N_("Dice card"): N_("Any card from the middle into your hand; its corner shows the colour. At most eight."),
            N_("Building card"): N_(
                "Pay with dice of its colour that reach the cost; no change is given. 1 fame token for each building on"
                " it."
            ),
            N_("Ship card"): N_(
                "Pay with one die that shows exactly its number. Take the reward; ships are placed in ascending"
                " order, and a lower number discards the row before it."
            ),
            N_("Goods card"): N_(
                "Free. A coin on it is yours immediately; the goods wait to be sold in sets of three."
            ),
            N_("Palace action"): N_("Pay with one die that shows exactly its number, carry it out, discard it."),
            N_("More than eight dice cards"): N_("Discard the excess before you take the new ones, at any time."),
            N_("Nothing suitable in the middle"): N_(
                "A free ship, palace action or goods card that is not there is lost; the rest of the reward counts."
            ),
        },
    ),
    Section(
        N_("Palace actions"),
        {
            N_("Palace 2"): N_("Two cards from the middle into your hand as dice."),
            N_("Palace 3"): N_("2 karma, and one card from the middle as a die."),
            N_("Palace 4"): N_("1 coin for every goods symbol in your display, wherever it is. The cards stay."),
            N_("Palace 5"): N_(
                "1 karma, and the reward of the last ship in any row, yours or another’s. A good on it stays with the "
                "ship."
            ),
            N_("Palace 6"): N_("The top card of the stack, carried out for free."),
        },
    ),
    Section(
        N_("Rewards of ships"),
        {
            N_("Ship: karma"): N_("2 karma."),
            N_("Ship: dice"): N_("Two cards from the middle as dice."),
            N_("Ship: coins"): N_("3 coins."),
            N_("Ship: coins and fame"): N_("2 coins and 1 fame token."),
            N_("Ship: goods cards"): N_("One or two goods cards from the middle, if there are any."),
            N_("Ship: goods card and die"): N_("A goods card from the middle and any card as a die."),
            N_("Ship with a good"): N_(
                "1 die, 1 fame token or 1 karma; and the good printed on it is yours while the ship is in your row."
            ),
            N_("Ship: palace action"): N_("A palace action from the middle for free, if there is one."),
            N_("Discarded row of ships"): N_("Goods on these ships are lost, too; rewards you have taken stay yours."),
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
            N_("Three administrators"): N_("Immediately put them back and take 2 fame tokens."),
            N_("The last ship of three"): N_("First its reward, then the set. A lower number never completes a set."),
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
            N_("Several administrators in a turn"): N_(
                "Allowed, each for one of its three uses; the third one you get becomes 2 fame tokens at once."
            ),
        },
    ),
    Section(
        N_("Scoring cards"),
        {
            N_("Turning over"): N_(
                "3 fame tokens turn the leftmost card, 6 coins the rightmost, immediately and again if you have more."
            ),
            N_("Night side: karma"): N_("2 karma."),
            N_("Night side: coins or palace"): N_("2 coins, or a palace action from the middle for free."),
            N_("Night side: fame or ship"): N_("1 fame token, or a ship from the middle for free with its reward."),
            N_("Night side: administrator"): N_("1 administrator."),
            N_("Night side: dice"): N_("Two cards from the middle as dice."),
            N_("Night side: turn"): N_("Another turn when this one ends."),
            N_("Night side up from the start"): N_(
                "A variant: you see the bonuses, choose their order and turn the cards over to the day side."
            ),
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
            N_("Empty stack"): N_("Shuffle the discard pile and lay it out as the new stack, action side up."),
            N_("The end"): N_(
                "When a player turns the sixth card, the stage is played to its end, so that everyone has had the same"
                " number of turns. After the sixth card fame tokens and coins pile up."
            ),
            N_("Tie"): N_(
                "Of several players with six cards, the one with more tokens left wins: a fame token counts 2, a coin"
                " 1; then more karma; then the victory is shared."
            ),
        },
    ),
)
