"""Score sheets of the users' own: any game, described as data."""
