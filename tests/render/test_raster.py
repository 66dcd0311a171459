"""Our drawings become pixels like on paper."""

import pytest

from companion.render.raster import rasterise

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10">{}</svg>'
LINE = '<line x1="6" y1="5" x2="14" y2="5" stroke="#000" stroke-width="4" {}/>'


@pytest.mark.parametrize(("ends", "reached"), [("", False), ('stroke-linecap="round"', True)], ids=["flat", "round"])
def test_a_line_ends_as_it_is_drawn(ends, reached):
    pixels = rasterise(SVG.format(LINE.format(ends)), 4)
    assert pixels[20, 40].max() < 30  # its middle
    assert bool(pixels[20, 4 * 5].max() < 30) is reached  # just before its start
    assert pixels[20, 4 * 3].min() > 220
