"""create_app(): settings, template and static paths, blueprints."""

from collections.abc import Mapping
from functools import partial
from typing import cast

from flask import Flask, Request
from flask_wtf import CSRFProtect
from werkzeug.exceptions import BadHost
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.routing import MapAdapter

from companion.files import STATIC, TEMPLATES
from companion.games.game import list_games, load_table_games
from companion.games.table_game import TableGame
from companion.history.index import Database, History, keep_result
from companion.jobs import Jobs
from companion.phone.bundle import make_bundle
from companion.settings import Settings
from companion.storage import EventLog, open_log
from companion.tables.bots import Bots
from companion.tables.service import Tables
from companion.web import admission, devices, errors, http, identity, language, logs, metrics
from companion.web.api import api
from companion.web.companion import Companion, think_in_worker
from companion.web.limits import Limits
from companion.web.metrics import MeasuredLog, health
from companion.web.pages import access, installing
from companion.web.pages.calculators import calculators
from companion.web.pages.history import history
from companion.web.pages.home import home
from companion.web.pages.lobby import lobby
from companion.web.pages.lookup import lookup
from companion.web.pages.play import play
from companion.web.pages.printing import printing
from companion.web.pages.scoring import scoring
from companion.web.pages.setup import setup
from companion.web.pages.tv import tv
from companion.web.pushing import call_next_player, pushing
from companion.web.table_pages import make_blueprints

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
        SECRET_KEY=settings.load_key(),
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
    here = open_companion(settings, games, log, jobs)
    app.extensions["companion"] = here
    app.extensions[installing.BUNDLE] = make_bundle
    language.register(app)
    http.register_headers(app)
    identity.register_sessions(app)
    http.register_compression(app)
    errors.register(app)
    metrics.register(app)
    logs.register(app, settings.log)
    admission.register_pictures(app)
    admission.register_bodies(app)
    admission.register(app)
    devices.register(app)
    access.register(app)
    installing.register(app)
    # Last of the before_request functions: its refusals are translated and logged.
    CSRFProtect(app).exempt(api)  # the API checks the Bearer token or the CSRF header itself
    own = make_blueprints(here.tables.games.values())  # first, because games add routes to the JSON API
    pages = (home, lobby, play, pushing, tv, printing, scoring, lookup, setup, calculators, history)
    for blueprint in (*pages, *own, api, health):
        app.register_blueprint(blueprint)
    http.mount(app, settings.prefix)
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
        for game in list_games().values()
        for name, printable in game.list_printables(settings.own_sheets).items()
    }
    jobs = jobs or Jobs()
    live = Tables(
        MeasuredLog(log),
        load_table_games(settings.own_sheets) if games is None else games,
        host_away_seconds=settings.host_away_seconds,
        is_alone=settings.database_url.startswith("sqlite"),
        our_copy=settings.data_dir / "our-copy.json",
    )
    kept = History(cast(Database, live.log))
    live.on_end = partial(keep_result, kept, live.log)
    live.bots = Bots(live, partial(think_in_worker, jobs), settings.bot_pause_ms / 1000)
    here = Companion(settings, live, Limits(settings), printables, jobs, kept)
    live.on_change = partial(call_next_player, here, settings.fixed_prefix)
    return here
