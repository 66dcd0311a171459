"""How many taps a game takes. A tap is anything a player touches, including a die to see its preview."""

import pytest

from tests.browser.player import Gathering

pytestmark = pytest.mark.timeout(400)

# Ceilings just above what is measured, so that it gets no worse. The aims, 5.5 and 2, are not reached yet.
MOST_TAPS_PER_TURN = 6.5
MOST_TAPS_PER_BONUS = 2.8  # in the longest chain


def test_a_game_takes_few_taps(seated, capsys):
    """Two players who tap at random on our own sheet; the same dice and the same choices in every run."""
    players = seated(sheet="sun", script="localStorage.setItem('tips-off', 'yes')")
    gathering = Gathering(players)
    turns = 0
    chain = longest = (0, 0)  # bonuses used or given up in one turn, and the taps since the first of them was circled
    while mover := gathering.mover():
        left = mover.page.locator("#foot .bonus").count()
        liked = mover.liked(mover.offers())
        mover.tap(liked.place)
        if liked.kind in ("end", "pass"):
            turns += 1
            longest, chain = max(longest, chain), (0, 0)
        elif left or chain[0]:
            used = left - mover.page.locator("#foot .bonus").count()
            chain = (chain[0] + max(used, 0), chain[1] + 1)
    taps = sum(player.taps for player in players)
    with capsys.disabled():
        print(f"\n{taps} taps in {turns} turns ({taps / turns:.1f} per turn)")
        print(f"longest chain: {longest[0]} bonuses in {longest[1]} taps")
    assert taps / turns <= MOST_TAPS_PER_TURN
    assert longest[1] / longest[0] <= MOST_TAPS_PER_BONUS
