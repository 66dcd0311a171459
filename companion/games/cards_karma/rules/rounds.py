"""Rounds of two stages, the turn order and the end of the game, shared by both modes."""

from dataclasses import dataclass
from typing import Protocol, TypeVar

from companion.rules.tracker import Tracker

STAGES_IN_A_ROUND = 2


class Turns(Protocol):
    """The part of a player's board that rounds depend on."""

    @property
    def turns(self) -> int:
        """The turns that are over."""

    @property
    def sixth(self) -> int | None:
        """The stage, from 0, in which the player turned the sixth scoring card."""


Board = TypeVar("Board", bound=Turns)
Move = TypeVar("Move")


@dataclass(frozen=True)
class Rounds(Tracker[Board, Move]):
    @property
    def stages_done(self) -> int:
        return min(board.turns for board in self.boards)

    @property
    def round(self) -> int:
        return 1 + self.stages_done // STAGES_IN_A_ROUND

    @property
    def stage(self) -> int:
        return 1 + self.stages_done % STAGES_IN_A_ROUND

    @property
    def start_player(self) -> str:
        return self.turn_order[0]

    @property
    def turn_order(self) -> tuple[str, ...]:
        """The players clockwise from this round's start player."""
        players = self.boards.players
        first = (self.round - 1) % len(players)
        return players[first:] + players[:first]

    @property
    def turn(self) -> str:
        return next(player for player in self.turn_order if self.boards[player].turns == self.stages_done)

    @property
    def last_stage(self) -> int | None:
        """The stage, from 0, in which a player turned the sixth card."""
        return min((board.sixth for board in self.boards if board.sixth is not None), default=None)

    @property
    def may_finish(self) -> bool:
        return self.last_stage is not None and self.stages_done > self.last_stage

    def find_stage(self, player: str) -> int:
        """Return the stage, from 0, of a player's entry: the one before for a player whose turn has yet to come."""
        waiting = player != self.turn and self.boards[player].turns == self.stages_done
        return max(0, self.stages_done - waiting)
