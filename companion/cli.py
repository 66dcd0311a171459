"""The `companion` command. On bad input it exits with 2 and prints one line that names the field to stderr."""

import errno
import json
import os
import sys
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
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
    show_progress,
)
from companion.files import open_atomically
from companion.i18n import DEFAULT, LANGUAGES, gettext, ngettext, set_language, translate_phrase
from companion.phrase import UserError
from companion.render.geometry import DEFAULT_PAPER, PAPERS
from companion.render.palette import INKS
from companion.settings import Settings, detect_language

# Each command imports what it needs for a faster start: most need neither the server nor a printing library.
if TYPE_CHECKING:
    from companion.games.game import Sheets
    from companion.render.pad import Printable

DAY_MS = 86_400_000
LARGEST_HISTORY = 256 * 1024 * 1024  # bytes; 100,000 games have about 80 MB
UP_HELP = "Sheets on a page."
FINAL_HELP = "Also write every sheet at the end of its game into a file, one per line."


class CommandGroup(click.Group):
    """A group of commands that reports errors meant for users in one translated sentence."""

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
def serve(host: str | None, port: int | None) -> None:
    """Start the companion and show its address as a QR code."""
    settings = Settings.load()
    if sys.platform == "win32":
        raise BadInput(gettext("The server does not run on Windows itself; install and start the companion in WSL 2."))
    from gevent import monkey

    monkey.patch_all()  # must run before anything opens a socket or a lock

    from companion import server

    if host:  # a script may pass an empty one
        settings = replace(settings, host=host)
    if port is not None:
        settings = replace(settings, port=port)
    server.serve(settings)


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

    SHEET is the name of a sheet, the file of your own sheet, or a game for its score pad.
    "reference" prints the rules in short, on one page.
    """
    from companion.i18n.words import format_error
    from companion.render.pad import BadOrder, Order, print_pad
    from companion.render.pdf import PdfUnavailable

    own = Settings.load().own_sheets
    names = [sheet, back] if back else [sheet]
    try:
        pdf = print_pad(Order(tuple(find_printable(name, own) for name in names), pages, paper, int(up), lang, ink))
    except BadOrder as error:
        raise BadInput(translate_phrase(error.args[0])) from error
    except PdfUnavailable as error:
        raise BadInput(format_error("no-pdf")) from error
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


def find_printable(name: str, own: Path) -> "Printable":
    """Find the score pad or the reference of a game, or else a sheet. Raises BadInput."""
    from companion.games.game import list_games

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
    """List or delete old tables.

    Nothing is ever deleted without this command.
    """
    from companion.storage import open_log

    log = open_log(Settings.load().database_url)
    old = log.find_idle(int(time.time() * 1000) - days * DAY_MS)
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
    """Copy the SQLite database into FILE.

    The companion may be running. docs/deploy.md tells how to restore it.
    """
    from companion.storage.backup import back_up

    back_up(Settings.load().database_url, file)


@companion.command("export")
@click.argument("code", metavar="CODE")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), required=True, metavar="FILE")
def export_command(code: str, output: Path) -> None:
    """Write a whole table into FILE.

    Another companion can import and continue it. FILE contains its secrets: keep it private.
    """
    from companion.commands.tables import export_table

    table = export_table(Settings.load(), code)
    write_atomically(output, json.dumps(table, ensure_ascii=False).encode(), mode=0o600)


@companion.command("import")
@click.argument("file", metavar="FILE")
def import_command(file: str) -> None:
    """Import an exported table, and print its code.

    `companion links` lets the players in.
    """
    from companion.commands.tables import import_table

    click.echo(import_table(Settings.load(), read_json(file)))


@companion.command()
@click.argument("code", metavar="CODE")
def links(code: str) -> None:
    """Print a link for every seat of a table.

    For players with a new or lost device. The links soon expire.
    """
    from companion.commands.tables import make_seat_links

    echo_lines(make_seat_links(Settings.load(), code))


@companion.group()
def history() -> None:
    """Manage the history of finished games."""


@history.command("rebuild")
def rebuild_history() -> None:
    """Index the finished games of all tables again. Deleted games and names stay deleted."""
    from companion.commands.history import rebuild

    count = rebuild(Settings.load())
    click.echo(ngettext("%(num)d finished game.", "%(num)d finished games.", count))


@history.command("open")
@click.option("--from", "file", metavar="FILE", help='Read the passphrase from a file; "-" is standard input.')
def open_history(file: str | None) -> None:
    """Open the shared history, with all games, to everybody who knows a passphrase."""
    from companion.commands.history import open_shared

    settings = Settings.load()
    if file is None:
        passphrase = click.prompt(gettext("Passphrase"), hide_input=True, confirmation_prompt=True)
    else:
        passphrase = read_text(file).strip()
    open_shared(settings, passphrase)


@history.command("close")
def close_history() -> None:
    """Close the shared history again."""
    from companion.commands.history import close_shared

    close_shared(Settings.load())


@history.command("export")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), required=True, metavar="FILE")
def export_history(output: Path) -> None:
    """Write the whole history into FILE."""
    from companion.commands.history import write_file

    write_atomically(output, write_file(Settings.load()), mode=0o600)


@history.command("import")
@click.argument("file", metavar="FILE")
def import_history(file: str) -> None:
    """Bring the games of a saved history back, also those that were deleted."""
    from companion.commands.history import read_file

    settings = Settings.load()
    data = parse_json(read_text(file, LARGEST_HISTORY))
    count = read_file(settings, data)
    click.echo(ngettext("%(num)d finished game.", "%(num)d finished games.", count))


@companion.command("check-sheet")
@click.argument("file", metavar="FILE.toml", type=click.Path(path_type=Path))
@click.pass_context
def check_sheet(context: click.Context, file: Path) -> None:
    """List every problem of a sheet file, or print "ok"."""
    from companion.games.game import list_sheets

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

    "-" reads them from standard input.
    """
    from companion.games.game import list_games
    from companion.rules.scoring_input import BadScoring

    games = list_games()
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
@click.option("--players", type=click.IntRange(1, 5), default=4, show_default=True, help="1 is a solo game.")
@click.option("--games", type=click.IntRange(1, 1_000_000), default=200, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed gives the same games.")
@click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes to play in.")
@click.option("--strategy", default="greedy", show_default=True, help="One for all, or one for each: level-1,greedy.")
@click.option("--final", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE.jsonl", help=FINAL_HELP)
def simulate(sheet: str, players: int, games: int, seed: int, jobs: int, strategy: str, final: Path | None) -> None:
    """Let bots play on a sheet, and print statistics.

    SHEET is a name, or the file of your own sheet.
    """
    names = strategy.split(",")
    sheets, chosen = find_sheet(sheet, Settings.load().own_sheets)
    for name in names:
        check_strategy(name, sheets.strategies)
    if len(names) not in (1, players):
        raise BadInput(gettext("--strategy: name one for all players, or one for each of the %(num)d.", num=players))
    seats = names * players if len(names) == 1 else names
    with open_final(final) as write_line:
        statistics = sheets.simulate(chosen, seats, games, seed, jobs, write_line)
    click.echo(json.dumps(statistics, indent=2))


@companion.command()
@click.argument("sheet")
@click.option("--players", default="2,3,4,5", show_default=True, help="Numbers of players, from 2 to 5.")
@click.option("--games", type=click.IntRange(1, 100_000), default=400, show_default=True, help="Per player count.")
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed gives the same figures.")
@click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes to play in.")
@click.option("--strategy", default="greedy", show_default=True, help="For all players: a level of bots or a script.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def balance(sheet: str, players: str, games: int, seed: int, jobs: int, strategy: str, form: str) -> None:
    """Measure the balance of a sheet against our targets.

    docs/balance.md explains them.
    """

    counts = players.split(",")
    sheets, chosen = find_sheet(sheet, Settings.load().own_sheets)
    if not set(counts) <= set("2345") or len(set(counts)) < len(counts):
        raise BadInput(gettext("--players: “%(players)s” is not a list such as 2,3,4,5.", players=players))
    check_strategy(strategy, sheets.strategies)
    done = show_progress(sheets.measure_balance(chosen, [int(count) for count in counts], strategy, games, seed, jobs))
    click.echo(done.weights if form == "json" else done.table)


def check_strategy(name: str, known: Collection[str]) -> None:
    """Raise BadInput if there is no such strategy."""
    if name not in known:
        names = ", ".join(known)
        raise BadInput(gettext("--strategy: “%(name)s” is not one of %(names)s.", name=name, names=names))


@contextmanager
def open_final(path: Path | None) -> Iterator[Callable[[dict[str, Any]], None] | None]:
    """Yield a function that writes a line of JSON into the file; None without a file. Raises BadInput."""
    if path is None:
        yield None
        return
    try:
        with open_atomically(path) as part, part.open("w", encoding="utf-8") as file:
            yield lambda found: print(json.dumps(found), file=file)
    except OSError as error:
        wrong = gettext("--final: %(file)s cannot be written (%(why)s).", file=path, why=error.strerror)
        raise BadInput(wrong) from error


@companion.command()
@click.argument("sheet")
@click.option("--generations", type=click.IntRange(1, 100), default=4, show_default=True)
@click.option("--games", type=click.IntRange(10, 100_000), default=500, show_default=True, help="Per generation.")
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed gives the same weights.")
@click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes to play in.")
@click.option("--folder", type=click.Path(file_okay=False, path_type=Path), help="Where the games are kept.")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE.json")
def train(
    sheet: str, generations: int, games: int, seed: int, jobs: int, folder: Path | None, output: Path | None
) -> None:
    """Let bots learn a sheet by self-play.

    An interrupted training continues where it stopped.
    """

    settings = Settings.load()
    sheets, chosen = find_sheet(sheet, settings.own_sheets)
    folder = folder or settings.data_dir / "training"
    done = show_progress(sheets.train(chosen, folder, generations, games, seed, jobs))
    if done.file:
        write_atomically(output or done.file, done.weights.encode())
        click.echo(output or done.file)


@companion.command()
@click.argument("photo", metavar="PHOTO")
@click.option("--sheet", metavar="NAME", help="The name of the sheet, if its QR code cannot be read.")
def read(photo: str, sheet: str | None) -> None:
    """Read a photo of a played sheet; print it as JSON.

    The JSON has its marks, score and doubtful cells.
    """
    from companion.games.game import find_photo_reader
    from companion.i18n.words import format_error
    from companion.photo.unreadable import PhotoUnavailable, Unreadable

    own = Settings.load().own_sheets
    if sheet is not None:
        find_sheet(sheet, own)
    picture = read_bytes(photo)
    began = time.monotonic()
    try:
        reading = find_photo_reader().read(picture, sheet, own)
    except PhotoUnavailable as error:
        raise BadInput(format_error("no-photo")) from error
    except Unreadable as error:
        raise BadInput(f"PHOTO: {format_error(f'photo-{error.kind}')}") from error
    found = find_photo_reader().describe(reading, time.monotonic() - began, own)
    click.echo(json.dumps(found, ensure_ascii=False, indent=2))


@companion.command("train-reader")
@click.option("--photos", type=click.IntRange(20, 100_000), default=240, show_default=True, help="Photos to generate.")
@click.option("--epochs", type=click.IntRange(1, 1000), default=6, show_default=True, help="Rounds of learning.")
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed gives the same photos.")
@click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes.")
@click.option("--folder", type=click.Path(file_okay=False, path_type=Path), help="Keep the generated cells here.")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE.npz")
def train_reader(photos: int, epochs: int, seed: int, jobs: int, folder: Path | None, output: Path | None) -> None:
    """Train the photo reader on generated photos.

    See docs/photo.md.
    """
    from companion.games.game import find_photo_reader
    from companion.i18n.words import format_error
    from companion.photo.unreadable import PhotoUnavailable

    own = Settings.load().own_sheets
    try:
        done = show_progress(find_photo_reader().train(photos, epochs, seed, jobs, folder, own))
    except PhotoUnavailable as error:
        raise BadInput(format_error("no-photo")) from error
    assert done.file
    write_atomically(output or done.file, done.binary)
    click.echo(output or done.file)


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
@click.argument("sheet")
@click.option("--games", type=click.IntRange(1, 100_000), default=500, show_default=True, help="Per player count.")
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed gives the same figures.")
@click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes to play in.")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE.json")
def calibrate(sheet: str, games: int, seed: int, jobs: int, output: Path | None) -> None:
    """Calibrate the win probabilities of a sheet.

    Hints and analyses show them.
    """

    sheets, chosen = find_sheet(sheet, Settings.load().own_sheets)
    done = show_progress(sheets.calibrate(chosen, games, seed, jobs))
    assert done.file
    write_atomically(output or done.file, done.weights.encode())
    click.echo(output or done.file)


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
    from companion.commands.https import describe_https

    if context.invoked_subcommand is None:
        echo_lines(describe_https(Settings.load()))


@https.command("local")
def https_local() -> None:
    """Make a certificate authority for the home network; phones install its root certificate once."""
    from companion.commands.https import use_local_authority

    echo_lines(use_local_authority(Settings.load()))


@https.command("files")
@click.argument("certificate", type=click.Path(dir_okay=False, path_type=Path))
@click.argument("key", type=click.Path(dir_okay=False, path_type=Path))
def https_files(certificate: Path, key: Path) -> None:
    """Use the certificate of your own domain and its key, both PEM files. They stay where they are."""
    from companion.commands.https import use_own_files

    echo_lines(use_own_files(Settings.load(), certificate, key))


@https.command("off")
def https_off() -> None:
    """Switch HTTPS off. Phones that installed the root certificate keep it."""
    from companion.commands.https import switch_off

    echo_lines(switch_off(Settings.load()))


def echo_lines(lines: Iterable[str]) -> None:
    for line in lines:
        click.echo(line)


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
