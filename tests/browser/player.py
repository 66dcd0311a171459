"""A person who plays: looks at what the page offers to tap, and taps it. Knows nothing of the rules."""

import random
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Error, Locator, expect

from tests.browser.phone import Phone

# What can be tapped to go on, in the order a player would look for it.
ON_OFFER = (
    "#sure[open] #sure-yes",
    "#hand[open] #hand-ready",
    "#spot[open] button[name=move]",
    "#tray .faces button",
    "#tray #enter-total",
    "#tray .die.legal",
    "#foot [data-use-all]",
    "#sheet .legal",
    "#foot .bonus.legal",
    "#foot .bar-main button[name=move], #foot .asides button[name=move]",
)
GLANCE_MS = 10  # between two reads: reading at every frame would make the page draw all the time
CALM_SECONDS = 0.2  # until a page that was scrolled is painted
RELUCTANT = ("give", "pass", "karma", "met")  # only when there is nothing else, or by way of exception


@dataclass(frozen=True)
class Offer:
    place: Locator
    kind: str
    saves_a_tap: bool = False


class Player:
    def __init__(self, phone: Phone, chance: random.Random) -> None:
        self.phone = phone
        self.page = phone.page
        self.chance = chance
        self.taps = 0

    # What the page says

    def glance(self) -> dict[str, str]:
        """Read the header of the page; nothing once the game is over."""
        return dict(self.read(GLANCE))

    def read(self, script: str) -> Any:
        """Read the page; read it again if it changed meanwhile."""
        for _ in range(5):
            with suppress(Error):
                return self.page.evaluate(script)
        return self.page.evaluate(script)

    def status(self, name: str) -> str:
        return self.glance().get(name, "")

    @property
    def version(self) -> int:
        return int(self.status("version") or 0)

    @property
    def over(self) -> bool:
        return not self.glance()

    @property
    def may_act(self) -> bool:
        return bool(self.status("acting"))

    def sees_turn_of(self, seat: str) -> None:
        expect(self.page.locator("#status")).to_have_attribute("data-turn", seat)

    def reaches(self, version: int) -> None:
        """Wait until the page shows that version or a later one, or the end of the game."""
        self.page.wait_for_function(
            "version => !document.getElementById('status') || "
            "Number(document.getElementById('status').dataset.version) >= version",
            arg=version,
            polling=GLANCE_MS,
        )

    # Tapping

    def offers(self) -> list[Offer]:
        """Return what can be tapped in the top layer to continue."""
        selector, found = self.page.evaluate(LOOK, ON_OFFER)
        return [Offer(self.page.locator(selector).nth(i), *each) for i, each in enumerate(found)]

    def tap(self, what: Locator) -> None:
        """Tap and wait for the effect."""
        before = self.read(SITUATION)
        if what.get_attribute("id") == "enter-total":
            amount = self.page.locator("#amount")
            amount.fill(amount.get_attribute("min"))  # nothing is typed in beforehand
        what.click()
        self.taps += 1
        self.page.wait_for_function(f"before => !{BUSY} && {SITUATION} !== before", arg=before, polling=GLANCE_MS)

    def tap_something(self) -> None:
        self.tap(self.liked(self.offers()).place)

    def touch_something(self) -> None:
        """Tap without checking that it is possible and without waiting for the effect. Prefer a tap that makes one
        entry: shortcuts make two."""
        offers = self.offers()
        liked = self.liked([offer for offer in offers if not offer.saves_a_tap] or offers)
        x, y = liked.place.evaluate(BROUGHT_TO_THE_MIDDLE)
        time.sleep(CALM_SECONDS)
        self.page.touchscreen.tap(x, y)
        self.taps += 1

    def liked(self, offers: Sequence[Offer]) -> Offer:
        assert offers, f"asked for something, offered nothing: {self.page.locator('#status').inner_text()!r}"
        eager = [offer for offer in offers if offer.kind not in RELUCTANT]
        return self.chance.choice(eager if eager and self.chance.random() < 0.95 else offers)


BROUGHT_TO_THE_MIDDLE = """place => {
  place.scrollIntoView({ block: "center", behavior: "instant" });
  const { x, y, width, height } = place.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""

CSRF_TOKEN = "document.querySelector('meta[name=csrf-token]').content"
GLANCE = "({ ...document.getElementById('status')?.dataset })"

LOOK = """selectors => {
  for (const selector of selectors) {
    const found = [...document.querySelectorAll(selector)];
    if (found.length) return [selector, found.map(each => [each.dataset.kind ?? "", "first" in each.dataset])];
  }
  return ["", []];
}"""

# Everything a tap can change: the board, an open dialog, a sentence, another page.
SITUATION = """(() => {
  const status = document.getElementById("status");
  const open = [...document.querySelectorAll("dialog[open]")].map(dialog => dialog.id);
  return status ? status.dataset.version + " " + open.join() : "elsewhere";
})()"""
BUSY = "(document.querySelector('.play.busy') !== null)"


class Gathering:
    """Players at a table, who play until the page says it is over."""

    def __init__(self, players: Sequence[Player], watch: Callable[[], None] = lambda: None) -> None:
        self.players = players
        self.watch = watch  # called after every tap

    def plays_to_the_end(self, most_taps: int = 2000) -> None:
        for _ in range(most_taps):
            mover = self.mover()
            if not mover:
                break
            mover.tap_something()
            self.watch()
        else:
            raise AssertionError("no end in sight")
        for player in self.players:
            player.page.wait_for_load_state()  # of the page about the end

    def plays_until(self, wanted: Callable[[Player], object], most_taps: int = 400) -> Player:
        """Play until `wanted` is true for a player who may act."""
        for _ in range(most_taps):
            mover = self.mover()
            assert mover, "the game ended before it came to that"
            if wanted(mover):
                return mover
            mover.tap_something()
        raise AssertionError("it never came to that")

    def skips_until(self, wanted: Callable[[dict, list[dict]], object], closed: bool = True) -> Player:
        """Play without loading pages until `wanted` is true for the player to move and the offers; then load them."""
        link = self.players[0].page.url
        for table, player, offers in self.skips(400, closed):
            if wanted(table["turn"], offers):
                if closed:
                    self.open(link)
                for each in self.players:
                    each.reaches(table["version"])
                    each.phone.is_connected()
                return player
        raise AssertionError("it never came to that")

    def skips_to_the_end(self) -> None:
        link = self.players[0].page.url
        for _ in self.skips(2000, closed=True):
            pass
        self.open(link)
        for player in self.players:
            expect(player.page.locator("#status")).to_have_count(0)
            player.page.wait_for_load_state()  # of the page about the end

    def open(self, url: str) -> None:
        for player in self.players:
            player.phone.open(url)

    def skips(self, most_moves: int, closed: bool = False) -> Iterator[tuple[dict, Player, list[dict]]]:
        """Play without loading pages; before every move, yield the table, the player to move and the offers.
        With `closed` no page is open meanwhile: each would draw every move."""
        home, _, code = self.players[0].page.url.rpartition("/t/")
        seated = {player.status("mine"): player for player in self.players}
        tokens = {seat: player.read(CSRF_TOKEN) for seat, player in seated.items()}
        if closed:
            self.open(f"{home}/healthz")  # a page without anything
        for _ in range(most_moves):
            table = self.players[0].phone.context.request.get(f"{home}/api/tables/{code}").json()
            if table["phase"] == "over":
                return
            seat = table["turn"]["seat"]
            player, request = seated[seat], seated[seat].phone.context.request
            offers = request.get(f"{home}/api/tables/{code}/moves?seat={seat}").json()["moves"]
            yield table, player, offers
            eager = [offer for offer in offers if offer["kind"] not in RELUCTANT]
            move = player.chance.choice(eager or offers)["move"]
            form = {"csrf_token": tokens[seat], "seat": seat, "move": move, "nonce": f"{seat} {table['version']}"}
            assert request.post(f"{home}/t/{code}/moves", form=form, headers={"X-Parts": "1"}).ok

    def mover(self) -> Player | None:
        """Return the player who can act, as soon as a phone shows it; None when the game is over."""
        patience = time.monotonic() + 30
        while time.monotonic() < patience:
            seen = [player.glance() for player in self.players]
            newest = max((int(each["version"]) for each in seen if each), default=None)
            if newest is None:
                return None
            for player, each in zip(self.players, seen, strict=True):
                if each.get("acting") and int(each["version"]) == newest:
                    return player
            self.players[0].page.wait_for_timeout(20)
        raise AssertionError("nobody can do anything")
