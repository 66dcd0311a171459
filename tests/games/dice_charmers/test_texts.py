"""Everything the rules can say has words, in both languages, and every sentence can be filled in."""

import inspect
import re
from pathlib import Path
from random import Random

import pytest

from companion.games.dice_charmers.definition import SheetDefinition, list_bonuses, load_sheet
from companion.games.dice_charmers.names import Namer, describe_place
from companion.games.dice_charmers.rules import (
    Ask,
    Effect,
    EffectKind,
    Ending,
    Played,
    Prompt,
    Reason,
    Rolled,
    Tiebreak,
    apply,
    compare_states,
    legal_moves,
    list_dice_to_roll,
    make_prompt,
    new_game,
    parse_move,
    to_move,
)
from companion.games.dice_charmers.rules.bonuses import BONUS_KINDS
from companion.games.dice_charmers.rules.market import BUYERS, Buyer, Goods, GoodsDie, Sale
from companion.games.dice_charmers.rules.palace import CallSomeone, SailBackOrGoods, Trade, UpgradeBuilding
from companion.games.dice_charmers.rules.province import HalfRoads, Road
from companion.games.dice_charmers.rules.river import ANY_DISTANCE, SailAhead, SailBack
from companion.games.dice_charmers.rules.sheet import BUILDINGS, PEOPLE, SHAPES, Bonus
from companion.games.dice_charmers.rules.state import FIGURES, TASK_KINDS, VIRTUAL
from companion.games.dice_charmers.table.preview import preview_die
from companion.games.dice_charmers.table.view import find_prompt
from companion.games.dice_charmers.texts.ending import describe_ending, describe_summary, describe_tiebreak
from companion.games.dice_charmers.texts.wording import (
    describe_bonus,
    describe_effect,
    describe_move,
    describe_prompt,
    describe_refusal,
    describe_unreadable,
)
from companion.games.game import list_games
from companion.i18n import LANGUAGES, use_language
from companion.rules.messages import Refusal, Unreadable
from companion.rules.scoring import MISSING, UNKNOWN, BadScoring, Problem

SUN = load_sheet("sun")
PAD = Path(__file__).with_name("definition") / "pad.toml"
NAMER = Namer(SUN, {"red": "Leila", "blue": "Rajesh"})

# One or more likely values for every detail that a comment of the rules names in brackets.
DETAILS: dict[str, list[str | int]] = {
    "players": [1, 6],
    "low": [0, 1, 2, 5],
    "high": [1, 2, 3, 39],
    "seat": ["red", "blue"],
    "dice": [2, 8],
    "figure": [*FIGURES],
    "given": [0, 1, 2],
    "expected": [1, 2, 3],
    "die": ["purple-1", "green-2", "blue-1", "orange-2"],
    "one": ["green-1"],
    "two": ["blue-2"],
    "face": ["tea-silk", "bend", "flag", "trader"],
    "source": ["die", "river 7"],
    "asked": [*TASK_KINDS],
    "what": ["market c3"],
    "bonus": ["edge c1 N", "tent 2", "palace upper 1", "fame 4", "money 5", "upgrade 1", "karma 3"],
    "space": ["c3"],
    "side": ["N"],
    "sides": ["NE"],
    "shape": ["straight", "bend", "fork", "intersection"],
    "good": ["tea", "silk", "spices"],
    "stock": [0, 1, 2, 5],
    "step": [1],
    "most": [1, 2, 99],
    "left": [0, 1, 2, 5],
    "person": [*PEOPLE],
    "building": [*BUILDINGS],
    "amount": [1, 2, 5, 40],
    "field": ["players[1].fame"],
    "name": ["Leila"],
    "used": [3],
    "circled": [2],
    "count": [1, 2],
    "place": ["edge c1 N"],
    "price": [3],
    "value": [2],
    "symbol": ["flag"],
    "empty": ["", "stock"],
    "market": ["market-same", "market-different"],
}
ROADS_ASKED = [*SHAPES, "half-road"]
SPECIAL: dict[tuple[object, str], list[str | int]] = {
    (Reason.WRONG_SHAPE, "asked"): [*SHAPES],
    (Reason.NO_PLACE_FOR_ROAD, "asked"): ROADS_ASKED,
    (Reason.UNKNOWN_DICE, "dice"): ["loaded"],
    (EffectKind.RIVER, "space"): [7],
    (EffectKind.RELEASES, "bonus"): ["person trader", "fame 2"],
    (EffectKind.BONUS_USED, "bonus"): ["sell-any 1-2"],
    (EffectKind.BONUS_WASTED, "bonus"): ["river-back any"],
}


def details_in_comments(enum: type) -> dict[str, list[str]]:
    """The names in brackets behind every member, as the rules' own source explains them."""
    found = {}
    for declared in re.split(r"^    [A-Z_]+ = ", inspect.getsource(enum), flags=re.MULTILINE)[1:]:
        code, named = re.search(r'"([a-z-]+)"', declared)[1], re.search(r"# .*?\[(.*)\]$", declared, re.MULTILINE)
        found[code] = [part.partition(":")[0].strip() for part in (named[1] if named else "").split(",") if part]
    return found


def examples(enum: type) -> list[tuple]:
    """Every member with its details filled in, each likely value at least once."""
    filled = []
    for value, names in details_in_comments(enum).items():
        member = enum(value)
        choices = {name: SPECIAL.get((member, name), DETAILS[name]) for name in names}
        longest = max((len(values) for values in choices.values()), default=1)
        filled += [
            (member, {name: values[i % len(values)] for name, values in choices.items()}) for i in range(longest)
        ]
    return filled


RAW = re.compile(
    r"[%{}]|\b(great-mogul|raja-man|master-builder|karma-(used|circled)|goods-die|sell-|river-back)|[a-z]-[12]\b"
)


def says_something(text: str, language: str) -> None:
    assert text and text[0] != " " and not RAW.search(text), text
    if language == "ru":
        assert re.search("[а-яё]", text, re.IGNORECASE), text


@pytest.mark.parametrize("enum", [Reason, Ask, EffectKind])
def test_the_comments_of_the_rules_name_every_member(enum):
    assert set(details_in_comments(enum)) == {member.value for member in enum}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_is_a_sentence(language):
    with use_language(language):
        for code, details in examples(Reason):
            sentence = describe_refusal(Refusal(code, **details))
            says_something(sentence, language)
            assert sentence.endswith("."), sentence


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_prompt_is_a_short_line(language):
    with use_language(language):
        for ask, details in examples(Ask):
            line = describe_prompt(Prompt(ask, **details), bonuses=2)
            says_something(line, language)
            assert len(line) <= 90, line


TASKS = [
    *(Road("die", shape) for shape in ("straight", "bend", "fork", "intersection")),
    *(HalfRoads("die", count) for count in (1, 2)),
    *(Sale("die", buyer) for buyer in (Buyer(1, 1), Buyer(2, 2), Buyer(1, 3), *BUYERS.values())),
    *(Goods("die", count) for count in (1, 2, 3)),
    *(SailAhead("die", most) for most in (1, 2)),
    *(SailBack("die", most) for most in (1, 2, ANY_DISTANCE)),
    *(kind("die") for kind in (GoodsDie, CallSomeone, UpgradeBuilding)),
    CallSomeone("river 1", named="trader"),
    *(kind("die", (SailBack("die", 2), Goods("die", 1))) for kind in (Trade, SailBackOrGoods)),
]


def test_there_is_an_example_of_every_task():
    assert {type(task) for task in TASKS} == set(TASK_KINDS.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_task_is_asked_for_in_a_short_line(language):
    with use_language(language):
        for task in TASKS:
            line = describe_prompt(Prompt(task.asks, source=task.source, **task.details()), bonuses=2)
            says_something(line, language)
            assert len(line) <= 90, line


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_effect_has_words(language):
    with use_language(language):
        for effect, details in examples(EffectKind):
            says_something(describe_effect(NAMER, Effect(effect, **details)), language)


BONUSES = [Bonus(kind.name, argument) for kind in BONUS_KINDS.values() for argument in kind.arguments]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_bonus_has_words(language):
    with use_language(language):
        for bonus in BONUSES:
            says_something(describe_bonus(bonus), language)


@pytest.mark.parametrize("sheet", ["sun", "moon"])
def test_every_bonus_of_our_sheets_is_among_those_with_words(sheet):
    assert set(list_bonuses(load_sheet(sheet).sheet)) <= set(BONUSES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_place_of_a_bonus_has_words(language):
    state = new_game(SUN.sheet, ("red", "blue"))
    with use_language(language):
        places = {place: describe_place(place) for place in state.plan.bonuses}
    for words in places.values():
        says_something(words, language)
    assert len(set(places.values())) == len(places), "no two places are called the same"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("member", [*Ending, *Tiebreak])
def test_every_ending_and_every_tie_break_is_a_sentence(member, language):
    with use_language(language):
        says_something(
            describe_ending(member) if isinstance(member, Ending) else describe_tiebreak(member.value), language
        )


def random_game(definition: SheetDefinition, dice: str, seed: int):
    """Every state of a random game, with whose turn it is."""
    rng = Random(seed)
    state = new_game(definition.sheet, ("red", "blue", "green"), dice, frozenset({"green"}))
    while True:
        if seat := to_move(state):
            yield state, seat
            moves = legal_moves(state, seat)
            state = apply(state, Played(seat, rng.choice([move for move in moves if str(move) != "met"] or moves)))
        elif list_dice_to_roll(state):
            faces = state.sheet.faces_by_colour
            state = apply(
                state, Rolled(tuple(rng.choice(faces[die.partition("-")[0]]) for die in list_dice_to_roll(state)))
            )
        else:
            yield state, ""
            return


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("sheet", "dice"), [("sun", "virtual"), ("moon", "real"), (PAD, "virtual")], ids=["sun", "moon", "pad"]
)
def test_everything_said_in_a_whole_game_has_words(sheet, dice, language):
    definition = load_sheet(sheet)
    namer = Namer(definition)
    kinds = set()
    with use_language(language):
        for state, seat in random_game(definition, dice, seed=5):
            says_something(" ".join(describe_summary(state, {seat: seat for seat in state.players})), language)
            if not seat:
                continue
            asked = find_prompt(state)
            if asked.code == Ask.CHOOSE:
                for words in preview_die(namer, state, seat, "blue-1").now:
                    says_something(words, language)
            says_something(describe_prompt(asked, len(state.find_seat(seat).marks.circled)), language)
            moves = legal_moves(state, seat)
            labels = [describe_move(namer, state, move) for move in moves]
            assert len(set(labels)) == len(labels) or str(moves[0]).startswith(
                ("take", "karma", "goods-die", "use", "give")
            )
            for move, label in zip(moves, labels, strict=True):
                kinds.add(str(move).partition(" ")[0])
                says_something(label, language)
                for effect in compare_states(state, apply(state, Played(seat, move)), seat):
                    says_something(describe_effect(namer, effect), language)
    usual = {"take", "karma", "road", "half", "sell", "goods", "river", "upgrade", "person", "use", "give", "end"}
    assert usual <= kinds
    assert ("roll" in kinds) == (dice == VIRTUAL) and ("face" in kinds) == (dice != VIRTUAL)


@pytest.mark.parametrize(
    ("refusal", "russian"),
    [
        (
            Refusal(Reason.NOT_CONNECTED, space="c3"),
            "Эта дорога не соединится с вашей резиденцией. Продолжите дорогу, которая к ней ведёт.",
        ),
        (
            Refusal(Reason.DIE_ON_ELEPHANT, die="blue-1"),
            "Этот кубик лежит на слоне: взять его можно только с помощью кармы.",
        ),
        (Refusal(Reason.TOO_MANY_SOLD, given=4, high=3), "Здесь можно продать не больше 3 товаров."),
        (Refusal(Reason.TOO_MANY_SOLD, given=4, high=1), "Здесь можно продать не больше 1 товара."),
        (Refusal(Reason.RIVER_ENDS, step=2, left=1), "Река там кончается: впереди только 1 ячейка."),
        (Refusal(Reason.RIVER_ENDS, step=1, left=0), "Вы уже в конце реки."),
        (Refusal(Reason.NOT_IN_STOCK, good="silk", stock=2), "В запасе только 2 шёлка."),
        (
            Refusal(Reason.ACTION_UNFINISHED, asked="road", source="die"),
            "Сначала нужно закончить начатое: нарисовать дорогу.",
        ),
        (
            Refusal(Reason.BONUSES_LEFT, bonus="edge c1 N"),
            "Остался бонус: северный край ячейки c1. Используйте его или откажитесь от него, потом закончите ход.",
        ),
        (Refusal(Reason.NOT_YOUR_TURN, seat="red"), "Сейчас не ваш ход. Ходит Красный."),
    ],
    ids=lambda value: str(value) if isinstance(value, Refusal) else None,
)
def test_refusals_read_naturally_in_russian(refusal, russian):
    with use_language("ru"):
        assert describe_refusal(refusal) == russian


def test_a_refusal_at_a_table_calls_a_player_by_name():
    refusal = Refusal(Reason.DIE_TAKEN, die="blue-1", seat="red")
    assert describe_refusal(refusal, NAMER.name_player) == "This die is already taken by Leila."


def test_a_prompt_asks_in_russian_where_the_button_names_the_move():
    state = new_game(SUN.sheet, ("red", "blue"))
    with use_language("ru"):
        assert describe_prompt(make_prompt(state), bonuses=0) == "Бросьте кубики"
        assert describe_move(NAMER, state, parse_move("roll")) == "Бросить кубики"


@pytest.mark.parametrize(
    ("effect", "english", "russian"),
    [
        (Effect(EffectKind.FAME, amount=1), "+1 fame", "+1 очко славы"),
        (Effect(EffectKind.FAME, amount=2), "+2 fame", "+2 очка славы"),
        (Effect(EffectKind.FAME, amount=5), "+5 fame", "+5 очков славы"),
        (Effect(EffectKind.GOODS, good="tea", count=2), "+2 tea", "+2 чая"),
        (Effect(EffectKind.GOODS, good="silk", count=1), "+1 silk", "+1 шёлк"),
        (Effect(EffectKind.GOODS, good="spices", count=1), "+1 spice", "+1 специя"),
        (Effect(EffectKind.SOLD, good="spices", count=3), "sells 3 spices", "продаёт 3 специи"),
        (Effect(EffectKind.SOLD, good="tea", count=5), "sells 5 tea", "продаёт 5 чаёв"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_effects_count(effect, english, russian):
    for language, words in (("en", english), ("ru", russian)):
        with use_language(language):
            assert describe_effect(NAMER, effect) == words


def test_effects_call_players_by_their_names():
    assert describe_effect(NAMER, Effect(EffectKind.TURN_ENDS, seat="blue")) == "next: Rajesh"
    assert describe_effect(Namer(SUN), Effect(EffectKind.TURN_ENDS, seat="blue")) == "next: Blue"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text", ["take", "dance", ""])
def test_what_cannot_be_read_gets_a_sentence(text, language):
    with pytest.raises(Unreadable) as error:
        parse_move(text)
    with use_language(language):
        says_something(describe_unreadable(error.value).replace("purple-1", ""), language)


def test_problems_name_their_fields():
    both = BadScoring([Problem("players", MISSING), Problem("x", UNKNOWN)])
    assert list_games()["agra"].scoring.describe_problems(both) == [
        ("players", "This is missing."),
        ("x", "There is no such field."),
    ]
