"""The areas of a sheet, each drawn by one function from the definition and the marks into a given size."""

from companion.render.areas.karma import draw_karma
from companion.render.areas.market import draw_market
from companion.render.areas.palace import draw_palace
from companion.render.areas.province import draw_province
from companion.render.areas.river import draw_river
from companion.render.areas.tracks import draw_tracks, draw_wrapped_tracks
from companion.render.areas.upgrades import draw_upgrades

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
