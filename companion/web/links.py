"""Remember which devices were linked with which finished tables, so that the database is asked once."""

from collections import OrderedDict
from threading import Lock

KEPT_LINKS = 20_000


class Links:
    def __init__(self) -> None:
        self.known: OrderedDict[tuple[str, str], None] = OrderedDict()
        self.lock = Lock()

    def add(self, device: str, code: str) -> bool:
        """Return whether this is new."""
        with self.lock:
            if (device, code) in self.known:
                return False
            self.known[device, code] = None
            if len(self.known) > KEPT_LINKS:
                self.known.popitem(last=False)
            return True

    def forget(self, device: str, code: str) -> None:
        with self.lock:
            self.known.pop((device, code), None)
