"""Time the start of the server: python tests/bench/bench_start.py [--times 5]

From the command `companion serve` until the start page has answered, with a new data folder each time and with its
bytecode compiled, as after the first start. A busy machine makes this longer, so the CPU time of all its processes is
printed too.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from load.servers import cpu_seconds

from tests.conftest import children, free_port

COMMAND = Path(sys.executable).with_name("companion")
POLL_SECONDS = 0.01


def start(port: int) -> tuple[float, float]:
    """Return the seconds until the first answer, and the CPU time."""
    with tempfile.TemporaryDirectory() as folder:
        environ = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        environ["COMPANION_DATA_DIR"] = folder
        begun = time.perf_counter()
        command = [COMMAND, "serve", "--port", str(port)]
        server = subprocess.Popen(command, env=environ, stdout=subprocess.DEVNULL)
        while not answers(port):
            time.sleep(POLL_SECONDS)
        taken = time.perf_counter() - begun
        used = sum(cpu_seconds(pid) for pid in (server.pid, *children(server.pid)))
        server.terminate()
        server.wait()
    return taken, used


def answers(port: int) -> bool:
    try:
        urllib.request.urlopen(f"http://127.0.0.1:{port}/").close()
    except OSError:
        return False
    return True


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--times", type=int, default=5)
    chosen = options.parse_args()
    start(free_port())  # compiles what is not compiled yet
    for _ in range(chosen.times):
        taken, used = start(free_port())
        print(f"{taken:.2f} s, {used:.2f} s of the processor", flush=True)


if __name__ == "__main__":
    main()
