"""The Dice Charmers: a roll & write game for 2 to 5 players, or for one alone.

state = new_game(sheet, players=("red", "blue"))
state = apply(state, Played("red", parse_move("roll")))
state = apply(state, Rolled(faces))          # the caller rolls; the rules use no randomness
legal_moves(state, "red")
"""

from companion.games.dice_charmers.rules.effects import Effect, EffectKind, compare_states
from companion.games.dice_charmers.rules.game import Event, Started, TurnReset, Undone, advance, replay, start
from companion.games.dice_charmers.rules.moves import Move, parse_move
from companion.games.dice_charmers.rules.play import (
    Fact,
    Played,
    Removed,
    Rolled,
    Skipped,
    TurnedToPaper,
    apply,
    check,
    legal_moves,
    list_possibilities,
    to_move,
)
from companion.games.dice_charmers.rules.prompt import Ask, Prompt, make_prompt
from companion.games.dice_charmers.rules.refusals import Code
from companion.games.dice_charmers.rules.rolling import list_dice_to_roll
from companion.games.dice_charmers.rules.scoring import Outcome, Tiebreak, measure_gap, outcome, score_game
from companion.games.dice_charmers.rules.state import Ending, Phase, State, describe_marks, new_game
from companion.games.dice_charmers.rules.transcript import (
    Fault,
    Playback,
    Transcript,
    UnreadableLine,
    parse_event,
    parse_transcript,
    play_transcript,
    write_event,
    write_transcript,
)

__all__ = [
    "Ask",
    "Code",
    "Effect",
    "EffectKind",
    "Ending",
    "Event",
    "Fact",
    "Fault",
    "Move",
    "Outcome",
    "Phase",
    "Playback",
    "Played",
    "Prompt",
    "Removed",
    "Rolled",
    "Skipped",
    "Started",
    "State",
    "Tiebreak",
    "Transcript",
    "TurnReset",
    "TurnedToPaper",
    "Undone",
    "UnreadableLine",
    "advance",
    "apply",
    "check",
    "compare_states",
    "describe_marks",
    "legal_moves",
    "list_dice_to_roll",
    "list_possibilities",
    "make_prompt",
    "measure_gap",
    "new_game",
    "outcome",
    "parse_event",
    "parse_move",
    "parse_transcript",
    "play_transcript",
    "replay",
    "score_game",
    "start",
    "to_move",
    "write_event",
    "write_transcript",
]
