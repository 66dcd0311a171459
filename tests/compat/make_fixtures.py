"""Made the fixtures in v0/: python -m tests.compat.make_fixtures

Kept as a record of how the fixtures were made. It drives the companion of its day, partly from inside, and is not
expected to run once the package has changed; nothing else depends on it. Do not make v0/ again: its point is that an
earlier version wrote it. What a later version writes belongs into a folder of its own.

Everything random comes from one seed and the clock is set, so a second run writes the same tables.
"""

import json
import os
import re
import secrets
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from itsdangerous import TimestampSigner, URLSafeTimedSerializer

from companion.app import create_app
from companion.settings import Settings

ROOT = Path(__file__).resolve().parents[2]
V0 = Path(__file__).parent / "v0"
SECRET_KEY = "of the fixtures, for tests only"
SIGNED_AT = 1_794_873_600  # 17 November 2026
NAMES = {"red": "Leila", "blue": "Раджеш", "green": "Anna & Boris", "yellow": "Zoë"}
WORDS = {"label", "prompt", "text", "message"}  # may be said better one day
SETTLED = {"roll", "choose", "rerolled", "bonuses", "end-turn"}  # what is asked when no task is open
LIKELY_TOTALS = {"fame": 23, "money": 41, "karma-circled": 3, "karma-used": 1}

luck = Random(20261117)


def without_chance() -> None:
    """Codes, tokens, seeds and nonces are the same in every run; so is the time of cookies."""
    secrets.choice = luck.choice
    secrets.token_hex = lambda size: luck.randbytes(size).hex()
    secrets.token_urlsafe = lambda size: f"test-token-{luck.randbytes(size // 2).hex()}"
    TimestampSigner.get_timestamp = lambda self: SIGNED_AT


@dataclass
class Table:
    """A table of the fixtures and everyone's tokens, driven through the JSON contract."""

    name: str
    app: Flask
    client: FlaskClient
    code: str
    host: str
    tokens: dict[str, str] = field(default_factory=dict)

    def call(self, method: str, path: str, token: str | None = None, **body: Any) -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        given = body if method == "POST" else None
        answer = self.client.open(f"/api/tables/{self.code}{path}", method=method, headers=headers, json=given)
        assert answer.status_code < 300, (self.name, path, body, answer.json)
        return answer.json

    def show(self) -> dict[str, Any]:
        return self.call("GET", "")

    def join(self, *seats: str, paper: str = "") -> None:
        for seat in seats:
            kind = "paper" if seat == paper else "phone"
            self.tokens[seat] = self.call("POST", "/seats", name=NAMES[seat], colour=seat, kind=kind)["token"]

    def start(self) -> None:
        self.call("POST", "/start", self.host)

    def offers(self, seat: str) -> list[str]:
        return [offer["move"] for offer in self.call("GET", f"/moves?seat={seat}", self.tokens[seat])["moves"]]

    def play(self, seat: str, move: str) -> None:
        version = self.show()["version"]
        self.call("POST", "/moves", self.tokens[seat], move=move, seat=seat, version=version)

    def undo(self, seat: str, **more: bool) -> None:
        self.call("POST", "/undo", self.tokens[seat], version=self.show()["version"], seat=seat, **more)

    def manage(self, action: str, seat: str) -> None:
        self.call("POST", "/manage", self.host, action=action, seat=seat)

    def write(self, script: str) -> None:
        """Lines such as "red: fame 3, undo, fame 2"."""
        for line in script.strip().splitlines():
            seat, _, entries = line.strip().partition(": ")
            for entry in entries.split(", "):
                self.undo(seat) if entry == "undo" else self.play(seat, entry)

    def sensible(self) -> tuple[str, str]:
        """Who plays, and what the companion's own player would do; figures of paper and real dice are made up."""
        seen = self.show()
        seat, asked = seen["turn"]["seat"], seen["turn"]["code"]
        offers = self.offers(seat)
        if asked == "total":
            figure = seen["turn"]["details"]["figure"]
            return seat, next((o for o in offers if o.endswith(f" {LIKELY_TOTALS[figure]}")), offers[0])
        if asked == "paper" and seen["round"] < 9:
            return seat, luck.choice([offer for offer in offers if offer != "met"])
        if asked in ("face", "confirm-dice", "paper") or seen["sheets"][seat]["paper"]:
            return seat, luck.choice([offer for offer in offers if offer != "pass"] or offers)
        here = self.app.extensions["companion"].tables.get(self.code)
        return seat, here.game.choose_bot_move(here.position, seat, luck)

    def step(self) -> None:
        self.play(*self.sensible())

    def until(self, reached: Any) -> None:
        while not reached(self.show()):
            self.step()

    def at_random(self) -> None:
        while (seen := self.show())["phase"] == "playing":
            seat = seen["turn"]["seat"]
            self.play(seat, luck.choice(self.offers(seat)))


class Evening:
    """The app whose tables become the fixtures."""

    def __init__(self, settings: Settings) -> None:
        self.app = create_app(settings)
        self.client = self.app.test_client()
        self.tables: dict[str, Table] = {}
        self.cookies: list[dict[str, str]] = []
        clock, tables = count(SIGNED_AT, 7), self.app.extensions["companion"].tables
        tables.now = tables.presence.now = lambda: next(clock)

    def keep(self, name: str, code: str, host: str) -> Table:
        table = self.tables[name] = Table(name, self.app, self.client, code, host)
        return table

    def open(self, name: str, game: str, **chosen: str) -> Table:
        answer = self.client.post("/api/tables", json={"game": game, **chosen}).json
        return self.keep(name, answer["code"], answer["host_token"])

    def begun(self, name: str, game: str, *seats: str, paper: str = "", **chosen: str) -> Table:
        table = self.open(name, game, **chosen)
        table.join(*seats, paper=paper)
        table.start()
        return table

    def on_a_page(self, path: str, **form: str) -> tuple[str, str]:
        """A browser presses a button; the code of the table it comes to, and its signed cookie."""
        browser = self.app.test_client()
        form["csrf_token"] = re.search(r'name="csrf-token" content="([^"]+)"', browser.get("/").text)[1]
        answer = browser.post(path, data=form)
        assert answer.status_code == 303, answer.text
        code = answer.location.rpartition("/")[2]
        return code, browser.get_cookie(f"companion_{code}").value

    def keep_cookie(self, table: Table, seat: str, value: str) -> None:
        (table.tokens[seat],) = URLSafeTimedSerializer(SECRET_KEY, salt="seats").loads(value)
        cookie = {"table": table.name, "seat": seat, "name": f"companion_{table.code}", "value": value}
        self.cookies.append(cookie)


# The Dice Charmers


def dice_charmers(evening: Evening) -> None:
    game = "dice-charmers"
    lobby = evening.open("sun-lobby", game, sheet="sun")
    lobby.join("red", "green", "blue", paper="green")
    lobby.call("POST", "/order", lobby.host, order=["blue", "green", "red"])
    lobby.call("DELETE", "/seats/red", lobby.host)
    del lobby.tokens["red"]

    table = evening.begun("sun-mid-turn", game, "red", "blue", "green", sheet="sun")
    table.until(lambda seen: seen["round"] == 2 and seen["undo"])
    table.undo(table.show()["undo"])
    table.until(lambda seen: seen["round"] == 3 and seen["turn"]["code"] == "end-turn")
    table.undo(table.show()["undo"], turn=True)
    table.until(in_the_middle)

    table = evening.begun("sun-finished", game, "red", "blue", sheet="sun")
    table.until(lambda seen: seen["phase"] == "over")
    fresh = evening.app.extensions["companion"].tables.rematch(table.code, [table.tokens["red"]])
    evening.keep("sun-rematch", fresh.code, table.host).tokens |= table.tokens

    table = evening.begun(
        "moon-finished-real-dice", game, "blue", "green", "red", sheet="moon", dice="real", paper="green"
    )
    table.until(lambda seen: seen["phase"] == "over")

    table = evening.begun("moon-typing-dice", game, "yellow", "blue", sheet="moon", dice="real")
    table.until(lambda seen: seen["round"] == 2 and seen["turn"]["code"] == "face")
    table.step()
    table.step()

    code, cookie = evening.on_a_page("/demo")
    demo = evening.keep("sun-demo", code, "")
    evening.keep_cookie(demo, "red", cookie)
    demo.host = demo.tokens["red"]
    demo.until(lambda seen: seen["round"] == 3 and seen["turn"]["code"] == "choose")
    demo.step()

    absent(evening.begun("sun-absent", game, "red", "blue", "green", sheet="sun"))

    table = evening.begun("sun-finished-some-left", game, "red", "blue", "green", sheet="sun")
    table.until(lambda seen: seen["round"] == 2 and seen["undo"])
    table.undo(table.show()["undo"])
    table.until(lambda seen: seen["round"] == 3 and seen["turn"]["code"] == "end-turn")
    table.undo(table.show()["undo"], turn=True)
    table.until(lambda seen: seen["round"] == 4 and seen["turn"]["seat"] == "blue")
    table.manage("skip", "blue")
    table.until(lambda seen: seen["round"] == 5 and seen["turn"]["seat"] == "green")
    table.manage("paper", "green")
    table.until(lambda seen: seen["phase"] == "over")

    own = evening.begun("own-sheet", game, "green", "yellow", sheet="tiny")
    own.until(lambda seen: seen["round"] == 2 and seen["undo"])


def in_the_middle(seen: Mapping[str, Any]) -> bool:
    """A task is open, a bonus waits, and the last move can be undone."""
    turn = seen["turn"]
    waiting = seen["sheets"][turn["seat"]]["bonuses"]
    return seen["round"] > 3 and turn["code"] not in SETTLED and bool(waiting) and seen["undo"] == turn["seat"]


def absent(table: Table) -> None:
    """A host who leaves, a phone that is exchanged, a turn that is skipped, a seat that goes on on paper."""
    tables = table.app.extensions["companion"].tables
    table.until(lambda seen: seen["round"] == 1 and seen["turn"]["seat"] == "green")
    table.call("POST", "/host", table.host, seat="blue")
    table.host = table.tokens["blue"]
    _, table.tokens["red"] = tables.move_seat(table.code, "red", tables.get(table.code).find_seat("red").key)
    table.manage("skip", "green")
    table.until(lambda seen: seen["round"] == 2 and seen["turn"]["seat"] == "green")
    table.manage("paper", "green")
    table.until(lambda seen: seen["round"] == 4 and seen["undo"] == "red")


# The games with boards


def rajas(evening: Evening) -> None:
    table = evening.begun("rajas-opening", "rajas", "red", "blue", "green", variant="mixed", river="ganga")
    table.write("blue: experienced, roll, undo, roll\nred: starting dice 3 1 4 1")

    table = evening.open("rajas-navaratnas", "rajas", variant="navaratnas", river="ganga")
    _, cookie = evening.on_a_page(f"/t/{table.code}/join", name=NAMES["red"], colour="red")
    evening.keep_cookie(table, "red", cookie)
    table.join("blue", "green")
    table.start()
    table.write("red: starting dice 1 1 2 1\nblue: roll\ngreen: roll\nred: first red")
    table.write(
        "red: place, roll blue, fame 5, undo, fame 6, upgrade temple, done fame-5\nblue: place mogul, money 10, done money-12, pay 3"
    )
    table.write("green: karma 1, karma 1, upgrade temple, place\nblue: roll orange, undo, bridge")
    table.write("red: tile white, tile brown bends, connect brown bends 2, connect white")
    (blue, *_) = [die for die in table.show()["sheets"]["red"]["dice"] if die["colour"] == "blue"]
    table.write(f"red: roll blue {blue['value']}, place")
    table.manage("skip", "blue")
    table.manage("paper", "green")
    table.write("green: roll green, die purple 6, give purple 6 turned, place\nred: money 2, money 1, place")

    table = evening.begun("rajas-finished", "rajas", "red", "blue", variant="basic", river="plain")
    table.write("red: roll\nblue: roll, undo, starting dice 6 6 6 5\nred: first red")
    table.write("red: place, fame 30, money 30, roll blue, fame 20")
    table.write("blue: fame 9, done fame-5, place, pay 1")
    table.at_random()


def cards_karma(evening: Evening) -> None:
    evening.begun("cards-karma-opening", "cards-karma", "blue", "red")

    table = evening.begun("cards-karma-playing", "cards-karma", "red", "blue", "green")
    table.write("red: first blue\nblue: take ship3, take ship17, take ship12, karma 2, use karma 1, end")
    table.write("green: coins 3, undo, coins 2, administrators 1, use administrators 1, end")
    table.write("red: take yellow, take yellow, take red, reveal karma")
    table.manage("skip", "red")
    table.manage("paper", "green")
    table.write("red: take yellow+white, undo, take yellow+white\nblue: fame 2, take tea2+silk1")

    table = evening.begun("cards-karma-finished", "cards-karma", "yellow", "red")
    table.write("red: first yellow")
    table.write("yellow: fame 3, reveal karma, coins 6, reveal dice, take red, undo, take red+tea2, end")
    table.at_random()


def agra(evening: Evening) -> None:
    evening.begun("agra-opening", "agra", "green", "blue", "red")

    table = evening.begun("agra-playing", "agra", "red", "blue", "green", "yellow")
    table.write("blue: roll\nred: cotton 2, wood 3, use wood 1\nblue: cotton 5, undo, cotton 4, price wood up")
    table.write("red: influence artisans, influence artisans, order artisans\ngreen: favour 2, cover, akbar wood")
    table.write("red: contract sufi artisans, contract dyer\ngreen: meditation step, price wood off, price dye down")
    table.play(turn_of(table), "end")
    table.manage("skip", turn_of(table))
    table.manage("paper", "yellow")
    table.write("yellow: contract caliph scholars, favour 1, favour 1")
    table.play(turn_of(table), "sandstone 1")

    table = evening.begun("agra-finished", "agra", "red", "blue")
    table.write("red: roll, influence artisans, contract sufi scholars, undo, contract sufi merchants, cotton 2, cover")
    table.write("blue: influence artisans, influence artisans, top artisans, order artisans, favour 3, price oil up")
    for _ in range(4):
        table.play(turn_of(table), "end")
    table.write("red: rupees 31\nblue: rupees 40, undo, rupees 29, finish")


def turn_of(table: Table) -> str:
    return table.show()["turn"]["seat"]


# What is expected of them


def without_words(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: without_words(inner) for key, inner in value.items() if key not in WORDS}
    return [without_words(inner) for inner in value] if isinstance(value, list) else value


def expected(table: Table) -> dict[str, Any]:
    seen = table.show()
    found = {"code": table.code, "host": table.host, "tokens": table.tokens, "state": without_words(seen)}
    if seen["phase"] == "playing":
        seat = seen["turn"]["seat"]
        found["moves"] = table.offers(seat)
        assert found["moves"], table.name
        found["undo"] = last_entry(table, seen)
    if seen["phase"] == "over":
        found["rolls"] = verified_rolls(table)
    return found


def last_entry(table: Table, seen: Mapping[str, Any]) -> dict[str, str] | None:
    """The entry that its seat can undo, and make again with the same outcome."""
    last = table.app.extensions["companion"].tables.log.read(table.code)[-1]
    undoable = last.seat in (seen["undo"] or ())  # a seat, or a list of them
    return {"seat": last.seat, "move": last.body["move"]} if undoable and last.kind == "move" else None


def verified_rolls(table: Table) -> int:
    told = companion("verify", V0 / "logs" / f"{table.name}.json")
    number = re.search(r"(\d+) rolls? follow", told)
    return int(number[1]) if number else 0


# The scoring links

FORMS: dict[str, dict[str, str]] = {
    "dice-charmers": {
        "players-0-name": "Rajesh", "players-0-fame": "21", "players-0-money": "40",
        "players-0-karma_circled": "5", "players-0-karma_used": "2",
        "players-1-name": "Лейла", "players-1-fame": "16", "players-1-money": "51",
        "players-1-karma_circled": "5", "players-1-karma_used": "3",
    },
    "rajas": {
        "players-0-name": "Leila", "players-0-fame": "37", "players-0-money": "52",
        "players-1-name": "Rajesh", "players-1-fame": "30", "players-1-money": "65",
        "players-2-name": "Zoë", "players-2-fame": "10", "players-2-money": "20",
        "met_order-0": "1", "met_order-1": "0",
    },
    "cards-karma": {
        "players-0-name": "Leila", "players-0-turned": "6", "players-0-fame": "2", "players-0-coins": "1",
        "players-0-karma": "0",
        "players-1-name": "Anna & Boris", "players-1-turned": "6", "players-1-fame": "1", "players-1-coins": "3",
        "players-1-karma": "2",
    },
    "agra": {
        "players-0-name": "Rajesh", "players-0-rupees": "36", "players-0-influence-artisans": "7",
        "players-0-orders-artisans": "3", "players-0-orders-merchants": "1", "players-0-akbar": "4",
        "players-0-notables-sufi": "scholars", "players-0-notables-grand-imam": "scholars",
        "players-0-notables-takshaka": "unknown", "players-0-goods-statue": "2", "players-0-favour": "3",
        "players-1-name": "Leila", "players-1-rupees": "31", "players-1-influence-artisans": "4",
        "players-1-influence-scholars": "5", "players-1-orders-scholars": "2", "players-1-cover_tiles": "2",
        "players-1-meditation_complete": "y", "players-1-notables-dutch-trader": "merchants",
        "price_tokens-statue": "-1", "price_tokens-wood": "+1",
    },
}  # fmt: skip


def links(evening: Evening) -> dict[str, Any]:
    found = [(game, typed_in(evening, game, form)) for game, form in FORMS.items()]
    filling = []
    for table in evening.tables.values():
        seen, page = table.show(), evening.client.get(f"/t/{table.code}").text
        if shared := re.search(r'id="explained" href="/score/[^"]+/r/([^"]+)"', page):
            found.append((seen["game"], shared[1]))
        if (form := re.search(r'id="to-score" href="([^"]+)"', page)) and seen["phase"] == "playing":
            filling.append({"table": table.name, "link": form[1], "totals": seen["scoring"]})
    return {"results": [scored(game, link) for game, link in found], "fill": filling}


def typed_in(evening: Evening, game: str, form: Mapping[str, str]) -> str:
    browser = evening.app.test_client()
    token = re.search(r'name="csrf-token" content="([^"]+)"', browser.get("/").text)[1]
    answer = browser.post(f"/score/{game}", data={**form, "csrf_token": token})
    assert answer.status_code == 303, (game, answer.status_code)
    return answer.location.rpartition("/")[2]


def scored(game: str, link: str) -> dict[str, Any]:
    from companion.web.result_link import unpack

    totals = unpack(link)
    result = json.loads(companion("score", game, "-", stdin=json.dumps(totals)))
    return {"game": game, "link": link, "totals": totals, "result": result}


# Writing


def companion(*arguments: str | Path, stdin: str = "", **settings: object) -> str:
    """The command as people run it."""
    chosen = {"data_dir": V0, "lang": "en", **settings}
    environ = {**os.environ, **{f"COMPANION_{name.upper()}": str(value) for name, value in chosen.items()}}
    command = [sys.executable, "-m", "companion", *map(str, arguments)]
    done = subprocess.run(command, cwd=ROOT, env=environ, input=stdin, capture_output=True, text=True)
    assert done.returncode == 0, (arguments, done.stderr)
    return done.stdout


def in_lines(value: Any, levels: int) -> str:
    """JSON with a line for each entry of the upper levels: short, and still to be read line by line."""
    if not levels or not isinstance(value, dict | list):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, list):
        return "[\n" + ",\n".join(in_lines(inner, levels - 1) for inner in value) + "\n]"
    lines = [f"{json.dumps(key)}: {in_lines(inner, levels - 1)}" for key, inner in value.items()]
    return "{\n" + ",\n".join(lines) + "\n}"


def main() -> None:
    without_chance()
    shutil.rmtree(V0, ignore_errors=True)
    for folder in ("tables", "logs", "transcripts", "sheets"):
        (V0 / folder).mkdir(parents=True)
    shutil.copy(ROOT / "tests" / "games" / "dice_charmers" / "definition" / "tiny.toml", V0 / "sheets")
    with TemporaryDirectory() as data_dir:
        shutil.copytree(V0 / "sheets", Path(data_dir) / "sheets")
        given = {"COMPANION_DATA_DIR": data_dir, "COMPANION_SECRET_KEY": SECRET_KEY}
        evening = Evening(Settings.load(given, Path(data_dir)))
        for play in (dice_charmers, rajas, cards_karma, agra):
            play(evening)
        for name, table in evening.tables.items():
            companion("export", table.code, "-o", V0 / "tables" / f"{name}.json", data_dir=data_dir)
            seen = table.show()
            if seen["phase"] == "over":
                log = evening.client.get(f"/api/tables/{table.code}/log")
                (V0 / "logs" / f"{name}.json").write_bytes(log.data)
            if seen["phase"] == "over" and seen["game"] == "dice-charmers":
                transcript = evening.client.get(f"/t/{table.code}/transcript.txt")
                (V0 / "transcripts" / f"{name}.txt").write_bytes(transcript.data)
        tables = {name: expected(table) for name, table in evening.tables.items()}
        cookies = {"secret_key": SECRET_KEY, "signed_at": SIGNED_AT, "cookies": evening.cookies}
        (V0 / "expected.json").write_text(in_lines({**cookies, "tables": tables}, 2) + "\n")
        (V0 / "links.json").write_text(in_lines(links(evening), 2) + "\n")
        companion("backup", V0 / "companion.db", data_dir=data_dir)
        evening.app.extensions["companion"].tables.log.close()


if __name__ == "__main__":
    main()
