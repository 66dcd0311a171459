"""The places of the areas on the drawing, in millimetres from its top left corner.

The drawing is a portrait page, scaled to A4, Letter or half a page for printing. It includes the corner markers (ArUco,
DICT_4X4_50) and the QR code, so that a photo of a sheet can be read later.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from itertools import combinations

from companion.games.dice_charmers.definition.values import InvalidValue, TomlTable, ValueForm, integer
from companion.phrase import Phrase
from companion.render.svg import Box

SMALLEST_MARKER = 12.0  # smaller markers are not found in a phone's photo
SMALLEST_QR = 34.0
SMALLEST_BOXES = {  # width and height that the drawing needs to be legible
    "title": (40, 12),
    "player": (60, 13),
    "tracks": (120, 28),
    "province": (60, 66),
    "market": (54, 44),
    "palace": (58, 36),
    "river": (120, 34),
    "upgrades": (50, 32),
    "karma": (40, 26),
    "qr": (8, 8),  # see SMALLEST_QR
    "notes": (12, 12),
}
ARUCO_IDS = 50
MISPLACED = {
    "top_left": Phrase("is not in the top left quarter of the page; expected it there"),
    "top_right": Phrase("is not in the top right quarter of the page; expected it there"),
    "bottom_right": Phrase("is not in the bottom right quarter of the page; expected it there"),
    "bottom_left": Phrase("is not in the bottom left quarter of the page; expected it there"),
}
NOWHERE = Box(0, 0, 0, 0)  # placeholder for an invalid box


@dataclass(frozen=True)
class Boxes:
    """The parts of a sheet; the field names are the keys in the file."""

    title: Box
    player: Box  # the line for the player's name
    qr: Box
    tracks: Box
    province: Box
    market: Box
    palace: Box
    river: Box
    upgrades: Box
    karma: Box
    notes: Box = NOWHERE  # for the player's own notes; a sheet may do without


@dataclass(frozen=True)
class Marker:
    id: int
    box: Box


@dataclass(frozen=True)
class Markers:
    top_left: Marker
    top_right: Marker
    bottom_right: Marker
    bottom_left: Marker

    def __iter__(self) -> Iterator[Marker]:
        """Iterate over the markers, clockwise from the top left."""
        return iter((self.top_left, self.top_right, self.bottom_right, self.bottom_left))


@dataclass(frozen=True)
class Geometry:
    page: Box
    markers: Markers
    boxes: Boxes


def read_geometry(table: TomlTable) -> Geometry:
    page = table.get("page", PAGE, NOWHERE)
    with table.get_table("boxes") as places:
        boxes = Boxes(
            **{
                field.name: (places.get_optional if field.name == "notes" else places.get)(
                    field.name, _make_box_form(field.name), NOWHERE
                )
                for field in fields(Boxes)
            }
        )
        if boxes.qr != NOWHERE and (boxes.qr.width != boxes.qr.height or boxes.qr.width < SMALLEST_QR):
            least = f"{SMALLEST_QR:g}"
            wrong = Phrase("is not a square of at least %(least)s mm, as phones need; expected one", least=least)
            places.add_problem("qr", wrong)
    with table.get_table("markers") as corners:
        markers = _read_markers(corners, page)
    _check_places(table, Geometry(page, markers, boxes))
    return Geometry(page, markers, boxes)


def _read_markers(table: TomlTable, page: Box) -> Markers:
    size = table.get("size", SIDE_OF_MARKER, 0.0)
    markers = {}
    for field in fields(Markers):
        with table.get_table(field.name, Phrase("a marker such as { id = 0, at = [0, 0] }")) as corner:
            number = corner.get("id", integer(0, ARUCO_IDS - 1), -1)
            x, y = corner.get("at", POINT, (0.0, 0.0))
            markers[field.name] = Marker(number, Box(x, y, size, size))
            vertical = "top" if 2 * y + size < page.height else "bottom"
            horizontal = "left" if 2 * x + size < page.width else "right"
            if page != NOWHERE and number >= 0 and field.name != f"{vertical}_{horizontal}":
                corner.add_problem("at", MISPLACED[field.name])
    for one, two in combinations(markers, 2):
        if markers[one].id == markers[two].id != -1:
            wrong = Phrase("is %(id)d as for %(one)s; expected four different ids", id=markers[two].id, one=one)
            table.add_problem(f"{two}.id", wrong)
    return Markers(**markers)


def _check_places(table: TomlTable, geometry: Geometry) -> None:
    """Check that everything is inside the page and nothing overlaps."""
    placed = {f"boxes.{field.name}": getattr(geometry.boxes, field.name) for field in fields(Boxes)}
    placed |= {f"markers.{field.name}": getattr(geometry.markers, field.name).box for field in fields(Markers)}
    placed = {key: box for key, box in placed.items() if box.width > 0}
    page = geometry.page
    for key, box in placed.items():
        if page != NOWHERE and (box.right > page.width or box.bottom > page.height):
            reach, size = f"{box.right:g} x {box.bottom:g}", f"{page.width:g} x {page.height:g}"
            wrong = Phrase("reaches %(reach)s mm; expected it inside the page of %(page)s mm", reach=reach, page=size)
            table.add_problem(key, wrong)
    for (one, box), (two, other) in combinations(placed.items(), 2):
        if box.overlaps(other):
            table.add_problem(two, Phrase("overlaps %(one)s; expected boxes next to each other", one=one))


def _read_numbers(count: int, low: float, expected: str) -> ValueForm[tuple[float, ...]]:
    def read(value: object) -> tuple[float, ...]:
        if not isinstance(value, list) or len(value) != count:
            raise InvalidValue(expected)
        return tuple(_read_millimetres(number, low, expected) for number in value)

    return ValueForm(expected, read)


def _read_millimetres(value: object, low: float, expected: str) -> float:
    """Read a length; raise InvalidValue for anything else, also for TOML's nan and inf."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= 1000:
        raise InvalidValue(expected)
    return float(value)


def _read_page(value: object) -> Box:
    width, height = _read_numbers(2, 50, PAGE.expected).read(value)
    if width > height:
        raise InvalidValue(PAGE.expected)
    return Box(0, 0, width, height)


def _make_box_form(part: str) -> ValueForm[Box]:
    expected = Phrase("a box as [x, y, width, height] in mm from the top left corner")
    least_width, least_height = SMALLEST_BOXES[part]

    def read(value: object) -> Box:
        x, y, width, height = _read_numbers(4, 0, expected).read(value)
        if width < least_width or height < least_height:
            raise InvalidValue(
                Phrase(
                    "a box at least %(width)d mm wide and %(height)d mm high", width=least_width, height=least_height
                )
            )
        return Box(x, y, width, height)

    return ValueForm(expected, read)


def _read_point(value: object) -> tuple[float, float]:
    x, y = _read_numbers(2, 0, POINT.expected).read(value)
    return x, y


PAGE = ValueForm(Phrase("an upright page as [width, height] in mm, each from 50 to 1000"), _read_page)
POINT = ValueForm(Phrase("a place as [x, y] in mm from the top left corner"), _read_point)
_SIDE = Phrase("the side of a corner marker in mm, from %(least)s up", least=f"{SMALLEST_MARKER:g}")
SIDE_OF_MARKER = ValueForm(_SIDE, lambda value: _read_millimetres(value, SMALLEST_MARKER, _SIDE))
