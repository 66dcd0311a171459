"""What can be done at a table, for pages and JSON alike: authenticate, load, check, append, then publish."""

import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from threading import Lock

from companion.games import fair_dice
from companion.games.fair_dice import FairDice
from companion.games.table_game import BOT, Offer, Seat, Step, TableGame, Visitor
from companion.rules.player_names import is_taken
from companion.rules.refusal import IllegalMove, Unreadable
from companion.storage import Conflict, Entry, Event, EventLog, UnknownTable
from companion.tables import bots
from companion.tables.attendance import Attendance
from companion.tables.bounds import check_room
from companion.tables.errors import NoSuchTable, NotAllowed, Refused, Stale
from companion.tables.hub import Hub, Line
from companion.tables.presence import Presence
from companion.tables.stream import Heartbeat, Preface, nothing, stream
from companion.tables.table import COLOURS, KINDS, Table, fold, fold_again, open_table, rebuild
from companion.tables.tokens import fingerprint, new_code, new_token
from companion.tables.trail import Trails

CACHED_TABLES = 4096
ATTEMPTS = 5  # against other processes writing to the same table


class Tables:
    """The live tables of this process. What is in memory is only a cache of the log."""

    def __init__(
        self,
        log: EventLog,
        games: Mapping[str, TableGame],
        *,
        host_away_seconds: float = 180,
        now: Callable[[], float] = time.time,
        clock: Callable[[], float] = time.monotonic,
        is_alone: bool = True,  # no other process serves these tables
    ) -> None:
        self.log = log
        self.games = games
        self.hub = Hub()
        self.now = now
        self.presence = Presence(log, now, clock, host_away_seconds)
        self.attendance = Attendance()
        self.is_alone = is_alone
        self.trails = Trails(log, games)
        self.cache: OrderedDict[str, Table] = OrderedDict()
        self.cache_lock = Lock()
        log.listen(self.hub.heard)

    # Opening and looking

    def create(self, game: str, settings: Mapping[str, str]) -> tuple[Table, str]:
        """A new table and its host's token."""
        token = new_token()
        return self.open(game, settings, fingerprint(token)), token

    def against_bots(
        self, game: str, settings: Mapping[str, str], name: str, rivals: Sequence[str]
    ) -> tuple[Table, str]:
        """A game that somebody begins at once, alone with players of the companion; the table and the token."""
        token = new_token()
        first, *others = COLOURS[: 1 + len(rivals)]
        own = seat_entry(first, name, "phone", fingerprint(token))
        nobody = fingerprint(new_token())
        theirs = [seat_entry(seat, bot, BOT, nobody) for seat, bot in zip(others, rivals, strict=True)]
        return self.open(game, settings, fingerprint(token), [own, *theirs, Entry("started")]), token

    def open(self, game: str, settings: Mapping[str, str], host_key: str, entries: Sequence[Entry] = ()) -> Table:
        seed = fair_dice.new_seed()
        opening = Entry(
            "created",
            {"game": game, "settings": dict(settings), "commitment": fair_dice.compute_commitment(seed)},
            secret={"seed": seed, "host_key": host_key},
        )
        for _ in range(ATTEMPTS):
            code, events = new_code(), self.numbered(0, [opening, *entries])
            table = rebuild(code, events, self.games)
            try:
                self.log.append(code, events)
            except Conflict:
                continue  # somebody has this code
            self.keep(table)
            self.presence.host_seen(code)
            return table
        raise Refused("no-free-code")

    def look(self, code: str) -> Table:
        """The table as it is now, including what other processes have written."""
        with self.cache_lock:
            table = self.cache.get(code)
        events = self.log.read(code, table.version - 1 if table else 0)  # with the last one known: is it still there?
        if not events:
            self.forget(code)
            raise NoSuchTable
        if table is None:
            table = rebuild(code, events, self.games)
        else:
            for event in events[1:]:
                table = fold_again(table, event)
        self.keep(table)
        return table

    def recall(self, code: str) -> Table:
        """The table as it is remembered. Enough for whoever changes it: a change notices what it did not know."""
        return self.cache.get(code) or self.look(code)

    def known_since(self, code: str, version: int) -> Table:
        """The table with an event that was heard of: as it is remembered, if that is recent enough."""
        table = self.cache.get(code)
        return table if table and table.version >= version else self.look(code)

    def steps(self, code: str) -> Iterator[Step[Table]]:
        """Replay the table event by event."""
        events = self.log.read(code)
        if not events:
            raise NoSuchTable
        table = open_table(code, events[0], self.games)
        for event in events[1:]:
            yield Step(table, event, table := fold_again(table, event))

    def keep(self, table: Table) -> None:
        with self.cache_lock:
            known = self.cache.get(table.code)
            if known is None or known.version <= table.version:
                self.cache[table.code] = table
            self.cache.move_to_end(table.code)
            while len(self.cache) > CACHED_TABLES:
                self.cache.popitem(last=False)

    def forget(self, code: str) -> None:
        """The table is no longer in the log: somebody has deleted it."""
        with self.cache_lock:
            self.cache.pop(code, None)
        self.presence.forget(code)

    def change(self, code: str, decide: Callable[[Table], Sequence[Entry]]) -> Table:
        """Append what `decide` makes of the newest table; once more when somebody else was faster.

        It begins with the table as it is remembered, and reads only when that turns out to be old.
        """
        table = self.recall(code)
        for _ in range(ATTEMPTS):
            try:
                entries = decide(table)
            except Exception:
                newest = self.look(code)
                if newest.version == table.version:
                    raise
                table = newest
                continue
            if not entries:
                return table
            check_room(table, entries)
            changed, events = self.written(table, entries)
            try:
                self.log.append(code, events)
            except Conflict:
                table = self.look(code)
                continue
            except UnknownTable:
                self.forget(code)
                raise NoSuchTable from None
            self.keep(changed)
            return changed
        raise Stale(table.version)

    def written(self, table: Table, entries: Sequence[Entry]) -> tuple[Table, list[Event]]:
        """What goes into the log, with the bots' answers, and the table that it makes: folded before it is written, so
        that nothing gets into the log that cannot be read back."""
        events: list[Event] = []
        while entries:
            for event in self.numbered(table.version, entries):
                table = fold(table, event)
                events.append(event)
            entries = bots.next_entries(table)
        return table, events

    def numbered(self, after: int, entries: Sequence[Entry]) -> list[Event]:
        at = int(self.now() * 1000)
        return [Event.of(entry, seq, at) for seq, entry in enumerate(entries, start=after + 1)]

    # Before the start

    def join(
        self, code: str, name: str, colour: str | None = None, kind: str = "phone", tokens: Iterable[str] = ()
    ) -> tuple[Table, str, str]:
        """A seat for somebody: the table, the seat and its token. Without a colour, the first free one.

        `tokens` are those the device has already."""
        fresh = new_token()
        token = taken = ""

        def decide(table: Table) -> Sequence[Entry]:
            nonlocal taken, token
            taken = free_seat(table, name, colour, kind)
            token = creators_token(table, tokens, kind) or fresh
            return [seat_entry(taken, name, kind, fingerprint(token))]

        return self.change(code, decide), taken, token

    def remove(self, code: str, tokens: Iterable[str], seat: str) -> Table:
        """The host removes a seat, or a player gets up, before the start."""

        def decide(table: Table) -> Sequence[Entry]:
            who = table.visitor(tokens)
            if not who.is_host and seat not in who.seats:
                raise NotAllowed("only-the-host")
            in_lobby(table)
            existing_seat(table, seat)
            passing = [Entry("host-passed", {"host": ""})] if table.host == seat else []
            return [*passing, Entry("removed", seat=seat)]

        return self.change(code, decide)

    def order(self, code: str, tokens: Iterable[str], order: Sequence[str] | None = None) -> Table:
        """The host orders the seats, or shuffles them when no order is given."""

        def decide(table: Table) -> Sequence[Entry]:
            only_host(table, tokens)
            in_lobby(table)
            seats = [seat.seat for seat in table.seats]
            if order is None:
                secrets.SystemRandom().shuffle(seats)
            elif sorted(order) != sorted(seats):
                raise Refused("order-every-seat", field="order")
            return [Entry("ordered", {"order": list(order or seats)})]

        return self.change(code, decide)

    def start(self, code: str, tokens: Iterable[str]) -> Table:
        def decide(table: Table) -> Sequence[Entry]:
            only_host(table, tokens)
            in_lobby(table)
            allowed = table.game.seats
            if len(table.seats) not in allowed:
                raise Refused("wrong-number-of-players", least=allowed[0], most=allowed[-1])
            return [Entry("started")]

        return self.change(code, decide)

    # The host's role, and seats that change hands

    def pass_host(self, code: str, tokens: Iterable[str], seat: str) -> Table:
        def decide(table: Table) -> Sequence[Entry]:
            only_host(table, tokens)
            existing_seat(table, seat)
            return [Entry("host-passed", {"host": seat})]

        return self.change(code, decide)

    def notice(self, table: Table, visitor: Visitor) -> Table:
        """Somebody is here: remember the host, or let the role pass on when the host has been away for a while."""
        if visitor.is_host:
            self.presence.host_seen(table.code)
        elif visitor.seats and self.presence.host_away(table):
            heir, absent = visitor.seats[0], table.host

            def decide(newest: Table) -> Sequence[Entry]:
                if newest.host != absent or newest.seat(heir) is None:
                    return []  # somebody else has taken over
                return [Entry("host-passed", {"host": heir})]

            table = self.change(table.code, decide)
            self.presence.host_seen(table.code)
        return table

    def move_seat(self, code: str, seat: str, old_key: str, with_host: bool = False) -> tuple[Table, str]:
        """The seat continues on another device: a new token, and the old one ends.

        The creator's right to be host goes along with the creator's seat; `with_host` says that this is the one."""
        token = new_token()

        def decide(table: Table) -> Sequence[Entry]:
            if existing_seat(table, seat).key != old_key:
                raise NotAllowed("link-used")
            keys = ("key", "host_key") if with_host or old_key == table.host_key else ("key",)
            return [Entry("seat-moved", seat=seat, secret=dict.fromkeys(keys, fingerprint(token)))]

        return self.change(code, decide), token

    def rematch(self, code: str, tokens: Iterable[str]) -> Table:
        """The same people at a new table, with the tokens they have; the next one starts.

        Whoever asks is the host there, unless the old host is here: nobody waits for a device that is gone.
        """
        over = self.look(code)
        who = over.visitor(tokens)
        if not who.belongs_here:
            raise NotAllowed("not-your-seat")
        if over.phase != "over":
            raise Refused("not-over")
        if over.rematch:
            return self.look(over.rematch)
        first, *others = over.seats
        joining = [seat_entry(seat.seat, seat.name, seat.kind, seat.key) for seat in (*others, first)]
        host = over.host if who.is_host or self.host_is_here(over) else who.seats[0]
        passing = [Entry("host-passed", {"host": host})] if host else []
        fresh = self.open(over.game.name, over.settings, over.host_key, [*joining, *passing])

        def decide(table: Table) -> Sequence[Entry]:
            return [] if table.rematch else [Entry("rematch", {"table": fresh.code})]

        agreed = self.change(code, decide).rematch
        if agreed != fresh.code:  # two pressed the button at once
            self.log.delete([fresh.code])
            self.forget(fresh.code)
        return self.look(agreed)

    def host_is_here(self, table: Table) -> bool:
        """Whether the host's device has a stream open in this process."""
        seat = table.seat(table.host)
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
        """Play a move for one's own seat, or for a paper seat of the same table.

        The same move sent again about the same version, because its answer got lost, is entered once."""
        nonce = nonce or fair_dice.new_nonce()

        def decide(table: Table) -> Sequence[Entry]:
            mover = acting_seat(table, tokens, seat)
            up_to_date(table, version)
            in_play(table)
            dice = FairDice(table.seed, table.version + 1, nonce)
            return table.game.submit(table.position, mover, move, dice)

        def is_this(table: Table, event: Event) -> bool:
            return table.game.find_sent_move(event) == table.game.normalise_move(move)

        return self.change_once(code, tokens, version, seat, decide, is_this)

    def undo(
        self,
        code: str,
        tokens: Iterable[str],
        version: int,
        seat: str | None = None,
        whole_turn: bool = False,
    ) -> Table:
        """Take back the seat's last mark, or its whole turn; an undo that is sent again takes back nothing more."""

        def decide(table: Table) -> Sequence[Entry]:
            mover = acting_seat(table, tokens, seat)
            up_to_date(table, version)
            in_play(table)
            return table.game.undo(table.position, mover, whole_turn)

        def is_this(table: Table, event: Event) -> bool:
            return event.kind == "undo" and event.body["turn"] == whole_turn

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
        """Change the table, unless the event that followed `version` shows that this was done before."""
        try:
            return self.change(code, decide)
        except Stale:
            table = self.recall(code)  # which `change` has just looked at
            if version >= table.version:  # also any number larger than a database can read
                raise
            event = self.log.read(code, version)[0]
            if event.seat != acting_seat(table, tokens, seat) or not repeats(table, event, is_this):
                raise
            return table

    def manage(self, code: str, tokens: Iterable[str], action: str, seat: str) -> Table:
        """The host skips an absent player's turn, or turns the seat into a paper seat."""

        def decide(table: Table) -> Sequence[Entry]:
            only_host(table, tokens)
            in_play(table)
            existing_seat(table, seat)
            return table.game.manage(table.position, action, seat)

        return self.change(code, decide)

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
        """The seats whose device was here and is gone."""
        table = self.cache.get(code) if self.is_alone else None
        return self.attendance.find_absent(table) if table else []

    def remind_of_absent(self, code: str) -> bytes:
        """What a page is told with every heartbeat: who is absent, if anybody is."""
        absent = self.find_absent(code)
        return frame_absent(absent) if absent else b""

    def stream(
        self, code: str, after: int, heartbeat: Heartbeat, line: Line, preface: Preface = nothing
    ) -> Iterator[bytes]:
        return stream(self.log, self.hub, code, after, heartbeat, line, preface)


def frame_absent(seats: Sequence[str]) -> bytes:
    """A server-sent event for pages, without a number."""
    return f"event: away\ndata: {' '.join(seats)}\n\n".encode()


def seat_entry(seat: str, name: str, kind: str, key: str) -> Entry:
    return Entry("joined", {"name": name, "as": kind}, seat=seat, secret={"key": key})


def only_host(table: Table, tokens: Iterable[str]) -> None:
    if not table.visitor(tokens).is_host:
        raise NotAllowed("only-the-host")


def up_to_date(table: Table, version: int) -> None:
    if version != table.version:
        raise Stale(table.version)


def repeats(table: Table, event: Event, is_this: Callable[[Table, Event], bool]) -> bool:
    try:
        return is_this(table, event)
    except (IllegalMove, Unreadable):
        return False


def in_lobby(table: Table) -> None:
    if table.phase != "lobby":
        raise Refused("already-started")


def in_play(table: Table) -> None:
    if table.phase == "lobby":
        raise Refused("not-started")
    if table.phase == "over":
        raise Refused("game-over")


def existing_seat(table: Table, seat: str) -> Seat:
    found = table.seat(seat)
    if found is None:
        raise Refused("no-such-seat", field="seat")
    return found


def acting_seat(table: Table, tokens: Iterable[str], seat: str | None) -> str:
    """The seat somebody acts for: the one named, or the only one this device holds."""
    who = table.visitor(tokens)
    if not who.seats:
        raise NotAllowed("not-your-seat")
    if seat is None:
        if len(who.seats) > 1:
            raise Refused("which-seat", field="seat")
        return who.seats[0]
    if not who.enters_for(existing_seat(table, seat)):
        raise NotAllowed("not-your-seat")
    return seat


def moves(table: Table, tokens: Iterable[str], seat: str | None = None) -> Sequence[Offer]:
    """What somebody may do now at a table."""
    mover = acting_seat(table, tokens, seat)
    return table.game.moves(table.position, mover) if table.phase == "playing" else ()


def free_seat(table: Table, name: str, colour: str | None, kind: str) -> str:
    in_lobby(table)
    if len(table.seats) >= table.game.seats[-1]:
        raise Refused("table-full", most=table.game.seats[-1])
    if is_taken(name, [seat.name for seat in table.seats]):
        raise Refused("name-taken", field="name", name=name)
    if kind == "paper" and not table.game.paper_seats:
        raise Refused("no-paper-seats", field="kind")
    taken = {seat.seat for seat in table.seats}
    if colour is None:
        return next(free for free in COLOURS if free not in taken)
    if colour in taken:
        raise Refused("colour-taken", field="colour", colour=colour)
    return colour


def creators_token(table: Table, tokens: Iterable[str], kind: str) -> str | None:
    """Return the creator's own token for the first seat of the creator's device: when that seat moves elsewhere, the
    table knows whose it is."""
    if kind not in KINDS[:1] or any(seat.key == table.host_key for seat in table.seats):
        return None
    return next((token for token in tokens if fingerprint(token) == table.host_key), None)
