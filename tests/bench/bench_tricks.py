"""Measure every speed trick: python tests/bench/bench_tricks.py [words of its name]

Each trick is switched off and on again for every other request, in one process, so that both see the same machine;
times are medians of CPU time. A small trick is measured on a fixed request, and its saving is given as a share of the
request it is meant for. A trick that gains less than 2 % is removed; the comment next to each of them quotes its line
from here.
"""

import gc
import multiprocessing
import random
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import Any
from unittest.mock import patch

sys.path.insert(0, str(Path(__file__).parents[2]))

from flask import Flask, Response, request
from flask.sessions import SecureCookieSessionInterface
from werkzeug.test import EnvironBuilder

from companion import i18n
from companion.app import create_app
from companion.games.dice_charmers.definition import load_sheet
from companion.games.dice_charmers.drawing import phone
from companion.games.dice_charmers.drawing.sheet import PrintableSheet
from companion.games.dice_charmers.rules import legal_moves, play
from companion.render import codes
from companion.render.pad import Order, print_pad
from companion.server import tune_garbage_collector
from companion.settings import Settings
from companion.storage import sql, sqlite
from companion.storage.contract import ALL
from companion.tables import permissions
from companion.tables.streams import Heartbeat
from companion.tables.table import Table
from companion.web import http, identity, language
from companion.web.streaming import Connection

SEATS = ("red", "blue", "green", "yellow")
PHONE = {
    "Accept-Encoding": "gzip, deflate, br",
    "Accept-Language": "en-GB,en;q=0.9,ru;q=0.8",
    "User-Agent": "a phone",
}
PAIRS = 600  # requests with and without
WARM_UP = 3
TABLES_IN_MEMORY = 1000


class Load:
    """An app with a game that never ends."""

    def __init__(self, folder: Path) -> None:
        settings = Settings(folder, f"sqlite:///{folder / 'c.db'}", secret_key="for a bench", tables_per_hour=10**6)
        register = http.register_headers

        def remember_unguarded(app: Flask) -> None:
            self.unguarded = app.wsgi_app
            register(app)

        with patch.object(http, "register_headers", remember_unguarded):
            self.app = create_app(settings)
        self.tables = self.app.extensions["companion"].tables
        self.luck = random.Random(1)
        self.open()

    def open(self) -> None:
        table, self.host = self.tables.create("dice-charmers", {"sheet": "sun", "dice": "virtual"})
        self.code = table.code
        joined = [self.tables.join(self.code, seat, seat, "phone") for seat in SEATS]
        self.tokens = {seat: token for _, seat, token in joined}
        self.tables.start(self.code, [self.host])

    def ask(self, method: str, path: str, token: str = "", **body: object) -> float:
        """Return the CPU time of an answer."""
        headers = {**PHONE, "Authorization": f"Bearer {token}"} if token else PHONE
        environ = EnvironBuilder(path, method=method, headers=headers, json=body or None).get_environ()
        status: list[str] = []
        begun = process_time()
        answer = self.app(environ, lambda code, headers, *error: status.append(code))
        for _ in answer:
            pass
        if hasattr(answer, "close"):
            answer.close()
        took = process_time() - begun
        assert status[0].startswith("200"), (path, status)
        return took

    def close(self) -> None:
        self.tables.log.close()

    def mover(self, table: Table) -> str:
        return table.game.describe_turn(table.position)["seat"]

    def move(self) -> float:
        table = self.tables.get(self.code)
        if table.phase != "playing":
            self.open()
            table = self.tables.get(self.code)
        seat = self.mover(table)
        move = str(self.luck.choice(legal_moves(table.position.state, seat)))
        return self.ask("POST", f"/api/tables/{self.code}/moves", self.tokens[seat], move=move, version=table.version)

    def open_streams(self) -> list[Iterator[bytes]]:
        """Open the streams of four phones at a table."""
        self.open()
        heartbeat = Heartbeat(20, lambda: None)
        streams = [self.tables.stream(self.code, 0, heartbeat, Connection(None)) for _ in SEATS]
        for stream in streams:
            next(stream)
        return streams

    def health(self) -> float:
        """Send the cheapest request."""
        return self.ask("GET", "/healthz")

    def look(self) -> float:
        return self.ask("GET", f"/api/tables/{self.code}", self.tokens["red"])

    def offers(self) -> float:
        table = self.tables.get(self.code)
        while len(permissions.list_moves(table, list(self.tokens.values()), seat := self.mover(table))) < 5:
            self.move()
            table = self.tables.get(self.code)
        return self.ask("GET", f"/api/tables/{self.code}/moves", self.tokens[seat])

    def replay(self) -> float:
        """Load a table of two hundred events that is not cached."""
        while self.tables.get(self.code).version < 200:
            self.move()
        self.tables.forget(self.code)
        begun = process_time()
        self.tables.get(self.code)
        return process_time() - begun

    def board(self) -> float:
        self.move()
        return self.ask("GET", f"/t/{self.code}/board")

    def page(self) -> float:
        return self.ask("GET", f"/t/{self.code}")

    def qr_code(self) -> float:
        begun = process_time()
        codes.can_encode("HTTPS://TABLE.EXAMPLE/T/QWERTY")
        return process_time() - begun

    def stylesheet(self) -> float:
        return self.ask("GET", "/static/css/games/dice_charmers/play.css")

    def pdf(self) -> float:
        begun = process_time()
        print_pad(Order((PrintableSheet(load_sheet("sun")),), pages=1))
        return process_time() - begun


@dataclass(frozen=True)
class Trick:
    name: str
    where: str
    measured: Callable[[Load], float]
    part_of: Callable[[Load], float]
    without: Callable[[Load], Any]  # a context in which the trick is not used
    pairs: int = PAIRS


# Without it


def uncached(function: Any) -> Callable[[Load], Any]:
    """Ask the function itself, wherever a module of ours has its cached form."""

    holders = [
        (module, name)
        for place, module in list(sys.modules.items())
        if place.startswith("companion")
        for name, value in vars(module).items()
        if value is function
    ]

    @contextmanager
    def without(load: Load) -> Iterator[None]:
        for module, name in holders:
            setattr(module, name, function.__wrapped__)
        yield
        for module, name in holders:
            setattr(module, name, function)

    return without


class FullSessions(identity.Sessions):
    open_session = SecureCookieSessionInterface.open_session
    save_session = SecureCookieSessionInterface.save_session


def full_sessions(load: Load) -> Any:
    return patch.object(load.app, "session_interface", FullSessions())


def set_headers(response: Response) -> Response:
    for name, value in http.choose_headers(response.content_type or "").items():
        response.headers.setdefault(name, value)
    return response


@contextmanager
def headers_by_flask(load: Load) -> Iterator[None]:
    hooks = load.app.after_request_funcs[None]
    with patch.object(load.app, "wsgi_app", load.unguarded):
        hooks.append(set_headers)
        yield
        hooks.remove(set_headers)


def cookies_always_read(load: Load) -> Any:
    return patch.object(language, "read_cookie", lambda name: request.cookies.get(name))


def connection_from_pool(load: Load) -> Any:
    """Take a connection and give it back for every read."""

    def read(self: sqlite.SqliteEventLog, code: str, after: int = 0, most: int = ALL) -> list:
        connection = self.engine.raw_connection()
        try:
            cursor = connection.cursor()
            cursor.execute(self.select_news, {"code": code, "after": after, "until": after + most})
            return sql.read_rows(code, cursor.fetchall())
        finally:
            connection.close()

    return patch.object(sqlite.SqliteEventLog, "read", read)


def read_by_sqlalchemy(load: Load) -> Any:
    def read(self: sqlite.SqliteEventLog, code: str, after: int = 0, most: int = ALL) -> list:
        with self.transaction() as connection:
            rows = connection.execute(sql.NEWS, {"code": code, "after": after, "until": after + most})
            return sql.read_rows(code, rows)

    return patch.object(sqlite.SqliteEventLog, "read", read)


def strokes_drawn_again(load: Load) -> Any:
    return patch.object(phone, "_cached_drawer", phone._cached_drawer.__wrapped__)


TRICKS = [
    Trick("sessions only with a cookie", "web/http.py", Load.health, Load.move, full_sessions),
    Trick("headers around Flask", "web/http.py", Load.health, Load.move, headers_by_flask),
    Trick("cookies read only if there are some", "web/http.py", Load.health, Load.move, cookies_always_read),
    Trick("Accept-Language remembered", "web/http.py", Load.health, Load.move, uncached(http.match_language)),
    Trick(
        "files compressed once",
        "web/http.py",
        Load.stylesheet,
        Load.stylesheet,
        uncached(http.compress_file),
    ),
    Trick("texts remembered", "i18n", Load.offers, Load.offers, uncached(i18n.cached_gettext)),
    Trick("parsed moves remembered", "rules/play.py", Load.replay, Load.replay, uncached(play.parse_move), 60),
    Trick("kept connection", "storage/sqlite.py", Load.look, Load.look, connection_from_pool),
    Trick("SQL handed to the driver", "storage/sql.py", Load.look, Load.look, read_by_sqlalchemy),
    Trick("QR codes remembered", "render/codes.py", Load.qr_code, Load.pdf, uncached(codes.make_matrix), 20),
    Trick("printed areas remembered", "drawing/phone.py", Load.page, Load.page, uncached(phone.draw_printed_areas), 40),
    Trick("strokes remembered", "drawing/phone.py", Load.board, Load.board, strokes_drawn_again, 60),
]


def measure(trick: Trick, load: Load) -> tuple[float, float]:
    """Medians with and without."""
    used, unused = [], []
    for _ in range(trick.pairs + WARM_UP):
        used.append(trick.measured(load))
        with trick.without(load):
            trick.measured(load)  # both begin warm
            unused.append(trick.measured(load))
        trick.measured(load)
    return statistics.median(used[WARM_UP:]), statistics.median(unused[WARM_UP:])


def show(trick: Trick, load: Load, whole: dict[str, float]) -> None:
    used, unused = measure(trick, load)
    kind = trick.part_of.__name__
    if kind not in whole:
        whole[kind] = statistics.median(trick.part_of(load) for _ in range(8 if kind == "pdf" else 100))
    share = (unused - used) / whole[kind]
    print(
        f"| {trick.name} | {trick.where} | {(unused - used) * 1e6:.0f} | {kind} | {whole[kind] * 1e6:.0f} | {share:.1%} |"
    )


def show_collector(how: str) -> None:
    """The pauses of the garbage collector while a thousand tables with four open streams each are opened and played."""
    with tempfile.TemporaryDirectory() as folder:
        load = Load(Path(folder))
        usual = gc.get_threshold()
        if how != "Python's own":
            tune_garbage_collector()
        if how == "frozen":
            gc.set_threshold(*usual)
        pauses, begun = [], 0.0

        def clock(phase: str, info: object) -> None:
            nonlocal begun
            if phase == "start":
                begun = process_time()
            else:
                pauses.append(process_time() - begun)

        gc.callbacks.append(clock)
        streams = [load.open_streams() for _ in range(TABLES_IN_MEMORY)]
        for _ in range(3 * len(streams)):
            load.move()
        gc.callbacks.remove(clock)
        print(f"| {how} | {sum(pauses) * 1000:.0f} | {max(pauses) * 1000:.0f} |", flush=True)
        load.close()


def main() -> None:
    wanted = " ".join(sys.argv[1:])
    print("| trick | where | saves, µs | of a | which takes, µs | share |\n| --- | --- | --- | --- | --- | --- |")
    whole: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        load = Load(Path(folder))
        for trick in TRICKS:
            if wanted in trick.name:
                show(trick, load, whole)
        load.close()
    if wanted in "garbage collection":
        print("\n| garbage collection (server.py) | all pauses, ms | longest, ms |\n| --- | --- | --- |", flush=True)
        for how in ("Python's own", "frozen", "frozen, fewer"):  # each in a process of its own
            alone = multiprocessing.get_context("spawn").Process(target=show_collector, args=(how,))
            alone.start()
            alone.join()


if __name__ == "__main__":
    main()
