"""Final scoring in any game: read the totals from untrusted JSON, and rank the players."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TypedDict

from companion.rules import player_names
from companion.rules.messages import Coded, Detail, Message

# Ranking

Points = int | float

SHARED = "the victory is shared"


class PlayerResult(TypedDict):
    name: str
    score: Points
    breakdown: dict[str, Points]  # adds up to the score
    rank: int  # tied players share a rank: 1, 1, 3
    tiebreaks: dict[str, Points]  # compared between equal scores, in this order; more is better, as for the score


class Tie(TypedDict):
    players: list[str]  # with equal scores, best first
    decided_by: list[str]  # the tiebreaks that separated them; empty: they share the place


class Result(TypedDict):
    game: str
    players: list[PlayerResult]  # in the order of the input
    winners: list[str]
    tiebreak: str | None  # how a tie for first place was decided, in English
    ties: list[Tie]  # every tie, to be described in any language


@dataclass(frozen=True)
class Standing:
    """A player's points and tiebreaks at the end of the game."""

    name: str
    breakdown: Mapping[str, Points]
    tiebreaks: Mapping[str, Points] = field(default_factory=dict)  # the same keys for every player
    lowest: bool = False  # fewer points are better, in tiebreaks too; the same for every player

    @property
    def score(self) -> Points:
        return sum(self.breakdown.values())

    @property
    def strength(self) -> tuple[Points, ...]:
        figures = (self.score, *self.tiebreaks.values())
        return tuple(-figure for figure in figures) if self.lowest else figures


def rank_players(game: str, standings: Sequence[Standing], words: Mapping[str, str]) -> Result:
    """Rank the players. `words` names each tiebreak in English."""
    players = [_rank(standing, standings) for standing in standings]
    ties = _find_ties(standings)
    winners = [player["name"] for player in players if player["rank"] == 1]
    return {
        "game": game,
        "players": players,
        "winners": winners,
        "tiebreak": _describe_tie_for_first(ties, winners, words),
        "ties": ties,
    }


def sort_best_first(standings: Iterable[Standing]) -> list[Standing]:
    """Sort the standings by strength, best first; equal ones keep their order."""
    return sorted(standings, key=lambda standing: standing.strength, reverse=True)


def find_difference(better: Standing, worse: Standing) -> str | None:
    """Return the first tiebreak in which two players with equal scores differ, or None."""
    return next((key for key in better.tiebreaks if better.tiebreaks[key] != worse.tiebreaks[key]), None)


def _rank(standing: Standing, everyone: Sequence[Standing]) -> PlayerResult:
    return {
        "name": standing.name,
        "score": standing.score,
        "breakdown": dict(standing.breakdown),
        "rank": 1 + sum(other.strength > standing.strength for other in everyone),
        "tiebreaks": dict(standing.tiebreaks),
    }


def _find_ties(standings: Sequence[Standing]) -> list[Tie]:
    """Find the groups of players with equal scores, the best group first."""
    ties: list[Tie] = []
    best_first = sort_best_first(standings)
    for score in dict.fromkeys(standing.score for standing in best_first):
        tied = [standing for standing in best_first if standing.score == score]
        if len(tied) > 1:
            ties.append({"players": [standing.name for standing in tied], "decided_by": _find_deciding(tied)})
    return ties


def _find_deciding(tied: Sequence[Standing]) -> list[str]:
    """List the tiebreaks that separate neighbours in the ranking."""
    needed = {find_difference(better, worse) for better, worse in pairwise(tied)}
    return [key for key in tied[0].tiebreaks if key in needed]


def _describe_tie_for_first(ties: Sequence[Tie], winners: Sequence[str], words: Mapping[str, str]) -> str | None:
    for tie in ties:
        if winners[0] in tie["players"]:
            settled = [words[key] for key in tie["decided_by"]]
            return "; ".join(settled + ([SHARED] if len(winners) > 1 else []))
    return None


# Reading totals: every problem is recorded with its field, and all of them are raised together, so that a form can show
# each one next to its field.

FEWEST_PLAYERS = 2
LONGEST_NAME = 40
LONGEST_FIELD = 40  # characters shown of an unknown field name


# What can be wrong with a field of any game
MISSING = Message("missing", "This is missing.")
UNKNOWN = Message("unknown", "There is no such field.")
NOT_AN_OBJECT = Message("not-an-object", "This must be an object with named fields.")
NOT_A_LIST = Message("not-a-list", "This must be a list.")
NOT_A_TEXT = Message("not-a-text", "This must be text.")
NOT_A_WHOLE_NUMBER = Message("not-a-whole-number", "This must be a whole number.")
NOT_YES_OR_NO = Message("not-yes-or-no", "This must be true or false.")
NOT_ONE_OF = Message("not-one-of", "This must be one of: %(options)s.")
OUT_OF_LIMITS = Message("out-of-limits", "This must be a number from %(low)s to %(high)s.")
TOO_FEW_PLAYERS = Message("too-few-players", "There must be at least %(low)s players.")
TOO_MANY_PLAYERS = Message("too-many-players", "There can be at most %(high)s players.")
NAME_EMPTY = Message("name-empty", "Every player needs a name.")
NAME_TOO_LONG = Message("name-too-long", "A name can have at most %(high)s characters.")
NAME_UNPRINTABLE = Message("name-unprintable", "A name cannot contain invisible characters or stacks of accents.")
NAME_TAKEN = Message("name-taken", "Two players have this name. Give every player a different name.")


@dataclass(frozen=True, init=False)
class Problem(Coded):
    """A problem with one field: `Problem("players[1].money", OUT_OF_LIMITS, low=0, high=120)`."""

    code: Message | Message
    field: str

    def __init__(self, field: str, code: Message | Message, **details: Detail) -> None:
        super().__init__(code, **details)
        object.__setattr__(self, "field", field)

    def __str__(self) -> str:
        return f"{self.field}: {super().__str__()}"


class BadScoring(ValueError):
    """The totals cannot be scored; `problems` lists everything that is wrong."""

    def __init__(self, problems: Collection[Problem]) -> None:
        super().__init__("; ".join(str(problem) for problem in problems))
        self.problems = tuple(problems)


class ScoringInput:
    """One object of the input. Reading a field always returns a usable value and records what was wrong."""

    def __init__(self, value: object, field: str = "", problems: list[Problem] | None = None) -> None:
        self.field = field
        self.problems = [] if problems is None else problems
        self._values = value if isinstance(value, Mapping) else {}
        self._readable = isinstance(value, Mapping)
        self._known: set[str] = set()
        self._parts: list[ScoringInput] = []
        if not self._readable:
            self.refuse("", NOT_AN_OBJECT)

    def join_path(self, key: str) -> str:
        return ".".join(part for part in (self.field, key) if part)

    def refuse(self, key: str, code: Message | Message, **details: Detail) -> None:
        self.problems.append(Problem(self.join_path(key), code, **details))

    def read_number(self, key: str, low: int, high: int, default: int | None = None) -> int:
        value = self._read_value(key, required=default is None)
        if value is None:
            return low if default is None else default
        if not isinstance(value, int) or isinstance(value, bool):
            self.refuse(key, NOT_A_WHOLE_NUMBER)
            return low
        if not low <= value <= high:
            self.refuse(key, OUT_OF_LIMITS, low=low, high=high)
            return low
        return value

    def read_boolean(self, key: str) -> bool:
        """Read a boolean; False when the field is missing."""
        value = self._read_value(key, required=False)
        if value is not None and not isinstance(value, bool):
            self.refuse(key, NOT_YES_OR_NO)
        return value is True

    def read_choice(self, key: str, options: Collection[str], required: bool = True) -> str | None:
        value = self._read_value(key, required)
        if value is None:
            return None
        if not isinstance(value, str):
            self.refuse(key, NOT_A_TEXT)
        elif value not in options:
            self.refuse(key, NOT_ONE_OF, options=", ".join(options))
        else:
            return value
        return None

    def read_name(self, key: str) -> str | None:
        """Read a player's name without surrounding spaces; None when it is not valid."""
        value = self._read_value(key, required=True)
        if value is None:
            return None
        if not isinstance(value, str):
            self.refuse(key, NOT_A_TEXT)
            return None
        name = value.strip()
        if not name:
            self.refuse(key, NAME_EMPTY)
        elif len(name) > LONGEST_NAME:
            self.refuse(key, NAME_TOO_LONG, high=LONGEST_NAME)
        elif not player_names.is_readable(name):
            self.refuse(key, NAME_UNPRINTABLE)
        else:
            return name
        return None

    def read_list(self, key: str, required: bool = False) -> list[object]:
        value = self._read_value(key, required)
        if value is None:
            return []
        if not isinstance(value, list | tuple):
            self.refuse(key, NOT_A_LIST)
            return []
        return [*value]

    def open_part(self, key: str) -> "ScoringInput":
        """Open a nested object; an empty one when the field is missing."""
        value = self._read_value(key, required=False)
        return self._open({} if value is None else value, key)

    def open_parts(self, key: str, items: Collection[object]) -> list["ScoringInput"]:
        return [self._open(item, f"{key}[{position}]") for position, item in enumerate(items)]

    def read_players(self, most: int, least: int = FEWEST_PLAYERS) -> list[tuple[str, "ScoringInput"]]:
        """Return every player's name and form; no two names may look the same."""
        items = self.read_list("players", required=True)
        if isinstance(self._values.get("players"), list | tuple) and len(items) < least:
            self.refuse("players", TOO_FEW_PLAYERS, low=least)
        if len(items) > most:
            self.refuse("players", TOO_MANY_PLAYERS, high=most)
        players: list[tuple[str, ScoringInput]] = []
        seen: set[str] = set()
        for form in self.open_parts("players", items[:most]):
            name = form.read_name("name")
            if name is not None:
                look = player_names.make_skeleton(name)
                if look in seen:
                    form.refuse("name", NAME_TAKEN)
                seen.add(look)
            players.append((name or "", form))
        return players

    def finish(self) -> None:
        """Raise BadScoring with all problems, including unknown fields. Call it last, on the outermost form."""
        self._note_unknown()
        if self.problems:
            raise BadScoring(self.problems)

    def _read_value(self, key: str, required: bool) -> object:
        self._known.add(key)
        value: object = self._values.get(key)
        if value is None and required and self._readable:
            self.refuse(key, MISSING)
        return value

    def _open(self, value: object, key: str) -> "ScoringInput":
        part = ScoringInput(value, self.join_path(key), self.problems)
        self._parts.append(part)
        return part

    def _note_unknown(self) -> None:
        for key in self._values:
            if key not in self._known:
                self.refuse(_shorten_name(key), UNKNOWN)
        for part in self._parts:
            part._note_unknown()


def _shorten_name(key: object) -> str:
    """Shorten an unknown field's name and replace unprintable characters."""
    text = key if isinstance(key, str) else "?"
    return "".join(character if character.isprintable() else "?" for character in text[:LONGEST_FIELD])
