"""Hints during a game, and what decided it afterwards: luck and decisions, measured in chances to win."""
