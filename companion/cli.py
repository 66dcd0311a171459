"""The `companion` command. On bad input it exits with 2 and prints one line that names the field to stderr."""

import errno
import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.commands.console import BadInput, read_json, read_text, shorten_to_line
from companion.files import open_atomically
from companion.i18n import DEFAULT, LANGUAGES, gettext, ngettext, set_language, translate_phrase
from companion.render.geometry import PAPERS
from companion.render.palette import INKS
from companion.settings import BadSettings, Settings, detect_language

if TYPE_CHECKING:
    from companion.render.pad import Printable

DAY_MS = 86_400_000


@click.group(context_settings={"help_option_names": ["-h", "--help"]}, invoke_without_command=True)
@click.version_option(package_name="roll-and-write-companion")
@click.pass_context
def companion(context: click.Context) -> None:
    """Dice, sheets, pads and scores for a roll & write game night."""
    set_language(detect_language())
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@companion.command()
@click.option("--host", metavar="H", help="The address to listen on; 0.0.0.0 is the whole local network.")
@click.option("--port", metavar="P", type=click.IntRange(0, 65535), help="The port; 0 picks a free one.")
def serve(host: str | None, port: int | None) -> None:
    """Start the companion and show its address as a QR code."""
    settings = load_settings()
    from gevent import monkey

    monkey.patch_all()  # must run before anything opens a socket or a lock

    from companion import server

    if host:  # a script may pass an empty one
        settings = replace(settings, host=host)
    if port is not None:
        settings = replace(settings, port=port)
    with report_errors():
        server.serve(settings)


@companion.command("print")
@click.argument("sheet")
@click.option("--back", metavar="SHEET", help="A second sheet for the back.")
@click.option("--pages", type=int, default=1, show_default=True, help="Pages of paper, 1 to 200.")
@click.option("--paper", type=click.Choice(list(PAPERS)), default=next(iter(PAPERS)), show_default=True)
@click.option("--up", type=click.Choice(["1", "2"]), default="1", show_default=True, help="Sheets on a page.")
@click.option("--lang", type=click.Choice(list(LANGUAGES)), default=DEFAULT, show_default=True)
@click.option("--ink", type=click.Choice(list(INKS)), default=INKS[0], show_default=True)
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), required=True, metavar="FILE.pdf")
def print_command(
    sheet: str, back: str | None, pages: int, paper: str, up: str, lang: str, ink: str, output: Path
) -> None:
    """Print a blank pad. SHEET is the name of a sheet, the file of your own sheet, or a game for its score pad."""
    from companion.i18n.words import format_error
    from companion.render.pad import BadOrder, Order, print_pad
    from companion.render.pdf import PdfUnavailable

    own = load_settings().own_sheets
    names = [sheet, back] if back else [sheet]
    try:
        pdf = print_pad(Order(tuple(find_printable(name, own) for name in names), pages, paper, int(up), lang, ink))
    except BadOrder as error:
        raise BadInput(translate_phrase(error.args[0])) from error
    except PdfUnavailable as error:
        raise BadInput(format_error("no-pdf")) from error
    write_atomically(output, pdf)


def find_printable(name: str, own: Path) -> "Printable":
    """Find the score pad of a game, or else a sheet. Raises BadInput."""
    from companion.games.game import registered_games

    game = registered_games().get(name)
    return game.score_pad() if game else find_sheet(name, own)


def find_sheet(name: str, own: Path) -> "Printable":
    """Find a sheet by its name or its file. Raises BadInput."""
    from companion.games.game import BadSheet, sheets_game

    try:
        return sheets_game().find(name, own)
    except BadSheet as error:
        raise BadInput(f"SHEET: {error.problems[0]}") from error


def write_atomically(path: Path, content: bytes, mode: int = 0o666) -> None:
    """Write a file completely or not at all. Raises BadInput."""
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(content)  # a pipe or a device cannot be replaced
            return
        with open_atomically(path, mode) as part:
            part.write_bytes(content)
    except OSError as error:
        wrong = gettext("--output: %(file)s cannot be written (%(why)s).", file=path, why=error.strerror)
        raise BadInput(wrong) from error


@companion.command()
@click.option("--days", type=click.IntRange(1), required=True, help="Tables without an entry for this many days.")
@click.option("--delete", "really", is_flag=True, help="Delete them; without it they are only listed.")
def cleanup(days: int, really: bool) -> None:
    """List or delete old tables. Nothing is ever deleted without this command."""
    from companion.storage import open_log

    with report_errors():
        log = open_log(load_settings().database_url)
        old = log.idle_since(int(time.time() * 1000) - days * DAY_MS)
        if really:
            log.delete(old)
        log.close()
    for code in old:
        click.echo(code)
    if really:
        message = ngettext("%(num)d table deleted.", "%(num)d tables deleted.", len(old))
    else:
        message = ngettext(
            "%(num)d table would be deleted; add --delete.", "%(num)d tables would be deleted; add --delete.", len(old)
        )
    click.echo(message, err=True)


@companion.command()
@click.argument("file", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path))
def backup(file: Path) -> None:
    """Copy the SQLite database into FILE while the companion is running. To restore it, see docs/deploy.md."""
    from companion.storage.backup import back_up

    with report_errors():
        back_up(load_settings().database_url, file)


@companion.command("export")
@click.argument("code", metavar="CODE")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), required=True, metavar="FILE")
def export_command(code: str, output: Path) -> None:
    """Write a whole table into FILE, to continue on another companion. FILE contains its secrets: keep it private."""
    from companion.commands.tables import export_table

    settings = load_settings()
    with report_errors():
        table = export_table(settings, code)
    write_atomically(output, json.dumps(table, ensure_ascii=False).encode(), mode=0o600)


@companion.command("import")
@click.argument("file", metavar="FILE")
def import_command(file: str) -> None:
    """Import a table that another companion exported, and print its code. `companion links` lets the players in."""
    from companion.commands.tables import import_table

    settings = load_settings()
    with report_errors():
        click.echo(import_table(settings, read_json(file)))


@companion.command()
@click.argument("code", metavar="CODE")
def links(code: str) -> None:
    """Print a link for every seat of a table, for players with a new or lost device. The links soon expire."""
    from companion.commands.tables import make_seat_links

    settings = load_settings()
    with report_errors():
        for line in make_seat_links(settings, code):
            click.echo(line)


@companion.command("check-sheet")
@click.argument("file", metavar="FILE.toml", type=click.Path(path_type=Path))
@click.pass_context
def check_sheet(context: click.Context, file: Path) -> None:
    """List every problem of a sheet file, or print "ok"."""
    from companion.games.game import sheets_game

    problems = sheets_game().check(file)
    for problem in problems:
        click.echo(shorten_to_line(problem), err=True)
    if problems:
        context.exit(2)
    click.echo("ok")


@companion.command()
@click.argument("game", metavar="GAME")
@click.argument("file", metavar="FILE.json")
def score(game: str, file: str) -> None:
    """Score a finished game from its totals; "-" reads them from standard input."""
    from companion.games.game import registered_games
    from companion.rules.scoring_input import BadScoring

    games = registered_games()
    if game not in games:
        raise BadInput(gettext("GAME: “%(game)s” is not one of %(games)s.", game=game, games=", ".join(games)))
    scoring = games[game].scoring
    try:
        result = scoring.score(read_json(file))
    except BadScoring as error:
        (field, sentence), *more = scoring.describe_problems(error)
        others = ngettext("(and %(num)d more problem)", "(and %(num)d more problems)", len(more)) if more else ""
        raise BadInput(f"{field or 'FILE'}: {sentence} {others}") from error
    # Lone surrogates, which UTF-8 cannot encode, are escaped.
    click.echo(json.dumps(result, ensure_ascii=False, indent=2).encode("utf-8", "backslashreplace"))


@companion.command()
@click.argument("sheet")
@click.option("--players", type=click.IntRange(2, 5), default=4, show_default=True)
@click.option("--games", type=click.IntRange(1, 1_000_000), default=200, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed gives the same games.")
@click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes to play in.")
@click.option("--strategy", default="greedy", show_default=True, help="One for all, or one for each: greedy,market.")
def simulate(sheet: str, players: int, games: int, seed: int, jobs: int, strategy: str) -> None:
    """Let bots play on a sheet, and print statistics. SHEET is a name, or the file of your own sheet."""
    from companion.games.game import sheets_game

    sheets, names = sheets_game(), strategy.split(",")
    for name in names:
        if name not in sheets.strategies:
            known = ", ".join(sheets.strategies)
            raise BadInput(gettext("--strategy: “%(name)s” is not one of %(names)s.", name=name, names=known))
    if len(names) not in (1, players):
        raise BadInput(gettext("--strategy: name one for all players, or one for each of the %(num)d.", num=players))
    chosen = find_sheet(sheet, load_settings().own_sheets)
    seats = names * players if len(names) == 1 else names
    click.echo(json.dumps(sheets.simulate(chosen, seats, games, seed, jobs), indent=2))


@companion.command()
@click.argument("file", metavar="FILE")
def replay(file: str) -> None:
    """Replay a transcript or an exported log, and report the first entry that is not allowed."""
    from companion.commands.logs import replay_file

    settings = load_settings()
    for line in replay_file(read_text(file), settings.own_sheets):
        click.echo(line)


@companion.command()
@click.argument("log", metavar="LOG")
def verify(log: str) -> None:
    """Recompute every roll of an exported log from its seed."""
    from companion.commands.logs import verify_log

    settings = load_settings()
    for line in verify_log(read_json(log), settings.own_sheets):
        click.echo(line)


def load_settings() -> Settings:
    """Load the settings. Raises BadInput."""
    try:
        return Settings.load()
    except BadSettings as error:
        raise BadInput(translate_phrase(error.args[0])) from error


@contextmanager
def report_errors() -> Iterator[None]:
    """Turn BadSettings and StorageError into BadInput with one translated sentence."""
    from companion.storage import StorageError

    try:
        yield
    except (BadSettings, StorageError) as error:
        raise BadInput(translate_phrase(error.args[0])) from error


def main() -> None:
    try:
        sys.exit(companion.main(standalone_mode=False))  # what `context.exit` was given, or None
    except click.Abort:
        sys.exit(130)
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or the exit would try to flush again
        wrong = gettext("The output cannot be written (%(why)s).", why=error.strerror)
        print(shorten_to_line(f"companion: {wrong}"), file=sys.stderr)
        sys.exit(2)
    except click.ClickException as error:
        print(shorten_to_line(f"companion: {error.format_message()}"), file=sys.stderr)
        sys.exit(2)
