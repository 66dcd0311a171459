"""The app that runs on a phone: the same pages as on the server, as far as they work without it, and copied tables."""

import io
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from flask import Flask, abort, render_template
from flask.typing import ResponseReturnValue
from werkzeug.test import run_wsgi_app

from companion.files import STATIC, TEMPLATES
from companion.games.game import load_table_games
from companion.i18n import LANGUAGES, gettext
from companion.jobs import Jobs
from companion.phone.bundle import Route
from companion.render.pad import PAPERS, USUAL_PAPERS
from companion.settings import Settings
from companion.storage import Event
from companion.storage.memory import MemoryLog
from companion.tables.permissions import OWNER
from companion.tables.service import Tables
from companion.web import errors, http, identity, language
from companion.web.admission import picture_bytes
from companion.web.companion import Companion, find_table
from companion.web.limits import Limits
from companion.web.pages.calculators import calculators
from companion.web.pages.home import home
from companion.web.pages.lookup import lookup
from companion.web.pages.play import play
from companion.web.pages.scoring import scoring
from companion.web.pages.setup import setup
from companion.web.table_pages import make_blueprints, render_table

HTTPS_PORT = "443"
ANY_REQUEST = {"method": "GET", "origin": "https://localhost", "prefix": "", "query": ""}


class Phone:
    """Answers the requests of this phone. `folder` is where the bundle was unpacked."""

    def __init__(self, folder: Path) -> None:
        settings = Settings(folder / "own", database_url="", secret_key=OWNER)
        self.log = MemoryLog()
        self.tables = Tables(self.log, load_table_games(settings.own_sheets))
        self.app = create_phone_app(settings, self.tables, json.loads((folder / "routes.json").read_text()))

    def warm_up(self) -> None:
        """Show a game in each language: a snapshot of this interpreter then contains what takes long the first time."""
        for game in filter(lambda game: game.solo_settings, self.tables.games.values()):
            usual = {name: option.default_alone for name, option in game.options.items()}
            table, _ = self.tables.create_alone(game.name, usual | dict(game.solo_settings), OWNER)
            for lang in LANGUAGES:
                asked = {"path": f"/t/{table.code}", "headers": {"cookie": f"lang={lang}"}}
                self.answer(json.dumps(ANY_REQUEST | asked), b"")
            self.log.delete([table.code])
            self.tables.forget(table.code)

    def load_table(self, code: str, copied: str) -> None:
        """Put a copied table, as JSON with its events and contents, in place of what is known of it."""
        self.tables.forget(code)
        copy = json.loads(copied)
        self.log.delete([code])
        self.log.append(code, [Event(**event) for event in copy["events"]], copy["contents"])

    def answer(self, asked: str, body: bytes) -> tuple[int, str, bytes]:
        """Answer a request, which is JSON (see `askPhone` in phone.js): its status, headers as JSON, and body."""
        request = json.loads(asked)
        headers: Mapping[str, str] = request["headers"]
        scheme, _, host = request["origin"].partition("://")
        environ: dict[str, Any] = {
            **{f"HTTP_{name.upper().replace('-', '_')}": value for name, value in headers.items()},
            "REQUEST_METHOD": request["method"],
            "SCRIPT_NAME": request["prefix"],
            "PATH_INFO": request["path"].encode().decode("latin-1"),
            "QUERY_STRING": request["query"],
            "CONTENT_LENGTH": str(len(body)),
            "CONTENT_TYPE": headers.get("content-type", ""),
            "HTTP_AUTHORIZATION": f"Bearer {OWNER}",
            "HTTP_HOST": host,
            "SERVER_NAME": host,
            "SERVER_PORT": HTTPS_PORT,
            "REMOTE_ADDR": "127.0.0.1",
            "wsgi.url_scheme": scheme,
            "wsgi.input": io.BytesIO(body),
            "wsgi.errors": sys.stderr,
        }
        chunks, status, answered = run_wsgi_app(self.app.wsgi_app, environ)
        return int(status.split()[0]), json.dumps(list(answered)), b"".join(chunks)


def create_phone_app(settings: Settings, tables: Tables, routes: Sequence[Route]) -> Flask:
    """Create the app with the pages that work without the server. The other routes exist too, because pages link to
    them; they answer 404."""
    app = Flask("companion", static_folder=str(STATIC), template_folder=str(TEMPLATES))
    app.config.update(SECRET_KEY=settings.load_key())
    app.json.sort_keys = False  # type: ignore[attr-defined] # as on the server
    app.json.ensure_ascii = False  # type: ignore[attr-defined]
    app.extensions["companion"] = Companion(settings, tables, Limits(settings), {}, Jobs(), history=cast(Any, None))
    language.register(app)
    http.register_headers(app)
    identity.register_sessions(app)
    errors.register(app)
    app.jinja_env.globals.update(MISSING)
    own = make_blueprints(tables.games.values(), offline=True)
    for blueprint in (home, play, scoring, lookup, setup, calculators, *own):
        app.register_blueprint(blueprint)
    for rule, endpoint, methods in routes:
        if endpoint not in app.view_functions:
            app.add_url_rule(rule, endpoint, OWN_VIEWS.get(endpoint, answer_missing), methods=methods)
    return app


def show_table(code: str) -> ResponseReturnValue:
    return render_table(*find_table(code))


def show_offline() -> ResponseReturnValue:
    return render_template("installing/offline.html")


def answer_missing(**_: str) -> ResponseReturnValue:
    abort(404)


def name_papers(of_documents: bool = False) -> dict[str, str]:
    return {name: gettext(PAPERS[name].title) for name in (USUAL_PAPERS if of_documents else PAPERS)}


# What templates ask of views that are not here.
MISSING = {
    "csrf_token": lambda: "",  # the server gives one when it is there again (install.js)
    "paper_titles": name_papers,
    "picture_bytes": picture_bytes,
    "push_key": lambda: "",
}
OWN_VIEWS: Mapping[str, Callable[..., ResponseReturnValue]] = {
    "lobby.show": show_table,
    "installing.show_offline": show_offline,
}
