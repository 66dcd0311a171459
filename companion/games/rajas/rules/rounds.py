"""Rounds and stages of Rajas of the Ganges: whose turn it is, who begins the next round, when the game ends."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from companion.rules.tracker import Tracker


class Workers(Protocol):
    """What a player's board has to know about the player's workers."""

    @property
    def placed(self) -> int: ...
    @property
    def workers(self) -> int: ...
    @property
    def workers_left(self) -> int: ...
    @property
    def acting(self) -> bool: ...
    @property
    def at_great_mogul(self) -> bool: ...


Board = TypeVar("Board", bound=Workers)
Move = TypeVar("Move")


@dataclass(frozen=True)
class Rounds(Tracker[Board, Move], Generic[Board, Move]):
    start_player: str
    round: int = 1
    met_order: tuple[str, ...] = ()  # players whose markers have met, in that order
    last_stage: int | None = None  # the stage in which the first markers met

    @property
    def turn_order(self) -> tuple[str, ...]:
        """The players clockwise from the holder of the elephant."""
        players = self.boards.players
        first = players.index(self.start_player)
        return players[first:] + players[:first]

    @property
    def turn(self) -> str | None:
        """The player who carries out an action or places the next worker; None when the round is over."""
        for player in self.turn_order:
            if self.boards[player].acting:
                return player
        able = [player for player in self.turn_order if self.boards[player].workers_left]
        return min(able, key=lambda player: self.boards[player].placed, default=None)

    @property
    def stage(self) -> int:
        """The current stage; in stage n each player places the n-th worker."""
        if self.turn is None:
            return max(board.placed for board in self.boards)
        board = self.boards[self.turn]
        return board.placed if board.acting else 1 + board.placed

    @property
    def may_finish(self) -> bool:
        return self.last_stage is not None and (self.turn is None or self.stage > self.last_stage)

    @property
    def next_start_player(self) -> str:
        """The player who visited the Great Mogul, else the next player clockwise."""
        visitors = [player for player in self.turn_order if self.boards[player].at_great_mogul]
        return visitors[0] if visitors else self.turn_order[1]

    @property
    def players_without_worker(self) -> tuple[str, ...]:
        """The players who have no worker for this stage and take a yield tile instead (Navaratnas)."""
        if self.turn is None:
            return ()
        return tuple(player for player in self.turn_order if self.boards[player].workers < self.stage)


def find_starting_players(sums: Mapping[str, int]) -> tuple[str, ...]:
    """Return the players with the lowest sum; if there are several, they agree who begins."""
    return tuple(player for player, total in sums.items() if total == min(sums.values()))


def update_met_order(game: Rounds[Any, Any], met: Collection[str]) -> tuple[str, ...]:
    """Keep the known order of those whose markers have met, and append the new ones in turn order."""
    known = [player for player in game.met_order if player in met]
    return (*known, *(player for player in game.turn_order if player in met and player not in known))
