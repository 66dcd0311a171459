"""Who may do what at a table, and when. Every check raises Refused, NotAllowed or Stale."""

from collections.abc import Iterable, Sequence

from companion.games.table_game import BOT, PAPER, Offer, Seat, Visitor
from companion.rules.player_names import is_taken
from companion.tables.errors import NotAllowed, Refused, Stale
from companion.tables.table import COLOURS, KINDS, Table
from companion.tables.tokens import fingerprint


def require_person(seats: Iterable[Seat]) -> None:
    if all(seat.kind == BOT for seat in seats):
        raise Refused("only-bots")


def require_host(table: Table, tokens: Iterable[str]) -> None:
    if not table.recognise_visitor(tokens).is_host:
        raise NotAllowed("only-the-host")


def require_version(table: Table, version: int) -> None:
    if version != table.version:
        raise Stale(table.version)


def require_lobby(table: Table) -> None:
    if table.phase != "lobby":
        raise Refused("already-started")


def require_playing(table: Table) -> None:
    if table.phase == "lobby":
        raise Refused("not-started")
    if table.phase == "over":
        raise Refused("game-over")


def require_seat(table: Table, seat: str) -> Seat:
    found = table.find_seat(seat)
    if found is None:
        raise Refused("no-such-seat", field="seat")
    return found


def require_paper_seat(table: Table, who: Visitor, seat: str) -> Seat:
    """Return a paper seat of a started table that a device may enter a sheet for. Raises NotAllowed or Refused."""
    if not who.is_host and seat not in who.seats:
        raise NotAllowed("not-your-seat")
    found = require_seat(table, seat)
    if table.phase == "lobby":
        raise Refused("not-started")
    if found.kind != PAPER:
        raise Refused("not-on-paper", field="seat")
    return found


def find_acting_seat(table: Table, tokens: Iterable[str], seat: str | None) -> str:
    """Return the seat to act for: the given one, or the only one of this device. Raises NotAllowed or Refused."""
    who = table.recognise_visitor(tokens)
    if not who.seats:
        raise NotAllowed("not-your-seat")
    if seat is None:
        if len(who.seats) > 1:
            raise Refused("which-seat", field="seat")
        return who.seats[0]
    helps = table.phase == "playing" and table.game.needs_people(table.position)
    if not who.enters_for(require_seat(table, seat), helps):
        raise NotAllowed("not-your-seat")
    return seat


def find_hint_seat(table: Table, tokens: Iterable[str], seat: str | None = None) -> str:
    """Return the seat that asks for a hint and may have one. Raises NotAllowed or Refused."""
    asker = find_acting_seat(table, tokens, seat)
    require_playing(table)
    if not table.game.gives_hints(table.settings):
        raise Refused("hints-off")
    if table.game.find_mover(table.position) != asker:
        raise Refused("not-your-turn")
    return asker


def list_moves(table: Table, tokens: Iterable[str], seat: str | None = None) -> Sequence[Offer]:
    """Return the moves that the holder of these tokens may play now. Raises NotAllowed or Refused."""
    mover = find_acting_seat(table, tokens, seat)
    return table.game.list_moves(table.position, mover) if table.phase == "playing" else ()


def find_free_seat(table: Table, name: str, colour: str | None, kind: str) -> str:
    """Return the chosen or the first free colour. Raises Refused if the player cannot take a seat."""
    require_lobby(table)
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


def find_creators_token(table: Table, tokens: Iterable[str], kind: str) -> str | None:
    """Return the creator's token for the first phone seat of the creator's device, else None: when that seat moves to
    another device, the host right can move with it."""
    if kind not in KINDS[:1] or any(seat.key == table.host_key for seat in table.seats):
        return None
    return next((token for token in tokens if fingerprint(token) == table.host_key), None)
