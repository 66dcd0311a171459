"""Turn drawings into PDF with WeasyPrint. Fonts and drawings come from memory; nothing is fetched."""

import logging
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from functools import cache
from io import StringIO
from threading import Lock
from typing import Any

from companion.render import advances, fonts, icons
from companion.render.canvas import Name
from companion.render.svg import element, write_number, write_text_element
from companion.render.typesetting import prepare_for_print

OWN = "companion:"  # scheme of the only URLs that can be loaded
_ICON_CHARACTER = re.compile(b"<e[0-9a-f]{3}>$")  # at the end of a line of a character map
_ONE_AT_A_TIME = Lock()  # Pango's font map is shared between threads


class PdfUnavailable(RuntimeError):
    """WeasyPrint cannot work on this machine because Pango is missing."""


class DrawingFailed(RuntimeError):
    """WeasyPrint could not render part of a drawing: a bug in the drawing, not in the order."""


@dataclass(frozen=True)
class Placed:
    """A drawing and its place on the page, in mm."""

    svg: str
    x: float
    y: float
    width: float
    height: float
    description: str  # text alternative
    names: tuple[Name, ...] = ()  # written over the drawing, placed in its units
    scale: float = 1.0  # millimetres per unit of the drawing


@dataclass(frozen=True)
class Page:
    width: float
    height: float
    drawings: tuple[Placed, ...]


def render_pdf(pages: Sequence[Page], title: str, language: str) -> bytes:
    """Render pages as one PDF. Raises PdfUnavailable or DrawingFailed."""
    drawings: dict[str, str] = {}
    sections = []
    for index, page in enumerate(pages):
        images = []
        for drawing in page.drawings:
            address = f"{OWN}drawing-{len(drawings)}"
            drawings[address] = prepare_for_print(drawing.svg)
            images.append(_make_image(address, drawing))
            images += [_make_name(name, drawing) for name in drawing.names]
        size = f"width:{write_number(page.width)}mm;height:{write_number(page.height)}mm"
        sections.append(element("section", "".join(images), style=f"page:p{index};{size}"))
    return render_html_pdf("".join(sections), _write_style(pages), title, language, drawings)


def render_html_pdf(
    body: str,
    style: str,
    title: str,
    language: str,
    drawings: dict[str, str] | None = None,
    missing: set[str] | None = None,
) -> bytes:
    """Render HTML as a PDF; `drawings` are the SVG images it shows, by URL. Characters that no installed font has are
    added to `missing`. Raises PdfUnavailable or DrawingFailed."""
    weasyprint, font_map = _load_weasyprint()
    head = write_text_element("title", title) + element("style", style)
    content = element("head", head) + element("body", body)
    html = "<!doctype html>" + element("html", content, lang=language)
    with _ONE_AT_A_TIME, _hear_problems(set() if missing is None else missing):
        drawn = weasyprint.HTML(string=html, url_fetcher=_make_fetcher(drawings or {}, "image/svg+xml"))
        written: bytes = drawn.write_pdf(font_config=font_map, pdf_tags=True, finisher=_hide_icon_text)
    return written


def _hide_icon_text(_: Any, pdf: Any) -> None:
    """Make icons appear as spaces in searched and copied text."""
    for part in pdf.objects:
        lines = getattr(part, "stream", ())
        if b"/CMapType 2 def" in lines:
            part.stream = [_ICON_CHARACTER.sub(b"<0020>", line) for line in lines]


@contextmanager
def _hear_problems(missing: set[str]) -> Iterator[None]:
    """Collect characters that WeasyPrint reports as missing. Raise DrawingFailed if it logs an error; on its own it
    would omit what it cannot draw."""
    problems: list[str] = []

    class Collector(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if record.levelno >= logging.ERROR:
                problems.append(record.getMessage())
            elif record.msg.startswith(".notdef") and isinstance(record.args, tuple):
                missing.add(str(record.args[0]))

    collector = Collector(logging.WARNING)
    logger = logging.getLogger("weasyprint")
    logger.addHandler(collector)
    try:
        yield
    finally:
        logger.removeHandler(collector)
    if problems:
        raise DrawingFailed("; ".join(problems))


def _make_image(address: str, drawing: Placed) -> str:
    place = (
        f"left:{write_number(drawing.x)}mm;top:{write_number(drawing.y)}mm;"
        f"width:{write_number(drawing.width)}mm;height:{write_number(drawing.height)}mm"
    )
    return element("img", src=address, alt=drawing.description, style=place)


def _make_name(name: Name, drawing: Placed) -> str:
    """Write a name as HTML: WeasyPrint sets SVG text letter by letter, which breaks Arabic and Hebrew."""
    scale, size = drawing.scale, name.size * drawing.scale
    left, top = drawing.x + name.x * scale, drawing.y + name.cy * scale - size * 0.75
    style = (
        f"left:{write_number(left)}mm;top:{write_number(top)}mm;"
        f"width:{write_number(name.room * scale)}mm;line-height:{write_number(size * 1.5)}mm;"
        f"font-size:{write_number(size)}mm;"
        f"font-family:'{name.family}','{fonts.LABEL}',sans-serif;font-weight:{name.weight};color:{name.colour}"
    )
    return write_text_element(
        "p", fonts.shorten(name.words, name.size, name.room, name.family, name.weight), style=style
    )


def _write_style(pages: Sequence[Page]) -> str:
    sizes = "".join(
        f"@page p{index}{{size:{write_number(page.width)}mm {write_number(page.height)}mm;margin:0}}"
        for index, page in enumerate(pages)
    )
    return (
        f"{sizes}body{{margin:0}}section{{position:relative;break-after:page;overflow:hidden}}"
        "section:last-child{break-after:auto}img,p{position:absolute;margin:0}"
        "p{white-space:nowrap;overflow:hidden}"
    )


@cache
def _load_weasyprint() -> tuple[Any, Any]:
    """Import WeasyPrint and load our fonts. Raises PdfUnavailable if Pango is missing.

    Not imported at the start, because a companion without Pango can still serve tables.
    """
    try:
        with redirect_stdout(StringIO()):  # it prints a page of advice before it fails
            import weasyprint
            from weasyprint.text.fonts import FontConfiguration
    except OSError as problem:
        raise PdfUnavailable from problem
    from companion.render import icon_font  # imported here for a faster start: it needs fontTools

    font_map = FontConfiguration()
    files = {f"{OWN}{file}": (advances.FOLDER / f"{file}.ttf").read_bytes() for file in fonts.FILES.values()}
    files[f"{OWN}icons"] = icon_font.build_font()
    faces = "".join(
        f"@font-face{{font-family:'{family}';font-weight:{weight};src:url('{OWN}{file}')}}"
        for (family, weight), file in (fonts.FILES | {(icons.ICON_FONT, "normal"): "icons"}).items()
    )
    weasyprint.CSS(string=faces, font_config=font_map, url_fetcher=_make_fetcher(files, "font/ttf"))
    return weasyprint, font_map


def _make_fetcher(files: dict[str, str] | dict[str, bytes], content_type: str) -> Any:
    """Make a URL fetcher that serves these files and refuses every other URL."""
    from weasyprint.urls import URLFetcher, URLFetcherResponse

    class Memory(URLFetcher):  # type: ignore[misc]
        def fetch(self, url: str, headers: dict[str, str] | None = None) -> Any:
            if url not in files:
                raise ValueError(f"a sheet may not load {url}")
            return URLFetcherResponse(url, files[url], {"Content-Type": content_type})

    return Memory()
