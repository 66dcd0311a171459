"""Make PDF and PNG files: of drawings with typst, of HTML documents with WeasyPrint. Nothing is fetched.

The PDFs of drawings follow PDF/UA-1: they are tagged, every drawing has its text alternative, and typst refuses a
letter that no font has. The same input gives the same bytes.

Documents have flowing text; a browser can show and print the same pages. WeasyPrint needs the Pango library, a system
package; drawings are printed without it.
"""

import json
import logging
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from dataclasses import asdict, dataclass
from functools import cache, lru_cache
from io import BytesIO, StringIO
from threading import Lock
from typing import Any

from companion.files import STATIC
from companion.render import fonts
from companion.render.svg import Box, write_svg, write_text_element

# The drawings are data of the program, so nothing in them is ever read as typst's markup.
PROGRAM = b"""
#let job = json(bytes(sys.inputs.job))
#set document(title: job.title, date: none)
#set text(lang: job.language)
#for sheet in job.pages {
  page(width: sheet.width * 1mm, height: sheet.height * 1mm, margin: 0mm, {
    for it in sheet.drawings {
      let (wide, high) = (it.width * 1mm, it.height * 1mm)
      let drawn = image(bytes(it.svg), format: "svg", width: wide, height: high, alt: it.description)
      place(dx: it.x * 1mm, dy: it.y * 1mm, if it.description == "" { pdf.artifact(drawn) } else { drawn })
    }
  })
}
"""
MILLIMETRES_PER_INCH = 25.4
POINTS = 72 / MILLIMETRES_PER_INCH  # per millimetre
SITE = "http://companion.invalid/"  # where an HTML document seems to come from
_ONE_DRAWING_AT_A_TIME = Lock()  # a compiler cannot be shared; one for all keeps memory constant
_ONE_DOCUMENT_AT_A_TIME = Lock()  # Pango's font map is shared between threads


class DrawingFailed(RuntimeError):
    """typst could not draw something: a bug in the drawing, not in the order."""


class PdfUnavailable(RuntimeError):
    """WeasyPrint cannot work on this machine because Pango is missing."""


class DocumentFailed(RuntimeError):
    """WeasyPrint could not load or render a part: a bug in the document."""


# Drawings


@dataclass(frozen=True)
class Placed:
    """A drawing and its place on the page, in mm."""

    svg: str
    x: float
    y: float
    width: float
    height: float
    description: str  # text alternative; empty for decoration


@dataclass(frozen=True)
class Page:
    width: float
    height: float
    drawings: tuple[Placed, ...]


def render_pdf(pages: Sequence[Page], title: str, language: str) -> bytes:
    """Render pages as one PDF. Raises DrawingFailed."""
    return _compile(pages, title, language, format="pdf", pdf_standards="ua-1")


def render_png(svg: str, width: float, height: float, pixels: float) -> bytes:
    """Render a drawing of this size as a PNG on white, with `pixels` per unit. Raises DrawingFailed."""
    page = Page(width, height, (Placed(svg, 0, 0, width, height, ""),))
    return _compile([page], "", "en", format="png", ppi=pixels * MILLIMETRES_PER_INCH)


def _compile(pages: Sequence[Page], title: str, language: str, **options: Any) -> bytes:
    described = {"title": title, "language": language, "pages": [asdict(page) for page in pages]}
    job = json.dumps(described, ensure_ascii=False)
    foreign = frozenset(filter(fonts.is_foreign, set(job)))
    job = job.translate({ord(letter): "?" for letter in _find_missing(foreign)})
    return _run(bool(foreign), job, **options)


def find_missing_letters(words: str) -> frozenset[str]:
    """Return the letters that neither our fonts nor those of the computer have."""
    return _find_missing(frozenset(filter(fonts.is_foreign, words)))


@lru_cache(maxsize=1024)
def _find_missing(foreign: frozenset[str]) -> frozenset[str]:
    """Return the letters that no font has, by setting each of them: PDF/UA does not allow a letter without a shape.

    In the pen's font, because the others have an empty shape for missing letters, and typst drops a text without any.
    """
    if not foreign:
        return frozenset()
    texts = (write_text_element("text", letter, y=y, font_family=fonts.PEN) for y, letter in enumerate(foreign, 1))
    page = Page(9, 9, (Placed(write_svg("".join(texts), 9, len(foreign)), 0, 0, 9, 9, "letters"),))
    job = json.dumps({"title": "letters", "language": "en", "pages": [asdict(page)]})
    try:
        _run(True, job, format="pdf", pdf_standards="ua-1")
    except DrawingFailed as problem:
        missing = re.findall(r'the text `"(.*?)"` could not be displayed', str(problem))
        return foreign & frozenset("".join(missing)) or foreign
    return frozenset()


def _run(with_system_fonts: bool, job: str, **options: Any) -> bytes:
    import typst  # not imported at the start: it takes a moment, and a phone that runs the companion has none

    with _ONE_DRAWING_AT_A_TIME:
        try:
            written: bytes = _load_compiler(with_system_fonts).compile(PROGRAM, sys_inputs={"job": job}, **options)
        except typst.TypstError as problem:
            raise DrawingFailed(problem.diagnostic) from problem
    return written


@cache
def _load_compiler(with_system_fonts: bool) -> Any:
    """Return a compiler with our fonts. Those of the computer are only added for letters that ours lack: finding them
    takes time, and they differ from one computer to the next."""
    import typst

    found = typst.Fonts(with_system_fonts, include_embedded_fonts=False, font_paths=[str(fonts.FOLDER)])
    return typst.Compiler(root=fonts.FOLDER, font_paths=found)


def repeat_pages(document: bytes, times: int, codes: Sequence[Sequence[tuple[str, Box, str]]]) -> bytes:
    """Repeat all pages of a PDF `times` times. `codes` are the QR codes to add to each page of the result: content, box
    in mm, and a shade of gray as "#rrggbb".

    Typst would store a drawing again for every page: a pad of 100 pages would have 4 MB instead of 0.1.
    """
    import pikepdf  # imported here for a faster start, like the encoder: only printing needs them

    from companion.render.codes import QUIET, SeriesEncoder, find_runs

    encoder = SeriesEncoder()

    def draw_code(content: str, box: Box, colour: str, height: float) -> str:
        """Draw a code as one PDF path, in coordinates of its modules."""
        matrix = encoder.encode(content)
        module = box.width * POINTS / (len(matrix) + 2 * QUIET)
        left, top = box.x * POINTS + QUIET * module, height - box.y * POINTS - QUIET * module
        squares = "".join(f"{x} {y} {run} 1 re " for x, y, run in find_runs(matrix))
        return (
            f"q {int(colour[1:3], 16) / 255:.3g} g {module:.4f} 0 0 {-module:.4f} {left:.3f} {top:.3f} cm {squares}f Q "
        )

    with pikepdf.open(BytesIO(document)) as pdf:
        originals = list(pdf.pages)
        for page in originals:
            page.contents_add(b"q", prepend=True)  # so that what is added has its own coordinates
            page.contents_add(b"Q")
        for _ in range(times - 1):
            for page in originals:
                pdf.pages.append(page)
                del pdf.pages[-1].obj["/StructParents"]  # the document structure refers to the first copy
        for page, added in zip(pdf.pages, codes, strict=True):
            if added:
                height = float(page.mediabox[3])
                drawn = "".join(draw_code(*code, height) for code in added)
                # A new list of streams: the old one is shared with the other copies.
                overlay = pdf.make_stream(f"/Artifact BMC {drawn}EMC".encode())
                page.obj.Contents = pikepdf.Array([*page.obj.Contents, overlay])
        target = BytesIO()
        pdf.save(target, object_stream_mode=pikepdf.ObjectStreamMode.generate, deterministic_id=True)
        return target.getvalue()


# Documents


def print_document(html: str) -> bytes:
    """Render an HTML page as a PDF; it may use our stylesheets and fonts. Raises PdfUnavailable or DocumentFailed."""
    try:  # not imported at the start: it is slow, and a companion without Pango can do everything else
        with redirect_stdout(StringIO()):  # it prints a page of advice before it fails
            import weasyprint
    except OSError as problem:
        raise PdfUnavailable from problem
    with _ONE_DOCUMENT_AT_A_TIME, _raise_problems():
        document = weasyprint.HTML(string=fonts.drop_pictures(html), base_url=SITE, url_fetcher=make_fetcher())
        written: bytes = document.write_pdf(pdf_tags=True)
    return written


def make_fetcher() -> Any:
    """Make a URL fetcher that serves our stylesheets and fonts and refuses every other URL."""
    from weasyprint.urls import URLFetcher, URLFetcherResponse

    class OwnFiles(URLFetcher):  # type: ignore[misc]
        def fetch(self, url: str, headers: dict[str, str] | None = None) -> Any:
            file = STATIC / url.partition("?")[0].partition("/static/")[2]
            if not url.startswith(SITE) or ".." in file.parts or file.suffix not in (".css", ".ttf"):
                raise ValueError(f"a document may not load {url}")
            kind = {".css": "text/css", ".ttf": "font/ttf"}[file.suffix]
            return URLFetcherResponse(url, file.read_bytes(), {"Content-Type": kind})

    return OwnFiles()


@contextmanager
def _raise_problems() -> Iterator[None]:
    """Raise DocumentFailed if WeasyPrint logs an error; on its own it would omit what it cannot load."""
    problems: list[str] = []

    class Collector(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            problems.append(record.getMessage())

    collector = Collector(logging.ERROR)
    logger = logging.getLogger("weasyprint")
    logger.addHandler(collector)
    try:
        yield
    finally:
        logger.removeHandler(collector)
    if problems:
        raise DocumentFailed("; ".join(problems))
