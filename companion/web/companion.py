"""Helpers for every view: the app's tables, limits and settings, finding a table, public URLs, printing."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

from flask import Response, abort, current_app, g, redirect, request, url_for

from companion.games.kept import Kept
from companion.games.table_game import TableGame, Visitor
from companion.jobs import Jobs, Kind
from companion.render.geometry import DEFAULT_PAPER, PAPERS
from companion.render.pad import Printable
from companion.render.palette import INKS
from companion.settings import Settings
from companion.tables.errors import NoSuchTable
from companion.tables.service import Tables
from companion.tables.table import Table
from companion.tables.tokens import fingerprint, is_code, tidy_code
from companion.web import identity
from companion.web.limits import Limits, TooMany, find_client_address
from companion.web.public_urls import find_base_url

if TYPE_CHECKING:  # a phone has no database
    from companion.history.index import History

PRINTING = Kind("press")
KEPT_LINKS = 20_000


@dataclass(frozen=True)
class Companion:
    settings: Settings
    tables: Tables
    limits: Limits
    printables: Mapping[str, Printable]
    jobs: Jobs
    history: "History"
    links: Kept[bool] = field(default_factory=lambda: Kept(KEPT_LINKS))  # (device, code) in the history


def companion() -> Companion:
    return cast(Companion, current_app.extensions["companion"])


def find_table(typed: str, *, to_change: bool = False) -> tuple[Table, Visitor]:
    """Return the table with a code, and the visitor. Raises NoSuchTable, or TooMany after too many wrong codes.

    To change a table, the cached one is enough: appending to the log fails if it is outdated. A visitor without a
    seat may have taken one through another process, so the table is then read again.
    """
    here, code = companion(), tidy_code(typed)
    check_guessing(code)
    try:
        if not is_code(code):
            raise NoSuchTable
        table = here.tables.get_cached(code) if to_change else here.tables.get(code)
        visitor = identity.recognise_visitor(table)
        if to_change and not visitor.belongs_here:
            table = here.tables.get(code)
            visitor = identity.recognise_visitor(table)
    except NoSuchTable:
        here.limits.count_wrong_code()
        raise
    if not visitor.belongs_here:
        here.limits.check_wrong_codes()
    elif token := identity.read_bearer_token():
        here.limits.remember_member(code, fingerprint(token))
    if request.method not in ("GET", "HEAD"):
        here.limits.count_entry(code, table.phase == "lobby")
    noticed = here.tables.notice(table, visitor)
    if noticed is not table:
        visitor = identity.recognise_visitor(noticed)  # who may have become the host
    if noticed.phase == "over" and visitor.belongs_here and not identity.read_bearer_token():
        g.setdefault("finished", []).append(noticed)  # for the history of this device
    return noticed, visitor


def list_solo_games() -> list[TableGame]:
    """List the games that can be played alone; these have challenges, too."""
    return [game for game in companion().tables.games.values() if game.solo_settings]


def choose_game(games: Sequence[TableGame]) -> TableGame:
    """Return the one of these games that the request names, or else the first. Aborts with 404 if there is none."""
    named = (game for game in games if game.name == request.values.get("game"))
    return next(named, games[0]) if games else abort(404)


def check_guessing(code: str) -> None:
    """Refuse before anything is loaded after too many wrong codes: response times must not reveal whether a table
    exists. Clients with our signed cookie for this code, or a token, are exempt. Raises TooMany."""
    limits = companion().limits
    try:
        limits.check_wrong_codes()
    except TooMany:
        token = identity.read_bearer_token()
        if not (limits.can_try_token(code, fingerprint(token)) if token else identity.read_cookie_tokens(code)):
            raise


def redirect_to_table(table: Table) -> Response:
    return redirect(url_for("lobby.show", code=table.code), 303)  # type: ignore[return-value]


def build_public_url(endpoint: str, **values: str) -> str:
    """Return a URL that other phones can reach, for links and QR codes."""
    path = url_for(endpoint, **values).removeprefix(request.script_root)  # type: ignore[arg-type]
    return find_base_url(companion().settings) + path


def read_print_choices() -> tuple[str, str]:
    """Return the paper and the ink that the URL names, or the usual ones."""
    paper, ink = request.args.get("paper", ""), request.args.get("ink", "")
    return paper if paper in PAPERS else DEFAULT_PAPER, ink if ink in INKS else INKS[0]


def print_pdf(key: Hashable, function: Callable[..., bytes], *arguments: object) -> bytes:
    """Print in a worker process, on the account of the client's address, and return the PDF.

    Raises NotDone or PdfUnavailable.
    """
    return cast(bytes, companion().jobs.run(PRINTING, key, function, *arguments, address=find_client_address()))
