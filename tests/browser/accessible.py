"""axe-core reports no problem in either theme, and nothing is wider than the screen."""

from axe_playwright_python.sync_playwright import Axe

from tests.browser.phone import wait_until_drawn

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
COLOURS = ["color-contrast", "link-in-text-block"]  # what can differ between day and night


LET_BARS = (
    """(position) => document.querySelectorAll(".action-bar").forEach((bar) => { bar.style.position = position; })"""
)


def check(someone, state: str) -> None:
    """Check everything in the light theme, and what depends on colours in the dark theme.

    The bar at the bottom may cover half a button that is scrolled past it; that does not count.
    """
    someone.page.evaluate(LET_BARS, "static")
    finds_nothing(someone.page, f"{state}, by day", {"runOnly": TAGS})
    someone.page.emulate_media(color_scheme="dark")
    finds_nothing(someone.page, f"{state}, by night", {"runOnly": COLOURS})
    someone.page.emulate_media(color_scheme="light")
    someone.page.evaluate(LET_BARS, "")
    too_wide = someone.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert too_wide <= 0, f"{state}: {too_wide} px wider than the phone"


def finds_nothing(page, state: str, options: dict) -> None:
    wait_until_drawn(page)
    found = Axe().run(page, options={"resultTypes": ["violations"], **options})
    assert found.violations_count == 0, f"{state}: {found.generate_report()}"
