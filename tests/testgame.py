"""A minimal game to test tables: roll, then add the roll or leave it; the first player with 10 wins.

Started as a program it is a real server with this game beside the product's own. With DICE_SEED, the dice of every
table are the same, so that tests are repeatable; BODY_SECONDS is how long it waits for a body, PAGES_VERSION the
version that its pages claim; with CROWDED it refuses what it can refuse. With the argument `fork` it forks a server
each time it is asked to.
"""

import functools
import importlib.metadata
import json
import os
import sys
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

from companion.games.options import Choice, Option
from companion.games.table_game import Offer, TableGame
from companion.rules.history import History
from companion.rules.messages import IllegalMove, Refusal, Unreadable
from companion.storage import Entry

GOAL = 10


class Code(StrEnum):
    NOT_YOUR_TURN = "not-your-turn"
    ROLL_FIRST = "roll-first"
    ALREADY_ROLLED = "already-rolled"
    NOTHING_TO_UNDO = "nothing-to-undo"


@dataclass(frozen=True)
class Race:
    players: tuple[str, ...]
    scores: tuple[int, ...]
    turn: int = 0
    rolled: int | None = None
    added: bool = False

    @property
    def mover(self) -> str:
        return self.players[self.turn]

    @property
    def over(self) -> bool:
        return max(self.scores) >= GOAL


class RaceGame(TableGame):
    name = "race"
    seats = range(2, 5)
    options = {  # noqa: RUF012
        "sheet": Option("Sheet", (Choice("short", "Short"), Choice("long", "Long"))),
        "dice": Option("Dice", (Choice("virtual", "Virtual"), Choice("real", "Real"))),
    }
    paper_seats = True

    def begin(self, settings, players):
        return History(Race(tuple(player.seat for player in players), (0,) * len(players)))

    def legal(self, state: Race) -> tuple[str, ...]:
        if state.over:
            return ()
        if state.rolled is None:
            return ("roll",)
        return ("end",) if state.added else ("add", "end")

    def submit(self, position, seat, move, dice):
        state = position.state
        if move not in ("roll", "add", "end"):
            raise Unreadable(move)
        if seat != state.mover:
            raise IllegalMove(Refusal(Code.NOT_YOUR_TURN))
        if move not in self.legal(state):
            raise IllegalMove(Refusal(Code.ROLL_FIRST if state.rolled is None else Code.ALREADY_ROLLED))
        if move == "roll":
            (face,) = dice.roll(6)
            return [Entry("rolled", {"face": face + 1, "nonce": dice.nonce}, seat=seat)]
        return [Entry("move", {"move": move}, seat=seat)]

    def apply(self, position, event):
        state = position.state
        if event.kind == "rolled":
            return position.seal(replace(state, rolled=event.body["face"]))
        if event.kind == "undo":
            return position.reset(event.seat) if event.body["turn"] else position.undo(event.seat)
        if event.kind in ("skipped", "turned-to-paper"):
            return position.seal(next_turn(state) if event.kind == "skipped" else state)
        if event.body["move"] == "add":
            scores = list(state.scores)
            scores[state.turn] += state.rolled
            return position.push(event.seat, replace(state, scores=tuple(scores), added=True))
        return position.push(event.seat, next_turn(state))

    def find_sent_move(self, position, event):
        return "roll" if event.kind == "rolled" else super().find_sent_move(position, event)

    def undo(self, position, seat, whole_turn, entry=None):
        if not position.can_undo(seat):
            raise IllegalMove(Refusal(Code.NOTHING_TO_UNDO))
        return [Entry("undo", {"turn": whole_turn}, seat=seat)]

    def manage(self, position, action, seat):
        if action not in ("skip", "paper"):
            raise Unreadable(action)
        return [Entry("skipped" if action == "skip" else "turned-to-paper", seat=seat)]

    def list_moves(self, position, seat):
        state = position.state
        return [Offer(move, move) for move in self.legal(state)] if seat == state.mover else []

    def describe_turn(self, position):
        return {"seat": position.state.mover, "prompt": "Roll or add"}

    def make_view(self, position):
        state = position.state
        sheets = {seat: {"score": score} for seat, score in zip(state.players, state.scores, strict=True)}
        return {"dice": state.rolled, "elephant": None, "sheets": sheets}

    def find_result(self, position):
        state = position.state
        if not state.over:
            return None
        best = max(state.scores)
        return {
            "game": self.name,
            "winners": [p for p, s in zip(state.players, state.scores, strict=True) if s == best],
        }

    def summarize(self, position):
        return [f"{seat}: {score}" for seat, score in zip(position.state.players, position.state.scores, strict=True)]

    def explain_refusal(self, error: Exception, position: object = None) -> tuple[str, str]:
        if isinstance(error, IllegalMove):
            return error.refusal.code.value, f"Refused: {error.refusal.code.value}"
        return "unreadable", str(error)


def next_turn(state: Race) -> Race:
    return replace(state, turn=(state.turn + 1) % len(state.players), rolled=None, added=False)


def games(own_sheets: Path | None = None) -> dict[str, Any]:
    from companion.games.game import load_table_games

    return {**load_table_games(own_sheets), "race": RaceGame()}


def fork_when_asked() -> None:
    """Fork for every environment that comes as a line of JSON, answer with the process id, and return in the child.

    A number is the id of a child and is answered with its exit code, or null while it runs.
    """
    from gevent.monkey import get_original

    fork, waitpid = get_original("os", ["fork", "waitpid"])
    for line in sys.stdin:
        asked = json.loads(line)
        if isinstance(asked, int):
            ended, status = waitpid(asked, os.WNOHANG)
            answer = os.waitstatus_to_exitcode(status) if ended else None
        elif not (answer := fork()):
            break
        print(json.dumps(answer), flush=True)
    else:
        sys.exit()
    os.environ.clear()
    os.environ.update(asked)
    os.chdir(asked["COMPANION_DATA_DIR"])
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)


if __name__ == "__main__":
    # gevent looks fifty times for plugins, each time through everything that is installed for the tests.
    importlib.metadata.entry_points = functools.cache(importlib.metadata.entry_points)

    from gevent import monkey

    monkey.patch_all()

    from companion import wsgi
    from companion.app import create_app
    from companion.games import fair_dice
    from companion.server import serve
    from companion.settings import Settings
    from companion.web import admission
    from companion.web.pages import installing

    if sys.argv[1:] == ["fork"]:
        fork_when_asked()
    if seconds := os.environ.get("BODY_SECONDS"):
        wsgi.BODY_SECONDS = int(seconds)
    if version := os.environ.get("PAGES_VERSION"):
        installing.compute_version = lambda: version
    if seed := os.environ.get("DICE_SEED"):
        fair_dice.new_seed = lambda: seed
        fair_dice.new_nonce = lambda: "alike"

    if "CROWDED" in os.environ:
        admission.Gate.is_crowded = lambda gate, address: True

    sys.stdout.reconfigure(line_buffering=True)
    settings = Settings.load()
    serve(settings, functools.partial(create_app, games=games(settings.own_sheets)))
