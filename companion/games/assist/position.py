"""The position of an assisted game: players, opening, the state of the rules, and the journal."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from companion.games.assist.journal import Line
from companion.games.table_game import Player
from companion.rules.opening import Opening
from companion.rules.tracker import Tracker

Game = TypeVar("Game", bound=Tracker[Any, Any])


@dataclass(frozen=True)
class Position(Generic[Game]):
    players: tuple[Player, ...]  # clockwise
    settings: Mapping[str, str]
    opening: Opening = Opening()  # noqa: RUF009 (frozen)
    game: Game | None = None  # the state of the rules, which identifies players by name; None during the opening
    journal: tuple[Line, ...] = ()
    first: str | None = None  # the seat that began

    @property
    def running(self) -> Game:
        """The state of the rules after the opening."""
        assert self.game is not None
        return self.game

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(player.name for player in self.players)

    @property
    def named(self) -> dict[str, str]:
        """Names by seat."""
        return {player.seat: player.name for player in self.players}

    def name(self, seat: str) -> str:
        return next(player.name for player in self.players if player.seat == seat)

    def find_seat(self, name: str) -> str:
        return next(player.seat for player in self.players if player.name == name)

    def is_on_paper(self, seat: str) -> bool:
        return any(player.paper for player in self.players if player.seat == seat)

    def turn_to_paper(self, seat: str) -> "Position[Game]":
        """Let the other players enter for this seat."""
        players = (replace(player, paper=True) if player.seat == seat else player for player in self.players)
        return replace(self, players=tuple(players))

    def list_clockwise(self, name: str) -> tuple[str, ...]:
        first = self.names.index(name)
        return self.names[first:] + self.names[:first]
