"""The Roll & Write Companion: dice, sheets, pads and scores for a game night."""

__version__ = "0.1.0"
