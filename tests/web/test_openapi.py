"""The OpenAPI description matches the routes, and their responses to any input."""

import os
import re
from dataclasses import replace
from random import Random

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    allow_header_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from companion.app import create_app
from companion.web.openapi import DESCRIPTION, PATHS
from tests.tables.conftest import Party, meet

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    response_headers_conformance,
    allow_header_conformance,
    unsupported_method,
]
METHODS = {"GET", "POST", "PUT", "PATCH", "DELETE"}
EXAMPLES = 100 if os.environ.get("COMPANION_LONG") else 12


@pytest.fixture(scope="module")
def busy_app(tmp_path_factory):
    """Return an app without rate limits."""
    from companion.settings import Settings
    from tests.testgame import games

    folder = tmp_path_factory.mktemp("api")
    chosen = Settings(data_dir=folder, database_url=f"sqlite:///{folder / 'c.db'}", secret_key="for tests only")
    app = create_app(replace(chosen, tables_per_hour=10**6, wrong_codes_per_minute=10**6), games())
    yield app
    app.extensions["companion"].tables.log.close()


@pytest.fixture(scope="module")
def api_tables(busy_app) -> list[Party]:
    """Return a table in every phase."""
    lobby = busy_app.test_client().post("/api/tables", json={"game": "dice-charmers"}).json
    over = meet(busy_app, 2, paper="blue")
    over.play_on(Random(3))
    return [Party(busy_app.test_client(), lobby["code"], lobby["host_token"]), meet(busy_app, 2), over]


# To the routes


def test_every_route_is_described_and_every_description_has_a_route(busy_app):
    routes = {
        (re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule), method)
        for rule in busy_app.url_map.iter_rules()
        for method in rule.methods & METHODS
        if rule.rule.startswith("/api/")
    }
    described = {(path, method.upper()) for path, item in PATHS.items() for method in item if method != "parameters"}
    assert described == routes


def test_the_description_is_served_with_the_options_of_every_game(client):
    served = client.get("/api/openapi.json").json
    openings = served["components"]["schemas"].pop("Opening")["oneOf"]
    assert served == DESCRIPTION
    known = client.application.extensions["companion"].tables.games
    games = {name: game for name, game in known.items() if not game.opening}
    assert [opening["properties"]["game"]["const"] for opening in openings] == list(games)
    for opening, game in zip(openings, games.values(), strict=True):
        described = {name: field["enum"] for name, field in opening["properties"].items() if "enum" in field}
        assert described == {name: list(option) for name, option in game.options.items() if len(option) > 1}


def test_names_of_operations_are_unique():
    names = [
        operation["operationId"] for item in PATHS.values() for key, operation in item.items() if key != "parameters"
    ]
    assert len(set(names)) == len(names)


# To what they answer


@pytest.fixture(scope="module")
def description(busy_app, api_tables):
    """Return the served description with the codes of existing tables."""
    loaded = schemathesis.openapi.from_wsgi("/api/openapi.json", busy_app)
    for item in loaded.raw_schema["paths"].values():
        for parameter in item.get("parameters", ()):
            if parameter["name"] == "code":
                parameter["schema"] = {"enum": [table.code for table in api_tables]}
    return loaded


OPERATIONS = [
    (path, method.upper())
    for path, item in PATHS.items()
    for method in item
    if method != "parameters" and not path.endswith("/stream")  # it never ends: tests/live/test_streams.py
]


def everyone_at(tables: list[Party], code: str | None) -> list[str | None]:
    """Return the tokens of a stranger, the host and the players of one table or of all."""
    here = [table for table in tables if code in (None, table.code)]
    return [None, "forged", *(token for table in here for token in (table.host, *table.tokens.values()))]


@pytest.mark.parametrize(("path", "method"), OPERATIONS, ids=lambda part: part.removeprefix("/api/"))
def test_whatever_is_sent_the_answer_is_as_described_and_never_a_server_error(description, api_tables, path, method):
    """Generate requests that match the description and requests that do not."""
    operation = description[path][method]
    fitting = operation.as_strategy(generation_mode=GenerationMode.POSITIVE)
    unfitting = operation.as_strategy(generation_mode=GenerationMode.NEGATIVE)

    @settings(
        max_examples=EXAMPLES,
        derandomize=True,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(fitting | unfitting if operation.body or operation.path_parameters else fitting, st.data())
    def anything(case, data):
        token = data.draw(st.sampled_from(everyone_at(api_tables, (case.path_parameters or {}).get("code"))))
        case.headers["Accept-Encoding"] = "identity"
        if token:
            case.headers["Authorization"] = f"Bearer {token}"
        case.call_and_validate(checks=CHECKS)

    anything()
