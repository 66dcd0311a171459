"""Commands about what is stored: export, import and links of a table, and the history of finished games."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, cast

from companion.commands.console import BadInput
from companion.games.game import load_table_games
from companion.games.table_game import BOT
from companion.history import files, index
from companion.history.index import Database, History, Scope, TooManySpellings, keep_result, rebuild_history
from companion.i18n import gettext
from companion.rules.player_names import make_showable
from companion.settings import Settings
from companion.storage import Conflict, Event, EventLog, open_log
from companion.tables import exports
from companion.tables.errors import Unplayable
from companion.tables.exports import BadExport
from companion.tables.table import tidy_code


@contextmanager
def open_event_log(settings: Settings) -> Iterator[EventLog]:
    """Open the event log and close it afterwards. Raises BadSettings or Unusable."""
    settings.prepare_data_dir()
    log = open_log(settings.database_url)
    try:
        yield log
    finally:
        log.close()


def export_table(settings: Settings, typed: str) -> dict[str, Any]:
    """Return a table with its secrets as JSON data. Raises BadInput if there is no table with this code."""
    with open_event_log(settings) as log:
        return exports.pack(find_events(log, typed)[0], log)


def find_events(log: EventLog, typed: str) -> tuple[str, list[Event]]:
    """Return the tidied code and the events of a table. Raises BadInput."""
    code = tidy_code(typed)
    events = log.read(code)
    if not events:
        raise BadInput(gettext("CODE: there is no table %(code)s here.", code=typed))
    return code, events


def import_table(settings: Settings, data: object) -> str:
    """Store an exported table and return its code. Raises BadInput, and then stores nothing."""
    try:
        table, export = exports.unpack(data, load_table_games(settings.own_sheets))
    except BadExport as error:
        wrong = gettext("%(field)s: this is not valid in a table exported by the companion.", field=error.field)
        raise BadInput(wrong) from error
    except Unplayable as error:
        raise BadInput(make_showable(f"FILE: {error.describe()}")) from error
    try:
        with open_event_log(settings) as log:
            log.append(table.code, export.events, export.contents)
            keep_result(History(cast(Database, log)), log, table)
    except Conflict as error:
        raise BadInput(gettext("code: there is already a table %(code)s here.", code=table.code)) from error
    return table.code


def make_seat_links(settings: Settings, typed: str) -> list[str]:
    """Return a line for every human player: the name, and a link that moves the seat to the device that opens it."""
    # imported here for a faster start: only this command needs the web
    from companion.app import create_app
    from companion.server import find_running_address
    from companion.web.pages.lobby import make_move_link

    with open_event_log(settings) as log:
        code, _ = find_events(log, typed)
        app = create_app(replace(settings, public_url=find_running_address(settings)), log=log)
        with app.test_request_context():
            try:
                seats = app.extensions["companion"].tables.get(code).seats
            except Unplayable as error:
                raise BadInput(make_showable(f"CODE: {error.describe()}")) from error
            return [f"{make_showable(seat.name)}: {make_move_link(code, seat)}" for seat in seats if seat.kind != BOT]


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
    if not index.SHORTEST_PASSPHRASE <= len(chosen) <= index.LONGEST_PASSPHRASE:
        least, most = index.SHORTEST_PASSPHRASE, index.LONGEST_PASSPHRASE
        raise BadInput(gettext("The passphrase must have %(least)d to %(most)d characters.", least=least, most=most))
    with open_history(settings) as history:
        index.open_shared(history, chosen)


def close_shared(settings: Settings) -> None:
    with open_history(settings) as history:
        index.close_shared(history)


def write_history(settings: Settings) -> bytes:
    """Return the whole history as JSON."""
    with open_history(settings) as history:
        games = history.find_all(EVERYTHING, as_stored=True)
        return b"".join(files.write_json(games, history.load_spellings(EVERYTHING)))


def read_history(settings: Settings, data: Any) -> int:
    """Bring the games of a file back and return how many. Raises BadInput, and then changes nothing."""
    try:
        records, spellings = files.read_json(data)
        with open_history(settings) as history:
            return history.restore(EVERYTHING, records, spellings)
    except (files.BadHistory, TooManySpellings) as error:
        field = error.field if isinstance(error, files.BadHistory) else "spellings"
        wrong = gettext("%(field)s: this is not valid in a history saved by the companion.", field=field)
        raise BadInput(wrong) from error
