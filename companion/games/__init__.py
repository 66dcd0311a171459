"""The games: one package each, and what they share."""
