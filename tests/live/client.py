"""A headless phone: JSON over HTTP and a stream, with the standard library only."""

import http.client
import json
import random
import socket
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from urllib.parse import urlsplit

NO_ANSWER = (OSError, http.client.HTTPException, ValueError)  # ValueError: an answer that was cut off


class Refused(Exception):
    def __init__(self, status: int, body: dict, headers: dict) -> None:
        super().__init__(f"{status} {body}")
        self.status, self.body, self.headers = status, body, headers


def call(url: str, method: str, path: str, token: str | None = None, body: dict | None = None) -> dict:
    """Send a request. Raises Refused for a status above 399, OSError or HTTPException without a response."""
    connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=20)
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    try:
        connection.request(method, path, json.dumps(body) if body is not None else None, headers)
        answer = connection.getresponse()
        text = answer.read()
    finally:
        connection.close()
    given = json.loads(text)
    if answer.status >= 400:
        raise Refused(answer.status, given, dict(answer.headers))
    return given


@dataclass
class LiveTable:
    """A table of the test game; `url` may change when another server takes over."""

    url: str
    code: str
    host: str
    tokens: dict[str, str]

    @classmethod
    def open(cls, url: str, players: int = 2, game: str = "race") -> "LiveTable":
        made = call(url, "POST", "/api/tables", body={"game": game})
        table = cls(url, made["code"], made["host_token"], {})
        for number in range(players):
            seat = table.call("POST", "/seats", body={"name": f"Player {number}"})
            table.tokens[seat["seat"]] = seat["token"]
        table.call("POST", "/start", made["host_token"], {})
        return table

    def call(self, method: str, path: str = "", token: str | None = None, body: dict | None = None) -> dict:
        return call(self.url, method, f"/api/tables/{self.code}{path}", token, body)

    def play_on(self) -> int:
        """Play the next move, never the last one of the game; return the new version."""
        shown = self.call("GET")
        token = self.tokens[shown["turn"]["seat"]]
        move = "roll" if shown["dice"] is None else "end"
        return self.call("POST", "/moves", token, {"move": move, "version": shown["version"]})["version"]

    def patiently(self, *request: object) -> dict:
        """Retry while the server does not respond."""
        while True:
            try:
                return self.call(*request)
            except NO_ANSWER:
                time.sleep(0.02)


@dataclass
class Regular:
    """Play offered moves of one game after the other for all seats; repeat each move until it is answered."""

    url: str
    choose: random.Random
    tables: list[LiveTable] = field(default_factory=list)
    phones: list["Phone"] = field(default_factory=list)
    answered: list[tuple[str, int, str]] = field(default_factory=list)  # code, number of the move, the move
    unanswered: int = 0
    problem: Exception | None = None
    stopping: bool = False

    def __post_init__(self) -> None:
        self.sit_down()
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def sit_down(self) -> None:
        """Open a table; retry with another one if the server does not respond meanwhile."""
        while True:
            with suppress(*NO_ANSWER):
                self.tables.append(LiveTable.open(self.url, game="dice-charmers"))
                break
        self.phones.append(Phone(self.url, self.tables[-1].code))

    def run(self) -> None:
        try:
            while not self.stopping:
                self.play_one()
        except Exception as problem:
            self.problem = problem

    def play_one(self) -> None:
        table = self.tables[-1]
        shown = self.insist(table, "GET")
        if shown["phase"] == "over":
            self.sit_down()
            return
        seat = shown["turn"]["seat"]
        offered = self.insist(table, "GET", f"/moves?seat={seat}", table.tokens[seat])
        move = self.choose.choice(offered["moves"])["move"]
        before = self.unanswered
        try:
            self.insist(table, "POST", "/moves", table.tokens[seat], {"move": move, "version": shown["version"]})
        except Refused as refused:
            if refused.status != 409 or self.unanswered == before:
                raise
            return  # written down, but the answer was lost
        self.answered.append((table.code, shown["version"] + 1, move))

    def insist(self, table: LiveTable, *request: object) -> dict:
        while True:
            try:
                return table.call(*request)
            except NO_ANSWER:
                self.unanswered += 1
            except Refused as refused:
                if refused.status != 503:
                    raise
            assert not self.stopping, "stopped while nobody answered"
            time.sleep(0.02)

    def goes_on(self) -> None:
        """Wait for the next answered move."""
        count = len(self.answered)
        wait_until(lambda: self.problem or len(self.answered) > count, 60)
        if self.problem:
            raise self.problem

    def stop(self) -> None:
        self.stopping = True
        self.thread.join(timeout=60)
        if self.problem:
            raise self.problem


@dataclass
class Phone:
    """Listen to a table; reconnect automatically with the last event number."""

    url: str
    code: str
    seen: list[int] = field(default_factory=list)
    connects: int = 0
    heartbeats: int = 0
    stopping: bool = False

    def __post_init__(self) -> None:
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self) -> None:
        while not self.stopping:
            try:
                self.listen()
            except (OSError, http.client.HTTPException):
                time.sleep(0.05)
            finally:
                self.connection.close()

    def listen(self) -> None:
        self.connection = http.client.HTTPConnection(urlsplit(self.url).netloc, timeout=20)
        headers = {"Last-Event-ID": str(self.seen[-1])} if self.seen else {}
        self.connection.request("GET", f"/api/tables/{self.code}/stream", headers=headers)
        answer = self.connection.getresponse()
        with answer:
            self.hear(answer)

    def hear(self, answer: http.client.HTTPResponse) -> None:
        if answer.status != 200:
            raise OSError(answer.status)
        self.connects += 1
        number = None
        while not self.stopping:
            line = answer.readline()
            if not line:
                return
            if line.startswith(b"id: "):
                number = int(line[4:])
            elif line.startswith(b":"):
                self.heartbeats += 1
            elif line == b"\n" and number is not None:
                self.seen.append(number)
                number = None

    def wait_for(self, number: int, seconds: float = 20) -> None:
        wait_until(lambda: self.seen and self.seen[-1] >= number, seconds)

    def cut(self) -> None:
        """Lose the Wi-Fi for a moment."""
        with suppress(OSError, AttributeError):  # it may just be coming back
            self.connection.sock.shutdown(socket.SHUT_RDWR)

    def stop(self) -> None:
        self.stopping = True
        self.cut()
        self.thread.join(timeout=10)


@dataclass
class Page(Phone):
    """Listen as pages do: with heartbeats that tell who is away, and with the token of a seat."""

    token: str | None = None
    away: str = ""  # the seats, as last told

    def listen(self) -> None:
        self.connection = http.client.HTTPConnection(urlsplit(self.url).netloc, timeout=20)
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        self.connection.request("GET", f"/api/tables/{self.code}/stream?beats=1", headers=headers)
        with self.connection.getresponse() as answer:
            self.connects += 1
            is_away = False
            while line := answer.readline():
                if is_away:
                    self.away = line.decode().removeprefix("data: ").strip()
                is_away = line == b"event: away\n"

    def wait_to_connect(self) -> None:
        wait_until(lambda: self.connects)

    def wait_for_away(self, seats: str) -> None:
        wait_until(lambda: self.away == seats)


def wait_until(holds, seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.02)
