"""Agra: final scoring and what players work out during a game."""
