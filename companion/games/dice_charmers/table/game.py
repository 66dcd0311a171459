"""The adapter that makes The Dice Charmers playable at live tables."""

import random
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from companion.games.dice_charmers.bots.players import PLAYERS
from companion.games.dice_charmers.definition import SheetDefinition
from companion.games.dice_charmers.drawing.phone import write_stylesheet
from companion.games.dice_charmers.lesson import ROLLS, Lesson, choose_steadily
from companion.games.dice_charmers.lesson import SETTINGS as LESSON_SETTINGS
from companion.games.dice_charmers.pages import ending, views
from companion.games.dice_charmers.pages.ink import make_ink_preface
from companion.games.dice_charmers.rules import (
    Phase,
    Played,
    Skipped,
    State,
    TurnedToPaper,
    TurnReset,
    Undone,
    advance,
    list_possibilities,
    make_prompt,
    parse_move,
    score_game,
    start,
    to_move,
)
from companion.games.dice_charmers.rules.game import Event as RulesEvent
from companion.games.dice_charmers.rules.state import FEWEST_PLAYERS, MOST_PLAYERS
from companion.games.dice_charmers.table.entries import make_roll_entry, make_started_event, read_entry
from companion.games.dice_charmers.table.offers import make_offer, why_not_at
from companion.games.dice_charmers.table.options import make_options
from companion.games.dice_charmers.table.preview import Preview, preview_die
from companion.games.dice_charmers.table.prompts import find_prompt
from companion.games.dice_charmers.table.view import make_view
from companion.games.dice_charmers.texts import (
    Namer,
    describe_prompt,
    describe_refusal,
    describe_summary,
    describe_target,
    describe_unreadable,
)
from companion.games.fair_dice import FairDice
from companion.games.options import Option
from companion.games.table_game import Offer, Page, Player, PrintJob, SeenTable, TableGame, Visit
from companion.rules.history import History
from companion.rules.ranking import Result
from companion.rules.refusal import IllegalMove, Refusal, Unreadable
from companion.storage import Entry, Event

UNREADABLE = "unreadable"
BOT_STRATEGY = "greedy"


class Position(NamedTuple):
    """The state of the game with its undo history, and the names of the players."""

    history: History[State]
    players: Mapping[str, str]  # seat → name
    lesson: Lesson | None = None  # of a guided game

    @property
    def state(self) -> State:
        return self.history.state

    def after(self, event: RulesEvent) -> "Position":
        """Return the position after an event. Raises IllegalMove."""
        return self._replace(history=advance(self.history, event))

    def roll(self, state: State, dice: FairDice) -> Entry:
        """Return the entry for the roll that a state waits for; in a lesson the dice may be fixed."""
        return make_roll_entry(state, dice, self.lesson.fix_faces(state) if self.lesson else None)


class DiceCharmers(TableGame):
    name = "dice-charmers"
    seats = range(FEWEST_PLAYERS, MOST_PLAYERS + 1)
    paper_seats = True
    plays_itself = True
    demo_settings = LESSON_SETTINGS
    questions: Mapping[str, Callable[[Visit], Page]] = {"about": views.about, "preview": views.preview}

    def __init__(self, definitions: Mapping[str, SheetDefinition]) -> None:
        self.definitions = definitions
        self.options: Mapping[str, Option] = make_options(definitions)

    @cached_property
    def lesson(self) -> Lesson:
        return Lesson(self.definitions[LESSON_SETTINGS["sheet"]].sheet)

    def begin(self, settings: Mapping[str, str], players: Sequence[Player]) -> Position:
        started = make_started_event(settings, players)
        sheet = self.definitions[settings["sheet"]].sheet
        guided = LESSON_SETTINGS.items() <= settings.items()
        names = {player.seat: player.name for player in players}
        return Position(start(sheet, started), names, self.lesson if guided else None)

    def submit(self, position: Position, seat: str, move: str, dice: FairDice) -> Sequence[Entry]:
        """Return the entry for the move and, if it starts a roll, the entry for the roll."""
        played = Played(seat, parse_move(move))
        entry = Entry("move", {"move": str(played.move)}, seat=seat)
        asking = position.after(played).state
        return [entry, position.roll(asking, dice)] if asking.phase is Phase.ROLLING else [entry]

    def recompute_roll(self, position: Position, event: Event, seed: str) -> Entry:
        """Roll again from the seed. The counter is the number of the entry before the roll."""
        return position.roll(position.state, FairDice(seed, event.seq - 1, event.body["nonce"]))

    def apply(self, position: Position, event: Event) -> Position:
        return position.after(read_entry(event.kind, event.seat, event.body))

    def undo(self, position: Position, seat: str, whole_turn: bool) -> Sequence[Entry]:
        position.after(TurnReset(seat) if whole_turn else Undone(seat))
        return [Entry("undo", {"turn": whole_turn}, seat=seat)]

    def manage(self, position: Position, action: str, seat: str) -> Sequence[Entry]:
        match action:
            case "skip":
                position.after(Skipped(seat))
                return [Entry("skipped", seat=seat)]
            case "paper":
                position.after(TurnedToPaper(seat))
                return [Entry("turned-to-paper", seat=seat)]
        raise Unreadable(action, "skip, paper")

    def moves(self, position: Position, seat: str) -> Sequence[Offer]:
        namer, state = self.namer(position), position.state
        return [make_offer(namer, state, seat, move, after) for move, after in list_possibilities(state, seat)]

    def turn(self, position: Position) -> Mapping[str, Any] | None:
        state = position.state
        seat = to_move(state)
        if seat is None:
            return None
        asked = make_prompt(state)
        words = describe_prompt(find_prompt(state), bonuses=len(state.seat(seat).marks.circled))
        return {"seat": seat, "prompt": words, "code": str(asked.code), "details": asked.params}

    def view(self, position: Position) -> Mapping[str, Any]:
        return make_view(self.namer(position), position.history)

    def result(self, position: Position) -> Result | None:
        return score_game(position.state, position.players)

    def bot_move(self, position: Position, seat: str, chance: random.Random) -> str:
        player, state = PLAYERS[BOT_STRATEGY], position.state
        if position.lesson and state.round in ROLLS:
            return position.lesson.find_move(state) or choose_steadily(player, state, seat)
        return str(player(state, seat, chance))

    def summary(self, position: Position) -> list[str]:
        return describe_summary(position.state, position.players)

    def normalise_move(self, move: str) -> str:
        return str(parse_move(move))

    def why_not_at(self, position: Position, seat: str, target: str) -> str:
        """Describe why nothing can be entered at a target now; empty if something can. Raises Unreadable."""
        refusal = why_not_at(position.state, seat, target)
        return "" if refusal is None else self.describe_refusal(position, refusal)

    def about(self, position: Position, seat: str, target: str) -> tuple[str, str]:
        """Return the title of a target and what it does. Raises Unreadable."""
        return describe_target(self.namer(position), position.state, seat, target)

    def preview(self, position: Position, seat: str, die: str) -> Preview:
        """Preview what a die would do for the seat, even if it is another player's turn."""
        return preview_die(self.namer(position), position.state, seat, die)

    def refusal(self, error: Exception, position: Position | None = None) -> tuple[str, str]:
        if isinstance(error, IllegalMove):
            named = self.describe_refusal(position, error.refusal) if position else describe_refusal(error.refusal)
            return error.refusal.code.value, named
        assert isinstance(error, Unreadable)
        return UNREADABLE, describe_unreadable(error)

    def describe_refusal(self, position: Position, refusal: Refusal) -> str:
        """Describe a refusal, with the names of the players."""
        return describe_refusal(refusal, self.namer(position).name_player)

    def namer(self, position: Position) -> Namer:
        """Return the namer for the sheet and the players of a table."""
        return Namer(self.definitions[position.state.sheet.name], position.players)

    # Pages

    def page(self, visit: Visit) -> Page:
        return ending.make_ending_page(visit) if visit.table.phase == "over" else views.play_page(visit)

    def parts(self, visit: Visit) -> Page:
        return views.play_parts(visit)

    def screen(self, visit: Visit) -> Page:
        return views.screen(visit)

    def announce(self, table: SeenTable, look: Callable[[int], SeenTable]) -> Callable[[int], bytes]:
        return make_ink_preface(table, look)

    def stylesheet(self, name: str) -> str | None:
        """Return the CSS of a sheet: its colours in light and dark theme, and the shapes of its areas."""
        return write_stylesheet(self.definitions[name]) if name in self.definitions else None

    def print_finished(self, visit: Visit, paper: str, ink: str) -> PrintJob:
        return ending.make_print_job(visit, paper, ink)

    def finished_sheet(self, visit: Visit, seat: str) -> Page | None:
        return ending.make_sheet_page(visit, seat)

    def result_picture(self, visit: Visit) -> str:
        return ending.draw_picture(visit)

    def transcript(self, visit: Visit) -> str:
        return ending.write_game(visit)
