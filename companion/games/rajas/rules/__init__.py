"""Rajas of the Ganges: tracks, dice and workers of a running game, calculators, final scoring."""
