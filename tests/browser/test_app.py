"""The companion as an installed app over https: it opens without a connection, and entries are sent later."""

import base64
import hashlib
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from playwright.sync_api import Browser, Page, expect

from companion.hosting.certificates import Store
from tests.browser.accessible import check
from tests.browser.conftest import FLAGS, installed_browser, with_the_tiny_sheet
from tests.browser.phone import Phone
from tests.conftest import RunningServer, free_port
from tests.live.client import wait_until
from tests.live.test_headers import listens

KEPT = "caches.keys().then((names) => names.filter((name) => name.startsWith('companion-')).sort())"
READY = "navigator.serviceWorker.controller !== null"


@pytest.fixture(scope="module")
def server(tmp_path_factory) -> Iterator[RunningServer]:
    folder = tmp_path_factory.mktemp("app")
    server = with_the_tiny_sheet(folder, https_port=free_port(), heartbeat_seconds=1)
    command = [sys.executable, "-m", "companion", "https", "local"]
    subprocess.run(command, env=server.environ, cwd=folder, check=True, stdout=subprocess.DEVNULL)
    server.start()
    yield server
    server.kill()


@pytest.fixture(scope="module")
def trusting(server, chromium) -> Iterator[Browser]:
    """A browser that trusts this companion's key, as a phone with its root certificate does."""
    store = Store(Path(server.environ["COMPANION_DATA_DIR"]) / "https")
    key = x509.load_pem_x509_certificate(store.certificate.read_bytes()).public_key()
    digest = hashlib.sha256(key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).digest()
    trusted = f"--ignore-certificate-errors-spki-list={base64.b64encode(digest).decode()}"
    browser = chromium.browser_type.launch(executable_path=installed_browser(), args=[*FLAGS, trusted])
    yield browser
    browser.close()


@pytest.fixture
def app(trusting, server) -> Iterator[Phone]:
    context = trusting.new_context(viewport={"width": 360, "height": 740}, has_touch=True, locale="en")
    phone = Phone(context, "en")
    phone.open(home(server))
    wait_until(lambda: phone.page.evaluate(READY), 60)
    yield phone
    context.close()


def home(server: RunningServer) -> str:
    return f"https://localhost:{server.environ['COMPANION_HTTPS_PORT']}/"


def pull_the_plug(server: RunningServer) -> None:
    """Kill the server and wait until its last worker has noticed."""
    server.kill()
    wait_until(lambda: not listens(int(server.environ["COMPANION_HTTPS_PORT"])))


def test_it_can_be_installed(app, server):
    manifest = app.page.evaluate(
        "fetch(document.querySelector('link[rel=manifest]').href).then((answer) => answer.json())"
    )
    assert (manifest["display"], manifest["start_url"], manifest["scope"]) == ("standalone", "/", "/")
    for icon in manifest["icons"]:
        size = app.page.evaluate(
            "(src) => new Promise((done) => { const image = new Image(); image.onload = () => done(`${image.width}x${image.height}`); image.src = src; })",
            icon["src"],
        )
        assert size == icon["sizes"]


def test_the_pages_around_it_are_accessible(app, server):
    app.open(home(server) + "offline")
    check(app, "without a connection")
    app.open(server.url + "/https")
    check(app, "how to trust the certificate")


def test_without_a_connection_visited_pages_work_and_entries_are_sent_later(app, server):
    page, start = app.page, home(server)
    page.goto(start + "rules/agra")
    scoring, sums = visit(app, start + "score/rajas"), visit(app, start + "calculate/agra")
    page.goto(start + "alone")
    app.tap("Begin")
    app.sees_the_game()
    table = page.url
    page.goto(table)  # the page that "Begin" led to was the answer to a form
    app.is_connected()
    pull_the_plug(server)
    app.is_cut_off()
    page.reload()
    app.sees_the_game()
    app.sees("No connection. Trying again…")
    app.tap("Roll the dice")
    expect(page.locator("#toast")).to_be_visible()
    score_rajas(app, scoring)
    sums.locator("#build summary").click()
    sums.locator("#build-cost").fill("5")
    sums.locator("#build button").click()
    expect(sums.locator("main")).to_contain_text(app.says("It opens by itself as soon as the connection is back."))
    page.goto(start + "rules/agra")
    expect(page.locator("h1")).to_be_visible()
    page.goto(start + "score/agra")
    app.sees("You have not opened this page before, so it needs the companion.")
    page.goto(start)
    app.sees("Start a table")
    app.context.clear_cookies(name="session")  # as when the app was closed
    page.goto(table)
    server.start()
    app.is_connected()
    expect(page.locator("#tray")).not_to_have_attribute("data-rolled", "0")
    assert rolls(page, table) == 1
    expect(scoring.locator("[data-result]")).to_contain_text("Olga")
    expect(sums.locator(".answers")).to_be_visible()


def visit(app: Phone, address: str) -> Page:
    """Open a page beside the others, so that the worker keeps it."""
    page = app.context.new_page()
    page.goto(address)
    return page


def score_rajas(app: Phone, page: Page) -> None:
    """Fill in the totals without a connection, send them, and close the app."""
    page.reload()
    for number, name in enumerate(("Anna", "Olga")):
        page.locator(f"#players-{number}-name").fill(name)
        for figure, value in (("fame", 40 + number), ("money", 80)):
            page.locator(f"#players-{number}-{figure}").fill(str(value))
    page.locator("button", has_text=app.says("Show the result")).click()
    expect(page.locator("[data-unreached]")).to_be_visible()
    page.reload()
    expect(page.locator("[data-unreached]")).to_be_visible()
    expect(page.locator("#players-1-name")).to_have_value("Olga")


def test_moves_of_one_tap_are_kept_together(app, server):
    """A die and what is done with it: both arrive, in their order; what builds on a refused move is dropped."""
    page = app.page
    page.goto(home(server) + "alone")
    app.tap("Begin")
    app.sees_the_game()
    app.is_connected()
    app.tap("Roll the dice")
    expect(page.locator("#tray")).not_to_have_attribute("data-rolled", "0")
    first = int(page.locator("#status").get_attribute("data-version"))
    moves = page.locator("#tray [data-target^='die ']")
    die = moves.first.get_attribute("data-target").removeprefix("die ")
    page.route("**/moves", lambda route: route.abort())
    page.evaluate(
        "(moves) => { import('/static/js/games/dice_charmers/play/entries.js').then(({ enterAll }) => enterAll(moves)); }",
        [f"take {die}", "take purple-1", "end turn"],
    )
    expect(page.locator("#toast")).to_be_visible()
    key = f"entries-{page.url.rpartition('/')[2]}"
    kept = page.evaluate("(key) => localStorage.getItem(key)", key)
    assert re.findall(r"take [a-z]+-\d|end turn", kept) == [f"take {die}", "take purple-1", "end turn"]
    page.unroute("**/moves")
    expect(page.locator("#status")).to_have_attribute("data-version", str(first + 1), timeout=30_000)
    page.wait_for_function(f"() => localStorage.getItem({key!r}) === '[]'")
    assert page.locator("#status").get_attribute("data-version") == str(first + 1)


def rolls(page: Page, table: str) -> int:
    """How often the dice were rolled at a table."""
    code = table.rpartition("/")[2]
    stream = page.evaluate(
        """async (url) => { const answer = await fetch(url); const reader = answer.body.getReader(); let text = "";
        const stop = setTimeout(() => reader.cancel(), 1500);
        for (;;) { const { value, done } = await reader.read(); if (done) break; text += new TextDecoder().decode(value); }
        clearTimeout(stop); return text; }""",
        f"/api/tables/{code}/stream",
    )
    return len(re.findall(r'"kind": ?"rolled"', stream))


def open_until_updated(page: Page, address: str, kept: list[str]) -> None:
    """Open a page until nothing but these caches is kept. A browser whose update failed tries again with the next page."""
    for patience in (30, 30, 60):
        page.goto(address)
        with suppress(AssertionError):
            return wait_until(lambda: page.evaluate(KEPT) == kept, patience)
    raise AssertionError(f"{page.evaluate(KEPT)} instead of {kept}")


def test_a_new_version_never_meets_kept_pages_of_the_old_one(app, server):
    page, start = app.page, home(server)
    page.goto(start + "rules/agra")
    pull_the_plug(server)
    server.environ["PAGES_VERSION"] = "new"
    server.start()
    open_until_updated(page, start, ["companion-new"])
    pull_the_plug(server)
    page.goto(start + "rules/agra")
    app.sees("You have not opened this page before, so it needs the companion.")
    page.goto(start)
    app.sees("Start a table")
    del server.environ["PAGES_VERSION"]
    server.start()
