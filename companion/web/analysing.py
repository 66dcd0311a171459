"""Finished games are analysed in worker processes, so that no table waits for it."""

from contextlib import suppress
from typing import Any

from companion.games.table_game import Visit, Work
from companion.history.record import make_table_id
from companion.jobs import Kind, NotDone
from companion.storage import StorageError
from companion.tables.errors import Refused
from companion.web.companion import companion
from companion.web.limits import find_client_address

MEGABYTE = 1024 * 1024
RATED = "rated"  # instead of a device, in the memory of what was linked
# A game takes a few seconds, and its analysis is kept for the other players of the table.
ANALYSING = Kind(
    "analysis",
    places=12,
    places_per_address=2,
    seconds=180,
    memory_bytes=1024 * MEGABYTE,
    result_bytes=4 * MEGABYTE,
    kept_bytes=8 * MEGABYTE,
)


def make_analysis_work(visit: Visit) -> Work:
    """Return the work that analyses a finished game. Raises Refused if there is nothing to analyse."""
    work = visit.table.game.analyse(visit.table, visit.all_steps())
    if work is None:
        raise Refused("no-analysis")
    return work


def wait_for_analysis(visit: Visit) -> Any:
    """Return the analysis of a finished game from a worker process. Raises Refused or NotDone."""
    work = make_analysis_work(visit)
    found = companion().jobs.run(ANALYSING, work.key, work.run, *work.arguments, address=find_client_address())
    keep_ratings(visit, found)
    return found


def poll_analysis(visit: Visit) -> Any:
    """Return the analysis, or None while a worker process makes it. Raises Refused or NotDone."""
    work = make_analysis_work(visit)
    found = companion().jobs.poll(ANALYSING, work.key, work.run, *work.arguments, address=find_client_address())
    if found is not None:
        keep_ratings(visit, found)
    return found


def keep_ratings(visit: Visit, found: Any) -> None:
    """Add luck and accuracy of the players to the history, once."""
    here, table = companion(), visit.table
    if here.links.keep((RATED, table.code), True):
        with suppress(StorageError):
            opening = here.tables.log.read(table.code, 0, 1)[0]
            here.history.rate_players(make_table_id(table.code, opening.at), table.game.rate_players(found))


def find_analysis(visit: Visit) -> Any:
    """Return the analysis; None if there is none or the workers are busy."""
    try:
        return wait_for_analysis(visit)
    except (Refused, NotDone):
        return None
