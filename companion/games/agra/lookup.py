"""Rules reference of Agra."""

from companion.games.agra.people import NOTABLES, TILES
from companion.games.lookup import Section
from companion.i18n import N_

LOOKUP = (
    Section(
        N_("A turn"),
        {
            N_("Meditation"): N_("Optional: lay down standing workers for points and spend them in the circle."),
            N_("Main action"): N_(
                "Mandatory: place one worker on a person, a finished building or the builder’s building."
            ),
            N_("Order phase"): N_("Optional: one good to Akbar, or one order of a guild."),
            N_("The place is occupied"): N_(
                "Another player’s worker goes home; a standing one gives its owner 1 favour, or 2 from the fourth "
                "meditation step on. If your own worker is there, pay 2 rupees instead of placing one (the peon)."
            ),
            N_("Merchant"): N_(
                "Using his building gives 2 favour afterwards; then he moves by the die and leaves a rupee on each"
                " building he passes. A player who uses a building takes the rupees on it."
            ),
            N_("Favour actions"): N_(
                "Each once per turn, whenever you like, even in the middle of another action. Some need more favour"
                " than they cost."
            ),
            N_("No free worker"): N_(
                "If all your workers are on the board, use the peon: act where one of them stands, for 2 rupees or as"
                " many as you have. You cannot build then, because that takes a second worker."
            ),
            N_("End of the turn"): N_(
                "Take your markers back from favour actions and luxury goods, turn used notables upright, and put the"
                " meditation marker on the outer action you used last."
            ),
            N_("Fewer goods, more markers"): N_(
                "You may take fewer goods than you produce, and give up goods or favour at any time to have markers"
                " again."
            ),
            N_("Builder"): N_("Using his building builds it for free, without a bonus tile; then he moves by the die."),
        },
    ),
    Section(
        N_("People on the board"),
        {
            N_("Architect"): N_(
                "Go up a step on one influence track; or build: pay materials (+1 for two kinds), take a bonus tile"
                " of that level, place a second worker there and process up to three goods."
            ),
            N_("Sailor"): N_(
                "One delivery is free; a good you give up buys as many more as it is worth. Deliver to notables and"
                " for one order; each delivery paid for but not used gives a rupee."
            ),
            N_("Trader"): N_(
                "Exchange up to three goods for others worth one less in total; before or after that, move one price"
                " token."
            ),
            N_("Botanist"): N_(
                "Two different ones of these: take a meditation step for its goods, remove a cover tile, move"
                " farmers two spaces in total."
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
            N_("Meditation marker"): N_("Covers the last action used; nobody can use it until the marker moves on."),
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
            N_("Clothes"): N_("Value 3. Once per turn: rupees equal to the current value of clothes."),
            N_("Oil and curry"): N_("Once per turn: one of them lets one worker stand up, both together three."),
            N_("Building materials"): N_(
                "Sandstone and wood count 1, cement and planks 2; at least two kinds count +1."
            ),
            N_("Price token"): N_("Changes the value of one good by 1, up or down; never two on the same good."),
            N_("Processing"): N_(
                "One to three goods along an arrow. Every other player may process one too; you get 1 favour for"
                " each of them."
            ),
        },
    ),
    Section(
        N_("Guilds, orders, Akbar"),
        {
            N_("Order"): N_(
                "The two goods next to the marker, from the first step of influence on. Highest on the track: all"
                " the rupees shown; otherwise one less and a step up. The marker moves down to the next free order."
            ),
            N_("Order limit"): N_("3 markers in each column at first; 4, 5 and 6 as the boat advances."),
            N_("Influence"): N_(
                "For every notable you supplied with an action, a step on the track of the notable’s guild."
            ),
            N_("Third and sixth step"): N_(
                "1 and 2 favour, or one of the open favour tiles; you may have at most three tiles."
            ),
            N_("Akbar"): N_(
                "One good that he has not been served yet; at the end, rupees for the number of goods you served."
            ),
        },
    ),
    Section(
        N_("Deliveries to notables"),
        {
            N_("Delivery"): N_("A rupee for each marker on the notable, including your new one."),
            N_("Double delivery"): N_(
                "Only with the sailor: a second marker next to your first, for 1 rupee. It counts for the contract."
            ),
            N_("What counts as delivered"): N_(
                "Goods for a notable, an order, Akbar or the French Trader. The good you pay the sailor with does not"
                " count."
            ),
            N_("Contract"): N_(
                "When all goods are delivered: most markers win, a tie goes to the topmost good. The others take"
                " their markers back as favour."
            ),
        },
    ),
    Section(
        N_("Piers of the river"),
        {
            N_("Pier 2"): N_("After two contracts of level I: the builder’s building is built, and he moves."),
            N_("Pier 3"): N_(
                "After one contract of level II: the merchant moves; 1 favour for each cotton, at most three. Limit 4."
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
                "A contract of level IV, the top of an influence track, or six markers in a guild’s column. The round "
                "is finished, then everyone has one more turn."
            ),
            N_("Final scoring"): N_(
                "Rupees; notables with a reward at the end; on each track, for each of your orders: alone on top 2,"
                " second place 1, or tied on top 1 and nothing for second place; meditation completed 5; 1 for each"
                " cover tile; Akbar 1, 3, 5 and 3 more for each further good."
            ),
            N_("Tie at the end"): N_(
                "The values of the goods left over at current prices, plus 1 for each favour, decide; if they are"
                " equal, the victory is shared."
            ),
        },
    ),
)
