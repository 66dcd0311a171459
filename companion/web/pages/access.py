"""How phones reach the companion at home: the Wi-Fi, its addresses, the code of a table, and the certificate that they
install for HTTPS."""

import hmac
import json
import re
import secrets
from dataclasses import asdict, dataclass
from pathlib import Path
from urllib.parse import urlsplit

from flask import Blueprint, Flask, abort, current_app, redirect, render_template, request, send_file, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from companion.files import open_atomically
from companion.hosting.addresses import find_local_name, is_loopback, make_url
from companion.hosting.certificates import Store, summarise
from companion.i18n import gettext
from companion.web.companion import ADDRESS_COOKIE, build_public_url, companion, find_host, find_table, list_urls
from companion.web.http import find_cookie_path, read_cookie, set_cookie
from companion.web.sharing import draw_qr

YEAR = 365 * 86400
WIFI_COOKIE = "wifi"  # on the device where the Wi-Fi was entered: the owner's key
LONGEST_WIFI_NAME = 32  # bytes
WIFI_PASSWORD = re.compile(r"[ -~]{8,63}|[0-9A-Fa-f]{64}")
SPECIAL = re.compile(r'([\\;,:"])')  # in the text of a Wi-Fi code
# A request that came through a proxy on this machine comes from elsewhere.
FORWARDED = ("X-Forwarded-For", "X-Real-Ip", "Forwarded", "Via")
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


@dataclass(frozen=True)
class Wifi:
    """The home's Wi-Fi, as its owner has typed it in."""

    name: str
    password: str  # "": an open network
    owner: str  # key of the device where it was entered

    def draw(self) -> Markup:
        """Draw the code with which phones join it."""
        name, password = (SPECIAL.sub(r"\\\1", part) for part in (self.name, self.password))
        text = f"WIFI:T:WPA;S:{name};P:{password};;" if password else f"WIFI:T:nopass;S:{name};;"
        return draw_qr(text, gettext("QR code: scan it to join the Wi-Fi %(name)s", name=self.name))


def find_wifi_file() -> Path:
    return companion().settings.data_dir / "wifi.json"


def load_wifi() -> Wifi | None:
    """Return the Wi-Fi; None if there is none, or if no phone comes through it because the companion is not at home."""
    try:
        return Wifi(**json.loads(find_wifi_file().read_text(encoding="utf-8"))) if is_in_home_network() else None
    except (OSError, ValueError, TypeError):
        return None


@access.app_template_global()
def is_in_home_network() -> bool:
    """Return whether phones reach the companion through the network of the home."""
    return bool(list_urls(companion().settings))


def is_owner(wifi: Wifi | None) -> bool:
    """Return whether this device may see and change the Wi-Fi: where it was entered, and the companion's computer."""
    is_here = is_loopback(request.remote_addr or "") and is_loopback(find_host())
    if is_here and not any(name in request.headers for name in FORWARDED):
        return True
    return wifi is not None and hmac.compare_digest(wifi.owner.encode(), (read_cookie(WIFI_COOKIE) or "").encode())


@access.app_template_global()
def find_wifi(on_screen: bool = False) -> Wifi | None:
    """Return the Wi-Fi if it may be shown here: on its owner's device and on the TV."""
    wifi = load_wifi()
    return wifi if on_screen or is_owner(wifi) else None


@access.app_template_global()
def can_set_wifi() -> bool:
    """Return whether this device may enter the Wi-Fi, or another one."""
    wifi = load_wifi()
    return is_in_home_network() and (wifi is None or is_owner(wifi))


@access.get("/wifi")
def show_wifi() -> ResponseReturnValue:
    if not is_in_home_network():
        abort(404)
    return render_template("access/wifi.html", problems={}, typed=None)


@access.post("/wifi")
def enter_wifi() -> ResponseReturnValue:
    """Keep the name and password of the Wi-Fi in the data folder; forget them if the name is empty."""
    if not can_set_wifi():
        abort(403)
    name, password = request.form.get("name", "").strip(), request.form.get("password", "")
    back = redirect(url_for("access.show_wifi"), 303)
    if request.form.get("forget"):
        find_wifi_file().unlink(missing_ok=True)
        return back
    problems = {}
    if not name or len(name.encode(errors="replace")) > LONGEST_WIFI_NAME or not name.isprintable():
        problems["name"] = gettext("The name of a Wi-Fi has 1 to 32 letters, as your router shows it.")
    if password and not WIFI_PASSWORD.fullmatch(password):
        problems["password"] = gettext("The password of a Wi-Fi has 8 to 63 letters and signs; empty means none.")
    if problems:
        return render_template("access/wifi.html", problems=problems, typed={"name": name, "password": password}), 422
    wifi = Wifi(name, password, secrets.token_urlsafe(16))
    with open_atomically(find_wifi_file(), 0o600) as part:
        part.write_text(json.dumps(asdict(wifi)), encoding="utf-8")
    set_cookie(back, WIFI_COOKIE, wifi.owner, YEAR)
    return back


@access.app_template_global()
def invite_to(code: str) -> dict[str, object]:
    """Return the link to a table and its QR code; and the link with the address, if the first one has a name that some
    phones do not find."""
    link = build_public_url("lobby.show", code=code)
    numeric = ""
    if (urlsplit(link).hostname or "").endswith(".local"):
        scheme, path = urlsplit(link).scheme, url_for("lobby.show", code=code).removeprefix(request.script_root)
        urls = [url for url in list_urls(companion().settings) if not (urlsplit(url).hostname or "").endswith(".local")]
        numeric = next((url + path for url in urls if urlsplit(url).scheme == scheme), "")
    qr = draw_qr(link, gettext("QR code: scan it with another phone to join this table"))
    return {"link": link, "qr": qr, "numeric": numeric}


@access.get("/t/<code>/invite")
def invite(code: str) -> ResponseReturnValue:
    """Show the code of a table again, also during its game, for phones that come late or were lost."""
    table, _ = find_table(code)
    return render_template("access/invite.html", table=table, **invite_to(table.code))


@access.post("/address")
def choose() -> ResponseReturnValue:
    """Remember which address this browser puts into links and QR codes."""
    response = redirect(url_for("home.index", _anchor="address"), 303)
    chosen = request.form.get("address", "")
    if chosen in list_urls(companion().settings):
        response.set_cookie(
            ADDRESS_COOKIE, chosen, max_age=YEAR, samesite="Lax", httponly=True, path=find_cookie_path()
        )
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
