"""Final scoring of Cards & Karma: the form, the score pad and the explanation of a score."""

from wtforms import Form, FormField

from companion.games.cards_karma.rules import scoring
from companion.games.cards_karma.rules.tokens import SCORING_CARDS
from companion.games.scoring import Line, PadRow, Scoring, TieBreak, Totals
from companion.games.scoring_form import Count, Name, ScoringForm, repeat
from companion.i18n import N_, gettext, translate
from companion.rules.ranking import PlayerResult

FIGURES = {
    "turned": N_("Scoring cards turned over"),
    "fame": N_("Fame left"),
    "coins": N_("Coins left"),
    "karma": N_("Karma left"),
}


class Player(Form):
    name = Name()
    turned = Count(SCORING_CARDS)
    fame = Count(scoring.MOST_FAME, default="0")
    coins = Count(scoring.MOST_COINS, default="0")
    karma = Count(scoring.MOST_KARMA, default="0")


class CardsKarmaForm(ScoringForm):
    players = repeat(FormField(Player), scoring.MOST_PLAYERS)


def explain(player: Totals, points: PlayerResult, totals: Totals) -> list[Line]:
    return [Line(translate(FIGURES["turned"]), gettext("One point each."), points["breakdown"]["turned"])]


SCORING = Scoring(
    score=scoring.score,
    form=CardsKarmaForm,
    figures=FIGURES,
    explain=explain,
    pad=(
        PadRow(FIGURES["turned"], N_("1 point each")),
        PadRow(N_("Fame and coins left"), N_("for ties; fame counts 2, a coin 1"), tie=True),
        PadRow(FIGURES["karma"], N_("for further ties"), tie=True),
    ),
    tiebreaks={
        "fame_and_coins": TieBreak(N_("more fame and coins left, fame counting double")),
        "karma": TieBreak(N_("more karma left")),
    },
    link_words=b'"turned":6,"fame":0,"coins":0,"karma":0},',
)
