"""The OpenAPI description of the JSON API, served at /api/openapi.json.

tests/web/test_openapi.py checks it against the routes and their responses.
"""

from collections.abc import Mapping
from typing import Any

from companion import __version__
from companion.games.game import list_games
from companion.games.table_game import BOT_LEVELS, TableGame
from companion.rules.scoring import LONGEST_NAME
from companion.tables.table import COLOURS, SEAT_KINDS
from companion.web.inputs import JoinInput, MoveInput, UndoInput, make_opening_model

Schema = dict[str, Any]

# Schemas

TEXT: Schema = {"type": "string"}
NUMBER: Schema = {"type": "integer", "minimum": 0}
POINTS: Schema = {"type": "number"}
ANYTHING: Schema = {}
SEAT: Schema = {"type": "string", "enum": list(COLOURS), "description": "The colour of the seat."}
LEVEL: Schema = {"enum": list(BOT_LEVELS), "description": "How well a bot plays."}
VERSION: Schema = {**NUMBER, "description": "The number of the newest event that the client has seen."}
SHA256: Schema = {"type": "string", "pattern": "^[0-9a-f]{64}$"}


def nullable(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


def array_of(schema: Schema) -> Schema:
    return {"type": "array", "items": schema}


def object_of(required: Mapping[str, Schema], may: Mapping[str, Schema] | None = None, *, more: bool = False) -> Schema:
    """Describe an object; with `more` it may have further fields that depend on the game."""
    fields = {**required, **(may or {})}
    return {"type": "object", "properties": fields, "required": list(required), "additionalProperties": more}


STATE: Schema = {"enum": ["none", "marked", "circled", "crossed"]}
CELLS: Schema = {
    "type": "object",
    "additionalProperties": STATE,
    "description": "The state of every cell, such as `fame 7` or `road c3 N`; those that are missing are empty.",
}
FIGURES: Schema = {"type": "object", "additionalProperties": NUMBER, "description": "Totals, as for final scoring."}


def ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


SCHEMAS: dict[str, Schema] = {
    "Error": object_of({"error": object_of({"code": TEXT, "message": TEXT}, {"field": TEXT})}),
    "Seat": object_of(
        {"seat": SEAT, "name": TEXT, "colour": SEAT, "kind": {"enum": list(SEAT_KINDS)}}, {"level": LEVEL}
    ),
    "Turn": object_of({"seat": SEAT, "prompt": {**TEXT, "description": "What to do, as text."}}, more=True),
    "Result": object_of({"game": TEXT, "winners": array_of(TEXT)}, more=True),
    "Table": object_of(
        {
            "code": TEXT,
            "version": VERSION,
            "game": TEXT,
            "sheet": nullable(TEXT),
            "settings": {"type": "object", "additionalProperties": TEXT},
            "phase": ref("Phase"),
            "seats": array_of(ref("Seat")),
            "host": nullable(SEAT),
            "you": object_of({"seats": array_of(SEAT), "host": {"type": "boolean"}}),
            "commitment": {**SHA256, "description": "SHA-256 of the dice seed, revealed when the game is over."},
            "turn": nullable(ref("Turn")),
            "dice": ANYTHING,
            "elephant": ANYTHING,
            "sheets": {"type": "object", "description": "The public sheets by seat."},
            "result": nullable(ref("Result")),
        },
        more=True,
    ),
    "Phase": {"enum": ["lobby", "playing", "over"]},
    "Moved": object_of({"version": VERSION, "phase": ref("Phase"), "turn": nullable(ref("Turn"))}),
    "Offer": object_of({"move": TEXT, "label": TEXT, "targets": array_of(TEXT), "effects": array_of(TEXT)}, more=True),
    "Hint": object_of(
        {
            "version": VERSION,
            "seat": SEAT,
            "refined": {"type": "boolean", "description": "Whether a worker process has looked further ahead."},
            "move": {**TEXT, "description": "The best move, one of those that `offerMoves` lists."},
            "label": TEXT,
            "targets": array_of(TEXT),
            "why": TEXT,
            "next_best": nullable(TEXT),
        }
    ),
    "Analysis": object_of(
        {
            "sheet": TEXT,
            "players": array_of(
                object_of(
                    {
                        "seat": SEAT,
                        "name": TEXT,
                        **dict.fromkeys(("start", "luck", "decisions", "others", "rest", "result"), POINTS),
                        "points": object_of(dict.fromkeys(("luck", "decisions", "others"), POINTS)),
                        "turns": array_of({"type": "object"}),
                        "decisive": array_of({"type": "object"}),
                        "lesson": TEXT,
                    }
                )
            ),
            "chances": array_of({"type": "object", "additionalProperties": POINTS}),
        }
    ),
    "Reading": object_of(
        {
            "sheet": TEXT,
            "version": NUMBER,
            "serial": nullable(NUMBER),
            "cells": CELLS,
            "doubtful": array_of(
                object_of(
                    {"cell": TEXT, "read": STATE, "alternatives": {"type": "object", "additionalProperties": POINTS}}
                )
            ),
            "totals": FIGURES,
            "score": POINTS,
            "conflicts": array_of(object_of({"rule": TEXT, "cells": array_of(TEXT), "message": TEXT})),
            "seconds": POINTS,
        }
    ),
    "Event": object_of({"seq": {**NUMBER, "minimum": 1}, "at": NUMBER, "kind": TEXT}, {"seat": SEAT}, more=True),
    "Score": object_of(
        {
            "game": {"enum": list(list_games())},
            "players": array_of(
                object_of(
                    {
                        "name": TEXT,
                        "score": POINTS,
                        "breakdown": {"type": "object", "additionalProperties": POINTS},
                        "rank": {**NUMBER, "minimum": 1},
                        "tiebreaks": {"type": "object", "additionalProperties": POINTS},
                    }
                )
            ),
            "winners": array_of(TEXT),
            "tiebreak": nullable(TEXT),
            "ties": array_of(object_of({"players": array_of(TEXT), "decided_by": array_of(TEXT)})),
        }
    ),
}

# Responses

WHY_NOT = {
    400: "Not a JSON object, or an unreadable move.",
    403: "Not the client's seat, or not the host.",
    404: "There is no such table, seat or page.",
    409: "The table has newer events than that version.",
    413: "The body is too large.",
    422: "Not allowed by the rules, or an invalid field.",
    429: "Too many requests from this address; try again after Retry-After.",
    503: "Temporarily unavailable; send the same request again after Retry-After. It is applied once.",
}
RETRY_AFTER = {"Retry-After": {"description": "Seconds.", "schema": {"type": "integer"}}}
LOOKING = (404, 429, 503)
CHANGING = (*LOOKING, 403, 409, 422)
READING = (400, 413)  # a body


def describe_error(status: int) -> Schema:
    response: Schema = {"description": WHY_NOT[status], "content": {"application/json": {"schema": ref("Error")}}}
    return response | ({"headers": RETRY_AFTER} if status in (429, 503) else {})


def responses(status: int, schema: Schema, *errors: int, mimetype: str = "application/json") -> Schema:
    success: Schema = {"description": "Done.", "content": {mimetype: {"schema": schema}}}
    return {str(status): success} | {str(error): describe_error(error) for error in sorted(errors)}


NOT_READY: Schema = {
    "description": "Not ready yet; ask again after Retry-After.",
    "content": {"application/json": {"schema": object_of({"ready": {"const": False}})}},
    "headers": RETRY_AFTER,
}


# Requests


def request_body(schema: Schema) -> Schema:
    return {"required": True, "content": {"application/json": {"schema": schema}}}


def parameter(name: str, place: str, schema: Schema, description: str) -> Schema:
    return {"name": name, "in": place, "required": place == "path", "schema": schema, "description": description}


IN_PATH = [
    parameter("code", "path", TEXT, "The code of the table, in upper or lower case, with or without dashes."),
    parameter("seat", "path", TEXT, "The seat."),
    parameter("game", "path", {"enum": list(list_games())}, "The game."),
]
FOR_SEAT = parameter("seat", "query", SEAT, "The seat, if the client has several or plays for a paper seat.")
REFINED = parameter("refined", "query", TEXT, "Not empty: look further ahead, in less than a second.")
AFTER = parameter("after", "query", TEXT, "Like Last-Event-ID, for clients that cannot set headers.")
BEATS = parameter("beats", "query", TEXT, "Send `beat` events with the interval in seconds instead of comments.")
LAST_EVENT = parameter("Last-Event-ID", "header", TEXT, "The number of the last event that the client has seen.")

SHEET = parameter("sheet", "query", TEXT, "The name of the sheet, if its code cannot be read.")
BINARY: Schema = {"type": "string", "format": "binary"}
PICTURE: Schema = {
    "image/jpeg": {"schema": BINARY},
    "image/png": {"schema": BINARY},
    "multipart/form-data": {"schema": {"type": "object", "properties": {"picture": BINARY}, "required": ["picture"]}},
}

ANYONE: list[Schema] = []
ANYONE_OR_SEAT: list[Schema] = [{}, {"token": []}]
WITH_TOKEN: list[Schema] = [{"token": []}]


def operation(name: str, summary: str, security: list[Schema], responses: Schema, **more: Any) -> Schema:
    return {"operationId": name, "summary": summary, "security": security, "responses": responses, **more}


JOINING, MOVING, UNDOING = (model.model_json_schema() for model in (JoinInput, MoveInput, UndoInput))
MANAGING = object_of({"action": {"enum": ["skip", "paper", "bot"]}, "seat": SEAT}, {"level": LEVEL}, more=True)
PLAYER = object_of({"name": {**TEXT, "minLength": 1, "maxLength": LONGEST_NAME}}, more=True)
TOTALS = object_of({"players": {"type": "array", "items": PLAYER, "minItems": 2}}, more=True)

PATHS: dict[str, Schema] = {
    "/api/openapi.json": {
        "get": operation("describe", "This description.", ANYONE, responses(200, {"type": "object"})),
    },
    "/api/tables": {
        "post": operation(
            "openTable",
            "Open a table. The holder of the host token is its host.",
            ANYONE,
            responses(
                201,
                object_of({"code": TEXT, "url": TEXT, "host_token": TEXT, "commitment": SHA256}),
                *(*READING, 422, 429, 503),
            ),
            requestBody=request_body(ref("Opening")),
        ),
    },
    "/api/tables/{code}": {
        "get": operation(
            "showTable",
            "Get the table as the client may see it.",
            ANYONE_OR_SEAT,
            responses(200, ref("Table"), *LOOKING),
        ),
    },
    "/api/tables/{code}/seats": {
        "post": operation(
            "join",
            "Take a seat. Its token is needed to play for it. The host can also seat a bot, whose token is empty.",
            ANYONE_OR_SEAT,
            responses(201, object_of({"seat": SEAT, "token": TEXT}), *LOOKING, *READING, 403, 409, 422),
            requestBody=request_body(JOINING),
        ),
    },
    "/api/tables/{code}/seats/{seat}": {
        "delete": operation(
            "leave",
            "Leave a seat, or as the host remove a player, before the start.",
            WITH_TOKEN,
            responses(200, ref("Table"), *CHANGING),
        ),
    },
    "/api/tables/{code}/order": {
        "post": operation(
            "orderSeats",
            "Order the seats as the host, or shuffle them if no order is given.",
            WITH_TOKEN,
            responses(200, ref("Table"), *CHANGING, *READING),
            requestBody=request_body(object_of({}, {"order": nullable(array_of(SEAT))}, more=True)),
        ),
    },
    "/api/tables/{code}/host": {
        "post": operation(
            "passHost",
            "Pass the host role to a player.",
            WITH_TOKEN,
            responses(200, ref("Table"), *CHANGING, *READING),
            requestBody=request_body(object_of({"seat": SEAT}, more=True)),
        ),
    },
    "/api/tables/{code}/start": {
        "post": operation(
            "start",
            "Start the game as the host.",
            WITH_TOKEN,
            responses(200, ref("Table"), *CHANGING),
        ),
    },
    "/api/tables/{code}/moves": {
        "get": operation(
            "offerMoves",
            "List the current moves of the client's seat; none if it has nothing to do.",
            WITH_TOKEN,
            responses(200, object_of({"version": VERSION, "moves": array_of(ref("Offer"))}), *LOOKING, 403, 422),
            parameters=[FOR_SEAT],
        ),
        "post": operation(
            "play",
            "Play a move. It is durable when the response is sent.",
            WITH_TOKEN,
            responses(200, ref("Moved"), *CHANGING, *READING),
            requestBody=request_body(MOVING),
        ),
    },
    "/api/tables/{code}/undo": {
        "post": operation(
            "undo",
            "Undo the last mark, or the whole turn; never past a roll or another player's move.",
            WITH_TOKEN,
            responses(200, ref("Moved"), *CHANGING, *READING),
            requestBody=request_body(UNDOING),
        ),
    },
    "/api/tables/{code}/manage": {
        "post": operation(
            "manage",
            "Skip the turn of a player who has left, continue the seat on paper, or let a bot play on, as the host.",
            WITH_TOKEN,
            responses(200, ref("Moved"), *CHANGING, *READING),
            requestBody=request_body(MANAGING),
        ),
    },
    "/api/tables/{code}/hint": {
        "get": operation(
            "giveHint",
            "Get the best move of the client's seat and why, if hints were chosen when the table was opened. The first "
            "answer comes at once; `refined` asks for a better one.",
            WITH_TOKEN,
            responses(200, ref("Hint"), *LOOKING, 403, 422),
            parameters=[FOR_SEAT, REFINED],
        ),
    },
    "/api/tables/{code}/analysis": {
        "get": operation(
            "analyse",
            "Get the analysis of a finished game (docs/bots.md). The first request starts it; until it is ready "
            "the answer is 202: ask again after Retry-After.",
            ANYONE_OR_SEAT,
            responses(200, ref("Analysis"), *LOOKING, 422) | {"202": NOT_READY},
        ),
    },
    "/api/tables/{code}/log": {
        "get": operation(
            "showLog",
            "Get the whole log and the dice seed once the game is over.",
            ANYONE_OR_SEAT,
            responses(
                200,
                object_of(
                    {
                        "code": TEXT,
                        "seed": SHA256,
                        "commitment": SHA256,
                        "events": array_of(ref("Event")),
                        "contents": {
                            "type": "object",
                            "additionalProperties": TEXT,
                            "description": "What the table was opened with, such as its sheet, by SHA-256.",
                        },
                    }
                ),
                *(*LOOKING, 422),
            ),
        ),
    },
    "/api/tables/{code}/stream": {
        "get": operation(
            "listen",
            "Stream server-sent events: `id` is the number of the event, `data` the event as in the log. Without a "
            "resume point it starts with the first event. Comments keep an idle stream alive.",
            ANYONE_OR_SEAT,
            responses(200, TEXT, *LOOKING, mimetype="text/event-stream"),
            parameters=[LAST_EVENT, AFTER, BEATS],
        ),
    },
    "/api/tables/{code}/sheets/{seat}": {
        "post": operation(
            "enterSheet",
            "Enter the photographed sheet of a paper seat at the end of the game, as the host or as its player. The "
            "answer of `readSheet` can be sent as it is. A sheet that is sent again is entered once; the serial number "
            "keeps a copy from being entered for two seats.",
            WITH_TOKEN,
            responses(
                200,
                object_of({"version": VERSION, "phase": ref("Phase"), "totals": FIGURES}),
                *CHANGING,
                *READING,
            ),
            requestBody=request_body(
                object_of({"cells": CELLS}, {"sheet": TEXT, "version": NUMBER, "serial": nullable(NUMBER)}, more=True)
            ),
        ),
    },
    "/api/read": {
        "post": operation(
            "readSheet",
            "Read a photo of a played sheet (docs/photo.md). The picture is not kept.",
            ANYONE,
            responses(200, ref("Reading"), 400, 413, 422, 503),
            parameters=[SHEET],
            requestBody={"required": True, "content": PICTURE},
        ),
    },
    "/api/score/{game}": {
        "post": operation(
            "score",
            "Score a finished game from its totals. Players have the same fields as in `companion score`.",
            ANYONE,
            responses(200, ref("Score"), *READING, 404, 422),
            requestBody=request_body(TOTALS),
        ),
    },
}


def add_parameters(path: str, operations: Schema) -> Schema:
    """Add the parameters that a path names."""
    named = [each for each in IN_PATH if f"{{{each['name']}}}" in path]
    return {"parameters": named, **operations} if named else operations


DESCRIPTION: Schema = {
    "openapi": "3.1.0",
    "info": {
        "title": "Roll & Write Companion",
        "version": __version__,
        "description": "Tables, moves, live events and scores. Messages are in English or Russian, as requested by "
        "Accept-Language. A browser's cookie replaces the token; writing then also needs the page's X-CSRFToken.",
    },
    "paths": {path: add_parameters(path, operations) for path, operations in PATHS.items()},
    "components": {
        "schemas": SCHEMAS,
        "securitySchemes": {
            "token": {
                "type": "http",
                "scheme": "bearer",
                "description": "The token of a seat or of the host, from the response that created the seat or table.",
            }
        },
    },
}


def describe_api(games: Mapping[str, TableGame]) -> Schema:
    """Return the whole description: to open a table, a client sends one of the games with its options."""
    models = (make_opening_model({name: game}, name) for name, game in games.items() if not game.opening)
    opening = {"oneOf": [model.model_json_schema() for model in models]}
    return DESCRIPTION | {"components": DESCRIPTION["components"] | {"schemas": {**SCHEMAS, "Opening": opening}}}
