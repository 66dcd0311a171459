"""Rules reference of Rajas of the Ganges."""

from companion.games.lookup import Entry, Icon, Section
from companion.i18n import N_

BOAT = (Icon("boat", "blue"),)
DICE = (Icon("die-orange", "orange"), Icon("die-blue", "blue"))
FAME = (Icon("fame", "fame"),)
KARMA = (Icon("karma", "karma"),)
MONEY = (Icon("money", "money"),)
TRACKS = (*FAME, *MONEY)
UPGRADE = (Icon("upgrade"),)
WORKER = (Icon("worker"),)

LOOKUP = (
    Section(N_("Turn and round"), Icon("worker"), (
        Entry(N_("A turn"),
            N_("Place a worker, pay what the place costs in money or dice, carry out the action. Next player."),
            N_("turn order, sequence, stage, clockwise, place a worker, whose turn"), WORKER),
        Entry(N_("Occupied place"),
            N_("One worker on each place. The rows of the quarry and the harbour are filled from the left; elsewhere "
               "choose any free place. Workers stay until the round ends."),
            N_("taken, blocked, full, free space, action space, row, left to right, kick out"), WORKER),
        Entry(N_("May I pass?"),
            N_("No: while you have a worker and can pay for a free place, you place one. You are skipped only if you "
               "have no worker left or there is no place you can use. Within an action you may do less: sail fewer "
               "spaces, count fewer markets, roll no die again."),
            N_("passing, skip, wait, keep a worker, forgo, decline, have to, must, optional, mandatory, forfeit, "
               "refuse"), (Icon("depot"),)),
        Entry(N_("Money at 0"),
            N_("Your marker does not go below 0. Until you earn something, you cannot use places that cost money: not "
               "the quarry, and in the harbour only the free place."),
            N_("zero, no money, broke, poor, cannot pay, debt, negative, empty"), MONEY),
        Entry(N_("No free worker"),
            N_("The others continue without you until the round is over. A worker you win meanwhile may be placed in "
               "the same round."), N_("run out of workers, all placed, none left, skipped"), WORKER),
        Entry(N_("End of a round"),
            N_("All workers go home. The player who visited the Great Mogul begins, otherwise the next player "
               "clockwise."),
            N_("next round, new round, starting player, start player, first player, elephant, take workers back"),
            (Icon("elephant"),)),
        Entry(N_("Who begins the game"),
            N_("Everyone rolls one die of each colour and keeps them; the lowest sum begins, in a tie the player who "
               "last ate Indian food. In turn order you start with 3, 4, 5 and 6 money."),
            N_("starting player, start player, starting dice, start money, set-up, beginning, lowest"),
            (Icon("elephant"),)),
    )),
    Section(N_("Places for workers"), Icon("quarry", "mill"), (
        Entry(N_("Quarry"),
            N_("From the left, the places cost 1 to 4 money. Then buy one open province tile: pay with dice of its "
               "colour that reach its number; any excess is lost."),
            N_("build, buy a tile, construction, overpay, too much, change, cost of a tile, at least, sum of dice, "
               "stack, which tiles, snake, cow, tiger"), (Icon("quarry", "mill"),)),
        Entry(N_("Market: assorted goods"),
            N_("Money from one of your markets for each kind of good, up to three. With 3 or 4 players, only one of "
               "your workers may be here each round."),
            N_("different goods, mixed, various, market place, sell, income, silk, tea, spices, once per round"),
            (Icon("market-different", "purple"),)),
        Entry(N_("Market: goods of one kind"),
            N_("Pay with any die: money from as many of your markets of one good as the die shows, or fewer."),
            N_("same goods, identical, single, market place, sell, income, silk, tea, spices"),
            (Icon("market-same", "purple"),)),
        Entry(N_("Harbour"),
            N_("Pay with a 1, 2 or 3 and sail up to that many free spaces. The first place is free, the others cost 1 "
               "or 2 money."), N_("port, dock, ship, sail, boat, river action, move on the river, advance"), BOAT),
        Entry(N_("Outer terrace"), N_("Take 2 money, and roll as many of your dice again as you like."),
            N_("reroll, re-roll, roll again, new numbers, for free, new roll"), (*MONEY, Icon("die-orange", "orange"))),
        Entry(N_("Terrace"), N_("Take a die of the colour shown."), N_("garden, gardens, get a die, new die, for free"),
            (Icon("die-green", "green"),)),
        Entry(N_("Balconies"), N_("Pay with a die of one colour and take two of the other colour shown."),
            N_("balcony, swap, exchange dice, trade dice, colour, two for one"), DICE),
    )),
    Section(N_("People in the palace"), Icon("great-mogul", "orange"), (
        Entry(N_("The palace"),
            N_("A person costs one die of any colour that shows exactly the number in brackets. Balconies cost a die "
               "of the colour shown; the terraces are free."),
            N_("chambers, rooms, halls, characters, people, price, exact number"), (Icon("palace", "palace"),)),
        Entry(N_("Great Mogul (1)"), N_("2 fame and the elephant: you begin the next round."),
            N_("mughal, emperor, starting player, start player, first player"), (Icon("great-mogul", "orange"),)),
        Entry(N_("Dancer (2)"),
            N_("Two dice of any colours and a white yield tile (a die, 3 money, an upgrade or a karma), carried out "
               "immediately and set aside. With the Navaratnas you choose an open yield tile instead and place it at "
               "the edge of your province."), N_("dancing girl, woman, white tile, draw"), (Icon("dancer", "orange"),)),
        Entry(N_("Yogi (3)"), N_("2 karma and a die of any colour."), N_("guru, monk, get karma, more karma"),
            (Icon("yogi", "orange"),)),
        Entry(N_("Raja Man Singh (4)"), N_("An upgrade of your choice and 3 money."),
            N_("rajah, king, improve, get an upgrade"), (Icon("raja-man-singh", "orange"),)),
        Entry(N_("Master Builder (5)"),
            N_("Cover one of your tiles with a more expensive one and pay only the difference in the new tile’s "
               "colour. Every tile stays connected, special yields are not given again, and a tile is covered only "
               "once."),
            N_("cover, build over, overbuild, replace a tile, overpay, architect, twice, pay the difference"),
            (Icon("master-builder", "orange"),)),
        Entry(N_("A covered tile"),
            N_("The new tile gives its fame and money like any other. The covered one no longer counts: its markets "
               "are gone. A yield connected before is not given again, a newly connected one is."),
            N_("cover, build over, overbuild, old tile, replaced"), (Icon("bend", "green"),)),
        Entry(N_("Portuguese (6)"), N_("Sail exactly six free spaces; not possible on the last six."),
            N_("sailor, six spaces, captain, ship"), (Icon("portuguese", "orange"),)),
    )),
    Section(N_("Province tiles"), Icon("intersection", "green"), (
        Entry(N_("Placing a tile"),
            N_("Turn it as you like and place it immediately. One of its roads must lead to the residence along your "
               "roads; other roads may be dead ends. Tiles stay where they are."),
            N_("rotate, orientation, connect, connection, road, roads, dead end, cut off, adjacent, move a tile, lay"),
            (Icon("fork", "green"),)),
        Entry(N_("Building on a tile"),
            N_("Temple, palace, fort or mill: fame by your level for it, 2, 3 or 4. Later upgrades change nothing "
               "here."), N_("buildings, points, fame points, erect, value"),
            (Icon("temple", "temple"), Icon("palace", "palace"), Icon("fort", "fort"), Icon("mill", "mill"))),
        Entry(N_("Market on a tile"), N_("Silk, tea or spices: its money immediately, and again with market actions."),
            N_("tent, stall, goods, income, coins"), (Icon("stall", "purple"),)),
        Entry(N_("Special yield"),
            N_("A picture at the edge of the province, such as dice, money or an upgrade. You get it once a road "
               "connects it to the residence, after the tile itself."),
            N_("edge, border, bonus, yields, connect, reward, frame"), (Icon("bend", "green"),)),
        Entry(N_("Upgrade"),
            N_("Move the cube of one building a step: 3, then 4 fame for each new one. Buildings you already have gain "
               "nothing."), N_("improve, cube, scroll, level, development, building value, already built, retroactive"),
            UPGRADE),
    )),
    Section(N_("On the river"), Icon("boat", "blue"), (
        Entry(N_("Other boats"),
            N_("Their spaces are skipped and not counted. Start and end hold any number of boats."),
            N_("occupied river space, jump, ships, count spaces, skip, several boats"), BOAT),
        Entry(N_("The bridge"), N_("No space of its own: when your boat passes it, your worker there joins you."),
            N_("extra worker, river worker, new worker"), (Icon("bridge", "mill"),)),
        Entry(N_("The last river space"),
            N_("You may stop there with a larger number. Then your boat has arrived: no more harbour, no Portuguese, "
               "and a bonus that moves the boat gives nothing. Your worker is placed elsewhere."),
            N_("end of the river, final space, arrived, finish, harbour, port, boat, still sail"),
            (Icon("flag", "blue"),)),
        Entry(N_("Two dice"), N_("Take two dice of any colours and roll them."), N_("river space with dice, any dice"),
            DICE),
        Entry(N_("Karma on the river"), N_("Your karma rises by 2."), N_("river space with karma"), KARMA),
        Entry(N_("Money on the river"), N_("Take the money shown."), N_("river space with coins, coin"), MONEY),
        Entry(N_("Fame on the river"), N_("Take the fame shown."), N_("river space with points"), FAME),
        Entry(N_("Palace visit"),
            N_("Carry out the action of one of the people 2 to 6, even if occupied, without a worker and without a "
               "die."), N_("river space with a person, free palace action, any character, choose"),
            (Icon("person-any", "orange"),)),
        Entry(N_("Dice by karma"), N_("One die of the colour shown for each level of your karma."),
            N_("river space, dice for karma"), (Icon("die-purple", "purple"), *KARMA)),
        Entry(N_("Upgrade on the river"), N_("Upgrade one building."), N_("river space, improve"), UPGRADE),
        Entry(N_("Money by markets"), N_("1 money for each market in your province."),
            N_("river space, coins for markets, count markets"), (*MONEY, Icon("stall", "purple"))),
        Entry(N_("Assorted goods on the river"), N_("The same as the market action for assorted goods."),
            N_("river space, different markets, various"), (Icon("market-different", "purple"),)),
        Entry(N_("Goods of one kind on the river"),
            N_("The same as the market action, for as many markets as shown, without a die."),
            N_("river space, same markets, identical"), (Icon("market-same", "purple"),)),
        Entry(N_("Fame by upgrades"), N_("1 fame for each upgrade you have made."),
            N_("river space, points for upgrades"), (*FAME, *UPGRADE)),
        Entry(N_("Money by upgrades"), N_("2 money for each upgrade you have made."),
            N_("river space, coins for upgrades"), (*MONEY, *UPGRADE)),
        Entry(N_("Fame by karma"), N_("2 fame for each level of your karma."), N_("river space, points for karma"),
            (*FAME, *KARMA)),
    )),
    Section(N_("Bonuses on the tracks"), Icon("fame", "fame"), (
        Entry(N_("Fame 5"), N_("Upgrade a building; it counts from your next turn on."),
            N_("track bonus, fame track, upgrade"), UPGRADE),
        Entry(N_("Fame 15 and money 20"), N_("A worker joins you and may be placed in the same round."),
            N_("track bonus, new worker, extra worker, fourth, fifth, more workers"), WORKER),
        Entry(N_("Fame 24"), N_("2 karma."), N_("track bonus, fame track, get karma"), KARMA),
        Entry(N_("Fame 31"), N_("Your boat goes to the next free space."),
            N_("track bonus, fame track, ship, move the boat"), BOAT),
        Entry(N_("Money 12 and 44"), N_("Your boat goes to the next free space. Each once, in order."),
            N_("track bonus, money track, ship, move the boat"), BOAT),
        Entry(N_("Money 33 and 55"), N_("Any two dice. Each once, in order, even if the marker falls back."),
            N_("track bonus, money track, again, twice, two dice"), DICE),
        Entry(N_("Bonus marker"),
            N_("It lies on your next money bonus: 12, 33, 44, 55. When your money reaches or passes it, take the "
               "bonus, turn the marker over and move it on; after 55 it leaves the game. A bonus counts only on its "
               "own track."), N_("bonuses, pass a bonus, fall back, again, once, skip, flip the marker"), MONEY),
    )),
    Section(N_("Dice, karma, workers"), Icon("karma", "karma"), (
        Entry(N_("Dice"),
            N_("A new die is rolled immediately and keeps its number. The statue holds 10 (8 with the Navaratnas). "
               "When all twelve of a colour are in play there are none to take."),
            N_("die, Kali, statue, hands, arms, maximum, limit, how many dice, supply, run out, colour, orange, green, "
               "purple, violet, blue"), DICE),
        Entry(N_("Too many dice"),
            N_("If the statue has too little room, take fewer dice, or return some of yours to the supply before you "
               "take the new ones."), N_("Kali, statue, limit, full, discard, eleven, maximum, give back"), DICE),
        Entry(N_("Karma"),
            N_("0 to 3. One karma turns a die you pay with to its opposite side: 1 and 6, 2 and 5, 3 and 4."),
            N_("flip, turn over a die, opposite, change a die, modify, spend"), KARMA),
        Entry(N_("Workers"),
            N_("Three at the start, at most five; six with the Navaratnas. The others come from fame 15, money 20 and "
               "the bridge, and you never lose one."),
            N_("worker, meeple, pawn, how many, maximum, limit, lose a worker, more workers"), WORKER),
        Entry(N_("The sixth worker"),
            N_("As soon as you have five workers, take your last one off the tracks or the bridge and return it to the "
               "box. With the Navaratnas it stays and may become your sixth."),
            N_("6, remove, last worker, third extra worker, inactive, box, surplus, fifth, leftover"), WORKER),
        Entry(N_("Two, three or four players"),
            N_("Use the side of the board for your number of players; with three, cover the marked places with the two "
               "cover tiles."), N_("2 players, 3 players, 4 players, cover tiles, board side, number of players"),
            (Icon("person-any"),)),
    )),
    Section(N_("The end"), Icon("flag", "fame"), (
        Entry(N_("End of the game"),
            N_("When a player’s markers meet, the stage is played to its end. Most fame spaces beyond the meeting "
               "point win; a tie goes to the player whose markers met first."),
            N_("finish, last round, final turn, win, winner, victory, meet, cross, pass each other, intersect, over, "
               "score, points, trigger"), TRACKS),
        Entry(N_("Ties"),
            N_("With the same number of spaces beyond the meeting point, the player whose markers met first is ahead. "
               "Players who have not met rank by the spaces still to go; the same distance is the same place."),
            N_("draw, equal, same score, tiebreak, second place, ranking"), TRACKS),
    )),
    Section(N_("Navaratnas: yield tiles"), Icon("star", "mill"), (
        Entry(N_("What the Navaratnas change"),
            N_("Six workers are possible, but only 8 dice. Province and statue lie on their other side. Everyone "
               "begins with a random brown yield tile and places it on one of two spaces."),
            N_("nine gems, advanced, variant, version, differences, expert, back side, expansion"),
            (Icon("star", "mill"),)),
        Entry(N_("White, yellow and red"),
            N_("One or two dice, money, 1 or 2 karma, an upgrade, or the boat to the next free space, when connected."),
            N_("yield tiles, yields, gems, move a yield tile"), (*DICE, *KARMA, *MONEY)),
        Entry(N_("Brown: markets"), N_("1 fame for each of your tiles with a market."),
            N_("brown yield tile, market tiles"), (*FAME, Icon("stall", "purple"))),
        Entry(N_("Brown: bends"), N_("2 fame for each bend in a road of your province."),
            N_("brown yield tile, curve, corner"), (*FAME, Icon("bend", "green"))),
        Entry(N_("Brown: buildings"), N_("1 money for each building in your province."),
            N_("brown yield tile, temples"), (*MONEY, Icon("temple", "temple"))),
        Entry(N_("Brown: yields"), N_("2 money for each yield tile you have connected, including this one."),
            N_("brown yield tile, connected tiles"), (*MONEY, Icon("star", "mill"))),
        Entry(N_("Brown: workers"), N_("1 fame for each of your workers."), N_("brown yield tile, meeples"),
            (*FAME, *WORKER)),
        Entry(N_("Brown: river"), N_("1 fame for every three spaces your boat has moved; the start does not count."),
            N_("brown yield tile, boat, ship"), (*FAME, *BOAT)),
        Entry(N_("Brown: upgrades"), N_("2 money for each upgrade you have made."),
            N_("brown yield tile, improvements"), (*MONEY, *UPGRADE)),
        Entry(N_("Fewer workers"),
            N_("While others place a worker that you do not have, you take a yield tile for a free place of its "
               "colour. You may forgo it."), N_("less, compensation, catch up, behind, yield tile, stage, decline"),
            WORKER),
        Entry(N_("Mixed group"),
            N_("Experienced players take statue and province with the Navaratnas side up, so they have room for only 8 "
               "dice. Everyone has at most five workers. Only the white yield tiles are used, and only at the dancer, "
               "immediately."), N_("beginners, experts, handicap, new players, experienced"), (Icon("person-any"),)),
    )),
    Section(N_("Ganga: river tiles"), Icon("wave", "blue"), (
        Entry(N_("Laying the river tiles"),
            N_("Shuffle the eight tiles. Roll a die, count that many spaces from the start and lay the first tile "
               "there; roll on from there until tiles or river end. The last space is never covered."),
            N_("ganga set-up, module, ganges, place river tiles, expansion"), (Icon("wave", "blue"),)),
        Entry(N_("Any dice by karma"), N_("As many dice of any colours as your karma."),
            N_("river tile, dice for karma"), (*DICE, *KARMA)),
        Entry(N_("Three dice"), N_("One die of each of the three colours shown."), N_("river tile, three colours"),
            (Icon("die-orange", "orange"), Icon("die-green", "green"), Icon("die-blue", "blue"))),
        Entry(N_("Person on a river tile"), N_("Carry out the action of the person shown."),
            N_("character, palace action, river tile"), (Icon("person-any", "orange"),)),
        Entry(N_("Three markets"), N_("Money from up to three of your markets of one good."),
            N_("river tile, same goods, one kind"), (Icon("market-same", "purple"),)),
        Entry(N_("Sail on"), N_("Up to three more free spaces, and what is shown there."),
            N_("river tile, boat, advance, ship"), BOAT),
    )),
)  # fmt: skip
