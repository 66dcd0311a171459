"""Options of Cards & Karma, for live tables and the set-up."""

from collections.abc import Mapping

from companion.games.options import Choice, Option
from companion.i18n import N_

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
