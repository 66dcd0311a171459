"""Run the `companion` command in a separate process, or faster in this one."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import NamedTuple

import pytest

from companion.cli import main
from companion.games.fair_dice import FairDice, compute_commitment
from companion.games.game import load_table_games
from companion.games.table_game import Player, TableGame
from companion.i18n import use_language
from companion.storage import Event, hash_text
from tests.conftest import ROOT

SEED = "5eed" * 16


@pytest.fixture
def companion(tmp_path):
    """Return `companion(*arguments)`, which runs in an empty folder with a separate data folder."""

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


class Answer(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture
def run(monkeypatch, capsys, tmp_path) -> Callable[..., Answer]:
    """`run("score", "rajas", "-", stdin="{}")`"""

    def run(*arguments: str | Path, stdin: str | bytes = "", lang: str = "en", **settings: object) -> Answer:
        raw = stdin.encode() if isinstance(stdin, str) else stdin
        for name, value in {"lang": lang, **settings}.items():
            monkeypatch.setenv(f"COMPANION_{name.upper()}", str(value))
        monkeypatch.setattr(sys, "argv", ["companion", *map(str, arguments)])
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(raw), closed=False))
        code = 0
        with use_language("en"):
            try:
                main()
            except SystemExit as leaving:
                code = leaving.code or 0
        return Answer(code, *capsys.readouterr())

    monkeypatch.chdir(tmp_path)  # where no companion.toml lies
    monkeypatch.setenv("COMPANION_DATA_DIR", str(tmp_path / "data"))
    return run


@pytest.fixture
def refused(run) -> Callable[..., str]:
    """Return the one line on stderr; check for exit code 2 and empty stdout."""

    def refused(*arguments: str | Path, **more: object) -> str:
        answer = run(*arguments, **more)
        assert (answer.code, answer.out) == (2, "")
        (line,) = answer.err.splitlines()
        return line.removeprefix("companion: ")

    return refused


@pytest.fixture(scope="session")
def games() -> Mapping[str, TableGame]:
    return load_table_games()


@pytest.fixture(scope="session")
def exported(games) -> dict:
    """Return the exported log of a finished game of The Dice Charmers with three players."""
    return log_of(games["dice-charmers"], {"red": "Leila", "blue": "Rajesh", "green": "Akbar"}, Random(3))


@pytest.fixture(scope="session")
def cardboard(games) -> Mapping[str, dict]:
    """Finished games of each kind with a board, as the companion exports them; what can be rolled for was."""
    seats = {"red": "Leila", "blue": "Rajesh"}
    scripts = {
        "rajas": ["red: roll setup", "red: {offer}"],
        "cards-karma": [],
        "agra": ["red: roll setup", "red: {offer}", "red: roll merchant", "blue: roll builder"],
    }
    return {name: log_of(games[name], seats, Random(3), script) for name, script in scripts.items()}


def log_of(game: TableGame, seats: Mapping[str, str], rng: Random, script: Iterable[str] = (), **chosen: str) -> dict:
    """What the script says, then random offers until the game is over. `{offer}` is the first offer."""
    settings = {option: choices[0] for option, choices in game.options.items()} | chosen
    contents = game.find_contents(settings)
    opening = {"game": game.name, "settings": settings, "commitment": compute_commitment(SEED)}
    opening["contents"] = {name: hash_text(text) for name, text in contents.items()}
    entries: list[tuple[str, str | None, dict]] = [
        ("created", None, opening),
        *(("joined", seat, {"name": name, "as": "phone"}) for seat, name in seats.items()),
        ("started", None, {}),
    ]
    position = game.begin(settings, [Player(seat, name, False) for seat, name in seats.items()])
    script = iter(script)
    while game.find_result(position) is None:
        seat, _, move = next(script, f"{game.describe_turn(position)['seat']}: ").partition(": ")
        offers = [str(offer.move) for offer in game.list_moves(position, seat)]
        move = move.format(offer=offers[0]) or rng.choice(offers)
        for entry in game.submit(position, seat, move, FairDice(SEED, len(entries) + 1, "n")):
            entries.append((entry.kind, entry.seat, entry.body))
            position = game.apply(position, Event.of(entry, len(entries), 0))
    events = [
        {"seq": seq, "at": 0, "kind": kind, **body} | ({"seat": seat} if seat else {})
        for seq, (kind, seat, body) in enumerate(entries, 1)
    ]
    log = {"code": "CCCCCC", "seed": SEED, "commitment": compute_commitment(SEED), "events": events}
    log["contents"] = {hash_text(text): text for text in contents.values()}
    return json.loads(json.dumps(log))
