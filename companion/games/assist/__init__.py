"""Live assist for cardboard games: everyone keeps their own counters, the companion does what people forget."""
