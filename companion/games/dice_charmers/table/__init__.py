"""The Dice Charmers at a table: entries of the log, offers for phones, what everyone sees."""

from companion.games.dice_charmers.table.game import DiceCharmers, Position

__all__ = ["DiceCharmers", "Position"]
