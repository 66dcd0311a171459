"""Statistics about one person, computed from the records of their games."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import takewhile

from companion.history.record import Player, Record
from companion.rules.ranking import Points

MOST_RIVALS = 8


@dataclass(frozen=True)
class Play:
    """One game of the person."""

    record: Record
    own: Player

    @property
    def has_won(self) -> bool:
        return self.own.has_won and not self.record.is_solo

    @property
    def margin(self) -> Points | None:
        """The lead of the only winner over the second."""
        others = [player.score for player in self.record.players if player is not self.own]
        alone = self.has_won and len(self.record.winners) == 1
        return self.own.score - max(others) if alone and others else None


@dataclass(frozen=True)
class GameStatistics:
    """One title."""

    game: str
    plays: tuple[Play, ...]  # the oldest first
    wins: int
    contests: int  # games with opponents
    average: float
    best: Play


@dataclass(frozen=True)
class Rival:
    """Another player, and how often the person was better, equal or worse."""

    person: str
    name: str
    is_bot: bool
    better: int
    equal: int
    worse: int

    @property
    def games(self) -> int:
        return self.better + self.equal + self.worse


@dataclass(frozen=True)
class Statistics:
    name: str
    plays: tuple[Play, ...]  # the oldest first
    contests: int
    wins: int
    streak: int  # games won in a row until now
    longest_streak: int
    games: tuple[GameStatistics, ...]  # the most played first
    rivals: tuple[Rival, ...]  # the most frequent first
    clearest_win: Play | None
    longest: Play | None
    analysed: tuple[Play, ...]  # with luck and accuracy, the oldest first

    @property
    def share_of_wins(self) -> float:
        return self.wins / self.contests if self.contests else 0.0

    @property
    def luck(self) -> float:
        """The average luck, in chances to win."""
        return average(play.own.luck or 0.0 for play in self.analysed)

    @property
    def accuracy(self) -> float:
        return average(play.own.accuracy or 0.0 for play in self.analysed)


def compute_statistics(records: Iterable[Record], person: str) -> Statistics:
    """Compute the statistics of a person from records that all have them, the newest first."""
    newest_first = [Play(record, own) for record in records if (own := record.find([person]))]
    plays = tuple(reversed(newest_first))
    contests = [play for play in plays if not play.record.is_solo]
    wins = [play.has_won for play in contests]
    return Statistics(
        name=plays[-1].own.name,
        plays=plays,
        contests=len(contests),
        wins=sum(wins),
        streak=sum(takewhile(bool, reversed(wins))),
        longest_streak=find_longest_run(wins),
        games=split_by_game(plays),
        rivals=find_rivals(contests),
        clearest_win=max((play for play in plays if play.margin), key=lambda play: play.margin or 0, default=None),
        longest=max(
            (play for play in plays if play.record.minutes), key=lambda play: play.record.minutes or 0, default=None
        ),
        analysed=tuple(play for play in plays if play.own.luck is not None and play.own.accuracy is not None),
    )


def find_longest_run(wins: Sequence[bool]) -> int:
    longest = run = 0
    for won in wins:
        run = run + 1 if won else 0
        longest = max(longest, run)
    return longest


def split_by_game(plays: Sequence[Play]) -> tuple[GameStatistics, ...]:
    titles: dict[str, list[Play]] = {}
    for play in plays:
        titles.setdefault(play.record.game, []).append(play)
    split = (
        GameStatistics(
            game=game,
            plays=tuple(own),
            wins=sum(play.has_won for play in own),
            contests=sum(not play.record.is_solo for play in own),
            average=average(play.own.score for play in own),
            best=max(own, key=lambda play: play.own.score),
        )
        for game, own in titles.items()
    )
    return tuple(sorted(split, key=lambda each: -len(each.plays)))


def find_rivals(plays: Sequence[Play]) -> tuple[Rival, ...]:
    """Compare the person with everybody they met; deleted names are nobody."""
    counts: dict[str, list[int]] = {}
    seen: dict[str, Player] = {}
    for play in plays:
        for other in play.record.players:
            if other.person and other.person != play.own.person:
                outcome = (other.rank > play.own.rank, other.rank == play.own.rank, other.rank < play.own.rank)
                seen[other.person] = other
                counts[other.person] = [
                    before + now for before, now in zip(counts.get(other.person, (0, 0, 0)), outcome, strict=True)
                ]
    rivals = [Rival(person, seen[person].name, seen[person].is_bot, *counts[person]) for person in counts]
    return tuple(sorted(rivals, key=lambda rival: -rival.games)[:MOST_RIVALS])


def average(values: Iterable[float]) -> float:
    listed = list(values)
    return sum(listed) / len(listed) if listed else 0.0
