"""Describe how well a sheet is balanced, as a table of text."""

from companion.games.dice_charmers.bots.balance import Balance, Target
from companion.i18n import gettext


def describe_balance(balance: Balance) -> str:
    """Write a line for every target: its limits, the figure for each number of players, and whether all hold."""
    counts = list(balance.figures)
    rows = [(gettext("by number of players"), gettext("target"), *map(str, counts), gettext("held"))]
    for target, found, holds in balance.list_rows():
        figures = [_format(target, found[players]) if players in found else "" for players in counts]
        limits = _format_limits(target, balance.strategy)
        rows.append((gettext(target.text), limits, *figures, gettext("yes") if holds else gettext("no")))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]
    heading = gettext(
        "%(sheet)s, version %(version)d; %(strategy)s players; %(games)d games for each number of players",
        sheet=balance.sheet.name,
        version=balance.sheet.version,
        strategy=balance.strategy,
        games=balance.games,
    )
    return "\n".join([heading, "", *lines])


def _format(target: Target, figure: float) -> str:
    return f"{100 * figure:.1f} %" if target.is_share else f"{figure:g}"


def _format_limits(target: Target, strategy: str) -> str:
    low, high = target.find_limits(strategy)
    unit = " %" if target.is_share else ""
    factor = 100 if target.is_share else 1
    if low is None or high is None:
        sign, limit = ("≤", high) if low is None else ("≥", low)
        return f"{sign} {factor * (limit or 0):g}{unit}"
    return f"{factor * low:g}–{factor * high:g}{unit}"
