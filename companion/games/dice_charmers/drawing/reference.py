"""Draw the quick reference: one page with what players look up during a game."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.games.dice_charmers import names
from companion.games.dice_charmers.drawing.area import GAME, draw_bonus, make_palette
from companion.games.dice_charmers.rules.bonuses import BONUS_KINDS, find_icon
from companion.games.dice_charmers.rules.sheet import BUILDINGS, Bonus
from companion.games.dice_charmers.texts.lookup import (
    ALONE,
    BUILDING,
    BUILDING_TEXT,
    DICE_TEXTS,
    HALF_ROADS_TEXT,
    PEOPLE_TEXTS,
    PLACE_ICONS,
    PLACE_TEXTS,
    SPACE_NAMES,
    SPACE_TEXTS,
    STEPS,
)
from companion.games.dice_charmers.texts.wording import describe_bonus
from companion.games.lookup import Entry, Icon
from companion.i18n import N_, gettext, use_language
from companion.render import fonts
from companion.render.palette import Character
from companion.render.svg import HEADER, Box, Canvas, translate_group, write_drawing

QUICK_REFERENCE = N_("Quick reference")
KARMA_AND_END = N_("Karma and the end")
BONUS_NOTE = N_(
    "Circle a bonus when it is released, cross it out when you use it. The figure is the amount; “?” is your choice."
)

PAGE = Box(0, 0, 190.0, 277.0)
BAND = 20.0
GAP = 3.0
COLUMN = (PAGE.width - GAP) / 2
PICTURE = 8.6  # width of the pictures before a text
TILE = 6.1  # side of a bonus
MARGIN = 2.6
LINE = 1.18  # height of a line, in sizes
SIZES = [size / 20 for size in range(70, 44, -1)]  # the largest one that fits is used


@dataclass(frozen=True)
class Item:
    """A name with its explanation, and the icons or the bonus before it."""

    name: str
    text: str
    picture: tuple[Icon, ...] | Bonus


@dataclass(frozen=True)
class Topic:
    title: str
    hue: str
    items: tuple[Item, ...]
    die: str = ""
    note: str = ""


@dataclass(frozen=True)
class Reference:
    """The quick reference as something to print."""

    colours: Character

    name = "reference"
    page = PAGE

    def title(self, language: str) -> str:
        with use_language(language):
            return gettext(QUICK_REFERENCE)

    def full_title(self, language: str) -> str:
        with use_language(language):
            return f"{gettext(QUICK_REFERENCE)} – {gettext(GAME)}"

    describe = full_title

    def place_code(self, language: str, ink: str, serial: int) -> None:
        """Return no code: all copies are the same."""

    def draw(self, language: str, ink: str, serial: int | None = None) -> str:
        """Draw the page as an `<svg>` with one unit per millimetre."""
        palette = make_palette(self.colours, ink)
        with use_language(language):
            columns = [tuple(_list_left()), tuple(_list_right())]
            size = next(size for size in SIZES if all(_measure_rest(topics, size) >= 0 for topics in columns))
            head = Canvas(palette, language, PAGE.width, BAND)
            _draw_head(head)
            parts = head.printed
            for index, topics in enumerate(columns):
                x, y = index * (COLUMN + GAP), BAND + GAP
                slack = _measure_rest(topics, size) / sum(len(topic.items) for topic in topics)  # fills the column
                for topic in topics:
                    canvas = Canvas(palette, language, COLUMN, _measure_topic(topic, size, slack))
                    _draw_topic(canvas, topic, size, slack)
                    parts.append(translate_group(x, y, *canvas.printed))
                    y += canvas.height + GAP
        return write_drawing("".join(parts), PAGE.width, PAGE.height, in_millimetres=True)


# What it says


def _list_left() -> Iterator[Topic]:
    yield Topic(gettext("How a round works"), "accent", tuple(_list_steps(STEPS[:-1])))
    dice = [
        Item(gettext(names.DICE[colour]), gettext(DICE_TEXTS[colour]), (Icon(f"die-{colour}", colour),))
        for colour in DICE_TEXTS
    ]
    yield Topic(gettext("Dice"), "accent", tuple(dice))
    people = [Item(names.name_thing(who), gettext(text), (Icon(who, "orange"),)) for who, text in PEOPLE_TEXTS.items()]
    yield Topic(gettext("People of the palace"), "orange", tuple(people), "orange")
    yield Topic(gettext("Playing alone"), "accent", tuple(_list_steps(ALONE)))


def _list_right() -> Iterator[Topic]:
    half_roads = Item(names.name_thing("half-roads"), gettext(HALF_ROADS_TEXT), (Icon("half-roads", "green"),))
    building = Item(gettext(BUILDING), gettext(BUILDING_TEXT), tuple(Icon(kind, kind) for kind in BUILDINGS))
    markets = [
        Item(gettext(SPACE_NAMES[kind]), gettext(SPACE_TEXTS[kind]), (Icon(kind, "purple"),))
        for kind in ("market-same", "market-different")
    ]
    yield Topic(gettext("In the province"), "green", (half_roads, building, *markets), "green")
    bonuses = [item for kind in BONUS_KINDS for item in _list_variants(kind)]
    yield Topic(gettext("Bonuses"), "accent", tuple(bonuses), note=gettext(BONUS_NOTE))
    karma, gap = (
        Item(gettext(PLACE_TEXTS[place][0]), gettext(PLACE_TEXTS[place][1]), PLACE_ICONS[place])
        for place in ("karma", "gap")
    )
    yield Topic(gettext(KARMA_AND_END), "karma", (karma, *_list_steps(STEPS[-1:]), gap))


def _list_steps(steps: Sequence[Entry]) -> Iterator[Item]:
    for step in steps:
        yield Item(gettext(step.name), gettext(step.text), step.icons)


def _list_variants(kind: str) -> Iterator[Item]:
    """Explain a kind of bonus, and name its variants with icons of their own; people have a topic of their own."""
    found = BONUS_KINDS[kind]
    sample = Bonus(kind, found.sample)
    yield Item(gettext(found.title), gettext(found.about), sample)
    for variant in (Bonus(kind, argument) for argument in found.arguments if kind != "person"):
        if find_icon(variant) != find_icon(sample):
            yield Item(describe_bonus(variant), "", variant)


# How it is laid out


def _measure_rest(topics: Sequence[Topic], size: float) -> float:
    """Measure the height that a column leaves free."""
    room = PAGE.height - BAND - GAP * len(topics)
    return room - sum(_measure_topic(topic, size, 0) for topic in topics)


def _measure_topic(topic: Topic, size: float, slack: float) -> float:
    items = sum(_measure_item(item, size) + slack for item in topic.items)
    return HEADER + 0.8 + len(_wrap_note(topic, size)) * size * LINE + items + 0.6


def _measure_item(item: Item, size: float) -> float:
    picture = TILE + 0.3 if isinstance(item.picture, Bonus) else 6.2
    return max(len(_wrap_item(item, size)) * size * LINE, picture) + 0.9


def _wrap_item(item: Item, size: float) -> list[str]:
    lead = fonts.measure_width(f"{_capitalise(item.name)}  ", size, weight="bold")
    return fonts.wrap(item.text, size, COLUMN - PICTURE - 2 * MARGIN, lead)


def _wrap_note(topic: Topic, size: float) -> list[str]:
    return fonts.wrap(topic.note, size, COLUMN - 2 * MARGIN) if topic.note else []


def _capitalise(words: str) -> str:
    return words[:1].upper() + words[1:]


# How it is drawn


def _draw_head(canvas: Canvas) -> None:
    colours = canvas.palette
    canvas.draw_rect(0.15, 0.15, PAGE.width - 0.3, BAND - 0.3, colours.band, colours.line, 2.4)
    canvas.write_text(7, BAND * 0.4, gettext(QUICK_REFERENCE), 9.5, colours.on_band, fonts.TITLE, "bold", "start", 118)
    canvas.write_text(7.3, BAND * 0.8, gettext(GAME), 3.8, colours.on_band, anchor="start")
    for index, colour in enumerate(DICE_TEXTS):
        canvas.draw_icon(f"die-{colour}", PAGE.width - 54 + index * 14, BAND / 2, 10.5, colours.hues[colour])


def _draw_topic(canvas: Canvas, topic: Topic, size: float, slack: float) -> None:
    canvas.draw_panel(topic.hue, topic.die, topic.title)
    y = HEADER + 0.8
    for line in _wrap_note(topic, size):
        canvas.write_text(MARGIN, y + size * LINE / 2, line, size, canvas.palette.muted, anchor="start")
        y += size * LINE
    for item in topic.items:
        height = _measure_item(item, size) + slack
        _draw_item(canvas, item, y + height / 2, size)
        y += height


def _draw_item(canvas: Canvas, item: Item, cy: float, size: float) -> None:
    _draw_picture(canvas, item.picture, MARGIN + PICTURE / 2 - 0.8, cy)
    lines, left = _wrap_item(item, size), MARGIN + PICTURE
    y = cy - (len(lines) - 1) * size * LINE / 2
    name = _capitalise(item.name)
    canvas.write_text(left, y, name, size, weight="bold", anchor="start")
    lead = fonts.measure_width(f"{name}  ", size, weight="bold")
    for index, line in enumerate(lines if item.text else ()):
        canvas.write_text(left + (0 if index else lead), y + index * size * LINE, line, size, anchor="start")


def _draw_picture(canvas: Canvas, picture: tuple[Icon, ...] | Bonus, cx: float, cy: float) -> None:
    if isinstance(picture, Bonus):
        left, top = cx - TILE / 2, cy - TILE / 2
        canvas.draw_rect(left, top, TILE, TILE, canvas.palette.tile, canvas.palette.accent, TILE * 0.2, 0.3)
        canvas.printed.append(draw_bonus(picture, cx, cy, TILE * 0.77, canvas.palette))
        return
    side = {1: 6.0, 2: 3.9}.get(len(picture), 3.3)
    for index, icon in enumerate(picture):
        x = cx + (0 if len(picture) == 1 else (index % 2 - 0.5) * (side + 0.3))
        y = cy + (0 if len(picture) < 3 else (index // 2 - 0.5) * (side + 0.3))
        canvas.draw_icon(icon.name, x, y, side, canvas.palette.hues[icon.tone])
