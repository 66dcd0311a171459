"""`companion replay` and `verify`: replay a transcript or log, and report what is wrong with it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from companion.commands.console import BadInput, parse_json
from companion.games.game import BadTranscript, load_table_games, sheets_game
from companion.i18n import gettext, ngettext
from companion.i18n.words import describe_table_error
from companion.tables import public_log
from companion.tables.errors import Unplayable


def replay_file(text: str, own_sheets: Path) -> list[str]:
    """Replay a log or transcript and describe its end. Raises BadInput with the first entry that is not allowed."""
    if not text.lstrip().startswith("{"):
        try:
            return sheets_game().replay(text, own_sheets)
        except BadTranscript as error:
            raise BadInput(str(error)) from error
    with translate_log_errors():
        table = public_log.replay(public_log.read_export(parse_json(text)), load_table_games(own_sheets))
    return [gettext("The game has not started yet.")] if table.position is None else table.game.summary(table.position)


def verify_log(data: Any, own_sheets: Path) -> list[str]:
    """Verify the dice of a log and describe the outcome. Raises BadInput with the first wrong roll."""
    with translate_log_errors():
        export = public_log.read_export(data)
        rolls = public_log.verify(export, load_table_games(own_sheets))
    fixed = public_log.count_fixed_rolls(export)
    found = [gettext("The seed is the one this table had committed to.")]
    if fixed:
        found.append(
            ngettext(
                "This table began with a lesson: %(num)d roll was fixed.",
                "This table began with a lesson: %(num)d rolls were fixed.",
                fixed,
            )
        )
    if rolls:
        found.append(ngettext("%(num)d roll follows from it.", "All %(num)d rolls follow from it.", rolls))
    elif not fixed:
        found.append(gettext("The companion rolled no dice in this game."))
    return found


@contextmanager
def translate_log_errors() -> Iterator[None]:
    """Turn the errors of a log into BadInput with one translated sentence."""
    try:
        yield
    except Unplayable as error:
        field = "game" if error.code == "game-missing" else "settings.sheet"
        raise BadInput(f"events[0].{field}: {describe_table_error(error)}") from error
    except public_log.BadExport as error:
        wrong = gettext("%(field)s: this is not valid in a log exported by the companion.", field=error.field)
        raise BadInput(wrong) from error
    except public_log.WrongSeed as error:
        raise BadInput(gettext("commitment: the seed is not the one this table had committed to.")) from error
    except public_log.WrongRoll as error:
        wrong = gettext("entry %(number)d: this roll does not follow from the seed.", number=error.event.seq)
        raise BadInput(wrong) from error
    except public_log.WrongEntry as error:
        raise BadInput(describe_wrong_entry(error)) from error


def describe_wrong_entry(error: public_log.WrongEntry) -> str:
    sentence = error.game.refusal(error.error)[1] if error.error else gettext("This entry is not allowed here.")
    entry = error.event.body.get("move", error.event.kind)
    return gettext("entry %(number)d (%(entry)s): %(sentence)s", number=error.event.seq, entry=entry, sentence=sentence)
