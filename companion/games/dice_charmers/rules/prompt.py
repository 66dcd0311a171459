"""What the player who has the turn is asked to do, as a code with parameters; `texts/prompts.py` translates it."""

from enum import StrEnum

from companion.games.dice_charmers.rules.acting import can_act, may_use_bonuses
from companion.games.dice_charmers.rules.paper import find_bounds, find_next_figure
from companion.games.dice_charmers.rules.plan import DICE
from companion.games.dice_charmers.rules.state import Phase, State, open_page
from companion.rules.coded import Coded


class Ask(StrEnum):
    """Prompts other than the tasks of an action, which have their own codes; the names in brackets are parameters."""

    ROLL = "roll"  # roll all dice
    ROLLING = "rolling"  # nothing: the dice are rolling
    FACE = "face"  # enter the face of a real die [die]
    CONFIRM_DICE = "confirm-dice"  # confirm the typed-in faces
    CHOOSE = "choose"  # take a die, use karma, or pass
    REROLLED = "rerolled"  # take one of the two rerolled dice, or use another karma [one, two]
    ANY_OF = "any-of"  # several earnings of the river, in any order [source]
    BONUSES = "bonuses"  # use or give up the circled bonuses
    END_TURN = "end-turn"  # only ending the turn is left
    PAPER = "paper"  # do the die's action on paper, declare a meeting, end the turn
    TOTAL = "total"  # enter a figure of a paper sheet [figure, low, high]
    OVER = "over"  # nothing: the game is over


class Prompt(Coded):
    """An `Ask`, or the code of a task: `Prompt("road", source="die", shape="bend")`."""


def make_prompt(state: State) -> Prompt:
    """Return what the player who has the turn is asked to do."""
    seat = state.seats[state.mover]
    match state.phase:
        case Phase.OVER:
            return Prompt(Ask.OVER)
        case Phase.ROLLING | Phase.AUTOMA:
            return Prompt(Ask.ROLLING)
        case Phase.ROLL:
            return Prompt(Ask.ROLL)
        case Phase.TYPING if len(state.typed) < len(state.rolling):
            return Prompt(Ask.FACE, die=DICE[state.rolling[len(state.typed)]])
        case Phase.TYPING:
            return Prompt(Ask.CONFIRM_DICE)
        case Phase.CHOOSE:
            return Prompt(Ask.CHOOSE)
        case Phase.REROLLED:
            one, two = (DICE[die] for die in state.rolling)
            return Prompt(Ask.REROLLED, one=one, two=two)
        case Phase.TOTALS:
            low, high = find_bounds(state, seat)
            return Prompt(Ask.TOTAL, figure=find_next_figure(seat), low=low, high=high)
    if seat.paper:
        return Prompt(Ask.PAPER)
    page = open_page(state)
    if may_use_bonuses(page) and not can_act(page):
        return Prompt(Ask.BONUSES if seat.marks.circled else Ask.END_TURN)
    first, *others = state.tasks[-1]
    if others and not may_use_bonuses(page):
        return Prompt(Ask.ANY_OF, source=first.source)
    return Prompt(first.asks, source=first.source, **first.details())
