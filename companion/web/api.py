"""The JSON API for phones, programs and third-party tools."""

from collections.abc import Mapping
from typing import Any

from flask import jsonify, request
from flask.typing import ResponseReturnValue

from companion.games.table_game import BOT, Visitor
from companion.tables import permissions
from companion.tables.errors import Refused
from companion.tables.exports import export_log
from companion.tables.table import Table
from companion.web.companion import api, build_public_url, companion, find_table, read_object, read_text
from companion.web.errors import play_by_rules
from companion.web.identity import read_tokens
from companion.web.inputs import JoinInput, LevelInput, MoveInput, UndoInput, make_opening_model, read_json
from companion.web.openapi import describe_api
from companion.web.streaming import stream_events

__all__ = ["api"]


def describe_table(table: Table, visitor: Visitor) -> dict[str, Any]:
    """Return the table as JSON data, as this visitor may see it."""
    seen: Mapping[str, Any] = {"dice": None, "elephant": None, "sheets": {}}
    if table.position is not None:
        seen = table.game.make_view(table.position)
    return {
        "code": table.code,
        "version": table.version,
        "game": table.game.name,
        "sheet": table.settings.get("sheet"),
        "settings": table.settings,
        "phase": table.phase,
        "seats": [seat.as_json() for seat in table.seats],
        "host": table.host or None,
        "you": {"seats": visitor.seats, "host": visitor.is_host},
        "commitment": table.commitment,
        "turn": table.describe_turn(),
        **seen,
        "result": table.result,
    }


def answer_move(table: Table) -> ResponseReturnValue:
    return jsonify(version=table.version, phase=table.phase, turn=table.describe_turn())


@api.get("/openapi.json")
def describe() -> ResponseReturnValue:
    return jsonify(describe_api(companion().tables.games))


@api.post("/tables")
def create() -> ResponseReturnValue:
    here, given = companion(), read_object()
    game = given.get("game")
    if not (isinstance(game, str) and game in here.tables.games):
        given = {"game": game}  # the other fields depend on the game: report only this one
    options = read_json(make_opening_model(here.tables.games, game), given).model_dump(exclude_none=True)
    here.limits.count_table()
    table, token = here.tables.create(options.pop("game"), options)
    url = build_public_url("lobby.show", code=table.code)
    return jsonify(code=table.code, url=url, host_token=token, commitment=table.commitment), 201


@api.get("/tables/<code>")
def show(code: str) -> ResponseReturnValue:
    table, visitor = find_table(code)
    return jsonify(describe_table(table, visitor))


@api.post("/tables/<code>/seats")
def join(code: str) -> ResponseReturnValue:
    table, _ = find_table(code)
    given = read_json(JoinInput, read_object())
    here, asker = companion().tables, read_tokens(table.code)
    if given.kind == BOT:
        _, (seat,) = here.add_bots(table.code, asker, [given.name], given.level, given.colour)
        return jsonify(seat=seat, token=""), 201
    _, seat, token = here.join(table.code, given.name, given.colour, given.kind, asker)
    return jsonify(seat=seat, token=token), 201


@api.delete("/tables/<code>/seats/<seat>")
def remove(code: str, seat: str) -> ResponseReturnValue:
    table, _ = find_table(code)
    return answer_lobby(companion().tables.remove(table.code, read_tokens(table.code), seat))


@api.post("/tables/<code>/order")
def order(code: str) -> ResponseReturnValue:
    """Order the seats: {"order": [seats]}; without an order, shuffle them."""
    table, _ = find_table(code)
    wanted = read_object().get("order")
    if wanted is not None and not (isinstance(wanted, list) and all(isinstance(seat, str) for seat in wanted)):
        raise Refused("order-every-seat", field="order")
    return answer_lobby(companion().tables.order(table.code, read_tokens(table.code), wanted))


@api.post("/tables/<code>/host")
def pass_host(code: str) -> ResponseReturnValue:
    table, _ = find_table(code)
    return answer_lobby(
        companion().tables.pass_host(table.code, read_tokens(table.code), read_text(read_object(), "seat"))
    )


@api.post("/tables/<code>/start")
def start(code: str) -> ResponseReturnValue:
    table, _ = find_table(code)
    return answer_lobby(companion().tables.start(table.code, read_tokens(table.code)))


def answer_lobby(table: Table) -> ResponseReturnValue:
    return jsonify(describe_table(table, table.recognise_visitor(read_tokens(table.code))))


@api.get("/tables/<code>/moves")
def moves(code: str) -> ResponseReturnValue:
    table, _ = find_table(code)
    offers = permissions.list_moves(table, read_tokens(table.code), request.args.get("seat"))
    return jsonify(version=table.version, moves=[offer.as_json() for offer in offers])


@api.post("/tables/<code>/moves")
def play(code: str) -> ResponseReturnValue:
    table, _ = find_table(code, to_change=True)
    given = read_json(MoveInput, read_object())
    here, asker = companion().tables, read_tokens(table.code)
    entry = (given.move, given.version, given.seat, given.nonce)
    return answer_move(play_by_rules(table, lambda: here.submit(table.code, asker, *entry)))


@api.post("/tables/<code>/undo")
def undo(code: str) -> ResponseReturnValue:
    """Undo the last mark: {"version"}; with {"turn": true} the whole turn, with {"entry"} that entry."""
    table, _ = find_table(code, to_change=True)
    given = read_json(UndoInput, read_object())
    here, asker = companion().tables, read_tokens(table.code)
    return answer_move(
        play_by_rules(table, lambda: here.undo(table.code, asker, given.version, given.seat, given.turn, given.entry))
    )


@api.post("/tables/<code>/manage")
def manage(code: str) -> ResponseReturnValue:
    """Manage a player who has left, as the host: {"action": "skip"|"paper"|"bot", "seat", "level"?}."""
    table, _ = find_table(code, to_change=True)
    given, here, asker = read_object(), companion().tables, read_tokens(table.code)
    action, seat = read_text(given, "action"), read_text(given, "seat")
    level = read_json(LevelInput, {"level": given.get("level")}).level
    return answer_move(play_by_rules(table, lambda: here.manage(table.code, asker, action, seat, level)))


@api.get("/tables/<code>/log")
def log(code: str) -> ResponseReturnValue:
    table, _ = find_table(code)
    return jsonify(export_log(table, companion().tables.log))


@api.get("/tables/<code>/stream")
def stream(code: str) -> ResponseReturnValue:
    table, _ = find_table(code)
    return stream_events(table)
