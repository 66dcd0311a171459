"""Options of Rajas of the Ganges, for live tables and the set-up."""

from collections.abc import Mapping

from companion.games.options import Choice, Option
from companion.games.rajas.rules.setup import Variant
from companion.i18n import N_

PLAIN, GANGA = "plain", "ganga"  # the river as printed, or with river tiles

OPTIONS: Mapping[str, Option] = {
    "variant": Option(
        N_("Version"),
        (
            Choice(Variant.BASIC, N_("Basic game"), N_("Up to 5 workers, room for 10 dice.")),
            Choice(
                Variant.NAVARATNAS, N_("Navaratnas"), N_("Up to 6 workers, room for 8 dice, yield tiles to collect.")
            ),
            Choice(Variant.MIXED, N_("Mixed group"), N_("Experienced players have room for only 8 dice.")),
        ),
    ),
    "river": Option(
        N_("River"),
        (
            Choice(PLAIN, N_("As printed"), N_("The river as it is on the board.")),
            Choice(GANGA, N_("Ganga"), N_("River tiles change some of its spaces.")),
        ),
    ),
}
