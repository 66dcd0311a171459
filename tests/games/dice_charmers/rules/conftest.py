"""A full-sized sheet that stays as it is while Sun and Moon are tuned, and a desk to play on it in words."""

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace

import pytest

from companion.games.dice_charmers.rules import (
    Event,
    Phase,
    Played,
    Removed,
    Rolled,
    Started,
    State,
    advance,
    apply,
    check,
    compare_states,
    legal_moves,
    list_dice_to_roll,
    parse_move,
    start,
    to_move,
)
from companion.games.dice_charmers.rules.bonuses import BONUS_KINDS
from companion.games.dice_charmers.rules.province import open_sides
from companion.games.dice_charmers.rules.sheet import (
    DICE,
    ROAD_BITS,
    Bonus,
    Karma,
    Market,
    Marks,
    Palace,
    Province,
    RiverSpace,
    Sheet,
    Space,
    Tent,
    Tracks,
    Upgrades,
)
from companion.games.dice_charmers.rules.state import Page
from companion.rules.history import History
from companion.rules.messages import IllegalMove, Refusal

PROVINCE = """
temple palace           fort        mill             temple
mill   market-different market-same temple           fort
palace fort             residence   market-different palace
temple mill             palace      market-same      mill
fort   temple           mill        palace           fort
"""
EDGES = {
    "a1 N": "karma",
    "b1 N": "river-back any",
    "c1 N": "river-back 1-2",
    "d1 N": "half-road",
    "e1 N": "person master-builder",
    "e1 E": "goods-die",
    "e2 E": "river-advance",
    "e3 E": "money 4",
    "e4 E": "goods 1",
    "e5 E": "goods 2",
    "e5 S": "goods 3",
    "d5 S": "sell-any 2",
    "c5 S": "sell-any 1-2",
    "b5 S": "sell-1-3",
    "a5 S": "sell-2-different",
    "a5 W": "straight",
    "a4 W": "fork",
    "a3 W": "intersection",
    "a2 W": "river-back 1",
    "a1 W": "person any",
}
TENTS = {
    "tea 0 1": "fame 2",
    "silk 0 1": "karma",
    "spices 0 1": "upgrade",
    "tea 2 + silk 2": "fork",
    "spices 2 3": "person trader",
    "tea 3 4 5": "fame 4",
    "silk 3 4 5": "money 6",
    "spices 4 5": "sell-any 1",
}
RIVER = [
    ("flag", "goods 2"),
    ("fish", "money 4"),
    ("boat", "person any"),
    ("star", "sell-any 2"),
    ("lotus", "goods 3"),
    ("wave", "karma"),
    ("flag", "fork"),
    ("fish", "money 4"),
    ("boat", "upgrade"),
    ("star", "goods 1", "sell-any 1"),
    ("lotus", "river-advance"),
    ("wave", "fame 2"),
    ("flag", "sell-any 1-2"),
    ("fish", "straight"),
    ("boat", "half-road"),
    ("star", "goods-die"),
    ("lotus", "fame 1", "money 1"),
    ("wave", "person portuguese"),
]
FACES = {
    "purple": ("tea-tea", "silk-silk", "spices-spices", "tea-silk", "tea-spices", "silk-spices"),
    "green": ("straight", "straight", "bend", "bend", "half-roads", "half-roads"),
    "blue": ("flag", "fish", "boat", "star", "lotus", "wave"),
    "orange": ("great-mogul", "maharani", "trader", "raja-man-singh", "master-builder", "portuguese"),
}


def bonus(text: str) -> Bonus:
    kind, _, argument = text.partition(" ")
    assert argument in BONUS_KINDS[kind].arguments
    return Bonus(kind, argument)


def bonuses_at(places: dict[int, str]) -> tuple[tuple[int, Bonus], ...]:
    return tuple((place, bonus(text)) for place, text in places.items())


def tent(goods: str, released: str) -> Tent:
    stand = []
    for part in goods.split(" + "):
        kind, *columns = part.split()
        stand += [(kind, int(column)) for column in columns]
    return Tent(tuple(stand), bonus(released))


def garden() -> Sheet:
    rows = [row.split() for row in PROVINCE.strip().splitlines()]
    return Sheet(
        name="garden",
        version=1,
        faces=tuple(FACES.items()),
        tracks=Tracks(
            39,
            78,
            bonuses_at({5: "goods 1", 10: "upgrade", 20: "person maharani", 30: "half-road"}),
            bonuses_at({6: "karma", 12: "half-road", 25: "person any", 40: "river-advance"}),
        ),
        province=Province(
            5,
            5,
            tuple(Space(f"{'abcde'[x]}{y + 1}", kind) for y, row in enumerate(rows) for x, kind in enumerate(row)),
            "NESW",
            tuple((*edge.split(), bonus(text)) for edge, text in EDGES.items()),
        ),
        market=Market(
            (1, 1, 2, 3, 4, 5),
            tuple((kind, tuple(range(6))) for kind in ("tea", "silk", "spices")),
            tuple(tent(goods, released) for goods, released in TENTS.items()),
        ),
        palace=Palace(
            3,
            (bonus("river-advance"), bonus("karma"), bonus("fame 5")),
            (bonus("goods-die"), bonus("half-road"), bonus("money 8")),
        ),
        river=tuple(RiverSpace(symbol, tuple(map(bonus, earnings))) for symbol, *earnings in RIVER),
        upgrades=Upgrades((1, 2, 3), (bonus("sell-any 3"), bonus("fame 4"))),
        karma=Karma(5, 1, bonuses_at({3: "money 3", 4: "goods 2", 5: "fame 3"})),
    )


GARDEN = garden()


def give_river(earnings: Mapping[int, str]) -> Sheet:
    """The garden sheet with other earnings of some river spaces, counted from 1."""
    river = list(GARDEN.river)
    for space, texts in earnings.items():
        river[space - 1] = replace(river[space - 1], earnings=tuple(map(bonus, texts.split(", "))))
    return replace(GARDEN, river=tuple(river)) if earnings else GARDEN


ROLL = "tea-silk spices-spices bend half-roads flag fish trader portuguese"


@dataclass
class Desk:
    """A game in progress, played in the words of a transcript."""

    history: History[State]
    events: list[Started | Event] = field(default_factory=list)

    @property
    def state(self) -> State:
        return self.history.state

    def happens(self, *events: Event) -> "Desk":
        for event in events:
            self.history = advance(self.history, event)
            self.events.append(event)
        return self

    def play(self, seat: str, *texts: str) -> "Desk":
        return self.happens(*(Played(seat, parse_move(text)) for text in texts))

    def rolled(self, faces: str) -> "Desk":
        return self.happens(Rolled(tuple(faces.split())))

    def removed(self, die: str) -> "Desk":
        return self.happens(Removed(die))

    def refused(self, seat: str, text: str) -> str:
        """The code of the refusal, and that nothing has changed."""
        return self.refusal(seat, text).code.value

    def refusal(self, seat: str, text: str) -> Refusal:
        before = self.state
        with pytest.raises(IllegalMove) as caught:
            self.play(seat, text)
        assert self.state is before
        assert check(self.state, seat, parse_move(text)) == caught.value.refusal
        return caught.value.refusal

    def allows(self, seat: str, text: str) -> bool:
        return check(self.state, seat, parse_move(text)) is None

    def moves(self, seat: str) -> list[str]:
        return [str(move) for move in legal_moves(self.state, seat)]

    def effects(self, seat: str, text: str) -> list[str]:
        return [
            str(effect)
            for effect in compare_states(self.state, apply(self.state, Played(seat, parse_move(text))), seat)
        ]

    def marks(self, seat: str = "red") -> Marks:
        return self.state.find_seat(seat).marks

    def change(self, seat: str, roads: Mapping[str, str] | None = None, **marks: object) -> "Desk":
        """Put marks on a seat's sheet without playing for them."""
        state = self.state
        page = Page(state.plan, state.find_seat(seat).marks, state.faces)
        for space, sides in (roads or {}).items():
            open_sides(page, state.plan.space_index[space], ROAD_BITS[sides])
        changed = page.marks._replace(**{"circled": (), **marks})
        i = state.players.index(seat)
        self.history = History(state.with_seat(i, state.seats[i]._replace(marks=changed)))
        return self

    def finish(self, seat: str) -> "Desk":
        """Do whatever comes first until the seat's turn is over."""
        before = (self.state.round, self.state.turn)
        while (self.state.round, self.state.turn) == before and self.state.phase is Phase.PLAY:
            self.happens(Played(seat, legal_moves(self.state, seat)[0]))
        return self


COLOURS = ("red", "blue", "green", "yellow", "white")


@pytest.fixture
def desk() -> Callable[..., Desk]:
    """A new game on the garden sheet; with `roll` the first dice lie on the table.

    `earnings` are those of river spaces that shall differ: {1: "person trader, fork"}; the buildings in `once` can be
    upgraded only once.
    """

    def lay(
        players: int = 3,
        *,
        roll: str | None = ROLL,
        dice: str = "virtual",
        paper: str = "",
        earnings: Mapping[int, str] | None = None,
        once: tuple[str, ...] = (),
        **red: object,
    ) -> Desk:
        started = Started(COLOURS[:players], dice, frozenset(paper.split()))
        sheet = give_river(earnings or {})
        sheet = replace(sheet, upgrades=replace(sheet.upgrades, once=once)) if once else sheet
        table = Desk(start(sheet, started), [started])
        if roll and dice == "virtual":
            table.play("red", "roll").rolled(roll)
        if red:
            table.change("red", **red)
        return table

    return lay


@pytest.fixture
def garden_sheet() -> Sheet:
    return GARDEN


Driver = Callable[..., Iterator[tuple[History[State], Event]]]


@pytest.fixture(scope="session")
def random_game() -> Driver:
    """Play any of the listed moves until there is none; yields every event with what it led to."""

    def play(
        sheet: Sheet,
        started: Started,
        rng: random.Random,
        choose: Callable[[tuple[object, ...]], object] | None = None,
    ) -> Iterator[tuple[History[State], Event]]:
        history = start(sheet, started)
        pick = choose or rng.choice
        while True:
            state, event = history.state, None
            if state.phase is Phase.ROLLING:
                colours = [die.partition("-")[0] for die in list_dice_to_roll(state)]
                event = Rolled(tuple(rng.choice(sheet.faces_by_colour[colour]) for colour in colours))
            elif state.phase is Phase.AUTOMA:
                event = Removed(rng.choice(DICE))
            elif seat := to_move(state):
                event = Played(seat, pick(legal_moves(state, seat)))
            else:
                return
            history = advance(history, event)
            yield history, event

    return play
