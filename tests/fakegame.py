"""Snap, a tiny cardboard game that exists only for tests: registered like a real one, unknown to all shared code."""

from wtforms import Form, FormField

from companion.games.game import BadSheet, Game
from companion.games.lookup import Section
from companion.games.options import Choice, Option
from companion.games.scoring import Line, PadRow, Scoring, TieBreak
from companion.games.scoring_form import Count, Name, ScoringForm, repeat
from companion.games.setup import Setup
from companion.render.palette import Character
from companion.rules.ranking import Standing, rank_players
from companion.rules.scoring_input import Form as Input
from tests.testgame import RaceGame

MOST_PAIRS = 26


def score(data):
    form = Input(data)
    standings = [
        Standing(
            name,
            {"pairs": player.read_number("pairs", 0, MOST_PAIRS)},
            {"jokers": player.read_number("jokers", 0, 2, 0)},
        )
        for name, player in form.read_players(4)
    ]
    form.finish()
    return rank_players("snap", standings, {"jokers": "more jokers"})


class Player(Form):
    name = Name()
    pairs = Count(MOST_PAIRS)
    jokers = Count(2, default="0")


class SnapForm(ScoringForm):
    players = repeat(FormField(Player), 4)


class Snap(RaceGame):
    name = "snap"
    options = {"deck": Option("Deck", (Choice("short", "Short deck"), Choice("long", "Long deck")))}  # noqa: RUF012
    solo_settings = {"opponents": "none"}  # noqa: RUF012
    solo = Choice("solo", "Patience", "Nobody else plays.", "karma")


class Decks:
    """A single sheet, which looks like the score pad."""

    def load(self, own):
        return {}

    def find(self, name, own):
        if name != "deck":
            raise BadSheet(["no such deck"])
        return GAME.score_pad()


GAME = Game(
    name="snap",
    text="Snap",
    icon="karma",
    colours=Character("sun", "#fffaf2", "#452410", "#c0671b"),
    players=range(2, 5),
    load_table_game=lambda own_sheets: Snap(),
    scoring=Scoring(
        score=score,
        form=SnapForm,
        figures={"pairs": "Pairs", "jokers": "Jokers"},
        explain=lambda player, points, totals: [Line("Pairs", "One point each.", points["breakdown"]["pairs"])],
        pad=(PadRow("Pairs", "1 point each"), PadRow("Jokers", tie=True)),
        tiebreaks={"jokers": TieBreak("more jokers")},
    ),
    lookup=(Section("Cards", {"Joker": "Counts as any card."}),),
    sheets=Decks(),
    setup=Setup(lambda group: [f"Deal {52 // group.players} cards to each of {group.players} players."]),
)
