"""Plan a turn: the best way to play it with every die, karma included, and what that means for the chances to win.

Once a die is taken, nothing is left to chance, so the turn can be planned to its end. The search follows several lines
of play at once (a beam): it does every useful step in each of them and continues with the best results.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from heapq import nlargest
from itertools import product
from math import exp, log
from statistics import fmean
from time import monotonic
from typing import NamedTuple

from companion.games.dice_charmers.bots.evaluation import Evaluation, Rating, evaluate_pending, rate_by_hand
from companion.games.dice_charmers.bots.learned import Learned, find_weights
from companion.games.dice_charmers.rules import Phase, State, legal_moves
from companion.games.dice_charmers.rules.bonuses import BONUS_KINDS, settle
from companion.games.dice_charmers.rules.market import Sell
from companion.games.dice_charmers.rules.rounds import use_die, why_unsuitable
from companion.games.dice_charmers.rules.scoring import lines_meet
from companion.games.dice_charmers.rules.sheet import COLOUR_OF, DICE, DIE_INDEX, Marks, Plan
from companion.games.dice_charmers.rules.state import ELEPHANT, MIDDLE, Move, Page, PageMove, Tasks, open_page
from companion.games.dice_charmers.rules.turn import (
    EndTurn,
    Take,
    UseBonus,
    UseKarma,
    do_step,
    list_advancing_steps,
    list_steps,
    may_use_bonuses,
)

_CERTAIN = 12.0  # the rating of a decided game
_SUREST = 20.0  # ratings beyond it make no difference


@cache
def find_evaluation(plan: Plan) -> Evaluation:
    """Return the learned evaluation of a sheet, or else the hand-written one."""
    weights = find_weights(plan.sheet)
    return Learned(plan, weights) if weights else rate_by_hand(plan)


def find_stage(state: State) -> float:
    """Return how far the leader is: 0 at the beginning, 1 when the lines meet."""
    points = [2 * seat.marks.fame + seat.marks.money for seat in state.seats]
    return max(points) / (2 * state.sheet.tracks.fame)


class Outlook:
    """What a sheet of one player is worth when the turn is over, while the sheets of the others stay as they are."""

    def __init__(self, state: State, player: int, evaluation: Evaluation, done: int) -> None:
        """Look from the seat with index `player` at the position after `done` turns of the round."""
        players = len(state.players)
        moved = done % players
        self.evaluation = evaluation
        self.goal = 2 * state.sheet.tracks.fame
        self.to_come = [bool(moved) and (i - state.starter) % players >= moved for i in range(players)]
        self.all_moved = moved == 0
        self.player = player
        self.others = [i for i in range(players) if i != player]
        tracked = [seat.marks for seat in state.seats if not seat.paper]
        self.marks = [_find_typical(tracked) if seat.paper and tracked else seat.marks for seat in state.seats]
        self.ratings = [evaluation.rate_sheet(marks) for marks in self.marks]
        self.rivals = self.others or [player]  # solo: compare with the current sheet
        points = [2 * self.marks[i].fame + self.marks[i].money for i in self.rivals]
        met = any(seat.met for seat in state.seats if seat.paper)
        self.most_points = self.goal if met else max(points)
        self._rivals: dict[float, float] = {}  # their rating by stage

    def rate(self, marks: Marks) -> float:
        """Rate the player with these marks against the others: the logarithm of the odds to win."""
        points = 2 * marks.fame + marks.money
        stage = max(points, self.most_points) / self.goal
        if stage >= 1 and self.all_moved:
            return self._rate_result(marks)
        stage = min(stage, 1.0)
        if stage not in self._rivals:
            self._rivals[stage] = _add_odds([self._rate_at(self.ratings[i], i, stage) for i in self.rivals])
        return self._rate_at(self.evaluation.rate_sheet(marks), self.player, stage) - self._rivals[stage]

    def _rate_at(self, rating: Rating, i: int, stage: float) -> float:
        """Rate a sheet in a stage of the game; at 1, the last turns are played."""
        if stage == 1:
            return rating.last if self.to_come[i] else rating.final
        value = rating.early + stage * (rating.late - rating.early)
        return value + self.evaluation.rate_turn_to_come(stage) if self.to_come[i] else value

    def _rate_result(self, marks: Marks) -> float:
        """Rate a finished game: won or lost, and a little by how much."""
        own = find_result(marks)
        best = max((find_result(self.marks[i]) for i in self.others), default=(0, 0, 0))
        won = _CERTAIN if own > best else -_CERTAIN if own < best else 0.0
        return won + (own[0] - best[0]) / 100


def find_result(marks: Marks) -> tuple[int, int, int]:
    """Return what decides the game: half points, karma circled, karma used."""
    return 2 * marks.fame + marks.money, marks.karma_circled, marks.karma_used


def _find_typical(tracked: Sequence[Marks]) -> Marks:
    """Return the median of the known sheets, as a guess for a sheet on paper."""
    return sorted(tracked, key=lambda marks: 2 * marks.fame + marks.money)[len(tracked) // 2]


def _add_odds(ratings: Sequence[float]) -> float:
    """Return the rating of several players together."""
    highest = max(ratings, default=0.0)
    return highest + log(sum(exp(rating - highest) for rating in ratings)) if ratings else 0.0


def to_probability(rating: float) -> float:
    """Convert the logarithm of odds to a probability, which is never 0 or 1."""
    return 1 / (1 + exp(-max(-_SUREST, min(_SUREST, rating))))


# The rest of a turn after a die is taken

_PENDING = 1 / 15  # how much a half point still to be earned in this turn changes a rating


class Clock:
    """The time left for a decision."""

    def __init__(self, deadline: float | None = None) -> None:
        self.deadline = deadline  # as of time.monotonic; None for as long as it takes

    def is_over(self) -> bool:
        return self.deadline is not None and monotonic() >= self.deadline


class Line(NamedTuple):
    """A line of play: the steps so far, and the sheet after them."""

    marks: Marks
    tasks: Tasks
    steps: tuple[Move, ...]


class Ending(NamedTuple):
    """The end of the best line of play that was found."""

    rating: float
    marks: Marks
    steps: tuple[Move, ...]
    is_best: bool  # no line was left out, so a wider search finds the same


def play_out(page: Page, rate: Callable[[Marks], float], width: int, clock: Clock) -> Ending:
    """Find the best steps to the end of the turn, following at most `width` lines at once."""
    plan, faces, every_order = page.plan, page.faces, width > 1

    def judge(line: Line) -> float:
        return rate(line.marks) + _PENDING * evaluate_pending(plan, line.marks, line.tasks)

    lines = [Line(page.marks, page.tasks, ())]
    ended: list[Line] = []
    is_best = every_order
    while lines:
        if clock.is_over():
            width = 1
        found: dict[object, Line] = {}
        for line in lines:
            steps = list_useful_steps(Page(plan, line.marks, faces, line.tasks), every_order)
            if not steps:
                ended.append(line)
            for step in steps:
                after = Page(plan, line.marks, faces, line.tasks)
                do_step(after, step)
                found.setdefault(_identify(after), Line(after.marks, after.tasks, (*line.steps, step)))
        lines = list(found.values())
        if len(lines) > width:
            lines, is_best = nlargest(width, lines, key=judge), False
    return max(
        (Ending(rate(line.marks), line.marks, line.steps, is_best) for line in ended), key=lambda end: end.rating
    )


def _identify(page: Page) -> object:
    """Return what two pages have in common if the order of their steps makes no difference."""
    marks = page.marks
    return (
        marks.fame,
        marks.money,
        marks.roads,
        marks.goods,
        marks.sold,
        marks.people,
        marks.river,
        marks.upgrades,
        marks.karma_circled,
        frozenset(marks.circled),
        page.tasks,
    )


def list_useful_steps(page: Page, every_order: bool) -> Sequence[PageMove]:
    """List the legal steps without those that another one beats; giving up only if nothing else is left."""
    useful = list_advancing_steps(page)
    if may_use_bonuses(page):
        halves = [step for step in useful if not isinstance(step, UseBonus)]  # of the river, which may wait
        return [*halves, *_choose_bonuses(page, [use for use in useful if isinstance(use, UseBonus)], every_order)]
    if not useful:
        return list_steps(page)[:1]
    sales = [step for step in useful if isinstance(step, Sell)]
    if len(sales) > 1:
        small = set(_find_small_sales(sales))
        return [step for step in useful if step not in small]
    return useful


def _choose_bonuses(page: Page, uses: Sequence[UseBonus], every_order: bool) -> Sequence[PageMove]:
    """Choose the bonuses to try next: one that leaves no choice, or else one of each kind; or only the usual first."""
    bonuses = page.plan.bonuses
    for use in uses:
        if BONUS_KINDS[bonuses[use.bonus].kind].ask is None:
            return [use]  # better used before all others
    if every_order:
        return list({bonuses[use.bonus]: use for use in uses}.values())
    return sorted(uses, key=lambda use: BONUS_KINDS[bonuses[use.bonus].kind].use)[:1]


def _find_small_sales(sales: Sequence[Sell]) -> Iterator[Sell]:
    """Find the sales that are part of a larger one."""
    for sale in sales:
        for other in sales:
            if len(other.goods) > len(sale.goods) and all(
                other.goods.count(good) >= sale.goods.count(good) for good in set(sale.goods)
            ):
                yield sale
                break


# A whole turn: all dice, karma, and the second die of two players

_SMALLEST = 1e-6  # chance
# A die that is rated this far behind the best one is not looked at thoroughly; it catches up in 1 of 100 turns.
_BEHIND = 2.0
_LOOKED_AT = 3  # best first dice for which the player's second die is searched too


class Skill(NamedTuple):
    """How thoroughly a turn is planned."""

    width: int = 20  # lines of play that are followed at once
    quick: int = 4  # the same for a first comparison and for the player's second die
    rerolled: int = 2  # the same for each face of a rerolled die
    contenders: int = 4  # dice that are looked at thoroughly, after the first comparison
    expects_karma: bool = True  # computes what rerolled dice can be expected to bring
    second_pick: bool = True  # with two players: also search the player's second die of the round
    evaluate: Callable[[Plan], Evaluation] = find_evaluation


FULL = Skill()


class Option(NamedTuple):
    """A way to play the rest of a turn, or up to the next roll."""

    moves: tuple[Move, ...]
    chance: float  # to win the game after these moves, from 0 to 1
    line: Ending | None = None  # how the turn ends; None before a roll

    @property
    def first(self) -> Move:
        return self.moves[0]


def plan_turn(state: State, seat: str, skill: Skill = FULL, deadline: float | None = None) -> Option:
    """Plan the rest of the turn of the seat that has it. `deadline` is a time of `time.monotonic`."""
    if state.phase is Phase.PLAY:
        return _Planner(state, skill, Clock(deadline)).finish_turn()
    return rate_dice(state, seat, skill, deadline)[0]


def rate_dice(state: State, seat: str, skill: Skill = FULL, deadline: float | None = None) -> list[Option]:
    """List every die that can be taken and every useful karma, the best first. For the start of a turn."""
    return _Planner(state, skill, Clock(deadline)).rate_dice(legal_moves(state, seat))


def rate_steps(state: State, seat: str, skill: Skill = FULL, deadline: float | None = None) -> list[Option]:
    """List every step that is allowed after a die is taken, with the best continuation, the best first."""
    return _Planner(state, skill, Clock(deadline)).rate_steps()


class Verdict(NamedTuple):
    """What the search says about a choice that was made at the start of a turn."""

    best: Option
    same: Option  # the best way to use the die that was taken, or the same karma
    played: float  # the chance after what was played, in the terms of `Option.chance`


def judge_choice(state: State, seat: str, first: Move, marks: Marks, skill: Skill = FULL) -> Verdict:
    """Compare a choice with the best one: a turn that began with the move `first` and ended with these marks.

    This is the search of hints and of the strongest level, with the same settings.
    """
    planner = _Planner(state, skill, Clock())
    options = planner.rate_dice(legal_moves(state, seat))
    best = options[0]
    if not isinstance(first, Take | UseKarma):
        return Verdict(best, best, best.chance)
    shown = planner.show(first.die)
    same = next(
        option
        for option in options
        if isinstance(option.first, Take | UseKarma)
        and type(option.first) is type(first)
        and COLOUR_OF[option.first.die] == shown.colour
        and (isinstance(first, UseKarma) or planner.show(option.first.die) == shown)
    )
    played = same.chance
    if same.line:
        # The rival's reply and the second die are searched for the best use only; another use changes the rest alike.
        played += to_probability(planner.rate(marks)) - to_probability(same.line.rating)
    return Verdict(best, same, played)


class _Die(NamedTuple):
    colour: str
    face: str


class _Turn(NamedTuple):
    """A die with the best turn that was found for it."""

    take: Take
    line: Ending


class _Planner:
    """Plans one turn of the player who has it."""

    def __init__(self, state: State, skill: Skill, clock: Clock) -> None:
        self.state = state
        self.skill = skill
        self.clock = clock
        self.page = open_page(state)
        self.evaluation = skill.evaluate(state.plan)
        self.rate = Outlook(state, state.mover, self.evaluation, state.turn + 1).rate

    def finish_turn(self) -> Option:
        line = self._play_out(self.page)
        return Option((*line.steps, EndTurn()), to_probability(line.rating))

    def _play_out(self, page: Page) -> Ending:
        """Find the best steps from the middle of a turn, so thoroughly that a plan from its start is found again."""
        best = play_out(page, self.rate, self.skill.width, self.clock)
        if self.skill.quick < self.skill.width:
            for width in (3 * self.skill.width, self.skill.quick):
                if not best.is_best and not self.clock.is_over():
                    line = play_out(page, self.rate, width, self.clock)
                    best = max(best, line, key=lambda found: found.rating)
        return best

    def rate_steps(self) -> list[Option]:
        found = []
        for step in list_steps(self.page):
            after = Page(self.page.plan, self.page.marks, self.page.faces, self.page.tasks)
            do_step(after, step)
            line = self._play_out(after)
            found.append(Option((step, *line.steps, EndTurn()), to_probability(line.rating)))
        if not found:
            return [Option((EndTurn(),), to_probability(self.rate(self.page.marks)))]
        return _sort_best_first(found)

    def rate_dice(self, moves: Sequence[Move]) -> list[Option]:
        """Rate all dice quickly, the best ones thoroughly and with what they leave for later; then karma."""
        turns = self._compare_dice(moves)
        chances = [to_probability(turn.line.rating) for turn in turns]
        gain = 0.0  # from the player's second die
        if look := self._find_look_ahead():
            ahead = [look(turn) for turn in turns[:_LOOKED_AT]]
            gain = ahead[0] - chances[0] if ahead else 0.0
            chances = [*ahead, *(_add(chance, gain) for chance in chances[_LOOKED_AT:])]
        options = [
            Option((turn.take, *turn.line.steps, EndTurn()), chance, turn.line)
            for turn, chance in zip(turns, chances, strict=True)
        ]
        karmas = [move for move in moves if isinstance(move, UseKarma)]
        if karmas and self.skill.expects_karma and not self.clock.is_over():
            options += [karma._replace(chance=_add(karma.chance, gain)) for karma in self._rate_karmas(karmas)]
        if not options:
            return [Option((moves[-1],), to_probability(self.rate(self.page.marks)))]
        return _sort_best_first(options)

    def _compare_dice(self, moves: Sequence[Move]) -> list[_Turn]:
        """Find the best turn with each die, the best die first."""
        marks = self.page.marks
        quick = self.skill.quick
        turns = [_Turn(take, self._use(self.show(take.die), marks, quick)) for take in self._list_takes(moves)]
        turns.sort(key=lambda turn: -turn.line.rating)
        for i, turn in enumerate(turns[: self.skill.contenders]):
            is_near = turn.line.rating > turns[0].line.rating - _BEHIND
            if is_near and not turn.line.is_best and not self.clock.is_over():
                thorough = self._use(self.show(turn.take.die), marks, self.skill.width)
                if thorough.rating >= turn.line.rating:  # a wider search can miss what a narrow one has found
                    turns[i] = turn._replace(line=thorough)
        return sorted(turns, key=lambda turn: -turn.line.rating)

    def _list_takes(self, moves: Sequence[Move]) -> list[Take]:
        """List the dice that can be taken, only one of two with the same colour and face."""
        takes = [move for move in moves if isinstance(move, Take)]
        return list({self.show(take.die): take for take in takes}.values())

    def show(self, die: str) -> _Die:
        return _Die(COLOUR_OF[die], self.state.faces[DIE_INDEX[die]])

    def _use(self, die: _Die, marks: Marks, width: int, rate: Callable[[Marks], float] | None = None) -> Ending:
        """Play a turn with a die to its end; an unsuitable one does nothing."""
        page = Page(self.page.plan, marks, self.page.faces)
        name = f"{die.colour}-1"
        if why_unsuitable(page, name, die.face) is None:
            use_die(page, name, die.face)
            settle(page)
        return play_out(page, rate or self.rate, width, self.clock)

    # Karma

    def _rate_karmas(self, karmas: Sequence[UseKarma]) -> Iterator[Option]:
        """Rate rerolling a die of each colour together with the elephant's, by the average over all faces."""
        state, marks = self.state, self.page.marks
        elephant = DICE[state.rolling[1] if state.phase is Phase.REROLLED else state.places.index(ELEPHANT)]
        spent = marks._replace(karma_used=marks.karma_used + 1)
        by_colour = {COLOUR_OF[karma.die]: karma for karma in karmas}
        chances = {
            colour: self._rate_faces(colour, spent) for colour in dict.fromkeys([*by_colour, COLOUR_OF[elephant]])
        }
        for colour, karma in by_colour.items():
            rolls = product(chances[colour], chances[COLOUR_OF[elephant]])
            yield Option((karma,), fmean(max(roll) for roll in rolls))

    def _rate_faces(self, colour: str, marks: Marks) -> list[float]:
        """Rate the six faces of a die."""
        faces = self.state.sheet.faces_by_colour[colour]
        lines = {face: self._use(_Die(colour, face), marks, self.skill.rerolled) for face in faces}
        return [to_probability(lines[face].rating) for face in faces]

    # The second die of the same player, in a round of two players

    def _find_look_ahead(self) -> Callable[[_Turn], float] | None:
        """Return a function that rates a turn together with the player's second die; None if there is no second die."""
        state = self.state
        rival = 1 - state.mover
        if not self.skill.second_pick or len(state.players) != 2 or state.turn > 1 or state.seats[rival].paper:
            return None
        if state.phase is Phase.REROLLED or any(lines_meet(state.sheet, seat) for seat in state.seats):
            return None
        rate = Outlook(state, rival, self.evaluation, state.turn + 2).rate
        marks = state.seats[rival].marks
        lying = [die for die, place in enumerate(state.places) if place == MIDDLE]
        replies = {self.show(DICE[die]): self._use(self.show(DICE[die]), marks, 2, rate) for die in lying}
        return lambda turn: self._look_ahead(turn, lying, replies)

    def _look_ahead(self, turn: _Turn, lying: Sequence[int], replies: dict[_Die, Ending]) -> float:
        """Rate a turn by the best second die after the rival has taken the best of what is left."""
        state, mover = self.state, self.state.mover
        after = turn.line.marks
        if self.clock.is_over() or 2 * after.fame + after.money >= 2 * state.sheet.tracks.fame:
            return to_probability(turn.line.rating)
        taken = DIE_INDEX[turn.take.die]
        gone = (taken, taken ^ 1) if len(lying) == len(DICE) else (taken,)
        left = [self.show(DICE[die]) for die in lying if die not in gone]
        reply = max(left, key=lambda die: replies[die].rating)
        left.remove(reply)
        then = state.with_seat(1 - mover, state.seats[1 - mover]._replace(marks=replies[reply].marks))
        rate = Outlook(then, mover, self.evaluation, state.turn + 3).rate
        return to_probability(max(self._use(die, after, self.skill.quick, rate).rating for die in dict.fromkeys(left)))


def _add(chance: float, gain: float) -> float:
    """Add to a chance; it stays between 0 and 1."""
    return min(max(chance + gain, _SMALLEST), 1 - _SMALLEST)


def _sort_best_first(options: list[Option]) -> list[Option]:
    return sorted(options, key=lambda option: -option.chance)
