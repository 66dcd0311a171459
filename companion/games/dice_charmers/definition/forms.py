"""The forms of single values in a sheet file."""

import re
from collections.abc import Collection
from dataclasses import dataclass

from companion.games.dice_charmers.definition.reader import Form, InvalidValue, add_suggestion
from companion.games.dice_charmers.rules.bonuses import AMOUNTS, BONUS_KINDS, NO_ARGUMENT, BonusKind
from companion.games.dice_charmers.rules.sheet import Bonus
from companion.i18n import DEFAULT, LANGUAGES
from companion.phrase import Phrase

LONGEST_LABEL = 60


@dataclass(frozen=True)
class LocalizedText:
    """A text in several languages; `text["ru"]` returns the Russian text, or the English one if it is missing."""

    texts: tuple[tuple[str, str], ...]

    def __getitem__(self, language: str) -> str:
        texts = dict(self.texts)
        return texts.get(language, texts[DEFAULT])


def integer(low: int, high: int) -> Form[int]:
    expected = Phrase("a whole number from %(low)d to %(high)d", low=low, high=high)

    def read(value: object) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise InvalidValue(expected)
        return value

    return Form(expected, read)


def integer_key(low: int, high: int) -> Form[str]:
    """Accept an integer as a TOML key, without leading zeros so that no place has two names."""
    expected = Phrase("a whole number from %(low)d to %(high)d", low=low, high=high)

    def read(value: object) -> str:
        if not isinstance(value, str) or not re.fullmatch(r"[1-9][0-9]{0,3}", value):
            raise InvalidValue(expected)
        if not low <= int(value) <= high:
            raise InvalidValue(expected)
        return value

    return Form(expected, read)


def one_of(words: Collection[str]) -> Form[str]:
    expected = Phrase("one of %(words)s", words=", ".join(words))

    def read(value: object) -> str:
        if not isinstance(value, str):
            raise InvalidValue(expected)
        if value not in words:
            raise InvalidValue(add_suggestion(expected, value, words))
        return value

    return Form(expected, read)


def matching(pattern: str, expected: str) -> Form[str]:
    compiled = re.compile(pattern, re.ASCII)

    def read(value: object) -> str:
        if not isinstance(value, str) or not compiled.fullmatch(value):
            raise InvalidValue(expected)
        return value

    return Form(expected, read)


PLAIN_NAME = matching(r"[a-z0-9][a-z0-9-]{0,31}", Phrase("a plain name: a-z, 0-9 and hyphens, at most 32"))


def _read_text(value: object) -> LocalizedText:
    if not isinstance(value, dict) or DEFAULT not in value:
        raise InvalidValue(TEXT.expected)
    for language, text in value.items():
        if language not in LANGUAGES:
            known = Phrase("only these languages: %(languages)s", languages=", ".join(LANGUAGES))
            raise InvalidValue(add_suggestion(known, language, LANGUAGES))
        if not isinstance(text, str) or not text.strip() or not text.isprintable() or len(text) > LONGEST_LABEL:
            raise InvalidValue(
                Phrase("in each language a text of one line, 1 to %(most)d characters", most=LONGEST_LABEL)
            )
    return LocalizedText(tuple(value.items()))


TEXT = Form(Phrase('a text in English and, if you like, other languages: { en = "Sun", ru = "Солнце" }'), _read_text)


def _read_bonus(value: object) -> Bonus:
    if not isinstance(value, str):
        raise InvalidValue(BONUS.expected)
    kind_word, _, argument = value.partition(" ")
    if kind_word not in BONUS_KINDS:
        expected = Phrase("a bonus: %(kinds)s", kinds=", ".join(BONUS_KINDS))
        raise InvalidValue(add_suggestion(expected, kind_word, BONUS_KINDS))
    kind = BONUS_KINDS[kind_word]
    if argument not in kind.arguments:
        raise InvalidValue(_describe_kind(kind))
    return Bonus(kind.name, argument)


def _describe_kind(kind: BonusKind) -> str:
    allowed = kind.arguments
    if allowed == NO_ARGUMENT:
        return Phrase('"%(kind)s" and nothing after it', kind=kind.name)
    if allowed == AMOUNTS:
        return Phrase('"%(kind)s N" with N from %(low)s to %(high)s', kind=kind.name, low=allowed[0], high=allowed[-1])
    words = ", ".join(filter(None, allowed))
    if "" in allowed:
        return Phrase('"%(kind)s" alone, or a space and one of %(words)s after it', kind=kind.name, words=words)
    return Phrase('"%(kind)s", a space and one of %(words)s', kind=kind.name, words=words)


def _read_tent_bonus(value: object) -> tuple[Bonus, ...]:
    return () if value == NO_BONUS else (_read_bonus(value),)


NO_BONUS = "none"  # of a tent
BONUS = Form(Phrase('a bonus such as "fame 2"'), _read_bonus)
TENT_BONUS = Form(BONUS.expected, _read_tent_bonus)  # at most one
