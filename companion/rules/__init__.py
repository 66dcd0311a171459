"""Vocabulary shared by the rules of all games. Standard library only: no clock, no random numbers, no web."""
