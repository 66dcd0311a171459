"""Profiles of the kinds of bonuses, moves and tasks: texts, pictures and values for bots.

The rules of each kind are in `rules/`. A missing or superfluous profile stops the program at the start.
"""

from collections.abc import Collection


def check_complete(what: str, declared: Collection[object], in_rules: Collection[object]) -> None:
    """Check that every kind of the rules has exactly one profile. Raises LookupError."""
    if missing := set(in_rules) - set(declared):
        raise LookupError(f"{what} without a profile: {sorted(map(str, missing))}")
    if unknown := set(declared) - set(in_rules):
        raise LookupError(f"{what} that the rules do not know: {sorted(map(str, unknown))}")
