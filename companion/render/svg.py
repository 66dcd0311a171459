"""The few lines of SVG that everything is drawn with. All values are escaped here and nowhere else."""

from html import escape

Value = str | float


def number(value: float) -> str:
    """Short: two decimals are a hundredth of a millimetre."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def element(name: str, content: str | None = None, **attributes: Value) -> str:
    """`content` is markup; words go through `text_element`. An underscore in a name stands for a hyphen."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(_value(value))}"' for key, value in attributes.items()
    )
    return f"<{name}{written}/>" if content is None else f"<{name}{written}>{content}</{name}>"


def _value(value: Value) -> str:
    return value if isinstance(value, str) else number(value)


def picture(content: str, width: float, height: float, /, **attributes: Value) -> str:
    """A whole drawing, as large as it says in its own units."""
    box = f"0 0 {number(width)} {number(height)}"
    return element("svg", content, xmlns="http://www.w3.org/2000/svg", viewBox=box, **attributes)


def life_size(content: str, width: float, height: float) -> str:
    """A drawing in its real size: its units are millimetres."""
    return picture(content, width, height, width=f"{number(width)}mm", height=f"{number(height)}mm")


def text_element(name: str, words: str, **attributes: Value) -> str:
    return element(name, escape(words), **attributes)


def group(*parts: str, **attributes: Value) -> str:
    return element("g", "".join(parts), **attributes)


def translated(x: float, y: float, *parts: str, **attributes: Value) -> str:
    return group(*parts, transform=f"translate({number(float(x))} {number(float(y))})", **attributes)
