"""A whole evening of Cards & Karma as a transcript that people can read.

It lists the entries, what the companion answers to each (indented), and everybody's figures after every stage.
`Anna? …` is an entry that is refused; `Boris: undo buy red for 1` undoes that entry, however long ago it was made. The
test plays the entries again.
"""

from pathlib import Path

import pytest

from companion.games.cards_karma.game import CardsKarma
from companion.games.fair_dice import FairDice
from companion.games.table_game import Player
from companion.i18n import use_language
from companion.rules.messages import IllegalMove
from companion.storage import Event

TRANSCRIPT = Path(__file__).parent / "evening.txt"
GAME = CardsKarma()
NAMES = {"Anna": "red", "Boris": "blue", "Chandra": "green"}
FIGURES = ("turned", "fame", "coins", "karma", "administrators", "hand")


class Evening:
    def __init__(self):
        players = [Player(seat, name, False) for name, seat in NAMES.items()]
        self.position = GAME.begin({"side": "day"}, players)
        self.events = 0

    def tell(self, line):
        """Play a line of the transcript; yield it with what the companion answers."""
        yield line
        name, sign, move = line[: line.index(" ") - 1], line[line.index(" ") - 1], line[line.index(" ") + 1 :]
        before = GAME.make_view(self.position)
        if sign == "?":
            with pytest.raises(IllegalMove) as caught:
                self.enter(name, move)
            yield f"    {GAME.explain_refusal(caught.value, self.position)[1]}"
            return
        self.enter(name, move)
        after = GAME.make_view(self.position)
        if not move.startswith("undo"):
            yield from (
                f"    {self.position.name(news['for']) + ': ' if news['for'] not in (None, NAMES[name]) else ''}{news['text']}"
                for news in after["journal"][-1]["news"]
            )
        if before["begun"] and (after["round"], after["stage"]) != (before["round"], before["stage"]):
            yield ""
            yield from (f"  {name}: {self.count(after['sheets'][seat])}" for name, seat in NAMES.items())
            yield ""

    def enter(self, name, move):
        seat, undone = NAMES[name], move.removeprefix("undo ")
        if undone == move:
            entries = GAME.submit(self.position, seat, move, FairDice("11" * 32, self.events + 1, "nonce"))
        else:
            lines = [line for line in self.position.lines if (line.seat, line.move) == (seat, undone)]
            entries = GAME.undo(self.position, seat, False, lines[-1].number)
        for entry in entries:
            self.events += 1
            self.position = GAME.apply(self.position, Event.of(entry, self.events, 0))

    def count(self, sheet):
        return ", ".join(f"{name} {sheet[name]}" for name in FIGURES)


def tell_evening(entries):
    evening = Evening()
    with use_language("en"):
        lines = [line for entry in entries for line in evening.tell(entry)]
        return "\n".join([*lines, *GAME.summarize(evening.position)]) + "\n"


def list_entries(transcript):
    return [line for line in transcript.splitlines() if line.split(" ")[0][:-1] in NAMES]


def test_an_evening():
    transcript = TRANSCRIPT.read_text(encoding="utf-8")
    assert tell_evening(list_entries(transcript)) == transcript
