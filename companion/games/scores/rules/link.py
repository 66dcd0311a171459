"""A whole score sheet as a link: the version, then the compressed data with a checksum.

Nothing is stored on the server, so a link works on every installation. It is not signed, because it is trusted as
little as any file: the checksum tells that it was cut or changed, and data that somebody made up are checked.
"""

import base64
import json
import zlib

from companion.games.scores.rules.sheet import BadScoreSheet, ScoreSheet, SheetProblem, read_sheet
from companion.rules.messages import Message

VERSION = "1"  # of the vocabulary and the keys; increase it with every change, or old links cannot be opened
LONGEST_LINK = 6000
MOST_BYTES = 32 * 1024  # unpacked
CHECKSUM = 4  # bytes

BROKEN = Message("sheet-link-broken", "This link is incomplete or was changed. Ask for it again.")
NEWER = Message("sheet-link-newer", "This link was made by another version of the companion. Ask for the file instead.")

# What most sheets contain; zlib wants the most frequent strings last.
VOCABULARY = (
    b'"title":{"en":"Longest road","ru":"Total Bonus Coins Points Cards","tiebreak":["coins"],"best":"lowest"'
    b'"note":{"en":"for each","ru":"counts":false},{"kind":"section"{"kind":"rounds"{"kind":"yes","points":'
    b'{"kind":"majority","places":[5,2],"tie":"share"{"kind":"formula","formula":"if( >= min(max('
    b'{"kind":"table","values":[1,3,6,10]{"kind":"count","each":2{"kind":"number"},{"id":"","kind":"number","title":'
    b'{"kind":"scores","name":"","title":"","players":[2,4],"best":"highest","row":[{"id":""'
)


def pack(sheet: ScoreSheet) -> str:
    """Return the text that contains the sheet, for a link or a QR code."""
    data = json.dumps(sheet.as_data(), ensure_ascii=False, separators=(",", ":")).encode()
    squeezer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS, zdict=VOCABULARY)
    squeezed = squeezer.compress(data) + squeezer.flush()
    check = zlib.crc32(data).to_bytes(CHECKSUM, "big")
    return VERSION + base64.urlsafe_b64encode(check + squeezed).decode().rstrip("=")


def unpack(link: str) -> ScoreSheet:
    """Return the sheet in a link. Raises BadScoreSheet."""
    if link[:1] != VERSION and link[:1].isdigit():
        raise BadScoreSheet([SheetProblem("link", NEWER)])
    try:
        if link[:1] != VERSION or len(link) > LONGEST_LINK:
            raise ValueError
        raw = base64.b64decode(link[1:] + "=" * (-len(link[1:]) % 4), altchars=b"-_", validate=True)
        opener = zlib.decompressobj(-zlib.MAX_WBITS, zdict=VOCABULARY)
        data = opener.decompress(raw[CHECKSUM:], MOST_BYTES)
        if not opener.eof or opener.unused_data or zlib.crc32(data).to_bytes(CHECKSUM, "big") != raw[:CHECKSUM]:
            raise ValueError
        found = json.loads(data)
    except (ValueError, zlib.error, RecursionError) as error:
        raise BadScoreSheet([SheetProblem("link", BROKEN)]) from error
    return read_sheet(found)
