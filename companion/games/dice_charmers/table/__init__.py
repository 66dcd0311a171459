"""The Dice Charmers at a table: entries of the log, offers for phones, what everyone sees."""
