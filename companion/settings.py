"""What can be set, by environment or in `companion.toml`; the environment wins. docs/settings.md explains each."""

import os
import secrets
import tomllib
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from companion.i18n import DEFAULT, LANGUAGES
from companion.phrase import Phrase

FILE_NAME = "companion.toml"
PREFIX = "COMPANION_"
LOGS = ("plain", "json")


class BadSettings(Exception):
    """One sentence that says which setting is wrong and what would be right; a Phrase, to be said in any language."""


def default_data_dir() -> Path:
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "roll-and-write-companion"


@dataclass(frozen=True)
class Settings:
    data_dir: Path
    database_url: str
    secret_key: str = ""  # empty: made once and kept in the data folder
    host: str = "0.0.0.0"  # noqa: S104 - the phones at the table must reach it
    port: int = 8000
    public_url: str = ""  # empty: the address a page was asked for by
    lang: str = "en"
    workers: int = 1
    trusted_proxies: int = 0
    tables_per_hour: int = 300
    streams_per_address: int = 500
    wrong_codes_per_minute: int = 20
    heartbeat_seconds: int = 20
    host_away_seconds: int = 180
    log: str = "plain"  # "json": one line for every request

    @classmethod
    def load(cls, environ: Mapping[str, str] = os.environ, folder: Path | None = None) -> "Settings":
        given = {**from_file(folder or Path.cwd()), **from_environment(environ)}
        data_dir = Path(given.pop("data_dir", None) or default_data_dir())
        given.setdefault("database_url", f"sqlite:///{data_dir / 'companion.db'}")
        settings = cls(data_dir=data_dir, **{name: converted(name, value) for name, value in given.items()})
        settings.check()
        return settings

    def check(self) -> None:
        if self.lang not in LANGUAGES:
            raise none_of("LANG", LANGUAGES, self.lang)
        if self.log not in LOGS:
            raise none_of("LOG", LOGS, self.log)
        if not 0 <= self.port <= 65535:
            raise BadSettings(Phrase("COMPANION_PORT must be between 0 and 65535, not %(given)d.", given=self.port))
        if self.workers < 1:
            raise BadSettings(Phrase("COMPANION_WORKERS must be at least 1, not %(given)d.", given=self.workers))
        if self.workers > 1 and self.database_url.startswith("sqlite"):
            raise BadSettings(
                Phrase("COMPANION_WORKERS above 1 needs PostgreSQL: with SQLite one process serves all tables.")
            )
        if self.public_url and urlsplit(self.public_url).scheme not in ("http", "https"):
            url = repr(self.public_url)
            raise BadSettings(Phrase("COMPANION_PUBLIC_URL must start with http:// or https://, not %(url)s.", url=url))

    @property
    def own_sheets(self) -> Path:
        """Where people put sheets that they have described themselves."""
        return self.data_dir / "sheets"

    def prepare_data_dir(self) -> None:
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

    def key(self) -> str:
        """The key that signs cookies: the one given, or one made once and kept."""
        if self.secret_key:
            return self.secret_key
        path = self.data_dir / "secret-key"
        self.prepare_data_dir()
        try:
            with open(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file:
                file.write(secrets.token_hex(32))
        except FileExistsError:
            pass
        return path.read_text().strip()


NAMES = tuple(field.name for field in fields(Settings))
NUMBERS = {field.name for field in fields(Settings) if field.type in (int, "int")}


def from_environment(environ: Mapping[str, str]) -> dict[str, Any]:
    found = {name: environ.get(PREFIX + name.upper(), "") for name in NAMES}
    return {name: value for name, value in found.items() if value != ""}


def from_file(folder: Path) -> dict[str, Any]:
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
            raise BadSettings(Phrase("%(path)s: there is no setting %(name)s; there are %(names)s.", **unknown))
    return given


def asked_language(environ: Mapping[str, str] = os.environ) -> str:
    """The language that is set, however wrong the other settings are."""
    given = from_environment(environ)
    with suppress(BadSettings):
        given = {**from_file(Path.cwd()), **given}
    asked = str(given.get("lang"))
    return asked if asked in LANGUAGES else DEFAULT


def none_of(name: str, choices: Collection[str], given: str) -> BadSettings:
    wrong = {"name": PREFIX + name, "choices": ", ".join(choices), "given": repr(given)}
    return BadSettings(Phrase("%(name)s must be one of %(choices)s, not %(given)s.", **wrong))


def converted(name: str, value: Any) -> Any:
    if name not in NUMBERS:
        return str(value)
    try:
        return int(value)
    except (TypeError, ValueError):
        wrong = {"name": PREFIX + name.upper(), "given": repr(value)}
        raise BadSettings(Phrase("%(name)s must be a whole number, not %(given)s.", **wrong)) from None
