"""What a pen added to a page is found, whatever the light."""

import numpy as np
import pytest

from companion.photo.ink import Ink, find_ink, remove_creases
from companion.photo.page import PIXELS
from companion.render.svg import Box

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


def test_a_crease_from_edge_to_edge_is_removed_and_marks_on_it_stay():
    dark = np.zeros((900, 600), np.float32)
    dark[448:452] = 0.2  # a fold from left to right
    dark[440:460, 300:306] = 0.8  # a stroke across it
    dark[200:203, 100:220] = 0.5  # a short line elsewhere
    ink = Ink(dark, np.zeros_like(dark), 0.005, 0.1, 1.0)
    cleaned = remove_creases(ink, [Box(20, 70, 10, 10)]).dark
    assert cleaned[448:452, 30:280].max() < 0.05
    assert cleaned[441:459, 301:305].min() > 0.5
    assert (cleaned[200:203, 100:220] == 0.5).all()


def test_a_line_through_a_track_is_not_a_crease():
    dark = np.zeros((900, 600), np.float32)
    dark[448:452, 12:590] = 0.5
    places = [Box(2 + 5 * place, 70, 5, 10) for place in range(19)]
    assert remove_creases(Ink(dark, np.zeros_like(dark), 0.005, 0.1, 1.0), places).dark is dark


def test_marks_on_a_black_and_white_scan_are_found():
    blank = np.full((900, 600, 3), 255, np.uint8)
    blank[100:400, 100:500] = (200, 235, 250)  # a fill that such a scan leaves out
    blank[500:520, 50:550] = 60
    page = np.full_like(blank, 255)
    page[500:520, 50:550] = 0
    page[600:610, 100:400] = 0
    ink = find_ink(page, blank)
    assert ink.dark[602:608, 110:390].min() > 0.8
    assert np.abs(ink.dark[120:380, 120:480]).max() < 0.1
    assert np.abs(ink.dark[503:517, 60:540]).max() < 0.2
