"""Rules reference of Cards & Karma."""

from companion.games.lookup import Entry, Icon, Section
from companion.i18n import N_

ADMINISTRATOR = (Icon("raja-man-singh", "residence"),)
BUILDINGS = (Icon("temple", "temple"), Icon("palace", "palace"), Icon("fort", "fort"))
CARD = (Icon("card", "blue"),)
COINS = (Icon("money", "money"),)
FAME = (Icon("fame", "fame"),)
GOODS = (Icon("goods", "purple"),)
KARMA = (Icon("karma", "karma"),)
PALACE = (Icon("great-mogul", "orange"),)
PERSON = (Icon("person-any", "orange"),)
SHIP = (Icon("boat", "blue"),)
STACK = (Icon("card"),)

LOOKUP = (
    Section(N_("Your turn: one of five"), Icon("card", "blue"), (
        Entry(N_("Dice card"),
            N_("Any card from the middle into your hand; its corner shows the colour. At most eight."),
            N_("die card, take a die, action A, number, back of the card"), CARD),
        Entry(N_("Building card"),
            N_("Pay with dice of its colour that reach the cost; no change is given. 1 fame token for each building on "
               "it."), N_("build, buy, overpay, excess, price, temple, palace, fort, points, action B"), BUILDINGS),
        Entry(N_("Ship card"),
            N_("Pay with one die that shows exactly its number. Take the reward; ships are placed in ascending order, "
               "and a lower number discards the row before it."),
            N_("boat, sail, flag, row of ships, ascending, order, exact, action C"), SHIP),
        Entry(N_("Goods card"),
            N_("Free. A coin on it is yours immediately; the goods wait to be sold in sets of three."),
            N_("silk, tea, spices, market, sell, free, cost nothing, action D"), GOODS),
        Entry(N_("Palace action"), N_("Pay with one die that shows exactly its number, carry it out, discard it."),
            N_("person, character, exact, action E"), PALACE),
        Entry(N_("Hand limit"),
            N_("At most eight dice cards, at any time: discard the excess before you take the new ones."),
            N_("8, eight, maximum, too many cards, more than eight, hold, how many cards, full"), CARD),
        Entry(N_("Nothing suitable in the middle"),
            N_("A free ship, palace action or goods card that is not there is lost; the rest of the reward counts."),
            N_("no ship, no goods card, missing, unavailable, reward lost, empty-handed, grid, display"), STACK),
        Entry(N_("May I pass?"),
            N_("No: exactly one of the five actions on your turn. There is always a card to take as a die."),
            N_("passing, skip, do nothing, must, have to"), (Icon("depot"),)),
    )),
    Section(N_("Palace actions"), Icon("great-mogul", "orange"), (
        Entry(N_("Palace 2"), N_("Two cards from the middle into your hand as dice."),
            N_("palace two, two dice, action 2"), PERSON),
        Entry(N_("Palace 3"), N_("2 karma, and one card from the middle as a die."),
            N_("palace three, karma and a die, action 3"), PERSON),
        Entry(N_("Palace 4"), N_("1 coin for every goods symbol in your display, wherever it is. The cards stay."),
            N_("palace four, coin for goods, count goods, action 4"), PERSON),
        Entry(N_("Palace 5"),
            N_("1 karma, and the reward of the last ship in any row, yours or another’s. A good on it stays with the "
               "ship."), N_("palace five, copy, opponent’s ship, ship reward again, action 5, other player"), PERSON),
        Entry(N_("Palace 6"), N_("The top card of the stack, carried out for free."),
            N_("palace six, pile, free card, without cost, action 6"), PERSON),
    )),
    Section(N_("Rewards of ships"), Icon("boat", "blue"), (
        Entry(N_("Ship: karma"), N_("2 karma."), N_("ship reward, boat, two karma"), KARMA),
        Entry(N_("Ship: dice"), N_("Two cards from the middle as dice."), N_("ship reward, boat, two dice"), CARD),
        Entry(N_("Ship: coins"), N_("3 coins."), N_("ship reward, boat, money"), COINS),
        Entry(N_("Ship: coins and fame"), N_("2 coins and 1 fame token."), N_("ship reward, boat, money"),
            (*COINS, *FAME)),
        Entry(N_("Ship: goods cards"), N_("One or two goods cards from the middle, if there are any."),
            N_("ship reward, boat, goods"), GOODS),
        Entry(N_("Ship: goods card and die"), N_("A goods card from the middle and any card as a die."),
            N_("ship reward, boat, goods and die"), (*GOODS, *CARD)),
        Entry(N_("Ship with a good"),
            N_("1 die, 1 fame token or 1 karma; and the good printed on it is yours while the ship is in your row."),
            N_("ship reward, boat, cargo, printed good"), (*SHIP, *GOODS)),
        Entry(N_("Ship: palace action"), N_("A palace action from the middle for free, if there is one."),
            N_("ship reward, boat, palace"), PALACE),
        Entry(N_("Discarded row of ships"),
            N_("A ship with a lower number than your last one begins a new row; the ships before it are discarded. "
               "Goods on these ships are lost, too; rewards you have taken stay yours."),
            N_("lower number, smaller, ascending, discard ships, lose ships, interrupted, wrong order"), SHIP),
    )),
    Section(N_("Three of a kind"), Icon("goods", "purple"), (
        Entry(N_("Three buildings"),
            N_("Three alike, or one of each kind: discard their cards, take an administrator."),
            N_("set, sets, same building, different buildings, red, yellow, white"), BUILDINGS),
        Entry(N_("Three goods"),
            N_("Three alike, or one of each kind: discard their cards, take the coins printed on them."),
            N_("set, sets, sell, sale, silk, tea, spices, same goods, different goods, value"), GOODS),
        Entry(N_("Three ships"),
            N_("In ascending order: the last reward, then discard them and take an administrator."),
            N_("set, sets, boats, ascending"), SHIP),
        Entry(N_("Three karma"), N_("Immediately put them back and take an administrator."),
            N_("third karma, karma limit, set"), KARMA),
        Entry(N_("Three administrators"), N_("Immediately put them back and take 2 fame tokens."),
            N_("third administrator, administrator limit, set"), ADMINISTRATOR),
        Entry(N_("The last ship of three"), N_("First its reward, then the set. A lower number never completes a set."),
            N_("third ship, order of rewards, complete a set"), SHIP),
        Entry(N_("Two sets at once"),
            N_("Both count if they share no symbol; otherwise choose one. Used cards are discarded with all their "
               "symbols."), N_("both, double, simultaneous, same time, choose, two effects"), GOODS),
    )),
    Section(N_("Karma and administrators"), Icon("karma", "karma"), (
        Entry(N_("Karma token"), N_("Changes a die by 1, never below 1 or above 6. Several may be used on one die."),
            N_("change a die, plus one, minus one, increase, decrease, modify, flip a die, manipulate"), KARMA),
        Entry(N_("Administrator: another turn"), N_("When your turn would end, take one more."),
            N_("extra turn, additional action, second turn"), ADMINISTRATOR),
        Entry(N_("Administrator: joker"), N_("Stands for a die of any number and colour, alone or with other dice."),
            N_("wild, wildcard, any die, replace a die, admin"), ADMINISTRATOR),
        Entry(N_("Administrator: two dice"),
            N_("The top two cards of the stack into your hand, in addition to your turn."), N_("two cards, pile, deck"),
            ADMINISTRATOR),
        Entry(N_("Several administrators in a turn"),
            N_("Allowed, each for one of its three uses; the third one you get becomes 2 fame tokens at once."),
            N_("how many administrators, multiple, two administrators, how often"), ADMINISTRATOR),
    )),
    Section(N_("Scoring cards"), Icon("moon", "palace"), (
        Entry(N_("Turning over"),
            N_("3 fame tokens turn the leftmost card, 6 coins the rightmost, immediately and again if you have more."),
            N_("flip, turn a card, scoring track, day side, three fame, six coins, when"), (*FAME, *COINS)),
        Entry(N_("Night side: karma"), N_("2 karma."), N_("bonus, scoring card, two karma"), KARMA),
        Entry(N_("Night side: coins or palace"), N_("2 coins, or a palace action from the middle for free."),
            N_("bonus, scoring card, money"), (*COINS, *PALACE)),
        Entry(N_("Night side: fame or ship"), N_("1 fame token, or a ship from the middle for free with its reward."),
            N_("bonus, scoring card, free ship"), (*FAME, *SHIP)),
        Entry(N_("Night side: administrator"), N_("1 administrator."), N_("bonus, scoring card, get an administrator"),
            ADMINISTRATOR),
        Entry(N_("Night side: dice"), N_("Two cards from the middle as dice."), N_("bonus, scoring card, two dice"),
            CARD),
        Entry(N_("Night side: turn"), N_("Another turn when this one ends."), N_("bonus, scoring card, extra turn"),
            (Icon("moon", "palace"),)),
        Entry(N_("Night side up from the start"),
            N_("A variant: you see the bonuses, choose their order and turn the cards over to the day side."),
            N_("variant, strategic, open bonuses, plan, tip"), (Icon("moon", "palace"),)),
    )),
    Section(N_("Rounds and the end"), Icon("elephant"), (
        Entry(N_("Stage and round"),
            N_("Two stages make a round. Before the second one the start player turns the elephant over for a karma."),
            N_("Startefant, Fartephant, start player’s karma, starting player, first player, second turn"),
            (Icon("elephant"),)),
        Entry(N_("Who begins the game"),
            N_("The oldest player, with the elephant’s green side up. Everyone draws four cards as dice."),
            N_("starting player, start player, first player, set-up, beginning, oldest, starting hand, elephant"),
            (Icon("elephant"),)),
        Entry(N_("New round"),
            N_("Refill the middle to 12, 16 or 20 cards with two, three or four players; the elephant moves on "
               "clockwise."),
            N_("refill, fill up, grid, display, layout, how many cards, end of a round, next round, elephant"), STACK),
        Entry(N_("Empty middle"), N_("Lay out four cards from the stack, as often as needed; the round goes on."),
            N_("grid, display, exhausted, used up, no cards left, run out"), STACK),
        Entry(N_("Empty stack"), N_("Shuffle the discard pile and lay it out as the new stack, action side up."),
            N_("draw pile, deck, used up, reshuffle, no cards left, run out, discard pile"), STACK),
        Entry(N_("The end"),
            N_("When a player turns the sixth card, the stage is played to its end, so that everyone has had the same "
               "number of turns. After the sixth card fame tokens and coins pile up."),
            N_("finish, last round, final turn, game over, win, winner, six cards"), (Icon("flag", "fame"),)),
        Entry(N_("Tie"),
            N_("Of several players with six cards, the one with more tokens left wins: a fame token counts 2, a coin "
               "1; then more karma; then the victory is shared."),
            N_("draw, equal, tiebreak, same score, winner, leftover tokens"), (*FAME, *COINS)),
    )),
)  # fmt: skip
