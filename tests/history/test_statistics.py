"""Statistics of a person, computed from a few evenings."""

import pytest

from companion.history.record import make_person
from companion.history.statistics import compute_statistics, draw_places, find_longest_run
from tests.history.records import played

ANNA = make_person("Anna")
EVENINGS = [
    played(1, ("Anna", 30, 1), ("Boris", 20, 2)),
    played(2, ("Boris", 25, 1), ("Anna", 20, 2)),
    played(3, ("Anna", 7.5, 1), ("Boris", 7.5, 1), ("Chandra", 1, 3), game="rajas"),
    played(4, ("Anna", 12, 1), game="dice-charmers"),
    played(5, ("Anna", 40, 1), ("Boris", 11, 2), ("Chandra", 35, 2)),
]


@pytest.fixture
def anna():
    return compute_statistics(reversed(EVENINGS), ANNA)


def test_wins_and_streaks_count_games_with_opponents(anna):
    assert (len(anna.plays), anna.contests, anna.wins) == (5, 4, 3)
    assert (anna.streak, anna.longest_streak) == (2, 2)
    assert anna.share_of_wins == 0.75


def test_averages_and_best_scores_of_every_title(anna):
    agra, *others = anna.games
    assert (agra.game, len(agra.plays), agra.wins, agra.average, agra.best.own.score) == ("agra", 3, 2, 30, 40)
    assert {each.game: (each.contests, each.wins) for each in others} == {"rajas": (1, 1), "dice-charmers": (0, 0)}


def test_head_to_head_compares_places(anna):
    assert [(rival.name, rival.better, rival.equal, rival.worse) for rival in anna.rivals] == [
        ("Boris", 2, 1, 1),
        ("Chandra", 2, 0, 0),
    ]


def test_the_clearest_victory_is_not_shared(anna):
    assert anna.clearest_win.record == EVENINGS[0] and anna.clearest_win.margin == 10


def test_deleted_names_are_nobody():
    left = [record.erase(make_person("Boris")) for record in EVENINGS]
    assert [rival.name for rival in compute_statistics(reversed(left), ANNA).rivals] == ["Chandra"]


@pytest.mark.parametrize(("wins", "longest"), [("", 0), ("LLL", 0), ("WLWW", 2), ("WWWLW", 3)])
def test_the_longest_row(wins, longest):
    assert find_longest_run([letter == "W" for letter in wins]) == longest


def test_the_tile_of_a_single_game_is_as_small_as_those_of_many():
    one, many = (draw_places([(1, True)] * games, "").partition("viewBox=")[2].split()[2] for games in (1, 30))
    assert one == many
