"""Whole evenings of Cards & Karma, one per mode, as transcripts that people can read.

A transcript lists the entries, what the companion answers to each (indented), and everybody's figures after every stage.
`Anna? …` is an entry that is refused, `Boris: undo` takes the last entry back. The test plays the entries again.
"""

from pathlib import Path

import pytest

from companion.games.cards_karma.game import CardsKarma
from companion.games.fair_dice import FairDice
from companion.games.table_game import Player
from companion.i18n import use_language
from companion.rules.refusal import IllegalMove
from companion.storage import Event

FOLDER = Path(__file__).parent
GAME = CardsKarma()
NAMES = {"Anna": "red", "Boris": "blue", "Chandra": "green"}
FIGURES = {"full": ("turned", "fame", "coins", "karma", "administrators", "hand"), "reminders": ("turned",)}


class Evening:
    def __init__(self, mode):
        players = [Player(seat, name, False) for name, seat in NAMES.items()]
        self.position = GAME.begin({"mode": mode, "side": "day"}, players)
        self.figures = FIGURES[mode]
        self.events = 0

    def tell(self, line):
        """Play a line of the transcript; yield it with what the companion answers."""
        yield line
        name, sign, move = line[: line.index(" ") - 1], line[line.index(" ") - 1], line[line.index(" ") + 1 :]
        before = GAME.make_view(self.position)
        if sign == "?":
            with pytest.raises(IllegalMove) as caught:
                self.submit(name, move)
            yield f"    {GAME.explain_refusal(caught.value, self.position)[1]}"
            return
        self.write(GAME.undo(self.position, NAMES[name], False) if move == "undo" else self.submit(name, move))
        after = GAME.make_view(self.position)
        if move != "undo":
            yield from (f"    {news['text']}" for news in after["journal"][-1]["news"])
        if before["begun"] and (after["round"], after["stage"]) != (before["round"], before["stage"]):
            yield ""
            yield from (f"  {name}: {self.count(after['sheets'][seat])}" for name, seat in NAMES.items())
            yield ""

    def submit(self, name, move):
        return GAME.submit(self.position, NAMES[name], move, FairDice("11" * 32, self.events + 1, "nonce"))

    def write(self, entries):
        for entry in entries:
            self.events += 1
            self.position = GAME.apply(self.position, Event.of(entry, self.events, 0))

    def count(self, sheet):
        return ", ".join(f"{name} {sheet[name]}" for name in self.figures)


def tell_evening(mode, entries):
    evening = Evening(mode)
    with use_language("en"):
        lines = [line for entry in entries for line in evening.tell(entry)]
        return "\n".join([*lines, *GAME.summarize(evening.position)]) + "\n"


def list_entries(transcript):
    return [line for line in transcript.splitlines() if line.split(" ")[0][:-1] in NAMES]


@pytest.mark.parametrize("mode", FIGURES)
def test_an_evening(mode):
    transcript = (FOLDER / f"evening-{mode}.txt").read_text(encoding="utf-8")
    assert tell_evening(mode, list_entries(transcript)) == transcript
