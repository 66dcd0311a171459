"""What a player is asked to do now, in one short line."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.games.dice_charmers.rules.prompt import Ask, Prompt
from companion.games.dice_charmers.rules.river import ANY_DISTANCE
from companion.games.dice_charmers.texts.things import each_die, name
from companion.i18n import N_, gettext, ngettext

SENTENCES = {
    Ask.ROLL: N_("Roll the dice"),
    Ask.ROLLING: N_("The dice are rolling"),
    Ask.FACE: N_("What does this die show: %(die)s?"),
    Ask.CONFIRM_DICE: N_("Are all dice right? Then confirm them"),
    Ask.CHOOSE: N_("Take a die"),
    Ask.REROLLED: N_("Take one of the two rerolled dice"),
    Ask.GOODS_DIE: N_("Choose a purple die: you get its goods"),
    Ask.PERSON: N_("Choose a person of the palace"),
    Ask.UPGRADE: N_("Choose a building to upgrade"),
    Ask.TRADE: N_("Sell up to 2 goods, or get one"),
    Ask.RIVER_BACK_OR_GOODS: N_("Sail back 1 or 2 free spaces, or get one good"),
    Ask.ANY_OF: N_("Use what this river space gives, in any order"),
    Ask.END_TURN: N_("All done: end your turn"),
    Ask.PAPER: N_("Enter it on your paper, then end the turn"),
    Ask.TOTAL: N_("Enter the total of the paper sheet: %(figure)s, %(low)s to %(high)s"),
    Ask.OVER: N_("The game is over"),
}

ROADS = {
    "straight": N_("Draw a straight: tap a space"),
    "bend": N_("Draw a bend: tap a space"),
    "fork": N_("Draw a fork: tap an empty space"),
    "intersection": N_("Draw an intersection: tap an empty space"),
}


def _road(shape: str) -> str:
    return gettext(ROADS[shape])


def _sale(low: int, high: int) -> str:
    if low == high:
        return ngettext("Sell %(num)d good", "Sell %(num)d goods", low)
    return gettext("Sell %(low)d to %(high)d goods", low=low, high=high)


def _back(most: int) -> str:
    if most == ANY_DISTANCE:
        return gettext("Sail back to any free space")
    return ngettext("Sail back %(num)d free space", "Sail back up to %(num)d free spaces", most)


COUNTED: Mapping[Ask, Callable[[Mapping[str, Any]], str]] = {
    Ask.ROAD: lambda of: _road(of["shape"]),
    Ask.HALF_ROADS: lambda of: ngettext(
        "Draw a half-road: tap a space with a road", "Draw %(num)d half-roads: tap a space", of["count"]
    ),
    Ask.SELL: lambda of: _sale(of["low"], of["high"]),
    Ask.GOODS: lambda of: ngettext("Choose %(num)d good", "Choose %(num)d different goods", of["count"]),
    Ask.RIVER_ADVANCE: lambda of: ngettext("Sail %(num)d space ahead", "Sail up to %(num)d spaces ahead", of["most"]),
    Ask.RIVER_BACK: lambda of: _back(of["most"]),
    Ask.BONUSES: lambda of: ngettext("%(num)d bonus left", "%(num)d bonuses left", of["bonuses"]),
}


def prompt_words(prompt: Prompt, bonuses: int) -> str:
    """`bonuses`: how many circled ones wait to be used."""
    params: dict[str, Any] = {**dict(prompt.params), "bonuses": bonuses}
    if prompt.code in COUNTED:
        return COUNTED[prompt.code](params)
    if "die" in params:
        params["die"] = each_die(params["die"])
    if "figure" in params:
        params["figure"] = name(params["figure"])
    return gettext(SENTENCES[prompt.code], **params)
