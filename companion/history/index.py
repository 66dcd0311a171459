"""The index of finished games in the database: who may see which, filters, deleting, merging spellings; indexing them
from their logs; and the passphrase of the shared history, stored as a slow hash.
"""

import hashlib
import hmac
import json
import secrets
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Protocol

from sqlalchemy import ColumnElement, Connection, Select, TableClause, and_, delete, func, select, tuple_, union, update

from companion.games.table_game import TableGame
from companion.history.record import Record, make_person, make_record, make_table_id
from companion.storage import Damaged, EventLog, StorageError
from companion.storage.sql import (
    events,
    history_devices,
    history_erased,
    history_games,
    history_notes,
    history_people,
    history_spellings,
)
from companion.tables.errors import Unplayable
from companion.tables.service import Tables
from companion.tables.table import Table, rebuild

WHOLE_GAME = ""  # instead of a person, in the list of what was deleted
EVERYBODY = ""  # the scope of spellings in the shared history
CHUNK = 200  # games that are read at a time; then other requests have their turn
WRITTEN_AT_ONCE = 50  # games that one transaction changes: moves at tables wait for it, for a few milliseconds
PAUSE_SECONDS = 0.02  # between two such transactions, for the moves that wait
MOST_SPELLINGS = 500  # merged names in one scope; every page reads them
MOST_SPELLINGS_OF_ONE = 20  # names that count as one person; every one is another part of a query


class TooManySpellings(ValueError):
    """More names would be merged than a history may have, in total or into one person."""


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
        for first in range(0, len(waiting), WRITTEN_AT_ONCE):
            if first:
                time.sleep(PAUSE_SECONDS)
            part = waiting[first : first + WRITTEN_AT_ONCE]
            self.database.write(lambda connection, part=part: self.put_all(connection, part, again))  # type: ignore[misc]

    def put_all(self, connection: Connection, records: Sequence[Record], again: bool) -> None:
        ids = [record.id for record in records]
        if again:
            connection.execute(delete(history_erased).where(history_erased.c.id.in_(ids)))
        rows = connection.execute(select(history_erased).where(history_erased.c.id.in_(ids))).all()
        erased = {(id, person) for id, person in rows}
        known = {record.id: record for record in self.read(connection, history_games.c.id.in_(ids))}
        kept = []
        for record in records:
            if (record.id, WHOLE_GAME) not in erased:
                for player in record.players:
                    if (record.id, player.person) in erased:
                        record = record.erase(player.person)
                kept.append(copy_ratings(known.get(record.id), record))
        self.put(connection, kept)

    def put(self, connection: Connection, records: Sequence[Record]) -> None:
        """Replace records, with one statement for each table instead of one for each player."""
        newest = {record.id: record for record in records}
        remove(connection, list(newest))
        keys = {id: {"id": id, "game": record.game, "ended": record.ended} for id, record in newest.items()}
        games = [{**keys[id], "record": write_record(record)} for id, record in newest.items()]
        people = [{**keys[id], "person": person} for id, record in newest.items() for person in record.people]
        if games:
            connection.execute(self.database.insert(history_games), games)
        if people:
            connection.execute(self.database.insert(history_people), people)

    def link(self, device: str, record: Record) -> None:
        """Let a device see a game. A game that it has removed stays removed."""
        row = {"device": device, "ended": record.ended, "id": record.id, "game": record.game, "hidden": 0}
        linked = self.database.insert(history_devices).values(**row).on_conflict_do_nothing()
        self.database.write(lambda connection: connection.execute(linked))

    def confirm(self, id: str) -> None:
        """Let a result count that a stranger has typed in."""

        def work(connection: Connection) -> None:
            found = self.read(connection, history_games.c.id == id)
            self.put(connection, [replace(record, confirmed=True) for record in found])

        self.database.write(work)

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
                self.put(connection, [replace(record, players=tuple(players))])

        self.database.write(work)

    # Deleting

    def delete_game(self, scope: Scope, id: str) -> None:
        """Delete a game: from the shared history for everybody, else from the history of the device only."""

        def work(connection: Connection) -> None:
            if scope.is_shared:
                remove(connection, [id])
                connection.execute(self.make_erased([(id, WHOLE_GAME)]))
            else:
                connection.execute(self.hide(scope, [id], 1))

        self.database.write(work)

    def delete_name(self, scope: Scope, person: str, tables: Tables) -> None:
        """Delete the names of a person from every game in the scope, for everybody: from the index, from links to
        results, and from the logs of tables. Spellings merged elsewhere stay only if other games have them."""
        persons = self.load_spellings(scope).list_persons(person)
        for each in persons:
            while records := self.find_as_stored(scope, Filter(person=each), most=WRITTEN_AT_ONCE):
                for record in records:
                    erase_from_table(tables, record, each)
                self.database.write(lambda connection, part=records, name=each: self.erase(connection, part, name))  # type: ignore[misc]
        about = history_spellings.c.counts_as.in_(persons) | history_spellings.c.person.in_(persons)
        others = select(history_people.c.id).where(history_people.c.person.in_(persons)).exists()
        gone = (history_spellings.c.scope == scope.key) | ~others
        self.database.write(lambda connection: connection.execute(delete(history_spellings).where(about, gone)))

    def erase(self, connection: Connection, records: Sequence[Record], person: str) -> None:
        erased = [record.erase(person) for record in records]
        connection.execute(self.make_erased([(record.id, person) for record in erased]))
        self.put(connection, erased)

    def make_erased(self, rows: Iterable[tuple[str, str]]) -> Any:
        values = [{"id": id, "person": person} for id, person in rows]
        return self.database.insert(history_erased).values(values).on_conflict_do_nothing()

    def hide(self, scope: Scope, ids: Sequence[str], hidden: int) -> Any:
        own = (history_devices.c.device == scope.device) & history_devices.c.id.in_(ids)
        return update(history_devices).where(own).values(hidden=hidden)

    def restore(self, scope: Scope, records: Sequence[Record], spellings: Spellings) -> int:
        """Bring games back and return how many: all of them in the shared history, else those that the device has
        removed. Raises TooManySpellings, and then changes nothing."""
        self.merge_all(scope, spellings.others)
        if scope.is_shared:
            self.keep_all(records, again=True)
            return len(records)
        return self.unhide(scope, [record.id for record in records])

    def unhide(self, scope: Scope, ids: Sequence[str]) -> int:
        shown: list[int] = []
        for first in range(0, len(ids), CHUNK):
            part = self.hide(scope, ids[first : first + CHUNK], 0)
            self.database.write(lambda connection, part=part: shown.append(connection.execute(part).rowcount))  # type: ignore[misc]
        return sum(shown)

    # Spellings

    def merge(self, scope: Scope, person: str, into: str, name: str) -> None:
        """Merge a person, and everyone merged into them, into another person. Raises TooManySpellings."""
        self.merge_all(scope, {person: (into, name)})

    def merge_all(self, scope: Scope, merges: Mapping[str, tuple[str, str]]) -> None:
        """Merge persons into others in one transaction, with one query and one statement. Raises TooManySpellings."""
        if not merges:
            return
        if len(merges) > MOST_SPELLINGS:
            raise TooManySpellings

        def work(connection: Connection) -> None:
            before = read_spellings(connection, scope)
            after = dict(before)
            for person, (into, name) in merges.items():
                into = after[into][0] if into in after else into
                if into != person:
                    also = [other for other, (counts_as, _) in after.items() if counts_as == person]
                    after.update(dict.fromkeys((person, *also), (into, name)))
            counts = Counter(counts_as for counts_as, _ in after.values())
            if len(after) > MOST_SPELLINGS or max(counts.values(), default=0) > MOST_SPELLINGS_OF_ONE:
                raise TooManySpellings
            rows = [
                {"scope": scope.key, "person": person, "counts_as": counts_as, "name": name}
                for person, (counts_as, name) in after.items()
                if before.get(person) != (counts_as, name)
            ]
            if rows:
                insert = self.database.insert(history_spellings)
                newest = insert.on_conflict_do_update(
                    index_elements=[history_spellings.c.scope, history_spellings.c.person],
                    set_={"counts_as": insert.excluded.counts_as, "name": insert.excluded.name},
                )
                connection.execute(newest, rows)

        self.database.write(work)

    def split(self, scope: Scope, person: str) -> None:
        """Undo all merges into this person."""
        merged = (history_spellings.c.scope == scope.key) & (history_spellings.c.counts_as == person)
        self.database.write(lambda connection: connection.execute(delete(history_spellings).where(merged)))

    def load_spellings(self, scope: Scope) -> Spellings:
        with self.database.reading() as connection:
            return Spellings(read_spellings(connection, scope))

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
        return [spellings.apply(record) for record in self.find_as_stored(scope, wanted, before, most, persons)]

    def find_all(self, scope: Scope, wanted: Filter = ALL, as_stored: bool = False) -> Iterator[Record]:
        """Yield all games that may be seen and match, the newest first, without loading them all at once.

        Names are merged unless the games are wanted `as_stored`."""
        find, before = self.find_as_stored if as_stored else self.find_games, None
        while page := find(scope, wanted, before, CHUNK):
            yield from page
            before = Cursor(page[-1].ended, page[-1].id)
            time.sleep(0)  # a long file does not keep tables waiting

    def find_as_stored(
        self,
        scope: Scope,
        wanted: Filter,
        before: Cursor | None = None,
        most: int = 20,
        persons: Sequence[str] | None = None,  # all of them instead of the wanted one
    ) -> list[Record]:
        if scope.sees_nothing:
            return []
        each = [wanted._replace(person=person) for person in persons or [wanted.person]]
        with self.database.reading() as connection:
            rows = connection.execute(select_games(scope, each, before, most)).scalars().all()
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


def select_games(scope: Scope, wanted: Sequence[Filter], before: Cursor | None, most: int) -> Select[Any]:
    """Select the newest games that match one of the filters."""
    each = [select_keys(scope, one, before, most) for one in wanted]
    keys = (union(*(select(one.subquery()) for one in each)) if len(each) > 1 else each[0]).subquery()
    # Games are joined by their id alone: with `ended` as well, PostgreSQL expects so few that it reads all of them.
    games = select(history_games.c.record).join(keys, keys.c.id == history_games.c.id)
    return games.order_by(keys.c.ended.desc(), keys.c.id.desc()).limit(most)


def select_keys(scope: Scope, wanted: Filter, before: Cursor | None, most: int) -> Select[Any]:
    """Select the keys of games along the index that fits: the device's, the person's, or the one of all games."""
    along = history_devices if not scope.is_shared else history_people if wanted.person else history_games
    keys = select(along.c.ended, along.c.id)
    if not scope.is_shared:
        keys = keys.where(is_seen_by(scope))
        if wanted.person:
            keys = keys.join(history_people, is_same(history_people, history_devices))
        else:  # others may have deleted it
            keys = keys.join(history_games, history_games.c.id == history_devices.c.id)
    if wanted.person:
        keys = keys.where(history_people.c.person == wanted.person)
    if wanted.game:
        keys = keys.where(along.c.game == wanted.game)
    if wanted.since is not None:
        keys = keys.where(along.c.ended >= wanted.since)
    if wanted.until is not None:
        keys = keys.where(along.c.ended < wanted.until)
    if before is not None:
        keys = keys.where(tuple_(along.c.ended, along.c.id) < tuple_(before.ended, before.id))
    return keys.order_by(along.c.ended.desc(), along.c.id.desc()).limit(most)


def read_spellings(connection: Connection, scope: Scope) -> dict[str, tuple[str, str]]:
    columns = (history_spellings.c.person, history_spellings.c.counts_as, history_spellings.c.name)
    rows = connection.execute(select(*columns).where(history_spellings.c.scope == scope.key)).all()
    return {person: (counts_as, name) for person, counts_as, name in rows}


def is_same(one: TableClause, other: TableClause) -> ColumnElement[bool]:
    return and_(one.c.id == other.c.id, one.c.ended == other.c.ended)


def is_seen_by(scope: Scope) -> ColumnElement[bool]:
    return and_(history_devices.c.device == scope.device, history_devices.c.hidden == 0)


def remove(connection: Connection, ids: Sequence[str]) -> None:
    connection.execute(delete(history_people).where(history_people.c.id.in_(ids)))
    connection.execute(delete(history_games).where(history_games.c.id.in_(ids)))


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


def erase_from_table(tables: Tables, record: Record, person: str) -> None:
    """Delete a person's name from the log of a game's table, unless the table has been deleted: its code may be that
    of another one by now."""
    opening = tables.log.read(record.table, most=1) if record.table else []
    if opening and make_table_id(record.table, opening[0].at) == record.id:
        seats = [player.colour for player in record.players if player.person == person]
        tables.erase_name(record.table, seats, lambda name: make_person(name) == person)


CODES = 20  # whose events are looked through at a time


def list_codes(database: Database) -> Iterator[str]:
    """List the codes of all tables, a few at a time."""
    after = ""
    while True:
        few = select(events.c.code).distinct().where(events.c.code > after).order_by(events.c.code).limit(CODES)
        with database.reading() as connection:
            codes = connection.execute(few).scalars().all()
        yield from codes
        if not codes:
            return
        after = codes[-1]


def read_game(log: EventLog, games: Mapping[str, TableGame], code: str) -> Record | None:
    """Return the record of a table; None if its game is not over or cannot be played any more."""
    try:
        written = log.read(code)
        return make_record(rebuild(code, written, games, log.read_contents), written) if written else None
    except (Unplayable, Damaged):
        return None


def keep_result(history: History, log: EventLog, table: Table) -> None:
    """Index the game of a table that is over. If the database fails now, this is done when a player opens the table."""
    with suppress(StorageError):
        record = make_record(table, log.read(table.code))
        if record is not None:
            history.keep(record)


def rebuild_history(history: History, log: EventLog, games: Mapping[str, TableGame]) -> int:
    """Index the games of all logs and return how many. What was deleted stays deleted."""
    found = 0
    for code in list_codes(history.database):
        record = read_game(log, games, code)
        if record is not None:
            history.keep(record)
            found += 1
    return found


PASSPHRASE_NOTE = "passphrase"  # noqa: S105 - the name of the note
SHORTEST_PASSPHRASE = 8
LONGEST_PASSPHRASE = 200


def open_shared(history: History, passphrase: str) -> None:
    """Open the shared history to everybody who knows the passphrase."""
    salt = secrets.token_hex(16)
    history.write_note(PASSPHRASE_NOTE, f"{salt} {hash_passphrase(passphrase, salt)}")


def close_shared(history: History) -> None:
    """Close the shared history; devices that had opened it are shut out."""
    history.write_note(PASSPHRASE_NOTE, None)


def read_passphrase_hash(history: History) -> str | None:
    """Return the stored hash; None if there is no shared history."""
    return history.read_note(PASSPHRASE_NOTE)


def is_passphrase(stored: str, passphrase: str) -> bool:
    salt, _, wanted = stored.partition(" ")
    return hmac.compare_digest(hash_passphrase(passphrase[:LONGEST_PASSPHRASE], salt), wanted)


def hash_passphrase(passphrase: str, salt: str) -> str:
    return hashlib.scrypt(passphrase.encode(), salt=bytes.fromhex(salt), n=2**14, r=8, p=1, dklen=32).hex()
