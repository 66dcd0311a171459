"""Names of the goods, guilds and notables of Agra."""

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

FAVOUR_ACTIONS = {
    "favour-good": N_("A basic good"),
    "favour-process": N_("Process a good"),
    "favour-influence": N_("A step of influence"),
    "stand-up": N_("A worker stands up"),
    "process-along": N_("Process one more"),
    "meditation-point": N_("A meditation point"),
    "sell": N_("Sell a good"),
    "cover-tile": N_("Remove a cover tile"),
    "deliver-tile": N_("Deliver a good"),
    "akbar-or-order": N_("Akbar or an order"),
    "farmers": N_("Move farmers"),
    "price-token": N_("Move a price token"),
    "exchange-tile": N_("Exchange a good"),
    "good-of-value-2": N_("A good of value 2"),
    "meditation-step": N_("A meditation step"),
    "basic-to-advanced": N_("Basic good to advanced"),
    "peon": N_("Peon for free"),
}
MEANS = {
    "meditation": N_("Meditation"),
    "sailor": N_("Sailor"),
    "bonus": N_("Bonus"),
    "architect": N_("Architect"),
    "trader": N_("Trader"),
    "botanist": N_("Botanist"),
    "order-phase": N_("Order phase"),
    "oil-and-curry": N_("Oil and curry"),
    # Actions of the meditation circle
    "exchange": N_("Trade a good"),
    "deliver": N_("Deliver a good"),
    "process": N_("Process a good"),
    "cover": N_("Remove a cover tile"),
}

THINGS = GUILDS | NOTABLES | GOODS | FAVOUR_ACTIONS | MEANS | {"favour": N_("Favour"), "rupees": N_("Rupees")}


def term(name: str) -> str:
    """Name a good, a guild, a notable, favour or a way to act in the current language."""
    return gettext(THINGS[name])
