"""The built wheel, installed into an empty environment and started from an empty folder, is the whole companion.

With COMPANION_LONG=1 also for the other supported versions of Python that are installed; this downloads their dependencies.
"""

import os
import re
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request
import venv
from pathlib import Path

import pytest

from tests.conftest import ROOT, free_port

pytestmark = [pytest.mark.wheel, pytest.mark.timeout(400)]


OTHERS = [name for name in ("python3.12", "python3.13", "python3.14") if os.environ.get("COMPANION_LONG")]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("built")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT]
    subprocess.run(build, check=True, capture_output=True)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module", params=["this Python", *OTHERS])
def installed(request, wheel, tmp_path_factory) -> Path:
    """The folder of the commands of a fresh environment that holds nothing but the wheel and what it needs."""
    folder = tmp_path_factory.mktemp("wheel")
    return (
        with_our_dependencies(folder, wheel)
        if request.param == "this Python"
        else with_its_own(folder, wheel, request.param)
    )


def with_its_own(folder: Path, wheel: Path, python: str) -> Path:
    """Install the locked dependencies for another version of Python."""
    if not shutil.which(python) or subprocess.run([python, "-c", ""], capture_output=True).returncode:
        pytest.skip(f"{python} is not installed")
    subprocess.run([python, "-m", "venv", folder / "env"], check=True)
    pip = [folder / "env" / "bin" / "pip", "install", "-q", "--disable-pip-version-check"]
    subprocess.run([*pip, "--require-hashes", "-r", ROOT / "requirements.lock"], check=True)
    subprocess.run([*pip, "--no-deps", wheel], check=True)
    return folder / "env" / "bin"


def with_our_dependencies(folder: Path, wheel: Path) -> Path:
    """Take the dependencies from where the tests have theirs, so that no download decides over the test."""
    venv.create(folder / "env", symlinks=True)
    commands = folder / "env" / "bin"
    install = [sys.executable, "-m", "pip", "--python", commands / "python", "install", "-q", "--no-deps", "--no-index"]
    subprocess.run([*install, wheel], check=True)
    (site,) = (folder / "env" / "lib").glob("python*/site-packages")
    own = next(Path(path) for path in sys.path if path.endswith("site-packages"))
    (site / "dependencies.pth").write_text(without_checkout(own, folder))
    return commands


def without_checkout(site_packages: Path, folder: Path) -> str:
    """A folder with everything the tests have installed, but for the checkout itself."""
    linked = folder / "dependencies"
    linked.mkdir()
    for entry in site_packages.iterdir():
        if "roll_and_write_companion" not in entry.name and entry.suffix != ".pth":
            (linked / entry.name).symlink_to(entry)
    return str(linked)


def run(installed: Path, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [installed / "companion", *arguments], cwd=folder, env=clean_environment(folder), capture_output=True, text=True
    )


def clean_environment(folder: Path, **settings: object) -> dict[str, str]:
    chosen = {"data_dir": folder / "data", **settings}
    return {"PATH": os.environ["PATH"], "HOME": str(folder)} | {
        f"COMPANION_{name.upper()}": str(value) for name, value in chosen.items()
    }


def test_it_serves_every_page_with_its_styles(installed, tmp_path):
    port = free_port()
    environ = clean_environment(tmp_path, host="127.0.0.1", port=port)
    process = subprocess.Popen([installed / "companion", "serve"], cwd=tmp_path, env=environ, stdout=subprocess.DEVNULL)
    try:
        home = fetched(f"http://127.0.0.1:{port}/")
        assets = set(re.findall(r'(?:href|src)="(/static/[^"]+)"', home))
        assert any(asset.endswith(".css") for asset in assets)
        for asset in assets:
            assert fetched(f"http://127.0.0.1:{port}{asset.replace('&amp;', '&')}")
        for page in ("/", "/print", "/score"):
            assert "</html>" in fetched(f"http://127.0.0.1:{port}{page}")
    finally:
        process.terminate()
        process.wait(timeout=20)


def test_it_prints_a_pad(installed, tmp_path):
    done = run(installed, tmp_path, "print", "sun", "--pages", "2", "-o", "pad.pdf")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "pad.pdf").read_bytes().startswith(b"%PDF")


def fetched(address: str) -> str:
    deadline = time.monotonic() + 30
    while True:
        try:
            with urllib.request.urlopen(address, timeout=10) as answer:
                return answer.read().decode("utf-8", "replace")
        except urllib.error.HTTPError:
            raise
        except OSError:
            assert time.monotonic() < deadline
            time.sleep(0.1)
