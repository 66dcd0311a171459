"""Games played by simple players, to see how a sheet behaves; statistics of many of them."""

from companion.games.dice_charmers.bots.players import PLAYERS
from companion.games.dice_charmers.bots.simulation import simulate

__all__ = ["PLAYERS", "simulate"]
