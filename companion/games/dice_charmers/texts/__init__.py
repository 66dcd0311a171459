"""Texts for players, translated."""
