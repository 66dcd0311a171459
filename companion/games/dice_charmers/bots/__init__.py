"""Bots: how they value sheets, search a turn and choose moves. Statistics and training are in `companion.lab`."""
