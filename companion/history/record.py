"""The record of a finished game: what the history keeps of it."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import pairwise
from typing import Any

from companion.games.table_game import BOT, CHALLENGE, ERASED, SAME_DICE
from companion.rules.player_names import make_skeleton, tidy
from companion.rules.scoring import Points, Result
from companion.storage import Event
from companion.tables.table import Table

TYPED = "typed"  # a player whose totals were typed in after the game
TITLE, BEST = "title", "best"  # settings of a game that people brought: `title` or `title.ru`, and `best`
AFTERWARDS = ("rematch", "seat-moved", "host-passed", ERASED)  # events that can follow the last move
LONGEST_PAUSE_MS = 30 * 60_000  # a longer one is not counted as playing
MINUTE_MS = 60_000
ID_LENGTH = 16


@dataclass(frozen=True)
class Player:
    """A player of a finished game. A name that was deleted is empty, and so is its person."""

    name: str
    person: str  # the same for all spellings that look alike
    kind: str  # phone, paper, bot or typed
    colour: str
    score: Points
    rank: int
    first: bool = False  # the starting player
    luck: float | None = None  # from the analysis: gained chances to win
    accuracy: float | None = None  # from the analysis: share of decisions that were the best, from 0 to 1

    @property
    def is_bot(self) -> bool:
        return self.kind == BOT

    @property
    def has_won(self) -> bool:
        return self.rank == 1


@dataclass(frozen=True)
class Record:
    id: str
    game: str
    ended: int  # milliseconds since 1970
    minutes: int | None  # of play; None if unknown
    players: tuple[Player, ...]  # in the order of their seats
    table: str = ""  # the code of the live table
    link: str = ""  # to the result of a game that was scored from totals
    settings: Mapping[str, str] = field(default_factory=dict)
    confirmed: bool = True  # False: typed in by somebody who does not know the shared history's passphrase

    @property
    def titles(self) -> dict[str, str]:
        """The title by language of a game that people brought themselves; empty for a game of our own."""
        named = {name.partition(".")[::2]: text for name, text in self.settings.items()}
        return {language: text for (name, language), text in named.items() if name == TITLE}

    @property
    def title_key(self) -> str:
        """The same for all records of one title."""
        titles = self.titles
        if not titles:
            return self.game
        return f"{self.game} {titles.get('') or titles.get('en') or next(iter(titles.values()))}"

    @property
    def lowest_wins(self) -> bool:
        return self.settings.get(BEST) == "lowest"

    @property
    def is_solo(self) -> bool:
        return len(self.players) == 1

    @property
    def challenge(self) -> str:
        """The name that games with the same dice share: of the challenge, or of the first table."""
        return self.settings.get(CHALLENGE) or self.settings.get(SAME_DICE) or self.table

    @property
    def ranking(self) -> list[Player]:
        return sorted(self.players, key=lambda player: player.rank)

    @property
    def winners(self) -> list[Player]:
        return [player for player in self.players if player.has_won]

    @property
    def people(self) -> list[str]:
        """The persons of this game, without bots and deleted names."""
        return list(dict.fromkeys(player.person for player in self.players if player.person and not player.is_bot))

    def find(self, persons: Sequence[str]) -> Player | None:
        """Return the player who is one of these persons."""
        return next((player for player in self.players if player.person in persons), None)

    def erase(self, person: str) -> "Record":
        """Return the record without the name of a person, and without the link, which contains all names."""
        return replace(
            self,
            link="",
            players=tuple(
                replace(player, name="", person="") if player.person == person else player for player in self.players
            ),
        )

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Record":
        """Return the record in JSON data that we wrote ourselves."""
        return cls(**{**data, "players": tuple(Player(**player) for player in data["players"])})


def make_person(name: str) -> str:
    """Return the id of the person with this name; names that look the same are one person."""
    return make_id("person", make_skeleton(name).casefold())


def make_id(*parts: str) -> str:
    return hashlib.sha256(" ".join(parts).encode()).hexdigest()[:ID_LENGTH]


def make_table_id(code: str, opened_at: int) -> str:
    """Return the id of a table's game. The code alone is not enough: it is free again when a table is deleted."""
    return make_id("table", code, str(opened_at))


def make_record(table: Table, events: Sequence[Event]) -> Record | None:
    """Return the record of a table's game; None if it is not over, a guided demo, or has no points."""
    result = table.result
    if result is None or "players" not in result or is_demo(table):
        return None
    last = next(event for event in reversed(events) if event.kind not in AFTERWARDS)
    first = table.game.find_first(table.position)
    erased = {event.seat for event in events if event.kind == ERASED}
    players = []
    for seat in table.seats:
        scored = next((player for player in result["players"] if player["name"] == seat.name), None)
        if scored is None:
            return None
        person = f"{BOT}-{seat.level}" if seat.kind == BOT else make_person(seat.name)
        name, person = ("", "") if seat.seat in erased else (seat.name, person)
        players.append(Player(name, person, seat.kind, seat.seat, scored["score"], scored["rank"], seat.seat == first))
    return Record(
        id=make_table_id(table.code, events[0].at),
        game=table.game.name,
        ended=last.at,
        minutes=measure_minutes(events),
        players=tuple(players),
        table=table.code,
        settings={
            option: table.settings[option]
            for option in (*table.game.options, CHALLENGE, SAME_DICE)
            if option in table.settings
        }
        | describe_brought(table),
    )


def describe_brought(table: Table) -> dict[str, str]:
    """Return what the history keeps of a game that people brought: a later change of it does not matter."""
    brought = table.game.brought
    if brought is None:
        return {}
    titles = {f"{TITLE}.{language}" if language else TITLE: text for language, text in brought.titles.items()}
    return titles | ({BEST: "lowest"} if brought.lowest else {})


def is_demo(table: Table) -> bool:
    guided = table.game.demo_settings
    return bool(guided) and guided.items() <= table.settings.items()


def measure_minutes(events: Sequence[Event]) -> int:
    """Return how long people played; a long pause counts as a short one."""
    times = [event.at for event in events if event.kind not in AFTERWARDS]
    started = next((event.at for event in events if event.kind == "started"), times[0])
    played = [at for at in times if at >= started]
    pauses = (after - before for before, after in pairwise(played))
    return max(1, round(sum(min(max(pause, 0), LONGEST_PAUSE_MS) for pause in pauses) / MINUTE_MS))


def make_scored_record(game: str, link: str, result: Result, ended: int, confirmed: bool) -> Record:
    """Return the record of a game that was scored from its totals. The same totals always have the same id."""
    players = tuple(
        Player(tidy(player["name"]), make_person(player["name"]), TYPED, "", player["score"], player["rank"])
        for player in result["players"]
    )
    return Record(make_id("scored", game, link), game, ended, None, players, link=link, confirmed=confirmed)


def is_same_game(one: Record, other: Record) -> bool:
    """Check whether two records show the same result: a table's game may be scored from its totals as well."""
    return one.game == other.game and summarize(one) == summarize(other)


def summarize(record: Record) -> list[tuple[str, Points, int]]:
    return sorted((player.person, player.score, player.rank) for player in record.players)
