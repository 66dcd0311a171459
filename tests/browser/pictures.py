"""Takes pictures of every state of play, for people to look at:

    python -m tests.browser.pictures FOLDER [--lang en] [--size phone] [--way demo] [--only play-]

Each state is taken on phones of all widths, upright and sideways, a tablet and a television, by day and by night; with
`--text 200` in large type. Nothing is compared: only people can see what is ugly or unclear.
"""

import argparse
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.conftest import FLAGS, NAMES, installed_browser
from tests.browser.phone import Phone, enlarge_text, wait_until_drawn
from tests.browser.player import Gathering, Player
from tests.browser.test_demo import STEPS, follow
from tests.conftest import new_server

HANDS = {
    "small-phone": (320, 568),
    "phone": (360, 740),
    "tall-phone": (390, 844),
    "large-phone": (430, 932),
    "sideways": (740, 360),
    "tablet": (820, 1180),
}
ROOM = {"tv": (1280, 720), "large-tv": (1920, 1080)}
SCHEMES = ("light", "dark")


class Album:
    def __init__(self, folder: Path, lang: str, sizes: Sequence[str], only: str, text: int = 100) -> None:
        self.folder = folder / lang
        self.folder.mkdir(parents=True, exist_ok=True)
        self.sizes, self.only, self.text = sizes, only, text

    def take(self, page: Page, state: str, sizes: dict[str, tuple[int, int]] = HANDS, whole: bool = False) -> None:
        """The state in every size and by day and night; the page is left as it was."""
        if self.only not in state:
            return
        wait_until_drawn(page)
        before = page.viewport_size
        enlarge_text(page, self.text)
        for size, (width, height) in sizes.items():
            if size not in self.sizes:
                continue
            page.set_viewport_size({"width": width, "height": height})
            for scheme in SCHEMES:
                page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
                wait_until_drawn(page)
                page.screenshot(path=self.folder / f"{state}.{size}.{scheme}.png", full_page=whole)
        enlarge_text(page, 100)
        page.set_viewport_size(before)


class People:
    """Hands out phones, and seats people at a table of the running server."""

    def __init__(self, browser: Browser, home: str, lang: str) -> None:
        self.browser, self.home, self.lang = browser, home, lang

    def phone(self) -> Phone:
        size = dict(zip(("width", "height"), HANDS["phone"], strict=True))
        context = self.browser.new_context(viewport=size, has_touch=True, locale=self.lang, reduced_motion="reduce")
        context.set_default_timeout(15_000)
        return Phone(context, self.lang)

    def opens_a_table(self, sheet: str = "sun", dice: str = "virtual") -> Phone:
        host = self.phone()
        host.open(f"{self.home}/start/dice-charmers")
        form = host.page.locator("form.start")
        form.locator(f"input[value={sheet}]").check()
        form.locator(f"input[value={dice}]").check()
        form.get_by_role("button").click()
        return host

    def sits_down(self, phone: Phone, link: str, name: str, paper: bool = False) -> None:
        phone.open(link)
        phone.sit_down(name, paper=paper)

    def starts(self, phones: list[Phone]) -> list[Player]:
        phones[0].page.reload()
        phones[0].tap("Start the game")
        for each in phones:
            each.page.locator("#status").wait_for()
            each.is_connected()
        return [Player(each, random.Random(3)) for each in phones]


# The ways to the states


def front_door(people: People, album: Album) -> None:
    guest = people.phone()
    guest.open(people.home)
    album.take(guest.page, "home", HANDS | ROOM, whole=True)
    guest.open(people.home + "/join?code=abc+123")
    album.take(guest.page, "home-wrong-code")
    guest.open(people.home + "/alone")
    album.take(guest.page, "alone", whole=True)
    guest.open(people.home + "/learn/dice-charmers")
    for number, dot in enumerate(guest.page.locator(".dot").all(), start=1):
        dot.click()
        album.take(guest.page, f"learn-{number}")


def lobby(people: People, album: Album) -> None:
    anna, boris, tv = people.opens_a_table(), people.phone(), people.phone()
    link = anna.page.url
    album.take(anna.page, "lobby-new", whole=True)
    boris.open(link)
    album.take(boris.page, "lobby-guest", whole=True)
    people.sits_down(anna, link, "Anna")
    people.sits_down(boris, link, "Boris von Rabenstein")
    people.sits_down(anna, link, "Paula", paper=True)
    anna.sees_seats("Anna", "Boris von Rabenstein", "Paula")
    album.take(anna.page, "lobby-host", whole=True)
    tv.open(link + "/tv")
    album.take(tv.page, "tv-lobby", ROOM)
    anna.unfold("Anna")
    anna.page.get_by_role("link", name=anna.says("Continue on another device")).click()
    album.take(anna.page, "move-seat")


def table(people: People, album: Album) -> None:
    """A game of two from the first roll to the podium, and the screen in the room."""
    anna, boris = people.opens_a_table(), people.phone()
    link = anna.page.url
    people.sits_down(anna, link, "Anna")
    people.sits_down(boris, link, "Boris")
    players = people.starts([anna, boris])
    tv = people.phone()
    tv.open(link + "/tv")
    album.take(anna.page, "play-roll")
    album.take(boris.page, "play-waiting")
    album.take(tv.page, "tv-start", ROOM)
    taken: set[str] = set()
    gathering = Gathering(players)
    while not players[0].over:
        mover = gathering.mover()
        state = state_of(mover)
        if state not in taken and (state != "play-choose" or mover.status("version") > "9"):
            taken.add(state)
            album.take(mover.page, state)
            looks_around(mover, state, album)
        if players[0].status("met") and "met" not in taken:
            taken.add("met")
            for each, name in zip(players, ("first", "second"), strict=True):
                each.reaches(mover.version)
                album.take(each.page, f"play-last-turn-{name}")
            album.take(tv.page, "tv-last-turn", ROOM)
        if players[0].version > 80 and "middle" not in taken:
            boris.page.goto(people.home)
            album.take(boris.page, "home-continue")
            boris.page.goto(link)
            boris.is_connected()
            taken.add("middle")
            album.take(mover.page, "play-middle", whole=True)
            album.take(tv.page, "tv-middle", ROOM)
        mover.tap_something()
    for each in players:
        each.phone.sees("How the points add up")
    album.take(anna.page, "ending", HANDS | ROOM)
    album.take(anna.page, "ending-whole", HANDS, whole=True)
    tv.page.locator(".podium").wait_for()
    album.take(tv.page, "tv-podium", ROOM)


def state_of(player: Player) -> str:
    page = player.page
    if page.locator("#spot[open] .preview-head").count():
        return "die-preview"
    if page.locator("#spot[open]").count():
        return f"chooser-{player.status('code')}"
    return "dialog" if page.locator("dialog[open]").count() else f"play-{player.status('code')}"


def looks_around(player: Player, state: str, album: Album) -> None:
    """What else can be opened from a state; closed again afterwards."""
    page = player.page
    if state != "play-choose":
        return
    page.locator("#open-list").click()
    album.take(page, "all-moves")
    page.locator("#list [data-close]").click()
    page.locator("#open-menu").click()
    album.take(page, "menu")
    page.locator("#menu [data-close]").click()
    page.locator("#sheet [data-target='person trader']").click()
    page.locator("#spot[open]").wait_for()
    album.take(page, "why-not")
    page.locator("#spot [data-close]").click()


def hot_seat_and_real_dice(people: People, album: Album) -> None:
    anna = people.opens_a_table(dice="real")
    link = anna.page.url
    for name in NAMES[:2]:
        people.sits_down(anna, link, name)
    (player,) = people.starts([anna])
    album.take(anna.page, "hand-over")
    player.tap(anna.page.locator("#hand-ready"))
    album.take(anna.page, "real-dice")
    while player.status("code") == "face":
        player.tap_something()
    album.take(anna.page, "real-dice-confirm")


def paper(people: People, album: Album) -> None:
    anna, boris = people.opens_a_table(), people.phone()
    link = anna.page.url
    people.sits_down(anna, link, "Anna")
    people.sits_down(boris, link, "Boris")
    people.sits_down(anna, link, "Paula", paper=True)
    players = people.starts([anna, boris])
    gathering, taken = Gathering(players), set[str]()
    while "total" not in taken:
        mover = gathering.mover()
        state = mover.status("code")
        if mover.status("acting") == "green" and state not in taken and not mover.page.locator("dialog[open]").count():
            taken.add(state)
            album.take(mover.page, f"paper-{state}")
        met = mover.page.locator("#foot [data-kind=met]")
        if met.count():
            mover.tap(met)
        else:
            mover.tap_something()


def demo(people: People, album: Album) -> None:
    """The guided first game, step by step."""
    guest = people.phone()
    guest.open(people.home)
    guest.tap("Try it now")
    for number in range(1, STEPS + 1):
        guest.page.locator("#hint .lesson-count").get_by_text(f"{number}/{STEPS}").wait_for()
        album.take(guest.page, f"demo-{number:02}")
        follow(guest.page, number)
    guest.page.locator("#hint-next:not([hidden])").wait_for()
    album.take(guest.page, "demo-end")


# The README's pictures: phones and a printed sheet side by side, and the screen in the room.
PHONES = ("en/home.phone.light", "en/die-preview.phone.light", "en/play-road.phone.light", "en/chooser-road.phone.dark")
SCREEN = "ru/tv-middle.tv.light"
GROUND = "#efe3cc"
MARGIN = 20
WIDTH = 1500


def for_the_readme(album: Path, folder: Path) -> None:
    """Small enough to be looked at over a slow line."""
    size = HANDS["phone"]
    shown = [Image.open(album / f"{name}.png").crop((0, 0, *size)) for name in PHONES] + [printed_sheet(size[1])]
    width = sum(each.width + MARGIN for each in shown) + MARGIN
    row = Image.new("RGB", (width, size[1] + 2 * MARGIN), GROUND)
    left = MARGIN
    for each in shown:
        row.paste(each, (left, MARGIN))
        left += each.width + MARGIN
    row.thumbnail((WIDTH, WIDTH))
    row.save(folder / "companion.webp", quality=80, method=6)
    Image.open(album / f"{SCREEN}.png").save(folder / "screen.webp", quality=80, method=6)


def printed_sheet(height: int) -> Image.Image:
    with tempfile.TemporaryDirectory() as folder:
        pdf, picture = Path(folder) / "sun.pdf", Path(folder) / "sun"
        subprocess.run([sys.executable, "-m", "companion", "print", "sun", "-o", pdf], check=True)
        subprocess.run(["pdftoppm", "-png", "-singlefile", "-scale-to", str(height), pdf, picture], check=True)
        with Image.open(picture.with_suffix(".png")) as page:
            return page.copy()


WAYS: dict[str, Callable[[People, Album], None]] = {
    "front-door": front_door,
    "lobby": lobby,
    "table": table,
    "hot-seat": hot_seat_and_real_dice,
    "paper": paper,
    "demo": demo,
}


@contextmanager
def server() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        running = new_server(Path(folder), tables_per_hour=10_000, wrong_codes_per_minute=10_000)
        running.start()
        try:
            yield running.url
        finally:
            running.kill()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--lang", action="append", choices=("en", "ru"))
    parser.add_argument("--size", action="append", choices=[*HANDS, *ROOM])
    parser.add_argument("--text", type=int, default=100, help="size of the text in percent")
    parser.add_argument("--way", action="append", choices=[*WAYS])
    parser.add_argument("--only", default="", help="states whose name contains this")
    parser.add_argument("--readme", type=Path, help="put the README's pictures into this folder")
    chosen = parser.parse_args()
    with server() as home, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=installed_browser(), args=FLAGS)
        for lang in chosen.lang or ("en", "ru"):
            album = Album(chosen.folder, lang, chosen.size or (*HANDS, *ROOM), chosen.only, chosen.text)
            for way in chosen.way or WAYS:
                WAYS[way](People(browser, home, lang), album)
        browser.close()
    if chosen.readme:
        for_the_readme(chosen.folder, chosen.readme)


if __name__ == "__main__":
    main()
