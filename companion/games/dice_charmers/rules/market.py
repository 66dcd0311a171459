"""The market: goods are circled and sold from left to right; tents give bonuses."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import ClassVar, NamedTuple

from companion.games.dice_charmers.rules.moves import CopyGoodsDie, GetGoods, Move, Sell
from companion.games.dice_charmers.rules.page import Details, Page, Task, add_one
from companion.games.dice_charmers.rules.plan import DIE_INDEX, PURPLE_DICE
from companion.games.dice_charmers.rules.refusals import Code, Verdict
from companion.games.dice_charmers.rules.sheet import GOODS
from companion.rules.refusal import Refusal

GOOD_INDEX = {good: i for i, good in enumerate(GOODS)}


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

    asks: ClassVar[str] = "goods"
    answers: ClassVar[tuple[type, ...]] = (GetGoods,)

    def details(self) -> Details:
        return {"count": self.count}

    def why_impossible(self, page: Page) -> Verdict:
        return None if list_free_kinds(page) else Refusal(Code.NO_GOODS_LEFT)

    def list_candidates(self, page: Page) -> Iterable[Move]:
        free = list_free_kinds(page)
        return [GetGoods(goods) for goods in combinations(free, min(self.count, len(free)))]

    def refuse(self, page: Page, move: Move) -> Verdict:
        assert isinstance(move, GetGoods)
        free = list_free_kinds(page)
        if not free:
            return Refusal(Code.NO_GOODS_LEFT)
        for good in move.goods:
            if move.goods.count(good) > 1:
                return Refusal(Code.GOODS_NOT_DIFFERENT, good=good)
            if good not in free:
                return Refusal(Code.GOOD_ALL_CIRCLED, good=good)
        expected = min(self.count, len(free))
        if len(move.goods) != expected:
            return Refusal(Code.WRONG_NUMBER_OF_GOODS, given=len(move.goods), expected=expected)
        return None

    def write(self, page: Page, move: Move) -> None:
        assert isinstance(move, GetGoods)
        circle(page, move.goods)


@dataclass(frozen=True, slots=True)
class GoodsDie(Task):
    """Get the goods of either purple die, wherever it is."""

    asks: ClassVar[str] = "goods-die"
    answers: ClassVar[tuple[type, ...]] = (CopyGoodsDie,)

    def why_impossible(self, page: Page) -> Verdict:
        reasons = [self._why_useless(page, die) for die in PURPLE_DICE]
        return None if None in reasons else Refusal(Code.NO_GOODS_ON_DICE)

    def list_candidates(self, page: Page) -> Iterable[Move]:
        return [CopyGoodsDie(die) for die in PURPLE_DICE]

    def refuse(self, page: Page, move: Move) -> Verdict:
        assert isinstance(move, CopyGoodsDie)
        if move.die not in DIE_INDEX:
            return Refusal(Code.NO_SUCH_DIE, die=move.die)
        if move.die not in PURPLE_DICE:
            return Refusal(Code.NOT_A_GOODS_DIE, die=move.die)
        return self._why_useless(page, move.die)

    def write(self, page: Page, move: Move) -> None:
        assert isinstance(move, CopyGoodsDie)
        circle(page, list_goods(page.faces[DIE_INDEX[move.die]]))

    def _why_useless(self, page: Page, die: str) -> Verdict:
        face = page.faces[DIE_INDEX[die]]
        if any(is_free(page, good) for good in list_goods(face)):
            return None
        return Refusal(Code.PURPLE_USELESS, die=die, face=face)


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


def parse_buyer(amount: str, edition: int) -> Buyer:
    """Return the buyer of any goods for an amount: "1-2", or "2", which means up to two since the second edition."""
    low, _, high = amount.partition("-")
    return Buyer(int(low) if high or edition == 1 else 1, int(high or low))


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

    asks: ClassVar[str] = "sell"
    answers: ClassVar[tuple[type, ...]] = (Sell,)

    def details(self) -> Details:
        return {"low": self.buyer.low, "high": self.buyer.high, "mixture": self.buyer.mixture}

    def why_impossible(self, page: Page) -> Verdict:
        stock = [circled - sold for circled, sold in zip(page.marks.goods, page.marks.sold, strict=True)]
        buyer = self.buyer
        if buyer.same and max(stock) >= buyer.low:
            return None
        if buyer.different and sum(map(bool, stock)) >= buyer.low:
            return None
        if not buyer.same and not buyer.different and sum(stock) >= buyer.low:
            return None
        return Refusal(Code.NOTHING_TO_SELL)

    def list_candidates(self, page: Page) -> Iterable[Move]:
        kinds = tuple(good for good in GOODS if count_stock(page, good))
        return _list_sales(self.buyer.low, self.buyer.high, kinds)

    def refuse(self, page: Page, move: Move) -> Verdict:
        assert isinstance(move, Sell)
        return (
            self._why_wrong_number(len(move.goods)) or self._why_wrong_mixture(move.goods) or _why_missing(page, move)
        )

    def _why_wrong_number(self, given: int) -> Verdict:
        if given < self.buyer.low:
            return Refusal(Code.TOO_FEW_SOLD, given=given, low=self.buyer.low)
        if given > self.buyer.high:
            return Refusal(Code.TOO_MANY_SOLD, given=given, high=self.buyer.high)
        return None

    def _why_wrong_mixture(self, goods: Sequence[str]) -> Verdict:
        buyer, kinds = self.buyer, len(set(goods))
        if (buyer.same and kinds == 1) or (buyer.different and kinds == len(goods)):
            return None
        if buyer.same and buyer.different:
            return Refusal(Code.SALE_MIXED)
        if buyer.same:
            return Refusal(Code.SALE_NOT_SAME)
        if buyer.different:
            twice = next(good for good in goods if goods.count(good) > 1)
            return Refusal(Code.SALE_NOT_DIFFERENT, good=twice)
        return None

    def write(self, page: Page, move: Move) -> None:
        assert isinstance(move, Sell)
        sell(page, move.goods)


def _why_missing(page: Page, move: Sell) -> Verdict:
    for good in move.goods:
        stock = count_stock(page, good)
        if move.goods.count(good) > stock:
            return Refusal(Code.NOT_IN_STOCK, good=good, stock=stock)
    return None


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
