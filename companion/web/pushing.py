"""Notify phones that are away of their turn, if they asked for it at this table."""

import json
import logging
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flask import Blueprint, request
from flask.typing import ResponseReturnValue

from companion.games.game import choose_title, list_games
from companion.hosting import push
from companion.hosting.push import Notebook, Subscription
from companion.i18n import get_language, gettext, use_language
from companion.tables.errors import BadInput, NotAllowed, Refused
from companion.tables.table import Table
from companion.web.companion import Companion, companion, find_table

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

# Without a name server every message takes seconds: those of later turns are not sent then.
MOST_AT_ONCE = 8
NOTIFY_SECONDS = 20  # for all devices of a seat
SENDING = threading.BoundedSemaphore(MOST_AT_ONCE)

logger = logging.getLogger(__name__)
pushing = Blueprint("pushing", __name__)


def open_notebook(here: Companion) -> Notebook:
    return Notebook(here.settings.data_dir / push.FOLDER)


@cache
def load_key(data_dir: Path) -> "EllipticCurvePrivateKey":
    return push.load_key(data_dir)


@pushing.app_template_global()
def push_key() -> str:
    """Return the key that browsers ask for; none over plain http, where they have no notifications."""
    if not request.is_secure:
        return ""
    return push.encode(push.write_point(load_key(companion().settings.data_dir).public_key()))


@pushing.post("/t/<code>/push")
def subscribe(code: str) -> ResponseReturnValue:
    """Switch the notifications of this device at this table on or off. Raises NotAllowed or BadInput."""
    table, visitor = find_table(code)
    if not visitor.seats:
        raise NotAllowed("not-your-seat")
    if table.phase == "over":
        raise Refused("game-over")  # nobody would be called any more, and nothing would delete the address
    try:
        device = asdict(Subscription.read(request.form)) | {"lang": get_language()}
    except ValueError as error:
        raise BadInput("bad-request", "endpoint") from error
    notebook = open_notebook(companion())
    for seat in visitor.seats:
        notebook.drop(table.code, seat, device["endpoint"])
        if request.form.get("on"):
            notebook.write(table.code, seat, [*notebook.read(table.code).get(seat, []), device])
    return "", 204


def call_next_player(here: Companion, root: str, before: Table, after: Table) -> None:
    """Notify the player whose turn it is, in the background, unless their device has the table open."""
    notebook = open_notebook(here)
    if not notebook.locate_file(after.code).exists():
        return
    if after.phase != "playing":
        with suppress(OSError):
            notebook.forget(after.code)
        return
    seat = find_mover(after)
    own = after.find_seat(seat)
    if own is None or seat == find_mover(before) or here.tables.attendance.is_here(after.code, own.key):
        return
    devices = notebook.read(after.code).get(seat, [])
    if devices and SENDING.acquire(blocking=False):
        threading.Thread(target=notify, args=(here, after, seat, devices, root), daemon=True).start()


def find_mover(table: Table) -> str:
    turn = table.describe_turn()
    return str(turn["seat"]) if turn else ""


def notify(here: Companion, table: Table, seat: str, devices: list[dict[str, str]], root: str) -> None:
    try:
        send_to_all(here, table, seat, devices, root)
    finally:
        SENDING.release()


def send_to_all(here: Companion, table: Table, seat: str, devices: list[dict[str, str]], root: str) -> None:
    until = time.monotonic() + NOTIFY_SECONDS
    for device in devices:
        if time.monotonic() > until:
            return
        to = Subscription(device["endpoint"], device["p256dh"], device["auth"])
        try:
            reached = push.send(write_message(table, device, root), to, load_key(here.settings.data_dir))
        except (OSError, ValueError):
            logger.info("A push service cannot be reached.")
            continue
        if not reached:
            open_notebook(here).drop(table.code, seat, to.endpoint)


def write_message(table: Table, device: Mapping[str, str], root: str) -> bytes:
    game, brought = list_games().get(table.game.name), table.game.brought
    with use_language(device.get("lang", "en")):
        title = choose_title(brought.titles) if brought else game.title if game else table.game.name
        words: dict[str, Any] = {
            "title": gettext("Your turn"),
            "body": f"{title} · {table.code}",
            "url": f"{root}/t/{table.code}",
        }
    return json.dumps(words, ensure_ascii=False).encode()
