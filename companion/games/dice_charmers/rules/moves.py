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
    """The text form of a kind of move: a first word and a pattern for the rest."""

    def __init__(
        self, word: str, rest: str, example: str, read: Callable[[str], Sequence[Any]] = lambda rest: rest.split()
    ) -> None:
        self.word = word
        self.rest = re.compile(rest, re.ASCII)
        self.example = example
        self.read = read  # turns the rest into the fields of the move


def _read_nothing(rest: str) -> Sequence[Any]:
    return ()


def _read_total(rest: str) -> Sequence[Any]:
    figure, amount = rest.split()
    return figure, int(amount)


@dataclass(frozen=True, slots=True)
class Roll:
    """Roll all dice at the start of a round."""

    form: ClassVar = Form("roll", "", "roll", _read_nothing)

    def __str__(self) -> str:
        return "roll"


@dataclass(frozen=True, slots=True)
class TypeFace:
    """Enter the face of a real die."""

    die: str
    face: str

    form: ClassVar = Form("face", rf"{_DIE} {_NAME}", "face purple-1 tea-silk")

    def __str__(self) -> str:
        return f"face {self.die} {self.face}"


@dataclass(frozen=True, slots=True)
class ConfirmDice:
    """Confirm all typed-in faces; after that they cannot be undone."""

    form: ClassVar = Form("confirm", "dice", "confirm dice", _read_nothing)

    def __str__(self) -> str:
        return "confirm dice"


@dataclass(frozen=True, slots=True)
class Take:
    """Put a die in the depot and use it."""

    die: str

    form: ClassVar = Form("take", _DIE, "take purple-1")

    def __str__(self) -> str:
        return f"take {self.die}"


@dataclass(frozen=True, slots=True)
class UseKarma:
    """Cross out a karma and roll this die together with the elephant's."""

    die: str

    form: ClassVar = Form("karma", _DIE, "karma green-2")

    def __str__(self) -> str:
        return f"karma {self.die}"


@dataclass(frozen=True, slots=True)
class Pass:
    form: ClassVar = Form("pass", "", "pass", _read_nothing)

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class DrawRoad:
    """Draw a complete road on an empty space."""

    space: str
    sides: str

    form: ClassVar = Form("road", rf"{_SPACE} {_SIDES}", "road c3 NE")

    def __post_init__(self) -> None:
        object.__setattr__(self, "sides", "".join(side for side in SIDES if side in self.sides))

    def __str__(self) -> str:
        return f"road {self.space} {self.sides}"


@dataclass(frozen=True, slots=True)
class DrawHalf:
    """Add a half-road to a space that has a road."""

    space: str
    side: str

    form: ClassVar = Form("half", rf"{_SPACE} [NESW]", "half c3 N")

    def __str__(self) -> str:
        return f"half {self.space} {self.side}"


@dataclass(frozen=True, slots=True)
class Sell:
    goods: tuple[str, ...]

    form: ClassVar = Form("sell", _GOODS, "sell tea silk", lambda rest: [tuple(rest.split())])

    def __post_init__(self) -> None:
        object.__setattr__(self, "goods", tuple(sorted(self.goods, key=GOODS.index)))

    def __str__(self) -> str:
        return f"sell {' '.join(self.goods)}"


@dataclass(frozen=True, slots=True)
class GetGoods:
    goods: tuple[str, ...]

    form: ClassVar = Form("goods", _GOODS, "goods tea spices", lambda rest: [tuple(rest.split())])

    def __post_init__(self) -> None:
        object.__setattr__(self, "goods", tuple(sorted(self.goods, key=GOODS.index)))

    def __str__(self) -> str:
        return f"goods {' '.join(self.goods)}"


@dataclass(frozen=True, slots=True)
class CopyGoodsDie:
    """Get the goods of a purple die, wherever it is."""

    die: str

    form: ClassVar = Form("goods-die", _DIE, "goods-die purple-1")

    def __str__(self) -> str:
        return f"goods-die {self.die}"


@dataclass(frozen=True, slots=True)
class Sail:
    """Move the boat: ahead in spaces (positive), or back in unmarked spaces (negative)."""

    step: int

    form: ClassVar = Form("river", r"[+-][1-9][0-9]?", "river +1", lambda rest: [int(rest)])

    def __str__(self) -> str:
        return f"river {self.step:+d}"


@dataclass(frozen=True, slots=True)
class Upgrade:
    building: str

    form: ClassVar = Form("upgrade", "|".join(BUILDINGS), "upgrade temple")

    def __str__(self) -> str:
        return f"upgrade {self.building}"


@dataclass(frozen=True, slots=True)
class CallPerson:
    person: str

    form: ClassVar = Form("person", "|".join(PEOPLE), "person trader")

    def __str__(self) -> str:
        return f"person {self.person}"


@dataclass(frozen=True, slots=True)
class UseBonus:
    bonus: str

    form: ClassVar = Form("use", _PLACE, "use edge c3 N", lambda rest: [rest])

    def __str__(self) -> str:
        return f"use {self.bonus}"


@dataclass(frozen=True, slots=True)
class GiveUp:
    """Give up a circled bonus, a sale, an earning or the second half-road."""

    what: str

    form: ClassVar = Form("give", rf"up ({_SOURCE})", "give up tent 4", lambda rest: [rest.removeprefix("up ")])

    def __str__(self) -> str:
        return f"give up {self.what}"


@dataclass(frozen=True, slots=True)
class EndTurn:
    form: ClassVar = Form("end", "turn", "end turn", _read_nothing)

    def __str__(self) -> str:
        return "end turn"


@dataclass(frozen=True, slots=True)
class DeclareMet:
    """Declare that the lines on a paper sheet have met."""

    form: ClassVar = Form("met", "", "met", _read_nothing)

    def __str__(self) -> str:
        return "met"


@dataclass(frozen=True, slots=True)
class EnterTotal:
    """Enter one of the totals of a paper sheet."""

    figure: str
    amount: int

    form: ClassVar = Form("total", rf"({'|'.join(FIGURES)}) (0|[1-9][0-9]{{0,3}})", "total fame 21", _read_total)

    def __str__(self) -> str:
        return f"total {self.figure} {self.amount}"


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
