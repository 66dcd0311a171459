"""The editions of the drawing, each with its own measures.

Sheets printed earlier keep theirs, so that photos of them can still be read.
"""

from dataclasses import dataclass

from companion.games.dice_charmers.definition import SheetDefinition
from companion.games.dice_charmers.drawing.colours import make_palette
from companion.render.palette import Palette


@dataclass(frozen=True)
class Edition:
    """The measures in which editions differ. Shares are relative to the place that a part has."""

    light_icons: bool = False  # icons that get a mark are light with an outline
    has_serials: bool = False  # the code of every copy is different
    has_totals: bool = False  # boxes for the final totals in the head
    title: float = 11.0  # font size
    money_place: float = 0.0  # least width of a place on paper
    track_margin: float = 2.6  # beside the tracks on paper
    upright_money: bool = False  # numbers of money places, if they are wide enough
    pencil_note: bool = False  # what to write with, and a sample of a mark
    rim: float = 11.2  # beside the province, with bonuses
    bare_rim: float = 11.2  # and without
    space_icon: float = 0.56  # share of a space
    space_name: float = 1.9  # font size
    residence_on_top: bool = False  # the residence is drawn over its neighbours, and its roads end at its edges
    coins: float = 8.6  # height of the row of prices
    roof: float = 0.44  # upper part of a tent, share of its row
    good: float = 0.74
    tent_edge: float = 0.5  # from the top of a row to its tents
    tent_inset: float = 0.15  # from the top of a tent to its bonus
    tents_repeat: bool = False  # a tent in several parts shows its bonus in each
    wing_gap: float = 0.0  # between the two wings of the palace
    person_name: float = 0.29  # share of a row
    palace_stems: bool = False  # lines from the columns to their bonuses
    bonus: float = 0.8  # icon, share of its tile
    border: float = 0.3  # of a tile
    disc_border: float = 0.4  # of a river space
    river_symbol: float = 0.66  # share of the disc
    upgrade_apart: float = 0.0  # how far value and box are from the middle of a column, share of its width
    upgrade_room: float = 1.0  # width of a box, at most, share of the column
    karma: float = 0.78  # share of a place
    karma_cell: float = 1.0  # share of the wheel


EDITIONS = {
    1: Edition(),
    2: Edition(
        light_icons=True,
        has_serials=True,
        has_totals=True,
        title=8.6,
        money_place=4.6,  # 3.2 mm with two sheets on a page
        track_margin=1.2,
        upright_money=True,
        pencil_note=True,
        rim=12.7,
        bare_rim=3.2,
        space_icon=0.5,
        space_name=2.3,
        residence_on_top=True,
        coins=7.0,
        roof=0.44,
        good=0.66,
        tent_edge=0.4,
        tent_inset=0.9,
        tents_repeat=True,
        wing_gap=4.0,
        person_name=0.34,
        palace_stems=True,
        bonus=0.73,
        border=0.2,
        disc_border=0.28,
        river_symbol=0.6,
        upgrade_apart=0.24,
        upgrade_room=0.42,
        karma=0.63,
        karma_cell=1.3,
    ),
}


def choose_palette(definition: SheetDefinition, ink: str = "full", dark: bool = False) -> Palette:
    """Choose the colours of a sheet in its edition."""
    return make_palette(definition.character, ink, dark, EDITIONS[definition.edition].light_icons)
