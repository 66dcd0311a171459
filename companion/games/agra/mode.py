"""What both modes of Agra show and offer."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Self, TypeVar

from companion.games.agra.rules.goods import GOODS
from companion.games.agra.rules.ledger import Ledger
from companion.games.agra.rules.notables import GUILDS, LEVELS
from companion.games.agra.rules.scoring import AKBAR_SPACES
from companion.games.agra.rules.setup import Facts
from companion.games.agra.setup import read_facts
from companion.games.assist.journal import News
from companion.games.assist.mode import Mode
from companion.games.assist.position import Position
from companion.games.assist.rolls import Roll, RollSetUp
from companion.games.fair_dice import Roller
from companion.i18n import gettext
from companion.rules.coded import Happening
from companion.rules.opening import First

Game = TypeVar("Game", bound=Ledger[Any])
Move = TypeVar("Move")


class RollFirst(Roll):
    form = "roll"

    def make_entry(self, position: Position[Any], roll: Roller) -> First | None:
        players = position.players
        return First(players[roll(len(players)) - 1].seat) if position.game is None else None

    def describe(self) -> str:
        return gettext("Roll to decide who begins")

    @classmethod
    def find_request(cls, entry: object) -> Self | None:
        return cls() if isinstance(entry, First) else None


class AgraMode(Mode[Game, Move]):
    rolls = (RollSetUp, RollFirst)
    skipping = "done"
    start_marker = "flag"

    def find_facts(self, position: Position[Game]) -> Facts:
        """Return what the table knows of its set-up."""
        return read_facts(position.opening.facts, tuple((player.seat, player.name) for player in position.players))

    def list_opening_moves(self, position: Position[Game], seat: str) -> Iterable[str]:
        return ["roll", *super().list_opening_moves(position, seat)]

    def find_happenings(self, before: Game, after: Game, player: str, move: Move) -> Iterator[News]:
        if not after.finished:
            yield from after.entries[-1].news

    def describe_turn(self, position: Position[Game]) -> tuple[str, Happening]:
        game = position.game
        if game is None:
            return position.names[0], Happening("choose-first")
        if not game.may_finish:
            return game.turn, Happening("turn", player=game.turn)
        uncounted = [player for player in game.boards.players if not game.boards[player].count("bag")]
        if uncounted:
            return uncounted[0], Happening("count-rupees")
        return game.boards.players[0], Happening("ready-to-finish")

    def describe_shared(self, position: Position[Game]) -> Mapping[str, Any]:
        game = position.running
        return {
            "round": game.round,
            "elephant": {"holder": position.find_seat(game.boards.players[0])},
            "pier": game.pier.number,
            "order_limit": game.pier.order_limit,
            "reach": game.pier.deliver_up_to,
            "columns": {guild: game.count_orders(guild) for guild in GUILDS},
            "order_markers": {guild: game.find_order_marker(guild) for guild in GUILDS},
            "akbar": {"served": list(game.served), "spaces": AKBAR_SPACES},
            "covered_bowls": [bowl for bowl in game.facts.covered_bowls if bowl in GOODS],
            "bowls_left": game.bowls_left,
            "waiting": [notable for notable, _ in game.waiting],
            "river": [
                {"notable": notable, "guild": guild, "level": LEVELS[notable]} for notable, guild in game.waiting
            ],
            "last_round": game.last_round,
            "may_finish": game.may_finish,
        }
