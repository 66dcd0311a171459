"""A whole evening of Agra as it is told at the table.

The transcript has the set-up, then every entry with what the companion announces, and the result. `python -m
tests.games.agra.test_evening` writes the announcements again after a change of rules or texts; read the difference.
"""

from pathlib import Path

from companion.games.agra.game import Agra
from companion.games.table_game import Player
from companion.i18n import use_language

FILE = Path(__file__).parent / "evening.txt"
SEATS = ("red", "blue", "green", "yellow")


def tell(text: str) -> str:
    """Play the entries of a transcript and return it with everything that is announced."""
    agra = Agra()
    lines = [line for line in text.splitlines() if not line.startswith(("    ", "Result"))]
    players, setup = lines[0].removeprefix("Players: ").split(", "), lines[1].removeprefix("Set-up: ")
    seats = dict(zip(players, SEATS, strict=False))
    position = agra.begin({"setup": setup}, [Player(seat, name, False) for name, seat in seats.items()])
    position = agra.add(position, 1, "red", "first red")
    told = lines[:2]
    for number, line in enumerate(lines[2:], start=2):
        told.append(line)
        if line.startswith("#"):
            continue
        player, _, entry = line.partition(": ")
        position = agra.add(position, number, seats[player], entry)
        said = agra.describe_line(position, position.lines[-1])["news"]
        told += [f"    {position.name(news['for']) if news['for'] else 'everyone'}: {news['text']}" for news in said]
    for player in sorted(agra.find_result(position)["players"], key=lambda player: player["rank"]):
        parts = ", ".join(f"{what} {points}" for what, points in player["breakdown"].items() if points)
        told.append(f"Result {player['rank']}: {player['name']} {player['score']} ({parts})")
    return "\n".join(told) + "\n"


def test_an_evening_is_told_as_written():
    text = FILE.read_text(encoding="utf-8")
    with use_language("en"):
        assert tell(text) == text


if __name__ == "__main__":
    with use_language("en"):
        FILE.write_text(tell(FILE.read_text(encoding="utf-8")), encoding="utf-8")
