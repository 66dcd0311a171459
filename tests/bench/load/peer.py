"""The same load on boardgame.io: its server, our phones. They speak WebSocket and as much of Socket.IO as is needed.

The library is installed by npm into a temporary folder when the bench runs; nothing of it is kept here.
"""

import asyncio
import json
import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from load.servers import Used, family
from load.tables import PHONES, Moves, Table
from load.wire import Broken, Line, Traffic

PACKAGES = ("boardgame.io@0.50.2", "node-persist@3.1.0")  # the second writes its files; later ones wait a second
GAME = "roll-and-write"
PROGRAM = Path(__file__).with_name("peer_game.cjs")
STATE = re.compile(rb'"_stateID":(\d+)')
SPACES_PER_VALUE = 6


@dataclass
class Peer:
    port: int
    lobby: int  # the port where matches are opened
    process: subprocess.Popen[bytes]

    def table(self, number: int, traffic: Traffic) -> Table:
        return PeerTable(self.port, number, traffic, self.lobby)

    def used(self) -> Used:
        return Used.by(family(self.process.pid))

    def database_cpu(self) -> float:
        return 0.0


@contextmanager
def installed() -> Iterator[Path | None]:
    """Return a folder with the library, or None if it cannot be installed."""
    npm = shutil.which("npm")
    if not npm or not shutil.which("node"):
        yield None
        return
    with tempfile.TemporaryDirectory(prefix="companion-peer-") as folder:
        command = [npm, "install", "--silent", "--no-audit", "--no-fund", "--prefix", folder, *PACKAGES]
        done = subprocess.run(command, capture_output=True, timeout=300, cwd=folder)
        yield Path(folder) if done.returncode == 0 else None


@contextmanager
def peer(library: Path, in_files: bool) -> Iterator[Peer]:
    with tempfile.TemporaryDirectory(prefix="companion-peer-") as folder:
        program = library / PROGRAM.name
        shutil.copy(PROGRAM, program)  # so that it finds the library
        command = ["node", str(program), *([folder] if in_files else [])]
        environ = {**os.environ, "NODE_ENV": "production"}
        process = subprocess.Popen(command, env=environ, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        try:
            yield Peer(*ports_when_ready(process, seconds=30), process)
        finally:
            process.kill()
            process.wait()


def ports_when_ready(process: subprocess.Popen[bytes], seconds: float) -> tuple[int, int]:
    """Return the ports of the game and of the lobby once the server is ready."""
    assert process.stdout
    deadline, said = time.monotonic() + seconds, ""
    while time.monotonic() < deadline and (line := process.stdout.readline().decode()):
        if line.startswith("ready "):
            port, lobby = map(int, line.split()[1:])
            return port, lobby
        said += line
    raise Broken(f"the peer's server did not start: {said}")


class PeerPhone(asyncio.Protocol):
    """A player's Socket.IO connection. It checks that the numbers of the states follow each other."""

    def __init__(self, hello: str, heard: asyncio.Event, traffic: Traffic) -> None:
        self.hello, self.heard, self.traffic = hello, heard, traffic
        self.received = b""
        self.upgraded = False
        self.state = b""  # the newest message that has one
        self.seq = -1
        self.at = 0.0
        self.problem = ""
        self.closing = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport
        transport.write(
            b"GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
            b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        )

    def send(self, text: str) -> None:
        content = text.encode()
        size = len(content)
        length = bytes([0x80 | size]) if size < 126 else bytes([0x80 | 126]) + size.to_bytes(2, "big")
        frame = b"\x81" + length + b"\0\0\0\0" + content  # masked with zeros
        self.traffic.count += len(frame)
        self.transport.write(frame)

    def emit(self, *event: object) -> None:
        self.send(f"42/{GAME},{json.dumps(event)}")

    def data_received(self, data: bytes) -> None:
        now = perf_counter()
        self.traffic.count += len(data)
        self.received += data
        if not self.upgraded:
            head, end, self.received = self.received.partition(b"\r\n\r\n")
            if not end:
                self.received = head
                return
            self.upgraded = True
        while (message := self.next_message()) is not None:
            self.read(message, now)

    def next_message(self) -> bytes | None:
        """Return a complete message from what has arrived; the server neither masks nor splits messages."""
        got = self.received
        if len(got) < 2:
            return None
        size, begin = got[1], 2
        if size >= 126:
            begin = 4 if size == 126 else 10
            size = int.from_bytes(got[2:begin], "big")
        if len(got) < begin + size:
            return None
        self.received = got[begin + size :]
        return got[begin : begin + size]

    def read(self, message: bytes, now: float) -> None:
        if message.startswith(b"0"):
            self.send(f"40/{GAME},")
        elif message == b"2":
            self.send("3")
        elif message.startswith(b"40/"):
            self.send(self.hello)
        elif found := STATE.search(message):
            seq = int(found[1])
            if seq != self.seq + 1 and self.seq >= 0:
                self.problem = self.problem or f"state {seq} after {self.seq}"
            self.seq, self.at, self.state = seq, now, message
            self.heard.set()

    def connection_lost(self, error: Exception | None) -> None:
        if not self.closing:
            self.problem = self.problem or f"connection ended: {error}"
            self.heard.set()

    def close(self) -> None:
        self.closing = True
        self.transport.abort()


class PeerTable(Table):
    """The player to move derives the legal marks from the state, as at a companion's table."""

    def __init__(self, port: int, number: int, traffic: Traffic, lobby: int) -> None:
        super().__init__(port, number, traffic)
        self.line = Line(lobby, self.address, traffic)

    async def open(self) -> None:
        made = await self.call("POST", f"/games/{GAME}/create", numPlayers=PHONES)
        self.path = made["matchID"]
        for number in range(PHONES):
            name = f"Player {number + 1}"
            joined = await self.call("POST", f"/games/{GAME}/{self.path}/join", playerID=str(number), playerName=name)
            self.tokens[str(number)] = joined["playerCredentials"]
        self.mover, self.version = "0", 0
        self.line.close()

    async def connect(self) -> None:
        loop = asyncio.get_running_loop()
        for seat, token in self.tokens.items():
            hello = f"42/{GAME},{json.dumps(['sync', self.path, seat, token, PHONES])}"
            _, phone = await loop.create_connection(
                lambda hello=hello: PeerPhone(hello, self.heard, self.traffic),
                "127.0.0.1",
                self.port,
                local_addr=(self.address, 0),
            )
            self.phones.append(phone)
        await self.everyone_has(self.version)

    async def choose(self) -> str:
        _, _, text = self.phones[0].state.partition(b",")
        _, _, told, *_ = json.loads(text)
        state = told.get("state", told)
        self.mover = state["ctx"]["currentPlayer"]
        spaces = state["G"]["sheets"][self.mover]["spaces"]
        die, value = self.rng.choice([(die, value) for die, value in enumerate(state["G"]["dice"]) if value])
        free = [space for space, mark in enumerate(spaces) if not mark]
        fitting = [space for space in free if space % SPACES_PER_VALUE == value - 1]
        return json.dumps([die, self.rng.choice(fitting or free)])

    async def move(self, move: str, moves: Moves) -> None:
        begun = perf_counter()
        seat = self.mover or ""
        payload = {"type": "mark", "args": json.loads(move), "playerID": seat, "credentials": self.tokens[seat]}
        phone = self.phones[int(seat)]
        phone.emit("update", {"type": "MAKE_MOVE", "payload": payload}, self.version, self.path, seat)
        self.version += 1
        await self.everyone_has(self.version)
        moves.seconds.append(max(phone.at for phone in self.phones) - begun)
