"""Measure every figure of docs/balance.md, docs/bots.md and docs/solo.md, and write it into marked blocks there.

A block begins with `<!-- figures: NAME -->` and ends with `<!-- end of figures -->`; everything else stays.
"""

import json
import random
import re
from collections.abc import Callable, Iterator
from functools import partial
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from time import process_time

from companion.games.dice_charmers import bots
from companion.games.dice_charmers.analysis.forecast import Forecast, Judge
from companion.games.dice_charmers.analysis.study import study_game, subtract
from companion.games.dice_charmers.bots.levels import LEVELS
from companion.games.dice_charmers.definition import load_sheet
from companion.games.dice_charmers.rules import Phase, Rolled, Started, State
from companion.games.dice_charmers.rules.sheet import DICE, Sheet
from companion.lab.balance import STRATEGIES as BALANCED
from companion.lab.balance import measure_balance
from companion.lab.calibration import BINS, CHECKED, measure_reliability
from companion.lab.fast import Engine
from companion.lab.games import SEATS, STRATEGIES, Strategy, run_game

SHEETS = ("sun", "moon")
BLOCK = re.compile(r"(<!-- figures: (.+?) -->\n).*?(<!-- end of figures -->)", re.DOTALL)
# one player, the others, how many play, the target for the first
MATCHES = (
    ("level-4", "greedy", 2, "≥ 95 %"),
    ("level-4", "greedy", 4, "≥ 90 %"),
    ("level-4", "level-3", 2, "≥ 65 %"),
    ("level-3", "level-2", 2, "≥ 65 %"),
    ("level-2", "level-1", 2, "≥ 65 %"),
    ("level-1", "greedy", 2, "≤ 10 %"),
)
# What the second to the highest rank of a solo game take: as few rounds as a level needs in this share of its games
RANKS = (("level-1", 50), ("level-2", 50), ("level-3", 50), ("level-4", 25))
SHARES = (0, 10, 25, 50, 75, 90, 100)  # per cent
SOLO = Path(bots.__file__).parent / "solo.json"
SLOW_GAMES = 3  # played and analysed in Python, to measure times
LUCKY_GAMES = 60  # of which one roll each is compared with average rolls


def rebuild_figures(docs: Path, games: int, seed: int, jobs: int, only: str = "") -> Iterator[str]:
    """Rewrite the blocks; yield what was measured and the time it took."""
    for document in (docs / name for name in ("bots.md", "balance.md", "solo.md")):
        text = document.read_text(encoding="utf-8")
        for _, name, _ in BLOCK.findall(text):
            if only in name:
                begin = process_time()
                title, _, sheet = name.rpartition(" ")
                found = MEASURES[title](load_sheet(sheet).sheet, games, seed, jobs)
                text = BLOCK.sub(partial(_replace, name, found), text)
                document.write_text(text, encoding="utf-8")
                yield f"{document.name}: {name} ({process_time() - begin:.0f} s of Python, besides the engine)"


def _replace(name: str, found: str, block: re.Match[str]) -> str:
    return f"{block[1]}{found}\n{block[3]}" if block[2] == name else block[0]


def _write_table(*rows: str) -> str:
    """Write rows as a table in Markdown; the first one is the heading."""
    heading, *others = rows
    return "\n".join([f"| {heading} |", "| " + " | ".join(["---"] * (heading.count("|") + 1)) + " |", *others])


def measure_table(sheet: Sheet, games: int, seed: int, jobs: int) -> str:
    *_, last = measure_balance(sheet, (2, 3, 4, 5), BALANCED, games, seed, jobs)
    assert last.balance
    missed = [
        f"- `{strategy}`: {'; '.join(last.balance.list_missed(strategy)) or 'all targets are held'}."
        for strategy in BALANCED
    ]
    return "\n".join([last.balance.as_table(), "", "Not held, by at least one number of players:", "", *missed])


def measure_strength(sheet: Sheet, games: int, seed: int, jobs: int) -> str:
    engine, rows = Engine(sheet), []
    for one, others, players, target in MATCHES:
        won = [
            record.share_of_win
            for game in engine.records([one, *[others] * (players - 1)], games, seed, jobs)
            for record in game.sheets
            if record.player == one
        ]
        share = fmean(won)
        error = sqrt(share * (1 - share) / games)
        rivals = others if players == 2 else f"{players - 1} {others}"
        rows.append(f"| {one} against {rivals} | {target} | {share:.1%} ± {error:.1%} |")
    return _write_table(f"match, {games:,} games each | target | won", *rows)


def measure_karma(sheet: Sheet, games: int, seed: int, jobs: int) -> str:
    engine = Engine(sheet)
    rows = []
    for strategy in BALANCED:
        sheets = [
            record.marks for game in engine.records([strategy] * 3, games // 4, seed, jobs) for record in game.sheets
        ]
        circled, used = fmean(each.karma_circled for each in sheets), fmean(each.karma_used for each in sheets)
        rows.append(f"| {strategy} | {circled:.1f} | {used:.1f} |")
    return _write_table("three players | karma circled | karma used", *rows)


def measure_chances(sheet: Sheet, games: int, seed: int, jobs: int) -> str:
    """Compare chances with victories; 2 to 5 players share the games."""
    by_level = {level: measure_reliability(sheet, level, games // 4, seed + 1000, jobs) for level in CHECKED}
    rows, far = [], 0
    for i in range(BINS):
        cells = []
        for level in CHECKED:
            found = by_level[level][i]
            if found is None:
                cells.append("–")
                continue
            distance = abs(found.won - found.predicted) / found.error if found.error else 0.0
            far += distance > 2
            text = f"{found.predicted:.1%} → {found.won:.1%} ± {found.error:.1%}"
            cells.append(f"**{text}**" if distance > 2 else text)
        rows.append(f"| {10 * i} to {10 * (i + 1)} % | {' | '.join(cells)} |")
    table = _write_table(
        f"chance to win: predicted → won, {4 * (games // 4):,} games each | {' | '.join(CHECKED)}", *rows
    )
    summary = f"{far} of {BINS * len(CHECKED)} cells differ by more than two standard errors (bold)"
    return f"{table}\n\n{summary}; chance alone explains one or two."


def measure_alone(sheet: Sheet, games: int, seed: int, jobs: int) -> str:
    """Let every level play alone; also store the ranks of solo games."""
    engine, rows, reached = Engine(sheet), [], {}
    for level in LEVELS:
        results = sorted(
            (game.turns, -game.sheets[0].half_points / 2) for game in engine.records([level], games, seed, jobs)
        )
        reached[level] = [results[(len(results) - 1) * share // 100] for share in SHARES]
        shown = " | ".join(f"{rounds} / {-points:g}" for rounds, points in reached[level])
        rows.append(f"| {level} | {fmean(rounds for rounds, _ in results):.1f} | {shown} |")
    ranks = json.loads(SOLO.read_text(encoding="utf-8"))
    ranks[f"{sheet.name} {sheet.version}"] = [reached[level][SHARES.index(share)][0] for level, share in RANKS]
    lines = ",\n".join(f" {json.dumps(name)}: {json.dumps(most)}" for name, most in ranks.items())
    SOLO.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")
    return _write_table(
        f"bot, {games:,} games each | mean rounds | best | 10 % | 25 % | 50 % | 75 % | 90 % | all", *rows
    )


def measure_times(sheet: Sheet, games: int, seed: int, jobs: int) -> str:
    """Measure processor times in Python, as they are at a table."""
    rows = []
    for level in LEVELS:
        times: list[float] = []
        for number in range(SLOW_GAMES):
            list(run_game(sheet, [_take_time(STRATEGIES[level], times)] * 2, _seed_random(f"{seed} {number}")))
        slow = sorted(times)[int(0.95 * len(times))]
        rows.append(f"| a decision of {level} | {fmean(times):.0f} ms | {slow:.0f} ms | {max(times):.0f} ms |")
    for players in (2, 5):
        spent = []
        for number in range(SLOW_GAMES):
            key = f"{seed} {players} {number}"
            steps = list(run_game(sheet, [STRATEGIES["level-2"]] * players, _seed_random(key)))
            begin = process_time()
            study_game(sheet, Started(SEATS[:players]), [step.event for step in steps], key)
            spent.append(1000 * (process_time() - begin))
        rows.append(f"| the analysis of a game of {players} | {fmean(spent):.0f} ms | | {max(spent):.0f} ms |")
    return _write_table("CPU of | mean | 95 % | worst", *rows)


def _take_time(strategy: Strategy, times: list[float]) -> Strategy:
    def choose(state: State, seat: str, rng: random.Random) -> object:
        begin = process_time()
        moves = strategy(state, seat, rng)
        if state.phase in (Phase.CHOOSE, Phase.REROLLED, Phase.PLAY):
            times.append(1000 * (process_time() - begin))
        return moves

    return choose  # type: ignore[return-value]


def measure_luck(sheet: Sheet, games: int, seed: int, jobs: int) -> str:
    """Compare one roll of each game of two greedy players with average rolls."""
    luck = []
    for number in range(LUCKY_GAMES):
        chance = _seed_random(f"luck {seed} {number}")
        steps = run_game(sheet, [STRATEGIES["greedy"]] * 2, chance)
        rolls = [
            step.after for step in steps if isinstance(step.event, Rolled) and len(step.before.rolling) == len(DICE)
        ]
        rolled = chance.choice(rolls)
        forecast = Forecast(rolled, Judge(rolled.plan, 2), f"{seed} {number}")
        luck.append(subtract(forecast.estimate(rolled), forecast.average_roll(rolled))[0])
    mean, spread = fmean(luck), stdev(luck)
    return (
        f"The mean luck of the first of two `greedy` with one roll of each of {LUCKY_GAMES} games is {mean:+.1%} ± "
        f"{spread / sqrt(LUCKY_GAMES):.1%}; the standard deviation of one roll is {spread:.0%}."
    )


def _seed_random(seed: str) -> random.Random:
    return random.Random(seed)  # noqa: S311 - not for secrets


MEASURES: dict[str, Callable[[Sheet, int, int, int], str]] = {
    "balance": measure_table,
    "strength": measure_strength,
    "karma": measure_karma,
    "reliability": measure_chances,
    "solo": measure_alone,
    "times": measure_times,
    "luck": measure_luck,
}
