"""Study a finished game: what every turn changed in the chances to win, by luck and by decisions.

The chances are known before and after every roll and every turn. What a roll changes, compared with the average roll,
is luck. What a player's choice changes, compared with the best one that was found, is a decision. All else is the rest:
estimates that look one round further, turns on paper, players who were skipped. So for every turn and player

    after - before == luck + decision + rest
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from companion.games.dice_charmers.analysis.chances import Chances, Judge, Slope
from companion.games.dice_charmers.analysis.forecast import (
    Dice,
    Die,
    Effort,
    Forecast,
    list_dice,
    list_sheets,
    replace_sheet,
    split_rerolled,
    take_die,
)
from companion.games.dice_charmers.bots.search import Ending
from companion.games.dice_charmers.rules import (
    Event,
    Phase,
    Played,
    Rolled,
    Started,
    State,
    TurnedToPaper,
    apply,
    legal_moves,
)
from companion.games.dice_charmers.rules.dice import COLOUR_OF
from companion.games.dice_charmers.rules.moves import ConfirmDice, EndTurn, Move, Pass, Take, UseKarma
from companion.games.dice_charmers.rules.page import Marks
from companion.games.dice_charmers.rules.plan import DICE, DIE_INDEX
from companion.games.dice_charmers.rules.sheet import Sheet
from companion.games.dice_charmers.rules.steps import Step, list_steps

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
    decisions: list[Decision] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.after = self.before
        self.luck = self.decision = self.rest = (0.0,) * len(self.before)


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
    steps = list(list_steps(sheet, started, events))
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

    def study(self, steps: Sequence[Step]) -> Iterator[Turn]:
        for step in steps:
            self._study_step(step)
        self._note_rest(self.forecast.estimate(steps[-1].after))
        return iter(self.turns)

    def _study_step(self, step: Step) -> None:
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
        self._set(now)

    def _study_choice(self, after: State, now: Chances) -> None:
        """Compare a choice, made of the moves since it began, with the best one."""
        state, mover = self.began, self.began.mover
        gained = _count_points(after.seats[mover].marks) - _count_points(state.seats[mover].marks)
        played = Choice(tuple(self.moves), _find_die(state, self.moves), gained, now)
        choices = list(self._list_choices(state))
        best = max([played, *choices], key=lambda choice: choice.chances[mover])
        if best.chances[mover] - now[mover] < _CLEAR:
            best = played
        alike = [choice for choice in choices if choice.die == played.die and choice.uses_karma == played.uses_karma]
        same_die = max([played, *alike], key=lambda choice: choice.chances[mover])
        self._note_rest(best.chances)
        self.turn.decisions.append(Decision(state, played, best, same_die))
        self.turn.decision = add(self.turn.decision, subtract(now, self.value))
        self._set(now)

    def _list_choices(self, state: State) -> Iterator[Choice]:
        """List the dice that can be taken, each with the best turn that is found, and karma."""
        seat, forecast, sheets = state.players[state.mover], self.forecast, list_sheets(state)
        seen: set[tuple[type[Move], Die]] = set()
        for move in legal_moves(state, seat):
            if not isinstance(move, Take | UseKarma):
                continue
            die = _show_die(state, move.die)
            if (type(move), die) in seen:
                continue
            seen.add((type(move), die))
            if isinstance(move, UseKarma):
                rolling = apply(state, Played(seat, move))
                yield Choice((move,), die, 0.0, forecast.average_reroll(rolling))
            elif line := forecast.search(sheets, die, state.turn, state.faces):
                yield self._follow(state, move, die, line)

    def _follow(self, state: State, take: Take, die: Die, line: Ending) -> Choice:
        mover = state.mover
        sheets = list_sheets(state)
        gained = _count_points(line.marks) - _count_points(sheets[mover])
        left = _list_dice_after(state, die)
        chances = self.forecast.play_on(replace_sheet(sheets, mover, line.marks), left, state.turn + 1)
        return Choice((take, *line.steps, EndTurn()), die, gained, chances)

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


def _list_dice_after(state: State, die: Die) -> Dice:
    """Return the dice for the next player after a die is taken."""
    if state.phase is not Phase.REROLLED:
        return take_die(list_dice(state), die)
    dice, (named, elephant) = split_rerolled(state)
    return dice._replace(elephant=(elephant if die == named else named).colour)


def _count_points(marks: Marks) -> float:
    return marks.fame + marks.money / 2


def add(one: Chances, other: Chances) -> Chances:
    return tuple(a + b for a, b in zip(one, other, strict=True))


def subtract(one: Chances, other: Chances) -> Chances:
    return tuple(a - b for a, b in zip(one, other, strict=True))
