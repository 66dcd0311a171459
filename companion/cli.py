"""The `companion` command. On bad input it exits with 2 and prints one line that names the field to stderr."""

import errno
import io
import json
import os
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion.commands.console import (
    BadInput,
    parse_json,
    read_bytes,
    read_json,
    read_text,
    shorten_to_line,
    write_atomically,
)
from companion.i18n import DEFAULT, LANGUAGES, gettext, ngettext, set_language, translate_phrase, use_language
from companion.phrase import UserError
from companion.render.pad import DEFAULT_PAPER, PAPERS
from companion.render.palette import INKS
from companion.settings import Settings, detect_language

# Each command imports what it needs for a faster start: most need neither the server nor a printing library.
if TYPE_CHECKING:
    from companion.games.game import Sheets
    from companion.games.scores.rules.sheet import ScoreSheet
    from companion.render.pad import Printable

DAY_MS = 86_400_000
LARGEST_HISTORY = 256 * 1024 * 1024  # bytes; 100,000 games have about 80 MB
LABORATORY = ("balance", "calibrate", "figures", "simulate", "train", "train-reader")
UP_HELP = "Sheets on a page; two are in small print."


class CommandGroup(click.Group):
    """A group of commands that reports errors meant for users in one translated sentence.

    The commands of the laboratory are imported when they are asked for.
    """

    def list_commands(self, context: click.Context) -> list[str]:
        return sorted([*super().list_commands(context), *LABORATORY])

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in LABORATORY:
            return super().get_command(context, name)
        from companion.lab.commands import COMMANDS

        return COMMANDS[name]

    def invoke(self, context: click.Context) -> Any:
        try:
            return super().invoke(context)
        except UserError as error:
            raise BadInput(translate_phrase(error.args[0])) from error


@click.group(cls=CommandGroup, context_settings={"help_option_names": ["-h", "--help"]}, invoke_without_command=True)
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
@click.option("--browser/--no-browser", default=None, help="Open the start page here; usual if a person starts it.")
def serve(host: str | None, port: int | None, browser: bool | None) -> None:
    """Start the companion and show its address as a QR code."""
    settings = Settings.load()
    from gevent import monkey

    monkey.patch_all()  # must run before anything opens a socket or a lock

    from companion import server

    if host:  # a script may pass an empty one
        settings = replace(settings, host=host)
    if port is not None:
        settings = replace(settings, port=port)
    server.serve(settings, open_browser=server.is_started_by_person() if browser is None else browser)


def add_page_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options that describe a printed page."""
    for option in reversed(
        (
            click.option("--paper", type=click.Choice(list(PAPERS)), default=DEFAULT_PAPER, show_default=True),
            click.option("--up", type=click.Choice(["1", "2"]), default="1", show_default=True, help=UP_HELP),
            click.option("--lang", type=click.Choice(list(LANGUAGES)), default=DEFAULT, show_default=True),
            click.option("--ink", type=click.Choice(list(INKS)), default=INKS[0], show_default=True),
        )
    ):
        command = option(command)
    return command


@companion.command("print")
@click.argument("sheet")
@click.option("--back", metavar="SHEET", help="A second sheet for the back.")
@click.option("--pages", type=int, default=1, show_default=True, help="Pages of paper, 1 to 200.")
@add_page_options
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), required=True, metavar="FILE.pdf")
def print_command(
    sheet: str, back: str | None, pages: int, paper: str, up: str, lang: str, ink: str, output: Path
) -> None:
    """Print a blank pad.

    SHEET is the name of a sheet, the file of your own sheet or score sheet, or a game for its score pad.
    "reference" prints the rules in short, on one page.
    """
    from companion.render.pad import BadOrder, Order, print_pad

    own = Settings.load().own_sheets
    names = [sheet, back] if back else [sheet]
    try:
        printed = tuple(find_printable(name, own, lang) for name in names)
        pdf = print_pad(Order(printed, pages, paper, int(up), lang, ink))
    except BadOrder as error:
        raise BadInput(translate_phrase(error.args[0])) from error
    write_atomically(output, pdf)


@companion.command()
@click.argument("sheet")
@add_page_options
def layout(sheet: str, paper: str, up: str, lang: str, ink: str) -> None:
    """Print where the cells of a printed sheet are, as JSON.

    Measures are in millimetres. SHEET is a name or a file.
    """
    from companion.render.pad import Order

    sheets, chosen = find_sheet(sheet, Settings.load().own_sheets)
    order = Order((chosen,), paper=paper, up=int(up), language=lang, ink=ink)
    click.echo(json.dumps(sheets.describe_layout(chosen, order), ensure_ascii=False))


def find_printable(name: str, own: Path, lang: str) -> "Printable":
    """Find the score pad or the reference of a game, the pad of a score sheet, or else a sheet. Raises BadInput."""
    from companion.games.game import list_games
    from companion.games.scores import files as score_sheets
    from companion.games.scores.scoring import make_pad

    if score_sheets.is_score_sheet(Path(name)):
        with use_language(lang):
            return make_pad(load_score_sheet(Path(name)))
    for game in list_games().values():
        if page := game.list_pages().get(name):
            return page
    return find_sheet(name, own)[1]


def find_sheet(name: str, own: Path) -> "tuple[Sheets, Printable]":
    """Find a sheet by its name or its file, and the sheets of its game. Raises BadInput."""
    from companion.games import game

    try:
        return game.find_sheet(name, own)
    except game.BadSheet as error:
        raise BadInput(f"SHEET: {error.problems[0]}") from error


def load_score_sheet(file: Path) -> "ScoreSheet":
    """Read the file of a score sheet. Raises BadInput with the first problem."""
    from companion.games.scores import files
    from companion.games.scores.rules.sheet import BadScoreSheet

    try:
        return files.load_file(file)
    except BadScoreSheet as error:
        raise BadInput(files.describe_problems(error, str(file))[0]) from error


@companion.command()
@click.option("--days", type=click.IntRange(1), required=True, help="Tables without an entry for this many days.")
@click.option("--delete", "really", is_flag=True, help="Delete them; without it they are only listed.")
def cleanup(days: int, really: bool) -> None:
    """List or delete old tables.

    Nothing is ever deleted without this command.
    """
    from companion.hosting.push import FOLDER, Notebook
    from companion.storage import open_log

    settings = Settings.load()
    log = open_log(settings.database_url)
    old = log.find_idle(int(time.time() * 1000) - days * DAY_MS)
    if really:
        log.delete(old)
        for code in old:
            Notebook(settings.data_dir / FOLDER).forget(code)
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
    """Copy the SQLite database into FILE.

    The companion may be running. docs/deploy.md tells how to restore it.
    """
    from companion.storage.sqlite_file import back_up

    back_up(Settings.load().database_url, file)


@companion.command("export")
@click.argument("code", metavar="CODE")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), required=True, metavar="FILE")
def export_command(code: str, output: Path) -> None:
    """Write a whole table into FILE.

    Another companion can import and continue it. FILE contains its secrets: keep it private.
    """
    from companion.commands.stored import export_table

    table = export_table(Settings.load(), code)
    write_atomically(output, json.dumps(table, ensure_ascii=False).encode(), mode=0o600)


@companion.command("import")
@click.argument("file", metavar="FILE")
def import_command(file: str) -> None:
    """Import an exported table, and print its code.

    `companion links` lets the players in.
    """
    from companion.commands.stored import import_table

    click.echo(import_table(Settings.load(), read_json(file)))


@companion.command()
@click.argument("code", metavar="CODE")
def links(code: str) -> None:
    """Print a link for every seat of a table.

    For players with a new or lost device. The links soon expire.
    """
    from companion.commands.stored import make_seat_links

    echo_lines(make_seat_links(Settings.load(), code))


@companion.group()
def history() -> None:
    """Manage the history of finished games."""


@history.command("rebuild")
def rebuild_history() -> None:
    """Index the finished games of all tables again. Deleted games and names stay deleted."""
    from companion.commands.stored import rebuild

    count = rebuild(Settings.load())
    click.echo(ngettext("%(num)d finished game.", "%(num)d finished games.", count))


@history.command("open")
@click.option("--from", "file", metavar="FILE", help='Read the passphrase from a file; "-" is standard input.')
def open_history(file: str | None) -> None:
    """Open the shared history, with all games, to everybody who knows a passphrase."""
    from companion.commands.stored import open_shared

    settings = Settings.load()
    if file is None:
        passphrase = click.prompt(gettext("Passphrase"), hide_input=True, confirmation_prompt=True)
    else:
        passphrase = read_text(file).strip()
    open_shared(settings, passphrase)


@history.command("close")
def close_history() -> None:
    """Close the shared history again."""
    from companion.commands.stored import close_shared

    close_shared(Settings.load())


@history.command("export")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), required=True, metavar="FILE")
def export_history(output: Path) -> None:
    """Write the whole history into FILE."""
    from companion.commands.stored import write_history

    write_atomically(output, write_history(Settings.load()), mode=0o600)


@history.command("import")
@click.argument("file", metavar="FILE")
def import_history(file: str) -> None:
    """Bring the games of a saved history back, also those that were deleted."""
    from companion.commands.stored import read_history

    settings = Settings.load()
    data = parse_json(read_text(file, LARGEST_HISTORY))
    count = read_history(settings, data)
    click.echo(ngettext("%(num)d finished game.", "%(num)d finished games.", count))


@companion.command("check-sheet")
@click.argument("file", metavar="FILE.toml", type=click.Path(path_type=Path))
@click.pass_context
def check_sheet(context: click.Context, file: Path) -> None:
    """List every problem of a sheet file, or print "ok"."""
    from companion.games.game import list_sheets
    from companion.games.scores import files as score_sheets

    if score_sheets.is_score_sheet(file):
        problems = score_sheets.check(file)
    else:
        problems = min((sheets.check(file) for sheets in list_sheets()), key=len)
    for problem in problems:
        click.echo(shorten_to_line(problem), err=True)
    if problems:
        context.exit(2)
    click.echo("ok")


@companion.command()
@click.argument("game", metavar="GAME")
@click.argument("file", metavar="FILE.json")
def score(game: str, file: str) -> None:
    """Score a finished game from its totals.

    GAME is a game, or the file of a score sheet (FILE.toml). "-" reads the totals from standard input.
    """
    from companion.games.game import list_games
    from companion.games.scores.scoring import make_scoring
    from companion.rules.scoring import BadScoring

    if game.endswith(".toml"):
        scoring = make_scoring(load_score_sheet(Path(game)))
    elif game in (games := list_games()):
        scoring = games[game].scoring
    else:
        raise BadInput(gettext("GAME: “%(game)s” is not one of %(games)s.", game=game, games=", ".join(games)))
    try:
        result = scoring.score(read_json(file))
    except BadScoring as error:
        (field, sentence), *more = scoring.describe_problems(error)
        others = ngettext("(and %(num)d more problem)", "(and %(num)d more problems)", len(more)) if more else ""
        raise BadInput(f"{field or 'FILE'}: {sentence} {others}") from error
    # Lone surrogates, which UTF-8 cannot encode, are escaped.
    click.echo(json.dumps(result, ensure_ascii=False, indent=2).encode("utf-8", "backslashreplace"))


@companion.command()
@click.argument("photo", metavar="PHOTO")
@click.option("--sheet", metavar="NAME", help="The name of the sheet, if its QR code cannot be read.")
@click.option("--all", "every", is_flag=True, help="Print a list of all sheets in the photo.")
def read(photo: str, sheet: str | None, every: bool) -> None:
    """Read a photo of a played sheet; print it as JSON.

    The JSON has its marks, score and doubtful cells. If the photo shows several sheets, it is the one with most marks.
    """
    from companion.games.game import find_photo_reader
    from companion.i18n.words import format_error
    from companion.photo import PhotoUnavailable, Unreadable

    own = Settings.load().own_sheets
    if sheet is not None:
        find_sheet(sheet, own)
    picture = read_bytes(photo)
    began = time.monotonic()
    try:
        readings = find_photo_reader().read(picture, sheet, own)
    except PhotoUnavailable as error:
        raise BadInput(format_error("no-photo")) from error
    except Unreadable as error:
        raise BadInput(f"PHOTO: {format_error(f'photo-{error.kind}')}") from error
    found = [find_photo_reader().describe(reading, time.monotonic() - began, own) for reading in readings]
    if len(found) > 1 and not every:
        click.echo(gettext("PHOTO: it shows %(num)d sheets; --all prints all of them.", num=len(found)), err=True)
    click.echo(json.dumps(found if every else found[0], ensure_ascii=False, indent=2))


@companion.command()
@click.argument("file", metavar="FILE")
def replay(file: str) -> None:
    """Replay a transcript or an exported log.

    Reports the first entry that is not allowed.
    """
    from companion.commands.logs import replay_file

    own = Settings.load().own_sheets
    echo_lines(replay_file(read_text(file), own))


@companion.command()
@click.argument("log", metavar="LOG")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def analyse(log: str, form: str) -> None:
    """Analyse a finished game: luck, decisions and better moves.

    LOG is an exported log.
    """
    from companion.commands.logs import analyse_log

    own = Settings.load().own_sheets
    echo_lines(analyse_log(read_json(log), own, form == "json"))


@companion.command()
@click.argument("log", metavar="LOG")
def verify(log: str) -> None:
    """Verify the dice of an exported log.

    Recomputes every roll from the seed.
    """
    from companion.commands.logs import verify_log

    own = Settings.load().own_sheets
    echo_lines(verify_log(read_json(log), own))


@companion.command()
@click.pass_context
def doctor(context: click.Context) -> None:
    """Check what a game night needs, and suggest fixes.

    Exits with 1 if there is a problem.
    """
    from companion.commands.doctor import State, describe, examine

    states = []
    for title, finding in examine():
        click.echo(describe(title, finding))
        states.append(finding.state)
    context.exit(int(State.PROBLEM in states))


@companion.group("https", invoke_without_command=True)
@click.pass_context
def https(context: click.Context) -> None:
    """Set up HTTPS, or show the current set-up.

    `local` is for a home network, `files` for your own domain.
    """
    from companion.commands.doctor import describe_https

    if context.invoked_subcommand is None:
        echo_lines(describe_https(Settings.load()))


@https.command("local")
def https_local() -> None:
    """Make a certificate authority for the home network; phones install its root certificate once."""
    from companion.commands.doctor import use_local_authority

    echo_lines(use_local_authority(Settings.load()))


@https.command("files")
@click.argument("certificate", type=click.Path(dir_okay=False, path_type=Path))
@click.argument("key", type=click.Path(dir_okay=False, path_type=Path))
def https_files(certificate: Path, key: Path) -> None:
    """Use the certificate of your own domain and its key, both PEM files. They stay where they are."""
    from companion.commands.doctor import use_own_files

    echo_lines(use_own_files(Settings.load(), certificate, key))


@https.command("off")
def https_off() -> None:
    """Switch HTTPS off. Phones that installed the root certificate keep it."""
    from companion.commands.doctor import switch_off

    echo_lines(switch_off(Settings.load()))


def echo_lines(lines: Iterable[str]) -> None:
    for line in lines:
        click.echo(line)


def make_output_safe() -> None:
    """Let no letter stop a command: replace what a console cannot show, and write files and pipes on Windows, whose own
    encoding has no Cyrillic letters or no others, in UTF-8 as everywhere else."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            if sys.platform == "win32" and not stream.isatty():
                stream.reconfigure(encoding="utf-8")
            stream.reconfigure(errors="replace")


def main() -> None:
    make_output_safe()
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
