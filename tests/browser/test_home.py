"""The start page: small, in both languages, forgiving about codes."""

import gzip

from playwright.sync_api import Response, expect

from tests.browser.phone import enlarge_text, wait_until_drawn

FIRST_LOAD_BYTES = 60_000


def test_what_people_come_for_is_on_the_first_screen(phone, shared_server, lang):
    """Join, continue, play, score, print: at 390 × 844, also when a game is running."""
    anna = phone(lang, viewport={"width": 390, "height": 844}, is_mobile=True)
    for running in (False, True):
        if running:
            table = anna.send(shared_server.url, "/tables", game="rajas")
            anna.send(table, "/join", name="Anna")
        anna.open(shared_server.url)
        wait_until_drawn(anna.page)
        places = [".continue a"] if running else []
        places += ["#code", ".tile[href='/start/rajas']", ".tile[href='/score/rajas']", ".tile[href='/score/agra']"]
        for place in [*places, ".quick-ways a[href='/print']"]:
            expect(anna.page.locator(place)).to_be_in_viewport(ratio=0.99)


def test_a_code_may_be_typed_as_people_type(phone, shared_server):
    anna, boris = phone(), phone()
    code = anna.open_table(shared_server.url).rpartition("/")[2]
    first, second = code[:3], code[3:]
    in_cyrillic = code.translate(str.maketrans("CHKMPTXY", "СНКМРТХУ")).lower()
    for typed in (code, code.lower(), f" {code} ", f"{first} {second.lower()}", f"{first}-{second}", in_cyrillic):
        boris.open(shared_server.url)
        field = boris.page.get_by_label("The six letters and digits from the host")
        field.fill(typed)
        field.press("Enter")
        expect(boris.page).to_have_url(f"{shared_server.url}/t/{code}")


def test_a_wrong_code_is_said_beside_the_field_and_stays_there(phone, shared_server, lang):
    anna = phone(lang)
    anna.open(shared_server.url)
    field = anna.page.get_by_label(anna.says("The six letters and digits from the host"))
    field.fill("abc 123")
    anna.tap("Join")
    expect(field).to_have_value("abc 123")
    expect(field).to_be_focused()
    expect(field).to_have_accessible_description(
        anna.says("There is no table with this code. Check the letters, or ask the host for the link.")
    )


def test_pages_before_the_game_fit_a_phone_held_sideways_and_text_of_twice_the_size(phone, shared_server):
    anna = phone("ru", viewport={"width": 740, "height": 360})
    lobby = anna.send(shared_server.url, "/tables", game="dice-charmers")
    for size, text in (({"width": 740, "height": 360}, 100), ({"width": 320, "height": 568}, 200)):
        anna.page.set_viewport_size(size)
        enlarge_text(anna.page, text)
        for address in (
            lobby,
            shared_server.url,
            f"{shared_server.url}/alone",
            f"{shared_server.url}/learn/dice-charmers",
        ):
            anna.open(address)
            anna.fits()


def test_the_language_follows_the_browser_until_one_is_chosen(phone, shared_server):
    anna = phone("ru")
    anna.open(shared_server.url)
    expect(anna.page.locator("html")).to_have_attribute("lang", "ru")
    anna.sees("Start a table")
    anna.page.get_by_role("button", name="English").click()
    anna.lang = "en"
    anna.sees("Start a table")
    anna.open(shared_server.url)
    anna.sees("Start a table")


def test_changing_the_language_stays_at_the_table(phone, shared_server):
    anna = phone()
    link = anna.open_table(shared_server.url)
    anna.page.get_by_role("button", name="Русский").click()
    expect(anna.page).to_have_url(link)
    anna.lang = "ru"
    anna.sees("Take a seat")


def test_the_first_load_is_light(phone, shared_server):
    anna = phone()
    answers: list[Response] = []
    anna.page.on("response", lambda answer: answers.append(answer))
    anna.page.goto(shared_server.url, wait_until="networkidle")
    loaded = {answer.url: len(gzip.compress(answer.body())) for answer in answers}
    assert any(url.endswith(".woff2") for url in loaded) and any(url.endswith(".css") for url in loaded)
    assert sum(loaded.values()) <= FIRST_LOAD_BYTES, loaded


def test_the_keyboard_reaches_the_content_first(phone, shared_server):
    anna = phone()
    anna.open(shared_server.url)
    anna.page.keyboard.press("Tab")
    skip = anna.page.get_by_role("link", name="Skip to the content")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    anna.page.keyboard.press("Enter")
    expect(anna.page.locator("main")).to_be_focused()
