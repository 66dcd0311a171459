"""The Dice Charmers: a roll & write game for 2 to 5 players."""
