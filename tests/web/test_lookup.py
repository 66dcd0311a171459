"""Look-up pages: every entry has a link, search words and a picture of ours, in both languages. The search itself runs in the
browser (`tests/browser/test_lookup.py`)."""

import re
from collections import Counter
from itertools import product

import pytest

from companion.app import create_app
from companion.files import STATIC
from companion.games.game import list_games
from companion.i18n import LANGUAGES, gettext, use_language
from companion.render.svg import load_symbols

GAMES = [game.name for game in list_games().values()]
CARDBOARD = [name for name in GAMES if name != "dice-charmers"]
TONES = re.findall(r"\.tone-(\w+) ", (STATIC / "css" / "pictures.css").read_text(encoding="utf-8"))


@pytest.fixture
def app(settings):
    app = create_app(settings)
    app.config["WTF_CSRF_ENABLED"] = False
    yield app
    app.extensions["companion"].tables.log.close()


every_game = pytest.mark.parametrize("game", GAMES)


@every_game
def test_every_entry_has_a_link_of_its_own(client, game):
    page = client.get(f"/rules/{game}").text
    assert [each for each, count in Counter(re.findall(r' id="([^"]+)"', page)).items() if count > 1] == []
    assert set(re.findall(r'<dt>.*?href="#([^"]+)"', page)) <= set(re.findall(r' id="([^"]+)"', page))
    assert page.count("data-entry") == sum(len(section.entries) for section in list_games()[game].lookup) > 30


@every_game
def test_every_entry_has_its_picture(client, game):
    page = client.get(f"/rules/{game}").text
    assert page.count("data-entry") == page.count('class="entry-icons')
    assert set(re.findall(r"icons\.svg#([\w-]+)", page)) <= load_symbols().keys()
    assert set(re.findall(r'class="tone-(\w+)"', page)) <= set(TONES)


@pytest.mark.parametrize(("game", "language"), list(product(CARDBOARD, LANGUAGES)))
def test_every_entry_of_the_cardboard_games_has_search_words(game, language):
    entries = [entry for section in list_games()[game].lookup for entry in section.entries]
    with use_language(language):
        assert [entry.name for entry in entries if not re.search(r"\w{3}", entry.search_words)] == []


@every_game
def test_the_whole_look_up_is_worded_in_russian(client, game):
    page = client.get(f"/rules/{game}", headers={"Accept-Language": "ru"}).text
    written = re.findall(r"<dd>(.*?)</dd>|data-words=\"([^\"]+)\"|<h2>(.*?)</h2>", page)
    assert [text for found in written for text in found if text and not re.search("[а-я]", text)] == []


@every_game
def test_dice_are_paid_and_tiles_are_forgone(game):
    """“Give up” could mean either."""
    texts = [entry.text for section in list_games()[game].lookup for entry in section.entries]
    assert [text for text in texts if re.search(r"(give|gives|given|giving) up", text.lower())] == []


@pytest.mark.parametrize(
    ("game", "entry", "facts"),
    [
        ("rajas", "The sixth worker", ["five workers", "box", "Navaratnas"]),
        ("rajas", "Money at 0", ["below 0", "quarry", "free place"]),
        ("rajas", "The last river space", ["no more harbour", "Portuguese"]),
        ("rajas", "May I pass?", ["No:", "no worker left"]),
        ("agra", "How much you produce", ["uncovered spaces", "0 to 8"]),
        ("agra", "Farmers", ["symbol of a good", "cover tile"]),
        ("agra", "With two or three players", ["10 instead of 14", "4, 3 and 3", "two in each order column"]),
    ],
)
def test_answers(game, entry, facts):
    answers = {each.name: each.text for section in list_games()[game].lookup for each in section.entries}
    assert [fact for fact in facts if fact not in gettext(answers[entry])] == []


@pytest.mark.parametrize("game", CARDBOARD)
def test_a_table_links_to_it(client, game):
    lobby = client.post("/tables", data={"game": game}).location
    assert f'href="/rules/{game}"' in client.get(lobby).text


def test_words_in_the_address_are_kept(client):
    assert 'value="yogi &amp; karma"' in client.get("/rules/rajas?q=yogi+%26+karma").text
