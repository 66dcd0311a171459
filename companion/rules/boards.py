"""One board per player in an assisted game. Players can undo their own entries whatever the others did since."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from companion.rules.history import History

Board = TypeVar("Board")


@dataclass(frozen=True)
class Boards(Generic[Board]):
    """A history for each player, in seat order."""

    histories: tuple[tuple[str, History[Board]], ...]

    @classmethod
    def of(cls, boards: Mapping[str, Board]) -> "Boards[Board]":
        return cls(tuple((player, History(board)) for player, board in boards.items()))

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(player for player, _ in self.histories)

    def __getitem__(self, player: str) -> Board:
        return self._history(player).state

    def __iter__(self) -> Iterator[Board]:
        return (history.state for _, history in self.histories)

    def push(self, player: str, board: Board) -> "Boards[Board]":
        """Store the board after the player's entry, which the player can undo."""
        return self._with(player, self._history(player).push(player, board))

    def seal(self, boards: Mapping[str, Board]) -> "Boards[Board]":
        """Store boards changed by something other than their players' entries; this cannot be undone."""
        result = self
        for player, board in boards.items():
            result = result._with(player, result._history(player).seal(board))
        return result

    def can_undo(self, player: str) -> bool:
        return self._history(player).can_undo(player)

    def undo(self, player: str) -> "Boards[Board]":
        return self._with(player, self._history(player).undo(player))

    def _history(self, player: str) -> History[Board]:
        return dict(self.histories)[player]

    def _with(self, player: str, history: History[Board]) -> "Boards[Board]":
        return Boards(tuple((name, history if name == player else old) for name, old in self.histories))
