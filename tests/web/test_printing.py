"""The page /print: previews, PDFs from a worker process, and limits."""

import re
from io import BytesIO

import pikepdf
import pytest

from companion.games.game import list_games


def pages(answer) -> int:
    with pikepdf.open(BytesIO(answer.data)) as pdf:
        return len(pdf.pages)


def test_the_page_shows_every_choice_and_how_it_will_look(client):
    page = client.get("/print").text
    for name in ("sheet", "back", "pages", "paper", "up", "lang", "ink"):
        assert f'name="{name}"' in page
    assert '<div class="paper"><svg' in page


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ("sheet=sun&pages=3&paper=a4&up=1&lang=en&ink=full", 3),
        ("sheet=sun&back=moon&pages=2&paper=letter&up=2&lang=ru&ink=saver", 4),
        ("sheet=agra&back=rajas&pages=1&paper=a4&up=1&lang=ru&ink=full", 2),
        ("sheet=moon", 1),
    ],
    ids=["three pages", "two pages front and back", "score pads", "as on the empty form"],
)
def test_a_pad_has_the_pages_that_were_asked_for(client, query, count):
    answer = client.get(f"/print/pad.pdf?{query}")
    assert answer.mimetype == "application/pdf"
    assert pages(answer) == count
    assert "Accept-Language" in answer.headers["Vary"], "a cache must not hand an English pad to a Russian"


def test_a_pad_downloaded_twice_has_other_serial_numbers(client):
    once, again = (client.get("/print/pad.pdf?sheet=sun&pages=2&lang=en") for _ in range(2))
    assert once.data != again.data
    assert once.headers["Cache-Control"] == "no-store"
    score_pad = client.get("/print/pad.pdf?sheet=dice-charmers&lang=en")
    assert "public" in score_pad.headers["Cache-Control"]


@pytest.mark.parametrize("game", ["reference", *list_games()])
def test_score_pads_and_the_reference_are_offered_and_shown(client, game):
    assert f'value="{game}"' in client.get("/print").text
    shown = client.get(f"/print/preview?sheet={game}&pages=1&paper=a4&up=2&lang=ru&ink=saver").text
    assert f'id="preview-{game}"' in shown


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("sheet=venus&pages=1", "sheet"),
        ("sheet=../sun&pages=1", "sheet"),
        ("sheet=sun&pages=0", "pages"),
        ("sheet=sun&pages=201", "pages"),
        ("sheet=sun&pages=many", "pages"),
        ("sheet=sun&pages=", "pages"),
        ("sheet=sun&pages=1&paper=a5", "paper"),
        ("sheet=sun&pages=1&up=3", "up"),
        ("sheet=sun&pages=1&lang=de", "lang"),
        ("sheet=sun&pages=1&ink=gold", "ink"),
        ("sheet=sun&back=venus&pages=1", "back"),
    ],
)
@pytest.mark.parametrize("path", ["/print/pad.pdf", "/print/preview"])
def test_an_order_that_cannot_be_is_refused_by_field(client, path, query, field):
    full = {"paper": "a4", "up": "1", "lang": "en", "ink": "full"} | dict(part.split("=") for part in query.split("&"))
    answer = client.get(path, query_string=full)
    assert answer.status_code == 422
    assert f"{field}:" in answer.text


def test_a_wrong_number_on_the_page_keeps_what_was_chosen(client):
    page = client.get("/print?sheet=moon&pages=999&paper=letter&up=1&lang=en&ink=full").text
    assert 'id="pages-problem"' in page
    assert re.search(r'value="moon" checked', page) and re.search(r'value="999"', page)
