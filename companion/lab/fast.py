"""Play games with a compiled engine: the same rules and bots, about a hundred times faster.

The engine is in `engine/`, in Rust without libraries, and is compiled when it is first needed. It gets the plan of a
sheet, the weights and the players as text and answers with one line of JSON for each game. Playing needs none of it;
`tests/lab/test_engine.py` compares every legal move and decision with the rules and bots in Python.
"""

import hashlib
import json
import os
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from companion.games.dice_charmers.bots.evaluation import HandWeights
from companion.games.dice_charmers.bots.learned import HAND, Weights, find_weights
from companion.games.dice_charmers.bots.levels import (
    BY_NAME,
    POOR_TURN,
    SMALL_DIFFERENCE,
    TASTES,
    Level,
)
from companion.games.dice_charmers.rules import Ending
from companion.games.dice_charmers.rules.bonuses import ANY_PERSON, BONUS_KINDS, estimate_value
from companion.games.dice_charmers.rules.market import BUYERS, parse_most_sold
from companion.games.dice_charmers.rules.river import ANY_DISTANCE
from companion.games.dice_charmers.rules.sheet import (
    BUILDINGS,
    DICE_COLOURS,
    GOODS,
    MARKETS,
    PEOPLE,
    Bonus,
    Plan,
    Sheet,
    make_blank_marks,
    make_plan,
)
from companion.games.dice_charmers.rules.state import TASK_KINDS
from companion.lab.games import GameRecord, SheetRecord

SOURCES = Path(__file__).parent / "engine"
SPACE_KINDS = ("residence", *BUILDINGS, *MARKETS, "blank")
SHAPES = ("straight", "bend", "fork", "intersection", "half-roads")
TASKS = (
    "road",
    "half-roads",
    "goods",
    "goods-die",
    "sell",
    "person",
    "upgrade",
    "river-advance",
    "river-back",
    "trade",
    "river-back-or-goods",
)
BACK = {"1": 1, "1-2": 2, "any": ANY_DISTANCE}


class NoCompiler(Exception):
    """There is no Rust compiler on this computer."""


def build_engine() -> Path:
    """Compile the engine unless that has been done. Raises NoCompiler."""
    sources = sorted(SOURCES.glob("*.rs"))
    version = hashlib.sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()[:16]
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "roll-and-write-companion"
    program = cache / f"engine-{version}"
    if not program.exists():
        compiler = shutil.which("rustc")
        if compiler is None:
            raise NoCompiler
        cache.mkdir(parents=True, exist_ok=True)
        part = program.with_suffix(f".{os.getpid()}")
        options = ["--edition", "2021", "-O", "-C", "codegen-units=1", "-o", str(part)]
        subprocess.run([compiler, *options, str(SOURCES / "main.rs")], check=True, capture_output=True)  # noqa: S603
        part.replace(program)
    return program


class Engine:
    """Plays games on one sheet. `weights` replace the shipped ones of the learning levels."""

    def __init__(self, sheet: Sheet, weights: Weights | None = None, levels: dict[str, Level] | None = None) -> None:
        self.program = build_engine()
        self.plan = make_plan(sheet)
        self.levels = {**BY_NAME, **(levels or {})}
        self.names = ["random", *TASTES, *self.levels]
        evaluations = [_write_weights(weights or find_weights(sheet)), *map(_write_likes, self.levels.values())]
        players = ["random", *map(_write_taste, TASTES), *map(_write_level, self.levels.values(), range(1, 99))]
        self.head = [_write_plan(self.plan), f"{len(evaluations)}", *evaluations, f"{len(players)}", *players]

    def play(
        self,
        strategies: Sequence[str],
        games: Iterable[int],
        seed: int,
        jobs: int = 1,
        *,
        events: bool = False,
        legal: bool = False,
        rounds: bool = False,
    ) -> Iterator[dict[str, Any]]:
        """Play these games, numbered from 0, in several processes; yield what the engine says about each, in order.

        The starting player rotates with the number of the game. The same seed and number give the same game.
        """
        numbers = list(games)
        seats = [self.names.index(name) for name in strategies]
        flags = " ".join(str(int(flag)) for flag in (events, legal, rounds))
        with ExitStack() as running:
            outputs = []
            for job in range(jobs):
                own = numbers[job::jobs]
                match = f"{len(seats)} {_join(seats)} {seed} {len(own)} {_join(own)}"
                text = "\n".join([*self.head, flags, match])
                source = running.enter_context(TemporaryFile("w+"))
                source.write(text)
                source.seek(0)
                process = subprocess.Popen([self.program], stdin=source, stdout=subprocess.PIPE, text=True)  # noqa: S603
                running.enter_context(process)  # closes its output and waits for it …
                running.callback(process.kill)  # … which is ended first, if not all games are wanted
                assert process.stdout
                outputs.append(process.stdout)
            for i in range(len(numbers)):
                yield json.loads(next(islice(outputs[i % jobs], 1)))

    def records(self, strategies: Sequence[str], games: int, seed: int, jobs: int = 1) -> Iterator[GameRecord]:
        """Play games like `companion.lab.games.play_games`, with other dice."""
        for game in self.play(strategies, range(games), seed, jobs):
            yield GameRecord(Ending(game["ending"]), [self.record(sheet) for sheet in game["sheets"]])

    def record(self, sheet: dict[str, Any]) -> SheetRecord:
        places = list(self.plan.bonuses)
        circled, used = sheet["karma"]
        marks = make_blank_marks(self.plan)._replace(
            fame=sheet["fame"],
            money=sheet["money"],
            roads=tuple(sheet["roads"]),
            goods=tuple(sheet["goods"]),
            sold=tuple(sheet["sold"]),
            people=tuple(sheet["people"]),
            upgrades=tuple(sheet["upgrades"]),
            river=sheet["river"],
            karma_circled=circled,
            karma_used=used,
            crossed=tuple(places[i] for i in sheet["crossed"]),
        )
        return SheetRecord(
            self.names[sheet["player"]],
            marks,
            chains=sheet["chains"],
            turns=sheet["turns"],
            dice=Counter(dict(zip(DICE_COLOURS, sheet["dice"], strict=True))),
            half_points=2 * marks.fame + marks.money - 2 * self.plan.sheet.tracks.fame,
            share_of_win=sheet["share"],
        )


# What the engine reads: numbers and names, "_" for spaces in names


def _join(numbers: Iterable[object]) -> str:
    return " ".join(map(str, numbers))


def _count(rows: Iterable[str]) -> str:
    """Write a list: how many, then each."""
    listed = list(rows)
    return "\n".join([str(len(listed)), *listed])


def _write_gift(bonus: Bonus) -> str:
    kind, argument = bonus.kind, bonus.argument
    match kind:
        case "person":
            code = [0, len(PEOPLE) if argument == ANY_PERSON else PEOPLE.index(argument)]
        case "upgrade" | "karma":
            code = [1 if kind == "upgrade" else 2]
        case "fame" | "money":
            code = [3 if kind == "fame" else 4, bonus.amount]
        case "goods-die":
            code = [5]
        case "goods":
            code = [6, bonus.amount]
        case "sell-any":
            code = [7, 1, parse_most_sold(argument), 0, 0]
        case "sell-1-3" | "sell-2-different":
            code = [7, *map(int, BUYERS[str(bonus)])]
        case "half-road":
            code = [8]
        case "straight" | "fork" | "intersection":
            code = [9, SHAPES.index(kind)]
        case "river-advance":
            code = [10]
        case "river-back":
            code = [11, BACK[argument]]
        case _:
            raise ValueError(f"the engine does not know the bonus {bonus}")
    return _join([*code, 0, 0, 0, 0][:5])


def _write_earning(bonus: Bonus) -> str:
    return f"{_write_gift(bonus)} {str(bonus).replace(' ', '_')}"


def _write_plan(plan: Plan) -> str:
    sheet, places = plan.sheet, list(plan.bonuses)
    given = [str(bonus) for bonus in plan.bonuses.values()]
    symbols = list(plan.symbol_spaces)
    faces = {
        "purple": lambda face: [GOODS.index(good) for good in face.split("-")],
        "green": lambda face: [SHAPES.index(face), 0],
        "blue": lambda face: [symbols.index(face), 0],
        "orange": lambda face: [PEOPLE.index(face), 0],
    }
    parts = [
        _count(
            _join([name, SPACE_KINDS.index(kind), *around, road, arriving])
            for name, kind, around, road, arriving in zip(
                plan.spaces, plan.kinds, plan.neighbours, plan.first_roads, plan.first_entrances, strict=True
            )
        ),
        str(plan.residence),
        _count(
            _join(
                [
                    place.replace(" ", "_"),
                    _write_gift(bonus),
                    estimate_value(bonus),
                    BONUS_KINDS[bonus.kind].use,
                    given.index(str(bonus)),
                ]
            )
            for place, bonus in plan.bonuses.items()
        ),
        _count(f"{space} {side} {places.index(place)}" for (space, side), place in plan.edges.items()),
        *(_count(map(str, prices)) for prices in plan.prices),
        _count(f"{places.index(place)} {_join(needed)}" for place, needed in plan.tents),
        f"{sheet.tracks.fame} {sheet.tracks.money}",
        _count(f"{at} {places.index(f'fame {at}')}" for at, _ in sheet.tracks.fame_bonuses),
        _count(f"{at} {places.index(f'money {at}')}" for at, _ in sheet.tracks.money_bonuses),
        f"{sheet.karma.places} {sheet.karma.start}",
        _count(f"{at} {places.index(f'karma {at}')}" for at, _ in sheet.karma.bonuses),
        _count(f"{symbols.index(space.symbol)} {_count(map(_write_earning, space.earnings))}" for space in sheet.river),
        str(sheet.palace.uses),
        _count(
            _count(map(str, people)) + "\n" + _count(str(places.index(each)) for each in all_)
            for all_, people in plan.columns
        ),
        _count(map(str, sheet.upgrades.values)),
        _join(plan.most_upgrades),
        _count(f"{places.index(place)} {_count(map(str, buildings))}" for place, buildings in plan.upgrade_columns),
        *(_count(_join([*faces[colour](face), face]) for face in shown) for colour, shown in sheet.faces),
        _join(TASK_KINDS[task].value for task in TASKS),
    ]
    return "\n".join(parts)


def _write_weights(weights: Weights | None) -> str:
    """Write what the learning levels have learned; without it, the hand-written evaluation."""
    if weights is None:
        return f"hand {_join(HandWeights())}"
    names = dict.fromkeys([*weights.early, *weights.late, *weights.last])
    stages = (weights.early, weights.late, weights.last)
    rows = [_join([name.replace(" ", "_"), *(stage.get(name, 0.0) for stage in stages)]) for name in names]
    others = [f"{name.replace(' ', '_')} {value}" for name, value in weights.others.items()]
    return "\n".join([f"learned {_join(HAND)}", _count(rows), _count(others)])


def _write_likes(level: Level) -> str:
    return f"hand {_join(level.likes or HandWeights())}"


def _write_taste(name: str) -> str:
    weights, favourite = TASTES[name]
    colour = DICE_COLOURS.index(favourite) if favourite else -1
    return f"greedy {_join(weights)} {colour} {POOR_TURN} {SMALL_DIFFERENCE}"


def _write_level(level: Level, number: int) -> str:
    skill = level.skill
    figures = [number if level.likes else 0, skill.width, skill.quick, skill.rerolled, skill.contenders]
    return f"level {_join(figures)} {int(skill.expects_karma)} {int(skill.second_pick)} {level.mistakes}"
