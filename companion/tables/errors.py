"""Why a table says no. Each has a code and details; the words are found at the edge, in the player's language."""

from collections.abc import Mapping


class TableError(Exception):
    """The base: a code, the field it is about if there is one, and what a sentence about it needs."""

    def __init__(self, code: str, field: str | None = None, **params: str | int) -> None:
        super().__init__(code)
        self.code = code
        self.field = field
        self.params: Mapping[str, str | int] = params


class NoSuchTable(TableError):
    def __init__(self) -> None:
        super().__init__("no-such-table")


class NotAllowed(TableError):
    """The asker is somebody else: not the host, not that seat."""


class Unplayable(TableError):
    """The log is fine, but what it was played on has been changed or taken away since."""


class Stale(TableError):
    """The asker has not seen the newest entries yet."""

    def __init__(self, version: int) -> None:
        super().__init__("stale-version", version=version)


class Refused(TableError):
    """Understood, but not possible as things stand."""


class BadInput(TableError):
    """A value that cannot be meant; names its field."""
