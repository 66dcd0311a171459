"""Print figures as a table, or write them as JSON."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

OUTPUT = Path(__file__).parents[1] / "output"
Row = dict[str, Any]

# column: its format
LOAD = {
    "server": "{}",
    "tables": "{}",
    "moves_per_second": "{:.1f}",
    "p50_ms": "{:.1f}",
    "p95_ms": "{:.1f}",
    "p99_ms": "{:.1f}",
    "worst_ms": "{:.0f}",
    "stolen_percent": "{:.1f}",
    "stolen_worst_percent": "{:.0f}",
    "late": "{}",
    "busy": "{}",
    "cpu_ms_per_move": "{:.2f}",
    "database_ms_per_move": "{:.2f}",
    "generator_ms_per_move": "{:.2f}",
    "server_cores": "{:.2f}",
    "bytes_per_move": "{:.0f}",
    "kb_per_table": "{:.0f}",
    "kb_per_phone": "{:.0f}",
    "mb": "{:.0f}",
    "load_average_before": "{:.1f}",
}


def percentile(figures: Sequence[float], percent: float) -> float:
    ordered = sorted(figures)
    return ordered[min(int(len(ordered) * percent / 100), len(ordered) - 1)]


def show(rows: Sequence[Row], columns: Mapping[str, str]) -> None:
    """Print the named columns, each in its format, under a heading of the same width."""
    heads = [name.replace("_", " ") for name in columns]
    cells = [[form.format(row[name]) for name, form in columns.items()] for row in rows]
    widths = [max(map(len, column)) for column in zip(heads, *cells, strict=True)]
    for line in (heads, *cells):
        print("  ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True)))


def save(name: str, figures: object) -> None:
    OUTPUT.mkdir(exist_ok=True)
    (OUTPUT / name).write_text(json.dumps(figures, indent=1))
