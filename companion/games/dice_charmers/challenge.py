"""The same dice again: what a table with the setting `challenge` rolls.

The dice depend on the seed, the round and the karma used, not on what else was entered. A challenge that repeats a
finished game also knows its rolls (`rolls`): one word for each round, with the place of each face on its die.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.games.dice_charmers.rules import Phase, State
from companion.games.dice_charmers.rules.moves import ConfirmDice
from companion.games.dice_charmers.rules.plan import DICE
from companion.games.dice_charmers.table.entries import find_indexes, pick_faces
from companion.games.fair_dice import FairDice
from companion.games.table_game import CHALLENGE, SeenTable, Step
from companion.rules.refusal import Unreadable

ROLLS = "rolls"
MOST_ROUNDS = 60
SHEETS = ("sun", "moon")  # of the weekly challenges, in turn


@dataclass(frozen=True)
class Challenge:
    """The known rolls, round by round; after them, the seed decides."""

    rolls: tuple[tuple[int, ...], ...] = ()

    def fix_faces(self, state: State) -> list[str] | None:
        """Return the faces of a roll that is known."""
        if len(state.rolling) != len(DICE) or state.round > len(self.rolls):
            return None
        return pick_faces(state, DICE, self.rolls[state.round - 1])


def read_challenge(settings: Mapping[str, str]) -> Challenge | None:
    """Return the challenge of a table with these settings. Raises Unreadable."""
    if CHALLENGE not in settings:
        return None
    words = settings.get(ROLLS, "").split()
    if len(words) > MOST_ROUNDS or not all(re.fullmatch(rf"[0-5]{{{len(DICE)}}}", word) for word in words):
        raise Unreadable(settings[ROLLS])
    return Challenge(tuple(tuple(map(int, word)) for word in words))


def write_rolls(steps: Iterable[Step[SeenTable]]) -> str:
    """Write the rolls at the start of each round, by the companion or typed in."""
    rolls: dict[int, str] = {}
    for step in steps:
        if step.before.position is None or not is_roll(step):
            continue
        state: State = step.after.position.state
        rolls[state.round] = "".join(map(str, find_indexes(state, DICE, state.faces)))
    return " ".join(list(rolls.values())[:MOST_ROUNDS])


def is_roll(step: Step[SeenTable]) -> bool:
    """Check whether all dice have just been rolled, or typed in and confirmed."""
    rolled = step.event.kind == "rolled" or step.event.body.get("move") == str(ConfirmDice())
    return rolled and len(step.before.position.state.rolling) == len(DICE)


def choose_dice(state: State, dice: FairDice) -> FairDice:
    """Return the dice for the roll or draw that a state waits for."""
    if state.phase is Phase.AUTOMA:
        return FairDice(dice.seed, state.round, "automa")
    if len(state.rolling) == len(DICE):
        return FairDice(dice.seed, state.round, "roll")
    used = state.seats[state.mover].marks.karma_used
    return FairDice(dice.seed, state.round, f"karma {used}" if state.is_solo else f"karma {state.mover} {used}")
