"""Copy, repeat and overlay the pages of a finished PDF. Shared content is stored in the file once."""

from collections.abc import Sequence
from io import BytesIO

import pikepdf

from companion.render.codes import QUIET, Matrix, SeriesEncoder, find_runs
from companion.render.geometry import Box

POINTS = 72 / 25.4  # per millimetre
CUT_MARK = 10 * POINTS  # length
EDGE = 4 * POINTS  # from the edge of the paper to a cut mark


def bind(document: bytes, times: int, doubled: bool, codes: Sequence[Sequence[tuple[str, Box]]]) -> bytes:
    """Repeat all pages of a PDF `times` times. With `doubled`, copy the left half of each page to the right.

    `codes` are the QR codes to add to each page of the result: content and box in mm.
    """
    with pikepdf.open(BytesIO(document)) as pdf:
        if doubled:
            for page in pdf.pages:
                _double(pdf, page)
        for page in pdf.pages:
            page.contents_add(b"q", prepend=True)  # so that what is added has its own coordinates
            page.contents_add(b"Q")
        _repeat(pdf, times)
        encoder = SeriesEncoder()
        for page, added in zip(pdf.pages, codes, strict=True):
            if added:
                _add_codes(pdf, page, [(encoder.encode(content), box) for content, box in added])
        return _save(pdf)


def overlay_on(document: bytes, blank: bytes, count: int) -> bytes:
    """Draw the first `count` pages of `document` on top of the first page of `blank`."""
    with pikepdf.open(BytesIO(document)) as pdf, pikepdf.open(BytesIO(blank)) as below:
        printed = pdf.copy_foreign(below.pages[0].as_form_xobject())
        for page in pdf.pages[:count]:
            page.add_underlay(printed, pikepdf.Rectangle(page.mediabox))
        return _save(pdf)


def _double(pdf: pikepdf.Pdf, page: pikepdf.Page) -> None:
    """Copy the left half of a page to the right and add cut marks between the halves.

    With equal halves, front and back match however the paper is turned over.
    """
    half, height = float(page.mediabox[2]) / 2, float(page.mediabox[3])
    page.contents_coalesce()
    drawn = pdf.make_stream(  # a copy, because `as_form_xobject` would repeat what is added to the page later
        page.Contents.read_bytes(),
        Type=pikepdf.Name.XObject,
        Subtype=pikepdf.Name.Form,
        BBox=pikepdf.Array([0, 0, half - 1, height]),  # without the cut marks
        Resources=page.resources,
    )
    page.add_overlay(drawn, pikepdf.Rectangle(half, 0, 2 * half - 1, height))
    ends = ((EDGE, EDGE + CUT_MARK), (height - EDGE - CUT_MARK, height - EDGE))
    lines = "".join(f"{half:.2f} {start:.2f} m {half:.2f} {end:.2f} l " for start, end in ends)
    page.contents_add(f"q 0.45 G 0.7 w {lines}S Q".encode())


def _repeat(pdf: pikepdf.Pdf, times: int) -> None:
    originals = list(pdf.pages)
    for _ in range(times - 1):
        for original in originals:
            pdf.pages.append(original)
            copy = pdf.pages[-1].obj
            if "/StructParents" in copy:  # the document structure refers to the first copy
                del copy["/StructParents"]


def _add_codes(pdf: pikepdf.Pdf, page: pikepdf.Page, codes: Sequence[tuple[Matrix, Box]]) -> None:
    """Add QR codes to a page, without changing what it shares with others."""
    drawn = "".join(_draw_code(matrix, box, float(page.mediabox[3])) for matrix, box in codes)
    shared = page.obj.Contents
    page.obj.Contents = pikepdf.Array([*shared, pdf.make_stream(f"/Artifact BMC {drawn}EMC".encode())])


def _draw_code(matrix: Matrix, box: Box, height: float) -> str:
    """Draw a code as one PDF path, in coordinates of its modules."""
    module = box.width * POINTS / (len(matrix) + 2 * QUIET)
    left, top = box.x * POINTS + QUIET * module, height - box.y * POINTS - QUIET * module
    squares = "".join(f"{x} {y} {run} 1 re " for x, y, run in find_runs(matrix))
    return f"q 0 g {module:.4f} 0 0 {-module:.4f} {left:.3f} {top:.3f} cm {squares}f Q "


def _save(pdf: pikepdf.Pdf) -> bytes:
    target = BytesIO()
    pdf.save(target, object_stream_mode=pikepdf.ObjectStreamMode.generate, compress_streams=True)
    return target.getvalue()
