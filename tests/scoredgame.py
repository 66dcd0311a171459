"""Snap, a game that is only scored: everything such a game needs, in one file. CONTRIBUTING.md explains it.

It is registered in tests like a real game and unknown to all shared code.
"""

from wtforms import Form, FormField

from companion.games.game import Game
from companion.games.lookup import Entry, Icon, Section
from companion.games.scoring import Count, Line, Name, PadRow, Scoring, ScoringForm, TieBreak, repeat
from companion.render.palette import Character
from companion.rules.scoring import ScoringInput, Standing, rank_players

MOST_PLAYERS, MOST_PAIRS, MOST_JOKERS = 4, 26, 2


# The rules; a real game has them in rules.py, which imports the standard library and companion.rules only
def score(data):
    form = ScoringInput(data)
    standings = [
        Standing(
            name,
            {"pairs": player.read_number("pairs", 0, MOST_PAIRS)},
            {"jokers": player.read_number("jokers", 0, MOST_JOKERS, default=0)},
        )
        for name, player in form.read_players(MOST_PLAYERS)
    ]
    form.finish()
    return rank_players("snap", standings, {"jokers": "more jokers"})


# The form on the page; a real game marks its texts with N_
class SnapColumn(Form):
    name = Name()
    pairs = Count(MOST_PAIRS)
    jokers = Count(MOST_JOKERS, default="0")


class SnapForm(ScoringForm):
    players = repeat(FormField(SnapColumn), MOST_PLAYERS)


GAME = Game(
    name="snap",
    text="Snap",
    icon="karma",
    colours=Character("sun", "#fffaf2", "#452410", "#c0671b"),
    players=range(2, MOST_PLAYERS + 1),
    scoring=Scoring(
        score=score,
        form=SnapForm,
        figures={"pairs": "Pairs", "jokers": "Jokers"},
        explain=lambda player, points, totals: [Line("Pairs", "One point each.", points["breakdown"]["pairs"])],
        pad=(PadRow("Pairs", "1 point each"), PadRow("Jokers", tie=True)),
        tiebreaks={"jokers": TieBreak("more jokers")},
    ),
    lookup=(Section("Cards", Icon("fame"), (Entry("Joker", "Counts as any card."),)),),
)
