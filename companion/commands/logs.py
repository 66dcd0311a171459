"""`companion replay`, `verify` and `analyse`: replay a transcript or log, and report what is in it or wrong with it."""

import json
from pathlib import Path
from typing import Any

from companion.commands.console import BadInput, parse_json
from companion.games.game import find_game_with_sheets, list_games, load_table_games
from companion.i18n import gettext, ngettext
from companion.tables import exports
from companion.tables.exports import describe_log_errors, replay_finished_log


def replay_file(text: str, own_sheets: Path) -> list[str]:
    """Replay a log or transcript and describe its end. Raises UserError with the first entry that is not allowed."""
    if not text.lstrip().startswith("{"):
        return find_game_with_sheets()[1].replay(text, own_sheets)
    with describe_log_errors():
        table = exports.replay(exports.read_export(parse_json(text)), load_table_games(own_sheets))
    return (
        [gettext("The game has not started yet.")] if table.position is None else table.game.summarize(table.position)
    )


def verify_log(data: Any, own_sheets: Path) -> list[str]:
    """Verify the dice of a log and describe the outcome. Raises BadFile with the first wrong roll."""
    with describe_log_errors():
        export = exports.read_export(data)
        rolls = exports.verify(export, load_table_games(own_sheets))
    fixed = exports.count_fixed_rolls(export)
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
    if entry := exports.find_taken_offline(export):
        found.append(
            gettext(
                "From entry %(entry)s on, the players’ phone also had the seed, so that it could play without a "
                "connection.",
                entry=entry,
            )
        )
    for entry in exports.find_new_seeds(export):
        found.append(
            gettext(
                "At entry %(entry)s a seat left that phone, and the table committed to a new seed.",
                entry=entry,
            )
        )
    return found


def analyse_log(data: Any, own_sheets: Path, as_json: bool) -> list[str]:
    """Analyse the game of a log, as lines of text or as JSON. Raises BadFile or BadInput."""
    table, steps = replay_finished_log(data, own_sheets)
    analysis = list_games()[table.game.name].analysis
    work = analysis.work(table, steps) if analysis else None
    if analysis is None or work is None:
        raise BadInput(gettext("events: this game cannot be analysed."))
    found = work.run(*work.arguments)
    if as_json:
        return [json.dumps(analysis.describe(table, found), ensure_ascii=False, indent=2)]
    return list(analysis.write(table, found))
