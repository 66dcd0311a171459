"""Turn every error into a response: JSON for the API, a page otherwise."""

import logging
from collections.abc import Callable

from flask import Flask, Response, g, jsonify, make_response, render_template, request
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import BadHost, HTTPException, MethodNotAllowed

from companion.i18n import gettext
from companion.i18n.words import format_error
from companion.jobs import Busy, CannotStart, NotDone
from companion.photo import PhotoUnavailable
from companion.rules.messages import IllegalMove, Unreadable
from companion.storage import Damaged, Unavailable
from companion.tables.errors import BadInput, NoSuchTable, NotAllowed, Outdated, Refused, Stale, TableError, Unplayable
from companion.tables.table import Table
from companion.web.inputs import InvalidField
from companion.web.limits import TooMany

logger = logging.getLogger(__name__)

STATUS = {
    NoSuchTable: 404,
    NotAllowed: 403,
    Stale: 409,
    Refused: 422,
    InvalidField: 422,
    BadInput: 400,
    TooMany: 429,
    Outdated: 410,
    Unplayable: 503,  # only the operator can fix this
}
HTTP_CODES = {404: "not-found", 405: "method-not-allowed", 413: "too-large", 500: "internal"}
BUSY_SECONDS = 10

# error: status, code, seconds for Retry-After
FIXED: dict[type[Exception], tuple[int, str, int | None]] = {
    CSRFError: (400, "form-expired", None),
    OverflowError: (400, "bad-request", None),  # values far out of range, such as the year 99999
    Unavailable: (503, "unavailable", 2),
    Damaged: (503, "damaged", None),
    PhotoUnavailable: (503, "no-photo", None),
}


class MoveRefused(TableError):
    """An illegal or unreadable move, with its translated message."""

    def __init__(self, code: str, message: str, status: int) -> None:
        super().__init__(code, field="move")
        self.message = message
        self.status = status


def play_by_rules(table: Table, play: Callable[[], Table]) -> Table:
    """Run `play` and return its table. Raises MoveRefused with a translated message if the rules refuse."""
    try:
        return play()
    except (IllegalMove, Unreadable) as error:
        code, message = table.game.explain_refusal(error, table.position)
        raise MoveRefused(code, message, 422 if isinstance(error, IllegalMove) else 400) from error


def wants_json() -> bool:
    return request.path.startswith("/api/")


def make_error_response(
    status: int, code: str, message: str, field: str | None = None, retry_after: int | None = None
) -> ResponseReturnValue:
    """Build an error response: JSON for the API, a page otherwise."""
    g.refusal = code
    if wants_json():
        error = {"code": code, "message": message} | ({"field": field} if field else {})
        response: Response = jsonify(error={name: replace_surrogates(text) for name, text in error.items()})
    else:
        response = Response(render_template("errors/error.html", status=status, message=message))
    response.status_code = status
    if retry_after is not None:
        response.headers["Retry-After"] = str(retry_after)
    return response


def replace_surrogates(quoted: str) -> str:
    """Replace lone surrogates, which JSON can contain, even in field names, but UTF-8 cannot."""
    return quoted.encode(errors="replace").decode()


def describe_error(error: TableError) -> tuple[str, int]:
    """Return the translated message and the HTTP status of an error."""
    message = error.message if isinstance(error, InvalidField | MoveRefused) else error.describe()
    if isinstance(error.__cause__, Unreadable) and not wants_json():
        # examples of entries help programs, not people who tapped
        message = gettext("This entry is incomplete. Check what you have chosen.")
    return message, error.status if isinstance(error, MoveRefused) else STATUS[type(error)]


def answer_table_error(error: TableError) -> ResponseReturnValue:
    message, status = describe_error(error)
    retry = error.retry_after if isinstance(error, TooMany) else None
    return make_error_response(status, error.code, message, error.field, retry)


def answer_with_sentence(error: TableError) -> ResponseReturnValue:
    """Answer the script of a page with one sentence, which it shows; a browser that opened a page, with a page."""
    if request.method != "GET" and "X-Parts" not in request.headers:
        return answer_table_error(error)
    g.refusal = error.code
    message, status = describe_error(error)
    headers = {"Retry-After": str(error.retry_after)} if isinstance(error, TooMany) else None
    return Response(message, status, headers, mimetype="text/plain")


def answer_http_error(error: HTTPException) -> ResponseReturnValue:
    status = error.code or 500
    if error.response is not None or 300 <= status < 400:
        return error
    if isinstance(error, BadHost) and not wants_json():
        return error  # our error page contains URLs, which cannot be built here
    code = HTTP_CODES.get(status, "bad-request")
    response = make_response(make_error_response(status, code, format_error(code)))
    if isinstance(error, MethodNotAllowed):
        response.allow.update(error.valid_methods or ())
    return response


def answer_fixed(error: Exception) -> ResponseReturnValue:
    """Answer one of the errors in FIXED."""
    status, code, retry = next(answer for kind, answer in FIXED.items() if isinstance(error, kind))
    return make_error_response(status, code, format_error(code), retry_after=retry)


def answer_not_done(error: NotDone) -> ResponseReturnValue:
    if isinstance(error, CannotStart):
        logger.error("A worker process cannot start: %s", error.__cause__)
        return make_error_response(503, "no-worker", format_error("no-worker"))
    code = f"{error.kind.name}-busy" if isinstance(error, Busy) else "job-failed"
    return make_error_response(503, code, format_error(code), retry_after=BUSY_SECONDS)


def register(app: Flask) -> None:
    app.register_error_handler(TableError, answer_table_error)
    for kind in FIXED:
        app.register_error_handler(kind, answer_fixed)
    app.register_error_handler(NotDone, answer_not_done)
    app.register_error_handler(HTTPException, answer_http_error)
