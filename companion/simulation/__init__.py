"""Games played by simple players, to see how a sheet behaves; statistics of many of them."""

from companion.simulation.players import PLAYERS
from companion.simulation.run import simulate

__all__ = ["PLAYERS", "simulate"]
