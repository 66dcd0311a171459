"""Compute the colours of a sheet from its character and its hues: full colour, ink-saving, or dark theme."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

INKS = ("full", "saver", "laminate")  # "laminate": colours, but no fills, for dry-erase pens
VISIBLE = 3.0  # the contrast ratio that icons need
SAVED_BLACK = "#606060"  # of large black parts: a third less ink, and a camera still sees them
THIN = 3.1  # and that thin lines need


@dataclass(frozen=True)
class Character:
    """The look of a sheet: the theme of its ornaments, and its colours as "#rrggbb"."""

    theme: str
    paper: str
    ink: str
    accent: str


@dataclass(frozen=True)
class Palette:
    page: str
    band: str  # behind the sheet's name
    on_band: str
    ornament: str
    panel: str  # behind an area
    tile: str  # behind something that gets a mark
    line: str
    ink: str
    muted: str
    accent: str
    on_solid: str  # text on a solid icon
    pen: str
    casing: str  # around drawn roads, so that they stand out from the print
    hues: dict[str, str]
    tints: dict[str, str]
    icons: dict[str, str]  # of icons that get a mark: so light that a pencil stands out from them
    outlines: dict[str, str]  # of such icons

    hollow: ClassVar[bool] = False  # True: all icons are outlines
    stroke: ClassVar[float] = 1.0  # thickness of printed lines, compared with the usual
    codes: ClassVar[str] = "#000000"  # of corner markers and QR codes


class HollowPalette(Palette):
    hollow = True


class SaverPalette(HollowPalette):
    stroke = 0.4
    codes = SAVED_BLACK


def make_palette(
    character: Character, ink: str = "full", dark: bool = False, hues: Mapping[str, str] | None = None
) -> Palette:
    """Make the palette for a sheet; `ink` is one of INKS and does not matter in the dark theme.

    `hues` are colours of the game by name, dark enough to read on white paper; the palette adapts them.
    """
    hues = {**(hues or {}), "accent": character.accent}
    if dark:
        return _make_dark(character, hues)
    return {"full": _make_full, "saver": _make_saver, "laminate": _make_laminate}[ink](character, hues)


def _lighten(hues: Mapping[str, str], ground: str) -> dict[str, str]:
    return {name: mix(hue, ground, 0.8) for name, hue in hues.items()}


def _bring_near(colour: str, ground: str) -> str:
    """Mix a colour with its background as far as thin lines in it stay visible."""
    nearer = [mix(colour, ground, share / 50) for share in range(50)]
    return next((each for each in reversed(nearer) if compute_contrast(each, ground) >= THIN), colour)


def _make_full(character: Character, hues: Mapping[str, str]) -> Palette:
    paper = character.paper
    hues = {**hues, "accent": ensure_visible(character.accent)}
    tints = {name: mix(hue, "#ffffff", 0.86) for name, hue in hues.items()}
    night = character.theme == "moon"
    return Palette(
        page=paper,
        band=character.ink if night else mix(character.accent, "#ffffff", 0.8),
        on_band=paper if night else character.ink,
        ornament=mix(paper, character.accent, 0.25) if night else character.accent,
        panel=mix(paper, "#ffffff", 0.6),
        tile="#ffffff",
        line=mix(character.accent, paper, 0.3),
        ink=character.ink,
        muted=mix(character.ink, paper, 0.3),
        accent=character.accent,
        on_solid="#ffffff",
        pen="#1f3fae",
        casing="#ffffff",
        hues=hues,
        tints=tints,
        icons=_lighten(hues, "#ffffff"),
        outlines={name: _bring_near(hue, tints[name]) for name, hue in hues.items()},
    )


def _make_laminate(character: Character, hues: Mapping[str, str]) -> Palette:
    full = _make_full(character, hues)
    white = dict.fromkeys(full.hues, "#ffffff")
    grounds = {"page": "#ffffff", "band": "#ffffff", "panel": "#ffffff", "tints": white, "icons": white}
    return HollowPalette(**{**vars(full), **grounds, "on_band": character.ink, "ornament": full.hues["accent"]})


def _make_saver(_: Character, hues: Mapping[str, str]) -> Palette:
    hues = dict.fromkeys(hues, "#767676")
    return SaverPalette(
        page="#ffffff",
        band="#ffffff",
        on_band="#585858",
        ornament="#767676",
        panel="#ffffff",
        tile="#ffffff",
        line="#c8c8c8",
        ink="#585858",
        muted="#767676",
        accent="#a0a0a0",
        on_solid="#ffffff",
        pen="#1f3fae",
        casing="#ffffff",
        hues=hues,
        tints=dict.fromkeys(hues, "#ffffff"),
        icons=dict.fromkeys(hues, "#ffffff"),
        outlines={name: _bring_near(hue, "#ffffff") for name, hue in hues.items()},
    )


def _make_dark(character: Character, hues: Mapping[str, str]) -> Palette:
    ground = mix(character.ink, "#0c0d14", 0.72)
    tile = mix(ground, "#ffffff", 0.12)
    hues = {name: mix(hue, "#ffffff", 0.52) for name, hue in hues.items()}
    return Palette(
        page=ground,
        band=ground,
        on_band=character.paper,
        ornament=hues["accent"],
        panel=mix(ground, "#ffffff", 0.06),
        tile=tile,
        line=mix(ground, hues["accent"], 0.45),
        ink=mix(character.paper, "#ffffff", 0.3),
        muted=mix(character.paper, ground, 0.3),
        accent=hues["accent"],
        on_solid=ground,
        pen="#ffd54a",
        casing=ground,
        hues=hues,
        tints={name: mix(ground, hue, 0.16) for name, hue in hues.items()},
        icons=_lighten(hues, tile),
        outlines=hues,
    )


def ensure_visible(colour: str) -> str:
    """Darken a colour until icons in it are visible on white paper."""
    while compute_contrast(colour, "#ffffff") < VISIBLE:
        colour = mix(colour, "#000000", 0.05)
    return colour


def mix(colour: str, other: str, share: float) -> str:
    """Mix two colours; `share` is the share of the second, from 0 to 1."""
    pairs = ((int(colour[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def compute_contrast(one: str, two: str) -> float:
    """Compute the WCAG contrast ratio of two colours, from 1 to 21."""
    lighter, darker = sorted((_compute_luminance(one), _compute_luminance(two)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _compute_luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
