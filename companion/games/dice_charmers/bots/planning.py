"""Plan a turn: compare the dice, karma included, by what the best turn with each of them is worth."""

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from statistics import fmean
from typing import NamedTuple

from companion.games.dice_charmers.bots.outlook import Outlook, find_evaluation, to_probability
from companion.games.dice_charmers.bots.rating import Evaluation
from companion.games.dice_charmers.bots.search import Clock, Ending, play_out
from companion.games.dice_charmers.rules import Phase, State, legal_moves
from companion.games.dice_charmers.rules.acting import do_step, list_steps
from companion.games.dice_charmers.rules.bonuses import settle
from companion.games.dice_charmers.rules.dice import COLOUR_OF, use_die, why_unsuitable
from companion.games.dice_charmers.rules.moves import EndTurn, Move, Take, UseKarma
from companion.games.dice_charmers.rules.page import Marks, Page
from companion.games.dice_charmers.rules.plan import DICE, DIE_INDEX, Plan
from companion.games.dice_charmers.rules.scoring import lines_meet
from companion.games.dice_charmers.rules.state import ELEPHANT, MIDDLE, open_page

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
        line = play_out(self.page, self.rate, self.skill.width, self.clock)
        return Option((*line.steps, EndTurn()), to_probability(line.rating))

    def rate_steps(self) -> list[Option]:
        found = []
        for step in list_steps(self.page):
            after = Page(self.page.plan, self.page.marks, self.page.faces, self.page.tasks)
            do_step(after, step)
            line = play_out(after, self.rate, self.skill.width, self.clock)
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
            Option((turn.take, *turn.line.steps, EndTurn()), chance)
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
        turns = [_Turn(take, self._use(self._show(take.die), marks, quick)) for take in self._list_takes(moves)]
        turns.sort(key=lambda turn: -turn.line.rating)
        for i, turn in enumerate(turns[: self.skill.contenders]):
            is_near = turn.line.rating > turns[0].line.rating - _BEHIND
            if is_near and not turn.line.is_best and not self.clock.is_over():
                turns[i] = turn._replace(line=self._use(self._show(turn.take.die), marks, self.skill.width))
        return sorted(turns, key=lambda turn: -turn.line.rating)

    def _list_takes(self, moves: Sequence[Move]) -> list[Take]:
        """List the dice that can be taken, only one of two with the same colour and face."""
        takes = [move for move in moves if isinstance(move, Take)]
        return list({self._show(take.die): take for take in takes}.values())

    def _show(self, die: str) -> _Die:
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
        replies = {self._show(DICE[die]): self._use(self._show(DICE[die]), marks, 2, rate) for die in lying}
        return lambda turn: self._look_ahead(turn, lying, replies)

    def _look_ahead(self, turn: _Turn, lying: Sequence[int], replies: dict[_Die, Ending]) -> float:
        """Rate a turn by the best second die after the rival has taken the best of what is left."""
        state, mover = self.state, self.state.mover
        after = turn.line.marks
        if self.clock.is_over() or 2 * after.fame + after.money >= 2 * state.sheet.tracks.fame:
            return to_probability(turn.line.rating)
        taken = DIE_INDEX[turn.take.die]
        gone = (taken, taken ^ 1) if len(lying) == len(DICE) else (taken,)
        left = [self._show(DICE[die]) for die in lying if die not in gone]
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
