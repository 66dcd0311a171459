"""Starting and stopping: full disks, second servers, and files left by a stopped server."""

import os
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest

from companion.settings import BadSettings, Settings
from companion.storage import open_log
from tests.conftest import ROOT, RunningServer, children, new_server
from tests.live.client import LiveTable, Phone, Refused, call, wait_until


def start_in_vain(server: RunningServer) -> str:
    """Return the sentence of a server that does not start."""
    started = subprocess.run(
        [sys.executable, "-m", "companion", "serve"],
        env=server.environ,
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (started.returncode, started.stdout) == (2, "")
    (sentence,) = started.stderr.splitlines()
    return sentence


def run(server: RunningServer, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "companion", *arguments]
    return subprocess.run(command, env=server.environ, cwd=ROOT, capture_output=True, text=True, timeout=60)


class TestSecretKey:
    @pytest.mark.parametrize(
        "content",
        [b"", b" \n", b"short", b"\0" * 64, b"\xff\xfe" * 40, b"a" * 20 + b"\n" + b"b" * 20],
        ids=["empty", "blank", "short", "zeros", "binary", "two lines"],
    )
    def test_a_damaged_key_is_named(self, tmp_path, content):
        (tmp_path / "secret-key").write_bytes(content)
        with pytest.raises(BadSettings, match=rf"{tmp_path / 'secret-key'}.*delete it"):
            Settings.load({"COMPANION_DATA_DIR": str(tmp_path)}, tmp_path).load_key()

    def test_a_folder_in_its_place_is_named_in_one_sentence(self, tmp_path):
        (tmp_path / "secret-key").mkdir()
        assert "secret-key cannot be used (Is a directory)" in start_in_vain(new_server(tmp_path, secret_key=""))

    def test_a_link_to_nowhere_is_named(self, tmp_path):
        (tmp_path / "secret-key").symlink_to(tmp_path / "nowhere")
        with pytest.raises(BadSettings, match="No such file"):
            Settings.load({"COMPANION_DATA_DIR": str(tmp_path)}, tmp_path).load_key()

    def test_an_unreadable_key_is_named(self, tmp_path, monkeypatch):
        """Root, who may run the tests, can read everything."""

        def forbidden(self: Path) -> bytes:
            raise PermissionError(13, "Permission denied")

        (tmp_path / "secret-key").touch(0)
        monkeypatch.setattr(Path, "read_bytes", forbidden)
        with pytest.raises(BadSettings, match=r"secret-key cannot be used \(Permission denied\)"):
            Settings.load({"COMPANION_DATA_DIR": str(tmp_path)}, tmp_path).load_key()

    def test_a_full_disk_leaves_no_key_behind(self, tmp_path, monkeypatch):
        def full(*_: object) -> None:
            raise OSError(28, "No space left on device")

        settings = Settings.load({"COMPANION_DATA_DIR": str(tmp_path)}, tmp_path)
        with monkeypatch.context() as patched:
            patched.setattr(os, "fsync", full)
            with pytest.raises(BadSettings, match="No space left"):
                settings.load_key()
        assert list(tmp_path.iterdir()) == []
        assert len(settings.load_key()) == 64

    def test_without_hard_links_the_key_is_made_too(self, tmp_path, monkeypatch):
        def unsupported(*_: object) -> None:
            raise OSError(95, "Operation not supported")

        monkeypatch.setattr(os, "link", unsupported)
        settings = Settings.load({"COMPANION_DATA_DIR": str(tmp_path)}, tmp_path)
        assert settings.load_key() == settings.load_key()
        assert [file.name for file in tmp_path.iterdir()] == ["secret-key"]

    def test_processes_that_start_at_once_agree(self, tmp_path):
        making = "from companion.settings import BadSettings, Settings; print(Settings.load().key())"
        environ = new_server(tmp_path, secret_key="").environ
        started = [
            subprocess.Popen([sys.executable, "-c", making], env=environ, cwd=ROOT, stdout=subprocess.PIPE)
            for _ in range(4)
        ]
        assert len({process.communicate()[0] for process in started}) == 1


class TestStopping:
    @pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
    def test_the_main_file_alone_is_complete(self, start_server, tmp_path, how):
        """Another process has the database open; by default SQLite would then leave everything in -wal."""
        server = start_server()
        table = LiveTable.open(server.url)
        phone = Phone(server.url, table.code)
        version = table.play_on()
        phone.wait_for(version)
        with closing(sqlite3.connect(tmp_path / "companion.db")) as other:
            assert other.execute("SELECT count(*) FROM events").fetchone() == (version,)
            assert server.process
            server.process.send_signal(how)
            assert server.process.wait(timeout=20) == 0
            phone.stop()
            (tmp_path / "copy").mkdir()
            shutil.copy(tmp_path / "companion.db", tmp_path / "copy")
        log = open_log(f"sqlite:///{tmp_path / 'copy' / 'companion.db'}")
        assert len(log.read(table.code)) == version
        log.close()

    def test_the_database_is_private(self, start_server, tmp_path):
        LiveTable.open(start_server().url)
        files = [file for file in tmp_path.iterdir() if file.name.startswith("companion.db")]
        assert {"companion.db", "companion.db-wal", "companion.db-shm"} <= {file.name for file in files}
        assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}


class TestSecondServer:
    def test_it_is_refused_while_commands_work(self, start_server, tmp_path):
        first = start_server()
        table = LiveTable.open(first.url, game="dice-charmers")
        assert f"already serves {tmp_path / 'companion.db'}" in start_in_vain(new_server(tmp_path))
        assert run(first, "export", table.code, "-o", str(tmp_path / "table.json")).returncode == 0
        assert run(first, "backup", str(tmp_path / "backup.db")).returncode == 0
        links = run(first, "links", table.code)
        assert links.returncode == 0 and f":{first.port}/" in links.stdout
        assert table.call("GET")["code"] == table.code

    def test_another_folder_with_the_same_database_is_refused_too(self, start_server, tmp_path):
        start_server()
        other = tmp_path / "other"
        other.mkdir()
        (tmp_path / "link.db").symlink_to(tmp_path / "companion.db")
        second = new_server(other, database_url=f"sqlite:///{tmp_path / 'link.db'}")
        assert "already serves" in start_in_vain(second)

    def test_a_killed_server_blocks_nobody(self, start_server):
        server = start_server()
        server.kill()
        server.start()
        assert call(server.url, "GET", "/healthz") == {"status": "ok"}

    def test_a_killed_master_whose_worker_still_ends_blocks_nobody(self, start_server):
        server = start_server()
        assert server.process
        (worker,) = children(server.process.pid)
        server.process.kill()
        server.process.wait()
        server.start()
        wait_until(lambda: not Path(f"/proc/{worker}").exists())


def test_a_broken_row_affects_one_table(start_server, database_url):
    server = start_server(database_url=database_url)
    whole, broken = LiveTable.open(server.url), LiveTable.open(server.url)
    phone = Phone(server.url, whole.code)
    log = open_log(database_url)
    with log.transactional.begin() as connection:  # type: ignore[attr-defined]
        connection.exec_driver_sql(f"UPDATE events SET body = '{{\"na' WHERE code = '{broken.code}'")
    for _ in range(2):
        with pytest.raises(Refused) as refused:
            broken.call("GET")
        assert (refused.value.status, refused.value.body["error"]["code"]) == (503, "damaged")
    with pytest.raises(Refused) as refused:
        broken.play_on()
    assert refused.value.status == 503
    phone.wait_for(whole.play_on())
    phone.stop()
    log.close()


def test_rows_of_the_wrong_shape_affect_one_table(start_server, database_url):
    server = start_server(database_url=database_url)
    for seq, column, value in ((1, "body", "{}"), (1, "secret", "null"), (2, "body", "[]"), (2, "body", '{"name": 5}')):
        table = LiveTable.open(server.url)
        log = open_log(database_url)
        with log.transactional.begin() as connection:  # type: ignore[attr-defined]
            change = f"UPDATE events SET {column} = '{value}' WHERE code = '{table.code}' AND seq = {seq}"
            connection.exec_driver_sql(change)
        log.close()
        server.kill()
        server.start()  # what was in memory is gone
        with pytest.raises(Refused) as refused:
            table.call("GET")
        assert refused.value.status == 503


@pytest.mark.postgres
def test_a_table_deleted_while_an_entry_is_written_leaves_nothing_behind(postgres_url):
    """The entry is on its way when the deletion begins; a DELETE alone would not see it."""
    import psycopg

    from companion.storage import Event

    log = open_log(postgres_url)
    log.append("CODE", [Event(1, 1, "created", {})])
    with psycopg.connect(postgres_url.replace("+psycopg", "")) as writing:
        writing.execute("INSERT INTO events SELECT code, 2, at, kind, seat, body, secret FROM events")
        deleting = threading.Thread(target=log.delete, args=(["CODE"],))
        deleting.start()
        deleting.join(timeout=0.5)
        writing.commit()
    deleting.join()
    assert log.read("CODE") == []
    log.close()
