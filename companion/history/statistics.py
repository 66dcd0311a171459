"""Statistics about one person, computed from the records of their games, and their charts as SVG for pages. Classes
give the colours, so that charts follow the light or dark theme.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import takewhile
from math import pi

from companion.history.record import Player, Record
from companion.render.svg import element, write_svg, write_text_element
from companion.rules.scoring import Points

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
        second = (min if self.record.lowest_wins else max)(others, default=self.own.score)
        return abs(self.own.score - second) if alone and others else None


@dataclass(frozen=True)
class GameStatistics:
    """One title."""

    game: str  # the key of the title
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
        titles.setdefault(play.record.title_key, []).append(play)
    split = (
        GameStatistics(
            game=game,
            plays=tuple(own),
            wins=sum(play.has_won for play in own),
            contests=sum(not play.record.is_solo for play in own),
            average=average(play.own.score for play in own),
            best=max(own, key=lambda play: -play.own.score if play.record.lowest_wins else play.own.score),
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


WIDTH, HEIGHT = 320.0, 132.0
LEFT, RIGHT, TOP, BOTTOM = 34.0, 8.0, 10.0, 10.0
MOST_POINTS = 60
TILE, TILE_GAP = 26.0, 4.0
TILES = 10  # in a row
RING = 44.0


def draw_ring(share: float, label: str, words: str) -> str:
    """Draw a share of a whole as a ring; `words` stand inside, `label` is the text alternative."""
    around = 2 * pi * RING
    content = (
        element("circle", cx=60.0, cy=60.0, r=RING, class_="chart-track")
        + element(
            "circle",
            cx=60.0,
            cy=60.0,
            r=RING,
            class_="chart-share",
            stroke_dasharray=f"{around * share:.1f} {around:.1f}",
            transform="rotate(-90 60 60)",
        )
        * (share > 0)
        + write_text_element("text", words, x=60.0, y=69.0, class_="chart-figure")
    )
    return make_chart(content, 120, 120, label)


def draw_scores(scores: Sequence[tuple[float, bool]], average: float, average_words: str, label: str) -> str:
    """Draw points game by game, the oldest first; games that were won are filled."""
    shown = scores[-MOST_POINTS:]
    low, high = widen(min(score for score, _ in shown), max(score for score, _ in shown))
    places = [(find_x(i, len(shown)), find_y(score, low, high)) for i, (score, _) in enumerate(shown)]
    middle = find_y(min(max(average, low), high), low, high)
    path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
    content = "".join(
        [
            *(draw_level(value, low, high) for value in (low, high)),
            element("line", x1=LEFT, x2=WIDTH - RIGHT, y1=middle, y2=middle, class_="chart-average"),
            write_text_element("text", average_words, x=LEFT - 4, y=middle + 4, class_="chart-scale chart-strong")
            * (min(middle - find_y(high, low, high), find_y(low, low, high) - middle) > 12),
            element("path", d=path, class_="chart-line"),
            *(
                element("circle", cx=x, cy=y, r=3.6, class_="chart-won" if won else "chart-point")
                for (x, y), (_, won) in zip(places, shown, strict=True)
            ),
        ]
    )
    return make_chart(content, WIDTH, HEIGHT, label)


def draw_places(places: Sequence[tuple[int, bool]], label: str) -> str:
    """Draw the places in the last games as tiles, the latest last; victories are filled."""
    rows = (len(places) + TILES - 1) // TILES
    parts = []
    for i, (place, won) in enumerate(places):
        x, y = i % TILES * (TILE + TILE_GAP), i // TILES * (TILE + TILE_GAP)
        kind = "chart-tile chart-tile-won" if won else "chart-tile"
        parts.append(element("rect", x=x, y=y, width=TILE, height=TILE, rx=6.0, class_=kind))
        words = "chart-place chart-place-won" if won else "chart-place"
        parts.append(write_text_element("text", str(place), x=x + TILE / 2, y=y + TILE / 2 + 5, class_=words))
    width = TILES * (TILE + TILE_GAP) - TILE_GAP  # also of few games, whose tiles would fill the page
    return make_chart("".join(parts), width, rows * (TILE + TILE_GAP) - TILE_GAP, label, "chart chart-tiles")


def draw_balance(better: int, equal: int, worse: int, label: str) -> str:
    """Draw a comparison as one bar: better, equal, worse."""
    games, x, parts = better + equal + worse, 0.0, []
    for count, kind in ((better, "chart-better"), (equal, "chart-equal"), (worse, "chart-worse")):
        width = 100 * count / games
        if count:
            parts.append(element("rect", x=x, y=0.0, width=max(width - 0.6, 0.6), height=8.0, class_=kind))
        x += width
    return make_chart("".join(parts), 100, 8, label, "chart chart-balance", preserveAspectRatio="none")


def draw_luck(values: Sequence[float], label: str) -> str:
    """Draw the luck of games as bars above and below the middle."""
    shown = values[-MOST_POINTS:]
    most = max(max(abs(value) for value in shown), 0.01)
    middle, room = HEIGHT / 2, HEIGHT / 2 - TOP
    step = (WIDTH - LEFT - RIGHT) / len(shown)
    width = min(step * 0.7, 18.0)
    parts = [element("line", x1=LEFT, x2=WIDTH - RIGHT, y1=middle, y2=middle, class_="chart-zero")]
    for i, value in enumerate(shown):
        height = room * abs(value) / most
        x, y = LEFT + step * (i + 0.5) - width / 2, middle - height if value > 0 else middle
        kind = "chart-better" if value > 0 else "chart-worse"
        parts.append(element("rect", x=x, y=y, width=width, height=max(height, 0.5), rx=1.5, class_=kind))
    parts.append(write_text_element("text", f"+{most * 100:.0f}", x=LEFT - 4, y=TOP + 6, class_="chart-scale"))
    parts.append(write_text_element("text", f"−{most * 100:.0f}", x=LEFT - 4, y=HEIGHT - TOP, class_="chart-scale"))
    return make_chart("".join(parts), WIDTH, HEIGHT, label)


def widen(low: float, high: float) -> tuple[float, float]:
    """Return limits that differ, also if all values are the same."""
    return (low, high) if high > low else (low - 1, high + 1)


def find_x(index: int, count: int) -> float:
    inside = WIDTH - LEFT - RIGHT - 8
    return LEFT + 4 + (inside * index / (count - 1) if count > 1 else inside / 2)


def find_y(value: float, low: float, high: float) -> float:
    return TOP + (HEIGHT - TOP - BOTTOM) * (high - value) / (high - low)


def draw_level(value: float, low: float, high: float) -> str:
    y = find_y(value, low, high)
    line = element("line", x1=LEFT, x2=WIDTH - RIGHT, y1=y, y2=y, class_="chart-level")
    return line + write_text_element("text", f"{value:g}".replace("-", "−"), x=LEFT - 4, y=y + 4, class_="chart-scale")


def make_chart(content: str, width: float, height: float, label: str, kind: str = "chart", **more: str) -> str:
    return write_svg(content, float(width), float(height), class_=kind, role="img", aria_label=label, **more)
