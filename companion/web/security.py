"""Headers that keep a page to itself: no foreign script, no inline script, no frame, no leaking addresses."""

from flask import Flask, Response

POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    ]
)


HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
}
PASSING = {**HEADERS, "Cache-Control": "no-store"}  # what is asked for again every time


def add_headers(response: Response) -> Response:
    """What an answer says itself counts."""
    said = {name.title() for name, _ in response.headers}
    wanted = PASSING if response.mimetype in ("text/html", "application/json") else HEADERS
    response.headers.extend({name: value for name, value in wanted.items() if name not in said})
    return response


def register(app: Flask) -> None:
    app.after_request(add_headers)
