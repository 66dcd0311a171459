"""The Dice Charmers at live tables: rules, bots and texts. Its pages are in `pages/`."""

import random
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, NamedTuple

from companion.games.dice_charmers.bots.levels import PLAYERS, choose
from companion.games.dice_charmers.definition import LocalizedText, SheetDefinition, SheetProblems, read_sheet
from companion.games.dice_charmers.lesson import LESSON_ROLLS, LESSON_SETTINGS, Lesson, choose_steadily, make_lesson
from companion.games.dice_charmers.names import NAMES, Namer
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
from companion.games.dice_charmers.rules.state import FEWEST_PLAYERS, FIGURES, MOST_PLAYERS, REAL, VIRTUAL
from companion.games.dice_charmers.table.log import (
    CHALLENGE_ROLLS,
    SHEET_CORRECTED,
    SHEET_READ,
    Challenge,
    Sheets,
    choose_dice,
    list_due_totals,
    make_draw_entry,
    make_roll_entry,
    make_started_event,
    read_challenge,
    read_chance,
    read_entry,
)
from companion.games.dice_charmers.table.preview import Preview, preview_die
from companion.games.dice_charmers.table.view import find_prompt, make_offer, make_view, why_not_at
from companion.games.dice_charmers.texts.ending import SOLO_SETTINGS, describe_summary
from companion.games.dice_charmers.texts.lookup import describe_target
from companion.games.dice_charmers.texts.wording import (
    describe_prompt,
    describe_refusal,
    describe_unreadable,
)
from companion.games.fair_dice import FairDice
from companion.games.options import Choice, Option
from companion.games.table_game import BOT_LEVELS, SOLO, Offer, Player, TableGame, Work
from companion.i18n import N_, get_language
from companion.rules.history import History
from companion.rules.messages import IllegalMove, Refusal, Unreadable
from companion.rules.scoring import Result
from companion.storage import Entry, Event

SHEET = "sheet"  # an option of tables, and the name of its contents
UNREADABLE = "unreadable"
SCREEN_STYLES = tuple(f"css/games/dice_charmers/{name}.css" for name in ("play", "ending", "tv"))
BOT_STRATEGY = "greedy"  # of a bot whose thinking failed


# Options for opening a table: the sheet, virtual or real dice, and hints

SHEET_TEXTS = {
    "sun": N_("Short ways in every direction: many small bonuses."),
    "moon": N_("Two long arms: follow one of them to its tip."),
}
DICE_OPTION = Option(
    N_("Dice"),
    (
        Choice(VIRTUAL, N_("The companion rolls"), N_("Fair, quick, and everyone sees the same dice."), "phone"),
        Choice(REAL, N_("Real dice"), N_("Roll at the table and enter the result."), "dice"),
    ),
)
OFF, ON = "off", "on"
HINTS_OPTION = Option(
    N_("Hints"),
    (
        Choice(OFF, N_("No hints"), N_("Everyone thinks for themselves."), "hand"),
        Choice(ON, N_("Hints on request"), N_("Tap “Hint” to see the best move and why."), "bulb"),
    ),
    alone=ON,
)


@dataclass(frozen=True)
class SheetChoice(Choice):
    """A sheet, with its title in each language."""

    words: LocalizedText | None = None

    @property
    def title(self) -> str:
        return self.words[get_language()] if self.words else self.name


def make_options(definitions: Mapping[str, SheetDefinition]) -> dict[str, Option]:
    sheets = tuple(
        SheetChoice(
            name,
            "",
            SHEET_TEXTS.get(name, ""),
            definition.character.theme,
            f"{name}@{definition.sheet.version}",
            words=definition.title,
        )
        for name, definition in definitions.items()
    )
    return {SHEET: Option(N_("Sheet"), sheets), "dice": DICE_OPTION, "hints": HINTS_OPTION}


# The bots: people of the game's world, one for each level, and how they think in a worker process

MOST_SECONDS = 1.0  # for one decision

# The weakest first: who it is, and what to expect
_CHARACTERS = (
    ("portuguese", N_("New in the country and easily distracted. A gentle first opponent.")),
    ("trader", N_("Takes what pays right now. Good for your first games.")),
    ("master-builder", N_("Plans the whole turn and builds chains of bonuses.")),
    ("great-mogul", N_("Weighs every die and forgives nothing. Beats good players.")),
)
CHARACTERS = tuple(
    Choice(level, NAMES[person], hint, person) for level, (person, hint) in zip(BOT_LEVELS, _CHARACTERS, strict=True)
)


def choose_moves(level: str, state: State, seat: str, luck: str) -> list[str]:
    """Choose the next moves of a bot, up to the end of its turn or the next roll."""
    chance = random.Random(luck)  # noqa: S311 - nothing to guess
    return [str(move) for move in choose(level, state, seat, chance, time.monotonic() + MOST_SECONDS)]


# The game


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


class DiceCharmers(TableGame):
    name = "dice-charmers"
    seats = range(FEWEST_PLAYERS, MOST_PLAYERS + 1)
    who_begins = N_("The youngest player begins; the host can change the order.")
    paper_seats = True
    pages = "companion.games.dice_charmers.pages"
    screen_styles = SCREEN_STYLES
    lobby_template = "games/dice_charmers/_print_sheets.html"
    bots = CHARACTERS
    kept_contents = (SHEET,)
    hidden_settings = (CHALLENGE_ROLLS,)
    demo_settings = LESSON_SETTINGS
    demo_rival = N_("Tara")
    solo_settings = SOLO_SETTINGS
    solo = Choice(
        SOLO, N_("The automa"), N_("Solo: each round it blocks a colour. How many rounds do you need?"), "elephant"
    )

    def __init__(self, definitions: Mapping[str, SheetDefinition]) -> None:
        self.definitions = definitions
        self.options: Mapping[str, Option] = make_options(definitions)

    def find_contents(self, settings: Mapping[str, str]) -> Mapping[str, str]:
        return {SHEET: self.definitions[settings[SHEET]].text}

    def read_contents(self, contents: Mapping[str, str]) -> "DiceCharmers":
        try:
            definition = read_sheet(contents[SHEET])
        except SheetProblems as error:
            raise ValueError(str(error.problems[0])) from error
        return DiceCharmers({definition.sheet.name: definition})

    def begin(self, settings: Mapping[str, str], players: Sequence[Player]) -> Position:
        started = make_started_event(settings, players)
        sheet = self.definitions[settings["sheet"]].sheet
        guided = LESSON_SETTINGS.items() <= settings.items()
        names = {player.seat: player.name for player in players}
        lesson = make_lesson(sheet) if guided else None
        return Position(start(sheet, started), names, lesson, read_challenge(settings))

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
        if event.kind == SHEET_CORRECTED:
            state, totals = position.state, event.body["totals"]
            if event.seat not in state.players or state.phase is not Phase.OVER or len(totals) != len(FIGURES):
                raise Unreadable(event.kind)
            place = state.players.index(event.seat)
            corrected = state.with_seat(place, state.seats[place]._replace(totals=tuple(totals)))
            sheets = {seat: body for seat, body in position.sheets.items() if seat != event.seat}
            if "cells" in event.body:
                sheets[event.seat] = event.body
            return position._replace(history=position.history.seal(corrected), sheets=sheets)
        return position.after(read_entry(event.kind, event.seat, event.body))

    def undo(self, position: Position, seat: str, whole_turn: bool, entry: int | None = None) -> Sequence[Entry]:
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
        if position.lesson and position.state.round in LESSON_ROLLS:
            return [self.choose_bot_move(position, seat, random.Random(luck))]  # noqa: S311 - nothing to guess
        return Work(choose_moves, (level, position.state, seat, luck))

    def choose_bot_move(self, position: Position, seat: str, chance: random.Random) -> str:
        player, state = PLAYERS[BOT_STRATEGY], position.state
        if position.lesson and state.round in LESSON_ROLLS:
            return position.lesson.find_move(state) or choose_steadily(player, state, seat)
        return str(player(state, seat, chance))

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
        return Namer(self.find_definition(position), position.players)

    def find_definition(self, position: Position) -> SheetDefinition:
        """Return the sheet of a table of this game."""
        return self.definitions[position.state.sheet.name]
