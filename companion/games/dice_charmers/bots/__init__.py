"""Bots, and statistics of many games between them to see how a sheet plays."""

from companion.games.dice_charmers.bots.game import STRATEGIES
from companion.games.dice_charmers.bots.simulation import simulate

__all__ = ["STRATEGIES", "simulate"]
