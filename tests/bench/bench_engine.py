"""How fast the rules are: python tests/bench/bench_engine.py

Whole random games with `legal_moves` at every step, and `legal_moves` and `apply` of single positions. Times are CPU
times, which other programs affect little; no test asserts any of them.
"""

import random
import statistics
import sys
from collections.abc import Callable
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[2]))

from companion.games.dice_charmers.definition import load_sheet
from companion.games.dice_charmers.rules import (
    Phase,
    Played,
    Rolled,
    State,
    apply,
    legal_moves,
    list_dice_to_roll,
    new_game,
    to_move,
)
from companion.games.dice_charmers.rules.sheet import Sheet

COLOURS = ("red", "blue", "green", "yellow", "white")
GAMES = 50


def play(sheet: Sheet, players: int, rng: random.Random) -> list[State]:
    """Play a random game; return every state in which a player had a choice."""
    state, states = new_game(sheet, COLOURS[:players]), []
    while True:
        if state.phase is Phase.ROLLING:
            colours = [die.partition("-")[0] for die in list_dice_to_roll(state)]
            state = apply(state, Rolled(tuple(rng.choice(sheet.faces_by_colour[colour]) for colour in colours)))
        elif seat := to_move(state):
            states.append(state)
            state = apply(state, Played(seat, rng.choice(legal_moves(state, seat))))
        else:
            return states


def microseconds(call: Callable[[], object], times: int = 20) -> float:
    begin = process_time()
    for _ in range(times):
        call()
    return (process_time() - begin) / times * 1e6


def show(what: str, figures: list[float], unit: str) -> None:
    ordered = sorted(figures)
    median, high = statistics.median(ordered), ordered[int(len(ordered) * 0.99)]
    print(f"{what:44} median {median:7.1f} {unit}   99th {high:7.1f} {unit}   worst {ordered[-1]:7.1f} {unit}")


def main() -> None:
    for name in ("sun", "moon"):
        sheet, rng = load_sheet(name).sheet, random.Random(1)
        play(sheet, 2, rng)  # fills the tables of the sheet
        for players in (2, 3, 4, 5):
            games = []
            for _ in range(GAMES):
                begin = process_time()
                play(sheet, players, rng)
                games.append((process_time() - begin) * 1000)
            show(f"{name}: a random game of {players}", games, "ms")
        states = [state for _ in range(3) for state in play(sheet, 4, rng)]
        asked = [(state, to_move(state) or "") for state in states]
        show(f"{name}: legal_moves", [microseconds(lambda s=s, p=p: legal_moves(s, p)) for s, p in asked], "µs")
        moves = [(state, Played(seat, rng.choice(legal_moves(state, seat)))) for state, seat in asked]
        show(f"{name}: apply", [microseconds(lambda s=s, e=e: apply(s, e)) for s, e in moves], "µs")


if __name__ == "__main__":
    main()
