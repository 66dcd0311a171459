"""Results of the games that are scored from totals: tables on A4 or Letter, text as text.

The words come from outside, in the language asked for.
"""

from dataclasses import dataclass

from companion.render import codes, fonts, icons
from companion.render.geometry import Box
from companion.render.palette import Character, Palette, palette
from companion.render.paper import PAPERS
from companion.render.pdf import OWN, text_document
from companion.render.svg import element, picture, text_element

PICTURE = f"{OWN}picture"
CODE = f"{OWN}code"
CODE_VERSION = 14  # the link holds all totals; held under a camera, so fine a code is still read


@dataclass(frozen=True)
class Part:
    title: str
    why: str
    points: str


@dataclass(frozen=True)
class Player:
    rank: int
    name: str
    score: str
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Scored:
    """A result in words."""

    title: str  # of the game
    icon: str
    colours: Character
    headline: str
    players: tuple[Player, ...]  # best first
    ties: tuple[str, ...]
    total: str  # what the sum is called
    link: str  # to the result's page
    language: str


def print_result(scored: Scored, paper: str) -> bytes:
    colours = palette(scored.colours)
    pictures = {PICTURE: _picture(scored.icon, colours)}
    if codes.fits(scored.link, CODE_VERSION):
        pictures[CODE] = _square(codes.qr(scored.link, Box(0, 0, 30, 30), CODE_VERSION), 30)
    ties = "".join(text_element("p", fonts.plain(sentence), class_="tie") for sentence in scored.ties)
    players = "".join(_player(player, scored.total) for player in scored.players)
    body = _head(scored, pictures) + ties + element("div", players, class_="players")
    title = f"{scored.title}: {scored.headline}"
    return text_document(body, _style(paper, colours), title, scored.language, pictures)


def _picture(icon: str, colours: Palette) -> str:
    drawn = icons.use(icon, 8, 8, 15, colours.ornament)
    return _square(icons.definitions_for(drawn) + drawn, 16)


def _square(drawn: str, side: float) -> str:
    return picture(drawn, side, side)


def _head(scored: Scored, pictures: dict[str, str]) -> str:
    words = text_element("p", scored.title) + text_element("h1", fonts.plain(scored.headline))
    emblem = element("img", src=PICTURE, alt=scored.title, class_="picture")
    code = element("img", src=CODE, alt=scored.link, class_="code") if CODE in pictures else ""
    return element("header", emblem + code + element("div", words))


def _player(player: Player, total: str) -> str:
    heading = text_element("i", f"{player.rank}.") + text_element("span", fonts.plain(player.name))
    rows = "".join(
        element(
            "tr",
            element("th", text_element("b", part.title) + text_element("span", part.why) * bool(part.why))
            + text_element("td", part.points),
        )
        for part in player.parts
    )
    sum_of_all = element("tr", text_element("th", total) + text_element("td", player.score), class_="total")
    kind = "player best" if player.rank == 1 else "player"
    return element("section", element("h2", heading) + element("table", rows + sum_of_all), class_=kind)


def _style(paper: str, colours: Palette) -> str:
    """Players stand side by side as blocks in a line: balancing CSS columns takes WeasyPrint ten times as long."""
    size = PAPERS[paper]
    return f"""
@page {{ size: {size.width}mm {size.height}mm; margin: 10mm 12mm }}
body {{ margin: 0; font: 10.5pt/1.3 '{fonts.LABEL}', sans-serif; color: {colours.ink} }}
header {{ position: relative; height: 34mm; border-radius: 3mm; background: {colours.band}; color: {colours.on_band};
  border: .3mm solid {colours.line}; margin-bottom: 5mm }}
header div {{ display: table-cell; vertical-align: middle; height: 34mm; padding: 0 38mm 0 27mm }}
header p {{ margin: 0 0 .5mm; font-size: 12pt }}
.picture {{ position: absolute; left: 7mm; top: 9.5mm; width: 15mm; height: 15mm }}
.code {{ position: absolute; right: 2mm; top: 2mm; width: 30mm; height: 30mm }}
h1, h2 {{ font-family: '{fonts.TITLE}', serif; font-weight: bold; line-height: 1.15; margin: 0 }}
h1 {{ font-size: 21pt; overflow-wrap: anywhere }}
h2 {{ font-size: 14pt; margin-bottom: 1.5mm; overflow-wrap: anywhere }}
h2 i {{ font-style: normal; color: {colours.accent}; margin-right: 2mm }}
table {{ width: 100%; border-collapse: collapse }}
th {{ text-align: left; font-weight: normal; vertical-align: top; padding: 1.4mm 2mm 1.4mm 0 }}
th b {{ font-weight: normal; display: block }}
th span {{ display: block; color: {colours.muted}; font-size: 8.5pt; line-height: 1.2 }}
td {{ text-align: right; vertical-align: top; padding: 1.4mm 0; font-weight: bold; white-space: nowrap }}
tr {{ border-bottom: .2mm solid {colours.tints["accent"]} }}
.total {{ border-top: .4mm solid {colours.ink}; border-bottom: 0 }}
.total th, .total td {{ font-family: '{fonts.TITLE}', serif; font-weight: bold; font-size: 13pt }}
.players {{ orphans: 1; widows: 1 }}
.player {{ display: inline-block; vertical-align: top; box-sizing: border-box; width: 48%; margin-bottom: 6mm;
  border: .25mm solid {colours.line}; border-radius: 3mm; padding: 4mm 5mm 2.5mm }}
.player:nth-child(odd) {{ margin-right: 4% }}
.best {{ border: .6mm solid {colours.accent}; background: {colours.panel} }}
.tie {{ margin: 0 0 4mm; text-align: center }}
"""
