"""Many games, on one processor or on several; the same seed gives the same statistics in either case."""

import random
from collections.abc import Sequence
from functools import partial
from multiprocessing import get_context

from companion.games.dice_charmers.bots.game import GameRecord, play_game
from companion.games.dice_charmers.bots.report import report
from companion.games.dice_charmers.rules.sheet import Sheet


def simulate(sheet: Sheet, strategies: Sequence[str], games: int, seed: int, jobs: int = 1) -> dict[str, object]:
    """Statistics of games between these strategies, one for each player; who starts goes round."""
    play = partial(_numbered_game, sheet, tuple(strategies), seed)
    if jobs == 1:
        return report(sheet, map(play, range(games)))
    with get_context("spawn").Pool(min(jobs, games)) as pool:
        return report(sheet, pool.imap(play, range(games), chunksize=8))


def _numbered_game(sheet: Sheet, strategies: tuple[str, ...], seed: int, number: int) -> GameRecord:
    first = number % len(strategies)
    return play_game(sheet, strategies[first:] + strategies[:first], random.Random(f"{seed} {number}"))  # noqa: S311 - nobody bets on it
