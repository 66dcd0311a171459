"""Finished games: an index of results, statistics about people, and exports."""
