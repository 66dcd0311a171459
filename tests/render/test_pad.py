"""Pads: the right number of the right pages, and text that is text."""

import sys
from io import BytesIO

import pikepdf
import pytest
from PIL import ImageChops, ImageStat

from companion.games.dice_charmers.drawing.sheet import PrintableSheet
from companion.games.dice_charmers.drawing.texts import DATE, GAME, PLACE, SCORE, format_title
from companion.games.dice_charmers.rules.sheet import BUILDINGS, PEOPLE
from companion.i18n import translate_to
from companion.render import pdf
from companion.render.pad import BadOrder, Order, _render_sides, print_pad
from companion.render.pdf import DrawingFailed, Page, PdfUnavailable, Placed, render_pdf

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
    ],
    ids=["one page", "the most pages", "letter", "two sheets on A4", "two sheets on letter"],
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


def test_a_hundred_pages_are_hardly_larger_than_one(first_edition, pad):
    one, hundred = (len(pad(Order((PrintableSheet(first_edition),), pages=pages))) for pages in (1, 100))
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
        assert "/StructTreeRoot" in printed.Root


def test_all_fonts_are_our_own_and_embedded(sheet, pad):
    with opened(pad(Order((PrintableSheet(sheet),), language="ru"))) as printed:
        dictionaries = [found for found in printed.objects if isinstance(found, pikepdf.Dictionary)]
        fonts = [found for found in dictionaries if found.get("/Type") == "/FontDescriptor"]
        assert all("/FontFile2" in font for font in fonts)
        names = {str(font.FontName).split("+")[1] for font in fonts}
    assert names == {"Alegreya-Sans", "Alegreya-Sans-Bold", "Philosopher-Bold", "Companion-Icons"}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("pages", 0),
        ("pages", 201),
        ("pages", -1),
        ("paper", "a3"),
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


def test_nothing_is_ever_fetched():
    tell_tale = '<svg xmlns="http://www.w3.org/2000/svg"><image href="{}" width="9" height="9"/></svg>'
    for address in ("http://127.0.0.1:9/x.png", "file:///etc/hostname", "data:image/png;base64,AAAA"):
        page = Page(50, 50, (Placed(tell_tale.format(address), 0, 0, 50, 50, "picture"),))
        with pytest.raises(DrawingFailed):
            render_pdf([page], "x", "en")


def test_the_page_around_the_drawings_fetches_nothing_either():
    memory = pdf._make_fetcher({"companion:drawing-0": "<svg/>"}, "image/svg+xml")
    for address in ("http://127.0.0.1:9/x.png", "file:///etc/hostname", "data:,x", "companion:drawing-1"):
        with pytest.raises(ValueError, match="a sheet may not load"):
            memory.fetch(address)


def test_a_drawing_that_cannot_be_set_leaves_no_half_written_file():
    page = Page(50, 50, (Placed("<svg", 0, 0, 50, 50, "picture"),))
    with pytest.raises(DrawingFailed):
        render_pdf([page], "x", "en")


def test_without_pango_there_is_no_pdf(sun, monkeypatch):
    class NoPango:
        def find_spec(self, name, path=None, target=None):
            if name == "weasyprint":
                raise OSError("cannot load library 'libpango-1.0-0'")

    for name in [name for name in sys.modules if name.split(".")[0] == "weasyprint"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(sys, "meta_path", [NoPango(), *sys.meta_path])
    _render_sides.cache_clear()
    pdf._load_weasyprint.cache_clear()
    try:
        with pytest.raises(PdfUnavailable):
            print_pad(Order((PrintableSheet(sun),)))
    finally:
        pdf._load_weasyprint.cache_clear()


def test_a_foreign_sheet_prints(tiny, pad, text):
    assert "Tiny" in text(pad(Order((PrintableSheet(tiny),))))
