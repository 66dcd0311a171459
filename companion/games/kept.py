"""A small cache for what is asked for again, such as the drawings of a finished game."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Kept(Generic[Value]):
    """An LRU cache of at most `most` values, for several threads."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.values: OrderedDict[Hashable, Value] = OrderedDict()
        self.lock = Lock()

    def find(self, key: Hashable, compute: Callable[[], Value]) -> Value:
        """Return the value of a key, computed if nobody asked for it lately."""
        value = self.get(key)
        if value is None:
            value = compute()
            self.keep(key, value)
        return value

    def get(self, key: Hashable) -> Value | None:
        with self.lock:
            if key in self.values:
                self.values.move_to_end(key)
            return self.values.get(key)

    def keep(self, key: Hashable, value: Value) -> bool:
        """Keep a value as the latest one; return whether its key is new."""
        with self.lock:
            is_new = key not in self.values
            self.values[key] = value
            self.values.move_to_end(key)
            while len(self.values) > self.most:
                self.values.popitem(last=False)
            return is_new

    def forget(self, key: Hashable) -> None:
        with self.lock:
            self.values.pop(key, None)
