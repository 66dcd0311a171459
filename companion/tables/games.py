"""The games that tables can be opened for."""

from collections.abc import Mapping

from companion.definitions import SheetDefinition
from companion.tables.assist.agra import Agra
from companion.tables.assist.cards_karma import CardsKarma
from companion.tables.assist.rajas import Rajas
from companion.tables.dice_charmers import DiceCharmers, usable_sheets
from companion.tables.game import Game


def product_games(sheets: Mapping[str, SheetDefinition] | None = None) -> Mapping[str, Game]:
    """By name; The Dice Charmers can be played on these sheets, or on those that come with the companion."""
    playable: list[Game] = [DiceCharmers(sheets or usable_sheets()), Rajas(), CardsKarma(), Agra()]
    return {game.name: game for game in playable}
