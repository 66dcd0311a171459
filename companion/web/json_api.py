"""The blueprint of the JSON API, and functions to read its bodies."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, request

from companion.tables.errors import BadInput
from companion.tables.public_log import is_writable

api = Blueprint("api", __name__, url_prefix="/api")


def read_object() -> Mapping[str, Any]:
    """Return the JSON object in the body. Raises BadInput."""
    try:
        given = request.get_json(silent=True)
    except RecursionError:  # nested too deeply
        given = None
    if not isinstance(given, dict):
        raise BadInput("not-json")
    return given


def read_text(given: Mapping[str, Any], field: str) -> str:
    """Return a field as text that a response may quote. Raises BadInput."""
    value = str(given.get(field, ""))
    if not is_writable(value):
        raise BadInput("bad-request", field)
    return value
