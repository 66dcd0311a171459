"""What the totals of a finished game are called: figures, guilds, notables, goods."""

from collections.abc import Mapping

from companion.i18n import N_, gettext
from companion.i18n.names import spelled_out

FIGURES: Mapping[str, Mapping[str, str]] = {
    "dice-charmers": {
        "fame": N_("Fame"),
        "money": N_("Money"),
        "karma_circled": N_("Karma circled"),
        "karma_used": N_("Karma crossed out"),
    },
    "rajas": {"fame": N_("Fame"), "money": N_("Money")},
    "cards-karma": {
        "turned": N_("Scoring cards turned over"),
        "fame": N_("Fame left"),
        "coins": N_("Coins left"),
        "karma": N_("Karma left"),
    },
    "agra": {
        "rupees": N_("Rupees"),
        "meditation_complete": N_("Meditation track completed"),
        "cover_tiles": N_("Cover tiles removed"),
        "akbar": N_("Goods at Akbar"),
        "favour": N_("Favour"),
    },
}

GUILDS = {"artisans": N_("Artisans"), "merchants": N_("Merchants"), "scholars": N_("Scholars")}

NOTABLES = {
    "portuguese-trader": N_("Portuguese Trader"),
    "sufi": N_("Sufi"),
    "takshaka": N_("Takshaka"),
    "mahout": N_("Mahout"),
    "khatib": N_("Khatib"),
    "french-trader": N_("French Trader"),
    "dyer": N_("Dyer"),
    "cook": N_("Cook"),
    "muezzin": N_("Muezzin"),
    "jagirdar": N_("Jagirdar"),
    "caliph": N_("Caliph"),
    "calligrapher": N_("Calligrapher"),
    "mullah": N_("Mullah"),
    "english-trader": N_("English Trader"),
    "mosaic-maker": N_("Mosaic Maker"),
    "mujtahida": N_("Mujtahida"),
    "dutch-trader": N_("Dutch Trader"),
    "painter": N_("Painter"),
    "subadar": N_("Subadar"),
    "sadr-us-sudur": N_("Sadr us-Sudur"),
    "grand-mufti": N_("Grand Mufti"),
    "grand-imam": N_("Grand Imam"),
    "court-artist": N_("Court Artist"),
    "dewan": N_("Dewan"),
}

GOODS = {
    "sandstone": N_("Sandstone"),
    "wood": N_("Wood"),
    "turmeric": N_("Turmeric"),
    "cotton": N_("Cotton"),
    "cement": N_("Cement"),
    "bricks": N_("Bricks"),
    "planks": N_("Planks"),
    "paper": N_("Paper"),
    "curry": N_("Curry"),
    "dye": N_("Dye"),
    "oil": N_("Oil"),
    "cloth": N_("Cloth"),
    "statue": N_("Statue"),
    "book": N_("Book"),
    "painting": N_("Painting"),
    "clothes": N_("Clothes"),
}

_THINGS = GUILDS | NOTABLES | GOODS


def figure_name(game: str, figure: str) -> str:
    return gettext(FIGURES[game][figure])


def thing_name(thing: str) -> str:
    """A guild, a notable or a good."""
    return gettext(_THINGS[thing]) if thing in _THINGS else spelled_out(thing)
