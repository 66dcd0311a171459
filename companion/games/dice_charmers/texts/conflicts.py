"""Name the cells of a sheet, and describe entries that contradict each other."""

from collections.abc import Mapping

from companion.games.dice_charmers.names import describe_place, name_thing
from companion.games.dice_charmers.paper.conflicts import Conflict, Rule
from companion.i18n import N_, gettext
from companion.rules.coded import Detail

SENTENCES: Mapping[Rule, str] = {
    Rule.MONEY: N_(
        "Money is marked up to %(marked)s. Sales, bonuses, river spaces and Raja Man Singh pay %(expected)s."
    ),
    Rule.FAME: N_(
        "Fame is marked up to %(marked)s. Buildings, bonuses and river spaces give from %(low)s to %(high)s."
    ),
    Rule.KARMA: N_("Karma is circled %(marked)s times. The start, bonuses and river spaces give %(expected)s."),
    Rule.ROAD_NOT_CONNECTED: N_(
        "The road on %(space)s does not connect to the residence. Every road continues one that leads there."
    ),
    Rule.ROAD_INCOMPLETE: N_("The road on %(space)s has one open side only. A road has at least two."),
    Rule.BONUS_NOT_RELEASED: N_("This bonus is marked, but nothing on the sheet released it: %(bonus)s."),
    Rule.BONUS_NOT_USED: N_(
        "This bonus was released, but it is not crossed out: %(bonus)s. Wasted bonuses are crossed out too."
    ),
    Rule.GOODS_ORDER: N_("Goods are sold from left to right, but one was skipped: %(good)s."),
    Rule.PERSON_NOT_CROSSED_OUT: N_(
        "Bonuses called this person more often than spaces are crossed out: %(person)s (%(calls)s, crossed out "
        "%(crossed)s)."
    ),
    Rule.PERSON_USED_TOO_OFTEN: N_(
        "%(upgrades)s upgrades are crossed out, but only %(granted)s were granted. Each use of %(person)s grants one, "
        "and nobody can be used a fourth time."
    ),
    Rule.GAP: N_("A place was skipped: %(row)s. Everything up to %(place)s should be marked."),
}

CELLS = {
    "fame": N_("fame %(number)s"),
    "money": N_("money %(number)s"),
    "karma": N_("karma %(number)s"),
    "river": N_("river space %(number)s"),
    "bonus": N_("bonus: %(place)s"),
    "road": N_("road on %(space)s, %(side)s"),
}

STATES = {
    "none": N_("empty"),
    "marked": N_("marked"),
    "circled": N_("circled"),
    "crossed": N_("crossed out"),
}


def describe_conflict(conflict: Conflict) -> str:
    """Describe a conflict with the rule behind it."""
    return gettext(SENTENCES[conflict.code], **{name: _name(name, value) for name, value in conflict.details.items()})


def _name(detail: str, value: Detail) -> Detail:
    if isinstance(value, int):
        return value
    if detail == "bonus":
        return describe_place(value)
    return name_thing(value.rpartition(" ")[2]) if detail == "row" else name_thing(value)


def name_cell(cell: str) -> str:
    """Name a cell in words: "tea 3", "road on c3, north"."""
    kind, _, rest = cell.partition(" ")
    if kind == "bonus":
        return gettext(CELLS[kind], place=describe_place(rest))
    thing, _, number = rest.rpartition(" ")
    if kind == "road":
        return gettext(CELLS[kind], space=thing, side=name_thing(number))
    return f"{name_thing(thing)} {number}" if thing else gettext(CELLS[kind], number=number)


def name_state(state: str) -> str:
    return gettext(STATES[state])
