"""Without Pango sheets print as always, and browsers print the reports."""

import subprocess
import sys
import urllib.request

import pytest

from companion.web.sharing import pack
from tests.conftest import new_server
from tests.live.client import LiveTable

PAD = "/print/pad.pdf?sheet=sun&pages=1&paper=a4&up=1&lang=en&ink=full"

TOTALS = {
    "players": [{"name": name, "fame": 30, "money": 20, "karma_circled": 3, "karma_used": 1} for name in ("Anna", "Bo")]
}


@pytest.fixture
def server(tmp_path):
    """Hide the library behind a file that is not a library."""
    (tmp_path / "libpango-1.0.so.0").write_bytes(b"")
    server = new_server(tmp_path)
    server.environ["LD_LIBRARY_PATH"] = str(tmp_path)
    yield server
    server.kill()


def test_it_serves_plays_and_prints_and_the_report_is_a_page(server):
    server.start()
    for page in ("/", "/print", "/score"):
        assert urllib.request.urlopen(server.url + page, timeout=30).status == 200
    with urllib.request.urlopen(server.url + PAD, timeout=60) as answer:
        assert answer.read(5) == b"%PDF-"
    assert LiveTable.open(server.url).play_on() == 5
    with urllib.request.urlopen(f"{server.url}/score/dice-charmers/r/{pack(TOTALS)}.pdf", timeout=60) as answer:
        assert answer.headers["Content-Type"].startswith("text/html") and 'id="print-here"' in answer.read().decode()


def test_the_command_prints(server, tmp_path):
    command = [sys.executable, "-m", "companion", "print", "sun", "-o", "pad.pdf"]
    done = subprocess.run(command, env=server.environ, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert (tmp_path / "pad.pdf").read_bytes().startswith(b"%PDF-")
