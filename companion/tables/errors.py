"""Errors of tables. Each has a code and details, which are translated where they are shown."""

from companion.i18n.words import format_error


class TableError(Exception):
    """The base class: a code with details, and the field it is about, if any."""

    def __init__(self, code: str, field: str | None = None, **details: str | int) -> None:
        super().__init__(code)
        self.code, self.field, self.details = code, field, details

    def describe(self) -> str:
        """Word the error in the current language."""
        return format_error(self.code, **self.details)


class NoSuchTable(TableError):
    def __init__(self) -> None:
        super().__init__("no-such-table")


class NotAllowed(TableError):
    """The client is not the host, or does not hold that seat."""


class Unplayable(TableError):
    """The log is valid, but this companion cannot play it: it lacks the game, or knows other rules."""


class Outdated(Unplayable):
    """A game with entries or contents that this version does not know any more."""

    def __init__(self) -> None:
        super().__init__("earlier-version")


class Stale(TableError):
    """The client has not seen the newest events yet."""

    def __init__(self, version: int) -> None:
        super().__init__("stale-version", version=version)


class Refused(TableError):
    """A valid request that is not possible in the current state."""


class BadInput(TableError):
    """An invalid value; names its field."""
