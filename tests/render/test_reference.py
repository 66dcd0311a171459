"""The quick reference: one page, in every language, with everything that players look up."""

import re
from io import BytesIO

import pikepdf
import pytest

from companion.games.dice_charmers.drawing.area import SIMPLE
from companion.games.dice_charmers.drawing.reference import PAGE
from companion.games.dice_charmers.rules.bonuses import BONUS_KINDS, find_icon
from companion.games.dice_charmers.rules.sheet import PEOPLE, Bonus
from companion.games.dice_charmers.texts.lookup import (
    ALONE,
    DICE_TEXTS,
    HALF_ROADS_TEXT,
    PEOPLE_TEXTS,
    PLACE_TEXTS,
    STEPS,
)
from companion.games.game import list_games
from companion.i18n import translate_to
from companion.render.pad import Order

REFERENCE = list_games()["dice-charmers"].reference

ALL_BONUSES = [Bonus(kind.name, argument) for kind in BONUS_KINDS.values() for argument in kind.arguments]

TEXTS = {
    "turn": [step.text for step in STEPS],
    "dice": [*DICE_TEXTS.values(), HALF_ROADS_TEXT],
    "people": PEOPLE_TEXTS.values(),
    "bonuses": [profile.about for profile in BONUS_KINDS.values()],
    "karma and end": [PLACE_TEXTS[place][1] for place in ("karma", "gap")],
    "solo": [step.text for step in ALONE],
}


@pytest.mark.parametrize(("paper", "ink"), [("a4", "full"), ("letter", "saver")], ids=str)
@pytest.mark.parametrize("language", ["en", "ru"])
def test_it_fits_on_one_page_with_all_its_texts(pad, text, language, paper, ink):
    printed = pad(Order((REFERENCE,), paper=paper, language=language, ink=ink))
    with pikepdf.open(BytesIO(printed)) as pdf:
        assert len(pdf.pages) == 1
    found = set(text(printed).split())
    for topic, texts in TEXTS.items():
        assert {word for words in texts for word in translate_to(words, language).split()} <= found, topic


@pytest.mark.parametrize("language", ["en", "ru"])
def test_nothing_reaches_over_the_page_and_it_can_be_read(language):
    drawn = REFERENCE.draw(language, "full")
    for x, y, panels in re.findall(r'<g transform="translate\(([\d.]+) ([\d.]+)\)">(.*?)</g>', drawn):
        width, height = map(float, re.search(r'<rect [^>]*width="([\d.]+)" height="([\d.]+)"', panels).groups())
        assert float(x) + width <= PAGE.width and float(y) + height <= PAGE.height
    sentences = re.findall(r'font-size="([\d.]+)"[^>]*>[^<]{9,}<', drawn)
    assert min(map(float, sentences)) >= 2.6


def test_it_shows_the_icon_of_every_bonus():
    """With the bonuses: some icons are also those of spaces in the province."""
    shown = set(re.findall(r'href="#([a-z0-9-]+)"', REFERENCE.draw("en", "full").rpartition(">Bonuses<")[2]))
    elsewhere = set(PEOPLE)  # explained with the palace
    assert {SIMPLE.get(icon, icon) for icon in map(find_icon, ALL_BONUSES)} - shown <= elsewhere


def test_steps_come_in_the_order_in_which_they_happen():
    names = [step.name for step in STEPS]
    assert [name.partition(".")[0] for name in names[:-1]] == [str(number) for number in range(1, len(names))]
    karma, take, twin, use = (
        [words in name for name in names].index(True) for words in ("Karma", "Take", "twin", "Use")
    )
    assert karma < take < twin < use
