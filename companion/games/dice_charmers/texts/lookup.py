"""Everything one can look up in The Dice Charmers: the same words as behind the icons, to be read and searched."""

from companion.games.dice_charmers.rules.sheet import BonusKind
from companion.games.dice_charmers.texts import things
from companion.games.dice_charmers.texts.about import AREAS, BONUSES, DICE, PEOPLE, PLACES, SPACE_NAMES, SPACES
from companion.games.lookup import Section
from companion.i18n import N_

AREA_NAMES = {
    "province": N_("Province"),
    "market": N_("Market"),
    "palace": N_("Palace"),
    "river": N_("River"),
    "upgrades": N_("Upgrades"),
}

# What is called by how much of it there is.
BONUS_NAMES = things.BONUSES | {
    BonusKind.PERSON: N_("person"),
    BonusKind.FAME: N_("fame"),
    BonusKind.MONEY: N_("money"),
    BonusKind.GOODS: N_("goods"),
    BonusKind.SELL_ANY: N_("sell goods"),
    BonusKind.RIVER_BACK: N_("back on the river"),
}

BUILDING = {
    N_("temple, palace, fort, mill"): N_(
        "The first road drawn on its space erects it: as much fame as your upgrades show for its kind."
    )
}

LOOKUP = (
    Section(N_("Around the dice"), dict(PLACES.values())),
    Section(N_("Dice"), {things.DICE[colour]: text for colour, text in DICE.items()}),
    Section(N_("Areas of the sheet"), {AREA_NAMES[area]: text for area, text in AREAS.items()}),
    Section(N_("In the province"), {SPACE_NAMES[space]: text for space, text in SPACES.items()} | BUILDING),
    Section(N_("People of the palace"), {things.NAMES[person]: text for person, text in PEOPLE.items()}),
    Section(N_("Bonuses"), {BONUS_NAMES[kind]: text for kind, text in BONUSES.items()}),
)
