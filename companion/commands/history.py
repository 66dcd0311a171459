"""`companion history`: rebuild it from the logs, open the shared history, save it to a file and read it back."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

from companion.commands.console import BadInput
from companion.commands.tables import open_event_log
from companion.games.game import load_table_games
from companion.history import files, passphrase
from companion.history.index import Database, History, Scope
from companion.history.rebuilding import rebuild_history
from companion.i18n import gettext
from companion.settings import Settings

EVERYTHING = Scope("", is_shared=True)


@contextmanager
def open_history(settings: Settings) -> Iterator[History]:
    """Open the history and close it afterwards. Raises BadSettings or Unusable."""
    with open_event_log(settings) as log:
        yield History(cast(Database, log))


def rebuild(settings: Settings) -> int:
    """Index the finished games of all tables and return how many there are."""
    with open_event_log(settings) as log:
        return rebuild_history(History(cast(Database, log)), log, load_table_games(settings.own_sheets))


def open_shared(settings: Settings, chosen: str) -> None:
    """Open the shared history with a passphrase. Raises BadInput."""
    if not passphrase.SHORTEST <= len(chosen) <= passphrase.LONGEST:
        least, most = passphrase.SHORTEST, passphrase.LONGEST
        raise BadInput(gettext("The passphrase must have %(least)d to %(most)d characters.", least=least, most=most))
    with open_history(settings) as history:
        passphrase.open_shared(history, chosen)


def close_shared(settings: Settings) -> None:
    with open_history(settings) as history:
        passphrase.close_shared(history)


def write_file(settings: Settings) -> bytes:
    """Return the whole history as JSON."""
    with open_history(settings) as history:
        games = history.find_all(EVERYTHING, as_stored=True)
        return b"".join(files.write_json(games, history.load_spellings(EVERYTHING)))


def read_file(settings: Settings, data: Any) -> int:
    """Bring the games of a file back and return how many. Raises BadInput, and then changes nothing."""
    try:
        records, spellings = files.read_json(data)
    except files.BadHistory as error:
        wrong = gettext("%(field)s: this is not valid in a history saved by the companion.", field=error.field)
        raise BadInput(wrong) from error
    with open_history(settings) as history:
        return history.restore(EVERYTHING, records, spellings)
