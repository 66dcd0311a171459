"""QR codes as SVG that goes into a page as it is."""

import qrcode
from markupsafe import Markup


def qr_svg(text: str, label: str) -> Markup:
    """One path for all dark modules, with the quiet zone scanners need."""
    code = qrcode.QRCode(border=4, error_correction=qrcode.constants.ERROR_CORRECT_M)
    code.add_data(text)
    rows = code.get_matrix()
    path = "".join(f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark)
    return Markup(
        '<svg class="qr" role="img" aria-label="{label}" viewBox="0 0 {size} {size}" shape-rendering="crispEdges">'
        '<rect width="{size}" height="{size}" fill="#fff"/><path d="{path}" fill="#000"/></svg>'
    ).format(label=label, size=len(rows), path=path)


def qr_terminal(text: str) -> str:
    """The same for a terminal: two modules per character, dark on light whatever the colours."""
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
