"""One whole evening of Rajas of the Ganges in each mode, as readable transcripts next to this file."""

from pathlib import Path

import pytest

from companion.games.rajas.rules import reminders
from companion.games.rajas.rules.game import STARTING_MONEY, new_game
from companion.games.rajas.rules.moves import parse
from companion.games.rajas.rules.scoring import score
from companion.games.rajas.rules.setup import Variant, find_limits
from companion.games.rajas.tracking import Tracking

DICE = {"Leila": (3, 5, 2, 6), "Rajesh": (1, 4, 2, 3), "Anna": (6, 2, 5, 5)}
LIMITS = find_limits(DICE, Variant.BASIC)
FINAL = {"Leila": (8, 93), "Rajesh": (15, 76), "Anna": (13, 98)}  # fame and money


def read(name):
    """Return (player, entries) for every line of a transcript."""
    lines = (Path(__file__).parent / name).read_text(encoding="utf-8").splitlines()
    turns = (line.partition(": ") for line in lines if not line.startswith("#"))
    return [(player, entries.split(", ")) for player, _, entries in turns]


def play(name, game, parse):
    """Yield (player, move, game before, game after) for every entry."""
    for player, entries in read(name):
        for entry in entries:
            move = parse(entry)
            assert str(move) == entry
            before, game = game, game.apply(player, move)
            yield player, move, before, game


@pytest.fixture(scope="module")
def tracked():
    return list(play("evening_full.txt", new_game(DICE, "Rajesh", LIMITS), parse))


@pytest.fixture(scope="module")
def reminded():
    return list(play("evening_reminders.txt", reminders.new_game(tuple(DICE), "Rajesh", LIMITS), reminders.parse))


def test_full_tracking_ends_with_everything_booked(tracked):
    game = tracked[-1][3]
    assert game.finished
    assert {player: (game.boards[player].fame, game.boards[player].money) for player in DICE} == FINAL
    assert score(game.fill_scoring_form())["winners"] == ["Anna"]


def test_totals_equal_the_sum_of_bookings(tracked):
    mode = Tracking()
    fame = dict.fromkeys(DICE, 0)
    money = dict(zip(("Rajesh", "Anna", "Leila"), STARTING_MONEY, strict=False))
    for player, move, before, after in tracked:
        for _, news in mode.find_happenings(before, after, player, move):
            amount = news.details.get("amount", 0)
            match news.code:
                case "booked-fame":
                    fame[player] += amount
                case "booked-money" | "paid-money":
                    money[player] += amount if news.code == "booked-money" else -amount
    assert {player: (fame[player], money[player]) for player in DICE} == FINAL


def test_reminders_take_one_entry_per_turn_and_know_the_same(tracked, reminded):
    full, small = tracked[-1][3], reminded[-1][3]
    assert score(small.fill_scoring_form()) == score(full.fill_scoring_form())
    assert (small.round, small.start_player, small.met_order) == (full.round, full.start_player, full.met_order)
    for player in DICE:
        tracks = [name for name in small.boards[player].reached if name != "bridge"]
        assert sorted(tracks) == sorted(full.boards[player].reached)
        assert small.boards[player].workers == full.boards[player].workers
    turns = [player for player, move, *_ in tracked if str(move) == "done"]
    assert [player for player, move, *_ in reminded if str(move).startswith("done")] == turns


def test_every_bonus_is_announced_in_its_turn(tracked, reminded):
    told = [(player, code) for player, _, _, game in reminded for code in game.boards[player].news]
    booked = [(player, code) for player, _, _, game in tracked for code in game.boards[player].news]
    assert sorted(told) == sorted(booked)
    assert len(set(told)) == len(told)
