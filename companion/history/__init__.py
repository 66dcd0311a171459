"""Finished games: an index of results, statistics about people, and files to take along."""
