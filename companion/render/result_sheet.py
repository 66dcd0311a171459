"""Print the result of a game scored from totals, as tables on A4 or Letter. The caller passes translated texts."""

from dataclasses import dataclass

from companion.render import codes, fonts, icons
from companion.render.geometry import PAPERS, Box
from companion.render.palette import Character, Palette, make_palette
from companion.render.pdf import OWN, render_html_pdf
from companion.render.svg import element, write_svg, write_text_element

PICTURE = f"{OWN}picture"
CODE = f"{OWN}code"
CODE_VERSION = 14  # the link contains all totals; a camera close to the paper can still read this size


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
    """A result with translated texts."""

    title: str  # of the game
    icon: str
    colours: Character
    headline: str
    players: tuple[Player, ...]  # best first
    ties: tuple[str, ...]
    total: str  # the label of the sum
    link: str  # to the page of the result
    language: str


def print_result(scored: Scored, paper: str) -> bytes:
    """Render a result as a PDF; the QR code of the link is omitted if the link is too long."""
    colours = make_palette(scored.colours)
    pictures = {PICTURE: icons.draw_emblem(scored.icon, colours.ornament)}
    if codes.can_encode(scored.link, CODE_VERSION):
        pictures[CODE] = write_svg(codes.draw_qr(scored.link, Box(0, 0, 30, 30), CODE_VERSION), 30, 30)
    ties = "".join(write_text_element("p", fonts.clean_text(sentence), class_="tie") for sentence in scored.ties)
    players = "".join(_write_player(player, scored.total) for player in scored.players)
    body = _write_head(scored, pictures) + ties + element("div", players, class_="players")
    title = f"{scored.title}: {scored.headline}"
    return render_html_pdf(body, _write_style(paper, colours), title, scored.language, pictures)


def _write_head(scored: Scored, pictures: dict[str, str]) -> str:
    words = write_text_element("p", scored.title) + write_text_element("h1", fonts.clean_text(scored.headline))
    emblem = element("img", src=PICTURE, alt=scored.title, class_="picture")
    code = element("img", src=CODE, alt=scored.link, class_="code") if CODE in pictures else ""
    return element("header", emblem + code + element("div", words))


def _write_player(player: Player, total: str) -> str:
    heading = write_text_element("i", f"{player.rank}.") + write_text_element("span", fonts.clean_text(player.name))
    rows = "".join(
        element(
            "tr",
            element("th", write_text_element("b", part.title) + write_text_element("span", part.why) * bool(part.why))
            + write_text_element("td", part.points),
        )
        for part in player.parts
    )
    sum_of_all = element("tr", write_text_element("th", total) + write_text_element("td", player.score), class_="total")
    kind = "player best" if player.rank == 1 else "player"
    return element("section", element("h2", heading) + element("table", rows + sum_of_all), class_=kind)


def _write_style(paper: str, colours: Palette) -> str:
    """Write the CSS. Players are inline blocks, because WeasyPrint takes ten times as long to balance CSS columns."""
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
