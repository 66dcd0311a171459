"""The forms that single values of a sheet file take."""

import re
from collections.abc import Collection
from dataclasses import dataclass

from companion.definitions.reader import Form, Unfit, did_you_mean
from companion.rules.dice_charmers.sheet import PEOPLE, Bonus, BonusKind

LANGUAGES = ("en", "ru")
LONGEST_LABEL = 60


@dataclass(frozen=True)
class Words:
    """A text in both languages; `words["ru"]` picks one."""

    en: str
    ru: str

    def __getitem__(self, language: str) -> str:
        return self.ru if language == "ru" else self.en


def whole(low: int, high: int) -> Form[int]:
    expected = f"a whole number from {low} to {high}"

    def read(value: object) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise Unfit(expected)
        return value

    return Form(expected, read)


def whole_key(low: int, high: int) -> Form[str]:
    """A whole number where TOML wants a key; without leading zeros, so that no place has two names."""
    expected = f"a whole number from {low} to {high}"

    def read(value: object) -> str:
        if not isinstance(value, str) or not re.fullmatch(r"[1-9][0-9]{0,3}", value):
            raise Unfit(expected)
        if not low <= int(value) <= high:
            raise Unfit(expected)
        return value

    return Form(expected, read)


def one_of(words: Collection[str]) -> Form[str]:
    expected = f"one of {', '.join(words)}"

    def read(value: object) -> str:
        if not isinstance(value, str):
            raise Unfit(expected)
        if value not in words:
            raise Unfit(expected + did_you_mean(value, set(words)))
        return value

    return Form(expected, read)


def matching(pattern: str, expected: str) -> Form[str]:
    compiled = re.compile(pattern, re.ASCII)

    def read(value: object) -> str:
        if not isinstance(value, str) or not compiled.fullmatch(value):
            raise Unfit(expected)
        return value

    return Form(expected, read)


PLAIN_NAME = matching(r"[a-z0-9][a-z0-9-]{0,31}", "a plain name: a-z, 0-9 and hyphens, at most 32")


def _words(value: object) -> Words:
    if not isinstance(value, dict) or set(value) != set(LANGUAGES):
        raise Unfit(BOTH_LANGUAGES.expected)
    for text in value.values():
        if (
            not isinstance(text, str)
            or not text.strip()
            or not text.isprintable()
            or len(text) > LONGEST_LABEL
        ):
            raise Unfit(f"in each language a text of one line, 1 to {LONGEST_LABEL} characters")
    return Words(**value)


BOTH_LANGUAGES = Form('both languages, such as { en = "Sun", ru = "Солнце" }', _words)

_NO_ARGUMENT: tuple[str, ...] = ("",)
_AMOUNTS = tuple(str(n) for n in range(1, 21))
BONUS_ARGUMENTS: dict[BonusKind, tuple[str, ...]] = {
    BonusKind.PERSON: (*PEOPLE, "any"),
    BonusKind.FAME: _AMOUNTS,
    BonusKind.MONEY: _AMOUNTS,
    BonusKind.GOODS: ("1", "2", "3"),
    BonusKind.SELL_ANY: ("1", "2", "3", "1-2"),
    BonusKind.RIVER_BACK: ("1", "1-2", "any"),
}


def _bonus(value: object) -> Bonus:
    if not isinstance(value, str):
        raise Unfit(BONUS.expected)
    kind_word, _, argument = value.partition(" ")
    if kind_word not in set(BonusKind):
        kinds = [kind.value for kind in BonusKind]
        raise Unfit(f"a bonus: {', '.join(kinds)}{did_you_mean(kind_word, set(kinds))}")
    kind = BonusKind(kind_word)
    allowed = BONUS_ARGUMENTS.get(kind, _NO_ARGUMENT)
    if argument not in allowed:
        raise Unfit(_right_bonus(kind, allowed))
    return Bonus(kind, argument)


def _right_bonus(kind: BonusKind, allowed: tuple[str, ...]) -> str:
    if allowed == _NO_ARGUMENT:
        return f'"{kind.value}" and nothing after it'
    if allowed == _AMOUNTS:
        return f'"{kind.value} N" with N from {allowed[0]} to {allowed[-1]}'
    return f'"{kind.value}", a space and one of {", ".join(allowed)}'


BONUS = Form('a bonus such as "fame 2"', _bonus)
