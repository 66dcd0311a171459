"""Tables of four phones that play The Dice Charmers through the JSON API, with moves that are legal."""

import asyncio
import json
import random
from dataclasses import dataclass, field
from time import perf_counter

from load.wire import Broken, Busy, Line, Phone, Traffic

from companion.games.dice_charmers.rules import legal_moves, to_move
from companion.games.game import load_table_games
from companion.games.table_game import BOT_LEVELS
from companion.storage import Event
from companion.tables import table as tables
from companion.web.admission import RETRY_SECONDS

PHONES = 4
GAMES = load_table_games()
UNKNOWN = {"host_key": "", "key": "", "seed": ""}  # secrets, which no stream tells
PATIENCE = 60  # seconds until a move that is not heard of counts as lost


@dataclass
class Moves:
    """What was measured of many moves."""

    seconds: list[float] = field(default_factory=list)  # from the POST to the arrival at all phones
    choosing: list[float] = field(default_factory=list)
    heard_at: list[float] = field(default_factory=list)
    late: int = 0  # moves whose turn had come before the one before was heard of everywhere
    games: int = 0  # that came to their end


class Table:
    """The player to move knows the rules: the state comes from the stream, the legal moves from the engine."""

    def __init__(self, port: int, number: int, traffic: Traffic) -> None:
        self.port, self.traffic = port, traffic
        self.address = f"127.1.{number // 250}.{number % 250 + 1}"
        self.line = Line(port, self.address, traffic)
        self.rng = random.Random(number)
        self.tokens: dict[str, str] = {}
        self.phones: list[Phone] = []
        self.heard = asyncio.Event()
        self.path = ""
        self.host = ""
        self.mover: str | None = ""
        self.version = 0
        self.told: list[bytes] = []  # events of the first phone's stream that the state does not know yet
        self.state: tables.Table | None = None

    async def open(self) -> None:
        made = await self.call("POST", "/api/tables", game="dice-charmers")
        self.path, self.host = f"/api/tables/{made['code']}", made["host_token"]
        await self.sit_down()
        begun = await self.call("POST", f"{self.path}/start", self.host, nothing=None)
        self.mover, self.version = begun["turn"]["seat"], begun["version"]
        self.line.close()

    async def sit_down(self, people: int = PHONES) -> None:
        for number in range(people):
            taken = await self.call("POST", f"{self.path}/seats", name=f"Player {number + 1}")
            self.tokens[taken["seat"]] = taken["token"]

    async def connect(self) -> None:
        """Connect four phones, each with its own stream, and a connection for their moves; return when all are up to
        date."""
        loop = asyncio.get_running_loop()
        for token in self.tokens.values():
            request = f"GET {self.path}/stream HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {token}\r\n\r\n"
            told = None if self.phones else self.told
            _, phone = await loop.create_connection(
                lambda request=request, told=told: Phone(request.encode(), self.heard, self.traffic, told),
                "127.0.0.1",
                self.port,
                local_addr=(self.address, 0),
            )
            self.phones.append(phone)
        await self.everyone_has(self.version)
        await self.line.connection()

    async def call(self, method: str, path: str, token: str = "", **body: object) -> dict:
        sent = json.dumps({name: value for name, value in body.items() if name != "nothing"}) if body else ""
        while True:
            try:
                return json.loads(await self.line.request(method, path, token, sent.encode()))
            except Busy:
                self.traffic.busy += 1
                await asyncio.sleep(RETRY_SECONDS)

    async def play(self, moves: Moves, begin: float, every: float, until: float, most: int | None = None) -> None:
        """Play one move every `every` seconds from `begin` to `until`, or as fast as they arrive.

        A move is chosen as soon as the one before it has arrived; the first one, one turn earlier.
        """
        await asyncio.sleep(max(begin - every - perf_counter(), 0))
        due = begin
        while self.mover and due < until and most != 0:
            chosen = perf_counter()
            move = await self.choose()
            if not self.mover:
                break
            moves.choosing.append(perf_counter() - chosen)
            wait = due - perf_counter()
            if every and wait < 0:
                moves.late += 1
            await asyncio.sleep(max(wait, 0))
            await self.move(move, moves)
            due = due + every if every else perf_counter()
            most = most - 1 if most else most
        moves.games += not self.mover

    async def choose(self) -> str:
        for event in self.told:
            self.learn(json.loads(event))
        self.told.clear()
        assert self.state and self.state.version == self.version
        return str(self.rng.choice(legal_moves(self.state.position.state, self.mover or "")))

    def learn(self, body: dict) -> None:
        event = Event(*(body.pop(field) for field in ("seq", "at", "kind")), body, body.pop("seat", None), UNKNOWN)
        if self.state:
            self.state = tables.fold(self.state, event)
        else:
            texts = GAMES[event.body["game"]].find_contents(event.body["settings"])  # as the server has read them
            by_hash = {event.body["contents"][name]: text for name, text in texts.items()}
            self.state = tables.open_table(self.path, event, GAMES, lambda hashes: by_hash)

    async def move(self, move: str, moves: Moves) -> None:
        begun = perf_counter()
        token = self.tokens[self.mover or ""]
        played = await self.call("POST", f"{self.path}/moves", token, move=move, version=self.version)
        self.version, turn = played["version"], played["turn"]
        self.mover = turn and turn["seat"]
        await self.everyone_has(self.version)
        heard = max(phone.at for phone in self.phones)
        moves.heard_at.append(heard)
        moves.seconds.append(heard - begun)

    async def everyone_has(self, version: int) -> None:
        while any(phone.seq < version for phone in self.phones):
            self.heard.clear()
            await asyncio.wait_for(self.heard.wait(), PATIENCE)
            self.check()
        self.check()

    def check(self) -> None:
        for phone in self.phones:
            if phone.problem:
                raise Broken(f"{self.path}: {phone.problem}")

    def close(self) -> None:
        self.line.close()
        for phone in self.phones:
            phone.close()


class AskingTable(Table):
    """The player to move asks the companion, which describes every offer with its effects."""

    async def choose(self) -> str:
        self.told.clear()
        offered = await self.call("GET", f"{self.path}/moves", self.tokens[self.mover or ""])
        if offered["version"] != self.version:
            raise Broken(f"offers of version {offered['version']}, not {self.version}")
        return self.rng.choice(offered["moves"])["move"]


class BotTable(Table):
    """The strongest bot, which begins and plays at human speed, and three phones; only the moves of people are
    measured."""

    async def sit_down(self, people: int = PHONES) -> None:
        await self.call("POST", f"{self.path}/seats", self.host, name="Bot", kind="bot", level=BOT_LEVELS[-1])
        await super().sit_down(people - 1)

    async def choose(self) -> str:
        """Wait until a person has the turn."""
        while True:
            for event in self.told:
                self.learn(json.loads(event))
            self.told.clear()
            assert self.state
            self.mover, self.version = to_move(self.state.position.state), self.state.version
            if self.mover in self.tokens or self.state.phase == "over":
                return str(self.rng.choice(legal_moves(self.state.position.state, self.mover))) if self.mover else ""
            self.heard.clear()
            await asyncio.wait_for(self.heard.wait(), PATIENCE)
            self.check()
