"""Pads from the page /print: looked at, made by a process of its own, kept within bounds."""

import re
import threading
from io import BytesIO

import pikepdf
import pytest

from companion.render.pdf import PdfUnavailable
from companion.render.press import Press, PressBusy, PressFailed


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


@pytest.mark.parametrize("game", ["dice-charmers", "rajas", "cards-karma", "agra"])
def test_score_pads_are_offered_and_shown(client, game):
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
        ("sheet=sun&pages=1&paper=a3", "paper"),
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


def test_without_pango_only_the_pdf_says_what_is_missing(press, client, monkeypatch):
    def missing(*_):
        raise PdfUnavailable

    monkeypatch.setattr(press, "run", missing)
    answer = client.get("/print/pad.pdf?sheet=sun&pages=1&paper=a4&up=1&lang=en&ink=full")
    assert answer.status_code == 503
    assert "apt install libpango" in answer.text
    assert client.get("/print").status_code == 200


class TestThePress:
    @pytest.fixture
    def press(self):
        press = Press(queue=2, kept_bytes=100)
        yield press
        press.close()

    def test_keeps_what_it_printed(self, press, monkeypatch):
        assert press.printed("key", bytes, b"pad") == b"pad"
        monkeypatch.setattr(press, "run", None)
        assert press.printed("key", bytes, b"pad") == b"pad"

    def test_keeps_no_more_than_fits(self, press):
        for number in range(5):
            press.printed(number, bytes, bytes(40))
        assert list(press.kept) == [3, 4]

    def test_passes_on_what_went_wrong(self, press):
        with pytest.raises(ValueError, match="invalid literal"):
            press.printed("key", int, "x")
        assert press.printed("other", bytes, b"pad") == b"pad"

    def test_says_busy_when_the_queue_is_full(self, press):
        with press.at_work:
            waiting = [threading.Thread(target=press.printed, args=(number, bytes, b"")) for number in range(2)]
            for each in waiting:
                each.start()
            while press.places._value:
                pass
            with pytest.raises(PressBusy):
                press.printed("one more", bytes, b"")
        for each in waiting:
            each.join()
        assert press.printed("one more", bytes, b"") == b""

    def test_starts_a_new_process_when_the_old_one_died(self, press):
        import os

        with pytest.raises(PressFailed):
            press.printed("key", os._exit, 1)
        assert press.printed("key", bytes, b"pad") == b"pad"
