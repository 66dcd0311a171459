"""What things are called on a page: games, the choices when a table is opened, seat colours.

A game or a choice that no catalogue knows is called by its own name; a sheet says itself what it is called.
"""

from companion.i18n import N_, gettext, pgettext

GAMES = {
    "dice-charmers": N_("The Dice Charmers"),
    "rajas": N_("Rajas of the Ganges"),
    "cards-karma": N_("Cards & Karma"),
    "agra": N_("Agra"),
}

OPTIONS = {
    "sheet": N_("Sheet"),
    "dice": N_("Dice"),
    "variant": N_("Version"),
    "river": N_("River"),
}

CHOICES = {
    ("dice", "virtual"): N_("The companion rolls"),
    ("dice", "real"): N_("Real dice"),
    ("variant", "basic"): N_("Basic game"),
    ("variant", "navaratnas"): N_("Navaratnas"),
    ("variant", "mixed"): N_("Mixed group"),
    ("river", "plain"): N_("As printed"),
    ("river", "ganga"): N_("Ganga"),
}

HINTS = {
    ("sheet", "sun"): N_("Friendly: many small gifts close to home."),
    ("sheet", "moon"): N_("Sharper: the great gifts lie far out."),
    ("dice", "virtual"): N_("Fair, quick, and everyone sees the same dice."),
    ("dice", "real"): N_("Roll at the table, tap in what came up."),
    ("variant", "basic"): N_("Up to 5 workers, room for 10 dice."),
    ("variant", "navaratnas"): N_("Up to 6 workers, room for 8 dice, yield tiles to collect."),
    ("variant", "mixed"): N_("Experienced players have room for 8 dice only."),
    ("river", "plain"): N_("The river as it is on the board."),
    ("river", "ganga"): N_("River tiles change some of its spaces."),
}


def game_title(game: str) -> str:
    return gettext(GAMES[game]) if game in GAMES else spelled_out(game)


def option_title(option: str) -> str:
    return gettext(OPTIONS[option]) if option in OPTIONS else spelled_out(option)


def choice_title(option: str, choice: str) -> str:
    title = CHOICES.get((option, choice))
    return gettext(title) if title else spelled_out(choice)


def choice_hint(option: str, choice: str) -> str:
    """One line that helps to choose; empty when there is none."""
    hint = HINTS.get((option, choice))
    return gettext(hint) if hint else ""


def colour_name(colour: str) -> str:
    names = {
        "red": pgettext("seat colour", "Red"),
        "blue": pgettext("seat colour", "Blue"),
        "green": pgettext("seat colour", "Green"),
        "yellow": pgettext("seat colour", "Yellow"),
        "purple": pgettext("seat colour", "Purple"),
        "orange": pgettext("seat colour", "Orange"),
        "teal": pgettext("seat colour", "Teal"),
        "pink": pgettext("seat colour", "Pink"),
    }
    return names[colour]


def spelled_out(name: str) -> str:
    return name.replace("-", " ").replace("_", " ").capitalize()
