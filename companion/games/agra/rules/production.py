"""What the farm produces and what laid-down workers meditate."""

from collections.abc import Sequence

MOST_PRODUCED = 8


def count_produced_goods(gaps: tuple[int, int], covered: int = 0, extra: int = 0) -> int:
    """Goods of one kind: the open spaces between its symbol and the two farmers beside it.

    `covered` of those spaces lie under cover tiles; `extra` comes from the Mahout or the Khatib.
    """
    return min(MOST_PRODUCED, max(0, sum(gaps) - covered)) + extra


def meditation_points(printed: Sequence[int], workers: int, extra: int = 0) -> int:
    """Points for laying down so many workers; `printed` is the track up to the tracker's space.

    The first worker gives what the tracker's space shows, each further one the space before it, and none less
    than 1. `extra` is the Muezzin's point, which needs at least one worker.
    """
    values = [max(1, value) for value in reversed(printed)]
    points = sum(values[:workers]) + max(0, workers - len(values))
    return points + extra if workers else 0
