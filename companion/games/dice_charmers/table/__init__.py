"""The Dice Charmers at a table: entries of the log, offers for phones, what everyone sees."""

from companion.games.dice_charmers.table.sheets import usable_sheets

__all__ = ["usable_sheets"]
