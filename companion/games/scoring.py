"""Final scoring: what a game declares about it, and how a result is described."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from companion.games.scoring_form import ScoringForm
from companion.i18n import N_, format_number, get_language, gettext, ngettext, translate
from companion.render.score_pad import PadRow as PadRow
from companion.rules.ranking import PlayerResult, Points, Result, Tie
from companion.rules.scoring_input import BadScoring, Code, Problem

Totals = Mapping[str, Any]  # the input of the scoring

PROBLEMS: Mapping[str, str] = {
    Code.MISSING: N_("This is missing."),
    Code.UNKNOWN: N_("There is no such field."),
    Code.NOT_AN_OBJECT: N_("This must be an object with named fields."),
    Code.NOT_A_LIST: N_("This must be a list."),
    Code.NOT_A_TEXT: N_("This must be text."),
    Code.NOT_A_WHOLE_NUMBER: N_("This must be a whole number."),
    Code.NOT_YES_OR_NO: N_("This must be true or false."),
    Code.NOT_ONE_OF: N_("This must be one of: %(options)s."),
    Code.OUT_OF_LIMITS: N_("This must be a number from %(low)s to %(high)s."),
    Code.TOO_FEW_PLAYERS: N_("There must be at least %(low)s players."),
    Code.TOO_MANY_PLAYERS: N_("There can be at most %(high)s players."),
    Code.NAME_EMPTY: N_("Every player needs a name."),
    Code.NAME_TOO_LONG: N_("A name can have at most %(high)s characters."),
    Code.NAME_UNPRINTABLE: N_("A name cannot contain invisible characters or stacks of accents."),
    Code.NAME_TAKEN: N_("Two players have this name. Give every player a different name."),
}


class Line(NamedTuple):
    """One line of a score. `why` explains the points and may be empty."""

    title: str
    why: str
    points: Points


class TieBreak(NamedTuple):
    """A tiebreak in English. `with_figures` adds the players' values where they mean something."""

    words: str
    with_figures: bool = True


@dataclass(frozen=True)
class Scoring:
    """Everything a game declares about its final scoring."""

    score: Callable[[Mapping[str, object]], Result]  # raises BadScoring with every problem
    form: type[ScoringForm]
    figures: Mapping[str, str]  # field: title in English
    explain: Callable[[Totals, PlayerResult, Totals], list[Line]]  # a player's totals and points, everyone's totals
    pad: tuple[PadRow, ...]
    tiebreaks: Mapping[str, TieBreak]
    problems: Mapping[str, str] = field(default_factory=dict)  # sentences for the problem codes of this game
    name_thing: Callable[[str], str] = str  # translates the name of a piece
    player_template: str = "scoring/_figures.html"  # the fields of one player
    table_template: str = ""  # the fields shared by all players
    styles: str = ""  # of these fields, a file in static/
    unknown_at_table: frozenset[str] = frozenset()  # fields that live assist cannot fill in
    link_words: bytes = b""  # JSON of usual totals, to compress links of results; never changes (`result_link.py`)

    def name_figure(self, figure: str) -> str:
        return gettext(self.figures[figure])

    def describe_problems(self, error: BadScoring) -> list[tuple[str, str]]:
        """Return (field, sentence) for every problem."""
        return [(problem.field, self._describe(problem)) for problem in error.problems]

    def _describe(self, problem: Problem) -> str:
        if problem.code in PROBLEMS:
            return gettext(PROBLEMS[problem.code], **problem.details)
        named = {
            name: self.name_thing(value) if isinstance(value, str) else value for name, value in problem.details.items()
        }
        return gettext(self.problems[problem.code], **named)

    def list_standings(self, totals: Totals, result: Result) -> list[tuple[PlayerResult, list[Line]]]:
        """List the players with the lines of their scores, best first."""
        explained = [
            (points, self.explain(player, points, totals))
            for player, points in zip(totals["players"], result["players"], strict=True)
        ]
        return sorted(explained, key=lambda standing: standing[0]["rank"])

    def summarize(self, result: Result) -> list[str]:
        """Describe a result in a few lines: places and points, best first, and how ties were decided."""
        ranked = sorted(result["players"], key=lambda player: player["rank"])
        places = [f"{player['rank']}. {player['name']}: {format_points(player['score'])}" for player in ranked]
        return [*places, *self.describe_ties(result)]

    def describe_ties(self, result: Result) -> list[str]:
        return [self._describe_tie(tie, result) for tie in result["ties"]]

    def _describe_tie(self, tie: Tie, result: Result) -> str:
        tied = [player for name in tie["players"] for player in result["players"] if player["name"] == name]
        names = join_names([player["name"] for player in tied])
        if not tie["decided_by"]:
            return gettext("%(names)s are tied in everything and share the place.", names=names)
        reasons = join_names([self._describe_tiebreak(key, tied) for key in tie["decided_by"]])
        sentence = gettext("%(names)s are tied on points; decided by %(reasons)s.", names=names, reasons=reasons)
        shared = len({player["rank"] for player in tied}) < len(tied)
        return sentence + (" " + gettext("Players who are still tied share the place.") if shared else "")

    def _describe_tiebreak(self, key: str, tied: Sequence[PlayerResult]) -> str:
        """Describe a tiebreak with the players' values: `more coins (2 : 1)`."""
        tiebreak = self.tiebreaks[key]
        words = gettext(tiebreak.words)
        if not tiebreak.with_figures:
            return words
        figures = " : ".join(format_points(player["tiebreaks"][key]) for player in tied)
        return f"{words} ({figures})"


def explain_meeting(figures: Mapping[str, str], counted: str) -> Callable[[Totals, PlayerResult, Totals], list[Line]]:
    """Return `explain` for a game whose fame and money markers run towards each other.

    `counted` is the English sentence that explains how money counts.
    """

    def explain(player: Totals, points: PlayerResult, totals: Totals) -> list[Line]:
        parts = points["breakdown"]
        meeting = gettext("Fame and money together must cover this many places to meet.")
        return [
            Line(translate(figures["fame"]), "", parts["fame"]),
            Line(translate(figures["money"]), gettext(counted, money=player["money"]), parts["money"]),
            Line(gettext("Meeting point"), meeting, parts["meeting_point"]),
        ]

    return explain


def describe_winners(result: Result) -> str:
    names = join_names(result["winners"])
    return ngettext("%(names)s wins", "%(names)s share the victory", len(result["winners"]), names=names)


def format_points(points: Points) -> str:
    return format_number(points, get_language())


def join_names(names: Sequence[str]) -> str:
    """Join names: `Anna, Boris and Chandra`."""
    if len(names) == 1:
        return names[0]
    return gettext("%(some)s and %(last)s", some=", ".join(names[:-1]), last=names[-1])
