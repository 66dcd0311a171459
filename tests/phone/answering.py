"""The phone's part of the companion, run by nothing but the unpacked bundle and the standard library: answers lines of JSON."""

import json
import random
import sys
from pathlib import Path
from urllib.parse import urlencode

folder = Path(sys.argv[1])
sys.path.insert(0, str(folder))

from companion.phone.app import ANY_REQUEST, Phone  # noqa: E402

FORM = {"content-type": "application/x-www-form-urlencoded", "x-parts": "none"}
phone = Phone(folder)
phone.warm_up()


def play(code: str, most: int) -> dict:
    """Play offered moves of a copied table as its pages would; return what was sent, and the log."""
    sent, luck = [], random.Random(5)
    while len(sent) < most and (table := phone.tables.get(code)).phase == "playing":
        seats = [seat.seat for seat in table.seats]
        mover = table.game.find_mover(table.position)
        offers = [
            (seat, offer)
            for seat in ([mover] if mover else seats)
            for offer in table.game.list_moves(table.position, seat)
        ]
        seat, offer = luck.choice(offers)
        entry = {"move": str(offer.move), "version": table.version, "seat": seat, "nonce": f"{luck.random()}"}
        asked = {"method": "POST", "path": f"/t/{code}/moves", "headers": FORM}
        status, *_ = phone.answer(json.dumps(ANY_REQUEST | asked), urlencode(entry).encode())
        assert status == 204, (status, entry)
        sent.append(entry)
    return {"sent": sent, "events": [event.hide_secrets() for event in phone.log.read(code)]}


for line in sys.stdin:
    asked = json.loads(line)
    if "events" in asked:
        phone.load_table(asked["code"], json.dumps(asked))
        answer: object = play(asked["code"], asked["most"])
    else:
        status, headers, body = phone.answer(json.dumps(asked), asked["body"].encode())
        answer = [status, json.loads(headers), body.decode()]
    print(json.dumps(answer), flush=True)
