"""Rules reference of the notables, bonus tiles and favour tiles of Agra."""

from companion.games.lookup import Section
from companion.i18n import N_

NOTABLES = (
    Section(
        N_("Notables of level I"),
        {
            N_("Portuguese Trader"): N_(
                "You may pay the sailor with several goods, worth at most 4 in total. 1 rupee for each cloth delivered."
            ),
            N_("Sufi"): N_("Immediately a free meditation step. 1 rupee for each curry delivered."),
            N_("Takshaka"): N_("Whenever you build without the builder: building value +1 and 1 rupee."),
            N_("Mahout"): N_("Producing sandstone or wood gives one more."),
            N_("Khatib"): N_("Producing cotton or turmeric gives one more."),
            N_("French Trader"): N_(
                "Once per turn place a good on the card; the third one gives 5 rupees, and all three go back to you."
            ),
            N_("Dyer"): N_(
                "When you produce: two of these goods for one of the same colour worth at most 2. 1 rupee for each"
                " dye delivered."
            ),
            N_("Cook"): N_(
                "Keeps up to two standing workers that were sent home; taking them back gives meditation points. 1"
                " rupee for each oil delivered."
            ),
        },
    ),
    Section(
        N_("Notables of level II"),
        {
            N_("Muezzin"): N_("One more meditation point whenever you make any."),
            N_("Jagirdar"): N_(
                "Merchants. Your sailor delivers one more good for free; with another player’s sailor you deliver one "
                "too, and that player takes 1 favour."
            ),
            N_("Caliph"): N_("Once per turn: 1 cotton lets a worker stand up."),
            N_("Calligrapher"): N_("The peon costs you only 1 rupee. 1 rupee for each paper delivered."),
            N_("Mullah"): N_(
                "Scholars. Once per turn a favour action costs 1 favour less, but never nothing. 1 rupee for each"
                " brick delivered."
            ),
            N_("English Trader"): N_("Once per turn: one good for another of the same value."),
            N_("Mosaic Maker"): N_(
                "Immediately any favour tile of your choice, open or from the stack. Once per turn 1 or 3 meditation"
                " points for 1 or 2 favour."
            ),
        },
    ),
    Section(
        N_("Notables of level III"),
        {
            N_("Mujtahida"): N_(
                "Immediately build the first unbuilt building from the upper left for free. 2 rupees for each statue"
                " delivered."
            ),
            N_("Dutch Trader"): N_(
                "At the end 1, 3 or 6 rupees for orders from one, two or three guilds. 2 rupees for each delivery of"
                " clothes."
            ),
            N_("Painter"): N_(
                "Immediately up to three workers stand up, and a step on any track. 2 rupees for each painting"
                " delivered."
            ),
            N_("Subadar"): N_("At the end 1 rupee for each order. 2 rupees for each book delivered."),
            N_("Sadr us-Sudur"): N_(
                "Immediately a good to Akbar on any free bowl of the same value. At the end 1 rupee for each of your"
                " markers there."
            ),
        },
    ),
    Section(
        N_("Notables of level IV"),
        {
            N_("Grand Mufti"): N_(
                "Immediately 3 favour. At the end 3 rupees for each set of all three guild symbols on your orders"
                " and notables."
            ),
            N_("Grand Imam"): N_(
                "Scholars. Immediately 3 favour. At the end 1 rupee for each of your scholars and their orders,"
                " including this card."
            ),
            N_("Court Artist"): N_(
                "Immediately 3 favour. At the end 1 rupee for each of your artisans and their orders, including this"
                " card."
            ),
            N_("Dewan"): N_(
                "Immediately 3 favour. At the end 1 rupee for each of your merchants and their orders, including"
                " this card."
            ),
        },
    ),
)
TILES = (
    Section(
        N_("Building bonus tiles"),
        {
            N_("Bonus tiles of level 2"): N_(
                "A step with the Artisans and 3 rupees; a step with the Merchants and 3; remove a cover tile and 2;"
                " 1 favour and 3."
            ),
            N_("Bonus tiles of level 3"): N_(
                "A step with the Artisans and 4 rupees; a step with the Scholars and 4; 1 favour and 4; 5 rupees."
            ),
            N_("Bonus tiles of level 4"): N_(
                "A step with the Scholars and 5 rupees; a step with the Merchants and 5; 1 favour and 5; 6 rupees."
            ),
        },
    ),
    Section(
        N_("Favour actions"),
        {
            N_("Favour: basic good"): N_("Everyone has it. 2 favour: one sandstone, wood, turmeric or cotton."),
            N_("Favour: process"): N_("Everyone has it. 3 favour: process one good."),
            N_("Favour: influence"): N_("Everyone has it. Own 4, pay 3: a step on a track of your choice."),
            N_("Favour tile: stand up"): N_("2 favour: one worker stands up."),
            N_("Favour tile: process more"): N_("2 favour: one more good when you process, also when you join others."),
            N_("Favour tile: meditation point"): N_("Own 2, pay 1: one more meditation point."),
            N_("Favour tile: sell"): N_("Own 3, pay 2: sell one good for its value."),
            N_("Favour tile: cover tile"): N_("Own 3, pay 2: remove a cover tile."),
            N_("Favour tile: deliver"): N_(
                "Own 4, pay 2: deliver a good to a notable, with rupees and influence as usual."
            ),
            N_("Favour tile: Akbar or order"): N_("Own 4, pay 2: a good to Akbar, or an order."),
            N_("Favour tile: farmers"): N_("Own 2, pay 1: move farmers two spaces in total."),
            N_("Favour tile: price token"): N_("Own 3, pay 2: move a price token."),
            N_("Favour tile: exchange"): N_("2 favour: one good for another of the same value."),
            N_("Favour tile: good of value 2"): N_("Own 4, pay 3: take a good of value 2."),
            N_("Favour tile: meditation step"): N_("4 favour: a free step of meditation."),
            N_("Favour tile: basic to advanced"): N_("Own 3, pay 2: process a good of value 1 into one of value 2."),
            N_("Favour tile: peon"): N_("3 favour: use the peon for free."),
        },
    ),
)
