"""Printing as a kind of job: how much of it there may be at a time, and on whose account."""

from collections.abc import Callable, Hashable
from typing import cast

from companion.jobs import Kind
from companion.web.companion import companion
from companion.web.limits import address

PRINTING = Kind("press")


def print_pdf(key: Hashable, function: Callable[..., bytes], *arguments: object) -> bytes:
    """Print in a worker process, on the account of the address that asks. Raises Busy, Failed or PdfUnavailable."""
    return cast(bytes, companion().jobs.run(PRINTING, key, function, *arguments, address=address()))
