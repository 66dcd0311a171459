"""What a player is asked to do, without alternatives that are impossible now."""

from companion.games.dice_charmers.rules import State, make_prompt
from companion.games.dice_charmers.rules.prompt import Prompt
from companion.games.dice_charmers.rules.state import open_page
from companion.games.dice_charmers.rules.tasks import OneOf


def find_prompt(state: State) -> Prompt:
    """Return the prompt; of a choice between two tasks only the possible one, if the other is impossible.

    The Portuguese with no free space behind the boat only gives a good, so only the good is asked for.
    """
    task = state.tasks[-1][0] if state.tasks and len(state.tasks[-1]) == 1 else None
    if isinstance(task, OneOf):
        page = open_page(state)
        possible = [each for each in task.tasks if each.why_impossible(page) is None]
        if len(possible) == 1:
            return Prompt(possible[0].asks, source=task.source, **possible[0].details())
    return make_prompt(state)
