"""A real browser: every phone is a context of its own, with its own cookies."""

import functools
import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, sync_playwright

from tests.browser.line import Line
from tests.browser.phone import Phone, start_table
from tests.browser.player import Player
from tests.conftest import RunningServer, new_server

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
ACTIONS = ("check", "click", "dblclick", "fill", "press", "select_option", "set_input_files", "tap")


def wait_for_scripts(action: Callable) -> Callable:
    """Let an action wait until the page is loaded: tests act within milliseconds, before the page listens."""

    @functools.wraps(action)
    def act(self: Locator, *args: object, **options: object) -> object:
        self.page.wait_for_load_state()
        return action(self, *args, **options)

    return act


for name in ACTIONS:
    setattr(Locator, name, wait_for_scripts(getattr(Locator, name)))


def installed_browser() -> str | None:
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    return next(filter(None, map(shutil.which, names)), None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    found = installed_browser()
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
def line(shared_server) -> Iterator[Line]:
    """A connection to the server that can be cut."""
    line = Line(shared_server.port)
    yield line
    line.close()


NAMES = ("Anna", "Boris", "Chandra", "Dora", "Emil")
DICE_SEED = "23" * 32  # with these dice every test comes to what it waits for; simulations play with all others
TINY = Path(__file__).parent.parent / "games" / "dice_charmers" / "definition" / "tiny.toml"


def with_the_tiny_sheet(data_dir: Path, **chosen: object) -> RunningServer:
    """Add a sheet with the shortest possible tracks, so that whole games take nine turns instead of fourteen; its dice
    are the same in every game, so that none ends before the situation that a test waits for."""
    (data_dir / "sheets").mkdir()
    tiny = TINY.read_text(encoding="utf-8").replace("places = 9", "places = 5")
    (data_dir / "sheets" / "tiny.toml").write_text(tiny, encoding="utf-8")
    server = new_server(data_dir, tables_per_hour=10_000, **chosen)
    server.environ["DICE_SEED"] = DICE_SEED
    return server


@pytest.fixture(scope="session")
def game_server(tmp_path_factory) -> Iterator[RunningServer]:
    """A companion with the tiny sheet in addition to its own, for quick games."""
    server = with_the_tiny_sheet(tmp_path_factory.mktemp("games"))
    server.start()
    yield server
    server.kill()


@pytest.fixture
def own_game_server(tmp_path) -> Iterator[RunningServer]:
    """A server for one test only, which may kill it; with a short heartbeat interval."""
    server = with_the_tiny_sheet(tmp_path, heartbeat_seconds=1)
    server.start()
    yield server
    server.kill()


@pytest.fixture
def seated(phone, game_server) -> Callable[..., list[Player]]:
    """Seats people at a table of The Dice Charmers and starts: a phone for each name in `names`."""

    def seat(
        names: tuple[str, ...] | int = 2,
        sheet: str = "tiny",
        dice: str = "virtual",
        lang: str | tuple[str, ...] = "en",
        paper: tuple[str, ...] = (),
        home: str = "",
        script: str = "",
        hints: str = "off",
        **settings: object,
    ) -> list[Player]:
        names = NAMES[:names] if isinstance(names, int) else names
        langs = (lang,) * len(names) if isinstance(lang, str) else lang
        phones = [phone(each, **{"reduced_motion": "reduce", **settings}) for each in langs]
        at = home or game_server.url
        start_table(phones, at, names, paper, script, game="dice-charmers", sheet=sheet, dice=dice, hints=hints)
        return [Player(each, random.Random(7)) for each in phones]

    return seat
