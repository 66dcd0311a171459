"""The Dice Charmers at a table: entries of the log, offers for phones, what everyone sees."""

from companion.tables.dice_charmers.game import DiceCharmers, Position
from companion.tables.dice_charmers.sheets import usable_sheets

__all__ = ["DiceCharmers", "Position", "usable_sheets"]
