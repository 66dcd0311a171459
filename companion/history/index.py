"""The index of finished games in the database: who may see which, filters, deleting, merging spellings."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from heapq import merge
from typing import Any, NamedTuple, Protocol

from sqlalchemy import ColumnElement, Connection, Select, TableClause, and_, delete, func, select, tuple_, update

from companion.history.record import Record
from companion.storage.schema import (
    history_devices,
    history_erased,
    history_games,
    history_notes,
    history_people,
    history_spellings,
)

WHOLE_GAME = ""  # instead of a person, in the list of what was deleted
EVERYBODY = ""  # the scope of spellings in the shared history
CHUNK = 200  # games that one transaction changes; moves at tables wait for it


class Database(Protocol):
    """The part of the event log's database that the index uses."""

    @property
    def insert(self) -> Callable[[TableClause], Any]: ...
    def reading(self) -> AbstractContextManager[Connection]: ...
    def write(self, work: Callable[[Connection], object]) -> None: ...


class Scope(NamedTuple):
    """What a visitor may see: the games of a device, or the shared history."""

    device: str  # its fingerprint; empty for a stranger
    is_shared: bool = False

    @property
    def key(self) -> str:
        return EVERYBODY if self.is_shared else self.device

    @property
    def sees_nothing(self) -> bool:
        return not self.device and not self.is_shared


class Filter(NamedTuple):
    game: str = ""
    person: str = ""
    since: int | None = None  # milliseconds; the first moment that counts
    until: int | None = None  # the first moment that does not


ALL = Filter()


class Cursor(NamedTuple):
    """The last game of a page; the next page continues after it."""

    ended: int
    id: str


@dataclass(frozen=True)
class Spellings:
    """Names that were merged into another one."""

    others: Mapping[str, tuple[str, str]]  # person: whom they count as, and that name

    def find_person(self, person: str) -> str:
        return self.others[person][0] if person in self.others else person

    def list_persons(self, person: str) -> list[str]:
        """List everybody who counts as this person."""
        return [person, *(other for other, (counts_as, _) in self.others.items() if counts_as == person)]

    def apply(self, record: Record) -> Record:
        """Return the record with the merged names."""
        if not self.others or not any(player.person in self.others for player in record.players):
            return record
        players = (
            replace(player, person=self.others[player.person][0], name=self.others[player.person][1])
            if player.person in self.others
            else player
            for player in record.players
        )
        return replace(record, players=tuple(players))


class History:
    def __init__(self, database: Database) -> None:
        self.database = database

    # Writing

    def keep(self, record: Record, again: bool = False) -> None:
        """Store a record, or renew it. What was deleted stays so, unless it is to be kept `again`."""
        self.keep_all([record], again)

    def keep_all(self, records: Iterable[Record], again: bool = False) -> None:
        waiting = list(records)
        for first in range(0, len(waiting), CHUNK):
            part = waiting[first : first + CHUNK]
            self.database.write(lambda connection, part=part: self.put_all(connection, part, again))  # type: ignore[misc]

    def put_all(self, connection: Connection, records: Sequence[Record], again: bool) -> None:
        ids = [record.id for record in records]
        if again:
            connection.execute(delete(history_erased).where(history_erased.c.id.in_(ids)))
        rows = connection.execute(select(history_erased).where(history_erased.c.id.in_(ids))).all()
        erased = {(id, person) for id, person in rows}
        known = {record.id: record for record in self.read(connection, history_games.c.id.in_(ids))}
        for record in records:
            if (record.id, WHOLE_GAME) not in erased:
                for player in record.players:
                    if (record.id, player.person) in erased:
                        record = record.erase(player.person)
                self.put(connection, copy_ratings(known.get(record.id), record))

    def put(self, connection: Connection, record: Record) -> None:
        remove(connection, record.id)
        key = {"id": record.id, "game": record.game, "ended": record.ended}
        connection.execute(self.database.insert(history_games).values(**key, record=write_record(record)))
        for person in record.people:
            connection.execute(self.database.insert(history_people).values(**key, person=person))

    def link(self, device: str, record: Record) -> None:
        """Let a device see a game. A game that it has removed stays removed."""
        row = {"device": device, "ended": record.ended, "id": record.id, "game": record.game, "hidden": 0}
        linked = self.database.insert(history_devices).values(**row).on_conflict_do_nothing()
        self.database.write(lambda connection: connection.execute(linked))

    def rate_players(self, id: str, ratings: Mapping[str, tuple[float, float]]) -> None:
        """Add luck and accuracy, by seat, to the record of a game."""

        def work(connection: Connection) -> None:
            for record in self.read(connection, history_games.c.id == id):
                players = (
                    replace(
                        player, luck=round(ratings[player.colour][0], 4), accuracy=round(ratings[player.colour][1], 4)
                    )
                    if player.colour in ratings
                    else player
                    for player in record.players
                )
                self.put(connection, replace(record, players=tuple(players)))

        self.database.write(work)

    # Deleting

    def delete_game(self, scope: Scope, id: str) -> None:
        """Delete a game: from the shared history for everybody, else from the history of the device only."""

        def work(connection: Connection) -> None:
            if scope.is_shared:
                remove(connection, id)
                connection.execute(self.make_erased([(id, WHOLE_GAME)]))
            else:
                connection.execute(self.hide(scope, id, 1))

        self.database.write(work)

    def delete_name(self, scope: Scope, person: str) -> None:
        """Delete the names of a person from every game in the scope, for everybody."""
        for each in self.load_spellings(scope).list_persons(person):
            while records := self.find_as_stored(scope, Filter(person=each), most=CHUNK):
                self.database.write(lambda connection, part=records, name=each: self.erase(connection, part, name))  # type: ignore[misc]
        spelled = history_spellings.c.scope == scope.key
        about = (history_spellings.c.counts_as == person) | (history_spellings.c.person == person)
        self.database.write(lambda connection: connection.execute(delete(history_spellings).where(spelled, about)))

    def erase(self, connection: Connection, records: Iterable[Record], person: str) -> None:
        for record in records:
            connection.execute(self.make_erased([(record.id, person)]))
            self.put(connection, record.erase(person))

    def make_erased(self, rows: Iterable[tuple[str, str]]) -> Any:
        values = [{"id": id, "person": person} for id, person in rows]
        return self.database.insert(history_erased).values(values).on_conflict_do_nothing()

    def hide(self, scope: Scope, id: str, hidden: int) -> Any:
        own = (history_devices.c.device == scope.device) & (history_devices.c.id == id)
        return update(history_devices).where(own).values(hidden=hidden)

    def restore(self, scope: Scope, records: Sequence[Record], spellings: Spellings) -> int:
        """Bring games back and return how many: all of them in the shared history, else those that the device has
        removed."""
        if scope.is_shared:
            self.keep_all(records, again=True)
        back = len(records)
        if not scope.is_shared:
            back = self.unhide(scope, [record.id for record in records])
        for person, (counts_as, name) in spellings.others.items():
            self.merge(scope, person, counts_as, name)
        return back

    def unhide(self, scope: Scope, ids: Sequence[str]) -> int:
        shown: list[int] = []

        def work(connection: Connection) -> None:
            shown.extend(connection.execute(self.hide(scope, id, 0)).rowcount for id in ids)

        self.database.write(work)
        return sum(shown)

    # Spellings

    def merge(self, scope: Scope, person: str, into: str, name: str) -> None:
        """Merge a person, and everyone merged into them, into another person."""
        known = self.load_spellings(scope)
        into = known.find_person(into)
        if into == person:
            return
        rows = [
            {"scope": scope.key, "person": each, "counts_as": into, "name": name} for each in known.list_persons(person)
        ]
        insert = self.database.insert(history_spellings).values(rows)
        newest = insert.on_conflict_do_update(
            index_elements=[history_spellings.c.scope, history_spellings.c.person],
            set_={"counts_as": insert.excluded.counts_as, "name": insert.excluded.name},
        )
        self.database.write(lambda connection: connection.execute(newest))

    def split(self, scope: Scope, person: str) -> None:
        """Undo all merges into this person."""
        merged = (history_spellings.c.scope == scope.key) & (history_spellings.c.counts_as == person)
        self.database.write(lambda connection: connection.execute(delete(history_spellings).where(merged)))

    def load_spellings(self, scope: Scope) -> Spellings:
        columns = (history_spellings.c.person, history_spellings.c.counts_as, history_spellings.c.name)
        with self.database.reading() as connection:
            rows = connection.execute(select(*columns).where(history_spellings.c.scope == scope.key)).all()
        return Spellings({person: (counts_as, name) for person, counts_as, name in rows})

    # Reading

    def find_game(self, scope: Scope, id: str) -> Record | None:
        """Return a game that may be seen, with merged names."""
        if scope.sees_nothing:
            return None
        wanted = select(history_games.c.record).where(history_games.c.id == id)
        if not scope.is_shared:
            wanted = wanted.join(history_devices, is_same(history_devices, history_games)).where(is_seen_by(scope))
        with self.database.reading() as connection:
            row = connection.execute(wanted).scalar()
        return None if row is None else self.load_spellings(scope).apply(read_record(row))

    def find_games(
        self, scope: Scope, wanted: Filter = ALL, before: Cursor | None = None, most: int = 20
    ) -> list[Record]:
        """Return the newest games that may be seen and match, with merged names."""
        spellings = self.load_spellings(scope)
        persons = spellings.list_persons(wanted.person) if wanted.person else [""]
        found = [self.find_as_stored(scope, wanted._replace(person=person), before, most) for person in persons]
        newest: dict[str, Record] = {}
        for record in merge(*found, key=lambda record: (record.ended, record.id), reverse=True):
            newest.setdefault(record.id, record)
        return [spellings.apply(record) for record in list(newest.values())[:most]]

    def find_all(self, scope: Scope, wanted: Filter = ALL, as_stored: bool = False) -> Iterator[Record]:
        """Yield all games that may be seen and match, the newest first, without loading them all at once.

        Names are merged unless the games are wanted `as_stored`."""
        find, before = self.find_as_stored if as_stored else self.find_games, None
        while page := find(scope, wanted, before, CHUNK):
            yield from page
            before = Cursor(page[-1].ended, page[-1].id)

    def find_as_stored(
        self, scope: Scope, wanted: Filter, before: Cursor | None = None, most: int = 20
    ) -> list[Record]:
        if scope.sees_nothing:
            return []
        with self.database.reading() as connection:
            rows = connection.execute(select_games(scope, wanted, before, most)).scalars().all()
        return [read_record(row) for row in rows]

    def count_games(self, scope: Scope, person: str) -> int:
        """Count the games of a person."""
        persons = self.load_spellings(scope).list_persons(person)
        games = select(func.count(history_people.c.id.distinct())).where(history_people.c.person.in_(persons))
        if not scope.is_shared:
            games = games.join(history_devices, is_same(history_devices, history_people)).where(is_seen_by(scope))
        with self.database.reading() as connection:
            return connection.execute(games).scalar_one()

    @staticmethod
    def read(connection: Connection, which: ColumnElement[bool]) -> list[Record]:
        return [read_record(row) for row in connection.execute(select(history_games.c.record).where(which)).scalars()]

    # Notes

    def read_note(self, name: str) -> str | None:
        with self.database.reading() as connection:
            return connection.execute(select(history_notes.c.value).where(history_notes.c.name == name)).scalar()

    def write_note(self, name: str, value: str | None) -> None:
        """Store a note; None deletes it."""

        def work(connection: Connection) -> None:
            connection.execute(delete(history_notes).where(history_notes.c.name == name))
            if value is not None:
                connection.execute(self.database.insert(history_notes).values(name=name, value=value))

        self.database.write(work)


def select_games(scope: Scope, wanted: Filter, before: Cursor | None, most: int) -> Select[Any]:
    """Select games along the index that fits: the device's, the person's, or the one of all games.

    Games are joined by their id alone: with `ended` as well, PostgreSQL expects so few that it reads all of them.
    """
    along = history_games
    games = select(history_games.c.record)
    if not scope.is_shared:
        along = history_devices
        games = games.join(history_devices, history_devices.c.id == history_games.c.id).where(is_seen_by(scope))
    if wanted.person:
        joined = is_same(history_people, history_devices)
        if scope.is_shared:
            along, joined = history_people, history_people.c.id == history_games.c.id
        games = games.join(history_people, joined).where(history_people.c.person == wanted.person)
    if wanted.game:
        games = games.where(along.c.game == wanted.game)
    if wanted.since is not None:
        games = games.where(along.c.ended >= wanted.since)
    if wanted.until is not None:
        games = games.where(along.c.ended < wanted.until)
    if before is not None:
        games = games.where(tuple_(along.c.ended, along.c.id) < tuple_(before.ended, before.id))
    return games.order_by(along.c.ended.desc(), along.c.id.desc()).limit(most)


def is_same(one: TableClause, other: TableClause) -> ColumnElement[bool]:
    return and_(one.c.id == other.c.id, one.c.ended == other.c.ended)


def is_seen_by(scope: Scope) -> ColumnElement[bool]:
    return and_(history_devices.c.device == scope.device, history_devices.c.hidden == 0)


def remove(connection: Connection, id: str) -> None:
    connection.execute(delete(history_people).where(history_people.c.id == id))
    connection.execute(delete(history_games).where(history_games.c.id == id))


def copy_ratings(known: Record | None, record: Record) -> Record:
    """Return a record with luck and accuracy from the one that is known; logs do not contain them."""
    rated = {player.colour: player for player in known.players if player.luck is not None} if known else {}
    players = (
        replace(player, luck=rated[player.colour].luck, accuracy=rated[player.colour].accuracy)
        if player.colour in rated and player.luck is None
        else player
        for player in record.players
    )
    return replace(record, players=tuple(players)) if rated else record


def write_record(record: Record) -> str:
    return json.dumps(record.as_json(), ensure_ascii=False, separators=(",", ":"))


def read_record(text: str) -> Record:
    return Record.from_json(json.loads(text))
