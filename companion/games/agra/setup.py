"""Getting Agra ready, step by step."""

from companion.i18n import N_

STEPS = {
    "price-tokens-at-trader": N_("Lay the three price tokens at the trader, the side with fewer flags up."),
    "building-bonus-tiles": N_("Lay the 12 building bonus tiles face up on their places."),
    "under-construction-tiles": N_("Cover all buildings of the second, third and fourth column with their tiles."),
    "merchant-by-die": N_(
        "The die for the merchant shows %(merchant)s: building %(merchant)s from the top, first column."
    ),
    "builder-by-die": N_("The die for the builder: column %(column)s, building %(building)s from the top."),
    "rupees-beside-board": N_("Put the rupees beside the board."),
    "notables-along-river": N_("Lay the notables along the river, as drawn below, and balance their guilds."),
    "order-limit-markers-and-boat": N_(
        "Lay the order limit markers between the piers; the boat waits at the first pier."
    ),
    "meditation-marker-on-deliver": N_("The meditation marker covers “deliver a good” in the circle."),
    "boards-cover-tiles-trackers-farmers": N_(
        "Everyone: a board with 8 cover tiles, the tracker at the start, four farmers in the middle of their lines."
    ),
    "two-rupees-ten-workers-markers": N_("Everyone: 2 rupees in the bag, 10 workers and 22 markers."),
    "influence-markers-at-start": N_("Everyone puts an influence marker at the start of each of the three tracks."),
    "order-markers-by-die": N_("Order markers, from the top: %(orders)s."),
    "three-favour-tiles": N_("Shuffle the favour tiles into a stack and open three of them."),
    "neutral-markers-by-die": N_(
        "Neutral markers in the columns, from the top: %(columns)s. At Akbar, from the top: left %(left)s; right"
        " %(right)s."
    ),
    "starting-player-by-die": N_("The die names the starting player: number %(first)s clockwise."),
}
