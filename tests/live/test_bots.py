"""Bots of a real server: a dead worker process, a server killed in a bot's turn, and several server processes."""

import os
import signal

import pytest

from tests.live.client import call, wait_until
from tests.live.test_printing import printing_processes as find_workers


class BotTable:
    """One person and a bot, driven by the JSON API."""

    def __init__(self, url: str, level: str = "level-3") -> None:
        made = call(url, "POST", "/api/tables", body={"game": "dice-charmers"})
        self.url, self.path, self.host = url, f"/api/tables/{made['code']}", made["host_token"]
        self.token = call(url, "POST", f"{self.path}/seats", self.host, {"name": "Anna"})["token"]
        call(url, "POST", f"{self.path}/seats", self.host, {"name": "Tara", "kind": "bot", "level": level})
        call(url, "POST", f"{self.path}/start", self.host, {})

    def show(self) -> dict:
        return call(self.url, "GET", self.path)

    def is_my_turn(self) -> bool:
        seen = self.show()
        return seen["phase"] == "over" or (seen["turn"] is not None and seen["turn"]["seat"] == "red")

    def give_the_turn(self) -> int:
        """Play until it is the bot's turn; return the version."""
        while True:
            offers = call(self.url, "GET", f"{self.path}/moves", self.token)
            move = {"move": offers["moves"][0]["move"], "version": offers["version"]}
            played = call(self.url, "POST", f"{self.path}/moves", self.token, move)
            if played["turn"] is None or played["turn"]["seat"] == "blue":
                return played["version"]


def test_a_dead_worker_process_is_replaced_and_the_bot_plays_on(live_server):
    table = BotTable(live_server.url)
    table.give_the_turn()
    wait_until(table.is_my_turn, 60)
    (worker,) = find_workers(live_server)
    os.kill(worker, signal.SIGKILL)
    table.give_the_turn()
    wait_until(table.is_my_turn, 60)
    table.give_the_turn()
    wait_until(table.is_my_turn, 60)
    assert worker not in find_workers(live_server)


def test_a_server_killed_in_a_bots_turn_goes_on_with_it(start_server):
    server = start_server(bot_pause_ms=60_000)
    table = BotTable(server.url)
    version = table.give_the_turn()
    server.kill()
    server.environ["COMPANION_BOT_PAUSE_MS"] = "0"
    server.start()
    wait_until(table.is_my_turn, 60)
    assert table.show()["version"] > version


@pytest.mark.postgres
def test_several_processes_share_a_table_with_a_bot(start_server, postgres_url):
    """Requests reach any of them, so all of them look at the bot's turns."""
    table = BotTable(start_server(database_url=postgres_url, workers=2).url)
    for _ in range(3):
        table.give_the_turn()
        wait_until(table.is_my_turn, 60)
    assert table.show()["round"] == 2
