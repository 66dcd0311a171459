"""`companion backup` of a database in use, and the way back."""

import shutil
import stat
import threading

import pytest

from companion.storage import Event, open_log
from tests.conftest import new_server
from tests.live.client import LiveTable


def test_a_backup_of_a_running_companion_is_whole_and_can_be_restored(start_server, companion, tmp_path):
    """Copied while moves are being made; then put in the place of a database, as docs/deploy.md says."""
    server = start_server()
    tables = [LiveTable.open(server.url) for _ in range(2)]
    stop = threading.Event()
    answered = {table.code: 0 for table in tables}

    def play(table: LiveTable) -> None:
        while not stop.is_set():
            answered[table.code] = table.play_on()

    players = [threading.Thread(target=play, args=(table,)) for table in tables]
    for each in players:
        each.start()
    saved = []
    for number in range(2):
        before = dict(answered)
        done = companion("backup", f"copy-{number}.db", data_dir=tmp_path)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
        saved.append((tmp_path / f"copy-{number}.db", before, dict(answered)))
    stop.set()
    for each in players:
        each.join()
    assert all(answered.values()), "moves were made all the while"

    server.stop()
    for copy, before, after in saved:
        assert stat.S_IMODE(copy.stat().st_mode) == 0o600
        restored = new_server(tmp_path / copy.stem)
        (tmp_path / copy.stem).mkdir()
        shutil.copy(copy, tmp_path / copy.stem / "companion.db")
        restored.start()
        try:
            for table in tables:
                table.url = restored.url
                version = table.call("GET")["version"]
                assert before[table.code] <= version <= after[table.code] + 1
                assert table.play_on() == version + 1
        finally:
            restored.kill()


@pytest.fixture
def database(tmp_path):
    """One with something in it."""
    (tmp_path / "data").mkdir()
    log = open_log(f"sqlite:///{tmp_path}/data/companion.db")
    log.append("CDFGHJ", [Event(1, 1000, "created", {})])
    yield log
    log.close()


def refused(done) -> str:
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    return line.removeprefix("companion: ")


def test_a_backup_takes_the_place_of_the_one_before(companion, database, tmp_path):
    assert companion("backup", "copy.db").returncode == 0
    database.append("DDDDDD", [Event(1, 1000, "created", {})])
    assert companion("backup", "copy.db").returncode == 0
    copy = open_log(f"sqlite:///{tmp_path}/copy.db")
    assert copy.read("CDFGHJ") and copy.read("DDDDDD")
    copy.close()


def test_a_backup_that_cannot_be_written_leaves_the_one_before(companion, database, tmp_path):
    assert companion("backup", "copy.db").returncode == 0
    before = (tmp_path / "copy.db").read_bytes()
    (tmp_path / ".copy.db.part").mkdir()  # where the new one would be written first
    assert refused(companion("backup", "copy.db")).startswith("FILE: copy.db cannot be written")
    assert (tmp_path / "copy.db").read_bytes() == before
    assert refused(companion("backup", "no/such/copy.db")).startswith("FILE: no/such/copy.db cannot be written")


def test_a_database_that_is_damaged_is_not_called_a_backup(companion, tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "companion.db").write_bytes(b"SQLite format 3\x00" + bytes(5000))
    assert refused(companion("backup", "copy.db")).startswith("FILE: copy.db cannot be written")
    assert not (tmp_path / "copy.db").exists()


def test_the_database_itself_is_no_place_for_its_backup(companion, database, tmp_path):
    assert "is the database itself" in refused(companion("backup", "data/companion.db"))
    assert database.read("CDFGHJ")


def test_there_is_nothing_to_back_up_before_the_first_table(companion, tmp_path):
    assert "there is no database" in refused(companion("backup", "copy.db"))
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    ("url", "says"), [("postgresql://user:hidden@host/name", "pg_dump"), ("nonsense", "cannot be read")]
)
def test_another_database_has_its_own_tool(companion, url, says):
    line = refused(companion("backup", "copy.db", database_url=url))
    assert says in line and "hidden" not in line
