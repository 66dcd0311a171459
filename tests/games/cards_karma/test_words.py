"""Texts of Cards & Karma, above all in Russian: the words that players use."""

import pytest

from companion.games.cards_karma.game import SETUP, TERMS, CardsKarma
from companion.games.cards_karma.lookup import LOOKUP
from companion.games.cards_karma.rules import cards, entries, game
from companion.games.setup import Group, number_players
from companion.i18n import gettext, use_language
from companion.rules.messages import Happening, Message

GAME = CardsKarma()
MESSAGES = [each for module in (cards, entries, game) for each in vars(module).values() if isinstance(each, Message)]
TEXTS = [
    *(message.text for message in MESSAGES),
    *TERMS.values(),
    *(text for section in LOOKUP for entry in section.entries for text in (entry.name, entry.text)),
]


@pytest.mark.parametrize("word", ["даром", "точно с", "первым ходит", "Переворот"])
def test_words_that_no_player_would_use(word):
    with use_language("ru"):
        assert [text for text in TEXTS if word in gettext(text)] == []


@pytest.mark.parametrize(
    ("move", "english", "russian"),
    [
        ("set fame 2", "Corrected: Fame tokens = 2", "Исправлено: Жетоны славы = 2"),
        ("hand -1", "Corrected: Dice cards in hand −1", "Исправлено: Карты кубиков в руке −1"),
        ("gain coins 1", "Forgotten: 1 coin", "Забыли взять: 1 монету"),
        ("administrator dice", "Administrator: 2 dice cards from the stack", "Управляющий: 2 карты кубиков из колоды"),
        ("reveal fame", "Bonus of the scoring card: 1 fame token", "Бонус карты очков: 1 жетон славы"),
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
            assert GAME.describe_entry(GAME.parse(move)) == expected


def test_a_set_says_what_to_take_and_what_to_discard():
    happening = Happening(game.SET, sets="same-goods,ships", gains="coins:6,administrators:1", cards="tea1,ship3+tea2")
    assert GAME.describe(happening) == (
        "A set: three goods of a kind, three ships in a row! Take 6 coins, 1 administrator. "
        "Discard these cards: tea 1, ship 3 + tea 2."
    )
    with use_language("ru"):
        assert "Возьмите 6 монет, 1 управляющего." in GAME.describe(happening)


@pytest.mark.parametrize(
    ("players", "night", "expected"),
    [
        (2, False, ["12 cards in the middle, 3 by 4", "day side up"]),
        (3, False, ["16 cards in the middle, 4 by 4"]),
        (4, True, ["20 cards in the middle, 5 by 4", "night side up"]),
    ],
)
def test_the_set_up_depends_on_the_players(players, night, expected):
    group = Group(number_players(players), {"side": "night" if night else "day"}, {})
    steps = "\n".join(SETUP.steps(group))
    assert all(text in steps for text in expected)
    assert SETUP.list_missing(group) == []  # who begins is only asked at the table
