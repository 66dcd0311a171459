"""The look-up pages of The Dice Charmers, made of the texts that explain the sheet."""

from companion.games.dice_charmers import names
from companion.games.dice_charmers.kinds.bonuses import BONUSES
from companion.games.dice_charmers.texts.about import AREAS, DICE, PEOPLE, PLACES, SPACE_NAMES, SPACES
from companion.games.lookup import Section
from companion.i18n import N_

AREA_NAMES = {
    "province": N_("Province"),
    "market": N_("Market"),
    "palace": N_("Palace"),
    "river": N_("River"),
    "upgrades": N_("Upgrades"),
}

BUILDING = {
    N_("temple, palace, fort, mill"): N_(
        "The first road drawn on its space erects it: you get the fame that your upgrades show for its kind."
    )
}

LOOKUP = (
    Section(N_("Around the dice"), dict(PLACES.values())),
    Section(N_("Dice"), {names.DICE[colour]: text for colour, text in DICE.items()}),
    Section(N_("Areas of the sheet"), {AREA_NAMES[area]: text for area, text in AREAS.items()}),
    Section(N_("In the province"), {SPACE_NAMES[space]: text for space, text in SPACES.items()} | BUILDING),
    Section(N_("People of the palace"), {names.NAMES[person]: text for person, text in PEOPLE.items()}),
    Section(N_("Bonuses"), {bonus.name: bonus.about for bonus in BONUSES.values()}),
)
