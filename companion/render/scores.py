"""Results of the physical games: tables on A4 or Letter, text as text.

The words come from outside, in the language asked for: the printing process speaks none of its own.
"""

from dataclasses import dataclass

from companion.render import fonts
from companion.render.pad import PAPERS
from companion.render.pdf import text_document
from companion.render.svg import element, text_element


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
    """A result, worded."""

    game: str
    headline: str
    players: tuple[Player, ...]  # best first
    ties: tuple[str, ...]
    total: str
    language: str


def print_result(scored: Scored, paper: str) -> bytes:
    ties = "".join(text_element("p", sentence, class_="tie") for sentence in scored.ties)
    players = "".join(_player(player, scored.total) for player in scored.players)
    body = _band(scored.headline, scored.game) + ties + element("div", players, class_="players")
    return text_document(body, _style(paper), f"{scored.game}: {scored.headline}", scored.language)


def _band(title: str, above: str) -> str:
    return element("header", text_element("p", above) * bool(above) + text_element("h1", title))


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


def _style(paper: str) -> str:
    size = PAPERS[paper]
    return f"""
@page {{ size: {size.width}mm {size.height}mm; margin: 11mm 14mm }}
body {{ margin: 0; font: 10.5pt/1.3 '{fonts.LABEL}', sans-serif; color: #2a1a33 }}
header {{ padding: 4mm 6mm; border-radius: 3mm; background: #2b1d52; color: #fff3dc; text-align: center;
  border: .4mm solid #c78a16; margin-bottom: 5mm }}
header p {{ margin: 0; color: #ffd98a; font-size: 11pt }}
h1, h2 {{ font-family: '{fonts.TITLE}', serif; font-weight: bold; line-height: 1.15; margin: 0 }}
h1 {{ font-size: 21pt; overflow-wrap: anywhere }}
h2 {{ font-size: 14pt; margin-bottom: 1.5mm; overflow-wrap: anywhere }}
h2 i {{ font-style: normal; color: #96281a; margin-right: 2mm }}
table {{ width: 100%; border-collapse: collapse }}
th {{ text-align: left; font-weight: normal; vertical-align: top; padding: 1.4mm 2mm 1.4mm 0 }}
th b {{ font-weight: normal; display: block }}
th span {{ display: block; color: #65505f; font-size: 8.5pt; line-height: 1.2 }}
td {{ text-align: right; vertical-align: top; padding: 1.4mm 0; font-weight: bold; white-space: nowrap }}
tr {{ border-bottom: .2mm solid #d9c49c }}
.total {{ border-top: .5mm solid #8b7150; border-bottom: 0 }}
.total th, .total td {{ font-family: '{fonts.TITLE}', serif; font-weight: bold; font-size: 13pt }}
.players {{ columns: 2; column-gap: 8mm }}
.player {{ break-inside: avoid; border: .25mm solid #d9c49c; border-radius: 3mm; padding: 4mm 5mm 2.5mm;
  margin-bottom: 6mm }}
.best {{ border: .6mm solid #c78a16; background: #fffaf0 }}
.tie {{ margin: 0 0 4mm; text-align: center }}
"""
