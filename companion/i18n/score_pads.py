"""The rows of a blank score pad: what to write down, and how it counts."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from companion.games.agra.rules.notables import FINAL_REWARDS, GUILDS
from companion.games.agra.rules.scoring import MEDITATION_COMPLETE
from companion.games.dice_charmers.rules.totals import FAME_PLACES
from companion.games.rajas.rules.tracks import MEETING
from companion.i18n import N_, gettext
from companion.i18n.results import number
from companion.i18n.totals import figure_name, thing_name


class PadRow(NamedTuple):
    title: str
    note: str = ""
    cell: str = ""  # printed in advance
    tie: bool = False  # only compared between equal sums


REWARDS = {
    "dutch-trader": N_("1 / 3 / 6 for orders from 1 / 2 / 3 guilds"),
    "subadar": N_("1 per own order"),
    "sadr-us-sudur": N_("1 per own good at Akbar"),
    "grand-mufti": N_("3 per set of all three guild symbols"),
    "grand-imam": N_("1 per own notable and order of the Scholars"),
    "court-artist": N_("1 per own notable and order of the Artisans"),
    "dewan": N_("1 per own notable and order of the Merchants"),
}


def pad_rows(game: str) -> list[PadRow]:
    return ROWS[game]()


def _dice_charmers() -> list[PadRow]:
    return [
        _figure("dice-charmers", "fame"),
        _figure("dice-charmers", "money", gettext("half of it")),
        PadRow(gettext("Meeting point"), cell=number(-FAME_PLACES)),
        _for_ties(figure_name("dice-charmers", "karma_circled"), gettext("for ties")),
        _for_ties(figure_name("dice-charmers", "karma_used"), gettext("for further ties")),
    ]


def _rajas() -> list[PadRow]:
    return [
        _figure("rajas", "fame"),
        _figure("rajas", "money", gettext("half of it, rounded up")),
        PadRow(gettext("Meeting point"), cell=number(-MEETING)),
    ]


def _cards_karma() -> list[PadRow]:
    return [
        _figure("cards-karma", "turned", gettext("1 point each")),
        _for_ties(gettext("Fame and coins left"), gettext("for ties; fame counts 2, a coin 1")),
        _for_ties(figure_name("cards-karma", "karma"), gettext("for further ties")),
    ]


def _agra() -> list[PadRow]:
    influence = gettext("per own order: alone on top 2, second 1; tied on top 1, second nothing")
    return [
        _figure("agra", "rupees"),
        *(PadRow(thing_name(notable), gettext(REWARDS[notable])) for notable in FINAL_REWARDS),
        *(PadRow(gettext("Influence: %(guild)s", guild=thing_name(guild)), influence) for guild in GUILDS),
        _figure("agra", "meditation_complete", gettext("%(points)s points", points=number(MEDITATION_COMPLETE))),
        _figure("agra", "cover_tiles", gettext("1 each, at most 8")),
        _figure("agra", "akbar", gettext("1 / 3 / 5 for 1 / 2 / 3, then 3 more for each")),
        _for_ties(gettext("Goods and favour left"), gettext("for ties")),
    ]


def _figure(game: str, figure: str, note: str = "") -> PadRow:
    return PadRow(figure_name(game, figure), note)


def _for_ties(title: str, note: str) -> PadRow:
    return PadRow(title, note, tie=True)


ROWS: Mapping[str, Callable[[], list[PadRow]]] = {
    "dice-charmers": _dice_charmers,
    "rajas": _rajas,
    "cards-karma": _cards_karma,
    "agra": _agra,
}
