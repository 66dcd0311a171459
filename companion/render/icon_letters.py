"""Which letter of our icon font stands for which icon; the font itself is made by `icon_font`, with the first PDF."""

from functools import cache

from companion.render.icons import symbols

FAMILY = "Companion Icons"
FIRST = 0xE000  # letters that no language has


def letter(icon: str) -> str:
    return letters()[icon]


@cache
def letters() -> dict[str, str]:
    return {icon: chr(FIRST + index) for index, icon in enumerate(symbols())}
