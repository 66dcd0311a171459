"""QR codes as inline SVG, and for a terminal."""

from functools import lru_cache

import qrcode
from markupsafe import Markup
from qrcode.constants import ERROR_CORRECT_L, ERROR_CORRECT_M

from companion.render.codes import find_runs

LONGEST = 600  # bytes; phones cannot scan a finer code from a screen
LONG = 100  # longer texts get less error correction, and so fewer and larger modules
MASK = 3  # scanners read any mask on a screen; to compare all eight takes ten times as long
KEPT_CODES = 256
QUIET = 4  # modules of white margin that scanners need


def draw_qr(text: str, label: str) -> Markup:
    """Draw a QR code; return nothing if the text is too long for one."""
    if len(text.encode(errors="replace")) > LONGEST:
        return Markup("")
    size, path = draw_modules(text)
    return Markup(
        '<svg class="qr" role="img" aria-label="{label}" viewBox="0 0 {size} {size}" shape-rendering="crispEdges">'
        '<rect width="{size}" height="{size}" fill="#fff"/><path d="{path}" fill="#000"/></svg>'
    ).format(label=label, size=size, path=path)


@lru_cache(KEPT_CODES)
def draw_modules(text: str) -> tuple[int, str]:
    """Return the width in modules, and one path for all dark modules."""
    content = text.encode(errors="replace")
    correction = ERROR_CORRECT_L if len(content) > LONG else ERROR_CORRECT_M
    code = qrcode.QRCode(error_correction=correction, border=QUIET, mask_pattern=MASK)
    code.add_data(content, optimize=0)
    rows = code.get_matrix()
    return len(rows), "".join(f"M{x} {y}h{width}v1h-{width}z" for x, y, width in find_runs(rows))


def draw_qr_for_terminal(text: str) -> str:
    """Draw a QR code for a terminal: two modules per character, dark on light in any colour scheme."""
    code = qrcode.QRCode(border=2)
    code.add_data(text)
    rows = code.get_matrix()
    if len(rows) % 2:
        rows.append([False] * len(rows[0]))
    shades = {(False, False): "█", (True, False): "▄", (False, True): "▀", (True, True): " "}
    return "\n".join(
        "".join(shades[upper, lower] for upper, lower in zip(rows[y], rows[y + 1], strict=True))
        for y in range(0, len(rows), 2)
    )
