"""The commands of the laboratory. `companion.cli` loads them by name, so that no other command imports them."""

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from companion.commands.console import BadInput, write_atomically
from companion.files import open_atomically
from companion.i18n import gettext
from companion.settings import Settings

# Each command imports what it needs: "companion --help" shows these commands too and must not load OpenCV.
if TYPE_CHECKING:
    from companion.games.dice_charmers.rules.sheet import Sheet

FINAL_HELP = "Also write every sheet at the end of its game into a file, one per line."
COMMANDS: dict[str, click.Command] = {}
_games = click.option("--games", type=click.IntRange(1, 100_000), default=400, show_default=True, help="Per match.")
_seed = click.option("--seed", type=int, default=1, show_default=True, help="The same seed gives the same figures.")
_jobs = click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes to use.")


def _command(function: Callable[..., None]) -> Callable[..., None]:
    command = click.command(function.__name__.replace("_", "-"))(function)
    COMMANDS[command.name or ""] = command
    return command


class Progress(NamedTuple):
    """How far a long work is."""

    title: str
    done: int = 0
    total: int = 0


def show_progress(news: Iterable[Progress]) -> None:
    """Show a progress bar for every step of long work, on stderr."""
    title = ""
    with ExitStack() as bars:
        for step in news:
            if step.title != title:
                bars.close()
                if step.total:
                    bar = bars.enter_context(click.progressbar(length=step.total, label=step.title, file=sys.stderr))
                    bar.update(step.done - 1)  # what was done before an interruption
                else:
                    click.echo(step.title, err=True)
            if step.total:
                bar.update(1)
            title = step.title


def find_sheet(name: str) -> "Sheet":
    """Find a sheet by its name or its file. Raises BadInput."""
    from companion.games.dice_charmers.library import SHEETS
    from companion.games.game import BadSheet

    try:
        return SHEETS.find(name, Settings.load().own_sheets).definition.sheet
    except BadSheet as error:
        raise BadInput(f"SHEET: {error.problems[0]}") from error


def check_strategy(name: str) -> None:
    """Raise BadInput if there is no such strategy."""
    from companion.lab.games import STRATEGIES

    if name not in STRATEGIES:
        names = ", ".join(STRATEGIES)
        raise BadInput(gettext("--strategy: “%(name)s” is not one of %(names)s.", name=name, names=names))


@_command
@click.argument("sheet")
@click.option("--players", type=click.IntRange(1, 5), default=4, show_default=True, help="1 is a solo game.")
@click.option("--games", type=click.IntRange(1, 1_000_000), default=200, show_default=True)
@_seed
@_jobs
@click.option("--strategy", default="greedy", show_default=True, help="One for all, or one for each: level-1,greedy.")
@click.option("--final", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE.jsonl", help=FINAL_HELP)
def simulate(sheet: str, players: int, games: int, seed: int, jobs: int, strategy: str, final: Path | None) -> None:
    """Let bots play on a sheet, and print statistics.

    SHEET is a name, or the file of your own sheet.
    """
    from companion.lab import games as play

    names = strategy.split(",")
    chosen = find_sheet(sheet)
    for name in names:
        check_strategy(name)
    if len(names) not in (1, players):
        raise BadInput(gettext("--strategy: name one for all players, or one for each of the %(num)d.", num=players))
    seats = names * players if len(names) == 1 else names
    with open_final(final) as write_line:
        statistics = play.simulate(chosen, seats, games, seed, jobs, write_line)
    click.echo(json.dumps(statistics, indent=2))


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


@_command
@click.argument("sheet")
@click.option("--players", default="2,3,4,5", show_default=True, help="Numbers of players, from 2 to 5.")
@_games
@_seed
@_jobs
@click.option("--strategy", default="", help="Only these players, such as level-4,greedy.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def balance(sheet: str, players: str, games: int, seed: int, jobs: int, strategy: str, form: str) -> None:
    """Measure the balance of a sheet against our targets.

    All levels of bots and a greedy player play among themselves. docs/balance.md explains the figures.
    """
    from companion.lab.balance import STRATEGIES, BalanceStep, measure_balance

    counts, names = players.split(","), strategy.split(",") if strategy else STRATEGIES
    chosen = find_sheet(sheet)
    if not set(counts) <= set("2345") or len(set(counts)) < len(counts):
        raise BadInput(gettext("--players: “%(players)s” is not a list such as 2,3,4,5.", players=players))
    for name in names:
        check_strategy(name)
    last = BalanceStep(0, 0)

    def play() -> Iterator[Progress]:
        nonlocal last
        for last in measure_balance(chosen, [int(count) for count in counts], names, games, seed, jobs):
            if last.balance is None:
                yield Progress(gettext("Games between bots"), last.done, last.total)

    with compiling():
        show_progress(play())
    assert last.balance
    click.echo(json.dumps(last.balance.as_json(), indent=2) if form == "json" else last.balance.as_table())


@contextmanager
def compiling() -> Iterator[None]:
    """Report in one line that the engine cannot be compiled here. Raises BadInput."""
    from companion.lab.fast import NoCompiler

    try:
        yield
    except NoCompiler as error:
        raise BadInput(gettext("This command needs the Rust compiler: install rustc, then try again.")) from error


@_command
@click.option("--games", type=click.IntRange(10, 100_000), default=2000, show_default=True, help="Per table cell.")
@_seed
@_jobs
@click.option("--only", default="", help="Only the blocks whose name contains this, such as “balance moon”.")
@click.option("--docs", type=click.Path(file_okay=False, exists=True, path_type=Path), default="docs")
def figures(games: int, seed: int, jobs: int, only: str, docs: Path) -> None:
    """Measure every figure about bots and balance again.

    Rewrites the marked blocks of docs/balance.md, docs/bots.md and docs/solo.md, and the ranks of solo games.
    """
    from companion.lab.figures import rebuild_figures

    with compiling():
        for line in rebuild_figures(docs, games, seed, jobs, only):
            click.echo(line)


@_command
@click.argument("sheet")
@click.option("--generations", type=click.IntRange(1, 100), default=4, show_default=True)
@click.option("--games", type=click.IntRange(10, 100_000), default=500, show_default=True, help="Per generation.")
@_seed
@_jobs
@click.option("--folder", type=click.Path(file_okay=False, path_type=Path), help="Where the games are kept.")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE.json")
def train(
    sheet: str, generations: int, games: int, seed: int, jobs: int, folder: Path | None, output: Path | None
) -> None:
    """Let bots learn a sheet by self-play.

    An interrupted training continues where it stopped.
    """
    from companion.games.dice_charmers.bots.learned import find_weights_file
    from companion.lab.training import GenerationReport, TrainingOrder, TrainingStep
    from companion.lab.training import train as train_generations

    chosen = find_sheet(sheet)
    folder = (folder or Settings.load().data_dir / "training") / f"{chosen.name}-{chosen.version}"
    order = TrainingOrder(chosen, folder, generations, games, seed, jobs)

    def describe(news: TrainingStep | GenerationReport) -> Progress:
        if isinstance(news, TrainingStep):
            words = gettext("Generation %(num)d against itself", num=news.generation)
            if news.against_best:
                words = gettext("Generation %(num)d against the best", num=news.generation)
            return Progress(words, news.done, news.total)
        share = f"{news.share:.1%}"
        if news.accepted:
            return Progress(
                gettext("Generation %(num)d is better: it won %(share)s.", num=news.generation, share=share)
            )
        return Progress(
            gettext("Generation %(num)d is not better: it won %(share)s.", num=news.generation, share=share)
        )

    show_progress(map(describe, train_generations(order)))
    if order.best.exists():
        target = output or find_weights_file(chosen)
        write_atomically(target, order.best.read_bytes())
        click.echo(target)


@_command
@click.argument("sheet")
@click.option("--games", type=click.IntRange(1, 100_000), default=500, show_default=True, help="Per player count.")
@_seed
@_jobs
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE.json")
def calibrate(sheet: str, games: int, seed: int, jobs: int, output: Path | None) -> None:
    """Calibrate the win probabilities of a sheet.

    Hints and analyses show them.
    """
    from companion.games.dice_charmers.analysis.forecast import FILE
    from companion.lab import calibration

    found = ""

    def play() -> Iterator[Progress]:
        nonlocal found
        for done, total, found in calibration.calibrate(find_sheet(sheet), games, seed, jobs):
            if not found:
                yield Progress(gettext("Games between bots"), done, total)

    with compiling():
        show_progress(play())
    write_atomically(output or FILE, found.encode())
    click.echo(output or FILE)


@_command
@click.option("--photos", type=click.IntRange(20, 100_000), default=240, show_default=True, help="Photos to generate.")
@click.option("--epochs", type=click.IntRange(1, 1000), default=6, show_default=True, help="Rounds of learning.")
@_seed
@_jobs
@click.option("--folder", type=click.Path(file_okay=False, path_type=Path), help="Keep the generated cells here.")
@click.option("--continue", "start", is_flag=True, help="Start with the shipped networks.")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE.npz")
def train_reader(
    photos: int, epochs: int, seed: int, jobs: int, folder: Path | None, start: bool, output: Path | None
) -> None:
    """Train the photo reader on generated photos.

    See docs/photo.md.
    """
    from companion.games.dice_charmers.definition import list_sheet_names, load_sheet
    from companion.i18n.words import format_error

    try:
        from companion.games.dice_charmers.paper.scan import NETWORK_FILE
        from companion.lab import reader
    except ImportError as error:  # the extra [photo] is missing
        raise BadInput(format_error("no-photo")) from error
    definitions = tuple(map(load_sheet, list_sheet_names()))
    weights = b""

    def work() -> Iterator[Progress]:
        nonlocal weights
        for news in reader.train_reader(reader.ReaderOrder(definitions, photos, epochs, seed, jobs, folder, start)):
            if news.weights:
                weights = news.weights
                yield Progress(gettext("Training is finished."))
            elif news.step == reader.PHOTOS:
                yield Progress(gettext("Photos of marked sheets"), news.done, news.total)
            else:
                yield Progress(gettext("%(group)s: %(share)s right", group=news.step, share=f"{news.accuracy:.2%}"))

    show_progress(work())
    write_atomically(output or NETWORK_FILE, weights)
    click.echo(output or NETWORK_FILE)
