"""Set-up of Cards & Karma: cards by number of players, and the steps as codes."""

from collections.abc import Mapping

CARDS_IN_THE_GRID: Mapping[int, tuple[int, int]] = {2: (3, 4), 3: (4, 4), 4: (5, 4)}
CARDS = 144  # in the game
STARTING_DICE_CARDS = 4
HAND_LIMIT = 8


def list_steps(night: bool) -> list[str]:
    """List the steps of the set-up as codes; in a variant the scoring cards lie night side up."""
    return [
        "take-scoring-and-overview-cards",
        "order-scoring-cards-night-side-up" if night else "shuffle-scoring-cards-day-side-up",
        "shuffle-stack-action-side-up",
        "draw-dice-cards",
        "lay-out-grid",
        "place-tokens-and-administrators",
        "oldest-takes-elephant",
    ]


def count_grid_cards(players: int) -> int:
    """Return the number of cards in the middle at the start of every round: 12, 16 or 20."""
    columns, rows = CARDS_IN_THE_GRID[players]
    return columns * rows
