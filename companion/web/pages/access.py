"""How phones reach the companion at home: its addresses, and the certificate that they install for HTTPS."""

from urllib.parse import urlsplit

from flask import Blueprint, Flask, abort, current_app, redirect, render_template, request, send_file, url_for
from flask.typing import ResponseReturnValue

from companion.hosting.addresses import find_local_name, make_url
from companion.hosting.certificates import Store, summarise
from companion.web.companion import companion
from companion.web.prefix import find_cookie_path
from companion.web.public_urls import COOKIE, find_host, list_urls

YEAR = 365 * 86400
CERTIFICATE_TYPE = "application/x-x509-ca-cert"  # phones then offer to install it
UNENCRYPTED = (
    "access.explain_encryption",
    "access.send_root",
    "access.choose",
    "static",
    "home.send_seat_colours",
    "language.choose",
)
UNENCRYPTED_PATHS = ("/healthz", "/metrics")

access = Blueprint("access", __name__)


@access.post("/address")
def choose() -> ResponseReturnValue:
    """Remember which address this browser puts into links and QR codes."""
    response = redirect(url_for("home.index", _anchor="address"), 303)
    chosen = request.form.get("address", "")
    if chosen in list_urls(companion().settings):
        response.set_cookie(COOKIE, chosen, max_age=YEAR, samesite="Lax", httponly=True, path=find_cookie_path())
    return response


@access.get("/https")
def explain_encryption() -> ResponseReturnValue:
    """Explain how to trust this companion's certificate, for each kind of phone."""
    store = Store.of(companion().settings)
    if not store.is_set_up:
        return render_template("access/https.html", root=None, link="")
    root = summarise(store.root) if store.is_local and not store.certificate.is_symlink() else None
    return render_template("access/https.html", root=root, link=find_secure_url())


@access.get("/https/root.crt")
def send_root() -> ResponseReturnValue:
    """Send the root certificate; it is public."""
    store = Store.of(companion().settings)
    if not store.is_local:
        abort(404)
    return send_file(store.root, CERTIFICATE_TYPE, as_attachment=True, download_name="companion-root.crt")


def find_secure_url() -> str:
    """Return the encrypted URL of this companion: as set, by its announced name, or at the host of the request."""
    settings = companion().settings
    if settings.public_url.startswith("https://"):
        return settings.base_url
    _, port = current_app.config.get("PORTS") or (None, None)
    return make_url(find_local_name(settings) or find_host(), port, secure=True) + request.script_root if port else ""


def lead_to_encryption() -> ResponseReturnValue | None:
    """Redirect to HTTPS if the public URL says so and this server encrypts by itself: cookies need it."""
    settings = companion().settings
    ports = current_app.config.get("PORTS")
    if request.is_secure or not ports or ports[1] is None or not settings.public_url.startswith("https://"):
        return None
    if request.endpoint in UNENCRYPTED or request.path in UNENCRYPTED_PATHS:
        return None
    target = urlsplit(request.full_path if request.query_string else request.path)
    return redirect(settings.base_url + target.geturl(), 308)


def register(app: Flask) -> None:
    app.before_request(lead_to_encryption)
    app.register_blueprint(access)
