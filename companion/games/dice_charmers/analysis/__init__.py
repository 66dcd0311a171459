"""Hints during a game; after it, how luck and decisions changed the chances to win."""
