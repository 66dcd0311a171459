"""Where links and QR codes for other phones lead."""

from flask import current_app, request

from companion.hosting.addresses import find_urls, is_loopback
from companion.settings import Settings
from companion.web.shortcuts import read_cookie

COOKIE = "address"  # the URL that was chosen on the start page of this browser


def find_base_url(settings: Settings) -> str:
    """Return the URL that links for other phones begin with: as set, as chosen in this browser, or as it asks.

    A browser on the companion's own machine may ask for localhost, which no phone can reach.
    """
    if settings.public_url:
        return settings.base_url
    chosen = read_cookie(COOKIE)
    if chosen or is_loopback(find_host()):
        urls = list_urls(settings)
        if chosen in urls:
            return str(chosen)
        if urls and is_loopback(find_host()):
            return urls[0]
    return find_request_url() + request.script_root


def list_urls(settings: Settings) -> list[str]:
    """Return the URLs that phones may use at home; none behind a proxy, where only the request can tell."""
    ports = current_app.config.get("PORTS")  # set by the server
    return find_urls(settings, *ports) if ports and not settings.public_url else []


def find_host() -> str:
    """Return the host of the request, without the port."""
    return request.host.rpartition(":")[0] if request.host[-1:].isdigit() and ":" in request.host else request.host


def find_request_url() -> str:
    """Return scheme and host of the request."""
    try:
        return request.host_url.rstrip("/")
    except UnicodeError:  # invalid punycode in the host name
        return f"{request.scheme}://{request.host}"
