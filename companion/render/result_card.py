"""Draw the result of a game as a PNG to share: who won, everybody's points. The caller passes translated texts."""

from dataclasses import dataclass, replace
from io import BytesIO

from companion.render import fonts, icons
from companion.render.palette import Character, Palette, make_palette
from companion.render.pdf import OWN, render_html_pdf
from companion.render.svg import element, write_text_element
from companion.seat_colours import SEAT_COLOURS

WIDTH = 108.0  # millimetres
PIXELS = 10  # per millimetre: 1080 wide
HEAD, HEADLINE, ROW, FOOT = 20.0, 24.0, 15.0, 12.0
EMBLEM = f"{OWN}emblem"
PDF_POINTS = 72 / 25.4  # per millimetre


@dataclass(frozen=True)
class CardPlayer:
    rank: int
    name: str
    score: str
    colour: str  # of the seat, or empty
    note: str  # below the name, may be empty


@dataclass(frozen=True)
class Card:
    """A result with translated texts."""

    title: str  # of the game
    icon: str
    colours: Character
    headline: str
    date: str
    players: tuple[CardPlayer, ...]  # best first
    foot: str
    foot_if_missing: str  # instead, if no installed font has the letters of a name
    language: str


def draw_card(card: Card) -> bytes:
    """Draw the card as a PNG, with question marks for letters that no installed font has. Raises PdfUnavailable."""
    missing: set[str] = set()
    pdf = render_card(card, missing)
    return render_png(render_card(replace_letters(card, missing), set()) if missing else pdf)


def replace_letters(card: Card, missing: set[str]) -> Card:
    marks = str.maketrans(dict.fromkeys(missing, "?"))
    players = (replace(player, name=player.name.translate(marks)) for player in card.players)
    headline = card.headline.translate(marks)
    return replace(card, headline=headline, players=tuple(players), foot=card.foot_if_missing)


def render_card(card: Card, missing: set[str]) -> bytes:
    """Render the card as a PDF, and add the letters that no installed font has to `missing`."""
    height = HEAD + HEADLINE + ROW * len(card.players) + FOOT
    colours = make_palette(card.colours)
    drawings = {EMBLEM: icons.draw_emblem(card.icon, colours.ornament)}
    drawings |= {_address(player.colour): _draw_sign(player.colour) for player in card.players if player.colour}
    body = _write_head(card) + "".join(_write_player(player) for player in card.players)
    body += write_text_element("footer", card.foot)
    return render_html_pdf(body, _write_style(height, colours), card.title, card.language, drawings, missing)


def render_png(pdf: bytes) -> bytes:
    """Render the first page of a PDF as a PNG."""
    import pypdfium2  # imported here because only the worker process needs it

    page = pypdfium2.PdfDocument(pdf)[0]
    picture = page.render(scale=PIXELS / PDF_POINTS).to_pil()
    file = BytesIO()
    picture.quantize(256).save(file, "PNG", optimize=True)
    return file.getvalue()


def _address(colour: str) -> str:
    return f"{OWN}sign-{colour}"


def _draw_sign(colour: str) -> str:
    seat = SEAT_COLOURS[colour]
    tile = element("rect", x=-8.0, y=-8.0, width=40.0, height=40.0, rx=11.0, fill=seat.screen)
    shape = element("path", d=seat.shape, fill=seat.on_screen)
    return element("svg", tile + shape, xmlns="http://www.w3.org/2000/svg", viewBox="-8 -8 40 40")


def _write_head(card: Card) -> str:
    words = write_text_element("b", card.title) + write_text_element("i", card.date)
    head = element("header", element("img", src=EMBLEM, alt=card.title) + words)
    size = fonts.fit_size(card.headline, 9.0, WIDTH - 14, fonts.TITLE, "bold")
    headline = fonts.shorten(card.headline, max(size, 5.0), WIDTH - 14, fonts.TITLE, "bold")
    return head + write_text_element("h1", headline, style=f"font-size:{max(size, 5.0):.2f}mm")


def _write_player(player: CardPlayer) -> str:
    sign = element("img", src=_address(player.colour), alt=player.colour) if player.colour else ""
    room = WIDTH - 56 if player.colour else WIDTH - 46
    name = write_text_element("b", fonts.shorten(player.name, 5.4, room, weight="bold"))
    words = element("span", name + (write_text_element("i", player.note) if player.note else ""))
    place, points = write_text_element("em", str(player.rank)), write_text_element("strong", player.score)
    kind = "player best" if player.rank == 1 else "player"
    if not player.note:
        kind += " plain"
    return element("section", place + sign + words + points, class_=f"{kind} signed" if sign else kind)


def _write_style(height: float, colours: Palette) -> str:
    return f"""
@page {{ size: {WIDTH}mm {height}mm; margin: 0; background: {colours.page} }}
body {{ margin: 0; font: 4.2mm/1.2 '{fonts.LABEL}', sans-serif; color: {colours.ink} }}
header {{ position: relative; height: {HEAD}mm; background: {colours.band}; color: {colours.on_band} }}
header img {{ position: absolute; left: 6mm; top: 3.5mm; width: 13mm; height: 13mm }}
header b {{ position: absolute; left: 23mm; top: 4mm; font: bold 6.4mm/1.2 '{fonts.TITLE}', serif }}
header i {{ position: absolute; left: 23mm; top: 12mm; font-style: normal; font-size: 3.8mm }}
h1 {{ margin: 0; height: {HEADLINE}mm; line-height: {HEADLINE}mm; text-align: center;
  font-family: '{fonts.TITLE}', serif; font-weight: bold; white-space: nowrap; overflow: hidden }}
.player {{ position: relative; height: {ROW - 2}mm; margin: 0 6mm 2mm; border-radius: 3mm; background: {colours.panel};
  border: .25mm solid {colours.line}; box-sizing: border-box }}
.best {{ background: {colours.tints["accent"]}; border: .6mm solid {colours.accent} }}
.player em {{ position: absolute; left: 0; width: 13mm; top: 2.6mm; text-align: center;
  font: bold 7mm/1 '{fonts.TITLE}', serif }}
.player img {{ position: absolute; left: 13mm; top: 2.5mm; width: 7.5mm; height: 7.5mm }}
.player span {{ position: absolute; left: 14mm; top: 1.2mm; white-space: nowrap; overflow: hidden }}
.signed span {{ left: 24mm }}
.player span b {{ display: block; font-size: 5.4mm; line-height: 6mm }}
.plain span {{ top: 3.2mm }}
.player span i {{ display: block; font-style: normal; font-size: 3.4mm; line-height: 4mm; color: {colours.muted} }}
.player strong {{ position: absolute; right: 5mm; top: 2.4mm; font: bold 7.6mm/1 '{fonts.LABEL}', sans-serif }}
footer {{ height: {FOOT}mm; line-height: {FOOT - 1}mm; text-align: center; font-size: 3.4mm; color: {colours.muted} }}
"""
