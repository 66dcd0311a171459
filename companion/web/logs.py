"""One JSON line for every request, and for everything else that is logged: for programs that watch over a server.

Never in it: names, tokens, keys, codes of tables, addresses of people. Two lines about the same table have the same
`table`, a fingerprint that nobody without the key of this companion can make from a code.
"""

import hmac
import json
import logging
import re
import sys
import time
import traceback
from datetime import UTC, datetime
from typing import Any

from flask import Flask, Response, current_app, g, request

from companion.tables.tokens import tidy_code

logger = logging.getLogger("companion.requests")

# What addresses of ours carry: the code of a table, the key of a link, the totals of a result.
SECRET_PARTS = re.compile(r"(/(?:t|tables|r)/)[^\s\]\"']+")
FINGERPRINT_LENGTH = 8


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
        }
        fields = getattr(record, "fields", None)
        line |= fields if fields is not None else {"message": SECRET_PARTS.sub(r"\1…", record.getMessage())}
        if record.exc_info and record.exc_info[1]:
            line |= fault(record.exc_info[1])
        return json.dumps(line, ensure_ascii=False)


class Discretion(logging.Filter):
    """Keep addresses and what somebody sent out of what gunicorn and Flask log, in every format."""

    def filter(self, record: logging.LogRecord) -> bool:
        message = record.getMessage()
        if message.startswith("Invalid request from ip="):  # gunicorn quotes what it could not read
            error = sys.exc_info()[0]
            message = f"Invalid request: {error.__name__ if error else 'unreadable'}"
        elif message.startswith("Error handling request"):
            message = "Error handling request"
        record.msg, record.args = SECRET_PARTS.sub(r"\1…", message), ()
        return True


DISCRETION = Discretion()


def fault(error: BaseException) -> dict[str, Any]:
    """Which error and where; not its message, which may quote what somebody typed."""
    frames = traceback.extract_tb(error.__traceback__)
    return {"error": type(error).__name__, "at": [f"{each.filename}:{each.lineno} {each.name}" for each in frames]}


def begin() -> None:
    g.begun = time.perf_counter()


def write(response: Response) -> Response:
    fields: dict[str, Any] = {
        "method": request.method,
        "route": request.url_rule.rule if request.url_rule else None,
        "status": response.status_code,
        "ms": round((time.perf_counter() - g.begun) * 1000, 2),
    }
    code = (request.view_args or {}).get("code")
    if code:
        fields["table"] = fingerprint(code)
    if refusal := g.get("refusal"):
        fields["refusal"] = refusal
    logger.info("request", extra={"fields": fields})
    return response


def fingerprint(code: str) -> str:
    key = str(current_app.secret_key).encode()
    return hmac.new(key, tidy_code(code).encode(), "sha256").hexdigest()[:FINGERPRINT_LENGTH]


def configuration() -> dict[str, Any]:
    """For logging.config: everything that is logged, by anyone, becomes a JSON line on stderr."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": JsonLines}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "stream": sys.stderr, "formatter": "json"}},
        "root": {"level": "WARNING", "handlers": ["stderr"]},
        "loggers": {
            "companion.requests": {"level": "INFO"},
            "gunicorn.error": {"level": "WARNING", "handlers": [], "propagate": True},
        },
    }


def keep_private(*names: str) -> None:
    """Keep addresses and codes out of what these loggers write."""
    for name in names:
        logging.getLogger(name).addFilter(DISCRETION)


def register(app: Flask, chosen: str) -> None:
    keep_private("gunicorn.error", app.logger.name)
    if chosen == "json":
        app.before_request(begin)
        app.after_request(write)
