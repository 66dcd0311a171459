"""The event log in memory, for a phone that plays without a connection. The service worker keeps it (worker.js)."""

from collections.abc import Iterable, Mapping, Sequence

from companion.storage.contract import ALL, NO_CONTENTS, Body, Conflict, Contents, Event, Listener, Notes, UnknownTable


class MemoryLog:
    def __init__(self) -> None:
        self.logs: dict[str, list[Event]] = {}
        self.contents: dict[str, str] = {}

    def append(self, code: str, events: Sequence[Event], contents: Contents = NO_CONTENTS) -> None:
        kept = self.logs.get(code, [])
        if not kept and events[0].seq != 1:
            raise UnknownTable
        if events[0].seq != len(kept) + 1:
            raise Conflict
        self.logs[code] = [*kept, *events]
        self.contents.update(contents)

    def read(self, code: str, after: int = 0, most: int = ALL) -> list[Event]:
        return self.logs.get(code, [])[max(after, 0) :][:most]

    def replace_bodies(self, code: str, bodies: Mapping[int, Body]) -> None:
        for seq, body in bodies.items():
            self.logs[code][seq - 1] = self.logs[code][seq - 1]._replace(body=body)

    def read_contents(self, hashes: Iterable[str]) -> dict[str, str]:
        return {each: self.contents[each] for each in hashes if each in self.contents}

    def listen(self, listener: Listener) -> None:
        pass  # nobody else looks

    def exchange_notes(self, notes: Notes) -> None:
        pass

    def find_idle(self, at: int) -> list[str]:
        return [code for code, events in self.logs.items() if events[-1].at < at]

    def delete(self, codes: Iterable[str]) -> int:
        return sum(self.logs.pop(code, None) is not None for code in codes)

    def mark_seen(self, codes: Iterable[str], at: int) -> None:
        pass

    def find_last_seen(self, code: str) -> int | None:
        return None

    def close(self) -> None:
        pass

    def finish(self) -> None:
        pass
