"""Playing alone: after every roll the automa removes a die, and its twin goes onto the elephant.

So in every round one colour is out of reach except by karma, as it is for most players of a full table. A round has one
turn; the game ends with the turn in which the lines meet, and fewer rounds are better.
"""

from companion.games.dice_charmers.rules.plan import DIE_INDEX
from companion.games.dice_charmers.rules.refusals import Code, Verdict
from companion.games.dice_charmers.rules.state import AUTOMA, ELEPHANT, Phase, State
from companion.rules.refusal import Refusal


def refuse_removal(state: State, die: str) -> Verdict:
    """Return why the automa cannot remove this die now, or None."""
    if state.phase is not Phase.AUTOMA:
        return Refusal(Code.AUTOMA_WAITS)
    return None if die in DIE_INDEX else Refusal(Code.NO_SUCH_DIE, die=die)


def remove_die(state: State, die: str) -> State:
    """Give the die to the automa, and put the other die of its colour on the elephant."""
    places, removed = list(state.places), DIE_INDEX[die]
    places[removed], places[removed ^ 1] = AUTOMA, ELEPHANT
    return state._replace(places=tuple(places), phase=Phase.CHOOSE)
