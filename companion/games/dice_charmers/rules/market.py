"""The market: goods are circled and sold from left to right; tents give bonuses."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Any, ClassVar, NamedTuple

from companion.games.dice_charmers.rules.effects import EffectKind
from companion.games.dice_charmers.rules.refusals import Plural, Reason, Verdict
from companion.games.dice_charmers.rules.sheet import DIE_INDEX, GOODS, PURPLE_DICE
from companion.games.dice_charmers.rules.state import (
    DIE_FORM,
    Meanings,
    MoveForm,
    Page,
    State,
    Task,
    TaskDetails,
    TaskMove,
    Words,
    add_one,
)
from companion.rules.messages import N_, Refusal

GOOD_INDEX = {good: i for i, good in enumerate(GOODS)}


@dataclass(frozen=True, slots=True)
class GoodsMove(TaskMove):
    """A move with goods, always in the same order."""

    goods: tuple[str, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "goods", tuple(sorted(self.goods, key=GOODS.index)))

    def __str__(self) -> str:
        return self.form.text.format(" ".join(self.goods))

    def list_leftmost(self, done: Sequence[int]) -> tuple[str, ...]:
        """List the leftmost goods of each kind after those already done (circled or sold), as targets."""
        return tuple(
            f"good {good} {done[GOOD_INDEX[good]] + which}"
            for good, count in Counter(self.goods).items()
            for which in range(1, count + 1)
        )


_GOODS = rf"({'|'.join(GOODS)})( ({'|'.join(GOODS)})){{0,5}}"


@dataclass(frozen=True, slots=True)
class GetGoods(GoodsMove):
    form = MoveForm("goods {}", _GOODS, "goods tea spices", lambda rest: [tuple(rest.split())])
    named_effect = EffectKind.GOODS
    meanings: ClassVar[Meanings] = {"good": lambda state, seat, good: (f"goods {good.partition(' ')[0]}",)}

    def label(self, state: State) -> Words:
        return Words(N_("Get: %(goods)s"), goods=self.goods)

    def targets(self, state: State) -> tuple[str, ...]:
        return self.list_leftmost(state.seats[state.mover].marks.goods)

    def picture(self, state: State) -> dict[str, Any]:
        return {"icons": list(self.goods), "sold": False}


@dataclass(frozen=True, slots=True)
class Sell(GoodsMove):
    form = MoveForm("sell {}", _GOODS, "sell tea silk", lambda rest: [tuple(rest.split())])
    named_effect = EffectKind.SOLD
    meanings: ClassVar[Meanings] = {"good": lambda state, seat, good: (f"sell {good.partition(' ')[0]}",)}

    def label(self, state: State) -> Words:
        return Words(N_("Sell: %(goods)s"), goods=self.goods)

    def targets(self, state: State) -> tuple[str, ...]:
        return self.list_leftmost(state.seats[state.mover].marks.sold)

    def picture(self, state: State) -> dict[str, Any]:
        return {"icons": list(self.goods), "sold": True}


@dataclass(frozen=True, slots=True)
class CopyGoodsDie(TaskMove):
    """Get the goods of a purple die, wherever it is."""

    die: str

    form = MoveForm("goods-die {0.die}", DIE_FORM, "goods-die purple-1")
    meanings: ClassVar[Meanings] = {"die": lambda state, seat, die: (f"goods-die {die}",)}

    def label(self, state: State) -> Words:
        return Words(N_("Goods of the die: %(face)s"), face=(self.die, state.faces[DIE_INDEX[self.die]]))

    def targets(self, state: State) -> tuple[str, ...]:
        return (f"die {self.die}",)

    def picture(self, state: State) -> dict[str, Any]:
        return {"die": self.die}


def is_free(page: Page, good: str) -> bool:
    """Check whether a good of this kind can still be circled."""
    kind = GOOD_INDEX[good]
    return page.marks.goods[kind] < len(page.plan.prices[kind])


def list_free_kinds(page: Page) -> list[str]:
    return [good for good in GOODS if is_free(page, good)]


def circle(page: Page, goods: Iterable[str]) -> None:
    """Circle the leftmost free good of each kind; kinds that are all circled are skipped."""
    for good in goods:
        if is_free(page, good):
            page.marks = page.marks._replace(goods=add_one(page.marks.goods, GOOD_INDEX[good]))


def list_goods(face: str) -> list[str]:
    """List the goods of a purple face such as "tea-silk"."""
    return face.split("-")


@dataclass(frozen=True, slots=True)
class Goods(Task):
    """Get `count` different goods, or one of each free kind if there are fewer."""

    count: int

    asks = "goods"
    answers = (GetGoods,)
    unfinished = N_("choose goods")
    impossible = N_("no room for another good")
    value = 2.0

    def details(self) -> TaskDetails:
        return {"count": self.count}

    @staticmethod
    def prompt(of: Mapping[str, Any]) -> Words:
        return Words(Plural("Choose %(num)d good", "Choose %(num)d different goods"), of["count"])

    def why_impossible(self, page: Page) -> Verdict:
        return None if list_free_kinds(page) else Refusal(Reason.NO_GOODS_LEFT)

    def list_candidates(self, page: Page) -> Iterable[GetGoods]:
        free = list_free_kinds(page)
        return [GetGoods(goods) for goods in combinations(free, min(self.count, len(free)))]

    def refuse(self, page: Page, move: GetGoods) -> Verdict:
        free = list_free_kinds(page)
        if not free:
            return Refusal(Reason.NO_GOODS_LEFT)
        for good in move.goods:
            if move.goods.count(good) > 1:
                return Refusal(Reason.GOODS_NOT_DIFFERENT, good=good)
            if good not in free:
                return Refusal(Reason.GOOD_ALL_CIRCLED, good=good)
        expected = min(self.count, len(free))
        if len(move.goods) != expected:
            return Refusal(Reason.WRONG_NUMBER_OF_GOODS, given=len(move.goods), expected=expected)
        return None

    def write(self, page: Page, move: GetGoods) -> None:
        circle(page, move.goods)


@dataclass(frozen=True, slots=True)
class GoodsDie(Task):
    """Get the goods of either purple die, wherever it is."""

    asks = "goods-die"
    answers = (CopyGoodsDie,)
    unfinished = N_("choose a purple die")
    value = 3.5

    @staticmethod
    def prompt(of: Mapping[str, Any]) -> Words:
        return Words(N_("Choose a purple die: you get its goods"))

    def why_impossible(self, page: Page) -> Verdict:
        reasons = [self._why_useless(page, die) for die in PURPLE_DICE]
        return None if None in reasons else Refusal(Reason.NO_GOODS_ON_DICE)

    def list_candidates(self, page: Page) -> Iterable[CopyGoodsDie]:
        return [CopyGoodsDie(die) for die in PURPLE_DICE]

    def refuse(self, page: Page, move: CopyGoodsDie) -> Verdict:
        if move.die not in DIE_INDEX:
            return Refusal(Reason.NO_SUCH_DIE, die=move.die)
        if move.die not in PURPLE_DICE:
            return Refusal(Reason.NOT_A_GOODS_DIE, die=move.die)
        return self._why_useless(page, move.die)

    def write(self, page: Page, move: CopyGoodsDie) -> None:
        circle(page, list_goods(page.faces[DIE_INDEX[move.die]]))

    def _why_useless(self, page: Page, die: str) -> Verdict:
        face = page.faces[DIE_INDEX[die]]
        if any(is_free(page, good) for good in list_goods(face)):
            return None
        return Refusal(Reason.PURPLE_USELESS, die=die, face=face)


class Buyer(NamedTuple):
    """How many goods are sold, and in which mixture."""

    low: int
    high: int
    same: bool = False  # all of one kind
    different: bool = False  # no kind twice; with `same` too: either

    @property
    def mixture(self) -> str:
        """Name which goods can be sold together: same, different, either, or any."""
        if self.same:
            return "either" if self.different else "same"
        return "different" if self.different else "any"


BUYERS = {
    "market-same": Buyer(1, 3, same=True),
    "market-different": Buyer(1, 3, different=True),
    "trader": Buyer(1, 2),
    "sell-1-3": Buyer(1, 3, same=True, different=True),
    "sell-1-3 same": Buyer(1, 3, same=True),
    "sell-1-3 different": Buyer(1, 3, different=True),
    "sell-2-different": Buyer(2, 2, different=True),
}


def parse_most_sold(amount: str) -> int:
    """Return how many goods a bonus sells at most: both "2" and "1-2" mean up to two."""
    return int(amount.rpartition("-")[2])


@cache
def _list_sales(low: int, high: int, kinds: tuple[str, ...]) -> tuple[Sell, ...]:
    """List all sales of low to high goods of these kinds, the largest first."""
    return tuple(
        Sell(goods) for count in range(high, low - 1, -1) for goods in combinations_with_replacement(kinds, count)
    )


def count_stock(page: Page, good: str) -> int:
    kind = GOOD_INDEX[good]
    return page.marks.goods[kind] - page.marks.sold[kind]


@dataclass(frozen=True, slots=True)
class Sale(Task):
    """Sell goods from stock, the leftmost of each kind first."""

    buyer: Buyer

    asks = "sell"
    answers = (Sell,)
    unfinished = N_("sell goods")
    impossible = N_("nothing to sell now")
    value = 2.5
    prompts: ClassVar[Mapping[str, str]] = {
        "any": N_("Sell %(low)d to %(high)d goods"),
        "same": N_("Sell %(low)d to %(high)d goods of one kind"),
        "different": N_("Sell %(low)d to %(high)d different goods"),
        "either": N_("Sell %(low)d to %(high)d goods, all of one kind or all different"),
    }

    def details(self) -> TaskDetails:
        return {"low": self.buyer.low, "high": self.buyer.high, "mixture": self.buyer.mixture}

    @staticmethod
    def prompt(of: Mapping[str, Any]) -> Words:
        low, high, mixture = of["low"], of["high"], of["mixture"]
        if low < high:
            return Words(Sale.prompts[mixture], low=low, high=high)
        if mixture == "different":
            return Words(N_("Sell 2 different goods"))
        return Words(Plural("Sell %(num)d good", "Sell %(num)d goods"), low)

    def why_impossible(self, page: Page) -> Verdict:
        stock = [circled - sold for circled, sold in zip(page.marks.goods, page.marks.sold, strict=True)]
        buyer = self.buyer
        if buyer.same and max(stock) >= buyer.low:
            return None
        if buyer.different and sum(map(bool, stock)) >= buyer.low:
            return None
        if not buyer.same and not buyer.different and sum(stock) >= buyer.low:
            return None
        return Refusal(Reason.NOTHING_TO_SELL)

    def list_candidates(self, page: Page) -> Iterable[Sell]:
        kinds = tuple(good for good in GOODS if count_stock(page, good))
        return _list_sales(self.buyer.low, self.buyer.high, kinds)

    def refuse(self, page: Page, move: Sell) -> Verdict:
        goods, buyer = move.goods, self.buyer
        given, kinds = len(goods), len(set(goods))
        if given < buyer.low:
            return Refusal(Reason.TOO_FEW_SOLD, given=given, low=buyer.low)
        if given > buyer.high:
            return Refusal(Reason.TOO_MANY_SOLD, given=given, high=buyer.high)
        fits = (buyer.same and kinds == 1) or (buyer.different and kinds == given)
        if not fits and buyer.same:
            return Refusal(Reason.SALE_MIXED if buyer.different else Reason.SALE_NOT_SAME)
        if not fits and buyer.different:
            twice = next(good for good in goods if goods.count(good) > 1)
            return Refusal(Reason.SALE_NOT_DIFFERENT, good=twice)
        for good in goods:
            stock = count_stock(page, good)
            if goods.count(good) > stock:
                return Refusal(Reason.NOT_IN_STOCK, good=good, stock=stock)
        return None

    def write(self, page: Page, move: Sell) -> None:
        sell(page, move.goods)


def sell(page: Page, goods: Iterable[str]) -> None:
    """Cross out goods, earn their prices and release the bonuses of tents that are sold out."""
    before = sold = page.marks.sold
    income = 0
    for good in goods:
        kind = GOOD_INDEX[good]
        income += page.plan.prices[kind][sold[kind]]
        sold = add_one(sold, kind)
    page.marks = page.marks._replace(sold=sold)
    page.earn_money(income)
    for tent, needed in page.plan.tents:
        if _is_sold_out(needed, sold) and not _is_sold_out(needed, before):
            page.release(tent)


def _is_sold_out(needed: tuple[int, ...], sold: tuple[int, ...]) -> bool:
    return needed[0] <= sold[0] and needed[1] <= sold[1] and needed[2] <= sold[2]
