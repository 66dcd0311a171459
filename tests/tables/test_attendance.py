"""Who is here: devices with an open stream, and those that had one."""

from companion.games.table_game import Seat
from companion.tables.attendance import Attendance


class FakeTable:
    code = "CDFGHJ"
    seats = (Seat("red", "Anna", "phone", "a"), Seat("blue", "Boris", "phone", "b"), Seat("green", "Tara", "bot", "c"))


def test_only_who_was_here_can_be_absent():
    attendance = Attendance()
    with attendance.attend("CDFGHJ", ["a"]):
        assert attendance.is_here("CDFGHJ", "a") and not attendance.is_here("CDFGHJ", "b")
        assert attendance.find_absent(FakeTable()) == []
        with attendance.attend("CDFGHJ", ["b", "c"]):
            assert attendance.find_absent(FakeTable()) == []
        assert attendance.find_absent(FakeTable()) == ["blue"], "a bot is never absent"
        with attendance.attend("CDFGHJ", ["b"]):
            assert attendance.find_absent(FakeTable()) == []


def test_a_second_page_of_the_same_device_may_close():
    attendance = Attendance()
    with attendance.attend("CDFGHJ", ["a"]):
        with attendance.attend("CDFGHJ", ["a"]):
            pass
        assert attendance.is_here("CDFGHJ", "a")


def test_nothing_is_kept_of_a_table_without_anybody():
    attendance = Attendance()
    with attendance.attend("CDFGHJ", ["a"]), attendance.attend("DDDDDD", []):
        pass
    assert attendance.streams == {}
    assert attendance.find_absent(FakeTable()) == []


def test_a_large_screen_remembers_who_was_here():
    attendance = Attendance()
    with attendance.attend("CDFGHJ", []):
        with attendance.attend("CDFGHJ", ["a"]):
            pass
        assert attendance.find_absent(FakeTable()) == ["red"]
