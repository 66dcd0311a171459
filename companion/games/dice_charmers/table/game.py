"""The Dice Charmers as a game for tables: the rules decide, the log remembers, the words are the player's own."""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from companion.games.dice_charmers.bots.players import PLAYERS
from companion.games.dice_charmers.definition import SheetDefinition
from companion.games.dice_charmers.drawing.phone import stylesheet
from companion.games.dice_charmers.pages import ending, views
from companion.games.dice_charmers.pages.ink import send_ink
from companion.games.dice_charmers.rules import (
    Phase,
    Played,
    Skipped,
    State,
    TurnedToPaper,
    TurnReset,
    Undone,
    advance,
    parse_move,
    possibilities,
    prompt,
    result,
    start,
    to_move,
)
from companion.games.dice_charmers.rules.game import Event as RulesEvent
from companion.games.dice_charmers.rules.state import FEWEST_PLAYERS, MOST_PLAYERS
from companion.games.dice_charmers.table.entries import as_event, roll_entry, starting
from companion.games.dice_charmers.table.offers import offer
from companion.games.dice_charmers.table.options import make_options
from companion.games.dice_charmers.table.preview import Preview, preview
from companion.games.dice_charmers.table.view import view
from companion.games.dice_charmers.table.why import why_not_at
from companion.games.dice_charmers.texts import (
    Things,
    about,
    prompt_words,
    refusal_words,
    summary_words,
    unreadable_words,
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
    """The game so far, with what may still be taken back, and what the players are called."""

    history: History[State]
    players: Mapping[str, str]  # seat → name

    @property
    def state(self) -> State:
        return self.history.state

    def after(self, event: RulesEvent) -> "Position":
        return Position(advance(self.history, event), self.players)


class DiceCharmers(TableGame):
    name = "dice-charmers"
    seats = range(FEWEST_PLAYERS, MOST_PLAYERS + 1)
    paper_seats = True
    plays_itself = True
    questions: Mapping[str, Callable[[Visit], Page]] = {"about": views.explain, "preview": views.show_preview}

    def __init__(self, definitions: Mapping[str, SheetDefinition]) -> None:
        self.definitions = definitions
        self.options: Mapping[str, Option] = make_options(definitions)

    def begin(self, settings: Mapping[str, str], players: Sequence[Player]) -> Position:
        started = starting(settings, players)
        sheet = self.definitions[settings["sheet"]].sheet
        return Position(start(sheet, started), {player.seat: player.name for player in players})

    def submit(self, position: Position, seat: str, move: str, dice: FairDice) -> Sequence[Entry]:
        """The move and, when it makes the companion roll, the roll."""
        played = Played(seat, parse_move(move))
        entry = Entry("move", {"move": str(played.move)}, seat=seat)
        asking = position.after(played).state
        return [entry, roll_entry(asking, dice)] if asking.phase is Phase.ROLLING else [entry]

    def recompute_roll(self, position: Position, event: Event, seed: str) -> Entry:
        """The counter of a roll is the number of the entry before it, the move that asked for it."""
        return roll_entry(position.state, FairDice(seed, event.seq - 1, event.body["nonce"]))

    def apply(self, position: Position, event: Event) -> Position:
        return position.after(as_event(event.kind, event.seat, event.body))

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
        things, state = self.things(position), position.state
        return [offer(things, state, seat, move, after) for move, after in possibilities(state, seat)]

    def turn(self, position: Position) -> Mapping[str, Any] | None:
        state = position.state
        seat = to_move(state)
        if seat is None:
            return None
        asked = prompt(state)
        words = prompt_words(asked, bonuses=len(state.seat(seat).marks.circled))
        return {"seat": seat, "prompt": words, "code": str(asked.code), "details": asked.params}

    def view(self, position: Position) -> Mapping[str, Any]:
        return view(self.things(position), position.history)

    def result(self, position: Position) -> Result | None:
        return result(position.state, position.players)

    def bot_move(self, position: Position, seat: str, chance: random.Random) -> str:
        return str(PLAYERS[BOT_STRATEGY](position.state, seat, chance))

    def summary(self, position: Position) -> list[str]:
        return summary_words(position.state, position.players)

    def normalise_move(self, move: str) -> str:
        return str(parse_move(move))

    def why_not_at(self, position: Position, seat: str, target: str) -> str:
        """Why nothing can be entered at a target now; empty when something can. Raises Unreadable."""
        refusal = why_not_at(position.state, seat, target)
        return "" if refusal is None else self.refusal_of(position, refusal)

    def about(self, position: Position, seat: str, target: str) -> tuple[str, str]:
        """What a target is called and what it does. Raises Unreadable."""
        return about(self.things(position), position.state, seat, target)

    def preview(self, position: Position, seat: str, die: str) -> Preview:
        """What the die would do for the seat, whoever has the turn."""
        return preview(self.things(position), position.state, seat, die)

    def refusal(self, error: Exception, position: Position | None = None) -> tuple[str, str]:
        if isinstance(error, IllegalMove):
            named = self.refusal_of(position, error.refusal) if position else refusal_words(error.refusal)
            return error.refusal.code.value, named
        assert isinstance(error, Unreadable)
        return UNREADABLE, unreadable_words(error)

    def refusal_of(self, position: Position, refusal: Refusal) -> str:
        return refusal_words(refusal, self.things(position).player)

    def things(self, position: Position) -> Things:
        return Things(self.definitions[position.state.sheet.name], position.players)

    # Pages

    def page(self, visit: Visit) -> Page:
        return ending.show_ending(visit) if visit.table.phase == "over" else views.show_play(visit)

    def parts(self, visit: Visit) -> Page:
        return views.show_parts(visit)

    def screen(self, visit: Visit) -> Page:
        return views.show_screen(visit)

    def announce(self, table: SeenTable, look: Callable[[int], SeenTable]) -> Callable[[int], bytes]:
        return send_ink(table, look)

    def stylesheet(self, name: str) -> str | None:
        """Return a sheet's colours by day and by night, and the shapes of its areas."""
        return stylesheet(self.definitions[name]) if name in self.definitions else None

    def print_finished(self, visit: Visit, paper: str, ink: str) -> PrintJob:
        return ending.print_job(visit, paper, ink)

    def finished_sheet(self, visit: Visit, seat: str) -> Page | None:
        return ending.show_sheet(visit, seat)

    def transcript(self, visit: Visit) -> str:
        return ending.write_game(visit)
