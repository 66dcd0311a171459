"""A result in an address: the totals themselves, packed small, so that nothing has to be kept for it to open.

Whoever opens it scores the totals again, so a link that was tampered with gets no further than a form would. A link
must be as `packed` writes it: nothing can be appended to it, and there is one link for a result.
"""

import base64
import json
import zlib
from collections.abc import Mapping
from typing import Any

VERSION = "1"  # of the vocabulary; another one needs another version, or old links could not be opened any more
LONGEST_LINK = 2000
MOST_LONGER = 1.25  # than our own: other versions of zlib may pack a little worse
MOST_BYTES = 16 * 1024  # unpacked; the largest totals have about 2500

# What totals are made of, so that it need not be in every link. What occurs most often stands last.
VOCABULARY = (
    b'"portuguese-trader""sufi""takshaka""mahout""khatib""french-trader""dyer""cook""muezzin""jagirdar""caliph"'
    b'"calligrapher""mullah""english-trader""mosaic-maker""mujtahida""painter""dutch-trader""subadar""sadr-us-sudur"'
    b'"grand-mufti""grand-imam""court-artist""dewan""price_tokens":{"sandstone":"wood":"turmeric":"cotton":"cement":'
    b'"bricks":"planks":"paper":"curry":"dye":"oil":"cloth":"statue":"book":"painting":"clothes":"met_order":["'
    b'"meditation_complete":true,"favour":"cover_tiles":"akbar":"goods":{"guild":"scholars"},{"name":"'
    b'"guild":"merchants"},{"name":""guild":"artisans"},{"name":""notables":[{"name":"'
    b'"influence":{"artisans":0,"merchants":0,"scholars":0},"orders":{"artisans":0,"merchants":0,"scholars":0},'
    b'"rupees":"turned":6,"fame":0,"coins":0,"karma":0},"karma_circled":1,"karma_used":0},'
    b'"fame":30,"money":50},{"players":[{"name":"'
)


class BrokenLink(ValueError):
    """The address was cut off or changed on its way."""


def packed(totals: Mapping[str, Any]) -> str:
    squeezer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS, zdict=VOCABULARY)
    return VERSION + in_letters(squeezer.compress(in_json(totals)) + squeezer.flush())


def in_json(totals: Mapping[str, Any]) -> bytes:
    return json.dumps(totals, ensure_ascii=False, separators=(",", ":")).encode()


def in_letters(squeezed: bytes) -> str:
    return base64.urlsafe_b64encode(squeezed).decode().rstrip("=")


def unpacked(link: str) -> dict[str, Any]:
    """Return the totals in a link; whether they can be right is for the rules to say. Raises BrokenLink."""
    if not link.startswith(VERSION) or len(link) > LONGEST_LINK:
        raise BrokenLink
    try:
        squeezed = base64.b64decode(link[1:] + "=" * (-len(link[1:]) % 4), altchars=b"-_", validate=True)
        opener = zlib.decompressobj(-zlib.MAX_WBITS, zdict=VOCABULARY)
        text = opener.decompress(squeezed, MOST_BYTES)
        totals = json.loads(text)
        if not isinstance(totals, dict) or in_json(totals) != text:
            raise BrokenLink
    except (ValueError, zlib.error, RecursionError) as error:
        raise BrokenLink from error
    if not opener.eof or opener.unused_data or in_letters(squeezed) != link[1:]:
        raise BrokenLink
    if len(link) > MOST_LONGER * len(packed(totals)):  # empty blocks in between
        raise BrokenLink
    return totals
