"""What the goods, guilds and notables of Agra are called."""

from companion.i18n import N_, gettext

GOODS = {
    "sandstone": N_("sandstone"),
    "wood": N_("wood"),
    "turmeric": N_("turmeric"),
    "cotton": N_("cotton"),
    "cement": N_("cement"),
    "bricks": N_("bricks"),
    "planks": N_("planks"),
    "paper": N_("paper"),
    "curry": N_("curry"),
    "dye": N_("dye"),
    "oil": N_("oil"),
    "cloth": N_("cloth"),
    "statue": N_("statue"),
    "book": N_("book"),
    "painting": N_("painting"),
    "clothes": N_("clothes"),
}
GUILDS = {
    "artisans": N_("Artisans"),
    "merchants": N_("Merchants"),
    "scholars": N_("Scholars"),
}
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
TERMS = {**GOODS, **GUILDS, **NOTABLES, "favour": N_("favour")}


def term(name: str) -> str:
    return gettext(TERMS[name])
