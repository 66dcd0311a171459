"""Describe the effects of a move in a few words."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.games.dice_charmers.kinds.bonuses import describe_bonus
from companion.games.dice_charmers.kinds.moves import MOVES, describe_move
from companion.games.dice_charmers.names import Namer, count_good, name_die_colour, name_thing
from companion.games.dice_charmers.rules.effects import Effect, EffectKind, compare_states
from companion.games.dice_charmers.rules.moves import Move
from companion.games.dice_charmers.rules.sheet import Bonus
from companion.games.dice_charmers.rules.state import State
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


def _describe_bonus(of: Details) -> str:
    kind, _, argument = str(of["bonus"]).partition(" ")
    return describe_bonus(Bonus(kind, argument))


def _describe_road(space: str, shape: str, **sides: str) -> str:
    return gettext(ROADS[shape], space=space)


def _describe_building(building: str, space: str) -> str:
    return gettext(ERECTS[building])


def _describe_market(market: str, space: str, empty: str = "") -> str:
    return gettext("opens the market, but there is nothing in stock to sell") if empty else gettext(OPENS[market])


DESCRIBERS: Mapping[EffectKind, Callable[[Namer, Details], str]] = {
    EffectKind.DIE_TAKEN: lambda namer, of: gettext(
        "takes the %(die)s: %(face)s", die=name_die_colour(of["die"]), face=namer.name_face(of["die"], of["face"])
    ),
    EffectKind.DIE_TO_ELEPHANT: lambda namer, of: gettext(
        "%(die)s goes to the elephant: %(face)s",
        die=name_die_colour(of["die"]),
        face=namer.name_face(of["die"], of["face"]),
    ),
    EffectKind.DICE_ROLL: lambda namer, of: ngettext("rolls %(num)d die", "rolls %(num)d dice", of["dice"]),
    EffectKind.KARMA_USED: lambda namer, of: gettext("crosses out a karma"),
    EffectKind.PERSON_USED: lambda namer, of: gettext(
        "%(person)s: %(left)d left", person=name_thing(of["person"]), left=of["left"]
    ),
    EffectKind.ROAD: lambda namer, of: _describe_road(**of),
    EffectKind.ROAD_EXTENDED: lambda namer, of: _describe_road(**of),
    EffectKind.ERECTS: lambda namer, of: _describe_building(**of),
    EffectKind.OPENS_MARKET: lambda namer, of: _describe_market(**of),
    EffectKind.RIVER: lambda namer, of: gettext(
        "river space %(number)d: %(symbol)s", number=of["space"], symbol=namer.name_symbol(of["symbol"])
    ),
    EffectKind.GOODS: lambda namer, of: "+" + count_good(of["good"], of["count"]),
    EffectKind.SOLD: lambda namer, of: gettext("sells %(goods)s", goods=count_good(of["good"], of["count"])),
    EffectKind.UPGRADE: lambda namer, of: gettext("fame %(value)d from now on", value=of["value"]),
    EffectKind.KARMA_CIRCLED: lambda namer, of: ngettext("+%(num)d karma", "+%(num)d karma", of["count"]),
    EffectKind.FAME: lambda namer, of: ngettext("+%(num)d fame", "+%(num)d fame", of["amount"]),
    EffectKind.MONEY: lambda namer, of: ngettext("+%(num)d money", "+%(num)d money", of["amount"]),
    EffectKind.RELEASES: lambda namer, of: gettext("releases %(bonus)s", bonus=_describe_bonus(of)),
    EffectKind.BONUS_USED: lambda namer, of: gettext("crosses out the bonus: %(bonus)s", bonus=_describe_bonus(of)),
    EffectKind.BONUS_WASTED: lambda namer, of: gettext("loses the bonus: %(bonus)s", bonus=_describe_bonus(of)),
    EffectKind.LINES_MEET: lambda namer, of: gettext("the lines meet!"),
    EffectKind.TURN_ENDS: lambda namer, of: gettext("next: %(player)s", player=namer.name_player(of["seat"])),
    EffectKind.ROUND_ENDS: lambda namer, of: gettext("the round ends"),
    EffectKind.GAME_ENDS: lambda namer, of: gettext("the game ends"),
}


def describe_effect(namer: Namer, effect: Effect) -> str:
    """Describe one effect of a move."""
    return DESCRIBERS[effect.code](namer, effect.details)


def describe_played(namer: Namer, before: State, after: State, seat: str, move: Move) -> tuple[str, tuple[str, ...]]:
    """Describe a move that was played, and its effects besides the one that its label names."""
    named = MOVES[type(move)].named_effect
    effects = (effect for effect in compare_states(before, after, seat) if effect.code is not named)
    return describe_move(namer, before, move), tuple(describe_effect(namer, effect) for effect in effects)
