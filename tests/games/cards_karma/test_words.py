"""Texts of Cards & Karma, above all in Russian: the words that players use."""

import pytest

from companion.games.cards_karma.lookup import LOOKUP
from companion.games.cards_karma.rules import moves, reminders
from companion.games.cards_karma.words import HAPPENINGS, REFUSALS, REMINDING, TRACKING
from companion.i18n import gettext, use_language
from companion.rules.coded import Happening

TEXTS = [
    *HAPPENINGS.values(),
    *REFUSALS.values(),
    *(text for section in LOOKUP for entry in section.entries.items() for text in entry),
]


@pytest.mark.parametrize("word", ["даром", "точно с", "первым ходит", "Переворот"])
def test_words_that_no_player_would_use(word):
    with use_language("ru"):
        assert [text for text in TEXTS if word in gettext(text)] == []


@pytest.mark.parametrize(
    ("move", "english", "russian"),
    [
        ("fame 2", "Fame tokens +2", "Жетоны славы +2"),
        ("buy red+tea3 for 2+karma", "Card taken: red building + tea 3 (2 dice cards, karma: 1)",
         "Взята карта: красное здание + чай 3 (2 карты кубиков, карма: 1)"),
        ("buy ship12 for nothing gives coins", "Card taken: ship 12 → 3 coins (for free)",
         "Взята карта: корабль 12 → 3 монеты (бесплатно)"),
        ("goods tea2 coin", "Card taken: tea 2 + 1 coin", "Взята карта: чай 2 + 1 монета"),
        ("pay joker for palace 3", "Palace 3: 2 karma + 1 dice card (administrator as a joker)",
         "Дворец 3: 2 кармы + 1 карта кубика (управляющий как джокер)"),
    ],
)  # fmt: skip
def test_entries(move, english, russian):
    for language, expected in (("en", english), ("ru", russian)):
        with use_language(language):
            assert TRACKING.describe_move(moves.parse(move)) == expected


def test_a_turn_with_reminders():
    assert REMINDING.describe_move(reminders.parse("done turned 2")) == "End the turn; scoring cards turned over: 2"


def test_a_set_tells_only_what_it_gives():
    given = {"sets": "same-goods", "cards": "tea1,tea2,tea3", "coins": 6, "administrators": 0}
    assert TRACKING.describe_happening(Happening("set", **given)) == (
        "A set: three goods of a kind! Coins +6. Discard these cards: tea 1, tea 2, tea 3."
    )
