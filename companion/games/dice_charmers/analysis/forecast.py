"""How likely each player wins: between two rounds, and in the middle of a round, when the dice are known.

The ratings of the bots say who is ahead; `calibration.json` says how sure that is, measured in many games
(`companion calibrate`, docs/bots.md). Within a round everyone who still has a turn takes the die that is best for them,
one after the other; at the end of the round the sheets are compared. Karma is left out. What the dice are worth before
they are rolled is an average over many rolls.
"""

import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import product
from math import exp, log
from operator import mul
from pathlib import Path
from typing import NamedTuple

from companion.games.dice_charmers.bots.evaluation import Evaluation, Rating
from companion.games.dice_charmers.bots.learned import find_weights
from companion.games.dice_charmers.bots.search import (
    Clock,
    Ending,
    Outlook,
    find_evaluation,
    find_result,
    play_out,
    to_probability,
)
from companion.games.dice_charmers.rules import outcome
from companion.games.dice_charmers.rules.bonuses import settle
from companion.games.dice_charmers.rules.rounds import count_turns, use_die, why_unsuitable
from companion.games.dice_charmers.rules.sheet import COLOUR_OF, DICE, Marks, Plan, Sheet
from companion.games.dice_charmers.rules.state import ELEPHANT, MIDDLE, UNROLLED, Page, Phase, State

FILE = Path(__file__).parent / "calibration.json"
OTHER_SHEETS = "other sheets"  # played by the hand-written evaluation
MOST_POINTS = 5.0  # of one roll or one decision; in a decided game, chances say little about points
_UNLIKELY = 1e-4
_SMALLEST_STEP = 0.01  # of the logarithm of odds, for a half point
_STRONG = 12  # turns that strong players need
_LARGEST = 30.0  # differences of ratings beyond it make no difference

Chances = tuple[float, ...]  # in the order of the players; they add up to 1


class Situation(NamedTuple):
    """What decides how sure a lead is."""

    stage: float  # how far the leader is: 0 at the beginning, 1 when the lines meet
    delay: float  # how far all players together are behind strong ones: weaker players win leads back more often


class Slope(NamedTuple):
    """How much differences of ratings and of points count in a situation."""

    ratings: tuple[float, ...] = (1.0, 0.0, 0.0, 0.0)  # in general, by stage, by delay, by both
    points: tuple[float, ...] = (0.0, 0.0, 0.0, 0.0)  # the same for ten half points

    def at(self, situation: Situation) -> tuple[float, float]:
        """Return what one rating and what one half point count."""
        terms = list_terms(situation)
        rating, points = (sum(map(mul, weights, terms)) for weights in self)
        return max(rating, 0.0), points / 10


def list_terms(situation: Situation) -> tuple[float, ...]:
    stage, delay = situation
    return 1.0, stage, delay, stage * delay


class RatedRound(NamedTuple):
    """The ratings and half points of all players at the end of a round."""

    ratings: tuple[float, ...]
    points: tuple[int, ...]
    situation: Situation


@cache
def load_calibration() -> Mapping[str, Mapping[str, Sequence[float]]]:
    calibration: Mapping[str, Mapping[str, Sequence[float]]] = json.loads(FILE.read_text(encoding="utf-8"))
    return calibration


def name_sheet(sheet: Sheet) -> str:
    """Return the key of a sheet in the calibration: its name and version, if bots have been trained on it."""
    return f"{sheet.name} {sheet.version}" if find_weights(sheet) else OTHER_SHEETS


def find_slope(sheet: Sheet, players: int) -> Slope:
    """Return the slope for a sheet and number of players; 1 without calibration, as trained ratings are log odds."""
    found = load_calibration().get(name_sheet(sheet), {}).get(str(players))
    return Slope(tuple(found[:4]), tuple(found[4:])) if found else Slope()


class Judge:
    """Compares the sheets of the players of one game."""

    def __init__(self, plan: Plan, players: int, slope: Slope | None = None) -> None:
        self.evaluation: Evaluation = find_evaluation(plan)
        self.slope = slope or find_slope(plan.sheet, players)
        self.players = players
        self.goal = 2 * plan.sheet.tracks.fame
        self._ratings: dict[Marks, Rating] = {}

    def describe(self, sheets: Sequence[Marks], turns: int) -> Situation:
        """Describe the situation after this many turns of every player."""
        return self.describe_points([2 * marks.fame + marks.money for marks in sheets], turns)

    def describe_points(self, points: Sequence[int], turns: int) -> Situation:
        return Situation(max(points) / self.goal, turns / _STRONG - sum(points) / len(points) / self.goal)

    def _find_steps(self, situation: Situation) -> tuple[float, float]:
        """Return how much one half point changes a rating of the search, and the logarithm of the real odds."""
        worth = self.evaluation.half_point
        step = worth.early + situation.stage * (worth.late - worth.early)
        ratings, points = self.slope.at(situation)
        return step, max(ratings * step + points, _SMALLEST_STEP)

    def calibrate(self, chance: float, situation: Situation) -> float:
        """Correct a chance of the search, which follows from ratings as they are."""
        even = log(self.players - 1) if self.players > 1 else 0.0  # players with equal sheets have equal chances
        step, real = self._find_steps(situation)
        return to_probability(real / step * (_to_rating(chance) + even) - even)

    def to_points(self, better: float, worse: float, situation: Situation) -> float:
        """Convert a difference of chances to the lead on the tracks that changes them as much, at most MOST_POINTS."""
        points = (_to_rating(better) - _to_rating(worse)) / self._find_steps(situation)[1] / 2
        return max(-MOST_POINTS, min(MOST_POINTS, points))

    def have_met(self, sheets: Sequence[Marks]) -> bool:
        return any(2 * marks.fame + marks.money >= self.goal for marks in sheets)

    def compare(self, sheets: Sequence[Marks], turns: int) -> Chances:
        """Return everyone's chances when all have had this number of turns; the result if lines have met."""
        if self.have_met(sheets):
            return share_victory([find_result(marks) for marks in sheets])
        return to_chances(self.rate(sheets, turns), self.slope)

    def rate(self, sheets: Sequence[Marks], turns: int) -> RatedRound:
        situation = self.describe(sheets, turns)
        ratings = [self._rate_sheet(marks) for marks in sheets]
        return RatedRound(
            tuple(each.early + situation.stage * (each.late - each.early) for each in ratings),
            tuple(2 * marks.fame + marks.money for marks in sheets),
            situation,
        )

    def _rate_sheet(self, marks: Marks) -> Rating:
        if marks not in self._ratings:
            self._ratings[marks] = self.evaluation.rate_sheet(marks)
        return self._ratings[marks]


def _to_rating(chance: float) -> float:
    chance = min(max(chance, _UNLIKELY), 1 - _UNLIKELY)
    return log(chance / (1 - chance))


def to_chances(rated: RatedRound, slope: Slope) -> Chances:
    """Convert ratings to chances that add up to 1."""
    by_rating, by_point = slope.at(rated.situation)
    found = [by_rating * rating + by_point * points for rating, points in zip(rated.ratings, rated.points, strict=True)]
    odds = [exp(max(-_LARGEST, each - max(found))) for each in found]
    return tuple(each / sum(odds) for each in odds)


def share_victory(results: Sequence[tuple[int, ...]]) -> Chances:
    """Return 1 for the best result; several equal ones share it."""
    best = max(results)
    return tuple((result == best) / results.count(best) for result in results)


def find_shares(state: State) -> Chances:
    """Return the shares of the victory in a finished game."""
    decided = outcome(state)
    assert decided is not None
    return tuple((player in decided.winners) / len(decided.winners) for player in state.players)


# In the middle of a round

ROLLS = 24  # in an average; a multiple of 6, so that every face comes equally often
_FEW_ROLLS = 6
_CONTENDERS = 3  # dice that a player considers
_NO_HURRY = Clock()


class Effort:
    """How much is computed for a round: less when the rounds before took much. The same game takes the same effort."""

    WIDTHS = ((30_000, 5), (50_000, 2))  # positions rated so far, lines of play that are followed at once

    def __init__(self) -> None:
        self.rated = 0

    @property
    def width(self) -> int:
        return next((width for most, width in self.WIDTHS if self.rated < most), 1)

    @property
    def rolls(self) -> int:
        return ROLLS if self.width > 1 else min(ROLLS, _FEW_ROLLS)


class Die(NamedTuple):
    colour: str
    face: str


class Dice(NamedTuple):
    """The dice that a player can choose from, and the one that karma can reach."""

    middle: tuple[Die, ...]  # sorted
    elephant: str  # the colour of the die on the elephant; empty if there is none


class Forecast:
    """Estimates for one round, from a state of it. `seed` chooses the rolls of an average."""

    def __init__(self, state: State, judge: Judge, seed: str = "", effort: Effort | None = None) -> None:
        self.effort = effort or Effort()
        self.width, self.rolls = self.effort.width, self.effort.rolls
        self.judge = judge
        self.seed = seed
        self.state = state
        self.players = len(state.players)
        self.turns = count_turns(self.players)
        self.turns_done = (state.round - 1) * self.turns // self.players  # of every player before this round
        self.tracked = [not seat.paper for seat in state.seats]
        self.faces = tuple(state.sheet.faces_by_colour[COLOUR_OF[die]][0] for die in DICE)  # the same for every roll
        self.rates = [
            Outlook(state, self.find_mover(turn), judge.evaluation, turn + 1).rate for turn in range(self.turns)
        ]
        self._lines: dict[tuple[int, bool, Marks, Die], Ending | None] = {}
        self._estimates: dict[tuple[tuple[Marks, ...], Dice, int], Chances] = {}

    def find_mover(self, turn: int) -> int:
        return (self.state.starter + turn) % self.players

    # Estimates

    def estimate(self, state: State) -> Chances:
        """Estimate everyone's chances at the start of a turn or of a round, or at the end."""
        if state.phase is Phase.OVER:
            return find_shares(state)
        if state.phase is Phase.TOTALS or state.faces == UNROLLED:
            return self.judge.compare(list_sheets(state), count_turns_done(state))
        sheets, dice = list_sheets(state), list_dice(state)
        if state.phase is Phase.REROLLED:
            return self._choose_rerolled(sheets, *split_rerolled(state), state.turn)
        return self.play_on(sheets, dice, state.turn)

    def play_on(self, sheets: tuple[Marks, ...], dice: Dice, turn: int) -> Chances:
        """Estimate everyone's chances before a turn of the round; each player makes the best choice."""
        if turn == self.turns or (turn % self.players == 0 and turn and self.judge.have_met(sheets)):
            return self.judge.compare(sheets, self.turns_done + turn // self.players)
        key = sheets, dice, turn
        if key not in self._estimates:
            self._estimates[key] = self._find_best(sheets, dice, turn)
        return self._estimates[key]

    def _find_best(self, sheets: tuple[Marks, ...], dice: Dice, turn: int) -> Chances:
        mover = self.find_mover(turn)
        outcomes = [
            self.play_on(replace_sheet(sheets, mover, line.marks), take_die(dice, die), turn + 1)
            for die, line in self._list_contenders(sheets, dice, turn)
        ]
        if self._is_last_turn(sheets, turn) and self.tracked[mover] and dice.elephant:
            outcomes += self._list_last_karmas(sheets, dice, turn)
        if not outcomes:
            return self.play_on(sheets, dice, turn + 1)
        return max(outcomes, key=lambda chances: chances[mover])

    def _is_last_turn(self, sheets: tuple[Marks, ...], turn: int) -> bool:
        return (turn + 1) % self.players == 0 and self.judge.have_met(sheets)

    def _list_last_karmas(self, sheets: tuple[Marks, ...], dice: Dice, turn: int) -> Iterator[Chances]:
        """Use karma in the last turn of the game, where nothing is left to keep it for."""
        mover = self.find_mover(turn)
        marks = sheets[mover]
        if marks.karma_used < marks.karma_circled:
            spent = replace_sheet(sheets, mover, marks._replace(karma_used=marks.karma_used + 1))
            for colour in dict.fromkeys(die.colour for die in dice.middle):
                yield self._average_pair(spent, dice, (colour, dice.elephant), turn)

    def _list_contenders(self, sheets: tuple[Marks, ...], dice: Dice, turn: int) -> list[tuple[Die, Ending]]:
        if not self.tracked[self.find_mover(turn)]:
            return []
        used = [(die, self._use(sheets, die, turn)) for die in dict.fromkeys(dice.middle)]
        suitable = [(die, line) for die, line in used if line is not None]
        return sorted(suitable, key=lambda found: -found[1].rating)[:_CONTENDERS]

    def _use(self, sheets: tuple[Marks, ...], die: Die, turn: int) -> Ending | None:
        key = turn, self.judge.have_met(sheets), sheets[self.find_mover(turn)], die
        if key not in self._lines:
            self._lines[key] = self.search(sheets, die, turn)
        return self._lines[key]

    def search(
        self, sheets: tuple[Marks, ...], die: Die, turn: int, faces: Sequence[str] | None = None
    ) -> Ending | None:
        """Find the best turn with a die; None if it is not suitable. In a last turn, only points count."""
        page = Page(self.state.plan, sheets[self.find_mover(turn)], tuple(faces or self.faces))
        name = f"{die.colour}-1"
        if why_unsuitable(page, name, die.face) is not None:
            return None
        use_die(page, name, die.face)
        settle(page)
        is_last = self.judge.have_met(sheets)
        rate = _rate_points if is_last else self.rates[turn]
        width = 2 * self.width if is_last else self.width
        return play_out(page, partial(self._count, rate), width, _NO_HURRY)

    def _count(self, rate: Callable[[Marks], float], marks: Marks) -> float:
        self.effort.rated += 1
        return rate(marks)

    # Chance

    def average_roll(self, state: State) -> Chances:
        """Average the estimates over rolls of all dice; every face of every die comes equally often."""
        sheets = list_sheets(state)
        chance = random.Random(f"{self.seed} {state.round}")  # noqa: S311 - nothing to guess
        return average([self.play_on(sheets, roll, state.turn) for roll in self._list_rolls(chance)])

    def _list_rolls(self, chance: random.Random) -> Iterator[Dice]:
        columns = []
        for die in DICE:
            colour = COLOUR_OF[die]
            faces = self.state.sheet.faces_by_colour[colour]
            column = [Die(colour, faces[i % len(faces)]) for i in range(self.rolls)]
            chance.shuffle(column)
            columns.append(column)
        return (Dice(tuple(sorted(roll)), "") for roll in zip(*columns, strict=True))

    def average_reroll(self, state: State) -> Chances:
        """Average the estimates over all faces of the two dice that karma rolls."""
        dice, (named, elephant) = split_rerolled(state)
        return self._average_pair(list_sheets(state), dice, (named.colour, elephant.colour), state.turn)

    def _average_pair(self, sheets: tuple[Marks, ...], dice: Dice, colours: tuple[str, str], turn: int) -> Chances:
        faces = [[Die(colour, face) for face in self.state.sheet.faces_by_colour[colour]] for colour in colours]
        return average([self._choose_rerolled(sheets, dice, both, turn) for both in product(*faces)])

    def _choose_rerolled(self, sheets: tuple[Marks, ...], dice: Dice, pair: Sequence[Die], turn: int) -> Chances:
        """Take the better of two dice; the other one goes onto the elephant."""
        mover = self.find_mover(turn)
        one, other = pair
        after = [
            self.play_on(replace_sheet(sheets, mover, line.marks), dice._replace(elephant=left.colour), turn + 1)
            for die, left in ((one, other), (other, one))
            if (line := self._use(sheets, die, turn))
        ]
        return max(after or [self.play_on(sheets, dice, turn + 1)], key=lambda chances: chances[mover])


def _rate_points(marks: Marks) -> float:
    points, circled, used = find_result(marks)
    return points + circled / 10 + used / 100


def count_turns_done(state: State) -> int:
    """Count the turns that every player has had."""
    players = len(state.players)
    return ((state.round - 1) * count_turns(players) + state.turn) // players


def list_sheets(state: State) -> tuple[Marks, ...]:
    """Return everyone's marks; a sheet on paper is taken to be a typical one."""
    tracked = sorted(
        (seat.marks for seat in state.seats if not seat.paper), key=lambda marks: 2 * marks.fame + marks.money
    )
    typical = tracked[len(tracked) // 2] if tracked else state.seats[0].marks
    return tuple(typical if seat.paper else seat.marks for seat in state.seats)


def list_dice(state: State) -> Dice:
    """Return the dice in the middle, and the colour of the one on the elephant."""
    lying = [die for die, place in enumerate(state.places) if place == MIDDLE]
    elephant = COLOUR_OF[DICE[state.places.index(ELEPHANT)]] if ELEPHANT in state.places else ""
    return Dice(tuple(sorted(Die(COLOUR_OF[DICE[die]], state.faces[die]) for die in lying)), elephant)


def split_rerolled(state: State) -> tuple[Dice, tuple[Die, Die]]:
    """Return the dice that stay in the middle, and the two that karma rolls."""
    named, elephant = (Die(COLOUR_OF[DICE[die]], state.faces[die]) for die in state.rolling)
    return remove_die(list_dice(state), named), (named, elephant)


def take_die(dice: Dice, taken: Die) -> Dice:
    """Return the dice that are left; the first die of a round sends the other one of its colour to the elephant."""
    if len(dice.middle) == len(DICE):
        return Dice(tuple(die for die in dice.middle if die.colour != taken.colour), taken.colour)
    return remove_die(dice, taken)


def remove_die(dice: Dice, die: Die) -> Dice:
    i = dice.middle.index(die)
    return dice._replace(middle=dice.middle[:i] + dice.middle[i + 1 :])


def replace_sheet(sheets: tuple[Marks, ...], i: int, marks: Marks) -> tuple[Marks, ...]:
    return (*sheets[:i], marks, *sheets[i + 1 :])


def average(estimates: Sequence[Chances]) -> Chances:
    return tuple(sum(column) / len(estimates) for column in zip(*estimates, strict=True))
