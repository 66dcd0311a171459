"""Set-up of Cards & Karma, and the options of live tables and the set-up."""

from collections.abc import Mapping

from companion.games.cards_karma.rules import setup as rules
from companion.games.options import Choice, Option
from companion.games.setup import Group, Setup
from companion.i18n import N_, gettext

SIDE = "side"  # the name of the option
DAY, NIGHT = "day", "night"

OPTIONS: Mapping[str, Option] = {
    SIDE: Option(
        N_("Scoring cards"),
        (
            Choice(DAY, N_("Day side up"), N_("The bonuses are a surprise.")),
            Choice(NIGHT, N_("Night side up"), N_("Everyone sees the bonuses and chooses their order.")),
        ),
        earlier=DAY,
    ),
}

STEPS = {
    "take-scoring-and-overview-cards": N_("Everyone takes the six scoring cards and the overview cards of one colour."),
    "shuffle-scoring-cards-day-side-up": N_(
        "Shuffle your scoring cards without looking at the night side and lay them in a row, day side up."
    ),
    "order-scoring-cards-night-side-up": N_(
        "Look at the night sides of your scoring cards, choose their order and lay them in a row, night side up."
    ),
    "shuffle-stack-action-side-up": N_("Shuffle the 144 cards into one stack, action side up."),
    "draw-dice-cards": N_("Everyone draws a hand of %(hand)s cards, dice side towards them."),
    "lay-out-grid": N_("Lay out %(cards)s cards in the middle, %(columns)s by %(rows)s, action side up."),
    "place-tokens-and-administrators": N_("Put administrators, coins, fame tokens and karma within reach."),
    "oldest-takes-elephant": N_("The oldest player takes the elephant, green side up, and begins."),
}


def describe_steps(group: Group) -> list[str]:
    columns, rows = rules.CARDS_IN_THE_GRID[group.players]
    cards = rules.count_grid_cards(group.players)
    words = {"hand": rules.STARTING_DICE_CARDS, "cards": cards, "columns": columns, "rows": rows}
    return [gettext(STEPS[step]) % words for step in rules.list_steps(group.options.get(SIDE) == NIGHT)]


SETUP = Setup(describe_steps)
