"""Permissions depend on the date as little as possible, because clocks are changed and laptops sleep."""

import re
import time

import pytest

from companion.web.identity import COOKIE_DAYS
from companion.web.limits import MINUTE, Window

HOUR, DAY = 3600, 86_400


@pytest.fixture
def jump(monkeypatch):
    """Set the date for this process; the monotonic clock stays as it is."""
    real = time.time

    def jump(seconds: float) -> None:
        monkeypatch.setattr(time, "time", lambda: real() + seconds)

    return jump


@pytest.fixture
def host(client):
    """Open a table in a browser; return a function that arranges the seats and returns the response."""
    token = re.search(r'name="csrf-token" content="([^"]+)"', client.get("/").text)[1]
    code = client.post("/tables", data={"game": "race", "csrf_token": token}).location[-6:]
    return lambda: client.post(f"/t/{code}/arrange", data={"do": "shuffle", "csrf_token": token}).status_code


@pytest.mark.parametrize("seconds", [-400 * DAY, -DAY, -HOUR, HOUR, DAY, (COOKIE_DAYS - 1) * DAY])
def test_who_sits_at_a_table_keeps_the_seat_when_the_clock_is_set(host, jump, seconds):
    assert host() == 303
    jump(seconds)
    assert host() == 303


def test_a_cookie_that_is_too_old_still_counts_no_more(host, jump):
    jump((COOKIE_DAYS + 1) * DAY)
    assert host() != 303


class TestLimits:
    @pytest.fixture
    def window(self):
        self.passed = 0.0
        return Window(3, MINUTE, clock=lambda: self.passed)

    def test_let_a_limited_number_pass_in_each_window(self, window):
        assert [window.count("here") for _ in range(4)] == [True, True, True, False]
        assert window.is_full("here") and not window.is_full("elsewhere")
        self.passed += MINUTE
        assert not window.is_full("here")

    def test_move_on_one_by_one(self, window):
        for self.passed in (0, 20, 40):
            window.count("here")
        self.passed = 61
        assert [window.count("here") for _ in range(2)] == [True, False]

    def test_who_is_refused_does_not_wait_the_longer(self, window):
        for self.passed in (0, 0, 0, 30, 50):
            window.count("here")
        self.passed = MINUTE
        assert window.count("here")

    def test_remember_nobody_for_longer_than_needed(self, window):
        for number in range(100):
            window.count(f"198.51.100.{number}")
        self.passed += MINUTE
        window.is_full("here")
        assert not window.counts and not window.counted

    @pytest.mark.parametrize("seconds", [-DAY, DAY])
    def test_do_not_ask_for_the_date(self, client, jump, app, seconds):
        limits = app.extensions["companion"].limits
        limits.wrong_codes.most = 2
        tried = [client.get("/api/tables/CCCCCC").status_code for _ in range(3)]
        assert tried == [404, 404, 429]
        jump(seconds)
        assert client.get("/api/tables/CCCCCC").status_code == 429


def test_a_device_with_many_tables_keeps_the_newest_and_sends_no_header_that_a_server_refuses(
    client, jump, monkeypatch
):
    monkeypatch.setattr("companion.web.identity.MOST_BYTES", 500)
    token = re.search(r'name="csrf-token" content="([^"]+)"', client.get("/").text)[1]
    codes = []
    for day in range(8):
        jump(day * DAY)
        codes.append(client.post("/tables", data={"game": "race", "csrf_token": token}).location[-6:])
    kept = {code: cookie.value for code in codes if (cookie := client.get_cookie(f"companion_{code}"))}
    assert list(kept) == codes[-len(kept) :] and 2 <= len(kept) < len(codes)
    assert sum(len(f"companion_{code}" + value) for code, value in kept.items()) <= 500
