"""Bots, and statistics of many games between them to see how a sheet plays."""

from companion.games.dice_charmers.bots.players import PLAYERS
from companion.games.dice_charmers.bots.simulation import simulate

__all__ = ["PLAYERS", "simulate"]
