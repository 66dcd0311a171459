"""What a game night needs, on Windows: start, play on phones, bots, print, read a photo, encrypt, and lose nothing."""

import http.client
import io
import json
import random
import ssl
import subprocess
import time
import urllib.request
from contextlib import closing
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from companion.storage import open_log
from tests.browser.phone import start_table
from tests.browser.player import Gathering, Player
from tests.conftest import free_port
from tests.live.client import Phone as Listener
from tests.live.client import Regular, call, wait_until
from tests.live.test_bots import BotTable
from tests.live.test_pulled_plugs import check_every_log

pytestmark = pytest.mark.timeout(900)  # Wine starts programs slowly, and the machine may be busy

KILLS = 3
DPI = 200


def fetch(url: str, body: bytes | None = None, kind: str = "") -> bytes:
    request = urllib.request.Request(url, body, {"Content-Type": kind} if kind else {})
    with urllib.request.urlopen(request, timeout=300) as answer:
        return answer.read()


def test_a_double_click_starts_it_and_two_phones_play_a_whole_game(on_windows, phone):
    server = on_windows()
    server.by_script = True
    began = time.monotonic()
    server.start()
    phones = [phone("en", reduced_motion="reduce"), phone("ru", reduced_motion="reduce")]
    start_table(phones, server.url, ("Anna", "Борис"), (), "", game="dice-charmers", sheet="sun", dice="virtual")
    print(f"\nfrom the double-click to two phones in a game: {time.monotonic() - began:.0f} s under Wine")
    players = [Player(each, random.Random(7)) for each in phones]
    Gathering(players).plays_to_the_end()
    for player in players:
        player.phone.sees("How the points add up")
    said = "".join(server.process.said)
    assert f"http://127.0.0.1:{server.port}" in said and "Ctrl+C" in said and "█" in said


def test_a_second_server_on_the_same_folder_is_refused(windows, on_windows):
    server = on_windows()
    server.start()
    second = windows.run("serve", "--port", "0", data_dir=server.environ["COMPANION_DATA_DIR"], host="127.0.0.1")
    assert second.returncode == 2 and b"Another companion already serves" in second.stderr
    assert call(server.url, "GET", "/healthz") == {"status": "ok"}


def test_the_strongest_bot_thinks_a_pad_is_printed_and_a_photo_is_read(windows, on_windows, tmp_path):
    server = on_windows()
    server.start()
    table = BotTable(server.url, "level-4")
    table.give_the_turn()
    wait_until(table.is_my_turn, 300)
    stored = open_log(f"sqlite:///{tmp_path / 'data' / 'companion.db'}")
    kinds = {event.kind for event in stored.read(table.path.rpartition("/")[2])}
    stored.close()
    assert "move" in kinds and "thoughtless" not in kinds

    pad = fetch(f"{server.url}/print/pad.pdf?sheet=sun&paper=a4&up=1&lang=ru&ink=full")
    (tmp_path / "pad.pdf").write_bytes(pad)
    draw = ["pdftoppm", "-png", "-r", str(DPI), "-singlefile", str(tmp_path / "pad.pdf"), str(tmp_path / "pad")]
    subprocess.run(draw, check=True)
    places = windows.run("layout", "sun", "--paper", "a4", "--up", "1", "--lang", "ru", "--ink", "full")
    cells = {cell["id"]: cell["box"] for cell in json.loads(places.stdout)["copies"][0]["cells"]}
    with Image.open(tmp_path / "pad.png") as page:
        marked = page.convert("RGB")
    pencil = ImageDraw.Draw(marked)
    for name in ("karma 1", "river 1"):
        x, y, width, height = (length / 25.4 * DPI for length in cells[name])
        if name.startswith("karma"):
            pencil.ellipse((x, y, x + width, y + height), outline=(40, 40, 60), width=4)
        else:
            pencil.line((x, y, x + width, y + height), fill=(40, 40, 60), width=5)
            pencil.line((x, y + height, x + width, y), fill=(40, 40, 60), width=5)
    photo = io.BytesIO()
    marked.save(photo, "JPEG", quality=90)
    read = json.loads(fetch(f"{server.url}/api/read", photo.getvalue(), "image/jpeg"))
    assert (read["sheet"], read["cells"]["karma 1"], read["cells"]["river 1"]) == ("sun", "circled", "crossed")


def test_a_killed_server_loses_no_answered_move(on_windows, tmp_path):
    server = on_windows()
    server.start()
    regular = Regular(server.url, random.Random(8))
    chance = random.Random(7)
    for _ in range(KILLS):
        regular.goes_on()
        time.sleep(chance.uniform(0, 0.5))
        server.kill()
        server.start()
    regular.goes_on()
    regular.stop()
    for table, listener in zip(regular.tables, regular.phones, strict=True):
        listener.wait_for(table.call("GET")["version"])
        listener.stop()
    server.kill()
    check_every_log(regular, f"sqlite:///{tmp_path / 'data' / 'companion.db'}")


def test_it_encrypts_and_announces_its_name(windows, on_windows, tmp_path):
    server = on_windows(https_port=free_port(), host="0.0.0.0", local_name="windows-test")
    folder = server.environ["COMPANION_DATA_DIR"]
    assert windows.run("https", "local", data_dir=folder).returncode == 0
    server.start()
    trusting = ssl.create_default_context(cafile=tmp_path / "data" / "https" / "root.pem")
    secure = http.client.HTTPSConnection(
        "127.0.0.1", int(server.environ["COMPANION_HTTPS_PORT"]), context=trusting, timeout=60
    )
    with closing(secure):
        secure.request("POST", "/api/tables", '{"game": "dice-charmers"}', {"Content-Type": "application/json"})
        made = json.loads(secure.getresponse().read())
    listener = Listener(server.url, made["code"])
    listener.wait_for(1, 60)
    listener.stop()


def test_commands_speak_utf_8_and_the_doctor_finds_every_worker(windows, tmp_path):
    folder = windows.name(tmp_path / "data")
    totals = {"players": [{"name": "Жанна", "fame": 3, "money": 4}, {"name": "Øyvind", "fame": 5, "money": 1}]}
    (tmp_path / "totals.json").write_text(json.dumps(totals), encoding="utf-8")
    scored = windows.run("score", "rajas", windows.name(tmp_path / "totals.json"))
    assert {player["name"] for player in json.loads(scored.stdout)["players"]} == {"Жанна", "Øyvind"}
    refused = windows.run("score", "nothing", "x.json", lang="ru")
    assert refused.returncode == 2 and "такой игры нет" in refused.stderr.decode()
    healthy = windows.run("doctor", data_dir=folder, port=free_port())
    told = healthy.stdout.decode()
    assert "press, " in told and "does not start" not in told, told
    assert windows.run("backup", windows.name(tmp_path / "copy.db"), data_dir=folder).returncode == 0
    assert Path(tmp_path / "copy.db").stat().st_size > 0
