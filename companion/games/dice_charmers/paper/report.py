"""Describe a reading for `companion read` and the JSON API: cells, doubts, totals, score and conflicts."""

from typing import Any

from companion.games.dice_charmers.paper.conflicts import find_conflicts
from companion.games.dice_charmers.paper.marked import Cells, count_totals
from companion.games.dice_charmers.paper.reading import Reading
from companion.games.dice_charmers.rules.scoring import Figures, to_points
from companion.games.dice_charmers.rules.sheet import Sheet
from companion.games.dice_charmers.texts.conflicts import describe_conflict

PROBABILITY_DIGITS = 4


def describe_reading(sheet: Sheet, reading: Reading, seconds: float) -> dict[str, Any]:
    """Describe a reading, ready for JSON; messages are in the current language."""
    doubtful = [
        {
            "cell": doubt.cell,
            "read": doubt.read,
            "alternatives": {
                state: round(float(share), PROBABILITY_DIGITS) for state, share in doubt.alternatives.items()
            },
        }
        for doubt in reading.doubtful
    ]
    return {
        "sheet": reading.sheet,
        "version": reading.version,
        "serial": reading.serial,
        "cells": dict(reading.cells),
        "doubtful": doubtful,
        **describe_marks(sheet, reading.cells),
        "seconds": round(seconds, 2),
    }


def describe_marks(sheet: Sheet, cells: Cells) -> dict[str, Any]:
    """Describe what the marks mean: totals, score and conflicts."""
    totals = count_totals(sheet, cells)
    conflicts = [
        {"rule": conflict.code.value, "cells": list(conflict.cells), "message": describe_conflict(conflict)}
        for conflict in find_conflicts(sheet, cells)
    ]
    return {"totals": totals._asdict(), "score": compute_score(sheet, totals), "conflicts": conflicts}


def compute_score(sheet: Sheet, totals: Figures) -> float:
    return to_points(2 * totals.fame + totals.money - 2 * sheet.tracks.fame)
