"""Measure how well a sheet is balanced, and compare the figures with the targets of docs/balance.md."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from statistics import fmean, median
from typing import NamedTuple

from companion.games.dice_charmers.rules.sheet import DICE_COLOURS, Plan, Sheet, make_plan
from companion.lab.fast import Engine
from companion.lab.games import LONG_CHAIN, GameRecord, SheetRecord, find_late

MIXED = "greedy"  # the strategy that single areas play against
STRATEGIES = ("level-1", "level-2", "level-3", "level-4", MIXED)
AREAS = ("province", "market", "river", "palace")
_CLOSE = 10  # half points
_LARGE_TURN = 30  # half points

_GROUPS = 10  # of games, for standard errors

Figures = Mapping[str, float]  # by the name of a target
Players = tuple[str, int]  # their strategy and number


class Target(NamedTuple):
    """A figure with its limits, as (low, high); None means no limit."""

    text: str
    limits: tuple[float | None, float | None]
    greedy_limits: tuple[float | None, float | None] | None = None  # if they differ for greedy players
    is_share: bool = True

    def holds(self, figure: float, strategy: str) -> bool:
        low, high = (self.greedy_limits or self.limits) if strategy == MIXED else self.limits
        return (low is None or figure >= low) and (high is None or figure <= high)


TARGETS: Mapping[str, Target] = {
    "turns": Target("turns of a player, median", (10, 15), is_share=False),
    "lead": Target("the winner’s lead, median", (None, 5), (None, 8), is_share=False),
    "lead_p90": Target("the winner’s lead in nine of ten games, at most", (None, 15), is_share=False),
    "close_others": Target("other players who have met or lack 5 points at most", (0.4, None)),
    "no_large_turn": Target("games without a turn of more than 15 points", (0.95, None)),
    "late_points": Target("points made in the last third of the turns", (0.4, 0.55)),
    "late_chains": Target("late turns with three bonuses or more", (0.25, None)),
    "rarest_colour": Target("dice of the colour taken least", (0.15, None)),
    "commonest_colour": Target("dice of the colour taken most", (None, 0.4)),
    "rarest_space": Target("sheets with a road on the space used least", (0.15, None)),
    "rarest_bonus": Target("sheets with the bonus used least", (0.05, None)),
    "best_seat": Target("the best seat’s victories above an even share", (None, 0.03)),
    "best_area": Target("victories of the best single area against the mixed strategy", (None, 0.4)),
}


class Details(NamedTuple):
    """How often each colour, space, bonus and seat is used or wins; the targets check only the extremes."""

    colours: Figures
    spaces: Figures
    bonuses: Figures
    seats: Sequence[float]


@dataclass
class Balance:
    """The figures of a sheet for several kinds of players, and their standard errors."""

    sheet: Sheet
    games: int
    figures: dict[Players, Figures] = field(default_factory=dict)
    errors: dict[Players, Figures] = field(default_factory=dict)
    details: dict[Players, Details] = field(default_factory=dict)
    areas: dict[str, float] = field(default_factory=dict)  # victories of each single area against the mixed strategy

    @property
    def strategies(self) -> list[str]:
        return list(dict.fromkeys(strategy for strategy, _ in self.figures))

    def list_missed(self, strategy: str) -> list[str]:
        """List the targets that are not held by all numbers of these players."""
        return [
            target.text
            for name, target in TARGETS.items()
            if any(
                not target.holds(figures[name], strategy)
                for (who, _), figures in self.figures.items()
                if who == strategy and name in figures
            )
        ]

    def as_json(self) -> dict[str, object]:
        return {
            "sheet": self.sheet.name,
            "version": self.sheet.version,
            "games": self.games,
            "players": [
                {
                    "strategy": strategy,
                    "players": players,
                    "figures": figures,
                    "errors": self.errors[strategy, players],
                    "details": self.details[strategy, players]._asdict(),
                }
                for (strategy, players), figures in self.figures.items()
            ],
            "missed": {strategy: self.list_missed(strategy) for strategy in self.strategies},
            "single_areas": self.areas,
        }

    def as_table(self) -> str:
        """Write a line for every target, in Markdown: the figures for each number of players, ± the largest error.

        Figures outside the limits are bold.
        """
        counts = list(dict.fromkeys(players for _, players in self.figures))
        rows = [["figure", "target", *self.strategies], ["---"] * (2 + len(self.strategies))]
        for name, target in TARGETS.items():
            cells = [self._write_cell(name, strategy) for strategy in self.strategies]
            if any(cells):
                limits = _format_limits(target.limits, target)
                if target.greedy_limits and MIXED in self.strategies:
                    limits += f", {MIXED} {_format_limits(target.greedy_limits, target)}"
                rows.append([target.text, limits, *cells])
        lines = [f"| {' | '.join(row)} |" for row in rows]
        found = ", ".join(f"{area} {100 * share:.1f}" for area, share in self.areas.items())
        areas = [f"Single areas against `{MIXED}`: {found} % (± {50 / sqrt(self.games):.1f}).", ""] if found else []
        heading = f"{', '.join(map(str, counts))} players, {self.games:,} games each; one standard error after ±."
        return "\n".join([heading, "", *lines, "", *areas]).rstrip()

    def _write_cell(self, name: str, strategy: str) -> str:
        target = TARGETS[name]
        found = {who: figures[name] for who, figures in self.figures.items() if who[0] == strategy and name in figures}
        if not found:
            return ""
        shown = [_format(target, figure) for figure in found.values()]
        marked = [
            text if target.holds(figure, strategy) else f"**{text}**"
            for text, figure in zip(shown, found.values(), strict=True)
        ]
        unit = " %" if target.is_share else ""
        error = max(self.errors[who][name] for who in found)
        return f"{', '.join(marked)}{unit} ± {_format(target, error)}"


class BalanceStep(NamedTuple):
    """A game has been played: how many are done, and the result after the last one."""

    done: int
    total: int
    balance: Balance | None = None


def measure_balance(
    sheet: Sheet, players: Sequence[int], strategies: Sequence[str], games: int, seed: int, jobs: int = 1
) -> Iterator[BalanceStep]:
    """Play games with each number of these players, and each single area against greedy; yield the progress."""
    engine, plan = Engine(sheet), make_plan(sheet)
    areas = AREAS if MIXED in strategies and 2 in players else ()
    balance = Balance(sheet, games)
    done, total = 0, games * (len(strategies) * len(players) + len(areas))
    for strategy in strategies:
        for number in players:
            played = []
            for game in engine.records([strategy] * number, games, seed, jobs):
                played.append(game)
                done += 1
                yield BalanceStep(done, total)
            details = find_details(plan, played)
            balance.details[strategy, number] = details
            balance.figures[strategy, number] = measure_games(played, details)
            balance.errors[strategy, number] = _find_errors(plan, played)
    for area in areas:
        shares = []
        for game in engine.records([area, MIXED], games, seed, jobs):
            shares += [record.share_of_win for record in game.sheets if record.player == area]
            done += 1
            yield BalanceStep(done, total)
        balance.areas[area] = _mean(shares)
    if balance.areas:
        best = max(balance.areas.values())
        balance.figures[MIXED, 2] = {**balance.figures[MIXED, 2], "best_area": best}
        balance.errors[MIXED, 2] = {**balance.errors[MIXED, 2], "best_area": sqrt(best * (1 - best) / games)}
    yield BalanceStep(total, total, balance)


def _find_errors(plan: Plan, games: Sequence[GameRecord]) -> Figures:
    """Estimate standard errors by leaving out a tenth of the games at a time (jackknife)."""
    groups = min(_GROUPS, len(games))
    if groups < 2:
        return dict.fromkeys(TARGETS, 0.0)
    kept = [[game for i, game in enumerate(games) if i % groups != left_out] for left_out in range(groups)]
    found = [measure_games(part, find_details(plan, part)) for part in kept]
    return {
        name: sqrt((groups - 1) / groups * sum((each[name] - fmean(e[name] for e in found)) ** 2 for each in found))
        for name in found[0]
    }


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


def _format(target: Target, figure: float) -> str:
    return f"{100 * figure:.1f}" if target.is_share else f"{figure:.3g}"


def _format_limits(limits: tuple[float | None, float | None], target: Target) -> str:
    low, high = limits
    unit = " %" if target.is_share else ""
    factor = 100 if target.is_share else 1
    if low is None or high is None:
        sign, limit = ("≤", high) if low is None else ("≥", low)
        return f"{sign} {factor * (limit or 0):g}{unit}"
    return f"{factor * low:g}–{factor * high:g}{unit}"
