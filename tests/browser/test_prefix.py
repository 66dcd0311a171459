"""Under a path prefix, behind nginx, every page, script, stream and cookie stays below the prefix."""

import os
import random
import re
import subprocess
from collections.abc import Iterator
from urllib.parse import urljoin, urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import with_the_tiny_sheet
from tests.browser.phone import Phone
from tests.browser.player import Player
from tests.conftest import free_port
from tests.live.client import wait_until
from tests.live.test_deploy import program

PREFIX = "/home/games"
PAGES = 120
SITES = {
    "removed by the proxy": ("location {prefix}/ {{ proxy_pass http://127.0.0.1:{port}/; }}", PREFIX),
    "left by the proxy": ("location {prefix}/ {{ proxy_pass http://127.0.0.1:{port}; }}", PREFIX),
    "told by the proxy": (
        "proxy_set_header X-Forwarded-Prefix {prefix}; location {prefix}/ {{ proxy_pass http://127.0.0.1:{port}/; }}",
        "X-Forwarded-Prefix",
    ),
}


@pytest.fixture(scope="module", params=SITES)
def home(request, tmp_path_factory) -> Iterator[str]:
    """The address of the companion behind the proxy; beside it there is nothing."""
    folder, port = tmp_path_factory.mktemp("prefix"), free_port()
    location, prefix = SITES[request.param]
    server = with_the_tiny_sheet(folder, prefix=prefix, trusted_proxies=1)
    server.start()
    paths = "".join(
        f"{each}_temp_path {folder}/{each};" for each in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    user = "user root;" if os.getuid() == 0 else ""
    (folder / "nginx.conf").write_text(
        f"{user} daemon off; pid {folder}/pid; error_log {folder}/error.log; events {{}}\n"
        f"http {{ access_log off; {paths} server {{ listen 127.0.0.1:{port}; proxy_http_version 1.1; proxy_buffering off;\n"
        f"proxy_set_header Host $http_host; proxy_set_header X-Forwarded-For $remote_addr;\n"
        f"proxy_set_header X-Forwarded-Host $http_host; proxy_set_header X-Forwarded-Proto $scheme;\n"
        f"location / {{ return 418; }} {location.format(prefix=PREFIX, port=server.port)} }} }}\n"
    )
    command = [program("nginx"), "-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", str(folder / "error.log")]
    proxy = subprocess.Popen(command)
    url = f"http://127.0.0.1:{port}"
    wait_until(lambda: is_served(url), seconds=60)
    yield url + PREFIX
    proxy.kill()
    proxy.wait()
    server.kill()


def is_served(url: str) -> bool:
    from tests.live.client import call

    try:
        return call(url, "GET", f"{PREFIX}/healthz") == {"status": "ok"}
    except (OSError, ValueError):
        return False


@pytest.mark.parametrize("home", ["told by the proxy"], indirect=True)
def test_a_game_is_played_below_the_prefix(phone, home):
    anna, boris = phone(), phone("ru")
    asked: list[str] = []
    for each in (anna, boris):
        each.context.on("request", lambda request: asked.append(request.url))
    link = anna.open_table(home + "/")
    assert link.startswith(f"{home}/t/")
    anna.sit_down("Anna")
    boris.open(link)
    boris.sit_down("Борис")
    anna.sees_seats("Anna", "Борис")
    anna.is_connected()
    anna.page.locator("button[value=start]").click()
    anna.sees_the_game()
    boris.sees_the_game()
    boris.is_connected()
    player = Player(anna, random.Random(7))
    while player.page.locator("#tray").get_attribute("data-rolled") == "0":
        player.tap_something()
    expect(boris.page.locator("#tray")).to_have_attribute("data-rolled", "1")
    boris.page.goto(link + "/tv")
    expect(boris.page.locator("#tv")).to_be_visible()
    boris.open(home + "/print")
    boris.page.get_by_role("button", name="English").click()
    expect(boris.page).to_have_url(home + "/print")
    expect(boris.page.locator("html")).to_have_attribute("lang", "en")
    boris.open(home + "/")
    boris.page.locator(".continue a").click()
    boris.lang = "en"
    boris.sees_the_game()
    check_cookies(boris, home, "session", "lang")
    assert [url for url in asked if not url.startswith(home)] == []


def check_cookies(someone: Phone, home: str, *names: str) -> None:
    cookies = someone.context.cookies(home)
    assert {cookie["path"] for cookie in cookies} == {PREFIX}
    assert {cookie["name"] for cookie in cookies} >= set(names)


def test_every_link_stays_below_the_prefix(phone, home):
    """Follow what pages link to, load and send forms to, from the start page on."""
    anna = phone()
    link = anna.open_table(home + "/")
    check_cookies(anna, home, "session")
    todo, seen = [home + "/", link, link + "/tv"], set()
    while todo and len(seen) < PAGES:
        address = todo.pop(0)
        seen.add(address)
        answer = anna.context.request.get(address)
        assert answer.ok, f"{answer.status} {address}"
        if not answer.headers["content-type"].startswith("text/html"):
            continue
        page = answer.text()
        for kind, found in re.findall(r'\b(href|src|action|data-[a-z-]*)="(/[^"]*)"', page):
            target = urljoin(address, found.replace("&amp;", "&")).partition("#")[0]
            assert urlsplit(target).path.startswith(f"{PREFIX}/"), f"{kind}={found} on {address}"
            if kind in ("href", "src") and target not in seen and target not in todo and ".pdf" not in target:
                todo.append(target)
    assert len(seen) > 40
