"""Undo history: players undo their own moves, but never beyond a roll or another player's move."""

from dataclasses import dataclass
from typing import Generic, TypeVar

State = TypeVar("State")


@dataclass(frozen=True)
class History(Generic[State]):
    """A state and the earlier states the last mover can return to, oldest first."""

    state: State
    mover: str | None = None
    past: tuple[State, ...] = ()

    def push(self, mover: str, state: State) -> "History[State]":
        """Add a state that the mover can undo."""
        past = (*self.past, self.state) if mover == self.mover else (self.state,)
        return History(state, mover, past)

    def seal(self, state: State) -> "History[State]":
        """Add a state that cannot be undone, such as a roll, and drop the history."""
        return History(state)

    def can_undo(self, mover: str) -> bool:
        return mover == self.mover and bool(self.past)

    def undo(self, mover: str) -> "History[State]":
        assert self.can_undo(mover)
        return History(self.past[-1], mover, self.past[:-1])

    def reset(self, mover: str) -> "History[State]":
        assert self.can_undo(mover)
        return History(self.past[0], mover)
