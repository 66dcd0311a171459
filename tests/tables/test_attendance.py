"""Who is here: devices with an open stream, and those that had one."""

from dataclasses import dataclass

import pytest

from companion.games.table_game import Seat
from companion.storage.postgres import MOST_NEWS
from companion.tables.presence import ALIVE_SECONDS, DEAD_SECONDS, Attendance
from companion.tables.table import fingerprint


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


class TestSeveralProcesses:
    """Two processes, here and there, that read each other's notes."""

    @pytest.fixture
    def clock(self):
        return Clock()

    @pytest.fixture
    def here(self, clock):
        return Attendance(False, clock)

    @pytest.fixture
    def there(self, clock):
        return Attendance(False, clock)

    def test_a_device_at_another_process_is_here_and_then_absent(self, here, there):
        with here.attend("CDFGHJ", ["a"]):
            with there.attend("CDFGHJ", ["b"]):
                exchange(here, there)
                for each in (here, there):
                    assert each.is_here("CDFGHJ", "a") and each.is_here("CDFGHJ", "b")
                    assert each.find_absent(FakeTable()) == []
            exchange(here, there)
            assert here.find_absent(FakeTable()) == ["blue"]
        exchange(here, there)
        assert not there.is_here("CDFGHJ", "a")

    def test_a_phone_that_comes_back_at_another_process_is_here(self, here, there):
        with here.attend("CDFGHJ", ["a"]):
            with here.attend("CDFGHJ", ["b"]):
                exchange(here, there)
            with there.attend("CDFGHJ", ["b"]):
                exchange(here, there)
                assert here.find_absent(FakeTable()) == there.find_absent(FakeTable()) == []
            exchange(here, there)
            assert here.find_absent(FakeTable()) == ["blue"]

    def test_a_large_screen_at_another_process_learns_who_was_gone_before(self, here, there):
        with here.attend("CDFGHJ", ["a"]):
            with here.attend("CDFGHJ", ["b"]):
                pass
            exchange(here, there)
            with there.attend("CDFGHJ", []):
                assert there.find_absent(FakeTable()) == ["blue"]

    def test_a_new_process_is_told_everything(self, here, clock):
        with here.attend("CDFGHJ", ["a"]):
            here.collect(False)  # before the new one listens
            new = Attendance(False, clock)
            exchange(new, here, all_again=True)
            assert new.is_here("CDFGHJ", "a")

    def test_lost_notes_are_made_up_for_after_reconnecting(self, here, there):
        with here.attend("CDFGHJ", ["a"]), there.attend("CDFGHJ", []):
            with here.attend("CDFGHJ", ["b"]):
                exchange(here, there)
            here.collect(False)  # lost
            assert there.is_here("CDFGHJ", "b")
            exchange(there, here, all_again=True)
            assert there.find_absent(FakeTable()) == ["blue"]

    def test_the_devices_of_a_dead_process_are_gone_and_those_of_a_quiet_one_are_not(self, here, there, clock):
        told = []
        here.on_news = told.append
        with here.attend("CDFGHJ", ["a"]), there.attend("CDFGHJ", ["b"]):
            for _ in range(10):
                exchange(here, there)
                clock.seconds += DEAD_SECONDS / 3
            assert here.find_absent(FakeTable()) == []
            clock.seconds += DEAD_SECONDS + 1
            told.clear()
            here.collect(False)
            assert here.find_absent(FakeTable()) == ["blue"]
            assert told == ["CDFGHJ"]

    def test_nothing_is_kept_of_a_table_without_anybody(self, here, there):
        with here.attend("CDFGHJ", ["a"]), there.attend("CDFGHJ", ["b"]):
            exchange(here, there)
        exchange(here, there)
        for each in (here, there):
            assert each.streams == {} and not each.changed
            assert not any(each.elsewhere.values())

    def test_notes_are_written_only_for_news_and_as_signs_of_life(self, here, clock):
        with here.attend("CDFGHJ", ["a"]):
            assert len(here.collect(False)) == 1
            assert here.collect(False) == []
            clock.seconds += ALIVE_SECONDS
            assert len(here.collect(False)) == 1

    def test_a_note_fits_into_a_notification(self, here):
        with here.attend("CDFGHJ", [fingerprint(str(number)) for number in range(500)]):
            (note,) = here.collect(False)
            assert len(note) <= MOST_NEWS

    def test_one_process_alone_collects_nothing(self):
        alone = Attendance()
        with alone.attend("CDFGHJ", ["a"]):
            assert not alone.changed


@dataclass
class Clock:
    seconds: float = 0

    def __call__(self) -> float:
        return self.seconds


def exchange(*processes: Attendance, all_again: bool = False) -> None:
    """Let every process read the notes of all, until there are none; the first may start with everything again."""
    notes = processes[0].collect(all_again) + [note for other in processes[1:] for note in other.collect(False)]
    while notes:
        for note in notes:
            for each in processes:
                each.receive(note)
        notes = [note for each in processes for note in each.collect(False)]
