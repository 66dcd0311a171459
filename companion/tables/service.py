"""Actions at a table, for pages and the JSON API: authenticate, load, check, append, publish."""

import json
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from threading import Lock
from typing import Any

from companion.files import open_atomically
from companion.games import fair_dice
from companion.games.fair_dice import FairDice
from companion.games.kept import Kept
from companion.games.table_game import (
    BOT,
    BOT_LEVELS,
    CHALLENGE,
    ERASED,
    PAPER,
    RESEEDED,
    THOUGHTLESS,
    Seat,
    Step,
    TableGame,
    Visitor,
)
from companion.i18n import gettext
from companion.rules.assistant import SETUP, Facts, read_facts, write_facts
from companion.rules.messages import IllegalMove, Unreadable
from companion.rules.player_names import is_taken
from companion.storage import Conflict, Damaged, Entry, Event, EventLog, Unavailable, UnknownTable, hash_text
from companion.tables.bots import Bots
from companion.tables.errors import NoSuchTable, NotAllowed, Refused, Stale
from companion.tables.permissions import (
    can_go_offline,
    find_acting_seat,
    find_creators_token,
    find_free_seat,
    has_others,
    require_host,
    require_lobby,
    require_person,
    require_playing,
    require_seat,
    require_version,
)
from companion.tables.presence import Attendance, Presence
from companion.tables.streams import Connection, Heartbeat, Hub, Preface, empty_preface, stream
from companion.tables.table import (
    COLOURS,
    CREATOR,
    KINDS,
    Table,
    check_room,
    fingerprint,
    fold,
    fold_again,
    new_code,
    new_token,
    open_table,
    rebuild,
)

STEPS = 64  # more than one round of bots
KEPT_TRAILS = 256


class Trails:
    def __init__(self, log: EventLog, games: Mapping[str, TableGame]) -> None:
        self.log = log
        self.games = games
        self.kept: Kept[tuple[Step, ...]] = Kept(KEPT_TRAILS)

    def get_steps(self, table: Table) -> Sequence[Step]:
        """Return the last steps up to the version of `table`. Raises NoSuchTable."""
        steps = self.kept.get(table.code) or ()
        if not steps or steps[-1].after.version < table.version:
            steps = self.extend(table.code, steps)
            self.kept.keep(table.code, steps)
        return [step for step in steps if step.after.version <= table.version]

    def extend(self, code: str, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        """Return the steps, extended by those that the log has added. Raises NoSuchTable."""
        newest = steps[-1].after if steps else None
        events = self.log.read(code, newest.version if newest else 0)
        if newest is None:
            if not events:
                raise NoSuchTable
            newest, events = open_table(code, events[0], self.games, self.log.read_contents), events[1:]
        elif any(event.kind == ERASED for event in events):  # the kept steps know the name
            return self.extend(code, ())
        added = []
        for event in events:
            added.append(Step(newest, event, newest := fold_again(newest, event)))
        return (*steps, *added)[-STEPS:]


class OurCopy:
    """A small JSON file: for every game, facts by name. Tables take them over when they are opened."""

    def __init__(self, file: Path | None = None) -> None:
        self.file = file  # None: nothing is remembered, as on a phone without a connection
        self.lock = Lock()

    def load(self, game: str) -> Facts:
        """Return what is known of a game; nothing if the file is missing or damaged, because it can be asked again."""
        return {name: tuple(values) for name, values in self._read().get(game, {}).items()}

    def remember(self, game: str, facts: Facts) -> None:
        if self.file is None or not facts:
            return
        with self.lock:
            kept = self._read()
            known = kept.get(game, {}) | {name: list(values) for name, values in facts.items()}
            if kept.get(game) == known:
                return
            with open_atomically(self.file) as part:
                part.write_text(json.dumps(kept | {game: known}, indent=1, sort_keys=True), encoding="utf-8")

    def _read(self) -> dict[str, dict[str, list[str]]]:
        try:
            kept = json.loads(self.file.read_text(encoding="utf-8")) if self.file else {}
        except (OSError, ValueError):
            return {}
        return kept if isinstance(kept, dict) else {}


CACHED_TABLES = 4096
ATTEMPTS = 5  # while other processes write to the same table


class Tables:
    """The live tables of this process. Memory is only a cache of the log."""

    def __init__(
        self,
        log: EventLog,
        games: Mapping[str, TableGame],
        *,
        host_away_seconds: float = 180,
        now: Callable[[], float] = time.time,
        clock: Callable[[], float] = time.monotonic,
        is_alone: bool = True,  # no other process serves these tables
        our_copy: Path | None = None,  # a file that remembers what is printed on the owners' games
    ) -> None:
        self.log = log
        self.games = games
        self.hub = Hub()
        self.now = now
        self.presence = Presence(log, now, clock, host_away_seconds)
        self.attendance = Attendance(is_alone, clock)
        self.attendance.on_news = self.tell_absent
        self.is_alone = is_alone
        self.our_copy = OurCopy(our_copy)
        self.trails = Trails(log, games)
        self.bots = Bots(self)
        self.on_change: Callable[[Table, Table], None] = lambda before, after: None
        self.on_end: Callable[[Table], None] = lambda table: None  # a game is over, or corrected
        self.cache: OrderedDict[str, Table] = OrderedDict()
        self.cache_lock = Lock()
        log.listen(self.hub.publish)
        if not is_alone:
            log.exchange_notes(self.attendance)

    # Opening and reading

    def create(
        self, game: str, settings: Mapping[str, str], contents: Mapping[str, str] | None = None
    ) -> tuple[Table, str]:
        """Open a table; return it and the host's token. Raises Refused."""
        token = new_token()
        return self.open(game, settings, fingerprint(token), contents=contents), token

    def create_alone(
        self,
        game: str,
        settings: Mapping[str, str],
        name: str,
        rivals: Mapping[str, str] | None = None,
        seed: str | None = None,
    ) -> tuple[Table, str]:
        """Open a table and start the game of one player against bots, which are levels by name, or against nobody.

        Return the table and the player's token."""
        token = new_token()
        first, *others = COLOURS
        player = make_seat_entry(first, name, "phone", fingerprint(token))
        bots = [make_bot_entry(seat, *bot) for seat, bot in zip(others, (rivals or {}).items(), strict=False)]
        return self.open(game, settings, fingerprint(token), [player, *bots, Entry("started")], seed), token

    def open(
        self,
        game: str,
        settings: Mapping[str, str],
        host_key: str,
        entries: Sequence[Entry] = (),
        seed: str | None = None,
        contents: Mapping[str, str] | None = None,
    ) -> Table:
        """Store a new table with its first entries under a free code. Raises Refused if none is found.

        It keeps `contents`; without them, what the game plays with today."""
        seed = seed or fair_dice.new_seed()
        printed = self.our_copy.load(game) if self.games[game].assisted else {}
        if printed:
            settings = {**settings, SETUP: write_facts({**printed, **read_facts(settings.get(SETUP, ""))})}
        hidden = {name: settings[name] for name in self.games[game].hidden_settings if name in settings}
        settings = {name: value for name, value in settings.items() if name not in hidden}
        texts = self.games[game].find_contents(settings) if contents is None else contents
        kept = {hash_text(text): text for text in texts.values()}
        body = {"game": game, "settings": dict(settings), "commitment": fair_dice.compute_commitment(seed)}
        if texts:
            body["contents"] = {name: hash_text(text) for name, text in texts.items()}
        secret: dict[str, Any] = {"seed": seed, "host_key": host_key}
        if hidden:
            secret["settings"] = hidden
        opening = Entry("created", body, secret=secret)
        for _ in range(ATTEMPTS):
            code, events = new_code(), self.number_entries(0, [opening, *entries])
            table = rebuild(code, events, self.games, lambda _: kept)
            try:
                self.log.append(code, events, kept)
            except Conflict:
                continue  # this code is taken
            self.keep(table)
            self.presence.note_host(code)
            self.bots.wake(table)
            return table
        raise Refused("no-free-code")

    def get(self, code: str) -> Table:
        """Return the current table, including what other processes have written. Raises NoSuchTable."""
        with self.cache_lock:
            table = self.cache.get(code)
        events = self.log.read(code, table.version - 1 if table else 0)  # the last known one too: is it deleted?
        if not events:
            self.forget(code)
            raise NoSuchTable
        if table and any(event.kind == ERASED for event in events[1:]):  # the cached table knows the name
            table, events = None, self.log.read(code)
        if table is None:
            table = rebuild(code, events, self.games, self.log.read_contents)
        else:
            for event in events[1:]:
                table = fold_again(table, event)
        self.keep(table)
        self.bots.wake(table, changed=False)
        return table

    def get_cached(self, code: str) -> Table:
        """Return the cached table. Good enough to change it: `change` notices newer events. Raises NoSuchTable."""
        return self.cache.get(code) or self.get(code)

    def get_since(self, code: str, version: int) -> Table:
        """Return a table that has reached `version`: the cached one if it is recent enough. Raises NoSuchTable."""
        table = self.cache.get(code)
        return table if table and table.version >= version else self.get(code)

    def steps(self, code: str) -> Iterator[Step]:
        """Replay the table event by event. Raises NoSuchTable."""
        events = self.log.read(code)
        if not events:
            raise NoSuchTable
        table = open_table(code, events[0], self.games, self.log.read_contents)
        for event in events[1:]:
            yield Step(table, event, table := fold_again(table, event))

    def keep(self, table: Table) -> None:
        """Cache the table unless a newer version is cached."""
        with self.cache_lock:
            known = self.cache.get(table.code)
            if known is None or known.version <= table.version:
                self.cache[table.code] = table
            self.cache.move_to_end(table.code)
            while len(self.cache) > CACHED_TABLES:
                self.cache.popitem(last=False)

    def forget(self, code: str) -> None:
        """Remove a table from the cache because its log was deleted."""
        with self.cache_lock:
            self.cache.pop(code, None)
        self.presence.forget(code)

    def change(self, code: str, decide: Callable[[Table], Sequence[Entry]]) -> Table:
        """Append the entries that `decide` returns for the newest table; retry if another process was faster.

        Starts with the cached table, and reads the log only if that is outdated. Raises what `decide` raises,
        NoSuchTable, Refused if the log is full, and Stale after too many attempts.
        """
        table = self.get_cached(code)
        for _ in range(ATTEMPTS):
            try:
                entries = decide(table)
            except Exception:
                newest = self.get(code)
                if newest.version == table.version:
                    raise
                table = newest
                continue
            if not entries:
                return table
            check_room(table, entries)
            changed, events = self.fold_entries(table, entries)
            try:
                self.log.append(code, events)
            except Conflict:
                table = self.get(code)
                continue
            except UnknownTable:
                self.forget(code)
                raise NoSuchTable from None
            self.keep(changed)
            self.bots.wake(changed)
            self.on_change(table, changed)
            if changed.phase == "over" and changed.result != table.result:  # also after a correction
                self.on_end(changed)
            return changed
        raise Stale(table.version)

    def fold_entries(self, table: Table, entries: Sequence[Entry]) -> tuple[Table, list[Event]]:
        """Return the new table and the events to append. Folding them first ensures that nothing is stored that cannot
        be read back."""
        events = self.number_entries(table.version, entries)
        for event in events:
            table = fold(table, event)
        return table, events

    def number_entries(self, after: int, entries: Sequence[Entry]) -> list[Event]:
        at = int(self.now() * 1000)
        return [Event.of(entry, seq, at) for seq, entry in enumerate(entries, start=after + 1)]

    def erase_name(self, code: str, seats: Collection[str], is_name: Callable[[str], bool]) -> None:
        """Replace a person's name by a neutral one in the log of a finished game, which stays verifiable: no roll and
        no entry depends on it. `seats` are those that the person had. The added event tells other processes."""
        joined = [event for event in self.log.read(code) if event.kind == "joined"]
        taken = [event.body["name"] for event in joined]
        bodies = {}
        for event in joined:
            if event.seat in seats or is_name(event.body["name"]):
                numbered = (gettext("Player %(number)s", number=number) for number in count(1))
                taken.append(next(name for name in numbered if not is_taken(name, taken)))
                bodies[event.seq] = {**event.body, "name": taken[-1]}
        if not bodies:
            return
        self.log.replace_bodies(code, bodies)
        for _ in range(ATTEMPTS):
            last = self.log.read(code)[-1]
            told = [Event(last.seq + i, last.at, ERASED, {}, seat) for i, seat in enumerate(seats, start=1)]
            with suppress(Conflict):
                self.log.append(code, told)
                break
        self.forget(code)

    # Before the start

    def join(
        self, code: str, name: str, colour: str | None = None, kind: str = "phone", tokens: Iterable[str] = ()
    ) -> tuple[Table, str, str]:
        """Take a seat; return the table, the seat and its token. Without a colour, take the first free one.

        `tokens` are those that the device already has. Raises Refused."""
        fresh = new_token()
        token = taken = ""

        def decide(table: Table) -> Sequence[Entry]:
            nonlocal taken, token
            taken = find_free_seat(table, name, colour, kind)
            token = find_creators_token(table, tokens, kind) or fresh
            return [make_seat_entry(taken, name, kind, fingerprint(token))]

        return self.change(code, decide), taken, token

    def add_bots(
        self, code: str, tokens: Iterable[str], names: Sequence[str], level: str, colour: str | None = None
    ) -> tuple[Table, list[str]]:
        """Put bots on free seats as the host, all or none; return the table and their seats.

        Raises NotAllowed or Refused."""
        taken: list[str] = []

        def decide(table: Table) -> Sequence[Entry]:
            require_host(table, tokens)
            if not table.game.bots:
                raise Refused("no-bots", field="kind")
            taken.clear()
            for name in names:
                taken.append(find_free_seat(table, name, colour, BOT))
                table = table._replace(seats=(*table.seats, Seat(taken[-1], name, BOT, "", level)))
            return [make_bot_entry(seat, name, level) for seat, name in zip(taken, names, strict=True)]

        return self.change(code, decide), taken

    def remove(self, code: str, tokens: Iterable[str], seat: str) -> Table:
        """Remove a seat before the start, as the host or as its player. Raises NotAllowed or Refused."""

        def decide(table: Table) -> Sequence[Entry]:
            who = table.recognise_visitor(tokens)
            if not who.is_host and seat not in who.seats:
                raise NotAllowed("only-the-host")
            require_lobby(table)
            require_seat(table, seat)
            passing = [Entry("host-passed", {"host": ""})] if table.host == seat else []
            return [*passing, Entry("removed", seat=seat)]

        return self.change(code, decide)

    def order(self, code: str, tokens: Iterable[str], order: Sequence[str] | None = None) -> Table:
        """Order the seats as the host, or shuffle them if no order is given. Raises NotAllowed or Refused."""

        def decide(table: Table) -> Sequence[Entry]:
            require_host(table, tokens)
            require_lobby(table)
            seats = [seat.seat for seat in table.seats]
            if order is None:
                secrets.SystemRandom().shuffle(seats)
            elif sorted(order) != sorted(seats):
                raise Refused("order-every-seat", field="order")
            return [Entry("ordered", {"order": list(order or seats)})]

        return self.change(code, decide)

    def start(self, code: str, tokens: Iterable[str]) -> Table:
        """Start the game as the host. Raises NotAllowed or Refused."""

        def decide(table: Table) -> Sequence[Entry]:
            require_host(table, tokens)
            require_lobby(table)
            allowed = table.room
            if len(table.seats) not in allowed:
                raise Refused("wrong-number-of-players", least=allowed[0], most=allowed[-1])
            require_person(table.seats)
            return [Entry("started")]

        return self.change(code, decide)

    # Passing on the host role and seats

    def pass_host(self, code: str, tokens: Iterable[str], seat: str) -> Table:
        """Pass the host role to a seat. Raises NotAllowed or Refused."""

        def decide(table: Table) -> Sequence[Entry]:
            require_host(table, tokens)
            if require_seat(table, seat).kind == BOT:
                raise Refused("is-a-bot", field="seat")
            return [Entry("host-passed", {"host": seat})]

        return self.change(code, decide)

    def notice(self, table: Table, visitor: Visitor) -> Table:
        """Note that the host is present, or let this visitor stand in for a host who has been away for a while.

        A host who returns is host again."""
        if visitor.is_host:
            self.presence.note_host(table.code)
        elif visitor.was_host:
            table = self.change(
                table.code,
                lambda newest: (
                    [Entry("host-passed", {"host": table.stands_in_for})]
                    if newest.stands_in_for == table.stands_in_for
                    else []
                ),
            )
            self.presence.note_host(table.code)
        elif visitor.seats and self.presence.is_host_away(table):
            heir, absent = visitor.seats[0], table.host
            missed = absent if table.stands_in_for is None else table.stands_in_for

            def decide(newest: Table) -> Sequence[Entry]:
                if newest.host != absent or newest.find_seat(heir) is None:
                    return []  # another player has taken over
                return [Entry("host-passed", {"host": heir} | ({"absent": missed} if missed != heir else {}))]

            table = self.change(table.code, decide)
            self.presence.note_host(table.code)
        return table

    def move_seat(self, code: str, seat: str, old_key: str) -> tuple[Table, str]:
        """Move a seat to another device; return the table and the new token, which ends the old one.

        The creator's host right moves with the creator's seat. Raises NotAllowed."""
        token = new_token()

        def decide(table: Table) -> Sequence[Entry]:
            if require_seat(table, seat).key != old_key:
                raise NotAllowed("link-used")
            keys = ("key", "host_key") if old_key == table.host_key else ("key",)
            moved = Entry("seat-moved", seat=seat, secret=dict.fromkeys(keys, fingerprint(token)))
            return [moved, *commit_to_new_seed(table, seat)]

        return self.change(code, decide), token

    def rematch(self, code: str, tokens: Iterable[str]) -> Table:
        """Open a table for the same players with their tokens, or return the existing one; the next player starts.

        The asker becomes host unless the old host is connected. Raises NotAllowed or Refused."""
        over = self.get(code)
        who = over.recognise_visitor(tokens)
        if not who.belongs_here:
            raise NotAllowed("not-your-seat")
        if over.phase != "over":
            raise Refused("not-over")
        if over.rematch:
            return self.get(over.rematch)
        first, *others = over.seats
        joining = [make_seat_entry(seat.seat, seat.name, seat.kind, seat.key, seat.level) for seat in (*others, first)]
        host = over.host if who.is_host or self.is_host_here(over) else who.seats[0]
        passing = [Entry("host-passed", {"host": host})] if host else []
        settings = {name: value for name, value in over.settings.items() if name in over.game.options}
        today = self.games[over.game.name]
        is_offered = not over.game.brought and all(
            settings.get(option) in choices for option, choices in today.options.items()
        )
        contents = (today if is_offered else over.game).find_contents(settings)
        fresh = self.open(over.game.name, settings, over.host_key, [*joining, *passing], contents=contents)

        def decide(table: Table) -> Sequence[Entry]:
            return [] if table.rematch else [Entry("rematch", {"table": fresh.code})]

        agreed = self.change(code, decide).rematch
        if agreed != fresh.code:  # two players pressed the button at the same time
            self.log.delete([fresh.code])
            self.forget(fresh.code)
        return self.get(agreed)

    def is_host_here(self, table: Table) -> bool:
        """Check whether the host's device has a stream open."""
        seat = table.find_seat(table.host)
        return self.attendance.is_here(table.code, seat.key if seat else table.host_key)

    # In play

    def submit(
        self,
        code: str,
        tokens: Iterable[str],
        move: str,
        version: int,
        seat: str | None = None,
        nonce: str | None = None,
    ) -> Table:
        """Play a move for the player's seat, or for a paper seat of the same table.

        A move sent again for the same version, because its response was lost, is stored once. Raises IllegalMove,
        Unreadable, NotAllowed, Refused or Stale."""
        nonce = nonce or fair_dice.new_nonce()

        printed: Facts | None = None  # before the move

        def decide(table: Table) -> Sequence[Entry]:
            nonlocal printed
            mover = find_acting_seat(table, tokens, seat)
            require_version(table, version)
            require_playing(table)
            printed = table.game.list_printed_facts(table.position)
            dice = FairDice(table.seed, table.version + 1, nonce)
            return table.game.submit(table.position, mover, move, dice)

        def is_this(table: Table, event: Event) -> bool:
            game, position = table.game, table.position
            return game.find_sent_move(position, event) == game.normalise_move(position, move)

        played = self.change_once(code, tokens, version, seat, decide, is_this)
        if printed is not None:
            known = played.game.list_printed_facts(played.position)
            learned = {name: values for name, values in known.items() if values != printed.get(name)}
            self.our_copy.remember(played.game.name, learned)
        return played

    def undo(
        self,
        code: str,
        tokens: Iterable[str],
        version: int,
        seat: str | None = None,
        whole_turn: bool = False,
        entry: int | None = None,
    ) -> Table:
        """Undo the seat's last mark, its whole turn, or one entry; an undo that is sent again is applied once."""

        def decide(table: Table) -> Sequence[Entry]:
            mover = find_acting_seat(table, tokens, seat)
            require_version(table, version)
            require_playing(table)
            return table.game.undo(table.position, mover, whole_turn, entry)

        def is_this(table: Table, event: Event) -> bool:
            same = entry is None or event.body.get("entry") == entry
            return event.kind == "undo" and event.body["turn"] == whole_turn and same

        return self.change_once(code, tokens, version, seat, decide, is_this)

    def change_once(
        self,
        code: str,
        tokens: Iterable[str],
        version: int,
        seat: str | None,
        decide: Callable[[Table], Sequence[Entry]],
        is_this: Callable[[Table, Event], bool],
    ) -> Table:
        """Change the table, unless the event after `version` shows that this was already done."""
        try:
            return self.change(code, decide)
        except Stale:
            table = self.get_cached(code)  # which `change` has just read
            if version >= table.version:  # including numbers too large for the database
                raise
            event = self.log.read(code, version)[0]
            if event.seat != find_acting_seat(table, tokens, seat) or not is_repeat(table, event, is_this):
                raise
            return table

    def play_bot(self, code: str, seat: str, move: str, version: int) -> Table:
        """Play a move of a bot. Raises IllegalMove, Unreadable, Refused or Stale."""

        def decide(table: Table) -> Sequence[Entry]:
            require_version(table, version)
            require_playing(table)
            dice = FairDice(table.seed, table.version + 1, fair_dice.new_nonce())
            return table.game.submit(table.position, seat, move, dice)

        return self.change(code, decide)

    def note_thoughtless_bot(self, code: str, seat: str) -> Table:
        """Tell everybody that a bot could not think and plays simple moves."""

        def decide(table: Table) -> Sequence[Entry]:
            require_playing(table)
            return [Entry(THOUGHTLESS, seat=seat)]

        return self.change(code, decide)

    def hurry_bots(self, code: str, tokens: Iterable[str]) -> Table:
        """Let the bots play without pauses until a person has the turn. Raises NotAllowed."""
        table = self.get(code)
        if not table.recognise_visitor(tokens).belongs_here:
            raise NotAllowed("not-your-seat")
        self.bots.hurry(table)
        return table

    def manage(self, code: str, tokens: Iterable[str], action: str, seat: str, level: str = BOT_LEVELS[1]) -> Table:
        """As the host, skip an absent player's turn, turn the seat into paper or let a bot take over.

        Raises NotAllowed or Refused."""

        def decide(table: Table) -> Sequence[Entry]:
            require_host(table, tokens)
            require_playing(table)
            require_seat(table, seat)
            if action == BOT:
                return replace_by_bot(table, seat, level)
            entries = table.game.manage(table.position, action, seat)
            return [*entries, *commit_to_new_seed(table, seat)] if action == PAPER else entries

        return self.change(code, decide)

    def take_offline(self, code: str, tokens: Iterable[str]) -> list[Event]:
        """Let the phone that all players share continue without the server; return the log, which notes it once.

        Raises NotAllowed or Refused."""

        def decide(table: Table) -> Sequence[Entry]:
            require_playing(table)
            if not can_go_offline(table, table.recognise_visitor(tokens)) or has_others(self.log.read(code)):
                raise NotAllowed("others-play-too")
            return [] if table.is_offline else [Entry("taken-offline")]

        version = self.change(code, decide).version
        return self.log.read(code)[:version]

    @contextmanager
    def attend(self, code: str, keys: Iterable[str]) -> Iterator[None]:
        """Count a device as here while its stream is open, and tell the others when it comes and goes."""
        try:
            with self.attendance.attend(code, keys):
                self.tell_absent(code)
                yield
        finally:
            self.tell_absent(code)

    def tell_absent(self, code: str) -> None:
        absent = self.find_absent(code)
        if self.attendance.note(code, absent):
            self.hub.remark(code, frame_absent(absent))

    def find_absent(self, code: str) -> list[str]:
        """Return the seats whose device was here and is gone."""
        table = self.cache.get(code)
        if table and not self.is_alone and self.attendance.knows_others(table):
            with suppress(Unavailable, Damaged, NoSuchTable):
                table = self.get(code)  # somebody joined at another process
        return self.attendance.find_absent(table) if table else []

    def remind_of_absent(self, code: str) -> bytes:
        """Return what a page is told with every heartbeat: who is absent, if anybody is."""
        absent = self.find_absent(code)
        return frame_absent(absent) if absent else b""

    def stream(
        self, code: str, after: int, heartbeat: Heartbeat, connection: Connection, preface: Preface = empty_preface
    ) -> Iterator[bytes]:
        return stream(self.log, self.hub, code, after, heartbeat, connection, preface)


def frame_absent(seats: Sequence[str]) -> bytes:
    """Encode a server-sent event for pages, without a number."""
    return f"event: away\ndata: {' '.join(seats)}\n\n".encode()


def make_seat_entry(seat: str, name: str, kind: str, key: str, level: str = "") -> Entry:
    body = {"name": name, "as": kind} | ({"level": level} if level else {})
    return Entry("joined", body, seat=seat, secret={"key": key})


def make_bot_entry(seat: str, name: str, level: str) -> Entry:
    return make_seat_entry(seat, name, BOT, fingerprint(new_token()), level)  # the token is discarded


def replace_by_bot(table: Table, seat: str, level: str) -> Sequence[Entry]:
    """Return the entry that lets a bot take over from somebody who has left. Raises Refused."""
    if not table.game.bots:
        raise Refused("no-bots", field="action")
    if require_seat(table, seat).kind != KINDS[0]:
        raise Refused("not-a-phone-seat", field="seat")
    require_person([other for other in table.seats if other.seat != seat])
    passing = [Entry("host-passed", {"host": CREATOR})] if table.host == seat else []
    return [*passing, Entry("turned-to-bot", {"level": level}, seat=seat, secret={"key": fingerprint(new_token())})]


def commit_to_new_seed(table: Table, seat: str) -> Sequence[Entry]:
    """Return the entry with which a seat leaves a phone that knows the coming dice; none if there is no secret to keep:
    nobody else plays, or the dice of a challenge are known anyway."""
    if not table.is_offline or table.phase != "playing" or len(table.seats) == 1 or CHALLENGE in table.settings:
        return []
    seed = fair_dice.new_seed()
    return [Entry(RESEEDED, {"commitment": fair_dice.compute_commitment(seed)}, seat, {"seed": seed})]


def is_repeat(table: Table, event: Event, is_this: Callable[[Table, Event], bool]) -> bool:
    """Check whether an event is the one that was sent again; an unreadable move is not."""
    try:
        return is_this(table, event)
    except (IllegalMove, Unreadable):
        return False
