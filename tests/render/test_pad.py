"""Pads: the right number of the right pages, and text that is text."""

import re
from dataclasses import replace
from io import BytesIO

import pikepdf
import pytest
from PIL import Image, ImageChops, ImageStat

from companion.games.dice_charmers.definition import load_sheet
from companion.games.dice_charmers.drawing.area import GAME, format_title
from companion.games.dice_charmers.drawing.sheet import DATE, PLACE, SCORE, PrintableSheet
from companion.games.dice_charmers.rules.sheet import BUILDINGS, PEOPLE
from companion.games.game import list_games
from companion.i18n import translate_to
from companion.render.pad import MARGIN, BadOrder, Order, list_codes, list_copies, print_pad
from companion.render.pdf import DrawingFailed, Page, Placed, render_pdf

A4, LETTER = (210, 297), (215.9, 279.4)


def opened(content):
    return pikepdf.open(BytesIO(content))


def size_in_mm(page):
    return tuple(round(float(side) * 25.4 / 72, 1) for side in page.mediabox[2:])


@pytest.mark.parametrize(
    ("wishes", "pages", "size"),
    [
        ({}, 1, A4),
        ({"pages": 200}, 200, A4),
        ({"pages": 3, "paper": "letter"}, 3, LETTER),
        ({"pages": 2, "up": 2}, 2, A4[::-1]),
        ({"pages": 2, "up": 2, "paper": "letter"}, 2, LETTER[::-1]),
        ({"pages": 3, "paper": "two-a4"}, 6, A4[::-1]),
        ({"paper": "two-letter"}, 2, LETTER[::-1]),
        ({"paper": "a3"}, 1, (297, 420)),
    ],
    ids=["one page", "the most pages", "letter", "two sheets on A4", "two on letter", "large", "large letter", "A3"],
)
def test_a_pad_has_as_many_pages_as_ordered(sun, pad, wishes, pages, size):
    with opened(pad(Order((PrintableSheet(sun),), **wishes))) as printed:
        assert len(printed.pages) == pages
        assert {size_in_mm(page) for page in printed.pages} == {size}


def test_front_and_back_take_turns(sun, moon, pad, text):
    printed = pad(Order((PrintableSheet(sun), PrintableSheet(moon)), pages=2))
    fronts_and_backs = [text(printed, page).split()[0] for page in (1, 2, 3, 4)]
    assert fronts_and_backs == ["Sun", "Moon", "Sun", "Moon"]


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("page", [1, 2], ids=["front", "back"])
def test_cut_marks_stand_in_the_middle_and_both_halves_are_equal(sun, moon, pad, picture, paper, page):
    seen = picture(pad(Order((PrintableSheet(sun), PrintableSheet(moon)), paper=paper, up=2)), page, dpi=144).convert(
        "L"
    )
    middle, dark = seen.width // 2, 160
    above = seen.crop((0, 26, seen.width, 27))  # between the edge of the paper and the sheets
    assert {x for x in range(seen.width) if above.getpixel((x, 0)) < dark} <= {middle - 1, middle, middle + 1}
    assert above.crop((middle - 1, 0, middle + 2, 1)).getextrema()[0] < dark
    left, right = (seen.crop((x + 8, 0, x + middle - 8, seen.height)) for x in (0, middle))
    assert ImageStat.Stat(ImageChops.difference(left, right)).mean[0] < 4


@pytest.mark.parametrize(("up", "least"), [(1, 10), (2, 4)], ids=["one", "two"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_margins_are_white_where_home_printers_cannot_print(sheet, pad, picture, paper, up, least):
    seen = picture(pad(Order((PrintableSheet(sheet),), paper=paper, up=up, language="ru")), dpi=72).convert("L")
    left, top, right, bottom = seen.point(lambda value: 255 if value < 250 else 0).getbbox()
    edge = int(least * 72 / 25.4) - 1
    assert min(left, top, seen.width - right, seen.height - bottom) >= edge


@pytest.mark.parametrize("paper", ["a3", "two-a4", "two-letter"])
@pytest.mark.parametrize(("name", "language"), [("sun", "en"), ("moon", "ru")])
def test_large_print_has_at_least_9_points(name, paper, language):
    printable = PrintableSheet(load_sheet(name))
    (copy,) = list_copies(printable.page, Order((printable,), paper=paper))
    sizes = re.findall(r'font-size="([\d.]+)"', printable.draw(language, "full"))
    assert min(map(float, sizes)) * copy.scale * 72 / 25.4 >= 9


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_money_digits_are_upright_and_have_7_points(sheet, paper):
    printable = PrintableSheet(sheet)
    (copy,) = list_copies(printable.page, Order((printable,), paper=paper))
    drawn = printable.draw("en", "full")
    assert "rotate(-90" not in drawn
    (size,) = re.findall(r'font-size="([\d.]+)"[^>]*>78<', drawn)
    assert float(size) * copy.scale * 72 / 25.4 >= 7


def test_two_pages_of_large_print_make_one_sheet(sun, pad, picture):
    """Glued together at the marks they look like A3, and the upper half has the code."""
    order = Order((PrintableSheet(sun),), paper="two-a4", first_serial=7)
    margin, pixels = round(MARGIN * 72 / 25.4), 72 / 25.4
    upper, lower = (picture(pad(order), page).convert("L") for page in (1, 2))
    glued = Image.new("L", (upper.width, 2 * (upper.height - margin)), 255)
    glued.paste(lower, (0, upper.height - 2 * margin))
    glued.paste(upper.crop((0, 0, upper.width, upper.height - margin)), (0, 0))
    on_a3 = replace(order, paper="a3")
    seen = []
    for page, each in ((glued, order), (picture(pad(on_a3)).convert("L"), on_a3)):
        box = list_copies(sun.geometry.page, each)[0].move(sun.geometry.page)
        edges = (box.x, box.y, box.right, box.bottom)
        seen.append(page.crop(tuple(round(edge * pixels) for edge in edges)).resize((380, 554)))
    assert ImageStat.Stat(ImageChops.difference(*seen)).mean[0] < 8
    assert [len(codes) for codes in list_codes(order)] == [1, 0]


@pytest.mark.parametrize(("ink", "most"), [("saver", 3.5), ("laminate", 6.4)])
def test_ink_is_saved(sheet, pad, picture, ink, most):
    """In percent of the page; corner markers and code, which a camera needs, take 1.5 of the ink saver's."""
    page = picture(pad(Order((PrintableSheet(sheet),), ink=ink)), dpi=100).convert("L")
    assert 100 - ImageStat.Stat(page).mean[0] / 2.55 <= most


def test_a_hundred_pages_are_hardly_larger_than_one(pad):
    reference = list_games()["dice-charmers"].reference
    one, hundred = (len(pad(Order((reference,), pages=pages))) for pages in (1, 100))
    assert hundred <= 1.5 * one


def test_a_serial_number_takes_less_than_a_kilobyte(sun, pad):
    one, hundred = (len(pad(Order((PrintableSheet(sun),), pages=pages))) for pages in (1, 100))
    assert hundred - one < 99 * 1000


@pytest.mark.parametrize(("paper", "up"), [("a4", 1), ("letter", 1), ("letter", 2)], ids=str)
@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_label_is_found(sheet, pad, text, paper, up, language):
    found = " ".join(text(pad(Order((PrintableSheet(sheet),), paper=paper, up=up, language=language))).split())
    labels = sheet.labels
    words = [
        *(getattr(labels, area) for area in ("player", "fame", "money", "province", "market", "palace")),
        *(labels.river, labels.upgrades, labels.karma, sheet.title),
    ]
    things = [format_title(thing, language) for thing in (*PEOPLE, *BUILDINGS)]
    others = [translate_to(word, language) for word in (GAME, DATE, SCORE, PLACE)]
    wanted = [*(word[language] for word in words), *things, *others]
    assert [word for word in wanted if found.count(word) < up] == []


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_document_says_what_it_is(sheet, pad, language):
    with opened(pad(Order((PrintableSheet(sheet),), language=language))) as printed:
        assert sheet.title[language] in str(printed.docinfo["/Title"])
        assert str(printed.Root.Lang) == language
        assert printed.Root.MarkInfo.Marked
        described = [
            str(part.Alt) for part in printed.objects if isinstance(part, pikepdf.Dictionary) and "/Alt" in part
        ]
        assert described == [PrintableSheet(sheet).describe(language)]


def test_the_same_order_gives_the_same_bytes(sun):
    order = Order((PrintableSheet(sun),), pages=3, up=2, first_serial=7)
    assert print_pad(order) == print_pad(order)


def test_all_fonts_are_our_own_and_embedded(sheet, pad):
    with opened(pad(Order((PrintableSheet(sheet),), language="ru"))) as printed:
        dictionaries = [found for found in printed.objects if isinstance(found, pikepdf.Dictionary)]
        fonts = [found for found in dictionaries if found.get("/Type") == "/FontDescriptor"]
        assert all("/FontFile2" in font for font in fonts)
        names = {str(font.FontName).split("+")[1] for font in fonts}
    assert names == {"AlegreyaSans-Medium", "AlegreyaSans-ExtraBold", "Philosopher-Bold"}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("pages", 0),
        ("pages", 201),
        ("pages", -1),
        ("paper", "a5"),
        ("up", 3),
        ("language", "de"),
        ("ink", "gold"),
        ("sheets", ()),
    ],
    ids=str,
)
def test_an_impossible_order_is_refused_with_its_field(sun, field, value):
    with pytest.raises(BadOrder, match=f"^{field}: expected ") as refused:
        Order(**{"sheets": (sun,), field: value})
    assert refused.value.field == field


def test_large_print_has_no_room_for_two_sheets_on_a_page(sun):
    with pytest.raises(BadOrder, match=r"^up: expected 1"):
        Order((PrintableSheet(sun),), paper="two-a4", up=2)


def test_nothing_is_ever_fetched():
    tell_tale = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><image href="{}" width="9" height="9"/></svg>'
    )
    for address in ("http://127.0.0.1:9/x.png", "file:///etc/hostname", "/etc/hostname", "../icons/icons.svg"):
        page = Page(50, 50, (Placed(tell_tale.format(address), 0, 0, 50, 50, "picture"),))
        with pytest.raises(DrawingFailed):
            render_pdf([page], "x", "en")


def test_a_drawing_that_cannot_be_set_leaves_no_half_written_file():
    page = Page(50, 50, (Placed("<svg", 0, 0, 50, 50, "picture"),))
    with pytest.raises(DrawingFailed):
        render_pdf([page], "x", "en")


def test_a_foreign_sheet_prints(tiny, pad, text):
    assert "Tiny" in text(pad(Order((PrintableSheet(tiny),))))
