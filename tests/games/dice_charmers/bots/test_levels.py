"""Bots of every level play by the rules, plan whole turns and do nothing absurd."""

import os
import random
from itertools import cycle, islice
from pathlib import Path

import pytest

from companion.games.dice_charmers.bots.levels import LEVELS, choose
from companion.games.dice_charmers.bots.search import Outlook, find_evaluation, plan_turn, rate_dice, rate_steps
from companion.games.dice_charmers.definition import load_sheet
from companion.games.dice_charmers.rules import (
    Phase,
    Played,
    Rolled,
    apply,
    legal_moves,
    list_dice_to_roll,
    new_game,
    to_move,
)
from companion.games.dice_charmers.rules.rounds import Roll
from companion.games.dice_charmers.rules.sheet import DICE
from companion.games.dice_charmers.rules.turn import EndTurn, GiveUp, Pass, Take, UseBonus, UseKarma
from companion.lab.games import run_game
from tests.games.dice_charmers.bots.random_sheets import make_sheet

GAMES = int(os.environ.get("COMPANION_BOT_GAMES", "10000" if os.environ.get("COMPANION_LONG") else "12"))
RANDOM_SHEETS = 50
PAD = Path(__file__).parents[1] / "definition" / "pad.toml"
SHEETS = ["sun", "moon", PAD, *range(RANDOM_SHEETS)]


def find_sheet(name):
    return make_sheet(name) if isinstance(name, int) else load_sheet(name).sheet


def strategies(levels):
    return [lambda state, seat, rng, level=level: choose(level, state, seat, rng) for level in levels]


def test_every_move_of_a_bot_is_legal():
    """Three sheets, all player counts, 50 random sheets; `run_game` stops at an illegal move. COMPANION_LONG=1: 10,000 games."""
    for number, name in enumerate(islice(cycle(SHEETS), GAMES)):
        rng = random.Random(f"legal {number}")
        levels = [rng.choice(LEVELS) for _ in range(2 + number % 4)]
        *_, last = run_game(find_sheet(name), strategies(levels), rng)
        assert last.after.phase is Phase.OVER, (number, name, levels)


@pytest.fixture(scope="module")
def positions():
    """Positions of all kinds from a game of the strongest against the weakest."""
    return [step.before for step in run_game(find_sheet("moon"), strategies(["level-4", "level-1"]), random.Random(3))]


def own_choices(positions, *phases):
    return [(state, to_move(state)) for state in positions if state.phase in phases]


@pytest.mark.parametrize("level", LEVELS)
def test_a_turn_is_planned_to_its_end_or_to_the_next_roll(positions, level):
    for state, seat in own_choices(positions, Phase.CHOOSE, Phase.REROLLED, Phase.PLAY)[::7]:
        moves = choose(level, state, seat, random.Random(1))
        for move in moves:
            assert to_move(state) == seat
            state = apply(state, Played(seat, move))
        assert to_move(state) != seat or state.phase in (Phase.ROLL, Phase.OVER)
        assert isinstance(moves[-1], EndTurn | UseKarma | Pass)


def test_the_same_random_numbers_give_the_same_moves(positions):
    for state, seat in own_choices(positions, Phase.CHOOSE)[:4]:
        one, two = (choose("level-1", state, seat, random.Random(5)) for _ in range(2))
        assert one == two


def test_without_any_time_left_the_moves_are_still_legal(positions):
    for state, seat in own_choices(positions, Phase.CHOOSE)[::5]:
        for move in choose("level-4", state, seat, random.Random(1), deadline=0.0):
            state = apply(state, Played(seat, move))


def test_who_does_not_have_the_turn_or_waits_for_typed_dice_has_no_moves():
    sheet = find_sheet("sun")
    state = new_game(sheet, ("red", "blue"))
    assert choose("level-4", state, "red", random.Random(1)) == [Roll()]
    assert choose("level-4", state, "blue", random.Random(1)) == []
    assert choose("level-4", new_game(sheet, ("red", "blue"), "real"), "red", random.Random(1)) == []


def test_a_bot_plays_against_a_sheet_on_paper():
    sheet, rng = find_sheet("sun"), random.Random(2)
    state = new_game(sheet, ("red", "blue"), paper=frozenset({"blue"}))
    for _ in range(60):
        if state.phase is Phase.ROLLING:
            faces = [rng.choice(sheet.faces_by_colour[die.partition("-")[0]]) for die in list_dice_to_roll(state)]
            state = apply(state, Rolled(tuple(faces)))
            continue
        seat = to_move(state)
        move = choose("level-4", state, seat, rng)[0] if seat == "red" else legal_moves(state, seat)[0]
        state = apply(state, Played(seat, move))
    assert state.find_seat("red").marks.fame + state.find_seat("red").marks.money > 0


@pytest.mark.parametrize("level", LEVELS)
def test_no_bot_gives_up_what_it_could_use(level):
    """Not even the weakest: nothing is given up while a bonus or another step is possible."""
    for step in run_game(find_sheet("sun"), strategies([level, level, level]), random.Random(level)):
        move = getattr(step.event, "move", None)
        if isinstance(move, GiveUp):
            others = legal_moves(step.before, step.event.seat)
            assert all(isinstance(other, GiveUp | EndTurn) for other in others)


def show(state, take):
    return take.die.partition("-")[0], state.faces[DICE.index(take.die)]


def test_every_die_is_rated_and_the_best_comes_first(positions):
    for state, seat in own_choices(positions, Phase.CHOOSE)[::6]:
        options = rate_dice(state, seat)
        chances = [option.chance for option in options]
        assert chances == sorted(chances, reverse=True) and all(0 < chance < 1 for chance in chances)
        legal = legal_moves(state, seat)
        assert {option.first for option in options} <= set(legal)
        rated = {show(state, option.first) for option in options if isinstance(option.first, Take)}
        assert rated == {show(state, move) for move in legal if isinstance(move, Take)}
        assert plan_turn(state, seat) == options[0]


def test_every_step_is_rated_and_the_best_comes_first(positions):
    for state, seat in own_choices(positions, Phase.PLAY)[::9]:
        options = rate_steps(state, seat)
        assert options == sorted(options, key=lambda option: -option.chance)
        legal = [move for move in legal_moves(state, seat) if not isinstance(move, EndTurn)] or [EndTurn()]
        assert {option.first for option in options} == set(legal)


def test_usable_bonuses_are_used_before_the_turn_ends(positions):
    for state, seat in own_choices(positions, Phase.PLAY):
        if not state.tasks and any(isinstance(move, UseBonus) for move in legal_moves(state, seat)):
            assert isinstance(plan_turn(state, seat).first, UseBonus)


def test_who_is_alone_sees_a_difference_between_dice_to_the_end():
    """Ratings grow with the sheet; if a sheet alone were not compared with the one before, all would be certain."""
    late = [
        step.before
        for step in run_game(find_sheet("sun"), strategies(["level-2"]), random.Random(1))
        if step.before.phase is Phase.CHOOSE and step.before.round > 8
    ]
    assert late
    for state in late:
        chances = [option.chance for option in rate_dice(state, "red")]
        assert len(chances) < 2 or max(chances) - min(chances) > 0.01


def test_more_points_mean_a_better_chance(positions):
    state = next(state for state in positions if state.round == 4 and state.phase is Phase.CHOOSE)
    own = state.seats[0].marks
    outlook = Outlook(state, 0, find_evaluation(state.plan), state.turn)
    assert outlook.rate(own._replace(fame=own.fame + 5)) > outlook.rate(own)
