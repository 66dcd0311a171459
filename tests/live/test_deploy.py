"""The samples in docs/deploy with another name, port and certificate, in front of a real companion."""

import http.client
import json
import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from companion.app import create_app
from companion.settings import Settings
from tests.conftest import ROOT, free_port, new_server
from tests.live.client import LiveTable, Phone, call, wait_until

SAMPLES = ROOT / "docs" / "deploy"
LARGE = {"takes_picture", "most_bytes"}  # marks of views that accept larger bodies


def nginx(folder: Path, port: int, companion_port: int) -> list[str]:
    site = (SAMPLES / "nginx.conf").read_text(encoding="utf-8")
    site = re.sub(r"listen 443 ssl http2;", f"listen 127.0.0.1:{port};", site)
    site = re.sub(r"listen 80;", f"listen 127.0.0.1:{free_port()};", site)
    site = re.sub(r" *ssl_certificate.*;\n", "", site)
    site = site.replace("127.0.0.1:8000", f"127.0.0.1:{companion_port}")
    (folder / "companion.conf").write_text(site, encoding="utf-8")
    paths = "".join(
        f"{each}_temp_path {folder}/{each};\n" for each in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    user = "user root;" if os.getuid() == 0 else ""
    (folder / "nginx.conf").write_text(
        f"{user} daemon off; pid {folder}/pid; error_log {folder}/error.log; events {{ worker_connections 512; }}\n"
        f"http {{ access_log off; {paths} include {folder}/companion.conf; }}\n"
    )
    return [program("nginx"), "-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", str(folder / "error.log")]


def caddy(folder: Path, port: int, companion_port: int) -> list[str]:
    site = (SAMPLES / "Caddyfile").read_text(encoding="utf-8")
    site = site.replace("play.example.org {", f"http://127.0.0.1:{port} {{")
    site = site.replace("127.0.0.1:8000", f"127.0.0.1:{companion_port}")
    (folder / "Caddyfile").write_text("{\n\tadmin off\n}\n" + site, encoding="utf-8")
    return [program("caddy"), "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


def program(name: str) -> str:
    found = shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin:/usr/local/sbin")
    return found or pytest.fail(f"{name} is not installed; `make test` installs it on Debian and Ubuntu")


@pytest.mark.parametrize("name", ["nginx.conf", "Caddyfile"])
def test_the_samples_let_every_large_body_through(name, tmp_path):
    """Every address that takes a file or a photo has the larger limit, and nothing is logged about players."""
    url = f"sqlite:///{tmp_path / 'companion.db'}"
    app = create_app(Settings(data_dir=tmp_path, database_url=url, secret_key="for tests only"))
    sample = (SAMPLES / name).read_text(encoding="utf-8")
    if name == "nginx.conf":
        (pattern,) = re.findall(r"location ~ (\S+) \{\s+client_max_body_size 20m", sample)
        assert "access_log off;" in sample
    else:
        (paths,) = re.findall(r"@files path (.+)", sample)
        pattern = "|".join(f"^{path.replace('*', '[^/]+')}$" for path in paths.split())
    large = [rule for rule in app.url_map.iter_rules() if vars(app.view_functions[rule.endpoint]).keys() & LARGE]
    assert len(large) > 5
    assert [rule.rule for rule in large if not re.search(pattern, re.sub("<.*?>", "XYZ", rule.rule))] == []


@contextmanager
def start_proxy(configure: Callable[[Path, int, int], list[str]], folder: Path, behind: int) -> Iterator[str]:
    """Start a proxy in front of the port `behind`; yield its URL. Another process may take a free port meanwhile."""
    for _ in range(3):
        port = free_port()
        url = f"http://127.0.0.1:{port}"
        with (folder / "output").open("w") as output:
            proxy = subprocess.Popen(
                configure(folder, port, behind), env={**os.environ, "HOME": str(folder)}, stdout=output, stderr=output
            )
        wait_until(lambda url=url, proxy=proxy: alive(url) or proxy.poll() is not None)
        if proxy.poll() is None:
            break
    try:
        yield url
    finally:
        proxy.kill()
        proxy.wait()


@pytest.fixture(scope="module", params=[nginx, caddy], ids=["nginx", "Caddy"])
def proxy(request) -> Callable[[Path, int, int], list[str]]:
    return request.param


@pytest.fixture(scope="module")
def url(proxy, tmp_path_factory) -> Iterator[str]:
    """Return the URL of a proxy in front of a companion."""
    folder = tmp_path_factory.mktemp("proxy")
    server = new_server(folder, trusted_proxies=1, heartbeat_seconds=1, wrong_codes_per_minute=2)
    server.start()
    with start_proxy(proxy, folder, server.port) as url:
        yield url
    server.kill()


def alive(url: str) -> bool:
    try:
        return status(url, "/healthz") == 200
    except OSError:
        return False


def connect(url: str) -> http.client.HTTPConnection:
    return http.client.HTTPConnection(url.removeprefix("http://"), timeout=20)


def status(url: str, path: str, **headers: str) -> int:
    with closing(connect(url)) as connection:
        connection.request("GET", path, headers=headers)
        return connection.getresponse().status


def test_events_arrive_through_the_proxy_while_the_stream_is_open(url):
    """A proxy that buffers responses would delay the first event."""
    table = LiveTable.open(url)
    phone = Phone(url, table.code)
    for _ in range(5):
        phone.wait_for(table.play_on())
    wait_until(lambda: phone.heartbeats >= 2)
    phone.stop()
    assert phone.connects == 1, "one connection carried it all"
    assert phone.seen == list(range(1, 10))


def test_nginx_knows_every_stream(pages):
    sample = (SAMPLES / "nginx.conf").read_text(encoding="utf-8")
    (lasting,) = (found for found in re.findall(r"location ~ (\S+) \{", sample) if "stream" in found)
    streams = [rule.rule for rule in pages.url_map.iter_rules() if rule.endpoint.endswith(".stream")]
    assert len(streams) == 2 and all(re.search(lasting, rule.replace("<code>", "CCCCCC")) for rule in streams)


def test_links_lead_to_the_proxy_and_metrics_stay_inside(url):
    made = call(url, "POST", "/api/tables", body={"game": "race"})
    assert made["url"] == f"{url}/t/{made['code']}"
    assert status(url, "/metrics") == 403


@pytest.mark.parametrize("name", ["SCRIPT_NAME", "Script_Name", "Script-Name", "PATH_INFO", "X-Forwarded-Prefix"])
def test_nobody_chooses_the_path_prefix(url, name):
    """A server accepted SCRIPT_NAME from a client behind a local proxy: /x/metrics became /metrics."""
    assert status(url, "/x/metrics", **{name: "/x"}) == 404
    assert status(url, "/healthz", **{name: "/x"}) == 200


class Echo(BaseHTTPRequestHandler):
    """Answers with the headers that arrive."""

    def do_GET(self) -> None:
        body = json.dumps(self.headers.items()).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


def test_what_only_a_server_sets_does_not_pass_the_proxy(proxy, tmp_path):
    """The companion ignores these headers too; a program beside it may not."""
    names = ("SCRIPT_NAME", "Script-Name", "PATH_INFO", "X-Forwarded-Prefix", "X-Forwarded-Ssl", "X-Forwarded-Protocol")
    names += ("X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host")
    with ThreadingHTTPServer(("127.0.0.1", 0), Echo) as echo:
        threading.Thread(target=echo.serve_forever).start()
        with start_proxy(proxy, tmp_path, echo.server_port) as url, closing(connect(url)) as connection:
            connection.request("GET", "/", headers=dict.fromkeys(names, "chosen") | {"X-Other": "other"})
            arrived = dict(json.load(connection.getresponse()))
        echo.shutdown()
    assert "other" in arrived.values(), "other headers arrive"
    assert {name for name, value in arrived.items() if "chosen" in value} == set()


@pytest.mark.parametrize("path", ["/metrics", "//metrics", "/./metrics", "/x/../metrics", "/%6Detrics", "/metrics?x"])
def test_metrics_stay_inside_however_they_are_spelled(url, path):
    assert status(url, path) in (308, 400, 403, 404)


def test_nobody_hides_behind_an_address_of_their_own_choice(url):
    claimed = [{"X-Forwarded-For": f"198.51.100.{number}"} for number in range(3)]
    assert [status(url, "/api/tables/CCCCCC", **headers) for headers in claimed] == [404, 404, 429]


def test_make_test_installs_what_these_tests_run():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    installed = re.findall(r"command -v ([\w-]+)\),,", makefile)
    programs = re.findall(r'program\("([\w-]+)"\)', Path(__file__).read_text(encoding="utf-8"))
    assert programs and set(programs) <= set(installed)


@pytest.mark.parametrize("name", ["companion.service", "companion-home.service"])
def test_the_systemd_unit_is_sound(tmp_path, name):
    unit = (SAMPLES / name).read_text(encoding="utf-8")
    (tmp_path / name).write_text(unit.replace("/opt/companion/bin/companion", sys.executable))
    checked = subprocess.run(
        [program("systemd-analyze"), "verify", "--man=no", tmp_path / name], capture_output=True, text=True
    )
    about_ours = [line for line in checked.stderr.splitlines() if name in line]
    assert (checked.returncode, about_ours) == (0, [])


def test_everything_that_the_container_copies_exists():
    containerfile = (SAMPLES / "Containerfile").read_text(encoding="utf-8")
    copied = [
        name for line in re.findall(r"^COPY (?!--from)(.+) \S+$", containerfile, re.MULTILINE) for name in line.split()
    ]
    assert "requirements.lock" in copied and all((ROOT / name).exists() for name in copied)
    built = re.search(r"context: (\S+)\n +dockerfile: (\S+)", (SAMPLES / "compose.yaml").read_text(encoding="utf-8"))
    assert (SAMPLES / built[1]).resolve() == ROOT and (ROOT / built[2]).exists()


def test_the_samples_name_only_settings_there_are():
    from companion.settings import NAMES

    for sample in filter(Path.is_file, SAMPLES.rglob("*")):
        named = re.findall(r"\bCOMPANION_([A-Z_]+)[=:]", sample.read_text(encoding="utf-8"))
        assert {name.lower() for name in named} - {"name"} <= set(NAMES), sample.name
