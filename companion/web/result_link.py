"""A result as a link: the URL contains the compressed totals, so nothing is stored on the server.

Opening a link scores the totals again, so a forged link is checked like a form. Only the canonical form that `pack`
writes is accepted: nothing can be appended, and each result has one link.
"""

import base64
import json
import zlib
from collections.abc import Mapping
from functools import cache
from typing import Any

from companion.games.game import list_games

VERSION = "1"  # of the vocabulary; increase it with every change, or old links cannot be opened
LONGEST_LINK = 2000
MOST_LONGER = 1.25  # than what we pack: other versions of zlib may compress a little worse
MOST_BYTES = 16 * 1024  # unpacked; the largest totals have about 2500


class BrokenLink(ValueError):
    """The link was cut off or changed."""


@cache
def join_vocabulary() -> bytes:
    """Return the compression dictionary; zlib wants the most frequent strings last."""
    games = sorted(list_games().items())
    return b"".join(game.scoring.link_words for _, game in games) + b'{"players":[{"name":"'


def pack(totals: Mapping[str, Any]) -> str:
    """Return the link for totals."""
    squeezer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS, zdict=join_vocabulary())
    return VERSION + to_base64(squeezer.compress(to_json(totals)) + squeezer.flush())


def to_json(totals: Mapping[str, Any]) -> bytes:
    return json.dumps(totals, ensure_ascii=False, separators=(",", ":")).encode()


def to_base64(squeezed: bytes) -> str:
    return base64.urlsafe_b64encode(squeezed).decode().rstrip("=")


def unpack(link: str) -> dict[str, Any]:
    """Return the totals in a link; the rules still have to check them. Raises BrokenLink."""
    if not link.startswith(VERSION) or len(link) > LONGEST_LINK:
        raise BrokenLink
    try:
        squeezed = base64.b64decode(link[1:] + "=" * (-len(link[1:]) % 4), altchars=b"-_", validate=True)
        opener = zlib.decompressobj(-zlib.MAX_WBITS, zdict=join_vocabulary())
        text = opener.decompress(squeezed, MOST_BYTES)
        totals = json.loads(text)
        if not isinstance(totals, dict) or to_json(totals) != text:
            raise BrokenLink
    except (ValueError, zlib.error, RecursionError) as error:
        raise BrokenLink from error
    if not opener.eof or opener.unused_data or to_base64(squeezed) != link[1:]:
        raise BrokenLink
    if len(link) > MOST_LONGER * len(pack(totals)):  # empty blocks in between
        raise BrokenLink
    return totals
