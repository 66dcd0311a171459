"""The quick reference: one page, in every language, with everything that players look up."""

import re
from io import BytesIO

import pikepdf
import pytest

from companion.games.dice_charmers.drawing.colours import simplify
from companion.games.dice_charmers.drawing.reference import PAGE
from companion.games.dice_charmers.kinds.bonuses import BONUSES, find_icon
from companion.games.dice_charmers.rules.bonuses import BONUS_KINDS
from companion.games.dice_charmers.rules.sheet import Bonus
from companion.games.dice_charmers.texts.about import DICE, HALF_ROADS, PEOPLE, PLACES
from companion.games.dice_charmers.texts.lookup import ALONE, STEPS
from companion.games.game import list_games
from companion.i18n import translate_to
from companion.render.pad import Order

REFERENCE = list_games()["dice-charmers"].reference

ALL_BONUSES = [Bonus(kind.name, argument) for kind in BONUS_KINDS.values() for argument in kind.arguments]

TEXTS = {
    "turn": [text for _, text, _ in STEPS],
    "dice": [*DICE.values(), HALF_ROADS],
    "people": PEOPLE.values(),
    "bonuses": [profile.about for profile in BONUSES.values()],
    "karma and end": [PLACES[place][1] for place in ("karma", "gap")],
    "solo": [text for _, text, _ in ALONE],
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


@pytest.mark.parametrize("bonus", ALL_BONUSES, ids=str)
def test_it_shows_the_icon_of_every_bonus(bonus):
    assert f'href="#{simplify(find_icon(bonus))}"' in REFERENCE.draw("en", "full")


def test_a_bonus_that_looks_like_a_market_is_explained_with_the_bonuses():
    """The icons of these bonuses are also those of spaces in the province."""
    bonuses = REFERENCE.draw("en", "full").rpartition(">Bonuses<")[2]
    for bonus in ALL_BONUSES:
        if bonus.kind == "sell-1-3":
            assert f'href="#{find_icon(bonus)}"' in bonuses, bonus


def test_steps_come_in_the_order_in_which_they_happen():
    names = [name for name, _, _ in STEPS]
    assert [name.partition(".")[0] for name in names[:-1]] == [str(number) for number in range(1, len(names))]
    karma, take, twin, use = (
        [words in name for name in names].index(True) for words in ("Karma", "Take", "twin", "Use")
    )
    assert karma < take < twin < use
