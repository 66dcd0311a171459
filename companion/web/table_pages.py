"""The page of a table, for all views: the lobby before the start, then what the game shows.

A game names the module with its pages in `TableGame.pages`. It has

- `make_blueprint(offline)`: its own routes, or those that a phone can answer without the server; None if it has none,
- `TABLE_PAGES`: what it shows at the shared addresses of a table.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from typing import Any, TypeVar

from flask import Blueprint, Response, render_template, request

from companion.games.scoring import format_points
from companion.games.table_game import CHALLENGE, Step, TableGame, Visitor
from companion.i18n import gettext
from companion.jobs import FairQueue, QueueFull
from companion.tables.errors import NoSuchTable, Refused, Unplayable
from companion.tables.streams import Preface, empty_preface
from companion.tables.table import COLOURS, Table
from companion.web.companion import build_public_url, companion, find_table
from companion.web.limits import TooMany, find_client_address
from companion.web.sharing import draw_qr

RETRY_SECONDS = 4


@dataclass(frozen=True)
class Visit:
    """A request for a page of a table, with access to earlier events."""

    table: Table
    visitor: Visitor
    problem: str = ""  # why the last entry was refused, for pages without JavaScript

    @property
    def asked(self) -> Mapping[str, str]:
        """Query and form fields: which board to show, what the phone has already."""
        return request.values

    @property
    def link(self) -> str:
        """The public URL of the table."""
        return build_public_url("lobby.show", code=self.table.code)

    def last_steps(self) -> Sequence[Step]:
        return companion().tables.trails.get_steps(self.table)

    def all_steps(self) -> Iterable[Step]:
        return breathe(companion().tables.steps(self.table.code))


Each = TypeVar("Each")
AT_A_STRETCH = 24  # steps of a replay, which take a millisecond or two
REPLAYS = FairQueue(places=128, places_per_address=32)  # pages of finished games: five phones may open all sheets


def breathe(steps: Iterable[Each]) -> Iterator[Each]:
    """Yield the steps of a long replay, and let other requests have their turn in between."""
    for number, step in enumerate(steps, 1):
        yield step
        if number % AT_A_STRETCH == 0:
            time.sleep(0)


@contextmanager
def expensive_work() -> Iterator[None]:
    """Wait for the turn of this client's address: such work is done one by one. Raises TooMany."""
    try:
        with REPLAYS.turn(find_client_address()):
            yield
    except QueueFull:
        raise TooMany("busy", RETRY_SECONDS) from None


def announce_nothing(table: Table) -> Preface:
    return empty_preface


@dataclass(frozen=True)
class TablePages:
    """What a game shows at the addresses of a started table."""

    page: Callable[[Visit], str]
    parts: Callable[[Visit], str]  # the elements of the page that change; they replace those with the same id
    screen: Callable[[Visit], str]  # the part of the TV page that changes
    announce: Callable[[Table], Preface] = announce_nothing  # what its streams send before an event


def find_pages(table: Table) -> TablePages:
    pages: TablePages = import_module(table.game.pages).TABLE_PAGES
    return pages


def make_blueprints(games: Iterable[TableGame], offline: bool = False) -> list[Blueprint]:
    """Return the blueprints of the games that have addresses of their own."""
    modules = dict.fromkeys(game.pages for game in games if game.pages)
    made = [import_module(module).make_blueprint(offline) for module in modules]
    return [blueprint for blueprint in made if blueprint]


def open_finished_game(code: str) -> Visit:
    """Return the visit to a table whose game is over. Raises NoSuchTable or Refused."""
    table, visitor = find_table(code)
    if table.phase != "over":
        raise Refused("not-over")
    return Visit(table, visitor)


def render_finished(template: str, **context: Any) -> Response:
    """Render a page of a finished game, which a browser may keep if it asks before it shows it again."""
    page = render_template(template, **context)
    return Response(page, mimetype="text/html", headers={"Cache-Control": "private, no-cache"})


def render_table(found: Table, visitor: Visitor, problems: Mapping[str, str] | None = None) -> str:
    """Render the table as this visitor sees it. `problems` are messages by field; "" means the whole page."""
    problems = problems or {}
    if found.phase != "lobby":
        return find_pages(found).page(Visit(found, visitor, problems.get("", "")))
    link = build_public_url("lobby.show", code=found.code)
    return render_template(
        "lobby/page.html",
        typed=request.form,
        problems=problems,
        colours=COLOURS,
        link=link,
        qr=draw_qr(link, gettext("QR code: scan it with another phone to join this table")),
        to_beat=find_score_to_beat(found),
        **describe_lobby(found, visitor),
    )


def find_score_to_beat(found: Table) -> tuple[str, str] | None:
    """Return the best player of the game whose dice fall again at this table, and their points."""
    with suppress(NoSuchTable, Unplayable):
        first = companion().tables.get(found.settings.get(CHALLENGE, ""))
        if first.result and first.result.get("players"):
            best = min(first.result["players"], key=lambda player: player["rank"])
            return best["name"], format_points(best["score"])
    return None


def describe_lobby(found: Table, visitor: Visitor) -> dict[str, object]:
    taken = [seat.seat for seat in found.seats]
    return {
        "table": found,
        "visitor": visitor,
        "taken": taken,
        "can_join": len(taken) < found.room[-1],
        "can_start": len(taken) in found.room,
        "missing": max(found.room[0] - len(taken), 0),
        "free": found.room[-1] - len(taken),
        "characters": {bot.name: bot.title for bot in found.game.bots},
    }
