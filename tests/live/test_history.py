"""A server that is started on the database of an earlier version finds its finished games by itself."""

import re
import shutil
import time
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urlencode

from companion.history.index import History
from companion.history.passphrase import open_shared
from companion.storage import open_log

V0 = Path(__file__).parent.parent / "compat" / "v0"


def test_games_finished_before_the_update_appear(start_server, tmp_path):
    shutil.copytree(V0 / "sheets", tmp_path / "sheets")
    shutil.copyfile(V0 / "companion.db", tmp_path / "companion.db")
    log = open_log(f"sqlite:///{tmp_path / 'companion.db'}")
    open_shared(History(log), "elephants at dusk")
    log.close()
    server = start_server()
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def read(**form: str) -> str:
        data = urlencode(form).encode() if form else None
        return browser.open(server.url + ("/history/unlock" if form else "/history"), data).read().decode()

    token = re.search(r'name="csrf-token" content="([^"]+)"', read())[1]
    page = read(csrf_token=token, passphrase="elephants at dusk")
    deadline = time.monotonic() + 60  # the machine may be busy
    while page.count('class="game-link"') < 6 and time.monotonic() < deadline:
        time.sleep(0.2)
        page = read()
    assert page.count('class="game-link"') == 6
