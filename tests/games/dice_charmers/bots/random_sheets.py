"""Sheets that nobody has drawn: the structure is sound, everything else is random."""

import random
from dataclasses import replace
from itertools import accumulate

from companion.games.dice_charmers.definition import load_sheet
from companion.games.dice_charmers.rules.bonuses import BONUS_KINDS
from companion.games.dice_charmers.rules.sheet import (
    BUILDINGS,
    GOODS,
    SIDES,
    Bonus,
    Karma,
    Market,
    Palace,
    Province,
    RiverSpace,
    Sheet,
    Space,
    Tent,
    Tracks,
    Upgrades,
)


def make_sheet(seed: int) -> Sheet:
    rng = random.Random(f"sheet {seed}")
    sun = load_sheet("sun").sheet
    places, uses, steps = rng.randint(12, 50), rng.randint(1, 4), rng.randint(1, 3)
    circles = rng.randint(1, 6)
    return replace(
        sun,
        name=f"random-{seed}",
        tracks=Tracks(
            places,
            2 * places,
            tuple((place, bonus(rng)) for place in pick(rng, places)),
            tuple((place, bonus(rng)) for place in pick(rng, 2 * places)),
        ),
        province=make_province(rng),
        market=make_market(rng),
        palace=Palace(uses, bonuses(rng, uses), bonuses(rng, uses)),
        river=make_river(rng, sun.faces_by_colour["blue"]),
        upgrades=Upgrades(
            tuple(accumulate(rng.randint(0, 2) for _ in range(steps + 1))),
            bonuses(rng, steps),
            tuple(rng.sample(BUILDINGS, rng.randint(0, len(BUILDINGS) - 1))),
        ),
        karma=Karma(circles, rng.randint(0, circles), tuple((place, bonus(rng)) for place in pick(rng, circles))),
    )


def bonus(rng: random.Random) -> Bonus:
    kind = rng.choice(list(BONUS_KINDS.values()))
    return Bonus(kind.name, rng.choice(kind.arguments))


def bonuses(rng: random.Random, count: int) -> tuple[Bonus, ...]:
    return tuple(bonus(rng) for _ in range(count))


def pick(rng: random.Random, places: int) -> list[int]:
    return sorted(rng.sample(range(1, places + 1), rng.randint(0, min(6, places))))


def make_province(rng: random.Random) -> Province:
    columns, rows = rng.randint(2, 6), rng.randint(2, 6)
    names = [f"{chr(ord('a') + column)}{row + 1}" for row in range(rows) for column in range(columns)]
    kinds = [rng.choice((*BUILDINGS, "market-same", "market-different")) for _ in names]
    kinds[rng.randrange(len(kinds))] = "residence"
    outer = [
        (name, side)
        for i, name in enumerate(names)
        for side, outside in zip(
            SIDES, (i < columns, i % columns == columns - 1, i >= len(names) - columns, i % columns == 0), strict=True
        )
        if outside and kinds[i] != "residence"
    ]
    return Province(
        columns,
        rows,
        tuple(map(Space, names, kinds)),
        "".join(rng.sample(SIDES, rng.randint(1, 4))),
        tuple((name, side, bonus(rng)) for name, side in rng.sample(outer, rng.randint(0, len(outer)))),
    )


def make_market(rng: random.Random) -> Market:
    columns = rng.randint(1, 8)
    rows = {good: tuple(sorted(rng.sample(range(columns), rng.randint(1, columns)))) for good in GOODS}
    goods = [(good, column) for good, row in rows.items() for column in row]
    tents: dict[int, list[tuple[str, int]]] = {}
    for good in goods:
        tents.setdefault(rng.randint(1, 6), []).append(good)
    coins = tuple(accumulate((rng.randint(0, 2) for _ in range(columns - 1)), initial=1))
    return Market(coins, tuple(rows.items()), tuple(Tent(tuple(tent), bonus(rng)) for tent in tents.values()))


def make_river(rng: random.Random, symbols: tuple[str, ...]) -> tuple[RiverSpace, ...]:
    spaces = [*dict.fromkeys(symbols), *(rng.choice(symbols) for _ in range(rng.randint(0, 12)))]
    rng.shuffle(spaces)
    return tuple(RiverSpace(symbol, bonuses(rng, rng.randint(1, 3))) for symbol in spaces)
