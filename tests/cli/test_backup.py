"""`companion backup` of a database in use, and restoring it."""

import os
import shutil
import stat
import threading
import time

import pytest

from companion.storage import Event, open_log
from tests.live.client import LiveTable


def test_a_backup_of_a_running_companion_is_whole_and_can_be_restored(start_server, companion, tmp_path):
    """Copy during play, then restore as in docs/deploy.md."""
    server = start_server()
    tables = [LiveTable.open(server.url) for _ in range(2)]
    stop = threading.Event()
    answered = {table.code: 0 for table in tables}

    def play(table: LiveTable) -> None:
        while not stop.is_set():
            answered[table.code] = table.play_on()
            time.sleep(0.02)

    players = [threading.Thread(target=play, args=(table,)) for table in tables]
    for each in players:
        each.start()
    before = dict(answered)
    done = companion("backup", "copy.db", data_dir=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    after = dict(answered)
    stop.set()
    for each in players:
        each.join()
    assert all(answered.values()), "moves were made during the backup"

    server.stop()
    copy = tmp_path / "copy.db"
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    (tmp_path / "restored").mkdir()
    shutil.copy(copy, tmp_path / "restored" / "companion.db")
    restored = start_server(data_dir=tmp_path / "restored")
    for table in tables:
        table.url = restored.url
        version = table.call("GET")["version"]
        assert before[table.code] <= version <= after[table.code] + 1
        assert table.play_on() == version + 1


@pytest.fixture
def database(tmp_path):
    """Return a database with a table in it."""
    (tmp_path / "data").mkdir()
    log = open_log(f"sqlite:///{tmp_path}/data/companion.db")
    log.append("CDFGHJ", [Event(1, 1000, "created", {})])
    yield log
    log.close()


def test_a_backup_takes_the_place_of_the_one_before(run, database, tmp_path):
    assert run("backup", "copy.db").code == 0
    database.append("DDDDDD", [Event(1, 1000, "created", {})])
    assert run("backup", "copy.db").code == 0
    copy = open_log(f"sqlite:///{tmp_path}/copy.db")
    assert copy.read("CDFGHJ") and copy.read("DDDDDD")
    copy.close()


def test_a_backup_that_cannot_be_written_leaves_the_one_before(run, refused, database, tmp_path):
    assert run("backup", "copy.db").code == 0
    before = (tmp_path / "copy.db").read_bytes()
    (tmp_path / ".copy.db.part").mkdir()  # where the new one would be written first
    assert refused("backup", "copy.db").startswith("FILE: copy.db cannot be written")
    assert (tmp_path / "copy.db").read_bytes() == before
    assert refused("backup", "no/such/copy.db").startswith("FILE: no/such/copy.db cannot be written")


def test_a_backup_replaces_only_a_file(refused, database, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert refused("backup", "pipe").startswith("FILE: pipe cannot be written")
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert refused("backup", "").startswith("FILE: . cannot be written")


def test_a_database_that_is_damaged_is_not_called_a_backup(refused, tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "companion.db").write_bytes(b"SQLite format 3\x00" + bytes(5000))
    assert refused("backup", "copy.db").startswith("FILE: copy.db cannot be written")
    assert not (tmp_path / "copy.db").exists()


def test_a_backup_cannot_overwrite_the_database_itself(refused, database):
    assert "is the database itself" in refused("backup", "data/companion.db")
    assert database.read("CDFGHJ")


def test_there_is_nothing_to_back_up_before_the_first_table(refused, tmp_path):
    assert "there is no database" in refused("backup", "copy.db")
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    ("url", "says"), [("postgresql://user:hidden@host/name", "pg_dump"), ("nonsense", "cannot be read")]
)
def test_another_database_has_its_own_tool(refused, url, says):
    line = refused("backup", "copy.db", database_url=url)
    assert says in line and "hidden" not in line
