"""`companion history`: rebuild, open and close, export and import."""

import json
from random import Random

from companion.settings import Settings
from tests.tables.conftest import meet, opened


def test_a_history_is_rebuilt_exported_and_imported_elsewhere(run, tmp_path):
    data = tmp_path / "old"
    data.mkdir()
    with opened(Settings(data, f"sqlite:///{data / 'companion.db'}", secret_key="the old one's")) as app:
        for number in range(2):
            meet(app, 2).play_on(Random(number))
    assert run("history", "rebuild", data_dir=data).out == "2 finished games.\n"
    assert run("history", "export", "-o", tmp_path / "a.json", data_dir=data).code == 0
    assert (
        run("history", "import", tmp_path / "a.json", data_dir=tmp_path / "new", lang="ru").out
        == "2 сыгранные партии.\n"
    )
    assert run("history", "export", "-o", tmp_path / "b.json", data_dir=tmp_path / "new").code == 0
    assert json.loads((tmp_path / "a.json").read_text()) == json.loads((tmp_path / "b.json").read_text())
    assert (tmp_path / "a.json").stat().st_mode & 0o777 == 0o600


def test_the_shared_history_is_opened_and_closed(run, tmp_path):
    assert run("history", "open", "--from", "-", stdin="elephants at dusk\n", data_dir=tmp_path / "data").code == 0
    assert b"elephants" not in (tmp_path / "data" / "companion.db").read_bytes()
    assert run("history", "close", data_dir=tmp_path / "data").code == 0


def test_a_short_passphrase_and_another_file_are_refused(run, tmp_path):
    refused = run("history", "open", "--from", "-", stdin="short\n", data_dir=tmp_path / "data")
    assert refused.code == 2 and "8 to 200" in refused.err
    (tmp_path / "file.json").write_text('{"format": "companion-history-1", "spellings": [], "games": [{}]}')
    refused = run("history", "import", tmp_path / "file.json", data_dir=tmp_path / "data")
    assert refused.code == 2 and "games[0]" in refused.err and refused.out == ""
