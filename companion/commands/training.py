"""`companion train`: show the progress of a training."""

import sys
from collections.abc import Iterable
from contextlib import ExitStack

import click

from companion.games.progress import Progress


def show_progress(news: Iterable[Progress]) -> Progress:
    """Show a progress bar for every step of a training, on stderr; return the last news."""
    last = Progress("")
    with ExitStack() as bars:
        for step in news:
            if step.title != last.title:
                bars.close()
                if step.total:
                    bar = bars.enter_context(click.progressbar(length=step.total, label=step.title, file=sys.stderr))
                    bar.update(step.done - 1)  # what an interrupted training has done already
                else:
                    click.echo(step.title, err=True)
            if step.total:
                bar.update(1)
            last = step
    return last
