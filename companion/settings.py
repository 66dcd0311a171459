"""Settings from the environment or `companion.toml`; the environment wins. docs/settings.md explains each."""

import os
import re
import secrets
import sys
import tomllib
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from companion.i18n import DEFAULT, LANGUAGES
from companion.phrase import Phrase, UserError

FILE_NAME = "companion.toml"
PREFIX = "COMPANION_"
LOGS = ("plain", "json")
SHORTEST_KEY = 32
HOME_ASSISTANT = "X-Ingress-Path"
PREFIX_HEADERS = ("X-Forwarded-Prefix", HOME_ASSISTANT)
PATH_PREFIX = re.compile(r"(?:/(?!\.{1,2}(?:/|$))[A-Za-z0-9._~-]+)+")
LOCAL_NAME = re.compile(r"[a-z0-9]([a-z0-9-]{0,40}[a-z0-9])?")
NO_NAME = "off"


class BadSettings(UserError):
    """A wrong setting. The phrase names the setting and says what would be right."""


def find_data_dir() -> Path:
    usual = "LOCALAPPDATA" if sys.platform == "win32" else "XDG_DATA_HOME"
    home = os.environ.get(usual) or Path.home() / ".local" / "share"
    return Path(home) / "roll-and-write-companion"


@dataclass(frozen=True)
class Settings:
    data_dir: Path
    database_url: str
    secret_key: str = ""  # empty: generated once and stored in the data folder
    host: str = "0.0.0.0"  # noqa: S104 - the phones at the table must reach it
    port: int = 8000
    public_url: str = ""  # empty: the host of the request
    prefix: str = ""  # path under which a proxy serves the companion, or the name of the header that tells it
    local_name: str = "companion"  # announced in the local network as companion.local
    https_port: int = 8443  # used once `companion https` has set up a certificate
    lang: str = "en"
    workers: int = 1
    trusted_proxies: int = 0
    tables_per_hour: int = 300
    streams_per_address: int = 500
    connections_per_address: int = 3000
    wrong_codes_per_minute: int = 20
    heartbeat_seconds: int = 20
    host_away_seconds: int = 180
    bot_pause_ms: int = 1200
    log: str = "plain"  # "json": one line for every request

    @classmethod
    def load(cls, environ: Mapping[str, str] = os.environ, folder: Path | None = None) -> "Settings":
        """Load the settings from the environment and the file in `folder`. Raises BadSettings."""
        given = {**read_file(folder or Path.cwd()), **read_environment(environ)}
        data_dir = Path(given.pop("data_dir", None) or find_data_dir())
        given.setdefault("database_url", f"sqlite:///{data_dir / 'companion.db'}")
        settings = cls(data_dir=data_dir, **{name: convert(name, value) for name, value in given.items()})
        settings.check()
        return settings

    def check(self) -> None:
        """Raise BadSettings if a value is out of range or values do not fit together."""
        check_choice("LANG", LANGUAGES, self.lang)
        check_choice("LOG", LOGS, self.log)
        for name, (least, most) in RANGES.items():
            check_range(name, getattr(self, name), least, most)
        if self.workers > 1 and self.database_url.startswith("sqlite"):
            raise BadSettings(
                Phrase("COMPANION_WORKERS above 1 needs PostgreSQL: with SQLite one process serves all tables.")
            )
        if self.workers > 1 and sys.platform != "linux":
            raise BadSettings(Phrase("COMPANION_WORKERS above 1 works on Linux only."))
        if self.public_url and urlsplit(self.public_url).scheme not in ("http", "https"):
            url = repr(self.public_url)
            raise BadSettings(Phrase("COMPANION_PUBLIC_URL must start with http:// or https://, not %(url)s.", url=url))
        self.check_names()

    def check_names(self) -> None:
        """Raise BadSettings if the prefix or the local name cannot be used."""
        headers = ", ".join(PREFIX_HEADERS)
        if self.prefix and not PATH_PREFIX.fullmatch(self.prefix) and self.prefix not in PREFIX_HEADERS:
            given = {"headers": headers, "given": repr(self.prefix)}
            wrong = Phrase("COMPANION_PREFIX must be a path like /games or one of %(headers)s, not %(given)s.", **given)
            raise BadSettings(wrong)
        if self.prefix in PREFIX_HEADERS and not self.trusted_proxies:
            raise BadSettings(
                Phrase("COMPANION_PREFIX=%(header)s needs COMPANION_TRUSTED_PROXIES.", header=self.prefix)
            )
        if not LOCAL_NAME.fullmatch(self.local_name):
            given = {"given": repr(self.local_name)}
            raise BadSettings(
                Phrase("COMPANION_LOCAL_NAME must be lower-case letters, digits and hyphens, not %(given)s.", **given)
            )

    @property
    def base_url(self) -> str:
        """Return the public URL without a slash at the end, with the prefix if the URL has no path; "" if not set."""
        url = self.public_url.rstrip("/")
        return url + self.fixed_prefix if url and not urlsplit(url).path else url

    @property
    def fixed_prefix(self) -> str:
        return self.prefix if self.prefix.startswith("/") else ""

    @property
    def own_sheets(self) -> Path:
        """Return the folder for user sheets."""
        return self.data_dir / "sheets"

    def prepare_data_dir(self) -> None:
        """Create the data folder. Raises BadSettings if it cannot be written to."""
        try:
            self.data_dir.mkdir(parents=True, exist_ok=True)
            probe = self.data_dir / f".writable-{os.getpid()}"
            probe.touch()
            probe.unlink()
        except OSError as error:
            unwritable = Phrase(
                "The data folder %(folder)s cannot be written to (%(why)s); set COMPANION_DATA_DIR to another one.",
                folder=self.data_dir,
                why=error.strerror,
            )
            raise BadSettings(unwritable) from error

    def load_key(self) -> str:
        """Return the key that signs cookies: the one set, or one generated once and stored. Raises BadSettings."""
        if self.secret_key:
            return self.secret_key
        self.prepare_data_dir()
        return read_or_make_key(self.data_dir / "secret-key")


NAMES = tuple(field.name for field in fields(Settings))
NUMBERS = {field.name for field in fields(Settings) if field.type in (int, "int")}


# The smallest and largest valid value of each number.
RANGES = {
    "port": (0, 65_535),
    "https_port": (0, 65_535),
    "workers": (1, 1_000),
    "trusted_proxies": (0, 100),
    "tables_per_hour": (1, 1_000_000_000),
    "streams_per_address": (1, 1_000_000_000),
    "connections_per_address": (1, 1_000_000_000),
    "wrong_codes_per_minute": (1, 1_000_000_000),
    "heartbeat_seconds": (1, 3_600),
    "host_away_seconds": (1, 1_000_000_000),
    "bot_pause_ms": (0, 60_000),
}


def check_choice(name: str, choices: Collection[str], given: str) -> None:
    if given not in choices:
        wrong = {"name": PREFIX + name, "choices": ", ".join(choices), "given": repr(given)}
        raise BadSettings(Phrase("%(name)s must be one of %(choices)s, not %(given)s.", **wrong))


def check_range(name: str, given: int, least: int, most: int) -> None:
    if not least <= given <= most:
        wrong = {"name": PREFIX + name.upper(), "least": least, "most": most, "given": given}
        raise BadSettings(Phrase("%(name)s must be between %(least)d and %(most)d, not %(given)d.", **wrong))


def read_or_make_key(path: Path) -> str:
    """Read the key from a file; generate it first if the file does not exist. Raises BadSettings."""
    if not os.path.lexists(path):
        make_key(path)
    try:
        key = path.read_bytes().strip()
    except OSError as error:
        raise make_key_error(path, error.strerror) from error
    if len(key) < SHORTEST_KEY or not all(33 <= byte <= 126 for byte in key):
        raise make_key_error(path, Phrase("it is empty, too short or damaged"))
    return key.decode()


def make_key(path: Path) -> None:
    """Write a new key atomically; if two processes do so together, the first key wins. Raises BadSettings."""
    part = path.with_name(f".{path.name}-{os.getpid()}.part")
    try:
        with open(os.open(part, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600), "w") as file:
            file.write(secrets.token_hex(32))
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(part, path)
        except FileExistsError:
            pass
        except OSError:  # a file system without hard links
            part.rename(path)
    except OSError as error:
        wrong = {"path": path, "why": error.strerror}
        raise BadSettings(Phrase("The secret key cannot be written to %(path)s (%(why)s).", **wrong)) from error
    finally:
        part.unlink(missing_ok=True)


def make_key_error(path: Path, why: str | Phrase | None) -> BadSettings:
    wrong = {"path": path, "why": why}
    return BadSettings(
        Phrase(
            "The secret key in %(path)s cannot be used (%(why)s); correct it, or delete it and a new one is made.",
            **wrong,
        )
    )


def read_environment(environ: Mapping[str, str]) -> dict[str, Any]:
    found = {name: environ.get(PREFIX + name.upper(), "") for name in NAMES}
    return {name: value for name, value in found.items() if value != ""}


def read_file(folder: Path) -> dict[str, Any]:
    path = folder / FILE_NAME
    if not path.exists():
        return {}
    try:
        given = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadSettings(Phrase("%(path)s cannot be read: %(why)s.", path=path, why=error)) from error
    for name in given:
        if name not in NAMES:
            unknown = {"path": path, "name": repr(name), "names": ", ".join(NAMES)}
            raise BadSettings(Phrase("%(path)s: unknown setting %(name)s; known settings: %(names)s.", **unknown))
    return given


def detect_language() -> str:
    """Return the language that is set, even if other settings are wrong."""
    given = read_environment(os.environ)
    with suppress(BadSettings):
        given = {**read_file(Path.cwd()), **given}
    asked = str(given.get("lang"))
    return asked if asked in LANGUAGES else DEFAULT


def convert(name: str, value: Any) -> Any:
    if name not in NUMBERS:
        return str(value)
    try:
        return int(value)
    except (TypeError, ValueError):
        wrong = {"name": PREFIX + name.upper(), "given": repr(value)}
        raise BadSettings(Phrase("%(name)s must be a whole number, not %(given)s.", **wrong)) from None
