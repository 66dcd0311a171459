"""Time PDFs against other tools on the same machine in the same run: python tests/bench/bench_pdf.py [FILE]

The tools take turns in every round and the medians are compared, so that other programs affect all of them equally.
Only the ratios matter; nothing here asserts a time. Chromium uses many processes, so on a busy machine it gets a larger
share of the CPU than a single process: its ratio is also given in CPU time. The figures are also written to FILE as
JSON.
"""

import ctypes
import json
import os
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
from companion.games.dice_charmers.drawing.finished import print_finished
from companion.games.dice_charmers.drawing.finished_game import Game, Player, Turn
from companion.games.dice_charmers.drawing.sheet import PrintableSheet, arrange_for_paper
from companion.render import advances, fonts
from companion.render.pad import MARGIN, Order, _render_sides, make_side, print_pad
from companion.render.pdf import _load_weasyprint
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
    return sum(os.times()[:4])


def medians(peers: dict[str, Callable[[], object]]) -> tuple[dict[str, float], dict[str, float]]:
    """Return the median seconds of each, by the clock and of CPU time, measured in turns after a warm-up."""
    for work in peers.values():
        work()
    clock: dict[str, list[float]] = {name: [] for name in peers}
    processor: dict[str, list[float]] = {name: [] for name in peers}
    for _ in range(ROUNDS):
        for name, work in peers.items():
            before = processor_seconds()
            clock[name].append(seconds(work))
            wait_for_orphans()
            processor[name].append(processor_seconds() - before)
    return tuple({name: statistics.median(times) for name, times in taken.items()} for taken in (clock, processor))


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
    _render_sides.cache_clear()  # the drawing, too, is made each time
    return print_pad(Order((PrintableSheet(SUN),), pages=pages))


def five_finished() -> bytes:
    """Print the sheets of five players and the summary; the blank sheet is cached."""
    colours = ("red", "blue", "green", "yellow", "purple")
    players = tuple(
        Player(
            f"Player {place}", colour, place, 21, 40, 7 - place, 3, 2, MIDDLE_OF_A_GAME, tuple(range(-39 + place, 1, 4))
        )
        for place, colour in enumerate(colours, 1)
    )
    turns = (Turn("Player 1", 7, 6, 9), Turn("Player 2", 4, 5, 3), Turn("Player 3", 2, 4, 4))
    return print_finished(Game(SUN, players, "2026-11-16", "HTTPS://TABLE.EXAMPLE/T/QWERTY", "", turns))


# Peers


def page_of_html(copies: int) -> str:
    """Return a plain HTML page with the same drawing, paper and fonts."""
    faces = "".join(
        f"@font-face{{font-family:'{family}';font-weight:{weight};src:url('{(advances.FOLDER / f'{file}.ttf').as_uri()}')}}"
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


def naive_pad(copies: int) -> bytes:
    """Print all pages as one document with WeasyPrint; its fonts are already loaded, as ours are."""
    weasyprint, font_map = _load_weasyprint()
    drawing = arrange_for_paper(SUN).replace("<svg", "<svg style='display:block;break-after:page'")
    html = f"<!doctype html><style>@page{{size:A4;margin:{MARGIN}mm}}</style>{drawing * copies}"
    return weasyprint.HTML(string=html).write_pdf(font_config=font_map)


def typst_prints(folder: Path) -> Callable[[], object] | None:
    try:
        import typst
    except ImportError:
        return None
    (placed,) = make_side(PrintableSheet(SUN), Order((PrintableSheet(SUN),))).drawings
    (folder / "sheet.svg").write_text(placed.svg)
    place = f'#place(dx: {placed.x}mm, dy: {placed.y}mm, image("sheet.svg", width: {placed.width}mm))'
    source = folder / "sheet.typ"
    source.write_text(f'#set page(paper: "a4", margin: 0mm)\n{place}\n')
    return lambda: typst.compile(str(source), font_paths=[str(advances.FOLDER)])


# The whole way


def asked_again(folder: Path) -> tuple[float, float]:
    """Return the seconds for a pad over HTTP from a real server, for the first request and for later ones."""
    server = new_server(folder)
    server.start()
    try:
        address = f"{server.url}/print/pad.pdf?sheet=sun&pages=100&paper=a4&up=1&lang=en&ink=full"

        def ask() -> None:
            with urllib.request.urlopen(address) as answer:
                assert answer.read(5) == b"%PDF-"

        return seconds(ask), statistics.median(seconds(ask) for _ in range(ASKED_AGAIN))
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
    }
    if CHROMIUM:
        peers["chromium"] = lambda: chromium_prints(html, folder)
    if typst := typst_prints(folder):
        peers["typst"] = typst
    times, processor = medians(peers)
    naive = seconds(lambda: naive_pad(50))
    first, again = asked_again(folder)
    one = times["one page"]

    def row(what: str, value: float | None, unit: str, aim: str, why: str = "") -> tuple[str, dict[str, object]]:
        return what, {"value": value, "unit": unit, "aim": aim, "why": why}

    return dict(
        [
            row("one page", one * 1000, "ms", ""),
            row("pad of 100 to one page, time", times["pad of 100"] / one, "times", "≤ 1.3"),
            row("pad of 100 to one page, size", len(pad(100)) / len(pad(1)), "times", "≤ 1.5"),
            row(
                "Chromium's page to ours", times["chromium"] / one if CHROMIUM else None, "times", "≥ 2", "no Chromium"
            ),
            row(
                "the same in time of the processor",
                processor["chromium"] / processor["one page"] if CHROMIUM else None,
                "times",
                "",
                "no Chromium",
            ),
            row("naive pad of 50 to ours", naive / times["pad of 50"], "times", "≥ 20"),
            row("finished sheets of five to one page", times["finished sheets of five"] / one, "times", "≤ 2"),
            row("a pad from the server, the first time", first * 1000, "ms", ""),
            row("the same pad again, from the cache", again * 1000, "ms", "< 20"),
            row(
                "our page to typst's",
                one / times["typst"] if typst else None,
                "times",
                "the limit",
                "pip install typst",
            ),
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
        print(f"{what:40}{shown}  {aim}")
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps(figures, ensure_ascii=False, indent=2) + "\n")


if __name__ == "__main__":
    main()
