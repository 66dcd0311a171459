"""Finished sheets: one page for each player, then the results; names do no harm."""

import re
from dataclasses import replace
from io import BytesIO
from itertools import pairwise

import pikepdf
import pytest

from companion.games.dice_charmers.drawing.finished import print_finished
from companion.games.dice_charmers.drawing.summary import draw_gaps_for_screen
from companion.i18n import format_halves
from companion.render import fonts

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


def named(game, name):
    """A page of this player and one of results: the other one wrote on paper."""
    first, *_, on_paper = game.players
    return replace(game, players=(replace(first, name=name), on_paper))


@pytest.fixture(scope="module", params=["a4", "letter"])
def printed(request, game):
    return print_finished(game, paper=request.param, language="ru")


def test_there_is_a_page_for_each_player_with_a_sheet_and_one_of_results(printed):
    with pikepdf.open(BytesIO(printed)) as finished:
        assert len(finished.pages) == 4


def test_each_page_shows_its_player_score_and_date(printed, game, text):
    for page, player in enumerate(game.players[:3], 1):
        found = text(printed, page)
        assert player.name in found
        assert format_halves(player.score) in found
        assert game.date in found
        assert "Провинция" in found  # the blank sheet below


def test_the_results_name_everybody_with_all_totals(printed, game, text):
    found = text(printed, 4)
    for player in game.players:
        assert player.name in found
        assert format_halves(player.score) in found
    assert "играет на бумаге" in found
    assert game.tie_break in found
    assert "Лучшие ходы" in found


def test_the_blank_sheet_is_in_the_file_once(game):
    five = replace(game, players=tuple(replace(game.players[0], place=place) for place in range(1, 6)))
    one = replace(game, players=game.players[:1])
    assert len(print_finished(five)) < 2 * len(print_finished(one))


@pytest.mark.parametrize(("name", "shown"), NAMES.values(), ids=NAMES)
def test_a_name_is_only_ever_a_name(game, text, name, shown):
    finished = print_finished(named(game, name))
    for page in (1, 2):
        found = text(finished, page).replace("\u202b", "").replace("\u202c", "").replace("\u200f", "")
        assert shown in " ".join(found.split())


def test_a_long_name_is_shortened_visibly(game, text):
    finished = print_finished(named(game, "Wolfgang Amadeus " * 18))
    for page in (1, 2):
        found = text(finished, page)
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


def test_a_game_without_chart_or_best_turns_prints_too(game, text):
    short = replace(game, players=tuple(replace(p, gaps=()) for p in game.players), best_turns=(), tie_break="")
    found = text(print_finished(short), 4)
    assert "Best turns" not in found
    assert "Tie-break" not in found


PHONE = 294  # pixels for a drawing inside a card of a 360 pixels wide page


@pytest.mark.parametrize("rounds", [10, 18])
def test_the_chart_can_be_read_on_a_phone(game, rounds):
    longer = tuple(replace(player, gaps=player.gaps and tuple(range(-39, rounds - 39))) for player in game.players)
    chart = draw_gaps_for_screen(replace(game, players=longer), "ru")
    scale = PHONE / float(re.search(r'viewBox="0 0 (\S+)', chart)[1])
    sizes = [float(size) * scale for size in re.findall(r'font-size="([\d.]+)"', chart)]
    assert min(sizes) >= 10
    numbers = re.findall(r'x="([\d.]+)"[^>]*text-anchor="middle"[^>]*>\d+<', chart)
    apart = [(float(right) - float(left)) * scale for left, right in pairwise(numbers)]
    assert apart
    assert min(apart) >= 14
