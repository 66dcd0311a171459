"""Helpers to write SVG and HTML. All values are escaped here and nowhere else."""

from html import escape

Value = str | float


def write_number(value: float) -> str:
    """Format a number with at most two decimals, a hundredth of a millimetre."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def element(name: str, content: str | None = None, **attributes: Value) -> str:
    """Write an element. `content` is markup; use `write_text_element` for text. Underscores in names become hyphens."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(_format_value(value))}"' for key, value in attributes.items()
    )
    return f"<{name}{written}/>" if content is None else f"<{name}{written}>{content}</{name}>"


def _format_value(value: Value) -> str:
    return value if isinstance(value, str) else write_number(value)


def write_svg(content: str, width: float, height: float, /, **attributes: Value) -> str:
    """Write an `<svg>` document of this size in its own units."""
    box = f"0 0 {write_number(width)} {write_number(height)}"
    return element("svg", content, xmlns="http://www.w3.org/2000/svg", viewBox=box, **attributes)


def write_svg_in_millimetres(content: str, width: float, height: float) -> str:
    """Write an `<svg>` document in its real size, with one unit per millimetre."""
    return write_svg(content, width, height, width=f"{write_number(width)}mm", height=f"{write_number(height)}mm")


def write_text_element(name: str, words: str, **attributes: Value) -> str:
    """Write an element that contains text."""
    return element(name, escape(words), **attributes)


def group(*parts: str, **attributes: Value) -> str:
    return element("g", "".join(parts), **attributes)


def translate_group(x: float, y: float, *parts: str, **attributes: Value) -> str:
    """Write a group that is moved to (x, y)."""
    return group(*parts, transform=f"translate({write_number(float(x))} {write_number(float(y))})", **attributes)
