"""A game as a list of events, including undo: its state, its steps, and its transcript.

A transcript is a whole game as readable text, with a heading and one line per event:

sheet: sun
players: red blue
dice: virtual            # or real
paper: blue              # omitted if no seat is on paper

red: roll
rolled tea-silk silk-silk bend straight lotus fish trader maharani
red: take green-1
red: road c2 NS
red: undo                # or "reset turn"
skip blue
turn blue to paper
automa removes blue-2    # after a roll of a player who is alone
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from companion.games.dice_charmers.rules.play import (
    Fact,
    Played,
    Removed,
    Rolled,
    Skipped,
    TurnedToPaper,
    apply,
    parse_move,
)
from companion.games.dice_charmers.rules.refusals import Reason
from companion.games.dice_charmers.rules.rounds import ConfirmDice
from companion.games.dice_charmers.rules.sheet import Sheet
from companion.games.dice_charmers.rules.state import VIRTUAL, Phase, State, new_game
from companion.rules.history import History
from companion.rules.messages import IllegalMove, Refusal, Unreadable


@dataclass(frozen=True, slots=True)
class Started:
    """The first event: the players in turn order, the kind of dice, and the seats on paper."""

    players: tuple[str, ...]
    dice: str = VIRTUAL
    paper: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Undone:
    """A player undoes the last entry."""

    seat: str


@dataclass(frozen=True, slots=True)
class TurnReset:
    """A player undoes everything since the last roll or another player's move."""

    seat: str


Event = Fact | Undone | TurnReset


def start(sheet: Sheet, started: Started) -> History[State]:
    """Start a game. Raises IllegalMove for an invalid setup."""
    return History(new_game(sheet, started.players, started.dice, started.paper))


def advance(history: History[State], event: Event) -> History[State]:
    """Return the game after one more event. Raises IllegalMove."""
    if isinstance(event, Undone | TurnReset):
        if not history.can_undo(event.seat):
            raise IllegalMove(Refusal(Reason.NOTHING_TO_UNDO, seat=event.seat))
        return history.undo(event.seat) if isinstance(event, Undone) else history.reset(event.seat)
    state = apply(history.state, event)
    if not isinstance(event, Played) or isinstance(event.move, ConfirmDice) or state.phase is Phase.OVER:
        return history.seal(state)
    return history.push(event.seat, state)


def replay(sheet: Sheet, events: Iterable[Started | Event]) -> State:
    """Return the state after these events, of which the first is `Started`. Raises IllegalMove."""
    first, *rest = events
    assert isinstance(first, Started)
    history = start(sheet, first)
    for event in rest:
        assert not isinstance(event, Started)
        history = advance(history, event)
    return history.state


class GameStep(NamedTuple):
    """One event that was not undone, with the states before and after it."""

    before: State
    event: Event
    after: State


def list_game_steps(sheet: Sheet, started: Started, events: Iterable[Event]) -> Sequence[GameStep]:
    """List what happened, without what was undone. Raises IllegalMove."""
    history = start(sheet, started)
    steps: list[GameStep] = []
    for event in events:
        before = history
        history = advance(history, event)
        if isinstance(event, Undone):
            steps.pop()
        elif isinstance(event, TurnReset):
            del steps[-len(before.past) :]
        else:
            steps.append(GameStep(before.state, event, history.state))
    return steps


# Transcripts

_HEADER = ("sheet", "players", "dice", "paper")
_UNDO, _RESET = "undo", "reset turn"


class UnreadableLine(Unreadable):
    """A line of a transcript that is neither a heading nor an event."""

    def __init__(self, line: int, text: str, expected: str = "") -> None:
        super().__init__(text, expected)
        self.line = line


class Entry(NamedTuple):
    line: int  # from 1
    text: str
    event: Event


class Transcript(NamedTuple):
    sheet: str
    started: Started
    entries: tuple[Entry, ...]


class Fault(NamedTuple):
    """The first entry that the rules do not allow; line 0 is the heading."""

    line: int
    text: str
    refusal: Refusal


class Playback(NamedTuple):
    """The last state of a transcript, and the fault if it could not be played to the end."""

    state: State | None
    fault: Fault | None


def parse_transcript(text: str) -> Transcript:
    """Parse a transcript. Raises UnreadableLine for the first line that cannot be read."""
    header: dict[str, str] = {}
    entries: list[Entry] = []
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.partition("#")[0].strip()
        if not line:
            continue
        key, colon, value = line.partition(":")
        if colon and key in _HEADER and key not in header and not entries:
            header[key] = value.strip()
        else:
            entries.append(Entry(number, line, _parse_entry(number, line)))
    return Transcript(_require(header, "sheet"), _parse_heading(header), tuple(entries))


def _require(header: dict[str, str], key: str) -> str:
    if not header.get(key):
        raise UnreadableLine(1, "", f"a line '{key}: …'")
    return header[key]


def _parse_heading(header: dict[str, str]) -> Started:
    return Started(
        players=tuple(_require(header, "players").split()),
        dice=header.get("dice", VIRTUAL),
        paper=frozenset(header.get("paper", "").split()),
    )


def _parse_entry(number: int, line: str) -> Event:
    try:
        return parse_event(line)
    except Unreadable as error:
        raise UnreadableLine(number, line, error.expected) from error


def parse_event(line: str) -> Event:
    """Parse one line of a transcript. Raises Unreadable."""
    seat, colon, entry = line.partition(":")
    if colon:
        return _parse_seat_event(seat.strip(), entry.strip())
    if found := re.fullmatch(r"rolled((?: [a-z0-9-]+)+)", line):
        return Rolled(tuple(found[1].split()))
    if found := re.fullmatch(r"automa removes (\S+)", line):
        return Removed(found[1])
    if found := re.fullmatch(r"skip (\S+)", line):
        return Skipped(found[1])
    if found := re.fullmatch(r"turn (\S+) to paper", line):
        return TurnedToPaper(found[1])
    raise Unreadable(line, "an event such as 'red: roll'")


def _parse_seat_event(seat: str, entry: str) -> Event:
    if entry == _UNDO:
        return Undone(seat)
    if entry == _RESET:
        return TurnReset(seat)
    return Played(seat, parse_move(entry))


def write_event(event: Event) -> str:
    match event:
        case Played(seat, move):
            return f"{seat}: {move}"
        case Rolled(faces):
            return f"rolled {' '.join(faces)}"
        case Removed(die):
            return f"automa removes {die}"
        case Skipped(seat):
            return f"skip {seat}"
        case TurnedToPaper(seat):
            return f"turn {seat} to paper"
        case Undone(seat):
            return f"{seat}: {_UNDO}"
        case TurnReset(seat):
            return f"{seat}: {_RESET}"


def write_transcript(sheet: str, started: Started, events: Iterable[Event]) -> str:
    header = [f"sheet: {sheet}", f"players: {' '.join(started.players)}", f"dice: {started.dice}"]
    if started.paper:
        header.append(f"paper: {' '.join(player for player in started.players if player in started.paper)}")
    return "\n".join([*header, "", *map(write_event, events), ""])


def play_transcript(sheet: Sheet, transcript: Transcript) -> Playback:
    """Play a transcript to the end or to the first entry that is not allowed."""
    try:
        history = start(sheet, transcript.started)
    except IllegalMove as error:
        return Playback(None, Fault(0, "", error.refusal))
    for entry in transcript.entries:
        try:
            history = advance(history, entry.event)
        except IllegalMove as error:
            return Playback(history.state, Fault(entry.line, entry.text, error.refusal))
    return Playback(history.state, None)
