"""Read photographed sheets in a worker process, and accept larger bodies for the pictures.

Nothing is stored: a picture lives in memory until it is read. Pages hold the reading and send it back.
"""

import json
import time
from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from threading import Lock
from typing import Any, TypeVar, cast

from flask import Flask, current_app, g, request

from companion.games.game import find_photo_reader
from companion.games.photo import BadMarks
from companion.games.table_game import ReadSheet
from companion.jobs import Busy, Failed, Kind
from companion.photo.unreadable import Unreadable
from companion.tables.errors import BadInput, Refused
from companion.web.companion import companion
from companion.web.limits import find_client_address

MEGABYTE = 1024 * 1024
PICTURE_BYTES = 20 * MEGABYTE  # photos of 12 megapixels have 3 to 8
PICTURES_AT_ONCE = 8  # received, waiting or being read: they are in memory
PICTURES_PER_ADDRESS = 5  # the players of a table may share an address
# A photo takes a second or two. Nothing is kept, and every reading has its own key.
READING = Kind(
    "photo",
    places=12,
    places_per_address=PICTURES_PER_ADDRESS,
    seconds=30,  # with the start of a worker on a busy machine
    memory_bytes=2048 * MEGABYTE,
    result_bytes=8 * MEGABYTE,
    kept_bytes=0,
)

LONGEST_NUMBER = 18  # digits
FORMS = ("multipart/form-data", "application/x-www-form-urlencoded")
View = TypeVar("View", bound=Callable[..., Any])


class Room:
    """Counts the pictures in memory, in total and per address."""

    def __init__(self) -> None:
        self.held: Counter[str] = Counter()
        self.lock = Lock()

    def take(self, address: str) -> bool:
        """Take a place and return True, or return False if there is none left."""
        with self.lock:
            if self.held.total() >= PICTURES_AT_ONCE or self.held[address] >= PICTURES_PER_ADDRESS:
                return False
            self.held[address] += 1
            return True

    def free(self, address: str) -> None:
        with self.lock:
            self.held -= Counter([address])


def picture_bytes() -> int:
    """Return how large a picture may be, for requests and for the pages that send it."""
    return PICTURE_BYTES


def accepts_picture(view: View) -> View:
    """Let a view receive a picture, which is larger than any other body."""
    view.takes_picture = True  # type: ignore[attr-defined]
    return view


def make_room_for_picture() -> None:
    """Allow a larger body if the view accepts a picture. Raises Busy if too many pictures are in memory."""
    view = current_app.view_functions.get(request.endpoint or "")
    if not hasattr(view, "takes_picture") or request.method != "POST":
        return
    room, address = current_app.extensions["pictures"], find_client_address()
    if not room.take(address):
        raise Busy(READING)
    g.free_room = partial(room.free, address)
    request.max_content_length = picture_bytes()


def free_room(_: BaseException | None) -> None:
    if free := g.pop("free_room", None):
        free()


def register(app: Flask) -> None:
    """Call this before `bodies.register`, which reads the body."""
    app.extensions["pictures"] = Room()
    app.jinja_env.globals.update(picture_bytes=picture_bytes)
    app.before_request(make_room_for_picture)
    app.teardown_request(free_room)


# Readings


def get_picture(field: str = "") -> bytes:
    """Return the picture in the body: as it is, or as a file of a form. Raises Refused if there is none."""
    files = [file for name, file in request.files.items() if file.filename and field in ("", name)]
    picture = files[0].read() if files else b"" if request.mimetype in FORMS else request.get_data()
    if not picture:
        raise Refused("photo-missing")
    return picture


def read_picture(sheet: str | None = None, field: str = "") -> Any:
    """Read the picture in this request's body. Raises Refused if it cannot be read, Busy or PhotoUnavailable."""
    here, picture = companion(), get_picture(field)
    own = here.settings.own_sheets
    try:
        return here.jobs.run(
            READING, object(), find_photo_reader().read, picture, sheet, own, address=find_client_address()
        )
    except Unreadable as error:
        raise Refused(f"photo-{error.kind}") from None
    except Failed:
        raise Refused("photo-failed") from None


def describe_picture(sheet: str | None) -> dict[str, Any]:
    """Read the picture in this request's body and describe it for JSON. Raises like `read_picture`."""
    began = time.monotonic()
    reading = read_picture(sheet)
    return find_photo_reader().describe(reading, time.monotonic() - began, companion().settings.own_sheets)


def open_picture(key: str, sheet: str | None = None, field: str = "") -> ReadSheet:
    """Read the picture in this request's body, for a page. Raises like `read_picture`."""
    return find_photo_reader().open_reading(read_picture(sheet, field), key, companion().settings.own_sheets)


def open_marks(sheet: object, version: object, serial: object, marks: object, key: str = "") -> ReadSheet:
    """Return a sheet with marks that a page or a program has sent. Raises BadInput."""
    are_numbers = all(each is None or type(each) is int for each in (version, serial))
    if not (isinstance(sheet, str) and are_numbers and isinstance(marks, dict)):
        raise BadInput("bad-marks", "cells")
    own = companion().settings.own_sheets
    try:
        numbers = cast("int | None", version), cast("int | None", serial)
        return find_photo_reader().open_marks(sheet, *numbers, marks, key, own)
    except BadMarks:
        raise BadInput("bad-marks", "cells") from None


def open_form(form: Mapping[str, str], key: str) -> ReadSheet:
    """Return the sheet in a form, with the answers to questions and the corrections that were sent along.

    Fields: `KEY-sheet` (name and version), `KEY-serial`, `KEY-cells` (JSON), `KEY-doubt CELL` (a state), `KEY-fix`
    (JSON). Raises BadInput.
    """
    name, _, version = form.get(f"{key}-sheet", "").rpartition(" ")
    serial = form.get(f"{key}-serial", "")
    doubt = f"{key}-doubt "
    answers = {field.removeprefix(doubt): state for field, state in form.items() if field.startswith(doubt)}
    marks = {**parse_marks(form.get(f"{key}-cells")), **answers, **parse_marks(form.get(f"{key}-fix"))}
    return open_marks(name, parse_number(version), parse_number(serial), marks, key)


def parse_number(text: str) -> int | None:
    """Parse the digits of a field; anything else is None, as is a number that is too long for one."""
    return int(text) if text.isdecimal() and len(text) <= LONGEST_NUMBER else None


def parse_marks(text: str | None) -> dict[str, str]:
    """Parse a JSON object; nothing is an empty one. Raises BadInput."""
    try:
        marks = json.loads(text or "{}")
    except (ValueError, RecursionError):
        marks = None
    if not isinstance(marks, dict):
        raise BadInput("bad-marks", "cells")
    return marks
