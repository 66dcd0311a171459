"""Drawings to PDF by WeasyPrint. Nothing is fetched: fonts and drawings are handed over from memory."""

import logging
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from functools import cache
from io import StringIO
from threading import Lock
from typing import Any

from companion.render import fonts, icon_letters
from companion.render.canvas import Name
from companion.render.svg import element, number, text_element
from companion.render.typesetting import for_print

OWN = "companion:"  # the only addresses there are
_ICON_LETTER = re.compile(b"<e[0-9a-f]{3}>$")  # at the end of a line that says what a letter means
_ONE_AT_A_TIME = Lock()  # Pango's font map is shared


class PdfUnavailable(RuntimeError):
    """WeasyPrint cannot set text on this machine, because Pango is missing."""


class DrawingFailed(RuntimeError):
    """A drawing cannot be set; a mistake in the drawing, not in the order."""


@dataclass(frozen=True)
class Placed:
    """A drawing and where it lies on its page, in mm."""

    svg: str
    x: float
    y: float
    width: float
    height: float
    description: str  # for those who hear the page
    names: tuple[Name, ...] = ()  # written over the drawing
    scale: float = 1.0  # of the drawing's own millimetres, in which names are placed


@dataclass(frozen=True)
class Page:
    width: float
    height: float
    drawings: tuple[Placed, ...]


def document(pages: Sequence[Page], title: str, language: str) -> bytes:
    """One PDF of the pages."""
    drawings: dict[str, str] = {}
    sections = []
    for index, page in enumerate(pages):
        images = []
        for drawing in page.drawings:
            address = f"{OWN}drawing-{len(drawings)}"
            drawings[address] = for_print(drawing.svg)
            images.append(_image(address, drawing))
            images += [_name(name, drawing) for name in drawing.names]
        size = f"width:{number(page.width)}mm;height:{number(page.height)}mm"
        sections.append(element("section", "".join(images), style=f"page:p{index};{size}"))
    return text_document("".join(sections), _style(pages), title, language, drawings)


def text_document(body: str, style: str, title: str, language: str, drawings: dict[str, str] | None = None) -> bytes:
    """One PDF of HTML of our own making. `drawings` are the SVG files it shows, by address."""
    weasyprint, font_map = _weasyprint()
    head = text_element("title", title) + element("style", style)
    content = element("head", head) + element("body", body)
    html = "<!doctype html>" + element("html", content, lang=language)
    with _ONE_AT_A_TIME, _loud():
        drawn = weasyprint.HTML(string=html, url_fetcher=_memory(drawings or {}, "image/svg+xml"))
        written: bytes = drawn.write_pdf(font_config=font_map, pdf_tags=True, finisher=_silence_icons)
    return written


def _silence_icons(_: Any, pdf: Any) -> None:
    """Whoever searches or copies the text finds spaces, not the letters that the icons are set with."""
    for part in pdf.objects:
        lines = getattr(part, "stream", ())
        if b"/CMapType 2 def" in lines:
            part.stream = [_ICON_LETTER.sub(b"<0020>", line) for line in lines]


@contextmanager
def _loud() -> Iterator[None]:
    """WeasyPrint only logs what it cannot draw and leaves it out; a sheet with a hole is worse than none."""
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
        raise DrawingFailed("; ".join(problems))


def _image(address: str, drawing: Placed) -> str:
    place = (
        f"left:{number(drawing.x)}mm;top:{number(drawing.y)}mm;"
        f"width:{number(drawing.width)}mm;height:{number(drawing.height)}mm"
    )
    return element("img", src=address, alt=drawing.description, style=place)


def _name(name: Name, drawing: Placed) -> str:
    """As a line of HTML, because WeasyPrint sets SVG text letter by letter: nothing for Arabic or Hebrew."""
    scale, size = drawing.scale, name.size * drawing.scale
    left, top = drawing.x + name.x * scale, drawing.y + name.cy * scale - size * 0.75
    style = (
        f"left:{number(left)}mm;top:{number(top)}mm;"
        f"width:{number(name.room * scale)}mm;line-height:{number(size * 1.5)}mm;font-size:{number(size)}mm;"
        f"font-family:'{name.family}','{fonts.LABEL}',sans-serif;font-weight:{name.weight};color:{name.colour}"
    )
    return text_element("p", fonts.shortened(name.words, name.size, name.room, name.family, name.weight), style=style)


def _style(pages: Sequence[Page]) -> str:
    sizes = "".join(
        f"@page p{index}{{size:{number(page.width)}mm {number(page.height)}mm;margin:0}}"
        for index, page in enumerate(pages)
    )
    return (
        f"{sizes}body{{margin:0}}section{{position:relative;break-after:page;overflow:hidden}}"
        "section:last-child{break-after:auto}img,p{position:absolute;margin:0}"
        "p{white-space:nowrap;overflow:hidden}"
    )


@cache
def _weasyprint() -> tuple[Any, Any]:
    """The library and our fonts in it. Only now, because a companion without Pango still serves tables."""
    try:
        with redirect_stdout(StringIO()):  # it would print a page of advice before it fails
            import weasyprint
            from weasyprint.text.fonts import FontConfiguration
    except OSError as problem:
        raise PdfUnavailable from problem
    from companion.render import icon_font

    font_map = FontConfiguration()
    files = {f"{OWN}{file}": (fonts.FOLDER / f"{file}.ttf").read_bytes() for file in fonts.FILES.values()}
    files[f"{OWN}icons"] = icon_font.font_file()
    faces = "".join(
        f"@font-face{{font-family:'{family}';font-weight:{weight};src:url('{OWN}{file}')}}"
        for (family, weight), file in (fonts.FILES | {(icon_letters.FAMILY, "normal"): "icons"}).items()
    )
    weasyprint.CSS(string=faces, font_config=font_map, url_fetcher=_memory(files, "font/ttf"))
    return weasyprint, font_map


def _memory(files: dict[str, str] | dict[str, bytes], content_type: str) -> Any:
    """Answers for these files and refuses everything else."""
    from weasyprint.urls import URLFetcher, URLFetcherResponse

    class Memory(URLFetcher):  # type: ignore[misc]
        def fetch(self, url: str, headers: dict[str, str] | None = None) -> Any:
            if url not in files:
                raise ValueError(f"a sheet fetches nothing, but asked for {url}")
            return URLFetcherResponse(url, files[url], {"Content-Type": content_type})

    return Memory()
