"""One package per game, and the modules the games share."""
