"""The event log of a phone keeps the same contract."""

import pytest

from companion.storage.memory import MemoryLog
from tests.storage.test_event_log import (
    test_a_number_is_given_once,
    test_an_unknown_log_is_empty,
    test_logs_do_not_see_each_other,
    test_what_was_appended_is_read_back_in_order,
)

__all__ = [
    "test_a_number_is_given_once",
    "test_an_unknown_log_is_empty",
    "test_logs_do_not_see_each_other",
    "test_what_was_appended_is_read_back_in_order",
]


@pytest.fixture
def log() -> MemoryLog:
    return MemoryLog()
