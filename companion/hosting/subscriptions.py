"""Who wants to be notified at which table: one file per table in the data folder, until the game is over."""

import json
import threading
from contextlib import suppress
from pathlib import Path

from companion.files import open_atomically

MOST_DEVICES = 4  # per seat
Kept = dict[str, list[dict[str, str]]]  # by seat


class Notebook:
    lock = threading.Lock()

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def locate_file(self, code: str) -> Path:
        return self.folder / f"{code}.json"

    def read(self, code: str) -> Kept:
        with suppress(OSError, ValueError):
            return dict(json.loads(self.locate_file(code).read_text(encoding="utf-8")))
        return {}

    def write(self, code: str, seat: str, wanted: list[dict[str, str]]) -> None:
        """Replace the devices of a seat."""
        with self.lock:
            kept = self.read(code) | {seat: wanted[-MOST_DEVICES:]}
            self.folder.mkdir(mode=0o700, exist_ok=True)
            with open_atomically(self.locate_file(code), 0o600) as part:
                part.write_text(json.dumps(kept), encoding="utf-8")

    def drop(self, code: str, seat: str, endpoint: str) -> None:
        self.write(code, seat, [each for each in self.read(code).get(seat, []) if each["endpoint"] != endpoint])

    def forget(self, code: str) -> None:
        self.locate_file(code).unlink(missing_ok=True)
