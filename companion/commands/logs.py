"""`companion replay`, `verify` and `analyse`: replay a transcript or log, and report what is in it or wrong with it."""

import json
from pathlib import Path
from typing import Any

from companion.commands.console import BadInput, parse_json
from companion.games.game import find_game_with_sheets, load_table_games
from companion.i18n import gettext, ngettext
from companion.tables import public_log
from companion.tables.game_files import describe_log_errors, replay_finished_log


def replay_file(text: str, own_sheets: Path) -> list[str]:
    """Replay a log or transcript and describe its end. Raises UserError with the first entry that is not allowed."""
    if not text.lstrip().startswith("{"):
        return find_game_with_sheets()[1].replay(text, own_sheets)
    with describe_log_errors():
        table = public_log.replay(public_log.read_export(parse_json(text)), load_table_games(own_sheets))
    return (
        [gettext("The game has not started yet.")] if table.position is None else table.game.summarize(table.position)
    )


def verify_log(data: Any, own_sheets: Path) -> list[str]:
    """Verify the dice of a log and describe the outcome. Raises BadFile with the first wrong roll."""
    with describe_log_errors():
        export = public_log.read_export(data)
        rolls = public_log.verify(export, load_table_games(own_sheets))
    fixed = public_log.count_fixed_rolls(export)
    found = [gettext("The seed is the one this table had committed to.")]
    if rolls:
        found.append(ngettext("%(num)d roll follows from it.", "All %(num)d rolls follow from it.", rolls))
    elif not fixed:
        found.append(gettext("The companion rolled no dice in this game."))
    if fixed:
        found.append(
            ngettext(
                "%(num)d roll was fixed, by a lesson or to repeat another game.",
                "%(num)d rolls were fixed, by a lesson or to repeat another game.",
                fixed,
            )
        )
    if entry := public_log.find_taken_offline(export):
        found.append(
            gettext(
                "From entry %(entry)s on, the players’ phone also had the seed, so that it could play without a "
                "connection.",
                entry=entry,
            )
        )
    return found


def analyse_log(data: Any, own_sheets: Path, as_json: bool) -> list[str]:
    """Analyse the game of a log, as lines of text or as JSON. Raises BadFile or BadInput."""
    table, steps = replay_finished_log(data, own_sheets)
    work = table.game.analyse(table, steps)
    if work is None:
        raise BadInput(gettext("events: this game cannot be analysed."))
    found = work.run(*work.arguments)
    if as_json:
        return [json.dumps(table.game.describe_analysis(table, found), ensure_ascii=False, indent=2)]
    return list(table.game.write_analysis(table, found))
