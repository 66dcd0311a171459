"""Record the games of this folder again, or only the named ones:

python tests/games/dice_charmers/transcripts/record.py [NAME…]

Needed when the figures of Sun or Moon change, because a recorded game is played on them. The players prefer
what brings them something; each entry that writes a mark is followed by what it did.
"""

import random
import sys
from collections.abc import Iterator
from pathlib import Path

FOLDER = Path(__file__).parent
sys.path.insert(0, str(FOLDER.parents[1]))

from companion.games.dice_charmers.definition import load_sheet  # noqa: E402
from companion.games.dice_charmers.rules import (  # noqa: E402
    Event,
    Phase,
    Played,
    Rolled,
    Started,
    State,
    TurnedToPaper,
    Undone,
    advance,
    apply,
    compare_states,
    legal_moves,
    list_dice_to_roll,
    outcome,
    start,
    to_move,
    write_event,
    write_transcript,
)
from companion.rules.messages import IllegalMove  # noqa: E402

GAMES = {
    "two-players-sun": ("sun", Started(("red", "blue")), 2),
    "three-players-moon-real-dice": ("moon", Started(("red", "green", "white"), "real"), 3),
    "four-players-one-on-paper": (
        "sun",
        Started(("blue", "red", "yellow", "green"), "virtual", frozenset({"red"})),
        4,
    ),
    "five-players-moon": ("moon", Started(("red", "blue", "green", "yellow", "white")), 5),
    "three-players-one-leaves-and-some-undo": ("sun", Started(("red", "blue", "green")), 6),
    "two-players-pad": ("pad", Started(("red", "blue")), 7),
}
PAD = FOLDER.parent / "definition" / "pad.toml"
LEAVES = "blue"
WORTH = {"fame": 2, "money": 1}


def worth(state: State, seat: str, move: object) -> float:
    """Points at once, and a little for everything that happens."""
    text = str(move)
    if text.startswith(("give up", "karma", "pass", "end turn")):
        return -1
    happenings = compare_states(state, apply(state, Played(seat, move)), seat)
    gain = sum(WORTH.get(effect.code.value, 0) * int(effect.details.get("amount", 0)) for effect in happenings)
    return gain + 0.5 * len(happenings)


def choose(state: State, seat: str, rng: random.Random) -> object:
    moves = legal_moves(state, seat)
    if state.phase is Phase.TYPING:
        return rng.choice(moves)
    if state.phase is Phase.TOTALS:
        likely = {"fame": 23, "money": 41}
        return next((move for move in moves if likely.get(move.figure) == move.amount), moves[0])
    if state.find_seat(seat).paper:
        return next((m for m in moves if str(m) == "met" and state.round == 12), None) or rng.choice(
            [m for m in moves if str(m) not in ("met", "pass")]
        )
    if rng.random() < 0.1:
        return rng.choice(moves)
    return max(moves, key=lambda move: (worth(state, seat, move), rng.random()))


def play(sheet_name: str, started: Started, seed: int, leaves: bool) -> Iterator[tuple[Event, str]]:
    """Every event, and what it did in a few words."""
    definition = load_sheet(PAD if sheet_name == "pad" else sheet_name)
    sheet, rng = definition.sheet, random.Random(seed)
    history = start(sheet, started)
    while True:
        state = history.state
        seat = to_move(state)
        if state.phase is Phase.ROLLING:
            colours = [die.partition("-")[0] for die in list_dice_to_roll(state)]
            event: Event = Rolled(tuple(rng.choice(sheet.faces_by_colour[colour]) for colour in colours))
        elif seat is None:
            standings = outcome(state).standings
            yield Rolled(()), ", ".join(f"{found['rank']}. {found['name']} {found['score']:g}" for found in standings)
            return
        elif leaves and state.round == 5 and not state.find_seat(LEAVES).paper:
            event = TurnedToPaper(LEAVES)
        elif leaves and rng.random() < 0.05 and history.can_undo(seat):
            event = Undone(seat)
        else:
            event = Played(seat, choose(state, seat, rng))
        try:
            history = advance(history, event)
        except IllegalMove:  # pragma: no cover - a fault of the rules, never of the recorder
            raise SystemExit(f"{write_event(event)} is listed but refused") from None
        told = compare_states(state, history.state, seat) if isinstance(event, Played) else ()
        yield event, "; ".join(map(str, told))


def record(name: str) -> None:
    sheet, started, seed = GAMES[name]
    *events, (_, result) = play(sheet, started, seed, leaves="leaves" in name)
    header, _, _ = write_transcript(sheet, started, []).rpartition("\n\n")
    lines = [f"{write_event(event):44}# {told}" if told else write_event(event) for event, told in events]
    (FOLDER / f"{name}.txt").write_text("\n".join([f"# result: {result}", header, "", *lines, ""]))


if __name__ == "__main__":
    for game in sys.argv[1:] or GAMES:
        record(game)
