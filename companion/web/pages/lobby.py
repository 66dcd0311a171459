"""The pages of a table before the game: open one, join, arrange the seats, start, move a seat elsewhere; and after it:
the log, and another game with the same people."""

from collections.abc import Sequence
from itertools import zip_longest

from flask import Blueprint, jsonify, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.games.table_game import BOT, PAPER, Seat
from companion.i18n import gettext
from companion.rules.player_names import is_taken
from companion.seat_colours import name_colour
from companion.tables.errors import BadInput, NoSuchTable, NotAllowed, Refused, TableError
from companion.tables.exports import export_log
from companion.tables.table import Table
from companion.web.companion import build_public_url, choose_game, companion, find_table, redirect_to_table
from companion.web.errors import STATUS
from companion.web.identity import add_tokens, make_move_key, read_cookie_tokens, read_move_key
from companion.web.inputs import (
    DEFAULT_LEVEL,
    BotsInput,
    InvalidField,
    JoinInput,
    make_opening_model,
    read_form,
    validate,
)
from companion.web.sharing import draw_qr
from companion.web.table_pages import describe_lobby, render_table

lobby = Blueprint("lobby", __name__)


@lobby.post("/tables")
def create() -> ResponseReturnValue:
    here = companion()
    model = make_opening_model(here.tables.games, request.form.get("game"))
    options = read_form(model).model_dump(exclude_none=True)
    here.limits.count_table()
    table, token = here.tables.create(options.pop("game"), options)
    return add_tokens(redirect_to_table(table), table.code, [token])


@lobby.post("/demo")
def start_demo() -> ResponseReturnValue:
    """Start a game of one player against a bot."""
    here = companion()
    here.limits.count_table()
    game = choose_game([game for game in here.tables.games.values() if game.demo_settings])
    settings = {name: option.default_alone for name, option in game.options.items()} | dict(game.demo_settings)
    rivals = {gettext(game.demo_rival): DEFAULT_LEVEL}
    table, token = here.tables.create_alone(game.name, settings, gettext("Guest"), rivals)
    return add_tokens(redirect_to_table(table), table.code, [token])


@lobby.get("/t/<code>")
def show(code: str) -> ResponseReturnValue:
    """Show the lobby before the start, then the game; both have the same address."""
    found, visitor = find_table(code)
    if code != found.code:
        return redirect_to_table(found)
    return render_table(found, visitor)


@lobby.get("/t/<code>/seats")
def send_seats(code: str) -> ResponseReturnValue:
    """Send the part of the lobby that changes."""
    found, visitor = find_table(code)
    if found.phase != "lobby":
        raise Refused("already-started")
    return render_template("lobby/_seats.html", **describe_lobby(found, visitor))


@lobby.post("/t/<code>/join")
def join(code: str) -> ResponseReturnValue:
    found, visitor = find_table(code)
    try:
        given = read_form(JoinInput)
        asker = read_cookie_tokens(found.code)
        if given.kind == BOT:
            companion().tables.add_bots(found.code, asker, [given.name], given.level, given.colour)
            return redirect_to_table(found)
        joined, _, token = companion().tables.join(found.code, given.name, given.colour, given.kind, asker)
    except InvalidField as error:
        return render_table(found, visitor, error.problems), 422
    except TableError as error:
        newest = companion().tables.get(found.code)
        return render_table(newest, visitor, {error.field or "": error.describe()}), STATUS[type(error)]
    return add_tokens(redirect_to_table(joined), found.code, [token])


@lobby.post("/t/<code>/together")
def start_together(code: str) -> ResponseReturnValue:
    """Seat everybody at once on the host's phone, and start: the first player there, the others without a phone."""
    found, visitor = find_table(code)
    here, asker = companion().tables, read_cookie_tokens(found.code)
    try:
        if not found.recognise_visitor(asker).is_host:
            raise NotAllowed("only-the-host")
        people = read_people(found, request.form.getlist("player"), request.form.getlist("colour"))
        (first, colour), *others = people.items()
        _, _, token = here.join(found.code, first, colour, tokens=asker)
        for name, colour in others:
            here.join(found.code, name, colour, kind=PAPER)
        started = here.start(found.code, asker)
    except InvalidField as error:
        return render_table(found, visitor, {"player": next(iter(error.problems.values()))}), 422
    except TableError as error:
        return render_table(here.get(found.code), visitor, {"player": error.describe()}), STATUS[type(error)]
    return add_tokens(redirect_to_table(started), found.code, [token])


def read_people(found: Table, names: Sequence[str], colours: Sequence[str]) -> dict[str, str | None]:
    """Return the names and colours for a table that is still empty. Raises InvalidField or Refused."""
    typed = zip_longest(names, colours)
    given = [{"name": name} | ({"colour": colour} if colour else {}) for name, colour in typed if name and name.strip()]
    joining = [validate(JoinInput, fields) for fields in given]
    people, seats = [player.name for player in joining], found.room
    if len(people) not in seats or found.seats or not found.game.paper_seats:
        raise Refused("wrong-number-of-players", least=seats[0], most=seats[-1])
    for number, name in enumerate(people):
        if is_taken(name, people[:number]):
            raise Refused("name-taken", field="name", name=name)
    chosen = [player.colour for player in joining if player.colour]
    for number, colour in enumerate(chosen):
        if colour in chosen[:number]:
            raise Refused("colour-taken", field="colour", colour=name_colour(colour))
    return {player.name: player.colour for player in joining}


@lobby.post("/t/<code>/arrange")
def arrange(code: str) -> ResponseReturnValue:
    """Press a button of the lobby: `do` says which, `seat` about whom."""
    found, visitor = find_table(code)
    try:
        arrange_seats(found, request.form.get("do", ""), request.form.get("seat", ""))
    except (NotAllowed, Refused) as error:
        newest = companion().tables.get(found.code)
        return render_table(newest, visitor, problems={"": error.describe()}), STATUS[type(error)]
    return redirect_to_table(found)


def arrange_seats(found: Table, action: str, seat: str) -> Table:
    here, asker = companion().tables, read_cookie_tokens(found.code)
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
        case "bots":
            given = read_form(BotsInput)
            return here.add_bots(found.code, asker, name_bots(found, given.level, given.count), given.level)[0]
    raise BadInput("bad-request", "do")


def name_bots(found: Table, level: str, count: int) -> list[str]:
    """Name new bots after the character of their level; those after the first get a number."""
    character = next((bot.title for bot in found.game.bots if bot.name == level), gettext("Bot"))
    names = [seat.name for seat in found.seats]
    for _ in range(count):
        numbered = [f"{character} {number}" for number in range(2, len(names) + 3)]
        names.append(next(name for name in (character, *numbered) if not is_taken(name, names)))
    return names[len(found.seats) :]


def move_up(found: Table, seat: str) -> Sequence[str]:
    order = [each.seat for each in found.seats]
    place = order.index(seat) if seat in order else 0
    if place:
        order[place - 1], order[place] = order[place], order[place - 1]
    return order


@lobby.get("/t/<code>/seats/<seat>/move")
def move(code: str, seat: str) -> ResponseReturnValue:
    """Show a personal QR code that moves the seat to the device that scans it."""
    found, visitor = find_table(code)
    own = found.find_seat(seat)
    if own is None or seat not in visitor.seats:
        raise NotAllowed("not-your-seat")
    link = make_move_link(found.code, own)
    label = gettext("QR code: scan it with the device that %(name)s will play on", name=own.name)
    return render_template("lobby/move.html", table=found, seat=own, link=link, qr=draw_qr(link, label))


def make_move_link(code: str, seat: Seat) -> str:
    return build_public_url("lobby.continue_here", code=code, key=make_move_key(code, seat))


@lobby.get("/t/<code>/continue/<key>")
def continue_here(code: str, key: str) -> ResponseReturnValue:
    """Ask for confirmation, because link previews of messengers open this URL too."""
    found, _ = find_table(code)
    named, old_key = read_move_key(found.code, key)
    seat = found.find_seat(named)
    if seat is None or seat.key != old_key:
        raise NotAllowed("link-used")
    return render_template("lobby/continue.html", table=found, seat=seat, key=key)


@lobby.post("/t/<code>/continue/<key>")
def take_over(code: str, key: str) -> ResponseReturnValue:
    found, _ = find_table(code)
    seat, old_key = read_move_key(found.code, key)
    moved, token = companion().tables.move_seat(found.code, seat, old_key)
    return add_tokens(redirect_to_table(moved), found.code, [token])


# After the game


@lobby.get("/t/<code>/log.json")
def send_log(code: str) -> ResponseReturnValue:
    """Send the log with the revealed seed, for `companion verify`."""
    table, _ = find_table(code)
    answer = jsonify(export_log(table, companion().tables.log))
    answer.headers["Content-Disposition"] = f'attachment; filename="{table.code}.json"'
    return answer


@lobby.post("/t/<code>/rematch")
def rematch(code: str) -> ResponseReturnValue:
    table, _ = find_table(code)
    fresh = companion().tables.rematch(table.code, read_cookie_tokens(table.code))
    return redirect(url_for("lobby.follow", code=table.code, fresh=fresh.code), 303)


@lobby.get("/t/<code>/rematch/<fresh>")
def follow(code: str, fresh: str) -> ResponseReturnValue:
    """Redirect to the new table, where the tokens of the old one count as well."""
    table, _ = find_table(code)
    if table.rematch != fresh:
        raise NoSuchTable
    return add_tokens(redirect_to_table(companion().tables.get(fresh)), fresh, read_cookie_tokens(table.code))
