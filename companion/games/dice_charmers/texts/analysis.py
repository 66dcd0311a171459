"""Tell the analysis of a game in words, and as data for JSON."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.games.dice_charmers.analysis.report import (
    Account,
    Cause,
    Lesson,
    LessonKind,
    Moment,
    PlayerReport,
    Report,
)
from companion.games.dice_charmers.analysis.study import Choice, Decision, Turn
from companion.games.dice_charmers.names import Namer, name_die_colour
from companion.games.dice_charmers.texts.hints import describe_choice, describe_gains, play_moves
from companion.i18n import N_, gettext, ngettext

ROWS = {  # of an account, in order
    "start": N_("Chance at the start"),
    "luck": N_("Luck with the dice"),
    "decisions": N_("Own decisions"),
    "others": N_("Decisions of the others"),
    "rest": N_("Not foreseen"),
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
    """Yield title and figure of every row; the rounded figures add up too, because the rest takes the difference."""
    rounded = {row: round(100 * figure) for row, figure in account._asdict().items()}
    rounded["rest"] += rounded["result"] - sum(rounded[row] for row in rounded if row != "result")
    for row, percent in rounded.items():
        yield gettext(ROWS[row]), format_percent(percent / 100, signed=row not in _SHARES)


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
        **{row: _round(figure) for row, figure in player.account._asdict().items()},
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
