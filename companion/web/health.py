"""For whoever watches over the server."""

from flask import Blueprint, jsonify
from flask.typing import ResponseReturnValue

from companion.web.companion import companion

health = Blueprint("health", __name__)


@health.get("/healthz")
def healthz() -> ResponseReturnValue:
    """Fine when the log can be read; otherwise the usual 503."""
    companion().tables.log.read("")
    return jsonify(status="ok")
