"""A game to watch step by step: the words of every step, the dice, the figures, and what changed on the sheets."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from companion.games.dice_charmers.definition import SheetDefinition
from companion.games.dice_charmers.drawing.phone import list_strokes
from companion.games.dice_charmers.library import play_text
from companion.games.dice_charmers.names import Namer, name_die, name_seat
from companion.games.dice_charmers.rules import (
    Event,
    Phase,
    Played,
    Removed,
    Rolled,
    Skipped,
    Started,
    State,
    TurnedToPaper,
    describe_marks,
    measure_gap,
    outcome,
)
from companion.games.dice_charmers.rules.game import GameStep, list_game_steps
from companion.games.dice_charmers.rules.rounds import ConfirmDice, Roll, TypeFace
from companion.games.dice_charmers.rules.sheet import DICE, Marks, list_face_icons
from companion.games.dice_charmers.rules.turn import EndTurn
from companion.games.dice_charmers.table.log import read_game
from companion.games.dice_charmers.table.playing import DiceCharmers
from companion.games.dice_charmers.texts.wording import describe_played
from companion.games.game import BadTranscript
from companion.games.table_game import Step as TableStep
from companion.i18n import format_halves, get_language, gettext, use_language
from companion.tables.exports import BadFile, replay_finished_log

BEFORE_A_ROLL = (Roll, TypeFace)


class Line(NamedTuple):
    """A step in words, and its number."""

    number: int
    text: str


@dataclass(frozen=True)
class Turn:
    """A turn in the list of all turns; `key` is the one that the analysis uses."""

    seat: str
    round: int
    key: str
    lines: list[Line]


@dataclass(frozen=True)
class Film:
    """What the page of a replay shows; `reel` is the JSON text that its script plays."""

    definition: SheetDefinition
    players: tuple[tuple[str, str], ...]  # seat and name
    faces: tuple[Mapping[str, Any], ...]  # every face of every colour of dice, to be drawn once
    turns: tuple[Turn, ...]
    reel: str


def prepare_film(table: Any, steps: Iterable[TableStep]) -> tuple[Callable[..., "Film"], tuple[Any, ...]]:
    """Return what makes the film of a finished game, and its arguments."""
    started, events = read_game(steps)
    assert started is not None
    names = {seat.seat: seat.name for seat in table.seats}
    definition = table.game.find_definition(table.position)
    return make_film, (definition, names, started, events, get_language())


def prepare_filming() -> None:
    """Do nothing: the worker process has then imported this module."""


def film_file(text: str, own_sheets: Path, language: str) -> Film:
    """Make the film of a log or a transcript, in a worker process. Raises BadFile."""
    with use_language(language):
        if not text.lstrip().startswith("{"):
            return film_transcript(text, own_sheets, language)
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise BadFile(gettext("FILE: this is not JSON: %(why)s", why=error)) from error
        table, steps = replay_finished_log(data, own_sheets)
        if not isinstance(table.game, DiceCharmers):
            raise BadFile(gettext("events: this game cannot be replayed."))
        make, arguments = prepare_film(table, steps)
        return make(*arguments)


def film_transcript(text: str, own_sheets: Path, language: str) -> Film:
    try:
        definition, parsed, state = play_text(text, own_sheets)
    except BadTranscript as error:
        raise BadFile(str(error)) from error
    names = {seat: name_seat(seat) for seat in state.players}
    return make_film(definition, names, parsed.started, (entry.event for entry in parsed.entries), language)


def make_film(
    definition: SheetDefinition, names: Mapping[str, str], started: Started, events: Iterable[Event], language: str
) -> Film:
    """Make the film of a game, in a worker process. Raises IllegalMove."""
    with use_language(language):
        steps = list_game_steps(definition.sheet, started, events)
        filming = _Filming(definition, Namer(definition, names))
        filming.show_start(steps[0].before if steps else None)
        for step in steps:
            filming.show(step)
        filming.show_end()
        return filming.finish(tuple((seat, names[seat]) for seat in started.players))


class _Filming:
    """Collects the frames of a film. A frame has what changed; every stroke is stored once."""

    def __init__(self, definition: SheetDefinition, namer: Namer) -> None:
        self.definition, self.namer = definition, namer
        self.frames: list[dict[str, Any]] = []
        self.turns: list[Turn] = []
        self.strokes: dict[str, int] = {}
        self.drawn: dict[tuple[str, str], tuple[str, ...]] = {}  # what each area of each sheet shows
        self.figures: dict[str, list[Any]] = {}
        self.marks: dict[str, Marks] = {}
        self.dice: list[Any] = []
        self.state: State | None = None

    def show_start(self, state: State | None) -> None:
        if state:
            self.add_frame(None, gettext("The game begins."), (), state)

    def show(self, step: GameStep) -> None:
        """Add a frame for a step that is worth showing; the next frame shows what the others changed."""
        self.state = step.after
        match step.event:
            case Played(_, move) if isinstance(move, BEFORE_A_ROLL):
                return
            case Played(_, EndTurn()):
                return
        self.begin_turn(step)
        text, effects = self.describe(step)
        self.add_frame(step.before.players[step.before.mover], text, effects, step.after)
        self.turns[-1].lines.append(Line(len(self.frames) - 1, text))

    def show_end(self) -> None:
        if self.state is None or self.state.phase is not Phase.OVER:
            return
        decided = outcome(self.state)
        assert decided
        names = ", ".join(map(self.namer.name_player, decided.winners))
        text = gettext("The game is over. First place: %(names)s.", names=names)
        self.add_frame(None, gettext("The game is over.") if self.state.is_solo else text, (), self.state)

    def begin_turn(self, step: GameStep) -> None:
        state = step.before
        key = f"{state.round}.{state.turn}"
        if not self.turns or self.turns[-1].key != key:
            self.turns.append(Turn(state.players[state.mover], state.round, key, []))

    def describe(self, step: GameStep) -> tuple[str, tuple[str, ...]]:
        """Describe an event and its effects."""
        match step.event:
            case Played(_, ConfirmDice()) | Rolled():
                return gettext("New dice"), ()
            case Played(seat, move):
                return describe_played(self.namer, step.before, step.after, seat, move)
            case Removed(die):
                return gettext("The automa removes: %(die)s", die=name_die(die)), ()
            case Skipped(seat):
                return gettext("%(name)s is skipped.", name=self.namer.name_player(seat)), ()
            case TurnedToPaper(seat):
                return gettext("%(name)s continues on paper.", name=self.namer.name_player(seat)), ()
        raise AssertionError(step.event)

    def add_frame(self, seat: str | None, text: str, effects: Sequence[str], state: State) -> None:
        frame: dict[str, Any] = {"seat": seat, "text": text, "round": state.round}
        if effects:
            frame["effects"] = list(effects)
        if self.turns and seat:
            frame["turn"] = len(self.turns) - 1
        dice = [[place, face] for place, face in zip(state.places, state.faces, strict=True)]
        if dice != self.dice:
            frame["dice"] = self.dice = dice
        figures = {player: self.describe_figures(state, player) for player in state.players}
        if differing := {player: it for player, it in figures.items() if self.figures.get(player) != it}:
            frame["figures"] = differing
        self.figures = figures
        if changed := dict(self.find_changes(state)):
            frame["strokes"] = changed
        self.frames.append(frame)

    def describe_figures(self, state: State, player: str) -> list[Any]:
        """Return fame, money and the gap as text; nothing for a sheet on paper."""
        seat = state.find_seat(player)
        if seat.paper:
            return []
        gap = measure_gap(state, player) or 0
        return [seat.marks.fame, seat.marks.money, ("+" if gap > 0 else "") + format_halves(gap)]

    def find_changes(self, state: State) -> Iterator[tuple[str, dict[str, list[int]]]]:
        """Find the areas of sheets that look different from the frame before, and the numbers of their strokes."""
        for player in state.players:
            marks = state.find_seat(player).marks
            if self.marks.get(player) == marks:
                continue
            changed = {}
            for area, strokes in list_strokes(self.definition, describe_marks(state, player)).items():
                if self.drawn.get((player, area), ()) != strokes:
                    self.drawn[player, area] = strokes
                    changed[area] = [self.strokes.setdefault(stroke, len(self.strokes)) for stroke in strokes]
            self.marks[player] = marks
            if changed:
                yield player, changed

    def finish(self, players: tuple[tuple[str, str], ...]) -> Film:
        sheet = self.definition.sheet
        reel = {
            "dice": DICE,
            "track": sheet.tracks.fame,
            "frames": self.frames,
            "strokes": list(self.strokes),
            "turns": [{"seat": turn.seat, "key": turn.key, "first": turn.lines[0].number} for turn in self.turns],
        }
        faces = [
            {"colour": colour, "face": face, "icons": list_face_icons(colour, face)}
            for colour, faces in sheet.faces_by_colour.items()
            for face in dict.fromkeys(("", *faces))
        ]
        text = json.dumps(reel, ensure_ascii=False, separators=(",", ":"))
        return Film(self.definition, players, tuple(faces), tuple(self.turns), text)
