"""What every view needs at hand: the tables, the limits, the settings of this app."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from flask import Response, current_app, redirect, request, url_for

from companion.games.table_game import Visitor
from companion.jobs import Jobs
from companion.render.pad import Printable
from companion.settings import Settings
from companion.tables.errors import NoSuchTable
from companion.tables.service import Tables
from companion.tables.table import Table
from companion.tables.tokens import fingerprint, is_code, tidy_code
from companion.web import identity
from companion.web.limits import Limits, TooMany


@dataclass(frozen=True)
class Companion:
    settings: Settings
    tables: Tables
    limits: Limits
    printables: Mapping[str, Printable]
    jobs: Jobs


def companion() -> Companion:
    return cast(Companion, current_app.extensions["companion"])


def find_table(typed: str, *, to_change: bool = False) -> tuple[Table, Visitor]:
    """Return the table of a code and who is asking. Raises NoSuchTable, or TooMany after too many wrong codes.

    To change a table, the remembered one is enough: the log itself says when that is old. Who seems to be a
    stranger may have sat down at another process since then.
    """
    here, code = companion(), tidy_code(typed)
    check_guessing(code)
    try:
        if not is_code(code):
            raise NoSuchTable
        table = here.tables.recall(code) if to_change else here.tables.look(code)
        visitor = identity.visitor(table)
        if to_change and not visitor.belongs_here:
            table = here.tables.look(code)
            visitor = identity.visitor(table)
    except NoSuchTable:
        here.limits.wrong_code()
        raise
    if not visitor.belongs_here:
        here.limits.may_try_code()
    elif token := identity.bearer_token():
        here.limits.remember_member(code, fingerprint(token))
    if request.method not in ("GET", "HEAD"):
        here.limits.entry_tried(code, table.phase == "lobby")
    noticed = here.tables.notice(table, visitor)
    return noticed, visitor if noticed is table else identity.visitor(noticed)  # who may be the host from now on


def check_guessing(code: str) -> None:
    """After too many wrong codes, refuse before anything is loaded: how long the answer takes must not tell whether
    there is such a table. Exempt is whoever shows a cookie that we signed for this code, or a token. Raises TooMany."""
    limits = companion().limits
    try:
        limits.may_try_code()
    except TooMany:
        token = identity.bearer_token()
        if not (limits.may_try_token(code, fingerprint(token)) if token else identity.cookie_tokens(code)):
            raise


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
