"""Players who asked for it are notified of their turn, unless they are looking at the table."""

import json
import re
from threading import BoundedSemaphore, Event

import pytest

from companion.hosting import push
from companion.hosting.push import Notebook
from companion.tables.table import Table
from companion.web import pushing
from tests.hosting.test_push import PHONE

SECURE = "https://localhost"
DEVICE = {"endpoint": PHONE.endpoint, "p256dh": PHONE.p256dh, "auth": PHONE.auth}


@pytest.fixture
def sent(monkeypatch):
    """The messages that would have been sent; `arrived` is set with each."""

    class Sent(list):
        arrived = Event()
        known = True

    sent = Sent()

    def send(message, to, key):
        sent.append(json.loads(message))
        sent.arrived.set()
        return sent.known

    monkeypatch.setattr(push, "send", send)
    return sent


class Player:
    """A phone with its own cookies."""

    def __init__(self, app, lang="en"):
        self.client = app.test_client()
        self.headers = {"Accept-Language": lang}

    def post(self, path, **form):
        page = self.client.get("/", base_url=SECURE).text
        token = re.search(r'name="csrf-token" content="([^"]+)"', page)[1]
        return self.client.post(path, data={"csrf_token": token, **form}, base_url=SECURE, headers=self.headers)


@pytest.fixture
def table(app):
    """The address of a started table of two, Anna's turn, and both phones."""
    anna, boris = Player(app), Player(app, "ru")
    address = anna.post("/tables", game="race", sheet="short", dice="virtual").headers["Location"]
    for player, name in ((anna, "Anna"), (boris, "Борис")):
        player.post(f"{address}/join", name=name)
    anna.post(f"{address}/arrange", do="start")
    return address, anna, boris


def play(player, address, *moves):
    for move in moves:
        version = player.client.get(f"/api{address.replace('/t/', '/tables/')}", base_url=SECURE).json["version"]
        assert player.post(f"{address}/moves", move=move, version=str(version)).status_code < 400


def test_the_next_player_is_called_in_their_language(table, sent, settings):
    address, anna, boris = table
    assert boris.post(f"{address}/push", on="1", **DEVICE).status_code == 204
    play(anna, address, "roll")
    assert sent == [], "still Anna's turn"
    play(anna, address, "end")
    assert sent.arrived.wait(20)
    assert sent == [{"title": "Ваш ход", "body": f"race · {address[-6:]}", "url": address}]


def test_nobody_is_called_who_switched_it_off_or_unsubscribed(table, sent, settings):
    address, anna, boris = table
    notebook = Notebook(settings.data_dir / "push")
    boris.post(f"{address}/push", on="1", **DEVICE)
    boris.post(f"{address}/push", on="", **DEVICE)
    assert not any(notebook.read(address[-6:]).values())
    sent.known = False
    anna.post(f"{address}/push", on="1", **DEVICE)
    play(anna, address, "roll", "end")
    play(boris, address, "roll", "end")
    assert sent.arrived.wait(20)
    while any(notebook.read(address[-6:]).values()):  # dropped, because the service does not know it any more
        pass


def test_who_looks_at_the_table_is_not_called(app, table, sent):
    address, anna, boris = table
    boris.post(f"{address}/push", on="1", **DEVICE)
    tables = app.extensions["companion"].tables
    seat = tables.get(address[-6:]).seats[1]
    with tables.attend(address[-6:], [seat.key]):
        play(anna, address, "roll", "end")
    assert sent == []


@pytest.mark.parametrize(
    ("who", "device", "status"),
    [
        pytest.param("stranger", DEVICE, 403, id="without a seat"),
        pytest.param("boris", DEVICE | {"endpoint": "https://192.168.1.1/"}, 400, id="another address"),
        pytest.param("boris", DEVICE | {"endpoint": "https://a b.push.apple.com/x"}, 400, id="a space in the host"),
        pytest.param("boris", {}, 400, id="nothing"),
    ],
)
def test_what_is_refused(app, table, sent, who, device, status):
    address, _, boris = table
    player = Player(app) if who == "stranger" else boris
    assert player.post(f"{address}/push", on="1", **device).status_code == status


def test_after_the_end_nobody_can_subscribe(app, table, monkeypatch):
    address, _, boris = table
    monkeypatch.setattr(Table, "phase", "over")
    assert boris.post(f"{address}/push", on="1", **DEVICE).status_code == 422


def test_without_a_name_server_only_a_few_messages_are_under_way(table, monkeypatch, app):
    """The others are not sent: they would be too late."""
    address, anna, boris = table
    blocked = Event()
    monkeypatch.setattr(push, "send", lambda *_: blocked.wait(30))
    monkeypatch.setattr(pushing, "SENDING", BoundedSemaphore(1))
    boris.post(f"{address}/push", on="1", **DEVICE)
    play(anna, address, "roll", "end")
    play(boris, address, "roll", "end")
    play(anna, address, "roll", "end")
    assert not pushing.SENDING.acquire(blocking=False)
    blocked.set()
    assert pushing.SENDING.acquire(timeout=20), "when it has ended, the next one may be sent"


def test_over_plain_http_there_is_no_button(table):
    address, anna, _ = table
    assert 'id="push"' not in anna.client.get(address).text
