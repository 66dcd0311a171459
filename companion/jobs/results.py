"""A cache of results, because the players of a table request the same pad again."""

from collections import OrderedDict
from collections.abc import Hashable


class Results:
    """An LRU cache limited by its size in bytes."""

    def __init__(self, most_bytes: int) -> None:
        self.most_bytes = most_bytes
        self.held_bytes = 0
        self.kept: OrderedDict[Hashable, bytes] = OrderedDict()

    def find(self, key: Hashable) -> bytes | None:
        found = self.kept.get(key)
        if found is not None:
            self.kept.move_to_end(key)
        return found

    def keep(self, key: Hashable, result: bytes) -> None:
        self.held_bytes += len(result) - len(self.kept.pop(key, b""))
        self.kept[key] = result
        while self.held_bytes > self.most_bytes:
            _, dropped = self.kept.popitem(last=False)
            self.held_bytes -= len(dropped)

    def clear(self) -> None:
        self.kept.clear()
        self.held_bytes = 0
