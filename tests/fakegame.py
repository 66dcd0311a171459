"""Snap with live tables, sheets and a set-up: registered like a real game, unknown to all shared code."""

from dataclasses import replace

from companion.games.game import BadSheet
from companion.games.options import Choice, Option
from companion.games.setup import Setup
from tests import scoredgame
from tests.testgame import RaceGame


class Snap(RaceGame):
    name = "snap"
    options = {"deck": Option("Deck", (Choice("short", "Short deck"), Choice("long", "Long deck")))}  # noqa: RUF012


class Decks:
    """A single sheet, which looks like the score pad."""

    def load(self, own):
        return {}

    def find(self, name, own):
        if name != "deck":
            raise BadSheet(["no such deck"])
        return GAME.score_pad()


GAME = replace(
    scoredgame.GAME,
    load_table_game=lambda own_sheets: Snap(),
    sheets=Decks(),
    setup=Setup(lambda group: [f"Deal {52 // group.players} cards to each of {group.players} players."]),
)
