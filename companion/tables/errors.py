"""Why a table says no. Each error has a code and details; the words are found at the edge, in the player's language."""

from companion.rules.coded import Coded


class TableError(Exception):
    """The base: what went wrong, and the field it is about if there is one."""

    def __init__(self, code: str, field: str | None = None, **details: str | int) -> None:
        super().__init__(code)
        self.coded = Coded(code, **details)
        self.code, self.params = self.coded.code, self.coded.params
        self.field = field


class NoSuchTable(TableError):
    def __init__(self) -> None:
        super().__init__("no-such-table")


class NotAllowed(TableError):
    """The asker is somebody else: not the host, not that seat."""


class Unplayable(TableError):
    """The log is fine, but what it was played on has been changed or removed since."""


class Stale(TableError):
    """The asker has not seen the newest entries yet."""

    def __init__(self, version: int) -> None:
        super().__init__("stale-version", version=version)


class Refused(TableError):
    """Understood, but not possible as things stand."""


class BadInput(TableError):
    """A value that cannot be meant; names its field."""
