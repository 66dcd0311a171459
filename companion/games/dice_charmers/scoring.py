"""Final scoring from totals: the form, the score pad and the explanation of every point."""

from wtforms import Form, FormField

from companion.games.dice_charmers.rules import totals
from companion.games.dice_charmers.rules.state import MOST_PLAYERS
from companion.games.dice_charmers.rules.totals import Code
from companion.games.scoring import PadRow, Scoring, TieBreak, explain_meeting
from companion.games.scoring_form import Count, Name, ScoringForm, repeat
from companion.i18n import N_

FIGURES = {
    "fame": N_("Fame"),
    "money": N_("Money"),
    "karma_circled": N_("Karma circled"),
    "karma_used": N_("Karma crossed out"),
}


class Player(Form):
    name = Name()
    fame = Count(totals.FAME_PLACES)
    money = Count(totals.MONEY_PLACES)
    karma_circled = Count(totals.KARMA_PLACES, default="1")  # circled from the start
    karma_used = Count(totals.KARMA_PLACES, default="0")


class DiceCharmersForm(ScoringForm):
    players = repeat(FormField(Player), MOST_PLAYERS)


SCORING = Scoring(
    score=totals.score,
    form=DiceCharmersForm,
    figures=FIGURES,
    explain=explain_meeting(FIGURES, N_("%(money)s money: two count as one place.")),
    pad=(
        PadRow(FIGURES["fame"]),
        PadRow(FIGURES["money"], N_("half of it")),
        PadRow(N_("Meeting point"), cell=-totals.FAME_PLACES),
        PadRow(FIGURES["karma_circled"], N_("for ties"), tie=True),
        PadRow(FIGURES["karma_used"], N_("for further ties"), tie=True),
    ),
    tiebreaks={
        "karma_circled": TieBreak(N_("more karma circled")),
        "karma_used": TieBreak(N_("more karma crossed out")),
    },
    player_template="games/dice_charmers/scoring_player.html",
    problems={
        Code.MORE_USED_THAN_CIRCLED: N_("More karma is crossed out (%(used)s) than was circled (%(circled)s)."),
    },
    link_words=b'"karma_circled":1,"karma_used":0},',
)
