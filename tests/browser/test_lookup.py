"""Look-up on a phone: fifty questions asked at tables, each answered by one typed word or by one or two taps."""

from collections.abc import Callable
from itertools import product
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessible import check
from tests.browser.phone import Phone

SEEN_AT_ONCE = 3  # an answer further down in the results is not found by somebody in a hurry


class Question(NamedTuple):
    game: str
    answer: str  # the entry's name in English
    english: tuple[str, str]  # the question, and the word typed or, after ›, the section tapped
    russian: tuple[str, str]


# Collected from the rulebooks, before the look-up had the words for them.
QUESTIONS = [
    Question(
        "rajas", "Dice",
        ("How many dice fit on my statue?", "Kali"),
        ("Сколько кубиков помещается на статуе?", "Кали"),
    ),
    Question(
        "rajas", "Quarry",
        ("My dice are worth more than the tile costs. Is that allowed?", "overpay"),
        ("Мои кубики дороже жетона. Так можно?", "переплата"),
    ),
    Question(
        "rajas", "The sixth worker",
        ("I have five workers. What about the one still on the board?", "sixth"),
        ("У меня пять рабочих. Что делать с тем, что остался на поле?", "шестой"),
    ),
    Question(
        "rajas", "Money at 0",
        ("My money is at zero. What can I still do?", "zero"),
        ("Монет не осталось. Что мне доступно?", "ноль"),
    ),
    Question(
        "rajas", "The last river space",
        ("My boat has arrived. May I still go to the harbor?", "harbor"),
        ("Лодка доплыла до конца. Можно ли ещё идти в порт?", "порт"),
    ),
    Question(
        "rajas", "May I pass?",
        ("May I pass and keep a worker for later?", "pass"),
        ("Можно ли пасовать и приберечь рабочего?", "пас"),
    ),
    Question(
        "rajas", "End of a round",
        ("Who is starting player in the next round?", "starting"),
        ("Кто первый игрок в следующем раунде?", "первый"),
    ),
    Question(
        "rajas", "Outer terrace",
        ("Where can I reroll my dice?", "reroll"),
        ("Где можно перебросить кубики?", "переброс"),
    ),
    Question(
        "rajas", "Karma",
        ("What does one karma do to a die?", "flip"),
        ("Что одна карма делает с кубиком?", "карма"),
    ),
    Question(
        "rajas", "The bridge",
        ("When do I get the worker from the bridge?", "bridge"),
        ("Когда мне достаётся рабочий с моста?", "моста"),
    ),
    Question(
        "rajas", "Upgrade",
        ("Does an upgrade count for buildings I already have?", "upgrades"),
        ("Действует ли улучшение на уже построенное?", "улучшения"),
    ),
    Question(
        "rajas", "Master Builder (5)",
        ("May I build over a tile?", "overbuild"),
        ("Можно ли накрыть жетон другим?", "накрыть"),
    ),
    Question(
        "rajas", "Placing a tile",
        ("May I rotate a tile before I place it?", "rotate"),
        ("Можно ли повернуть жетон?", "повернуть"),
    ),
    Question(
        "rajas", "Market: assorted goods",
        ("May two of my workers use the assorted market?", "assorted"),
        ("Можно ли поставить двух рабочих на разные товары?", "разные"),
    ),
    Question(
        "rajas", "Money 33 and 55",
        ("I fall back behind 33. Do I get the bonus again?", "33"),
        ("Я отошёл за 33. Получу ли я награду снова?", "33"),
    ),
    Question(
        "rajas", "Ties",
        ("We both met with two spaces. Who wins?", "tie"),
        ("У нас поровну. Кто победил?", "поровну"),
    ),
    Question(
        "rajas", "Fame by karma",
        ("What does the river space with fame and karma give?", "› On the river"),
        ("Что даёт ячейка реки со славой и кармой?", "› On the river"),
    ),
    Question(
        "rajas", "Brown: bends",
        ("What does the brown tile with the bend give?", "› Navaratnas: yield tiles"),
        ("Что даёт коричневый жетон с изгибом?", "› Navaratnas: yield tiles"),
    ),
    Question(
        "cards-karma", "Hand limit",
        ("How many dice cards may I hold?", "hand"),
        ("Сколько карт кубиков можно держать в руке?", "рука"),
    ),
    Question(
        "cards-karma", "Building card",
        ("I paid too much for a building. Do I get change?", "change"),
        ("Я переплатил за здание. Дают ли сдачу?", "сдача"),
    ),
    Question(
        "cards-karma", "Discarded row of ships",
        ("My new ship has a lower number. What happens?", "lower"),
        ("У нового корабля номер меньше. Что теперь?", "меньше"),
    ),
    Question(
        "cards-karma", "Administrator: joker",
        ("Can an administrator stand for a die?", "wild"),
        ("Можно ли заменить кубик управляющим?", "джокер"),
    ),
    Question(
        "cards-karma", "Karma token",
        ("By how much does karma change a die?", "karma"),
        ("Насколько карма меняет кубик?", "карма"),
    ),
    Question(
        "cards-karma", "Empty middle",
        ("The grid is empty. Is the round over?", "grid"),
        ("Все карты из середины разобраны. Что дальше?", "середина"),
    ),
    Question(
        "cards-karma", "Empty stack",
        ("The draw pile is used up. What now?", "pile"),
        ("Колода закончилась. Что делать?", "колода"),
    ),
    Question(
        "cards-karma", "Turning over",
        ("When do I flip a scoring card?", "flip"),
        ("Когда переворачивают карту очков?", "перевернуть"),
    ),
    Question(
        "cards-karma", "Three buildings",
        ("Do three different buildings count as a set?", "buildings"),
        ("Считаются ли набором три разных здания?", "здания"),
    ),
    Question(
        "cards-karma", "Two sets at once",
        ("One card completes two sets. Do both count?", "both"),
        ("Карта завершает сразу два набора. Считаются оба?", "оба"),
    ),
    Question(
        "cards-karma", "Stage and round",
        ("When does the start player get a karma?", "elephant"),
        ("Когда первый игрок получает карму?", "слон"),
    ),
    Question(
        "cards-karma", "Tie",
        ("Two of us turned six cards. Who wins?", "draw"),
        ("У двоих по шесть карт. Кто победил?", "ничья"),
    ),
    Question(
        "cards-karma", "Palace 5",
        ("What does palace action 5 do?", "› Palace actions"),
        ("Что делает действие дворца 5?", "› Palace actions"),
    ),
    Question(
        "agra", "How much you produce",
        ("How much does my farm produce?", "produce"),
        ("Сколько товара я произвожу?", "произвожу"),
    ),
    Question(
        "agra", "Farmers",
        ("Where may my farmers not go?", "farmers"),
        ("Куда нельзя ходить земледельцам?", "земледельцы"),
    ),
    Question(
        "agra", "With two or three players",
        ("What changes with two players?", "players"),
        ("Что меняется, если играть вдвоём?", "вдвоём"),
    ),
    Question(
        "agra", "The place is occupied",
        ("Somebody kicks me out. What do I get?", "kick"),
        ("Меня выгнали. Что я получаю?", "выгнали"),
    ),
    Question(
        "agra", "Akbar",
        ("Which good may I bring to the Emperor?", "Emperor"),
        ("Какой товар можно подать императору?", "император"),
    ),
    Question(
        "agra", "Favour actions",
        ("How often may I use favor in a turn?", "favor"),
        ("Сколько раз за ход можно использовать благосклонность?", "благосклонность"),
    ),
    Question(
        "agra", "Processing",
        ("May others follow when I process goods?", "follow"),
        ("Могут ли другие присоединиться к моей переработке?", "присоединиться"),
    ),
    Question(
        "agra", "The peon",
        ("What does the peon cost?", "peon"),
        ("Сколько стоит пеон?", "пеон"),
    ),
    Question(
        "agra", "Contract",
        ("Two of us delivered equally. Who gets the card?", "contract"),
        ("Мы доставили поровну. Кому достанется карта?", "договор"),
    ),
    Question(
        "agra", "Order limit",
        ("How many orders fit into a column?", "limit"),
        ("Сколько заказов помещается в столбец?", "предел"),
    ),
    Question(
        "agra", "What triggers the end",
        ("When is the last round?", "last"),
        ("Когда последний раунд?", "последний"),
    ),
    Question(
        "agra", "Building materials",
        ("I pay with two kinds of material. Is there a bonus?", "materials"),
        ("Плачу двумя видами материалов. Есть ли бонус?", "материалы"),
    ),
    Question(
        "agra", "Meditation",
        ("How many points do I get for a second worker?", "points"),
        ("Сколько очков даёт второй лежащий рабочий?", "очки"),
    ),
    Question(
        "agra", "Jagirdar",
        ("What does the Jagirdar do?", "jagirdar"),
        ("Что умеет Джагирдар?", "джагирдар"),
    ),
    Question(
        "agra", "Pier 3",
        ("What happens at the third pier?", "› Piers of the river"),
        ("Что происходит у третьего причала?", "› Piers of the river"),
    ),
    Question(
        "dice-charmers", "Karma",
        ("When may I reroll?", "reroll"),
        ("Когда можно перебросить?", "перебросить"),
    ),
    Question(
        "dice-charmers", "No suitable die",
        ("None of the dice helps me. Do I pass?", "pass"),
        ("Ни один кубик не подходит. Пропускаю ход?", "пропустить"),
    ),
    Question(
        "dice-charmers", "two half-roads",
        ("May I draw half a road on an empty space?", "half"),
        ("Можно ли нарисовать половину дороги на пустой ячейке?", "половина"),
    ),
    Question(
        "dice-charmers", "The last round",
        ("We have a tie. Does karma decide?", "tie"),
        ("Ничья. Решает карма?", "ничья"),
    ),
]  # fmt: skip


def test_there_are_fifty_questions_from_every_game():
    assert len(QUESTIONS) == 50
    assert {question.game for question in QUESTIONS} == set(GAMES)


# Words of the rulebooks and of everyday speech: each must find something.
VOCABULARY = {
    (
        "rajas",
        "en",
    ): """harbor harbour Kali statue reroll overpay starting first elephant pass skip zero broke worker workers
        meeple bridge boat ship river quarry build tile tiles rotate road residence temple fort mill upgrade market silk tea
        spices balcony terrace dancer yogi raja mogul emperor builder cover portuguese karma flip fame money coins bonus
        marker tie win end round stage limit dice colour color occupied navaratnas ganga yield brown handicap""",
    (
        "rajas",
        "ru",
    ): """порт гавань Кали статуя перебросить переплата первый слон пас пропустить ноль рабочий рабочих мост
        лодка корабль река карьер строить жетон повернуть дорога резиденция храм крепость мельница улучшение рынок шёлк шелк
        чай специи балкон терраса сады танцовщица йог раджа могол император строитель накрыть португалец карма слава монеты
        богатство бонус награда маркер ничья победа конец раунд этап лимит кубики цвет занято наваратна ганг доход
        коричневый новички""",
    (
        "cards-karma",
        "en",
    ): """hand limit grid display dice card building overpay change ship boat ascending goods silk tea
        spices sell set sets three administrator joker wild karma fame coins flip night day bonus palace starting elephant
        startefant stage round refill deck stack pile discard end tie winner pass oldest""",
    (
        "cards-karma",
        "ru",
    ): """рука лимит середина раскладка кубик карта здание переплата сдача корабль лодка возрастанию товары
        шёлк чай специи продать набор три управляющий джокер карма слава монеты перевернуть ночная дневная бонус дворец первый
        слон этап раунд колода сброс конец ничья победитель пас старший""",
    (
        "agra",
        "en",
    ): """produce production farm farmer farmers players two kick occupied peon Emperor Akbar favor favour follow
        process sailor architect trader botanist merchant builder meditation points lay stand upright contract order orders
        limit guild influence pier boat notable deliver delivery overpay price value material materials statue book painting
        clothes oil curry rupees coins cover tile tie end scoring pass Mufti Imam Dewan Sufi Mahout Jagirdar Mullah""",
    (
        "agra",
        "ru",
    ): """производство ферма фермер земледелец игроков вдвоём выгнать занято пеон император Акбар благосклонность
        переработка моряк архитектор торговец ботаник купец строитель медитация очки встать договор контракт заказ предел
        лимит гильдия влияние причал пристань лодка вельможа доставить переплата цена стоимость материалы статуя книга картина
        одежда масло карри рупии монеты накладка ничья конец подсчёт муфтий имам деван суфий махаут джагирдар мулла""",
    (
        "dice-charmers",
        "en",
    ): """reroll karma elephant pass half-road fork intersection residence temple market sell goods tent
        palace portuguese maharani trader river boat upgrade bonus depot end tie solo alone purple violet green blue orange""",
    (
        "dice-charmers",
        "ru",
    ): """перебросить карма слон пропустить половина развилка перекрёсток резиденция храм рынок продать
        товары шатёр дворец португалец махарани торговец река лодка улучшение бонус склад конец ничья соло фиолетовый""",
}
GAMES = sorted({game for game, _ in VOCABULARY})
LANGUAGES = ("en", "ru")
in_every_game_and_language = pytest.mark.parametrize(("game", "lang"), list(product(GAMES, LANGUAGES)))


@pytest.fixture
def looks_up(phone, shared_server) -> Callable[..., Phone]:
    """Opens the look-up of a game on a phone."""

    def open_page(game: str, lang: str, end: str = "") -> Phone:
        reader = phone(lang, viewport={"width": 390, "height": 844}, reduced_motion="reduce")
        reader.open(f"{shared_server.url}/rules/{game}{end}")
        reader.page.wait_for_load_state()
        return reader

    return open_page


def names(page: Page) -> list[str]:
    return page.locator("[data-entry]:visible dt").all_inner_texts()


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


@in_every_game_and_language
def test_fifty_questions_are_answered_by_a_word_or_two_taps(looks_up, game, lang):
    reader = looks_up(game, lang)
    unanswered = []
    for question in (each for each in QUESTIONS if each.game == game):
        asked, way = question.english if lang == "en" else question.russian
        reader.page.locator("#to-sections").click()
        if way.startswith("› "):
            reader.page.locator("summary").filter(has_text=reader.says(way.removeprefix("› "))).first.click()
            seen = names(reader.page)
        else:
            reader.page.locator("#q").fill(way)
            seen = names(reader.page)[:SEEN_AT_ONCE]
        if capital(reader.says(question.answer)) not in map(capital, seen):
            unanswered.append((asked, way, seen))
    assert unanswered == []


@in_every_game_and_language
def test_words_of_the_rulebooks_find_something(looks_up, game, lang):
    page = looks_up(game, lang).page
    unknown = []
    for word in VOCABULARY[game, lang].split():
        page.locator("#q").fill(word)
        if page.locator("#results").is_hidden():
            unknown.append(word)
    assert unknown == []


@pytest.mark.parametrize(
    ("game", "lang", "typed", "first"),
    [
        ("rajas", "en", "dice", ["Dice", "Two dice"]),
        ("rajas", "en", "statue", ["Dice", "Too many dice", "What the Navaratnas change"]),
        ("rajas", "en", "harbo", ["Harbour", "The last river space"]),
        ("rajas", "en", "  HARBORS ", ["Harbour", "The last river space"]),
        ("cards-karma", "en", "palace goods", ["Palace 4"]),
        ("rajas", "ru", "танцовщице", ["Танцовщица (2)"]),
        ("rajas", "ru", "португальца", ["Португалец (6)"]),
        ("agra", "ru", "ученые", ["Влияние"]),
        ("agra", "en", "overpaid", ["Sailor"]),
    ],
    ids=["name", "words before text", "beginning", "spelling", "two words", "case", "lost vowel", "ё", "alike"],
)  # fmt: skip
def test_results_are_ranked(looks_up, game, lang, typed, first):
    page = looks_up(game, lang).page
    page.locator("#q").fill(typed)
    assert names(page)[: len(first)] == first


def test_nothing_found_is_said_while_typing_and_the_search_can_be_cleared(looks_up, lang):
    reader = looks_up("rajas", lang)
    page = reader.page
    page.locator("#q").press_sequentially("xyz")
    expect(page.locator("#found")).to_have_text(
        reader.says("Nothing found for “{words}”. Try another word, or choose a section.").replace("{words}", "xyz")
    )
    expect(page.locator("summary").first).to_be_visible()
    page.get_by_role("button", name=reader.says("Clear the search")).click()
    expect(page.locator("#q")).to_have_value("")
    expect(page.locator("#found")).to_be_empty()
    expect(page.locator("#clear")).to_be_hidden()


def test_a_link_opens_its_entry_and_the_sections_stay_in_reach(looks_up):
    page = looks_up("agra", "en", "#favour-favour-tile-sell").page
    entry = page.locator("#favour-favour-tile-sell")
    expect(entry).to_be_in_viewport()
    page.locator("#to-sections").click()
    expect(entry).to_be_hidden()
    expect(page.locator("summary").first).to_be_in_viewport()
    page.locator("#q").fill("sell")
    page.get_by_role("link", name="Favour tile: sell").click()  # in the results it stays there, with a link to share
    expect(entry).to_be_in_viewport()
    assert page.url.endswith("#favour-favour-tile-sell")


def test_only_one_section_is_open_and_it_begins_at_the_top(looks_up):
    page = looks_up("agra", "en").page
    for title in ("A turn", "Goods"):
        page.locator("summary").filter(has=page.get_by_text(title, exact=True)).click()
    expect(page.locator("details[open]")).to_have_count(1)
    expect(page.locator("#goods summary")).to_be_in_viewport()
    expect(page.get_by_text("Basic goods of value 1")).to_be_in_viewport()


def test_an_address_can_carry_the_words(looks_up):
    assert names(looks_up("rajas", "en", "?q=yogi").page)[0] == "Yogi (3)"


@pytest.mark.parametrize("state", ["", "?q=карма", "?q=xyz", "#people-in-the-palace-yogi-3"])
def test_it_is_accessible(looks_up, state):
    check(looks_up("rajas", "ru", state), state)
