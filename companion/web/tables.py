"""The pages of a table before the game: open one, join, arrange the seats, start, move a seat elsewhere."""

from collections.abc import Sequence

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from companion.games.table_game import Seat
from companion.i18n import gettext
from companion.i18n.words import describe_table_error
from companion.tables.errors import BadInput, NotAllowed, Refused, TableError
from companion.tables.table import CREATOR, Table
from companion.web.companion import companion, find_table, public_url, redirect_to_table
from companion.web.errors import STATUS
from companion.web.identity import add_tokens, cookie_tokens, make_move_key, moves_host, read_move_key
from companion.web.inputs import InvalidField, JoinInput, make_opening_model, read_form
from companion.web.qr import qr_svg
from companion.web.table_pages import describe_lobby, render_table

tables = Blueprint("tables", __name__)


@tables.post("/tables")
def create() -> ResponseReturnValue:
    here = companion()
    options = read_form(make_opening_model(here.tables.games, request.form.get("game"))).model_dump()
    here.limits.count_table()
    table, token = here.tables.create(options.pop("game"), options)
    return add_tokens(redirect_to_table(table), table.code, [token])


@tables.post("/demo")
def demo() -> ResponseReturnValue:
    """A game that begins at once, alone against a bot."""
    here = companion()
    here.limits.count_table()
    game = next(game for game in here.tables.games.values() if game.plays_itself)
    settings = {option: choices[0] for option, choices in game.options.items()} | dict(game.demo_settings)
    table, token = here.tables.create_with_bots(game.name, settings, gettext("Guest"), [gettext("Tara")])
    return add_tokens(redirect_to_table(table), table.code, [token])


@tables.get("/t/<code>")
def table(code: str) -> ResponseReturnValue:
    """The table's one address: the lobby before the start, then the game."""
    found, visitor = find_table(code)
    if code != found.code:
        return redirect_to_table(found)
    return render_table(found, visitor)


@tables.get("/t/<code>/seats")
def seats(code: str) -> ResponseReturnValue:
    """The part of the page that changes, for the live update."""
    found, visitor = find_table(code)
    if found.phase != "lobby":
        raise Refused("already-started")
    return render_template("tables/_seats.html", **describe_lobby(found, visitor))


@tables.post("/t/<code>/join")
def join(code: str) -> ResponseReturnValue:
    found, visitor = find_table(code)
    try:
        given = read_form(JoinInput)
        asker = cookie_tokens(found.code)
        joined, _, token = companion().tables.join(found.code, given.name, given.colour, given.kind, asker)
    except InvalidField as error:
        return render_table(found, visitor, error.problems), 422
    except TableError as error:
        newest = companion().tables.get(found.code)
        return render_table(newest, visitor, {error.field or "": describe_table_error(error)}), STATUS[type(error)]
    return add_tokens(redirect_to_table(joined), found.code, [token])


@tables.post("/t/<code>/arrange")
def arrange(code: str) -> ResponseReturnValue:
    """One button of the lobby: `do` says which, `seat` about whom."""
    found, visitor = find_table(code)
    try:
        arrange_seats(found, request.form.get("do", ""), request.form.get("seat", ""))
    except (NotAllowed, Refused) as error:
        newest = companion().tables.get(found.code)
        return render_table(newest, visitor, problems={"": describe_table_error(error)}), STATUS[type(error)]
    return redirect_to_table(found)


def arrange_seats(found: Table, action: str, seat: str) -> Table:
    here, asker = companion().tables, cookie_tokens(found.code)
    match action:
        case "start":
            return here.start(found.code, asker)
        case "shuffle":
            return here.order(found.code, asker)
        case "up":
            return here.order(found.code, asker, move_up(found, seat))
        case "remove":
            return here.remove(found.code, asker, seat)
        case "host":
            return here.pass_host(found.code, asker, seat)
    raise BadInput("bad-request", "do")


def move_up(found: Table, seat: str) -> Sequence[str]:
    order = [each.seat for each in found.seats]
    place = order.index(seat) if seat in order else 0
    if place:
        order[place - 1], order[place] = order[place], order[place - 1]
    return order


@tables.get("/t/<code>/seats/<seat>/move")
def move(code: str, seat: str) -> ResponseReturnValue:
    """A personal QR code that moves the seat to the device that scans it."""
    found, visitor = find_table(code)
    own = found.seat(seat)
    if own is None or seat not in visitor.seats:
        raise NotAllowed("not-your-seat")
    # At tables of earlier versions the creator's seat and right have two tokens: only this device has both.
    is_creators = visitor.is_host and found.host == CREATOR and visitor.seats == (seat,)
    link = make_move_link(found.code, own, is_creators)
    label = gettext("QR code: scan it with the device that %(name)s will play on", name=own.name)
    return render_template("tables/move.html", table=found, seat=own, link=link, qr=qr_svg(link, label))


def make_move_link(code: str, seat: Seat, with_host: bool = False) -> str:
    return public_url("tables.continue_here", code=code, key=make_move_key(code, seat, with_host))


@tables.get("/t/<code>/continue/<key>")
def continue_here(code: str, key: str) -> ResponseReturnValue:
    """Asks first: a preview of the link by a messenger must not move the seat."""
    found, _ = find_table(code)
    named, old_key = read_move_key(found.code, key)
    seat = found.seat(named)
    if seat is None or seat.key != old_key:
        raise NotAllowed("link-used")
    return render_template("tables/continue.html", table=found, seat=seat, key=key)


@tables.post("/t/<code>/continue/<key>")
def take_over(code: str, key: str) -> ResponseReturnValue:
    found, _ = find_table(code)
    seat, old_key = read_move_key(found.code, key)
    moved, token = companion().tables.move_seat(found.code, seat, old_key, moves_host(key))
    return add_tokens(redirect_to_table(moved), found.code, [token])
