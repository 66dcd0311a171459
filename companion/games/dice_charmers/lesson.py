"""The guided first game: in the first two rounds dice and bot follow a script, and every step has an instruction.

A player may leave the script at any time. The dice of these rounds stay as they are written here; the log marks them as
fixed, and the table's settings say that it is a lesson.
"""

from collections.abc import Mapping
from functools import cache
from random import Random
from typing import NamedTuple

from companion.games.dice_charmers.bots.levels import Player
from companion.games.dice_charmers.rules import (
    Played,
    Rolled,
    Started,
    State,
    advance,
    list_dice_to_roll,
    parse_move,
    start,
)
from companion.games.dice_charmers.rules.sheet import COLOUR_OF, DICE, Sheet
from companion.games.dice_charmers.rules.state import Phase
from companion.i18n import N_
from companion.rules.history import History
from companion.rules.messages import IllegalMove

LESSON_SETTINGS: Mapping[str, str] = {"sheet": "sun", "lesson": "1"}  # of a table with a lesson
SEATS = ("red", "blue")  # the visitor and the bot

# The faces of all dice, by round, and what rerolled dice show
LESSON_ROLLS = {
    1: ("tea-tea", "silk-spices", "bend", "half-roads", "lotus", "fish", "trader", "portuguese"),
    2: ("silk-silk", "tea-spices", "straight", "bend", "lotus", "wave", "raja-man-singh", "master-builder"),
}
REROLLED = {"purple": "tea-silk", "green": "bend", "blue": "star", "orange": "maharani"}

# Every move, with the instruction for it; moves without one are the bot's.
SCRIPT = (
    (
        "roll",
        N_("Your goal: make your lines of fame and money meet before the bot does. Roll: these dice are for both."),
    ),
    ("take purple-1", N_("Purple gives goods. Tap the marked purple die with two cups of tea and take it.")),
    (
        "end turn",
        N_(
            "Two teas are circled. The other purple die is on the elephant, for karma only. "
            "Tap anything to learn what it is. End your turn."
        ),
    ),
    ("take blue-2", ""),
    ("upgrade temple", ""),
    ("end turn", ""),
    ("take orange-1", N_("With two players, each takes two dice a round. Orange calls people: take the trader.")),
    ("sell tea tea", N_("The trader sells up to two goods. Sell both teas.")),
    (
        "use tent 1",
        N_("4 money! The tent is sold out and releases its bonus: a chain begins. Tap the marked bonus and use it."),
    ),
    ("goods silk spices", N_("Your boat has moved on, and its space gives two different goods. Take silk and spices.")),
    ("end turn", N_("One die: money, a river space and two goods. Such chains win games. End your turn.")),
    ("take green-2", ""),
    ("road c2 NS", ""),
    ("end turn", ""),
    ("roll", ""),
    ("take orange-1", ""),
    ("upgrade mill", ""),
    ("end turn", ""),
    ("take green-1", N_("A new round; the bot has begun it. Green draws roads: take the marked straight.")),
    ("road c2 NS", N_("Roads start at your residence in the middle of the province. Tap the marked fort above it.")),
    ("end turn", N_("You have reached the fort: 1 fame. Roads that reach the edge release bonuses. End your turn.")),
    ("take purple-1", ""),
    ("end turn", ""),
    ("karma blue-1", N_("Now use karma: tap the marked blue die and reroll it together with the die on the elephant.")),
    ("take blue-1", N_("A star! Blue sails to the next space with its symbol: take this die.")),
    ("end turn", N_("The star gives 1 fame and a new karma for the one you have spent. End your turn.")),
)
FAREWELL = N_("Now you know the colours, chains, karma and the elephant. From here on the dice are fair. Good luck!")
ASTRAY = N_("You have left the lesson, which is fine. Undo leads back to it, or just continue.")


class LessonStep(NamedTuple):
    """What the lesson says now."""

    text: str  # in English
    spots: tuple[str, ...] = ()  # targets to mark
    number: int = 0  # counted from 1; 0 outside the script
    last: bool = False


NUMBER_OF_STEPS = sum(bool(text) for _, text in SCRIPT)


class Lesson:
    """The script, played on a sheet. On a sheet that does not allow it there are no steps."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.states: list[State] = []  # before each move of the script, then after the last
        try:
            self._play(start(sheet, Started(SEATS)))
        except IllegalMove:
            self.states = []

    def _play(self, history: History[State]) -> None:
        for move, _ in SCRIPT:
            self.states.append(history.state)
            seat = history.state.players[history.state.mover]
            history = advance(history, Played(seat, parse_move(move)))
            if history.state.phase is Phase.ROLLING:
                history = advance(history, Rolled(self.fix_faces(history.state) or ()))
        self.states.append(history.state)

    def fix_faces(self, state: State) -> tuple[str, ...] | None:
        """Return the faces that a roll shows in the lesson; None when the dice are free."""
        if state.round not in LESSON_ROLLS:
            return None
        rolling = list_dice_to_roll(state)
        of_colour = [COLOUR_OF[die] for die in rolling]
        faces = (
            LESSON_ROLLS[state.round] if len(rolling) == len(DICE) else tuple(REROLLED[colour] for colour in of_colour)
        )
        known = all(face in self.sheet.faces_by_colour[colour] for colour, face in zip(of_colour, faces, strict=True))
        return faces if known else None

    def find_move(self, state: State) -> str | None:
        """Return the move of the script in a state; None outside it."""
        place = self._find_place(state)
        return None if place is None or place == len(SCRIPT) else SCRIPT[place][0]

    def find_step(self, history: History[State]) -> LessonStep | None:
        """Return what to say to the visitor; None when the lesson is over."""
        state = history.state
        place = self._find_place(state)
        if place is None:
            return LessonStep(ASTRAY) if any(self._find_place(past) is not None for past in history.past) else None
        if place == len(SCRIPT):
            return LessonStep(FAREWELL, last=True)
        if not SCRIPT[place][1]:
            return None
        move = parse_move(SCRIPT[place][0])
        number = sum(bool(text) for _, text in SCRIPT[: place + 1])
        return LessonStep(SCRIPT[place][1], move.targets(state), number)

    def _find_place(self, state: State) -> int | None:
        """Find a state in the script. The plan is left out: it is the same, and large."""
        if state.round > max(LESSON_ROLLS) + 1:
            return None
        return next((i for i, each in enumerate(self.states) if each[1:] == state[1:]), None)


@cache
def make_lesson(sheet: Sheet) -> Lesson:
    """Play the script on a sheet, with a cache."""
    return Lesson(sheet)


def choose_steadily(player: Player, state: State, seat: str) -> str:
    """Choose a bot's move that is the same in every lesson."""
    return str(player(state, seat, Random(f"{state.round} {state.turn}")))  # noqa: S311 - nothing to guess
