"""Measure how well a sheet is balanced, and compare the figures with the targets of docs/balance.md."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import NamedTuple

from companion.games.dice_charmers.bots.game import GameRecord, SheetRecord
from companion.games.dice_charmers.bots.simulation import LONG_CHAIN, find_late, play_games
from companion.games.dice_charmers.rules.plan import Plan, make_plan
from companion.games.dice_charmers.rules.sheet import DICE_COLOURS, Sheet
from companion.i18n import N_

MIXED = "greedy"  # the strategy that single areas play against
AREAS = ("province", "market", "river", "palace")
_CLOSE = 10  # half points
_LARGE_TURN = 30  # half points

Figures = Mapping[str, float]  # by the name of a target


class Target(NamedTuple):
    """A figure with its limits, as (low, high); None means no limit."""

    text: str
    limits: tuple[float | None, float | None]
    greedy_limits: tuple[float | None, float | None] | None = None  # if they differ for greedy players
    is_share: bool = True

    def find_limits(self, strategy: str) -> tuple[float | None, float | None]:
        return (self.greedy_limits or self.limits) if strategy == MIXED else self.limits

    def holds(self, figure: float, strategy: str) -> bool:
        low, high = self.find_limits(strategy)
        return (low is None or figure >= low) and (high is None or figure <= high)


TARGETS: Mapping[str, Target] = {
    "turns": Target(N_("turns of a player, median"), (10, 15), is_share=False),
    "lead": Target(N_("the winner’s lead, median"), (None, 5), (None, 8), is_share=False),
    "lead_p90": Target(N_("the winner’s lead in nine of ten games, at most"), (None, 15), is_share=False),
    "close_others": Target(N_("other players who have met or lack 5 points at most"), (0.4, None)),
    "no_large_turn": Target(N_("games without a turn of more than 15 points"), (0.95, None)),
    "late_points": Target(N_("points made in the last third of the turns"), (0.4, 0.55)),
    "late_chains": Target(N_("late turns with three bonuses or more"), (0.25, None)),
    "rarest_colour": Target(N_("dice of the colour taken least"), (0.15, None)),
    "commonest_colour": Target(N_("dice of the colour taken most"), (None, 0.4)),
    "rarest_space": Target(N_("sheets with a road on the space used least"), (0.15, None)),
    "rarest_bonus": Target(N_("sheets with the bonus used least"), (0.05, None)),
    "best_seat": Target(N_("the best seat’s victories above an even share"), (None, 0.03)),
    "best_area": Target(N_("victories of the best single area against the mixed strategy"), (None, 0.4)),
}


class Details(NamedTuple):
    """How often each colour, space, bonus and seat is used or wins; the targets check only the extremes."""

    colours: Figures
    spaces: Figures
    bonuses: Figures
    seats: Sequence[float]


@dataclass(frozen=True)
class Balance:
    """The figures of a sheet, by number of players."""

    sheet: Sheet
    strategy: str
    games: int
    figures: Mapping[int, Figures]
    details: Mapping[int, Details]
    areas: Figures  # victories of each single area against the mixed strategy, with two players

    def list_rows(self) -> Iterator[tuple[Target, Mapping[int, float], bool]]:
        """List every target that was measured, its figures by number of players, and whether all of them hold."""
        for name, target in TARGETS.items():
            found = {players: figures[name] for players, figures in self.figures.items() if name in figures}
            if found:
                yield target, found, all(target.holds(figure, self.strategy) for figure in found.values())

    def as_json(self) -> dict[str, object]:
        return {
            "sheet": self.sheet.name,
            "version": self.sheet.version,
            "strategy": self.strategy,
            "games": self.games,
            "targets": [
                {
                    "target": target.text,
                    "limits": target.find_limits(self.strategy),
                    "measured": found,
                    "held": holds,
                }
                for target, found, holds in self.list_rows()
            ],
            "single_areas": self.areas,
            "details": {players: details._asdict() for players, details in self.details.items()},
        }


class Step(NamedTuple):
    """A game has been played: how many are done, and the result after the last one."""

    done: int
    total: int
    balance: Balance | None = None


def measure_balance(
    sheet: Sheet, players: Sequence[int], strategy: str, games: int, seed: int, jobs: int = 1
) -> Iterator[Step]:
    """Play games with each number of players, and each single area against the mixed strategy; yield the progress."""
    matches: list[tuple[str, ...]] = [(strategy,) * number for number in players]
    areas = [(area, MIXED) for area in AREAS] if strategy == MIXED and 2 in players else []
    played: dict[tuple[str, ...], list[GameRecord]] = {}
    for match in [*matches, *areas]:
        played[match] = []
        for game in play_games(sheet, match, games, seed, jobs):
            played[match].append(game)
            yield Step(sum(map(len, played.values())), games * len([*matches, *areas]))
    plan = make_plan(sheet)
    details = {len(match): find_details(plan, played[match]) for match in matches}
    figures = {len(match): measure_games(played[match], details[len(match)]) for match in matches}
    won = {area: _mean(_list_shares(played[area, mixed], area)) for area, mixed in areas}
    if won:
        figures[2] = {**figures[2], "best_area": max(won.values())}
    total = games * len([*matches, *areas])
    yield Step(total, total, Balance(sheet, strategy, games, figures, details, won))


def _list_shares(games: Iterable[GameRecord], strategy: str) -> list[float]:
    return [record.share_of_win for game in games for record in game.sheets if record.player == strategy]


def find_details(plan: Plan, games: Sequence[GameRecord]) -> Details:
    """Compute how often every colour, space, bonus and seat is used or wins."""
    sheets = [record for game in games for record in game.sheets]
    taken = sum((record.dice for record in sheets), Counter[str]())
    used = Counter(place for record in sheets for place in record.marks.crossed)
    drawn = Counter(space for record in sheets for space, road in enumerate(record.marks.roads) if road)
    return Details(
        {colour: _divide(taken[colour], taken.total()) for colour in DICE_COLOURS},
        {name: _divide(drawn[space], len(sheets)) for space, name in enumerate(plan.spaces) if space != plan.residence},
        {place: _divide(used[place], len(sheets)) for place in plan.bonuses},
        [_mean(game.sheets[seat].share_of_win for game in games) for seat in range(len(games[0].sheets))],
    )


def measure_games(games: Sequence[GameRecord], details: Details) -> Figures:
    """Compute the figures of all targets that concern players of equal strength."""
    sheets = [record for game in games for record in game.sheets]
    leads = sorted(game.gap / 2 for game in games)
    late = [chain for record in sheets for chain in find_late(record.chains)]
    return {
        "turns": median(game.turns for game in games),
        "lead": median(leads),
        "lead_p90": leads[(9 * len(leads) - 1) // 10],
        "close_others": _mean(record.half_points >= -_CLOSE for record in _list_others(games)),
        "no_large_turn": _mean(game.best_turn <= _LARGE_TURN for game in games),
        "late_points": _divide(
            sum(sum(find_late(record.turns)) for record in sheets), sum(sum(record.turns) for record in sheets)
        ),
        "late_chains": _mean(chain >= LONG_CHAIN for chain in late),
        "rarest_colour": min(details.colours.values()),
        "commonest_colour": max(details.colours.values()),
        "rarest_space": min(details.spaces.values()),
        "rarest_bonus": min(details.bonuses.values()),
        "best_seat": round(max(details.seats) - 1 / len(details.seats), 4),
    }


def _list_others(games: Iterable[GameRecord]) -> Iterator[SheetRecord]:
    """List the sheets of all players but the best one of each game."""
    for game in games:
        yield from sorted(game.sheets, key=lambda record: record.half_points)[:-1]


def _mean(figures: Iterable[float]) -> float:
    found = list(figures)
    return _divide(sum(found), len(found))


def _divide(part: float, whole: float) -> float:
    return round(part / whole, 4) if whole else 0.0
