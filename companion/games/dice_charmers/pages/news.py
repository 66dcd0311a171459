"""Describe the latest moves at a table, for the TV page and for players who were not looking."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial

from companion.games.dice_charmers.pages.board import Board
from companion.games.dice_charmers.rules import Phase
from companion.games.dice_charmers.rules.moves import EndTurn, Roll, parse_move
from companion.games.dice_charmers.rules.rounds import count_turns
from companion.games.dice_charmers.rules.scoring import have_met
from companion.games.dice_charmers.texts import Namer
from companion.games.dice_charmers.texts.effects import describe_played
from companion.games.kept import Kept
from companion.games.table_game import SeenTable, Step, Visit
from companion.i18n import get_language
from companion.storage import Event

NEWS = 6  # on the TV page
FIRST_PHASES = (Phase.ROLL, Phase.TYPING, Phase.CHOOSE)  # of a turn
DESCRIBED: Kept["News"] = Kept(4096)  # moves that were described lately: every phone of a table asks for the same ones


@dataclass(frozen=True)
class News:
    """A move and what it did, as text."""

    seat: str
    text: str
    effects: tuple[str, ...] = ()


def find_latest_news(visit: Visit, namer: Namer) -> list[News]:
    """Describe the last moves, the latest first."""
    steps = [step for step in visit.last_steps() if is_newsworthy(step.event)]
    return describe_steps(namer, steps[-NEWS:])[::-1]


@dataclass(frozen=True)
class LastTurn:
    """What a player did in their last turn."""

    seat: str
    round: int
    moves: tuple[News, ...]
    goes_on: bool  # it is the turn that is being played


def find_last_turns(visit: Visit, board: Board) -> list[LastTurn]:
    """Describe the last turn of everyone else in order: while this device waits, and until it acts in its own turn."""
    state = board.state
    if visit.table.phase != "playing" or (board.acting and state.phase not in FIRST_PHASES):
        return []
    steps = drop_undone(visit.last_steps())
    if board.acting and steps and steps[-1].event.seat == board.acting:
        return []
    turns: dict[str, tuple[tuple[int, int], list[Step[SeenTable]]]] = {}
    for step in steps:
        before, seat = step.before.position.state, step.event.seat
        if seat is None or seat in board.phones or not is_newsworthy(step.event):
            continue
        when = before.round, before.turn
        if seat not in turns or turns[seat][0] != when:
            turns.pop(seat, None)  # so that the order is that of the last turns
            turns[seat] = when, []
        turns[seat][1].append(step)
    now, mover = (state.round, state.turn), board.turn["seat"]
    if mover and not board.acting and mover not in turns:
        turns[mover] = now, []  # keep a place for the turn that has just begun
    return [
        LastTurn(seat, when[0], tuple(describe_steps(board.namer, moves)), seat == mover and when == now)
        for seat, (when, moves) in turns.items()
    ]


def drop_undone(steps: Iterable[Step[SeenTable]]) -> list[Step[SeenTable]]:
    """Return the steps of a running game without what was undone later."""
    kept: list[Step[SeenTable]] = []
    for step in steps:
        if step.before.position is None:
            continue
        if step.event.kind != "undo":
            kept.append(step)
            continue
        restored = step.after.position.state
        while kept and kept[-1].after.position.state != restored:
            kept.pop()
    return kept


def find_next(board: Board) -> str | None:
    """Return the seat whose turn follows; None if the game may be over then."""
    state = board.state
    if state.phase in (Phase.TOTALS, Phase.OVER):
        return None
    players, done = len(state.players), state.turn + 1
    if done % players == 0 and have_met(state):
        return None
    ends = done == count_turns(players)
    return state.players[(state.starter + (1 if ends else done)) % players]


def is_newsworthy(event: Event) -> bool:
    """Check whether an event is a move other than rolling or ending the turn."""
    return event.kind == "move" and not isinstance(parse_move(event.body["move"]), Roll | EndTurn)


def describe_steps(namer: Namer, steps: Iterable[Step[SeenTable]]) -> list[News]:
    """Describe the moves of newsworthy steps."""
    language = get_language()
    return [
        DESCRIBED.find((step.after.code, step.event.seq, step.event.at, language), partial(_describe_step, namer, step))
        for step in steps
    ]


def _describe_step(namer: Namer, step: Step[SeenTable]) -> News:
    seat, before, after = step.event.seat, step.before.position.state, step.after.position.state
    assert seat
    return News(seat, *describe_played(namer, before, after, seat, parse_move(step.event.body["move"])))
