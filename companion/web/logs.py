"""JSON logs for monitoring: one line for every request and every other log record.

They never contain names, tokens, keys, table codes or IP addresses. Lines about the same table share a `table` field,
a keyed hash that cannot be computed from a code without the secret key.
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

from companion.tables.table import tidy_code

logger = logging.getLogger("companion.requests")

# Secrets in our URLs: the code of a table, the key of a link, the totals of a result.
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
            line |= describe_exception(record.exc_info[1])
        return json.dumps(line, ensure_ascii=False)


class Discretion(logging.Filter):
    """Remove addresses and request content from what Flask logs, in every format."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = SECRET_PARTS.sub(r"\1…", record.getMessage()), ()
        return True


DISCRETION = Discretion()


def describe_exception(error: BaseException) -> dict[str, Any]:
    """Return the type and place of an error; not its message, which may quote input."""
    frames = traceback.extract_tb(error.__traceback__)
    return {"error": type(error).__name__, "at": [f"{each.filename}:{each.lineno} {each.name}" for each in frames]}


def start_timer() -> None:
    g.begun = time.perf_counter()


def log_request(response: Response) -> Response:
    fields: dict[str, Any] = {
        "method": request.method,
        "route": request.url_rule.rule if request.url_rule else None,
        "status": response.status_code,
        "ms": round((time.perf_counter() - g.begun) * 1000, 2),
    }
    code = (request.view_args or {}).get("code")
    if code:
        fields["table"] = hash_code(code)
    if refusal := g.get("refusal"):
        fields["refusal"] = refusal
    logger.info("request", extra={"fields": fields})
    return response


def hash_code(code: str) -> str:
    key = str(current_app.secret_key).encode()
    return hmac.new(key, tidy_code(code).encode(), "sha256").hexdigest()[:FINGERPRINT_LENGTH]


def make_logging_config() -> dict[str, Any]:
    """Return the logging.config dict that writes every log record as a JSON line to stderr."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": JsonLines}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "stream": sys.stderr, "formatter": "json"}},
        "root": {"level": "WARNING", "handlers": ["stderr"]},
        "loggers": {"companion.requests": {"level": "INFO"}},
    }


def keep_private(*names: str) -> None:
    """Remove addresses and codes from what these loggers write."""
    for name in names:
        logging.getLogger(name).addFilter(DISCRETION)


def register(app: Flask, chosen: str) -> None:
    keep_private(app.logger.name)
    if chosen == "json":
        app.before_request(start_timer)
        app.after_request(log_request)
