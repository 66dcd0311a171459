"""Luck, decisions and the rest add up, whatever happens in a game."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.dice_charmers.analysis import forecast as forecasts
from companion.games.dice_charmers.analysis.forecast import (
    Forecast,
    Judge,
    RatedRound,
    Situation,
    Slope,
    share_victory,
    to_chances,
)
from companion.games.dice_charmers.analysis.study import Account, Study, make_report, study_game
from companion.games.dice_charmers.definition import load_sheet
from companion.games.dice_charmers.rules import Phase, Played, Rolled, Started, TurnReset, Undone, apply, legal_moves
from companion.games.dice_charmers.rules.game import GameStep, list_game_steps
from companion.games.dice_charmers.rules.turn import UseKarma
from companion.games.dice_charmers.texts.analysis import tell_account
from companion.lab.calibration import RatedPosition, fit_slope
from companion.lab.games import SEATS, STRATEGIES, run_game

TINY = load_sheet(Path(__file__).parent.parent / "definition" / "tiny.toml", None).sheet
MIXED = ("greedy", "random", "level-1")


@pytest.fixture(scope="module", autouse=True)
def few_rolls():
    """Averages over a few rolls: the arithmetic is the same, and the tests are faster."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(forecasts, "ROLLS", 6)
        yield


def play(seed: int, players: int, strategies: tuple[str, ...] = MIXED) -> list[GameStep]:
    chosen = [STRATEGIES[strategies[i % len(strategies)]] for i in range(players)]
    return list(run_game(TINY, chosen, Random(seed)))


def study(steps: list[GameStep], players: int, seed: str = "") -> Study:
    return study_game(TINY, Started(SEATS[:players]), [step.event for step in steps], seed)


def study_steps(events: list, players: int) -> list[tuple]:
    return [tuple(step) for step in list_game_steps(TINY, Started(SEATS[:players]), events)]


def close(one: float, other: float) -> bool:
    return abs(one - other) < 1e-9


games = st.tuples(st.integers(0, 10**6), st.integers(2, 5))


@given(games)
@settings(max_examples=3)
def test_luck_decisions_and_the_rest_add_up_to_the_result(game):
    seed, players = game
    steps = play(seed, players)
    found = study(steps, players)
    value = found.start
    for turn in found.turns:
        assert turn.before == value
        assert close(sum(turn.after), 1)
        assert close(sum(turn.luck), 0)
        for i in range(players):
            assert close(turn.after[i] - turn.before[i], turn.luck[i] + turn.decision[i] + turn.rest[i])
        assert turn.decision[SEATS.index(turn.seat)] <= 1e-9, "no choice is better than the best one"
        value = turn.after
    assert sorted(value) == sorted(found.result) and close(sum(value), 1)
    for player in make_report(found).players:
        account = player.account
        assert close(account.start + sum(account[1:5]), account.result)
        assert account.result == found.result[SEATS.index(player.seat)]
        assert len(player.moments) == min(3, len(found.turns))


def test_luck_and_decisions_are_told_as_points():
    account = Account(0.25, 0.1, -0.3, 0.2, 0.0, 0.25, luck_points=1.2, decision_points=-7.6, other_points=0.4)
    assert list(tell_account(account)) == [
        ("Chance at the start", "25 %"),
        ("Luck with the dice", "about +1 point"),
        ("Own decisions", "about −8 points"),
        ("Decisions of the others", "about 0 points"),
        ("Result", "25 %"),
    ]


@given(games)
def test_an_undone_move_changes_nothing(game):
    seed, players = game
    steps = play(seed, players)
    events, chance = [], Random(seed)
    for step in steps:
        undoable = isinstance(step.event, Played) and step.after.phase not in (Phase.ROLLING, Phase.OVER)
        if undoable and chance.random() < 0.2:
            other = chance.choice(legal_moves(step.before, step.event.seat))
            after = apply(step.before, Played(step.event.seat, other))
            if after.phase is not Phase.ROLLING and step.before.round == after.round:
                events += [Played(step.event.seat, other), Undone(step.event.seat)]
        events.append(step.event)
    assert study_steps(events, players) == [tuple(step) for step in steps]


def test_a_turn_that_was_reset_is_studied_as_it_was_played_then():
    steps = play(4, 2, ("greedy",))
    first_end = next(i for i, step in enumerate(steps) if step.after.turn == 1)
    events = [step.event for step in steps]
    turn = [event for event in events[2:first_end] if isinstance(event, Played)]
    reset = [*events[:2], *turn, TurnReset("red"), *events[2:]]
    assert study_steps(reset, 2) == [tuple(step) for step in steps]


def find_karma(seed: int) -> GameStep | None:
    steps = play(seed, 2 + seed % 3)
    return next((s for s in steps if isinstance(s.event, Played) and isinstance(s.event.move, UseKarma)), None)


@pytest.mark.parametrize("seed", [1, 2, 3, 5])
def test_the_luck_of_all_possible_rerolls_is_zero_on_average(seed):
    karma = find_karma(seed)
    assert karma is not None, "choose a game in which somebody uses karma"
    rolling = karma.after
    forecast = Forecast(karma.before, Judge(rolling.plan, len(rolling.players)))
    usual = forecast.average_reroll(rolling)
    named, elephant = rolling.rolling
    colours = [("purple", "green", "blue", "orange")[die // 2] for die in (named, elephant)]
    faces = [rolling.sheet.faces_by_colour[colour] for colour in colours]
    luck = [
        [now - before for now, before in zip(forecast.estimate(apply(rolling, Rolled((a, b)))), usual, strict=True)]
        for a in faces[0]
        for b in faces[1]
    ]
    assert all(close(sum(column), 0) for column in zip(*luck, strict=True))


def test_an_average_roll_shows_every_face_of_every_die_equally_often():
    steps = play(1, 3)
    forecast = Forecast(steps[1].after, Judge(steps[0].after.plan, 3), seed="any")
    rolls = list(forecast._list_rolls(Random(1)))
    shown = Counter(die for roll in rolls for die in roll.middle)
    for colour, faces in TINY.faces_by_colour.items():
        for face in faces:
            assert shown[colour, face] == 2 * forecasts.ROLLS * faces.count(face) / len(faces)


@given(st.lists(st.floats(-5, 5), min_size=2, max_size=5), st.floats(0, 1), st.floats(0, 3), st.floats(0, 3))
def test_chances_add_up_to_one_and_follow_the_ratings(ratings, stage, early, late):
    slope = Slope((early, late - early, 0, 0))
    chances = to_chances(RatedRound(tuple(ratings), (30,) * len(ratings), Situation(stage, 0.1)), slope)
    assert close(sum(chances), 1)
    assert all(0 <= chance <= 1 for chance in chances)
    ordered = [chance for _, chance in sorted(zip(ratings, chances, strict=True))]
    assert ordered == sorted(ordered)


@pytest.mark.parametrize(
    ("results", "shares"),
    [
        pytest.param([(5, 1, 0), (4, 5, 0)], (1, 0), id="points"),
        pytest.param([(5, 1, 0), (5, 2, 0)], (0, 1), id="karma"),
        pytest.param([(5, 1, 0), (5, 1, 0), (3, 0, 0)], (0.5, 0.5, 0), id="shared"),
    ],
)
def test_a_finished_game_has_certain_winners(results, shares):
    assert share_victory(results) == shares


def test_the_fitted_slope_is_the_one_that_games_follow():
    chance, true = Random(1), Slope((0.5, 1.5, 0, 0), (0, 1, 0, 0))
    samples = []
    for _ in range(3000):
        points = chance.randint(0, 60), chance.randint(0, 60)
        situation = Situation(chance.random(), chance.uniform(-0.2, 0.4))
        rated = RatedRound((chance.gauss(0, 1), chance.gauss(0, 1)), points, situation)
        won = chance.random() < to_chances(rated, true)[0]
        samples.append(RatedPosition(rated, (1.0, 0.0) if won else (0.0, 1.0)))
    found = fit_slope(samples)
    for stage in (0.2, 0.8):
        for got, expected in zip(found.at(Situation(stage, 0.1)), true.at(Situation(stage, 0.1)), strict=True):
            assert abs(got - expected) < 0.25
