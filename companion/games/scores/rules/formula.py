"""Formulas over the points of earlier rows: `if(coins >= 10, 5, 0) + min(castles, 3)`.

    formula    = sum [("=" | "!=" | "<" | "<=" | ">" | ">=") sum]     1 if it holds, otherwise 0
    sum        = product {("+" | "-") product}
    product    = factor {("*" | "/") factor}
    factor     = "-" factor | number | row | "(" formula ")" | function "(" formula {"," formula} ")"
    function   = "min" | "max" | "if"

Everything is a whole number. `/` rounds down at once, below zero too (-7 / 2 is -4), as `//` in Python does. `if`
evaluates only the branch that it chooses, so `if(n > 0, coins / n, 0)` never divides by zero. A formula is parsed into
a tree once; Python's own `eval` is never used.
"""

import operator
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from companion.rules.messages import Coded, Message

LONGEST = 300  # characters
DEEPEST = 20  # brackets, functions and minus signs inside each other
LONGEST_NUMBER = 9  # digits
LARGEST = 10**15  # of any value in between: exact in JSON, and rows that square each other cannot grow without end

FUNCTIONS = {"min": range(1, 100), "max": range(1, 100), "if": range(3, 4)}  # how many values each one takes

EMPTY = Message("formula-empty", "The formula is empty.")
TOO_LONG = Message("formula-too-long", "The formula has %(length)s characters; at most %(most)s fit.")
TOO_DEEP = Message("formula-too-deep", "The formula has more than %(most)s brackets inside each other.")
STRANGE = Message("formula-strange", "“%(text)s” does not belong in a formula.")
NUMBER_TOO_LONG = Message("formula-number", "%(text)s… has too many digits.")
NOT_WHOLE = Message("formula-not-whole", "%(text)s is not a whole number.")
UNEXPECTED = Message("formula-unexpected", "“%(text)s” is in the wrong place.")
UNFINISHED = Message("formula-unfinished", "Something is missing at the end of the formula.")
ONE_COMPARISON = Message("formula-comparison", "Compare only two values at a time; use brackets or “if”.")
NUMBER_OF_VALUES = Message("formula-values", "“if” takes three values: condition, then, otherwise.")
DIVISION_BY_ZERO = Message("formula-division", "The formula divides by zero.")
TOO_LARGE = Message("formula-too-large", "The result of the formula is too large.")


class FormulaError(ValueError):
    """The formula cannot be parsed, or has no value for these points; `problem` says why."""

    def __init__(self, code: Message, **details: str | int) -> None:
        self.problem = Coded(code, **details)
        super().__init__(str(self.problem))


@dataclass(frozen=True)
class Number:
    value: int


@dataclass(frozen=True)
class Points:
    """The points of an earlier row."""

    row: str


@dataclass(frozen=True)
class Chain:
    """Operations from left to right: 1 + 2 - 3. A long sum is wide instead of deep."""

    first: "Node"
    rest: tuple[tuple[str, "Node"], ...]


@dataclass(frozen=True)
class Call:
    function: str
    values: tuple["Node", ...]


Node = Number | Points | Chain | Call


@dataclass(frozen=True)
class Formula:
    """A parsed formula. Two formulas with the same text are equal."""

    text: str
    root: Node

    def rows(self) -> Iterator[str]:
        """Yield the rows that the formula refers to, in the order of the text."""
        waiting: list[Node] = [self.root]
        while waiting:
            node = waiting.pop(0)
            if isinstance(node, Points):
                yield node.row
            elif isinstance(node, Chain):
                waiting[:0] = [node.first, *(part for _, part in node.rest)]
            elif isinstance(node, Call):
                waiting[:0] = node.values

    def replace_rows(self, names: Mapping[str, str]) -> str:
        """Return the text with other names for the rows."""
        return re.sub(r"[A-Za-z_]\w*", lambda word: names.get(word[0].lower(), word[0]), self.text, flags=re.ASCII)

    def evaluate(self, points: Mapping[str, int]) -> int:
        """Return the value for these points. Raises FormulaError."""
        return evaluate(self.root, points)


def divide(left: int, right: int) -> int:
    if right == 0:
        raise FormulaError(DIVISION_BY_ZERO)
    return left // right


OPERATIONS: Mapping[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": divide,
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def evaluate(node: Node, points: Mapping[str, int]) -> int:
    match node:
        case Number(value):
            return value
        case Points(row):
            return points[row]
        case Call("if", (condition, then, otherwise)):
            return evaluate(then if evaluate(condition, points) else otherwise, points)
        case Call(function, values):
            found = [evaluate(value, points) for value in values]
            return min(found) if function == "min" else max(found)
        case Chain(first, rest):
            total = evaluate(first, points)
            for sign, part in rest:
                total = int(OPERATIONS[sign](total, evaluate(part, points)))
                if abs(total) > LARGEST:
                    raise FormulaError(TOO_LARGE)
            return total


# Phones type these instead of the plain signs.
PLAIN = str.maketrans(
    {"×": "*", "·": "*", "÷": "/", "−": "-", "–": "-", ";": ",", "≠": "!=", "≤": "<=", "≥": ">=", "\u00a0": " "}
)
TOKEN = re.compile(r"\s*(?:(\d+(?:[.]\d+)?)|([A-Za-z_]\w*)|([=!<>]=|<>|[-+*/(),=<>]))", re.ASCII)
SPELLINGS = {"==": "=", "<>": "!="}
COMPARISONS = ("=", "!=", "<", "<=", ">", ">=")


@lru_cache(1024)
def parse_formula(text: str) -> Formula:
    """Parse the text of a formula. Raises FormulaError; which rows exist is checked by the sheet."""
    if not text.strip():
        raise FormulaError(EMPTY)
    if len(text) > LONGEST:
        raise FormulaError(TOO_LONG, length=len(text), most=LONGEST)
    return Formula(text, Parser(text).parse())


class Parser:
    """A recursive descent parser; `depth` bounds its recursion."""

    def __init__(self, text: str) -> None:
        self.tokens = [*split(text), ""]  # the empty token is the end
        self.place = 0
        self.depth = 0

    @property
    def here(self) -> str:
        return self.tokens[self.place]

    def parse(self) -> Node:
        root = self.parse_comparison()
        if self.here:
            raise self.unexpected()
        return root

    def parse_comparison(self) -> Node:
        node = self.parse_chain("+-", lambda: self.parse_chain("*/", self.parse_factor))
        if self.here in COMPARISONS:
            sign = self.take()
            node = Chain(node, ((sign, self.parse_chain("+-", lambda: self.parse_chain("*/", self.parse_factor))),))
            if self.here in COMPARISONS:
                raise FormulaError(ONE_COMPARISON)
        return node

    def parse_chain(self, signs: str, parse_part: Callable[[], Node]) -> Node:
        first, rest = parse_part(), []
        while self.here and self.here in signs:
            sign, part = self.take(), parse_part()
            if sign == "/" and part == Number(0):
                raise FormulaError(DIVISION_BY_ZERO)
            rest.append((sign, part))
        return Chain(first, tuple(rest)) if rest else first

    def parse_factor(self) -> Node:
        self.depth += 1
        if self.depth > DEEPEST:
            raise FormulaError(TOO_DEEP, most=DEEPEST)
        node = self.parse_value()
        self.depth -= 1
        return node

    def parse_value(self) -> Node:
        if self.here == "-":
            self.take()
            return Chain(Number(0), (("-", self.parse_factor()),))
        if self.here == "(":
            return self.parse_arguments()[0]
        if self.here in FUNCTIONS:
            function = self.take()
            if self.here != "(":
                raise self.unexpected()
            values = self.parse_arguments(several=True)
            if len(values) not in FUNCTIONS[function]:
                raise FormulaError(NUMBER_OF_VALUES)
            return Call(function, values)
        if self.here.isdigit():
            return Number(int(self.take()))
        if self.here[:1].isalpha() or self.here[:1] == "_":
            return Points(self.take())
        raise self.unexpected()

    def parse_arguments(self, several: bool = False) -> tuple[Node, ...]:
        """Parse what stands in brackets."""
        self.take()
        values = [self.parse_comparison()]
        while several and self.here == ",":
            self.take()
            values.append(self.parse_comparison())
        if self.here != ")":
            raise self.unexpected()
        self.take()
        return tuple(values)

    def take(self) -> str:
        self.place += 1
        return self.tokens[self.place - 1]

    def unexpected(self) -> FormulaError:
        """Return the error for the token that does not fit here."""
        return FormulaError(UNEXPECTED, text=self.here) if self.here else FormulaError(UNFINISHED)


def split(text: str) -> Iterator[str]:
    """Yield the numbers, words and signs of a formula. Raises FormulaError."""
    plain = text.translate(PLAIN)
    place, end = 0, len(plain.rstrip())
    while place < end:
        found = TOKEN.match(plain, place)
        if not found:
            raise FormulaError(STRANGE, text=plain[place:].strip()[:1])
        number, word, sign = found.groups()
        if number and not number.isdigit():
            raise FormulaError(NOT_WHOLE, text=number[:LONGEST_NUMBER])
        if number and len(number) > LONGEST_NUMBER:
            raise FormulaError(NUMBER_TOO_LONG, text=number[:LONGEST_NUMBER])
        yield number or (word and word.lower()) or SPELLINGS.get(sign, sign)
        place = found.end()
