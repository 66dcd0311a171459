"""Names of the goods, guilds, notables and numbers of Agra."""

from companion.i18n import N_, gettext

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

THINGS = (
    GUILDS
    | NOTABLES
    | GOODS
    | {"favour": N_("Favour"), "rupees": N_("Rupees"), "merchant": N_("Merchant"), "builder": N_("Builder")}
)
NUMBERS = {
    "orders": N_("%(guild)s: own orders"),
    "influence": N_("%(guild)s: influence"),
    "akbar": N_("Goods at Akbar"),
    "cover": N_("Cover tiles removed"),
}


def term(name: str) -> str:
    """Name a good, a guild, a notable, favour or a person of the board in the current language. A list of the names
    that a program may send stays as it is."""
    return gettext(THINGS[name]) if name in THINGS else name


def describe_number(what: str) -> str:
    """Name a number that can be set, such as `orders artisans` or `akbar`."""
    kind, _, guild = what.partition(" ")
    return gettext(NUMBERS[kind], **({"guild": term(guild)} if guild else {}))
