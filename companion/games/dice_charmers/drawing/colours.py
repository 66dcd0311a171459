"""The colours and icons of a sheet, besides its own character."""

from functools import partial

from companion.render import palette

# One hue for each colour of dice and for each kind of gain. All are dark enough to read on white paper.
HUES = {
    "purple": "#6b3a86",
    "green": "#2f6b3c",
    "blue": "#1d5f95",
    "orange": "#b04a12",
    "tea": "#3c7a3a",
    "silk": "#a62f6e",
    "spices": "#b93a1c",
    "temple": "#a8401f",
    "palace": "#7a3a86",
    "fort": "#4d5a66",
    "mill": "#7d5d14",
    "residence": "#8a1f3c",
    "fame": "#b3261e",
    "money": "#8a6100",
    "karma": "#17706f",
}
SIMPLE = {"karma": "wheel", "money": "coin"}  # icons that look better than these with an outline

make_palette = partial(palette.make_palette, hues=HUES)


def simplify(icon: str) -> str:
    """Return the icon to draw with an outline."""
    return SIMPLE.get(icon, icon)
