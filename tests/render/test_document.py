"""Documents with flowing text: only our own files are loaded, and nothing is silently left out."""

import pytest

from companion.render.pdf import SITE, DocumentFailed, make_fetcher, print_document


@pytest.mark.parametrize(
    "address",
    [
        "http://127.0.0.1:9/x.css",
        "file:///etc/hostname",
        "data:,x",
        f"{SITE}static/../pyproject.toml",
        f"{SITE}static/js/games/dice_charmers/ending.js",
        f"{SITE}static//etc/x.css",
    ],
)
def test_nothing_else_is_ever_fetched(address):
    with pytest.raises((ValueError, FileNotFoundError)):
        make_fetcher().fetch(address)


def test_what_cannot_be_loaded_is_an_error():
    with pytest.raises(DocumentFailed):
        print_document('<html lang="en"><title>x</title><link rel="stylesheet" href="http://127.0.0.1:9/x.css"><p>text')


def test_emoji_are_dots(text):
    printed = print_document('<html lang="en"><title>x</title><p>Zoë 👋🏽🎲 &amp; Ольга</p>')
    assert text(printed).split() == ["Zoë", "••", "&", "Ольга"]
