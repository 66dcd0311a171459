"""The index of finished games, with both databases: who sees what, filters, deleting, merging."""

from dataclasses import replace

import pytest
from sqlalchemy import event

from companion.history.index import (
    MOST_SPELLINGS,
    MOST_SPELLINGS_OF_ONE,
    Cursor,
    Filter,
    History,
    Scope,
    Spellings,
    TooManySpellings,
)
from companion.history.record import make_id, make_person
from companion.tables.service import Tables
from tests.history.records import DAY, EVENING, played

ALL = Scope("", is_shared=True)
ANNA, BORIS, CHANDRA = map(make_person, ("Anna", "Boris", "Chandra"))

AGRA = played(1, ("Anna", 31, 1), ("Boris", 28, 2))
RAJAS = played(2, ("Boris", 5, 1), ("Chandra", -2.5, 2), game="rajas")
LATEST = played(3, ("Anna", 40, 1), ("Chandra", 40, 1))


@pytest.fixture
def history(log) -> History:
    """Three games; the phone took part in two of them."""
    history = History(log)
    history.keep_all([AGRA, RAJAS, LATEST])
    for record in (AGRA, LATEST):
        history.link("phone", record)
    return history


def find(history: History, scope: Scope = ALL, **wanted) -> list[str]:
    return [record.id for record in history.find_games(scope, Filter(**wanted))]


@pytest.mark.parametrize(
    ("scope", "wanted", "games"),
    [
        pytest.param(ALL, {}, [LATEST, RAJAS, AGRA], id="everything, newest first"),
        pytest.param(ALL, {"game": "agra"}, [LATEST, AGRA], id="one title"),
        pytest.param(ALL, {"person": CHANDRA}, [LATEST, RAJAS], id="one person"),
        pytest.param(ALL, {"person": CHANDRA, "game": "agra"}, [LATEST], id="a person and a title"),
        pytest.param(ALL, {"since": EVENING + 2 * DAY}, [LATEST, RAJAS], id="since a day"),
        pytest.param(ALL, {"until": EVENING + 2 * DAY}, [AGRA], id="until a day"),
        pytest.param(ALL, {"person": make_person("Nobody")}, [], id="a stranger's name"),
        pytest.param(Scope("phone"), {}, [LATEST, AGRA], id="a device sees its games"),
        pytest.param(Scope("phone"), {"person": BORIS}, [AGRA], id="and of a person only those"),
        pytest.param(Scope("phone"), {"game": "rajas"}, [], id="a title that the device has not played"),
        pytest.param(Scope("another phone"), {}, [], id="another device"),
        pytest.param(Scope(""), {}, [], id="a stranger"),
    ],
)
def test_what_is_found(history, scope, wanted, games):
    assert find(history, scope, **wanted) == [record.id for record in games]


def test_records_come_back_as_they_were(history):
    assert history.find_games(ALL) == [LATEST, RAJAS, AGRA]
    assert history.find_game(Scope("phone"), AGRA.id) == AGRA
    assert history.find_game(Scope("phone"), RAJAS.id) is None


def test_pages_follow_each_other_even_if_games_ended_together(log):
    history = History(log)
    games = [played(1, ("Anna", n, 1), ("Boris", 0, 2), game=game) for n, game in enumerate(("agra", "rajas"))]
    history.keep_all([*games, AGRA, RAJAS])
    found, before = [], None
    while page := history.find_games(ALL, before=before, most=1):
        found += page
        before = Cursor(page[0].ended, page[0].id)
    assert found == history.find_games(ALL)
    assert list(history.find_all(ALL)) == found


def test_a_device_removes_a_game_for_itself_only(history):
    history.delete_game(Scope("phone"), AGRA.id)
    history.link("phone", AGRA)  # it opens the table again
    assert find(history, Scope("phone")) == [LATEST.id]
    assert find(history) == [LATEST.id, RAJAS.id, AGRA.id]
    assert history.restore(Scope("phone"), [AGRA, RAJAS], history.load_spellings(Scope("phone"))) == 1
    assert find(history, Scope("phone")) == [LATEST.id, AGRA.id]


def test_a_game_deleted_from_the_shared_history_stays_away_until_it_is_brought_back(history):
    history.delete_game(ALL, AGRA.id)
    history.keep(AGRA)  # rebuilding
    assert find(history) == [LATEST.id, RAJAS.id] and find(history, Scope("phone")) == [LATEST.id]
    history.restore(ALL, [AGRA], history.load_spellings(ALL))
    assert history.find_games(ALL) == [LATEST, RAJAS, AGRA]
    assert find(history, Scope("phone"), person=ANNA) == [LATEST.id, AGRA.id]


def test_a_name_is_deleted_from_every_game_of_the_device_for_everybody(history):
    history.delete_name(Scope("phone"), ANNA, Tables(history.database, {}))
    history.keep_all([AGRA, LATEST])  # rebuilding does not bring it back
    assert find(history, person=ANNA) == []
    first, *_ = history.find_game(ALL, LATEST.id).players
    assert (first.name, first.person, first.score, first.rank) == ("", "", 40, 1)
    assert "Anna" not in str(history.find_games(ALL))
    history.delete_name(Scope("phone"), BORIS, Tables(history.database, {}))
    assert find(history, person=BORIS) == [RAJAS.id], "the device did not take part in this one"


def test_a_deleted_name_leaves_links_and_the_spellings_of_others(history):
    tables, other = Tables(history.database, {}), Scope("tablet")
    history.keep(replace(LATEST, link="packed with Anna in it"))
    history.merge(other, make_person("Ann"), ANNA, "Anna")
    history.delete_name(ALL, ANNA, tables)
    assert history.find_game(ALL, LATEST.id).link == ""
    assert not history.load_spellings(other).others


def test_two_spellings_count_as_one_person_where_they_were_merged(history):
    scope = Scope("phone")
    history.merge(scope, BORIS, ANNA, "Anna")
    history.merge(scope, ANNA, CHANDRA, "Chandra")  # persons merged into Anna are merged too
    assert find(history, scope, person=CHANDRA) == [LATEST.id, AGRA.id]
    assert history.find_game(scope, AGRA.id).people == [CHANDRA]
    assert history.count_games(scope, CHANDRA) == 2
    assert find(history, person=CHANDRA) == [LATEST.id, RAJAS.id], "elsewhere nothing has changed"
    history.split(scope, CHANDRA)
    assert history.find_game(scope, AGRA.id) == AGRA


def test_merged_names_are_deleted_together(history):
    history.merge(ALL, BORIS, ANNA, "Anna")
    history.delete_name(ALL, ANNA, Tables(history.database, {}))
    assert find(history, person=BORIS) == find(history, person=ANNA) == []
    assert not history.load_spellings(ALL).others


def spell(count: int) -> Spellings:
    """Other names of Anna."""
    return Spellings({make_id("spelling", str(n)): (ANNA, "Anna") for n in range(count)})


class TestManySpellings:
    """Reading and writing them takes a few statements, however many there are."""

    @pytest.fixture
    def statements(self, log):
        """The SQL that is sent to the database during the test."""
        sent: list[str] = []

        def note(connection, cursor, statement, *_):
            sent.append(statement)

        event.listen(log.engine, "before_cursor_execute", note)
        yield sent
        event.remove(log.engine, "before_cursor_execute", note)

    def test_a_file_with_many_is_merged_at_once(self, history, statements):
        others = {make_id("spelling", str(n)): (make_id("person", str(n)), "Anna") for n in range(400)}
        history.restore(Scope("phone"), [AGRA], Spellings(others))
        assert len(statements) <= 6
        assert history.load_spellings(Scope("phone")).others == others

    def test_the_games_of_a_person_with_many_are_found_with_one_query(self, history, statements):
        most = spell(MOST_SPELLINGS_OF_ONE - 1)
        history.merge_all(ALL, {**most.others, CHANDRA: (ANNA, "Anna")})
        statements.clear()
        assert find(history, person=ANNA) == [LATEST.id, RAJAS.id, AGRA.id], "one with both names is listed once"
        assert len(statements) == 2, "the spellings, and the games"

    @pytest.mark.parametrize(
        "spellings",
        [
            pytest.param(spell(MOST_SPELLINGS_OF_ONE + 1), id="of one person"),
            pytest.param(
                Spellings({make_id("a", str(n)): (make_id("b", str(n)), "Anna") for n in range(MOST_SPELLINGS + 1)}),
                id="in total",
            ),
        ],
    )
    def test_too_many_are_refused_and_nothing_changes(self, history, spellings):
        history.delete_game(ALL, AGRA.id)
        with pytest.raises(TooManySpellings):
            history.restore(ALL, [AGRA], spellings)
        assert not history.load_spellings(ALL).others and AGRA.id not in find(history)


def test_luck_and_accuracy_survive_rebuilding(history):
    history.rate_players(AGRA.id, {"blue": (-0.12, 0.5)})
    history.keep(AGRA)
    red, blue = history.find_game(ALL, AGRA.id).players
    assert (blue.luck, blue.accuracy, red.luck) == (-0.12, 0.5, None)
    assert find(history, person=BORIS) == [RAJAS.id, AGRA.id]
