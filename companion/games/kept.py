"""A small cache for what is costly to compute and asked for again, such as the drawings of a finished game."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Kept(Generic[Value]):
    """An LRU cache of at most `most` values."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.values: OrderedDict[Hashable, Value] = OrderedDict()
        self.lock = Lock()

    def find(self, key: Hashable, compute: Callable[[], Value]) -> Value:
        """Return the value of a key, computed if nobody asked for it lately."""
        with self.lock:
            if key in self.values:
                self.values.move_to_end(key)
                return self.values[key]
        value = compute()
        with self.lock:
            self.values[key] = value
            while len(self.values) > self.most:
                self.values.popitem(last=False)
        return value
