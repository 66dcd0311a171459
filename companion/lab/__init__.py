"""The laboratory: simulation, balance, training, calibration and generated photos.

It serves developers. Its commands import it; the server and the games never do.
"""
