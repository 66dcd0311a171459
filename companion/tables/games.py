"""The games that tables can be opened for."""

from collections.abc import Mapping

from companion.games.agra.table import Agra
from companion.games.cards_karma.table import CardsKarma
from companion.games.dice_charmers.definition import SheetDefinition
from companion.games.dice_charmers.table import usable_sheets
from companion.games.dice_charmers.table.game import DiceCharmers
from companion.games.rajas.table import Rajas
from companion.games.table_game import TableGame


def product_games(sheets: Mapping[str, SheetDefinition] | None = None) -> Mapping[str, TableGame]:
    """By name; The Dice Charmers can be played on these sheets, or on those that come with the companion."""
    playable: list[TableGame] = [DiceCharmers(sheets or usable_sheets()), Rajas(), CardsKarma(), Agra()]
    return {game.name: game for game in playable}
