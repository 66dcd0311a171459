"""Sign cookies, sessions and links. Clocks are set back at times: what was signed "later" is valid."""

from datetime import timedelta
from typing import Any

from flask import Flask, current_app
from itsdangerous import SignatureExpired, TimestampSigner, URLSafeTimedSerializer

from companion.web.shortcuts import LeanSessions


class PatientSigner(TimestampSigner):
    """Without it, a clock set back by an hour would take everybody's seat away for an hour."""

    def unsign(self, signed_value: str | bytes, max_age: int | None = None, return_timestamp: bool = False) -> Any:
        value, signed_at = super().unsign(signed_value, return_timestamp=True)
        age = self.timestamp_to_datetime(self.get_timestamp()) - signed_at
        if max_age is not None and age > timedelta(seconds=max_age):
            raise SignatureExpired("too old", payload=value, date_signed=signed_at)
        return (value, signed_at) if return_timestamp else value


class Sessions(LeanSessions):
    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        serializer = super().get_signing_serializer(app)
        if serializer is not None:
            serializer.signer = PatientSigner
        return serializer


def signer(purpose: str) -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(current_app.secret_key or "", salt=purpose, signer=PatientSigner)


def register(app: Flask) -> None:
    app.session_interface = Sessions()
