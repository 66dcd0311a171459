"""A table of The Dice Charmers, driven through the JSON API."""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, field
from functools import partial
from random import Random

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.app import create_app
from companion.games import fair_dice
from companion.games.dice_charmers.table.playing import DiceCharmers
from companion.games.game import load_table_games
from companion.games.table_game import TableGame
from companion.i18n import use_language
from companion.jobs import Jobs
from companion.settings import Settings
from tests.conftest import served

COLOURS = ("red", "blue", "green", "yellow", "purple")
PAPER_TURNS = 3  # in which nobody on paper declares a meeting, so that a random game is worth playing


@pytest.fixture(autouse=True)
def english():
    """Reset the language, which a request leaves set in the test's thread."""
    with use_language("en"):
        yield


@pytest.fixture(scope="session")
def games() -> Mapping[str, TableGame]:
    return load_table_games()


@pytest.fixture(scope="session")
def game(games) -> DiceCharmers:
    return games["dice-charmers"]


@dataclass
class Party:
    client: FlaskClient
    code: str
    host: str
    tokens: dict[str, str] = field(default_factory=dict)
    language: str = "en"

    def call(self, method: str, path: str, token: str | None = None, **body):
        headers = {"Accept-Language": self.language} | ({"Authorization": f"Bearer {token}"} if token else {})
        address = f"/api/tables/{self.code}{path}"
        return self.client.open(address, method=method, headers=headers, json=body if method == "POST" else None)

    def show(self) -> dict:
        return self.call("GET", "").json

    @property
    def mover(self) -> str:
        return self.show()["turn"]["seat"]

    def offers(self, seat: str) -> list[dict]:
        return self.call("GET", f"/moves?seat={seat}", self.tokens[seat]).json["moves"]

    def play(self, move: str, seat: str | None = None, **more):
        seen = self.show()
        seat = seat or seen["turn"]["seat"]
        return self.call("POST", "/moves", self.tokens[seat], move=move, seat=seat, version=seen["version"], **more)

    def undo(self, seat: str, **more):
        return self.call("POST", "/undo", self.tokens[seat], version=self.show()["version"], **more)

    def manage(self, action: str, seat: str):
        return self.call("POST", "/manage", self.host, action=action, seat=seat)

    def play_on(self, rng: Random) -> None:
        """Play random offered moves until there are none."""
        seen = self.show()
        turns = 0
        while seen["turn"]:
            seat, token = seen["turn"]["seat"], self.tokens[seen["turn"]["seat"]]
            offers = self.offers(seat)
            assert offers, "whose turn it is has something to do"
            turns += any(offer["kind"] == "met" for offer in offers)
            useful = [offer for offer in offers if offer["kind"] != "met" or turns > PAPER_TURNS]
            move, nonce = rng.choice(useful)["move"], str(rng.random())
            answer = self.call("POST", "/moves", token, move=move, seat=seat, version=seen["version"], nonce=nonce)
            assert answer.status_code == 200, answer.json
            seen = answer.json

    def export(self) -> dict:
        answer = self.call("GET", "/log")
        assert answer.status_code == 200, answer.json
        return json.loads(answer.text)


@contextmanager
def opened(settings: Settings, jobs: Jobs | None = None) -> Iterator[Flask]:
    """Return the real app, with the same seed in every run."""
    with same_seed():
        app = create_app(settings, jobs=jobs)
        yield app
        app.extensions["companion"].tables.log.close()


@contextmanager
def same_seed() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fair_dice, "new_seed", lambda: "5eed" * 16)
        yield


def meet(
    app: Flask,
    players: int = 2,
    sheet: str = "sun",
    dice: str = "virtual",
    paper: str | tuple[str, ...] | None = None,
    names: tuple[str, ...] = tuple(f"Player {colour}" for colour in COLOURS),
) -> Party:
    """Open a table, seat `players` players, and start the game."""
    client = app.test_client()
    answer = client.post("/api/tables", json={"game": "dice-charmers", "sheet": sheet, "dice": dice}).json
    table = Party(client, answer["code"], answer["host_token"])
    for colour, name in zip(COLOURS[:players], names, strict=False):
        kind = "paper" if paper and colour in (paper if isinstance(paper, tuple) else (paper,)) else "phone"
        joined = table.call("POST", "/seats", name=name, colour=colour, kind=kind)
        table.tokens[colour] = joined.json["token"]
    assert table.call("POST", "/start", table.host).status_code == 200
    return table


@pytest.fixture
def app(pages, settings) -> Iterator[Flask]:
    with same_seed(), served(pages, settings) as app:
        yield app


@pytest.fixture
def party(app) -> Callable[..., Party]:
    return partial(meet, app)


@pytest.fixture(scope="session")
def short_game(tmp_path_factory) -> dict:
    """Return the log of a short game in which karma was used."""
    folder = tmp_path_factory.mktemp("short-game")
    settings = Settings(
        data_dir=folder, database_url=f"sqlite:///{folder / 'companion.db'}", secret_key="for tests only"
    )
    with opened(settings) as app, use_language("en"):
        table = meet(app, 3, paper="green")
        table.play("roll", nonce="first")
        while table.mover == "red":
            table.play(table.offers("red")[0]["move"])
        karma = next(offer["move"] for offer in table.offers("blue") if offer["kind"] == "karma")
        table.play(karma, nonce="second")
        table.play_on(Random(7))
        return table.export()


@pytest.fixture
def finished(short_game) -> dict:
    return deepcopy(short_game)
