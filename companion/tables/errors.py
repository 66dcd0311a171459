"""Errors of tables. Each has a code and details; the web layer translates them into the player's language."""

from companion.rules.coded import Coded


class TableError(Exception):
    """The base class: a code with details, and the field it is about, if any."""

    def __init__(self, code: str, field: str | None = None, **details: str | int) -> None:
        super().__init__(code)
        self.coded = Coded(code, **details)
        self.code, self.params = self.coded.code, self.coded.params
        self.field = field


class NoSuchTable(TableError):
    def __init__(self) -> None:
        super().__init__("no-such-table")


class NotAllowed(TableError):
    """The client is not the host, or does not hold that seat."""


class Unplayable(TableError):
    """The log is valid, but its game or sheet has been changed or removed since."""


class Stale(TableError):
    """The client has not seen the newest events yet."""

    def __init__(self, version: int) -> None:
        super().__init__("stale-version", version=version)


class Refused(TableError):
    """A valid request that is not possible in the current state."""


class BadInput(TableError):
    """An invalid value; names its field."""
