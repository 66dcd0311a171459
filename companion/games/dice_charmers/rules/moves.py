"""The kinds of moves and their text form: `road c3 NE`, `sell tea silk`, `river +1`.

What a move does is in the rules of its phase or task; how it is shown is in `kinds/moves.py`.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, get_args

from companion.games.dice_charmers.rules.sheet import BUILDINGS, GOODS, PEOPLE, SIDES
from companion.rules.refusal import Unreadable

FIGURES = ("fame", "money", "karma-circled", "karma-used")  # a paper sheet's totals, in the order asked
LONGEST_TEXT = 100

_DIE = r"(purple|green|blue|orange)-[12]"
_SPACE = r"[a-z][1-9][0-9]?"
_NAME = r"[a-z0-9][a-z0-9-]{0,31}"
_GOODS = rf"({'|'.join(GOODS)})( ({'|'.join(GOODS)})){{0,5}}"
_SIDES = r"(?!.*([NESW]).*\1)[NESW]{1,4}"  # no side twice
_PLACE = rf"edge {_SPACE} [NESW]|(tent|fame|money|upgrade|karma) [1-9][0-9]{{0,2}}|palace (upper|lower) [1-9]"
_SOURCE = rf"{_PLACE}|die|half-road|market {_SPACE}|river [1-9][0-9]?"


class Form:
    """The text form of a kind of move: how it is written, and a pattern for what follows the first word.

    A form without a pattern has no fields.
    """

    def __init__(
        self, text: str, rest: str = "", example: str = "", read: Callable[[str], Sequence[Any]] = str.split
    ) -> None:
        self.text = text
        self.word, _, after = text.partition(" ")
        self.rest = re.compile(rest or after, re.ASCII)
        self.example = example or text
        self.read = read if rest else lambda rest: ()  # turns the rest into the fields of the move


class Written:
    """A move, written by its form."""

    __slots__ = ()
    form: ClassVar[Form]

    def __str__(self) -> str:
        return self.form.text.format(self)


def _read_total(rest: str) -> Sequence[Any]:
    figure, amount = rest.split()
    return figure, int(amount)


@dataclass(frozen=True, slots=True)
class Roll(Written):
    """Roll all dice at the start of a round."""

    form = Form("roll")


@dataclass(frozen=True, slots=True)
class TypeFace(Written):
    """Enter the face of a real die."""

    die: str
    face: str

    form = Form("face {0.die} {0.face}", rf"{_DIE} {_NAME}", "face purple-1 tea-silk")


@dataclass(frozen=True, slots=True)
class ConfirmDice(Written):
    """Confirm all typed-in faces; after that they cannot be undone."""

    form = Form("confirm dice")


@dataclass(frozen=True, slots=True)
class Take(Written):
    """Put a die in the depot and use it."""

    die: str

    form = Form("take {0.die}", _DIE, "take purple-1")


@dataclass(frozen=True, slots=True)
class UseKarma(Written):
    """Cross out a karma and roll this die together with the elephant's."""

    die: str

    form = Form("karma {0.die}", _DIE, "karma green-2")


@dataclass(frozen=True, slots=True)
class Pass(Written):
    form = Form("pass")


@dataclass(frozen=True, slots=True)
class DrawRoad(Written):
    """Draw a complete road on an empty space."""

    space: str
    sides: str

    form = Form("road {0.space} {0.sides}", rf"{_SPACE} {_SIDES}", "road c3 NE")

    def __post_init__(self) -> None:
        object.__setattr__(self, "sides", "".join(side for side in SIDES if side in self.sides))


@dataclass(frozen=True, slots=True)
class DrawHalf(Written):
    """Add a half-road to a space that has a road."""

    space: str
    side: str

    form = Form("half {0.space} {0.side}", rf"{_SPACE} [NESW]", "half c3 N")


@dataclass(frozen=True, slots=True)
class GoodsMove(Written):
    """A move with goods, always in the same order."""

    goods: tuple[str, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "goods", tuple(sorted(self.goods, key=GOODS.index)))

    def __str__(self) -> str:
        return self.form.text.format(" ".join(self.goods))


@dataclass(frozen=True, slots=True)
class Sell(GoodsMove):
    form = Form("sell {}", _GOODS, "sell tea silk", lambda rest: [tuple(rest.split())])


@dataclass(frozen=True, slots=True)
class GetGoods(GoodsMove):
    form = Form("goods {}", _GOODS, "goods tea spices", lambda rest: [tuple(rest.split())])


@dataclass(frozen=True, slots=True)
class CopyGoodsDie(Written):
    """Get the goods of a purple die, wherever it is."""

    die: str

    form = Form("goods-die {0.die}", _DIE, "goods-die purple-1")


@dataclass(frozen=True, slots=True)
class Sail(Written):
    """Move the boat: ahead in spaces (positive), or back in unmarked spaces (negative)."""

    step: int

    form = Form("river {0.step:+d}", r"[+-][1-9][0-9]?", "river +1", lambda rest: [int(rest)])


@dataclass(frozen=True, slots=True)
class Upgrade(Written):
    building: str

    form = Form("upgrade {0.building}", "|".join(BUILDINGS), "upgrade temple")


@dataclass(frozen=True, slots=True)
class CallPerson(Written):
    person: str

    form = Form("person {0.person}", "|".join(PEOPLE), "person trader")


@dataclass(frozen=True, slots=True)
class UseBonus(Written):
    bonus: str

    form = Form("use {0.bonus}", _PLACE, "use edge c3 N", lambda rest: [rest])


@dataclass(frozen=True, slots=True)
class GiveUp(Written):
    """Give up a circled bonus, a sale, an earning or the second half-road."""

    what: str

    form = Form("give up {0.what}", rf"up ({_SOURCE})", "give up tent 4", lambda rest: [rest.removeprefix("up ")])


@dataclass(frozen=True, slots=True)
class EndTurn(Written):
    form = Form("end turn")


@dataclass(frozen=True, slots=True)
class DeclareMet(Written):
    """Declare that the lines on a paper sheet have met."""

    form = Form("met")


@dataclass(frozen=True, slots=True)
class EnterTotal(Written):
    """Enter one of the totals of a paper sheet."""

    figure: str
    amount: int

    form = Form(
        "total {0.figure} {0.amount}",
        rf"({'|'.join(FIGURES)}) (0|[1-9][0-9]{{0,3}})",
        "total fame 21",
        _read_total,
    )


Move = (
    Roll
    | TypeFace
    | ConfirmDice
    | Take
    | UseKarma
    | Pass
    | DrawRoad
    | DrawHalf
    | Sell
    | GetGoods
    | CopyGoodsDie
    | Sail
    | Upgrade
    | CallPerson
    | UseBonus
    | GiveUp
    | EndTurn
    | DeclareMet
    | EnterTotal
)

MOVE_KINDS: tuple[type[Move], ...] = get_args(Move)
_BY_WORD = {kind.form.word: kind for kind in MOVE_KINDS}


@lru_cache(4096)  # 7 % of replaying a table (tests/bench/bench_tricks.py)
def parse_move(text: str) -> Move:
    """Parse the text form of a move, without checking whether it is allowed. Raises Unreadable."""
    if len(text) > LONGEST_TEXT:
        raise Unreadable(text[:LONGEST_TEXT] + "…")
    word, _, rest = " ".join(text.split()).partition(" ")
    kind = _BY_WORD.get(word)
    if kind is None:
        raise Unreadable(text)
    if not kind.form.rest.fullmatch(rest):
        raise Unreadable(text, kind.form.example)
    return kind(*kind.form.read(rest))
