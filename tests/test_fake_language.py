"""A third language needs one catalogue and one registration; sheets that lack it fall back to English."""

import shutil
from io import BytesIO

import pikepdf
import pytest
from babel.messages.pofile import read_po, write_po

from companion import i18n
from companion.app import create_app
from companion.games.game import list_games
from companion.render.pad import Order, print_pad
from companion.settings import Settings

LANGUAGE = "eo"


@pytest.fixture(autouse=True)
def registered(monkeypatch, tmp_path_factory):
    """A catalogue in which every text is marked, next to the real ones."""
    folder = tmp_path_factory.mktemp("catalogues")
    for catalogue in i18n.CATALOGUES.glob("*.po"):
        shutil.copy(catalogue, folder)
    with (i18n.CATALOGUES / "ru.po").open("rb") as file:
        marked = read_po(file, locale=LANGUAGE)
    for message in marked:
        if message.id:
            message.string = tuple(f"«{text}»" for text in message.id) if message.pluralizable else f"«{message.id}»"
    with (folder / f"{LANGUAGE}.po").open("wb") as file:
        write_po(file, marked)
    monkeypatch.setattr(i18n, "CATALOGUES", folder)
    monkeypatch.setitem(i18n.LANGUAGES, LANGUAGE, "Esperanto")
    yield
    i18n.load_translations.cache_clear()
    i18n.cached_gettext.cache_clear()


@pytest.fixture
def client(tmp_path):
    app = create_app(Settings.load({"COMPANION_DATA_DIR": str(tmp_path), "COMPANION_LANG": LANGUAGE}, tmp_path))
    app.config["WTF_CSRF_ENABLED"] = False
    yield app.test_client()
    app.extensions["companion"].tables.log.close()


@pytest.mark.parametrize("path", ["/", "/score", "/score/agra", "/rules/rajas", "/setup/agra?roll=1", "/print"])
def test_pages_speak_it(client, path):
    page = client.get(path, follow_redirects=True).text
    assert f'lang="{LANGUAGE}"' in page and "«" in page


def test_it_can_be_chosen_and_is_asked_for_by_browsers(client):
    assert "Esperanto" in client.get("/", headers={"Accept-Language": "ru"}).text
    client.post(f"/language/{LANGUAGE}")
    assert f'lang="{LANGUAGE}"' in client.get("/", headers={"Accept-Language": "ru"}).text


def test_refusals_and_forms_speak_it(client):
    refused = client.post("/api/score/rajas", json={"players": []})
    assert "«There must be at least 2 players.»" in refused.json["error"]["message"]
    refused = client.post("/api/tables", json={"game": "chess"})
    assert "«" in refused.json["error"]["message"]


def test_a_game_is_played_in_it(client):
    page = client.post("/demo", follow_redirects=True).text
    assert f'lang="{LANGUAGE}"' in page and "«Roll the dice»" in page


@pytest.mark.parametrize("name", ["sun", "agra"])
def test_sheets_and_score_pads_are_printed_in_it(tmp_path, name):
    printables = {}
    for game in list_games().values():
        printables |= game.list_printables(tmp_path)
    with pikepdf.open(BytesIO(print_pad(Order((printables[name],), language=LANGUAGE)))) as pdf:
        assert str(pdf.Root.Lang) == LANGUAGE


def test_a_sheet_without_the_language_falls_back_to_english(client):
    assert "Sun" in client.get("/start/dice-charmers").text
