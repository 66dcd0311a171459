"""The pages of a table before the game: open one, join, arrange the seats, start, move a seat elsewhere."""

from collections.abc import Sequence

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.i18n.words import table_error
from companion.tables.errors import NotAllowed, TableError
from companion.tables.table import COLOURS, Table, Visitor
from companion.web.companion import companion, find_table, public_url
from companion.web.forms import InvalidField, JoinForm, chosen_options, create_form
from companion.web.identity import cookie_tokens, moved_seat, moving_key, remember
from companion.web.qr import qr_svg

tables = Blueprint("tables", __name__)


def to_table(table: Table) -> Response:
    return redirect(url_for("tables.table", code=table.code), 303)  # type: ignore[return-value]


@tables.post("/tables")
def create() -> ResponseReturnValue:
    here = companion()
    form = create_form(here.tables.games, request.form.get("game"))()
    if not form.validate():
        name, problems = next(iter(form.errors.items()))
        raise InvalidField(name, problems[0])
    here.limits.table_opened()
    chosen = here.tables.games[form["game"].data]
    table, token = here.tables.create(chosen.name, chosen_options(form, chosen))
    return remember(to_table(table), table.code, [token])


@tables.get("/t/<code>")
def table(code: str) -> ResponseReturnValue:
    """The table's one address: the lobby before the start, then the game."""
    found, visitor = find_table(code)
    if code != found.code:
        return to_table(found)
    return lobby_page(found, visitor, JoinForm())


@tables.get("/t/<code>/seats")
def seats(code: str) -> ResponseReturnValue:
    """The part of the lobby that changes, for the live update."""
    found, visitor = find_table(code)
    return render_template("tables/_seats.html", **lobby_context(found, visitor))


def lobby_page(found: Table, visitor: Visitor, form: JoinForm, problem: str = "") -> str:
    link = public_url("tables.table", code=found.code)
    return render_template(
        "tables/lobby.html",
        form=form,
        problem=problem,
        link=link,
        qr=qr_svg(link, link),
        **lobby_context(found, visitor),
    )


def lobby_context(found: Table, visitor: Visitor) -> dict[str, object]:
    taken = {seat.seat for seat in found.seats}
    return {
        "table": found,
        "visitor": visitor,
        "free_colours": [colour for colour in COLOURS if colour not in taken],
        "can_join": found.phase == "lobby" and len(found.seats) < found.game.seats[-1],
        "can_start": found.phase == "lobby" and len(found.seats) in found.game.seats,
    }


@tables.post("/t/<code>/join")
def join(code: str) -> ResponseReturnValue:
    found, visitor = find_table(code)
    form = JoinForm()
    if not form.validate():
        return lobby_page(found, visitor, form, next(iter(form.errors.values()))[0]), 422
    try:
        joined, _, token = companion().tables.join(
            found.code, form.name.data, form.colour.data or None, form.kind.data or "phone"
        )
    except TableError as error:
        return lobby_page(companion().tables.look(found.code), visitor, form, table_error(error)), 422
    return remember(to_table(joined), found.code, [token])


@tables.post("/t/<code>/arrange")
def arrange(code: str) -> ResponseReturnValue:
    """One button of the lobby: `do` says which, `seat` about whom."""
    found, _ = find_table(code)
    here, asker = companion().tables, cookie_tokens(found.code)
    action, seat = request.form.get("do", ""), request.form.get("seat", "")
    if action == "start":
        here.start(found.code, asker)
    elif action == "shuffle":
        here.order(found.code, asker)
    elif action == "up":
        here.order(found.code, asker, moved_up(found, seat))
    elif action == "remove":
        here.remove(found.code, asker, seat)
    elif action == "host":
        here.pass_host(found.code, asker, seat)
    else:
        raise InvalidField("do", action)
    return to_table(found)


def moved_up(found: Table, seat: str) -> Sequence[str]:
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
    link = public_url("tables.continue_here", code=found.code, key=moving_key(found.code, own))
    return render_template("tables/move.html", table=found, seat=own, link=link, qr=qr_svg(link, link))


@tables.get("/t/<code>/continue/<key>")
def continue_here(code: str, key: str) -> ResponseReturnValue:
    """Asks first: a preview of the link by a messenger must not move the seat."""
    found, _ = find_table(code)
    seat, _ = moved_seat(found.code, key)
    return render_template("tables/continue.html", table=found, seat=found.seat(seat), key=key)


@tables.post("/t/<code>/continue/<key>")
def take_over(code: str, key: str) -> ResponseReturnValue:
    found, _ = find_table(code)
    seat, old_key = moved_seat(found.code, key)
    moved, token = companion().tables.move_seat(found.code, seat, old_key)
    return remember(to_table(moved), found.code, [token])
