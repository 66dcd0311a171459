"""Without Pango everything works except PDFs, which report what is missing."""

import subprocess
import sys
import urllib.error
import urllib.request

import pytest

from tests.conftest import new_server
from tests.live.client import LiveTable

PAD = "/print/pad.pdf?sheet=sun&pages=1&paper=a4&up=1&lang=en&ink=full"


@pytest.fixture
def server(tmp_path):
    """Hide the library behind a file that is not a library."""
    (tmp_path / "libpango-1.0.so.0").write_bytes(b"")
    server = new_server(tmp_path)
    server.environ["LD_LIBRARY_PATH"] = str(tmp_path)
    yield server
    server.kill()


def test_it_serves_and_plays_and_only_the_pdf_says_what_is_missing(server):
    server.start()
    for page in ("/", "/print", "/score"):
        assert urllib.request.urlopen(server.url + page, timeout=30).status == 200
    assert LiveTable.open(server.url).play_on() == 5
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(server.url + PAD, timeout=60)
    with refused.value as answer:
        assert answer.code == 503
        assert "apt install libpango-1.0-0 libpangoft2-1.0-0" in answer.read().decode()


def test_the_command_says_it_in_one_line(server, tmp_path):
    command = [sys.executable, "-m", "companion", "print", "sun", "-o", "pad.pdf"]
    done = subprocess.run(command, env=server.environ, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1 and "apt install libpango" in done.stderr
    assert not (tmp_path / "pad.pdf").exists()
