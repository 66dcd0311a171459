"""Security headers: no foreign or inline scripts, no frames, no referrers to other sites."""

from collections.abc import Mapping

from flask import Flask

from companion.web.shortcuts import add_headers

POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "media-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    ]
)


# Of the service worker, which runs Python as WebAssembly (installing.py). No page may do that.
WORKER_POLICY = POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")

HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
}
UNCACHED = {**HEADERS, "Cache-Control": "no-store"}


def choose_headers(content_type: str) -> Mapping[str, str]:
    return UNCACHED if content_type.startswith(("text/html", "application/json")) else HEADERS


def register(app: Flask) -> None:
    app.wsgi_app = add_headers(app.wsgi_app, choose_headers)  # type: ignore[assignment, method-assign]
