"""The compiled engine plays by the same rules and decides like the same bots, move by move."""

import os
import random
import shutil

import pytest

from companion.games.dice_charmers.bots.levels import choose
from companion.games.dice_charmers.definition import load_sheet
from companion.games.dice_charmers.rules import Phase, Played, apply, legal_moves, new_game, outcome, parse_event
from companion.lab.fast import Engine
from companion.lab.games import SEATS
from tests.conftest import ROOT
from tests.games.dice_charmers.bots.random_sheets import make_sheet

pytestmark = pytest.mark.skipif(not shutil.which("rustc"), reason="the engine is compiled with rustc, which is missing")

GAMES = 100 if os.environ.get("COMPANION_LONG") else 2
TINY = ROOT / "tests/games/dice_charmers/definition/tiny.toml"
SHEETS = {name: load_sheet(name).sheet for name in ("sun", "moon")} | {"tiny": load_sheet(TINY).sheet}


def replay(sheet, players, game):
    """Yield every state with the event that followed and the legal moves that the engine saw; at last the final one."""
    state = new_game(sheet, SEATS[:players])
    legal = iter(game["legal"])
    for text in game["events"]:
        event = parse_event(text)
        yield state, event, next(legal).split("|") if isinstance(event, Played) else None
        state = apply(state, event)
    yield state, None, None


@pytest.mark.parametrize("players", [1, 2, 3, 5])
@pytest.mark.parametrize("sheet", [*SHEETS, "random 1", "random 2"])
def test_rules_are_the_same_in_every_move_of_random_games(sheet, players):
    found = SHEETS.get(sheet) or make_sheet(int(sheet.split()[1]))
    engine = Engine(found)
    for game in engine.play(["random"] * players, range(GAMES), 1, events=True, legal=True):
        for state, event, legal in replay(found, players, game):
            if legal:
                assert legal == [str(move) for move in legal_moves(state, event.seat)], game["events"]
        decided = outcome(state)
        assert game["ending"] == decided.ending
        for player, seat, sheet_found in zip(SEATS, state.seats, game["sheets"], strict=False):
            marks = engine.record(sheet_found).marks
            assert set(marks.crossed) == set(seat.marks.crossed)
            unknown = {"entrances": (), "crossed": (), "wasted": ()}
            assert marks._replace(**unknown) == seat.marks._replace(**unknown)
            assert sheet_found["share"] == (player in decided.winners) / len(decided.winners)


@pytest.mark.parametrize(("sheet", "players"), [("sun", 2), ("moon", 4), ("tiny", 1)])
def test_the_strongest_level_decides_the_same(sheet, players):
    found = SHEETS[sheet]
    for game in Engine(found).play(["level-4"] * players, range(GAMES), 2, events=True, legal=True):
        steps = list(replay(found, players, game))
        played = [str(event.move) if isinstance(event, Played) else "" for _, event, _ in steps]
        for i, (state, event, legal) in enumerate(steps):
            if legal and len(legal) > 1 and state.phase in (Phase.CHOOSE, Phase.REROLLED):
                moves = [str(move) for move in choose("level-4", state, event.seat, random.Random(1))]
                assert played[i : i + len(moves)] == moves, game["events"][:i]


@pytest.mark.parametrize("strategy", ["greedy", "palace", "level-2"])
def test_other_players_win_as_often_in_both(strategy):
    """Their choices are partly random, so only their results can be compared: here that they play legal, whole games."""
    for game in Engine(SHEETS["sun"]).play([strategy] * 3, range(GAMES), 3, events=True, legal=True):
        assert [legal for state, event, legal in replay(SHEETS["sun"], 3, game)]
        assert max(sheet["fame"] * 2 + sheet["money"] for sheet in game["sheets"]) >= 78


def test_the_same_seed_gives_the_same_games_in_any_number_of_processes():
    engine = Engine(SHEETS["moon"])
    one, two = (list(engine.play(["level-1", "greedy"], range(5), 7, jobs)) for jobs in (1, 2))
    assert one == two
