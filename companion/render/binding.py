"""What happens to pages after they have been set: doubled, repeated, laid over others.

What they show is in the file once.
"""

from io import BytesIO

import pikepdf

POINTS = 72 / 25.4  # in a millimetre
CUT_MARK = 10 * POINTS  # its length
EDGE = 4 * POINTS  # from the edge of the paper to a cut mark


def bound(document: bytes, times: int, doubled: bool) -> bytes:
    """All pages so many times over, with the same beside itself if they are to be cut in two."""
    with pikepdf.open(BytesIO(document)) as pdf:
        if doubled:
            for page in pdf.pages:
                _double(page)
        _repeat(pdf, times)
        return _saved(pdf)


def laid_over(document: bytes, blank: bytes) -> bytes:
    """All pages but the last on top of a blank one."""
    with pikepdf.open(BytesIO(document)) as pdf, pikepdf.open(BytesIO(blank)) as below:
        printed = pdf.copy_foreign(below.pages[0].as_form_xobject())
        for page in pdf.pages[:-1]:
            page.add_underlay(printed, pikepdf.Rectangle(page.mediabox))
        return _saved(pdf)


def _double(page: pikepdf.Page) -> None:
    """The left half once more on the right; equal halves match their backs however the page is turned."""
    half, height = float(page.mediabox[2]) / 2, float(page.mediabox[3])
    drawn = page.as_form_xobject()
    drawn.BBox = pikepdf.Array([0, 0, half - 1, height])  # or it would show the cut marks once more
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
            if "/StructParents" in copy:  # the document's structure speaks of the first copy
                del copy["/StructParents"]


def _saved(pdf: pikepdf.Pdf) -> bytes:
    target = BytesIO()
    pdf.save(target, object_stream_mode=pikepdf.ObjectStreamMode.generate, compress_streams=True)
    return target.getvalue()
