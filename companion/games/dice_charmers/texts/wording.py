"""Translate what the rules say: labels, prompts, effects, refusals and conflicts on paper sheets.

The rules hold the texts in English; here their details get names and everything is translated.
"""

from collections.abc import Callable, Mapping
from typing import Any

from companion.games.dice_charmers.names import (
    Namer,
    count_good,
    describe_place,
    name_die,
    name_goods,
    name_seat,
    name_sides,
    name_thing,
)
from companion.games.dice_charmers.paper.marked import Conflict, Rule
from companion.games.dice_charmers.rules.bonuses import BONUS_KINDS
from companion.games.dice_charmers.rules.effects import EMPTY_MARKET_TEXT, Effect, EffectKind, compare_states
from companion.games.dice_charmers.rules.play import Ask, Prompt
from companion.games.dice_charmers.rules.refusals import Plural, Reason
from companion.games.dice_charmers.rules.sheet import COLOUR_OF, Bonus
from companion.games.dice_charmers.rules.state import TASK_KINDS, Move, State, Words
from companion.i18n import N_, gettext, ngettext, pgettext
from companion.rules.messages import Detail, Refusal, Unreadable


def say(words: Words, namer: Namer | None = None) -> str:
    """Translate a text of the rules; one with faces or symbols of the sheet needs a namer."""
    values: dict[str, Any] = {detail: _name(detail, value, namer) for detail, value in words.details.items()}
    if isinstance(words.text, Plural):
        return ngettext(*words.text, words.num, **values)
    return pgettext(words.context, words.text, **values) if words.context else gettext(words.text, **values)


def _name(detail: str, value: Any, namer: Namer | None) -> object:
    match detail, value:
        case _, Bonus():
            return describe_bonus(value)
        case _, Words():
            return say(value, namer)
        case "face", (die, face) if namer:
            return namer.name_face(die, face)
        case "symbol", str() if namer:
            return namer.name_symbol(value)
        case "goods", tuple():
            return name_goods(value)
        case "sides", str():
            return name_sides(value)
        case "die", str():
            return name_die(value)
        case (("person" | "building" | "figure"), str()):
            return name_thing(value)
    return value


def describe_bonus(bonus: Bonus) -> str:
    """Describe a bonus as part of a sentence: "2 fame"."""
    kind = BONUS_KINDS[bonus.kind]
    return say(kind.words(bonus)) if kind.words else gettext(kind.title)


def describe_move(namer: Namer, state: State, move: Move) -> str:
    """Return the label of a move for a list or a button."""
    return say(move.label(state), namer)


# Prompts

NO_SUITABLE_DIE = {
    "karma": N_("No die helps you: use karma"),
    "pass": N_("No die helps you: pass"),
}


def describe_prompt(prompt: Prompt, bonuses: int) -> str:
    """Describe what is asked; `bonuses` is the number of circled bonuses that can be used."""
    details: Mapping[str, Any] = prompt.details
    if prompt.code in TASK_KINDS:
        return say(TASK_KINDS[prompt.code].prompt(details))
    if only := details.get("only"):
        return gettext(NO_SUITABLE_DIE[only])
    if prompt.code == Ask.BONUSES:
        return ngettext("%(num)d bonus left", "%(num)d bonuses left", bonuses)
    return say(Words(Ask(prompt.code).text, **details))


# Effects


def describe_effect(namer: Namer, effect: Effect) -> str:
    """Describe one effect of a move."""
    kind, of = effect.code, effect.details
    if "empty" in of:
        return gettext(EMPTY_MARKET_TEXT)
    if isinstance(kind.text, Plural):
        return ngettext(*kind.text, int(of[kind.by]))
    if isinstance(kind.text, Mapping):
        return gettext(kind.text[str(of[kind.by])], space=of["space"])
    values: dict[str, Any] = dict(of)
    if "die" in of:
        values |= {"die": COLOUR_OF[str(of["die"])], "face": (of["die"], of["face"])}
    if "bonus" in of:
        name, _, argument = str(of["bonus"]).partition(" ")
        values["bonus"] = Bonus(name, argument)
    if "good" in of:
        values["goods"] = count_good(str(of["good"]), int(of["count"]))
    if "seat" in of:
        values["player"] = namer.name_player(str(of["seat"]))
    if kind is EffectKind.RIVER:
        values["number"] = of["space"]
    return say(Words(kind.text, **values), namer)


def describe_played(namer: Namer, before: State, after: State, seat: str, move: Move) -> tuple[str, tuple[str, ...]]:
    """Describe a move that was played, and its effects besides the one that its label names."""
    effects = (effect for effect in compare_states(before, after, seat) if effect.code != move.named_effect)
    return describe_move(namer, before, move), tuple(describe_effect(namer, effect) for effect in effects)


# Refusals

Named = Callable[[str], str]
_DETAILS: Mapping[str, Named] = {
    "die": name_die,
    "one": name_die,
    "two": name_die,
    "good": name_thing,
    "person": name_thing,
    "building": name_thing,
    "figure": name_thing,
    "asked": name_thing,
    "bonus": describe_place,
}


def describe_refusal(refusal: Refusal, player: Named = name_seat) -> str:
    """Describe a refusal; `player` names a seat: by its colour, or by the player's name."""
    why, details = refusal.code, refusal.details
    assert isinstance(why, Reason)
    values = {detail: _name_refused(why, detail, value, player) for detail, value in details.items()}
    number = int(details[why.counts]) if why.counts else 0
    if why.none and number == 0:
        return gettext(why.none, **values)
    if isinstance(why.text, Plural):
        return ngettext(*why.text, number)
    if why is Reason.NOT_IN_STOCK:
        values["goods"] = count_good(str(details["good"]), number)
    return gettext(why.text, **values)


def _name_refused(why: Reason, detail: str, value: Detail, player: Named) -> Detail:
    if isinstance(value, int) or why is Reason.BAD_SEAT:
        return value
    if why in (Reason.ACTION_UNFINISHED, Reason.OTHER_ACTION_ASKED) and detail == "asked":
        return gettext(TASK_KINDS[value].unfinished)
    return player(value) if detail == "seat" else _DETAILS.get(detail, str)(value)


def describe_unreadable(error: Unreadable) -> str:
    """Describe a text that is not a move, with an example if there is one."""
    if error.expected:
        return gettext(
            "“%(text)s” is not a valid entry. Try, for example: %(example)s", text=error.text, example=error.expected
        )
    return gettext("“%(text)s” is not a move in this game.", text=error.text)


# Conflicts on a sheet that was read from a photo, and the names of its cells

CONFLICTS: Mapping[Rule, str] = {
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

CELL_NAMES = {
    "fame": N_("fame %(number)s"),
    "money": N_("money %(number)s"),
    "karma": N_("karma %(number)s"),
    "river": N_("river space %(number)s"),
    "bonus": N_("bonus: %(place)s"),
    "road": N_("road on %(space)s, %(side)s"),
}

STATE_NAMES = {
    "none": N_("empty"),
    "marked": N_("marked"),
    "circled": N_("circled"),
    "crossed": N_("crossed out"),
}


def describe_conflict(conflict: Conflict) -> str:
    """Describe a conflict with the rule behind it."""
    return gettext(
        CONFLICTS[conflict.code], **{name: _name_conflicting(name, value) for name, value in conflict.details.items()}
    )


def _name_conflicting(detail: str, value: Detail) -> Detail:
    if isinstance(value, int):
        return value
    if detail == "bonus":
        return describe_place(value)
    return name_thing(value.rpartition(" ")[2]) if detail == "row" else name_thing(value)


def name_cell(cell: str) -> str:
    """Name a cell in words: "tea 3", "road on c3, north"."""
    kind, _, rest = cell.partition(" ")
    if kind == "bonus":
        return gettext(CELL_NAMES[kind], place=describe_place(rest))
    thing, _, number = rest.rpartition(" ")
    if kind == "road":
        return gettext(CELL_NAMES[kind], space=thing, side=name_thing(number))
    return f"{name_thing(thing)} {number}" if thing else gettext(CELL_NAMES[kind], number=number)


def name_state(state: str) -> str:
    return gettext(STATE_NAMES[state])
