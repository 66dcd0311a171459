"""Final scoring: the form of a game, what a game declares about its scoring, and how a result is described."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, ClassVar, NamedTuple

from wtforms import BooleanField, Field, FieldList, Form, FormField, RadioField, StringField

from companion.forms import CompanionForm
from companion.i18n import format_number, get_language, gettext, ngettext, translate
from companion.render.scores import PadRow as PadRow
from companion.rules.scoring import FEWEST_PLAYERS, BadScoring, PlayerResult, Points, Problem, Result, Tie

# The form: its fields keep whatever was typed. Only the rules validate it, so the page, the JSON API and the command
# reject the same input with the same sentences.

WHOLE_NUMBER = re.compile(r"[+-]?[0-9]{1,9}")
STEP = re.compile(r"(\w[\w-]*)|\[(\d+)\]")
Entry = tuple[str, Field, object]  # path in the totals, field, value


class Count(StringField):
    """A number from `low` to `high`."""

    def __init__(self, high: int, low: int = 0, default: str = "", **more: Any) -> None:
        super().__init__(default=default, filters=[strip_text], **more)
        self.low, self.high = low, high

    def read_entries(self, path: str) -> Iterator[Entry]:
        typed = (self.data or "").replace("−", "-")
        if typed:
            yield path, self, int(typed) if WHOLE_NUMBER.fullmatch(typed) else typed


class Name(StringField):
    def __init__(self, **more: Any) -> None:
        super().__init__(default="", filters=[strip_text], **more)

    def read_entries(self, path: str) -> Iterator[Entry]:
        yield path, self, self.data or ""


class Yes(BooleanField):
    def read_entries(self, path: str) -> Iterator[Entry]:
        if self.data:
            yield path, self, True


class Tap(RadioField):
    """A choice of one value or none."""

    def __init__(self, choices: Iterable[str], **more: Any) -> None:
        super().__init__(choices=[*choices], default="", validate_choice=False, **more)

    def read_entries(self, path: str) -> Iterator[Entry]:
        if self.data:
            yield path, self, self.data


class Cycle(Tap):
    """A choice of one value or none in a cell of the pad. `titles` are the English words shown for each value."""

    def __init__(self, titles: Mapping[str, str], **more: Any) -> None:
        super().__init__(choices=titles, **more)
        self.titles = titles


class Part(FormField):
    """A nested object of the totals."""

    def read_entries(self, path: str) -> Iterator[Entry]:
        for field in self.form:
            yield from field.read_entries(f"{path}.{field.short_name}")


def strip_text(typed: object) -> str:
    return "" if typed is None else str(typed).strip()


def make_part(fields: Mapping[str, Field]) -> type[Form]:
    """Build the form class of a nested object."""
    return type("PartForm", (Form,), dict(fields))


def make_counts(things: Iterable[str], high: int) -> type[Form]:
    return make_part({thing: Count(high) for thing in things})


def repeat(field: Field, times: int) -> FieldList:
    return FieldList(field, min_entries=times, max_entries=times)


class ScoringForm(CompanionForm):
    """The form of one game. Subclasses declare `players` and the fields shared by all players."""

    players: FieldList
    doubts: tuple[str, ...] = ()  # sentences about what `ask` asks; the answer is the field `as_it_is`
    only_for_ties: ClassVar[frozenset[str]] = frozenset()  # a player's fields that are not on the pad itself

    @classmethod
    def from_totals(cls, totals: Mapping[str, Any]) -> "ScoringForm":
        """Create a form filled in with valid totals."""
        return cls(data=totals)

    def list_cells(self, player: FormField, ties: bool = False) -> list[Field]:
        """List the fields of a player in the order of the pad's rows: those of the pad, or those only for ties."""
        fields = [field for field in player.form if (field.short_name in self.only_for_ties) == ties]
        cells = [inner for field in fields for inner in (field.form if isinstance(field, FormField) else [field])]
        return [cell for cell in cells if cell.short_name != "name"]

    @classmethod
    def from_names(cls, names: Sequence[str]) -> "ScoringForm":
        form = cls()
        for player, name in zip(form.players, names, strict=False):
            player.form["name"].data = name
        return form

    @property
    def seated(self) -> list[FormField]:
        """The players in the game: the first two, and every other one with something filled in."""
        return [
            player
            for position, player in enumerate(self.players)
            if position < FEWEST_PLAYERS or any(_was_touched(field) for field in player.form) or self.is_named(position)
        ]

    def is_named(self, column: int) -> bool:
        """Check whether a field shared by all players names the player in this column."""
        return False

    def read_totals(self) -> dict[str, Any]:
        totals: dict[str, Any] = {"players": [{} for _ in self.seated]}
        for path, _, value in self.read_entries():
            set_value(totals, path, value)
        return totals

    def read_entries(self) -> Iterator[Entry]:
        for position, player in enumerate(self.seated):
            for field in player.form:
                yield from field.read_entries(f"players[{position}].{field.short_name}")

    def ask(self, result: Result) -> str:
        """Return a question that has to be answered before the result is shown, or nothing."""
        return ""

    def place_problems(self, problems: Iterable[tuple[str, str]]) -> dict[str, str]:
        """Return the first problem of every field by field id; "" is the form as a whole."""
        places = {path: field.id for path, field, _ in self.read_entries()}
        for position, player in enumerate(self.seated):
            places |= {f"players[{position}].{field.short_name}": field.id for field in player.form}
        places |= {field.short_name: field.id for field in self if isinstance(field, FormField)}
        found: dict[str, str] = {}
        for path, sentence in problems:
            found.setdefault(places.get(path, ""), sentence)
        return found


def _was_touched(field: Field) -> bool:
    if isinstance(field, FormField):
        return any(_was_touched(inner) for inner in field.form)
    return (field.data or "") != (field.default or "")


def set_value(totals: dict[str, Any], path: str, value: object) -> None:
    """Set a value by path, such as `players[0].goods.wood`, creating missing objects and lists."""
    steps: list[str | int] = [name or int(position) for name, position in STEP.findall(path)]
    here: Any = totals
    for step, following in pairwise(steps):
        empty: Any = [] if isinstance(following, int) else {}
        if isinstance(step, int) and step == len(here):
            here.append(empty)
        here = here[step] if isinstance(step, int) else here.setdefault(step, empty)
    if isinstance(steps[-1], int):
        here.append(value)
    else:
        here[steps[-1]] = value


# What a game declares

Totals = Mapping[str, Any]  # the input of the scoring


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
    figures: Mapping[str, str]  # field of a player: title in English
    explain: Callable[[Totals, PlayerResult, Totals], list[Line]]  # a player's totals and points, everyone's totals
    pad: tuple[PadRow, ...]
    tiebreaks: Mapping[str, TieBreak]
    name_thing: Callable[[str], str] = str  # translates the name of a piece
    template: str = ""  # what this game asks besides the pad
    styles: str = ""  # of that template, a file in static/
    script: str = ""  # likewise
    unknown_at_table: frozenset[str] = frozenset()  # fields that live assist cannot fill in
    link_words: bytes = b""  # JSON of usual totals, to compress links of results; never changes (`result_link.py`)

    def name_figure(self, figure: str) -> str:
        return translate(self.figures[figure])

    def describe_problems(self, error: BadScoring) -> list[tuple[str, str]]:
        """Return (field, sentence) for every problem."""
        return [(problem.field, describe_problem(problem, self.name_thing)) for problem in error.problems]

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


def describe_problem(problem: Problem, name_thing: Callable[[str], str] = str) -> str:
    """Return the sentence for a problem; `name_thing` translates the names of pieces in it."""
    named = {name: name_thing(value) if isinstance(value, str) else value for name, value in problem.details.items()}
    return gettext(problem.code.text, **named)


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
