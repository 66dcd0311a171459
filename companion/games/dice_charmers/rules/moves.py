"""Everything a player can do, and how it is written: `road c3 NE`, `sell tea silk`, `river +1`."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from companion.games.dice_charmers.rules.sheet import BUILDINGS, GOODS, PEOPLE, SIDES
from companion.rules.refusal import Unreadable

FIGURES = ("fame", "money", "karma-circled", "karma-used")  # a paper sheet's totals, in the order asked


@dataclass(frozen=True, slots=True)
class Roll:
    """Roll all dice at the start of a round."""

    def __str__(self) -> str:
        return "roll"


@dataclass(frozen=True, slots=True)
class TypeFace:
    """Say what a real die shows."""

    die: str
    face: str

    def __str__(self) -> str:
        return f"face {self.die} {self.face}"


@dataclass(frozen=True, slots=True)
class ConfirmDice:
    """All typed-in faces are right; from here there is no way back."""

    def __str__(self) -> str:
        return "confirm dice"


@dataclass(frozen=True, slots=True)
class Take:
    """Put a die on the depot and use it."""

    die: str

    def __str__(self) -> str:
        return f"take {self.die}"


@dataclass(frozen=True, slots=True)
class UseKarma:
    """Cross out a karma and roll this die together with the elephant's."""

    die: str

    def __str__(self) -> str:
        return f"karma {self.die}"


@dataclass(frozen=True, slots=True)
class Pass:
    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class DrawRoad:
    """Draw a complete road on an empty space."""

    space: str
    sides: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "sides", "".join(side for side in SIDES if side in self.sides))

    def __str__(self) -> str:
        return f"road {self.space} {self.sides}"


@dataclass(frozen=True, slots=True)
class DrawHalf:
    """Add a half-road to a space that has a road."""

    space: str
    side: str

    def __str__(self) -> str:
        return f"half {self.space} {self.side}"


@dataclass(frozen=True, slots=True)
class Sell:
    goods: tuple[str, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "goods", tuple(sorted(self.goods, key=GOODS.index)))

    def __str__(self) -> str:
        return f"sell {' '.join(self.goods)}"


@dataclass(frozen=True, slots=True)
class GetGoods:
    goods: tuple[str, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "goods", tuple(sorted(self.goods, key=GOODS.index)))

    def __str__(self) -> str:
        return f"goods {' '.join(self.goods)}"


@dataclass(frozen=True, slots=True)
class CopyGoodsDie:
    """Get the goods that a purple die shows, wherever it lies."""

    die: str

    def __str__(self) -> str:
        return f"goods-die {self.die}"


@dataclass(frozen=True, slots=True)
class Sail:
    """Ahead in spaces, back in unmarked spaces."""

    step: int

    def __str__(self) -> str:
        return f"river {self.step:+d}"


@dataclass(frozen=True, slots=True)
class Upgrade:
    building: str

    def __str__(self) -> str:
        return f"upgrade {self.building}"


@dataclass(frozen=True, slots=True)
class CallPerson:
    person: str

    def __str__(self) -> str:
        return f"person {self.person}"


@dataclass(frozen=True, slots=True)
class UseBonus:
    bonus: str

    def __str__(self) -> str:
        return f"use {self.bonus}"


@dataclass(frozen=True, slots=True)
class GiveUp:
    """Do without a circled bonus, a sale, an earning or the second half-road."""

    what: str

    def __str__(self) -> str:
        return f"give up {self.what}"


@dataclass(frozen=True, slots=True)
class EndTurn:
    def __str__(self) -> str:
        return "end turn"


@dataclass(frozen=True, slots=True)
class DeclareMet:
    """The lines on a paper sheet have met."""

    def __str__(self) -> str:
        return "met"


@dataclass(frozen=True, slots=True)
class EnterTotal:
    """One of the totals of a paper sheet."""

    figure: str
    amount: int

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

_DIE = r"(purple|green|blue|orange)-[12]"
_SPACE = r"[a-z][1-9][0-9]?"
_NAME = r"[a-z0-9][a-z0-9-]{0,31}"
_GOODS = rf"({'|'.join(GOODS)})( ({'|'.join(GOODS)})){{0,5}}"
_SIDES = r"(?!.*([NESW]).*\1)[NESW]{1,4}"  # no side twice
_PLACE = rf"edge {_SPACE} [NESW]|(tent|fame|money|upgrade|karma) [1-9][0-9]{{0,2}}|palace (upper|lower) [1-9]"
_SOURCE = rf"{_PLACE}|die|half-road|market {_SPACE}|river [1-9][0-9]?"


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def _pair(make: Callable[[str, str], Move]) -> Callable[[str], Move]:
    return lambda text: make(*text.split())


def _total(text: str) -> Move:
    figure, amount = text.split()
    return EnterTotal(figure, int(amount))


@dataclass(frozen=True)
class _Form:
    """How one kind of move is written: a first word and what follows it."""

    word: str
    pattern: re.Pattern[str]
    make: Callable[[str], Move]
    example: str


def _form(word: str, pattern: str, make: Callable[[str], Move], example: str) -> _Form:
    return _Form(word, re.compile(pattern, re.ASCII), make, example)


_FORMS = {
    form.word: form
    for form in (
        _form("roll", "", lambda _: Roll(), "roll"),
        _form("face", rf"{_DIE} {_NAME}", _pair(TypeFace), "face purple-1 tea-silk"),
        _form("confirm", "dice", lambda _: ConfirmDice(), "confirm dice"),
        _form("take", _DIE, Take, "take purple-1"),
        _form("karma", _DIE, UseKarma, "karma green-2"),
        _form("pass", "", lambda _: Pass(), "pass"),
        _form("road", rf"{_SPACE} {_SIDES}", _pair(DrawRoad), "road c3 NE"),
        _form("half", rf"{_SPACE} [NESW]", _pair(DrawHalf), "half c3 N"),
        _form("sell", _GOODS, lambda text: Sell(_words(text)), "sell tea silk"),
        _form("goods", _GOODS, lambda text: GetGoods(_words(text)), "goods tea spices"),
        _form("goods-die", _DIE, CopyGoodsDie, "goods-die purple-1"),
        _form("river", r"[+-][1-9][0-9]?", lambda text: Sail(int(text)), "river +1"),
        _form("upgrade", "|".join(BUILDINGS), Upgrade, "upgrade temple"),
        _form("person", "|".join(PEOPLE), CallPerson, "person trader"),
        _form("use", _PLACE, UseBonus, "use edge c3 N"),
        _form("give", rf"up ({_SOURCE})", lambda text: GiveUp(text.removeprefix("up ")), "give up tent 4"),
        _form("end", "turn", lambda _: EndTurn(), "end turn"),
        _form("met", "", lambda _: DeclareMet(), "met"),
        _form("total", rf"({'|'.join(FIGURES)}) (0|[1-9][0-9]{{0,3}})", _total, "total fame 21"),
    )
}
LONGEST_TEXT = 100


@lru_cache(4096)  # 7 % of replaying a table (tests/bench/bench_tricks.py)
def parse_move(text: str) -> Move:
    """The move that `text` writes. Whether it is allowed is another question."""
    if len(text) > LONGEST_TEXT:
        raise Unreadable(text[:LONGEST_TEXT] + "…")
    word, _, rest = " ".join(text.split()).partition(" ")
    form = _FORMS.get(word)
    if form is None:
        raise Unreadable(text)
    if not form.pattern.fullmatch(rest):
        raise Unreadable(text, form.example)
    return form.make(rest)
