"""The areas of a sheet. One function draws each area in the given size."""

from companion.games.dice_charmers.drawing.areas.karma import draw_karma
from companion.games.dice_charmers.drawing.areas.market import draw_market
from companion.games.dice_charmers.drawing.areas.palace import draw_palace
from companion.games.dice_charmers.drawing.areas.province import draw_province
from companion.games.dice_charmers.drawing.areas.river import draw_river
from companion.games.dice_charmers.drawing.areas.tracks import draw_tracks, draw_wrapped_tracks
from companion.games.dice_charmers.drawing.areas.upgrades import draw_upgrades

__all__ = [
    "draw_karma",
    "draw_market",
    "draw_palace",
    "draw_province",
    "draw_river",
    "draw_tracks",
    "draw_upgrades",
    "draw_wrapped_tracks",
]
