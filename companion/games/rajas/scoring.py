"""Final scoring of Rajas of the Ganges: the form, the score pad and the explanation of a score."""

from collections.abc import Iterator, Mapping
from typing import Any

from wtforms import Form, FormField, StringField

from companion.games.rajas.rules import scoring
from companion.games.rajas.rules.scoring import Code
from companion.games.rajas.rules.tracks import LAST_FAME, LAST_MONEY, MEETING
from companion.games.scoring import PadRow, Scoring, TieBreak, explain_meeting, join_names
from companion.games.scoring_form import Count, Entry, Name, ScoringForm, Yes, repeat
from companion.i18n import N_, gettext
from companion.rules.ranking import Result

FIGURES = {"fame": N_("Fame"), "money": N_("Money")}


class Player(Form):
    name = Name()
    fame = Count(LAST_FAME)
    money = Count(LAST_MONEY)


class RajasForm(ScoringForm):
    players = repeat(FormField(Player), scoring.MOST_PLAYERS)
    met_order = repeat(StringField(default=""), scoring.MOST_PLAYERS)  # indexes of players
    forgotten = Yes(default=False)  # nobody remembers whose markers met first
    asked = False

    def ask(self, result: Result) -> str:
        """Ask whose markers met first if that decides between players with the same score."""
        score = {player["name"]: player["score"] for player in result["players"]}
        open_ties = [
            tie["players"] for tie in result["ties"] if score[tie["players"][0]] >= 0 and not tie["decided_by"]
        ]
        if not open_ties or self.forgotten.data:
            return ""
        self.asked = True
        return gettext("%(names)s are tied: whose markers met first?", names=join_names(open_ties[0]))

    @classmethod
    def from_totals(cls, totals: Mapping[str, Any]) -> ScoringForm:
        names = [player["name"].strip() for player in totals["players"]]
        order = [str(names.index(name.strip())) for name in totals.get("met_order") or ()]
        return super().from_totals({**totals, "met_order": order})

    def read_entries(self) -> Iterator[Entry]:
        yield from super().read_entries()
        named = [field for field in self.met_order if field.data]
        names = {str(position): player.form["name"].data for position, player in enumerate(self.players)}
        for position, field in enumerate(named):
            yield f"met_order[{position}]", field, names.get(field.data, "")


SCORING = Scoring(
    score=scoring.score,
    form=RajasForm,
    figures=FIGURES,
    explain=explain_meeting(FIGURES, N_("%(money)s money: two spaces count as one fame space, rounded up.")),
    pad=(
        PadRow(FIGURES["fame"]),
        PadRow(FIGURES["money"], N_("half of it, rounded up")),
        PadRow(N_("Meeting point"), cell=-MEETING),
    ),
    tiebreaks={"met_first": TieBreak(N_("whose markers met first"), with_figures=False)},
    problems={
        Code.NOT_A_PLAYER: N_("No player has this name."),
        Code.NOT_MET: N_("This player’s markers have not met."),
        Code.NAMED_TWICE: N_("This player is named twice."),
    },
    table_template="games/rajas/scoring_table.html",
    unknown_at_table=frozenset({"fame", "money"}),  # with reminders
    link_words=b'"fame":30,"money":50},',
)
