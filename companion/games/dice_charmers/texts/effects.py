"""What a move does, told in a few words before it is made."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.games.dice_charmers.kinds.bonuses import bonus_words
from companion.games.dice_charmers.names import Things, die_colour, name
from companion.games.dice_charmers.rules.effects import Effect, EffectKind
from companion.games.dice_charmers.rules.sheet import Bonus
from companion.i18n import N_, gettext, ngettext

ROADS = {
    "straight": N_("straight on %(space)s"),
    "bend": N_("bend on %(space)s"),
    "fork": N_("fork on %(space)s"),
    "intersection": N_("intersection on %(space)s"),
}

ERECTS = {
    "temple": N_("erects a temple"),
    "palace": N_("erects a palace"),
    "fort": N_("erects a fort"),
    "mill": N_("erects a mill"),
}

OPENS = {
    "market-same": N_("opens the market: up to 3 goods of one kind"),
    "market-different": N_("opens the market: up to 3 different goods"),
}

Details = Mapping[str, Any]


def _bonus(of: Details) -> str:
    kind, _, argument = str(of["bonus"]).partition(" ")
    return bonus_words(Bonus(kind, argument))


def _road(space: str, shape: str, **sides: str) -> str:
    return gettext(ROADS[shape], space=space)


def _erected(building: str, space: str) -> str:
    return gettext(ERECTS[building])


def _opened(market: str, space: str) -> str:
    return gettext(OPENS[market])


WORDS: Mapping[EffectKind, Callable[[Things, Details], str]] = {
    EffectKind.DIE_TAKEN: lambda things, of: gettext(
        "takes the %(die)s: %(face)s", die=die_colour(of["die"]), face=things.face(of["die"], of["face"])
    ),
    EffectKind.DIE_TO_ELEPHANT: lambda things, of: gettext(
        "%(die)s onto the elephant: %(face)s", die=die_colour(of["die"]), face=things.face(of["die"], of["face"])
    ),
    EffectKind.DICE_ROLL: lambda things, of: ngettext("rolls %(num)d die", "rolls %(num)d dice", of["dice"]),
    EffectKind.KARMA_USED: lambda things, of: gettext("crosses out a karma"),
    EffectKind.PERSON_USED: lambda things, of: gettext(
        "%(person)s: %(left)d left", person=name(of["person"]), left=of["left"]
    ),
    EffectKind.ROAD: lambda things, of: _road(**of),
    EffectKind.ROAD_EXTENDED: lambda things, of: _road(**of),
    EffectKind.ERECTS: lambda things, of: _erected(**of),
    EffectKind.OPENS_MARKET: lambda things, of: _opened(**of),
    EffectKind.RIVER: lambda things, of: gettext(
        "river space %(number)d: %(symbol)s", number=of["space"], symbol=things.symbol(of["symbol"])
    ),
    EffectKind.GOODS: lambda things, of: gettext("gets %(good)s ×%(count)d", good=name(of["good"]), count=of["count"]),
    EffectKind.SOLD: lambda things, of: gettext("sells %(good)s ×%(count)d", good=name(of["good"]), count=of["count"]),
    EffectKind.UPGRADE: lambda things, of: gettext(
        "%(building)s: fame %(value)d from now on", building=name(of["building"]), value=of["value"]
    ),
    EffectKind.KARMA_CIRCLED: lambda things, of: ngettext("+%(num)d karma", "+%(num)d karma", of["count"]),
    EffectKind.FAME: lambda things, of: ngettext("+%(num)d fame", "+%(num)d fame", of["amount"]),
    EffectKind.MONEY: lambda things, of: ngettext("+%(num)d money", "+%(num)d money", of["amount"]),
    EffectKind.RELEASES: lambda things, of: gettext("releases %(bonus)s", bonus=_bonus(of)),
    EffectKind.BONUS_USED: lambda things, of: gettext("crosses out the bonus: %(bonus)s", bonus=_bonus(of)),
    EffectKind.BONUS_WASTED: lambda things, of: gettext("loses the bonus: %(bonus)s", bonus=_bonus(of)),
    EffectKind.LINES_MEET: lambda things, of: gettext("the lines meet!"),
    EffectKind.TURN_ENDS: lambda things, of: gettext("next: %(player)s", player=things.player(of["seat"])),
    EffectKind.ROUND_ENDS: lambda things, of: gettext("the round ends"),
    EffectKind.GAME_ENDS: lambda things, of: gettext("the game ends"),
}


def effect_words(things: Things, effect: Effect) -> str:
    return WORDS[effect.code](things, effect.params)
