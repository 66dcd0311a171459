"""A real browser: every phone is a context of its own, with its own cookies."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.line import Line
from tests.browser.phone import Phone

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
LANGUAGES = ("en", "ru")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    assert found, "Chromium is missing; `make test` installs it"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def phone(chromium) -> Iterator[Callable[..., Phone]]:
    """Hands out phones. In the end, none may have met a script error, a blocked style or a foreign request."""
    phones: list[Phone] = []

    def hand_out(lang: str = "en", **settings: object) -> Phone:
        context = chromium.new_context(
            **{"viewport": {"width": 360, "height": 740}, "has_touch": True, "locale": lang, **settings}
        )
        phones.append(Phone(context, lang))
        return phones[-1]

    yield hand_out
    troubles = [trouble for each in phones for trouble in each.troubles]
    for each in phones:
        each.context.close()
    assert troubles == []


@pytest.fixture(params=LANGUAGES)
def lang(request) -> str:
    return request.param


@pytest.fixture
def line(live_server) -> Iterator[Line]:
    """A line to the server that can be cut."""
    line = Line(live_server.port)
    yield line
    line.close()
