"""The kinds of bonuses, moves and tasks beyond the rules: one profile each, with texts, pictures and values for bots.

The rules declare a kind first; a profile that is missing here, or one too many, stops the program at its start.
"""

from collections.abc import Collection


def check_complete(what: str, declared: Collection[object], in_rules: Collection[object]) -> None:
    """Compare the kinds declared here with those of the rules. Raises LookupError."""
    if missing := set(in_rules) - set(declared):
        raise LookupError(f"{what} without a profile: {sorted(map(str, missing))}")
    if unknown := set(declared) - set(in_rules):
        raise LookupError(f"{what} that the rules do not know: {sorted(map(str, unknown))}")
