"""Sheets played with a pencil: photographed at a table and for final scoring, corrected with taps, scored."""

import subprocess
from pathlib import Path

import numpy
import pytest
from playwright.sync_api import Locator, expect

from companion.games.dice_charmers.definition import load_sheet
from companion.games.dice_charmers.pages import photo
from companion.games.dice_charmers.paper.scan import Print
from companion.lab.games import simulate
from tests.browser.accessible import check
from tests.browser.phone import Phone
from tests.conftest import served
from tests.photo_samples import make_sample
from tests.web.test_photo import Here, Reader

Cells = dict[str, str]


@pytest.fixture(scope="session")
def photographed(tmp_path_factory) -> list[tuple[Path, Cells]]:
    """Two finished sheets of one game as photos, with what is on them."""
    folder, played = tmp_path_factory.mktemp("photos"), []
    sun = load_sheet("sun")
    simulate(sun.sheet, ["greedy", "builder"], games=1, seed=4, final=played.append)
    photos = []
    for number, sheet in enumerate(played):
        rng = numpy.random.default_rng(number + 1)
        sample = make_sample(Print(sun, "en", "full"), sheet["cells"], "normal", rng, up=1, megapixels=3, serial=number)
        photos.append((folder / f"{number}.jpg", sheet["cells"]))
        photos[-1][0].write_bytes(sample.encode(rng))
    return photos


def take(photo: Locator, file: Path) -> None:
    """Choose a picture, and wait until it is read."""
    photo.locator("[data-picture]").first.set_input_files(file)
    expect(photo.locator(".review")).to_be_visible(timeout=60_000)


def answer_all(photo: Locator, cells: Cells) -> int:
    """Answer the questions one after the other as the sheet was played, and return how many there were."""
    count = photo.locator("[data-question]:not([data-answered])").count()
    for _ in range(count):
        question = photo.locator("[data-question]:visible")
        expect(question).to_have_count(1)
        if track := question.get_attribute("data-track"):
            question.locator("[data-end]").fill(str(sum(cells.get(f"{track} {n}") == "marked" for n in range(1, 79))))
            question.locator("[data-answer-end]").click()
            continue
        state = cells[question.get_attribute("data-question")]
        question.locator(f".answer:has(input[value={state}])").click()
    expect(photo.locator("[data-question]:visible")).to_have_count(0)
    return count


def correct_all(photo: Locator, cells: Cells) -> None:
    """Tap every cell that is read wrongly until it is right."""
    for cell, state in cells.items():
        place = photo.locator(f'.cell[data-cell="{cell}"]')
        for _ in range(3):
            if place.get_attribute("data-state") == state:
                break
            place.locator("rect").click(force=True)


def shows_totals(photo: Locator, fame: int, money: int) -> None:
    expect(photo.locator(".score-lines b").nth(0)).to_have_text(str(fame))
    expect(photo.locator(".score-lines b").nth(1)).to_have_text(str(money))


def count(cells: Cells, track: str) -> int:
    return sum(state == "marked" for cell, state in cells.items() if cell.startswith(f"{track} "))


def open_table_on_paper(host: Phone, home: str) -> str:
    """Open a table with two paper seats and play to the moment when totals are asked for."""
    link = host.send(home, "/tables", game="dice-charmers", sheet="sun")
    for name, colour in (("Anna", "red"), ("Борис", "blue")):
        host.send(link, "/join", name=name, colour=colour, kind="paper")
    host.send(link, "/arrange", do="start")
    for seat, moves in (("red", ("roll", "take purple-1", "met", "end turn")), ("blue", ("take green-1", "end turn"))):
        for move in moves:
            host.send(link, "/moves", move=move, seat=seat)
    return link


def open_photo_page(phone, lang: str, home: str) -> tuple[Phone, str]:
    """Return the host's phone on the page for the sheets of two paper seats, and the link of the table."""
    host: Phone = phone(lang, viewport={"width": 390, "height": 844}, has_touch=True)
    link = open_table_on_paper(host, home)
    host.open(link)
    host.page.get_by_role("link", name=host.says("Photograph the sheets")).tap()
    return host, link


def test_two_paper_seats_are_photographed_corrected_and_ranked(phone, game_server, photographed):
    """Sheets from a pad: one tap says whose the first is, and the second is then clear."""
    host, link = open_photo_page(phone, "ru", game_server.url)
    photos = host.page.locator("[data-photo]")
    expect(photos.locator(".photo-camera:visible")).to_have_count(1)
    photos.first.locator("[data-picture]").last.set_input_files([file for file, _ in photographed])
    expect(photos.last.locator(".owner-asked")).to_be_visible(timeout=60_000)
    expect(host.page.locator(".owner :checked")).to_have_count(0)
    check(host, "whose sheets these are")
    photos.first.get_by_role("radio", name="Anna").tap()
    expect(photos.last.get_by_role("radio", name="Борис")).to_be_checked()
    expect(host.page.locator(".owner-asked")).to_have_count(0)
    for number, (_, cells) in enumerate(photographed):
        photo = photos.nth(number)
        answer_all(photo, cells)
        correct_all(photo, cells)
        shows_totals(photo, count(cells, "fame"), count(cells, "money"))
        expect(photo.locator(".conflict:visible")).to_have_count(0)
        if not number:
            bonus = photo.locator('.cell[data-cell^="bonus edge"][data-state=none]').first
            bonus.locator("rect").click()  # a slip of the finger
            conflict = photo.locator(".conflict")
            expect(conflict).to_have_count(1)
            expect(photo.locator(".cell.disputed")).to_have_count(1)
            check(host, "a photographed sheet")
            conflict.locator("[data-fix]").click()
            expect(conflict).to_have_count(0)
    host.tap("Enter these totals")
    host.page.wait_for_url(link)
    expect(host.page.locator("#podium-heading")).to_be_visible()
    expect(host.page.locator(".final-sheet")).to_have_count(2)
    host.page.get_by_role("link", name=host.says("Correct a sheet on paper")).tap()
    typed = host.page.locator("details.typed").first
    typed.locator("summary").tap()
    typed.locator("[name=fame]").fill("39")
    check(host, "correcting a sheet after the end")
    typed.get_by_role("button").tap()
    host.page.wait_for_url(link)
    expect(host.page.locator(".breakdown")).to_contain_text("39 +")


def test_sheets_printed_for_the_table_find_their_players(phone, game_server, tmp_path):
    """The printed pages are scanned and chosen at once, in the wrong order."""
    host, link = open_photo_page(phone, "en", game_server.url)
    pdf = host.context.request.get(link.replace("/t/", "/print/t/") + ".pdf").body()
    subprocess.run(["pdftoppm", "-r", "150", "-jpeg", "-", tmp_path / "scan"], input=pdf, check=True)
    photos = host.page.locator("[data-photo]")
    photos.first.locator("[data-picture]").last.set_input_files(sorted(tmp_path.glob("scan*"), reverse=True))
    expect(photos.last.locator(".owner")).to_be_visible(timeout=60_000)
    expect(photos.first.get_by_role("radio", name="Борис")).to_be_checked()
    expect(photos.first.locator(".owner")).to_contain_text(
        host.says("This sheet was printed for %(name)s.", name="Борис")
    )
    expect(photos.last.get_by_role("radio", name="Anna")).to_be_checked()
    photos.first.get_by_role("radio", name=host.says("Leave it out")).tap()  # a choice is about one photo
    expect(photos.first.locator("[name=sheet-suggested]")).to_have_count(0)
    photos.first.locator("[data-picture]").last.set_input_files(max(tmp_path.glob("scan*")))
    expect(photos.first.get_by_role("radio", name="Борис")).to_be_checked(timeout=60_000)
    expect(photos.last.locator("[data-contradicts]")).to_be_visible()  # a blank sheet, but the lines have met
    host.tap("Enter these totals")
    expect(host.page.locator("[data-still-open]")).to_contain_text("1")
    host.tap("Enter the totals anyway")
    host.page.wait_for_url(link)
    expect(host.page.locator(".final-sheet")).to_have_count(2)


@pytest.fixture
def review(pages, settings, monkeypatch) -> str:
    """What the companion answers to a photo with a doubtful mark and two conflicts."""
    monkeypatch.setattr(photo, "READER", Reader())
    with served(pages, settings, jobs=Here()) as app:
        app.config["WTF_CSRF_ENABLED"] = False
        answer = app.test_client().post("/photo?key=players-1", data=b"photo", headers={"Accept-Language": "en"})
        return answer.text


def test_a_finished_game_is_scored_from_several_photos(phone, game_server, photographed, review):
    host: Phone = phone("en", viewport={"width": 390, "height": 844})
    host.open(game_server.url + "/score/dice-charmers")
    host.page.route("**/photo?key=players-1&**", lambda route: route.fulfill(body=review, content_type="text/html"))
    host.page.locator("#photos summary").click()
    first, second = (host.page.locator(f'[data-photo="players-{number}"]') for number in (0, 1))
    file, cells = photographed[0]
    first.locator("[data-picture]").last.set_input_files([file, file])
    expect(first.locator(".review")).to_be_visible(timeout=60_000)
    answer_all(first, cells)
    correct_all(first, cells)
    shows_totals(first, count(cells, "fame"), count(cells, "money"))
    first.locator('[data-nudge="-1"][data-of=money]').click()
    expect(host.page.locator("#players-0-money")).to_have_value(str(count(cells, "money") - 1))

    expect(second.locator(".conflict")).to_have_count(2)
    strip = second.locator("[data-strip]")
    strip.scroll_into_view_if_needed()
    strip.click(position={"x": 60, "y": 40})  # the only place in this picture
    expect(second.locator("[data-end]")).to_have_value("5")
    second.locator('[data-move-end="-1"]').click()
    shows_totals(second, 0, 4)
    second.locator("[data-answer-end]").click()
    expect(second.locator(".cell.asked")).to_have_attribute("data-cell", "river 5")
    assert answer_all(second, {"river 5": "none"}) == 1
    shows_totals(second, 0, 4)
    expect(second.locator(".conflict")).to_have_count(1)  # a bonus that was not used
    second.locator("[data-keep]").click()
    expect(second.locator(".conflict:visible")).to_have_count(0)
    second.locator('.cell[data-cell="fame 5"] rect').click()
    shows_totals(second, 5, 4)
    second.get_by_role("button", name=host.says("Score by the rules")).click()
    shows_totals(second, 0, 4)
    expect(host.page.locator("#players-1-fame")).to_have_value("0")

    expect(host.page.locator(".pad-player:visible")).to_have_count(2)  # nobody was added
    host.tap("Show the result")
    expect(host.page.locator("#refused")).to_be_visible()  # names are missing, but nothing is lost
    expect(host.page.locator(".review")).to_have_count(2)
    for number, name in enumerate(("Anna", "Boris")):
        host.page.locator(f"#players-{number}-name").fill(name)
    host.tap("Show the result")
    expect(host.page.locator(".podium")).to_be_visible()
