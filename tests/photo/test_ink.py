"""What a pen added to a page is found, whatever the light."""

import numpy as np
import pytest

from companion.photo.ink import find_ink
from companion.photo.straighten import PIXELS

SIDE = round(60 * PIXELS)


def make_blank(paper: int) -> np.ndarray:
    """Make a page with printed boxes and lines."""
    blank = np.full((SIDE, SIDE, 3), paper, np.uint8)
    blank[60:120, 60:300] = (180, 200, 220)
    blank[::40, :] = 60
    blank[200:260, 200:260] = 0
    return blank


@pytest.mark.parametrize(
    ("paper", "brightness"),
    [(255, 1.0), (225, 1.12), (255, 0.3)],
    ids=["like the drawing", "brighter than the drawing", "dark"],
)
def test_a_stroke_is_found_and_the_print_is_not(paper, brightness):
    blank = make_blank(paper)
    page = np.clip(blank * brightness, 0, 255).astype(np.uint8)
    page[150:154, 100:200] = page[150:154, 100:200] * 0.3
    ink = find_ink(page, blank)
    assert ink.dark[151:153, 110:190].mean() > 0.4
    rest = np.delete(ink.dark, slice(140, 164), axis=0)
    assert np.quantile(np.abs(rest), 0.9) < 0.03  # thin lines are never blurred exactly alike
    assert ink.noise < 0.02
