"""Pure rules: state, moves, refusals, scoring. Standard library only, no clock, no dice, no web."""
