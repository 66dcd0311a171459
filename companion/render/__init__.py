"""Definition and marks become drawings, drawings become PDF.

`sheet` arranges the `areas` for paper and phones; `pad` prints blank sheets, `finished` those of a game.
"""
