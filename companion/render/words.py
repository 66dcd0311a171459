"""What the things on a sheet are called: on paper, and for those who hear a drawing instead of seeing it.

Both languages stand here as they do in the sheet files, because a pad is printed in the language asked for,
whatever the language of the page that asked.
"""

from companion.definitions import Words
from companion.rules.dice_charmers.sheet import Bonus, BonusKind

GAME = Words("The Dice Charmers", "The Dice Charmers")
DATE = Words("Date", "Дата")
SCORE = Words("Score", "Очки")
PLACE = Words("Place", "Место")
RESULT = Words("Result", "Итоги")
RANKING = Words("Ranking", "Места")
GAP = Words("Points beyond the meeting point, round by round", "Очки за точкой встречи по раундам")
ROUND = Words("Round", "Раунд")
BEST_TURNS = Words("Best turns", "Лучшие ходы")
TIE_BREAK = Words("Tie-break", "Ничья")
PAPER_SEAT = Words("played on paper", "играет на бумаге")
SCAN = Words("Photo or app: scan here", "Для фото и игры")

SIDE = {
    "N": Words("north", "север"),
    "E": Words("east", "восток"),
    "S": Words("south", "юг"),
    "W": Words("west", "запад"),
}

THINGS = {
    "temple": Words("Temple", "Храм"),
    "palace": Words("Palace", "Дворец"),
    "fort": Words("Fort", "Крепость"),
    "mill": Words("Mill", "Мельница"),
    "residence": Words("Residence", "Резиденция"),
    "market-same": Words("Market: 1–3 goods of one kind", "Рынок: 1–3 товара одного вида"),
    "market-different": Words("Market: 1–3 different goods", "Рынок: 1–3 разных товара"),
    "tea": Words("Tea", "Чай"),
    "silk": Words("Silk", "Шёлк"),
    "spices": Words("Spices", "Специи"),
    "great-mogul": Words("Great Mogul", "Великий Могол"),
    "maharani": Words("Maharani", "Махарани"),
    "trader": Words("Trader", "Торговец"),
    "raja-man-singh": Words("Raja Man Singh", "Раджа Ман Сингх"),
    "master-builder": Words("Master Builder", "Главный строитель"),
    "portuguese": Words("Portuguese", "Португалец"),
    "any": Words("person of your choice", "персонаж на выбор"),
}

_BONUSES = {
    BonusKind.UPGRADE: Words("upgrade", "улучшение"),
    BonusKind.KARMA: Words("karma", "карма"),
    BonusKind.FAME: Words("{} fame", "слава: {}"),
    BonusKind.MONEY: Words("{} money", "богатство: {}"),
    BonusKind.GOODS_DIE: Words("goods of a purple die", "товары с фиолетового кубика"),
    BonusKind.GOODS: Words("different goods: {}", "разные товары: {}"),
    BonusKind.SELL_ANY: Words("sell any goods: {}", "продать любые товары: {}"),
    BonusKind.SELL_ONE_TO_THREE: Words(
        "sell 1–3 goods of one kind or different ones", "продать 1–3 товара: одного вида или разные"
    ),
    BonusKind.SELL_TWO_DIFFERENT: Words("sell 2 different goods", "продать 2 разных товара"),
    BonusKind.HALF_ROAD: Words("half-road", "половина дороги"),
    BonusKind.STRAIGHT: Words("straight road", "прямая дорога"),
    BonusKind.FORK: Words("fork", "развилка"),
    BonusKind.INTERSECTION: Words("intersection", "перекрёсток"),
    BonusKind.RIVER_ADVANCE: Words("1 space ahead on the river", "на 1 ячейку вперёд по реке"),
    BonusKind.RIVER_BACK: Words("back on the river: {}", "назад по реке: {}"),
}
_ANY_SPACE = Words("any space", "любая ячейка")


def points(score: float) -> str:
    """A score can be a half."""
    whole = int(abs(score))
    half = "½" if abs(score) != whole else ""
    return f"{'−' if score < 0 else ''}{whole if whole or not half else ''}{half}"


def bonus_words(bonus: Bonus, language: str) -> str:
    if bonus.kind is BonusKind.PERSON:
        return THINGS[bonus.argument][language]
    argument = _ANY_SPACE[language] if bonus.argument == "any" else bonus.argument.replace("-", "–")
    return _BONUSES[bonus.kind][language].format(argument)
