"""Score pads, by the same machinery as the sheets to play on, and the picture of a result."""

from io import BytesIO

import pikepdf
import pytest
from PIL import Image, ImageChops

from companion.games.dice_charmers.drawing.sheet import PrintableSheet
from companion.games.game import list_games
from companion.i18n import gettext, translate, use_language
from companion.render.pad import Order
from companion.render.pdf import find_missing_letters
from companion.render.scores import FOOT, PIXELS, CardPlayer, ResultCard, draw_card

SCORE_PADS = {name: game.score_pad() for name, game in list_games().items()}


@pytest.mark.parametrize("score_pad", SCORE_PADS.values(), ids=SCORE_PADS)
@pytest.mark.parametrize(("paper", "up", "language"), [("a4", 1, "en"), ("letter", 1, "ru"), ("a4", 2, "ru")], ids=str)
def test_a_score_pad_says_everything_that_is_counted(score_pad, pad, text, paper, up, language):
    found = " ".join(text(pad(Order((score_pad,), paper=paper, up=up, language=language))).split())
    with use_language(language):
        wanted = [
            gettext(score_pad.game_title),
            *(translate(words) for row in score_pad.rows for words in row[:2] if words),
        ]
    assert [words for words in wanted if " ".join(words.split()) not in found] == []


def test_a_score_pad_repeats_and_has_a_back_like_any_sheet(sun, pad):
    agra = SCORE_PADS["agra"]
    with pikepdf.open(BytesIO(pad(Order((agra, PrintableSheet(sun)), pages=20)))) as printed:
        assert len(printed.pages) == 40
        assert agra.title("en") in str(printed.docinfo["/Title"])
        assert printed.Root.MarkInfo.Marked


@pytest.mark.parametrize("score_pad", SCORE_PADS.values(), ids=SCORE_PADS)
def test_an_ink_saver_has_no_colour_on_it(score_pad, pad, picture):
    seen = picture(pad(Order((score_pad,), ink="saver")))
    assert max(max(pixel) - min(pixel) for _, pixel in seen.getcolors(1 << 24)) < 12


GAME = list_games()["dice-charmers"]
RARE = "\U00013000\U00014400\U00016800\U00017000\U0001b170"  # of five scripts that hardly any computer has fonts for


def see_card(name: str) -> Image.Image:
    players = (CardPlayer(1, name, "12", "red", ""), CardPlayer(2, "Ольга", "9", "blue", "bot"))
    card = ResultCard(
        GAME.title, GAME.icon, GAME.colours, f"{name} wins", "1 May", players, "foot", "no font here", "en"
    )
    return Image.open(BytesIO(draw_card(card))).convert("RGB")


def see_foot(card: Image.Image) -> Image.Image:
    return card.crop((0, card.height - int(FOOT * PIXELS), card.width, card.height))


def test_letters_without_a_font_are_question_marks_and_the_foot_says_so():
    missing = sorted(find_missing_letters(RARE))
    rare, marks = see_card(f"A{''.join(missing)}"), see_card(f"A{'?' * len(missing)}")
    assert missing and rare.size == (1080, 860)
    above = (0, 0, rare.width, rare.height - int(FOOT * PIXELS))
    assert not ImageChops.difference(rare.crop(above), marks.crop(above)).getbbox()
    assert ImageChops.difference(see_foot(rare), see_foot(marks)).getbbox()


@pytest.mark.parametrize("name", ["Анна & Zoë", "<b>", "🎲"])
def test_known_letters_need_no_excuse(name):
    assert not ImageChops.difference(see_foot(see_card(name)), see_foot(see_card("A"))).getbbox()
