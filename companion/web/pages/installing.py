"""The companion as an app on the home screen: the manifest, the service worker and its page without a connection.

Browsers allow this only over https. The worker asks the network first, so online nothing changes. It caches only
answers of its own version, so that pages and files of two versions never mix. Once it is prepared, it answers offline
by itself: it runs the same Python code with Pyodide (`companion/phone`).
"""

import hashlib
from functools import cache
from pathlib import Path

from flask import Blueprint, Flask, Response, abort, current_app, jsonify, render_template, request, send_file, url_for
from flask.typing import ResponseReturnValue

from companion.i18n import gettext
from companion.jobs import Kind
from companion.web.companion import companion, run_job
from companion.web.http import WORKER_POLICY

SHELL_KINDS = (".css", ".js", ".woff2", ".svg", ".png")  # what pages load; not the fonts of PDFs
VERSION_HEADER = "Companion-Version"
VERSION_LENGTH = 16
PYODIDE = "pyodide-0.29.5"
PYODIDE_FILES = {  # name for browsers: file, type
    "pyodide.js": ("pyodide.js.gz", "text/javascript"),
    "pyodide.asm.js": ("pyodide.asm.js.gz", "text/javascript"),
    "pyodide.asm.wasm": ("pyodide.asm.wasm.gz", "application/wasm"),
    "python_stdlib.zip": ("python_stdlib.zip", "application/zip"),
}
YEAR = 365 * 86400
BUNDLE = "bundle"  # the extension that makes it
BUNDLING = Kind(BUNDLE, seconds=120)  # it takes a second, and is made once; a busy machine lets workers wait
ICONS = {"any": ("brand/icon-192.png", "192x192"), "maskable": ("brand/icon-512.png", "512x512")}

installing = Blueprint("installing", __name__)


@cache
def compute_version() -> str:
    """Return a fingerprint of everything that pages are made of."""
    digest = hashlib.sha256()
    static, templates, code = map(Path, (find_static_folder(), str(current_app.template_folder), current_app.root_path))
    own = companion().settings.own_sheets
    files = [*static.rglob("*.*"), *templates.rglob("*.*"), *code.rglob("*.py"), *code.rglob("*.po"), *own.rglob("*.*")]
    for file in sorted(files):
        digest.update(f"{file.name} {file.stat().st_size} {file.stat().st_mtime_ns}".encode())
    return digest.hexdigest()[:VERSION_LENGTH]


@cache
def list_shell() -> list[str]:
    """Return the files that pages load, below the static folder."""
    static = Path(find_static_folder())
    return sorted(file.relative_to(static).as_posix() for file in static.rglob("*") if file.suffix in SHELL_KINDS)


def find_static_folder() -> str:
    return str(current_app.static_folder)


@installing.get("/manifest.webmanifest")
def send_manifest() -> ResponseReturnValue:
    icons = [
        {"src": url_for("static", filename=file), "sizes": size, "type": "image/png", "purpose": purpose}
        for purpose, (file, size) in ICONS.items()
    ]
    described = jsonify(
        name=gettext("Roll & Write Companion"),
        short_name=gettext("Companion"),
        start_url=url_for("home.index"),
        scope=url_for("home.index"),
        display="standalone",
        background_color="#f7edda",
        theme_color="#f7edda",
        icons=icons,
    )
    described.mimetype = "application/manifest+json"
    return described


@installing.get("/worker.js")
def send_worker() -> ResponseReturnValue:
    """Send the service worker. Served from the root, because a service worker only controls paths below its own."""
    shell = [url_for("static", filename=file) for file in list_shell()]
    shell += [url_for("home.send_seat_colours"), url_for("installing.show_offline"), url_for("home.index")]
    told = {
        "version": compute_version(),
        "shell": shell,
        "offline": url_for("installing.show_offline"),
        "home": url_for("home.index"),
        "bundle": url_for("installing.send_bundle"),
        "pyodide": {name: url_for("installing.send_pyodide", version=PYODIDE, name=name) for name in PYODIDE_FILES},
        "engine": PYODIDE,
    }
    script = render_template("installing/worker.js", told=told)
    headers = {"Cache-Control": "no-cache", "Content-Security-Policy": WORKER_POLICY}
    return Response(script, mimetype="text/javascript", headers=headers)


@installing.get("/offline/<version>/<name>")
def send_pyodide(version: str, name: str) -> ResponseReturnValue:
    """Send a file of Pyodide. Its address carries the version, so browsers may keep it."""
    if version != PYODIDE or name not in PYODIDE_FILES:
        abort(404)
    file, kind = PYODIDE_FILES[name]
    response = send_file(Path(find_static_folder()) / PYODIDE / file, kind, max_age=YEAR)
    if file.endswith(".gz"):
        response.headers["Content-Encoding"] = "gzip"
    return response


@installing.get("/offline/bundle.zip")
def send_bundle() -> ResponseReturnValue:
    """Send what a phone needs to answer by itself: code, templates, libraries."""
    routes = [(rule.rule, rule.endpoint, sorted(rule.methods or ())) for rule in current_app.url_map.iter_rules()]
    here, make_bundle = companion(), current_app.extensions[BUNDLE]
    made = run_job(BUNDLING, compute_version(), lambda: (make_bundle, (routes, here.settings.own_sheets)))
    return Response(made, mimetype="application/zip", headers={"Cache-Control": "no-cache"})


@installing.get("/offline")
def show_offline() -> ResponseReturnValue:
    return render_template("installing/offline.html")


def name_version(response: Response) -> Response:
    """Tell the worker which version a page or file belongs to."""
    if request.method == "GET" and request.is_secure:
        response.headers[VERSION_HEADER] = compute_version()
    return response


def register(app: Flask) -> None:
    app.after_request(name_version)
    app.register_blueprint(installing)
