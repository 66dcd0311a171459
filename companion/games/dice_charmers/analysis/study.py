"""Study a finished game: what every turn changed in the chances to win, by luck and by decisions.

The chances are known before and after every roll and every turn. What a roll changes, compared with the average roll,
is luck. What a player's choice changes, compared with what the best hint would have said, is a decision. All else is
the rest: estimates that look one round further, turns on paper, players who were skipped. So for every turn and player

    after - before == luck + decision + rest
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from companion.games.dice_charmers.analysis.forecast import (
    Chances,
    Die,
    Effort,
    Forecast,
    Judge,
    Slope,
    count_turns_done,
    list_sheets,
)
from companion.games.dice_charmers.bots.search import Option, judge_choice
from companion.games.dice_charmers.rules import (
    Event,
    Phase,
    Played,
    Rolled,
    Started,
    State,
    TurnedToPaper,
)
from companion.games.dice_charmers.rules.game import GameStep, list_game_steps
from companion.games.dice_charmers.rules.rounds import ConfirmDice
from companion.games.dice_charmers.rules.sheet import COLOUR_OF, DICE, DIE_INDEX, Marks, Sheet
from companion.games.dice_charmers.rules.state import Move
from companion.games.dice_charmers.rules.turn import EndTurn, Pass, Take, UseKarma

_CLEAR = 0.005  # a choice that is better by less is as good

_CHOOSING = (Phase.CHOOSE, Phase.REROLLED)
_ENDED = (Phase.TOTALS, Phase.OVER)


class Choice(NamedTuple):
    """A way to play a turn, or to begin it with karma."""

    moves: tuple[Move, ...]
    die: Die | None  # None for a pass
    points: float  # on the tracks, gained in this turn
    chances: Chances  # of everybody after it

    @property
    def uses_karma(self) -> bool:
        return isinstance(self.moves[0], UseKarma)


@dataclass(frozen=True)
class Decision:
    """What a player chose, and the best choice that was found; they are the same if none was better."""

    before: State
    played: Choice
    best: Choice
    same_die: Choice  # the best choice with the die that was taken
    points: float  # what the choice cost, as a lead on the tracks that is worth as much

    def measure(self, mover: int) -> float:
        """Return how much the choice cost in chances to win."""
        return self.best.chances[mover] - self.played.chances[mover]


@dataclass
class Turn:
    """One turn, with the roll before it: how it changed the chances of all players."""

    seat: str
    round: int
    number: int  # of the turn in the round, from 0
    before: Chances
    after: Chances = ()
    luck: Chances = ()
    decision: Chances = ()  # what the player's choices changed for everybody
    rest: Chances = ()
    points: tuple[float, ...] = ()  # what the roll was worth for everybody, as a lead on the tracks
    decisions: list[Decision] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.after = self.before
        self.luck = self.decision = self.rest = self.points = (0.0,) * len(self.before)


@dataclass(frozen=True)
class Study:
    players: tuple[str, ...]  # seats, in turn order
    tracked: tuple[str, ...]  # those who did not play on paper
    turns: tuple[Turn, ...]
    final: State

    @property
    def start(self) -> Chances:
        return self.turns[0].before

    @property
    def result(self) -> Chances:
        return self.turns[-1].after


def study_game(
    sheet: Sheet, started: Started, events: Iterable[Event], seed: str = "", slope: Slope | None = None
) -> Study:
    """Study a finished game. `seed` chooses the rolls with which the real ones are compared. Raises IllegalMove."""
    steps = list(list_game_steps(sheet, started, events))
    final = steps[-1].after
    turns = _Studying(steps[0].before, seed, slope).study(steps)
    tracked = tuple(player for player, seat in zip(final.players, final.seats, strict=True) if not seat.paper)
    return Study(final.players, tracked, tuple(turns), final)


class _Studying:
    """Goes through a game step by step; `value` are the chances so far."""

    def __init__(self, state: State, seed: str, slope: Slope | None) -> None:
        self.judge = Judge(state.plan, len(state.players), slope)
        self.seed = seed
        self.effort = Effort()
        self.forecast = self._look_ahead(state)
        self.value = self.forecast.estimate(state)
        self.turns = [self._open_turn(state)]
        self.moves: list[Move] = []  # since the last choice began
        self.began = state  # where it began

    @property
    def turn(self) -> Turn:
        return self.turns[-1]

    def _look_ahead(self, state: State) -> Forecast:
        return Forecast(state, self.judge, self.seed, self.effort)

    def _open_turn(self, state: State) -> Turn:
        return Turn(state.players[state.mover], state.round, state.turn, self.value)

    def study(self, steps: Sequence[GameStep]) -> Iterator[Turn]:
        for step in steps:
            self._study_step(step)
        self._note_rest(self.forecast.estimate(steps[-1].after))
        return iter(self.turns)

    def _study_step(self, step: GameStep) -> None:
        before, event, after = step
        if before.phase in _ENDED:
            return
        if before.phase in _CHOOSING:
            self.began, self.moves = before, []
        if isinstance(event, Played):
            self.moves.append(event.move)
        ended, tracked = _has_ended(before, after), not before.seats[before.mover].paper
        match event:
            case Rolled() | Played(move=ConfirmDice()):
                self._study_roll(before, after)
            case Played(move=UseKarma()):
                self._study_choice(after, self.forecast.average_reroll(after))
            case Played(move=EndTurn() | Pass()) if ended and tracked:
                self._study_choice(after, self.forecast.estimate(after))
            case _ if ended:
                self._note_rest(self.forecast.estimate(after))
            case TurnedToPaper():
                self.forecast = self._look_ahead(after)
        if ended and after.phase not in _ENDED:
            self.turns.append(self._open_turn(after))

    def _study_roll(self, before: State, after: State) -> None:
        if len(before.rolling) == len(DICE):
            self.forecast = self._look_ahead(after)
            usual = self.forecast.average_roll(after)
        else:
            usual = self.forecast.average_reroll(before)
        self._note_rest(usual)
        now = self.forecast.estimate(after)
        self.turn.luck = add(self.turn.luck, subtract(now, self.value))
        situation = self.judge.describe(list_sheets(after), count_turns_done(after))
        self.turn.points = add(
            self.turn.points,
            tuple(
                self.judge.to_points(better, usual, situation) for better, usual in zip(now, self.value, strict=True)
            ),
        )
        self._set(now)

    def _study_choice(self, after: State, now: Chances) -> None:
        """Compare a choice, made of the moves since it began, with what a hint would have said."""
        state, mover = self.began, self.began.mover
        marks = after.seats[mover].marks
        gained = _count_points(marks) - _count_points(state.seats[mover].marks)
        played = Choice(tuple(self.moves), _find_die(state, self.moves), gained, now)
        verdict = judge_choice(state, state.players[mover], self.moves[0], marks)
        situation = self.judge.describe(list_sheets(state), count_turns_done(state))
        said = self.judge.calibrate(verdict.played, situation)

        def choose(option: Option) -> Choice:
            cost = min(self.judge.calibrate(option.chance, situation) - said, 1 - now[mover])
            if cost < _CLEAR:
                return played
            die = _find_die(state, option.moves)
            line = option.line
            gained = _count_points(line.marks) - _count_points(state.seats[mover].marks) if line else 0.0
            return Choice(option.moves, die, gained, _add_chance(now, mover, cost))

        best = choose(verdict.best)
        same_die = choose(verdict.same) if best is not played else played
        self._note_rest(best.chances)
        lost = 0.0 if best is played else self.judge.to_points(best.chances[mover], now[mover], situation)
        self.turn.decisions.append(Decision(state, played, best, same_die, lost))
        self.turn.decision = add(self.turn.decision, subtract(now, self.value))
        self._set(now)

    def _note_rest(self, now: Chances) -> None:
        self.turn.rest = add(self.turn.rest, subtract(now, self.value))
        self._set(now)

    def _set(self, now: Chances) -> None:
        self.value = self.turn.after = now


def _has_ended(before: State, after: State) -> bool:
    return (before.round, before.turn) != (after.round, after.turn) or after.phase in _ENDED


def _show_die(state: State, die: str) -> Die:
    return Die(COLOUR_OF[die], state.faces[DIE_INDEX[die]])


def _find_die(state: State, moves: Sequence[Move]) -> Die | None:
    first = moves[0]
    return _show_die(state, first.die) if isinstance(first, Take | UseKarma) else None


def _add_chance(chances: Chances, mover: int, more: float) -> Chances:
    """Give one player more chance; the others lose it in proportion to their own."""
    most = chances[mover] + more
    left = 1 - chances[mover]
    shares = [(1 - most) * chance / left if left > 0 else 0.0 for chance in chances]
    return tuple(most if i == mover else share for i, share in enumerate(shares))


def _count_points(marks: Marks) -> float:
    return marks.fame + marks.money / 2


def add(one: Chances, other: Chances) -> Chances:
    return tuple(a + b for a, b in zip(one, other, strict=True))


def subtract(one: Chances, other: Chances) -> Chances:
    return tuple(a - b for a, b in zip(one, other, strict=True))


# The report: a studied game added up for each player, the turns that decided it, and a lesson

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
    luck_points: float = 0.0  # the same as leads on the tracks that are worth as much
    decision_points: float = 0.0
    other_points: float = 0.0


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
        luck_points=sum(turn.points[i] for turn in study.turns),
        decision_points=-sum(each.points for turn in study.turns if turn.seat == seat for each in turn.decisions),
        other_points=sum(each.points for turn in study.turns if turn.seat != seat for each in turn.decisions),
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
