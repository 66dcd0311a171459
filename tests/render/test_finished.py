"""Finished sheets: one page for each player; names do no harm."""

import re
from dataclasses import replace
from io import BytesIO
from itertools import pairwise

import pikepdf
import pytest

from companion.games.dice_charmers.drawing.finished import draw_gaps, print_finished
from companion.i18n import format_halves
from companion.render import fonts, pdf

NAMES = {
    "markup": ('<b>B</b> & <img src="/x">', '<b>B</b> & <img src="/x">'),
    "a style": ("</p><style>*{color:red}", "</p><style>*{color:red}"),
    "Cyrillic": ("Ёжик Щукин", "Ёжик Щукин"),
    "Hebrew": ("שלום", "שלום"),
    "line breaks": ("Ann\n\n\tBo\x00b", "Ann Bob"),
    "a direction override": ("Eve\u202egnp.exe", "Evegnp.exe"),
    "emoji beside letters": ("Zoë 👋🏽🎲", "Zoë •"),
    "emoji only": ("🎲🎲", "•"),
    "a family in one emoji": ("👨‍👩‍👧 Lee", "• Lee"),
    "nothing that can be seen": ("\u200b", "–"),
}

RARE = "\U00013000\U00014400\U00016800\U00017000\U0001b170"  # of five scripts that hardly any computer has fonts for


def named(game, name):
    """A page of this player; the other one wrote on paper."""
    first, *_, on_paper = game.players
    return replace(game, players=(replace(first, name=name), on_paper))


@pytest.fixture(scope="module", params=["a4", "letter"])
def printed(request, game):
    return print_finished(game, paper=request.param, language="ru")


def test_there_is_a_page_for_each_player_with_a_sheet(printed):
    with pikepdf.open(BytesIO(printed)) as finished:
        assert len(finished.pages) == 3


def test_each_page_shows_its_player_score_and_date(printed, game, text):
    for page, player in enumerate(game.players[:3], 1):
        found = text(printed, page)
        assert player.name in found
        assert format_halves(player.score) in found
        assert game.date in found
        assert "Провинция" in found


@pytest.mark.parametrize(("name", "shown"), NAMES.values(), ids=NAMES)
def test_a_name_is_only_ever_a_name(game, text, name, shown):
    finished = print_finished(named(game, name))
    found = text(finished).replace("\u202b", "").replace("\u202c", "").replace("\u200f", "")
    assert shown in " ".join(found.split())


def test_letters_that_no_font_has_are_question_marks(game, text):
    rare = "".join(pdf.find_missing_letters(RARE))
    assert rare and not pdf.find_missing_letters("Анна & Zoë")
    assert f"A{'?' * len(rare)}" in text(print_finished(named(game, f"A{rare}")))


def test_a_long_name_is_shortened_visibly(game, text):
    finished = print_finished(named(game, "Wolfgang Amadeus " * 18))
    found = text(finished)
    assert "Wolfgang" in found
    assert "…" in found
    assert found.count("Wolfgang") < 6


ARABIC = "محمد بن عبد الله"


def test_a_name_from_right_to_left_is_shortened_at_its_left_end():
    assert fonts.shorten(ARABIC, 6, 80) == ARABIC  # no more than it must be
    cut = fonts.shorten(ARABIC * 3, 6, 80)
    assert cut.startswith(ARABIC) and cut.endswith("…" + fonts.FROM_RIGHT)
    assert fonts.shorten("Wolfgang Amadeus" * 9, 6, 80).endswith("…")


def test_a_name_of_marks_and_of_wide_letters_is_measured():
    assert fonts.measure_width("é", 10) == fonts.measure_width("e\u0301", 10)
    assert fonts.measure_width("王", 10) > fonts.measure_width("ש", 10) > 0


@pytest.mark.parametrize(
    ("score", "words"),
    [(2, "2"), (2.5, "2½"), (0.5, "½"), (0, "0"), (-0.5, "−½"), (-12.5, "−12½")],
    ids=str,
)
def test_a_score_can_be_a_half(score, words):
    assert format_halves(score) == words


PHONE = 294  # pixels for a drawing inside a card of a 360 pixels wide page


@pytest.mark.parametrize("rounds", [10, 18])
def test_the_chart_can_be_read_on_a_phone(game, rounds):
    longer = tuple(replace(player, gaps=player.gaps and tuple(range(-39, rounds - 39))) for player in game.players)
    chart = draw_gaps(replace(game, players=longer), "ru")
    scale = PHONE / float(re.search(r'viewBox="0 0 (\S+)', chart)[1])
    sizes = [float(size) * scale for size in re.findall(r'font-size="([\d.]+)"', chart)]
    assert min(sizes) >= 10
    numbers = re.findall(r'x="([\d.]+)"[^>]*text-anchor="middle"[^>]*>\d+<', chart)
    apart = [(float(right) - float(left)) * scale for left, right in pairwise(numbers)]
    assert apart
    assert min(apart) >= 14
