"""The zip for Windows, unpacked and started under Wine. `make test-windows` builds it and runs these tests.

Wine 8 lacks three things that every Windows 10 has: `bcryptprimitives.dll` and the complex functions of C that numpy
needs, which are compiled from wine.c, and WMI, which Python's `platform` asks. It does not show windows here, and
python.exe needs pipes as its standard input and output.
"""

import os
import shutil
import signal
import subprocess
import threading
import zipfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.browser.conftest import chromium, phone  # noqa: F401
from tests.conftest import ROOT, RunningServer, new_server

collect_ignore_glob = [] if os.environ.get("COMPANION_WINDOWS") else ["test_*"]

ZIP = ROOT / "dist" / "companion-windows.zip"


SOURCE = Path(__file__).with_name("wine.c")
# Wine resolves names that begin with "api-" by itself, so numpy gets the functions from a library of another name.
MATHS, OUR_MATHS = "api-ms-win-crt-math-l1-1-0.dll", "our-ms-win-crt-math-l1-1-0.dll"
COMPLEX = ("cabs", "carg", "creal", "cimag", "ccos", "ccosh", "cexp", "csin", "csinh", "ctan", "ctanh", "cpow")
REAL = (
    "acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh exp exp2 expm1 floor fma fmax fmin fmod hypot "
    "log log10 log1p log2 lgamma modf nextafter pow rint round sin sinh sqrt tan tanh trunc"
)


def define_maths(folder: Path) -> Path:
    """Write what our library exports: the complex functions of wine.c, and the others as Wine has them."""
    own = [f"{name}{kind}" for name in COMPLEX for kind in ("", "f", "l")]
    others = [f"{name}{kind}" for name in REAL.split() for kind in ("", "f", "l")]
    others += ["__setusermatherr", "_cabs", "_hypot", "_hypotf", "_dclass", "_fdclass", "_ldclass", "_dsign", "_fdsign"]
    others += ["_dpcomp", "_fdpcomp", "erf", "erfc", "fabs", "frexp", "ldexp", "lrint", "lround"]
    lines = [*(f"{name}=ms_{name}" for name in own), *(f"{name}=ucrtbase.{name}" for name in others)]
    (folder / "maths.def").write_text("EXPORTS\n" + "\n".join(lines) + "\n")
    return folder / "maths.def"


@dataclass
class Windows:
    """A Windows with the unpacked companion."""

    prefix: Path  # of Wine
    folder: Path  # that the zip unpacks to

    @property
    def environ(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("COMPANION_", "PYTHON"))}
        return {**kept, "WINEPREFIX": str(self.prefix), "WINEDEBUG": "-all", "WINEDLLOVERRIDES": "mscoree,mshtml="}

    def name(self, path: Path) -> str:
        r"""Return the name that Windows gives a path: Z:\ is the root of Linux."""
        return "Z:" + str(path).replace("/", "\\")

    def run(self, *command: str, **settings: object) -> subprocess.CompletedProcess[bytes]:
        """Run a command of the companion to its end."""
        environ = {**self.environ, **{f"COMPANION_{name.upper()}": str(value) for name, value in settings.items()}}
        python = ["wine", str(self.folder / "python" / "python.exe"), "-m", "companion", *command]
        return subprocess.run(python, env=environ, input=b"", capture_output=True, timeout=300)

    def popen(self, command: list[str], environ: dict[str, str]) -> "subprocess.Popen[bytes]":
        pipe = subprocess.PIPE
        process = subprocess.Popen(
            ["wine", *command], env=environ, cwd=self.folder, stdin=pipe, stdout=pipe, stderr=subprocess.STDOUT
        )
        process.said = []

        def listen() -> None:
            for line in process.stdout:
                process.said.append(line.decode(errors="replace"))

        process.listener = threading.Thread(target=listen, daemon=True)
        process.listener.start()
        return process


class WindowsServer(RunningServer):
    """The companion as its double-click starts it, or without the script, so that it can be killed."""

    windows: Windows
    by_script = False
    patience = 240

    def launch(self) -> "subprocess.Popen[bytes]":
        if self.by_script:
            command = ["cmd", "/c", "Start the companion.cmd"]
        else:
            command = [str(self.windows.folder / "python" / "python.exe"), "-m", "companion", "serve"]
        return self.windows.popen(command, self.environ)

    def kill(self) -> None:
        """Kill everything that this start has started: a script's python.exe is not a child of Linux's process."""
        if self.process is None:
            return
        port = f"COMPANION_PORT={self.port}".encode()
        for folder in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                if (
                    port in (folder / "environ").read_bytes().split(b"\0")
                    and b"python.exe" in (folder / "cmdline").read_bytes()
                ):
                    os.kill(int(folder.name), signal.SIGKILL)
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.listener.join()
        self.process.stdout.close()
        self.process = None


@pytest.fixture(scope="session")
def windows(tmp_path_factory) -> Iterator[Windows]:
    assert ZIP.exists(), "`make windows` builds it"
    for program in ("wine", "x86_64-w64-mingw32-gcc"):
        assert shutil.which(program), f"{program} is missing; `make test-windows` installs it"
    place = tmp_path_factory.mktemp("windows")
    with zipfile.ZipFile(ZIP) as packed:
        packed.extractall(place)
    here = Windows(place / "prefix", place / "companion")
    subprocess.run(["wine", "winecfg", "-v", "win10"], env=here.environ, check=True, capture_output=True, timeout=300)
    system = here.prefix / "drive_c" / "windows" / "system32"
    for name, more in (("bcryptprimitives.dll", ["-DRANDOM", "-ladvapi32"]), (OUR_MATHS, [str(define_maths(place))])):
        compiler = ["x86_64-w64-mingw32-gcc", "-shared", "-static", "-o", str(system / name), str(SOURCE), *more]
        subprocess.run(compiler, check=True)
    for library in here.folder.rglob("*.pyd"):
        content = library.read_bytes()
        if b"\0crealf\0" in content:
            library.write_bytes(content.replace(MATHS.encode(), OUR_MATHS.encode()))
    (here.folder / "packages" / "sitecustomize.py").write_text("import sys\nsys.modules['_wmi'] = None\n")
    yield here
    subprocess.run(["wineserver", "-k"], env=here.environ, timeout=60)
    shutil.rmtree(place, ignore_errors=True)  # half a gigabyte


@pytest.fixture
def on_windows(windows, tmp_path) -> Iterator[Callable[..., WindowsServer]]:
    """Makes servers on Windows, which are not started yet; keyword arguments are settings."""
    made: list[WindowsServer] = []

    def make(**chosen: object) -> WindowsServer:
        settings = {"data_dir": windows.name(tmp_path / "data"), "local_name": "off", **chosen}
        usual = new_server(**settings)
        ours = {name: value for name, value in usual.environ.items() if name.startswith("COMPANION_")}
        server = WindowsServer({**windows.environ, **ours}, usual.port)
        server.windows = windows
        made.append(server)
        return server

    yield make
    for server in made:
        server.kill()
