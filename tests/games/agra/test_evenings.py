"""Whole evenings of Agra, one with each mode, as they are told at the table.

A transcript has the set-up, then every entry with what the companion announces, and the result. `python -m
tests.games.agra.test_evenings` writes the announcements again after a change of rules or texts; read the difference.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games.agra.reminders import Reminding
from companion.games.agra.rules.scoring import score
from companion.games.agra.setup import read_facts
from companion.games.agra.tracking import Tracking
from companion.games.assist.position import Position
from companion.games.table_game import Player
from companion.i18n import use_language
from companion.rules.opening import Opening, SetUp, parse

FOLDER = Path(__file__).parent / "evenings"
MODES = {"reminders": Reminding(), "full": Tracking()}
SEATS = ("red", "blue", "green", "yellow")


def tell(name: str, text: str) -> str:
    """Play the entries of a transcript and return it with everything that is announced."""
    mode = MODES[name]
    lines = [line for line in text.splitlines() if not line.startswith(("    ", "Result", "Left"))]
    players, setup = lines[0].removeprefix("Players: ").split(", "), lines[1].removeprefix("Set-up: ")
    move = parse(f"setup {setup}")
    assert isinstance(move, SetUp)
    seated = tuple(Player(seat, player, False) for seat, player in zip(SEATS, players, strict=False))
    position = Position(seated, {"mode": name}, Opening().add_facts(move.facts))
    assert read_facts(position.opening.facts, ()).notables
    game = mode.new_game(position, players[0])
    told = lines[:2]
    for line in lines[2:]:
        told.append(line)
        player, colon, entry = line.partition(": ")
        if colon and not line.startswith("#"):
            game = game.apply(player, mode.parse(entry))
            if not game.finished:
                told += [
                    f"    {whom or 'everyone'}: {mode.words.describe_happening(what)}"
                    for whom, what in game.entries[-1].news
                ]
    return "\n".join([*told, *result(game)]) + "\n"


def result(game) -> Iterator[str]:
    scored = score(game.fill_scoring_form())
    for player in sorted(scored["players"], key=lambda player: player["rank"]):
        parts = ", ".join(f"{what} {points}" for what, points in player["breakdown"].items() if points)
        yield f"Result {player['rank']}: {player['name']} {player['score']} ({parts})"
    for player in game.boards.players:
        held = sorted((what, count) for what, count in game.boards[player].amounts.items() if what != "turn")
        yield f"Left: {player} " + ", ".join(f"{what} {count}" for what, count in held)


@pytest.mark.parametrize("name", MODES)
def test_an_evening_goes_as_it_was_written_down(name):
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    with use_language("en"):
        assert tell(name, text) == text


def test_with_reminders_people_tap_little_more_than_once_per_turn():
    """Every entry is one tap."""
    entries = [
        line.partition(": ")[2]
        for line in (FOLDER / "reminders.txt").read_text(encoding="utf-8").splitlines()[2:]
        if line[:1].isalpha() and not line.startswith(("Result", "Left"))
    ]
    taps = [entry for entry in entries if not entry.startswith(("final", "finish"))]
    turns = [entry for entry in taps if entry.startswith("done")]
    assert len(taps) / len(turns) <= 1.2


if __name__ == "__main__":
    with use_language("en"):
        for name in MODES:
            path = FOLDER / f"{name}.txt"
            path.write_text(tell(name, path.read_text(encoding="utf-8")), encoding="utf-8")
