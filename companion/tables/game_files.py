"""Games as files: an exported log, or a transcript. What is wrong with one is said in one sentence."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from companion.games.game import BadTranscript, find_game_with_sheets, load_table_games
from companion.games.table_game import Step
from companion.i18n import gettext, use_language
from companion.phrase import UserError
from companion.tables import public_log
from companion.tables.errors import Unplayable
from companion.tables.table import Table


class BadFile(UserError):
    """A file that cannot be read as a game, or that the rules do not allow. The message is one translated line."""


class FilmOfFile(NamedTuple):
    game: str
    film: Any  # as `TableGame.film` makes it


def load_film_makers() -> None:
    """Import what films of files need, in a worker process."""
    find_game_with_sheets()


def film_file(text: str, own_sheets: Path, language: str) -> FilmOfFile:
    """Make the film of a log or a transcript, in a worker process. Raises BadFile."""
    with use_language(language):
        if text.lstrip().startswith("{"):
            return film_log(text, own_sheets)
        game, sheets = find_game_with_sheets()
        try:
            work = sheets.make_film(text, own_sheets)
        except BadTranscript as error:
            raise BadFile(str(error)) from error
        return FilmOfFile(game, work.run(*work.arguments))


def film_log(text: str, own_sheets: Path) -> FilmOfFile:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadFile(gettext("FILE: this is not JSON: %(why)s", why=error)) from error
    table, steps = replay_finished_log(data, own_sheets)
    work = table.game.make_film(table, steps)
    if work is None:
        raise BadFile(gettext("events: this game cannot be replayed."))
    return FilmOfFile(table.game.name, work.run(*work.arguments))


def replay_finished_log(data: Any, own_sheets: Path) -> tuple[Table, list[Step[Table]]]:
    """Return the table of a log whose game is over, and its steps. Raises BadFile."""
    with describe_log_errors():
        export = public_log.read_export(data)
        seen = list(public_log.replay_steps(export.code, export.events, load_table_games(own_sheets)))
    table = seen[-1][0]
    if table.phase != "over":
        raise BadFile(gettext("events: the game is not over yet."))
    return table, [Step(before, event, after) for (before, event), (after, _) in pairwise(seen) if event]


@contextmanager
def describe_log_errors() -> Iterator[None]:
    """Turn the errors of a log into BadFile with one translated sentence."""
    try:
        yield
    except Unplayable as error:
        field = "game" if error.code == "game-missing" else "settings.sheet"
        raise BadFile(f"events[0].{field}: {error.describe()}") from error
    except public_log.BadExport as error:
        wrong = gettext("%(field)s: this is not valid in a log exported by the companion.", field=error.field)
        raise BadFile(wrong) from error
    except public_log.WrongSeed as error:
        raise BadFile(gettext("commitment: the seed is not the one this table had committed to.")) from error
    except public_log.WrongRoll as error:
        wrong = gettext("entry %(number)d: this roll does not follow from the seed.", number=error.event.seq)
        raise BadFile(wrong) from error
    except public_log.WrongEntry as error:
        raise BadFile(describe_wrong_entry(error)) from error


def describe_wrong_entry(error: public_log.WrongEntry) -> str:
    sentence = error.game.explain_refusal(error.error)[1] if error.error else gettext("This entry is not allowed here.")
    entry = error.event.body.get("move", error.event.kind)
    return gettext("entry %(number)d (%(entry)s): %(sentence)s", number=error.event.seq, entry=entry, sentence=sentence)
