"""Results to share: as links, QR codes, PDFs and pictures."""

import base64
import json
import zlib
from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import cache, lru_cache
from typing import Any

import qrcode
from flask import Response, abort, render_template, request
from markupsafe import Markup, escape
from qrcode.constants import ERROR_CORRECT_L, ERROR_CORRECT_M

from companion.games.game import BroughtAbout, Game, list_games
from companion.games.scoring import describe_winners, format_points
from companion.i18n import get_language, gettext
from companion.render.codes import can_encode, find_runs
from companion.render.pad import DEFAULT_PAPER, USUAL_PAPERS
from companion.render.pdf import PdfUnavailable, print_document
from companion.render.scores import CardPlayer, ResultCard, draw_card
from companion.render.svg import draw_emblem
from companion.rules.scoring import Result
from companion.web.companion import PRINTING, print_pdf, run_job

# QR codes as inline SVG, and for a terminal


LONGEST_CODE = 600  # bytes; phones cannot scan a finer code from a screen
LONG = 100  # longer texts get less error correction, and so fewer and larger modules
MASK = 3  # scanners read any mask on a screen; to compare all eight takes ten times as long
KEPT_CODES = 256
QUIET = 4  # modules of white margin that scanners need


def draw_qr(text: str, label: str) -> Markup:
    """Draw a QR code; return nothing if the text is too long for one."""
    if len(text.encode(errors="replace")) > LONGEST_CODE:
        return Markup("")
    size, path = draw_modules(text)
    return Markup(
        '<svg class="qr" role="img" aria-label="{label}" viewBox="0 0 {size} {size}" shape-rendering="crispEdges">'
        '<rect width="{size}" height="{size}" fill="#fff"/><path d="{path}" fill="#000"/></svg>'
    ).format(label=label, size=size, path=path)


@lru_cache(KEPT_CODES)
def draw_modules(text: str) -> tuple[int, str]:
    """Return the width in modules, and one path for all dark modules."""
    content = text.encode(errors="replace")
    correction = ERROR_CORRECT_L if len(content) > LONG else ERROR_CORRECT_M
    code = qrcode.QRCode(error_correction=correction, border=QUIET, mask_pattern=MASK)
    code.add_data(content, optimize=0)
    rows = code.get_matrix()
    return len(rows), "".join(f"M{x} {y}h{width}v1h-{width}z" for x, y, width in find_runs(rows))


def draw_qr_for_terminal(text: str, encoding: str = "utf-8") -> str:
    """Draw a QR code for a terminal, dark on light in any colour scheme: two modules per character, or two characters
    per module where the encoding has no half blocks."""
    code = qrcode.QRCode(border=2)
    code.add_data(text)
    rows = code.get_matrix()
    if not can_write("█▀▄", encoding):
        if not can_write("█", encoding):
            return ""  # nobody can scan what a scanner sees as light on dark
        return "\n".join("".join("  " if dark else "██" for dark in row) for row in rows)
    if len(rows) % 2:
        rows.append([False] * len(rows[0]))
    shades = {(False, False): "█", (True, False): "▄", (False, True): "▀", (True, True): " "}
    return "\n".join(
        "".join(shades[upper, lower] for upper, lower in zip(rows[y], rows[y + 1], strict=True))
        for y in range(0, len(rows), 2)
    )


def can_write(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


# A result as a link: the URL contains the compressed totals, so nothing is stored on the server. Opening a link scores
# the totals again, so a forged link is checked like a form. Only the canonical form that `pack` writes is accepted:
# nothing can be appended, and with the same words each result has one link.


VERSION = "1"
KEY_LENGTH = 2  # of the key that names the words of a link
LINK_HEAD = len(VERSION) + KEY_LENGTH
EVERYWHERE = b'{"players":[{"name":"'
LONGEST_LINK = 2000
MOST_LONGER = 1.25  # than what we pack: other versions of zlib may compress a little worse
MOST_BYTES = 16 * 1024  # unpacked; the largest totals have about 2500


class BrokenLink(ValueError):
    """The link was cut off or changed."""


@cache
def list_vocabularies() -> dict[str, bytes]:
    """Return the compression dictionaries of the games by the keys that links name them with. A key follows from the
    words, so games that are added, or that copy the words of another, change no link. zlib wants frequent strings last.
    """
    words = dict.fromkeys(game.scoring.link_words for game in list_games().values())
    return {to_base64(zlib.crc32(each).to_bytes(4))[:KEY_LENGTH]: each + EVERYWHERE for each in words}


def pack(totals: Mapping[str, Any]) -> str:
    """Return the link for totals, with the words that make it shortest."""
    text, links = to_json(totals), []
    for key, words in list_vocabularies().items():
        squeezer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS, zdict=words)
        links.append(VERSION + key + to_base64(squeezer.compress(text) + squeezer.flush()))
    return min(links, key=len)


def to_json(totals: Mapping[str, Any]) -> bytes:
    return json.dumps(totals, ensure_ascii=False, separators=(",", ":")).encode()


def to_base64(squeezed: bytes) -> str:
    return base64.urlsafe_b64encode(squeezed).decode().rstrip("=")


def unpack(link: str) -> dict[str, Any]:
    """Return the totals in a link; the rules still have to check them. Raises BrokenLink."""
    words, packed = list_vocabularies().get(link[1:LINK_HEAD]), link[LINK_HEAD:]
    if not link.startswith(VERSION) or words is None or len(link) > LONGEST_LINK:
        raise BrokenLink
    try:
        squeezed = base64.b64decode(packed + "=" * (-len(packed) % 4), altchars=b"-_", validate=True)
        opener = zlib.decompressobj(-zlib.MAX_WBITS, zdict=words)
        text = opener.decompress(squeezed, MOST_BYTES)
        totals = json.loads(text)
        if not isinstance(totals, dict) or to_json(totals) != text:
            raise BrokenLink
    except (ValueError, zlib.error, RecursionError) as error:
        raise BrokenLink from error
    if not opener.eof or opener.unused_data or to_base64(squeezed) != packed:
        raise BrokenLink
    if len(link) > MOST_LONGER * len(pack(totals)):  # empty blocks in between
        raise BrokenLink
    return totals


# Results as files, made in worker processes. Where Pango is missing, a report is sent as the page it is made of, to be
# printed by the browser.


HOUR = 3600
LARGEST_CODE = 14  # version of the QR code; a camera close to the paper can still read it


def send_document(
    template: str,
    describe: Callable[[], Mapping[str, Any]],
    name: str,
    link: str,
    key: Hashable,
    caching: str = "no-store",
) -> Response:
    """Print a page in a worker process and send it as a PDF; `link` is what its QR code opens. The page is put together
    only if no other with the same key, language, paper and link is kept. Raises NotDone."""
    paper = request.args.get("paper", DEFAULT_PAPER)
    if paper not in USUAL_PAPERS:
        abort(404)

    def write_page() -> str:
        qr = draw_qr(link, link) if can_encode(link, LARGEST_CODE) else ""
        drawings = {"draw_emblem": draw_emblem, "add_title": add_title}
        return render_template(template, paper=paper, qr=qr, link=link, **drawings, **describe())

    headers = {"Cache-Control": caching, "Vary": "Cookie, Accept-Language"}
    try:
        order = (template, key, get_language(), paper, link)
        pdf = run_job(PRINTING, order, lambda: (print_document, (write_page(),)))
    except PdfUnavailable:
        return Response(write_page(), mimetype="text/html", headers=headers)
    headers["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    return Response(pdf, mimetype="application/pdf", headers=headers)


def add_title(svg: str, title: str) -> Markup:
    """Add the text alternative to one of our drawings; WeasyPrint reads no other."""
    start, _, rest = svg.partition(">")
    return Markup(f"{start}><title>{escape(title)}</title>{rest}")  # noqa: S704 - our own drawing


def send_result_pdf(game: Game, totals: Mapping[str, Any], result: Result, address: str) -> Response:
    """Send the result of a game that was scored from totals."""

    def describe() -> dict[str, Any]:
        return {
            "game": game,
            "headline": describe_winners(result),
            "standings": game.scoring.list_standings(totals, result),
            "ties": game.scoring.describe_ties(result),
        }

    caching = f"private, max-age={HOUR}"
    return send_document("printing/result.html", describe, f"{game.name}-result", address, game.name, caching)


def send_result_picture(game: Game, result: Result) -> Response:
    """Send the result of a game that was scored from its totals. Nobody knows when it was played."""
    players = sorted(result["players"], key=lambda player: player["rank"])
    rows = (CardPlayer(each["rank"], each["name"], format_points(each["score"]), "", "") for each in players)
    return send_picture(make_card(game, describe_winners(result), "", rows), f"{game.name}-result.png")


def make_card(game: Game | BroughtAbout, headline: str, date: str, players: Iterable[CardPlayer]) -> ResultCard:
    return ResultCard(
        title=game.title,
        icon=game.icon,
        colours=game.colours,
        headline=headline,
        date=date,
        players=tuple(players),
        foot=gettext("Roll & Write Companion"),
        foot_if_missing=gettext("The companion’s computer has no font for the letters shown as “?”."),
        language=get_language(),
    )


def send_picture(card: ResultCard, name: str) -> Response:
    headers = {"Content-Disposition": f'inline; filename="{name}"', "Cache-Control": "no-store"}
    return Response(print_pdf(card, draw_card, card), mimetype="image/png", headers=headers)
