"""The look-up pages of The Dice Charmers, made of the texts that explain the sheet."""

from companion.games.dice_charmers import names
from companion.games.dice_charmers.kinds.bonuses import BONUSES
from companion.games.dice_charmers.rules.sheet import BUILDINGS
from companion.games.dice_charmers.texts.about import AREAS, DICE, HALF_ROADS, PEOPLE, PLACES, SPACE_NAMES, SPACES
from companion.games.lookup import Icon, Section
from companion.i18n import N_

AREA_NAMES = {
    "province": N_("Province"),
    "market": N_("Market"),
    "palace": N_("Palace"),
    "river": N_("River"),
    "upgrades": N_("Upgrades"),
}

BUILDING = N_("temple, palace, fort, mill")
BUILDING_TEXT = N_(
    "The first road drawn on its space erects it: you get the fame that your upgrades show for its kind."
)

# How a round works: name, explanation and pictures of each step
STEPS = (
    (
        N_("1. Roll"),
        N_(
            "The youngest player has the elephant first. The player who has it rolls all eight dice, once for "
            "everybody."
        ),
        (
            Icon("die-purple", "purple"),
            Icon("die-green", "green"),
            Icon("die-blue", "blue"),
            Icon("die-orange", "orange"),
        ),
    ),
    (
        N_("2. Karma, if you like"),
        N_(
            "At the start of your turn you may spend karma if a die is on the elephant, so the first die of a round is "
            "taken without it. With two players, the first player may use karma for the second die."
        ),
        (Icon("karma", "karma"),),
    ),
    (
        N_("3. Take a die"),
        N_(
            "In turn order, everybody takes a die from the middle and does its action. With two players, everybody "
            "takes two dice in a round, by turns."
        ),
        (Icon("depot"),),
    ),
    (
        N_("4. The twin goes onto the elephant"),
        N_(
            "When the first die of the round has been taken, the other die of its colour goes onto the elephant. "
            "Nobody can simply take it from there."
        ),
        (Icon("elephant"),),
    ),
    (
        N_("5. Use your bonuses"),
        N_("After the action use all circled bonuses, in any order. One may release the next; then your turn ends."),
        (Icon("person-any", "orange"), Icon("upgrade"), Icon("goods", "purple"), Icon("fame", "fame")),
    ),
    (
        N_("6. The next round"),
        N_("The elephant moves on to the next player, who rolls all eight dice again."),
        (Icon("elephant"),),
    ),
    (
        N_("The last round"),
        N_(
            "When somebody’s lines meet, the game ends as soon as everyone has had the same number of turns. The "
            "player furthest beyond the meeting point wins. More circled karma breaks a tie, then more crossed-out "
            "karma."
        ),
        (Icon("fame", "fame"), Icon("money", "money")),
    ),
)

# The rules for one player; the last entry is for a table without the companion
ALONE = (
    (
        N_("One die in every round"),
        N_(
            "Roll all eight dice. The automa removes one of them at random, and the other die of its colour goes onto "
            "the elephant. Then take one of the six dice in the middle and use it as usual."
        ),
        (Icon("die-blue", "blue"), Icon("elephant")),
    ),
    (
        N_("Karma when you are alone"),
        N_(
            "The elephant always has a die, so you may spend karma in every round. It is the only way to the colour "
            "that the automa has chosen."
        ),
        (Icon("karma", "karma"),),
    ),
    (
        N_("Your result"),
        N_(
            "The game ends with the turn in which your lines meet. What counts is the number of rounds, the fewer the "
            "better; if rounds are equal, more points are better."
        ),
        (Icon("fame", "fame"), Icon("money", "money")),
    ),
    (
        N_("Alone on paper, with real dice"),
        N_(
            "Before every roll, take one die of each colour into your hand and draw one without looking: that is the "
            "automa’s colour. Roll all eight dice, put one of that colour aside and the other onto the elephant. Make "
            "a stroke on the margin for every round."
        ),
        (Icon("depot"),),
    ),
)

PLACE_ICONS = {
    "elephant": (Icon("elephant"),),
    "automa": (Icon("depot"),),
    "depot": (Icon("depot"),),
    "karma": (Icon("karma", "karma"),),
    "gap": (Icon("fame", "fame"), Icon("money", "money")),
}
AREA_ICONS = {
    "province": (Icon("intersection", "green"),),
    "market": (Icon("stall", "purple"),),
    "palace": (Icon("great-mogul", "orange"),),
    "river": (Icon("boat", "blue"),),
    "upgrades": (Icon("upgrade"),),
}
SPACE_TONES = {"residence": "residence", "market-same": "purple", "market-different": "purple"}

LOOKUP = (
    Section(
        N_("How a round works"),
        {name: text for name, text, _ in STEPS},
        {name: icons for name, _, icons in STEPS},
    ),
    Section(
        N_("Playing alone"),
        {name: text for name, text, _ in ALONE},
        {name: icons for name, _, icons in ALONE},
    ),
    Section(
        N_("Around the dice"),
        dict(PLACES.values()),
        {PLACES[place][0]: icons for place, icons in PLACE_ICONS.items()},
    ),
    Section(
        N_("Dice"),
        {names.DICE[colour]: text for colour, text in DICE.items()},
        {names.DICE[colour]: (Icon(f"die-{colour}", colour),) for colour in DICE},
    ),
    Section(
        N_("Areas of the sheet"),
        {AREA_NAMES[area]: text for area, text in AREAS.items()},
        {AREA_NAMES[area]: icons for area, icons in AREA_ICONS.items()},
    ),
    Section(
        N_("In the province"),
        {SPACE_NAMES[space]: text for space, text in SPACES.items()}
        | {BUILDING: BUILDING_TEXT, names.NAMES["half-roads"]: HALF_ROADS},
        {SPACE_NAMES[space]: (Icon(space, tone),) for space, tone in SPACE_TONES.items()}
        | {
            BUILDING: tuple(Icon(building, building) for building in BUILDINGS),
            names.NAMES["half-roads"]: (Icon("half-roads", "green"),),
        },
    ),
    Section(
        N_("People of the palace"),
        {names.NAMES[person]: text for person, text in PEOPLE.items()},
        {names.NAMES[person]: (Icon(person, "orange"),) for person in PEOPLE},
    ),
    Section(
        N_("Bonuses"),
        {bonus.name: bonus.about for bonus in BONUSES.values()},
        {bonus.name: (Icon(bonus.look.icon, bonus.look.hue),) for bonus in BONUSES.values()},
    ),
)
