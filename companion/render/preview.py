"""How a pad will lie on its paper, as a drawing for a page on the screen."""

from companion.render.pad import Order, side
from companion.render.paper import PAPERS
from companion.render.printable import Printable
from companion.render.svg import element, number, picture

PIXELS = 96 / 25.4  # in a millimetre, as a browser counts


def preview(sheet: Printable, order: Order) -> str:
    """One side of the paper with the sheet on it; with two beside each other, both and the line between them."""
    page = side(sheet, order)
    (placed,) = page.drawings
    scale = placed.width / (sheet.page.width * PIXELS)
    transform = f"translate({number(placed.x)} {number(placed.y)}) scale({scale:.5f})"
    parts = [
        element("rect", width=page.width, height=page.height, fill="#fff"),
        element("g", placed.svg, id=f"preview-{sheet.name}", transform=transform),
    ]
    if order.up == 2:
        half = PAPERS[order.paper].height / 2
        parts.append(element("use", href=f"#preview-{sheet.name}", x=half))
        line = element("path", d=f"M{number(half)} 0V{number(page.height)}", stroke="#777", stroke_dasharray="3 2")
        parts.append(line)
    return picture("".join(parts), page.width, page.height)
