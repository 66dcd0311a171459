"""What happened in a game, step by step and without what was undone."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from companion.games.dice_charmers.rules.game import Event, Started, TurnReset, Undone, advance, start
from companion.games.dice_charmers.rules.sheet import Sheet
from companion.games.dice_charmers.rules.state import State


class Step(NamedTuple):
    """One event that was not undone, with the states before and after it."""

    before: State
    event: Event
    after: State


def list_steps(sheet: Sheet, started: Started, events: Iterable[Event]) -> Sequence[Step]:
    """List what happened, without what was undone. Raises IllegalMove."""
    history = start(sheet, started)
    steps: list[Step] = []
    for event in events:
        before = history
        history = advance(history, event)
        if isinstance(event, Undone):
            steps.pop()
        elif isinstance(event, TurnReset):
            del steps[-len(before.past) :]
        else:
            steps.append(Step(before.state, event, history.state))
    return steps
