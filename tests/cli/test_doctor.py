"""`companion doctor` finds each problem, says how to fix it, and says so in both languages."""

import os
import socket
import subprocess
import sys
import time
from collections import namedtuple
from pathlib import Path

import pytest

from companion.commands import doctor
from companion.hosting import addresses
from companion.hosting.addresses import Interface
from companion.hosting.certificates import Store
from companion.jobs import worker
from companion.render import fonts, pdf
from tests.conftest import ROOT

HOME = [Interface("wlan0", "192.168.1.5")]


@pytest.fixture(autouse=True)
def machine(monkeypatch):
    """A laptop at home, wherever the tests run."""
    monkeypatch.setattr(addresses, "find_addresses", lambda: HOME)
    monkeypatch.setattr(addresses, "is_container", lambda: False)
    monkeypatch.setattr(doctor, "is_clock_kept", lambda: True)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        monkeypatch.setenv("COMPANION_PORT", str(probe.getsockname()[1]))


def lines(out: str) -> dict[str, str]:
    """What is said about each title."""
    return {line.split(":")[0].split("  ")[-1].strip(): line for line in out.splitlines()}


def test_a_healthy_machine(run):
    answer = run("doctor")
    assert answer.code == 0, answer.out
    assert [line.split()[0] for line in answer.out.splitlines()].count("ok") >= 9
    assert "http://192.168.1.5:" in lines(answer.out)["Address for phones"]
    assert "note" in lines(answer.out)["HTTPS"] and "companion https local" in answer.out
    assert run("https", "local").code == 0
    assert "companion.local" in lines(run("doctor").out)["HTTPS"]


Disk = namedtuple("Disk", "free")


def hide_font(monkeypatch, tmp_path):
    monkeypatch.setattr(fonts, "FOLDER", tmp_path)
    pdf._load_compiler.cache_clear()


def expire(monkeypatch, tmp_path):
    folder = Store(tmp_path / "data" / "https")
    folder.folder.mkdir(parents=True)
    folder.certificate.write_text("nonsense")
    folder.key.write_text("nonsense")


def set_clock_back(monkeypatch, tmp_path):
    monkeypatch.setattr(time, "time", lambda: 86400.0)


PROBLEMS = [
    pytest.param(
        "Python", {}, lambda patch, _: patch.setattr(sys, "version_info", (3, 10, 2)), "3.11 or newer", id="Python"
    ),
    pytest.param("Printing", {}, hide_font, "Install the companion again", id="fonts"),
    pytest.param("Data folder", {"data_dir": "/dev/null/x"}, None, "choose another folder", id="data folder"),
    pytest.param("Database", {"database_url": "postgresql://127.0.0.1:1/x"}, None, "is running", id="database"),
    pytest.param("Address for phones", {"host": "127.0.0.1"}, None, "COMPANION_HOST=0.0.0.0", id="only this computer"),
    pytest.param(
        "Address for phones",
        {},
        lambda patch, _: patch.setattr(addresses, "find_addresses", list),
        "Wi-Fi",
        id="no network",
    ),
    pytest.param("Clock", {}, set_clock_back, "timedatectl", id="clock"),
    pytest.param(
        "Disk space",
        {},
        lambda patch, _: patch.setattr(doctor.shutil, "disk_usage", lambda _: Disk(1)),
        "another disk",
        id="disk",
    ),
    pytest.param("HTTPS", {}, expire, "companion https", id="HTTPS"),
    pytest.param("Settings", {"port": "many"}, None, "companion.toml", id="settings"),
]


@pytest.mark.parametrize(("title", "settings", "spoil", "fix"), PROBLEMS)
def test_a_problem_is_found_and_its_fix_is_told(run, monkeypatch, tmp_path, title, settings, spoil, fix):
    if spoil:
        spoil(monkeypatch, tmp_path)
    answer = run("doctor", **settings)
    monkeypatch.undo()
    pdf._load_compiler.cache_clear()
    said = [line for line in answer.out.splitlines() if line.startswith("problem")]
    assert answer.code == 1
    assert [line for line in said if line.startswith(f"problem  {title}: ") and fix in line], answer.out


def test_another_program_on_the_port(run):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        answer = run("doctor", host="127.0.0.1", port=taken.getsockname()[1])
    assert "problem  Port:" in answer.out and "--port" in answer.out


def test_a_running_companion_is_fine(run, shared_server):
    answer = run("doctor", host="127.0.0.1", port=shared_server.port)
    assert lines(answer.out)["Port"].startswith("ok")


def test_without_pango_a_note_says_what_to_install(tmp_path):
    (tmp_path / "libpango-1.0.so.0").write_bytes(b"")
    hidden = {**os.environ, "PYTHONPATH": str(ROOT), "LD_LIBRARY_PATH": str(tmp_path), "COMPANION_LANG": "ru"}
    command = [sys.executable, "-m", "companion", "doctor"]
    environ = hidden | {"COMPANION_DATA_DIR": str(tmp_path / "data")}
    done = subprocess.run(command, env=environ, cwd=tmp_path, capture_output=True, text=True, timeout=100)
    (line,) = [line for line in done.stdout.splitlines() if "Pango" in line]
    assert line.startswith("заметка   Отчёты: Нет библиотеки Pango") and "apt install libpango" in line


@pytest.mark.parametrize(
    ("start", "seconds", "said"),
    [("raise SystemExit", 60, "problem"), ("import time; time.sleep(600)", 0.01, "note")],
    ids=["does not start", "is slow"],
)
def test_a_helper_process_that_ends_is_a_problem_and_a_slow_one_a_note(
    run, tmp_path, monkeypatch, start, seconds, said
):
    (tmp_path / "sitecustomize.py").write_text(start)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), str(ROOT)]))
    monkeypatch.setattr(worker, "START_SECONDS", seconds)
    answer = run("doctor")
    assert answer.code == (said == "problem")
    line = lines(answer.out)["Helper processes"]
    assert line.startswith(said) and ("exit code 1" in line) == (said == "problem"), line


def test_optional_parts_are_notes(run, monkeypatch):
    monkeypatch.setattr(doctor, "PHOTO_MODULES", ("no_such_module",))
    monkeypatch.setattr(doctor, "is_clock_kept", lambda: False)
    answer = run("doctor", lang="ru")
    assert answer.code == 0
    told = lines(answer.out)
    assert told["Фото листов"].startswith("заметка") and "[photo]" in told["Фото листов"]
    assert told["Часы"].startswith("заметка") and "timedatectl" in told["Часы"]
    assert Path(told["Папка данных"].rpartition(" ")[2]).is_dir()
