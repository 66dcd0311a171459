"""Starting the companion prints the URL and a QR code, or one clear sentence."""

import os
import re
import socket
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.server import find_running_address, is_started_by_person, serve
from companion.settings import Settings
from companion.storage import StorageError
from companion.web.sharing import draw_qr_for_terminal
from tests.conftest import ROOT, children
from tests.live.client import wait_until


def environment(tmp_path, **settings: object) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("COMPANION_")}
    chosen = {"data_dir": tmp_path / "data", **settings}
    return {**kept, "PYTHONPATH": str(ROOT), **{f"COMPANION_{name.upper()}": str(v) for name, v in chosen.items()}}


def alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"  # ended, and only waits for its parent to notice


def assert_one_sentence(done: subprocess.CompletedProcess[str], says: str) -> None:
    assert done.returncode == 2
    assert done.stdout == ""
    assert re.fullmatch(rf"companion: .*{says}.*\n", done.stderr), done.stderr


def test_it_prints_its_address_and_a_qr_code_and_serves(tmp_path):
    process = subprocess.Popen(
        [sys.executable, "-m", "companion", "serve", "--host", "127.0.0.1", "--port", "0"],
        env=environment(tmp_path),
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        text=True,
    )
    lines = []
    try:
        for line in process.stdout:
            lines.append(line)
            if found := re.search(r"http://127\.0\.0\.1:(\d+)", line):
                port = int(found[1])
                break
        assert any("█▀" in line or "▄▄▄▄▄" in line for line in lines)
        beside = Settings.load({"COMPANION_DATA_DIR": str(tmp_path / "data")}, tmp_path)
        assert find_running_address(beside) == found[0], "commands know it too"
        deadline = time.monotonic() + 20
        while True:
            try:
                with socket.create_connection(("127.0.0.1", port), timeout=5) as connection:
                    connection.sendall(b"GET / HTTP/1.0\r\nHost: localhost\r\n\r\n")
                    assert b"200 OK" in connection.recv(4096)
                    break
            except ConnectionError:
                assert time.monotonic() < deadline
                time.sleep(0.05)
    finally:
        workers = children(process.pid)
        process.terminate()
        assert process.wait(timeout=20) == 0
        process.stdout.close()
    wait_until(lambda: not any(alive(pid) for pid in workers))


@pytest.mark.parametrize(
    ("environ", "terminal", "platform", "person"),
    [
        pytest.param({"DISPLAY": ":0"}, True, "linux", True, id="a desktop"),
        pytest.param({"WAYLAND_DISPLAY": "wayland-0"}, True, "linux", True, id="a newer desktop"),
        pytest.param({}, True, "linux", False, id="no desktop"),
        pytest.param({"DISPLAY": ":0", "SSH_CONNECTION": "x"}, True, "linux", False, id="from afar"),
        pytest.param({"DISPLAY": ":0", "INVOCATION_ID": "x"}, True, "linux", False, id="a service"),
        pytest.param({"DISPLAY": ":0"}, False, "linux", False, id="a script"),
        pytest.param({}, True, "win32", True, id="a double click on Windows"),
        pytest.param({}, True, "darwin", True, id="a Mac"),
    ],
)
def test_the_browser_opens_if_a_person_starts_it(monkeypatch, environ, terminal, platform, person):
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SSH_CONNECTION", "INVOCATION_ID"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.stdout", SimpleNamespace(isatty=lambda: terminal))
    monkeypatch.setattr("sys.platform", platform)
    assert is_started_by_person() is person


@pytest.mark.parametrize(("option", "opened"), [("--browser", True), ("--no-browser", False)])
def test_the_start_page_is_opened_on_this_computer(tmp_path, option, opened):
    browser, page = tmp_path / "browser", tmp_path / "page"
    browser.write_text(f'#!/bin/sh\necho "$1" > {page}\n')
    browser.chmod(0o755)
    command = [sys.executable, "-m", "companion", "serve", "--port", "0", option]
    environ = {**environment(tmp_path, local_name="off"), "BROWSER": f"{browser} %s", "PYTHONIOENCODING": "koi8-r"}
    process = subprocess.Popen(command, env=environ, cwd=tmp_path, stdout=subprocess.PIPE)
    shown = b""
    while b"Ctrl+C" not in shown:
        shown += process.stdout.readline()
    port = re.search(rb":(\d+)", shown)[1].decode()
    if opened:
        wait_until(lambda: page.exists() and page.read_text())
        assert page.read_text() == f"http://127.0.0.1:{port}\n"
    process.terminate()
    assert process.wait(timeout=20) == 0
    process.stdout.close()
    assert page.exists() is opened
    assert "█" in shown.decode("koi8-r"), "in whatever letters the terminal has"


@pytest.mark.parametrize(
    ("encoding", "drawn"), [("utf-8", "▀"), ("cp437", "▀"), ("cp866", "▀"), ("cp1252", ""), ("ascii", "")]
)
def test_the_code_is_drawn_in_every_console_that_can_show_it(encoding, drawn):
    code = draw_qr_for_terminal("http://192.0.2.1:8000", encoding)
    assert drawn in code and bool(code) is bool(drawn)
    assert code.encode(encoding).decode(encoding) == code


def test_commands_without_a_server_need_nothing_that_windows_lacks(tmp_path):
    hidden = "import sys; sys.modules.update(dict.fromkeys(('fcntl', 'resource', 'pwd', 'grp', 'termios')));"
    program = f"{hidden} sys.argv = ['companion', 'check-sheet', '{ROOT / 'sheets' / 'sun.toml'}'];"
    command = [sys.executable, "-c", f"{program} from companion.cli import main; main()"]
    done = subprocess.run(command, env=environment(tmp_path), cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (0, "ok\n"), done.stderr


def test_a_taken_port_is_named_and_an_empty_host_is_the_one_that_is_set(companion):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = companion("serve", "--host", "", "--port", str(port), host="127.0.0.1")
    assert_one_sentence(done, rf"Port {port} on 127\.0\.0\.1 .*choose another with --port")


def test_an_unwritable_data_folder_is_named(companion, tmp_path):
    (tmp_path / "file").write_text("not a folder")
    assert_one_sentence(companion("serve", data_dir=tmp_path / "file" / "x"), "data folder .* cannot be written")


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("nonsense", "^COMPANION_DATABASE_URL: this cannot be read"),
        ("mysql://127.0.0.1/x", "^COMPANION_DATABASE_URL: it must be sqlite or postgresql"),
        ("postgresql://127.0.0.1:1/x", "cannot be used"),
    ],
)
def test_a_broken_database_url_is_named(settings, url, says):
    with pytest.raises(StorageError, match=says):
        serve(replace(settings, database_url=url))


def test_an_unreadable_configuration_is_named(refused, tmp_path):
    (tmp_path / "companion.toml").write_text("port = = 1")
    assert "companion.toml cannot be read" in refused("serve")


@pytest.mark.parametrize("arguments", [("serve", "--port", "99999"), ("dance",), ("serve", "--prot", "1")])
def test_a_mistyped_command_is_named(refused, arguments):
    assert refused(*arguments)


def test_without_a_command_it_shows_which_there_are(run):
    answer = run()
    assert (answer.code, answer.err) == (0, "")
    assert len([line for line in answer.out.splitlines() if line.startswith("  serve ")]) == 1


def test_old_tables_are_listed_and_deleted_only_by_command(run, tmp_path):
    from companion.storage import Event, open_log

    (tmp_path / "data").mkdir()
    log = open_log(f"sqlite:///{tmp_path}/data/companion.db")
    log.append("OLD", [Event(1, 1000, "created", {})])
    log.append("NEW", [Event(1, int(time.time() * 1000), "created", {})])
    assert run("cleanup", "--days", "30") == (0, "OLD\n", "1 table would be deleted; add --delete.\n")
    assert log.read("OLD")
    assert run("cleanup", "--days", "30", "--delete") == (0, "OLD\n", "1 table deleted.\n")
    assert not log.read("OLD") and log.read("NEW")
    assert run("cleanup", "--days", "30", "--delete") == (0, "", "0 tables deleted.\n")
    assert (
        run("cleanup", "--days", "30", lang="ru").err == "Было бы удалено 0 столов; чтобы удалить, добавьте --delete.\n"
    )
    log.close()
