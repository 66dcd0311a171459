"""A person with a phone: what they can see and tap, in their language."""

import re
from collections.abc import Sequence
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page, expect

from companion.i18n import gettext, ngettext, pgettext, use_language
from companion.seat_colours import name_colour
from companion.web.pages.play import NO_PARTS

PATIENCE_MS = 15_000  # the machine may be busy; nothing waits longer than it must
expect.set_options(timeout=PATIENCE_MS)
STILL = """() => document.fonts.ready.then(() => Promise.all(document.getAnimations()
  .filter(each => each.effect.getComputedTiming().endTime !== Infinity).map(each => each.finished.catch(() => {}))))"""

WORDS_STICKING_OUT = """() => {
  const out = [];
  for (const button of document.querySelectorAll("button, .button, summary, label")) {
    if (!button.checkVisibility() || getComputedStyle(button).overflow !== "visible") continue;
    const { left, right } = button.getBoundingClientRect();
    const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      if (texts.currentNode.parentElement.closest("select") || !texts.currentNode.data.trim()) continue;
      const words = document.createRange();
      words.selectNodeContents(texts.currentNode);
      const box = words.getBoundingClientRect();
      if (box.width > 1 && (box.left < left - 1 || box.right > right + 1)) out.push(texts.currentNode.data.trim());
    }
  }
  return out;
}"""


def wait_until_drawn(page: Page) -> None:
    """Wait until styles, scripts and fonts are there and nothing moves. A visible page may lack all of them, so call
    this before measuring sizes or colours."""
    page.wait_for_load_state()
    page.evaluate(STILL)


def enlarge_text(page: Page, percent: int) -> None:
    """Set the text size as in the browser's settings, which style sheets see too."""
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 16 * percent // 100}})


class Phone:
    def __init__(self, context: BrowserContext, lang: str) -> None:
        self.context = context
        self.lang = lang
        self.page: Page = context.new_page()
        self.troubles: list[str] = []
        self.page.on("pageerror", lambda error: self.troubles.append(f"script: {error}"))
        self.page.on("console", self.heard)
        context.on("request", self.asked)

    def heard(self, message) -> None:
        if "Content Security Policy" in message.text:
            self.troubles.append(message.text)

    def asked(self, request) -> None:
        if not re.match(r"(http://127\.0\.0\.1[:/]|data:|about:|chrome)", request.url):
            self.troubles.append(f"foreign request: {request.url}")

    # The words of a page, from the same catalogue

    def says(self, text: str, **values: object) -> str:
        with use_language(self.lang):
            return gettext(text, **values)

    def counts(self, one: str, many: str, number: int) -> str:
        with use_language(self.lang):
            return ngettext(one, many, number)

    def colour(self, colour: str) -> Locator:
        with use_language(self.lang):
            return self.page.get_by_role("radio", name=name_colour(colour), exact=True)

    def in_context(self, context: str, text: str) -> str:
        with use_language(self.lang):
            return pgettext(context, text)

    # What one can tap

    def open(self, url: str) -> None:
        self.page.goto(url)

    def send(self, page: str, path: str, **form: str) -> str:
        """Send a form without opening its page; return the URL it leads to."""
        answer = self.context.request.post(page + path, form={"csrf_token": self.find_token(page), **form})
        assert answer.ok, f"{path}: {answer.status}"
        return answer.url

    def enter(self, page: str, *entries: tuple[str, str]) -> None:
        """Send entries (seat, move) of a table without loading its page after each of them."""
        token = self.find_token(page)
        for seat, move in entries:
            form = {"csrf_token": token, "seat": seat, "move": move}
            answer = self.context.request.post(f"{page}/moves", form=form, headers={"X-Parts": NO_PARTS})
            assert answer.ok, f"{seat}: {move}: {answer.status} {answer.text()}"

    def find_token(self, page: str) -> str:
        shown = self.context.request.get(page)
        return re.search(r'name="csrf-token" content="([^"]+)"', shown.text())[1]

    def button(self, text: str, **values: object) -> Locator:
        return self.page.get_by_role("button", name=self.says(text, **values), exact=True)

    def tap(self, text: str, **values: object) -> None:
        self.button(text, **values).click()

    def open_table(self, home: str) -> str:
        """Start a table from the start page; return the link for the others, as shown there."""
        self.open(home)
        self.page.locator("a.tile").first.click()
        self.tap("Open the table")
        return self.page.locator(".invite .link a").inner_text()

    def sit_down(self, name: str, colour: str | None = None, paper: bool = False) -> None:
        another = self.page.locator("#join summary")
        if another.count() and not self.page.locator("#join details[open]").count():
            another.click()
        self.page.get_by_label(self.says("Name"), exact=True).fill(name)
        if colour is not None:
            self.colour(colour).check()
        if paper:
            self.page.locator("input[name=kind][value=paper]").check()
        with self.page.expect_event("load"):  # of the page that it leads to
            self.page.locator("#join form button").click()

    def unfold(self, name: str) -> None:
        """Open the menu of a seat."""
        self.page.locator(f"summary[aria-label='{self.says('More for %(name)s', name=name)}']").click()

    def share(self, *names: str) -> None:
        """Let everybody play on this phone: names are typed in the lobby of a cardboard game."""
        for number, name in enumerate(names):
            self.page.locator("input[name=player]").nth(number).fill(name)
        self.page.locator("#together").click()
        expect(self.page.locator("#live-board")).to_be_visible()
        self.is_connected()

    # What one can see

    def measure(self, script: str, arg: object = None) -> Any:
        """Evaluate a script about sizes, places or colours."""
        wait_until_drawn(self.page)
        return self.page.evaluate(script, arg)

    def fits(self) -> None:
        """Nothing is wider than the screen."""
        too_wide = self.measure("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert too_wide <= 0, f"{too_wide} px wider than the screen"

    def words_fit(self) -> None:
        """Nothing is wider than the screen, and no words are wider than their button."""
        self.fits()
        sticking_out = self.measure(WORDS_STICKING_OUT)
        assert not sticking_out, sticking_out

    def box(self, place: Locator) -> dict[str, float]:
        """Return the position and size of an element."""
        wait_until_drawn(self.page)
        return place.bounding_box()

    def sees_seats(self, *names: str) -> None:
        expect(self.page.locator(".seat-name")).to_have_text(list(names))

    def seat(self, name: str) -> Locator:
        return self.page.locator(".seat").filter(has=self.page.get_by_text(name, exact=True))

    def sees(self, text: str, **values: object) -> None:
        expect(self.page.get_by_text(self.says(text, **values), exact=True).first).to_be_visible()

    def is_connected(self) -> None:
        expect(self.page.locator("#connection")).to_have_attribute("data-state", "open")

    def is_cut_off(self) -> None:
        expect(self.page.locator("#connection")).to_have_attribute("data-state", "lost")

    def sees_the_game(self) -> None:
        expect(self.page.locator("#sheet")).to_be_visible()

    def stays(self) -> "Unreloaded":
        return Unreloaded(self.page)


def start_table(
    phones: Sequence[Phone],
    home: str,
    names: Sequence[str],
    paper: Sequence[str] = (),
    script: str = "",
    **chosen: str,
) -> None:
    """Start a table for these phones: names joined by "+" share a phone, names in `paper` have none. The forms are sent
    without opening pages, because the lobby has its own tests."""
    host = phones[0]
    link = host.send(home, "/tables", **chosen)
    for each, people in zip(phones, names, strict=True):
        for name in people.split("+"):
            each.send(link, "/join", name=name)
    for name in paper:
        host.send(link, "/join", name=name, kind="paper")
    host.send(link, "/arrange", do="start")
    for each in phones:
        each.context.add_init_script(script)
        each.open(link)
    for each in phones:
        each.is_connected()


class Unreloaded:
    """Check that the page is not reloaded: everything arrives live."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def __enter__(self) -> None:
        self.page.evaluate("window.sameAsBefore = true")

    def __exit__(self, kind, *_: object) -> None:
        if kind is None:
            assert self.page.evaluate("window.sameAsBefore"), "the page was reloaded"
