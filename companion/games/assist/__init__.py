"""Live assist for cardboard games: players keep their counters, the companion applies the rules they may forget."""
