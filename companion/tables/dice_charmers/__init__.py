"""The Dice Charmers at a table: entries of the log, offers for phones, what everyone sees."""

from companion.tables.dice_charmers.game import DiceCharmers, Position

__all__ = ["DiceCharmers", "Position"]
