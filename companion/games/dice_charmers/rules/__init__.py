"""The Dice Charmers: a roll & write game for 2 to 5 players, or for one alone.

state = new_game(sheet, players=("red", "blue"))
state = apply(state, Played("red", parse_move("roll")))
state = apply(state, Rolled(faces))          # the caller rolls; the rules use no randomness
legal_moves(state, "red")
"""

from companion.games.dice_charmers.rules.effects import Effect, EffectKind, compare_states
from companion.games.dice_charmers.rules.game import (
    Event,
    Fault,
    Playback,
    Started,
    Transcript,
    TurnReset,
    Undone,
    UnreadableLine,
    advance,
    parse_event,
    parse_transcript,
    play_transcript,
    replay,
    start,
    write_event,
    write_transcript,
)
from companion.games.dice_charmers.rules.play import (
    Ask,
    Fact,
    Played,
    Prompt,
    Removed,
    Rolled,
    Skipped,
    TurnedToPaper,
    apply,
    check,
    legal_moves,
    list_possibilities,
    make_prompt,
    parse_move,
    to_move,
)
from companion.games.dice_charmers.rules.refusals import Reason
from companion.games.dice_charmers.rules.rounds import list_dice_to_roll
from companion.games.dice_charmers.rules.scoring import Outcome, Tiebreak, measure_gap, outcome, score_game
from companion.games.dice_charmers.rules.state import Ending, Move, Phase, State, describe_marks, new_game

__all__ = [
    "Ask",
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
    "Reason",
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
