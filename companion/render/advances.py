"""How wide the characters of the bundled fonts are."""

from companion.paths import STATIC

FOLDER = STATIC / "fonts"


def read_advances(file: str) -> dict[int, float]:
    """Map every character of a font file to its width in em."""
    from fontTools.ttLib import TTFont  # imported here because it is slow and only drawing needs it

    with TTFont(FOLDER / f"{file}.ttf", lazy=True) as font:
        em = font["head"].unitsPerEm
        widths = font["hmtx"].metrics
        return {code: widths[glyph][0] / em for code, glyph in font.getBestCmap().items()}
