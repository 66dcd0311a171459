"""Rules reference of Rajas of the Ganges."""

from companion.games.lookup import Section
from companion.games.rajas.words import BROWN
from companion.i18n import N_

LOOKUP = (
    Section(
        N_("Places for workers"),
        {
            N_("Quarry"): N_(
                "From the left, the places cost 1 to 4 money. Then buy one open province tile: give up dice of its"
                " colour that reach its number; any excess is lost."
            ),
            N_("Market: assorted goods"): N_(
                "Money from one of your markets for each kind of good, up to three. With 3 or 4 players, only one of"
                " your workers may be here each round."
            ),
            N_("Market: goods of one kind"): N_(
                "Give up any die: money from as many of your markets of one good as the die shows, or fewer."
            ),
            N_("Harbour"): N_(
                "Give up a 1, 2 or 3 and sail up to that many free spaces. The first place is free, the others cost"
                " 1 or 2 money."
            ),
            N_("Outer terrace"): N_("Take 2 money, and roll as many of your dice again as you like."),
            N_("Terrace"): N_("Take a die of the colour shown."),
            N_("Balconies"): N_("Give up a die of one colour and take two of the other colour shown."),
        },
    ),
    Section(
        N_("People in the palace"),
        {
            N_("Great Mogul (1)"): N_("2 fame and the elephant: you begin the next round."),
            N_("Dancer (2)"): N_(
                "Two dice of any colours and a white yield tile (a die, 3 money, an upgrade or a karma), carried out"
                " immediately and set aside. With the Navaratnas you choose an open yield tile instead and place it"
                " at the edge of your province."
            ),
            N_("Yogi (3)"): N_("2 karma and a die of any colour."),
            N_("Raja Man Singh (4)"): N_("An upgrade of your choice and 3 money."),
            N_("Master Builder (5)"): N_(
                "Cover one of your tiles with a more expensive one and pay only the difference in the new tile’s "
                "colour. Every tile stays connected, special yields are not given again, and a tile is covered only "
                "once."
            ),
            N_("A covered tile"): N_(
                "The new tile gives its fame and money like any other. The covered one no longer counts: its markets"
                " are gone. A yield connected before is not given again, a newly connected one is."
            ),
            N_("Portuguese (6)"): N_("Sail exactly six free spaces; not possible on the last six."),
        },
    ),
    Section(
        N_("Province tiles"),
        {
            N_("Placing a tile"): N_(
                "One of its roads must lead to the residence along your roads; other roads may be dead ends. Tiles"
                " stay where they are."
            ),
            N_("Building on a tile"): N_(
                "Temple, palace, fort or mill: fame by your level for it, 2, 3 or 4. Later upgrades change nothing"
                " here."
            ),
            N_("Market on a tile"): N_("Silk, tea or spices: its money immediately, and again with market actions."),
            N_("Special yield"): N_(
                "A picture at the edge of the province, such as dice, money or an upgrade. You get it once a road"
                " connects it to the residence, after the tile itself."
            ),
            N_("Upgrade"): N_("Move the cube of one building a step: 3, then 4 fame for each new one."),
        },
    ),
    Section(
        N_("On the river"),
        {
            N_("Two dice"): N_("Take two dice of any colours and roll them."),
            N_("Karma on the river"): N_("Your karma rises by 2."),
            N_("Money on the river"): N_("Take the money shown."),
            N_("Fame on the river"): N_("Take the fame shown."),
            N_("Palace visit"): N_(
                "Carry out the action of one of the people 2 to 6, even if occupied, without a worker and without a"
                " die."
            ),
            N_("Dice by karma"): N_("One die of the colour shown for each level of your karma."),
            N_("Upgrade on the river"): N_("Upgrade one building."),
            N_("Money by markets"): N_("1 money for each market in your province."),
            N_("Assorted goods on the river"): N_("The same as the market action for assorted goods."),
            N_("Goods of one kind on the river"): N_(
                "The same as the market action, for as many markets as shown, without a die."
            ),
            N_("Fame by upgrades"): N_("1 fame for each upgrade you have made."),
            N_("Money by upgrades"): N_("2 money for each upgrade you have made."),
            N_("Fame by karma"): N_("2 fame for each level of your karma."),
            N_("Other boats"): N_("Their spaces are skipped and not counted. Start and end hold any number of boats."),
            N_("The bridge"): N_("No space of its own: when your boat passes it, your worker there joins you."),
        },
    ),
    Section(
        N_("Bonuses on the tracks"),
        {
            N_("Fame 5"): N_("Upgrade a building; it counts from your next turn on."),
            N_("Fame 15 and money 20"): N_("A worker joins you and may be placed in the same round."),
            N_("Fame 24"): N_("2 karma."),
            N_("Fame 31"): N_("Your boat goes to the next free space."),
            N_("Money 12 and 44"): N_("Your boat goes to the next free space. Each once, in order."),
            N_("Money 33 and 55"): N_("Any two dice. Each once, in order, even if the marker falls back."),
        },
    ),
    Section(
        N_("Dice, karma, workers"),
        {
            N_("Dice"): N_(
                "A new die is rolled immediately and keeps its number. The statue holds 10 (8 with the Navaratnas)."
                " When all twelve of a colour are in play there are none to take."
            ),
            N_("Too many dice"): N_(
                "If the statue has too little room, take fewer dice, or return some of yours to the supply before you"
                " take the new ones."
            ),
            N_("Karma"): N_(
                "0 to 3. One karma turns a die you give up to its opposite side: 1 and 6, 2 and 5, 3 and 4."
            ),
            N_("Workers"): N_("Three at the start, at most five; six with the Navaratnas."),
            N_("No free worker"): N_(
                "The others continue without you until the round is over. A worker you win meanwhile may be placed in"
                " the same round."
            ),
            N_("End of a round"): N_(
                "All workers go home. The player who visited the Great Mogul begins, otherwise the next player"
                " clockwise."
            ),
            N_("End of the game"): N_(
                "When a player’s markers meet, the stage is played to its end. Most fame spaces beyond the meeting "
                "point win; a tie goes to the player whose markers met first."
            ),
            N_("Ties"): N_(
                "With the same number of spaces beyond the meeting point, the player whose markers met first is ahead."
                " Players who have not met rank by the spaces still to go; the same distance is the same place."
            ),
            N_("Mixed group"): N_(
                "Experienced players take statue and province with the Navaratnas side up, so they have room for only"
                " 8 dice. Everyone has at most five workers. Only the white yield tiles are used, and only at the"
                " dancer, immediately."
            ),
        },
    ),
    Section(
        N_("Navaratnas: yield tiles"),
        {
            N_("White, yellow and red"): N_(
                "One or two dice, money, 1 or 2 karma, an upgrade, or the boat to the next free space, when connected."
            ),
            **dict(BROWN.values()),
            N_("Fewer workers"): N_(
                "While others place a worker that you do not have, you take a yield tile for a free place of its"
                " colour."
            ),
        },
    ),
    Section(
        N_("Ganga: river tiles"),
        {
            N_("Any dice by karma"): N_("As many dice of any colours as your karma."),
            N_("Three dice"): N_("One die of each of the three colours shown."),
            N_("Person on a river tile"): N_("Carry out the action of the person shown."),
            N_("Three markets"): N_("Money from up to three of your markets of one good."),
            N_("Sail on"): N_("Up to three more free spaces, and what is shown there."),
        },
    ),
)
