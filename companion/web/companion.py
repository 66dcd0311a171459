"""Helpers for every view: tables, limits and settings of the app, finding a table, public URLs, worker processes."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

from flask import Response, abort, current_app, g, redirect, request, url_for

from companion.games.kept import Kept
from companion.games.table_game import TableGame, Visitor
from companion.hosting.addresses import find_urls, is_loopback
from companion.jobs import Jobs, Kind, Prepare
from companion.render.pad import DEFAULT_PAPER, PAPERS, Printable
from companion.render.palette import INKS
from companion.settings import Settings
from companion.tables.errors import NoSuchTable
from companion.tables.service import Tables
from companion.tables.table import Table, fingerprint, is_code, tidy_code
from companion.web import identity
from companion.web.http import read_cookie
from companion.web.limits import Limits, TooMany, find_client_address

if TYPE_CHECKING:  # a phone has no database
    from companion.history.index import History
import os
import time
from typing import Any

from flask import Blueprint

from companion.games.table_game import Work
from companion.jobs import Busy, Failed
from companion.tables.errors import BadInput
from companion.tables.exports import is_writable

# Where links and QR codes for other phones lead


ADDRESS_COOKIE = "address"  # the URL that was chosen on the start page of this browser


def find_base_url(settings: Settings) -> str:
    """Return the URL that links for other phones begin with: as set, as chosen in this browser, or as it asks.

    A browser on the companion's own machine may ask for localhost, which no phone can reach.
    """
    if settings.public_url:
        return settings.base_url
    chosen = read_cookie(ADDRESS_COOKIE)
    if chosen or is_loopback(find_host()):
        urls = list_urls(settings)
        if chosen in urls:
            return str(chosen)
        if urls and is_loopback(find_host()):
            return urls[0]
    return find_request_url() + request.script_root


def list_urls(settings: Settings) -> list[str]:
    """Return the URLs that phones may use at home; none behind a proxy, where only the request can tell."""
    ports = current_app.config.get("PORTS")  # set by the server
    return find_urls(settings, *ports) if ports and not settings.public_url else []


def find_host() -> str:
    """Return the host of the request, without the port."""
    return request.host.rpartition(":")[0] if request.host[-1:].isdigit() and ":" in request.host else request.host


def find_request_url() -> str:
    """Return scheme and host of the request."""
    try:
        return request.host_url.rstrip("/")
    except UnicodeError:  # invalid punycode in the host name
        return f"{request.scheme}://{request.host}"


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
        here.limits.count_entry(code, table.phase == "lobby", visitor.belongs_here)
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
    """Print or draw in a worker process, on the account of the client's address; return the PDF or PNG. Raises NotDone
    and what the function raises."""
    return cast(bytes, run_job(PRINTING, key, lambda: (function, arguments)))


def run_job(kind: Kind, key: Hashable, prepare: Prepare, address: str = "") -> Any:
    """Return the result of a job, on the account of the client's address. While the request waits for it, others use
    its place at work. Raises NotDone and what the job raises."""
    place = g.pop("place", None)
    if place:
        place.leave()
    try:
        return companion().jobs.run_prepared(kind, key, prepare, address or find_client_address())
    finally:
        if place:
            place.take_again()
            g.place = place


# Bots think in worker processes, so that no table waits for them; so do hints


MEGABYTE = 1024 * 1024
THINK_AGAIN_SECONDS = 0.3
# A thought takes at most a second. Tables take turns, each with one thought at a time.
THINKING = Kind(
    "bots",
    workers=max(1, min(4, (os.cpu_count() or 2) // 2)),
    places=64,
    places_per_address=1,
    seconds=30,  # with the start of a worker on a busy machine
    memory_bytes=1024 * MEGABYTE,
    result_bytes=MEGABYTE,
    kept_bytes=0,
)


def think_in_worker(jobs: Jobs, code: str, thought: Work) -> list[str]:
    """Return the moves that a thought comes to; wait while too many others think.

    Raises Failed if two workers crashed on it."""
    has_failed = False
    while True:
        try:
            moves: list[str] = jobs.run(THINKING, object(), thought.run, *thought.arguments, address=code)
            return moves
        except Busy:
            time.sleep(THINK_AGAIN_SECONDS)
        except Failed:
            if has_failed:
                raise
            has_failed = True


# The JSON API


api = Blueprint("api", __name__, url_prefix="/api")


def read_object() -> Mapping[str, Any]:
    """Return the JSON object in the body. Raises BadInput."""
    try:
        given = request.get_json(silent=True)
    except RecursionError:  # nested too deeply
        given = None
    if not isinstance(given, dict):
        raise BadInput("not-json")
    return given


def read_text(given: Mapping[str, Any], field: str) -> str:
    """Return a field as text that a response may quote. Raises BadInput."""
    value = str(given.get(field, ""))
    if not is_writable(value):
        raise BadInput("bad-request", field)
    return value
