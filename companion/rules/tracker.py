"""The frame of every assisted game: entries on everybody's board, checked, entered and taken back."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
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
        """The one source of what can be entered."""

    @abstractmethod
    def all_moves(self, player: str) -> Iterable[Move]:
        """Everything that could be entered at some time."""

    @abstractmethod
    def enter(self, player: str, move: Move) -> Self:
        """After an entry that is allowed."""

    @abstractmethod
    def follow_up(self) -> Self:
        """With what follows from all boards together."""

    @abstractmethod
    def scoring_form(self) -> Mapping[str, object]:
        """The filled-in form for the final scoring."""

    def legal_moves(self, player: str) -> tuple[Move, ...]:
        return tuple(move for move in self.all_moves(player) if self.check(player, move) is None)

    def apply(self, player: str, move: Move) -> Self:
        refusal = self.check(player, move)
        if refusal:
            raise IllegalMove(refusal)
        return self.enter(player, move)

    def can_undo(self, player: str) -> bool:
        return not self.finished and self.boards.can_undo(player)

    def undo(self, player: str) -> Self:
        """Take back this player's own last entry."""
        return replace(self, boards=self.boards.undo(player)).follow_up()
