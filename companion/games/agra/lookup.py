"""Rules reference of Agra."""

from companion.games.agra.people import NOTABLES, TILES
from companion.games.lookup import Section
from companion.i18n import N_

LOOKUP = (
    Section(
        N_("A turn"),
        {
            N_("Meditation"): N_("If you like: lay down standing workers for points, and spend them in the circle."),
            N_("Main action"): N_("Always: one worker to a person, a finished building or the builder's building."),
            N_("Order phase"): N_("If you like: one good to Akbar, or one order of a guild."),
            N_("Somebody stands there"): N_(
                "Another player's worker goes home; a standing one brings its owner 1 favour, 2 from the fourth step of"
                " meditation on. Where your own stands, pay 2 rupees instead of placing one (the peon)."
            ),
            N_("Merchant"): N_(
                "Using his building gives 2 favour afterwards; then he moves by the die and leaves a rupee on each"
                " building he passes. Whoever uses a building takes the rupees on it."
            ),
            N_("Builder"): N_("Using his building builds it for free, without a bonus tile; then he moves by the die."),
        },
    ),
    Section(
        N_("People on the board"),
        {
            N_("Architect"): N_(
                "A step up on one influence track; or build: pay materials (+1 with two sorts), take a bonus"
                " tile of the"
                " level, place a second worker there and process up to three goods."
            ),
            N_("Sailor"): N_(
                "One delivery is free; a good you give up buys as many more as it is worth. Deliver to notables and for"
                " one order; each delivery paid and not used gives a rupee."
            ),
            N_("Trader"): N_(
                "Up to three goods for others worth one less together; before or after, move one price token."
            ),
            N_("Botanist"): N_(
                "Two different ones of: a step of meditation for its goods, a cover tile away, farmers two"
                " spaces in all."
            ),
        },
    ),
    Section(
        N_("Meditation circle"),
        {
            N_("Trade a good (meditation)"): N_("Points equal to the value: one good for another of the same value."),
            N_("Deliver a good (meditation)"): N_("3 points: one good to one notable."),
            N_("Process a good (meditation)"): N_(
                "Points equal to the value of the new good: one step along an arrow."
            ),
            N_("Remove a cover tile (meditation)"): N_("2 points."),
            N_("Move a farmer (meditation)"): N_("1 point for one space; never blocked."),
            N_("Meditation marker"): N_("Covers the action used last, which nobody can use until the marker moves on."),
        },
    ),
    Section(
        N_("Goods"),
        {
            N_("Sandstone, wood, turmeric, cotton"): N_("Basic goods of value 1, produced on your farm."),
            N_("Cement, bricks, planks, paper, curry, dye, oil, cloth"): N_(
                "Advanced goods of value 2, processed from basic ones."
            ),
            N_("Statue"): N_("Value 3. Once per turn, after placing a worker: another main action."),
            N_("Book"): N_("Value 3. Once per turn: three of your workers stand up, and 1 favour."),
            N_("Painting"): N_("Value 3. Once per turn: a step up on two different influence tracks."),
            N_("Clothes"): N_("Value 3. Once per turn: rupees equal to the value of clothes now."),
            N_("Oil and curry"): N_("Once per turn: one of them stands up one worker, both together three."),
            N_("Building materials"): N_(
                "Sandstone and wood count 1, cement and planks 2; at least two sorts count +1."
            ),
            N_("Price token"): N_("Moves the value of one good by 1, up or down; never two on one good."),
            N_("Processing"): N_(
                "One to three goods along an arrow. Each other player may process one too: 1 favour for you each."
            ),
        },
    ),
    Section(
        N_("Guilds, orders, Akbar"),
        {
            N_("Order"): N_(
                "The two goods beside the marker, from the first step of influence on. Highest on the track: all rupees"
                " shown; others one less, and a step up. The marker moves down to the next free order."
            ),
            N_("Order limit"): N_("3 markers in each column at first; 4, 5 and 6 as the boat comes on."),
            N_("Influence"): N_(
                "For every notable you supplied with an action, a step on the track of the notable's guild."
            ),
            N_("Third and sixth step"): N_(
                "1 and 2 favour, or one of the open favour tiles; three tiles of your own at most."
            ),
            N_("Akbar"): N_("One good that he has not been served yet; rupees at the end for how many are yours."),
        },
    ),
    Section(
        N_("Deliveries to notables"),
        {
            N_("Delivery"): N_("A rupee for each marker on the notable, your new one included."),
            N_("Double delivery"): N_(
                "Only with the sailor: a second marker beside your first, for 1 rupee. It counts for the contract."
            ),
            N_("Contract"): N_(
                "When all goods are there: most markers win, a tie goes to the topmost good. The others take"
                " their markers"
                " back as favour."
            ),
        },
    ),
    Section(
        N_("Piers of the river"),
        {
            N_("Pier 2"): N_("After two contracts of level I: the builder's building is built, and he moves."),
            N_("Pier 3"): N_(
                "After one contract of level II: the merchant moves; 1 favour for each cotton, three at most. Limit 4."
            ),
            N_("Pier 4"): N_(
                "After two contracts of level II: price tokens go back, everyone takes 1 favour. Limit 5."
            ),
            N_("Pier 5"): N_(
                "After one contract of level III: a good of value 1, 2 or 3 with no, one or more cotton. Limit 6."
            ),
            N_("Pier 6"): N_("After one contract of level IV: clothes sell for 1 more, and the end is near."),
        },
    ),
    *NOTABLES,
    *TILES,
    Section(
        N_("The last rounds"),
        {
            N_("What triggers the end"): N_(
                "A contract of level IV, the top of an influence track, or six markers in a guild's column. The"
                " round is"
                " finished, then everyone has one more turn."
            ),
            N_("Final scoring"): N_(
                "Rupees; notables with a reward at the end; each track: alone on top 2 for each own order,"
                " second place 1,"
                " tied on top 1 and nothing for the second; meditation completed 5; 1 for each cover tile; Akbar"
                " 1, 3, 5"
                " and 3 more for each further good."
            ),
        },
    ),
)
