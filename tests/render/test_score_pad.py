"""Score pads, by the same machinery as the sheets to play on."""

from io import BytesIO

import pikepdf
import pytest

from companion.games.dice_charmers.drawing.sheet import PrintableSheet
from companion.games.game import list_games
from companion.i18n import gettext, translate, use_language
from companion.render.pad import Order

SCORE_PADS = {name: game.score_pad() for name, game in list_games().items()}


@pytest.fixture(params=SCORE_PADS)
def score_pad(request):
    return SCORE_PADS[request.param]


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


def test_an_ink_saver_has_no_colour_on_it(score_pad, pad, picture):
    seen = picture(pad(Order((score_pad,), ink="saver")))
    assert max(max(pixel) - min(pixel) for _, pixel in seen.getcolors(1 << 24)) < 12
