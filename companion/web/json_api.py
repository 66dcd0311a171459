"""The JSON API's blueprint, and how its bodies are read."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, request

from companion.tables.errors import BadInput
from companion.tables.public_log import writable

api = Blueprint("api", __name__, url_prefix="/api")


def body() -> Mapping[str, Any]:
    """Return the JSON object that was sent. Raises BadInput."""
    try:
        given = request.get_json(silent=True)
    except RecursionError:  # nested without end
        given = None
    if not isinstance(given, dict):
        raise BadInput("not-json")
    return given


def text(given: Mapping[str, Any], field: str) -> str:
    """Return a field that the answer may quote. Raises BadInput."""
    value = str(given.get(field, ""))
    if not writable(value):
        raise BadInput("bad-request", field)
    return value
