"""What the JSON contract is, for programs: an OpenAPI description, served at /api/openapi.json.

tests/web/test_openapi.py holds it against the routes, and against what they really answer.
"""

from collections.abc import Mapping
from typing import Any

from companion import __version__
from companion.games.game import registered_games
from companion.rules.scoring_input import LONGEST_NAME
from companion.tables.table import COLOURS, SEAT_KINDS
from companion.web.inputs import JoinInput, MoveInput, UndoInput

Schema = dict[str, Any]

# Schemas

TEXT: Schema = {"type": "string"}
NUMBER: Schema = {"type": "integer", "minimum": 0}
POINTS: Schema = {"type": "number"}
ANYTHING: Schema = {}
SEAT: Schema = {"type": "string", "enum": list(COLOURS), "description": "A seat is named by its colour."}
VERSION: Schema = {**NUMBER, "description": "The number of the newest event the asker has seen."}
SHA256: Schema = {"type": "string", "pattern": "^[0-9a-f]{64}$"}


def optional(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


def listed(schema: Schema) -> Schema:
    return {"type": "array", "items": schema}


def record(required: Mapping[str, Schema], may: Mapping[str, Schema] | None = None, *, more: bool = False) -> Schema:
    """An object; `more`: with further fields that depend on the game."""
    fields = {**required, **(may or {})}
    return {"type": "object", "properties": fields, "required": list(required), "additionalProperties": more}


def named(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


SCHEMAS: dict[str, Schema] = {
    "Error": record({"error": record({"code": TEXT, "message": TEXT}, {"field": TEXT})}),
    "Seat": record({"seat": SEAT, "name": TEXT, "colour": SEAT, "kind": {"enum": list(SEAT_KINDS)}}),
    "Turn": record({"seat": SEAT, "prompt": {**TEXT, "description": "What is asked, in words."}}, more=True),
    "Result": record({"game": TEXT, "winners": listed(TEXT)}, more=True),
    "Table": record(
        {
            "code": TEXT,
            "version": VERSION,
            "game": TEXT,
            "sheet": optional(TEXT),
            "settings": {"type": "object", "additionalProperties": TEXT},
            "phase": named("Phase"),
            "seats": listed(named("Seat")),
            "host": optional(SEAT),
            "you": record({"seats": listed(SEAT), "host": {"type": "boolean"}}),
            "commitment": {**SHA256, "description": "SHA-256 of the dice seed, which is shown when the game is over."},
            "turn": optional(named("Turn")),
            "dice": ANYTHING,
            "elephant": ANYTHING,
            "sheets": {"type": "object", "description": "By seat, what everyone may see."},
            "result": optional(named("Result")),
        },
        more=True,
    ),
    "Phase": {"enum": ["lobby", "playing", "over"]},
    "Moved": record({"version": VERSION, "phase": named("Phase"), "turn": optional(named("Turn"))}),
    "Offer": record({"move": TEXT, "label": TEXT, "targets": listed(TEXT), "effects": listed(TEXT)}, more=True),
    "Event": record({"seq": {**NUMBER, "minimum": 1}, "at": NUMBER, "kind": TEXT}, {"seat": SEAT}, more=True),
    "Score": record(
        {
            "game": {"enum": list(registered_games())},
            "players": listed(
                record(
                    {
                        "name": TEXT,
                        "score": POINTS,
                        "breakdown": {"type": "object", "additionalProperties": POINTS},
                        "rank": {**NUMBER, "minimum": 1},
                        "tiebreaks": {"type": "object", "additionalProperties": POINTS},
                    }
                )
            ),
            "winners": listed(TEXT),
            "tiebreak": optional(TEXT),
            "ties": listed(record({"players": listed(TEXT), "decided_by": listed(TEXT)})),
        }
    ),
}

# Answers

WHY_NOT = {
    400: "Not a JSON object, or a move that nobody can read.",
    403: "Not the asker's seat, or not the host.",
    404: "There is no such table, seat or page.",
    409: "Something has happened at the table since that version.",
    413: "More than fits into one request.",
    422: "Understood, but refused: by the rules, or a field that cannot be meant.",
    429: "Too many from this address; Retry-After says when to try again.",
    503: "The companion cannot do this now; Retry-After says when to send the same again. It counts once.",
}
RETRY_AFTER = {"Retry-After": {"description": "Seconds.", "schema": {"type": "integer"}}}
LOOKING = (404, 429, 503)
CHANGING = (*LOOKING, 403, 409, 422)
READING = (400, 413)  # a body


def refused(status: int) -> Schema:
    answer: Schema = {"description": WHY_NOT[status], "content": {"application/json": {"schema": named("Error")}}}
    return answer | ({"headers": RETRY_AFTER} if status in (429, 503) else {})


def answers(status: int, schema: Schema, *errors: int, mimetype: str = "application/json") -> Schema:
    fine: Schema = {"description": "Done.", "content": {mimetype: {"schema": schema}}}
    return {str(status): fine} | {str(error): refused(error) for error in sorted(errors)}


# Questions


def body(schema: Schema) -> Schema:
    return {"required": True, "content": {"application/json": {"schema": schema}}}


def parameter(name: str, place: str, schema: Schema, description: str) -> Schema:
    return {"name": name, "in": place, "required": place == "path", "schema": schema, "description": description}


CODE = parameter("code", "path", TEXT, "The code of the table, in any case, with or without dashes.")
SEAT_IN_PATH = parameter("seat", "path", TEXT, "The seat.")
GAME_IN_PATH = parameter("game", "path", {"enum": list(registered_games())}, "The game.")
FOR_SEAT = parameter("seat", "query", SEAT, "Which seat, when the asker has several or enters for one on paper.")
AFTER = parameter("after", "query", TEXT, "As Last-Event-ID, for clients that cannot set a header.")
BEATS = parameter("beats", "query", TEXT, "If given, events named `beat` with the seconds between two, not comments.")
LAST_EVENT = parameter("Last-Event-ID", "header", TEXT, "The number of the last event this phone has seen.")

ANYONE: list[Schema] = []
ANYONE_OR_SEAT: list[Schema] = [{}, {"token": []}]
WITH_TOKEN: list[Schema] = [{"token": []}]


def described(name: str, summary: str, security: list[Schema], responses: Schema, **more: Any) -> Schema:
    return {"operationId": name, "summary": summary, "security": security, "responses": responses, **more}


OPENING = record(
    {"game": TEXT}, {"sheet": TEXT, "dice": {"enum": ["virtual", "real"]}}, more=True
)  # the further ones are the game's own options
JOINING, MOVING, UNDOING = (model.model_json_schema() for model in (JoinInput, MoveInput, UndoInput))
MANAGING = record({"action": {"enum": ["skip", "paper"]}, "seat": SEAT}, more=True)
PLAYER = record({"name": {**TEXT, "minLength": 1, "maxLength": LONGEST_NAME}}, more=True)
TOTALS = record({"players": {"type": "array", "items": PLAYER, "minItems": 2}}, more=True)

PATHS: dict[str, Schema] = {
    "/api/openapi.json": {
        "get": described("describe", "This description.", ANYONE, answers(200, {"type": "object"})),
    },
    "/api/tables": {
        "post": described(
            "openTable",
            "Open a table; whoever has the host token is its host.",
            ANYONE,
            answers(
                201,
                record({"code": TEXT, "url": TEXT, "host_token": TEXT, "commitment": SHA256}),
                *(*READING, 422, 429, 503),
            ),
            requestBody=body(OPENING),
        ),
    },
    "/api/tables/{code}": {
        "parameters": [CODE],
        "get": described(
            "showTable",
            "The table as far as the asker may see it.",
            ANYONE_OR_SEAT,
            answers(200, named("Table"), *LOOKING),
        ),
    },
    "/api/tables/{code}/seats": {
        "parameters": [CODE],
        "post": described(
            "join",
            "Take a seat; its token plays for it.",
            ANYONE,
            answers(201, record({"seat": SEAT, "token": TEXT}), *LOOKING, *READING, 409, 422),
            requestBody=body(JOINING),
        ),
    },
    "/api/tables/{code}/seats/{seat}": {
        "parameters": [CODE, SEAT_IN_PATH],
        "delete": described(
            "leave",
            "Get up, or, as the host, remove somebody, before the start.",
            WITH_TOKEN,
            answers(200, named("Table"), *CHANGING),
        ),
    },
    "/api/tables/{code}/order": {
        "parameters": [CODE],
        "post": described(
            "orderSeats",
            "The host orders the seats; without an order they are shuffled.",
            WITH_TOKEN,
            answers(200, named("Table"), *CHANGING, *READING),
            requestBody=body(record({}, {"order": optional(listed(SEAT))}, more=True)),
        ),
    },
    "/api/tables/{code}/host": {
        "parameters": [CODE],
        "post": described(
            "passHost",
            "The host hands the role to a player.",
            WITH_TOKEN,
            answers(200, named("Table"), *CHANGING, *READING),
            requestBody=body(record({"seat": SEAT}, more=True)),
        ),
    },
    "/api/tables/{code}/start": {
        "parameters": [CODE],
        "post": described(
            "start",
            "The host starts the game.",
            WITH_TOKEN,
            answers(200, named("Table"), *CHANGING),
        ),
    },
    "/api/tables/{code}/moves": {
        "parameters": [CODE],
        "get": described(
            "offerMoves",
            "Every move of the asker's seat now; none when it has nothing to do.",
            WITH_TOKEN,
            answers(200, record({"version": VERSION, "moves": listed(named("Offer"))}), *LOOKING, 403, 422),
            parameters=[FOR_SEAT],
        ),
        "post": described(
            "play",
            "Play a move. Durable before it is answered.",
            WITH_TOKEN,
            answers(200, named("Moved"), *CHANGING, *READING),
            requestBody=body(MOVING),
        ),
    },
    "/api/tables/{code}/undo": {
        "parameters": [CODE],
        "post": described(
            "undo",
            "Take back one's last mark, or the whole turn; never behind a roll or another player's move.",
            WITH_TOKEN,
            answers(200, named("Moved"), *CHANGING, *READING),
            requestBody=body(UNDOING),
        ),
    },
    "/api/tables/{code}/manage": {
        "parameters": [CODE],
        "post": described(
            "manage",
            "The host about a player who has left: skip the turn, or let the seat go on on paper.",
            WITH_TOKEN,
            answers(200, named("Moved"), *CHANGING, *READING),
            requestBody=body(MANAGING),
        ),
    },
    "/api/tables/{code}/log": {
        "parameters": [CODE],
        "get": described(
            "showLog",
            "The whole log and the dice seed, once the game is over.",
            ANYONE_OR_SEAT,
            answers(
                200,
                record({"code": TEXT, "seed": SHA256, "commitment": SHA256, "events": listed(named("Event"))}),
                *(*LOOKING, 422),
            ),
        ),
    },
    "/api/tables/{code}/stream": {
        "parameters": [CODE],
        "get": described(
            "listen",
            "Server-sent events: `id` is the number of the event, `data` the event as in the log. Without a resume "
            "point it starts with the first. Comments show that a quiet stream is alive.",
            ANYONE_OR_SEAT,
            answers(200, TEXT, *LOOKING, mimetype="text/event-stream"),
            parameters=[LAST_EVENT, AFTER, BEATS],
        ),
    },
    "/api/score/{game}": {
        "parameters": [GAME_IN_PATH],
        "post": described(
            "score",
            "Score a finished game from its totals; the fields of a player are those of `companion score`.",
            ANYONE,
            answers(200, named("Score"), *READING, 404, 422),
            requestBody=body(TOTALS),
        ),
    },
}

DESCRIPTION: Schema = {
    "openapi": "3.1.0",
    "info": {
        "title": "Roll & Write Companion",
        "version": __version__,
        "description": "Tables, moves, live events and scores. Messages are worded in the language that "
        "Accept-Language asks for, English or Russian. A browser's cookie counts instead of a token; for writing only "
        "together with the page's X-CSRFToken.",
    },
    "paths": PATHS,
    "components": {
        "schemas": SCHEMAS,
        "securitySchemes": {
            "token": {
                "type": "http",
                "scheme": "bearer",
                "description": "The token of a seat, or of the host, as it was given when the seat or table was made.",
            }
        },
    },
}
