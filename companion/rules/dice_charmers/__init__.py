"""The Dice Charmers: a roll & write game for 2 to 5 players.

state = new_game(sheet, players=("red", "blue"))
state = apply(state, Played("red", parse_move("roll")))
state = apply(state, Rolled(faces))          # dice are facts; the rules never draw
legal_moves(state, "red")
"""

from companion.rules.dice_charmers.described import describe_marks
from companion.rules.dice_charmers.effects import Effect, Happening, changes, effects
from companion.rules.dice_charmers.game import Event, Started, TurnReset, Undone, advance, replay, start
from companion.rules.dice_charmers.moves import Move, parse_move
from companion.rules.dice_charmers.play import (
    Fact,
    Played,
    Rolled,
    Skipped,
    TurnedToPaper,
    apply,
    check,
    legal_moves,
    possibilities,
    to_move,
)
from companion.rules.dice_charmers.prompt import Ask, Prompt, prompt
from companion.rules.dice_charmers.refusals import Code
from companion.rules.dice_charmers.rolling import dice_to_roll
from companion.rules.dice_charmers.scoring import Outcome, Standing, Tiebreak, gap, outcome, result
from companion.rules.dice_charmers.state import Ending, Phase, State, new_game
from companion.rules.dice_charmers.transcript import (
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
    "Ending",
    "Event",
    "Fact",
    "Fault",
    "Happening",
    "Move",
    "Outcome",
    "Phase",
    "Playback",
    "Played",
    "Prompt",
    "Rolled",
    "Skipped",
    "Standing",
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
    "changes",
    "check",
    "describe_marks",
    "dice_to_roll",
    "effects",
    "gap",
    "legal_moves",
    "new_game",
    "outcome",
    "parse_event",
    "parse_move",
    "parse_transcript",
    "play_transcript",
    "possibilities",
    "prompt",
    "replay",
    "result",
    "start",
    "to_move",
    "write_event",
    "write_transcript",
]
