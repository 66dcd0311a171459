"""The picture of a result."""

from companion.games.game import list_games
from companion.render.result_card import Card, CardPlayer, draw_card, render_card, replace_letters

GAME = list_games()["agra"]
RARE = "\U00013000\U00014400\U00016800\U00017000\U0001b170"  # of five scripts that hardly any computer has fonts for


def make_card(name: str) -> Card:
    players = (CardPlayer(1, name, "12", "red", ""), CardPlayer(2, "Ольга", "9", "blue", "bot"))
    return Card(GAME.title, GAME.icon, GAME.colours, f"{name} wins", "1 May", players, "foot", "no font", "en")


def test_letters_without_a_font_are_question_marks_and_the_foot_says_so():
    missing: set[str] = set()
    render_card(make_card(f"A{RARE}"), missing)
    assert missing and missing <= set(RARE)
    shown = replace_letters(make_card(f"A{min(missing)}"), missing)
    assert (shown.headline, shown.players[0].name, shown.foot) == ("A? wins", "A?", "no font")
    assert shown.players[1].name == "Ольга"
    assert draw_card(make_card(f"A{min(missing)}")) == draw_card(shown)


def test_known_letters_stay():
    missing: set[str] = set()
    render_card(make_card("Анна & Zoë"), missing)
    assert not missing
