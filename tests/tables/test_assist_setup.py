"""The set-up of a cardboard game feeds its table: facts are rolled or entered once, and can be verified."""

from dataclasses import replace
from random import Random

import pytest

from companion.games.assist.mode import FULL
from companion.games.fair_dice import FairDice
from companion.games.game import list_games
from companion.games.setup import Group, number_players, roll_with
from companion.rules.opening import make_facts
from companion.rules.refusal import IllegalMove
from tests.tables.test_assist import GAMES, SEED, Table

GROUPS = [
    pytest.param(name, players, options, id=f"{name}-{players}-{'-'.join(options.values())}")
    for name, options in (
        ("rajas", {"variant": "basic", "river": "plain"}),
        ("rajas", {"variant": "navaratnas", "river": "ganga"}),
        ("cards-karma", {}),
        ("agra", {}),
    )
    for players in (2, 3, 4)
]


def draw(name, players, options, seed):
    group = Group(number_players(players), {"mode": FULL, **options}, {})
    return replace(group, facts=list_games()[name].setup.draw_missing(group, roll_with(Random(seed))))


@pytest.mark.parametrize(("name", "players", "options"), GROUPS)
def test_whatever_is_drawn_is_possible_and_described(name, players, options):
    setup = list_games()[name].setup
    for seed in range(20):
        group = draw(name, players, options, seed)
        assert setup.keep_possible(group) == group.facts
        assert all(kind.describe(group.facts[kind.name], group) for kind in setup.kinds(group) if not kind.seen)
        assert "%" not in "".join(setup.steps(group))


@pytest.mark.parametrize(("name", "players", "options"), GROUPS)
def test_a_table_opened_with_a_set_up_knows_all_of_it(name, players, options):
    facts = draw(name, players, options, seed=7).facts
    written = " ".join(map(str, make_facts(facts)))
    table = Table(GAMES[name], players, mode=FULL, setup=written, **options)
    assert table.game.make_group(table.position).facts == facts
    assert table.game.list_missing(table.position) == []
    if facts:
        assert table.refused("red", "roll setup")[0] == "nothing-to-roll"


@pytest.mark.parametrize(("name", "players", "options"), GROUPS)
def test_one_roll_for_everything_that_is_missing(name, players, options):
    table = Table(GAMES[name], players, mode=FULL, **options)
    if not table.game.list_missing(table.position):
        assert name == "cards-karma"
        return
    before = table.position
    table.play("red: roll setup")
    assert table.game.list_missing(table.position) == []
    event = table.events[-1]
    assert event.kind == "rolled"
    entry = table.game.recompute_roll(before, event, SEED)
    assert entry.body == event.body
    assert table.game.find_sent_move(table.position, event) == "roll setup"
    table.undo("red")
    assert table.position.opening == before.opening


def test_what_is_known_is_not_rolled_again():
    table = Table(GAMES["rajas"], 2, mode=FULL, river="ganga", setup="dice-1=1,1,1,1")
    table.play("blue: starting dice 2 2 2 2\nred: roll setup")
    assert table.position.opening.dice == {"Leila": (1, 1, 1, 1), "Rajesh": (2, 2, 2, 2)}
    assert table.events[-1].body["move"].startswith("setup river=")
    assert table.refused("red", "setup dice-1=2,2,2,2")[0] == "has-rolled"
    table.play("red: first red")
    assert table.refused("red", "setup dice-1=2,2,2,2")[0] == "has-begun"


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        ("setup first=3", "impossible-fact"),
        ("setup merchant=5", "impossible-fact"),
        ("setup notables=sufi", "impossible-fact"),
        ("setup elephant=1", "no-such-fact"),
        ("setup", "unreadable"),
        ("setup first", "unreadable"),
    ],
)
def test_impossible_facts_are_refused(entry, code):
    assert Table(GAMES["agra"], 2, mode=FULL).refused("red", entry)[0] == code


def test_facts_for_other_players_are_dropped():
    """A set-up for four, but only two came."""
    facts = " ".join(map(str, make_facts(draw("agra", 4, {}, 1).facts)))
    table = Table(GAMES["agra"], 2, mode=FULL, setup=facts)
    assert {"orders", "notables", "akbar"} <= set(table.game.list_missing(table.position))
    assert "merchant" in table.game.make_group(table.position).facts


def test_who_begins_is_known_from_the_set_up():
    table = Table(GAMES["agra"], 3, mode=FULL).play("green: setup first=2")
    offers = [offer.move for offer in table.game.list_moves(table.position, "green")]
    assert offers == ["first blue", "roll setup"]
    table.play("red: setup first=3")  # entered again: a correction
    assert table.game.list_moves(table.position, "red")[0].move == "first green"
    table.undo("red")
    assert table.game.list_moves(table.position, "red")[0].move == "first blue"


def test_tables_of_earlier_versions_have_no_facts():
    table = Table(GAMES["agra"], 2)
    assert table.game.list_missing(table.position) == []
    assert table.refused("red", "setup first=1")[0] == "no-such-fact"
    with pytest.raises(Exception, match="roll setup"):
        table.game.submit(table.position, "red", "roll setup", FairDice(SEED, 1, "n"))


def test_nothing_is_kept_of_a_refused_set_up():
    table = Table(GAMES["agra"], 2, mode=FULL)
    with pytest.raises(IllegalMove):
        table.play("red: setup first=1 merchant=9")
    assert table.position.opening.facts == {}
