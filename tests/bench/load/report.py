"""Figures for people: one table on the terminal."""

from collections.abc import Mapping, Sequence
from typing import Any

Row = dict[str, Any]


def percentile(figures: Sequence[float], percent: float) -> float:
    ordered = sorted(figures)
    return ordered[min(int(len(ordered) * percent / 100), len(ordered) - 1)]


def show(rows: Sequence[Row], columns: Mapping[str, str]) -> None:
    """The named columns, each in its format, under a heading of the same width."""
    heads = [name.replace("_", " ") for name in columns]
    cells = [[form.format(row[name]) for name, form in columns.items()] for row in rows]
    widths = [max(map(len, column)) for column in zip(heads, *cells, strict=True)]
    for line in (heads, *cells):
        print("  ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True)))
