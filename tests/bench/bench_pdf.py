"""Time PDFs against other tools on the same machine in the same run: python tests/bench/bench_pdf.py [FILE]

The tools take turns in every round and the medians are compared, so that other programs affect all of them equally.
All of it in CPU time, because on a busy machine Chromium with its many processes gets a larger share; nothing here asserts
a time. The figures are also written to FILE as JSON.
"""

import ctypes
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[2]))


from companion.games.dice_charmers.definition import load_sheet
from companion.games.dice_charmers.drawing.finished import FinishedGame, FinishedPlayer, print_finished
from companion.games.dice_charmers.drawing.sheet import PrintableSheet, arrange_for_paper
from companion.render import fonts
from companion.render.pad import MARGIN, Order, lay_out, print_pad
from companion.render.pdf import render_pdf, render_png
from tests.browser.conftest import installed_browser
from tests.conftest import new_server
from tests.render.conftest import MIDDLE_OF_A_GAME

OUTPUT = Path(__file__).parent / "output" / "pdf.json"
ROUNDS = 5
ASKED_AGAIN = 30
CHROMIUM = installed_browser()
SUN = load_sheet("sun")


def seconds(work: Callable[[], object]) -> float:
    begin = perf_counter()
    work()
    return perf_counter() - begin


def processor_seconds() -> float:
    """Return the CPU time of this process and of its children that have ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


def medians(peers: dict[str, Callable[[], object]]) -> dict[str, float]:
    """Return the median CPU seconds of each, measured in turns after a warm-up."""
    for work in peers.values():
        work()
    taken: dict[str, list[float]] = {name: [] for name in peers}
    for _ in range(ROUNDS):
        for name, work in peers.items():
            before = processor_seconds()
            work()
            wait_for_orphans()
            taken[name].append(processor_seconds() - before)
    return {name: statistics.median(times) for name, times in taken.items()}


def adopt_orphans() -> None:
    """Count the CPU time of processes that a browser leaves behind and that end a moment later."""
    PR_SET_CHILD_SUBREAPER = 36
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def wait_for_orphans() -> None:
    with suppress(ChildProcessError):
        while True:
            os.wait()


# What is measured


def pad(pages: int) -> bytes:
    return print_pad(Order((PrintableSheet(SUN),), pages=pages))


def five_finished() -> bytes:
    """Print the sheets of five players."""
    colours = ("red", "blue", "green", "yellow", "purple")
    players = tuple(
        FinishedPlayer(f"Player {place}", colour, place, 21, 40, 7 - place, MIDDLE_OF_A_GAME)
        for place, colour in enumerate(colours, 1)
    )
    return print_finished(FinishedGame(SUN, players, "2026-11-16", "HTTPS://TABLE.EXAMPLE/T/QWERTY"))


def picture() -> bytes:
    """Draw a sheet as the camera's reader needs it."""
    page = SUN.geometry.page
    return render_png(arrange_for_paper(SUN), page.width, page.height, 6)


# Peers


def page_of_html(copies: int) -> str:
    """Return a plain HTML page with the same drawing, paper and fonts."""
    faces = "".join(
        f"@font-face{{font-family:'{family}';font-weight:{weight};src:url('{(fonts.FOLDER / f'{file}.ttf').as_uri()}')}}"
        for (family, weight), file in fonts.FILES.items()
    )
    style = f"{faces}@page{{size:A4;margin:{MARGIN}mm}}body{{margin:0}}svg{{display:block;break-after:page}}"
    drawing = arrange_for_paper(SUN)
    return f"<!doctype html><html lang=en><title>Sun</title><style>{style}</style>{drawing * copies}"


def chromium_prints(html: Path, folder: Path) -> None:
    assert CHROMIUM
    profile = tempfile.mkdtemp(dir=folder)
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer", f"--user-data-dir={profile}"]
    command = [CHROMIUM, *options, f"--print-to-pdf={folder / 'chromium.pdf'}", html.as_uri()]
    subprocess.run(command, capture_output=True, check=True, timeout=120)
    assert (folder / "chromium.pdf").stat().st_size > 1000


def weasyprint_prints(html: str) -> bytes:
    import weasyprint

    return weasyprint.HTML(string=html).write_pdf()


def unbound_pad(copies: int) -> bytes:
    """Print all pages with typst, instead of repeating one."""
    sheet = PrintableSheet(SUN)
    return render_pdf(lay_out(sheet.draw("en", "full"), "Sun", sheet.page, Order((sheet,))) * copies, "Sun", "en")


# The whole way


def asked_again(folder: Path) -> tuple[float, float]:
    """Return the seconds for a numbered pad over HTTP from a real server that has printed before, and for something
    without numbers that is kept."""
    server = new_server(folder)
    server.start()
    try:

        def ask(sheet: str) -> None:
            address = f"{server.url}/print/pad.pdf?sheet={sheet}&pages=100&paper=a4&up=1&lang=en&ink=full"
            with urllib.request.urlopen(address) as answer:
                assert answer.read(5) == b"%PDF-"

        ask("reference")
        numbered = statistics.median(seconds(lambda: ask("sun")) for _ in range(ASKED_AGAIN))
        return numbered, statistics.median(seconds(lambda: ask("reference")) for _ in range(ASKED_AGAIN))
    finally:
        server.stop()


def measured(folder: Path) -> dict[str, dict[str, object]]:
    html = folder / "page.html"
    html.write_text(page_of_html(1))
    peers: dict[str, Callable[[], object]] = {
        "one page": lambda: pad(1),
        "pad of 50": lambda: pad(50),
        "pad of 100": lambda: pad(100),
        "finished sheets of five": five_finished,
        "picture": picture,
        "WeasyPrint": lambda: weasyprint_prints(page_of_html(1)),
        "unbound": lambda: unbound_pad(100),
    }
    if CHROMIUM:
        peers["chromium"] = lambda: chromium_prints(html, folder)
    times = medians(peers)
    numbered, kept = asked_again(folder)
    one = times["one page"]

    def row(what: str, value: float | None, unit: str, aim: str, why: str = "") -> tuple[str, dict[str, object]]:
        return what, {"value": value, "unit": unit, "aim": aim, "why": why}

    return dict(
        [
            row("one page", one * 1000, "ms", ""),
            row("each further copy of a pad, with its own code", (times["pad of 100"] - one) * 1000 / 99, "ms", "≤ 2"),
            row("size of 100 pages to one", len(pad(100)) / len(pad(1)), "times", "≤ 2"),
            row(
                "Chromium's page to ours", times["chromium"] / one if CHROMIUM else None, "times", "≥ 2", "no Chromium"
            ),
            row("WeasyPrint's page to ours", times["WeasyPrint"] / one, "times", ""),
            row("100 pages that are not repeated, time", times["unbound"] / times["pad of 100"], "times", ""),
            row("100 pages that are not repeated, size", len(unbound_pad(100)) / len(pad(100)), "times", ""),
            row("a sheet as a picture of 1140 × 1662", times["picture"] * 1000, "ms", ""),
            row("finished sheets of five", times["finished sheets of five"] * 1000, "ms", ""),
            row("a numbered pad of 100 from the server", numbered * 1000, "ms", ""),
            row("a pad without numbers, from the cache", kept * 1000, "ms", "< 20"),
        ]
    )


def main() -> None:
    adopt_orphans()
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else OUTPUT
    with tempfile.TemporaryDirectory() as folder:
        figures = measured(Path(folder))
    for what, figure in figures.items():
        value, unit, aim, why = figure.values()
        shown = f"{value:9.2f} {unit:5}" if value is not None else f"  skipped: {why}"
        print(f"{what:46}{shown}  {aim}")
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps(figures, ensure_ascii=False, indent=2) + "\n")


if __name__ == "__main__":
    main()
