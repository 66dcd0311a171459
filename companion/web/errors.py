"""One place where anything that went wrong becomes an answer: a JSON error for programs, a page for people."""

from collections.abc import Callable

from flask import Flask, Response, g, jsonify, make_response, render_template, request
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import BadHost, HTTPException, MethodNotAllowed

from companion.i18n.words import describe_table_error, format_error
from companion.jobs import Busy, Failed
from companion.render.pdf import PdfUnavailable
from companion.rules.refusal import IllegalMove, Unreadable
from companion.storage import Damaged, Unavailable
from companion.tables.errors import BadInput, NoSuchTable, NotAllowed, Refused, Stale, TableError, Unplayable
from companion.tables.table import Table
from companion.web.inputs import InvalidField
from companion.web.limits import TooMany

STATUS = {
    NoSuchTable: 404,
    NotAllowed: 403,
    Stale: 409,
    Refused: 422,
    InvalidField: 422,
    BadInput: 400,
    TooMany: 429,
    Unplayable: 503,  # for whoever runs the companion to mend
}
HTTP_CODES = {404: "not-found", 405: "method-not-allowed", 413: "too-large", 500: "internal"}
RETRY_SECONDS = 2
BUSY_SECONDS = 10


class MoveRefused(TableError):
    """A move that the rules do not allow, or that nobody can read, already worded."""

    def __init__(self, code: str, message: str, status: int) -> None:
        super().__init__(code, field="move")
        self.message = message
        self.status = status


def play_by_rules(table: Table, play: Callable[[], Table]) -> Table:
    """Play, and word the rules' refusal in the player's language."""
    try:
        return play()
    except (IllegalMove, Unreadable) as error:
        code, message = table.game.refusal(error, table.position)
        raise MoveRefused(code, message, 422 if isinstance(error, IllegalMove) else 400) from error


def wants_json() -> bool:
    return request.path.startswith("/api/")


def answer(
    status: int, code: str, message: str, field: str | None = None, retry_after: int | None = None
) -> ResponseReturnValue:
    g.refusal = code
    if wants_json():
        error = {"code": code, "message": sendable(message)} | ({"field": sendable(field)} if field else {})
        response: Response = jsonify(error=error)
    else:
        response = Response(render_template("errors/error.html", status=status, message=message))
    response.status_code = status
    if retry_after is not None:
        response.headers["Retry-After"] = str(retry_after)
    return response


def sendable(quoted: str) -> str:
    """JSON can spell half a letter, in the name of a field too; nobody can send one back."""
    return quoted.encode(errors="replace").decode()


def word_error(error: TableError) -> tuple[str, int]:
    """The sentence that says why not, and the status that goes with it."""
    message = error.message if isinstance(error, InvalidField | MoveRefused) else describe_table_error(error)
    return message, error.status if isinstance(error, MoveRefused) else STATUS[type(error)]


def table_error_answer(error: TableError) -> ResponseReturnValue:
    message, status = word_error(error)
    retry = error.retry_after if isinstance(error, TooMany) else None
    return answer(status, error.code, message, error.field, retry)


def http_answer(error: HTTPException) -> ResponseReturnValue:
    status = error.code or 500
    if error.response is not None or 300 <= status < 400:
        return error
    if isinstance(error, BadHost) and not wants_json():
        return error  # our own page is full of addresses, and here there are none
    code = HTTP_CODES.get(status, "bad-request")
    response = make_response(answer(status, code, format_error(code)))
    if isinstance(error, MethodNotAllowed):
        response.allow.update(error.valid_methods or ())
    return response


def overflow_answer(error: OverflowError) -> ResponseReturnValue:
    """A number of hundreds of digits, or a date in the year 99999: nothing of ours reckons with those."""
    return answer(400, "bad-request", format_error("bad-request"))


def csrf_answer(error: CSRFError) -> ResponseReturnValue:
    return answer(400, "form-expired", format_error("form-expired"))


def unavailable_answer(error: Unavailable) -> ResponseReturnValue:
    return answer(503, "unavailable", format_error("unavailable"), retry_after=RETRY_SECONDS)


def damaged_answer(error: Damaged) -> ResponseReturnValue:
    return answer(503, "damaged", format_error("damaged"))


def busy_answer(error: Busy | Failed) -> ResponseReturnValue:
    code = f"{error.kind.name}-busy"
    return answer(503, code, format_error(code), retry_after=BUSY_SECONDS)


def no_pdf_answer(error: PdfUnavailable) -> ResponseReturnValue:
    return answer(503, "no-pdf", format_error("no-pdf"))


def register(app: Flask) -> None:
    app.register_error_handler(TableError, table_error_answer)
    app.register_error_handler(CSRFError, csrf_answer)
    app.register_error_handler(Unavailable, unavailable_answer)
    app.register_error_handler(Damaged, damaged_answer)
    app.register_error_handler(Busy, busy_answer)
    app.register_error_handler(Failed, busy_answer)
    app.register_error_handler(PdfUnavailable, no_pdf_answer)
    app.register_error_handler(OverflowError, overflow_answer)
    app.register_error_handler(HTTPException, http_answer)
