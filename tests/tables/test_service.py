"""The table service: loading, caching, streams, hosts."""

import pytest

from companion.storage import Event, open_log
from companion.tables.errors import NoSuchTable, NotAllowed, Refused, Stale
from companion.tables.service import Tables
from companion.tables.streams import Heartbeat, make_frame
from companion.tables.table import ALPHABET, fingerprint, is_code, new_code, rebuild, tidy_code
from companion.web.streaming import Connection
from tests.testgame import games


class Clock:
    def __init__(self) -> None:
        self.time = 1_000_000.0

    def __call__(self) -> float:
        return self.time


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def tables(quick_path, clock):
    log = open_log(f"sqlite:///{quick_path / 'c.db'}")
    yield Tables(log, games(), now=clock, clock=clock, host_away_seconds=180)
    log.close()


@pytest.fixture
def seated(tables):
    """Return a table in the lobby: its code, and the tokens of the host, red and blue."""
    table, host = tables.create("race", {"sheet": "short", "dice": "virtual"})
    _, _, red = tables.join(table.code, "Leila", "red")
    _, _, blue = tables.join(table.code, "Rajesh", "blue")
    return table.code, host, red, blue


def play(tables, code, token, *moves):
    for move in moves:
        tables.submit(code, [token], move, tables.get(code).version)


def test_a_table_is_rebuilt_from_its_log_as_it_was(tables, seated):
    code, host, red, _ = seated
    tables.order(code, [host], ["red", "blue"])
    tables.start(code, [host])
    play(tables, code, red, "roll", "add")
    tables.undo(code, [red], tables.get(code).version)
    play(tables, code, red, "add", "end")
    assert rebuild(code, tables.log.read(code), tables.games) == tables.get(code)


def test_another_process_sees_the_same_table(tables, seated, quick_path, clock):
    code, host, red, _ = seated
    other = Tables(open_log(f"sqlite:///{quick_path / 'c.db'}"), tables.games, now=clock, clock=clock)
    assert other.get(code) == tables.get(code)
    tables.start(code, [host])
    assert other.get(code) == tables.get(code)
    play(other, code, red, "roll")
    assert other.get(code) == tables.get(code)
    other.log.close()


def test_what_another_process_has_done_meanwhile_counts(tables, seated, quick_path, clock):
    """This process has not read the table since, so it has only cached the lobby."""
    code, host, red, _ = seated
    other = Tables(open_log(f"sqlite:///{quick_path / 'c.db'}"), tables.games, now=clock)
    started = other.start(code, [host])
    rolled = tables.submit(code, [red], "roll", started.version)
    added = other.submit(code, [red], "add", rolled.version)
    with pytest.raises(Stale):
        tables.submit(code, [red], "end", rolled.version)
    assert tables.get(code) == added
    other.log.close()


def test_what_cannot_be_applied_never_gets_into_the_log(tables, seated, monkeypatch):
    """A bug in a game's rules must not store an entry that cannot be read back."""
    code, host, red, _ = seated
    tables.start(code, [host])
    version = tables.get(code).version

    def broken(position, event):
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr(tables.games["race"], "apply", broken)
        with pytest.raises(ZeroDivisionError):
            play(tables, code, red, "roll")
    assert tables.get(code).version == version
    play(tables, code, red, "roll")


def test_the_cache_forgets_tables_but_loses_none(tables, monkeypatch):
    monkeypatch.setattr("companion.tables.service.CACHED_TABLES", 3)
    codes = [tables.create("race", {"sheet": "short", "dice": "virtual"})[0].code for _ in range(6)]
    assert len(tables.cache) == 3
    assert [tables.get(code).code for code in codes] == codes


@pytest.mark.parametrize("ask", ["get", "start"])
def test_a_deleted_table_is_gone_for_everybody(tables, seated, quick_path, clock, ask):
    """Another process deletes it, as `companion cleanup` does; nothing of it stays in this cache."""
    code, host, _, _ = seated
    tables.get(code)
    other = open_log(f"sqlite:///{quick_path / 'c.db'}")
    other.delete([code])
    with pytest.raises(NoSuchTable):
        tables.get(code) if ask == "get" else tables.start(code, [host])
    assert code not in tables.cache
    clock.time += 60
    tables.presence.note_host("CCCCCC")  # the next one writes down who was seen
    assert other.find_last_seen(code) is None
    other.close()


def test_of_two_rematches_at_once_one_is_left(tables, seated, quick_path, clock, monkeypatch):
    code, host, red, blue = seated
    tables.start(code, [host])
    while (table := tables.get(code)).phase != "over":
        state = table.position.state
        play(tables, code, {"red": red, "blue": blue}[state.mover], table.game.legal(state)[0])
    other = Tables(open_log(f"sqlite:///{quick_path / 'c.db'}"), tables.games, now=clock, clock=clock)
    opened = tables.open

    def open_late(*arguments, **more):
        lost = opened(*arguments, **more)
        other.rematch(code, [blue])
        return lost

    monkeypatch.setattr(tables, "open", open_late)
    agreed = tables.rematch(code, [red])
    assert agreed.code == other.get(code).rematch
    assert set(tables.cache) == set(other.cache) == {code, agreed.code}
    other.log.close()


class TestWhoIsAway:
    @pytest.fixture
    def heard(self, tables, seated):
        """What a page at the table is told beside events, while it listens."""
        heartbeat = Heartbeat(60, lambda: None, audible=True, adds=lambda: tables.remind_of_absent(seated[0]))
        listening = tables.stream(seated[0], tables.get(seated[0]).version, heartbeat, Connection(None))
        next(listening)
        return listening

    def test_is_told_when_a_phone_goes_and_when_it_is_back(self, tables, seated, heard):
        code, _, red, blue = seated
        before = tables.get(code).version
        with tables.attend(code, [fingerprint(red)]):
            with tables.attend(code, [fingerprint(blue)]):
                pass
            assert next(heard) == b"event: away\ndata: blue\n\n"
            assert tables.remind_of_absent(code) == b"event: away\ndata: blue\n\n"
            with tables.attend(code, [fingerprint(blue)]):
                assert next(heard) == b"event: away\ndata: \n\n"
                assert tables.remind_of_absent(code) == b""
        assert tables.get(code).version == before, "nothing is written"

    def test_is_not_told_to_programs(self, tables, seated):
        code, host, red, blue = seated
        version = tables.get(code).version
        listening = tables.stream(code, version, Heartbeat(60, lambda: None), Connection(None))
        next(listening)
        with tables.attend(code, [fingerprint(red)]):
            with tables.attend(code, [fingerprint(blue)]):
                pass
            tables.start(code, [host])
            assert next(listening).startswith(f"id: {version + 1}".encode())


class TestTheHostOfARematch:
    @pytest.fixture
    def over(self, tables, seated):
        """A finished table: its code, and the tokens of the host, who has no seat, and of two players."""
        code, host, red, blue = seated
        tables.start(code, [host])
        while (table := tables.get(code)).phase != "over":
            state = table.position.state
            play(tables, code, {"red": red, "blue": blue}[state.mover], table.game.legal(state)[0])
        return code, host, red, blue

    def test_is_the_player_who_asks_when_the_host_is_gone(self, tables, over):
        code, host, red, blue = over
        fresh = tables.rematch(code, [blue])
        assert fresh.recognise_visitor([blue]).is_host
        assert not fresh.recognise_visitor([host]).is_host and not fresh.recognise_visitor([red]).is_host
        tables.start(fresh.code, [blue])

    def test_is_the_same_as_before_while_here(self, tables, over):
        code, host, _, blue = over
        with tables.attendance.attend(code, [fingerprint(host)]):
            assert tables.rematch(code, [blue]).recognise_visitor([host]).is_host

    def test_may_be_a_player_who_took_over_and_is_here(self, tables, over):
        code, host, red, blue = over
        tables.pass_host(code, [host], "red")
        with tables.attendance.attend(code, [fingerprint(red)]):
            assert tables.rematch(code, [blue]).host == "red"

    def test_stays_the_host_who_asks(self, tables, over):
        code, host, _, _ = over
        assert tables.rematch(code, [host]).recognise_visitor([host]).is_host


class TestTheHost:
    def test_is_the_person_who_opened_the_table(self, tables, seated):
        code, host, red, _ = seated
        assert tables.get(code).recognise_visitor([host]).is_host
        assert not tables.get(code).recognise_visitor([red]).is_host

    def test_is_given_back_to_a_host_who_returns(self, tables, seated, clock):
        code, host, red, _ = seated
        clock.time += 200
        tables.notice(tables.get(code), tables.get(code).recognise_visitor([red]))
        assert (tables.get(code).host, tables.get(code).stands_in_for) == ("red", "")
        back = tables.notice(tables.get(code), tables.get(code).recognise_visitor([host]))
        assert back.recognise_visitor([host]).is_host and back.stands_in_for is None

    def test_passes_on_when_away_for_a_while(self, tables, seated, clock):
        code, host, red, _ = seated
        clock.time += 200
        table = tables.get(code)
        assert tables.notice(table, table.recognise_visitor([red])).host == "red"
        assert not tables.get(code).recognise_visitor([host]).is_host
        tables.start(code, [red])

    def test_stays_while_seen(self, tables, seated, clock):
        code, host, red, _ = seated
        for _ in range(5):
            clock.time += 100
            table = tables.get(code)
            tables.notice(table, table.recognise_visitor([host]))
            assert tables.notice(table, table.recognise_visitor([red])).host == ""

    def test_stays_while_another_process_sees_the_host(self, tables, seated, clock, quick_path):
        code, host, red, _ = seated
        other = Tables(open_log(f"sqlite:///{quick_path / 'c.db'}"), tables.games, now=clock, clock=clock)
        for _ in range(10):
            clock.time += 60
            table = tables.get(code)
            other.notice(table, table.recognise_visitor([host]))
            assert tables.notice(table, table.recognise_visitor([red])).host == ""
        other.log.close()

    def test_does_not_pass_to_somebody_without_a_seat(self, tables, seated, clock):
        code, *_ = seated
        clock.time += 10_000
        table = tables.get(code)
        assert tables.notice(table, table.recognise_visitor(["spectator"])).host == ""

    def test_passes_to_one_only(self, tables, seated, clock):
        code, _, red, blue = seated
        clock.time += 200
        table = tables.get(code)
        tables.notice(table, table.recognise_visitor([red]))
        tables.notice(table, table.recognise_visitor([blue]))
        assert tables.get(code).host == "red"

    def test_role_of_a_removed_seat_returns_to_who_opened_the_table(self, tables, seated):
        code, host, red, _ = seated
        tables.pass_host(code, [host], "red")
        tables.remove(code, [red], "red")
        assert tables.get(code).recognise_visitor([host]).is_host


class TestASeatThatMoves:
    def test_continues_under_the_new_token_only(self, tables, seated):
        code, _, red, _ = seated
        old = tables.get(code).find_seat("red").key
        table, new = tables.move_seat(code, "red", old)
        assert table.recognise_visitor([new]).seats == ("red",)
        assert table.recognise_visitor([red]).seats == ()

    def test_moves_once_per_link(self, tables, seated):
        code, *_ = seated
        old = tables.get(code).find_seat("red").key
        tables.move_seat(code, "red", old)
        with pytest.raises(NotAllowed, match="link-used"):
            tables.move_seat(code, "red", old)


class TestOneDeviceWithSeveralSeats:
    def test_plays_for_each_of_them(self, tables, seated):
        code, host, red, blue = seated
        tables.start(code, [host])
        both = [red, blue]
        assert tables.get(code).recognise_visitor(both).seats == ("red", "blue")
        tables.submit(code, both, "roll", tables.get(code).version, seat="red")
        tables.submit(code, both, "end", tables.get(code).version, seat="red")
        tables.submit(code, both, "roll", tables.get(code).version, seat="blue")

    def test_says_which_one_plays(self, tables, seated):
        code, host, red, blue = seated
        tables.start(code, [host])
        with pytest.raises(Refused, match="which-seat"):
            tables.submit(code, [red, blue], "roll", tables.get(code).version)


def test_a_client_without_permission_learns_nothing_about_the_version(tables, seated):
    code, host, *_ = seated
    tables.start(code, [host])
    with pytest.raises(NotAllowed):
        tables.submit(code, ["forged"], "roll", 0)
    with pytest.raises(Stale):
        tables.submit(code, [seated[2]], "roll", 0)


class TestCodes:
    def test_have_no_lookalikes(self):
        assert not set(ALPHABET) & set("0O1IL2Z5S8BU")
        assert all(is_code(new_code()) for _ in range(100))

    @pytest.mark.parametrize(
        ("typed", "code"),
        [("cdf-ghj", "CDFGHJ"), (" cd fg hj ", "CDFGHJ"), ("CDFGHJ", "CDFGHJ"), ("", ""), ("<cdf>", "CDF")],
    )
    def test_are_read_as_people_type_them(self, typed, code):
        assert tidy_code(typed) == code


@pytest.mark.parametrize(
    "heard",
    [
        pytest.param([(1, 1), (0, 1)], id="in another order"),
        pytest.param([(1, 1)], id="only of the second"),
        pytest.param([(0, 2), (0, 2)], id="twice"),
        pytest.param([None], id="only that something may have been missed"),
    ],
)
def test_whatever_a_stream_hears_it_tells_every_event_once_and_in_order(tables, seated, quick_path, heard):
    code, *_ = seated
    quiet = Heartbeat(0, lambda: None)
    telling = tables.stream(code, 3, quiet, Connection(None))
    assert [next(telling), next(telling)][1] == quiet.wire
    written = [Event(seq, 1, "roll", {}) for seq in (4, 5)]
    other = open_log(f"sqlite:///{quick_path / 'c.db'}")
    other.append(code, written)
    other.close()
    for part in heard:
        tables.hub.publish(code if part else None, written[part[0] :][: part[1]] if part else ())
    assert [next(telling) for _ in range(3)] == [make_frame(written[0]).wire, make_frame(written[1]).wire, quiet.wire]
    telling.close()
