"""Sign cookies, sessions and links. A signature from the future is valid, because clocks are sometimes set back."""

from datetime import timedelta
from typing import Any

from flask import Flask, current_app
from itsdangerous import SignatureExpired, TimestampSigner, URLSafeTimedSerializer

from companion.web.prefix import find_cookie_path
from companion.web.shortcuts import LeanSessions


class ClockTolerantSigner(TimestampSigner):
    """Accept future timestamps: otherwise, players would lose their seats for an hour after a clock is set back."""

    def unsign(self, signed_value: str | bytes, max_age: int | None = None, return_timestamp: bool = False) -> Any:
        value, signed_at = super().unsign(signed_value, return_timestamp=True)
        age = self.timestamp_to_datetime(self.get_timestamp()) - signed_at
        if max_age is not None and age > timedelta(seconds=max_age):
            raise SignatureExpired("too old", payload=value, date_signed=signed_at)
        return (value, signed_at) if return_timestamp else value


class Sessions(LeanSessions):
    def get_cookie_path(self, app: Flask) -> str:
        return find_cookie_path()

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        serializer = super().get_signing_serializer(app)
        if serializer is not None:
            serializer.signer = ClockTolerantSigner
        return serializer


def make_signer(purpose: str) -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(current_app.secret_key or "", salt=purpose, signer=ClockTolerantSigner)


def register(app: Flask) -> None:
    app.session_interface = Sessions()
