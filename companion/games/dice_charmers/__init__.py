"""The Dice Charmers."""
