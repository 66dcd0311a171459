"""The base of every assisted game: check, enter and undo entries on the players' boards."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Generic, Self, TypeVar

from companion.rules.boards import Boards
from companion.rules.refusal import IllegalMove, Refusal

Board = TypeVar("Board")
Move = TypeVar("Move")


@dataclass(frozen=True)
class Tracker(ABC, Generic[Board, Move]):
    boards: Boards[Board]
    finished: bool = field(default=False, kw_only=True)

    @abstractmethod
    def check(self, player: str, move: Move) -> Refusal | None:
        """Return why the entry is refused, or None; the only place that decides what can be entered."""

    @abstractmethod
    def enter(self, player: str, move: Move) -> Self:
        """Return the game after an entry that `check` allows."""

    @abstractmethod
    def follow_up(self) -> Self:
        """Return the game with everything updated that depends on all boards together."""

    @abstractmethod
    def fill_scoring_form(self) -> Mapping[str, object]:
        """Return the input of the final scoring, filled in with what is known."""

    def apply(self, player: str, move: Move) -> Self:
        """Return the game after an entry. Raises IllegalMove."""
        refusal = self.check(player, move)
        if refusal:
            raise IllegalMove(refusal)
        return self.enter(player, move)

    def can_undo(self, player: str) -> bool:
        return not self.finished and self.boards.can_undo(player)

    def undo(self, player: str) -> Self:
        """Undo this player's last entry."""
        return replace(self, boards=self.boards.undo(player)).follow_up()
