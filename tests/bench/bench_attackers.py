"""How long the moves of a table take while others attack: python tests/bench/bench_attackers.py [--seconds 10]

A real server on loopback. One table plays a move every 50 ms: first alone, then next to attackers of each kind in turn:
four from addresses of their own (127.0.0.2 and so on), or for work that costs CPU eight connections of one address.
Prints p50 and p99 of the table's moves and the answers that the attackers got. Attackers run in this process, on the
same cores as the server. `--only` measures some kinds.
"""

import argparse
import http.client
import json
import random
import socket
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from time import monotonic, perf_counter, sleep

sys.path.insert(0, str(Path(__file__).parents[2]))

from load.report import percentile

from tests.conftest import RunningServer, new_server

ATTACKERS = 4
CONNECTIONS = 8  # of one attacker with work that costs CPU
BOT_TABLES = 70
EVERY = 0.05  # seconds between two moves
PAUSE = 0.002  # between two requests of one attacker: 2,000 in a second from four


class Client:
    """One connection from an address of its own."""

    def __init__(self, server: RunningServer, address: str = "127.0.0.1") -> None:
        self.port, self.address = server.port, address
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30, source_address=(address, 0))

    def ask(self, method: str, path: str, body: object = None, **headers: str) -> tuple[int, bytes]:
        try:
            self.connection.request(
                method,
                path,
                None if body is None else json.dumps(body),
                {
                    "Content-Type": "application/json",
                    **{name.replace("_", "-"): value for name, value in headers.items()},
                },
            )
            answer = self.connection.getresponse()
            return answer.status, answer.read()
        except (OSError, http.client.HTTPException):
            self.connection.close()
            return 0, b""


class Table:
    """A table with two seats that plays offered moves."""

    def __init__(self, client: Client) -> None:
        self.client, self.seconds = client, []
        opened = self.json("POST", "/api/tables", {"game": "dice-charmers"})
        self.code, self.host = opened["code"], opened["host_token"]
        self.tokens = {}
        for name in ("Anna", "Boris"):
            seat = self.json("POST", f"/api/tables/{self.code}/seats", {"name": name})
            self.tokens[seat["seat"]] = seat["token"]

    def json(self, method: str, path: str, body: object = None, token: str = "") -> dict:
        status, answer = self.client.ask(method, path, body, **({"Authorization": f"Bearer {token}"} if token else {}))
        assert status in (200, 201), (path, status, answer[:200])
        return json.loads(answer)

    def play(self, seconds: float, luck: random.Random) -> list[float]:
        """Play until the time is over; return how long each move took."""
        self.json("POST", f"/api/tables/{self.code}/start", {}, self.host)
        took, until = [], monotonic() + seconds
        while monotonic() < until:
            table = self.json("GET", f"/api/tables/{self.code}")
            if table["phase"] != "playing":
                return took + Table(self.client).play(until - monotonic(), luck)
            token = self.tokens[table["turn"]["seat"]]
            offers = self.json("GET", f"/api/tables/{self.code}/moves", token=token)
            move = {"move": luck.choice(offers["moves"])["move"], "version": offers["version"]}
            begun = perf_counter()
            self.json("POST", f"/api/tables/{self.code}/moves", move, token)
            took.append(perf_counter() - begun)
            sleep(EVERY)
        return took


def padded_links(client: Client) -> int:
    return client.ask("GET", "/score/rajas/r/1" + "A" * random.randrange(10, 3900))[0]


def long_hosts(client: Client, code: str) -> int:
    return client.ask("GET", f"/t/{code}", Host=f"{'a' * 240}.example")[0]


def order_flood(client: Client, table: Table) -> int:
    return client.ask("POST", f"/api/tables/{table.code}/order", {}, Authorization=f"Bearer {table.host}")[0]


def long_streams(client: Client, code: str) -> int:
    with socket.create_connection(("127.0.0.1", client.port), 5, (client.address, 0)) as line:
        line.sendall(f"GET /api/tables/{code}/stream HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        return int(line.recv(65536).split()[1])


def half_headers(client: Client, held: list[socket.socket]) -> int:
    line = socket.create_connection(("127.0.0.1", client.port), 5, (client.address, 0))
    line.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nX-Half: ")
    held.append(line)
    if len(held) > 300:
        held.pop(0).close()
    return 1


def pdf_hog(client: Client) -> int:
    return client.ask("GET", f"/print/pad.pdf?sheet=sun&pages={random.randrange(1, 200)}&lang=en")[0]


def wrong_codes(client: Client) -> int:
    return client.ask("GET", f"/api/tables/{''.join(random.choices('CDFGHJKM', k=6))}")[0]


def open_finished_table(client: Client, luck: random.Random) -> str:
    """Play a game with two people to its end; return its code."""
    table = Table(client)
    table.json("POST", f"/api/tables/{table.code}/start", {}, table.host)
    while (now := table.json("GET", f"/api/tables/{table.code}"))["phase"] == "playing":
        token = table.tokens[now["turn"]["seat"]]
        offers = table.json("GET", f"/api/tables/{table.code}/moves", token=token)
        move = {"move": luck.choice(offers["moves"])["move"], "version": offers["version"]}
        table.json("POST", f"/api/tables/{table.code}/moves", move, token)
    return table.code


def start_bots(client: Client, opened: Counter[str]) -> int:
    """Open a table of one person and four bots at the strongest level, until there are enough."""
    if opened[client.address] >= BOT_TABLES:
        return client.ask("GET", "/")[0]
    opened[client.address] += 1
    status, answer = client.ask("POST", "/api/tables", {"game": "dice-charmers"})
    if status != 201:
        return status
    code, host = (made := json.loads(answer))["code"], {"Authorization": f"Bearer {made['host_token']}"}
    for number in range(4):
        bot = {"name": f"Bot {number}", "kind": "bot", "level": "level-4"}
        client.ask("POST", f"/api/tables/{code}/seats", bot, **host)
    person = json.loads(client.ask("POST", f"/api/tables/{code}/seats", {"name": "Eve"})[1])
    client.ask("POST", f"/api/tables/{code}/order", {}, **host)
    status = client.ask("POST", f"/api/tables/{code}/start", {}, **host)[0]
    del person
    return status


def look_at_finished(client: Client, codes: list[str], page: str) -> int:
    """Ask for something of finished games that a server computes for the first request only."""
    return client.ask("GET", page % random.choice(codes))[0]


def big_scoring(client: Client) -> int:
    notables = [{"name": f"nobody-{number}", "guild": "artisans"} for number in range(400)]
    players = [{"name": f"P{number}", "rupees": 3, "notables": notables} for number in range(3)]
    return client.ask("POST", "/api/score/agra", {"players": players})[0]


def big_import(client: Client) -> int:
    spellings = ",".join(f'"p{number}": ["q{number}", "N{number}"]' for number in range(3000))
    return client.ask("POST", "/history/import", spellings)[0]


def big_body(client: Client) -> int:
    with socket.create_connection(("127.0.0.1", client.port), 5, (client.address, 0)) as line:
        line.sendall(b"POST /api/score/rajas HTTP/1.1\r\nHost: x\r\nContent-Length: 300000000\r\n\r\n")
        for _ in range(64):
            line.sendall(bytes(65536))
        return int(line.recv(65536).split()[1])


FINISHED_PAGES = {
    "result pages": "/t/%s",
    "analysis pollers": "/api/tables/%s/analysis",
    "analysis pages": "/t/%s/analysis",
    "replays": "/t/%s/replay",
    "transcripts": "/t/%s/transcript.txt",
    "sheets as PDF": "/t/%s/sheets.pdf",
}
FROM_ONE_ADDRESS = {*FINISHED_PAGES, "bot tables", "print previews", "oversized scoring", "oversized imports"}

KINDS: dict[str, Callable[[Client, Table], Callable[[], int]]] = {
    "padded result links": lambda client, victim: lambda: padded_links(client),
    "long Host headers": lambda client, victim: lambda: long_hosts(client, victim.code),
    "floods of order events": lambda client, victim: (lambda table: lambda: order_flood(client, table))(Table(client)),
    "streams from 0": lambda client, victim: lambda: long_streams(client, victim.code),
    "half-sent headers": lambda client, victim: (lambda held: lambda: half_headers(client, held))([]),
    "PDFs": lambda client, victim: lambda: pdf_hog(client),
    "wrong codes": lambda client, victim: lambda: wrong_codes(client),
    "300 MB bodies": lambda client, victim: lambda: big_body(client),
    "oversized imports": lambda client, victim: lambda: big_import(client),
    "oversized scoring": lambda client, victim: lambda: big_scoring(client),
    "print previews": lambda client, victim: (
        lambda: client.ask("GET", f"/print/preview?sheet=moon&pages={random.randrange(1, 200)}&up=2")[0]
    ),
    "bot tables": lambda client, victim: lambda: start_bots(client, victim.opened),
    **{
        name: lambda client, victim, page=page: lambda: look_at_finished(client, victim.finished, page)
        for name, page in FINISHED_PAGES.items()
    },
}


def attack(server: RunningServer, kind: str, seconds: float, got: Counter[int]) -> list[threading.Thread]:
    """Start the attackers of a kind."""
    victim = Table(Client(server))
    victim.opened = Counter()
    games = 6 if kind in FINISHED_PAGES else 0
    victim.finished = [open_finished_table(Client(server), random.Random(number)) for number in range(games)]

    def run(client: Client) -> None:
        once, until = KINDS[kind](client, victim), monotonic() + seconds
        while monotonic() < until:
            try:
                got[once()] += 1
            except (OSError, ValueError, IndexError):
                got[0] += 1
            sleep(PAUSE)

    addresses = (
        ["127.0.0.2"] * CONNECTIONS if kind in FROM_ONE_ADDRESS else [f"127.0.0.{i + 2}" for i in range(ATTACKERS)]
    )
    clients = [Client(server, address) for address in addresses]
    attackers = [threading.Thread(target=run, args=(client,), daemon=True) for client in clients]
    for attacker in attackers:
        attacker.start()
    return attackers


def measure(kind: str, seconds: float) -> str:
    got: Counter[int] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        server = new_server(Path(folder), tables_per_hour=10_000)
        server.start()
        table = Table(Client(server))
        attackers = attack(server, kind, seconds + 1, got) if kind else []
        took = table.play(seconds, random.Random(1))
        for attacker in attackers:
            attacker.join(30)
        server.stop()
    p50, p99 = (percentile(took, share) * 1000 for share in (50, 99))
    figures = f"{len(took)} moves, p50 {p50:.0f} ms, p99 {p99:.0f} ms, longest {max(took) * 1000:.0f} ms"
    return f"{kind or 'nobody'}: {figures}; answers to attackers: {dict(sorted(got.items()))}"


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--seconds", type=float, default=10)
    options.add_argument("--only", nargs="+", choices=list(KINDS), default=list(KINDS))
    chosen = options.parse_args()
    for kind in ("", *chosen.only, ""):
        print(measure(kind, chosen.seconds), flush=True)


if __name__ == "__main__":
    main()
