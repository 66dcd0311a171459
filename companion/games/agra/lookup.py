"""Rules reference of Agra."""

from companion.games.lookup import Entry, Icon, Section
from companion.i18n import N_

FAVOUR = (Icon("star", "residence"),)
NOTABLE = (Icon("person-any", "orange"),)

NOTABLES = (
    Section(N_("Notables of level I"), Icon("person-any", "green"), (
        Entry(N_("Portuguese Trader"),
            N_("You may pay the sailor with several goods, worth at most 4 in total. 1 rupee for each cloth "
               "delivered."), N_("portugal, cloth, sailor"), NOTABLE),
        Entry(N_("Sufi"), N_("Immediately a free meditation step. 1 rupee for each curry delivered."),
            N_("mystic, curry"), NOTABLE),
        Entry(N_("Takshaka"), N_("Whenever you build without the builder: building value +1 and 1 rupee."),
            N_("stonemason, mason, cheaper building"), NOTABLE),
        Entry(N_("Mahout"), N_("Producing sandstone or wood gives one more."),
            N_("elephant rider, more sandstone, more wood"), NOTABLE),
        Entry(N_("Khatib"), N_("Producing cotton or turmeric gives one more."),
            N_("preacher, more cotton, more turmeric"), NOTABLE),
        Entry(N_("French Trader"),
            N_("Once per turn place a good on the card; the third one gives 5 rupees, and all three go back to you."),
            N_("france, five rupees"), NOTABLE),
        Entry(N_("Dyer"),
            N_("When you produce: two of these goods for one of the same colour worth at most 2. 1 rupee for each dye "
               "delivered."), N_("dye, two for one"), NOTABLE),
        Entry(N_("Cook"),
            N_("Keeps up to two standing workers that were sent home; taking them back gives meditation points. 1 "
               "rupee for each oil delivered."), N_("chef, oil, kicked out workers"), NOTABLE),
    )),
    Section(N_("Notables of level II"), Icon("person-any", "blue"), (
        Entry(N_("Muezzin"), N_("One more meditation point whenever you make any."), N_("muezin, extra point"),
            NOTABLE),
        Entry(N_("Jagirdar"),
            N_("Merchants. Your sailor delivers one more good for free; with another player’s sailor you deliver one "
               "too, and that player takes 1 favour."), N_("landlord, vassal, deliver with others"), NOTABLE),
        Entry(N_("Caliph"), N_("Once per turn: 1 cotton lets a worker stand up."), N_("khalif, cotton, stand up"),
            NOTABLE),
        Entry(N_("Calligrapher"), N_("The peon costs you only 1 rupee. 1 rupee for each paper delivered."),
            N_("cheaper peon, paper, writer"), NOTABLE),
        Entry(N_("Mullah"),
            N_("Scholars. Once per turn a favour action costs 1 favour less, but never nothing. 1 rupee for each brick "
               "delivered."), N_("mulla, cheaper favour, bricks"), NOTABLE),
        Entry(N_("English Trader"), N_("Once per turn: one good for another of the same value."),
            N_("england, british, exchange"), NOTABLE),
        Entry(N_("Mosaic Maker"),
            N_("Immediately any favour tile of your choice, open or from the stack. Once per turn pay 1 or 3 "
               "meditation points for 1 or 2 favour."), N_("mosaics, mosaicist, favour for points"), NOTABLE),
    )),
    Section(N_("Notables of level III"), Icon("person-any", "purple"), (
        Entry(N_("Mujtahida"),
            N_("Immediately build the first unbuilt building from the upper left for free. 2 rupees for each statue "
               "delivered."), N_("mujtahid, free building, statues"), NOTABLE),
        Entry(N_("Dutch Trader"),
            N_("At the end 1, 3 or 6 rupees for orders from one, two or three guilds. 2 rupees for each delivery of "
               "clothes."), N_("holland, netherlands, different guilds"), NOTABLE),
        Entry(N_("Painter"),
            N_("Immediately up to three workers stand up, and a step on any track. 2 rupees for each painting "
               "delivered."), N_("paintings, stand up"), NOTABLE),
        Entry(N_("Subadar"), N_("At the end 1 rupee for each order. 2 rupees for each book delivered."),
            N_("subahdar, governor, books"), NOTABLE),
        Entry(N_("Sadr us-Sudur"),
            N_("Immediately a good to Akbar on any free bowl of the same value. At the end 1 rupee for each of your "
               "markers there."), N_("chief judge, advisor"), NOTABLE),
    )),
    Section(N_("Notables of level IV"), Icon("person-any", "residence"), (
        Entry(N_("Grand Mufti"),
            N_("Immediately 3 favour. At the end 3 rupees for each set of all three guild symbols on your orders and "
               "notables."), N_("great mufti, sets of guilds"), NOTABLE),
        Entry(N_("Grand Imam"),
            N_("Scholars. Immediately 3 favour. At the end 1 rupee for each of your scholars and their orders, "
               "including this card."), N_("great imam, scholars’ guild"), NOTABLE),
        Entry(N_("Court Artist"),
            N_("Immediately 3 favour. At the end 1 rupee for each of your artisans and their orders, including this "
               "card."), N_("artisans’ guild, artists"), NOTABLE),
        Entry(N_("Dewan"),
            N_("Immediately 3 favour. At the end 1 rupee for each of your merchants and their orders, including this "
               "card."), N_("diwan, treasurer, merchants’ guild"), NOTABLE),
    )),
)  # fmt: skip
TILES = (
    Section(N_("Building bonus tiles"), Icon("palace", "palace"), (
        Entry(N_("Bonus tiles of level 2"),
            N_("A step with the Artisans and 3 rupees; a step with the Merchants and 3; remove a cover tile and 2; 1 "
               "favour and 3."), N_("building bonus, two arches, architect"), (Icon("palace", "palace"),)),
        Entry(N_("Bonus tiles of level 3"),
            N_("A step with the Artisans and 4 rupees; a step with the Scholars and 4; 1 favour and 4; 5 rupees."),
            N_("building bonus, three arches, architect"), (Icon("palace", "palace"),)),
        Entry(N_("Bonus tiles of level 4"),
            N_("A step with the Scholars and 5 rupees; a step with the Merchants and 5; 1 favour and 5; 6 rupees."),
            N_("building bonus, four arches, architect"), (Icon("palace", "palace"),)),
    )),
    Section(N_("Favour"), Icon("star", "residence"), (
        Entry(N_("Favour actions"),
            N_("Each once per turn, whenever you like, even in the middle of another action. Some need more favour "
               "than they cost."), N_("spend favour, secondary action, when, how often, own and pay, once"), FAVOUR),
        Entry(N_("Getting favour"),
            N_("A standing worker is sent home: 1 or 2; the merchant’s building: 2; others join your processing: 1 "
               "each; third and sixth step of influence; markers on a notable somebody else wins; the book; some bonus "
               "tiles, notables and piers."), N_("gain favour, receive favour, more favour, how"), FAVOUR),
        Entry(N_("Favour: basic good"), N_("Everyone has it. 2 favour: one sandstone, wood, turmeric or cotton."),
            N_("take a basic good, starting action"), FAVOUR),
        Entry(N_("Favour: process"), N_("Everyone has it. 3 favour: process one good."),
            N_("processing, starting action"), FAVOUR),
        Entry(N_("Favour: influence"), N_("Everyone has it. Own 4, pay 3: a step on a track of your choice."),
            N_("influence step, starting action"), FAVOUR),
        Entry(N_("Favour tile: stand up"), N_("2 favour: one worker stands up."), N_("upright, raise a worker"),
            FAVOUR),
        Entry(N_("Favour tile: process more"),
            N_("2 favour: one more good when you process, also when you join others."),
            N_("processing, additional good"), FAVOUR),
        Entry(N_("Favour tile: meditation point"), N_("Own 2, pay 1: one more meditation point."),
            N_("extra point, more points"), FAVOUR),
        Entry(N_("Favour tile: sell"), N_("Own 3, pay 2: sell one good for its value."), N_("sale, rupees for a good"),
            FAVOUR),
        Entry(N_("Favour tile: cover tile"), N_("Own 3, pay 2: remove a cover tile."),
            N_("cover tiles, uncover the farm"), FAVOUR),
        Entry(N_("Favour tile: deliver"),
            N_("Own 4, pay 2: deliver a good to a notable, with rupees and influence as usual."),
            N_("delivery, notable"), FAVOUR),
        Entry(N_("Favour tile: Akbar or order"), N_("Own 4, pay 2: a good to Akbar, or an order."),
            N_("emperor, orders"), FAVOUR),
        Entry(N_("Favour tile: farmers"), N_("Own 2, pay 1: move farmers two spaces in total."),
            N_("farmer, move farmers"), FAVOUR),
        Entry(N_("Favour tile: price token"), N_("Own 3, pay 2: move a price token."),
            N_("value of goods, price tokens"), FAVOUR),
        Entry(N_("Favour tile: exchange"), N_("2 favour: one good for another of the same value."),
            N_("swap, trade, same value"), FAVOUR),
        Entry(N_("Favour tile: good of value 2"), N_("Own 4, pay 3: take a good of value 2."),
            N_("advanced good, take a good"), FAVOUR),
        Entry(N_("Favour tile: meditation step"), N_("4 favour: a free step of meditation."),
            N_("tracker, meditation track"), FAVOUR),
        Entry(N_("Favour tile: basic to advanced"), N_("Own 3, pay 2: process a good of value 1 into one of value 2."),
            N_("processing, convert a basic good"), FAVOUR),
        Entry(N_("Favour tile: peon"), N_("3 favour: use the peon for free."), N_("free peon, own worker"), FAVOUR),
    )),
)  # fmt: skip


AKBAR = (Icon("great-mogul", "orange"),)
BUILDER = (Icon("master-builder", "mill"),)
FARMER = (Icon("worker", "green"),)
GOODS = (Icon("goods", "purple"),)
INFLUENCE = (Icon("upgrade", "karma"),)
MEDITATION = (Icon("yogi", "karma"),)
ORDER = (Icon("scroll", "mill"),)
PIER = (Icon("boat", "blue"),)
RUPEES = (Icon("money", "money"),)
WORKER = (Icon("worker"),)

LOOKUP = (
    Section(N_("A turn"), Icon("worker"), (
        Entry(N_("Meditation"),
            N_("Optional: lay down standing workers for points and spend them in the circle. Your tracker shows the "
               "points for the first worker, the space before it those for the second, and so on, at least 1 each. "
               "Points left over are lost."),
            N_("meditate, phase, meditation points, lay down, second worker, MP, track, how many points, save, "
               "laid-down"), MEDITATION),
        Entry(N_("Main action"),
            N_("Mandatory: place one worker on a person, a finished building or the builder’s building."),
            N_("action phase, place a worker, must, pass, skip"), WORKER),
        Entry(N_("Order phase"), N_("Optional: one good to Akbar, or one order of a guild."),
            N_("third phase, emperor, deliver"), ORDER),
        Entry(N_("The place is occupied"),
            N_("Another player’s worker goes home; a standing one gives its owner 1 favour, or 2 from the fourth "
               "meditation step on. If your own worker is there, pay 2 rupees instead of placing one (the peon)."),
            N_("kick, kicked out, displace, send home, taken, blocked, full, compensation, standing, lying"), WORKER),
        Entry(N_("The peon"),
            N_("Where your own worker stands, you act again without placing one: pay 2 rupees. A lying worker stands "
               "up; you get no favour."), N_("own worker, same place again, use again, twice, 2 rupees"),
            (*WORKER, *RUPEES)),
        Entry(N_("No free worker"),
            N_("If all your workers are on the board, use the peon: act where one of them stands, for 2 rupees or as "
               "many as you have. You cannot build then, because that takes a second worker."),
            N_("no workers left, all placed, run out, ten workers, take back, meeple, pawn"), WORKER),
        Entry(N_("Merchant"),
            N_("Using his building gives 2 favour afterwards; then he moves by the die and leaves a rupee on each "
               "building he passes. A player who uses a building takes the rupees on it."),
            N_("merchant moves, die, coins on buildings, only built buildings"), (Icon("trader", "residence"),)),
        Entry(N_("Builder"),
            N_("Using his building builds it for free, without a bonus tile; then he moves by the die."),
            N_("free building, under construction, builder moves, die"), BUILDER),
        Entry(N_("End of the turn"),
            N_("Take your markers back from favour actions and luxury goods, turn used notables upright, and put the "
               "meditation marker on the outer action you used last."),
            N_("clean up, finish the turn, return markers, rotate a notable"), (Icon("depot"),)),
        Entry(N_("Fewer goods, more markers"),
            N_("You may take fewer goods than you produce, and return goods or favour at any time to have markers "
               "again."), N_("run out of markers, no markers left, 22, marker limit, supply, return"), GOODS),
        Entry(N_("Rupees"), N_("They are the points. Keep them hidden in your bag; you may count them at any time."),
            N_("money, coins, secret, bag, victory points, open, show"), RUPEES),
    )),
    Section(N_("People on the board"), Icon("master-builder", "mill"), (
        Entry(N_("Architect"),
            N_("Go up a step on one influence track; or build: pay materials (+1 for two kinds), take a bonus tile of "
               "that level, place a second worker there and process up to three goods."),
            N_("build, building, construct, construction, cost, second worker"), BUILDER),
        Entry(N_("Sailor"),
            N_("One delivery is free; a good you pay buys as many more as it is worth. Deliver to notables and for one "
               "order; each delivery paid for but not used gives a rupee."),
            N_("ship, deliver, shipping, overpay, pay the sailor, how many deliveries, captain"),
            (Icon("boat", "blue"),)),
        Entry(N_("Trader"),
            N_("Exchange up to three goods for others worth one less in total; before or after that, move one price "
               "token."), N_("trade, swap, change goods, one less, market"), (Icon("trader", "residence"),)),
        Entry(N_("Botanist"),
            N_("Two different ones of these: take a meditation step for its goods, remove a cover tile, move farmers "
               "two spaces in total."), N_("farm, farming, gardener, cover tile, meditation track, increase"),
            (Icon("lotus", "green"),)),
    )),
    Section(N_("Your farm"), Icon("lotus", "green"), (
        Entry(N_("How much you produce"),
            N_("Count the uncovered spaces between the good’s symbol and the farmers on both sides of it: 0 to 8. You "
               "may take fewer."),
            N_("production, producing, harvest, farm, yield, quarry, woodcutter, turmeric, cotton, amount, quantity"),
            (Icon("lotus", "green"), *GOODS)),
        Entry(N_("Farmers"),
            N_("They never move onto or across a symbol of a good or a cover tile. The botanist moves one farmer two "
               "spaces or two farmers one space each."),
            N_("farmer, move, blocked, where, jump, forbidden, not allowed, field"), FARMER),
        Entry(N_("Cover tiles"),
            N_("A covered space produces nothing and stops farmers. Botanist, meditation and some favours remove one; "
               "each removed tile is worth 1 rupee at the end."), N_("cover tile, remove, uncover, tiles on the farm"),
            (Icon("depot", "mill"),)),
    )),
    Section(N_("Meditation circle"), Icon("yogi", "karma"), (
        Entry(N_("Trade a good (meditation)"), N_("Points equal to the value: one good for another of the same value."),
            N_("exchange, swap, same value"), MEDITATION),
        Entry(N_("Deliver a good (meditation)"), N_("3 points: one good to one notable."), N_("delivery, three points"),
            MEDITATION),
        Entry(N_("Process a good (meditation)"),
            N_("Points equal to the value of the new good: one step along an arrow."),
            N_("processing, convert, refine"), MEDITATION),
        Entry(N_("Remove a cover tile (meditation)"), N_("2 points."), N_("cover tiles, uncover"), MEDITATION),
        Entry(N_("Move a farmer (meditation)"), N_("1 point for one space; never blocked."), N_("farmers, one point"),
            MEDITATION),
        Entry(N_("Meditation marker"), N_("Covers the last action used; nobody can use it until the marker moves on."),
            N_("blocked action, covered, unavailable"), MEDITATION),
        Entry(N_("Meditation track"),
            N_("Each step costs the goods shown between the spaces; the botanist, the Sufi and a favour tile move your "
               "tracker. From the fourth space on, a standing worker sent home gives 2 favour; the last space is worth "
               "5 rupees at the end."), N_("tracker, step, increase meditation, advance, cost, completed"), MEDITATION),
    )),
    Section(N_("Goods"), Icon("goods", "purple"), (
        Entry(N_("Sandstone, wood, turmeric, cotton"), N_("Basic goods of value 1, produced on your farm."),
            N_("basic good, raw materials, value of goods, worth, price"), GOODS),
        Entry(N_("Cement, bricks, planks, paper, curry, dye, oil, cloth"),
            N_("Advanced goods of value 2, processed from basic ones."),
            N_("advanced good, value of goods, worth, brick, price"), GOODS),
        Entry(N_("Statue"), N_("Value 3. Once per turn, after placing a worker: another main action."),
            N_("luxury good, extra action, second action, price"), (Icon("star", "mill"),)),
        Entry(N_("Book"), N_("Value 3. Once per turn: three of your workers stand up, and 1 favour."),
            N_("luxury good, stand up, upright, books"), (Icon("scroll", "residence"),)),
        Entry(N_("Painting"), N_("Value 3. Once per turn: a step up on two different influence tracks."),
            N_("luxury good, picture, influence"), (Icon("flag", "palace"),)),
        Entry(N_("Clothes"), N_("Value 3. Once per turn: rupees equal to the current value of clothes."),
            N_("luxury good, sell, clothing, garment, dress"), (Icon("silk", "silk"),)),
        Entry(N_("Oil and curry"), N_("Once per turn: one of them lets one worker stand up, both together three."),
            N_("stand up, upright, wake, raise workers"), WORKER),
        Entry(N_("Building materials"),
            N_("Sandstone and wood count 1, cement and planks 2; at least two kinds count +1."),
            N_("cost of a building, build, material, two kinds, building value, bonus"), BUILDER),
        Entry(N_("Price token"), N_("Changes the value of one good by 1, up or down; never two on the same good."),
            N_("value, raise, lower, flags, stack tokens, price change"), RUPEES),
        Entry(N_("Processing"),
            N_("One to three goods along an arrow. Every other player may process one too; you get 1 favour for each "
               "of them."),
            N_("process, follow, join, convert, refine, transform, arrows, other players, upgrade goods"),
            (*GOODS, *FAVOUR)),
        Entry(N_("Unbuilt buildings"),
            N_("You cannot place a worker there, except on the builder’s, but goods can be stored and processed there "
               "all the same. A building holds any number of goods."),
            N_("under construction, store, storage, not built yet, capacity, unlimited"), BUILDER),
    )),
    Section(N_("Guilds, orders, Akbar"), Icon("scroll", "mill"), (
        Entry(N_("Order"),
            N_("The two goods next to the marker, from the first step of influence on. Highest on the track: all the "
               "rupees shown; otherwise one less and a step up. The marker moves down to the next free order."),
            N_("orders, guild order, fulfil, fulfill, reward, imperial board, order marker"), ORDER),
        Entry(N_("Order limit"), N_("3 markers in each column at first; 4, 5 and 6 as the boat advances."),
            N_("maximum, full column, how many orders, limit marker"), ORDER),
        Entry(N_("Influence"),
            N_("For every notable you supplied with an action, a step on the track of the notable’s guild."),
            N_("guild track, guilds, artisans, merchants, scholars, step up, climb"), INFLUENCE),
        Entry(N_("Third and sixth step"),
            N_("1 and 2 favour, or one of the open favour tiles; you may have at most three tiles."),
            N_("favour tile, track bonus, influence bonus, 3rd, 6th, fourth tile, discard"), (*INFLUENCE, *FAVOUR)),
        Entry(N_("Akbar"),
            N_("One good that he has not been served yet; at the end, rupees for the number of goods you served."),
            N_("emperor, bowl, bowls, palace, serve, gift"), AKBAR),
    )),
    Section(N_("Deliveries to notables"), Icon("person-any", "orange"), (
        Entry(N_("Delivery"), N_("A rupee for each marker on the notable, including your new one."),
            N_("deliver, supply, reward, how many rupees"), (*GOODS, *RUPEES)),
        Entry(N_("Which notables"),
            N_("Only those up to the boat; the others wait until it reaches their pier. Any number with the sailor."),
            N_("available, allowed, boat, level, out of reach, too far, river"), NOTABLE),
        Entry(N_("Double delivery"),
            N_("Only with the sailor: a second marker next to your first, for 1 rupee. It counts for the contract."),
            N_("twice, two markers, same good, second marker"), NOTABLE),
        Entry(N_("What counts as delivered"),
            N_("Goods for a notable, an order, Akbar or the French Trader. The good you pay the sailor with does not "
               "count."), N_("deliver, extra rupees, generous"), GOODS),
        Entry(N_("Contract"),
            N_("When all goods are delivered: most markers win, a tie goes to the topmost good. The others take their "
               "markers back as favour."),
            N_("win a notable, majority, evaluate, tied, who gets the card, fulfilled, complete"),
            (Icon("scroll", "orange"),)),
    )),
    Section(N_("Piers of the river"), Icon("boat", "blue"), (
        Entry(N_("Pier 2"), N_("After two contracts of level I: the builder’s building is built, and he moves."),
            N_("2nd pier, second pier, boat, event, ship"), PIER),
        Entry(N_("Pier 3"),
            N_("After one contract of level II: the merchant moves; 1 favour for each cotton, at most three. Limit 4."),
            N_("3rd pier, third pier, boat, event, cotton, ship"), PIER),
        Entry(N_("Pier 4"),
            N_("After two contracts of level II: price tokens go back, everyone takes 1 favour. Limit 5."),
            N_("4th pier, fourth pier, boat, event, ship"), PIER),
        Entry(N_("Pier 5"),
            N_("After one contract of level III: a good of value 1, 2 or 3 with no, one or more cotton. Limit 6."),
            N_("5th pier, fifth pier, boat, event, cotton, ship"), PIER),
        Entry(N_("Pier 6"), N_("After one contract of level IV: clothes sell for 1 more, and the end is near."),
            N_("6th pier, sixth pier, boat, last pier, event, ship"), PIER),
    )),
    *NOTABLES,
    *TILES,
    Section(N_("Number of players, the end"), Icon("flag", "fame"), (
        Entry(N_("With two or three players"),
            N_("One notable fewer on each level: 10 instead of 14, guilds 4, 3 and 3. Neutral markers by die rolls: "
               "with two players, two on each side at Akbar and two in each order column; with three, one each. At "
               "Akbar a covered bowl is not rolled again."),
            N_("2 players, 3 players, two-player game, number of players, neutral marker, changes, set-up, fewer, "
               "dummy"), (Icon("person-any"),)),
        Entry(N_("What triggers the end"),
            N_("A contract of level IV, the top of an influence track, or six markers in a guild’s column. The round "
               "is finished, then everyone has one more turn."),
            N_("last round, last turn, game end, end of the game, finish, over, final round"), (Icon("flag", "fame"),)),
        Entry(N_("Final scoring"),
            N_("Rupees; notables with a reward at the end; on each track, for each of your orders: alone on top 2, "
               "second place 1, or tied on top 1 and nothing for second place; meditation completed 5; 1 for each "
               "cover tile; Akbar 1, 3, 5 and 3 more for each further good."),
            N_("score, points, count, result, win, winner, victory, end of the game"), RUPEES),
        Entry(N_("Tie at the end"),
            N_("The values of the goods left over at current prices, plus 1 for each favour, decide; if they are "
               "equal, the victory is shared."), N_("draw, tied, equal, tiebreak, same score"), RUPEES),
    )),
)  # fmt: skip
