"""Read the input of commands, report bad input in one line, and write files."""

import json
from pathlib import Path
from typing import Any

import click

from companion.files import open_atomically
from companion.i18n import gettext

LARGEST_INPUT = 16 * 1024 * 1024  # bytes; the log of a long game has about a hundredth of it
LARGEST_PICTURE = 64 * 1024 * 1024
LONGEST_LINE = 500


class BadInput(click.ClickException):
    """Bad input; its message is one line that names the field."""

    exit_code = 2


def read_json(file: str) -> Any:
    """Read a JSON file, or standard input for "-". Raises BadInput."""
    return parse_json(read_text(file))


def parse_json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadInput(gettext("FILE: this is not JSON: %(why)s", why=error)) from error


def read_text(file: str, largest: int = LARGEST_INPUT) -> str:
    """Read a UTF-8 file, or standard input for "-". Raises BadInput."""
    raw = read_bytes(file, largest)
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(gettext("FILE: %(file)s is not UTF-8 text.", file=file)) from error


def read_bytes(file: str, largest: int = LARGEST_PICTURE) -> bytes:
    """Read a file, or standard input for "-". Raises BadInput."""
    try:
        with click.open_file(file, "rb") as stream:
            raw: bytes = stream.read(largest + 1)
    except OSError as error:
        raise BadInput(gettext("FILE: %(file)s cannot be read: %(why)s.", file=file, why=error.strerror)) from error
    if len(raw) > largest:
        raise BadInput(gettext("FILE: %(file)s is far too large.", file=file))
    return raw


def shorten_to_line(text: str) -> str:
    """Return text as one line of limited length, without control characters that could affect the terminal."""
    line = "".join(letter if letter.isprintable() else "?" for letter in " ".join(text.split()))
    return line if len(line) <= LONGEST_LINE else line[:LONGEST_LINE] + "…"


def write_atomically(path: Path, content: bytes, mode: int = 0o666) -> None:
    """Write a file completely or not at all. Raises BadInput."""
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(content)  # a pipe or a device cannot be replaced
            return
        with open_atomically(path, mode) as part:
            part.write_bytes(content)
    except OSError as error:
        wrong = gettext("--output: %(file)s cannot be written (%(why)s).", file=path, why=error.strerror)
        raise BadInput(wrong) from error
