"""Say why a move is good, in words of the game: "opens the market while you hold 3 goods; 2 bonuses follow"."""

from collections.abc import Iterator, Sequence

from companion.games.dice_charmers.analysis.hints import Hint
from companion.games.dice_charmers.kinds.moves import describe_move
from companion.games.dice_charmers.names import Namer, name_die_colour, name_thing
from companion.games.dice_charmers.rules import Effect, EffectKind, Played, State, apply, check, compare_states
from companion.games.dice_charmers.rules.moves import EndTurn, GiveUp, Move, Take, UseKarma
from companion.games.dice_charmers.rules.plan import DIE_INDEX
from companion.games.dice_charmers.texts.effects import ERECTS
from companion.i18n import gettext, ngettext

_MOST_REASONS = 3


def describe_hint(state: State, seat: str, hint: Hint) -> str:
    """Say in one or two sentences why the moves of a hint are good."""
    if hint.is_only:
        return gettext("There is nothing else to do.")
    if isinstance(hint.moves[0], UseKarma):
        return gettext("On average, rolling this die again brings more than any die on the table.")
    if isinstance(hint.moves[0], GiveUp):
        return gettext("Using it would bring nothing now.")
    why = describe_gains(state, play_moves(state, seat, hint.moves), seat)
    return why or gettext("It brings little, but the alternatives bring less.")


def describe_second(namer: Namer, state: State, hint: Hint) -> str:
    """Name the next best choice; empty if there is none."""
    if hint.second is None:
        return ""
    return gettext("Next best: %(move)s.", move=describe_choice(namer, state, hint.second))


def describe_choice(namer: Namer, state: State, move: Move) -> str:
    """Name a move in a sentence; a die by its colour and face."""
    if isinstance(move, Take | UseKarma):
        face = namer.name_face(move.die, state.faces[DIE_INDEX[move.die]])
        named = f"{name_die_colour(move.die)} ({face})"
        return gettext("karma on the %(die)s", die=named) if isinstance(move, UseKarma) else named
    return describe_move(namer, state, move)


def play_moves(state: State, seat: str, moves: Sequence[Move]) -> State:
    """Return the state after these moves, up to the end of the turn or the first one that is not allowed."""
    for move in moves:
        if isinstance(move, EndTurn) or check(state, seat, move) is not None:
            break
        state = apply(state, Played(seat, move))
    return state


def describe_gains(before: State, after: State, seat: str) -> str:
    """Describe what a player gained between two states; empty if it was nothing."""
    effects = compare_states(before, after, seat)
    reasons = list(_list_reasons(before, seat, effects))[:_MOST_REASONS]
    points = _describe_points(effects)
    sentences = [reason[:1].upper() + reason[1:] + "." for reason in ["; ".join(reasons)] if reason]
    return " ".join([*sentences, *([gettext("Together: %(gains)s.", gains=points)] if points else [])])


def _list_reasons(state: State, seat: str, effects: Sequence[Effect]) -> Iterator[str]:
    """List the reasons, the most important first."""
    marks = state.find_seat(seat).marks
    held = sum(marks.goods) - sum(marks.sold)
    found = {effect.code: effect for effect in effects}
    bonuses = sum(effect.code is EffectKind.BONUS_USED for effect in effects)
    if EffectKind.LINES_MEET in found:
        yield gettext("your lines meet")
    if EffectKind.OPENS_MARKET in found and held:
        yield ngettext(
            "opens a market while you hold %(num)d good", "opens a market while you hold %(num)d goods", held
        )
    elif sold := _count(effects, EffectKind.SOLD, "count"):
        yield ngettext("sells %(num)d good", "sells %(num)d goods", sold)
    if EffectKind.ERECTS in found:
        yield gettext(ERECTS[str(found[EffectKind.ERECTS].details["building"])])
    if bonuses:
        yield ngettext("%(num)d bonus follows", "%(num)d bonuses follow", bonuses)
    if karma := _count(effects, EffectKind.KARMA_CIRCLED, "count"):
        yield ngettext("+%(num)d karma", "+%(num)d karma", karma)
    if EffectKind.UPGRADE in found:
        of = found[EffectKind.UPGRADE].details
        building = name_thing(str(of["building"]))
        yield gettext("%(building)s: fame %(value)d from now on", building=building, value=of["value"])
    if EffectKind.RIVER in found:
        yield gettext("your boat reaches space %(number)s", number=found[EffectKind.RIVER].details["space"])
    if goods := _count(effects, EffectKind.GOODS, "count"):
        yield ngettext("you get %(num)d good", "you get %(num)d goods", goods)


def _count(effects: Sequence[Effect], code: EffectKind, figure: str) -> int:
    return sum(int(effect.details[figure]) for effect in effects if effect.code is code)


def _describe_points(effects: Sequence[Effect]) -> str:
    fame, money = (_count(effects, code, "amount") for code in (EffectKind.FAME, EffectKind.MONEY))
    gains = [
        ngettext("+%(num)d fame", "+%(num)d fame", fame) if fame else "",
        ngettext("+%(num)d money", "+%(num)d money", money) if money else "",
    ]
    return ", ".join(filter(None, gains))
