"""Everything printed or shown can be read: small words at a contrast of 4.5, icons at 3."""

import re

import pytest

from companion.games.dice_charmers.drawing.colours import HUES, make_palette
from companion.paths import STATIC
from companion.render.palette import compute_contrast

LOOKS = {
    "full colour": {"ink": "full"},
    "ink saver": {"ink": "saver"},
    "phone at night": {"dark": True},
}


@pytest.fixture(params=LOOKS.values(), ids=LOOKS)
def look(request, sheet):
    return make_palette(sheet.character, **request.param)


def test_words_can_be_read(look):
    for ground in (look.panel, look.tile):
        assert compute_contrast(look.ink, ground) >= 7
        assert compute_contrast(look.muted, ground) >= 4.5
    assert compute_contrast(look.on_band, look.band) >= 7


def test_icons_can_be_seen(look):
    for hue, colour in look.hues.items():
        assert compute_contrast(colour, look.tile) >= (3 if hue == "accent" else 4.5), hue


def test_headings_can_be_read(look):
    for hue, colour in look.hues.items():
        assert compute_contrast(look.ink if hue == "accent" else colour, look.tints[hue]) >= 4, hue


def test_figures_on_icons_can_be_read(look):
    for hue in ("fame", "money", "purple", "blue"):
        assert compute_contrast(look.on_solid, look.hues[hue]) >= 4.5, hue


def test_the_ink_saver_is_black_and_white(sheet):
    look = make_palette(sheet.character, "saver")
    printed = {look.page, look.panel, look.tile, look.line, look.ink, look.band, *look.hues.values()}
    assert all(colour[1:3] == colour[3:5] == colour[5:7] for colour in printed)
    assert {look.page, look.panel, look.band, *look.tints.values()} == {"#ffffff"}


def test_pages_have_the_colours_of_the_sheets(sheet):
    by_day, by_night = read_colours("pictures.css", "tone-")
    night = make_palette(sheet.character, dark=True).hues
    assert {hue: by_day[hue] for hue in HUES} == HUES
    assert {hue: by_night[hue] for hue in HUES} == {hue: night[hue] for hue in HUES}
    by_day, _ = read_colours("tv.css", "")  # its night is brighter, to be read from across the room
    assert (by_day["fame"], by_day["money"]) == (HUES["fame"], HUES["money"])


def read_colours(styles: str, prefix: str) -> list[dict[str, str]]:
    """Read the colour variables of a style sheet, by day and by night."""
    text = (STATIC / "css" / styles).read_text(encoding="utf-8")
    roots = re.findall(r":root \{(.*?)\}", text, re.DOTALL)
    return [dict(re.findall(rf"--{prefix}(\w+): (#\w+);", root)) for root in roots]
