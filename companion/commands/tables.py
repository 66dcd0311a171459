"""`companion export`, `import` and `links`: a table moves to another companion, and its players are let in again."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from companion.commands.console import BadInput
from companion.games.game import load_table_games
from companion.games.table_game import BOT
from companion.i18n import gettext
from companion.i18n.words import describe_table_error
from companion.rules.player_names import showable
from companion.settings import Settings
from companion.storage import Conflict, Event, EventLog, open_log
from companion.tables import table_file
from companion.tables.errors import Unplayable
from companion.tables.public_log import BadExport
from companion.tables.tokens import tidy_code


@contextmanager
def opened(settings: Settings) -> Iterator[EventLog]:
    settings.prepare_data_dir()
    log = open_log(settings.database_url)
    try:
        yield log
    finally:
        log.close()


def exported_table(settings: Settings, typed: str) -> dict[str, Any]:
    """Everything about a table. Raises BadInput when there is none with this code."""
    with opened(settings) as log:
        code, events = find(log, typed)
    return table_file.packed(code, events)


def find(log: EventLog, typed: str) -> tuple[str, list[Event]]:
    code = tidy_code(typed)
    events = log.read(code)
    if not events:
        raise BadInput(gettext("CODE: there is no table %(code)s here.", code=typed))
    return code, events


def imported_table(settings: Settings, data: object) -> str:
    """The code of the table that was taken over, whole. Raises BadInput, and then nothing was."""
    try:
        table, events = table_file.unpacked(data, load_table_games(settings.own_sheets))
    except BadExport as error:
        wrong = gettext("%(field)s: this does not fit into a table as the companion exports it.", field=error.field)
        raise BadInput(wrong) from error
    except Unplayable as error:
        raise BadInput(showable(f"FILE: {describe_table_error(error)}")) from error
    try:
        with opened(settings) as log:
            log.append(table.code, events)
    except Conflict as error:
        raise BadInput(gettext("code: there is already a table %(code)s here.", code=table.code)) from error
    return table.code


def seat_links(settings: Settings, typed: str) -> list[str]:
    """For every seat of a person its name and the link that moves it to the device which opens it."""
    from companion.app import create_app
    from companion.server import known_address
    from companion.web.tables import moving_link

    with opened(settings) as log:
        code, _ = find(log, typed)
        app = create_app(replace(settings, public_url=known_address(settings)), log=log)
        with app.test_request_context():
            try:
                seats = app.extensions["companion"].tables.look(code).seats
            except Unplayable as error:
                raise BadInput(showable(f"CODE: {describe_table_error(error)}")) from error
            return [f"{showable(seat.name)}: {moving_link(code, seat)}" for seat in seats if seat.kind != BOT]
