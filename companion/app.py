"""create_app(): settings, template and static paths, blueprints."""

from collections.abc import Mapping

from flask import Flask, Request
from flask_wtf import CSRFProtect
from werkzeug.exceptions import BadHost
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.routing import MapAdapter

from companion.games.game import load_table_games, registered_games
from companion.games.table_game import TableGame
from companion.jobs import Jobs
from companion.paths import STATIC, TEMPLATES
from companion.settings import Settings
from companion.storage import EventLog, open_log
from companion.tables.service import Tables
from companion.web import admission, bodies, compression, errors, language, logs, metrics, security, signing
from companion.web.api import api
from companion.web.calculators import calculators
from companion.web.companion import Companion
from companion.web.ending import ending
from companion.web.home import home
from companion.web.learn import learn
from companion.web.limits import Limits
from companion.web.lookup import lookup
from companion.web.metrics import MeasuredLog, health
from companion.web.play import play
from companion.web.printing import printing
from companion.web.scoring import scoring
from companion.web.setup import setup
from companion.web.tables import tables
from companion.web.tv import tv

BODY_BYTES = 64 * 1024
LONGEST_HOST = 260  # characters of a host name and its port; a DNS name has at most 253
YEAR = 365 * 86400


class CompanionFlask(Flask):
    """Cache fonts, whose names carry a version, for a year; let browsers revalidate everything else, so that a phone
    never mixes the files of two versions."""

    def get_send_file_max_age(self, filename: str | None) -> int | None:
        return YEAR if filename and filename.startswith("fonts/") else None

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        if request is not None and len(request.environ.get("HTTP_HOST", "")) > LONGEST_HOST:
            raise BadHost  # too long for a QR code
        return super().create_url_adapter(request)


def create_app(
    settings: Settings | None = None,
    games: Mapping[str, TableGame] | None = None,
    log: EventLog | None = None,
    jobs: Jobs | None = None,
) -> Flask:
    """Create the app; parts that are not passed in come from the settings. Raises BadSettings or Unusable."""
    settings = settings or Settings.load()
    app = CompanionFlask("companion", static_folder=str(STATIC), template_folder=str(TEMPLATES))
    app.config.update(
        SECRET_KEY=settings.key(),
        MAX_CONTENT_LENGTH=BODY_BYTES,
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_SECURE=settings.public_url.startswith("https://"),
        WTF_CSRF_TIME_LIMIT=None,  # a phone may sleep for hours between two taps
        WTF_CSRF_SSL_STRICT=False,  # the header check needs a Referer, which phones may omit
    )
    app.json.sort_keys = False  # type: ignore[attr-defined] # keep the order of our dicts, which is made for readers
    app.json.ensure_ascii = False  # type: ignore[attr-defined] # Russian takes half the bytes
    if settings.trusted_proxies:
        hops = settings.trusted_proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops)  # type: ignore[method-assign]
    app.extensions["companion"] = open_companion(settings, games, log, jobs)
    language.register(app)
    security.register(app)
    signing.register(app)
    compression.register(app)
    errors.register(app)
    metrics.register(app)
    logs.register(app, settings.log)
    bodies.register(app)
    admission.register(app)
    # Last of the before_request functions: its refusals are translated and logged.
    CSRFProtect(app).exempt(api)  # the API checks the Bearer token or the CSRF header itself
    pages = (home, tables, play, ending, tv, printing, scoring, lookup, learn, setup, calculators)
    for blueprint in (*pages, api, health):
        app.register_blueprint(blueprint)
    return app


def open_companion(
    settings: Settings,
    games: Mapping[str, TableGame] | None = None,
    log: EventLog | None = None,
    jobs: Jobs | None = None,
) -> Companion:
    """Build what the views use: the tables on their log, limits, printable sheets and jobs. Raises Unusable."""
    if log is None:
        settings.prepare_data_dir()
        log = open_log(settings.database_url)
    printables = {
        name: printable
        for game in registered_games().values()
        for name, printable in game.printables(settings.own_sheets).items()
    }
    live = Tables(
        MeasuredLog(log),
        load_table_games(settings.own_sheets) if games is None else games,
        host_away_seconds=settings.host_away_seconds,
        is_alone=settings.database_url.startswith("sqlite"),
    )
    return Companion(settings, live, Limits(settings), printables, jobs or Jobs())
