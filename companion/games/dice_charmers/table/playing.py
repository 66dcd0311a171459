"""The rules, bots and texts of The Dice Charmers at live tables; `game.py` adds the pages."""

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, NamedTuple

from companion.games.dice_charmers.analysis.hints import Hint, find_hint, find_thorough_hint
from companion.games.dice_charmers.bots.players import PLAYERS
from companion.games.dice_charmers.challenge import ROLLS as CHALLENGE_ROLLS
from companion.games.dice_charmers.challenge import SHEETS as WEEKLY_SHEETS
from companion.games.dice_charmers.challenge import Challenge, choose_dice, read_challenge, write_rolls
from companion.games.dice_charmers.definition import SheetDefinition
from companion.games.dice_charmers.kinds.moves import MOVES
from companion.games.dice_charmers.lesson import ROLLS, Lesson, choose_steadily, make_lesson
from companion.games.dice_charmers.lesson import SETTINGS as LESSON_SETTINGS
from companion.games.dice_charmers.rules import (
    Phase,
    Played,
    Skipped,
    State,
    TurnedToPaper,
    TurnReset,
    Undone,
    advance,
    apply,
    list_possibilities,
    make_prompt,
    parse_move,
    score_game,
    start,
    to_move,
)
from companion.games.dice_charmers.rules.game import Event as RulesEvent
from companion.games.dice_charmers.rules.sheet import Sheet
from companion.games.dice_charmers.rules.state import FEWEST_PLAYERS, MOST_PLAYERS, VIRTUAL
from companion.games.dice_charmers.solo import SETTINGS as SOLO_SETTINGS
from companion.games.dice_charmers.table.bots import CHARACTERS, choose_moves
from companion.games.dice_charmers.table.entries import (
    make_draw_entry,
    make_roll_entry,
    make_started_event,
    read_chance,
    read_entry,
)
from companion.games.dice_charmers.table.offers import make_offer, why_not_at
from companion.games.dice_charmers.table.options import EDITION, FIRST_EDITION, ON, make_options
from companion.games.dice_charmers.table.paper import (
    SHEET_READ,
    Sheets,
    awaits_sheet,
    enter_sheet,
    find_entered,
    list_due_totals,
)
from companion.games.dice_charmers.table.preview import Preview, preview_die
from companion.games.dice_charmers.table.prompts import find_prompt
from companion.games.dice_charmers.table.view import make_view
from companion.games.dice_charmers.texts import (
    Namer,
    describe_move,
    describe_prompt,
    describe_refusal,
    describe_summary,
    describe_target,
    describe_unreadable,
)
from companion.games.dice_charmers.texts.hints import describe_hint, describe_second
from companion.games.fair_dice import FairDice
from companion.games.options import Choice, Option, list_choice_titles
from companion.games.table_game import (
    SOLO,
    Offer,
    Player,
    ReadSheet,
    SeenTable,
    Step,
    TableGame,
    Work,
)
from companion.i18n import N_, gettext
from companion.rules.history import History
from companion.rules.ranking import Result
from companion.rules.refusal import IllegalMove, Refusal, Unreadable
from companion.storage import Entry, Event

UNREADABLE = "unreadable"
BOT_STRATEGY = "greedy"  # of a bot whose thinking failed


class Position(NamedTuple):
    """The state of the game with its undo history, and the names of the players."""

    history: History[State]
    players: Mapping[str, str]  # seat → name
    lesson: Lesson | None = None  # of a guided game
    challenge: Challenge | None = None  # the same dice as others had
    sheets: Sheets = MappingProxyType({})  # of paper seats, read from photos

    @property
    def state(self) -> State:
        return self.history.state

    def after(self, event: RulesEvent) -> "Position":
        """Return the position after an event. Raises IllegalMove."""
        return self._replace(history=advance(self.history, event))

    def roll(self, state: State, dice: FairDice) -> Entry:
        """Return the entry for the roll or draw that a state waits for; in a lesson the dice may be fixed."""
        if state.is_solo or self.challenge:
            dice = choose_dice(state, dice)
        if state.phase is Phase.AUTOMA:
            return make_draw_entry(state, dice)
        fixing = self.lesson or self.challenge
        return make_roll_entry(state, dice, fixing.fix_faces(state) if fixing else None)


class Playing(TableGame):
    name = "dice-charmers"
    seats = range(FEWEST_PLAYERS, MOST_PLAYERS + 1)
    who_begins = N_("The youngest player begins; the host can change the order.")
    paper_seats = True
    prints_sheets = True
    bots = CHARACTERS
    demo_settings = LESSON_SETTINGS
    demo_rival = N_("Tara")
    solo_settings = SOLO_SETTINGS
    solo = Choice(
        SOLO, N_("The automa"), N_("Solo: each round it blocks a colour. How many rounds do you need?"), "elephant"
    )

    def __init__(
        self, definitions: Mapping[str, SheetDefinition], earlier: Mapping[str, SheetDefinition] | None = None
    ) -> None:
        self.definitions = {**definitions, **(earlier or {})}  # by name ("sun"); earlier versions too ("sun@1")
        self.options: Mapping[str, Option] = make_options(definitions)

    def begin(self, settings: Mapping[str, str], players: Sequence[Player]) -> Position:
        started = make_started_event(settings, players)
        sheet = self.find_chosen_definition(settings).sheet
        guided = LESSON_SETTINGS.items() <= settings.items()
        names = {player.seat: player.name for player in players}
        lesson = make_lesson(sheet) if guided else None
        return Position(start(sheet, started), names, lesson, read_challenge(settings))

    def find_sheet_key(self, name: str, version: int | str) -> str:
        """Return the key of a version of a sheet in `definitions`; of the only one if it has no other versions."""
        key = f"{name}@{version}"
        return key if key in self.definitions else name

    def find_chosen_definition(self, settings: Mapping[str, str]) -> SheetDefinition:
        """Return the sheet that a table with these settings plays on."""
        return self.definitions[self.find_sheet_key(settings["sheet"], settings.get(EDITION, FIRST_EDITION))]

    def find_definition(self, sheet: Sheet) -> SheetDefinition:
        return self.definitions[self.find_sheet_key(sheet.name, sheet.version)]

    def submit(self, position: Position, seat: str, move: str, dice: FairDice) -> Sequence[Entry]:
        """Return the entry for the move and, if it starts a roll, the entry for the roll; alone, the automa's too."""
        played = Played(seat, parse_move(move))
        entries = [Entry("move", {"move": str(played.move)}, seat=seat)]
        state = position.after(played).state
        while state.phase in (Phase.ROLLING, Phase.AUTOMA):
            entry = position.roll(state, replace(dice, counter=dice.counter + len(entries) - 1))
            state = apply(state, read_chance(entry.kind, entry.body))
            entries.append(entry)
        return [*entries, *list_due_totals(state, position.sheets)]

    def recompute_roll(self, position: Position, event: Event, seed: str) -> Entry:
        """Roll again from the seed. The counter is the number of the entry before the roll."""
        return position.roll(position.state, FairDice(seed, event.seq - 1, event.body["nonce"]))

    def apply(self, position: Position, event: Event) -> Position:
        if event.kind == SHEET_READ and event.seat:
            return position._replace(sheets={**position.sheets, event.seat: event.body})
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

    def enter_sheet(self, position: Position, seat: str, sheet: ReadSheet) -> Sequence[Entry]:
        return enter_sheet(position.state, position.sheets, seat, sheet)

    def find_sheet_version(self, position: Position) -> int:
        return position.state.sheet.version

    def awaits_sheet(self, position: Position, seat: str) -> bool:
        return awaits_sheet(position.state, position.sheets, seat)

    def find_entered(self, position: Position, version: int, serial: int | None) -> str | None:
        return find_entered(position.state, position.sheets, version, serial)

    def list_moves(self, position: Position, seat: str) -> Sequence[Offer]:
        namer, state = self.make_namer(position), position.state
        return [make_offer(namer, state, seat, move, after) for move, after in list_possibilities(state, seat)]

    def describe_turn(self, position: Position) -> Mapping[str, Any] | None:
        state = position.state
        seat = to_move(state)
        if seat is None:
            return None
        asked = make_prompt(state)
        words = describe_prompt(find_prompt(state), bonuses=len(state.find_seat(seat).marks.circled))
        return {"seat": seat, "prompt": words, "code": str(asked.code), "details": asked.details}

    def make_view(self, position: Position) -> Mapping[str, Any]:
        return make_view(self.make_namer(position), position.history)

    def find_result(self, position: Position) -> Result | None:
        return score_game(position.state, position.players)

    def find_mover(self, position: Position) -> str | None:
        return to_move(position.state)

    def find_first(self, position: Position) -> str:
        return position.state.players[0]

    def needs_people(self, position: Position) -> bool:
        """Check whether people enter dice here: real dice are rolled and typed in by people."""
        state: State = position.state
        return state.phase is Phase.TYPING

    def think(self, position: Position, seat: str, level: str, luck: str) -> Work | list[str]:
        if position.lesson and position.state.round in ROLLS:
            return [self.choose_bot_move(position, seat, random.Random(luck))]  # noqa: S311 - nothing to guess
        return Work(choose_moves, (level, position.state, seat, luck))

    def choose_bot_move(self, position: Position, seat: str, chance: random.Random) -> str:
        player, state = PLAYERS[BOT_STRATEGY], position.state
        if position.lesson and state.round in ROLLS:
            return position.lesson.find_move(state) or choose_steadily(player, state, seat)
        return str(player(state, seat, chance))

    def repeat_dice(self, steps: Iterable[Step[SeenTable]]) -> Mapping[str, str]:
        return {CHALLENGE_ROLLS: write_rolls(steps), "dice": VIRTUAL}

    def choose_weekly(self, number: int) -> Mapping[str, str]:
        return {"sheet": WEEKLY_SHEETS[number % len(WEEKLY_SHEETS)]}

    def describe_weekly(self, number: int) -> str:
        weekly = self.choose_weekly(number)
        sheet, *_ = (*list_choice_titles(self.options, weekly), *weekly.values())
        return gettext("On the sheet %(sheet)s", sheet=sheet)

    def gives_hints(self, settings: Mapping[str, str]) -> bool:
        return settings.get("hints") == ON

    def find_hint(self, position: Position, seat: str) -> Hint | None:
        return find_hint(position.state, seat)

    def think_of_hint(self, position: Position, seat: str) -> Work:
        return Work(find_thorough_hint, (position.state, seat))

    def describe_hint(self, position: Position, seat: str, hint: Hint) -> Mapping[str, Any]:
        namer, state, move = self.make_namer(position), position.state, hint.moves[0]
        return {
            "move": str(move),
            "label": describe_move(namer, state, move),
            "targets": MOVES[type(move)].targets(state, move),
            "why": describe_hint(state, seat, hint),
            "next_best": describe_second(namer, state, hint) or None,
        }

    def summarize(self, position: Position) -> list[str]:
        return describe_summary(position.state, position.players)

    def normalise_move(self, position: Position, move: str) -> str:
        return str(parse_move(move))

    def why_not_at(self, position: Position, seat: str, target: str) -> str:
        """Describe why nothing can be entered at a target now; empty if something can. Raises Unreadable."""
        refusal = why_not_at(position.state, seat, target)
        return "" if refusal is None else self.describe_refusal(position, refusal)

    def explain_target(self, position: Position, seat: str, target: str) -> tuple[str, str]:
        """Return the title of a target and what it does. Raises Unreadable."""
        return describe_target(self.make_namer(position), position.state, seat, target)

    def preview(self, position: Position, seat: str, die: str) -> Preview:
        """Preview what a die would do for the seat, even if it is another player's turn."""
        return preview_die(self.make_namer(position), position.state, seat, die)

    def explain_refusal(self, error: Exception, position: Position | None = None) -> tuple[str, str]:
        if isinstance(error, IllegalMove):
            named = self.describe_refusal(position, error.refusal) if position else describe_refusal(error.refusal)
            return error.refusal.code.value, named
        assert isinstance(error, Unreadable)
        return UNREADABLE, describe_unreadable(error)

    def describe_refusal(self, position: Position, refusal: Refusal) -> str:
        """Describe a refusal, with the names of the players."""
        return describe_refusal(refusal, self.make_namer(position).name_player)

    def make_namer(self, position: Position) -> Namer:
        """Return the namer for the sheet and the players of a table."""
        return Namer(self.find_definition(position.state.sheet), position.players)
