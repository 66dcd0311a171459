"""How many taps a game takes. A tap is anything a player touches, including a die to see its preview."""

import pytest

from tests.browser.player import Gathering, Player

pytestmark = pytest.mark.timeout(400)

MOST_TAPS_PER_TURN = 5.5
MOST_TAPS_PER_BONUS = 2  # in the longest chain


def count_done(player: Player, seat: str) -> int:
    """Count the bonuses that a player has used or given up."""
    home, _, code = player.page.url.rpartition("/t/")
    sheet = player.phone.context.request.get(f"{home}/api/tables/{code}").json()["sheets"][seat]
    return len(sheet["marks"]["used_bonuses"]) + len(sheet["marks"]["wasted_bonuses"])


def test_a_game_takes_few_taps(seated, capsys):
    """Two players on our own sheet who use what saves a tap and otherwise tap at random; the same in every run."""
    players = seated(sheet="sun", script="localStorage.setItem('tips-off', 'yes')")
    gathering = Gathering(players)
    turns = 0
    chain, longest = 0, (0, 0)  # taps since the first bonus of a turn was circled; the most bonuses in a turn, and taps
    before = 0  # bonuses done before this turn
    while mover := gathering.mover():
        seat = mover.status("mine")
        chain += bool(chain or mover.page.locator("#foot .bonus").count())
        offers = mover.offers()
        liked = mover.liked([offer for offer in offers if offer.saves_a_tap] or offers)
        if liked.kind == "take" or (liked.saves_a_tap and not chain):
            before = count_done(mover, seat)
        mover.tap(liked.place)
        if liked.kind in ("end", "pass"):
            turns += 1
            if chain:
                longest = max(longest, (count_done(mover, seat) - before, chain - 1))  # ending it is not part of it
            chain = 0
    taps = sum(player.taps for player in players)
    with capsys.disabled():
        print(f"\n{taps} taps in {turns} turns ({taps / turns:.1f} per turn)")
        print(f"longest chain: {longest[0]} bonuses in {longest[1]} taps")
    assert taps / turns <= MOST_TAPS_PER_TURN
    assert longest[1] / longest[0] <= MOST_TAPS_PER_BONUS
