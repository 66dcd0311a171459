"""What every view needs at hand: the tables, the limits, the settings of this app."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from flask import Response, current_app, redirect, request, url_for

from companion.games.table_game import Visitor
from companion.render.pad import Printable
from companion.render.press import Press
from companion.settings import Settings
from companion.tables.errors import NoSuchTable
from companion.tables.service import Tables
from companion.tables.table import Table
from companion.tables.tokens import is_code, tidy_code
from companion.web import identity
from companion.web.limits import Limits


@dataclass(frozen=True)
class Companion:
    settings: Settings
    tables: Tables
    limits: Limits
    printables: Mapping[str, Printable]
    press: Press


def companion() -> Companion:
    return cast(Companion, current_app.extensions["companion"])


def find_table(typed: str, *, to_change: bool = False) -> tuple[Table, Visitor]:
    """The table behind a code and who is asking. Guessing codes gets nobody far, right or wrong.

    To change a table it is enough how we remember it: the log itself says when that is old. Who seems to be a
    stranger may have sat down at another process since then.
    """
    here, code = companion(), tidy_code(typed)
    try:
        if not is_code(code):
            raise NoSuchTable
        table = here.tables.recall(code) if to_change else here.tables.look(code)
        visitor = identity.visitor(table)
        if to_change and not visitor.belongs_here:
            table = here.tables.look(code)
            visitor = identity.visitor(table)
    except NoSuchTable:
        here.limits.may_try_code()
        here.limits.wrong_code()
        raise
    if not visitor.belongs_here:
        here.limits.may_try_code()
    noticed = here.tables.notice(table, visitor)
    return noticed, visitor if noticed is table else identity.visitor(noticed)  # who may be the host from now on


def to_table(table: Table) -> Response:
    return redirect(url_for("tables.table", code=table.code), 303)  # type: ignore[return-value]


def public_url(endpoint: str, **values: str) -> str:
    """An address that other phones can reach, for links and QR codes."""
    chosen = companion().settings.public_url.rstrip("/")
    path = url_for(endpoint, **values)  # type: ignore[arg-type]
    return (chosen or asked_for_by()) + path


def asked_for_by() -> str:
    try:
        return request.host_url.rstrip("/")
    except UnicodeError:  # a name that claims to stand for one in other letters
        return f"{request.scheme}://{request.host}"
