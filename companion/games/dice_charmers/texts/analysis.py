"""Say why a move is good, in words of the game, and tell the analysis of a game in words and as data for JSON."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from companion.games.dice_charmers.analysis.study import (
    Account,
    Cause,
    Choice,
    Decision,
    Lesson,
    LessonKind,
    Moment,
    PlayerReport,
    Report,
    Turn,
)
from companion.games.dice_charmers.bots.levels import Hint
from companion.games.dice_charmers.names import Namer, name_die_colour, name_thing
from companion.games.dice_charmers.rules import Effect, EffectKind, Move, Played, State, apply, check, compare_states
from companion.games.dice_charmers.rules.effects import BUILDING_TEXTS
from companion.games.dice_charmers.rules.sheet import DIE_INDEX
from companion.games.dice_charmers.rules.turn import EndTurn, GiveUp, Take, UseKarma
from companion.games.dice_charmers.texts.wording import describe_move
from companion.i18n import N_, gettext, ngettext

# Hints

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
        yield gettext(BUILDING_TEXTS[str(found[EffectKind.ERECTS].details["building"])])
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


# The analysis of a finished game

ROWS = {  # of an account, in order; luck and decisions as points on the tracks, which everyone can imagine
    "start": N_("Chance at the start"),
    "luck_points": N_("Luck with the dice"),
    "decision_points": N_("Own decisions"),
    "other_points": N_("Decisions of the others"),
    "result": N_("Result"),
}
_SHARES = ("start", "result")

# the cause of a change: for the better, for the worse
_CAUSES = {
    Cause.LUCK: (N_("the roll was good for %(name)s"), N_("the roll was bad for %(name)s")),
    Cause.DECISION: (N_("%(mover)s missed something better"), N_("%(mover)s missed something better")),
    Cause.REST: (N_("the turn brought more than expected"), N_("the turn brought less than expected")),
}

_LESSONS = {
    LessonKind.WELL_PLAYED: N_("Your decisions were as good as we could find. The rest was up to the dice."),
    LessonKind.BETTER_USE: N_(
        "You took good dice but could have got more out of them: before you end a turn, look for a road, a sale or an "
        "order of bonuses that brings more."
    ),
    LessonKind.MORE_KARMA: N_("Karma is there to be used: when no die on the table helps you much, roll again."),
    LessonKind.LESS_KARMA: N_("Keep your karma for poor rolls: a die on the table was worth more than the reroll."),
}


@dataclass(frozen=True)
class ToldTurn:
    """One turn of a player, in words."""

    round: int
    played: str
    best: str  # empty if nothing better was found
    why: str  # what the best choice would have brought
    cost: float  # in chances to win, from 0 to 1
    points: float  # that the best choice would have brought more in this turn
    chance: float  # after the turn

    @property
    def cost_words(self) -> str:
        return format_percent(-self.cost, signed=True) if self.best else ""


@dataclass(frozen=True)
class ToldPlayer:
    seat: str
    name: str
    account: Account
    rows: tuple[tuple[str, str], ...]  # of the account: title and figure
    turns: tuple[ToldTurn, ...]
    moments: tuple[str, ...]
    lesson: str


def format_percent(share: float, signed: bool = False) -> str:
    """Format a share in percent: "63 %", or with its sign "+4 %"."""
    number = round(share * 100)
    sign = "−" if number < 0 else "+" if number > 0 and signed else ""
    return gettext("%(number)s %%", number=f"{sign}{abs(number)}")


def tell_report(namer: Namer, report: Report) -> list[ToldPlayer]:
    return [tell_player(namer, report, player) for player in report.players]


def tell_player(namer: Namer, report: Report, player: PlayerReport) -> ToldPlayer:
    i = report.study.players.index(player.seat)
    return ToldPlayer(
        player.seat,
        namer.name_player(player.seat),
        player.account,
        tuple(tell_account(player.account)),
        tuple(told for turn in player.turns for told in tell_turn(namer, turn, i)),
        tuple(tell_moment(namer, moment, player.seat) for moment in player.moments),
        tell_lesson(player.lesson),
    )


def tell_account(account: Account) -> Iterator[tuple[str, str]]:
    """Yield title and figure of every row: chances in percent, luck and decisions as points that are worth as much."""
    for row, title in ROWS.items():
        figure = getattr(account, row)
        yield gettext(title), format_percent(figure) if row in _SHARES else format_points(figure)


def format_points(points: float) -> str:
    """Format points with their sign: "about +4 points"."""
    whole = round(points)
    sign = "−" if whole < 0 else "+" if whole > 0 else ""
    return ngettext("about %(sign)s%(num)d point", "about %(sign)s%(num)d points", abs(whole), sign=sign)


def tell_turn(namer: Namer, turn: Turn, i: int) -> Iterator[ToldTurn]:
    for decision in turn.decisions:
        cost = decision.measure(i)
        better = decision.best is not decision.played
        best = describe_decision(namer, decision, decision.best) if better else ""
        played = describe_decision(namer, decision, decision.played)
        if best == played:
            best = gettext("%(die)s, used better", die=best)
        yield ToldTurn(
            turn.round,
            played,
            best,
            describe_best(decision, turn.seat) if better else "",
            cost,
            decision.best.points - decision.played.points,
            decision.played.chances[i],
        )


def describe_decision(namer: Namer, decision: Decision, choice: Choice) -> str:
    return describe_choice(namer, decision.before, choice.moves[0])


def describe_best(decision: Decision, seat: str) -> str:
    if decision.best.uses_karma:
        return gettext("On average, rolling this die again brings more than any die on the table.")
    after = play_moves(decision.before, seat, decision.best.moves)
    return describe_gains(decision.before, after, seat)


def tell_moment(namer: Namer, moment: Moment, seat: str) -> str:
    """Tell a turn that mattered: "Round 5, Boris: −12 %, the roll suited Anna badly"."""
    better, worse = _CAUSES[moment.cause]
    mover = namer.name_player(moment.turn.seat)
    return gettext(
        "Round %(round)s, turn of %(mover)s: %(change)s, %(why)s",
        round=moment.turn.round,
        mover=mover,
        change=format_percent(moment.change, signed=True),
        why=gettext(better if moment.change > 0 else worse, mover=mover, name=namer.name_player(seat)),
    )


def tell_lesson(lesson: Lesson) -> str:
    if lesson.kind is LessonKind.OTHER_DIE:
        cost = format_percent(lesson.cost)
        told = ngettext(
            "Look again before you choose: %(num)d time the %(die)s was the better die.",
            "Look again before you choose: %(num)d times the %(die)s was the better die.",
            lesson.times,
            die=name_die_colour(lesson.colour),
        )
    else:
        told, cost = gettext(_LESSONS[lesson.kind]), format_percent(lesson.cost)
    if lesson.kind is LessonKind.WELL_PLAYED:
        return told
    return told + " " + gettext("That cost %(cost)s in all.", cost=cost)


def describe_report(namer: Namer, report: Report) -> dict[str, Any]:
    """Return the analysis as data for JSON; sentences are in the current language."""
    seats, told = report.study.players, tell_report(namer, report)
    return {
        "sheet": report.study.final.sheet.name,
        "players": list(map(describe_player, report.players, told)),
        "chances": [dict(zip(seats, map(_round, chances), strict=True)) for chances in report.rounds],
    }


def describe_player(player: PlayerReport, told: ToldPlayer) -> dict[str, Any]:
    choices = [decision for turn in player.turns for decision in turn.decisions]
    return {
        "seat": player.seat,
        "name": told.name,
        **{row: _round(figure) for row, figure in player.account._asdict().items() if not row.endswith("points")},
        "points": {
            "luck": round(player.account.luck_points, 1),
            "decisions": round(player.account.decision_points, 1),
            "others": round(player.account.other_points, 1),
        },
        "turns": [
            {
                "round": turn.round,
                "played": turn.played,
                "moves": [str(move) for move in decision.played.moves],
                "best": turn.best or None,
                "best_moves": [str(move) for move in decision.best.moves],
                "why": turn.why,
                "cost": _round(turn.cost),
                "points": turn.points,
                "chance": _round(turn.chance),
            }
            for turn, decision in zip(told.turns, choices, strict=True)
        ],
        "decisive": [
            {
                "round": moment.turn.round,
                "seat": moment.turn.seat,
                "change": _round(moment.change),
                "cause": moment.cause.value,
                "words": words,
            }
            for moment, words in zip(player.moments, told.moments, strict=True)
        ],
        "lesson": told.lesson,
    }


def _round(share: float) -> float:
    return round(share, 4) + 0.0  # never -0.0


def write_report(namer: Namer, report: Report) -> Iterator[str]:
    """Write the analysis as lines of text."""
    for told in tell_report(namer, report):
        yield told.name
        yield from (f"  {title}: {figure}" for title, figure in told.rows)
        yield "  " + gettext("What decided the game:")
        yield from (f"    {moment}" for moment in told.moments)
        yield "  " + gettext("Turns:")
        yield from (f"    {write_turn(turn)}" for turn in told.turns)
        yield "  " + gettext("Lesson: %(lesson)s", lesson=told.lesson)
        yield ""


def write_turn(turn: ToldTurn) -> str:
    played = gettext("Round %(round)s: %(choice)s", round=turn.round, choice=turn.played)
    if not turn.best:
        return played
    better = gettext("better: %(choice)s (%(cost)s)", choice=turn.best, cost=turn.cost_words)
    return f"{played}; {better}"
