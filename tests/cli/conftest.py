"""Runs the command as people do."""

import os
import subprocess
import sys

import pytest

from tests.conftest import ROOT


@pytest.fixture
def companion(tmp_path):
    """`companion(*arguments)` in an empty folder, with a data folder of its own."""

    def run(*arguments: str, **settings: object) -> subprocess.CompletedProcess[str]:
        kept = {name: value for name, value in os.environ.items() if not name.startswith("COMPANION_")}
        chosen = {"data_dir": tmp_path / "data", **settings}
        environ = {**kept, "PYTHONPATH": str(ROOT)} | {f"COMPANION_{n.upper()}": str(v) for n, v in chosen.items()}
        return subprocess.run(
            [sys.executable, "-m", "companion", *arguments],
            env=environ,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=100,
        )

    return run
