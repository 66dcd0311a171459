"""Prompts for the player, without options that are impossible now."""

from companion.games.dice_charmers.rules import Ask, State, legal_moves, make_prompt
from companion.games.dice_charmers.rules.acting import list_steps, may_use_bonuses
from companion.games.dice_charmers.rules.moves import Take, UseBonus, UseKarma
from companion.games.dice_charmers.rules.page import OneOf, Page, Task
from companion.games.dice_charmers.rules.palace import CallSomeone
from companion.games.dice_charmers.rules.prompt import Prompt
from companion.games.dice_charmers.rules.roads import HalfRoads
from companion.games.dice_charmers.rules.state import open_page


def find_prompt(state: State) -> Prompt:
    """Return the prompt, with details about what is possible.

    The Portuguese with no free space behind the boat only gives a good, so only the good is asked for.
    """
    prompt = make_prompt(state)
    if prompt.code == Ask.CHOOSE:
        return _find_choice(state)
    task = state.tasks[-1][0] if state.tasks else None
    if task is None or prompt.code != task.asks:
        return prompt
    page = open_page(state)
    if isinstance(task, OneOf):
        possible = [each for each in task.tasks if each.why_impossible(page) is None]
        return _ask(possible[0]) if len(possible) == 1 else prompt
    if isinstance(task, CallSomeone) and task.called_by_mogul:
        return _ask(task, called_by_mogul=True)
    return _ask_half_roads(page, task) if isinstance(task, HalfRoads) else prompt


def _find_choice(state: State) -> Prompt:
    """Ask for a die; if none is suitable, for karma or passing."""
    moves = legal_moves(state, state.players[state.mover])
    if any(isinstance(move, Take) for move in moves):
        return Prompt(Ask.CHOOSE)
    return Prompt(Ask.CHOOSE, only="karma" if any(isinstance(move, UseKarma) for move in moves) else "pass")


def _ask_half_roads(page: Page, task: HalfRoads) -> Prompt:
    uses = may_use_bonuses(page) and any(isinstance(step, UseBonus) for step in list_steps(page))
    return _ask(task, begins=task.can_begin(page), extends=task.can_extend(page), waits=uses)


def _ask(task: Task, **possible: bool) -> Prompt:
    return Prompt(task.asks, source=task.source, **task.details(), **possible)
