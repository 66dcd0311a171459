"""Tables of assisted games: entries, undo of any entry, rolls, absent players, and what the installation remembers."""

import json

import pytest

from companion.rules.messages import IllegalMove
from companion.rules.text_form import make_parser
from companion.storage import open_log
from companion.tables.errors import NotAllowed, Outdated
from companion.tables.service import Tables
from tests.tally import Done, TallyTable


@pytest.fixture
def tables(tmp_path):
    log = open_log(f"sqlite:///{tmp_path / 'tally.db'}")
    yield Tables(log, {"tally": TallyTable()}, our_copy=tmp_path / "our-copy.json")
    log.close()


class TallyParty:
    def __init__(self, tables, **settings):
        self.tables = tables
        table, self.host = tables.create("tally", settings)
        self.code = table.code
        self.tokens = {}
        for name, colour in (("Anna", "red"), ("Bela", "blue"), ("Cleo", "green")):
            _, seat, self.tokens[seat] = tables.join(self.code, name, colour)
        tables.start(self.code, [self.host])

    @property
    def table(self):
        return self.tables.get(self.code)

    def enter(self, seat, *moves):
        for move in moves:
            self.tables.submit(self.code, [self.tokens[seat]], move, self.table.version, seat)

    def undo(self, seat, entry=None):
        self.tables.undo(self.code, [self.tokens[seat]], self.table.version, seat, entry=entry)

    def points(self):
        return {
            seat: sheet["points"] for seat, sheet in self.table.game.make_view(self.table.position)["sheets"].items()
        }


@pytest.fixture
def party(tables):
    party = TallyParty(tables)
    party.enter("red", "first red")
    return party


def test_a_slip_of_long_ago_is_undone_alone(party):
    party.enter("red", "points 7")
    slip = party.table.version
    party.enter("blue", "points 2")
    party.enter("green", "points 4")
    party.enter("red", "points 1")
    party.undo("red", slip)
    assert party.points() == {"red": 1, "blue": 2, "green": 4}
    (line,) = [line for line in party.table.position.lines if line.undone]
    assert line.move == "points 7"


def test_undo_is_refused_when_a_later_entry_needs_it_and_names_that_entry(party):
    party.enter("red", "points 7")
    gain = party.table.version
    party.enter("red", "points -5")
    before = party.table
    with pytest.raises(IllegalMove) as refused:
        party.undo("red", gain)
    _, sentence = party.table.game.explain_refusal(refused.value)
    assert "-5 points" in sentence and "Anna" in sentence
    assert party.table == before


@pytest.mark.parametrize(
    ("seat", "entry", "code"),
    [
        pytest.param("blue", None, "nothing-to-undo", id="nothing-entered"),
        pytest.param("blue", 6, "nothing-to-undo", id="an-entry-of-somebody-else"),
        pytest.param("red", 999, "nothing-to-undo", id="no-such-entry"),
    ],
)
def test_undo_without_an_entry_is_refused(party, seat, entry, code):
    party.enter("red", "points 7")
    with pytest.raises(IllegalMove) as refused:
        party.undo(seat, entry)
    assert refused.value.refusal.code == code


def test_nobody_undoes_for_a_seat_of_another_phone(party):
    party.enter("red", "points 7")
    with pytest.raises(NotAllowed):
        party.tables.undo(party.code, [party.tokens["blue"]], party.table.version, "red", entry=party.table.version)


def test_undo_of_the_whole_turn_is_refused(party):
    party.enter("red", "points 7")
    with pytest.raises(IllegalMove) as refused:
        party.tables.undo(party.code, [party.tokens["red"]], party.table.version, "red", whole_turn=True)
    assert refused.value.refusal.code == "one-by-one"


def test_an_undo_that_is_sent_again_is_applied_once(party):
    party.enter("red", "points 7", "points 2")
    version = party.table.version
    for _ in range(2):
        party.tables.undo(party.code, [party.tokens["red"]], version, "red", entry=version)
    assert party.points()["red"] == 7


def test_the_first_entry_of_the_next_player_ends_the_turn(party):
    assert party.table.describe_turn()["seat"] == "red"
    party.enter("blue", "points 2")
    assert party.table.describe_turn()["seat"] == "blue"


def test_what_the_companion_rolls_can_be_verified(party):
    before = party.table.position
    party.enter("red", "roll points")
    event = party.tables.log.read(party.code, party.table.version - 1)[0]
    again = party.table.game.recompute_roll(before, event, party.table.seed)
    assert event.kind == again.kind == "rolled" and event.body == again.body


def test_the_host_skips_an_absent_player_and_lets_the_others_enter(party):
    party.tables.manage(party.code, [party.host], "skip", "red")
    assert party.table.describe_turn()["seat"] == "blue"
    with pytest.raises(IllegalMove):
        party.tables.manage(party.code, [party.host], "skip", "red")
    party.tables.manage(party.code, [party.host], "paper", "red")
    party.tables.submit(party.code, [party.tokens["blue"]], "points 3", party.table.version, "red")
    assert party.points()["red"] == 3


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("setup first=2", "has-begun"),
        ("first blue", "has-begun"),
        ("setup nose=2", "no-such-fact"),
        ("setup box=9", "impossible-fact"),
        ("points 99", "out-of-limits"),
        ("points -3", "too-few"),
        ("roll setup", "nothing-to-roll"),
    ],
)
def test_wrong_entries_are_refused_and_change_nothing(party, move, code):
    if code == "nothing-to-roll":
        party.undo("red")
        party.enter("red", "setup first=1")
    before = party.table
    with pytest.raises(IllegalMove) as refused:
        party.enter("red", move)
    assert refused.value.refusal.code == code
    assert party.table == before


def test_before_the_start_only_the_set_up_can_be_entered(tables):
    party = TallyParty(tables)
    with pytest.raises(IllegalMove) as refused:
        party.enter("red", "points 3")
    assert refused.value.refusal.code == "not-begun"
    with pytest.raises(IllegalMove) as refused:
        party.enter("red", "first purple")
    assert refused.value.refusal.code == "no-such-player"
    offers = [offer.move for offer in party.table.game.list_moves(party.table.position, "red")]
    assert offers == ["first red", "first blue", "first green", "roll setup"]


def test_who_begins_is_not_asked_twice(tables):
    party = TallyParty(tables, setup="first=2")
    offers = [offer.move for offer in party.table.game.list_moves(party.table.position, "red")]
    assert offers == ["first blue"]


class TestOurCopy:
    def test_what_is_printed_is_asked_once_and_known_at_later_tables(self, tables, party):
        party.enter("blue", "setup box=2")
        assert party.table.position.game.facts == {"box": ("2",)}
        later = TallyParty(tables)
        assert later.table.position.known.facts == {"box": ("2",)}

    def test_it_can_be_corrected_at_any_table(self, tables, party):
        party.enter("blue", "setup box=2", "points 3", "setup box=3")
        assert TallyParty(tables).table.position.known.facts == {"box": ("3",)}

    def test_facts_given_for_a_table_come_first(self, tables, party):
        party.enter("blue", "setup box=2")
        assert TallyParty(tables, setup="box=1").table.position.known.facts == {"box": ("1",)}

    def test_what_chance_decides_is_not_remembered(self, tables, tmp_path):
        TallyParty(tables).enter("red", "setup first=2 box=1")
        assert json.loads((tmp_path / "our-copy.json").read_text()) == {"tally": {"box": ["1"]}}

    @pytest.mark.parametrize("content", ["", "{", "[]", '{"tally": {"box": ["9"], "nose": ["1"]}}'])
    def test_a_damaged_file_is_like_none(self, tables, tmp_path, content):
        (tmp_path / "our-copy.json").write_text(content)
        assert TallyParty(tables).table.position.known.facts == {}


def test_a_table_whose_entries_are_no_longer_known_says_so(tables, party, monkeypatch):
    party.enter("red", "points 3")
    tables.forget(party.code)
    monkeypatch.setitem(tables.games["tally"].__dict__, "parse", make_parser((Done,), "done"))
    with pytest.raises(Outdated):
        tables.get(party.code)
