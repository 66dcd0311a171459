"""Settings: from the environment, from a file, documented, and refused in one sentence."""

import stat
from pathlib import Path

import pytest

from companion.settings import NAMES, NUMBERS, PREFIX, RANGES, BadSettings, Settings

ROOT = Path(__file__).parent.parent


def test_every_setting_is_documented():
    documented = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
    undocumented = [name for name in NAMES if f"`{PREFIX}{name.upper()}`" not in documented]
    assert not undocumented


def test_every_documented_setting_exists():
    import re

    documented = re.findall(r"^\| `COMPANION_(\w+)`", (ROOT / "docs" / "settings.md").read_text("utf-8"), re.M)
    assert sorted(name.lower() for name in documented) == sorted(NAMES)


def test_the_environment_wins_over_the_file(tmp_path):
    (tmp_path / "companion.toml").write_text('port = 1234\nlang = "ru"\n')
    settings = Settings.load({"COMPANION_PORT": "99"}, tmp_path)
    assert (settings.port, settings.lang) == (99, "ru")


def test_the_file_may_begin_with_the_mark_of_some_editors(tmp_path):
    (tmp_path / "companion.toml").write_text("port = 9000", encoding="utf-8-sig")
    assert Settings.load({}, tmp_path).port == 9000


def test_the_database_lies_in_the_data_folder(tmp_path):
    settings = Settings.load({"COMPANION_DATA_DIR": str(tmp_path / "d")}, tmp_path)
    assert settings.database_url == f"sqlite:///{tmp_path}/d/companion.db"


def test_the_key_is_made_once_kept_and_private(tmp_path):
    settings = Settings.load({"COMPANION_DATA_DIR": str(tmp_path / "d")}, tmp_path)
    assert len(settings.load_key()) == 64
    assert Settings.load({"COMPANION_DATA_DIR": str(tmp_path / "d")}, tmp_path).load_key() == settings.load_key()
    assert stat.S_IMODE((tmp_path / "d" / "secret-key").stat().st_mode) == 0o600


def test_a_given_key_is_used(tmp_path):
    assert Settings.load({"COMPANION_SECRET_KEY": "mine"}, tmp_path).load_key() == "mine"


@pytest.mark.parametrize(
    ("environ", "file", "says"),
    [
        pytest.param({"COMPANION_PORT": "many"}, "", "COMPANION_PORT must be a whole number", id="a word for a number"),
        pytest.param({"COMPANION_PORT": "70000"}, "", "COMPANION_PORT must be between", id="no such port"),
        pytest.param({"COMPANION_LANG": "de"}, "", "COMPANION_LANG must be one of en, ru", id="another language"),
        pytest.param({"COMPANION_PUBLIC_URL": "example"}, "", "COMPANION_PUBLIC_URL must start", id="no address"),
        pytest.param({"COMPANION_LOG": "xml"}, "", "COMPANION_LOG must be one of plain, json", id="no such log"),
        pytest.param({"COMPANION_WORKERS": "2"}, "", "needs PostgreSQL", id="two processes on SQLite"),
        pytest.param({"COMPANION_WORKERS": "0"}, "", "must be between 1 and", id="no process"),
        pytest.param(
            {"COMPANION_PREFIX": "games"}, "", "COMPANION_PREFIX must be a path", id="a prefix without a slash"
        ),
        pytest.param({"COMPANION_PREFIX": "/a/../b"}, "", "must be a path", id="a prefix that climbs"),
        pytest.param({"COMPANION_PREFIX": "//evil"}, "", "must be a path", id="a prefix that is a host"),
        pytest.param({"COMPANION_PREFIX": "X-Ingress-Path"}, "", "TRUSTED_PROXIES", id="a header from anybody"),
        pytest.param({"COMPANION_LOCAL_NAME": "My.Name"}, "", "LOCAL_NAME must be lower-case", id="no host name"),
        pytest.param({}, "port = ", "cannot be read", id="broken TOML"),
        pytest.param({}, "prot = 1", "unknown setting 'prot'", id="a misspelled name"),
        pytest.param({}, "port = [1]", "must be a whole number", id="a list for a number"),
    ],
)
def test_bad_settings_are_named_in_one_sentence(tmp_path, environ, file, says):
    if file:
        (tmp_path / "companion.toml").write_text(file)
    with pytest.raises(BadSettings, match=says) as caught:
        Settings.load(environ, tmp_path)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("HEARTBEAT_SECONDS", "0"),
        ("HEARTBEAT_SECONDS", "-5"),
        ("TRUSTED_PROXIES", "-1"),
        ("STREAMS_PER_ADDRESS", "-1"),
        ("STREAMS_PER_ADDRESS", "0"),
        ("CONNECTIONS_PER_ADDRESS", "0"),
        ("TABLES_PER_HOUR", "-1"),
        ("WRONG_CODES_PER_MINUTE", "-1"),
        ("HOST_AWAY_SECONDS", "0"),
        ("PORT", "-1"),
        ("HTTPS_PORT", "70000"),
        ("WORKERS", "-1"),
    ],
)
def test_numbers_out_of_range_are_refused(tmp_path, name, value):
    with pytest.raises(BadSettings, match=rf"^COMPANION_{name} must be between \d+ and \d+, not {value}\.$"):
        Settings.load({f"COMPANION_{name}": value}, tmp_path)


def test_every_number_has_a_range():
    assert set(RANGES) == NUMBERS
