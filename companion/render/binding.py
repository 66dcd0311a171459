"""Copy, repeat and overlay the pages of a finished PDF. Shared content is stored in the file once."""

from io import BytesIO

import pikepdf

POINTS = 72 / 25.4  # per millimetre
CUT_MARK = 10 * POINTS  # length
EDGE = 4 * POINTS  # from the edge of the paper to a cut mark


def bind(document: bytes, times: int, doubled: bool) -> bytes:
    """Repeat all pages of a PDF `times` times. With `doubled`, copy the left half of each page to the right."""
    with pikepdf.open(BytesIO(document)) as pdf:
        if doubled:
            for page in pdf.pages:
                _double(page)
        _repeat(pdf, times)
        return _save(pdf)


def overlay_on(document: bytes, blank: bytes) -> bytes:
    """Draw every page of `document` except the last on top of the first page of `blank`."""
    with pikepdf.open(BytesIO(document)) as pdf, pikepdf.open(BytesIO(blank)) as below:
        printed = pdf.copy_foreign(below.pages[0].as_form_xobject())
        for page in pdf.pages[:-1]:
            page.add_underlay(printed, pikepdf.Rectangle(page.mediabox))
        return _save(pdf)


def _double(page: pikepdf.Page) -> None:
    """Copy the left half of a page to the right and add cut marks between the halves.

    With equal halves, front and back match however the paper is turned over.
    """
    half, height = float(page.mediabox[2]) / 2, float(page.mediabox[3])
    drawn = page.as_form_xobject()
    drawn.BBox = pikepdf.Array([0, 0, half - 1, height])  # without the cut marks
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


def _save(pdf: pikepdf.Pdf) -> bytes:
    target = BytesIO()
    pdf.save(target, object_stream_mode=pikepdf.ObjectStreamMode.generate, compress_streams=True)
    return target.getvalue()
