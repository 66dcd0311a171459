"""What commands read and what they say when it is bad: one line, whatever the file holds."""

import json
from typing import Any

import click

from companion.i18n import gettext

LARGEST_INPUT = 16 * 1024 * 1024  # bytes; the log of a long game has about a hundredth of it
LONGEST_LINE = 500


class BadInput(click.ClickException):
    """One line that names the field."""

    exit_code = 2


def read_json(file: str) -> Any:
    return parse_json(read_text(file))


def parse_json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadInput(gettext("FILE: this is not JSON: %(why)s", why=error)) from error


def read_text(file: str) -> str:
    """A file, or "-" for standard input."""
    try:
        with click.open_file(file, "rb") as stream:
            raw: bytes = stream.read(LARGEST_INPUT + 1)
    except OSError as error:
        raise BadInput(gettext("FILE: %(file)s cannot be read: %(why)s.", file=file, why=error.strerror)) from error
    if len(raw) > LARGEST_INPUT:
        raise BadInput(gettext("FILE: %(file)s is far too large.", file=file))
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(gettext("FILE: %(file)s is no text in UTF-8.", file=file)) from error


def one_line(text: str) -> str:
    """Whatever a file holds, it cannot fill the terminal or steer it."""
    line = "".join(letter if letter.isprintable() else "?" for letter in " ".join(text.split()))
    return line if len(line) <= LONGEST_LINE else line[:LONGEST_LINE] + "…"
