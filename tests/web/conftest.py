"""An app with the test game, and a JSON client for it."""

from dataclasses import dataclass, field
from random import Random

import pytest
from flask.testing import FlaskClient

from tests.conftest import served
from tests.testgame import games


@pytest.fixture
def app(pages, settings, jobs):
    with served(pages, settings, games(), jobs=jobs) as app:
        yield app


@pytest.fixture
def client(app) -> FlaskClient:
    return app.test_client()


@dataclass
class ApiTable:
    """A table and all players' tokens, driven through the JSON API."""

    client: FlaskClient
    code: str
    host: str
    tokens: dict[str, str] = field(default_factory=dict)

    def call(self, method: str, path: str, token: str | None = None, **body):
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        address = f"/api/tables/{self.code}{path}"
        return self.client.open(address, method=method, headers=headers, json=body if method == "POST" else None)

    def join(self, name: str, **more) -> str:
        answer = self.call("POST", "/seats", name=name, **more)
        assert answer.status_code == 201, answer.json
        self.tokens[answer.json["seat"]] = answer.json["token"]
        return answer.json["seat"]

    def start(self):
        return self.call("POST", "/start", self.host)

    def show(self, token: str | None = None) -> dict:
        return self.call("GET", "", token).json

    def moves(self, seat: str) -> list[str]:
        return [offer["move"] for offer in self.call("GET", "/moves", self.tokens[seat]).json["moves"]]

    def play(self, seat: str, move: str, version: int | None = None):
        version = self.show()["version"] if version is None else version
        return self.call("POST", "/moves", self.tokens[seat], move=move, version=version)

    def play_on(self, luck: Random) -> None:
        """Play an offered move for the current player until the game is over."""
        seen = self.show()
        while seen["phase"] == "playing":
            seat = luck.choice([*self.tokens])
            if moves := self.moves(seat):
                answer = self.play(seat, luck.choice(moves), seen["version"])
                assert answer.status_code == 200, answer.json
                seen = answer.json


@pytest.fixture
def table(client) -> ApiTable:
    answer = client.post("/api/tables", json={"game": "race"})
    assert answer.status_code == 201
    return ApiTable(client, answer.json["code"], answer.json["host_token"])


@pytest.fixture
def game(table) -> ApiTable:
    """Red and blue, started; it is red's turn."""
    table.join("Leila", colour="red")
    table.join("Rajesh", colour="blue")
    assert table.start().status_code == 200
    return table
