"""Describe the latest moves at a table, for the TV screen and for players who were not looking."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import takewhile

from companion.games.dice_charmers.kinds.moves import MOVES
from companion.games.dice_charmers.rules import compare_states
from companion.games.dice_charmers.rules.moves import EndTurn, Roll, parse_move
from companion.games.dice_charmers.texts import Namer, describe_effect, describe_move
from companion.games.table_game import BOT, SeenTable, Step, Visit
from companion.storage import Event

NEWS = 6  # on the TV screen


@dataclass(frozen=True)
class News:
    """A move and what it did, as text."""

    seat: str
    text: str
    effects: tuple[str, ...] = ()


def find_latest_news(visit: Visit, namer: Namer) -> list[News]:
    """Describe the last moves, the latest first."""
    steps = [step for step in visit.last_steps() if is_newsworthy(step.event)]
    return describe_steps(namer, steps[-NEWS:])[::-1]


def find_bot_moves(visit: Visit, namer: Namer) -> list[News]:
    """Describe in order what the bots have done since the last move of a human player."""
    bots = {seat.seat for seat in visit.table.seats if seat.kind == BOT}
    if not bots or visit.table.phase != "playing":
        return []
    steps = list(takewhile(lambda step: step.event.seat in bots, reversed(visit.last_steps())))
    return describe_steps(namer, [step for step in reversed(steps) if is_newsworthy(step.event)])


def is_newsworthy(event: Event) -> bool:
    """Check whether an event is a move other than rolling or ending the turn."""
    return event.kind == "move" and not isinstance(parse_move(event.body["move"]), Roll | EndTurn)


def describe_steps(namer: Namer, steps: Iterable[Step[SeenTable]]) -> list[News]:
    """Describe the moves of newsworthy steps."""
    return [_describe_step(namer, step) for step in steps]


def _describe_step(namer: Namer, step: Step[SeenTable]) -> News:
    seat, before = step.event.seat, step.before.position.state
    assert seat
    move = parse_move(step.event.body["move"])
    named = MOVES[type(move)].named_effect
    effects = [effect for effect in compare_states(before, step.after.position.state, seat) if effect.code is not named]
    return News(seat, describe_move(namer, before, move), tuple(describe_effect(namer, effect) for effect in effects))
