"""What a bonus looks like: an icon, with its number on it where it has one."""

from dataclasses import dataclass

from companion.games.dice_charmers.rules.sheet import Bonus, BonusKind
from companion.render import fonts, icons
from companion.render.canvas import written
from companion.render.palette import Palette


@dataclass(frozen=True)
class Look:
    icon: str
    hue: str
    x: float = 12.0  # where the number stands on the icon's grid of 24
    y: float = 12.0
    room: float = 13.0
    solid: bool = True  # the number stands on ink


_LOOKS = {
    BonusKind.UPGRADE: Look("upgrade", "accent"),
    BonusKind.KARMA: Look("karma", "karma"),
    BonusKind.FAME: Look("fame", "fame"),
    BonusKind.MONEY: Look("money", "money"),
    BonusKind.GOODS_DIE: Look("goods-die", "purple"),
    BonusKind.GOODS: Look("goods", "purple", y=15.2),
    BonusKind.SELL_ANY: Look("sell", "purple", x=14.6),
    BonusKind.SELL_ONE_TO_THREE: Look("stall", "purple", y=15.3, room=15.0, solid=False),
    BonusKind.SELL_TWO_DIFFERENT: Look("sell-different", "purple"),
    BonusKind.HALF_ROAD: Look("half-road", "green"),
    BonusKind.STRAIGHT: Look("straight", "green"),
    BonusKind.FORK: Look("fork", "green"),
    BonusKind.INTERSECTION: Look("intersection", "green"),
    BonusKind.RIVER_ADVANCE: Look("river-advance", "blue", y=16.4),
    BonusKind.RIVER_BACK: Look("river-back", "blue", y=16.4),
}
_LARGEST = 12.5  # of a number, on the grid of 24


def look_of(bonus: Bonus) -> Look:
    if bonus.kind is BonusKind.PERSON:
        return Look("person-any" if bonus.argument == "any" else bonus.argument, "orange")
    return _LOOKS[bonus.kind]


def caption(bonus: Bonus) -> str:
    match bonus.kind:
        case BonusKind.PERSON:
            return ""
        case BonusKind.RIVER_ADVANCE:
            return "1"
        case BonusKind.SELL_ONE_TO_THREE:
            return "1–3"
        case _:
            return "?" if bonus.argument == "any" else bonus.argument.replace("-", "–")


def bonus_art(bonus: Bonus, cx: float, cy: float, size: float, palette: Palette) -> str:
    look = look_of(bonus)
    drawn = icons.use(look.icon, cx, cy, size, palette.hues[look.hue])
    words = caption(bonus)
    if not words:
        return drawn
    unit = size / 24
    figure = fonts.fitting_size(words, _LARGEST, look.room, fonts.LABEL, "bold") * unit
    x, cy = cx + (look.x - 12) * unit, cy + (look.y - 12) * unit
    colour = palette.on_solid if look.solid else palette.hues[look.hue]
    return drawn + written(x, cy, words, figure, colour, weight="bold")
