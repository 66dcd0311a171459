"""Add up a studied game for each player: luck, decisions, the turns that decided it, and a lesson."""

from collections import Counter
from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from companion.games.dice_charmers.analysis.chances import Chances
from companion.games.dice_charmers.analysis.study import Decision, Study, Turn

DECISIVE = 3  # turns that are told for each player
_SMALL_LOSS = 0.05  # of all decisions together


class Cause(StrEnum):
    """What changed the chances most in a turn."""

    LUCK = "luck"
    DECISION = "decision"
    REST = "rest"


class Account(NamedTuple):
    """How the chances of a player became the result: start + luck + decisions + others + rest == result."""

    start: float
    luck: float  # rolls better or worse than the average
    decisions: float  # own choices compared with the best ones, at most 0
    others: float  # the same of the other players
    rest: float  # all else: estimates that were corrected, turns on paper, skipped turns
    result: float  # share of the victory


class Moment(NamedTuple):
    """A turn that changed the chances of a player."""

    turn: Turn
    change: float
    cause: Cause


class LessonKind(StrEnum):
    WELL_PLAYED = "well-played"
    OTHER_DIE = "other-die"  # another die was better [colour, times]
    BETTER_USE = "better-use"  # the same die could do more
    MORE_KARMA = "more-karma"  # a reroll was better
    LESS_KARMA = "less-karma"  # a die on the table was better than a reroll


class Lesson(NamedTuple):
    kind: LessonKind
    times: int = 0
    colour: str = ""
    cost: float = 0.0  # in chances to win


class PlayerReport(NamedTuple):
    seat: str
    account: Account
    turns: tuple[Turn, ...]  # the player's own
    moments: tuple[Moment, ...]
    lesson: Lesson


class Report(NamedTuple):
    study: Study
    players: tuple[PlayerReport, ...]  # who did not play on paper

    @property
    def rounds(self) -> list[Chances]:
        """The chances at the end of each round; the last are the result."""
        ends = {turn.round: turn.after for turn in self.study.turns}
        return list(ends.values())


def make_report(study: Study) -> Report:
    return Report(study, tuple(report_player(study, seat) for seat in study.tracked))


def report_player(study: Study, seat: str) -> PlayerReport:
    own = tuple(turn for turn in study.turns if turn.seat == seat)
    i = study.players.index(seat)
    return PlayerReport(seat, add_up(study, seat), own, find_moments(study.turns, i), find_lesson(own, i))


def add_up(study: Study, seat: str) -> Account:
    i = study.players.index(seat)
    return Account(
        start=study.start[i],
        luck=sum(turn.luck[i] for turn in study.turns),
        decisions=sum(turn.decision[i] for turn in study.turns if turn.seat == seat),
        others=sum(turn.decision[i] for turn in study.turns if turn.seat != seat),
        rest=sum(turn.rest[i] for turn in study.turns),
        result=study.result[i],
    )


def find_moments(turns: Sequence[Turn], i: int) -> tuple[Moment, ...]:
    """Find the turns that changed the chances of a player most, in the order of the game."""
    found = sorted(turns, key=lambda turn: -abs(turn.after[i] - turn.before[i]))[:DECISIVE]
    return tuple(
        Moment(turn, turn.after[i] - turn.before[i], find_cause(turn, i))
        for turn in turns
        if any(turn is it for it in found)
    )


def find_cause(turn: Turn, i: int) -> Cause:
    changes = {Cause.LUCK: turn.luck[i], Cause.DECISION: turn.decision[i], Cause.REST: turn.rest[i]}
    return max(changes, key=lambda cause: abs(changes[cause]))


def find_lesson(turns: Sequence[Turn], i: int) -> Lesson:
    """Find what cost a player most over the whole game."""
    costs: Counter[LessonKind] = Counter()
    times: Counter[LessonKind] = Counter()
    colours: Counter[str] = Counter()
    for decision in (decision for turn in turns for decision in turn.decisions):
        for kind, cost in split_cost(decision, i).items():
            if cost > 0:
                costs[kind] += cost  # type: ignore[assignment]
                times[kind] += 1
        if decision.best.die and split_cost(decision, i)[LessonKind.OTHER_DIE] > 0:
            colours[decision.best.die.colour] += 1
    if sum(costs.values()) < _SMALL_LOSS:
        return Lesson(LessonKind.WELL_PLAYED)
    kind, cost = costs.most_common(1)[0]
    colour = colours.most_common(1)[0][0] if kind is LessonKind.OTHER_DIE else ""
    return Lesson(kind, colours[colour] if colour else times[kind], colour, cost)


def measure_accuracy(player: PlayerReport) -> float:
    """Return the share of a player's decisions that were the best; 1 if there was nothing to decide."""
    decisions = [decision for turn in player.turns for decision in turn.decisions]
    return sum(decision.best is decision.played for decision in decisions) / len(decisions) if decisions else 1.0


def split_cost(decision: Decision, i: int) -> dict[LessonKind, float]:
    """Split the cost of a decision: a wrong die or karma, and a poor use of the die."""
    played, best, same = (each.chances[i] for each in (decision.played, decision.best, decision.same_die))
    wrong = LessonKind.OTHER_DIE
    if decision.best.uses_karma and not decision.played.uses_karma:
        wrong = LessonKind.MORE_KARMA
    elif decision.played.uses_karma and not decision.best.uses_karma:
        wrong = LessonKind.LESS_KARMA
    if decision.best is decision.played:
        return {LessonKind.OTHER_DIE: 0.0}
    return {LessonKind.OTHER_DIE: 0.0, wrong: max(best - same, 0.0), LessonKind.BETTER_USE: max(same - played, 0.0)}
