"""Draw a bonus: its icon, with its caption on it where it has one."""

from companion.games.dice_charmers.kinds.bonuses import BONUSES, caption_of, icon_of
from companion.games.dice_charmers.rules.sheet import Bonus
from companion.render import fonts, icons
from companion.render.canvas import draw_text
from companion.render.palette import Palette

_LARGEST = 12.5  # of a caption, on the grid of 24


def bonus_art(bonus: Bonus, cx: float, cy: float, size: float, palette: Palette) -> str:
    look = BONUSES[bonus.kind].look
    drawn = icons.draw_icon(icon_of(bonus), cx, cy, size, palette.hues[look.hue])
    words = caption_of(bonus)
    if not words:
        return drawn
    unit = size / 24
    figure = fonts.fit_size(words, _LARGEST, look.room, fonts.LABEL, "bold") * unit
    x, cy = cx + (look.x - 12) * unit, cy + (look.y - 12) * unit
    colour = palette.on_solid if look.solid else palette.hues[look.hue]
    return drawn + draw_text(x, cy, words, figure, colour, weight="bold")
